//! The fake host: a clock that is set, a store of bytes that can fail, a scripted model, an embedder
//! that hashes words.

#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use memolet::Engine;
pub use memolet::types::*;

/// 1 March 2026.
pub const START: u64 = 1_772_323_200_000;
pub const DIMENSIONS: u32 = 16;

/// What a host keeps.
#[derive(Clone, Default)]
pub struct Disk {
    pub snapshot: Option<Vec<u8>>,
    pub journal: Vec<u8>,
    /// So many writes succeed, then all fail.
    pub fails_after: Option<u32>,
}

impl Disk {
    fn write(&mut self, write: impl FnOnce(&mut Self)) -> Answer {
        if self.fails_after == Some(0) {
            return Answer::Failed("disk full".into());
        }
        self.fails_after = self.fails_after.map(|left| left - 1);
        write(self);
        Answer::Stored
    }
}

/// A turn of the user's.
pub fn said(text: &str) -> TurnSaid {
    TurnSaid {
        role: Role::User,
        actor: None,
        text: text.into(),
        at: None,
        utc_offset: None,
        ref_: None,
        keep_assistant: None,
        read: None,
    }
}

/// The model: what it says to a question.
pub type Model = Box<dyn FnMut(&Ask) -> String>;

/// The reranker: what it scores a document by a query.
pub type Reranker = Box<dyn FnMut(&str, &str) -> f64>;

/// The tokenizer: what it counts by the name of a counter.
pub type Tokenizer = Box<dyn FnMut(&str, &str) -> u32>;

pub struct Host {
    pub engine: Engine,
    pub disk: Disk,
    pub now: u64,
    pub options: Options,
    /// None: questions are left open.
    pub model: Option<Model>,
    /// None: what a recall wants scored is left open.
    pub reranker: Option<Reranker>,
    /// None: what a recall wants counted is left open.
    pub tokenizer: Option<Tokenizer>,
    /// Everything that was given to the reranker.
    pub reranked: Vec<RerankTask>,
    /// Everything that was given to the tokenizer.
    pub counted: Vec<CountTask>,
    /// What became of the model's replies.
    pub verdicts: Vec<Result<Verdict>>,
    /// Every prompt that was given to the model.
    pub prompts: Vec<String>,
}

impl Host {
    pub fn new() -> Self {
        Self::with(Options { tenant: "acme".into(), seed: vec![7; 32], ..Options::default() })
    }

    pub fn policy(json: &str) -> Self {
        Self::with(Options {
            tenant: "acme".into(),
            seed: vec![7; 32],
            policy: Some(json.into()),
            ..Options::default()
        })
    }

    pub fn embedding() -> Self {
        let embedder = Some(EmbedderInfo { name: "words".into(), dimensions: DIMENSIONS });
        Self::with(Options { tenant: "acme".into(), seed: vec![7; 32], embedder, ..Options::default() })
    }

    pub fn asking(model: impl FnMut(&Ask) -> String + 'static) -> Self {
        let mut host =
            Self::with(Options { tenant: "acme".into(), seed: vec![7; 32], model: true, ..Options::default() });
        host.model = Some(Box::new(model));
        host
    }

    pub fn with(options: Options) -> Self {
        let engine = Engine::open(options.clone(), None, &[], START).unwrap();
        let disk = Disk::default();
        let mut host = Self {
            engine,
            disk,
            now: START,
            options,
            model: None,
            reranker: None,
            tokenizer: None,
            reranked: vec![],
            counted: vec![],
            verdicts: vec![],
            prompts: vec![],
        };
        host.drain();
        host
    }

    /// Does what is asked for until nothing is left, or nothing can be done.
    pub fn drain(&mut self) {
        while let Some(request) = self.engine.poll(self.now).unwrap() {
            let answer = match &request.task {
                Task::Append(bytes) => self.disk.write(|disk| disk.journal.extend_from_slice(bytes)),
                Task::Replace(bytes) => self.disk.write(|disk| {
                    disk.snapshot = Some(bytes.clone());
                    disk.journal.clear();
                }),
                Task::Embed(texts) => Answer::Vectors(texts.iter().map(|text| embed(text)).collect()),
                Task::Ask(ask) => {
                    let Some(model) = &mut self.model else { return };
                    self.prompts.push(ask.prompt.clone());
                    Answer::Reply(model(ask))
                }
                Task::Rerank(task) => {
                    let Some(reranker) = &mut self.reranker else { return };
                    self.reranked.push(task.clone());
                    Answer::Scores(task.documents.iter().map(|document| reranker(&task.query, document)).collect())
                }
                Task::Count(task) => {
                    let Some(tokenizer) = &mut self.tokenizer else { return };
                    self.counted.push(task.clone());
                    Answer::Counts(task.texts.iter().map(|text| tokenizer(&task.counter, text)).collect())
                }
            };
            let asked = matches!(answer, Answer::Reply(_));
            let failed = matches!(answer, Answer::Failed(_));
            let verdict = self.engine.answer(request.ticket, answer, self.now);
            if asked {
                self.verdicts.push(verdict);
            } else {
                verdict.unwrap();
            }
            if failed {
                return;
            }
        }
    }

