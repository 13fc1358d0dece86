//! What can be counted, and by which sums.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;

fn told() -> (Host, Labels) {
    let mut host = Host::new();
    let ana = user("ana");
    host.tell(&ana, &at("Ana", "home", "Leeds"));
    (host, ana)
}

#[test]
fn token_rent_is_what_answers_used_less_what_recalls_gave() {
    let (mut host, ana) = told();
    let query = Query { max_tokens: Some(200), ..ask("Where is Ana's home?") };
    let recalled = host.engine.recall(&ana, &query, host.now).unwrap();
    let nothing = host.engine.recall(&ana, &ask("zebra crossings"), host.now).unwrap();
    assert!(nothing.hits.is_empty());
    let hit = recalled.hits[0].clone();
    let used = |host: &mut Host| host.engine.used(&ana, std::slice::from_ref(&hit.id), host.now, Some("once")).unwrap();
    assert_eq!(used(&mut host), 1);
    host.drain();
    assert_eq!(used(&mut host), 1, "the key's first outcome");
    let stats = host.engine.stats(host.now);
    assert_eq!((stats.recalls, stats.recalls_with_hits, stats.hits), (2, 1, 1));
    assert_eq!((stats.tokens_allowed, stats.tokens_within), (200, u64::from(recalled.tokens)));
    assert_eq!(stats.tokens_recalled, u64::from(recalled.tokens));
    assert_eq!(stats.tokens_used, hit.text.len().div_ceil(4) as u64, "a repeated key counts nothing");
    assert_eq!(stats.net_value, stats.tokens_used as i64 - stats.tokens_recalled as i64);
}

#[test]
fn a_memory_that_was_used_and_then_replaced_is_counted_as_stale() {
    let (mut host, ana) = told();
    let id = host.listed(&ana, &Listing::default())[0].id.clone();
    host.engine.used(&ana, std::slice::from_ref(&id), host.now, None).unwrap();
    host.drain();
    assert_eq!(host.engine.stats(host.now).used_stale, 0);
    host.now += DAY;
    host.tell(&ana, &at("Ana", "home", "York"));
    assert_eq!(host.engine.stats(host.now).used_stale, 1);
    host.now += DAY;
    host.tell(&ana, &at("Ana", "home", "Bath"));
    assert_eq!(host.engine.stats(host.now).used_stale, 1, "nobody used York");
}

/// It counted only after a sweep, while `byState` of the same answer called the memory ended.
#[test]
fn a_memory_that_was_used_and_whose_time_is_over_is_counted_as_stale_at_once() {
    let mut host = Host::new();
    let ana = user("ana");
    let id = host.id(&ana, &Candidate { valid_to: Some(START + DAY), ..at("Ana", "hotel", "Ritz") });
    host.engine.used(&ana, &[id], host.now, None).unwrap();
    host.drain();
    assert_eq!(host.engine.stats(host.now).used_stale, 0);
    host.now = START + 2 * DAY;
    assert_eq!(host.engine.stats(host.now).used_stale, 1);
}

#[test]
fn two_memories_against_each_other_in_one_recall_are_counted() {
    let (mut host, ana) = told();
    let page = Candidate { source: Some(Source::ToolResult), ..at("Ana", "home", "York") };
    host.now += DAY;
    assert_eq!(host.tell(&ana, &page).outcome, Outcome::Quarantined);
    let plain = ask("Where is Ana's home?");
    host.engine.recall(&ana, &plain, host.now).unwrap();
    assert_eq!(host.engine.stats(host.now).contradicting, 0);
    let both = Query { states: vec![State::Active, State::Quarantined], ..plain };
    assert_eq!(host.engine.recall(&ana, &both, host.now).unwrap().hits.len(), 2);
    assert_eq!(host.engine.stats(host.now).contradicting, 1);
}
