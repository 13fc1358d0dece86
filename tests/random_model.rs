//! A hundred thousand random operations, crashes among them, against a naive model: nothing stale,
//! nobody else's and nothing erased is ever recalled.

#![allow(clippy::unwrap_used, clippy::panic)]

mod model;

use memolet::Engine;
use memolet::stage::reconcile::Act;
use memolet::types as word;
use model::*;

/// The engine itself.
struct Native(Engine);

fn labels(door: Door) -> word::Labels {
    word::Labels {
        user: door.user.into(),
        project: door.project.map(Into::into),
        agent: None,
        session: Some("s".into()),
        purpose: door.purpose.map(Into::into),
        shared_writer: door.shared_writer,
    }
}

/// The value of a name in the contract.
fn named<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str, wanted: &str) -> Option<T> {
    all.iter().copied().find(|value| name(*value) == wanted)
}

fn source(name: &str) -> Option<word::Source> {
    named(word::Source::ALL, word::Source::name, name)
}

fn candidate(said: &Said) -> word::Candidate {
    word::Candidate {
        text: said.text.clone(),
        kind: named(word::Kind::ALL, word::Kind::name, said.kind),
        entity: said.attribute.map(|_| "it".into()),
        attribute: said.attribute.map(Into::into),
        value: said.value.map(Into::into),
        source: source(said.source),
        valid_from: said.valid_from,
        valid_to: said.valid_to,
        expires_at: said.expires_at,
        evidence: said.evidence.iter().map(|uri| evidence(uri)).collect(),
        shared: said.shared,
        ..word::Candidate::default()
    }
}

fn evidence(uri: &str) -> word::Evidence {
    word::Evidence { uri: uri.into(), digest: None, span: None, observed_at: None }
}

fn act(verb: Verb) -> Act {
    let by = "curator".to_owned();
    match verb {
        Verb::End(at) => Act::End { at },
        Verb::Invalidate => Act::Invalidate,
        Verb::Restore => Act::Restore,
        Verb::Archive => Act::Archive,
        Verb::Approve => Act::Approve { by },
        Verb::Quarantine => Act::Quarantine { by },
        Verb::Pin => Act::Pin { by, review_at: None },
        Verb::Unpin => Act::Unpin { by },
        Verb::Hold => Act::Hold { by },
        Verb::Release => Act::Release { by },
    }
}

fn erasure(door: Door, victims: &Victims) -> word::Erasure {
    let (ids, filter, user) = match victims {
        Victims::Ids(ids) => (ids.clone(), None, None),
        Victims::Attribute(attribute) => (vec![], Some(of_attribute(attribute)), None),
        Victims::User => (vec![], None, Some(door.user.into())),
    };
    word::Erasure { ids, filter, user, authority: "dpo".into(), reason: "test".into() }
}

