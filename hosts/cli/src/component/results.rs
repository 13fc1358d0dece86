//! Names that the JSON form gives to results. The generator of JavaScript's contract reads this file too.

/// What a result is called that is one value and no record, so that `ok` is always an object.
pub const SINGLE_RESULTS: [(&str, &str); 14] = [
    ("supersede", "id"),
    ("used", "counted"),
    ("undo", "changed"),
    ("stateHash", "hash"),
    ("audit", "entries"),
    ("receipts", "receipts"),
    ("pendingErasures", "erasures"),
    ("checkpoint", "sequence"),
    ("queryText", "text"),
    ("profiles", "profiles"),
    ("consolidate", "tickets"),
    ("extract", "ticket"),
    ("toolDefinitions", "tools"),
    ("loadLanguage", "language"),
];
