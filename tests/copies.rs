//! What was wrong stays wrong, and copies are no evidence.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;

/// A claim of a turn, as it is lifted from a file.
fn lifted(file: &str, day: u64) -> Candidate {
    Candidate {
        observed_at: Some(START + day * DAY),
        evidence: vec![Evidence { observed_at: Some(START + day * DAY), ..evidence(&format!("{file}#1")) }],
        ..at("Ana", "home", "York")
    }
}

#[test]
fn one_turn_under_four_names_is_one_piece_of_evidence() {
    let ana = user("ana");
    let mut host = Host::new();
    host.now = START + 30 * DAY;
    let id = host.id(&ana, &lifted("a.jsonl", 10));
    let once = host.get(&ana, &id).confidence;
    for file in ["b.jsonl", "c.jsonl", "d.jsonl"] {
        let told = host.tell(&ana, &lifted(file, 10));
        assert_eq!(told.outcome, Outcome::Duplicate);
    }
    let memory = host.get(&ana, &id);
    assert_eq!((memory.confidence, memory.evidence.len()), (once, 4), "each name is kept, so that an erasure finds it");
    // Another moment, another speaker, other words.
    host.tell(&ana, &lifted("e.jsonl", 12));
    let twice = host.get(&ana, &id).confidence;
    assert!(twice > once);
    host.tell(&ana, &Candidate { actor: Some("Bo".into()), ..lifted("f.jsonl", 10) });
    assert!(host.get(&ana, &id).confidence > twice);
}

#[test]
fn another_digest_is_other_words_and_a_copy_of_a_copy_is_one() {
    let ana = user("ana");
    let digested = |file: &str, digest: &str| {
        let mut candidate = lifted(file, 10);
        candidate.evidence[0].digest = Some(format!("sha256:{digest}"));
        candidate
    };
    for (digests, independent) in [(["1", "1", "1"], false), (["1", "2", "1"], true)] {
        let mut host = Host::new();
        host.now = START + 30 * DAY;
        let id = host.id(&ana, &digested("a.jsonl", digests[0]));
        let once = host.get(&ana, &id).confidence;
        host.tell(&ana, &digested("b.jsonl", digests[1]));
        host.tell(&ana, &digested("c.jsonl", digests[2]));
        assert_eq!(host.get(&ana, &id).confidence > once, independent, "{digests:?}");
    }
}

#[test]
fn what_was_retired_does_not_come_back_by_another_name() {
    let ana = user("ana");
    for act in [Act::Invalidate, Act::End { at: None }, Act::Archive] {
        let mut host = Host::new();
        host.now = START + 30 * DAY;
        let id = host.id(&ana, &lifted("a.jsonl", 10));
        host.act(&ana, &id, act.clone(), None).unwrap();
        let state = host.get(&ana, &id).state;
        host.pass(DAY);
        let told = host.tell(&ana, &lifted("b.jsonl", 10));
        assert_eq!((told.outcome, told.id.as_deref()), (Outcome::Duplicate, Some(id.as_str())), "{act:?}");
        assert_eq!(told.rules, ["told-before"]);
        assert_eq!(host.get(&ana, &id).state, state);
        assert!(host.listed(&ana, &Listing::default()).is_empty());
        // Said anew, later, it is heard.
        let anew = host.tell(&ana, &lifted("c.jsonl", 31));
        assert_eq!(anew.outcome, Outcome::Active, "{act:?}");
        assert_ne!(anew.id.unwrap(), id);
        // And a copy of what was retired takes nothing from it.
        assert_eq!(host.tell(&ana, &lifted("d.jsonl", 10)).outcome, Outcome::Duplicate);
        assert_eq!(host.listed(&ana, &Listing::default()).len(), 1);
    }
}

#[test]
fn what_was_wrong_stays_wrong_for_all_that_was_said_before() {
    let ana = user("ana");
    let mut host = Host::new();
    host.now = START + 30 * DAY;
    let id = host.id(&ana, &lifted("a.jsonl", 10));
    host.tell(&ana, &lifted("a2.jsonl", 14));
    host.act(&ana, &id, Act::Invalidate, None).unwrap();
    for day in [3, 10, 12, 14] {
        let told = host.tell(&ana, &lifted("b.jsonl", day));
        assert_eq!((told.outcome, told.id.as_deref()), (Outcome::Duplicate, Some(id.as_str())), "{day}");
    }
    assert_eq!(host.tell(&ana, &lifted("b.jsonl", 15)).outcome, Outcome::Active);
}

