//! Reading utterances, dialogues and the names that they may go by.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use clap::ValueEnum;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::expect::{Expectation, Names};
use crate::render;
use crate::time;

/// When an utterance was said that does not say it: a Wednesday evening.
const SAID_AT: &str = "2026-07-15T18:00:00Z";

/// A part of the data. Whoever writes the reader looks at what fails of the open half alone; the other
/// tells whether kinds were fixed or cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Split {
    /// Everything
    #[default]
    All,
    /// The half that may be looked at
    Open,
    /// The half that may not
    HeldOut,
}

/// Something that was said, and what it states.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Utterance {
    /// Unique.
    pub id: String,
    /// ISO 639-1.
    pub language: String,
    /// What it is a case of.
    pub group: String,
    /// Nothing must be lifted of it, hard as that may be.
    #[serde(default)]
    pub negative: bool,
    /// What the speaker said just before.
    pub before: Option<String>,
    /// RFC 3339.
    #[serde(default = "said_at")]
    pub at: String,
    /// Minutes east of UTC.
    #[serde(default)]
    pub utc_offset: i64,
    /// The words.
    pub text: String,
    /// What they claim.
    pub claims: Vec<Expectation>,
}

/// A turn of a dialogue.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// `user` or `assistant`.
    pub role: String,
    /// RFC 3339.
    pub at: String,
    /// The words.
    pub text: String,
}

/// What holds at another time.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Past {
    /// RFC 3339.
    pub as_of: String,
    /// What held then.
    #[serde(default)]
    pub held: Vec<Expectation>,
    /// What did not.
    #[serde(default)]
    pub not: Vec<Expectation>,
}

/// Turns, and what is known after them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dialogue {
    /// Unique.
    pub id: String,
    /// ISO 639-1.
    pub language: String,
    /// What it is a case of.
    pub group: String,
    /// In order.
    pub turns: Vec<Turn>,
    /// When it is looked at. Left out: a minute after the last turn.
    pub now: Option<String>,
    /// What must be current.
    #[serde(default)]
    pub current: Vec<Expectation>,
    /// What must not.
    #[serde(default)]
    pub not: Vec<Expectation>,
    /// What held at other times, as it is known at the end.
    #[serde(default)]
    pub past: Vec<Past>,
}

/// The folder, read.
#[derive(Debug)]
pub struct Data {
    pub names: Names,
    pub utterances: Vec<Utterance>,
    pub dialogues: Vec<Dialogue>,
    /// Of its files, one after another.
    pub sha256: String,
}

/// Reads a folder, as far as a split and a part of the id let it.
pub fn read(folder: &Path, split: Split, only: Option<&str>) -> anyhow::Result<Data> {
    let mut digest = Sha256::new();
    let mut file = |name: &str| -> anyhow::Result<String> {
        let path = folder.join(name);
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        digest.update(&text);
        Ok(text)
    };
    let names = serde_json::from_str(&file("names.json")?).context("names.json")?;
    let (mut utterances, mut dialogues): (Vec<Utterance>, Vec<Dialogue>) = Default::default();
    for name in named(folder)? {
        match name.as_str() {
            name if name.starts_with("dialogues") => dialogues.extend(lines(&file(name)?).context(name.to_owned())?),
            name => utterances.extend(lines(&file(name)?).context(name.to_owned())?),
        }
    }
    let sha256 = render::hex(&digest.finalize());
    let mut data = Data { names, utterances, dialogues, sha256 };
    check(&data)?;
    let kept = |id: &str| split.has(id) && only.is_none_or(|part| id.contains(part));
    data.utterances.retain(|utterance| kept(&utterance.id));
    data.dialogues.retain(|dialogue| kept(&dialogue.id));
    ensure!(!(data.utterances.is_empty() && data.dialogues.is_empty()), "nothing of that in {}", folder.display());
    Ok(data)
}

/// The names of a folder's files of lines, in their order.
fn named(folder: &Path) -> anyhow::Result<BTreeSet<String>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let named: anyhow::Result<BTreeSet<String>> = names.collect();
    Ok(named?.into_iter().filter(|name| name.ends_with(".jsonl")).collect())
}

/// A time as data writes it, in milliseconds.
pub fn at(text: &str) -> anyhow::Result<u64> {
    time::parse(text, "time").map_err(|failure| anyhow::anyhow!("{failure}"))
}

impl Split {
    fn has(self, id: &str) -> bool {
        let open = Sha256::digest(id)[0].is_multiple_of(2);
        match self {
            Self::All => true,
            Self::Open => open,
            Self::HeldOut => !open,
        }
    }

    /// As flags and reports call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Open => "open",
            Self::HeldOut => "held-out",
        }
    }
}

fn lines<T: DeserializeOwned>(text: &str) -> anyhow::Result<Vec<T>> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(number, line)| serde_json::from_str(line).with_context(|| format!("line {number}"))).collect()
}

/// What the form of the files cannot say.
fn check(data: &Data) -> anyhow::Result<()> {
    let mut ids = BTreeSet::new();
    let all = data.utterances.iter().map(|said| &said.id).chain(data.dialogues.iter().map(|dialogue| &dialogue.id));
    if let Some(twice) = all.into_iter().find(|id| !ids.insert(id.as_str())) {
        bail!("two are called {twice}");
    }
    for said in &data.utterances {
        at(&said.at).with_context(|| said.id.clone())?;
        ensure!(!said.negative || said.claims.iter().all(|claim| claim.optional), "{}: a negative claims", said.id);
    }
    for dialogue in &data.dialogues {
        let times: Vec<u64> = dialogue
            .turns
            .iter()
            .map(|turn| at(&turn.at))
            .collect::<anyhow::Result<_>>()
            .with_context(|| dialogue.id.clone())?;
        ensure!(!times.is_empty() && times.is_sorted(), "{}: turns are in order", dialogue.id);
        ensure!(
            dialogue.turns.iter().all(|turn| ["user", "assistant"].contains(&turn.role.as_str())),
            "{}: role",
            dialogue.id
        );
    }
    Ok(())
}

fn said_at() -> String {
    SAID_AT.into()
}

/// A request's argument without what is not there.
pub fn present(mut args: Value) -> Value {
    if let Some(args) = args.as_object_mut() {
        args.retain(|_, value| !value.is_null());
    }
    args
}
