//! The case files of tests/cases and tests/said, run through `memolet exec`: one process a file.
//! tests/cases/README.md says what a line means.

mod support;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use support::Exec;

type Captures = BTreeMap<String, Value>;

#[test]
fn case_files() {
    hold(&files("cases", ".jsonl"));
}

#[test]
fn requests_about_what_was_said() {
    hold(&files("said", ".cases.jsonl"));
}

fn hold(files: &[PathBuf]) {
    let mut report = String::new();
    assert!(!files.is_empty(), "there are case files");
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match run(file) {
            Ok(lines) => println!("{name}: {lines} cases hold"),
            Err(failures) => {
                println!("{name}: FAILED");
                report.push_str(&failures);
            }
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

fn files(folder: &str, end: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(folder);
    let entries = fs::read_dir(folder).expect("a folder of tests");
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(end));
    files.sort();
    files
}

/// Runs a file; gives how many cases held, or what did not.
fn run(file: &Path) -> Result<usize, String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut captures = Captures::from([("dir".into(), json!(dir.path().to_string_lossy()))]);
    let mut exec = Exec::start(&[]);
    let (mut held, mut failures) = (0, String::new());
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let place = format!("{}:{number}", file.display());
        let case: Value = serde_json::from_str(line).map_err(|error| format!("{place}: no JSON: {error}\n"))?;
        if case.get("note").is_some() && case.get("request").is_none() && case.get("raw").is_none() {
            continue;
        }
        match answers(&mut exec, &case, &mut captures) {
            Ok(()) => held += 1,
            Err(why) => _ = writeln!(failures, "{place}: {why}"),
        }
    }
    if failures.is_empty() { Ok(held) } else { Err(failures) }
}

/// Runs one case.
fn answers(exec: &mut Exec, case: &Value, captures: &mut Captures) -> Result<(), String> {
    let known = ["note", "request", "raw", "expect", "never"];
    if let Some(key) = case.as_object().and_then(|case| case.keys().find(|key| !known.contains(&key.as_str()))) {
        return Err(format!("`{key}` is nothing that a case has"));
    }
    let line = match case.get("raw").and_then(Value::as_str) {
        Some(raw) => raw.to_string(),
        None => fill(&case["request"], captures)?.to_string(),
    };
    let answer = exec.line(&line).ok_or_else(|| format!("no answer to {line}"))?;
    let actual: Value =
        serde_json::from_str(&answer).map_err(|error| format!("the answer is no JSON: {error}: {answer}"))?;
    let expected = case.get("expect").cloned().unwrap_or_else(|| json!({"ok": "*"}));
    let context = |why: String| format!("{why}\n  request  {line}\n  expected {expected}\n  actual   {answer}");
    matches(&expected, Some(&actual), captures).map_err(&context)?;
    for text in never(case) {
        let text = interpolate(&text, captures)?;
        if answer.contains(&text) {
            return Err(context(format!("the answer has `{text}`")));
        }
    }
    Ok(())
}

fn never(case: &Value) -> Vec<String> {
    match case.get("never") {
        Some(Value::String(text)) => vec![text.clone()],
        Some(Value::Array(texts)) => texts.iter().filter_map(|text| text.as_str().map(String::from)).collect(),
        _ => Vec::new(),
    }
}

/// Whether a value is as a pattern says. The failure says where it is not.
fn matches(pattern: &Value, actual: Option<&Value>, captures: &mut Captures) -> Result<(), String> {
    if let Value::Object(object) = pattern
        && object.keys().any(|key| key.starts_with('$'))
    {
        return operators(object, actual, captures);
    }
    let actual = actual.ok_or_else(|| format!("absent, expected {pattern}"))?;
    match (pattern, actual) {
        (Value::String(text), _) => text_matches(text, actual, captures),
        (Value::Object(pattern), Value::Object(object)) => pattern.iter().try_for_each(|(key, value)| {
            matches(value, object.get(key), captures).map_err(|why| format!(".{key}{why}", why = join(&why)))
        }),
        (Value::Array(patterns), Value::Array(items)) if patterns.len() == items.len() => {
            (0..).zip(patterns.iter().zip(items)).try_for_each(|(index, (pattern, item)): (usize, _)| {
                matches(pattern, Some(item), captures).map_err(|why| format!("[{index}]{}", join(&why)))
            })
        }
        (Value::Array(patterns), Value::Array(items)) => {
            Err(format!("{} elements, expected {}", items.len(), patterns.len()))
        }
        (Value::Number(_), Value::Number(_)) if pattern.as_f64() == actual.as_f64() => Ok(()),
        _ if pattern == actual => Ok(()),
        _ => Err(format!("{actual}, expected {pattern}")),
    }
}

