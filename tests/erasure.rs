//! Erased is gone: from every byte, every index, every answer; and it stays gone.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;
use memolet::Engine;

const CANARY: &str = "Ana's passcode bird is a Zanzibar kingfisher.";
const VALUE: &str = "Zanzibar kingfisher";
const ACTOR: &str = "Quintella";
const URI: &str = "chat://kanarienvogel/7#3";

fn canary() -> Candidate {
    Candidate {
        actor: Some(ACTOR.into()),
        evidence: vec![evidence(URI)],
        metadata: vec![("topic".into(), Scalar::Text("Zanzibar kingfisher".into()))],
        text: CANARY.into(),
        ..at("Ana", "bird", VALUE)
    }
}

fn traces() -> [Vec<u8>; 5] {
    [CANARY, VALUE, ACTOR, URI, "kingfisher"].map(|text| text.as_bytes().to_vec())
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    let lower = |bytes: &[u8]| bytes.to_ascii_lowercase();
    lower(bytes).windows(part.len()).any(|window| window == lower(part))
}

fn assert_clean(host: &Host, failures: &[String]) {
    let engine = &host.engine;
    let now = host.now;
    let words = [
        format!("{:?}", engine.audit(None, Some(1_000)).unwrap()),
        format!("{:?}", engine.receipts()),
        format!("{:?}", engine.stats(now)),
        format!("{engine:?}"),
        failures.join("\n"),
    ]
    .concat();
    let state = engine.snapshot().unwrap();
    let vector: Vec<u8> =
        unit(&embed(&format!("{ACTOR}: {CANARY}"))).iter().flat_map(|value| value.to_le_bytes()).collect();
    for trace in traces().into_iter().chain([vector]) {
        let name = String::from_utf8_lossy(&trace).into_owned();
        assert!(!holds(&host.disk.journal, &trace), "journal: {name}");
        assert!(!host.disk.snapshot.as_ref().is_some_and(|bytes| holds(bytes, &trace)), "snapshot: {name}");
        assert!(!holds(&state, &trace), "state: {name}");
        assert!(!holds(words.as_bytes(), &trace), "words: {name}");
    }
}

fn unit(vector: &[f32]) -> Vec<f32> {
    let length = vector.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>().sqrt();
    vector.iter().map(|x| (f64::from(*x) / length) as f32).collect()
}

