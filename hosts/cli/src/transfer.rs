//! Export and import: a user's memories as JSON Lines, a header first, then one memory a line,
//! oldest first.
//!
//! An import remembers each again. Admission and tombstones apply as to any candidate, so what was
//! erased stays erased; ids are new; nobody's approval is taken over.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::client::{Args, Client, Progress};
use crate::component::no_scope;
use crate::failure::{Failure, Outcome};
use crate::request::Request;

/// Every state, so that a listing leaves nothing out.
pub const STATES: [&str; 10] = [
    "provisional",
    "active",
    "consolidated",
    "superseded",
    "ended",
    "invalidated",
    "quarantined",
    "expired",
    "archived",
    "pending-erasure",
];

/// Fields of a memory that a candidate has under the same name.
const CARRIED: [&str; 16] = [
    "text",
    "kind",
    "actor",
    "source",
    "mode",
    "value",
    "several",
    "importance",
    "sensitivity",
    "observedAt",
    "validFrom",
    "validTo",
    "expiresAt",
    "evidence",
    "metadata",
    "appliesTo",
];

const PAGE: u64 = 500;
/// Memories remembered between two batches of embeddings.
const BATCH: u64 = 64;
const VERSION: u64 = 1;

/// Writes all memories of the scope's user, in any state; shared ones are not the user's.
pub fn export(client: &mut Client, request: &Request, progress: Progress<'_>) -> Outcome<Value> {
    let path = path(request)?;
    let scope = request.scope.clone().ok_or_else(no_scope)?;
    let mut memories = Vec::new();
    each_memory(client, &scope, request.now, &mut |memory| {
        if memory["shared"] != json!(true) {
            memories.push(memory);
            progress(memories.len() as u64, None);
        }
    })?;
    let header = json!({"memolet": "export", "version": VERSION, "user": scope["user"], "at": request.now});
    let lines = std::iter::once(&header).chain(memories.iter().rev());
    write_lines(&path, lines).map_err(|error| failed(&path, &error))?;
    Ok(json!({"memories": memories.len(), "path": path.display().to_string()}))
}

/// Calls with every memory that the scope sees, in any state, newest first.
pub fn each_memory(client: &mut Client, scope: &Value, now: u64, visit: &mut dyn FnMut(Value)) -> Outcome<()> {
    let mut after = Value::Null;
    loop {
        let args = json!({"states": STATES, "limit": PAGE, "after": after});
        let mut page = client.request(&Request::new("list", now, args).scoped(scope))?;
        if let Value::Array(memories) = page["memories"].take() {
            memories.into_iter().for_each(&mut *visit);
        }
        after = page["next"].take();
        if after.is_null() {
            return Ok(());
        }
    }
}

/// Remembers every memory of a file, and says how many became what.
pub fn import(client: &mut Client, request: &Request, progress: Progress<'_>) -> Outcome<Value> {
    let path = path(request)?;
    let scope = request.scope.clone().ok_or_else(no_scope)?;
    let file = File::open(&path).map_err(|error| failed(&path, &error))?;
    let lines = read_lines(file, &path)?;
    let total = lines.len() as u64;
    let mut import = Import { client, scope, now: request.now, counts: Counts::default() };
    import.client.session(request.now)?.embed_lazily(true);
    for (done, memory) in (1_u64..).zip(&lines) {
        let imported = import.memory(memory);
        if imported.is_err() || done % BATCH == 0 || done == total {
            import.client.session(request.now)?.settle(request.now)?;
        }
        imported?;
        progress(done, Some(total));
    }
    import.client.session(request.now)?.embed_lazily(false);
    Ok(import.counts.to_json(total))
}

struct Import<'a> {
    client: &'a mut Client,
    scope: Value,
    now: u64,
    counts: Counts,
}

