//! A model decides how claims relate, and nothing else: whatever it replies, the guards hold.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;
use std::collections::BTreeMap;

/// A store in which a question about a second home is open; the ids of what was there, and of the
/// candidate.
fn asked(reply: impl FnMut(&Ask) -> String + 'static) -> (Host, Labels, String, String) {
    let mut host = Host::asking(reply);
    let ana = user("ana");
    let known = host.id(&ana, &Candidate { evidence: vec![evidence("chat://1#1")], ..at("Ana", "home", "Leeds") });
    let candidate = Candidate { evidence: vec![evidence("chat://2#1")], ..newer("Leeds") };
    let told = host.tell(&ana, &candidate);
    (host, ana, known, told.id.unwrap())
}

/// A claim at another address, and about the home all the same.
fn newer(value: &str) -> Candidate {
    Candidate { text: format!("Ana is at home in {value}."), ..at("Ana", "city", value) }
}

fn one(op: &str, target: Option<&str>) -> String {
    let target = target.map(|target| format!(r#","target":"{target}""#)).unwrap_or_default();
    format!(r#"{{"operations":[{{"op":"{op}"{target}}}]}}"#)
}

fn reasons(host: &Host) -> Vec<(bool, Option<String>)> {
    let verdict = host.verdicts.last().unwrap().as_ref().unwrap();
    verdict.results.iter().map(|result| (result.applied, result.reason.clone())).collect()
}

#[test]
fn update_is_one_event_both_or_neither() {
    let (host, ana, known, new) = asked(|_| one("UPDATE", Some("m1")));
    assert_eq!(reasons(&host), [(true, None)]);
    assert_eq!((host.get(&ana, &known).state, host.get(&ana, &new).state), (State::Superseded, State::Active));
    assert_eq!(host.get(&ana, &known).superseded_by, Some(new));
    let entry = host.engine.audit(None, Some(1_000)).unwrap().pop().unwrap();
    assert_eq!((entry.op.as_str(), entry.ids.len()), ("answer", 2));
}

#[test]
fn noop_keeps_one_memory_with_the_evidence_of_both() {
    let (host, ana, known, new) = asked(|_| one("NOOP", Some("m1")));
    assert_eq!(host.get(&ana, &known).evidence.len(), 2);
    assert!(host.engine.get(&ana, &new, host.now).is_err());
    let entry = host.engine.audit(None, Some(1_000)).unwrap().pop().unwrap();
    assert!(entry.ids.contains(&new), "what vanished is named");
}

#[test]
fn unknown_absent_and_foreign_targets_are_rejected_and_the_rest_applies() {
    let mut replies =
        vec![r#"{"operations":[{"op":"DELETE","target":"m7"},{"op":"UPDATE","target":"m1"}]}"#.to_owned()];
    let (host, ana, known, new) = asked(move |_| replies.pop().unwrap());
    assert_eq!(reasons(&host), [(false, Some("not-shown".into())), (true, None)]);
    assert_eq!((host.get(&ana, &known).state, host.get(&ana, &new).state), (State::Superseded, State::Active));
    for op in ["UPDATE", "DELETE", "NOOP"] {
        for target in [
            None,
            Some(""),
            Some("m0"),
            Some("m2"),
            Some("m01"),
            Some("M1"),
            Some("claim"),
            Some("m18446744073709551616"),
        ] {
            let (host, ana, known, new) = asked(move |_| one(op, target));
            assert!(!reasons(&host)[0].0, "{op} {target:?}");
            assert_eq!((host.get(&ana, &known).state, host.get(&ana, &new).state), (State::Active, State::Active));
        }
    }
}

#[test]
fn a_reply_cannot_decide_twice_on_one_memory() {
    for (first, second) in
        [("UPDATE", "DELETE"), ("DELETE", "UPDATE"), ("UPDATE", "NOOP"), ("NOOP", "UPDATE"), ("NOOP", "DELETE")]
    {
        let reply = format!(r#"{{"operations":[{{"op":"{first}","target":"m1"}},{{"op":"{second}","target":"m1"}}]}}"#);
        let (host, ana, known, _) = asked(move |_| reply.clone());
        assert_eq!(
            reasons(&host).iter().map(|(applied, _)| *applied).collect::<Vec<_>>(),
            [true, false],
            "{first} {second}"
        );
        let state = host.get(&ana, &known).state;
        assert_eq!(
            state,
            match first {
                "UPDATE" => State::Superseded,
                "DELETE" => State::Ended,
                _ => State::Active,
            }
        );
    }
    // New and known at once is one of them: the first.
    for (reply, there) in [
        (r#"{"operations":[{"op":"ADD"},{"op":"NOOP","target":"m1"}]}"#, true),
        (r#"{"operations":[{"op":"NOOP","target":"m1"},{"op":"ADD"}]}"#, false),
    ] {
        let (host, ana, _, new) = asked(move |_| reply.to_owned());
        assert_eq!(reasons(&host).iter().filter(|(applied, _)| *applied).count(), 1);
        assert_eq!(host.engine.get(&ana, &new, host.now).is_ok(), there);
    }
    // More operations than were shown, plus one, is no reply.
    let many = format!(r#"{{"operations":[{}]}}"#, [r#"{"op":"ADD"}"#; 3].join(","));
    let (host, ..) = asked(move |_| many.clone());
    assert!(matches!(host.verdicts[0], Err(Failure::MalformedReply(_))));
}

#[test]
fn what_changed_since_it_was_shown_is_not_touched() {
    let (mut host, ana, known, new) = {
        let mut host = Host::asking(|_| one("UPDATE", Some("m1")));
        let model = host.model.take();
        let ana = user("ana");
        let known = host.id(&ana, &at("Ana", "home", "Leeds"));
        let new = host.id(&ana, &newer("Bristol"));
        host.act(&ana, &known, Act::Pin { by: "ana".into(), review_at: None }, Some("matters")).unwrap();
        host.model = model;
        (host, ana, known, new)
    };
    host.drain();
    assert_eq!(reasons(&host), [(false, Some("it changed since it was shown".into()))]);
    assert_eq!((host.get(&ana, &known).state, host.get(&ana, &new).state), (State::Active, State::Active));
}

#[test]
fn malformed_replies_leave_the_candidate_provisional_and_are_retried_until_the_fallback() {
    let mut host = Host::asking(|_| String::new());
    let model = host.model.take();
    let ana = user("ana");
    host.id(&ana, &at("Ana", "home", "Leeds"));
    let new = host.id(&ana, &newer("Bristol"));
    drop(model);
    let bad = ["", "nothing to remember", "{}", r#"{"operations":[{"op":"ERASE","target":"m1"}]}"#];
    for (n, reply) in bad.iter().enumerate().take(3) {
        let hash = host.engine.state_hash();
        assert_eq!(host.get(&ana, &new).state, State::Provisional);
        let request = host.engine.poll(host.now).unwrap().unwrap();
        assert!(matches!(request.task, Task::Ask(_)), "offered again");
        let verdict = host.engine.answer(request.ticket, Answer::Reply((*reply).into()), host.now);
        if n < 2 {
            assert!(matches!(verdict, Err(Failure::MalformedReply(_))), "{verdict:?}");
            assert_eq!(host.engine.state_hash(), hash);
        } else {
            assert_eq!(verdict.unwrap().verdict, "fell-back");
        }
    }
    host.drain();
    assert_eq!(host.get(&ana, &new).state, State::Active);
    assert_eq!(host.engine.stats(host.now).pending_reconciliations, 0);
    assert!(host.engine.poll(host.now).unwrap().is_none());
}

#[test]
fn an_open_question_survives_a_crash_and_a_good_reply_after_bad_ones_counts() {
    let mut host = Host::asking(|_| String::new());
    host.model = None;
    let ana = user("ana");
    let known = host.id(&ana, &at("Ana", "home", "Leeds"));
    let new = host.id(&ana, &newer("Bristol"));
    let before = host.engine.poll(host.now).unwrap().unwrap();
    host.reopen();
    let after = host.engine.poll(host.now).unwrap().unwrap();
    assert!(before == after);
    assert!(host.engine.answer(after.ticket, Answer::Reply("?".into()), host.now).is_err());
    host.engine.answer(after.ticket, Answer::Reply(one("DELETE", Some("m1"))), host.now).unwrap();
    host.drain();
    assert_eq!((host.get(&ana, &known).state, host.get(&ana, &new).state), (State::Ended, State::Active));
    let late = host.engine.answer(after.ticket, Answer::Reply(one("ADD", None)), host.now);
    assert!(matches!(late, Err(Failure::StaleTicket(_))));
}

/// A question lasts no longer than its candidate is provisional.
#[test]
fn a_decision_on_the_candidate_closes_its_question() {
    type Decide = fn(&mut Host, &Labels, &str);
    let decisions: [Decide; 6] = [
        |host, ana, id| host.act(ana, id, Act::Approve { by: "ana".into() }, None).unwrap(),
        |host, ana, id| host.act(ana, id, Act::Archive, None).unwrap(),
        |host, ana, id| host.act(ana, id, Act::Invalidate, None).unwrap(),
        |host, ana, id| host.act(ana, id, Act::Quarantine { by: "ana".into() }, None).unwrap(),
        |host, ana, id| drop(host.erase(ana, &by_ids(&[id])).unwrap()),
        |host, ana, _| {
            let last = host.engine.stats(host.now).sequence;
            host.engine.undo(ana, last, host.now, None).unwrap();
            host.drain();
        },
    ];
    for decide in decisions {
        let mut host = Host::asking(|_| String::new());
        host.model = None;
        let ana = user("ana");
        host.id(&ana, &at("Ana", "home", "Leeds"));
        let new = host.id(&ana, &newer("Bristol"));
        let ticket = host.engine.poll(host.now).unwrap().unwrap().ticket;
        decide(&mut host, &ana, &new);
        assert_eq!(host.engine.stats(host.now).pending_reconciliations, 0);
        assert!(host.engine.poll(host.now).unwrap().is_none());
        let late = host.engine.answer(ticket, Answer::Reply(one("UPDATE", Some("m1"))), host.now);
        assert!(matches!(late, Err(Failure::StaleTicket(_))));
    }
}

#[test]
fn nothing_of_lower_authority_retires_or_swallows_what_is_higher() {
    for op in ["UPDATE", "DELETE"] {
        let mut host = Host::asking(move |_| one(op, Some("m1")));
        let ana = user("ana");
        let known = host.id(&ana, &at("Ana", "home", "Leeds"));
        let guess = Candidate { source: Some(Source::Inferred), ..newer("Bristol") };
        host.tell(&ana, &guess);
        assert_eq!(reasons(&host), [(false, Some("authority".into()))], "{op}");
        assert_eq!(host.get(&ana, &known).state, State::Active);
    }
    // The user's own words do not vanish into a model's guess.
    let mut host = Host::asking(|_| one("NOOP", Some("m1")));
    let ana = user("ana");
    host.tell(&ana, &Candidate { source: Some(Source::Inferred), ..at("Ana", "home", "Leeds") });
    let said = host.id(&ana, &newer("Leeds"));
    assert_eq!(reasons(&host), [(false, Some("authority".into()))]);
    assert_eq!(host.get(&ana, &said).state, State::Active);
}

/// A claim that adds a word does not vanish into what lacks it.
#[test]
fn what_a_claim_adds_does_not_vanish() {
    let mut host = Host::asking(|_| one("NOOP", Some("m1")));
    let ana = user("ana");
    host.id(&ana, &at("Ana", "home", "Leeds"));
    let new = host.id(&ana, &newer("Bristol"));
    assert_eq!(reasons(&host), [(false, Some("the claim adds to it".into()))]);
    assert_eq!(host.get(&ana, &new).state, State::Active);
}

#[test]
fn a_claim_under_a_hold_is_not_withdrawn() {
    let mut host = Host::asking(|_| one("NOOP", Some("m1")));
    let model = host.model.take();
    let ana = user("ana");
    host.id(&ana, &at("Ana", "home", "Leeds"));
    let new = host.id(&ana, &newer("Leeds"));
    host.act(&ana, &new, Act::Hold { by: "counsel".into() }, Some("case 7")).unwrap();
    host.model = model;
    host.drain();
    assert!(host.get(&ana, &new).retention.hold.is_some());
}

#[test]
fn a_claim_about_the_past_asks_nothing() {
    let mut host = Host::asking(|_| one("UPDATE", Some("m1")));
    let ana = user("ana");
    host.now = START + 100 * DAY;
    host.id(&ana, &at("Ana", "home", "Leeds"));
    let past = Candidate { valid_from: Some(START), valid_to: Some(START + DAY), ..newer("York") };
    let told = host.tell(&ana, &past);
    assert!(host.prompts.is_empty());
    assert_eq!(host.get(&ana, &told.id.unwrap()).state, State::Ended);
}

/// Three hundred replies of every sort, to questions that show one user's memories.
#[test]
fn hostile_replies_never_change_a_memory_that_was_not_shown() {
    let mut dice = Dice(42);
    let mut host = Host::asking(move |ask| {
        let alias = |dice: &mut Dice| match dice.roll(5) {
            0 => "m99".to_owned(),
            1 => "bo".to_owned(),
            _ => dice.pick(&ask.shown).clone(),
        };
        let operation = |dice: &mut Dice| {
            let op = *dice.pick(&["ADD", "UPDATE", "DELETE", "NOOP", "ERASE", "update"]);
            match dice.roll(4) {
                0 => format!(r#"{{"op":"{op}"}}"#),
                1 => format!(r#"{{"op":"{op}","target":"{}","user":"bo"}}"#, alias(dice)),
                _ => format!(r#"{{"op":"{op}","target":"{}"}}"#, alias(dice)),
            }
        };
        let operations: Vec<String> = (0..dice.roll(4)).map(|_| operation(&mut dice)).collect();
        let whole = format!(r#"{{"operations":[{}]}}"#, operations.join(","));
        match dice.roll(8) {
            0 => whole[..dice.roll(whole.len() as u64) as usize].to_owned(),
            1 => "\u{0}".repeat(70_000),
            _ => whole,
        }
    });
    let (ana, bo) = (user("ana"), user("bo"));
    for n in 0..12 {
        host.id(&bo, &Candidate { kind: Some(Kind::Episode), ..say(&format!("Bo's event {n}.")) });
    }
    for n in 0..260u64 {
        let all = |host: &Host, labels: &Labels| {
            let listing = Listing { states: State::ALL.to_vec(), limit: Some(1_000), ..Listing::default() };
            host.listed(labels, &listing)
                .into_iter()
                .map(|memory| (memory.id.clone(), memory))
                .collect::<BTreeMap<_, _>>()
        };
        let (model, theirs) = (host.model.take(), all(&host, &bo));
        host.tell(
            &ana,
            &at(["Ana", "Cat", "Hut"][n as usize % 3], &format!("trait {}", n % 200), &format!("value {n}")),
        );
        let before = all(&host, &ana);
        let shown: Vec<String> = match host.engine.poll(host.now).unwrap() {
            Some(Request { task: Task::Ask(ask), .. }) => ask.prompt.lines().map(str::to_owned).collect(),
            _ => vec![],
        };
        host.model = model;
        host.drain();
        let after = all(&host, &ana);
        for (id, memory) in &before {
            let named = shown.iter().any(|line| line.contains(&memory.text));
            if !named {
                assert!(after.get(id) == Some(memory), "a memory that was not shown has changed");
            }
        }
        assert!(all(&host, &bo) == theirs, "a foreign memory has changed");
        host.engine.verify().unwrap();
    }
    assert!(host.verdicts.len() >= 300, "{}", host.verdicts.len());
}

/// Once a reply has found the claim to be known, it may say so of more memories and change none.
#[test]
fn what_is_known_is_known_everywhere_and_replaces_nothing() {
    for (second, applied) in [("NOOP", true), ("UPDATE", false), ("DELETE", false)] {
        let reply = format!(r#"{{"operations":[{{"op":"NOOP","target":"m1"}},{{"op":"{second}","target":"m2"}}]}}"#);
        let mut host = Host::asking(move |ask| if ask.shown.len() < 2 { one("ADD", None) } else { reply.clone() });
        let ana = user("ana");
        let known = ["home", "town"].map(|attribute| host.id(&ana, &at("Ana", attribute, "Leeds")));
        let in_leeds = Candidate { text: "Ana is in Leeds.".into(), ..at("Ana", "city", "Leeds") };
        let candidate = Candidate { evidence: vec![evidence("chat://2#1")], ..in_leeds };
        let new = host.tell(&ana, &candidate).id.unwrap();
        assert_eq!(reasons(&host).iter().map(|(applied, _)| *applied).collect::<Vec<_>>(), [true, applied], "{second}");
        assert!(host.engine.get(&ana, &new, host.now).is_err());
        let kept = known.map(|id| host.get(&ana, &id));
        assert!(kept.iter().all(|memory| memory.state == State::Active));
        let named = &host.verdicts.last().unwrap().as_ref().unwrap().results[0].id;
        assert_eq!(named.as_deref(), Some(kept[0].id.as_str()), "what says it is named");
        assert_eq!(kept.iter().map(|memory| memory.evidence.len()).sum::<usize>(), if applied { 2 } else { 1 });
    }
}

/// DELETE ends the target when the claim begins: at once, or when that time comes.
#[test]
fn a_deleted_memory_ends_when_the_claim_begins() {
    for (from, state) in [(START + DAY, State::Active), (START, State::Ended), (START - DAY, State::Ended)] {
        let mut host =
            Host::asking(|ask| if ask.shown.is_empty() { one("ADD", None) } else { one("DELETE", Some("m1")) });
        let ana = user("ana");
        let known = host.id(&ana, &Candidate { valid_from: Some(START - 2 * DAY), ..at("Ana", "home", "Leeds") });
        let new = host.id(&ana, &Candidate { valid_from: Some(from), ..newer("Bristol") });
        assert_eq!(host.verdicts.last().unwrap().as_ref().unwrap().results[0].id.as_deref(), Some(new.as_str()));
        assert_eq!(host.get(&ana, &known).valid_to, Some(from));
        let last = host.engine.history(&ana, &known, host.now).unwrap().changes.pop().unwrap();
        assert_eq!((last.code.as_str(), last.state), ("ended", state), "{from}");
    }
    // Planned, and deleted before it begins.
    let mut host = Host::asking(|ask| if ask.shown.is_empty() { one("ADD", None) } else { one("DELETE", Some("m1")) });
    let ana = user("ana");
    let known = host.id(&ana, &Candidate { valid_from: Some(START + 2 * DAY), ..at("Ana", "home", "Leeds") });
    host.id(&ana, &Candidate { valid_from: Some(START + DAY), ..newer("Bristol") });
    let last = host.engine.history(&ana, &known, host.now).unwrap().changes.pop().unwrap();
    assert_eq!((last.state, last.valid_to), (State::Ended, Some(START + 2 * DAY)));
}
