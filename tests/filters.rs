//! Filters and pages: the same answer on every path, complete and stable.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;
use std::collections::BTreeSet;

fn stocked() -> (Host, Labels) {
    let mut host = Host::new();
    let ana = user("ana");
    let metadata = |n: u64| {
        vec![
            ("topic".to_owned(), Scalar::Text(["tea", "rain"][n as usize % 2].into())),
            ("weight".to_owned(), Scalar::Number(n as f64)),
            ("open".to_owned(), Scalar::Boolean(n.is_multiple_of(3))),
            ("none".to_owned(), Scalar::Null),
        ]
    };
    for n in 0..12 {
        let importance = Some(n as f64 / 12.0);
        host.tell(&ana, &Candidate { metadata: metadata(n), importance, ..say(&format!("Event {n} about weather.")) });
    }
    host.tell(&ana, &fact("A fact about weather without metadata."));
    (host, ana)
}

fn field(name: &str, op: &str, value: &str) -> String {
    format!(r#"{{"field": "{name}", "op": "{op}", "value": {value}}}"#)
}

fn count(host: &Host, ana: &Labels, filter: &str) -> usize {
    let listed: BTreeSet<String> = host
        .listed(ana, &Listing { filter: Some(filter.into()), ..Listing::default() })
        .into_iter()
        .map(|memory| memory.id)
        .collect();
    for query in [everything(), Query { k: Some(100), min_relevance: Some(0.0), ..ask("weather") }] {
        let query = Query { filter: Some(filter.into()), ..query };
        let recalled: BTreeSet<String> =
            host.engine.recall(ana, &query, host.now).unwrap().hits.into_iter().map(|hit| hit.id).collect();
        assert_eq!(recalled, listed, "{filter}");
    }
    listed.len()
}

#[test]
fn every_operator_and_type_is_the_same_in_list_and_recall() {
    let (host, ana) = stocked();
    let of = |name, op, value| count(&host, &ana, &field(name, op, value));
    assert_eq!(of("metadata.topic", "eq", r#""tea""#), 6);
    assert_eq!(of("metadata.topic", "ne", r#""tea""#), 7, "what has no topic has another");
    assert_eq!(of("metadata.topic", "in", r#"["tea", "snow"]"#), 6);
    assert_eq!(of("metadata.topic", "in", "[]"), 0);
    assert_eq!(of("metadata.topic", "contains", r#""ai""#), 6);
    assert_eq!(of("metadata.weight", "gte", "9"), 3);
    assert_eq!(of("metadata.weight", "lt", "0.5"), 1);
    assert_eq!(of("metadata.weight", "gt", r#""9""#), 0, "a number and a text have no order");
    assert_eq!(of("metadata.weight", "eq", r#""9""#), 0);
    assert_eq!(of("metadata.open", "eq", "true"), 4);
    assert_eq!(of("metadata.open", "eq", "1"), 0);
    assert_eq!(of("metadata.none", "eq", "null"), 13);
    assert_eq!(of("kind", "in", r#"["fact"]"#), 1);
    assert_eq!(of("importance", "lt", "0.25"), 3);
    assert_eq!(of("recordedAt", "lte", &START.to_string()), 13);
    // AND on one key: both hold.
    let both =
        format!(r#"{{"all": [{}, {}]}}"#, field("metadata.weight", "gt", "3"), field("metadata.weight", "lt", "6"));
    assert_eq!(count(&host, &ana, &both), 2);
    assert_eq!(count(&host, &ana, &format!(r#"{{"not": {both}}}"#)), 11);
    let any = format!(r#"{{"any": [{both}, {}]}}"#, field("kind", "eq", r#""fact""#));
    assert_eq!(count(&host, &ana, &any), 3);
}

#[test]
fn what_is_no_filter_is_named() {
    let (mut host, ana) = stocked();
    for (bad, says) in [
        (field("metadata.topic", "in", r#""tea""#), "array"),
        (field("user", "eq", r#""bo""#), "metadata.KEY"),
        (field("tenant", "eq", r#""x""#), "metadata.KEY"),
        (field("metadata.", "eq", r#""x""#), "metadata.KEY"),
        (field("kind", "like", r#""x""#), "eq, ne"),
        (field("kind", "eq", "[1]"), "a value is"),
        (r#"{"kind": "fact"}"#.into(), "one of"),
        ("{}".into(), "one of"),
        ("[]".into(), "object"),
    ] {
        let filter = Some(bad.clone());
        let listed =
            host.engine.list(&ana, &Listing { filter: filter.clone(), ..Listing::default() }, host.now).unwrap_err();
        let recalled = host.engine.recall(&ana, &Query { filter: filter.clone(), ..ask("x") }, host.now).unwrap_err();
        let erased = host.erase(&ana, &Erasure { filter, ..by_ids(&[]) }).unwrap_err();
        assert!(matches!(listed, Failure::Invalid(_)) && listed.to_string().contains(says), "{bad}: {listed}");
        assert_eq!((&listed, &listed), (&recalled, &erased));
    }
}

#[test]
fn an_erasure_by_filter_takes_what_a_listing_by_it_shows() {
    let (mut host, ana) = stocked();
    host.tell(
        &user("bo"),
        &Candidate { metadata: vec![("topic".into(), Scalar::Text("tea".into()))], ..say("Bo has tea.") },
    );
    let filter = field("metadata.topic", "eq", r#""tea""#);
    let listed: BTreeSet<String> = host
        .listed(&ana, &Listing { filter: Some(filter.clone()), states: State::ALL.to_vec(), ..Listing::default() })
        .into_iter()
        .map(|memory| memory.id)
        .collect();
    let receipt = host.erase(&ana, &Erasure { filter: Some(filter), ..by_ids(&[]) }).unwrap();
    assert_eq!(receipt.removed.into_iter().collect::<BTreeSet<_>>(), listed);
    assert_eq!(host.listed(&user("bo"), &Listing::default()).len(), 1);
}

#[test]
fn pages_of_more_than_a_thousand_are_complete_and_stable() {
    let mut host = Host::new();
    let ana = user("ana");
    let mut told = BTreeSet::new();
    for n in 0..1_203u64 {
        host.now = START + (n * 7_919) % 100; // the clock jumps about
        told.insert(host.id(&ana, &say(&format!("Event {n} took place."))));
    }
    host.now = START + 1_000;
    let ids = |host: &Host, limit| {
        let listed = host.listed(&ana, &Listing { limit: Some(limit), ..Listing::default() });
        listed.into_iter().map(|memory| memory.id).collect::<Vec<_>>()
    };
    let once = ids(&host, 1_000);
    assert_eq!(once.iter().cloned().collect::<BTreeSet<_>>(), told);
    assert_eq!(once.len(), told.len());
    assert_eq!(once, ids(&host, 97));
    assert!(host.engine.list(&ana, &Listing { limit: Some(1_203), ..Listing::default() }, host.now).is_err());
    // What is written between two pages does not disturb the second.
    let first = host.engine.list(&ana, &Listing { limit: Some(600), ..Listing::default() }, host.now).unwrap();
    host.id(&ana, &say("A late event took place."));
    let second = Listing { limit: Some(1_000), after: first.next, ..Listing::default() };
    let second = host.engine.list(&ana, &second, host.now).unwrap();
    assert_eq!(second.memories.into_iter().map(|memory| memory.id).collect::<Vec<_>>(), once[600..]);
    host.reopen();
    assert_eq!(ids(&host, 500)[1..], once);
}