impl Import<'_> {
    fn memory(&mut self, memory: &Value) -> Outcome<()> {
        let id = memory["id"].as_str().unwrap_or_default();
        let admission = self.admit(memory, id)?;
        let outcome = admission["outcome"].as_str().unwrap_or_default().to_string();
        let is_new = matches!(outcome.as_str(), "active" | "provisional");
        self.counts.add(&outcome);
        match (is_new, admission["id"].as_str()) {
            (true, Some(new)) => self.retire(memory, id, new),
            _ => Ok(()),
        }
    }

    /// Remembers once, by a key of the memory's id. A key gives its first outcome for ever; where
    /// what it speaks of has been erased since, the memory is offered without one.
    fn admit(&mut self, memory: &Value, id: &str) -> Outcome<Value> {
        let labels = self.labels(memory);
        let request = Request::new("remember", self.now, candidate(memory)).scoped(&labels);
        let admission = self.client.request(&request.clone().keyed(format!("import:{id}")))?;
        let Some(new) = admission["id"].as_str() else {
            return Ok(admission);
        };
        let get = Request::new("get", self.now, json!({"id": new})).scoped(&labels);
        match self.client.request(&get) {
            Err(failure) if failure.tag == "not-found" => self.client.request(&request),
            _ => Ok(admission),
        }
    }

    /// The labels that the memory was written with, under the user who imports.
    fn labels(&self, memory: &Value) -> Value {
        let mut labels = self.scope.clone();
        for name in ["project", "agent", "session"] {
            if let Some(label) = memory.get(name) {
                labels[name] = label.clone();
            }
        }
        if let Some(purpose) = memory["retention"].get("purpose") {
            labels["purpose"] = purpose.clone();
        }
        labels
    }

    /// Brings a memory that was out of recall out of recall. A `conflict` says that it is already:
    /// its successor came before it.
    fn retire(&mut self, memory: &Value, old: &str, new: &str) -> Outcome<()> {
        let state = memory["state"].as_str().unwrap_or_default();
        let (op, args) = match state {
            "invalidated" => ("invalidate", json!({"id": new})),
            "archived" | "consolidated" | "expired" | "pending-erasure" => ("archive", json!({"id": new})),
            "quarantined" => ("quarantine", json!({"id": new, "by": "import"})),
            // Where there is an address, the successor that comes later retires it.
            "superseded" if memory["address"].is_object() => return Ok(()),
            "ended" | "superseded" => ("end", json!({"id": new, "at": memory["validTo"]})),
            _ => return Ok(()),
        };
        let request = Request::new(op, self.now, args).scoped(&self.labels(memory));
        match self.client.request(&request.keyed(format!("import:{old}:{op}"))) {
            Err(failure) if failure.tag != "conflict" => Err(failure),
            _ => {
                self.counts.retired += 1;
                Ok(())
            }
        }
    }
}

#[derive(Default)]
struct Counts {
    outcomes: Map<String, Value>,
    retired: u64,
}

impl Counts {
    fn add(&mut self, outcome: &str) {
        let count = self.outcomes.get(outcome).and_then(Value::as_u64).unwrap_or(0);
        self.outcomes.insert(outcome.into(), json!(count + 1));
    }

    fn to_json(&self, total: u64) -> Value {
        json!({"memories": total, "outcomes": self.outcomes, "retired": self.retired})
    }
}

/// What a memory was before it was admitted.
fn candidate(memory: &Value) -> Value {
    let carried = CARRIED.iter().filter_map(|name| Some((name.to_string(), memory.get(name)?.clone())));
    let mut candidate: Map<String, Value> = carried.collect();
    // A start that was only observed is observed again.
    if memory["startStated"] == json!(false) {
        candidate.remove("validFrom");
    }
    if !memory["address"].is_object() {
        candidate.remove("several");
    }
    for name in ["entity", "attribute"] {
        if let Some(part) = memory["address"].get(name) {
            candidate.insert(name.into(), part.clone());
        }
    }
    if let Some(extractor) = memory.get("extractor") {
        candidate.insert("extractor".into(), extractor.clone());
    }
    Value::Object(candidate)
}

fn path(request: &Request) -> Outcome<PathBuf> {
    let path = Args(&request.args).text("path")?;
    path.map(PathBuf::from).ok_or_else(|| Failure::invalid("path: required, the name of a file"))
}

/// Written beside and renamed: the file is whole or not there.
fn write_lines<'a>(path: &Path, lines: impl Iterator<Item = &'a Value>) -> std::io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".part");
    let draft = PathBuf::from(draft);
    let mut file = BufWriter::new(File::create(&draft)?);
    for line in lines {
        writeln!(file, "{line}")?;
    }
    file.into_inner()?.sync_all()?;
    fs::rename(&draft, path)
}

fn read_lines(file: File, path: &Path) -> Outcome<Vec<Value>> {
    let mut memories = Vec::new();
    for (number, line) in (1..).zip(BufReader::new(file).lines()) {
        let line = line.map_err(|error| failed(path, &error))?;
        let value = crate::json::parse(line.as_bytes())
            .map_err(|error| Failure::invalid(format!("{}:{number}: no JSON: {error}", path.display())))?;
        match number {
            1 => check_header(&value, path)?,
            _ if value["text"].is_string() && value["id"].is_string() => memories.push(value),
            _ => return Err(Failure::invalid(format!("{}:{number}: no memory", path.display()))),
        }
    }
    Ok(memories)
}

fn check_header(header: &Value, path: &Path) -> Outcome<()> {
    match (header["memolet"].as_str(), header["version"].as_u64()) {
        (Some("export"), Some(VERSION)) => Ok(()),
        (Some("export"), Some(version)) => {
            Err(Failure::new("newer-format", format!("{}: an export of version {version}", path.display())))
        }
        _ => Err(Failure::invalid(format!("{}: the first line is not the header of an export", path.display()))),
    }
}

fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::other(format!("{}: {error}", path.display()))
}
