//! What is kept can be read wherever it lies: on a full disk, on one that takes no writes, and beside a
//! process that writes. What needs room says so, and loses nothing.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

#[allow(dead_code)]
mod support;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};
use support::{Exec, command};

/// A disk of so many kilobytes, unmounted when dropped.
struct Disk(tempfile::TempDir);

impl Disk {
    /// None where nobody may mount one here.
    fn mount(kilobytes: u32) -> Option<Self> {
        let disk = Self(tempfile::tempdir().unwrap());
        let mounted = disk.mounted(&["-t", "tmpfs", "-o", &format!("size={kilobytes}k"), "tmpfs"]);
        if !mounted {
            eprintln!("skipped: this user may mount no disk");
        }
        mounted.then_some(disk)
    }

    fn mounted(&self, args: &[&str]) -> bool {
        Command::new("mount").args(args).arg(self.0.path()).output().is_ok_and(|output| output.status.success())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Takes the room that is left. Gives the file that holds it.
    fn fill(&self) -> PathBuf {
        let path = self.path().join("filler");
        let mut file = File::create(&path).unwrap();
        for size in [4096, 512, 1] {
            while file.write_all(&vec![1; size]).is_ok() {}
        }
        path
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).output();
    }
}

fn run(dir: &Path, args: &[&str]) -> Output {
    command().args(["--user", "ana", "--json", "--dir"]).arg(dir).args(args).output().unwrap()
}

#[track_caller]
fn ok(dir: &Path, args: &[&str]) -> Value {
    let output = run(dir, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap_or(Value::Null)
}

#[track_caller]
fn fails(dir: &Path, args: &[&str], tag: &str) {
    let output = run(dir, args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains(&format!("{tag}: ")), "{args:?}: {said}");
}

/// A store with a fact, its version before, and an episode; gives the fact's id.
fn stocked(dir: &Path) -> String {
    let address = ["--kind", "fact", "--entity", "ana", "--attribute", "home city", "--value"];
    ok(dir, &[&["remember", "Ana lives in York."][..], &address, &["York"]].concat());
    ok(dir, &["remember", "Ana flew a kite on the beach."]);
    let told = ok(dir, &[&["remember", "Ana lives in Leeds."][..], &address, &["Leeds"]].concat());
    told["id"].as_str().unwrap().to_owned()
}

/// Every way to read, on a folder that nothing can be written to.
#[track_caller]
fn is_read(dir: &Path, id: &str) {
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("ana.jsonl");
    assert_eq!(ok(dir, &["list"])["memories"].as_array().unwrap().len(), 2);
    assert_eq!(ok(dir, &["recall", "where does Ana live"])["hits"][0]["text"], "Ana lives in Leeds.");
    assert!(ok(dir, &["context", "kite"])["text"].as_str().unwrap().contains("kite"));
    assert_eq!(ok(dir, &["show", id])["text"], "Ana lives in Leeds.");
    assert_eq!(ok(dir, &["history", id])["versions"].as_array().unwrap().len(), 2);
    assert_eq!(ok(dir, &["export", &file.to_string_lossy()])["memories"], 3);
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 4);
    assert!(ok(dir, &["verify"])["entries"].as_u64().unwrap() >= 3);
    ok(dir, &["stats"]);
    ok(dir, &["audit"]);
}

#[test]
fn a_full_disk_is_read_and_loses_nothing() {
    let Some(disk) = Disk::mount(512) else { return };
    let id = stocked(disk.path());
    let filler = disk.fill();
    is_read(disk.path(), &id);
    // More than what is left of the journal's last block.
    fails(disk.path(), &["remember", &"海辺の長い一日".repeat(270)], "full");
    is_read(disk.path(), &id);
    fs::remove_file(filler).unwrap();
    ok(disk.path(), &["remember", "Ana has a boat."]);
    assert_eq!(ok(disk.path(), &["list"])["memories"].as_array().unwrap().len(), 3);
}

