//! The readers of the CLI's transcripts. The CLI is no library, so their files are compiled in.

#![no_main]
#![allow(dead_code)]

#[path = "../../hosts/cli/src/failure.rs"]
mod failure;
#[path = "../../hosts/cli/src/transcript/jsonl.rs"]
mod jsonl;
#[path = "../../hosts/cli/src/transcript/locomo.rs"]
mod locomo;
#[path = "../../hosts/cli/src/time.rs"]
mod time;
#[path = "../../hosts/cli/src/transcript/turn.rs"]
mod turn;

use turn::{Role, Turn};

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let Ok(text) = str::from_utf8(input) else { return };
    memolet_fuzz::within_text(text.len(), || {
        let whole = serde_json::from_str(text).ok().filter(locomo::is_locomo);
        match whole {
            Some(whole) => locomo::read(&whole),
            None => jsonl::read(text),
        }
    });
});