/// Plain facts and turns, which have no address.
#[test]
fn words_without_an_address_stay_away_too() {
    let ana = user("ana");
    let mut host = Host::new();
    host.now = START + 30 * DAY;
    for candidate in [fact("Ana rows on Sundays."), say("I row on Sundays.")] {
        let at = |day: u64| Candidate { observed_at: Some(START + day * DAY), ..candidate.clone() };
        let id = host.id(&ana, &at(10));
        host.act(&ana, &id, Act::Invalidate, None).unwrap();
        assert_eq!(host.tell(&ana, &at(10)).id.as_deref(), Some(id.as_str()));
        assert_eq!(host.tell(&ana, &at(11)).outcome, Outcome::Active);
        // By a host that tells no times everything is said now.
        assert_eq!(host.tell(&ana, &at(10)).outcome, Outcome::Duplicate);
    }
}

#[test]
fn an_older_export_replaces_nothing_and_revives_nothing() {
    let ana = user("ana");
    let mut host = Host::new();
    host.now = START + 10 * DAY;
    let york = host.id(&ana, &at("Ana", "home", "York"));
    let exported = host.get(&ana, &york);
    host.now = START + 20 * DAY;
    host.tell(&ana, &at("Ana", "home", "Leeds"));
    host.now = START + 30 * DAY;
    let again = Candidate { observed_at: Some(exported.observed_at), ..at("Ana", "home", "York") };
    let told = host.tell(&ana, &again);
    assert_eq!((told.outcome, told.rules.as_slice()), (Outcome::Duplicate, &["told-before".to_owned()][..]));
    assert_eq!(host.texts(&ana, &ask("Ana's home")), ["Ana's home is Leeds."]);
    // Into another store, in any order, it makes the same line.
    let mut other = Host::new();
    other.now = START + 30 * DAY;
    other.tell(&ana, &Candidate { observed_at: Some(START + 20 * DAY), ..at("Ana", "home", "Leeds") });
    other.tell(&ana, &again);
    assert_eq!(other.texts(&ana, &ask("Ana's home")), ["Ana's home is Leeds."]);
}

#[test]
fn a_telling_that_is_undone_is_none() {
    let ana = user("ana");
    let mut host = Host::new();
    host.now = START + 30 * DAY;
    let id = host.id(&ana, &lifted("a.jsonl", 10));
    let once = host.get(&ana, &id).confidence;
    host.tell(&ana, &lifted("b.jsonl", 20));
    host.engine.undo(&ana, host.engine.stats(host.now).sequence, host.now, None).unwrap();
    host.drain();
    assert!((host.get(&ana, &id).confidence - once).abs() < 0.01);
    // What was said on day 15 is later than all that is left, and replaces it.
    let leeds = Candidate { observed_at: Some(START + 15 * DAY), ..at("Ana", "home", "Leeds") };
    assert_eq!(host.tell(&ana, &leeds).related, [id]);
}

/// Found wrong, a claim is not concluded anew: a person says it again, a model does not.
#[test]
fn what_is_wrong_is_not_concluded_anew() {
    let ana = user("ana");
    for concluded in [Source::Inferred, Source::UserSaid] {
        for addressed in [true, false] {
            let mut host = Host::new();
            let claim = if addressed { at("Ana", "home", "York") } else { fact("Ana keeps bees.") };
            let id = host.id(&ana, &claim);
            host.act(&ana, &id, Act::Invalidate, Some("wrong")).unwrap();
            host.pass(DAY);
            let again = host.tell(&ana, &Candidate { source: Some(concluded), ..claim });
            let wrong = concluded == Source::Inferred;
            assert_eq!((again.outcome == Outcome::Duplicate, again.id.as_deref() == Some(&id)), (wrong, wrong));
            assert_eq!(host.get(&ana, &id).state, State::Invalidated);
        }
    }
}
