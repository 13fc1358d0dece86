//! Everything that a host may do with a store, whatever is in it: nothing may panic.

use super::stores::{NOW, ana, at, in_session, options};
use memolet::Engine;
use memolet::stage::reconcile::Act;
use memolet::types::*;

/// Memories that are looked at one by one.
const MOST: usize = 12;

/// Looks at all of it, then changes it in every way, then opens what is left.
pub fn all(mut engine: Engine) {
    drain(&mut engine);
    let ids = look(&engine);
    change(&mut engine, &ids);
    look(&engine);
    reads_back(&engine);
}

/// A store can be kept, and what was kept is the same store.
pub fn reads_back(engine: &Engine) {
    match engine.snapshot().and_then(|bytes| Engine::open(options(), Some(&bytes), &[], NOW)) {
        Ok(again) => assert_eq!(again.state_hash(), engine.state_hash()),
        Err(failure) => panic!("what was kept opens: {failure}"),
    }
}

/// Does what the store asks for, as far as it goes.
pub fn drain(engine: &mut Engine) {
    let dimensions = engine.opened().embedder.as_ref().map_or(0, |embedder| embedder.dimensions as usize);
    for _ in 0..32 {
        let Ok(Some(request)) = engine.poll(NOW) else { break };
        let answer = match &request.task {
            Task::Append(_) | Task::Replace(_) => Answer::Stored,
            Task::Embed(texts) => Answer::Vectors(vec![vec![0.5; dimensions]; texts.len()]),
            Task::Rerank(task) => Answer::Scores(vec![0.5; task.documents.len()]),
            Task::Count(task) => Answer::Counts(vec![9; task.texts.len()]),
            Task::Ask(_) => Answer::Failed("nobody is there".into()),
        };
        let failed = matches!(answer, Answer::Failed(_));
        if engine.answer(request.ticket, answer, NOW).is_err() || failed {
            break;
        }
    }
}

/// Who looks, and when.
fn scopes() -> [(Labels, Timestamp); 4] {
    let shared = Labels { shared_writer: true, ..Labels::default() };
    let narrow = Labels { project: Some("home".into()), purpose: Some("care".into()), ..in_session("s") };
    [(ana(), NOW), (in_session("s"), 0), (shared, NOW), (narrow, u64::MAX)]
}

/// Every read. Gives ids of memories that are there.
fn look(engine: &Engine) -> Vec<String> {
    let _ = (engine.verify(), engine.receipts(), engine.audit(None, Some(1_000)), engine.audit(Some(1), None));
    let mut ids = Vec::new();
    for (labels, now) in scopes() {
        let _ = engine.stats(now);
        let listing = Listing { states: State::ALL.to_vec(), limit: Some(1_000), ..Listing::default() };
        let listed = engine.list(&labels, &listing, now).map(|page| page.memories).unwrap_or_default();
        let queries = queries(engine.opened().embedder.as_ref());
        for memory in listed.iter().take(MOST) {
            let _ = (engine.get(&labels, &memory.id, now), engine.history(&labels, &memory.id, now));
            let _ = engine.why_not(&labels, &memory.id, &queries[0], now);
            let _ = engine.list(&labels, &Listing { after: Some(memory.id.clone()), ..Listing::default() }, now);
        }
        for query in &queries {
            let _ = (engine.recall(&labels, query, now), engine.context(&labels, query, now));
        }
        let _ = (engine.resume(&labels), engine.query_text(&labels, "where does Ana live"));
        for sequence in 0..8 {
            let _ = engine.replay(&labels, sequence);
        }
        ids.extend(listed.into_iter().take(MOST).map(|memory| memory.id));
    }
    ids.dedup();
    ids
}

