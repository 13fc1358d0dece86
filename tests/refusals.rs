//! A command that fails changes nothing, and says what is allowed.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;

const FOREIGN: &str = "0190b6e2-0000-7000-8000-000000000000";

struct Scene {
    host: Host,
    ana: Labels,
    own: String,
    foreign: String,
    shared: String,
    gone: String,
    erased: String,
}

fn scene() -> Scene {
    let mut host = Host::embedding();
    let ana = Labels { session: Some("s".into()), ..user("ana") };
    let own = host.id(&ana, &at("Ana", "home", "Leeds"));
    let foreign = host.id(&user("bo"), &at("Bo", "home", "York"));
    let writer = Labels { shared_writer: true, ..user("admin") };
    let shared = host.id(&writer, &Candidate { shared: true, ..fact("The office is in Bath.") });
    let gone = host.id(&ana, &fact("Ana drives a Volvo."));
    host.act(&ana, &gone, Act::Invalidate, None).unwrap();
    let erased = host.id(&ana, &fact("Ana had a parrot."));
    host.erase(&ana, &by_ids(&[&erased])).unwrap();
    Scene { host, ana, own, foreign, shared, gone, erased }
}

#[test]
fn every_act_on_what_is_not_there_or_not_ones_own_changes_nothing() {
    let Scene { mut host, ana, foreign, shared, erased, .. } = scene();
    let by = || "ana".to_owned();
    let acts = [
        Act::End { at: None },
        Act::Invalidate,
        Act::Restore,
        Act::Archive,
        Act::Approve { by: by() },
        Act::Quarantine { by: by() },
        Act::Pin { by: by(), review_at: None },
        Act::Unpin { by: by() },
        Act::Hold { by: by() },
        Act::Release { by: by() },
    ];
    let hash = host.engine.state_hash();
    for act in &acts {
        for id in [FOREIGN, &foreign, &erased, "", "not an id", &"é".repeat(18)] {
            let failure = host.act(&ana, id, act.clone(), Some("why")).unwrap_err();
            assert!(matches!(failure, Failure::NotFound(_)), "{act:?} {failure}");
        }
        assert!(matches!(host.act(&ana, &shared, act.clone(), Some("why")), Err(Failure::Denied(_))), "{act:?}");
    }
    for id in [FOREIGN, &foreign, &erased, "x"] {
        let now = host.now;
        let engine = &mut host.engine;
        let revision = Revision { text: "Something new.".into(), ..Revision::default() };
        assert!(matches!(engine.supersede(&ana, id, &revision, None, now, None), Err(Failure::NotFound(_))));
        assert!(matches!(engine.corrected(&ana, id, "ana", now, None), Err(Failure::NotFound(_))));
        assert!(matches!(engine.used(&ana, &[id.to_owned()], now, None), Err(Failure::NotFound(_))));
        assert!(matches!(engine.erase(&ana, &by_ids(&[id]), now, None), Err(Failure::NotFound(_))));
        assert!(matches!(engine.history(&ana, id, now), Err(Failure::NotFound(_))));
        assert!(matches!(
            engine.list(&ana, &Listing { after: Some(id.into()), ..Listing::default() }, now),
            Err(Failure::NotFound(_))
        ));
    }
    // An unknown id beside a known one: neither.
    assert_eq!(host.engine.state_hash(), hash);
}

#[test]
fn one_bad_id_among_good_ones_fails_the_whole_command() {
    let Scene { mut host, ana, own, foreign, .. } = scene();
    let hash = host.engine.state_hash();
    assert!(host.erase(&ana, &by_ids(&[&own, &foreign])).is_err());
    assert!(host.engine.used(&ana, &[own.clone(), foreign], host.now, None).is_err());
    assert_eq!(host.engine.state_hash(), hash);
}