#[test]
fn no_byte_of_the_canary_is_left_anywhere() {
    let mut host = Host::embedding();
    host.options.model = true;
    host.reopen();
    let ana = Labels { session: Some("s1".into()), ..user("ana") };
    let turn = Candidate {
        actor: Some(ACTOR.into()),
        evidence: vec![evidence(URI)],
        ..say(&format!("By the way, {CANARY} Keep it to yourself."))
    };
    host.tell(&ana, &turn);
    let id = host.id(&ana, &canary());
    host.tell(&ana, &canary());
    let message = |text: &str, uri: Option<&str>| Message {
        role: Role::User,
        actor: None,
        text: text.into(),
        at: None,
        ref_: uri.map(str::to_owned),
    };
    for (text, uri) in [("my bird is a ZANZIBAR kingfisher", None), ("something else", Some(URI)), ("harmless", None)] {
        host.engine.turn(&ana, &message(text, uri), host.now, None).unwrap();
        host.drain();
    }
    host.engine.checkpoint(&ana, &format!("to do: greet the {VALUE}"), host.now, None).unwrap();
    host.drain();
    // A question that shows it is left open.
    let question = host
        .id(&ana, &Candidate { text: "Ana's passcode bird is a Zanzibar.".into(), ..at("Ana", "song", "birdsong") });
    assert!(host.engine.stats(host.now).pending_reconciliations > 0);
    host.act(&ana, &id, Act::Pin { by: ACTOR.into(), review_at: None }, Some(&format!("the {VALUE} matters"))).unwrap();
    // Superseded by another claim, so it is history when it is erased. (A revision would keep its actor
    // and metadata, which are then the new version's own.)
    host.pass(1_000);
    host.tell(&ana, &at("Ana", "bird", "wren"));
    assert_eq!(host.get(&ana, &id).state, State::Superseded);
    host.engine.register_copy("backup", host.now).unwrap();
    host.drain();
    host.pass(5_000);
    let asked = host.engine.poll(host.now).unwrap();
    let receipt = host.erase(&ana, &by_ids(&[&id])).unwrap();
    assert!(receipt.removed.contains(&id));
    let mut failures = vec![];
    for text in [CANARY, VALUE, &id] {
        failures.extend(host.engine.get(&ana, text, host.now).err().map(|failure| failure.to_string()));
    }
    if let Some(request) = asked {
        let reply = Answer::Reply(r#"{"operations":[{"op":"UPDATE","target":"m1"}]}"#.into());
        failures.extend(host.engine.answer(request.ticket, reply, host.now).err().map(|failure| failure.to_string()));
    }
    assert_clean(&host, &failures);
    for prompt in &host.prompts {
        assert!(!prompt.contains(VALUE));
    }
    assert_eq!(receipt.turns, 2);
    assert_eq!(host.engine.resume(&ana).unwrap().turns.len(), 1);
    assert_eq!(host.get(&ana, &question).state, State::Active, "a candidate that waited beside it is kept");
    assert!(host.texts(&ana, &ask("Which kingfisher?")).is_empty());
    // The store's own copies have confirmed, the backup has not.
    let receipt = host.engine.receipts().pop().unwrap();
    let pending: Vec<&str> =
        receipt.copies.iter().filter(|copy| copy.confirmed_at.is_none()).map(|copy| copy.name.as_str()).collect();
    assert_eq!((pending, receipt.complete), (vec!["backup"], false));
    host.pass(7_000);
    let receipt = host.engine.confirm(&receipt.id, "backup", host.now).unwrap();
    host.drain();
    assert!(receipt.complete);
    assert_eq!(receipt.copies.iter().find(|copy| copy.name == "backup").unwrap().took, Some(7_000));
    host.reopen();
    assert_clean(&host, &[]);
    host.engine.verify().unwrap();
}

#[test]
fn the_receipt_counts_what_vanished() {
    let mut host = Host::new();
    let ana = user("ana");
    for n in 0..40 {
        let uri = format!("chat://{}#{}", n / 8, n % 8);
        host.tell(
            &ana,
            &Candidate { evidence: vec![evidence(&uri)], ..say(&format!("Episode number {n} of the chat.")) },
        );
        host.tell(
            &ana,
            &Candidate { evidence: vec![evidence(&uri)], ..at("Ana", &format!("trait {n}"), &format!("special{n}")) },
        );
    }
    let before = host.engine.stats(host.now).memories;
    let filter = r#"{"field": "attribute", "op": "in", "value": ["trait 3", "trait 5"]}"#;
    let receipt = host.erase(&ana, &Erasure { filter: Some(filter.into()), ..by_ids(&[]) }).unwrap();
    assert_eq!(before - host.engine.stats(host.now).memories, receipt.removed.len() as u32);
    assert_eq!(host.engine.stats(host.now).tombstones, receipt.removed.len() as u32);
    for id in &receipt.removed {
        assert!(host.engine.get(&ana, id, host.now).is_err());
    }
}

/// From one turn came an allergy and an address. Erasing the address takes the turn that has the words,
/// and leaves the allergy, which nobody asked to be erased and which does not repeat them.
#[test]
fn what_else_came_from_the_same_turn_stays_unless_it_repeats_the_words() {
    let mut host = Host::new();
    let ana = user("ana");
    let from = |candidate: Candidate| Candidate { evidence: vec![evidence("chat://1#1")], ..candidate };
    let turn = host.id(&ana, &from(say("I moved to Bristol and I cannot eat walnuts.")));
    let address = host.id(&ana, &from(at("Ana", "home", "Bristol")));
    let allergy = host.id(&ana, &from(at("Ana", "allergy", "walnuts")));
    let quote = host.id(&ana, &from(fact("Ana told us that Bristol is where she lives.")));
    let receipt = host.erase(&ana, &by_ids(&[&address])).unwrap();
    let mut removed = receipt.removed.clone();
    removed.sort();
    let mut expected = [turn.clone(), address, quote];
    expected.sort();
    assert_eq!(removed, expected);
    assert!(host.get(&ana, &allergy).evidence.is_empty());
    assert!(receipt.derived.contains(&Derived { id: allergy.clone(), became: "kept".into() }));
    // Erasing the turn itself takes all that rests on it alone.
    let turn = host.id(&ana, &from(say("I sing on Sundays, at dawn.")));
    let hobby = host.id(&ana, &from(at("Ana", "hobby", "singing")));
    let both = Candidate {
        evidence: vec![evidence("chat://1#1"), evidence("chat://9#9")],
        ..at("Ana", "choir", "the Bach choir")
    };
    let both = host.id(&ana, &both);
    let receipt = host.erase(&ana, &by_ids(&[&turn])).unwrap();
    assert!(receipt.removed.contains(&hobby));
    assert_eq!(host.get(&ana, &both).evidence.len(), 1);
}

#[test]
fn a_document_that_many_share_is_not_taken_down_with_one_claim() {
    let mut host = Host::new();
    let ana = user("ana");
    let from = |candidate: Candidate| Candidate { evidence: vec![evidence("https://crm.example/ana")], ..candidate };
    let ids: Vec<String> = ["5", "2015", "a fifth", "Leeds"]
        .iter()
        .enumerate()
        .map(|(n, value)| host.id(&ana, &from(at("Ana", &format!("detail{n}x"), value))))
        .collect();
    let receipt = host.erase(&ana, &by_ids(&[&ids[0]])).unwrap();
    assert_eq!(receipt.removed, [ids[0].clone()]);
    assert_eq!(host.listed(&ana, &Listing::default()).len(), 3);
}

#[test]
fn a_copy_with_the_same_words_goes_too() {
    let mut host = Host::new();
    let ana = user("ana");
    let old = host.id(&ana, &fact("Ana owns a red boat."));
    host.act(&ana, &old, Act::Archive, None).unwrap();
    let new = host.id(&ana, &fact("Ana owns a red boat."));
    let other = host.id(&user("bo"), &fact("Ana owns a red boat."));
    let receipt = host.erase(&ana, &by_ids(&[&new])).unwrap();
    assert_eq!(receipt.removed.len(), 2);
    assert!(host.engine.get(&ana, &old, host.now).is_err());
    assert!(host.engine.get(&user("bo"), &other, host.now).is_ok(), "another user's words are theirs");
}

#[test]
fn tombstones_block_every_spelling_until_lifted() {
    let mut host = Host::policy(r#"{"admission": {"off": ["control-characters"]}}"#);
    let writer = Labels { shared_writer: true, ..user("ana") };
    let ana = user("ana");
    let words = "Ana owns a red boat.";
    let id = host.id(&ana, &fact(words));
    host.erase(&ana, &by_ids(&[&id])).unwrap();
    let spellings = [
        "ANA OWNS A RED BOAT.",
        "Ａｎａ owns a red boat.",
        "Ana owns a r\u{200b}ed boat.",
        "  Ana  owns\na red boat. ",
    ];
    for text in spellings.into_iter().chain([words]) {
        for (kind, source) in [(Kind::Fact, Source::UserSaid), (Kind::Episode, Source::ToolResult)] {
            let candidate = Candidate { kind: Some(kind), source: Some(source), ..say(text) };
            let told = host.tell(&ana, &candidate);
            assert_eq!((told.outcome, told.rules), (Outcome::Refused, vec!["tombstoned".to_owned()]), "{text}");
        }
        let told = host.tell(&writer, &Candidate { shared: true, ..fact(text) });
        assert_eq!(told.outcome, Outcome::Refused, "by the shared partition");
    }
    let boat = host.id(&ana, &fact("Ana has a boat."));
    let revision = Revision { text: words.into(), ..Revision::default() };
    assert!(host.engine.supersede(&ana, &boat, &revision, None, host.now, None).is_err());
    host.reopen();
    assert_eq!(host.tell(&ana, &fact(words)).outcome, Outcome::Refused);
    assert!(host.engine.lift_tombstone(&user("bo"), words, "dpo", "appeal", host.now).is_err());
    host.engine.lift_tombstone(&ana, "ana owns a RED boat.", "dpo", "appeal", host.now).unwrap();
    host.drain();
    assert_eq!(host.tell(&ana, &fact(words)).outcome, Outcome::Active);
    assert!(
        host.engine
            .audit(None, Some(1_000))
            .unwrap()
            .iter()
            .any(|entry| entry.op == "lift-tombstone" && entry.code == "appeal")
    );
}

#[test]
fn a_shared_tombstone_can_be_lifted_by_a_writer() {
    let mut host = Host::new();
    let writer = Labels { shared_writer: true, ..user("admin") };
    let candidate = Candidate { shared: true, ..fact("The office is in Bath.") };
    let id = host.id(&writer, &candidate);
    host.erase(&writer, &by_ids(&[&id])).unwrap();
    assert_eq!(host.tell(&writer, &candidate).outcome, Outcome::Refused);
    assert!(host.engine.lift_tombstone(&user("ana"), "The office is in Bath.", "dpo", "appeal", host.now).is_err());
    host.engine.lift_tombstone(&writer, "The office is in Bath.", "dpo", "appeal", host.now).unwrap();
    host.drain();
    assert_eq!(host.tell(&writer, &candidate).outcome, Outcome::Active);
}

#[test]
fn a_hold_blocks_what_it_names_and_nothing_else() {
    let mut host = Host::new();
    let ana = user("ana");
    let held = host.id(&ana, &Candidate { expires_at: Some(START + DAY), ..fact("Ana signed the lease.") });
    let free = host.id(&ana, &fact("Ana likes rain."));
    host.act(&ana, &held, Act::Hold { by: "counsel".into() }, Some("case 7")).unwrap();
    let hash = host.engine.state_hash();
    assert!(matches!(host.erase(&ana, &by_ids(&[&held, &free])), Err(Failure::Conflict(_))));
    assert!(matches!(host.act(&ana, &held, Act::Hold { by: "ana".into() }, Some("mine")), Err(Failure::Conflict(_))));
    assert!(matches!(host.act(&ana, &held, Act::Release { by: "ana".into() }, None), Err(Failure::Denied(_))));
    let held_at = host.engine.stats(host.now).sequence;
    assert!(matches!(host.engine.undo(&ana, held_at, host.now, None), Err(Failure::Denied(_))));
    assert_eq!(host.engine.state_hash(), hash);
    let receipt = host.erase(&ana, &Erasure { user: Some("ana".into()), ..by_ids(&[]) }).unwrap();
    assert_eq!(receipt.removed, [free]);
    host.now = START + 2 * DAY;
    assert!(host.engine.sweep(false, host.now).unwrap().expired.is_empty());
    host.drain();
    host.act(&ana, &held, Act::Release { by: "counsel".into() }, None).unwrap();
    assert_eq!(host.engine.sweep(false, host.now).unwrap().expired, [held]);
}

#[test]
fn everything_of_a_user_goes_and_nothing_of_anybody_else() {
    let mut host = Host::new();
    let ana = Labels { session: Some("s".into()), project: Some("p".into()), ..user("ana") };
    let bo = Labels { session: Some("s".into()), ..user("bo") };
    for labels in [&ana, &bo, &user("ana")] {
        for n in 0..1_100 {
            host.tell(labels, &say(&format!("Event {n} of {:?} in {:?}.", labels.user, labels.project)));
        }
        if labels.session.is_some() {
            let message = Message { role: Role::User, actor: None, text: "hello there".into(), at: None, ref_: None };
            host.engine.turn(labels, &message, host.now, None).unwrap();
            host.drain();
        }
    }
    let receipt = host.erase(&ana, &Erasure { user: Some("ana".into()), ..by_ids(&[]) }).unwrap();
    assert_eq!((receipt.removed.len(), receipt.turns), (2_200, 1));
    assert!(host.listed(&user("ana"), &Listing { states: State::ALL.to_vec(), ..Listing::default() }).is_empty());
    assert!(host.engine.resume(&ana).is_err());
    assert_eq!(host.listed(&bo, &Listing { limit: Some(1_000), ..Listing::default() }).len(), 1_100);
    assert_eq!(host.engine.resume(&bo).unwrap().turns.len(), 1);
    // A user of whom only turns are held can be erased as well.
    let cy = Labels { session: Some("s".into()), ..user("cy") };
    let message = Message { role: Role::User, actor: None, text: "my secret hobby".into(), at: None, ref_: None };
    host.engine.turn(&cy, &message, host.now, None).unwrap();
    host.drain();
    let receipt = host.erase(&cy, &Erasure { user: Some("cy".into()), ..by_ids(&[]) }).unwrap();
    assert_eq!((receipt.removed.len(), receipt.turns), (0, 1));
    assert!(host.erase(&cy, &Erasure { user: Some("cy".into()), ..by_ids(&[]) }).is_err(), "nothing was there");
    assert!(!holds(&host.disk.snapshot.clone().unwrap(), b"my secret hobby"));
}

/// A crash after the erasure and before the files were written anew: the replace is asked for again.
#[test]
fn an_erasure_that_did_not_reach_the_files_is_due_after_opening() {
    let mut host = Host::new();
    let ana = user("ana");
    let id = host.id(&ana, &canary());
    host.engine.erase(&ana, &by_ids(&[&id]), host.now, None).unwrap();
    let append = host.engine.poll(host.now).unwrap().unwrap();
    let Task::Append(bytes) = append.task else { panic!("an append comes first") };
    host.disk.journal.extend_from_slice(&bytes);
    let options = host.options.clone();
    host.engine = Engine::open(options, None, &host.disk.journal, host.now).unwrap();
    assert!(holds(&host.disk.journal, CANARY.as_bytes()));
    assert!(!host.engine.receipts()[0].complete);
    host.drain();
    assert!(host.engine.receipts()[0].complete);
    assert_clean(&host, &[]);
}

#[test]
fn what_is_past_its_retention_is_erased_by_the_sweep() {
    let mut host = Host::policy(r#"{"retention": {"support": {"days": 30}}}"#);
    let ana = Labels { purpose: Some("support".into()), ..user("ana") };
    let id = host.id(&ana, &canary());
    // A revision by a scope without the purpose keeps purpose and deadline.
    let revision = Revision { text: "Ana's bird is a wren.".into(), value: Some("wren".into()), ..Revision::default() };
    let new = host.engine.supersede(&user("ana"), &id, &revision, None, host.now, None).unwrap();
    host.drain();
    assert_eq!(host.get(&ana, &new).retention.purpose.as_deref(), Some("support"));
    assert!(host.get(&ana, &new).retention.deadline.is_some());
    let other = Labels { purpose: Some("marketing".into()), ..user("ana") };
    assert!(
        matches!(host.engine.get(&other, &new, host.now), Err(Failure::NotFound(_))),
        "get and recall agree on purpose"
    );
    host.pass(31 * DAY);
    assert_eq!(host.engine.sweep(false, host.now).unwrap().purged.len(), 2);
    host.drain();
    assert_clean(&host, &[]);
}

/// A sweep told of an expired memory that it erased with another of the same words: found by random
/// operations.
#[test]
fn the_sweep_names_what_goes_with_what_is_past_its_retention() {
    let mut host = Host::policy(r#"{"retention": {"brief": {"days": 40}}}"#);
    let ana = user("ana");
    let first = host.id(&ana, &Candidate { expires_at: Some(START + DAY), ..fact("Ana is in Rome.") });
    host.pass(2 * DAY);
    let brief = Labels { purpose: Some("brief".into()), ..ana };
    let second = host.id(&brief, &fact("Ana is in Rome."));
    host.pass(41 * DAY);
    let swept = host.engine.sweep(false, host.now).unwrap();
    host.drain();
    let mut purged = swept.purged;
    purged.sort();
    assert_eq!((purged, swept.expired), (vec![first, second], vec![]));
}
