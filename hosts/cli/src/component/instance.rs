//! One instance of the component: one tenant's store, and the scopes that were opened on it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};
use wasmtime::component::types::Type;
use wasmtime::component::{Instance as Exports, ResourceAny, Val};
use wasmtime::{Store, StoreLimits, Trap};

use super::bindings::Memolet;
use super::bindings::exports::memolet::memory::memory::{
    Answer, EmbedderInfo, Failure as WitFailure, Opened, Options, Request as Work, Verdict,
};
use super::dispatch::{Operation, Table, no_scope};
use super::{emit, languages};
use crate::failure::{Failure, Outcome};
use crate::request::Request;

/// Scopes kept open at a time; the next one closes them all.
const MOST_SCOPES: usize = 1024;

/// Why a call gave no result.
#[derive(Debug)]
pub enum Fault {
    /// The engine said no. The instance lives on.
    Failure(Failure),
    /// The engine was stopped. The instance is dead: open the store again in another.
    Trap(String),
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<wasmtime::Error> for Fault {
    fn from(error: wasmtime::Error) -> Self {
        Self::Trap(match error.downcast_ref::<Trap>() {
            Some(Trap::Interrupt) => "it took longer than its deadline".into(),
            Some(trap) => trap.to_string(),
            None => error.root_cause().to_string(),
        })
    }
}

impl From<WitFailure> for Fault {
    fn from(failure: WitFailure) -> Self {
        use WitFailure as W;
        let (tag, text) = match failure {
            W::Denied(text) => ("denied", text),
            W::NotFound(text) => ("not-found", text),
            W::Invalid(text) => ("invalid", text),
            W::Conflict(text) => ("conflict", text),
            W::Authority(text) => ("authority", text),
            W::StaleTicket(text) => ("stale-ticket", text),
            W::WrongAnswer(text) => ("wrong-answer", text),
            W::Undrained(text) => ("undrained", text),
            W::MalformedReply(text) => ("malformed-reply", text),
            W::NotShown(text) => ("not-shown", text),
            W::EmbedderMismatch(text) => ("embedder-mismatch", text),
            W::TooLarge(text) => ("too-large", text),
            W::Corrupt(text) => ("corrupt", text),
            W::NewerFormat(text) => ("newer-format", text),
            W::Locked(text) => ("locked", text),
            W::Full(text) => ("full", text),
            W::Other(text) => ("other", text),
        };
        Self::Failure(Failure::new(tag, text))
    }
}

/// The component with a memory of its own.
pub struct Instance {
    store: Store<StoreLimits>,
    api: Memolet,
    exports: Exports,
    table: Arc<Table>,
    /// Ticks that one call may take.
    deadline: u64,
    memory: Option<ResourceAny>,
    scopes: BTreeMap<String, ResourceAny>,
}

impl Instance {
    pub(super) fn new(
        mut store: Store<StoreLimits>,
        exports: Exports,
        table: Arc<Table>,
        deadline: u64,
    ) -> wasmtime::Result<Self> {
        let api = Memolet::new(&mut store, &exports)?;
        Ok(Self { store, api, exports, table, deadline, memory: None, scopes: BTreeMap::new() })
    }

    /// Opens the tenant's store from what was kept of it, in an instance that reads every language.
    pub fn open(
        &mut self,
        options: &Options,
        snapshot: Option<&[u8]>,
        journal: &[u8],
        now: u64,
    ) -> Result<Opened, Fault> {
        languages::load_all(self)?;
        self.start_call();
        let stores = self.api.memolet_memory_memory().store();
        let memory = stores.call_open(&mut self.store, options, snapshot, journal, now)??;
        self.memory = Some(memory);
        Ok(stores.call_opened(&mut self.store, memory)?)
    }

    /// Adds a language to those that this instance reads statements in.
    pub(super) fn load_language(&mut self, table: &str) -> Result<(), Fault> {
        self.start_call();
        self.api.memolet_memory_statements().call_load_language(&mut self.store, table)??;
        Ok(())
    }

    /// The oldest open task.
    pub fn poll(&mut self, now: u64) -> Result<Option<Work>, Fault> {
        let memory = self.start_store_call()?;
        Ok(self.api.memolet_memory_memory().store().call_poll(&mut self.store, memory, now)??)
    }

    /// Gives a task's answer back.
    pub fn answer(&mut self, ticket: u64, answer: &Answer, now: u64) -> Result<Verdict, Fault> {
        let memory = self.start_store_call()?;
        let stores = self.api.memolet_memory_memory().store();
        Ok(stores.call_answer(&mut self.store, memory, ticket, answer, now)??)
    }

    /// Asks for a snapshot in place of the journal.
    pub fn compact(&mut self, now: u64) -> Result<(), Fault> {
        let memory = self.start_store_call()?;
        Ok(self.api.memolet_memory_memory().store().call_compact(&mut self.store, memory, now)??)
    }

