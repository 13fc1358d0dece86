//! A `memolet exec` process, spoken to line by line.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

/// The command under test.
pub const MEMOLET: &str = env!("CARGO_BIN_EXE_memolet");

/// A running `memolet exec`; killed when dropped.
pub struct Exec {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Exec {
    /// Starts it with flags.
    pub fn start(flags: &[&str]) -> Self {
        let mut child = command()
            .arg("exec")
            .args(flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("memolet starts");
        let input = child.stdin.take().expect("its input");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        Self { child, input, output }
    }

    /// Starts it on a store in a directory.
    #[allow(dead_code)]
    pub fn on(dir: &Path) -> Self {
        Self::start(&["--embedder", "none", "--dir", &dir.to_string_lossy()])
    }

    /// One line in, one line out. None when the process is gone.
    pub fn line(&mut self, line: &str) -> Option<String> {
        self.send(line)?;
        self.receive()
    }

    /// One request in, one response out.
    #[allow(dead_code)]
    pub fn ask(&mut self, request: &Value) -> Value {
        let line = self.line(&request.to_string()).expect("memolet answers");
        serde_json::from_str(&line).expect("the answer is JSON")
    }

    /// Sends a line and waits for nothing.
    pub fn send(&mut self, line: &str) -> Option<()> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).ok()
    }

    /// The next line of output.
    pub fn receive(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).ok()?;
        (read > 0 && line.ends_with('\n')).then(|| line.trim_end().to_string())
    }

    /// SIGKILL: nothing is flushed, nothing is said good-bye to.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Exec {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The command, in an environment of its own, on the component that was built last.
pub fn command() -> Command {
    let mut command = Command::new(MEMOLET);
    let component = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/component/memolet.wasm");
    assert!(component.is_file(), "the component is built by `cargo xtask component`");
    command.env("MEMOLET_COMPONENT", component).env_remove("MEMOLET_DIR").env_remove("MEMOLET_USER");
    command
}
