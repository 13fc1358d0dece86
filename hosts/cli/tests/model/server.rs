//! A server on loopback that does to each request what a test says: well, slowly, badly or not at all.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};

/// Bytes of a request, at most: more is no request of ours.
const MOST_BYTES: usize = 4 << 20;
/// Nothing here lasts longer.
const LONGEST: Duration = Duration::from_secs(20);

/// A request as it came.
#[derive(Clone)]
pub struct Seen {
    pub path: String,
    pub authorization: Option<String>,
    pub body: Value,
}

impl Seen {
    /// The words of the prompt.
    pub fn prompt(&self) -> &str {
        self.body.pointer("/messages/0/content").and_then(Value::as_str).unwrap_or_default()
    }

    /// Type of the response format, if one was asked for.
    pub fn format(&self) -> Option<&str> {
        self.body.pointer("/response_format/type").and_then(Value::as_str)
    }
}

/// What is done to a request.
pub enum Act {
    /// A chat completion with these words.
    Say(String),
    /// A whole response: status, further headers, type and body.
    Answer(u16, Vec<(&'static str, String)>, &'static str, String),
    /// Nothing, until the client is gone.
    Hang,
    /// The head and one byte of the body now and then.
    Drip,
    /// Part of a body, and the connection closed.
    Cut,
    /// So many bytes of a body that has no announced end.
    Flood(usize),
    /// These bytes and no more.
    Raw(&'static [u8]),
}

impl Act {
    pub fn json(body: &Value) -> Self {
        Self::Answer(200, vec![], "application/json", body.to_string())
    }

    pub fn status(status: u16) -> Self {
        Self::Answer(status, vec![], "application/json", "{\"error\":{\"message\":\"no\"}}".into())
    }
}

/// What is done to the request of a number, counted from 0.
type Script = dyn Fn(usize, &Seen) -> Act + Send + Sync;

struct Shared {
    script: Box<Script>,
    seen: Mutex<Vec<Seen>>,
    stop: AtomicBool,
    running: AtomicUsize,
    most_running: AtomicUsize,
}

/// A running server; gone when dropped.
pub struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub fn start(script: impl Fn(usize, &Seen) -> Act + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            script: Box::new(script),
            seen: Mutex::default(),
            stop: AtomicBool::new(false),
            running: AtomicUsize::new(0),
            most_running: AtomicUsize::new(0),
        });
        let thread = thread::spawn({
            let shared = shared.clone();
            move || serve(&listener, &shared)
        });
        Self { address, shared, thread: Some(thread) }
    }

    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    pub fn seen(&self) -> Vec<Seen> {
        self.shared.seen.lock().unwrap().clone()
    }

    /// Requests that were being answered at once, at most.
    pub fn most_at_once(&self) -> usize {
        self.shared.most_running.load(Ordering::SeqCst)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

fn serve(listener: &TcpListener, shared: &Arc<Shared>) {
    let mut threads = Vec::new();
    for stream in listener.incoming().flatten() {
        if shared.stop.load(Ordering::SeqCst) {
            break;
        }
        let shared = shared.clone();
        threads.push(thread::spawn(move || {
            shared.most_running.fetch_max(shared.running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            // The client may be gone in the middle of anything.
            let _ = handle(stream, &shared);
            shared.running.fetch_sub(1, Ordering::SeqCst);
        }));
    }
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

/// One connection, one request.
fn handle(mut stream: TcpStream, shared: &Shared) -> std::io::Result<()> {
    stream.set_read_timeout(Some(LONGEST))?;
    stream.set_write_timeout(Some(LONGEST))?;
    let Some(seen) = read(&stream)? else { return Ok(()) };
    let number = {
        let mut all = shared.seen.lock().unwrap();
        all.push(seen.clone());
        all.len() - 1
    };
    match (shared.script)(number, &seen) {
        Act::Say(words) => {
            let body = json!({"object": "chat.completion", "choices": [{"index": 0, "message": {"role": "assistant", "content": words}}]});
            answer(&mut stream, 200, &[], "application/json", &body.to_string())?;
        }
        Act::Answer(status, headers, kind, body) => answer(&mut stream, status, &headers, kind, &body)?,
        Act::Hang => wait(shared, &stream, |_| Ok(())),
        Act::Drip => {
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n")?;
            wait(shared, &stream, |mut stream| stream.write_all(b" "));
        }
        Act::Cut => stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n{\"choices\":[{\"mess")?,
        Act::Flood(bytes) => {
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n")?;
            let block = vec![b'['; 64 << 10];
            for _ in 0..bytes / block.len() {
                stream.write_all(&block)?;
            }
        }
        Act::Raw(bytes) => stream.write_all(bytes)?,
    }
    let _ = stream.shutdown(Shutdown::Write);
    // Read what is left, so that the close is no reset that overtakes the answer.
    stream.set_read_timeout(Some(Duration::from_millis(200)))?;
    let _ = stream.take(MOST_BYTES as u64).read_to_end(&mut Vec::new());
    Ok(())
}

/// Does something ten times a second until the client is gone or the test is over.
fn wait(shared: &Shared, stream: &TcpStream, mut act: impl FnMut(&TcpStream) -> std::io::Result<()>) {
    let step = Duration::from_millis(100);
    let _ = stream.set_read_timeout(Some(step));
    for _ in 0..LONGEST.as_millis() / step.as_millis() {
        let gone = matches!((&mut &*stream).read(&mut [0]), Ok(0));
        if gone || shared.stop.load(Ordering::SeqCst) || act(stream).is_err() {
            return;
        }
    }
}

fn read(stream: &TcpStream) -> std::io::Result<Option<Seen>> {
    let mut reader = BufReader::new(stream.take(MOST_BYTES as u64));
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let Some(path) = line.split(' ').nth(1).map(String::from) else { return Ok(None) };
    let (mut length, mut authorization) = (0, None);
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().unwrap_or(0),
            "authorization" => authorization = Some(value.trim().to_string()),
            _ => {}
        }
    }
    let mut body = vec![0; length.min(MOST_BYTES)];
    reader.read_exact(&mut body)?;
    Ok(Some(Seen { path, authorization, body: serde_json::from_slice(&body).unwrap_or(Value::Null) }))
}

fn answer(
    stream: &mut TcpStream,
    status: u16,
    headers: &[(&'static str, String)],
    kind: &str,
    body: &str,
) -> std::io::Result<()> {
    let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status} X\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n{more}connection: close\r\n\r\n{body}"
    )
}
