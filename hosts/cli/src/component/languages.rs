//! The languages that statements are read in, beside English, which the component has built in.

use super::{Fault, Instance};

/// The tables that ship with this program. Each is parsed by the engine when it first reads something.
const TABLES: [&str; 9] = [
    include_str!("../../../../src/statements/languages/de.txt"),
    include_str!("../../../../src/statements/languages/fr.txt"),
    include_str!("../../../../src/statements/languages/es.txt"),
    include_str!("../../../../src/statements/languages/pt.txt"),
    include_str!("../../../../src/statements/languages/it.txt"),
    include_str!("../../../../src/statements/languages/nl.txt"),
    include_str!("../../../../src/statements/languages/ru.txt"),
    include_str!("../../../../src/statements/languages/zh.txt"),
    include_str!("../../../../src/statements/languages/ja.txt"),
];

/// Loads every table into a fresh instance.
pub(super) fn load_all(instance: &mut Instance) -> Result<(), Fault> {
    TABLES.iter().try_for_each(|table| instance.load_language(table))
}
