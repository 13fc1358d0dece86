//! One open store: an instance, the bytes behind it, and the loop that carries out what the engine
//! asks for.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::component::{
    Answer, Embedder, EmbedderInfo, Fault, Instance, Opened, Operation, Options, Runtime, Task, Work,
};
use crate::failure::{Failure, Outcome};
use crate::request::Request;
use crate::storage::Storage;

/// Journal bytes after which the engine is asked for a snapshot.
const COMPACT_AFTER: u64 = 4 << 20;

/// What every session of the process shares.
#[derive(Clone)]
pub struct Host {
    /// The component.
    pub runtime: Arc<Runtime>,
    /// The built-in embedder.
    pub embedder: Rc<RefCell<Embedder>>,
}

impl Host {
    /// Around a component.
    pub fn new(runtime: Arc<Runtime>) -> Self {
        let embedder = Rc::new(RefCell::new(Embedder::new(runtime.clone())));
        Self { runtime, embedder }
    }
}

/// Which embedder a store is opened with.
#[derive(Clone, Debug, Default)]
pub enum Embedding {
    /// A new store gets the built-in one, an old one keeps what it has.
    #[default]
    Default,
    /// None: keywords alone.
    None,
    /// This one; unless it is the built-in one, the caller brings the vectors.
    Named(EmbedderInfo),
}

/// How a store is opened.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Whose memories they are.
    pub tenant: String,
    /// Entropy; the host draws it when there is none.
    pub seed: Option<Vec<u8>>,
    /// A policy as JSON text.
    pub policy: Option<String>,
    /// Which embedder.
    pub embedding: Embedding,
    /// Whether somebody answers the engine's questions to a model.
    pub model: bool,
    /// Name of this device.
    pub device: Option<String>,
}

/// An open store.
pub struct Session {
    host: Host,
    settings: Settings,
    storage: Box<dyn Storage>,
    /// None after a trap or a failed write, until the next request opens the store again.
    instance: Option<Instance>,
    opened: Opened,
    /// Leave what is to be embedded for `settle`.
    lazy: bool,
}

impl Session {
    /// Opens a store from its bytes.
    pub fn open(host: Host, settings: Settings, mut storage: Box<dyn Storage>, now: u64) -> Outcome<Self> {
        let (instance, opened) = open(&host, &settings, storage.as_mut(), now)?;
        let mut session = Self { host, settings, storage, instance: Some(instance), opened, lazy: false };
        session.drain(now)?;
        Ok(session)
    }

    /// What the engine said of the store when it was opened.
    pub fn opened(&self) -> Value {
        let mut opened = json!({
            "tenant": self.opened.tenant,
            "sequence": self.opened.sequence,
            "memories": self.opened.memories,
            "droppedBytes": self.opened.dropped_bytes,
        });
        if let Some(embedder) = &self.opened.embedder {
            opened["embedder"] = json!({"name": embedder.name, "dimensions": embedder.dimensions});
        }
        opened
    }

    /// Opens the store again from its bytes, in a fresh instance.
    pub fn reopen(&mut self, now: u64) -> Outcome<()> {
        self.instance = None;
        let (instance, opened) = open(&self.host, &self.settings, self.storage.as_mut(), now)?;
        self.instance = Some(instance);
        self.opened = opened;
        self.drain(now)
    }

    /// Embeds in batches from here on: whoever says so calls `settle` now and then, and at the end.
    pub fn embed_lazily(&mut self, lazy: bool) {
        self.lazy = lazy;
    }

    /// Carries out everything that is open, embeddings too.
    pub fn settle(&mut self, now: u64) -> Outcome<()> {
        let lazy = std::mem::replace(&mut self.lazy, false);
        let drained = self.drain(now);
        self.lazy = lazy;
        drained
    }

    /// Carries out one operation and whatever the engine asks for after it.
    pub fn request(&mut self, request: &Request) -> Outcome<Value> {
        let table = self.host.runtime.table().clone();
        let operation = table
            .get(&request.op)
            .ok_or_else(|| Failure::invalid(format!("op: no operation is called `{}`", request.op)))?;
        if self.instance.is_none() {
            self.reopen(request.now)?;
        }
        let result = match operation.takes_query().then(|| self.query_embedding(request)).transpose()?.flatten() {
            Some(embedded) => self.call(operation, &embedded),
            None => self.call(operation, request),
        };
        if self.instance.is_some() {
            self.drain(request.now)?;
            self.compact(request.now)?;
        }
        self.after_draining(result?, request.now)
    }

    /// The receipt of an erasure as it is now that its bytes are gone from the journal and the
    /// snapshot; anything else as it is.
    fn after_draining(&mut self, value: Value, now: u64) -> Outcome<Value> {
        let table = self.host.runtime.table().clone();
        let pending = value["complete"] == false && value["copies"].is_array();
        let Some(receipts) = table.get("receipts").filter(|_| pending) else {
            return Ok(value);
        };
        let mut answer = self.call(receipts, &Request::new("receipts", now, Value::Null))?;
        let receipts = answer["receipts"].as_array_mut().into_iter().flatten();
        let newer = receipts.map(Value::take).find(|receipt| receipt["id"] == value["id"]);
        Ok(newer.unwrap_or(value))
    }

    fn call(&mut self, operation: &Operation, request: &Request) -> Outcome<Value> {
        let called = self.live()?.call(operation, request);
        called.map_err(|fault| self.fail(fault))
    }