    /// Closes the store and opens what was kept.
    pub fn reopen(&mut self) {
        self.engine =
            Engine::open(self.options.clone(), self.disk.snapshot.as_deref(), &self.disk.journal, self.now).unwrap();
        let dropped = self.engine.opened().dropped_bytes as usize;
        let kept = self.disk.journal.len() - dropped;
        self.disk.journal.truncate(kept);
        self.drain();
    }

    pub fn pass(&mut self, milliseconds: u64) {
        self.now += milliseconds;
    }

    pub fn tell(&mut self, labels: &Labels, candidate: &Candidate) -> Admission {
        let admission = self.engine.remember(labels, candidate, self.now, None).unwrap();
        self.drain();
        admission
    }

    /// Remembers, and wants it stored.
    pub fn id(&mut self, labels: &Labels, candidate: &Candidate) -> String {
        let admission = self.tell(labels, candidate);
        assert!(matches!(admission.outcome, Outcome::Active | Outcome::Provisional), "{admission:?}");
        admission.id.unwrap()
    }

    pub fn get(&self, labels: &Labels, id: &str) -> Memory {
        self.engine.get(labels, id, self.now).unwrap()
    }

    pub fn act(&mut self, labels: &Labels, id: &str, act: Act, reason: Option<&str>) -> Result<()> {
        let done = self.engine.act(labels, id, &act, reason, self.now, None);
        self.drain();
        done
    }

    pub fn erase(&mut self, labels: &Labels, erasure: &Erasure) -> Result<Receipt> {
        let receipt = self.engine.erase(labels, erasure, self.now, None);
        self.drain();
        receipt
    }

    pub fn texts(&self, labels: &Labels, query: &Query) -> Vec<String> {
        self.engine.recall(labels, query, self.now).unwrap().hits.into_iter().map(|hit| hit.text).collect()
    }

    /// Asks until the answer is final; gives it, and in how many rounds it came.
    pub fn recall(&mut self, labels: &Labels, query: &Query) -> (Recalled, u32) {
        for round in 1..=20 {
            let recalled = self.engine.recall(labels, query, self.now).unwrap();
            if recalled.ticket.is_none() {
                return (recalled, round);
            }
            self.drain();
        }
        panic!("not final after twenty rounds");
    }

    /// The same as a prompt has it.
    pub fn context(&mut self, labels: &Labels, query: &Query) -> (PromptContext, u32) {
        for round in 1..=20 {
            let context = self.engine.context(labels, query, self.now).unwrap();
            if context.ticket.is_none() {
                return (context, round);
            }
            self.drain();
        }
        panic!("not final after twenty rounds");
    }

    /// Every id that a listing shows, page by page.
    pub fn listed(&self, labels: &Labels, listing: &Listing) -> Vec<Memory> {
        let (mut all, mut after) = (Vec::new(), None);
        loop {
            let listing = Listing { after, ..listing.clone() };
            let page = self.engine.list(labels, &listing, self.now).unwrap();
            all.extend(page.memories);
            after = page.next;
            if after.is_none() {
                return all;
            }
        }
    }
}

pub use memolet::stage::reconcile::Act;

pub fn user(name: &str) -> Labels {
    Labels { user: name.into(), ..Labels::default() }
}

pub fn say(text: &str) -> Candidate {
    Candidate { text: text.into(), ..Candidate::default() }
}

pub fn fact(text: &str) -> Candidate {
    Candidate { text: text.into(), kind: Some(Kind::Fact), ..Candidate::default() }
}

/// A fact at an address.
pub fn at(entity: &str, attribute: &str, value: &str) -> Candidate {
    Candidate {
        text: format!("{entity}'s {attribute} is {value}."),
        kind: Some(Kind::Fact),
        entity: Some(entity.into()),
        attribute: Some(attribute.into()),
        value: Some(value.into()),
        ..Candidate::default()
    }
}

pub fn evidence(uri: &str) -> Evidence {
    Evidence { uri: uri.into(), digest: None, span: None, observed_at: None }
}

pub fn ask(text: &str) -> Query {
    Query { text: Some(text.into()), ..Query::default() }
}

pub fn everything() -> Query {
    Query { mode: Some(RecallMode::Full), ..Query::default() }
}

pub fn by_ids(ids: &[&str]) -> Erasure {
    Erasure {
        ids: ids.iter().map(|id| (*id).to_owned()).collect(),
        authority: "dpo".into(),
        reason: "gdpr-17".into(),
        ..Erasure::default()
    }
}

/// Words hashed into a small vector: equal words, equal vectors.
pub fn embed(text: &str) -> Vec<f32> {
    let mut vector = vec![0.0; DIMENSIONS as usize];
    for word in text.to_lowercase().split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let hash = word
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        vector[(hash % u64::from(DIMENSIONS)) as usize] += 1.0;
        vector[(hash / 97 % u64::from(DIMENSIONS)) as usize] -= 0.5;
    }
    vector
}

/// A small generator of random numbers, so that a test needs no more than a seed.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides.max(1)
    }

    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.roll(of.len() as u64) as usize]
    }
}
