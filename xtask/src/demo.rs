//! The engine at work, told as a story in a terminal: real commands on a sample conversation, each
//! printed before it runs, so that a reader can type it too.

mod model;

use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};
use serde_json::Value;

use crate::{component, paths};

/// The day after the conversation's end.
const TODAY: &str = "2026-08-06T09:00:00Z";
/// What Ana asks to be forgotten.
const FORGET: &str = "Ada";

/// Builds what is missing, then tells the story. Takes no arguments.
pub fn demo(args: &[String]) -> anyhow::Result<()> {
    ensure!(args.is_empty(), "the demonstration takes no arguments; it got {args:?}");
    let story = Story::new(component::cli()?)?;
    story.remembers()?;
    story.recalls()?;
    story.looks_back()?;
    story.explains()?;
    story.asks()?;
    story.erases()?;
    story.lets_go()?;
    story.ends()
}

struct Story {
    memolet: PathBuf,
    store: PathBuf,
}

impl Story {
    /// A fresh store under `target/demo`.
    fn new(memolet: PathBuf) -> anyhow::Result<Self> {
        let store = paths::target().join("demo");
        if store.exists() {
            fs::remove_dir_all(&store).with_context(|| format!("cannot clear {}", store.display()))?;
        }
        Ok(Self { memolet, store })
    }

    fn remembers(&self) -> anyhow::Result<()> {
        head("1. Five months of conversation, each turn decided on as it was heard");
        say("examples/ana.jsonl has a move that is learnt late, an allergy, a preference that changes, a web page\n\
             that gives orders, and a password pasted by mistake. No model is asked yet: turns are kept as\n\
             episodes, and plain statements are lifted by rules. A model would find more.");
        self.run(&["ingest", "examples/ana.jsonl", "--replay", "--explain"])?;
        say("The application adds what it knows itself: a booking, with an end.");
        self.run(&[
            "remember",
            "Ana has booked the Hotel Miramar in Lisbon, reference QX-4471.",
            "--kind",
            "fact",
            "--source",
            "system",
            "--entity",
            "Lisbon trip",
            "--attribute",
            "hotel booking",
            "--value",
            "QX-4471",
            "--expires-at",
            "2026-08-20T12:00:00Z",
        ])
    }

    fn recalls(&self) -> anyhow::Result<()> {
        head("2. Questions now");
        say("What replaced something outranks it, an allergy does not fade, and what a page said stands as context.");
        self.run(&["recall", "Where does Ana live?", "-k", "3"])?;
        self.run(&["recall", "Is Ana allergic to anything?", "-k", "2"])?;
        self.run(&["recall", "Which seat does Ana prefer?", "-k", "2"])?;
        say("A question about nothing known recalls nothing.");
        self.run(&["recall", "What is the boiling point of tungsten?"])
    }

    fn looks_back(&self) -> anyhow::Result<()> {
        head("3. Two clocks: what held then, and what was known then");
        say("She moved in July and said so in August. In the middle of July she lived in Bristol …");
        let july = ["--as-of", "2026-07-15T00:00:00Z"];
        self.run(&["recall", "Where does Ana live?", "-k", "1", "--kinds", "fact", july[0], july[1]])?;
        say("… but what this store believed on that day was Leeds.");
        self.run(&[
            "recall",
            "Where does Ana live?",
            "-k",
            "1",
            "--kinds",
            "fact",
            july[0],
            july[1],
            "--known-as-of",
            july[1],
        ])
    }

    fn explains(&self) -> anyhow::Result<()> {
        head("4. Why");
        say("Why is Leeds not among the hits? And how did it come to be as it is?");
        let leeds = self.find("Ana lives in Leeds.")?;
        self.run(&["why-not", &leeds, "Where does Ana live?"])?;
        self.run(&["history", &leeds])?;
        say("What waits for a decision: the page's orders. They are in no recall until somebody approves them.");
        self.run(&["list", "--states", "quarantined"])?;
        say("What a model is given: data in a fence that no text can close, within a budget counted as emitted.");
        self.run(&["context", "Which seat does Ana prefer?", "-k", "2"])
    }

