//! What was acknowledged is there, whatever moment the process dies in; and one process writes.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

mod support;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::Exec;

const KILLS: u64 = 200;

fn request(op: &str, args: Value) -> Value {
    json!({"op": op, "now": "2026-07-12T09:00:00Z", "scope": {"user": "ana"}, "args": args})
}

#[test]
fn a_second_writer_is_locked_out_until_the_first_is_gone() {
    let dir = tempfile::tempdir().unwrap();
    let (mut first, mut second) = (Exec::on(dir.path()), Exec::on(dir.path()));
    let kept = |text: &str| request("remember", json!({"text": text}));
    assert!(first.ask(&kept("Ana has a boat"))["ok"].is_object());
    assert_eq!(second.ask(&kept("Ana has a kite"))["error"]["tag"], "locked");
    assert_eq!(second.ask(&request("stats", json!({})))["ok"]["memories"], 1, "it may be read meanwhile");
    first.kill();
    assert!(second.ask(&kept("Ana has a kite"))["ok"].is_object(), "the lock goes with its process");
}

/// Memories that were acknowledged, and erasures that were.
#[derive(Default)]
struct Acknowledged {
    remembered: BTreeSet<String>,
    erased: BTreeSet<String>,
}

#[test]
fn nothing_acknowledged_is_lost_in_two_hundred_kills() {
    let dir = tempfile::tempdir().unwrap();
    let mut acknowledged = Acknowledged::default();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for round in 0..KILLS {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let life = Duration::from_micros(200 + (random >> 33) % 30_000);
        write_until_killed(dir.path(), round, life, &mut acknowledged);
    }
    assert!(acknowledged.remembered.len() > 100, "some rounds wrote: {}", acknowledged.remembered.len());
    check(dir.path(), &acknowledged);
}

/// Writes without pause and kills the process after a while, in whatever it is doing.
fn write_until_killed(dir: &Path, round: u64, life: Duration, acknowledged: &mut Acknowledged) {
    let mut exec = Exec::on(dir);
    let opened = exec.ask(&request("opened", json!({})));
    assert!(opened["ok"].is_object(), "round {round}: {opened}");
    let end = Instant::now() + life;
    let mut number = 0;
    while Instant::now() < end {
        number += 1;
        write(&mut exec, round, number, acknowledged);
    }
    // One more is on its way when the process dies: it may be there after or not.
    let _ = exec
        .send(&request("remember", json!({"text": format!("In round {round} something was cut short")})).to_string());
    std::thread::sleep(Duration::from_micros(life.as_micros() as u64 % 700));
    exec.kill();
}

/// One command of the mix: mostly memories, some erasures, some snapshots.
fn write(exec: &mut Exec, round: u64, number: u64, acknowledged: &mut Acknowledged) {
    let victim = acknowledged.remembered.first().cloned();
    match (number % 11, victim) {
        (10, Some(victim)) => erase(exec, victim, acknowledged),
        (6, _) => {
            let answer = exec.ask(&request("compact", json!({})));
            assert!(answer["ok"].is_object(), "{answer}");
        }
        _ => {
            let text = format!("In round {round} the thing of number {number} happened");
            let answer = exec.ask(&request("remember", json!({ "text": text })));
            let id = answer["ok"]["id"].as_str().map(String::from);
            acknowledged.remembered.insert(id.unwrap_or_else(|| panic!("{answer}")));
        }
    }
}

fn erase(exec: &mut Exec, victim: String, acknowledged: &mut Acknowledged) {
    // From here on it may be gone, acknowledged or not.
    acknowledged.remembered.remove(&victim);
    let args = json!({"ids": [victim], "authority": "ana", "reason": "test"});
    let answer = exec.ask(&request("erase", args));
    assert!(answer["ok"].is_object(), "{answer}");
    acknowledged.erased.insert(victim);
}

fn check(dir: &Path, acknowledged: &Acknowledged) {
    let mut exec = Exec::on(dir);
    for id in &acknowledged.remembered {
        let answer = exec.ask(&request("get", json!({"id": id})));
        assert_eq!(answer["ok"]["id"], json!(id), "{answer}");
    }
    for id in &acknowledged.erased {
        let answer = exec.ask(&request("get", json!({"id": id})));
        assert_eq!(answer["error"]["tag"], "not-found", "{answer}");
    }
    assert!(exec.ask(&request("verify", json!({})))["ok"].is_object());
}
