//! The table of operations, read from the component's own types.
//!
//! A free function or a method of `store` or `scope` is an operation; its name is the function's in
//! camelCase. Parameters are filled by name: a handle, `now`, `key`, a record from the request's
//! arguments themselves, anything else from the argument of its name.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use serde_json::Value;
use wasmtime::Engine;
use wasmtime::component::types::{ComponentFunc, ComponentItem, Record, Type};
use wasmtime::component::{Component, ComponentExportIndex, ResourceAny, Val};

use super::convert::{self, Place};
use super::results::SINGLE_RESULTS;
use crate::failure::{Failure, Outcome};
use crate::request::{Request, known};

/// Operations whose result is a text of JSON: it is given as JSON.
const JSON_RESULTS: [&str; 3] = ["policy", "tool", "toolDefinitions"];

/// Operations that change nothing. Anything else is taken for a command.
const READS: [&str; 24] = [
    "audit",
    "context",
    "eviction",
    "exportLines",
    "get",
    "history",
    "list",
    "opened",
    "pendingErasures",
    "policy",
    "profiles",
    "queryText",
    "readStatements",
    "recall",
    "receipts",
    "replay",
    "resume",
    "score",
    "stateHash",
    "stats",
    "toolDefinitions",
    "tryPolicy",
    "verify",
    "whyNot",
];

/// Every operation by name, and how to open a scope.
#[derive(Debug)]
pub struct Table {
    operations: BTreeMap<String, Operation>,
    open_scope: Operation,
}

/// One exported function.
#[derive(Debug)]
pub struct Operation {
    name: String,
    export: ComponentExportIndex,
    parameters: Vec<Parameter>,
    result: Option<Type>,
}

/// Where an argument comes from.
#[derive(Debug)]
enum Parameter {
    Store,
    Scope,
    Now,
    Key,
    /// A record whose fields are arguments themselves.
    Fields(Record),
    /// One argument, by its name in the contract and in JSON.
    Value {
        kebab: String,
        camel: String,
        ty: Type,
    },
}

impl Table {
    /// Reads the exports of a component.
    pub fn new(engine: &Engine, component: &Component) -> anyhow::Result<Self> {
        let mut operations = BTreeMap::new();
        let mut open_scope = None;
        for (interface, item) in component.component_type().exports(engine) {
            let ComponentItem::ComponentInstance(exports) = item.ty else { continue };
            if interface.contains("/embedding@") {
                continue;
            }
            let parent = component.get_export_index(None, interface).context("an export without an index")?;
            for (export, item) in exports.exports(engine) {
                let ComponentItem::ComponentFunc(function) = item.ty else { continue };
                let Some((resource, kebab)) = split(export) else { continue };
                let index = component.get_export_index(Some(&parent), export).context("a function without an index")?;
                let operation = Operation::new(kebab, resource, index, &function);
                if resource == Some("store") && kebab == "scope" {
                    open_scope = Some(operation);
                } else if let Some(twin) = operations.insert(operation.name.clone(), operation) {
                    bail!("two exported functions are called {}", twin.name);
                }
            }
        }
        let open_scope = open_scope.context("the component exports no store.scope")?;
        Ok(Self { operations, open_scope })
    }

    /// An operation by its name in JSON.
    pub fn get(&self, name: &str) -> Option<&Operation> {
        self.operations.get(name)
    }

    /// The names of all operations, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.operations.keys().map(String::as_str)
    }

    /// The method of the store that opens a scope.
    pub(super) fn open_scope(&self) -> &Operation {
        &self.open_scope
    }
}

impl Operation {
    fn new(kebab: &str, resource: Option<&str>, export: ComponentExportIndex, function: &ComponentFunc) -> Self {
        let parameters = function.params().map(|(name, ty)| Parameter::new(name, ty, resource)).collect();
        Self { name: convert::camel(kebab), export, parameters, result: function.results().next() }
    }

    /// Its name in JSON.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it changes nothing.
    pub fn is_read(&self) -> bool {
        READS.contains(&self.name.as_str())
    }

    /// Whether it needs a scope.
    pub fn needs_scope(&self) -> bool {
        self.parameters.iter().any(|parameter| matches!(parameter, Parameter::Scope))
    }

    /// Whether it reads by a query.
    pub fn takes_query(&self) -> bool {
        self.parameters.iter().any(|parameter| matches!(parameter, Parameter::Fields(record) if is_query(record)))
    }

    /// The text whose embedding a request may carry and does not: what is recalled, by a query or by a tool.
    pub fn to_embed(&self, request: &Request) -> Option<String> {
        let args = &request.args;
        let text = self.parameters.iter().find_map(|parameter| match parameter {
            Parameter::Fields(record) if is_query(record) => args.get("text").cloned(),
            Parameter::Value { kebab, .. } if kebab == "embedding" => queried(args.get("arguments")?),
            _ => None,
        });
        let given = args.get("embedding").is_some_and(|embedding| !embedding.is_null());
        text?.as_str().filter(|text| !given && !text.is_empty()).map(str::to_owned)
    }

