//! Working memory: what the agent had before it at a decision, given again.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;

fn said(text: &str) -> Message {
    Message { role: Role::User, actor: None, text: text.into(), at: None, ref_: None }
}

fn session(name: &str) -> Labels {
    Labels { session: Some("s1".into()), ..user(name) }
}

fn turn(host: &mut Host, labels: &Labels, text: &str) {
    host.engine.turn(labels, &said(text), host.now, None).unwrap();
    host.drain();
}

fn save(host: &mut Host, labels: &Labels, state: &str) -> u64 {
    let sequence = host.engine.checkpoint(labels, state, host.now, None).unwrap();
    host.drain();
    sequence
}

fn texts(state: &CheckpointState) -> Vec<&str> {
    state.turns.iter().map(|turn| turn.text.as_str()).collect()
}

#[test]
fn replay_gives_the_state_and_the_turns_of_its_checkpoint() {
    let (mut host, ana) = (Host::policy(r#"{"session": {"turns": 3}}"#), session("ana"));
    turn(&mut host, &ana, "one");
    let first = save(&mut host, &ana, "step 1");
    host.pass(1_000);
    turn(&mut host, &ana, "two");
    let second = save(&mut host, &ana, "step 2");
    turn(&mut host, &ana, "three");
    let replay = |host: &Host, at| host.engine.replay(&ana, at).unwrap();
    assert_eq!((texts(&replay(&host, first)), replay(&host, first).at), (vec!["one"], START));
    assert_eq!(texts(&replay(&host, second)), ["one", "two"]);
    assert_eq!(replay(&host, second).state.as_deref(), Some("step 2"));
    assert_eq!(host.engine.resume(&ana).unwrap().state.as_deref(), Some("step 2"));
    // Turns that have left the window are gone from a replay too.
    turn(&mut host, &ana, "four");
    assert_eq!(texts(&replay(&host, second)), ["two"]);
    assert_eq!(replay(&host, first).turns.len(), 0);
    host.engine.compact(host.now).unwrap();
    host.drain();
    host.reopen();
    assert_eq!(texts(&replay(&host, second)), ["two"]);
    for unknown in [0, first + 1_000, u64::MAX] {
        assert!(matches!(host.engine.replay(&ana, unknown), Err(Failure::NotFound(_))));
    }
    for other in [session("bo"), Labels { session: Some("s2".into()), ..user("ana") }] {
        assert!(matches!(host.engine.replay(&other, second), Err(Failure::NotFound(_))));
        assert!(matches!(host.engine.resume(&other), Err(Failure::NotFound(_))));
    }
    assert!(matches!(host.engine.replay(&user("ana"), second), Err(Failure::Invalid(_))));
}

#[test]
fn a_session_keeps_its_last_sixteen_checkpoints() {
    let (mut host, ana) = (Host::new(), session("ana"));
    let saved: Vec<u64> = (0..20).map(|n| save(&mut host, &ana, &format!("step {n}"))).collect();
    for (n, sequence) in saved.iter().enumerate() {
        assert_eq!(host.engine.replay(&ana, *sequence).is_ok(), n >= 4, "{n}");
    }
}

#[test]
fn what_was_erased_is_in_no_replay() {
    let (mut host, ana) = (Host::new(), session("ana"));
    turn(&mut host, &ana, "My bird is a Zanzibar kingfisher.");
    turn(&mut host, &ana, "It is sunny.");
    let quoting = save(&mut host, &ana, "feed the Zanzibar kingfisher");
    let harmless = save(&mut host, &ana, "buy bread");
    let id = host.id(&ana, &at("Ana", "bird", "Zanzibar kingfisher"));
    host.erase(&ana, &by_ids(&[&id])).unwrap();
    assert!(matches!(host.engine.replay(&ana, quoting), Err(Failure::NotFound(_))));
    assert_eq!(texts(&host.engine.replay(&ana, harmless).unwrap()), ["It is sunny."]);
    host.erase(&ana, &Erasure { user: Some("ana".into()), ..by_ids(&[]) }).unwrap();
    assert!(host.engine.replay(&ana, harmless).is_err());
}

#[test]
fn keys_give_the_first_outcome_again() {
    let (mut host, ana) = (Host::new(), session("ana"));
    let first = host.engine.turn(&ana, &said("one"), host.now, Some("t")).unwrap();
    host.drain();
    assert_eq!(host.engine.turn(&ana, &said("one"), host.now, Some("t")).unwrap(), first);
    let saved = host.engine.checkpoint(&ana, "x", host.now, Some("c")).unwrap();
    host.drain();
    assert_eq!(host.engine.checkpoint(&ana, "x", host.now, Some("c")).unwrap(), saved);
    assert!(matches!(host.engine.checkpoint(&ana, "x", host.now, Some("t")), Err(Failure::Conflict(_))));
    assert_eq!(host.engine.resume(&ana).unwrap().turns.len(), 1);
}
