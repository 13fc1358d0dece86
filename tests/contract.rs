//! The Rust enums are the WIT enums: same names, same order. wit-bindgen does not notice a reordered
//! one.

#![allow(clippy::unwrap_used, clippy::panic)]

use memolet::types::*;
use std::collections::BTreeMap;

/// Every `enum x { a, b }` of the contract, comments left out.
fn enums() -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir("wit").unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
        let code = code.join("\n");
        for part in code.split("enum ").skip(1) {
            let (name, rest) = part.split_once('{').unwrap();
            let (cases, _) = rest.split_once('}').unwrap();
            let cases =
                cases.split(',').map(|case| case.trim().trim_start_matches('%')).filter(|case| !case.is_empty());
            found.insert(name.trim().to_owned(), cases.map(str::to_owned).collect());
        }
    }
    found
}

macro_rules! names {
    ($type:ident) => {
        $type::ALL.iter().map(|case| case.name().to_owned()).collect::<Vec<_>>()
    };
}

#[test]
fn enums_have_the_names_and_the_order_of_the_contract() {
    let rust = BTreeMap::from([
        ("kind".to_owned(), names!(Kind)),
        ("source".to_owned(), names!(Source)),
        ("mode".to_owned(), names!(Mode)),
        ("sensitivity".to_owned(), names!(Sensitivity)),
        ("state".to_owned(), names!(State)),
        ("standing".to_owned(), names!(Standing)),
        ("outcome".to_owned(), names!(Outcome)),
        ("tense".to_owned(), names!(Tense)),
        ("recall-mode".to_owned(), names!(RecallMode)),
        ("role".to_owned(), names!(Role)),
        ("frame".to_owned(), names!(Frame)),
        ("act".to_owned(), names!(Act)),
        ("effect".to_owned(), names!(Effect)),
    ]);
    assert_eq!(enums(), rust);
}

/// Serde's names, which the journal and the policy use, are the contract's too.
#[test]
fn json_names_are_the_contracts() {
    for state in State::ALL {
        assert_eq!(serde_json::to_string(state).unwrap(), format!("\"{}\"", state.name()));
    }
    for source in Source::ALL {
        assert_eq!(serde_json::to_string(source).unwrap(), format!("\"{}\"", source.name()));
    }
}

#[test]
fn failures_have_the_cases_of_the_contract() {
    let text = std::fs::read_to_string("wit/memory.wit").unwrap();
    let (_, rest) = text.split_once("variant failure {").unwrap();
    let (body, _) = rest.split_once("\n    }").unwrap();
    let cases: Vec<&str> = body.lines().filter_map(|line| line.trim().strip_suffix("(string),")).collect();
    let s = String::new;
    let rust = [
        Failure::Denied(s()),
        Failure::NotFound(s()),
        Failure::Invalid(s()),
        Failure::Conflict(s()),
        Failure::Authority(s()),
        Failure::StaleTicket(s()),
        Failure::WrongAnswer(s()),
        Failure::Undrained(s()),
        Failure::MalformedReply(s()),
        Failure::NotShown(s()),
        Failure::EmbedderMismatch(s()),
        Failure::TooLarge(s()),
        Failure::Corrupt(s()),
        Failure::NewerFormat(s()),
        Failure::Locked(s()),
        Failure::Full(s()),
        Failure::Other(s()),
    ];
    assert_eq!(cases, rust.iter().map(|failure| failure.parts().0).collect::<Vec<_>>());
}

/// What is read by name has the names of the contract: those of the fields, which the bindings' compiler
/// holds to it, in camelCase. The policy names its sources as the contract does.
#[test]
fn fields_are_read_by_the_names_of_the_contract() {
    let camel = |field: &str| {
        let mut parts = field.trim_end_matches('_').split('_');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |name, part| name + &part[..1].to_uppercase() + &part[1..])
    };
    let mut read = 0;
    for file in [
        "types/memory",
        "types/store",
        "types/recall",
        "types/session",
        "types/statements",
        "types/observing",
        "types/governance",
        "policy/mod",
    ] {
        let text = std::fs::read_to_string(format!("src/{file}.rs")).unwrap();
        let (_, lists) = text.split_once("\nreads! {\n").unwrap();
        let (lists, _) = lists.split_once("\n}\n").unwrap();
        let fields = lists.split(['{', '}', ',']).filter_map(|field| field.trim().split_once(": "));
        for (field, name) in fields {
            assert_eq!(name, format!("\"{}\"", camel(field)), "{file}");
            read += 1;
        }
    }
    assert!(read > 100, "{read}");
}

/// Both bindings have every function of the contract.
#[test]
fn javascript_has_every_function_of_the_contract() {
    let read = |folder: &str| -> String {
        let files = std::fs::read_dir(folder).unwrap();
        files.map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap()).collect()
    };
    let (contract, binding) = (read("wit"), read("src/bind/js"));
    let code = contract.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    let functions: Vec<&str> =
        code.filter(|line| line.contains("func(")).filter_map(|line| line.split(':').next()).collect();
    assert!(functions.len() > 50, "{functions:?}");
    for function in functions {
        let name = function.trim_start_matches('%').replace('-', "_");
        assert!(binding.contains(&format!("pub fn {name}(")), "{function}");
    }
}