#[test]
fn states_versions_and_times_that_do_not_fit_are_refused() {
    let Scene { mut host, ana, own, gone, .. } = scene();
    let now = host.now;
    let stated = host.id(&ana, &Candidate { valid_from: Some(now), ..at("Ana", "office", "Hull") });
    let hash = host.engine.state_hash();
    let conflict = |outcome: Result<()>| assert!(matches!(outcome, Err(Failure::Conflict(_))), "{outcome:?}");
    conflict(host.act(&ana, &own, Act::Restore, None));
    conflict(host.act(&ana, &own, Act::Unpin { by: "ana".into() }, None));
    conflict(host.act(&ana, &own, Act::Release { by: "ana".into() }, None));
    conflict(host.act(&ana, &gone, Act::End { at: None }, None));
    conflict(host.act(&ana, &gone, Act::Approve { by: "ana".into() }, None));
    conflict(host.act(&ana, &gone, Act::Quarantine { by: "ana".into() }, None));
    let revision = |text: &str| Revision { text: text.into(), ..Revision::default() };
    conflict(host.engine.supersede(&ana, &gone, &revision("New."), None, now, None).map(drop));
    conflict(host.engine.supersede(&ana, &own, &revision("New."), Some(999), now, None).map(drop));
    let invalid = |outcome: Result<()>| assert!(matches!(outcome, Err(Failure::Invalid(_))), "{outcome:?}");
    invalid(host.act(&ana, &stated, Act::End { at: Some(1) }, None));
    invalid(host.act(&ana, &own, Act::Pin { by: "ana".into(), review_at: None }, None));
    invalid(host.act(&ana, &own, Act::Hold { by: "ana".into() }, None));
    invalid(host.act(&ana, &own, Act::Hold { by: String::new() }, Some("why")));
    invalid(host.act(&ana, &own, Act::Archive, Some(&"x".repeat(1_025))));
    invalid(host.engine.supersede(&ana, &own, &revision(" "), None, now, None).map(drop));
    let same = Revision { value: Some("Leeds".into()), ..revision("Ana's home is  Leeds.") };
    invalid(host.engine.supersede(&ana, &own, &same, None, now, None).map(drop));
    assert_eq!(host.engine.undo(&ana, 999, now, None).unwrap_err().parts().0, "not-found");
    assert_eq!(host.engine.undo(&ana, 0, now, None).unwrap_err().parts().0, "not-found");
    assert!(host.engine.undo(&user("bo"), 2, now, None).is_err());
    assert_eq!(host.engine.state_hash(), hash);
}

#[test]
fn malformed_candidates_are_errors_that_name_the_field() {
    let Scene { mut host, ana, .. } = scene();
    let hash = host.engine.state_hash();
    let text = |value: &str| vec![("topic".to_owned(), Scalar::Text(value.into()))];
    let base = || fact("Ana likes rain.");
    let bad = [
        ("text", Candidate { text: " \n".into(), ..base() }),
        ("importance", Candidate { importance: Some(1.5), ..base() }),
        ("importance", Candidate { importance: Some(f64::NAN), ..base() }),
        ("entity", Candidate { entity: Some("Ana".into()), ..base() }),
        ("entity", Candidate { entity: Some(" ".into()), attribute: Some("x".into()), ..base() }),
        ("value", Candidate { value: Some("x".into()), ..base() }),
        ("value", Candidate { value: Some("x".repeat(1_025)), ..at("Ana", "home", "x") }),
        ("validTo", Candidate { valid_from: Some(9), valid_to: Some(9), ..base() }),
        ("validTo", Candidate { valid_to: Some(9), ..base() }),
        ("actor", Candidate { actor: Some("a\nb".into()), ..base() }),
        ("evidence", Candidate { evidence: vec![evidence("")], ..base() }),
        ("evidence", Candidate { evidence: vec![evidence(&"u".repeat(2_049))], ..base() }),
        ("evidence", Candidate { evidence: vec![Evidence { digest: Some("abc".into()), ..evidence("u") }], ..base() }),
        (
            "evidence",
            Candidate { evidence: vec![Evidence { span: Some(Span { start: 2, end: 1 }), ..evidence("u") }], ..base() },
        ),
        ("evidence", Candidate { evidence: (0..33).map(|n| evidence(&format!("u{n}"))).collect(), ..base() }),
        ("metadata", Candidate { metadata: vec![("user".into(), Scalar::Text("bo".into()))], ..base() }),
        ("metadata", Candidate { metadata: vec![("tenant".into(), Scalar::Null)], ..base() }),
        ("metadata", Candidate { metadata: text(&"x".repeat(1_025)), ..base() }),
        ("metadata", Candidate { metadata: vec![(String::new(), Scalar::Null)], ..base() }),
        ("metadata", Candidate { metadata: vec![("n".into(), Scalar::Number(f64::INFINITY))], ..base() }),
        ("metadata", Candidate { metadata: [text("a"), text("b")].concat(), ..base() }),
        ("metadata", Candidate { metadata: (0..33).map(|n| (n.to_string(), Scalar::Null)).collect(), ..base() }),
        (
            "appliesTo",
            Candidate { applies_to: Some(AppliesTo { scope: "x".repeat(300), version: "1".into() }), ..base() },
        ),
        ("embedder", Candidate { embedding: Some(vec![1.0; 3]), ..base() }),
        ("embedding", Candidate { embedding: Some(vec![f32::NAN; 16]), ..base() }),
        ("shared", Candidate { shared: true, ..base() }),
        ("extractor", Candidate { extractor: Some("x".repeat(257)), ..base() }),
    ];
    for (field, candidate) in bad {
        let failure = host.engine.remember(&ana, &candidate, host.now, None).unwrap_err();
        assert!(failure.to_string().contains(field), "{field}: {failure}");
        assert!(!failure.to_string().contains("rain"), "{failure}");
    }
    assert!(host.engine.remember(&ana, &base(), host.now, Some("")).is_err());
    assert!(host.engine.remember(&ana, &base(), host.now, Some(&"k".repeat(129))).is_err());
    assert_eq!(host.engine.state_hash(), hash);
}

