//! Writes the first corpora: inputs that are right, for mutation to start from. `cargo run --bin seeds`.

use memolet::Engine;
use memolet::embed::format::{Row, pack};
use memolet::log::{Event, Frame, decode_journal};
use memolet::state::State;
use memolet::types::{Answer, EmbedderInfo, Erasure, Id, Options, Task};
use memolet_fuzz::{stores, wrap};
use std::path::Path;

fn main() -> std::io::Result<()> {
    for (name, journal) in journals() {
        let input = input(&small(&journal));
        let whole = wrap::journal(&input);
        write("journal", name, &input)?;
        write("journal", &format!("{name}-whole"), &[&[0], whole.as_slice()].concat())?;
        if let Ok(engine) = Engine::open(stores::options(), None, &whole, stores::NOW) {
            let snapshot = engine.snapshot().unwrap_or_default();
            write("snapshot", name, &wrap::from_snapshot(&snapshot))?;
            write("snapshot", &format!("{name}-whole"), &[&[0], snapshot.as_slice()].concat())?;
        }
    }
    for (name, frames) in damaged() {
        write("journal", name, &input(&frames))?;
    }
    for (name, state) in broken() {
        let section = postcard::to_allocvec(&state).unwrap_or_default();
        write("snapshot", name, &[[1, 0, 0].as_slice(), &section].concat())?;
    }
    let row = |word: &str, continues, scale, levels: [i8; 4]| Row {
        word: word.into(),
        continues,
        scale,
        levels: levels.into(),
    };
    let rows =
        [row("a", false, 0.5, [1, -8, 7, 0]), row("york", false, 2.0, [3, 3, 0, 1]), row("na", true, 1.0, [0; 4])];
    let table = pack("tiny", 4, &rows).unwrap_or_default();
    write("table", "tiny-whole", &[&[0], table.as_slice()].concat())?;
    let body = &table[32..table.len() - 4];
    write("table", "tiny", &[[1, 4, 0, 4, 2, 1].as_slice(), body].concat())
}

/// Journals of real stores, by what they show.
fn journals() -> Vec<(&'static str, Vec<u8>)> {
    let new = || stores::open(&[]);
    let mut journals = vec![("told", stores::tell(&mut new()))];
    let names = ["reconcile", "extract", "consolidate"];
    journals.extend(names.into_iter().zip(0..).map(|(name, which)| (name, stores::ask(&mut new(), which))));
    journals.push(("folded", folded()));
    journals.push(("erased", erased()));
    journals.push(("embedded", embedded()));
    journals
}

fn folded() -> Vec<u8> {
    let mut engine = stores::open(&[]);
    let mut journal = stores::ask(&mut engine, 2);
    let reply = r#"{"statement":"Ana walks her dog in Roundhay park.","kind":"fact","supporting":["m1","m2","m3"],"entity":"Ana","attribute":"walking place","value":"Roundhay park"}"#;
    if let Ok(Some(request)) = engine.poll(stores::NOW) {
        let _ = engine.answer(request.ticket, Answer::Reply(reply.into()), stores::NOW);
    }
    journal.extend(stores::keep(&mut engine));
    journal
}

fn erased() -> Vec<u8> {
    let mut engine = stores::open(&[]);
    let mut journal = stores::tell(&mut engine);
    let user = Some("ana".into());
    let erasure = Erasure { user, authority: "dpo".into(), reason: "asked".into(), ..Erasure::default() };
    let _ = engine.erase(&stores::ana(), &erasure, stores::NOW, None);
    journal.extend(stores::keep(&mut engine));
    journal
}

fn embedded() -> Vec<u8> {
    let embedder = Some(EmbedderInfo { name: "words".into(), dimensions: 2 });
    let Ok(mut engine) = Engine::open(Options { embedder, ..stores::options() }, None, &[], stores::NOW) else {
        return vec![];
    };
    let mut journal = stores::tell(&mut engine);
    if let Ok(Some(request)) = engine.poll(stores::NOW)
        && let Task::Embed(texts) = &request.task
    {
        let vectors = (0..texts.len()).map(|place| vec![1.0, place as f32]).collect();
        let _ = engine.answer(request.ticket, Answer::Vectors(vectors), stores::NOW);
    }
    journal.extend(stores::keep(&mut engine));
    journal
}

