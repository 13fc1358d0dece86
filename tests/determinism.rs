//! The same calls give the same bytes; no id is ever given twice.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;
use std::collections::BTreeSet;

/// A life of some variety. Gives every byte that was handed out.
fn run() -> (Vec<u8>, String, String) {
    let mut host = Host::embedding();
    let ana = Labels { session: Some("s1".into()), ..user("ana") };
    for (day, city) in ["Leeds", "Bristol", "York", "Leeds"].into_iter().enumerate() {
        host.now = START + day as u64 * DAY;
        host.tell(&ana, &at("Ana", "home", city));
        host.tell(&ana, &say(&format!("I moved to {city} today.")));
    }
    let message = Message { role: Role::User, actor: None, text: "hello".into(), at: None, ref_: None };
    host.engine.turn(&ana, &message, host.now, Some("turn-1")).unwrap();
    host.drain();
    host.engine.sweep(false, host.now + 400 * DAY).unwrap();
    host.drain();
    let bytes = [host.disk.snapshot.clone().unwrap_or_default(), host.disk.journal.clone()].concat();
    let recalled = format!("{:?}", host.engine.recall(&ana, &ask("Where does Ana live?"), host.now).unwrap());
    (bytes, host.engine.state_hash(), recalled)
}

#[test]
fn same_calls_give_the_same_bytes_and_hash() {
    assert_eq!(run(), run());
}

#[test]
fn opening_again_with_the_same_seed_repeats_no_id() {
    let mut host = Host::new();
    let ana = user("ana");
    let mut ids = BTreeSet::new();
    for n in 0..200 {
        // The clock stands still, the worst case.
        assert!(ids.insert(host.id(&ana, &say(&format!("Number {n} was drawn.")))), "{n}");
        if n % 7 == 0 {
            host.reopen();
        }
        if n % 50 == 0 {
            host.engine.compact(host.now).unwrap();
            host.drain();
        }
    }
}

#[test]
fn a_key_gives_the_first_outcome_again() {
    let mut host = Host::new();
    let ana = user("ana");
    let first = host.engine.remember(&ana, &say("Ana has a cat."), START, Some("k1")).unwrap();
    host.drain();
    let hash = host.engine.state_hash();
    let again = host.engine.remember(&ana, &say("Something else."), START, Some("k1")).unwrap();
    assert_eq!((first.clone(), hash.clone()), (again, host.engine.state_hash()));
    host.reopen();
    assert_eq!(host.engine.remember(&ana, &say("Something else."), START, Some("k1")).unwrap(), first);
    // Another user's key of the same name is another key.
    let other = host.engine.remember(&user("bo"), &say("Bo has a dog."), START, Some("k1")).unwrap();
    assert_ne!(other.id, first.id);
}
