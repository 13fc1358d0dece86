//! `raw/types.ts`: the surface of the raw engine, as `src/bind/js` gives it.

use std::fmt::Write as _;

use super::contract::{Contract, Group, Operation, Receiver, Shape, camel, pascal};
use super::door::is_flexible;
use super::emit::{self, HEAD, Optional, Write};

const FAILURES: &str = "
/** What every failure is thrown as. */
export interface Thrown extends Error {
  payload: Failure;
}
";

/// The file's text.
pub fn types(contract: &Contract) -> String {
    let form = Raw { contract };
    let mut text = format!("{HEAD}// The types of the raw engine: values as a component has them.\n");
    for definition in contract.definitions() {
        let body = emit::definition(contract, definition, &pascal(&definition.name), &form);
        // Times and counts are numbers here; a scalar's are the caller's own, and whole.
        let body = match definition.name.as_str() {
            "scalar" => body.replace("\"natural\"; val: number", "\"natural\"; val: bigint"),
            _ => body,
        };
        _ = write!(text, "\n{body}");
    }
    text.push_str(FAILURES);
    for group in &contract.groups {
        for (name, docs) in &group.resources {
            _ = write!(text, "\n{}", resource(&form, group, name, docs.as_ref()));
        }
        _ = write!(text, "\n{}", interface(&form, group));
    }
    text + "\n" + &whole(contract)
}

/// A resource: its methods, and how it is let go.
fn resource(form: &Raw<'_>, group: &Group, name: &str, docs: Option<&String>) -> String {
    let methods = group.operations.iter().filter(|operation| operation.receiver == Receiver::Method(name.into()));
    let methods: String = methods.map(|method| function(form, method)).collect();
    let docs = emit::docs(form.contract, docs, "");
    let free = "  /** Lets its memory go. It may not be used after. */\n  free(): void;\n";
    format!("{docs}export interface {} {{\n{methods}{free}}}\n", pascal(name))
}

/// An interface as an object: its functions, and its resources' static ones.
fn interface(form: &Raw<'_>, group: &Group) -> String {
    let mut members: String = group
        .operations
        .iter()
        .filter(|operation| operation.receiver == Receiver::None)
        .map(|operation| function(form, operation))
        .collect();
    for (name, _) in &group.resources {
        let fixed = group.operations.iter().filter(|operation| operation.receiver == Receiver::Static(name.clone()));
        let fixed: String = fixed.map(|operation| function(form, operation)).collect();
        let inner: String = fixed.lines().map(|line| format!("  {line}\n")).collect();
        _ = write!(members, "  {}: {{\n    readonly prototype: {0};\n{inner}  }};\n", pascal(name));
    }
    let docs = emit::docs(form.contract, group.docs.as_ref(), "");
    format!("{docs}export interface {}Interface {{\n{members}}}\n", pascal(&group.name))
}

fn whole(contract: &Contract) -> String {
    let names: Vec<String> = contract.groups.iter().map(|group| pascal(&group.name) + "Interface").collect();
    format!("/** Everything that the engine's module exports. */\nexport type Raw = {};\n", names.join(" & "))
}

fn function(form: &Raw<'_>, operation: &Operation) -> String {
    let docs = emit::docs(form.contract, operation.docs.as_ref(), "  ");
    let (name, result) = (camel(&operation.name), form.given(operation.result.as_ref()));
    format!("{docs}  {name}({}): {result};\n", parameters(form, operation))
}

/// Those at the end that may be left out are optional; others take `undefined`.
fn parameters(form: &Raw<'_>, operation: &Operation) -> String {
    let required = |(_, shape): &(String, Shape)| !matches!(shape, Shape::Option(_));
    let last = operation.parameters.iter().rposition(required).map_or(0, |index| index + 1);
    let written = operation.parameters.iter().enumerate().map(|(index, (name, shape))| {
        let inner = if let Shape::Option(inner) = shape { inner } else { shape };
        let ty = if *inner == Shape::Time { "number | Date".into() } else { form.shape(inner) };
        // A word that strict code may not use for a parameter.
        let name = if name == "arguments" { "args".into() } else { camel(name) };
        match shape {
            Shape::Option(_) if index >= last => format!("{name}?: {ty}"),
            Shape::Option(_) => format!("{name}: {ty} | undefined"),
            _ => format!("{name}: {ty}"),
        }
    });
    written.collect::<Vec<_>>().join(", ")
}

struct Raw<'c> {
    contract: &'c Contract,
}

impl Raw<'_> {
    /// What a function gives.
    fn given(&self, shape: Option<&Shape>) -> String {
        match shape {
            None => "void".into(),
            Some(Shape::Option(inner)) => format!("{} | undefined", self.shape(inner)),
            Some(Shape::List(inner)) if **inner == Shape::List(Box::new(Shape::F32)) => "Float32Array[]".into(),
            Some(shape) => self.shape(shape),
        }
    }
}

impl Write for Raw<'_> {
    fn shape(&self, shape: &Shape) -> String {
        match shape {
            Shape::Bool => "boolean".into(),
            Shape::Text | Shape::Json => "string".into(),
            Shape::S64 => "bigint".into(),
            Shape::Time | Shape::U32 | Shape::S32 | Shape::U64 | Shape::F32 | Shape::F64 => "number".into(),
            Shape::Bytes => "Uint8Array".into(),
            Shape::Scalar => "Scalar".into(),
            Shape::Option(inner) => format!("{} | undefined", self.shape(inner)),
            Shape::List(inner) if **inner == Shape::F32 => "Float32Array | number[]".into(),
            Shape::List(inner) => emit::list(&self.shape(inner)),
            Shape::Pairs(inner) => format!("[string, {}][]", self.shape(inner)),
            Shape::Named(name) => pascal(name),
        }
    }

    fn optional(&self, record: &str, shape: &Shape) -> Optional {
        let handed_in = !self.contract.results.contains(record);
        match shape {
            Shape::Option(_) => Optional::Undefined,
            _ if handed_in && is_flexible(shape) => Optional::Undefined,
            _ => Optional::No,
        }
    }
}
