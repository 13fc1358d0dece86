//! `contract/table.ts`: operations and shapes as short texts, read by `engine/table.ts`.
//!
//! A shape is a letter or a name, behind `?` (may be left out), `*` (a list) or `%` (an object of
//! such values). Letters: s text, j JSON, b true or false, u a whole number of 32 bits, i one that
//! may be below 0, n of 53, f a number, g one of 32 bits, t a time, y bytes, x a scalar, `_` as it is.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::contract::{Body, Contract, Definition, Operation, Receiver, Shape, camel};
use super::emit::HEAD;

const OPERATIONS: &str = "\
/**
 * Each operation: the resource that it is a method of, its parameters in order, and its result. `&x` is a
 * record whose fields are the arguments themselves; `name:shape` is one argument, or a result under a name.
 */
";

const SHAPES: &str = "\
/**
 * The shapes that operations name. `name:shape` are a record's fields, `=` leads an enum's names, `|` a
 * variant's cases. Of what is only ever given, there is what has another form in the engine.
 */
";

/// The file's text.
pub fn table(contract: &Contract) -> String {
    let mut text = format!("{HEAD}// Operations and shapes as data; engine/table.ts reads them.\n\n{OPERATIONS}");
    text.push_str("export const OPERATIONS = {\n");
    let mut named = BTreeSet::from(["labels".to_string()]);
    for operation in contract.operations() {
        _ = writeln!(text, "  {}: \"{}\",", camel(&operation.name), line(contract, operation));
        named.extend(operation.parameters.iter().flat_map(|(_, shape)| name_of(shape)));
        named.extend(operation.result.iter().filter(|shape| converts(contract, shape)).flat_map(name_of));
    }
    _ = write!(text, "}};\n\n{SHAPES}export const SHAPES = {{\n");
    let reached = close(contract, named);
    for definition in contract.definitions().filter(|definition| reached.contains(&definition.name)) {
        _ = writeln!(text, "  {}: \"{}\",", camel(&definition.name), self::shape_of(contract, definition));
    }
    text + "};\n"
}

fn line(contract: &Contract, operation: &Operation) -> String {
    let mut words = Vec::new();
    if let Receiver::Method(resource) = &operation.receiver {
        words.push(format!("@{resource}"));
    }
    for (name, shape) in &operation.parameters {
        words.push(match (name.as_str(), shape) {
            (name @ ("store" | "scope" | "now" | "key"), _) => name.into(),
            (_, Shape::Named(record)) if contract.roots.contains(record) => format!("&{}", camel(record)),
            (name, shape) => format!("{}:{}", camel(name), code(contract, shape, true)),
        });
    }
    if let Some(shape) = &operation.result {
        let name = operation.result_name(contract).map(|name| format!("{name}:")).unwrap_or_default();
        words.push(format!("> {name}{}", code(contract, shape, false)));
    }
    words.join(" ")
}

fn shape_of(contract: &Contract, definition: &Definition) -> String {
    let input = contract.inputs.contains(&definition.name);
    let members = definition.body.members().iter();
    let members =
        members.filter(|member| input || member.shape.as_ref().is_some_and(|shape| converts(contract, shape)));
    let members = members.map(|member| match (&definition.body, &member.shape) {
        (Body::Record(_), Some(shape)) => format!("{}:{}", camel(&member.name), code(contract, shape, input)),
        (_, Some(shape)) => format!("{}:{}", member.name, code(contract, shape, input)),
        (_, None) => member.name.clone(),
    });
    let members = members.collect::<Vec<_>>().join(" ");
    match definition.body {
        Body::Record(_) => members,
        Body::Enum(_) => format!("={members}"),
        Body::Variant(_) => format!("|{members}"),
    }
}

/// `whole`: what is handed in is checked in every part; of what is given, only what converts is told.
fn code(contract: &Contract, shape: &Shape, whole: bool) -> String {
    if !whole && !converts(contract, shape) && !matches!(shape, Shape::Json) {
        return if matches!(shape, Shape::Option(_)) { "?_".into() } else { "_".into() };
    }
    match shape {
        Shape::Bool => "b".into(),
        Shape::Text => "s".into(),
        Shape::Json => "j".into(),
        Shape::Time => "t".into(),
        Shape::U32 => "u".into(),
        Shape::S32 => "i".into(),
        Shape::U64 => "n".into(),
        Shape::S64 | Shape::F64 => "f".into(),
        Shape::F32 => "g".into(),
        Shape::Bytes => "y".into(),
        Shape::Scalar => "x".into(),
        Shape::Option(inner) => format!("?{}", code(contract, inner, whole)),
        Shape::List(inner) => format!("*{}", code(contract, inner, whole)),
        Shape::Pairs(inner) => format!("%{}", code(contract, inner, whole)),
        Shape::Named(name) => camel(name),
    }
}

/// Whether a shape has another form in the engine than in an answer.
fn converts(contract: &Contract, shape: &Shape) -> bool {
    match shape {
        Shape::Pairs(_) | Shape::Scalar => true,
        Shape::Option(inner) | Shape::List(inner) => converts(contract, inner),
        Shape::Named(name) => contract.definition(name).is_some_and(|definition| {
            let mut shapes = definition.body.members().iter().filter_map(|member| member.shape.as_ref());
            shapes.any(|shape| converts(contract, shape))
        }),
        _ => false,
    }
}

fn name_of(shape: &Shape) -> Option<String> {
    match shape {
        Shape::Option(inner) | Shape::List(inner) | Shape::Pairs(inner) => name_of(inner),
        Shape::Named(name) => Some(name.clone()),
        _ => None,
    }
}

/// The names, and those that they name.
fn close(contract: &Contract, names: BTreeSet<String>) -> BTreeSet<String> {
    let mut closed = BTreeSet::new();
    let mut open: Vec<String> = names.into_iter().collect();
    while let Some(name) = open.pop() {
        let Some(definition) = contract.definition(&name).filter(|_| closed.insert(name.clone())) else { continue };
        let input = contract.inputs.contains(&name);
        let shapes = definition.body.members().iter().filter_map(|member| member.shape.as_ref());
        open.extend(shapes.filter(|shape| input || converts(contract, shape)).filter_map(name_of));
    }
    closed
}
