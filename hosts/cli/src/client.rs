//! The one door to a store, for `exec` and for people's verbs alike: the component's operations,
//! and the few that are the host's own.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::component::{EmbedderInfo, Operation};
use crate::failure::{Failure, Outcome};
use crate::request::{Request, known};
use crate::session::{Embedding, Host, Session, Settings};
use crate::storage::{Directory, Memory, Storage, View};
use crate::transfer;

/// Operations of the host, with their arguments.
const HOST_OPERATIONS: [(&str, &[&str]); 6] = [
    ("open", &["tenant", "dir", "seed", "policy", "embedder", "model", "device"]),
    ("reopen", &[]),
    ("close", &[]),
    ("settle", &[]),
    ("export", &["path", "force"]),
    ("import", &["path", "fromUser", "fromTenant"]),
];

/// Told how far long work has come: done, and of how many.
pub type Progress<'a> = &'a mut dyn FnMut(u64, Option<u64>);

/// A store that is opened when it is first needed.
pub struct Client {
    host: Host,
    /// The store to open when no `open` came first; None once one has failed or closed it.
    implicit: Option<Settings>,
    /// Where stores are kept that no `open` gives another place; none: in memory.
    dir: Option<PathBuf>,
    session: Option<Session>,
}

impl Client {
    /// A client whose store is in a directory, or in memory.
    pub fn new(host: Host, dir: Option<PathBuf>, settings: Settings) -> Self {
        Self { host, implicit: Some(settings), dir, session: None }
    }

    /// Whether recalls can be reranked.
    pub fn has_reranker(&self) -> bool {
        self.host.models.reranker.is_some()
    }

    /// Answers one line of JSON.
    pub fn respond(&mut self, line: &[u8], clock: u64) -> Value {
        let result = Request::parse(line, clock).and_then(|request| self.request(&request));
        match result {
            Ok(value) => json!({"ok": value}),
            Err(failure) => json!({"error": failure.to_json()}),
        }
    }

    /// Carries out one request.
    pub fn request(&mut self, request: &Request) -> Outcome<Value> {
        self.request_with(request, &mut |_, _| {})
    }

    /// The same for long work, telling how far it is.
    pub fn request_with(&mut self, request: &Request, progress: Progress<'_>) -> Outcome<Value> {
        if let Some((name, allowed)) = HOST_OPERATIONS.iter().find(|(name, _)| *name == request.op) {
            known(request.args.keys(), allowed, name)?;
            return self.host_operation(request, progress);
        }
        if self.host.runtime.table().get(&request.op).is_none() {
            return Err(self.unknown(&request.op));
        }
        match self.session(request.now) {
            Ok(session) => session.request(request),
            Err(failure) => self.view(request)?.ok_or(failure)?.request(request),
        }
    }

    /// A store that cannot be opened for writing, to be read: a disk takes no writes, or another process has
    /// the store. None: this is no read, or there is no store to see.
    fn view(&self, request: &Request) -> Outcome<Option<Session>> {
        let Some((settings, dir)) = self.implicit.as_ref().zip(self.dir.as_deref()) else { return Ok(None) };
        let reads = self.host.runtime.table().get(&request.op).is_some_and(Operation::is_read);
        let view = if reads { View::open(dir, &settings.tenant)? } else { None };
        let open = |view| Session::open(self.host.clone(), settings.clone(), Box::new(view), request.now);
        view.map(open).transpose()
    }

    /// The open store; the implicit one is opened now.
    pub fn session(&mut self, now: u64) -> Outcome<&mut Session> {
        let session = match (self.session.take(), self.implicit.take()) {
            (Some(session), _) => session,
            (None, Some(settings)) => {
                let opened = self.open(self.dir.as_deref(), settings.clone(), now);
                if opened.is_err() {
                    self.implicit = Some(settings);
                }
                opened?
            }
            (None, None) => return Err(Failure::other("no store is open: `open` one")),
        };
        Ok(self.session.insert(session))
    }

    /// Names of all operations.
    pub fn operations(&self) -> Vec<&str> {
        let host = HOST_OPERATIONS.iter().map(|(name, _)| *name);
        let mut names: Vec<&str> = self.host.runtime.table().names().chain(host).collect();
        names.sort_unstable();
        names
    }

    fn unknown(&self, op: &str) -> Failure {
        let meant = self.operations().into_iter().map(|name| (distance(op, name), name)).min();
        let meant = meant.filter(|(distance, _)| *distance <= 2).map(|(_, name)| format!(" (is `{name}` meant?)"));
        let (meant, all) = (meant.unwrap_or_default(), self.operations().join(", "));
        Failure::invalid(format!("op: no operation is called `{op}`{meant}; there are {all}"))
    }

