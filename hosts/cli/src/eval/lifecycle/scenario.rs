//! Reading scenarios: JSON Lines, a header and its steps.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::render;
use crate::time;

/// Why something must not be recalled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Harm {
    /// Superseded, ended, found wrong, expired, or not yet so.
    Stale,
    /// What must not be known at all, or not for this purpose: secrets, restricted, quarantined.
    Sensitive,
    /// Another user's or another project's.
    Foreign,
    /// It was erased.
    Erased,
}

impl Harm {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Stale, Self::Sensitive, Self::Foreign, Self::Erased];
}

/// The header of a scenario.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Header {
    scenario: String,
    kind: String,
    language: String,
    workflow: String,
    #[serde(default = "ana")]
    scope: Value,
    policy: Option<Value>,
    #[serde(default)]
    model: bool,
    #[serde(default = "yes")]
    background: bool,
    #[allow(dead_code)]
    note: Option<String>,
}

/// One story.
#[derive(Debug)]
pub struct Scenario {
    /// Unique.
    pub name: String,
    /// The memory class that it is about.
    pub kind: String,
    /// Its language, by ISO 639-1.
    pub language: String,
    /// What happens to memories in it.
    pub workflow: String,
    /// Who acts, unless a step says otherwise.
    pub scope: Value,
    /// The tenant's policy.
    pub policy: Option<Value>,
    /// Whether a (scripted) model answers.
    pub model: bool,
    /// Whether the user has unrelated memories too.
    pub background: bool,
    /// What happens, in order.
    pub steps: Vec<Step>,
    /// Its file and line.
    pub place: String,
}

/// What happens.
#[derive(Debug)]
pub enum Step {
    /// A request.
    Do(Do),
    /// A question with what is right.
    Ask(Question),
}

/// A request, and what it means for the figures.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Do {
    /// Its operation.
    pub op: String,
    /// When; as the step before where it is left out.
    #[serde(default)]
    pub now: Value,
    /// Who; as the header where it is left out.
    #[serde(default)]
    pub scope: Value,
    /// With what.
    #[serde(default = "nothing")]
    pub args: Value,
    /// The name of what it makes.
    #[serde(rename = "as")]
    pub name: Option<String>,
    /// Names that the engine must find to be in contradiction with it, by itself.
    #[serde(default)]
    pub contradicts: Vec<String>,
    /// Names that must not be recalled now from here on. Left out: what the operation itself takes away.
    retires: Option<Vec<String>>,
    /// What the governed engine must answer.
    pub expect: Option<Value>,
    /// It makes or decides on a synthesis: only the consolidating condition hears of it.
    #[serde(default)]
    pub consolidating: bool,
    #[allow(dead_code)]
    note: Option<String>,
    /// Its line in the file.
    #[serde(skip)]
    pub line: usize,
}

/// A question.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Question {
    /// In a user's words.
    pub ask: String,
    /// When; as the step before where it is left out.
    #[serde(default)]
    pub now: Value,
    /// Who; as the header where it is left out.
    #[serde(default)]
    pub scope: Value,
    /// More arguments of the recall: asOf, knownAsOf, kinds, k.
    #[serde(default = "nothing")]
    pub args: Value,
    /// What has to be recalled; of `a|b` either. Nothing: the right answer is silence.
    #[serde(default)]
    pub must: Vec<String>,
    /// What may be as well, without being noise.
    #[serde(default)]
    pub may: Vec<String>,
    /// What must not be.
    #[serde(default)]
    pub never: BTreeMap<Harm, Vec<String>>,
    #[allow(dead_code)]
    note: Option<String>,
    /// Its line in the file.
    #[serde(skip)]
    pub line: usize,
}

/// An unrelated memory that a user has.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Background {
    /// When it was said.
    pub now: Value,
    /// Arguments of `remember`.
    pub args: Value,
}

/// All scenarios of a folder.
#[derive(Debug)]
pub struct Data {
    /// In order of file and line.
    pub scenarios: Vec<Scenario>,
    /// What every user has besides.
    pub background: Vec<Background>,
    /// Of all files, one after another.
    pub sha256: String,
}

impl Do {
    /// Names that must not be recalled now, once this is done.
    pub fn retires(&self) -> Vec<&str> {
        if let Some(retires) = &self.retires {
            return retires.iter().map(String::as_str).collect();
        }
        let takes_away =
            ["supersede", "end", "invalidate", "erase", "archive", "quarantine"].contains(&self.op.as_str());
        let named = self.args.get("id").into_iter().chain(self.args["ids"].as_array().into_iter().flatten());
        named.filter(|_| takes_away).filter_map(|id| id.as_str()?.strip_prefix('$')).collect()
    }
}

