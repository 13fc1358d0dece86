//! The stores that inputs meet: a few memories of one user, and open questions.

use memolet::Engine;
use memolet::types::*;
use std::cell::RefCell;

/// 1 March 2026.
pub const NOW: u64 = 1_772_323_200_000;

/// How every store is opened.
pub fn options() -> Options {
    Options { tenant: "acme".into(), seed: vec![7; 32], model: true, ..Options::default() }
}

/// The user of every store.
pub fn ana() -> Labels {
    Labels { user: "ana".into(), ..Labels::default() }
}

/// Her, in a session.
pub fn in_session(session: &str) -> Labels {
    Labels { session: Some(session.into()), ..ana() }
}

/// A fact at an address.
pub fn at(attribute: &str, value: &str) -> Candidate {
    Candidate {
        kind: Some(Kind::Fact),
        entity: Some("Ana".into()),
        attribute: Some(attribute.into()),
        value: Some(value.into()),
        evidence: vec![Evidence { uri: "chat://1#1".into(), digest: None, span: None, observed_at: None }],
        ..talk(&format!("Ana's {attribute} is {value}."))
    }
}

fn talk(text: &str) -> Candidate {
    Candidate { text: text.into(), ..Candidate::default() }
}

/// Tells a store a little of each sort; what its policy refuses is refused. Gives the journal of it.
pub fn tell(engine: &mut Engine) -> Vec<u8> {
    let mut journal = keep(engine);
    let tea = Candidate {
        kind: Some(Kind::Preference),
        metadata: vec![("topic".into(), Scalar::Text("tea".into())), ("cups".into(), Scalar::Number(2.0))],
        importance: Some(0.9),
        expires_at: Some(NOW + DAY),
        ..talk("Ana likes green tea.")
    };
    for candidate in [at("home", "York"), at("home", "Leeds"), tea, talk("Ana met Bo at the river.")] {
        let _ = engine.remember(&in_session("s"), &candidate, NOW, None);
        journal.extend(keep(engine));
    }
    journal.extend(say(engine));
    let _ = engine.checkpoint(&in_session("s"), "packing", NOW, Some("key"));
    journal.extend(keep(engine));
    journal
}

/// Two turns of a session.
fn say(engine: &mut Engine) -> Vec<u8> {
    let mut journal = Vec::new();
    for text in ["I live in Leeds now.", "My cat is called Tom."] {
        let message = Message { role: Role::User, actor: None, text: text.into(), at: None, ref_: None };
        let _ = engine.turn(&in_session("s"), &message, NOW, None);
        journal.extend(keep(engine));
    }
    journal
}

/// A question to reconcile, to extract or to consolidate, by `which`.
pub fn ask(engine: &mut Engine, which: u8) -> Vec<u8> {
    let mut journal = keep(engine);
    match which % 3 {
        0 => {
            let sold = Candidate { kind: Some(Kind::Fact), ..talk("Ana sold her home in York.") };
            for candidate in [at("home", "York"), sold] {
                let _ = engine.remember(&ana(), &candidate, NOW, None);
                journal.extend(keep(engine));
            }
        }
        1 => {
            journal.extend(say(engine));
            let _ = engine.extract(&in_session("s"), NOW, None);
        }
        _ => {
            for word in ["happily", "slowly", "again", "late"] {
                let text = format!("Ana walked her dog in Roundhay park {word}.");
                let _ = engine.remember(&in_session(word), &talk(&text), NOW, None);
                journal.extend(keep(engine));
            }
            let _ = engine.consolidate(NOW);
        }
    }
    journal.extend(keep(engine));
    journal
}

/// A store that was told a little.
pub fn told() -> Engine {
    thread_local!(static TOLD: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) });
    again(&TOLD, tell)
}

/// A store with an open question, and its ticket.
pub fn asking(which: u8) -> (Engine, u64) {
    thread_local! {
        static RECONCILE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
        static EXTRACT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
        static CONSOLIDATE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }
    let kept = [&RECONCILE, &EXTRACT, &CONSOLIDATE][usize::from(which % 3)];
    let mut engine = again(kept, |engine| ask(engine, which));
    match engine.poll(NOW) {
        Ok(Some(Request { ticket, task: Task::Ask(_) })) => (engine, ticket),
        other => panic!("a question is open: {other:?}"),
    }
}

/// A store made once a thread, and opened again from its journal.
fn again(kept: &'static std::thread::LocalKey<RefCell<Vec<u8>>>, make: impl FnOnce(&mut Engine) -> Vec<u8>) -> Engine {
    kept.with_borrow_mut(|journal| {
        if journal.is_empty() {
            *journal = make(&mut open(&[]));
        }
        open(journal)
    })
}

/// Stores what waits to be stored, and leaves questions open. Gives the bytes.
pub fn keep(engine: &mut Engine) -> Vec<u8> {
    let mut journal = Vec::new();
    while let Ok(Some(Request { ticket, task: Task::Append(bytes) })) = engine.poll(NOW) {
        journal.extend(bytes);
        let _ = engine.answer(ticket, Answer::Stored, NOW);
    }
    journal
}

/// A store from a journal of this engine's own, or a new one.
pub fn open(journal: &[u8]) -> Engine {
    match Engine::open(options(), None, journal, NOW) {
        Ok(engine) => engine,
        Err(failure) => panic!("a store of its own opens: {failure}"),
    }
}
