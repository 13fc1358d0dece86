//! One open store: an instance, the bytes behind it, and the loop that carries out what the engine
//! asks for.

mod questions;
mod reads;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::component::{
    Answer, Embedder, EmbedderInfo, Fault, Instance, Opened, Operation, Options, Runtime, Task, Work,
};
use crate::failure::{Failure, Outcome};
use crate::model::{Embeddings, Models};
use crate::render;
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
    /// The models that the process was started with.
    pub models: Models,
    /// What was last said on standard error: the same is not said again.
    said: Rc<RefCell<String>>,
}

impl Host {
    /// Around a component.
    pub fn new(runtime: Arc<Runtime>) -> Self {
        let embedder = Rc::new(RefCell::new(Embedder::new(runtime.clone())));
        Self { runtime, embedder, models: Models::default(), said: Rc::default() }
    }

    /// With models beside the component.
    pub fn with_models(self, models: Models) -> Self {
        Self { models, ..self }
    }

    /// Says on standard error what a person should know and no answer has room for.
    fn say(&self, text: String) {
        if *self.said.borrow() != text {
            eprintln!("memolet: {}", render::clean(&text));
            self.said.replace(text);
        }
    }
}

/// Which embedder a store is opened with.
#[derive(Clone, Debug, Default)]
pub enum Embedding {
    /// A new store gets the configured model, else the built-in one; an old one keeps what it has.
    #[default]
    Default,
    /// A new store gets the built-in one, whatever is configured; an old one keeps what it has.
    BuiltIn,
    /// None: keywords alone.
    None,
    /// This one; unless it is the built-in one or the configured model, the caller brings the vectors.
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

/// Who makes the vectors of a store.
enum Vectors {
    BuiltIn,
    Model(Arc<Embeddings>),
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
    /// The write that failed last was a replacement: all that was acknowledged is stored.
    unreplaced: bool,
}

impl Session {
    /// Opens a store from its bytes.
    pub fn open(host: Host, settings: Settings, mut storage: Box<dyn Storage>, now: u64) -> Outcome<Self> {
        let (instance, opened) = open(&host, &settings, storage.as_mut(), now)?;
        let mut session =
            Self { host, settings, storage, instance: Some(instance), opened, lazy: false, unreplaced: false };
        session.drain_if_there_is_room(now)?;
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
        self.load(now)?;
        self.drain_if_there_is_room(now)
    }

    /// The same, and leaves what is to be done undone.
    fn load(&mut self, now: u64) -> Outcome<()> {
        self.instance = None;
        let (instance, opened) = open(&self.host, &self.settings, self.storage.as_mut(), now)?;
        self.instance = Some(instance);
        self.opened = opened;
        Ok(())
    }

    /// Carries out what can wait. Where it cannot be written, it waits, and the store is read as it is kept.
    fn drain_if_there_is_room(&mut self, now: u64) -> Outcome<()> {
        if self.storage.is_view() {
            return Ok(());
        }
        match self.drain(now, false) {
            Err(failure) if self.instance.is_none() => {
                self.host.say(format!("what is open waits: {}", failure.text));
                self.load(now)
            }
            drained => drained,
        }
    }

    /// Embeds and asks in batches from here on: whoever says so calls `settle` now and then, and at the end.
    pub fn embed_lazily(&mut self, lazy: bool) {
        self.lazy = lazy;
    }

    /// Carries out everything that is open, embeddings and questions too.
    pub fn settle(&mut self, now: u64) -> Outcome<()> {
        let lazy = std::mem::replace(&mut self.lazy, false);
        let drained = self.drain(now, true);
        self.lazy = lazy;
        drained
    }

    /// Whether nothing is left to do.
    pub fn is_settled(&mut self, now: u64) -> Outcome<bool> {
        Ok(self.poll(now)?.is_none())
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
        if !operation.is_read() {
            // What waited for room comes first.
            self.drain(request.now, false)?;
        }
        let embedded =
            operation.to_embed(request).map(|text| self.query_embedding(request, &text)).transpose()?.flatten();
        let embedded = embedded.as_ref().unwrap_or(request);
        let result = match operation.takes_query() {
            true => self.read(operation, embedded),
            false => self.call(operation, embedded),
        };
        if self.instance.is_some() {
            self.after(operation, request.now)?;
        }
        if request.op == "adoptPolicy" && result.is_ok() {
            // It holds from here on, also when the store is opened again.
            self.settings.policy = None;
        }
        self.after_draining(result?, request.now)
    }