fn of_attribute(attribute: &str) -> String {
    format!(r#"{{"field": "attribute", "op": "eq", "value": "{attribute}"}}"#)
}

fn tag(failure: word::Failure) -> Tag {
    let (tag, _) = failure.parts();
    tag.into()
}

impl Surface for Native {
    type Maker = ();

    fn open((): &(), setting: Setting, snapshot: Option<&[u8]>, journal: &[u8], now: u64) -> (Self, usize) {
        let options = word::Options {
            tenant: "acme".into(),
            seed: SEED.into(),
            policy: Some(policy()),
            embedder: setting.embedder.then(|| word::EmbedderInfo { name: "words".into(), dimensions: DIMENSIONS }),
            model: setting.model,
            device: None,
        };
        let engine = Engine::open(options, snapshot, journal, now).unwrap();
        let dropped = engine.opened().dropped_bytes as usize;
        (Self(engine), dropped)
    }

    fn call(&mut self, door: Door, op: &Op, now: u64, key: Option<&str>) -> Result<Told, Tag> {
        let (engine, who) = (&mut self.0, labels(door));
        let told = match op {
            Op::Remember(said) => engine
                .remember(&who, &candidate(said), now, key)
                .map(|admission| Told::Admission(admission.outcome.name().into(), admission.id)),
            Op::Supersede { id, text, value, from, source: by } => {
                let revision = word::Revision {
                    text: text.clone(),
                    value: value.map(Into::into),
                    valid_from: *from,
                    source: source(by),
                    ..word::Revision::default()
                };
                engine.supersede(&who, id, &revision, None, now, key).map(Told::Id)
            }
            Op::Act(verb, id) => engine.act(&who, id, &act(*verb), Some("test"), now, key).map(|()| Told::Done),
            Op::Undo(sequence) => engine.undo(&who, *sequence, now, key).map(|_| Told::Done),
            Op::Erase(victims) => {
                engine.erase(&who, &erasure(door, victims), now, key).map(|receipt| Told::Removed(receipt.removed))
            }
            Op::Used(id) => engine.used(&who, std::slice::from_ref(id), now, key).map(Told::Counted),
            Op::Turn { text, uri } => {
                let message = word::Message {
                    role: word::Role::User,
                    actor: None,
                    text: text.clone(),
                    at: None,
                    ref_: uri.clone(),
                };
                engine.turn(&who, &message, now, key).map(|_| Told::Done)
            }
            Op::Sweep => engine.sweep(false, now).map(|swept| Told::Swept {
                expired: swept.expired,
                archived: swept.archived,
                purged: swept.purged,
            }),
            Op::Compact => engine.compact(now).map(|()| Told::Done),
        };
        told.map_err(tag)
    }

    fn poll(&mut self, now: u64) -> Option<(u64, Task)> {
        let request = self.0.poll(now).unwrap()?;
        let task = match request.task {
            word::Task::Append(bytes) => Task::Append(bytes),
            word::Task::Replace(bytes) => Task::Replace(bytes),
            word::Task::Embed(texts) => Task::Embed(texts),
            word::Task::Ask(ask) => Task::Ask(ask.prompt, ask.shown),
            word::Task::Rerank(_) | word::Task::Count(_) => panic!("a task of a read that nobody asked for"),
        };
        Some((request.ticket, task))
    }

    fn answer(&mut self, ticket: u64, answer: Answer, now: u64) -> Result<Vec<Applied>, Tag> {
        let answer = match answer {
            Answer::Stored => word::Answer::Stored,
            Answer::Vectors(vectors) => word::Answer::Vectors(vectors),
            Answer::Reply(words) => word::Answer::Reply(words),
            Answer::Failed => word::Answer::Failed("not now".into()),
        };
        let verdict = self.0.answer(ticket, answer, now).map_err(tag)?;
        let applied = |one: word::Applied| Some(Applied { op: one.op, target: one.target, id: one.id? });
        Ok(verdict.results.into_iter().filter_map(applied).collect())
    }

    fn recall(&mut self, door: Door, look: &Look, now: u64) -> Vec<(String, String)> {
        let mode = if look.text.is_some() { word::RecallMode::Ranked } else { word::RecallMode::Full };
        let query = word::Query {
            embedding: look.text.as_deref().filter(|_| self.0.opened().embedder.is_some()).map(embed),
            text: look.text.clone(),
            k: Some(100),
            min_relevance: Some(0.0),
            as_of: look.as_of,
            known_as_of: look.known_as_of,
            mode: Some(mode),
            ..word::Query::default()
        };
        let hits = self.0.recall(&labels(door), &query, now).unwrap().hits;
        hits.into_iter().map(|hit| (hit.id, hit.text)).collect()
    }

    fn state_hash(&mut self) -> String {
        self.0.state_hash()
    }

    fn verify(&mut self) {
        self.0.verify().unwrap();
    }
}

#[test]
fn a_hundred_thousand_operations_are_as_the_model_says() {
    println!("native: {}", play::<Native>(&()));
}
