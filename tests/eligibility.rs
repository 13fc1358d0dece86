//! What a scope may see: one answer, whichever of the ways to it a call takes. Facets decide the usual
//! case, a store of one user has a shorter way, and a filter or a state opens every record.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;

/// A memory by its words, and what a scope or a call is held against.
struct Told {
    text: &'static str,
    project: Option<&'static str>,
    purpose: Option<&'static str>,
    preference: bool,
    shared: bool,
    /// It holds now.
    now: bool,
}

const PLAIN: Told =
    Told { text: "Plain words.", project: None, purpose: None, preference: false, shared: false, now: true };

const TOLD: [Told; 11] = [
    PLAIN,
    Told { text: "A preference.", preference: true, ..PLAIN },
    Told { text: "Of project one.", project: Some("one"), ..PLAIN },
    Told { text: "Of project two.", project: Some("two"), ..PLAIN },
    Told { text: "For care.", purpose: Some("care"), ..PLAIN },
    Told { text: "For law.", purpose: Some("law"), ..PLAIN },
    Told { text: "Of project two for law.", project: Some("two"), purpose: Some("law"), ..PLAIN },
    Told { text: "Of project one for care.", project: Some("one"), purpose: Some("care"), ..PLAIN },
    Told { text: "Shared words.", shared: true, ..PLAIN },
    Told { text: "Planned for later.", now: false, ..PLAIN },
    Told { text: "Over and done.", now: false, ..PLAIN },
];

fn labels(project: Option<&str>, purpose: Option<&str>) -> Labels {
    Labels { project: project.map(Into::into), purpose: purpose.map(Into::into), shared_writer: true, ..user("ana") }
}

/// The ways differ by whether others have memories, and whether anything is planned.
const STORES: [(bool, bool); 3] = [(false, false), (false, true), (true, true)];

fn stocked((others, planned): (bool, bool)) -> Host {
    let mut host = Host::new();
    for told in TOLD.iter().filter(|told| planned || !told.text.starts_with("Planned")) {
        let candidate = Candidate {
            kind: Some(if told.preference { Kind::Preference } else { Kind::Fact }),
            shared: told.shared,
            valid_from: told.text.starts_with("Planned").then_some(START + DAY),
            ..say(told.text)
        };
        let id = host.id(&labels(told.project, told.purpose), &candidate);
        if told.text.starts_with("Over") {
            host.act(&labels(None, None), &id, Act::End { at: None }, None).unwrap();
        }
    }
    if others {
        host.id(&user("bo"), &fact("Another's words."));
    }
    host
}

fn expected(scope: &Labels, query: &Query) -> Vec<&'static str> {
    let fits = |own: Option<&str>, asked: &Option<String>| own.is_none() || asked.is_none() || own == asked.as_deref();
    let seen = |told: &&Told| {
        told.now
            && fits(told.project, &scope.project)
            && fits(told.purpose, &scope.purpose)
            && (query.preferences != Some(false) || !told.preference)
            && (query.kinds.is_empty() || query.kinds.contains(&Kind::Preference) == told.preference)
    };
    let mut texts: Vec<&str> = TOLD.iter().filter(seen).map(|told| told.text).collect();
    texts.sort_unstable();
    texts
}

#[test]
fn every_way_gives_the_same() {
    let any = r#"{"not": {"field": "kind", "op": "eq", "value": "none"}}"#;
    for store in STORES {
        let host = stocked(store);
        for scope in [(None, None), (Some("one"), None), (None, Some("care")), (Some("one"), Some("care"))] {
            let scope = labels(scope.0, scope.1);
            for kinds in [vec![], vec![Kind::Fact], vec![Kind::Preference]] {
                for (preferences, filter) in
                    [(None, None), (Some(false), None), (None, Some(any)), (Some(false), Some(any))]
                {
                    for states in [vec![], vec![State::Active, State::Provisional]] {
                        let (kinds, filter) = (kinds.clone(), filter.map(Into::into));
                        let query = Query { kinds, preferences, filter, states, ..everything() };
                        let mut found = host.texts(&scope, &query);
                        found.sort_unstable();
                        assert_eq!(found, expected(&scope, &query), "{store:?} {query:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_listing_sees_what_a_recall_sees() {
    let host = stocked((true, true));
    let scope = labels(Some("one"), None);
    let listed: Vec<String> =
        host.listed(&scope, &Listing::default()).into_iter().map(|memory| memory.text).rev().collect();
    let mut sorted = listed.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected(&scope, &everything()));
    assert!(!listed.is_empty());
}

#[test]
fn a_store_of_another_shows_nothing() {
    let mut host = Host::new();
    let id = host.id(&user("bo"), &fact("Another's words."));
    for query in [everything(), ask("Whose words?"), Query { states: State::ALL.to_vec(), ..everything() }] {
        assert_eq!(host.texts(&user("ana"), &query), [""; 0]);
    }
    assert!(host.engine.get(&user("ana"), &id, host.now).is_err());
    assert!(host.engine.why_not(&user("ana"), &id, &everything(), host.now).is_err());
}

/// At the last instant that there is, what has no end still holds.
#[test]
fn no_end_is_after_every_time() {
    for (others, planned) in STORES {
        let host = stocked((others, planned));
        let now = u64::MAX;
        let found = host.engine.recall(&labels(None, None), &everything(), now).unwrap().hits.len();
        assert_eq!(found, expected(&labels(None, None), &everything()).len() + usize::from(planned));
    }
}

#[test]
fn a_look_back_leaves_out_what_had_expired_then() {
    let mut host = Host::new();
    let ana = user("ana");
    host.tell(&ana, &Candidate { expires_at: Some(START + DAY), ..fact("The offer of the shop stands.") });
    host.now = START + 5 * DAY;
    for (then, there) in [(START + DAY - 1, 1), (START + DAY, 0), (START + 2 * DAY, 0)] {
        let query = Query { as_of: Some(then), known_as_of: Some(then), ..everything() };
        assert_eq!(host.texts(&ana, &query).len(), there, "{then}");
    }
}