    /// Calls an operation: arguments from JSON, the result as JSON.
    pub fn call(&mut self, operation: &Operation, request: &Request) -> Result<Value, Fault> {
        let memory = self.start_store_call()?;
        let scope = match operation.needs_scope() {
            true => Some(self.scope(request.scope.as_ref().ok_or_else(no_scope)?)?),
            false => None,
        };
        let arguments = operation.arguments(request, memory, scope)?;
        let value = self.invoke(operation, &arguments)?;
        Ok(operation.named(result(operation.result(), value)?))
    }

    /// The handle for a set of labels, opened at its first use.
    fn scope(&mut self, labels: &Value) -> Result<ResourceAny, Fault> {
        let name = canonical(labels);
        if let Some(scope) = self.scopes.get(&name) {
            return Ok(*scope);
        }
        if self.scopes.len() >= MOST_SCOPES {
            for scope in std::mem::take(&mut self.scopes).into_values() {
                scope.resource_drop(&mut self.store)?;
            }
        }
        let table = self.table.clone();
        let memory = self.start_store_call()?;
        let arguments = table.open_scope().scope_arguments(labels, memory)?;
        let value = self.invoke(table.open_scope(), &arguments)?;
        if let Some(Val::Result(Ok(Some(scope)))) = &value
            && let Val::Resource(scope) = **scope
        {
            self.scopes.insert(name, scope);
            return Ok(scope);
        }
        result(table.open_scope().result(), value)?;
        Err(Failure::other("store.scope gave no scope").into())
    }

    fn invoke(&mut self, operation: &Operation, arguments: &[Val]) -> Result<Option<Val>, Fault> {
        let function = self
            .exports
            .get_func(&mut self.store, operation.export())
            .ok_or_else(|| Failure::other(format!("the component has lost {}", operation.name())))?;
        let mut results = vec![Val::Bool(false); usize::from(operation.result().is_some())];
        self.start_call();
        function.call(&mut self.store, arguments, &mut results)?;
        Ok(results.pop())
    }

    /// Gives the next call its whole time.
    fn start_call(&mut self) {
        self.store.set_epoch_deadline(self.deadline);
    }

    fn start_store_call(&mut self) -> Outcome<ResourceAny> {
        self.start_call();
        self.memory.ok_or_else(|| Failure::other("no store is open"))
    }
}

/// The built-in embedder's calls; the instance that makes them holds no store.
impl Instance {
    /// Loads a table.
    pub(super) fn load_table(&mut self, table: &[u8]) -> Result<(ResourceAny, EmbedderInfo), Fault> {
        self.start_call();
        let embedders = self.api.memolet_memory_embedding().embedder();
        let embedder = embedders.call_load(&mut self.store, table)??;
        let info = embedders.call_info(&mut self.store, embedder)?;
        Ok((embedder, info))
    }

    /// Embeds texts with a loaded table.
    pub(super) fn embed(&mut self, embedder: ResourceAny, texts: &[String]) -> Result<Vec<Vec<f32>>, Fault> {
        self.start_call();
        let embedders = self.api.memolet_memory_embedding().embedder();
        Ok(embedders.call_embed(&mut self.store, embedder, texts)??)
    }
}

/// A text that is the same for the same labels in any order.
fn canonical(labels: &Value) -> String {
    match labels {
        Value::Object(object) => {
            let sorted: BTreeMap<&String, &Value> = object.iter().filter(|(_, value)| !value.is_null()).collect();
            sorted.into_iter().map(|(key, value)| format!("{key}={value}\n")).collect()
        }
        other => other.to_string(),
    }
}

/// What a function gave, as JSON; nothing at all is an empty object.
fn result(ty: Option<&Type>, value: Option<Val>) -> Outcome<Value> {
    let nothing = || Value::Object(Map::new());
    match (ty, value) {
        (Some(Type::Result(ty)), Some(Val::Result(Ok(value)))) => Ok(match (ty.ok(), value) {
            (Some(ty), Some(value)) => emit::to_json(&ty, *value),
            _ => nothing(),
        }),
        (Some(Type::Result(ty)), Some(Val::Result(Err(value)))) => Err(match (ty.err(), value) {
            (Some(ty), Some(value)) => failure(&emit::to_json(&ty, *value)),
            _ => Failure::other("the engine gave no reason"),
        }),
        (Some(ty), Some(value)) => Ok(emit::to_json(ty, value)),
        _ => Ok(nothing()),
    }
}

fn failure(value: &Value) -> Failure {
    let field = |name| value.get(name).and_then(Value::as_str).unwrap_or_default();
    Failure::new(field("tag"), field("val"))
}