#[test]
fn queries_and_erasures_that_are_malformed_are_refused() {
    let Scene { mut host, ana, own, .. } = scene();
    let (hash, now) = (host.engine.state_hash(), host.now);
    let bad_queries = [
        Query { k: Some(0), ..ask("x") },
        Query { k: Some(1_001), ..ask("x") },
        Query { k: Some(u32::MAX), ..ask("x") },
        Query { min_relevance: Some(f64::NAN), ..ask("x") },
        Query { min_relevance: Some(-0.1), ..ask("x") },
        Query { profile: Some("best".into()), ..ask("x") },
        Query { filter: Some("{}".into()), ..ask("x") },
        Query { filter: Some("not json".into()), ..ask("x") },
        Query { embedding: Some(vec![1.0; 4]), ..ask("x") },
    ];
    for query in bad_queries {
        assert!(host.engine.recall(&ana, &query, now).is_err(), "{query:?}");
        assert!(host.engine.context(&ana, &query, now).is_err());
    }
    for limit in [0, 1_001] {
        assert!(host.engine.list(&ana, &Listing { limit: Some(limit), ..Listing::default() }, now).is_err());
        assert!(host.engine.audit(None, Some(limit)).is_err());
    }
    let bad_erasures = [
        by_ids(&[]),
        Erasure { filter: Some("{}".into()), ..by_ids(&[]) },
        Erasure { filter: Some(r#"{"all": []}"#.into()), ..by_ids(&[]) },
        Erasure { user: Some("ana".into()), ..by_ids(&[&own]) },
        Erasure { user: Some("bo".into()), ..by_ids(&[]) },
        Erasure { user: Some(String::new()), ..by_ids(&[]) },
        Erasure { authority: String::new(), ..by_ids(&[&own]) },
        Erasure { reason: "because Ana said so".into(), ..by_ids(&[&own]) },
        Erasure { reason: String::new(), ..by_ids(&[&own]) },
    ];
    for erasure in bad_erasures {
        assert!(host.erase(&ana, &erasure).is_err(), "{erasure:?}");
    }
    assert!(host.engine.confirm("nothing", "backup", now).is_err());
    assert!(host.engine.register_copy("journal", now).is_err());
    assert!(host.engine.lift_tombstone(&ana, "never erased", "dpo", "appeal", now).is_err());
    let message = |text: &str| Message { role: Role::User, actor: None, text: text.into(), at: None, ref_: None };
    assert!(host.engine.turn(&ana, &message(""), now, None).is_err());
    assert!(host.engine.turn(&ana, &message(&"x".repeat(65_537)), now, None).is_err());
    assert!(host.engine.turn(&user("ana"), &message("no session"), now, None).is_err());
    assert!(host.engine.checkpoint(&ana, &"x".repeat(65_537), now, None).is_err());
    assert!(host.engine.used(&ana, &[], now, None).is_err());
    assert_eq!(host.engine.state_hash(), hash);
}

#[test]
fn a_scope_without_a_proper_user_writes_nothing() {
    let mut host = Host::new();
    let hash = host.engine.state_hash();
    for name in ["", "a\u{0}b", &"x".repeat(257)] {
        assert!(matches!(
            host.engine.remember(&user(name), &say("Hello there."), START, None),
            Err(Failure::Invalid(_))
        ));
    }
    assert_eq!(host.engine.state_hash(), hash);
}

#[test]
fn until_drained_every_write_is_refused_and_reads_work() {
    let Scene { mut host, ana, own, .. } = scene();
    host.engine.remember(&ana, &say("A cat came by."), host.now, None).unwrap();
    let now = host.now;
    assert!(matches!(host.engine.remember(&ana, &say("A dog came by."), now, None), Err(Failure::Undrained(_))));
    assert!(matches!(host.engine.act(&ana, &own, &Act::Archive, None, now, None), Err(Failure::Undrained(_))));
    assert!(matches!(host.engine.sweep(false, now), Err(Failure::Undrained(_))));
    host.engine.sweep(true, now).unwrap();
    assert_eq!(host.texts(&ana, &ask("Which cat came by?")), ["A cat came by."]);
    host.drain();
    host.tell(&ana, &say("A dog came by."));
}

#[test]
fn after_a_failed_write_only_reads_work_until_the_store_is_opened_again() {
    for writes in 0..5 {
        let Scene { mut host, ana, own, .. } = scene();
        host.disk.fails_after = Some(writes);
        let mut last = host.now;
        while host.engine.remember(&ana, &say(&format!("Event {last} came to pass.")), host.now, None).is_ok() {
            host.drain();
            // Every other write is a snapshot.
            drop(host.engine.compact(host.now));
            host.drain();
            last += 1;
            assert!(last < host.now + 20);
        }
        let (now, hash) = (host.now, host.engine.state_hash());
        assert!(matches!(host.act(&ana, &own, Act::Archive, None), Err(Failure::Other(_))));
        assert!(matches!(host.erase(&ana, &by_ids(&[&own])), Err(Failure::Other(_))));
        assert!(matches!(host.engine.compact(now), Err(Failure::Other(_))));
        assert!(host.engine.poll(now).unwrap().is_none());
        assert_eq!((host.get(&ana, &own).id, host.engine.state_hash()), (own, hash));
        host.disk.fails_after = None;
        host.reopen();
        host.tell(&ana, &say("It works again."));
    }
}

/// A write in between would be in neither the snapshot that was handed out nor the journal that it
/// empties; and an erasure in between would be confirmed by a snapshot that still holds the words.
#[test]
fn nothing_is_written_while_a_replace_is_under_way() {
    let Scene { mut host, ana, own, .. } = scene();
    host.engine.compact(host.now).unwrap();
    let request = host.engine.poll(host.now).unwrap().unwrap();
    assert!(matches!(request.task, Task::Replace(_)));
    let now = host.now;
    assert!(matches!(host.engine.erase(&ana, &by_ids(&[&own]), now, None), Err(Failure::Undrained(_))));
    assert!(matches!(host.engine.remember(&ana, &say("A cat came by."), now, None), Err(Failure::Undrained(_))));
    assert!(host.engine.poll(now).unwrap().unwrap() == request);
    host.engine.answer(request.ticket, Answer::Stored, now).unwrap();
    assert!(!host.erase(&ana, &by_ids(&[&own])).unwrap().complete);
}

#[test]
fn tickets_are_answered_once_and_with_what_was_asked_for() {
    let Scene { mut host, ana, .. } = scene();
    host.engine.remember(&ana, &say("A cat came by."), host.now, None).unwrap();
    let append = host.engine.poll(host.now).unwrap().unwrap();
    assert!(host.engine.poll(host.now).unwrap().unwrap() == append, "polling again gives the same task");
    let now = host.now;
    assert!(matches!(host.engine.answer(append.ticket, Answer::Reply("ok".into()), now), Err(Failure::WrongAnswer(_))));
    assert!(matches!(
        host.engine.answer(append.ticket + 9, Answer::Stored, now),
        Err(Failure::Undrained(_) | Failure::StaleTicket(_))
    ));
    host.engine.answer(append.ticket, Answer::Stored, now).unwrap();
    let embed = host.engine.poll(now).unwrap().unwrap();
    for wrong in
        [Answer::Vectors(vec![]), Answer::Vectors(vec![vec![1.0; 16]; 9]), Answer::Stored, Answer::Reply("x".into())]
    {
        assert!(matches!(host.engine.answer(embed.ticket, wrong, now), Err(Failure::WrongAnswer(_))));
    }
    let short = Answer::Vectors(vec![vec![1.0; 3]]);
    assert!(matches!(host.engine.answer(embed.ticket, short, now), Err(Failure::EmbedderMismatch(_))));
    let Task::Embed(texts) = &embed.task else { panic!("{embed:?}") };
    host.engine
        .answer(embed.ticket, Answer::Vectors(texts.iter().map(|text| host::embed(text)).collect()), now)
        .unwrap();
    host.drain();
    assert!(matches!(host.engine.answer(embed.ticket, Answer::Vectors(vec![]), now), Err(Failure::StaleTicket(_))));
}

/// A batch that was handed out keeps its texts, so no vector lands on another memory.
#[test]
fn vectors_land_on_the_memories_that_were_handed_out() {
    let mut host = Host::embedding();
    let ana = user("ana");
    let tell = |host: &mut Host, text: &str| {
        let id = host.engine.remember(&ana, &say(text), host.now, None).unwrap().id.unwrap();
        let append = host.engine.poll(host.now).unwrap().unwrap();
        host.engine.answer(append.ticket, Answer::Stored, host.now).unwrap();
        id
    };
    tell(&mut host, "The cat sat.");
    let second = tell(&mut host, "The dog ran.");
    let handed = host.engine.poll(host.now).unwrap().unwrap();
    let Task::Embed(texts) = &handed.task else { panic!("{handed:?}") };
    let vectors: Vec<_> = texts.iter().map(|text| embed(text)).collect();
    host.engine.act(&ana, &second, &Act::Archive, None, host.now, None).unwrap();
    let append = host.engine.poll(host.now).unwrap().unwrap();
    host.engine.answer(append.ticket, Answer::Stored, host.now).unwrap();
    tell(&mut host, "The owl slept.");
    assert!(host.engine.poll(host.now).unwrap().unwrap() == handed);
    host.engine.answer(handed.ticket, Answer::Vectors(vectors), host.now).unwrap();
    host.drain();
    let query = Query { embedding: Some(embed("The owl slept.")), ..Query::default() };
    let hits = host.engine.recall(&ana, &query, host.now).unwrap().hits;
    assert_eq!(hits[0].text, "The owl slept.");
    assert!(hits[0].parts.iter().any(|(name, value)| name == "vector" && *value > 0.99), "{:?}", hits[0].parts);
}

/// A key of `pin` that came again with `unpin` answered that this was done, and it was not.
#[test]
fn a_key_is_for_one_command() {
    let Scene { mut host, ana, own, .. } = scene();
    let by = || "ana".to_owned();
    let act = |host: &mut Host, act: Act, key: &str| {
        let done = host.engine.act(&ana, &own, &act, Some("because"), host.now, Some(key));
        host.drain();
        done
    };
    assert_eq!(act(&mut host, Act::Pin { by: by(), review_at: None }, "k"), Ok(()));
    let after = host.engine.state_hash();
    let others = [
        act(&mut host, Act::Unpin { by: by() }, "k"),
        act(&mut host, Act::Archive, "k"),
        host.engine.remember(&ana, &fact("Ana likes tea."), host.now, Some("k")).map(drop),
        host.engine.supersede(&ana, &own, &Revision::default(), None, host.now, Some("k")).map(drop),
        host.engine.corrected(&ana, &own, "ana", host.now, Some("k")),
        host.engine.used(&ana, std::slice::from_ref(&own), host.now, Some("k")).map(drop),
        host.engine.undo(&ana, 1, host.now, Some("k")).map(drop),
        host.engine.erase(&ana, &by_ids(&[&own]), host.now, Some("k")).map(drop),
        host.engine.extract(&ana, host.now, Some("k")).map(drop),
        host.engine.checkpoint(&ana, "state", host.now, Some("k")).map(drop),
    ];
    for other in others {
        let used = "key: used by another command, pin; a key is for one command";
        assert_eq!(other, Err(Failure::Conflict(used.into())));
    }
    assert_eq!(act(&mut host, Act::Pin { by: by(), review_at: None }, "k"), Ok(()));
    assert_eq!(host.engine.state_hash(), after, "the first answer again, and nothing new");
    assert_eq!(act(&mut host, Act::Unpin { by: by() }, "another"), Ok(()));
}
