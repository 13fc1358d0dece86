//! Figures as JSON and as Markdown, which is what `docs/performance.md` holds.

use std::fmt::Write;

use serde_json::{Value, json};

use super::measure::{Figures, Spread};

/// The machine and the day.
pub fn head() -> String {
    let (cpu, cores) = machine();
    format!("{cpu}, {cores} cores, {}", today())
}

/// Everything as JSON.
pub fn to_json(figures: &[Figures]) -> Value {
    let (cpu, cores) = machine();
    json!({"cpu": cpu, "cores": cores, "date": today(), "figures": figures})
}

/// The figures of one size and form.
pub fn table(figures: &Figures) -> String {
    let Figures { rows, dimensions, noise, floor_recall, store, .. } = figures;
    let mut text = format!("\n**{rows} × {dimensions}, {noise} noise**\n\n");
    text += "| recall, k = 10 | p50 ms | p95 ms | floor p50 ms | ratio | hits | own memory found |\n";
    text += "|---|---|---|---|---|---|---|\n";
    for recall in &figures.recalls {
        let (Spread { p50, p95 }, floor) = (recall.time, recall.floor.p50);
        let (what, ratio, hits, found) = (recall.what, recall.ratio, recall.hits, 100.0 * recall.found);
        let _ =
            writeln!(text, "| {what} | {p50:.3} | {p95:.3} | {floor:.3} | **{ratio:.2}** | {hits:.1} | {found:.0} % |");
    }
    let _ = writeln!(text, "\nThe floor's own recall of the exact ten: {floor_recall:.3}.\n");
    text += "| store | p50 ms | p95 ms |\n|---|---|---|\n";
    let megabytes = |bytes: usize| bytes as f64 / 1e6;
    let snapshot = megabytes(store.snapshot_bytes);
    let lines = [
        (format!("open from a snapshot of {snapshot:.1} MB"), store.open),
        ("first recall after it".into(), store.first_recall),
        (format!("read a file of the same {snapshot:.1} MB"), store.read),
        (format!("open from the journal alone, {:.1} MB", megabytes(store.journal_bytes)), store.replay),
        ("write the snapshot (state to bytes)".into(), store.write_snapshot),
        ("remember, whole fill".into(), store.remember),
        ("remember, last tenth of the fill".into(), store.remember_last),
        ("poll and answer after it".into(), store.drain),
    ];
    for (what, Spread { p50, p95 }) in lines {
        let _ = writeln!(text, "| {what} | {p50:.3} | {p95:.3} |");
    }
    text
}

fn machine() -> (String, usize) {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ").map(|(_, name)| name));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    (model.unwrap_or(std::env::consts::ARCH).trim().to_owned(), cores)
}

fn today() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%d").to_string()
}
