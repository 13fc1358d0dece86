//! `memolet exec`: one request a line in, one response a line out, in order, flushed at once.

use std::io::{BufRead, Write};

use crate::client::Client;
use crate::time;

/// Answers every line until the input ends. `clock` stands in for the host's where it is given.
pub fn run(client: &mut Client, clock: Option<u64>, input: impl BufRead, mut output: impl Write) -> anyhow::Result<()> {
    for line in input.split(b'\n') {
        let line = line?;
        let response = client.respond(&line, clock.unwrap_or_else(time::now));
        let mut text = response.to_string();
        text.push('\n');
        output.write_all(text.as_bytes())?;
        output.flush()?;
    }
    Ok(())
}
