//! Why a memory is not among the hits: the first step that dropped it.

use super::{Eligibility, Known, Run, USUAL_HITS, recall};
use crate::stage::View;
use crate::types::{Query, RecallMode, Result, Why};

/// The first step of a recall that dropped a memory, by what the host has said so far.
pub fn why_not(view: &View<'_>, id: &str, query: &Query, known: &Known) -> Result<Why> {
    let (row, record) = view.state.visible(&view.labels.user, id)?;
    if let Some((step, detail)) = Eligibility::new(view, query)?.fails(record) {
        return Ok(why(step, detail));
    }
    let run = recall(view, query, known)?;
    Ok(if run.recalled.hits.iter().any(|hit| hit.id == record.claim.id.to_string()) {
        why("recalled", "it is among the hits".into())
    } else {
        dropped(view, query, &run, row)
    })
}

fn dropped(view: &View<'_>, query: &Query, run: &Run, row: u32) -> Why {
    let budget = || why("budget", "it does not fit the token budget".into());
    if query.mode == Some(RecallMode::Full) {
        return if query.max_tokens.is_some() { budget() } else { why("rank", "it comes after the first k".into()) };
    }
    let Some(candidate) = run.candidates.iter().find(|candidate| candidate.row == row) else {
        return why("candidates", "no word of the question, and not among the nearest vectors".into());
    };
    let (wanted, of_best) = run.threshold;
    let best = run.candidates.iter().map(|candidate| candidate.own).fold(0.0, f64::max);
    if best < of_best {
        return why(
            "threshold",
            format!("the best match is {}, and nothing is recalled below {}", thousandths(best), thousandths(of_best)),
        );
    }
    if candidate.whole < wanted {
        return why(
            "threshold",
            format!("its match is {}, below {}", thousandths(candidate.whole), thousandths(wanted)),
        );
    }
    if let Some((_, better)) = run.collapsed.iter().find(|(gone, _)| *gone == row) {
        let id = view.state.at(*better).map(|record| record.claim.id.to_string()).unwrap_or_default();
        return why("duplicate", format!("memory {id} says the same"));
    }
    match run.ranked.iter().position(|ranked| ranked.candidate.row == row) {
        Some(place) if place >= query.k.unwrap_or(USUAL_HITS) as usize => {
            why("rank", format!("it is number {}", place + 1))
        }
        _ => budget(),
    }
}

fn why(step: &str, detail: String) -> Why {
    Why { step: step.to_owned(), detail }
}

/// A number from 0 on with three places. The standard way of printing floats is 10 kB of wasm.
fn thousandths(number: f64) -> String {
    let rounded = (number * 1000.0 + 0.5) as u64;
    format!("{}.{:03}", rounded / 1000, rounded % 1000)
}
