//! Answers as people read them: tables, timelines, pairs.

use std::io::Write;

use comfy_table::{ContentArrangement, LineStyle, Table, TableStyle};
use serde_json::Value;

use crate::time;
use crate::transcript::{Decision, Turn};

/// Characters of an id's end that a table shows: those that differ.
const SHORT_ID: usize = 8;

/// How wide a table is that goes to no terminal.
const WIDTH: u16 = 120;
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Prints a value, as JSON or for people.
pub fn print(json: bool, value: &Value, for_people: impl FnOnce() -> String) -> anyhow::Result<()> {
    let text = if json { serde_json::to_string_pretty(value)? + "\n" } else { for_people() };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// Bytes in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A turn of a transcript, and what became of it.
pub fn turn(turn: &Turn, decisions: &[Decision]) -> String {
    let when = turn.at.map(time::show_short).unwrap_or_default();
    let who = turn.actor.as_deref().unwrap_or(turn.role.name());
    let refused = decisions.iter().any(|decision| decision.rules.iter().any(|rule| rule == "secret"));
    let words = if refused { "[words withheld: they held a secret]" } else { turn.text.as_str() };
    let mut lines = format!("{when}  {}: {}\n", clean(who), clean(words));
    if decisions.is_empty() {
        lines.push_str("    · not remembered\n");
    }
    for decision in decisions {
        lines.push_str(&decided(decision));
    }
    lines
}

fn decided(decision: &Decision) -> String {
    let Decision { became, kind, claim, rules, related, .. } = decision;
    let claim = claim.as_ref().map(|claim| format!(" \"{}\"", clean(claim))).unwrap_or_default();
    let rules = if rules.is_empty() { String::new() } else { format!(" by the rule {}", rules.join(", ")) };
    let mut line = format!("    {became:<11} {kind}{claim}{rules}\n");
    for memory in related {
        let verb = match *became {
            "ended" => "ends",
            "wrong" => "finds wrong",
            "stands" => "against",
            _ if memory["state"] == "invalidated" => "corrects",
            _ if memory["supersededBy"].is_string() => "replaces",
            _ => "contradicts",
        };
        line.push_str(&format!("                {verb} \"{}\", which held {}\n", text(&memory["text"]), span(memory)));
    }
    line
}

/// A table with a heading; a line that says so where there are no rows.
pub fn table(heading: &[&str], rows: Vec<Vec<String>>) -> String {
    if rows.is_empty() {
        return "nothing\n".into();
    }
    let mut table = Table::new();
    table.load_style(STYLE);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    if !table.is_tty() {
        table.set_width(WIDTH);
    }
    table.set_header(heading);
    table.add_rows(rows);
    format!("{table}\n")
}

/// Memories, one a row.
pub fn memories(memories: &Value) -> String {
    let rows = items(memories).map(|memory| {
        vec![
            short_id(&memory["id"]),
            text(&memory["kind"]),
            text(&memory["text"]),
            text(&memory["state"]),
            number(&memory["confidence"]),
            span(memory),
        ]
    });
    table(&["id", "kind", "memory", "state", "confidence", "valid"], rows.collect())
}

/// Hits of a recall, best first.
pub fn hits(hits: &Value) -> String {
    let rows = items(hits).map(|hit| {
        vec![
            number(&hit["score"]),
            text(&hit["text"]),
            text(&hit["kind"]),
            format!("{} {}", text(&hit["standing"]), number(&hit["confidence"])),
            span(hit),
            short_id(&hit["id"]),
        ]
    });
    table(&["score", "memory", "kind", "standing", "valid", "id"], rows.collect())
}

/// An object as pairs, one a line; objects in it are flattened.
pub fn pairs(object: &Value) -> String {
    let mut rows = Vec::new();
    flatten("", object, &mut rows);
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    rows.iter().map(|(name, value)| format!("{name:width$}  {value}\n")).collect()
}

/// The changes of a memory, oldest first, and the versions of its claim.
pub fn history(history: &Value) -> String {
    let mut lines = vec![format!("{}  {}", short_id(&history["memory"]["id"]), text(&history["memory"]["text"]))];
    lines.extend(items(&history["changes"]).map(change));
    if items(&history["versions"]).count() > 1 {
        lines.push("versions of the claim, oldest first".into());
        for version in items(&history["versions"]) {
            let (id, state) = (short_id(&version["id"]), text(&version["state"]));
            lines.push(format!("  {id}  {}  {state}  {}", span(version), text(&version["text"])));
        }
    }
    lines.join("\n") + "\n"
}

/// One change, in a line.
fn change(change: &Value) -> String {
    let (code, state) = (text(&change["code"]), text(&change["state"]));
    let became = if code == state { state } else { format!("{code} → {state}") };
    let by = short_id(&change["by"]);
    let reason = change.get("reason").map(|reason| format!(": {}", text(reason))).unwrap_or_default();
    format!("  {}  #{}  {became}, by {by}{reason}", when(&change["at"]), text(&change["sequence"]))
}

/// Entries of the audit.
pub fn audit(entries: &Value) -> String {
    let rows = items(entries).map(|entry| {
        let ids: Vec<String> = items(&entry["ids"]).map(short_id).collect();
        vec![
            text(&entry["sequence"]),
            when(&entry["at"]),
            text(&entry["op"]),
            text(&entry["code"]),
            ids.join(" "),
            short_id(&entry["by"]),
            text(&entry["policy"]),
        ]
    });
    table(&["sequence", "at", "operation", "outcome", "ids", "by", "policy"], rows.collect())
}

/// One receipt, whole.
pub fn receipt(receipt: &Value) -> String {
    let short = |ids: &Value| items(ids).map(short_id).collect::<Vec<_>>().join(" ");
    let (reason, by, at) = (text(&receipt["code"]), text(&receipt["authority"]), when(&receipt["at"]));
    let mut lines = vec![
        format!("receipt    {}", text(&receipt["id"])),
        format!("reason     {reason}, at {at}, asked by {by}"),
        format!("removed    {}: {}", items(&receipt["removed"]).count(), short(&receipt["removed"])),
    ];
    for derived in items(&receipt["derived"]) {
        lines.push(format!("related    {} {}", short_id(&derived["id"]), text(&derived["became"])));
    }
    for kept in items(&receipt["kept"]) {
        let (id, why, owner) = (text(&kept["id"]), text(&kept["why"]), short_id(&kept["owner"]));
        lines.push(format!("kept       {id}, by a {why} of {owner}"));
    }
    lines.push(format!("turns      {}", text(&receipt["turns"])));
    for copy in items(&receipt["copies"]) {
        let took = copy.get("took").map(|took| format!("clean after {} ms", text(took)));
        lines.push(format!("{:10} {}", text(&copy["name"]), took.unwrap_or_else(|| "pending".into())));
    }
    lines.push(finished(receipt).into());
    lines.join("\n") + "\n"
}

/// How far an erasure has come.
fn finished(receipt: &Value) -> &'static str {
    match (receipt["complete"] == true, items(&receipt["kept"]).next().is_some()) {
        (true, _) => "complete",
        (false, true) => "not complete: something was kept",
        (false, false) => "not complete yet",
    }
}

