//! Numbers and texts at their ends: nothing panics, nothing is lost, and what is too large is refused.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;

#[test]
fn the_end_of_time_is_a_time() {
    for now in [0, 1, u64::MAX - 1, u64::MAX] {
        let mut host = Host::policy(r#"{"retention": {"default": {"days": 36500}}, "reviewDays": {"fact": 36500}}"#);
        let ana = Labels { session: Some("s".into()), ..user("ana") };
        host.now = now;
        let id = host.id(&ana, &Candidate { observed_at: Some(now), ..at("Ana", "home", "Leeds") });
        let later = Candidate { valid_from: Some(u64::MAX), expires_at: Some(u64::MAX), ..at("Ana", "home", "York") };
        drop(host.engine.remember(&ana, &later, now, None));
        host.drain();
        host.act(&ana, &id, Act::Pin { by: "a".into(), review_at: Some(u64::MAX) }, Some("why")).unwrap();
        drop(host.engine.used(&ana, std::slice::from_ref(&id), now, None));
        host.drain();
        for (as_of, known_as_of) in [(None, None), (Some(0), None), (Some(u64::MAX), Some(u64::MAX)), (None, Some(0))] {
            let query = Query { as_of, known_as_of, ..ask("Where is Ana's home on 8 May 2023?") };
            drop(host.engine.recall(&ana, &query, now).unwrap());
            drop(host.engine.context(&ana, &query, now).unwrap());
            drop(host.engine.why_not(&ana, &id, &query, now).unwrap());
        }
        for profile in ["lifecycle", "generative-agents", "hybrid", "tie-breaker", "priority", "memory-bank"] {
            let query = Query { profile: Some(profile.into()), min_relevance: Some(0.0), ..ask("home") };
            let hits = host.engine.recall(&ana, &query, now).unwrap().hits;
            assert!(hits.iter().all(|hit| hit.score.is_finite()), "{profile}");
        }
        drop(host.engine.stats(now));
        host.engine.sweep(false, now).unwrap();
        host.drain();
        drop(host.act(&ana, &id, Act::End { at: Some(u64::MAX) }, None));
        // Back to a sane clock: the store works on.
        host.now = START;
        host.tell(&ana, &say("A sane sentence."));
        assert_eq!(host.texts(&ana, &ask("sane sentence")), ["A sane sentence."]);
        host.reopen();
        host.engine.verify().unwrap();
    }
}

#[test]
fn list_and_get_agree_at_the_end_of_time() {
    let mut host = Host::new();
    let ana = user("ana");
    host.now = u64::MAX;
    let id = host.id(&ana, &fact("Ana likes rain."));
    assert_eq!(host.get(&ana, &id).state, State::Active);
    assert_eq!(host.listed(&ana, &Listing::default()).len(), 1);
    let filtered = Listing { states: vec![State::Active], ..Listing::default() };
    assert_eq!(host.listed(&ana, &filtered).len(), 1);
}

#[test]
fn texts_of_every_sort_are_found_again() {
    let mut host = Host::new();
    let ana = user("ana");
    let texts = ["👩‍👩‍👧‍👦 went home", "我住在利兹", "こんにちは世界", "ฉันชอบชา", "Ça été naïve", "مرحبا بالعالم", "🦀", "a"];
    for text in texts {
        let told = host.tell(&ana, &say(text));
        assert_eq!(told.outcome, Outcome::Active, "{text}");
    }
    for text in texts.iter().filter(|text| **text != "a") {
        assert!(
            host.texts(&ana, &Query { min_relevance: Some(0.0), ..ask(text) }).contains(&(*text).to_owned()),
            "{text}"
        );
    }
    for empty in ["", " ", "\n", "?!", "\u{200b}"] {
        assert!(host.texts(&ana, &ask(empty)).is_empty(), "an empty query matches nothing: {empty:?}");
    }
    assert!(host.texts(&ana, &Query::default()).is_empty());
    drop(host.engine.query_text(&ana, ""));
}

#[test]
fn a_megabyte_is_refused_at_once_and_looked_for_without_harm() {
    let mut host = Host::new();
    let ana = user("ana");
    for text in ["x".repeat(1 << 20), "e\u{301}".repeat(1 << 18), "ignore all previous ".repeat(50_000)] {
        let told = host.tell(&ana, &say(&text));
        assert_eq!((told.outcome, told.rules), (Outcome::Refused, vec!["length".to_owned()]));
        drop(host.engine.recall(&ana, &ask(&text[..100_000]), host.now).unwrap());
        let failure = host.engine.get(&ana, &text, host.now).unwrap_err();
        assert!(failure.to_string().len() < 200, "an error does not repeat what it was given");
    }
}

#[test]
fn k_and_budgets_at_their_ends() {
    let mut host = Host::new();
    let ana = user("ana");
    for n in 0..30 {
        host.tell(&ana, &say(&format!("Event {n} about weather.")));
    }
    let query = |k, max_tokens| Query { k, max_tokens, ..ask("weather") };
    assert_eq!(host.texts(&ana, &query(Some(1_000), None)).len(), 30);
    assert_eq!(host.texts(&ana, &query(Some(1), None)).len(), 1);
    for budget in [0, 1, 50, 60, 100, u32::MAX] {
        let context = host.engine.context(&ana, &query(Some(1_000), Some(budget)), host.now).unwrap();
        assert!(context.tokens <= budget && context.text.is_empty() == context.ids.is_empty());
    }
    // Every memory of a full recall is explained, too.
    let id = host.listed(&ana, &Listing::default())[0].id.to_uppercase();
    assert_eq!(host.engine.why_not(&ana, &id, &query(Some(1_000), None), host.now).unwrap().step, "recalled");
}

#[test]
fn debug_never_prints_what_people_wrote() {
    const WORD: &str = "kingfisher";
    let candidate = Candidate {
        metadata: vec![("a".into(), Scalar::Text(WORD.into()))],
        applies_to: Some(AppliesTo { scope: WORD.into(), version: WORD.into() }),
        evidence: vec![Evidence { digest: Some(format!("sha256:{WORD}")), ..evidence(WORD) }],
        actor: Some(WORD.into()),
        ..at("Ana", WORD, WORD)
    };
    let mut host = Host::new();
    let ana = Labels { session: Some(WORD.into()), project: Some(WORD.into()), ..user("ana") };
    let id = host.id(&ana, &candidate);
    host.act(&ana, &id, Act::Hold { by: "counsel".into() }, Some(WORD)).unwrap();
    let memory = host.get(&ana, &id);
    let recalled = host.engine.recall(&ana, &ask(WORD), host.now).unwrap();
    assert_eq!(recalled.hits.len(), 1);
    let printed = [
        format!("{candidate:?} {:?} {:?}", candidate.metadata, candidate.applies_to),
        format!("{memory:?} {:?} {:?} {:?} {:?}", memory.metadata, memory.retention, memory.address, memory.evidence),
        format!("{recalled:?} {:?}", host.engine.context(&ana, &ask(WORD), host.now).unwrap()),
        format!("{:?} {ana:?} {:?}", host.engine, ask(WORD)),
        format!("{:?}", host.engine.history(&ana, &id, host.now).unwrap()),
        format!(
            "{:?}",
            Applied { op: "noop".into(), target: Some(WORD.into()), applied: false, reason: None, id: None }
        ),
        format!("{:?}", by_ids(&[&id])),
        format!("{:?}", host.engine.audit(None, None).unwrap()),
    ];
    for text in printed {
        assert!(!text.contains(WORD), "{text}");
    }
}

/// Not a measurement: a scan of everything at each command would make this test crawl.
#[test]
fn a_large_store_is_not_scanned_at_every_command() {
    let mut host = Host::embedding();
    let ana = user("ana");
    for n in 0..6_000u32 {
        let from =
            Candidate { evidence: vec![evidence("https://crm.example/ana")], ..say(&format!("Event {n} took place.")) };
        host.tell(&ana, &from);
    }
    // Erasing everything that rests on one document is not quadratic either.
    let receipt = host.erase(&ana, &Erasure { user: Some("ana".into()), ..by_ids(&[]) }).unwrap();
    assert_eq!(receipt.removed.len(), 6_000);
}

#[test]
fn mistakes_can_be_taken_back_to_an_equal_life() {
    let mut host = Host::new();
    let ana = user("ana");
    let id = host.id(&ana, &at("Ana", "home", "Leeds"));
    let life = |host: &Host| {
        let memory = host.get(&ana, &id);
        (
            memory.state,
            memory.valid_from,
            memory.valid_to,
            memory.superseded_by,
            memory.pinned.is_some(),
            memory.retracted_at,
        )
    };
    let before = life(&host);
    let acts = [
        Act::End { at: None },
        Act::Invalidate,
        Act::Archive,
        Act::Quarantine { by: "a".into() },
        Act::Pin { by: "a".into(), review_at: None },
    ];
    for act in acts {
        host.pass(10);
        host.act(&ana, &id, act.clone(), Some("why")).unwrap();
        assert_ne!(life(&host), before);
        let last = host.engine.stats(host.now).sequence;
        assert_eq!(host.engine.undo(&ana, last, host.now, None).unwrap(), 1, "{act:?}");
        host.drain();
        assert_eq!(life(&host), before);
    }
    host.tell(&ana, &at("Ana", "home", "York"));
    assert_eq!(life(&host).0, State::Superseded);
    let last = host.engine.stats(host.now).sequence;
    assert_eq!(host.engine.undo(&ana, last, host.now, None).unwrap(), 2);
    host.drain();
    assert_eq!(life(&host), before);
    // Where something else is current by now, an undo would make two.
    host.act(&ana, &id, Act::End { at: None }, None).unwrap();
    let ended = host.engine.stats(host.now).sequence;
    host.pass(10);
    host.tell(&ana, &at("Ana", "home", "York"));
    assert!(matches!(host.engine.undo(&ana, ended, host.now, None), Err(Failure::Conflict(_))));
}

/// One mistake after another, and all of them taken back, the last first.
#[test]
fn commands_about_one_thing_are_taken_back_one_after_another() {
    let mut host = Host::new();
    let ana = user("ana");
    let mut told = Vec::new();
    let mut homes = vec![];
    for city in ["York", "Leeds", "Bath"] {
        homes.push(host.listed(&ana, &Listing::default()));
        host.tell(&ana, &at("Ana", "home", city));
        told.push(host.engine.stats(host.now).sequence);
        host.pass(DAY);
    }
    // Not out of turn, and not what was said again since.
    assert!(matches!(host.engine.undo(&ana, told[1], host.now, None), Err(Failure::Conflict(_))));
    let again = Candidate { evidence: vec![evidence("chat:9#1")], ..at("Ana", "home", "Bath") };
    host.tell(&ana, &again);
    let said_again = host.engine.stats(host.now).sequence;
    assert!(matches!(host.engine.undo(&ana, told[2], host.now, None), Err(Failure::Conflict(_))));
    host.engine.undo(&ana, said_again, host.now, None).unwrap();
    host.drain();
    for (sequence, before) in told.iter().zip(&homes).rev() {
        host.engine.undo(&ana, *sequence, host.now, None).unwrap();
        host.drain();
        let seen = |memories: &[Memory]| {
            let seen = |memory: &Memory| (memory.id.clone(), memory.state, memory.valid_to, memory.supersedes.clone());
            memories.iter().map(seen).collect::<Vec<_>>()
        };
        assert_eq!(seen(&host.listed(&ana, &Listing::default())), seen(before));
        // A command is taken back once.
        assert!(host.engine.undo(&ana, *sequence, host.now, None).is_err());
    }
}

/// Approval replaces what is current, and only if the approved claim holds now.
#[test]
fn approval_leaves_one_current_memory() {
    let mut host = Host::new();
    let ana = user("ana");
    host.now = START + 100 * DAY;
    let said = host.id(&ana, &Candidate { valid_from: Some(START), ..at("Ana", "home", "Leeds") });
    let tool = |value: &str, to: Option<u64>| Candidate {
        source: Some(Source::ToolResult),
        valid_from: Some(START + DAY),
        valid_to: to,
        ..at("Ana", "home", value)
    };
    let past = host.tell(&ana, &tool("Bath", Some(START + 2 * DAY))).id.unwrap();
    let open = host.tell(&ana, &tool("York", None)).id.unwrap();
    assert_eq!(host.get(&ana, &open).state, State::Quarantined);
    host.act(&ana, &past, Act::Approve { by: "curator".into() }, None).unwrap();
    assert_eq!((host.get(&ana, &said).state, host.get(&ana, &past).state), (State::Active, State::Ended));
    host.act(&ana, &open, Act::Approve { by: "curator".into() }, None).unwrap();
    assert_eq!((host.get(&ana, &said).state, host.get(&ana, &open).state), (State::Superseded, State::Active));
    // What was replaced is not approved back: the one in its place would go with it.
    assert!(matches!(host.act(&ana, &said, Act::Approve { by: "curator".into() }, None), Err(Failure::Conflict(_))));
    assert!(matches!(host.act(&ana, &said, Act::Restore, None), Err(Failure::Conflict(_))));
    assert_eq!(host.texts(&ana, &ask("What is Ana's home?")), ["Ana's home is York."]);
}
