//! What both emitters of TypeScript write alike: prose, members, unions.

use super::contract::{Body, Contract, Definition, Member, Shape, camel};

/// The first lines of every generated file.
pub const HEAD: &str = "// Written by `cargo xtask types` from wit/. Do not edit.\n";

/// How a shape is written where it stands.
pub trait Write {
    /// The TypeScript type of a shape.
    fn shape(&self, shape: &Shape) -> String;
    /// Whether a field may be left out, and whether `undefined` may stand for it.
    fn optional(&self, record: &str, shape: &Shape) -> Optional;
}

/// Whether a field may be left out.
#[derive(Clone, Copy, PartialEq)]
pub enum Optional {
    No,
    LeftOut,
    /// Left out, or `undefined`.
    Undefined,
}

/// A doc comment at an indent; nothing where there is no prose.
pub fn docs(contract: &Contract, text: Option<&String>, indent: &str) -> String {
    let Some(text) = text else { return String::new() };
    let text = renamed(contract, text.trim());
    if !text.contains('\n') {
        return format!("{indent}/** {text} */\n");
    }
    let lines = text.lines().map(|line| format!("{indent} * {line}").trim_end().to_string() + "\n");
    format!("{indent}/**\n{}{indent} */\n", lines.collect::<String>())
}

/// A named type.
pub fn definition(contract: &Contract, definition: &Definition, name: &str, write: &dyn Write) -> String {
    let head = docs(contract, definition.docs.as_ref(), "");
    match &definition.body {
        Body::Record(fields) => {
            let fields = fields.iter().map(|field| self::field(contract, &definition.name, field, write));
            format!("{head}export interface {name} {{\n{}}}\n", fields.collect::<String>())
        }
        Body::Enum(cases) => union(contract, &head, name, cases, &|case| format!("\"{}\"", case.name)),
        Body::Variant(cases) => union(contract, &head, name, cases, &|case| match &case.shape {
            Some(shape) => format!("{{ tag: \"{}\"; val: {} }}", case.name, write.shape(shape)),
            None => format!("{{ tag: \"{}\" }}", case.name),
        }),
    }
}

/// A union, one case a line where the cases have prose.
pub fn union(
    contract: &Contract,
    head: &str,
    name: &str,
    cases: &[Member],
    write: &dyn Fn(&Member) -> String,
) -> String {
    if cases.iter().all(|case| case.docs.is_none()) {
        let cases: Vec<String> = cases.iter().map(write).collect();
        return format!("{head}export type {name} = {};\n", cases.join(" | "));
    }
    let cases: Vec<String> =
        cases.iter().map(|case| format!("{}  | {}", docs(contract, case.docs.as_ref(), "  "), write(case))).collect();
    format!("{head}export type {name} =\n{};\n", cases.join("\n"))
}

fn field(contract: &Contract, record: &str, field: &Member, write: &dyn Write) -> String {
    let shape = field.shape.as_ref().unwrap_or(&Shape::Bool);
    let member = member(&camel(&field.name), shape, write.optional(record, shape), write);
    format!("{}  {member};\n", docs(contract, field.docs.as_ref(), "  "))
}

/// `name: type`, `name?: type` or `name?: type | undefined`.
pub fn member(name: &str, shape: &Shape, optional: Optional, write: &dyn Write) -> String {
    let inner = if let Shape::Option(inner) = shape { inner } else { shape };
    let ty = write.shape(inner);
    match optional {
        Optional::No => format!("{name}: {ty}"),
        Optional::LeftOut => format!("{name}?: {ty}"),
        Optional::Undefined => format!("{name}?: {ty} | undefined"),
    }
}

/// A list of a type.
pub fn list(of: &str) -> String {
    if of.contains(" | ") { format!("({of})[]") } else { format!("{of}[]") }
}

/// Prose in which fields and functions are called as JavaScript calls them.
fn renamed(contract: &Contract, text: &str) -> String {
    let is_word = |letter: char| letter.is_ascii_lowercase() || letter == '-';
    let (mut written, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(is_word) {
        let word = &rest[start..];
        let word = &word[..word.find(|letter| !is_word(letter)).unwrap_or(word.len())];
        written.push_str(&rest[..start]);
        let is_name = word.contains('-') && contract.is_name(word);
        written.push_str(&if is_name { camel(word) } else { word.into() });
        rest = &rest[start + word.len()..];
    }
    (written + rest).replace("*/", "* /")
}
