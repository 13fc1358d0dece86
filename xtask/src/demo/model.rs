//! The chapter with a model: what is typed, and who answers.

/// What the model says where none is configured.
pub const SCRIPT: &str = "examples/ana-model.jsonl";

/// A claim without an address, so that rules alone would keep both it and what it replaces.
pub const NEWS: &[&str] =
    &["remember", "Ana no longer works at the Harbour Museum; she guides tours now.", "--kind", "fact"];

/// What it replaces.
pub const REPLACED: &str = "Ana works at the Harbour Museum.";

/// A page's claim about what Ana has said herself.
pub const PAGE: &[&str] = &[
    "remember",
    "Ana lives in Bristol no more; she moved to Rome.",
    "--kind",
    "fact",
    "--source",
    "tool-result",
    "--evidence",
    "https://gossip.example/ana",
];

/// What the page is not to touch.
pub const KEPT: &str = "Ana lives in Bristol.";

/// Variables that name models. The rest of the story is told without them.
pub const VARIABLES: [&str; 5] = [
    "MEMOLET_MODEL_URL",
    "MEMOLET_MODEL",
    "MEMOLET_EMBEDDING_URL",
    "MEMOLET_EMBEDDING_MODEL",
    "MEMOLET_EMBEDDING_DIMENSIONS",
];

/// Whether the environment names an endpoint: it answers then, and the script is not read.
pub fn has_endpoint(variable: impl Fn(&str) -> Option<String>) -> bool {
    ["MEMOLET_MODEL_URL", "MEMOLET_MODEL"].into_iter().all(|name| variable(name).is_some_and(|text| !text.is_empty()))
}

/// The flags of a command that may ask a model.
pub fn flags(has_endpoint: bool) -> &'static [&'static str] {
    if has_endpoint { &[] } else { &["--script", SCRIPT] }
}