/// Erasures that wait for a person.
pub fn pending(erasures: &Value) -> String {
    let rows = items(erasures).map(|erasure| {
        vec![
            short_id(&erasure["memory"]["id"]),
            when(&erasure["since"]),
            text(&erasure["memory"]["source"]),
            text(&erasure["quote"]),
            items(&erasure["others"]).count().to_string(),
            text(&erasure["memory"]["text"]),
        ]
    });
    table(&["id", "since", "source", "quoted", "others", "text"], rows.collect())
}

/// Receipts of erasures.
pub fn receipts(receipts: &Value) -> String {
    let rows = items(receipts).map(|receipt| {
        vec![
            text(&receipt["id"]),
            when(&receipt["at"]),
            text(&receipt["code"]),
            items(&receipt["removed"]).count().to_string(),
            copies(receipt),
            items(&receipt["kept"]).count().to_string(),
            finished(receipt).into(),
        ]
    });
    table(&["receipt", "at", "reason", "removed", "copies", "kept", "state"], rows.collect())
}

/// What became of a candidate.
pub fn admission(admission: &Value) -> String {
    let rules: Vec<String> = items(&admission["rules"]).map(text).collect();
    let mut line = text(&admission["outcome"]);
    if let Some(id) = admission.get("id") {
        line = format!("{line} {}", text(id));
    }
    if !rules.is_empty() {
        line = format!("{line} ({})", rules.join(", "));
    }
    let related: Vec<String> = items(&admission["related"]).map(short_id).collect();
    if !related.is_empty() {
        line = format!("{line}, touching {}", related.join(" "));
    }
    if let Some(placed) = admission.get("placed").filter(|placed| placed.is_object()) {
        let when = if placed["tense"] == "past" { "filed in the past" } else { "filed ahead, until its date" };
        let above: Vec<String> = items(&placed["above"]).map(short_id).collect();
        let above = if above.is_empty() { "nothing".to_owned() } else { above.join(" ") };
        line = format!("{line}, {when}: what holds above it is {above}");
    }
    line + "\n"
}

