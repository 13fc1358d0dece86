//! Patterns of the tables, compiled. See `languages/mod.rs` for their form.

use super::super::tokens::{Contractions, tokens};
use super::Status;

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A token, as it stands.
    Word(String),
    /// A value.
    Slot(Slot),
    /// One of these; an empty one makes it optional.
    Any(Vec<Vec<Node>>),
    /// A macro of the table, in some of its statuses.
    Macro(usize, u8),
}

/// A place in a pattern that takes a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// `place`, or the name of a `slot` section.
    pub kind: &'static str,
    /// What the templates call it.
    pub label: &'static str,
    /// It takes a list: `{thing*}`.
    pub list: bool,
}

/// What a compiler of patterns needs of a table.
pub trait Names {
    /// The place of a macro, compiled where it is not yet.
    fn macro_of(&mut self, name: &str) -> Option<usize>;
    /// What the language contracts.
    fn contractions(&self) -> &Contractions;
}

/// Compiles a pattern. None: it is malformed, or names a macro that is none.
pub fn compile(pattern: &'static str, names: &mut dyn Names) -> Option<Vec<Node>> {
    let mut reader = Reader { rest: pattern, names };
    let alternatives = reader.alternatives()?;
    (reader.rest.is_empty()).then(|| one_of(alternatives))
}

/// The same of alternatives, each with the words that were written for it.
pub fn split(pattern: &'static str) -> Vec<&'static str> {
    let (mut depth, mut start, mut parts) = (0_i32, 0, Vec::new());
    for (at, letter) in pattern.char_indices() {
        match letter {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            '|' if depth == 0 => {
                parts.push(pattern[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(pattern[start..].trim());
    parts
}

fn one_of(mut alternatives: Vec<Vec<Node>>) -> Vec<Node> {
    match alternatives.len() {
        1 => alternatives.pop().unwrap_or_default(),
        _ => vec![Node::Any(alternatives)],
    }
}

struct Reader<'n> {
    rest: &'static str,
    names: &'n mut dyn Names,
}

impl Reader<'_> {
    fn alternatives(&mut self) -> Option<Vec<Vec<Node>>> {
        let mut all = vec![self.sequence()?];
        while let Some(rest) = self.rest.strip_prefix('|') {
            self.rest = rest;
            all.push(self.sequence()?);
        }
        Some(all)
    }

    fn sequence(&mut self) -> Option<Vec<Node>> {
        let mut nodes = Vec::new();
        loop {
            let next = self.rest.find(['(', '[', '{', '<', '|', ')', ']']).unwrap_or(self.rest.len());
            let words = tokens(&self.rest[..next], self.names.contractions());
            nodes.extend(words.into_iter().map(|token| Node::Word(token.text)));
            self.rest = &self.rest[next..];
            match self.rest.chars().next() {
                Some('(') => nodes.extend(one_of(self.group(')')?)),
                Some('[') => {
                    let mut alternatives = self.group(']')?;
                    alternatives.push(Vec::new());
                    nodes.push(Node::Any(alternatives));
                }
                Some('{') => nodes.push(Node::Slot(self.slot()?)),
                Some('<') => nodes.push(self.called()?),
                _ => return Some(nodes),
            }
        }
    }

    fn group(&mut self, close: char) -> Option<Vec<Vec<Node>>> {
        self.rest = &self.rest[1..];
        let alternatives = self.alternatives()?;
        self.rest = self.rest.strip_prefix(close)?;
        Some(alternatives)
    }

    /// `{place}`, `{thing*}`, `{thing:other}`.
    fn slot(&mut self) -> Option<Slot> {
        let (inside, rest) = self.rest[1..].split_once('}')?;
        self.rest = rest;
        let (kind, label) = inside.split_once(':').unwrap_or((inside, inside));
        let list = kind.ends_with('*');
        Some(Slot { kind: kind.trim_end_matches('*'), label: label.trim_end_matches('*'), list })
    }

    /// `<live>`, `<live:present>`.
    fn called(&mut self) -> Option<Node> {
        let (inside, rest) = self.rest[1..].split_once('>')?;
        self.rest = rest;
        let (name, statuses) = inside.split_once(':').unwrap_or((inside, ""));
        let mut mask = 0;
        for status in statuses.split(',').filter(|status| !status.is_empty()) {
            mask |= Status::named(status.trim())?.bit();
        }
        Some(Node::Macro(self.names.macro_of(name)?, if mask == 0 { u8::MAX } else { mask }))
    }
}