/// A path goes on without a space, a reason starts after one.
fn join(why: &str) -> String {
    if why.starts_with(['.', '[']) { why.into() } else { format!(": {why}") }
}

fn text_matches(pattern: &str, actual: &Value, captures: &mut Captures) -> Result<(), String> {
    let expected = match pattern.strip_prefix('$') {
        _ if pattern == "*" => return Ok(()),
        Some(name) if is_name(name) => match captures.get(name) {
            Some(captured) => captured.clone(),
            None => {
                captures.insert(name.into(), actual.clone());
                return Ok(());
            }
        },
        _ => json!(interpolate(pattern, captures)?),
    };
    if expected == *actual { Ok(()) } else { Err(format!("{actual}, expected {expected}")) }
}

fn operators(pattern: &Map<String, Value>, actual: Option<&Value>, captures: &mut Captures) -> Result<(), String> {
    for (operator, operand) in pattern {
        let list = || actual.and_then(Value::as_array).ok_or_else(|| format!("no list for {operator}"));
        let holds = match operator.as_str() {
            "$absent" => actual.is_none() == (*operand == true),
            "$length" => Some(list()?.len() as u64) == operand.as_u64(),
            "$includes" => {
                let patterns = operand.as_array().ok_or("$includes takes a list")?;
                let items = list()?;
                patterns.iter().all(|pattern| items.iter().any(|item| tries(pattern, item, captures)))
            }
            "$excludes" => !list()?.iter().any(|item| matches(operand, Some(item), &mut captures.clone()).is_ok()),
            "$near" => near(operand, actual)?,
            other => return Err(format!("{other} is no operator")),
        };
        if !holds {
            return Err(format!("{}, expected {operator} {operand}", actual.unwrap_or(&Value::Null)));
        }
    }
    Ok(())
}

/// A match whose captures are kept only when it holds.
fn tries(pattern: &Value, item: &Value, captures: &mut Captures) -> bool {
    let mut tried = captures.clone();
    let holds = matches(pattern, Some(item), &mut tried).is_ok();
    if holds {
        *captures = tried;
    }
    holds
}

fn near(operand: &Value, actual: Option<&Value>) -> Result<bool, String> {
    let (Some(goal), Some(tolerance)) = (operand[0].as_f64(), operand[1].as_f64()) else {
        return Err("$near takes [number, tolerance]".into());
    };
    Ok(actual.and_then(Value::as_f64).is_some_and(|number| (number - goal).abs() <= tolerance))
}

/// A request with its captures put in.
fn fill(value: &Value, captures: &Captures) -> Result<Value, String> {
    Ok(match value {
        Value::String(text) => match text.strip_prefix('$').filter(|name| is_name(name)) {
            Some(name) => captures.get(name).cloned().ok_or_else(|| format!("${name} was never captured"))?,
            None => json!(interpolate(text, captures)?),
        },
        Value::Array(items) => Value::Array(items.iter().map(|item| fill(item, captures)).collect::<Result<_, _>>()?),
        Value::Object(object) => {
            let fields = object.iter().map(|(key, value)| Ok((key.clone(), fill(value, captures)?)));
            Value::Object(fields.collect::<Result<_, String>>()?)
        }
        other => other.clone(),
    })
}

/// `${name}` inside a text; `$$` is a dollar sign.
fn interpolate(text: &str, captures: &Captures) -> Result<String, String> {
    let (mut done, mut rest) = (String::new(), text);
    while let Some(index) = rest.find('$') {
        done.push_str(&rest[..index]);
        rest = &rest[index + 1..];
        if let Some((name, after)) = rest.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
            let value = captures.get(name).ok_or_else(|| format!("${{{name}}} was never captured"))?;
            done.push_str(&value.as_str().map_or_else(|| value.to_string(), String::from));
            rest = after;
        } else {
            done.push('$');
            rest = rest.strip_prefix('$').unwrap_or(rest);
        }
    }
    Ok(done + rest)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}
