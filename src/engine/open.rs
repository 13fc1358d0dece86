//! Opening: a new store, or one that was kept.

use super::Engine;
use super::drain::Outbox;
use super::errands::Errands;
use super::seen::Seen;
use crate::gather::Map;
use crate::index::Index;
use crate::log::{Event, Frame, Outcome, decode_journal};
use crate::policy::Policy;
use crate::stage::{Decision, check_label, policies};
use crate::state::State;
use crate::types::{EmbedderInfo, Failure, Labels, Opened, Options, Result, Timestamp};
use core::cell::{Cell, RefCell};

impl Engine {
    /// Opens a store from its last snapshot, if any, and the journal since. Both empty: a new one,
    /// whose first frame waits to be stored.
    pub fn open(options: Options, snapshot: Option<&[u8]>, journal: &[u8], now: Timestamp) -> Result<Self> {
        check(&options)?;
        let mut state = match snapshot.filter(|bytes| !bytes.is_empty()) {
            Some(bytes) => State::from_snapshot(bytes)?,
            None => State::default(),
        };
        let end = decode_journal(journal, state.sequence, |frame, payload| {
            check_frame(&frame)?;
            state.apply(&frame, payload);
            Ok(())
        })?;
        if state.sequence > 0 && state.tenant.is_empty() {
            return Err(Failure::Corrupt(
                "the journal does not begin at its beginning, and there is no snapshot".into(),
            ));
        }
        if let Some(embedder) = &state.embedder {
            check_embedder(embedder).map_err(|failure| Failure::Corrupt(failure.parts().1.into()))?;
        }
        let index = Index::of(&state);
        let seed = *blake3::hash(&options.seed).as_bytes();
        let mut engine = Self {
            opened: Opened {
                tenant: options.tenant.clone(),
                sequence: 0,
                memories: 0,
                dropped_bytes: end.dropped as u32,
                embedder: None,
            },
            state,
            index,
            seed,
            device: options.device.clone().unwrap_or_else(|| "local".into()),
            model: options.model,
            outbox: Outbox::default(),
            refusals: Map::new(),
            failures: Map::new(),
            journal_bytes: (journal.len() - end.dropped) as u64,
            seen: Cell::new(Seen::default()),
            errands: RefCell::new(Errands::default()),
        };
        engine.settle(&options, now)?;
        Ok(engine)
    }

    /// Makes a new store, or holds a kept one against the options.
    fn settle(&mut self, options: &Options, now: Timestamp) -> Result<()> {
        let mut events = Vec::new();
        if self.state.sequence == 0 {
            let secret = *blake3::Hasher::new_keyed(&self.seed).update(b"secret").finalize().as_bytes();
            let (tenant, embedder) = (options.tenant.clone(), options.embedder.clone());
            events.push(Event::Created { tenant, secret, embedder });
        } else if self.state.tenant != options.tenant {
            return Err(Failure::Denied("this store is another tenant's".into()));
        } else if let Some(wanted) =
            options.embedder.as_ref().filter(|wanted| self.state.embedder.as_ref() != Some(*wanted))
        {
            return Err(mismatch(self.state.embedder.as_ref(), wanted));
        }
        events.extend(policy(options, &self.state)?);
        self.commit(&Labels::default(), now, None, Decision::new("open", events, Outcome::Done))?;
        self.opened.sequence = self.state.sequence;
        self.opened.memories = self.state.records.iter().flatten().count() as u32;
        self.opened.embedder.clone_from(&self.state.embedder);
        self.outbox.expect_erasures(&self.state);
        Ok(())
    }
}

fn check(options: &Options) -> Result<()> {
    check_label("tenant", &options.tenant)?;
    if options.seed.len() < 16 {
        return Err(Failure::invalid("seed", "at least 16 bytes of entropy"));
    }
    if let Some(device) = &options.device {
        check_label("device", device)?;
    }
    if let Some(embedder) = &options.embedder {
        check_embedder(embedder)?;
    }
    Ok(())
}

fn check_embedder(embedder: &EmbedderInfo) -> Result<()> {
    check_label("embedder.name", &embedder.name)?;
    match embedder.dimensions {
        1..=4_096 => Ok(()),
        _ => Err(Failure::invalid("embedder.dimensions", "1 to 4096")),
    }
}

/// What would leave a store that is another's, or whose snapshot does not open.
fn check_frame(frame: &Frame) -> Result<()> {
    let corrupt = |what: &str| Failure::Corrupt(format!("journal sequence {}: {what}", frame.sequence));
    frame.events.iter().try_for_each(|event| match event {
        Event::Created { .. } if frame.sequence != 1 => Err(corrupt("a store is created once")),
        Event::PolicyAdopted { json } => {
            Policy::from_json(json).map(drop).map_err(|failure| corrupt(failure.parts().1))
        }
        _ => Ok(()),
    })
}

/// The policy to adopt: the given one where it differs, or the default where there is none yet.
fn policy(options: &Options, state: &State) -> Result<Option<Event>> {
    match &options.policy {
        Some(json) => policies::adopted(state, json),
        None if state.policy_json.is_empty() => policies::adopted(state, "{}"),
        None => Ok(None),
    }
}

fn mismatch(have: Option<&EmbedderInfo>, wanted: &EmbedderInfo) -> Failure {
    let name = |info: &EmbedderInfo| format!("{} with {} dimensions", info.name, info.dimensions);
    let have = have.map_or("no embedder".to_owned(), name);
    Failure::EmbedderMismatch(format!("the store was made with {have}; asked for {}", name(wanted)))
}