    /// Its result as an object. `null` says that there was nothing to give.
    pub(super) fn named(&self, value: Value) -> Value {
        let value = match value {
            Value::String(text) if JSON_RESULTS.contains(&self.name.as_str()) => {
                serde_json::from_str(&text).unwrap_or(Value::String(text))
            }
            value => value,
        };
        if value.is_object() || value.is_null() {
            return value;
        }
        let name = SINGLE_RESULTS.iter().find(|(operation, _)| *operation == self.name);
        serde_json::json!({ name.map_or("value", |(_, name)| name): value })
    }

    pub(super) fn export(&self) -> &ComponentExportIndex {
        &self.export
    }

    pub(super) fn result(&self) -> Option<&Type> {
        self.result.as_ref()
    }

    /// The arguments of a call, in the order of its parameters.
    pub(super) fn arguments(
        &self,
        request: &Request,
        store: ResourceAny,
        scope: Option<ResourceAny>,
    ) -> Outcome<Vec<Val>> {
        self.check(request)?;
        self.parameters
            .iter()
            .map(|parameter| match parameter {
                Parameter::Store => Ok(Val::Resource(store)),
                Parameter::Scope => scope.map(Val::Resource).ok_or_else(no_scope),
                Parameter::Now => Ok(Val::U64(request.now)),
                Parameter::Key => Ok(Val::Option(request.key.clone().map(|key| Box::new(Val::String(key))))),
                Parameter::Fields(record) => convert::fields(record, &request.args, Place::Root),
                Parameter::Value { kebab, camel, ty } => {
                    convert::argument(ty, request.args.get(camel), Place::named(kebab, camel))
                }
            })
            .collect()
    }

    /// The arguments of the method that opens a scope: the labels are one whole record.
    pub(super) fn scope_arguments(&self, labels: &Value, store: ResourceAny) -> Outcome<Vec<Val>> {
        let arguments = self.parameters.iter().map(|parameter| match parameter {
            Parameter::Fields(record) => convert::record(record, labels, Place::named("scope", "scope")),
            _ => Ok(Val::Resource(store)),
        });
        arguments.collect()
    }

    /// Refuses arguments that no parameter takes.
    fn check(&self, request: &Request) -> Outcome<()> {
        let allowed = self.allowed();
        let allowed: Vec<&str> = allowed.iter().map(String::as_str).collect();
        known(request.args.keys(), &allowed, &self.name)?;
        let takes_key = self.parameters.iter().any(|parameter| matches!(parameter, Parameter::Key));
        if request.key.is_some() && !takes_key {
            return Err(Failure::invalid(format!("key: {} takes none", self.name)));
        }
        Ok(())
    }

    /// Names of the arguments it takes.
    fn allowed(&self) -> Vec<String> {
        let mut names = Vec::new();
        for parameter in &self.parameters {
            match parameter {
                Parameter::Fields(record) => names.extend(record.fields().map(|field| convert::camel(field.name))),
                Parameter::Value { camel, .. } => names.push(camel.clone()),
                _ => {}
            }
        }
        names
    }
}

impl Parameter {
    fn new(name: &str, ty: Type, resource: Option<&str>) -> Self {
        match (name, ty) {
            ("self", _) if resource == Some("store") => Self::Store,
            ("self", _) => Self::Scope,
            ("store", Type::Borrow(_)) => Self::Store,
            ("scope", Type::Borrow(_)) => Self::Scope,
            ("now", Type::U64) => Self::Now,
            ("key", Type::Option(_)) => Self::Key,
            (_, Type::Record(record)) => Self::Fields(record),
            (_, ty) => Self::Value { kebab: name.into(), camel: convert::camel(name), ty },
        }
    }
}

fn is_query(record: &Record) -> bool {
    let has = |name| record.fields().any(|field| field.name == name);
    has("min-relevance") && has("embedding")
}

/// What a tool's arguments ask for, be they JSON or a text of it.
fn queried(arguments: &Value) -> Option<Value> {
    match arguments {
        Value::String(text) => serde_json::from_str::<Value>(text).ok()?.get("query").cloned(),
        arguments => arguments.get("query").cloned(),
    }
}

/// The failure of a request that needs a scope and has none.
pub fn no_scope() -> Failure {
    Failure::invalid("scope: required, with at least a user: {\"user\": \"ana\"}")
}

/// The resource, if any, and the name of an exported function. None for what is no operation.
fn split(export: &str) -> Option<(Option<&str>, &str)> {
    match export.strip_prefix('[') {
        None => Some((None, export)),
        Some(rest) => {
            let (resource, name) = rest.strip_prefix("method]")?.split_once('.')?;
            Some((Some(resource), name))
        }
    }
}
