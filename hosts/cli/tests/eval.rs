//! On public questions recall finds what the product promises, and the baselines beside it are those
//! that the data's own notes give. Without the data the test says that it was skipped.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

mod support;

use std::path::{Path, PathBuf};

use serde_json::Value;

/// Recall@5 and recall@10 of the baselines over categories 1 to 4, from the data's notes.
const KNOWN: [(&str, f64, f64); 3] =
    [("BM25", 0.5635, 0.629), ("vectors", 0.434, 0.513), ("BM25 + vectors", 0.5875, 0.665)];
/// How far a baseline may be from what is known of it.
const NEAR: f64 = 0.005;

/// LoCoMo's file: under `MEMOLET_DATA`, else beside the project.
fn data() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("MEMOLET_DATA").map_or_else(beside, PathBuf::from);
    Some(folder.join("locomo/locomo10.json")).filter(|file| file.is_file())
}

fn eval(data: &Path, flags: &[&str]) -> std::process::Output {
    let command = &mut support::command();
    command.args(["eval", "locomo", "--data"]).arg(data).args(flags).output().expect("memolet starts")
}

#[test]
fn recall_on_locomo_is_above_its_floor_and_the_baselines_are_as_known() {
    let Some(data) = data() else {
        return println!("skipped: no data");
    };
    let output = eval(&data, &["--json", "--floor", "0.62,0.71"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["data"]["malformedEvidence"].as_array().unwrap().len(), 9);
    assert_eq!(report["data"]["withoutEvidence"], 4);
    let overall = &report["groups"][0];
    assert_eq!((&overall["categories"], &overall["questions"]), (&"1-4".into(), &1536.into()));
    for (name, five, ten) in KNOWN {
        let baseline = &overall["systems"][name];
        for (got, known) in [(&baseline["recallAt5"], five), (&baseline["recallAt10"], ten)] {
            assert!((got.as_f64().unwrap() - known).abs() <= NEAR, "{name}: {got}, known is {known}");
        }
    }
}

#[test]
fn figures_below_the_floor_fail() {
    let Some(data) = data() else {
        return println!("skipped: no data");
    };
    let output = eval(&data, &["--conversations", "1", "--floor", "1,1"]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("the floor is 1 and 1"));
}

#[test]
fn what_people_say_is_lifted_and_nothing_else() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../eval/said");
    let output = support::command().args(["eval", "said", "--json", "--data"]).arg(data).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    // The floors are in `src/eval/said/floors.rs`: the command fails where one breaks.
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let cases = |what: &Value| what["cases"].as_u64().unwrap();
    let (all, negatives) = (cases(&report["utterances"]["all"]), cases(&report["utterances"]["negatives"]));
    assert!(all >= 600 && 3 * negatives >= all, "{negatives} of {all} are negatives");
    assert!(report["utterances"]["languages"].as_object().unwrap().len() >= 10);
    assert!(cases(&report["dialogues"]["all"]) >= 120);
}