/// Frames that decode and make no sense together.
fn damaged() -> Vec<(&'static str, Vec<Frame>)> {
    let made = small(&stores::tell(&mut stores::open(&[])));
    let of = |supports: &dyn Fn(u128) -> Vec<Id>, count: u128| -> Vec<Frame> {
        let claims = (1..=count).map(|id| another(&made, id, supports(id))).collect();
        vec![made[0].clone(), Frame { events: claims, key: None, ..made[1].clone() }]
    };
    vec![
        ("lineage-in-a-circle", of(&|id| vec![Id(id % 3 + 1)], 3)),
        ("lineage-that-meets-again", of(&|id| (id + 1..(id + 4).min(41)).map(Id).collect(), 40)),
        ("one-id-twice", of(&|_| vec![], 1).into_iter().chain(of(&|_| vec![], 1).pop()).collect()),
    ]
}

/// The first claim of some frames under another id.
fn another(frames: &[Frame], id: u128, supports: Vec<Id>) -> Event {
    let first = frames.iter().flat_map(|frame| &frame.events).find_map(|event| match event {
        Event::Admitted { claim, life, .. } => Some((claim.clone(), life.clone())),
        _ => None,
    });
    let Some((mut claim, life)) = first else { return Event::Refused { rules: vec![] } };
    (claim.id, claim.supports, claim.text) = (Id(id), supports, "Yes.".into());
    Event::Admitted { claim, life, evidence: vec![], vector: None, code: "x".into() }
}

/// States that decode and that no journal makes.
fn broken() -> Vec<(&'static str, State)> {
    let broken = |act: fn(&mut State)| {
        let mut state = State::default();
        let journal = wrap::journal(&input(&small(&stores::tell(&mut stores::open(&[])))));
        let _ = decode_journal(&journal, 0, |frame, payload| {
            state.apply(&frame, payload);
            Ok(())
        });
        act(&mut state);
        state
    };
    vec![
        ("counters-at-their-end", broken(|state| (state.used, state.refused) = (u32::MAX, u32::MAX))),
        ("sequence-at-its-end", broken(|state| state.sequence = u64::MAX)),
        ("two-of-one-id", broken(|state| state.records.extend(state.records.clone()))),
        ("rows-without-memories", broken(|state| state.records = vec![None; 4_000])),
    ]
}

/// Frames as an input of the journal's target.
fn input(frames: &[Frame]) -> Vec<u8> {
    let payloads: Vec<Vec<u8>> = frames.iter().filter_map(|frame| postcard::to_allocvec(frame).ok()).collect();
    wrap::from_payloads(payloads.iter().map(Vec::as_slice))
}

/// The frames with ids 1, 2, 3 … and a short policy: one byte a mutation hits as well as another.
fn small(journal: &[u8]) -> Vec<Frame> {
    let mut frames = Vec::new();
    let _ = decode_journal(journal, 0, |frame, _| {
        frames.push(frame);
        Ok(())
    });
    let mut json = serde_json::to_string(&frames).unwrap_or_default();
    let ids: Vec<_> = frames.iter().flat_map(Frame::ids).collect();
    for (place, id) in ids.iter().enumerate() {
        json = json.replace(&id.0.to_string(), &(place + 1).to_string());
    }
    let mut frames: Vec<Frame> = serde_json::from_str(&json).unwrap_or_default();
    for event in frames.iter_mut().flat_map(|frame| &mut frame.events) {
        if let Event::PolicyAdopted { json } = event {
            *json = "{}".into();
        }
    }
    frames
}

fn write(target: &str, name: &str, input: &[u8]) -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join(name), input)
}
