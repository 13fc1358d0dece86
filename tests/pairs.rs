//! The pairs of `eval/pairs.jsonl` with a model that answers at random: whatever it says, nothing is retired that
//! the new note does not speak of. How often a real model is right: `memolet eval reconcile`.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;
use serde_json::Value;

/// Replies that retire, absorb or do neither, of all memories that may be shown.
const REPLIES: [&str; 7] = [
    r#"{"notes":[{"note":"m1","both_true":"no","same":"no"},{"note":"m2","both_true":"no","same":"no"}]}"#,
    r#"{"notes":[{"note":"m1","both_true":"no","same":"no"}]}"#,
    r#"{"notes":[{"note":"m1","both_true":"yes","same":"yes"}]}"#,
    r#"{"notes":[{"note":"m1","both_true":"yes","same":"no"}]}"#,
    r#"{"operations":[{"op":"UPDATE","target":"m1"}]}"#,
    r#"{"operations":[{"op":"DELETE","target":"m1"}]}"#,
    r#"{"operations":[{"op":"NOOP","target":"m1"}]}"#,
];

fn pairs() -> Vec<Value> {
    include_str!("../eval/pairs.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn note(pair: &Value, key: &str) -> Candidate {
    let kind = Kind::ALL.iter().copied().find(|kind| pair["kind"] == kind.name()).unwrap_or(Kind::Fact);
    Candidate { kind: Some(kind), ..fact(pair[key].as_str().unwrap()) }
}

/// A store that answers with one reply after another, as dice fall.
fn at_random(seed: u64) -> Host {
    let mut dice = Dice(seed);
    Host::asking(move |_| (*dice.pick(&REPLIES)).to_owned())
}

fn holds(host: &Host, id: &str) -> bool {
    let memory = host.get(&user("ana"), id);
    memory.state == State::Active && memory.valid_to.is_none()
}

#[test]
fn no_reply_retires_one_of_two_that_are_both_so() {
    for pair in pairs().iter().filter(|pair| pair["expect"] == "beside") {
        for reply in REPLIES {
            let mut host = Host::asking(move |_| reply.into());
            let known = host.id(&user("ana"), &note(pair, "known"));
            let new = host.id(&user("ana"), &note(pair, "new"));
            assert!(holds(&host, &known) && holds(&host, &new), "{} {reply}", pair["id"]);
        }
    }
}

#[test]
fn among_many_only_what_a_new_note_speaks_of_is_retired() {
    let pairs = pairs();
    for seed in 0..12 {
        let mut host = at_random(seed);
        let known: Vec<(String, &Value)> =
            pairs.iter().filter_map(|pair| Some((host.tell(&user("ana"), &note(pair, "known")).id?, pair))).collect();
        for pair in &pairs {
            let held: Vec<&(String, &Value)> = known.iter().filter(|(id, _)| holds(&host, id)).collect();
            host.tell(&user("ana"), &note(pair, "new"));
            for (id, of) in held.into_iter().filter(|(id, _)| !holds(&host, id)) {
                let own = known.iter().any(|(other, of)| other == id && of["id"] == pair["id"]);
                assert!(own && pair["expect"] != "beside", "{seed}: {} retires that of {}", pair["id"], of["id"]);
            }
        }
    }
}

/// What is over for somebody else ends nothing of the user's, whatever a model says.
#[test]
fn what_another_did_retires_nothing_of_the_users() {
    for (known, new) in [
        ("The user works at Boots.", "The user's sister no longer works at Boots."),
        ("The user works at Boots.", "The user's older brother left Boots."),
        ("The user works at Boots.", "Tom no longer works at Boots."),
        ("The user's sister works at Boots.", "The user no longer works at Boots."),
        ("The user's sister works at Boots.", "The user's brother no longer works at Boots."),
        ("The user lives in York.", "My mother moved away from York."),
    ] {
        for reply in REPLIES {
            let mut host = Host::asking(move |_| reply.into());
            let [old, later] = [known, new].map(|text| host.id(&user("ana"), &fact(text)));
            assert!(holds(&host, &old) && holds(&host, &later), "{known} / {new} / {reply}");
        }
    }
}

/// What the user's own next word ends, it ends.
#[test]
fn what_the_user_says_of_the_same_one_retires_it() {
    for (known, new) in [
        ("The user works at Boots.", "The user no longer works at Boots."),
        ("The user's sister works at Boots.", "The user's sister no longer works at Boots."),
        ("Ana works at Boots.", "Ana no longer works at Boots."),
    ] {
        let mut host = Host::asking(|_| REPLIES[0].into());
        let old = host.id(&user("ana"), &fact(known));
        host.id(&user("ana"), &fact(new));
        assert!(!holds(&host, &old), "{known} {new}");
    }
}

/// One of several values at an address makes room for no other that it does not name, whatever a model says.
#[test]
fn a_value_that_stands_beside_retires_no_other() {
    let works = |place: &str, several| Candidate { several: Some(several), ..at("user", "employer", place) };
    for (first, second) in [(false, true), (true, true), (true, false)] {
        for reply in REPLIES {
            let mut host = Host::asking(move |_| reply.into());
            let old = host.id(&user("ana"), &works("post office", first));
            let new = host.id(&user("ana"), &works("bakery", second));
            // Said to be the only one, it is: that is its own word and no model's.
            assert_eq!((holds(&host, &old), holds(&host, &new)), (second, true), "{first} {second} {reply}");
        }
    }
}
