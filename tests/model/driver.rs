//! The host of a run: it carries out a stream of operations, keeps the bytes, dies now and then, and
//! holds what may be recalled to the model.

use super::naive::{Claim, Naive};
use super::stream::{Stream, reply};
use super::words::*;
use std::collections::{BTreeMap, BTreeSet};

/// 1 March 2026.
const START: u64 = 1_772_323_200_000;
/// Operations after which every door is looked through.
const EVERY: u32 = 25;
/// Operations between deaths of the host.
const LIFE: u64 = 12;

/// What was done and judged, over all runs.
#[derive(Debug, Default)]
pub struct Tally {
    pub operations: u64,
    pub carried_out: u64,
    pub crashes: u64,
    pub replies: u64,
    pub recalls: u64,
    /// Recalls by the very words of what must not be recalled.
    pub probes: [u64; 3],
    /// What came back all the same: stale, another's, erased.
    pub stale: u64,
    pub foreign: u64,
    pub after_erasure: u64,
}

impl Tally {
    /// Both together.
    pub fn with(self, other: &Self) -> Self {
        Self {
            operations: self.operations + other.operations,
            carried_out: self.carried_out + other.carried_out,
            crashes: self.crashes + other.crashes,
            replies: self.replies + other.replies,
            recalls: self.recalls + other.recalls,
            probes: std::array::from_fn(|sort| self.probes[sort] + other.probes[sort]),
            stale: self.stale + other.stale,
            foreign: self.foreign + other.foreign,
            after_erasure: self.after_erasure + other.after_erasure,
        }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [stale, foreign, erased] = self.probes;
        writeln!(
            f,
            "{} operations, {} carried out, {} crashes, {} replies of a model, {} recalls",
            self.operations, self.carried_out, self.crashes, self.replies, self.recalls
        )?;
        writeln!(f, "stale recalled: {} ({stale} times asked for by its words)", self.stale)?;
        writeln!(f, "another's recalled: {} ({foreign} times asked for)", self.foreign)?;
        write!(f, "erased recalled: {} ({erased} times asked for)", self.after_erasure)
    }
}

/// What the host keeps.
#[derive(Clone, Default)]
struct Disk {
    snapshot: Option<Vec<u8>>,
    journal: Vec<u8>,
}

/// How far a write gets before the host dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It does not die.
    Lives,
    /// Before the first byte.
    Before,
    /// Between two bytes.
    Torn,
    /// After the last, and before anybody hears of it.
    Unheard,
}

struct Run<'a, S: Surface> {
    maker: &'a S::Maker,
    setting: Setting,
    store: S,
    disk: Disk,
    stream: Stream,
    naive: Naive,
    now: u64,
    /// Of the last command that is kept.
    sequence: u64,
    /// No clock went back yet, so that times tell the order.
    forward: bool,
    /// What each door was given at a time in the past.
    then: BTreeMap<u64, Vec<BTreeSet<String>>>,
    tally: Tally,
}

/// Carries out so many operations of a seed.
pub fn run<S: Surface>(maker: &S::Maker, seed: u64, operations: u32) -> Tally {
    let setting = Setting { model: seed.is_multiple_of(2), embedder: seed.is_multiple_of(3) };
    let (store, _) = S::open(maker, setting, None, &[], START);
    let mut run = Run {
        maker,
        setting,
        store,
        disk: Disk::default(),
        stream: Stream::new(seed),
        naive: Naive::default(),
        now: START,
        sequence: 0,
        forward: true,
        then: BTreeMap::new(),
        tally: Tally::default(),
    };
    assert!(run.keep(Fate::Lives));
    for number in 1..=operations {
        if let Err(why) = run.step(number) {
            panic!("seed {seed}, operation {number}: {why}");
        }
    }
    run.tally
}

type Outcome = Result<(), String>;