/// Reads every `.jsonl` of a folder; `background.jsonl` is what every user has besides.
pub fn read(folder: &Path) -> anyhow::Result<Data> {
    let mut data = Data { scenarios: Vec::new(), background: Vec::new(), sha256: String::new() };
    let mut hash = Sha256::new();
    for file in files(folder)? {
        let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        hash.update(&text);
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
            read_line(&mut data, &name, line, text).with_context(|| format!("{name}:{line}"))?;
        }
    }
    data.sha256 = render::hex(&hash.finalize());
    for scenario in &data.scenarios {
        scenario.check().with_context(|| format!("{}, {}", scenario.place, scenario.name))?;
    }
    let mut names: Vec<&str> = data.scenarios.iter().map(|scenario| scenario.name.as_str()).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        bail!("two scenarios are called {}", twice[0]);
    }
    Ok(data)
}

fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    Ok(files)
}

fn read_line(data: &mut Data, file: &str, line: usize, text: &str) -> anyhow::Result<()> {
    let object: Map<String, Value> = serde_json::from_str(text)?;
    if file == "background.jsonl" {
        data.background.push(serde_json::from_value(Value::Object(object))?);
        return Ok(());
    }
    if object.contains_key("scenario") {
        let header: Header = serde_json::from_value(Value::Object(object))?;
        data.scenarios.push(Scenario {
            name: header.scenario,
            kind: header.kind,
            language: header.language,
            workflow: header.workflow,
            scope: header.scope,
            policy: header.policy,
            model: header.model,
            background: header.background,
            steps: Vec::new(),
            place: format!("{file}:{line}"),
        });
        return Ok(());
    }
    let scenario = data.scenarios.last_mut().context("a step before any scenario")?;
    let step = match object.contains_key("ask") {
        true => Step::Ask(Question { line, ..serde_json::from_value(Value::Object(object))? }),
        false => Step::Do(Do { line, ..serde_json::from_value(Value::Object(object))? }),
    };
    scenario.take(step)
}

impl Scenario {
    /// Adds a step, with what it leaves out filled in.
    fn take(&mut self, mut step: Step) -> anyhow::Result<()> {
        let before = self.steps.last().map(|step| step.now().clone());
        let (now, scope) = match &mut step {
            Step::Do(step) => (&mut step.now, &mut step.scope),
            Step::Ask(question) => (&mut question.now, &mut question.scope),
        };
        if now.is_null() {
            *now = before.context("the first step says when it is")?;
        }
        if scope.is_null() {
            *scope = self.scope.clone();
        }
        *now = json!(time::from_json(now, "now")?);
        self.steps.push(step);
        Ok(())
    }

    fn check(&self) -> anyhow::Result<()> {
        let kinds = ["fact", "preference", "episode", "procedure"];
        ensure!(kinds.contains(&self.kind.as_str()), "{} is no kind", self.kind);
        ensure!(self.steps.iter().any(|step| matches!(step, Step::Ask(_))), "nothing is asked");
        let made: Vec<&str> = self.steps.iter().filter_map(Step::name).collect();
        let known = |name: &String| name.split('|').all(|name| made.contains(&name));
        for step in &self.steps {
            let (line, mut named) = match step {
                Step::Do(step) => (step.line, step.contradicts.iter().chain(step.retires.iter().flatten()).collect()),
                Step::Ask(ask) => {
                    let never = ask.never.values().flatten();
                    (ask.line, ask.must.iter().chain(&ask.may).chain(never).collect::<Vec<_>>())
                }
            };
            named.retain(|name| !known(name));
            ensure!(named.is_empty(), "line {line}: nothing is called {}", named[0]);
        }
        Ok(())
    }
}

impl Step {
    /// When it is, in milliseconds.
    pub fn now(&self) -> &Value {
        match self {
            Self::Do(step) => &step.now,
            Self::Ask(question) => &question.now,
        }
    }

    fn name(&self) -> Option<&str> {
        match self {
            Self::Do(step) => step.name.as_deref(),
            Self::Ask(_) => None,
        }
    }
}

fn ana() -> Value {
    json!({"user": "ana"})
}

fn nothing() -> Value {
    json!({})
}

const fn yes() -> bool {
    true
}