/// A value in one cell: no quotes, and nothing that a terminal would act on.
pub fn text(value: &Value) -> String {
    match value {
        Value::String(text) => clean(text),
        Value::Null => String::new(),
        other => clean(&other.to_string()),
    }
}

/// Control characters shown as what they are: a memory must not drive the terminal.
pub fn clean(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() && letter != '\n' { '\u{fffd}' } else { letter }).collect()
}

/// The end of an id.
pub fn short_id(id: &Value) -> String {
    let id = text(id);
    let length = id.chars().count();
    id.chars().skip(length.saturating_sub(SHORT_ID)).collect()
}

/// The elements of a list; none of anything else.
pub fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().map(Vec::as_slice).unwrap_or_default().iter()
}

fn copies(receipt: &Value) -> String {
    let copies = items(&receipt["copies"]).map(|copy| {
        let state = match copy.get("took").and_then(Value::as_u64) {
            Some(took) => format!("{took} ms"),
            None if copy.get("confirmedAt").is_some() => "confirmed".into(),
            None => "pending".into(),
        };
        format!("{} {state}", text(&copy["name"]))
    });
    copies.collect::<Vec<_>>().join(", ")
}

fn number(value: &Value) -> String {
    value.as_f64().map(|number| format!("{number:.2}")).unwrap_or_default()
}

fn when(value: &Value) -> String {
    value.as_u64().map(time::show_short).unwrap_or_default()
}

fn span(memory: &Value) -> String {
    let from = when(&memory["validFrom"]);
    match memory.get("validTo") {
        Some(to) => format!("{from} → {}", when(to)),
        None => from,
    }
}

fn flatten(prefix: &str, value: &Value, rows: &mut Vec<(String, String)>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
                flatten(&name, value, rows);
            }
        }
        Value::Number(number) if is_time(prefix) => {
            rows.push((prefix.into(), number.as_u64().map_or_else(String::new, time::show)))
        }
        Value::Array(list) if list.is_empty() => {}
        Value::Array(list) if list.iter().all(|item| !item.is_object()) => {
            let list: Vec<String> = list.iter().map(text).collect();
            rows.push((prefix.into(), list.join(" ")));
        }
        Value::Array(list) => {
            for (index, item) in list.iter().enumerate() {
                flatten(&format!("{prefix}[{index}]"), item, rows);
            }
        }
        other => rows.push((clean(prefix), text(other))),
    }
}

fn is_time(name: &str) -> bool {
    let name = name.rsplit('.').next().unwrap_or(name);
    name == "at"
        || name == "deadline"
        || ["At", "From", "To", "oldestPendingErasure"].iter().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_memory_cannot_drive_the_terminal() {
        assert_eq!(text(&json!("a\u{1b}[31mb")), "a\u{fffd}[31mb");
    }

    #[test]
    fn pairs_are_flat_and_times_are_read() {
        let shown = pairs(&json!({"id": "x", "address": {"entity": "ana"}, "validFrom": 0, "supports": ["a", "b"]}));
        assert_eq!(
            shown,
            "id              x\naddress.entity  ana\nvalidFrom       1970-01-01T00:00:00Z\nsupports        a b\n"
        );
    }
}