    fn asks(&self) -> anyhow::Result<()> {
        head("5. With a model, and against one");
        let endpoint = model::has_endpoint(|name| std::env::var(name).ok());
        say(match endpoint {
            true => {
                "MEMOLET_MODEL_URL and MEMOLET_MODEL name an endpoint: it answers, and may answer otherwise than told."
            }
            false => {
                "examples/ana-model.jsonl stands in for a model. Set MEMOLET_MODEL_URL and MEMOLET_MODEL, and\n\
                      the same commands ask that endpoint."
            }
        });
        say("A claim that no address ties to what it replaces: rules alone would keep both. The model says UPDATE.");
        self.put(endpoint, model::NEWS)?;
        self.run(&["recall", "Where does Ana work?", "-k", "2"])?;
        self.expect(endpoint, model::REPLACED, "superseded")?;
        say("A page says something else than Ana does, and has talked the model into deleting her words, and into\n\
             touching what it was not shown. A page has less authority than she has: both are rejected, what she\n\
             said stays, the page's claim stands beside it as context, and the audit says `rejected`.");
        let before = self.sequence()?;
        self.put(endpoint, model::PAGE)?;
        self.run(&["recall", "Where does Ana live?", "-k", "2", "--kinds", "fact"])?;
        self.run(&["audit", "--after", &before])?;
        self.expect(endpoint, model::KEPT, "active")
    }

    fn erases(&self) -> anyhow::Result<()> {
        head("6. Forgetting for good");
        say("\"Please forget my sister's name.\" The fact goes, and the turn that it was taken from.");
        let sister = self.find("Ana's sister is called Ada.")?;
        self.run(&["erase", &sister, "--reason", "user-request", "--yes"])?;
        say("No path finds it, and no byte of the name is in the store's files.");
        self.run(&["recall", "What is Ana's sister called?", "--kinds", "fact,preference"])?;
        self.absent(&["list", "--all", "--json"])?;
        self.absent(&["audit", "--json"])?;
        self.absent_from_files()?;
        say("Writing it again is refused, until the tombstone is lifted.");
        self.refused(&["remember", "Ana's sister is called Ada.", "--kind", "fact"])?;
        say("The audit is a chain of hashes: ids and codes, no content.");
        self.run(&["verify"])
    }

    fn lets_go(&self) -> anyhow::Result<()> {
        head("7. Forgetting by time");
        say("Two weeks on, the booking is past its time. The sweep says what it would do, then does it, once.");
        let later = "2026-08-21T09:00:00Z";
        self.run_at(later, &["sweep", "--dry-run"])?;
        self.run_at(later, &["sweep"])?;
        self.run_at(later, &["sweep"])
    }

    fn ends(&self) -> anyhow::Result<()> {
        head("What to try next");
        let (memolet, store) = (self.memolet.display(), self.store.display());
        println!(
            "  alias memolet='{memolet} --dir {store} --user ana'
  memolet recall 'what do you know of the hotel?'
  memolet ingest YOUR-CHAT.jsonl --explain          # JSON Lines of role, text, at
  memolet stats
  echo '{{\"op\": \"list\", \"scope\": {{\"user\": \"ana\"}}}}' | memolet exec
  memolet --help

  cargo xtask test                                  # every check
  README.md has the map of the rooms; wit/ is the contract."
        );
        Ok(())
    }

    fn run(&self, args: &[&str]) -> anyhow::Result<()> {
        self.run_at(TODAY, args)
    }

    /// Runs a command that may ask a model: the endpoint that the environment names, else the script.
    fn put(&self, endpoint: bool, args: &[&str]) -> anyhow::Result<()> {
        let args = [args, model::flags(endpoint)].concat();
        println!("\n$ memolet {}", typed(&args));
        let mut command = self.command(TODAY, &args);
        for name in model::VARIABLES.into_iter().filter(|name| name.starts_with("MEMOLET_MODEL") && endpoint) {
            command.env(name, std::env::var_os(name).unwrap_or_default());
        }
        let status = command.status().context("cannot start memolet")?;
        ensure!(status.success(), "{status}: memolet {}", typed(&args));
        Ok(())
    }