    /// The same request with the embedding of its text, where the store has the built-in embedder
    /// and the request brings none.
    fn query_embedding(&mut self, request: &Request) -> Outcome<Option<Request>> {
        let given = request.args.get("embedding").is_some_and(|embedding| !embedding.is_null());
        let Some(Value::String(text)) = request.args.get("text").filter(|_| !given) else {
            return Ok(None);
        };
        if text.is_empty() || !self.has_builtin_embedder()? {
            return Ok(None);
        }
        let table = self.host.runtime.table().clone();
        let Some(operation) = table.get("queryText") else {
            return Ok(None);
        };
        let mut words = Request::new("queryText", request.now, json!({"text": text}));
        words.scope = request.scope.clone();
        let words = self.call(operation, &words)?;
        let words = words["text"].as_str().unwrap_or(text).to_string();
        let vectors = self.host.embedder.borrow_mut().embed(&[words])?;
        let mut request = request.clone();
        request.args.insert("embedding".into(), json!(vectors.into_iter().next()));
        Ok(Some(request))
    }

    /// Whether the store's vectors are those of the built-in embedder.
    fn has_builtin_embedder(&self) -> Outcome<bool> {
        match &self.opened.embedder {
            None => Ok(false),
            Some(embedder) => {
                let builtin = self.host.embedder.borrow_mut().info()?;
                Ok((&builtin.name, builtin.dimensions) == (&embedder.name, embedder.dimensions))
            }
        }
    }

    /// Carries out the engine's tasks until none is left that this host can do.
    fn drain(&mut self, now: u64) -> Outcome<()> {
        loop {
            let work = self.live()?.poll(now);
            let Some(work) = work.map_err(|fault| self.fail(fault))? else {
                return Ok(());
            };
            if !self.carry_out(work, now)? {
                return Ok(());
            }
        }
    }

    /// Does one task and answers it. False: it is not for this host, or not now. After a write that
    /// failed the store is opened again from what is kept: it must not acknowledge the rest.
    fn carry_out(&mut self, work: Work, now: u64) -> Outcome<bool> {
        let is_write = matches!(work.task, Task::Append(_) | Task::Replace(_));
        let answer = match work.task {
            Task::Append(bytes) => stored(self.storage.append(&bytes)),
            Task::Replace(bytes) => stored(self.storage.replace(&bytes)),
            Task::Embed(_) if self.lazy || !self.has_builtin_embedder()? => return Ok(false),
            Task::Embed(texts) => match self.host.embedder.borrow_mut().embed(&texts) {
                Ok(vectors) => Answer::Vectors(vectors),
                Err(failure) => Answer::Failed(failure.text),
            },
            Task::Ask(_) => return Ok(false),
        };
        let answered = self.live()?.answer(work.ticket, &answer, now);
        answered.map_err(|fault| self.fail(fault))?;
        match (answer, is_write) {
            (Answer::Failed(why), true) => {
                self.instance = None;
                Err(Failure::other(why))
            }
            (Answer::Failed(_), false) => Ok(false),
            _ => Ok(true),
        }
    }

    /// Swaps a long journal for a snapshot. The longer the snapshot, the longer a journal is worth
    /// keeping: writing stays linear in what is remembered.
    fn compact(&mut self, now: u64) -> Outcome<()> {
        let (snapshot, journal) = self.storage.sizes();
        if journal < COMPACT_AFTER.max(snapshot) {
            return Ok(());
        }
        let asked = self.live()?.compact(now);
        asked.map_err(|fault| self.fail(fault))?;
        self.drain(now)
    }

    fn live(&mut self) -> Outcome<&mut Instance> {
        self.instance.as_mut().ok_or_else(|| Failure::other("the store is not open"))
    }

    /// A trap ends the instance: the next request starts from what was stored.
    fn fail(&mut self, fault: Fault) -> Failure {
        match fault {
            Fault::Failure(failure) => failure,
            Fault::Trap(why) => {
                self.instance = None;
                Failure::other(format!("the engine was stopped: {why}; what was acknowledged before is kept"))
            }
        }
    }
}

fn stored(result: std::io::Result<()>) -> Answer {
    match result {
        Ok(()) => Answer::Stored,
        Err(error) => Answer::Failed(format!("could not be stored: {error}")),
    }
}

fn open(host: &Host, settings: &Settings, storage: &mut dyn Storage, now: u64) -> Outcome<(Instance, Opened)> {
    let kept = storage.load()?;
    let embedder = match &settings.embedding {
        Embedding::Default if kept.is_empty() => Some(host.embedder.borrow_mut().info()?),
        Embedding::Default | Embedding::None => None,
        Embedding::Named(embedder) => Some(embedder.clone()),
    };
    let options = Options {
        tenant: settings.tenant.clone(),
        seed: settings.seed.clone().map_or_else(entropy, Ok)?,
        policy: settings.policy.clone(),
        embedder,
        model: settings.model,
        device: settings.device.clone(),
    };
    let mut instance = host.runtime.instantiate().map_err(|error| Failure::other(format!("{error:#}")))?;
    let opened = instance.open(&options, kept.snapshot.as_deref(), &kept.journal, now);
    let opened = opened.map_err(|fault| match fault {
        Fault::Failure(failure) => failure,
        Fault::Trap(why) => {
            Failure::other(format!("the store could not be opened: {why} (does it need a larger --memory-limit?)"))
        }
    })?;
    if opened.dropped_bytes > 0 {
        let cut = storage.cut(u64::from(opened.dropped_bytes));
        cut.map_err(|error| Failure::other(format!("the journal's torn end could not be cut: {error}")))?;
    }
    Ok((instance, opened))
}

fn entropy() -> Outcome<Vec<u8>> {
    let mut seed = vec![0; 32];
    getrandom::fill(&mut seed).map_err(|error| Failure::other(format!("no entropy: {error}")))?;
    Ok(seed)
}