    fn host_operation(&mut self, request: &Request, progress: Progress<'_>) -> Outcome<Value> {
        if request.key.is_some() {
            return Err(Failure::invalid(format!("key: {} takes none", request.op)));
        }
        match request.op.as_str() {
            "open" => self.open_named(request),
            "reopen" => {
                let session = self.session(request.now)?;
                session.reopen(request.now)?;
                Ok(session.opened())
            }
            "close" => {
                (self.session, self.implicit) = (None, None);
                Ok(json!({}))
            }
            "settle" => {
                let session = self.session(request.now)?;
                session.settle(request.now)?;
                Ok(json!({"settled": session.is_settled(request.now)?}))
            }
            "export" => transfer::export(self, request, progress),
            _ => transfer::import(self, request, progress),
        }
    }

    /// A tenant's store, in the folder that the process was started with unless another is named. The store
    /// that was open before is closed first: it may be the same.
    fn open_named(&mut self, request: &Request) -> Outcome<Value> {
        let args = Args(&request.args);
        let settings = settings(&args, self.host.models.model.is_some())?;
        let dir = args.text("dir")?.map(PathBuf::from).or_else(|| self.dir.clone());
        (self.session, self.implicit) = (None, None);
        let session = self.open(dir.as_deref(), settings, request.now)?;
        let mut opened = self.session.insert(session).opened();
        if let Some(dir) = dir {
            opened["dir"] = json!(dir.display().to_string());
        }
        Ok(opened)
    }

    fn open(&self, dir: Option<&Path>, settings: Settings, now: u64) -> Outcome<Session> {
        let storage: Box<dyn Storage> = match dir {
            Some(dir) => Box::new(Directory::open(dir, &settings.tenant)?),
            None => Box::new(Memory::default()),
        };
        Session::open(self.host.clone(), settings, storage, now)
    }
}

/// How many letters one name is from another; case and hyphens count for nothing.
fn distance(given: &str, name: &str) -> usize {
    let plain = |text: &str| -> Vec<char> {
        text.chars()
            .filter(|letter| letter.is_alphanumeric())
            .take(40)
            .map(|letter| letter.to_ascii_lowercase())
            .collect()
    };
    let (given, name) = (plain(given), plain(name));
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (at, have) in given.iter().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], at + 1);
        for (to, want) in name.iter().enumerate() {
            let replaced = corner + usize::from(have != want);
            corner = row[to + 1];
            row[to + 1] = replaced.min(corner + 1).min(row[to] + 1);
        }
    }
    row[name.len()]
}

/// How the arguments of `open` say that a store be opened. Whether there is a model holds where they
/// do not say.
fn settings(args: &Args<'_>, model: bool) -> Outcome<Settings> {
    let tenant = args.text("tenant")?.ok_or_else(|| Failure::invalid("tenant: required"))?;
    Ok(Settings {
        tenant,
        seed: args.present("seed").map(seed).transpose()?,
        policy: args.present("policy").map(policy).transpose()?,
        embedding: embedding(args.present("embedder"))?,
        model: match args.present("model") {
            None => model,
            Some(model) => model.as_bool().ok_or_else(|| Failure::invalid("model: must be true or false"))?,
        },
        device: args.text("device")?,
    })
}

/// Any text or number is a seed: its hash is as long as the engine wants entropy to be.
fn seed(value: &Value) -> Outcome<Vec<u8>> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return Err(Failure::invalid("seed: must be a text or a number")),
    };
    Ok(Sha256::digest(text.as_bytes()).to_vec())
}

fn policy(value: &Value) -> Outcome<String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Object(_) => Ok(value.to_string()),
        _ => Err(Failure::invalid("policy: must be an object")),
    }
}

/// `"none"`, `"built-in"`, or a name and dimensions.
pub fn embedding(value: Option<&Value>) -> Outcome<Embedding> {
    let shape = || Failure::invalid("embedder: must be \"built-in\", \"none\" or {\"name\": …, \"dimensions\": …}");
    match value {
        None => Ok(Embedding::Default),
        Some(Value::String(name)) if name == "none" => Ok(Embedding::None),
        Some(Value::String(name)) if name == "built-in" => Ok(Embedding::BuiltIn),
        Some(Value::Object(object)) => {
            known(object.keys(), &["name", "dimensions"], "embedder")?;
            let name = object.get("name").and_then(Value::as_str).ok_or_else(shape)?.to_string();
            let dimensions = object.get("dimensions").and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
            Ok(Embedding::Named(EmbedderInfo { name, dimensions: dimensions.ok_or_else(shape)? }))
        }
        Some(_) => Err(shape()),
    }
}

/// Arguments of the host's own operations.
pub struct Args<'a>(pub &'a Map<String, Value>);

impl Args<'_> {
    fn present(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// A text, if it is there.
    pub fn text(&self, name: &str) -> Outcome<Option<String>> {
        match self.present(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(Failure::invalid(format!("{name}: must be a text"))),
        }
    }

    /// True or false; absent it is false.
    pub fn flag(&self, name: &str) -> Outcome<bool> {
        match self.present(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(Failure::invalid(format!("{name}: must be true or false"))),
        }
    }
}
