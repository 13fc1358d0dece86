//! `contract/types.ts`: the contract in the forms of the JSON API.

use std::fmt::Write as _;

use super::contract::{Body, Contract, Operation, Shape, camel, pascal};
use super::emit::{self, HEAD, Optional, Write};

const MOST_COLUMNS: usize = 110;

const TIMES: &str = "
/** UTC milliseconds since the Unix epoch, a `Date`, or a text of RFC 3339 with a zone. */
export type Time = number | Date | string;

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON value to be handed in: an object or a list, or its text. */
export type JsonInput = object | string;

/** One metadata value. A whole number that `number` cannot hold exactly is a `bigint`, given and handed in. */
export type Scalar = null | boolean | number | bigint | string;

/** What there is to say where there is nothing to say. */
export type Nothing = Record<string, never>;
";

/// The file's text.
pub fn types(contract: &Contract) -> String {
    let mut text = format!("{HEAD}// The types of the contract, as requests and answers have them.\n{TIMES}");
    for definition in contract.definitions() {
        let name = pascal(&definition.name);
        let (input, result) = (contract.inputs.contains(&definition.name), contract.results.contains(&definition.name));
        if definition.name == "failure" {
            let head = emit::docs(contract, definition.docs.as_ref(), "");
            let cases = definition.body.members();
            let tags = emit::union(contract, &head, "FailureTag", cases, &|case| format!("\"{}\"", case.name));
            _ = write!(text, "\n{tags}");
        } else if result || !input {
            let is_scalar = name == "Scalar";
            if !is_scalar {
                _ = write!(
                    text,
                    "\n{}",
                    emit::definition(contract, definition, &name, &Form { contract, input: false })
                );
            }
        }
        if input {
            let form = Form { contract, input: true };
            let name = form.named(&definition.name);
            if name != pascal(&definition.name) || !result {
                _ = write!(text, "\n{}", emit::definition(contract, definition, &name, &form));
            }
        }
    }
    text + "\n" + &operations(contract)
}

/// Every operation with its arguments and what it gives.
fn operations(contract: &Contract) -> String {
    let mut text = String::from("/** What requests can ask for: the arguments of each operation, and its result. */\n");
    text.push_str("export interface Operations {\n");
    for operation in contract.operations() {
        text.push_str(&emit::docs(contract, operation.docs.as_ref(), "  "));
        let (args, result) = (args(contract, operation), result(contract, operation));
        let name = camel(&operation.name);
        _ = match format!("  {name}: {{ args: {args}; result: {result} }};") {
            line if line.len() <= MOST_COLUMNS => writeln!(text, "{line}"),
            _ => writeln!(text, "  {name}: {{\n    args: {args};\n    result: {result};\n  }};"),
        };
    }
    text + "}\n"
}

fn args(contract: &Contract, operation: &Operation) -> String {
    let form = Form { contract, input: true };
    let (mut fields, mut records) = (Vec::new(), Vec::new());
    for (name, shape) in &operation.parameters {
        match (name.as_str(), shape) {
            ("now" | "key" | "store" | "scope", _) => {}
            (_, Shape::Named(record)) if contract.roots.contains(record) => records.push(form.named(record)),
            (name, shape) => {
                let optional = match shape {
                    Shape::Option(_) | Shape::Bool => Optional::Undefined,
                    _ => Optional::No,
                };
                fields.push(emit::member(&camel(name), shape, optional, &form));
            }
        }
    }
    if !fields.is_empty() {
        records.insert(0, format!("{{ {} }}", fields.join("; ")));
    }
    if records.is_empty() { "Nothing".into() } else { records.join(" & ") }
}

fn result(contract: &Contract, operation: &Operation) -> String {
    let form = Form { contract, input: false };
    let Some(shape) = &operation.result else { return "Nothing".into() };
    let (inner, none) = match shape {
        Shape::Option(inner) => (&**inner, " | null"),
        shape => (shape, ""),
    };
    let ty = if *inner == Shape::Json { "Json".into() } else { form.shape(inner) };
    match operation.result_name(contract) {
        Some(name) => format!("{{ {name}: {ty} }}{none}"),
        None if *inner == Shape::Json => "{ [key: string]: Json }".into(),
        None => format!("{ty}{none}"),
    }
}

/// As results have it, or as arguments may have it.
struct Form<'c> {
    contract: &'c Contract,
    input: bool,
}

impl Form<'_> {
    /// A type's name: inputs have one of their own where it is not the results'.
    fn named(&self, name: &str) -> String {
        let both = self.contract.inputs.contains(name) && self.contract.results.contains(name);
        let own = self.input && both && self.differs(&Shape::Named(name.into()));
        pascal(name) + if own { "Input" } else { "" }
    }

    /// Whether a shape is another as an input than as a result.
    fn differs(&self, shape: &Shape) -> bool {
        match shape {
            Shape::Time | Shape::Json | Shape::F32 => true,
            Shape::Option(inner) | Shape::List(inner) | Shape::Pairs(inner) => self.differs(inner),
            Shape::Named(name) => self.contract.definition(name).is_some_and(|definition| {
                let is_record = matches!(definition.body, Body::Record(_));
                let mut shapes = definition.body.members().iter().filter_map(|member| member.shape.as_ref());
                shapes.any(|shape| is_record && is_flexible(shape) || self.differs(shape))
            }),
            _ => false,
        }
    }
}

/// What may be left out of a record that is handed in, and stands as empty or false then.
pub fn is_flexible(shape: &Shape) -> bool {
    matches!(shape, Shape::Bool | Shape::List(_) | Shape::Pairs(_))
}

impl Write for Form<'_> {
    fn shape(&self, shape: &Shape) -> String {
        match shape {
            Shape::Bool => "boolean".into(),
            Shape::Text => "string".into(),
            Shape::Json if self.input => "JsonInput".into(),
            // Inside a record that the engine gives it stays a text.
            Shape::Json => "string".into(),
            Shape::Time if self.input => "Time".into(),
            Shape::Time | Shape::U32 | Shape::S32 | Shape::U64 | Shape::S64 | Shape::F32 | Shape::F64 => {
                "number".into()
            }
            Shape::Bytes => "Uint8Array".into(),
            Shape::Scalar => "Scalar".into(),
            Shape::Option(inner) => format!("{} | null", self.shape(inner)),
            Shape::List(inner) if self.input && **inner == Shape::F32 => "Float32Array | number[]".into(),
            Shape::List(inner) => emit::list(&self.shape(inner)),
            Shape::Pairs(inner) => format!("Record<string, {}>", self.shape(inner)),
            Shape::Named(name) => self.named(name),
        }
    }

    fn optional(&self, record: &str, shape: &Shape) -> Optional {
        let is_number = matches!(shape, Shape::U32 | Shape::U64);
        match shape {
            Shape::Option(_) if self.input => Optional::Undefined,
            Shape::Option(_) => Optional::LeftOut,
            _ if self.input && is_flexible(shape) => Optional::Undefined,
            _ if self.input && is_number && self.contract.roots.contains(record) => Optional::Undefined,
            _ => Optional::No,
        }
    }
}
