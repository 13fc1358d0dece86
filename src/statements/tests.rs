//! Utterances, and what is read of them.

use super::*;
use crate::types::Act;

/// 2026-07-12T09:00:00Z, a Sunday.
const AT: u64 = 1_783_846_800_000;

fn reading(text: &str) -> Reading {
    read(&Utterance { text: text.into(), at: AT, ..Utterance::default() })
}

/// What is read of a text, each statement as `attribute = value`, with the act before it where it is none of
/// `state`.
fn said(line: &str) -> String {
    let one = |statement: &crate::types::Statement| {
        let act = if statement.act == Act::State { String::new() } else { format!("{} ", statement.act.name()) };
        let value = statement.value.as_deref().unwrap_or("*");
        let was = statement.instead_of.as_ref().map(|was| format!(" (was {was})")).unwrap_or_default();
        match &statement.attribute {
            Some(attribute) => format!("{act}{attribute} = {value}{was}"),
            None => format!("{act}{}", statement.text),
        }
    };
    let (before, text) = line.split_once("||").map_or((None, line), |(before, text)| (Some(before.trim()), text));
    let before = before.map(str::to_string);
    let utterance = Utterance { text: text.trim().into(), at: AT, before, ..Utterance::default() };
    read(&utterance).statements.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// Lines of `text => what is read`; nothing after the arrow: nothing is read. `before || text`: said after that.
fn check(table: &str) {
    let mut wrong = Vec::new();
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (text, expected) = line.split_once("=>").map(|(text, expected)| (text.trim(), expected.trim())).unwrap();
        let found = said(&text.replace("\\n", "\n"));
        if found != expected {
            wrong.push(format!("{text}\n    read: {found}\n    must: {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_pattern_of_every_table_compiles() {
    for language in languages::all() {
        let table = predicates::Table::of(language);
        assert!(table.bad.is_empty(), "{}: {:?}", language.code, table.bad);
    }
}

/// The labels of the slots of a pattern.
fn labels(table: &predicates::Table, nodes: &[predicates::Node], into: &mut Vec<&'static str>) {
    for node in nodes {
        match node {
            predicates::Node::Word(_) => {}
            predicates::Node::Slot(slot) => into.push(slot.label),
            predicates::Node::Any(all) => all.iter().for_each(|inner| labels(table, inner, into)),
            predicates::Node::Macro(at, _) => {
                table.macros[*at].iter().for_each(|(_, inner)| labels(table, inner, into))
            }
        }
    }
}

#[test]
fn every_template_has_its_slots() {
    for language in languages::all() {
        let table = predicates::Table::of(language);
        for rule in &table.rules {
            let (settings, mut known) = (&table.settings[rule.settings], vec!["subject"]);
            labels(&table, &rule.nodes, &mut known);
            for template in [settings.attribute, settings.value, settings.text] {
                for label in template.split('{').skip(1).flat_map(|part| part.split('}').next().unwrap().split('~')) {
                    assert!(
                        known.contains(&label.trim_start_matches('+').trim_end_matches('!')),
                        "{} {}: {label} of {template}\n{:?}",
                        language.code,
                        settings.predicate,
                        rule.nodes
                    );
                }
            }
            assert!(!settings.text.is_empty(), "{} {}", language.code, settings.predicate);
        }
    }
}

#[test]
fn every_slot_has_its_kind() {
    for language in languages::all() {
        let table = predicates::Table::of(language);
        fn kinds(table: &predicates::Table, nodes: &[predicates::Node], code: &str) {
            for node in nodes {
                match node {
                    predicates::Node::Slot(slot) => {
                        assert!(slots::KINDS.contains(&slot.kind) || table.has_set(slot.kind), "{code}: {}", slot.kind);
                    }
                    predicates::Node::Any(all) => all.iter().for_each(|inner| kinds(table, inner, code)),
                    _ => {}
                }
            }
        }
        table.rules.iter().for_each(|rule| kinds(&table, &rule.nodes, language.code));
    }
}

#[test]
fn the_first_predicates() {
    check(include_str!("tests/first.txt"));
}

#[test]
fn neighbours_decide() {
    check(include_str!("tests/neighbours.txt"));
}

#[test]
fn what_is_said_of_the_utterance_before() {
    let after = |before: &str, text: &str| {
        let utterance = Utterance { text: text.into(), at: AT, before: Some(before.into()), ..Utterance::default() };
        read(&utterance).statements.into_iter().map(|one| (one.act, one.value, one.instead_of)).collect::<Vec<_>>()
    };
    let some = |text: &str| Some(text.to_string());
    let corrected = [(Act::Correct, some("Leeds"), some("York"))];
    assert_eq!(after("I live in York.", "Sorry, I meant Leeds."), corrected);
    assert_eq!(after("I live in York.", "No, I live in Leeds."), corrected);
    assert_eq!(
        after("I'm allergic to peanuts.", "No, I meant walnuts."),
        [(Act::Correct, some("walnuts"), some("peanuts"))]
    );
    assert_eq!(after("I live in York.", "Just kidding!"), [(Act::Deny, some("York"), None)]);
    assert_eq!(after("I live in York.", "Thanks!"), []);
    assert_eq!(after("I like tea.", "Sorry, what was the question"), []);
    assert_eq!(after("I live in York.", "I work at Acme."), [(Act::State, some("Acme"), None)]);
}

#[test]
fn english_statements() {
    check(include_str!("tests/english.txt"));
    check(include_str!("tests/more.txt"));
    check(include_str!("tests/said.txt"));
    check(include_str!("tests/chats.txt"));
    check(include_str!("tests/kinds.txt"));
    check(include_str!("tests/casual.txt"));
}

#[test]
fn what_only_looks_like_an_english_statement() {
    check(include_str!("tests/silent.txt"));
    check(include_str!("tests/silent2.txt"));
    check(include_str!("tests/silent3.txt"));
    check(include_str!("tests/silent4.txt"));
    check(include_str!("tests/silent_casual.txt"));
}

#[test]
fn what_others_say_is_not_the_speakers() {
    check(include_str!("tests/framed.txt"));
    check(include_str!("tests/framed_others.txt"));
    check(include_str!("tests/frames.txt"));
}

#[test]
fn what_is_eaten_learnt_and_borne_in_other_languages() {
    check(include_str!("tests/nine.txt"));
    check(include_str!("tests/casual_others.txt"));
}

#[test]
fn what_is_said_near_a_frame_is_the_speakers() {
    check(include_str!("tests/near_frames.txt"));
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_and_spans_stand_in_it(text in "\\PC{0,80}|[a-zA-Z ,.!'-]{0,120}|(I |my |live in |am |allergic to |and |, |Leeds |not |no |sorry |I mean ){0,14}") {
        let reading = reading(&text);
        let spans = reading.statements.iter().map(|statement| statement.span).chain(reading.unread);
        for span in spans {
            proptest::prop_assert!(text.get(span.start as usize..span.end as usize).is_some());
        }
    }
}

/// Work is bounded a clause and clauses are bounded in length: with backtracking that is not, this never ends.
#[test]
fn hostile_texts_end() {
    for text in [
        "I live in ".repeat(2_000),
        format!("my sister is called {}", "A ".repeat(5_000)),
        format!("I prefer {}", "a to ".repeat(4_000)),
        format!("I like tea {}", "and I like tea ".repeat(1_000)),
        format!("I'm allergic to {}", "nuts, ".repeat(14)),
        format!("I'm allergic to {}", "nuts and a dog called Rex and ".repeat(8)),
        format!("I {}live in York", "really ".repeat(80)),
        "no, sorry, I mean ".repeat(1_000),
    ] {
        assert!(reading(&text).statements.len() < 30, "{}", &text[..30]);
    }
}

/// `attribute = value`, with the day of its start and of its end, and of its expiry.
fn dated(text: &str) -> String {
    let day = |at: Option<u64>| at.map_or_else(String::new, |at| crate::calendar::Date::of(at).iso());
    let one = |one: &crate::types::Statement| {
        let value = one.value.as_deref().unwrap_or("*");
        format!("{} {value} {}/{}/{}", one.act.name(), day(one.valid_from), day(one.valid_to), day(one.expires_at))
    };
    reading(text).statements.iter().map(one).collect::<Vec<_>>().join("; ")
}

#[test]
fn what_is_stored_holds_the_resolved_date() {
    for (text, expected) in [
        ("I moved to York last month", "state York 2026-06-01//"),
        ("I moved to York yesterday", "state York 2026-07-11//"),
        ("I moved to York in July", "state York 2026-07-01//"),
        ("I moved to York in August", "state York 2025-08-01//"),
        ("I moved to York in 2019", "state York 2019-01-01//"),
        ("I moved to York on 3 July", "state York 2026-07-03//"),
        ("I moved to York two years ago", "state York 2024-07-12//"),
        ("I moved to York this week", "state York 2026-07-06//"),
        ("I live in York since 2019", "state York 2019-01-01//"),
        ("I live in York", "state York //"),
        ("I live in Berlin from September", "state Berlin 2026-09-01//"),
        ("I work at Bolt starting Monday", "state Bolt 2026-07-13//"),
        ("I'm moving to Oslo next month", "state Oslo 2026-08-01//"),
        ("I lived in Rome until 2020", "state Rome /2020-01-01/"),
        ("I lived in Rome from 2015 to 2018", "state Rome 2015-01-01/2018-01-01/"),
        ("I stopped working at Acme last month", "end Acme 2026-06-01//"),
        ("I haven't worked at Acme since 2019", "end Acme 2019-01-01//"),
        ("I left Acme last month. I work at Bolt now.", "state Bolt 2026-06-01//"),
        ("My dentist appointment is on Thursday at 3pm", "state on 16 July 2026, 15:00 //2026-07-17"),
        ("The rent is due tomorrow", "state on 13 July 2026 //2026-07-14"),
        ("I like tea since 2019", "state likes 2019-01-01//"),
        ("I like tea today", ""),
        ("I live in York since 2030", ""),
    ] {
        assert_eq!(dated(text), expected, "{text}");
    }
}

#[test]
fn a_speaker_is_named() {
    let ana = |text: &str| {
        let utterance = Utterance { text: text.into(), at: AT, speaker: Some("Ana".into()), ..Utterance::default() };
        read(&utterance).statements.into_iter().map(|one| (one.entity, one.text)).collect::<Vec<_>>()
    };
    let of = |text: &str| [(Some("Ana".to_string()), text.to_string())];
    assert_eq!(ana("I live in York"), of("Ana lives in York."));
    assert_eq!(ana("My sister is called Eva"), of("Ana's sister is called Eva."));
    assert_eq!(ana("I prefer tea to coffee"), of("Ana prefers tea over coffee."));
    assert_eq!(reading("I live in York").statements[0].text, "The user lives in York.");
}
