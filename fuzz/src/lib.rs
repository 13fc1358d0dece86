//! What the fuzz targets do with an input, and what must hold for any. `tests/corpora.rs` runs the same
//! functions over the corpora, so nothing here needs a fuzzer.
//!
//! | file | question it answers |
//! |---|---|
//! | `memory` | how much did it allocate? |
//! | `wrap` | how does an input get past lengths and checksums? |
//! | `stores` | which stores do inputs meet? |
//! | `exercise` | what is done with a store that opened? |

mod exercise;
mod memory;
pub mod stores;
pub mod wrap;

use memolet::Engine;
use memolet::embed::Embedder;
use memolet::types::{Answer, Erasure, Failure, Listing, Options, Query};
use stores::{NOW, ana, options};

/// Opens a journal, and uses the store where it opens.
pub fn journal(input: &[u8]) {
    let journal = wrap::journal(input);
    let opened = memory::within(journal.len(), memory::OPEN, || Engine::open(options(), None, &journal, NOW));
    if let Ok(engine) = opened {
        exercise::all(engine);
    }
}

/// Opens a snapshot, and uses the store where it opens.
pub fn snapshot(input: &[u8]) {
    let snapshot = wrap::snapshot(input);
    let opened = memory::within(snapshot.len(), memory::OPEN, || Engine::open(options(), Some(&snapshot), &[], NOW));
    if let Ok(engine) = opened {
        exercise::all(engine);
    }
}

/// Loads an embedding table, and embeds with it where it loads.
pub fn table(input: &[u8]) {
    let table = wrap::table(input);
    let length = table.len();
    let Ok(embedder) = memory::within(length, memory::TABLE, || Embedder::load(table)) else { return };
    let own = String::from_utf8_lossy(input);
    for text in ["Ana lives in York.", "", "e\u{301}\u{212b}\u{4e2d}\u{2028} \u{1f600}x", &own] {
        let vector = embedder.embed(text);
        assert_eq!(vector.len(), embedder.dimensions());
        assert!(vector.iter().all(|value| value.is_finite()), "a vector is finite");
        assert_eq!(embedder.token_count(text), embedder.pieces(text).len());
    }
    let _ = format!("{embedder:?}");
}

/// Reads a filter in a listing, a recall and an erasure.
pub fn filter(input: &[u8]) {
    thread_local!(static TOLD: Engine = stores::told());
    let Ok(filter) = str::from_utf8(input) else { return };
    let filter = Some(filter.to_owned());
    let listing = Listing { filter: filter.clone(), ..Listing::default() };
    let query = Query { text: Some("York".into()), filter: filter.clone(), ..Query::default() };
    let read = TOLD.with(|engine| {
        let listed = memory::within(input.len(), memory::TEXT, || engine.list(&ana(), &listing, NOW).map(drop));
        assert_eq!(listed, engine.recall(&ana(), &query, NOW).map(drop), "a filter reads the same everywhere");
        listed
    });
    let erasure = Erasure { filter, authority: "ana".into(), reason: "asked".into(), ..Erasure::default() };
    if read.is_ok()
        && let Ok(receipt) = stores::told().erase(&ana(), &erasure, NOW, None)
    {
        assert!(!receipt.removed.is_empty());
    }
}

/// Reads a policy, and uses a store under it where it is one.
pub fn policy(input: &[u8]) {
    let Ok(policy) = str::from_utf8(input) else { return };
    let options = Options { policy: Some(policy.to_owned()), model: true, ..options() };
    let opened = memory::within(input.len(), memory::POLICY, || Engine::open(options, None, &[], NOW));
    match opened {
        Ok(mut engine) => {
            exercise::drain(&mut engine);
            stores::tell(&mut engine);
            exercise::all(engine);
        }
        Err(failure) => assert!(matches!(failure, Failure::Invalid(_)), "{failure:?}"),
    }
}

/// Gives a reply to an open question: the first byte says which of the three.
pub fn reply(input: &[u8]) {
    let Some((which, reply)) = input.split_first() else { return };
    let Ok(reply) = str::from_utf8(reply) else { return };
    let (mut engine, ticket) = stores::asking(*which);
    for _ in 0..3 {
        let before = engine.state_hash();
        let answered =
            memory::within(reply.len(), memory::TEXT, || engine.answer(ticket, Answer::Reply(reply.to_owned()), NOW));
        match answered {
            Ok(_) => return exercise::reads_back(&engine),
            Err(failure) => {
                assert!(matches!(failure, Failure::MalformedReply(_)), "{failure:?}");
                assert_eq!(engine.state_hash(), before, "a failure changes nothing");
            }
        }
    }
}

/// Holds the CLI's readers of transcripts against the bound of a text.
pub fn within_text<T>(length: usize, act: impl FnOnce() -> T) {
    drop(memory::within(length, memory::TEXT, act));
}
