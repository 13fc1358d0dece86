//! Random commands, crashes among them, against what must always hold.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;
use memolet::{Engine, index::Index};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug)]
struct Step {
    verb: u8,
    who: u8,
    a: u8,
    b: u8,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = (0u8..37, 0u8..3, any::<u8>(), any::<u8>()).prop_map(|(verb, who, a, b)| Step { verb, who, a, b });
    prop::collection::vec(step, 1..60)
}

const ATTRIBUTES: [&str; 3] = ["home", "job", "tea"];
const VALUES: [&str; 5] = ["Leeds", "York", "Bath", "green", "leeds"];

/// What the test knows besides what the engine says.
struct Run {
    host: Host,
    users: Vec<Labels>,
    /// Every id ever given, and whose it is; the shared partition's owner is empty.
    owners: BTreeMap<String, String>,
    erased: BTreeSet<String>,
    /// What each user was listed after the last step, and the audit's length then.
    listed: Vec<BTreeSet<String>>,
    audited: u64,
    /// The latest time so far.
    latest: u64,
    /// Somebody approved or restored: by decree, two may have held at one time in the past.
    decreed: bool,
}

/// What a bad model extracts: from what it was shown, and from what it was not.
fn extracted(n: u64) -> String {
    let value = VALUES[n as usize % 5];
    let status = ["is", "is", "was", "ended"][n as usize % 4];
    let claim = |text: &str, attribute: &str| {
        format!(
            r#"{{"text":"The user {text} {value}.","kind":"fact","attribute":"{attribute}","value":"{value}","status":"{status}"}}"#
        )
    };
    match n % 5 {
        0 => "nothing".into(),
        1 => r#"{"claims":[]}"#.into(),
        2 => format!(r#"{{"claims":[{},{}]}}"#, claim("works at", "job"), claim("likes", "job")),
        _ => format!(r#"{{"claims":[{},{}]}}"#, claim("likes", "home"), claim("likes", "tea")),
    }
}

/// And what it makes of episodes.
fn consolidated(n: u64, shown: &[String]) -> String {
    let names: Vec<String> = shown.iter().map(|name| format!("\"{name}\"")).collect();
    let (some, rest) = names.split_at(names.len() - usize::from(n.is_multiple_of(3)));
    let kind = ["fact", "preference", "procedure"][n as usize % 3];
    match n % 7 {
        0 => r#"{"statement":"x","kind":"fact","supporting":["m99"]}"#.into(),
        1 => r#"{"statement":"x","kind":"fact","supporting":[]}"#.into(),
        2 => "{".into(),
        _ => format!(
            r#"{{"statement":"Ana's {} is {}.","kind":"{kind}","supporting":[{}],"contradicting":[{}],"entity":"Ana","attribute":"{}","value":"{}"}}"#,
            ATTRIBUTES[n as usize % 3],
            VALUES[n as usize % 5],
            some.join(","),
            rest.join(","),
            ATTRIBUTES[n as usize % 3],
            VALUES[n as usize % 5],
        ),
    }
}

impl Run {
    fn new() -> Self {
        let policy = r#"{"capacity": {"count": 12}, "decay": {"floor": 0.3, "afterDays": 20},
                         "retention": {"brief": {"days": 40}}, "session": {"turns": 3, "extractAfter": 2}, "consolidation": {"episodes": 2, "count": 4}}"#;
        let mut host = Host::with(Options {
            tenant: "acme".into(),
            seed: vec![3; 16],
            policy: Some(policy.into()),
            embedder: Some(EmbedderInfo { name: "words".into(), dimensions: DIMENSIONS }),
            model: true,
            ..Options::default()
        });
        host.now = START + 100 * DAY;
        let mut n = 0u64;
        host.model = Some(Box::new(move |ask: &Ask| {
            n += 1;
            match ask.purpose.as_str() {
                "extract" => return extracted(n),
                "consolidate" => return consolidated(n, &ask.shown),
                _ => {}
            }
            let target = ask.shown.get(n as usize % ask.shown.len().max(1)).cloned().unwrap_or_default();
            match n % 6 {
                0 => r#"{"operations":[{"op":"ADD"}]}"#.into(),
                1 => format!(r#"{{"operations":[{{"op":"UPDATE","target":"{target}"}}]}}"#),
                2 => format!(r#"{{"operations":[{{"op":"NOOP","target":"{target}"}}]}}"#),
                3 => format!(r#"{{"operations":[{{"op":"DELETE","target":"{target}"}}]}}"#),
                4 => "no idea".into(),
                _ => r#"{"operations":[{"op":"UPDATE","target":"m77"}]}"#.into(),
            }
        }));
        let label = |user: &str, project: Option<&str>, purpose: Option<&str>, shared_writer| Labels {
            user: user.into(),
            project: project.map(str::to_owned),
            agent: None,
            session: Some("s".into()),
            purpose: purpose.map(str::to_owned),
            shared_writer,
        };
        let users = vec![
            label("ana", None, None, true),
            label("bo", None, None, false),
            label("ana", Some("p"), Some("brief"), false),
        ];
        Self {
            host,
            users,
            owners: BTreeMap::new(),
            erased: BTreeSet::new(),
            listed: vec![BTreeSet::new(); 3],
            audited: 0,
            latest: 0,
            decreed: false,
        }
    }

    fn pick(&self, at: u8) -> String {
        // Mostly what is there, sometimes what was, sometimes nothing.
        let ids: Vec<&String> = self.owners.keys().collect();
        if ids.is_empty() || at == 255 {
            return "0190b6e2-0000-7000-8000-000000000000".into();
        }
        ids[usize::from(at) % ids.len()].clone()
    }

    fn note(&mut self, who: &Labels, shared: bool, id: Option<String>) {
        if let Some(id) = id {
            self.owners.entry(id).or_insert(if shared { String::new() } else { who.user.clone() });
        }
    }

    fn step(&mut self, step: Step) {
        let Step { verb, who, a, b } = step;
        let who = self.users[usize::from(who)].clone();
        let (now, before) = (self.host.now, self.host.engine.state_hash());
        let id = self.pick(a);
        let by = || "curator".to_owned();
        let engine = &mut self.host.engine;
        let act = |engine: &mut Engine, act: Act, reason: Option<&str>| engine.act(&who, &id, &act, reason, now, None);
        let outcome: Result<()> = match verb {
            0..=8 => {
                let shared = verb == 8 && who.shared_writer;
                let (attribute, value) = (ATTRIBUTES[usize::from(a) % 3], VALUES[usize::from(b) % 5]);
                let dated = (verb % 3 == 1).then(|| now - u64::from(a) * DAY / 8);
                let source =
                    [Source::UserSaid, Source::UserSaid, Source::ToolResult, Source::System][usize::from(b / 5) % 4];
                let candidate = Candidate {
                    source: Some(source),
                    valid_from: dated,
                    valid_to: (verb == 7).then(|| now + u64::from(b) * DAY / 8),
                    expires_at: (verb == 6).then(|| now + u64::from(b) * DAY / 4),
                    evidence: if a % 2 == 0 { vec![evidence(&format!("turn://{}#1", b % 4))] } else { vec![] },
                    importance: Some(f64::from(a) / 255.0),
                    shared,
                    ..at("Ana", attribute, value)
                };
                engine.remember(&who, &candidate, now, None).map(|admission| self.note(&who, shared, admission.id))
            }
            9 | 10 => {
                let candidate = Candidate {
                    kind: Some([Kind::Episode, Kind::Fact, Kind::Preference][usize::from(a) % 3]),
                    ..say(&format!("Thing {} happened in {}.", a % 8, VALUES[usize::from(b) % 5]))
                };
                engine.remember(&who, &candidate, now, None).map(|admission| self.note(&who, false, admission.id))
            }
            11 | 12 => {
                let revision = Revision {
                    text: format!("Ana's thing is now {}.", b % 7),
                    value: Some(format!("{}", b % 7)),
                    valid_from: (b % 3 == 0).then(|| now - u64::from(b) * DAY / 4),
                    ..Revision::default()
                };
                let shared = self.owners.get(&id).is_some_and(String::is_empty);
                engine.supersede(&who, &id, &revision, None, now, None).map(|id| self.note(&who, shared, Some(id)))
            }
            13 => act(engine, Act::End { at: (b % 2 == 0).then(|| now + u64::from(b) * DAY / 16) }, None),
            14 => act(engine, Act::Invalidate, Some("wrong")),
            15 | 16 => act(engine, Act::Restore, None),
            17 => act(engine, Act::Archive, None),
            18 | 19 => act(engine, Act::Approve { by: by() }, None),
            20 => act(engine, Act::Quarantine { by: by() }, None),
            21 => act(
                engine,
                if b % 2 == 0 { Act::Pin { by: by(), review_at: None } } else { Act::Unpin { by: by() } },
                Some("why"),
            ),
            22 => act(engine, if b % 2 == 0 { Act::Hold { by: by() } } else { Act::Release { by: by() } }, Some("why")),
            23 | 24 => {
                let last = engine.stats(now).sequence;
                engine.undo(&who, last.saturating_sub(u64::from(b % 8)), now, None).map(drop)
            }
            25 | 26 => {
                let erasure = match b % 8 {
                    0 => Erasure { user: Some(who.user.clone()), ids: vec![], ..by_ids(&[]) },
                    1 => Erasure {
                        filter: Some(r#"{"field": "attribute", "op": "eq", "value": "tea"}"#.into()),
                        ..by_ids(&[])
                    },
                    _ => by_ids(&[&id]),
                };
                engine.erase(&who, &erasure, now, None).map(|receipt| self.erased.extend(receipt.removed))
            }
            27 => engine.sweep(false, now).map(|_| ()),
            28 => engine.used(&who, std::slice::from_ref(&id), now, None).map(drop),
            29 => {
                let message = Message {
                    role: Role::User,
                    actor: None,
                    text: format!("I like {} and turn {b}", VALUES[usize::from(b) % 5]),
                    at: None,
                    ref_: None,
                };
                engine.turn(&who, &message, now, None).map(drop)
            }
            32 => engine.extract(&who, now, None).map(drop),
            33 => engine.consolidate(now).map(drop),
            34 => engine.checkpoint(&who, &format!("step {b} of Leeds"), now, None).map(drop),
            35 | 36 => {
                // The same remark, in one of a few sessions.
                let said = Labels { session: Some(format!("s{}", a % 5)), ..who.clone() };
                let candidate = Candidate {
                    expires_at: (b % 4 == 0).then(|| now + u64::from(b) * DAY / 4),
                    ..say(&format!("Ana walked her dog in the park of {}, {}.", VALUES[usize::from(b) % 2], a % 16))
                };
                engine.remember(&said, &candidate, now, None).map(|admission| self.note(&who, false, admission.id))
            }
            30 => {
                self.host.now = if b % 4 == 0 { now - u64::from(a) * DAY / 64 } else { now + u64::from(a) * DAY / 16 };
                Ok(())
            }
            _ => {
                self.crash(b);
                return;
            }
        };
        self.decreed |= outcome.is_ok() && (15..=19).contains(&verb) && verb != 17;
        if outcome.is_err() {
            assert_eq!(self.host.engine.state_hash(), before, "a failing command changed the state: {outcome:?}");
        }
        self.host.drain();
    }

    /// The write of the last command is lost, or a part of it reaches the disk.
    fn crash(&mut self, part: u8) {
        let (now, ana) = (self.host.now, self.users[0].clone());
        let before = self.host.engine.state_hash();
        if self.host.engine.remember(&ana, &say("This write is lost."), now, None).is_ok()
            && let Some(Request { task: Task::Append(bytes), .. }) = self.host.engine.poll(now).unwrap()
        {
            let torn = usize::from(part) % bytes.len();
            self.host.disk.journal.extend_from_slice(&bytes[..torn]);
            let model = self.host.model.take();
            self.host.reopen();
            self.host.model = model;
            if self.host.engine.stats(now).sequence == self.audited {
                assert_eq!(self.host.engine.state_hash(), before);
            }
            self.host.drain();
        }
    }

    fn check(&mut self) {
        let (engine, now) = (&self.host.engine, self.host.now);
        engine.verify().unwrap();
        let reopened =
            Engine::open(self.host.options.clone(), self.host.disk.snapshot.as_deref(), &self.host.disk.journal, now)
                .unwrap();
        assert_eq!(reopened.state_hash(), engine.state_hash(), "what was kept is not the live state");
        let audit = entries(engine, self.audited);
        let explained: BTreeSet<&String> = audit.iter().flat_map(|entry| &entry.ids).collect();
        for (place, labels) in self.users.iter().enumerate() {
            let memories = self.host.listed(labels, &Listing { limit: Some(3), ..Listing::default() });
            let listed: BTreeSet<String> = memories.iter().map(|memory| memory.id.clone()).collect();
            assert_eq!(listed.len(), memories.len(), "a page repeated a memory");
            let full = engine.recall(labels, &everything(), now).unwrap();
            assert_eq!(listed, full.hits.iter().map(|hit| hit.id.clone()).collect(), "list and recall disagree");
            // By a clock that went back, validity that was cut by a date is open again.
            if now >= self.latest {
                one_current(&memories);
            }
            for back in (0..12).filter(|_| !self.decreed && now >= self.latest) {
                let query = Query { as_of: Some(now - back * 6 * DAY), ..everything() };
                let held = engine.recall(labels, &query, now).unwrap().hits;
                let held = held.iter().map(|hit| engine.get(labels, &hit.id, now).unwrap());
                one_current(&held.collect::<Vec<_>>());
            }
            for (id, owner) in &self.owners {
                let got = engine.get(labels, id, now);
                let own = owner.is_empty() || *owner == labels.user;
                assert!(own || matches!(got, Err(Failure::NotFound(_))), "a foreign memory is visible");
                assert!(!self.erased.contains(id) || got.is_err(), "an erased memory came back");
                let current = got.as_ref().is_ok_and(|memory| {
                    // What held when it was recorded holds, even where the clock went back since.
                    let began = memory.valid_from <= now || memory.valid_from <= memory.recorded_at;
                    matches!(memory.state, State::Active | State::Provisional) && began
                });
                assert_eq!(current, listed.contains(id), "get and list disagree on {id}: {got:?} at {now}");
            }
            // What left was named by the audit, or its time came.
            for id in self.listed[place].difference(&listed) {
                let timed = engine.get(labels, id, now).is_ok_and(|memory| {
                    let past = |at: Option<u64>| at.is_some_and(|at| at <= now);
                    past(memory.valid_to)
                        || past(memory.expires_at)
                        || past(memory.retention.deadline)
                        || memory.valid_from > now
                });
                assert!(explained.contains(id) || timed, "{id} vanished without a word");
            }
            for query in ["Where is Ana's home?", "what happened in York", "tea"] {
                let query =
                    Query { embedding: Some(embed(query)), min_relevance: Some(0.0), k: Some(50), ..ask(query) };
                let hits = engine.recall(labels, &query, now).unwrap().hits;
                assert_eq!(
                    hits,
                    reopened.recall(labels, &query, now).unwrap().hits,
                    "the index differs from a fresh one"
                );
                assert!(hits.iter().all(|hit| listed.contains(&hit.id)), "recall gave what is not listed");
            }
            self.listed[place] = listed;
        }
        self.audited = engine.stats(now).sequence;
        self.latest = self.latest.max(now);
    }

    fn sweep_twice(&mut self) {
        let now = self.host.now;
        let dry = self.host.engine.sweep(true, now).unwrap();
        let swept = self.host.engine.sweep(false, now).unwrap();
        assert_eq!(dry, swept, "a dry run says what a sweep does");
        self.erased.extend(swept.purged.iter().cloned());
        self.host.drain();
        let hash = self.host.engine.state_hash();
        let again = self.host.engine.sweep(false, now).unwrap();
        assert!(again.expired.is_empty() && again.archived.is_empty() && again.purged.is_empty(), "{again:?}");
        assert_eq!(self.host.engine.state_hash(), hash, "sweeping twice differs from sweeping once");
        self.host.drain();
    }
}

fn entries(engine: &Engine, after: u64) -> Vec<Entry> {
    let mut all: Vec<Entry> = vec![];
    loop {
        let after = all.last().map_or(after, |entry| entry.sequence);
        let page = engine.audit(Some(after), Some(100)).unwrap();
        if page.is_empty() {
            return all;
        }
        all.extend(page);
    }
}

/// At most one memory is current at an address, in each scope and kind.
fn one_current(memories: &[Memory]) {
    let mut held = BTreeMap::new();
    for memory in memories.iter().filter(|memory| memory.kind != Kind::Episode) {
        if let Some(address) = &memory.address {
            let key = (&memory.user, &memory.project, memory.kind.name(), &address.entity, &address.attribute);
            if let Some(other) = held.insert(key, &memory.id) {
                panic!("{other} and {} are both current", memory.id);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, max_shrink_iters: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn what_must_hold_holds_after_every_command(steps in steps()) {
        let mut run = Run::new();
        for (n, step) in steps.into_iter().enumerate() {
            run.step(step);
            run.check();
            if n % 12 == 11 {
                run.sweep_twice();
                run.check();
            }
        }
    }
}

/// `Index::of` is public: a fresh one is what the reopened store searches with.
#[test]
fn an_index_can_be_made_of_a_state_alone() {
    assert!(Index::of(&memolet::state::State::default()).facets().is_empty());
}