    /// What the script's replies must have led to; an endpoint may have decided otherwise.
    fn expect(&self, endpoint: bool, text: &str, state: &str) -> anyhow::Result<()> {
        let memory = self.memory(text)?;
        ensure!(endpoint || memory["state"] == state, "{text:?} is {}, not {state}", memory["state"]);
        Ok(())
    }

    /// Sequence of the last command that wrote.
    fn sequence(&self) -> anyhow::Result<String> {
        let stats: Value = serde_json::from_str(&self.output(&["stats", "--json"])?)?;
        Ok(stats["sequence"].to_string())
    }

    /// Prints a command as one would type it, and runs it.
    fn run_at(&self, now: &str, args: &[&str]) -> anyhow::Result<()> {
        let when = if now == TODAY { String::new() } else { format!(" --now {now}") };
        println!("\n$ memolet{when} {}", typed(args));
        let status = self.command(now, args).status().context("cannot start memolet")?;
        ensure!(status.success(), "{status}: memolet {}", typed(args));
        Ok(())
    }

    /// Runs a command that must fail.
    fn refused(&self, args: &[&str]) -> anyhow::Result<()> {
        println!("\n$ memolet {}", typed(args));
        let status = self.command(TODAY, args).status().context("cannot start memolet")?;
        ensure!(!status.success(), "it was not refused: memolet {}", typed(args));
        Ok(())
    }

    fn output(&self, args: &[&str]) -> anyhow::Result<String> {
        let output = self.command(TODAY, args).stderr(Stdio::inherit()).output().context("cannot start memolet")?;
        ensure!(output.status.success(), "{}: memolet {}", output.status, typed(args));
        Ok(String::from_utf8(output.stdout)?)
    }

    fn command(&self, now: &str, args: &[&str]) -> Command {
        let mut command = Command::new(&self.memolet);
        command.args(["--user", "ana", "--now", now]).args(args).current_dir(paths::root());
        command.env("MEMOLET_DIR", &self.store).env_remove("MEMOLET_COMPONENT");
        model::VARIABLES.into_iter().for_each(|name| _ = command.env_remove(name));
        command
    }

    /// The id of the memory with a text.
    fn find(&self, text: &str) -> anyhow::Result<String> {
        let memory = self.memory(text)?;
        memory["id"].as_str().map(str::to_owned).with_context(|| format!("{text:?} has no id"))
    }

    /// The memory with a text, in whatever state.
    fn memory(&self, text: &str) -> anyhow::Result<Value> {
        let listed: Value = serde_json::from_str(&self.output(&["list", "--all", "--json"])?)?;
        let mut memories = listed["memories"].as_array().into_iter().flatten();
        let found = memories.find(|memory| memory["text"] == text);
        found.cloned().with_context(|| format!("nothing says {text:?}"))
    }

    /// Runs a command whose output must not tell what was erased.
    fn absent(&self, args: &[&str]) -> anyhow::Result<()> {
        println!("\n$ memolet {} | grep -c {FORGET}", typed(args));
        ensure!(!self.output(args)?.contains(FORGET), "`memolet {}` still tells it", typed(args));
        println!("0");
        Ok(())
    }

    fn absent_from_files(&self) -> anyhow::Result<()> {
        println!("\n$ grep -rc {FORGET} {}", self.store.display());
        for file in files(&self.store)? {
            let bytes = fs::read(&file)?;
            if bytes.windows(FORGET.len()).any(|window| window == FORGET.as_bytes()) {
                bail!("{} still holds it", file.display());
            }
            println!("{}:0", file.display());
        }
        Ok(())
    }
}

fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { found.extend(files(&path)?) } else { found.push(path) }
    }
    found.sort();
    Ok(found)
}

fn head(text: &str) {
    let (bold, plain) = if std::io::stdout().is_terminal() { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
    println!("\n{bold}{text}{plain}");
}

fn say(text: &str) {
    println!("\n{text}");
}

fn typed(args: &[&str]) -> String {
    let plain = |arg: &str| arg.chars().all(|c| c.is_ascii_alphanumeric() || "-_./:,".contains(c));
    let quoted = args.iter().map(|arg| match arg.contains('\'') {
        true => format!("\"{arg}\""),
        false if plain(arg) => (*arg).to_owned(),
        false => format!("'{arg}'"),
    });
    quoted.collect::<Vec<_>>().join(" ")
}