    /// What is left to do after an operation. A read is answered whatever the disk has room for; so is a command
    /// whose own bytes are stored, where it is a replacement that has no room: an erasure's receipt says that
    /// copies are still pending.
    fn after(&mut self, operation: &Operation, now: u64) -> Outcome<()> {
        if operation.is_read() {
            return self.drain_if_there_is_room(now);
        }
        let drained = self.drain(now, false).and_then(|()| self.compact(now));
        match drained {
            Err(failure) if std::mem::take(&mut self.unreplaced) => {
                self.host.say(format!("what was removed is still in the files: {}", failure.text));
                self.load(now)
            }
            drained => drained,
        }
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

    /// The same request with the embedding of a text of it, where this host makes the store's vectors. A
    /// model that does not answer leaves recall to the words.
    fn query_embedding(&mut self, request: &Request, text: &str) -> Outcome<Option<Request>> {
        let Some(by) = self.vectors()? else {
            return Ok(None);
        };
        let table = self.host.runtime.table().clone();
        let Some(operation) = table.get("queryText") else {
            return Ok(None);
        };
        let mut words = Request::new("queryText", request.now, json!({"text": text}));
        words.scope = request.scope.clone();
        let words = self.call(operation, &words)?;
        let words = words["text"].as_str().unwrap_or(text).to_string();
        let vector = match by {
            Vectors::BuiltIn => self.host.embedder.borrow_mut().embed(&[words])?.concat(),
            Vectors::Model(model) => match model.query(&words) {
                Ok(vector) => vector,
                Err(error) => {
                    self.host.say(format!("recalled by words alone: embeddings: {error}"));
                    return Ok(None);
                }
            },
        };
        let mut request = request.clone();
        request.args.insert("embedding".into(), json!(vector));
        Ok(Some(request))
    }

    /// Who makes the store's vectors; none where the caller brings them, or there are none.
    fn vectors(&self) -> Outcome<Option<Vectors>> {
        let Some(embedder) = &self.opened.embedder else {
            return Ok(None);
        };
        if let Some(model) = &self.host.models.embeddings
            && model.makes(&embedder.name, embedder.dimensions)
        {
            return Ok(Some(Vectors::Model(model.clone())));
        }
        let builtin = self.host.embedder.borrow_mut().info()?;
        let is_builtin = (&builtin.name, builtin.dimensions) == (&embedder.name, embedder.dimensions);
        Ok(is_builtin.then_some(Vectors::BuiltIn))
    }

    fn embed(&self, by: &Vectors, texts: &[String]) -> Outcome<Vec<Vec<f32>>> {
        match by {
            Vectors::BuiltIn => self.host.embedder.borrow_mut().embed(texts),
            Vectors::Model(model) => {
                model.passages(texts).map_err(|error| Failure::other(format!("embeddings: {error}")))
            }
        }
    }

    /// Carries out the engine's tasks until none is left that this host can do. Models are called only
    /// where something was written, or the caller says so: reading waits for no model to recover.
    fn drain(&mut self, now: u64, mut calls: bool) -> Outcome<()> {
        let mut asked = BTreeSet::new();
        while let Some(work) = self.poll(now)? {
            let done = match work {
                Work { ticket, task: Task::Ask(ask) } => {
                    calls && !self.lazy && self.put((ticket, ask), &mut asked, now)?
                }
                Work { ticket, task: Task::Embed(texts) } => {
                    !self.lazy && self.embed_task(ticket, &texts, calls, now)?
                }
                Work { ticket, task: Task::Rerank(_) | Task::Count(_) } => calls && self.drop_errand(ticket, now)?,
                Work { ticket, task } => {
                    calls |= matches!(task, Task::Append(_));
                    self.write(ticket, &task, now)?;
                    true
                }
            };
            if !done {
                break;
            }
        }
        Ok(())
    }

    fn poll(&mut self, now: u64) -> Outcome<Option<Work>> {
        let work = self.live()?.poll(now);
        work.map_err(|fault| self.fail(fault))
    }

    fn answer(&mut self, ticket: u64, answer: &Answer, now: u64) -> Outcome<()> {
        let answered = self.live()?.answer(ticket, answer, now);
        answered.map(drop).map_err(|fault| self.fail(fault))
    }

    /// Writes bytes. After a write that failed the store is opened again from what is kept: it must not
    /// acknowledge the rest.
    fn write(&mut self, ticket: u64, task: &Task, now: u64) -> Outcome<()> {
        let result = match task {
            Task::Append(bytes) => self.storage.append(bytes),
            Task::Replace(bytes) => self.storage.replace(bytes),
            _ => return Err(Failure::other("bytes were expected to be written")),
        };
        let failed = result.err().map(|error| Failure::storage("could not be stored", &error));
        let answer = failed.as_ref().map_or(Answer::Stored, |failure| Answer::Failed(failure.text.clone()));
        self.answer(ticket, &answer, now)?;
        match failed {
            None => Ok(()),
            Some(failure) => {
                self.instance = None;
                self.unreplaced = matches!(task, Task::Replace(_));
                Err(failure)
            }
        }
    }

    /// Embeds texts. False: it is not for this host, or not now.
    fn embed_task(&mut self, ticket: u64, texts: &[String], calls: bool, now: u64) -> Outcome<bool> {
        let Some(by) = self.vectors()?.filter(|by| calls || matches!(by, Vectors::BuiltIn)) else {
            return Ok(false);
        };
        match self.embed(&by, texts) {
            Ok(vectors) => self.answer(ticket, &Answer::Vectors(vectors), now).map(|()| true),
            Err(failure) => {
                self.host.say(format!("memories wait to be embedded: {}", failure.text));
                self.answer(ticket, &Answer::Failed(failure.text), now).map(|()| false)
            }
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
        self.drain(now, false)
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

/// The embedder of a new store.
fn new_embedder(host: &Host, embedding: &Embedding) -> Outcome<EmbedderInfo> {
    match host.models.embeddings.as_ref().filter(|_| !matches!(embedding, Embedding::BuiltIn)) {
        None => host.embedder.borrow_mut().info(),
        Some(model) => {
            let dimensions = model.dimensions();
            let dimensions = dimensions.map_err(|error| Failure::other(format!("embeddings: {error}")))?;
            Ok(EmbedderInfo { name: model.name().into(), dimensions })
        }
    }
}

fn open(host: &Host, settings: &Settings, storage: &mut dyn Storage, now: u64) -> Outcome<(Instance, Opened)> {
    let kept = storage.load()?;
    let embedder = match &settings.embedding {
        Embedding::Default | Embedding::BuiltIn if kept.is_empty() => Some(new_embedder(host, &settings.embedding)?),
        Embedding::Default | Embedding::BuiltIn | Embedding::None => None,
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
