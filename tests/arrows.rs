//! Which room may read which: `use crate::` lines against the order of the rooms.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Each room may use those before it. `calendar`, `checksum`, `gather`, `packed`, `read`, `statements`, `text`, `tidy` and `embed` are leaves.
const ROOMS: [&str; 9] = ["types", "policy", "log", "state", "index", "ask", "stage", "engine", "bind"];
const LEAVES: [&str; 9] = ["calendar", "checksum", "gather", "packed", "read", "statements", "text", "tidy", "embed"];

/// Neutral ground of the stages: what several of them need and no one owns.
const COMMON: [&str; 7] = ["check", "current", "decision", "filter", "fold", "lifecycle", "view"];

/// Stages that use another, and why.
const ALLOWED: &[(&str, &str)] = &[
    ("recall", "score"),    // relevance becomes rank
    ("forget", "score"),    // eviction goes by the same priority
    ("forget", "erase"),    // retention that is over ends in an erasure
    ("eviction", "forget"), // an eviction is explained by the sweep's own order
    ("eviction", "score"),  // and by the parts of the same priority
    ("policies", "admit"),  // a trial holds what is stored against admission's own rules
    ("policies", "forget"), // and asks the sweep what it would do
    ("audit", "forget"),    // a count of due reviews, by the sweep's own rule
    ("audit", "lifecycle"),
    ("admit", "reconcile"),    // an admitted claim is placed on its time line in the same command
    ("admit", "forget"),       // and room is made for it
    ("admit", "recall"),       // text that recall emitted is refused by recall's own definition
    ("reconcile", "admit"),    // a revision passes admission like any claim; Draft is admission's product
    ("erase", "reconcile"),    // a question that showed what is erased falls back to reconcile's rule
    ("working", "admit"),      // turns pass the same detector of secrets
    ("working", "extract"),    // a turn can make an extraction due
    ("extract", "working"),    // a session is named in one way
    ("extract", "admit"),      // an extracted claim passes admission like any other
    ("extract", "quote"),      // a claim rests on the user's own words
    ("extract", "recall"),     // what recall emitted is asked of nobody
    ("quote", "recall"),       // what recall emitted is not the user's word, by recall's own definition
    ("quote", "working"),      // the turns are the session's
    ("tools", "admit"),        // a model's claim passes admission like any other
    ("tools", "quote"),        // and is the user's word only where it quotes one
    ("tools", "reconcile"),    // what it changes is held to the authority of every change
    ("tools", "pending"),      // what it forgets waits for a person
    ("tools", "erase"),        // but where that person's consent came with the call
    ("pending", "erase"),      // what waits is what an erasure would take, and is erased once confirmed
    ("pending", "reconcile"),  // what comes back finds its place taken, and is its successor's past
    ("pending", "admit"),      // a new claim may say what waits; Draft is admission's product
    ("erase", "pending"),      // what waited with an erased memory waits by itself
    ("admit", "pending"),      // the user's new word drops an erasure, anybody else's is refused
    ("reconcile", "pending"),  // no other verb decides on what waits
    ("audit", "pending"),      // a count of what waits
    ("observe", "admit"),      // a turn and what it states pass admission
    ("observe", "reconcile"),  // what it ends is ended as by any caller
    ("observe", "working"),    // it has its place in the session's window
    ("observe", "extract"),    // and can make an extraction due
    ("observe", "quote"),      // what it ends is found by its words too
    ("observe", "recall"),     // what recall emitted states nothing
    ("transfer", "admit"),     // what comes in passes admission
    ("transfer", "reconcile"), // and is pinned, held and retired as by any caller
    ("transfer", "pending"),   // what waits for a person goes on waiting
    ("consolidate", "admit"),  // and so does a synthesis
    ("consolidate", "reconcile"), // which is placed on its time line
    ("forget", "consolidate"), // the sweep reflects when enough has come in
    ("forget", "working"),     // and forgets silent sessions
];

fn files(under: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(under).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Each source file's path under `src`, and its code without comments.
fn sources() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    files(Path::new("src"), &mut paths);
    let read = |path: PathBuf| {
        let name = path.strip_prefix("src").unwrap().to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(&path).unwrap();
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        (name, code.join("\n"))
    };
    paths.into_iter().map(read).collect()
}

fn first(path: &str) -> &str {
    path.split(['/', '.']).next().unwrap_or_default()
}

/// What stands after each `crate::`, as far as names go: one name, or a list in braces.
fn used<'a>(code: &'a str, prefix: &str) -> Vec<&'a str> {
    let ends = |c: char| !(c.is_alphanumeric() || c == '_');
    let name = |text: &'a str| text.split(ends).next().unwrap_or_default();
    code.match_indices(prefix)
        .filter(|(at, _)| !code[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':'))
        .flat_map(|(at, _)| {
            let rest = &code[at + prefix.len()..];
            match rest.strip_prefix('{') {
                Some(list) => {
                    let list = list.split_once(';').map_or(list, |(list, _)| list);
                    list.split(',').map(|part| name(part.trim())).collect()
                }
                None => vec![name(rest)],
            }
        })
        .filter(|name| name.starts_with(char::is_lowercase))
        .collect()
}

#[test]
fn rooms_use_only_those_before_them() {
    let place = |room: &str| ROOMS.iter().position(|name| *name == room);
    for (path, code) in sources() {
        let room = first(&path);
        for other in used(&code, "crate::").into_iter().filter(|other| *other != room) {
            let fine = match (place(room), place(other)) {
                (_, None) => LEAVES.contains(&other) || other == "redacted",
                (Some(own), Some(other)) => other < own,
                (None, Some(_)) => room == "lib" || other == "types",
            };
            assert!(fine, "{path} uses {other}");
        }
    }
}

#[test]
fn stages_use_one_another_only_where_it_is_written_down() {
    let sources = sources();
    let mut seen = BTreeSet::new();
    for (path, code) in &sources {
        let Some(inside) = path.strip_prefix("stage/") else { continue };
        let (own, deep) = (first(inside), inside.contains('/'));
        if own == "mod" {
            continue;
        }
        let mut others = used(code, "crate::stage::");
        let up = if deep { "super::super::" } else { "super::" };
        others.extend(used(code, up));
        if inside.ends_with("/mod.rs") {
            others.extend(used(code, "super::"));
        }
        for other in others.into_iter().filter(|other| *other != own && !COMMON.contains(other)) {
            if own == "lifecycle" || COMMON.contains(&own) {
                panic!("{path}: common ground uses the stage {other}");
            }
            if std::path::Path::new("src/stage").join(other).is_dir()
                || Path::new("src/stage").join(format!("{other}.rs")).is_file()
            {
                assert!(ALLOWED.contains(&(own, other)), "{path} uses {other}: write down why");
                seen.insert((own, other));
            }
        }
    }
    for allowed in ALLOWED {
        assert!(seen.contains(allowed) || COMMON.contains(&allowed.1), "{allowed:?} is used no more");
    }
}