#[test]
fn an_erasure_on_a_full_disk_is_whole_or_says_what_is_pending() {
    let Some(disk) = Disk::mount(512) else { return };
    let id = stocked(disk.path());
    let filler = disk.fill();
    let output = run(disk.path(), &["erase", &id, "--reason", "test", "--yes"]);
    if output.status.success() {
        let receipt: Value = serde_json::from_slice(&output.stdout).unwrap();
        let listed = ok(disk.path(), &["list"]);
        assert!(!listed.to_string().contains("Leeds"), "erased is erased: {listed}");
        assert_eq!(receipt["complete"], false, "its bytes are still there: {receipt}");
    } else {
        assert!(String::from_utf8_lossy(&output.stderr).contains("full: "), "{output:?}");
        is_read(disk.path(), &id);
    }
    fs::remove_file(filler).unwrap();
    // With room it is carried out, or what is pending is.
    if !output.status.success() {
        ok(disk.path(), &["erase", &id, "--reason", "test", "--yes"]);
    } else {
        ok(disk.path(), &["remember", "Ana has a boat."]);
    }
    let receipts = ok(disk.path(), &["receipts"]);
    assert_eq!(receipts["receipts"][0]["complete"], true, "{receipts}");
    for file in ["journal", "snapshot"] {
        let bytes = fs::read(disk.path().join("default").join(file)).unwrap();
        assert!(!bytes.windows(5).any(|window| window == b"Leeds"), "Leeds is in no byte of the {file}");
    }
}

/// The erasure itself finds room, the new snapshot does not.
#[test]
fn an_erasure_without_room_for_the_new_snapshot_names_its_pending_copies() {
    let Some(disk) = Disk::mount(512) else { return };
    let mut exec = Exec::start(&["--embedder", "none", "--dir", &disk.path().to_string_lossy()]);
    let ana = json!({"user": "ana"});
    let told = exec.ask(&json!({"op": "remember", "now": 1, "scope": ana, "args": {"text": "Ana flew a kite."}}));
    let id = told["ok"]["id"].clone();
    for number in 0..60 {
        let text = format!("{number} {}", "a long day at the sea ".repeat(80));
        exec.ask(&json!({"op": "remember", "now": 2, "scope": ana, "args": {"text": text}}));
    }
    let filler = disk.fill();
    // Room for a frame, not for a snapshot.
    let room = fs::metadata(&filler).unwrap().len() - (16 << 10);
    File::options().write(true).open(&filler).unwrap().set_len(room).unwrap();
    let erase =
        json!({"op": "erase", "now": 3, "scope": ana, "args": {"ids": [id], "authority": "ana", "reason": "test"}});
    let receipt = exec.ask(&erase)["ok"].clone();
    assert_eq!((&receipt["complete"], &receipt["removed"]), (&json!(false), &json!([id])), "{receipt}");
    let copies = receipt["copies"].as_array().unwrap();
    assert!(copies.iter().any(|copy| copy.get("confirmedAt").is_none()), "{receipt}");
    let get = json!({"op": "get", "now": 4, "scope": ana, "args": {"id": id}});
    assert_eq!(exec.ask(&get)["error"]["tag"], "not-found");
    let names = fs::read_dir(disk.path().join("default")).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(names.into_iter().all(|name| !name.to_string_lossy().ends_with(".next")), "no draft is left");
    fs::remove_file(filler).unwrap();
    let more = json!({"op": "remember", "now": 5, "scope": ana, "args": {"text": "Ana has a boat."}});
    assert_eq!(exec.ask(&more)["ok"]["outcome"], "active");
    let receipts = exec.ask(&json!({"op": "receipts", "now": 6}));
    assert_eq!(receipts["ok"]["receipts"][0]["complete"], true, "{receipts}");
    let bytes = fs::read(disk.path().join("default/journal")).unwrap();
    assert!(!bytes.windows(4).any(|window| window == b"kite"));
}

#[test]
fn a_disk_that_takes_no_writes_is_read() {
    let Some(disk) = Disk::mount(2048) else { return };
    let id = stocked(disk.path());
    assert!(disk.mounted(&["-o", "remount,ro"]));
    is_read(disk.path(), &id);
    fails(disk.path(), &["remember", "Ana has a boat."], "other");
}

#[test]
fn a_store_is_read_beside_its_writer() {
    let dir = tempfile::tempdir().unwrap();
    let id = stocked(dir.path());
    let mut writer = Exec::start(&["--dir", &dir.path().to_string_lossy()]);
    writer.ask(&json!({"op": "stats"}));
    is_read(dir.path(), &id);
    fails(dir.path(), &["remember", "Ana has a boat."], "locked");
    // What the writer has acknowledged is seen at once.
    let args = json!({"text": "Ana keeps bees."});
    writer.ask(&json!({"op": "remember", "now": 5, "scope": {"user": "ana"}, "args": args}));
    assert_eq!(ok(dir.path(), &["list"])["memories"].as_array().unwrap().len(), 3);
    writer.kill();
    ok(dir.path(), &["remember", "Ana has a boat."]);
}