impl<S: Surface> Run<'_, S> {
    fn step(&mut self, number: u32) -> Outcome {
        self.pass();
        let door = self.stream.door();
        let op = self.stream.operation(&self.naive, door, self.now, self.sequence);
        let key = self.stream.dice.once_in(2).then(|| format!("key-{number}"));
        let what = format!("{door:?} {op:?} at {}", self.now);
        self.operate(door, &op, key.as_deref()).map_err(|why| format!("{why}\n{what}"))?;
        self.drain().map_err(|why| format!("{why}\nafter {what}"))?;
        self.look(door).map_err(|why| format!("{why}\nafter {what}"))?;
        if number.is_multiple_of(EVERY) {
            self.look_everywhere().map_err(|why| format!("{why}\nafter {what}"))?;
        }
        self.tally.operations += 1;
        Ok(())
    }

    fn pass(&mut self) {
        let next = self.stream.pass(self.now);
        if next > self.now && self.forward && self.stream.dice.once_in(4) {
            let given = DOORS.iter().map(|door| self.naive.current(*door, self.now)).collect();
            self.then.insert(self.now, given);
        }
        self.forward &= next >= self.now;
        self.now = next;
    }

    /// One operation, and the host's death in the middle of it.
    fn operate(&mut self, door: Door, op: &Op, key: Option<&str>) -> Outcome {
        let key = key.filter(|_| !matches!(op, Op::Sweep | Op::Compact));
        let fate = self.fate();
        let before = (fate != Fate::Lives).then(|| self.store.state_hash());
        let told = self.store.call(door, op, self.now, key);
        let kept = self.keep(fate);
        if !kept {
            return same(&self.store.state_hash(), &before.unwrap_or_default(), "a lost write left something");
        }
        self.tally.carried_out += u64::from(told.is_ok());
        if told.is_err() && before.is_some() {
            same(&self.store.state_hash(), &before.unwrap_or_default(), "a command that failed changed something")?;
        }
        let judged = self.naive.take(door, op, &told, self.now, self.sequence);
        judged.map_err(|why| format!("{why}; told {told:?}"))?;
        match key.filter(|_| told.is_ok() && (fate == Fate::Unheard || self.stream.dice.once_in(8))) {
            Some(key) => self.retry(door, op, &told, key),
            None => Ok(()),
        }
    }

    /// Whoever did not hear the answer asks again with the same key.
    fn retry(&mut self, door: Door, op: &Op, told: &Result<Told, Tag>, key: &str) -> Outcome {
        let before = self.store.state_hash();
        let again = self.store.call(door, op, self.now + 1, Some(key));
        if again != *told {
            return Err(format!("told {told:?}, and to the same key {again:?}"));
        }
        same(&self.store.state_hash(), &before, "a retry changed something")
    }

    fn fate(&mut self) -> Fate {
        if !self.stream.dice.once_in(LIFE) {
            return Fate::Lives;
        }
        self.stream.dice.pick(&[Fate::Before, Fate::Torn, Fate::Unheard]).unwrap_or(Fate::Lives)
    }

    /// Stores what the last call wrote, as far as fate lets it. False: nothing of it is left.
    fn keep(&mut self, fate: Fate) -> bool {
        let Some((ticket, Task::Append(bytes))) = self.store.poll(self.now) else { return true };
        let part = match fate {
            Fate::Before => 0,
            Fate::Torn => 1 + self.stream.dice.roll(bytes.len() as u64 - 1) as usize,
            Fate::Lives | Fate::Unheard => bytes.len(),
        };
        self.disk.journal.extend_from_slice(&bytes[..part]);
        if part == bytes.len() {
            self.sequence = ticket;
        }
        if fate == Fate::Lives {
            self.store.answer(ticket, Answer::Stored, self.now).unwrap();
            return true;
        }
        self.reopen();
        fate == Fate::Unheard
    }

    /// The host died, and another one opens what is kept.
    fn reopen(&mut self) {
        self.tally.crashes += 1;
        let snapshot = self.disk.snapshot.as_deref();
        let (store, dropped) = S::open(self.maker, self.setting, snapshot, &self.disk.journal, self.now);
        self.store = store;
        let kept = self.disk.journal.len() - dropped;
        self.disk.journal.truncate(kept);
    }

    /// Does what the store asks for until nothing is left, or a question is to stay open.
    fn drain(&mut self) -> Outcome {
        while let Some((ticket, task)) = self.store.poll(self.now) {
            match task {
                Task::Append(_) => _ = self.keep(Fate::Lives),
                Task::Replace(bytes) => self.replace(ticket, bytes),
                Task::Embed(texts) => {
                    let fate = self.fate();
                    let vectors = texts.iter().map(|text| embed(text)).collect();
                    self.store.answer(ticket, Answer::Vectors(vectors), self.now)?;
                    self.keep(fate);
                }
                Task::Ask(prompt, shown) => {
                    if !self.ask(ticket, &prompt, &shown)? {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// A replacement that is cut short left the old files, or the new snapshot with or without the old
    /// journal.
    fn replace(&mut self, ticket: u64, snapshot: Vec<u8>) {
        let cut_short = self.stream.dice.once_in(6);
        let (stored, emptied) = match cut_short {
            true => self.stream.dice.pick(&[(false, false), (true, false), (true, true)]).unwrap_or((true, true)),
            false => (true, true),
        };
        if stored {
            self.disk.snapshot = Some(snapshot);
        }
        if emptied {
            self.disk.journal.clear();
        }
        if cut_short {
            self.reopen();
            // An old journal behind a new snapshot is emptied before anything is added to it.
            if stored {
                self.disk.journal.clear();
            }
        } else {
            self.store.answer(ticket, Answer::Stored, self.now).unwrap();
        }
    }

    /// Puts a question to the model. False: it stays open for now.
    fn ask(&mut self, ticket: u64, prompt: &str, shown: &[String]) -> Result<bool, String> {
        if self.stream.dice.once_in(6) {
            self.reopen();
            return match self.store.poll(self.now) {
                // One that was put off before may come first again.
                Some((first, Task::Ask(..))) if first < ticket => Ok(true),
                Some((again, Task::Ask(same, _))) if again == ticket && same == prompt => Ok(true),
                other => Err(format!("the question {ticket} was lost with its host: {other:?}")),
            };
        }
        if self.stream.dice.once_in(5) {
            self.store.answer(ticket, Answer::Failed, self.now)?;
            return Ok(false);
        }
        let words = reply(&mut self.stream.dice, shown);
        let answered = self.store.answer(ticket, Answer::Reply(words), self.now);
        self.tally.replies += 1;
        let fate = self.fate();
        let (true, Ok(applied)) = (self.keep(fate), answered) else { return Ok(true) };
        let Some(id) = applied.first().map(|one| one.id.clone()) else { return Ok(true) };
        let named = |alias: &str| self.shown(prompt, alias, &id).ok_or(format!("the question does not show {alias}"));
        let candidate = named("new")?;
        let done = applied.into_iter().filter_map(|one| Some((one.op, one.target?)));
        let done = done.map(|(op, alias)| Ok((op, named(&alias)?))).collect::<Result<Vec<_>, String>>()?;
        self.naive.take_reply(&candidate, &done, self.now, self.sequence)?;
        Ok(true)
    }

    /// The memory that a question shows under an alias: of the same scope as another of the question, and
    /// the current one where its words were said before.
    fn shown(&self, prompt: &str, alias: &str, beside: &str) -> Option<String> {
        let line = prompt.lines().rev().find_map(|line| line.strip_prefix(alias)?.strip_prefix(": "))?;
        let beside = self.naive.get(beside)?;
        let scope = |claim: &Claim| (claim.owner, claim.project);
        let says = |claim: &&Claim| scope(claim) == scope(beside) && line.contains(&claim.said.text);
        let claims = self.naive.claims.iter().filter(says);
        claims.max_by_key(|claim| claim.is_current(self.now)).map(|claim| claim.id.clone())
    }

    /// All that a door is given, against the model.
    fn look(&mut self, door: Door) -> Outcome {
        let expected = self.naive.current(door, self.now);
        self.recall(door, &Look::default(), &expected, true)
    }

    fn look_everywhere(&mut self) -> Outcome {
        DOORS.iter().try_for_each(|door| self.look(*door))?;
        for (place, door) in DOORS.iter().enumerate() {
            let at = (self.now + 4 * DAY).saturating_sub(self.stream.dice.roll(30 * DAY));
            let held = self.naive.as_of(*door, at, self.now);
            self.recall(*door, &Look { as_of: Some(at), ..Look::default() }, &held, true)?;
            self.look_back(place, *door)?;
            self.probe(*door)?;
        }
        self.store.verify();
        self.no_byte_of_the_erased()
    }

    /// What was known at a time is what was given then, but for what is there no more.
    fn look_back(&mut self, place: usize, door: Door) -> Outcome {
        let times: Vec<u64> = self.then.keys().copied().collect();
        let Some(then) = self.stream.dice.pick(&times).filter(|_| self.forward) else { return Ok(()) };
        let mut given = self.then[&then][place].clone();
        given.retain(|id| self.naive.get(id).is_some());
        self.recall(door, &Look { known_as_of: Some(then), ..Look::default() }, &given, true)
    }

    /// Asks for what must not be recalled by its very words.
    fn probe(&mut self, door: Door) -> Outcome {
        let current = self.naive.current(door, self.now);
        let hidden = |own: bool| {
            let claims = self.naive.claims.iter().filter(|claim| !current.contains(&claim.id));
            let theirs = claims.filter(move |claim| Naive::sees(door, claim) == own);
            theirs.map(|claim| claim.said.text.clone()).collect::<Vec<_>>()
        };
        let erased = self.naive.erased.iter().map(|claim| claim.said.text.clone()).collect();
        for (sort, texts) in [hidden(true), hidden(false), erased].iter().enumerate() {
            let texts: Vec<&String> = texts.iter().collect();
            let Some(text) = self.stream.dice.pick(&texts) else { continue };
            self.tally.probes[sort] += 1;
            let look = Look { text: Some(text.clone()), ..Look::default() };
            self.recall(door, &look, &current, false)?;
        }
        Ok(())
    }

    /// Recalls, and wants what is expected: all of it, or nothing else.
    fn recall(&mut self, door: Door, look: &Look, expected: &BTreeSet<String>, whole: bool) -> Outcome {
        let given = self.store.recall(door, look, self.now);
        self.tally.recalls += 1;
        if let Some((id, text)) = given.iter().find(|(id, _)| !expected.contains(id)) {
            let claim = self.naive.get(id);
            match claim {
                None => self.tally.after_erasure += 1,
                Some(claim) if !Naive::sees(door, claim) => self.tally.foreign += 1,
                Some(_) => self.tally.stale += 1,
            }
            return Err(format!("{door:?} was given {text:?} by {look:?}: {claim:?}\n{}", self.tally));
        }
        let ids: BTreeSet<&String> = given.iter().map(|(id, _)| id).collect();
        match expected.iter().find(|id| whole && !ids.contains(id)) {
            Some(id) => Err(format!("{door:?} was not given {:?} by {look:?}", self.naive.get(id))),
            None => Ok(()),
        }
    }

    /// Every claim has a word of its own: those of the erased are in no file.
    fn no_byte_of_the_erased(&self) -> Outcome {
        let word = |text: &str| text.find("zq").map(|at| text.as_bytes()[at..at + 8].to_vec());
        let kept: BTreeSet<_> = self.naive.claims.iter().filter_map(|claim| word(&claim.said.text)).collect();
        let erased: BTreeSet<_> = self.naive.erased.iter().filter_map(|claim| word(&claim.said.text)).collect();
        let files = [self.disk.snapshot.as_deref().unwrap_or_default(), &self.disk.journal];
        let written = files.iter().flat_map(|file| file.windows(8)).filter(|window| window.starts_with(b"zq"));
        match written.into_iter().find(|word| erased.contains(*word) && !kept.contains(*word)) {
            Some(word) => Err(format!("{} is erased and in a file", String::from_utf8_lossy(word))),
            None => Ok(()),
        }
    }
}

fn same(is: &str, was: &str, why: &str) -> Outcome {
    if is == was { Ok(()) } else { Err(why.to_owned()) }
}