fn queries(embedder: Option<&EmbedderInfo>) -> Vec<Query> {
    let asked = || Query { text: Some("Where does Ana live?".into()), ..Query::default() };
    let full = || Query { mode: Some(RecallMode::Full), ..Query::default() };
    let filter =
        r#"{"any": [{"field": "confidence", "op": "lt", "value": 2}, {"field": "validTo", "op": "gt", "value": 0}]}"#;
    vec![
        Query { embedding: embedder.map(|info| vec![0.25; info.dimensions as usize]), ..asked() },
        Query { profile: Some("generative-agents".into()), max_tokens: Some(200), min_relevance: Some(0.0), ..asked() },
        Query { as_of: Some(NOW), states: State::ALL.to_vec(), ..asked() },
        Query { known_as_of: Some(1), ..full() },
        Query { filter: Some(filter.into()), states: State::ALL.to_vec(), k: Some(100), ..full() },
    ]
}

/// Every command.
fn change(engine: &mut Engine, ids: &[String]) {
    let shared = Labels { shared_writer: true, ..in_session("s") };
    let _ = engine.sweep(true, NOW);
    for (place, candidate) in [at("home", "York"), at("home", "Bath")].iter().enumerate() {
        let _ = engine.remember(&shared, candidate, NOW + place as u64, Some("key"));
        drain(engine);
    }
    let message = Message { role: Role::User, actor: None, text: "Hello".into(), at: None, ref_: None };
    let _ = engine.turn(&shared, &message, NOW, None);
    drain(engine);
    for (place, id) in ids.iter().enumerate() {
        decide(engine, &shared, id, place);
        drain(engine);
    }
    let _ = engine.used(&shared, ids, NOW, None);
    drain(engine);
    for sequence in 0..6 {
        let _ = engine.undo(&shared, sequence, NOW, None);
        drain(engine);
    }
    let _ = engine.extract(&shared, NOW, None);
    drain(engine);
    let _ = engine.consolidate(NOW);
    drain(engine);
    for now in [0, NOW, NOW + 4_000 * DAY] {
        let _ = engine.sweep(false, now);
        drain(engine);
    }
    for id in ids.iter().take(3) {
        let erasure = Erasure { ids: vec![id.clone()], ..because() };
        let _ = engine.erase(&shared, &erasure, NOW, None);
        drain(engine);
    }
    let _ = engine.register_copy("mirror", NOW);
    drain(engine);
    let _ = engine.compact(NOW);
    drain(engine);
    let erased = engine.erase(&ana(), &Erasure { user: Some("ana".into()), ..because() }, NOW, None);
    drain(engine);
    let listing = Listing { states: State::ALL.to_vec(), limit: Some(1_000), ..Listing::default() };
    let left = engine.list(&ana(), &listing, NOW).map(|page| page.memories).unwrap_or_default();
    let kept = |memory: &Memory| memory.shared || memory.retention.hold.is_some();
    assert!(erased.is_err() || left.iter().all(kept), "what a user had is erased, but for what is held");
}

fn because() -> Erasure {
    Erasure { authority: "dpo".into(), reason: "asked".into(), ..Erasure::default() }
}

/// One decision on a memory, another for each place.
fn decide(engine: &mut Engine, labels: &Labels, id: &str, place: usize) {
    let by = || "ana".to_owned();
    let revision =
        || Revision { text: "Ana's home is Hull.".into(), value: Some("Hull".into()), ..Revision::default() };
    let act = match place % 12 {
        0 => return drop(engine.supersede(labels, id, &revision(), None, NOW, None)),
        1 => return drop(engine.corrected(labels, id, "ana", NOW, None)),
        2 => Act::End { at: Some(NOW) },
        3 => Act::Invalidate,
        4 => Act::Restore,
        5 => Act::Archive,
        6 => Act::Approve { by: by() },
        7 => Act::Quarantine { by: by() },
        8 => Act::Pin { by: by(), review_at: Some(NOW) },
        9 => Act::Unpin { by: by() },
        10 => Act::Hold { by: by() },
        _ => Act::Release { by: by() },
    };
    let _ = engine.act(labels, id, &act, Some("because"), NOW, None);
}
