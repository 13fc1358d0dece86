//! Several values of one address: each has a time line of its own, and what is decided on one leaves the others.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;

fn son(name: &str) -> Candidate {
    Candidate { several: Some(true), ..at("Ana", "boy", name) }
}

fn names(host: &Host, ana: &Labels) -> Vec<String> {
    let mut names: Vec<String> =
        host.listed(ana, &Listing::default()).into_iter().filter_map(|memory| memory.value).collect();
    names.sort();
    names
}

#[test]
fn a_value_stands_beside_the_others_and_the_same_corroborates() {
    let ana = user("ana");
    let mut host = Host::new();
    let tom = host.id(&ana, &son("Tom"));
    let max = host.tell(&ana, &son("Max"));
    assert_eq!((max.outcome, max.related, max.placed), (Outcome::Active, vec![], None));
    let again = host.tell(&ana, &son("Tom"));
    assert_eq!((again.outcome, again.id.as_deref()), (Outcome::Duplicate, Some(tom.as_str())));
    assert_eq!(names(&host, &ana), ["Max", "Tom"]);
    assert!(host.get(&ana, &tom).several);
}

#[test]
fn what_is_decided_on_one_leaves_the_others() {
    let ana = user("ana");
    let mut host = Host::new();
    let tom = host.id(&ana, &son("Tom"));
    let max = host.id(&ana, &son("Max"));
    host.pass(DAY);
    host.act(&ana, &tom, Act::End { at: None }, None).unwrap();
    assert_eq!(names(&host, &ana), ["Max"]);
    host.act(&ana, &tom, Act::Restore, None).unwrap();
    host.act(&ana, &max, Act::Invalidate, None).unwrap();
    assert_eq!(names(&host, &ana), ["Tom"]);
    host.act(&ana, &max, Act::Restore, None).unwrap();
    host.act(&ana, &max, Act::Approve { by: "ana".into() }, None).unwrap();
    assert_eq!(names(&host, &ana), ["Max", "Tom"]);
    let revision = |name: &str| Revision {
        text: format!("Ana's boy is {name}."),
        value: Some(name.into()),
        ..Revision::default()
    };
    let thomas = host.engine.supersede(&ana, &tom, &revision("Thomas"), None, host.now, None).unwrap();
    host.drain();
    assert_eq!(names(&host, &ana), ["Max", "Thomas"]);
    assert!(host.get(&ana, &thomas).several, "a new version stands where the old one stood");
    // One value is there once.
    let twice = host.engine.supersede(&ana, &max, &revision("Thomas"), None, host.now, None);
    assert!(matches!(twice, Err(Failure::Conflict(why)) if why.contains(&thomas)));
}

#[test]
fn undo_and_another_start_touch_one_value() {
    let ana = user("ana");
    let mut host = Host::new();
    host.tell(&ana, &son("Tom"));
    let max = host.id(&ana, &Candidate { valid_from: Some(START + 9 * DAY), ..son("Max") });
    assert_eq!(host.texts(&ana, &everything()), ["Ana's boy is Tom."], "a plan leaves the present alone");
    host.pass(10 * DAY);
    assert_eq!(host.texts(&ana, &everything()).len(), 2);
    host.tell(&ana, &Candidate { valid_from: Some(START + 5 * DAY), ..son("Max") });
    assert_eq!(host.get(&ana, &max).valid_from, START + 5 * DAY);
    host.engine.undo(&ana, host.engine.stats(host.now).sequence, host.now, None).unwrap();
    host.drain();
    assert_eq!(host.get(&ana, &max).valid_from, START + 9 * DAY);
    assert_eq!(names(&host, &ana), ["Max", "Tom"]);
}

/// The candidate says, else the address, else the policy.
#[test]
fn what_an_address_holds_is_known_by_candidate_then_address_then_policy() {
    let ana = user("ana");
    for (policy, first, second, both) in [
        (false, None, None, false),
        (false, Some(true), None, true),
        (false, None, Some(true), true),
        (false, Some(true), Some(false), false),
        (true, None, None, true),
        (true, Some(false), None, false),
        (true, Some(false), Some(true), true),
    ] {
        let mut host = match policy {
            true => Host::policy(r#"{"several": ["BOY"]}"#),
            false => Host::new(),
        };
        host.tell(&ana, &Candidate { several: first, ..son("Tom") });
        host.pass(1);
        host.tell(&ana, &Candidate { several: second, ..son("Max") });
        assert_eq!(names(&host, &ana).len() == 2, both, "{policy} {first:?} {second:?}");
    }
    // Of its own accord the policy knows what everybody has several of.
    let mut host = Host::new();
    for name in ["peanuts", "milk"] {
        host.tell(&ana, &at("Ana", "Allergy", name));
    }
    assert_eq!(names(&host, &ana), ["milk", "peanuts"]);
}

#[test]
fn the_only_value_replaces_all_that_hold() {
    let ana = user("ana");
    let mut host = Host::new();
    let mut ids: Vec<String> = ["Tom", "Max", "Ben"].iter().map(|name| host.id(&ana, &son(name))).collect();
    host.pass(DAY);
    let only = host.tell(&ana, &Candidate { several: Some(false), ..son("Max") });
    let mut related = only.related.clone();
    related.sort();
    ids.sort();
    assert_eq!((only.outcome, related), (Outcome::Active, ids.clone()));
    assert_eq!(names(&host, &ana), ["Max"]);
    // From now on it has one value, and what was replaced does not come back beside it.
    assert!(matches!(host.act(&ana, &ids[0], Act::Restore, None), Err(Failure::Conflict(_))));
    host.pass(DAY);
    host.tell(&ana, &at("Ana", "boy", "Leo"));
    assert_eq!(names(&host, &ana), ["Leo"]);
}

#[test]
fn one_of_several_needs_an_address() {
    let ana = user("ana");
    let mut host = Host::new();
    let loose = Candidate { several: Some(true), ..fact("There are two boys.") };
    let refused = host.engine.remember(&ana, &loose, host.now, None);
    assert!(matches!(refused, Err(Failure::Invalid(why)) if why.starts_with("several")));
}

/// Told in any order, each value has its own line.
#[test]
fn values_do_not_meet_whatever_the_order() {
    let ana = user("ana");
    let day = |day: u64| START + day * DAY;
    let told = [
        Candidate { observed_at: Some(day(10)), ..son("Tom") },
        Candidate { observed_at: Some(day(20)), valid_from: Some(day(5)), ..son("Max") },
        Candidate { observed_at: Some(day(30)), valid_from: Some(day(5)), ..son("Tom") },
        Candidate { observed_at: Some(day(15)), valid_from: Some(day(40)), ..son("Leo") },
    ];
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2]] {
        let mut host = Host::new();
        host.now = day(100);
        for place in order {
            host.tell(&ana, &told[place]);
        }
        let mut line: Vec<(String, u64, Option<u64>)> = host
            .listed(&ana, &Listing::default())
            .into_iter()
            .map(|memory| (memory.value.unwrap(), memory.valid_from, memory.valid_to))
            .collect();
        line.sort();
        let expected = [("Leo", 40), ("Max", 5), ("Tom", 5)].map(|(name, from)| (name.to_owned(), day(from), None));
        assert_eq!(line, expected, "{order:?}");
    }
}
