//! Which memories a model has to see beside a candidate: those that it may be about.

use super::about::about_one_thing;
use crate::gather::Set;
use crate::index::Bitmap;
use crate::index::keyword::{QueryTokens, Scratch, keep_best};
use crate::index::vector::Query;
use crate::log::{Record, Shown};
use crate::stage::View;
use crate::stage::admit::Draft;
use crate::stage::lifecycle::live;
use crate::types::Kind;

/// Of the nearest memories by words and by vector, and of all that are about the same entity, those that are
/// about one thing with the candidate. Empty for a happening, and where there are none: then there is nothing
/// to ask.
pub fn worth_asking(view: &View<'_>, draft: &Draft) -> Vec<Shown> {
    if draft.claim.kind == Kind::Episode {
        return vec![];
    }
    let most = view.state.policy.reconciliation.shown as usize;
    let rows = view.state.partition(&draft.claim.user).iter().copied();
    let eligible: Bitmap =
        rows.filter(|row| view.state.at(*row).is_some_and(|record| may_meet(view, draft, record))).collect();
    let meets = |row: u32| {
        let known = view.state.at(row).filter(|_| eligible.get(row));
        known.is_some_and(|known| about_one_thing(view, &draft.claim, draft.vector.as_deref(), known))
    };
    let mut shown: Vec<u32> = same_entity(view, draft).into_iter().filter(|row| meets(*row)).collect();
    for row in by_words(view, draft, &eligible, most).into_iter().chain(by_vector(view, draft, &eligible, most)) {
        if shown.len() < most && !shown.contains(&row) && meets(row) {
            shown.push(row);
        }
    }
    let version = |row: u32| view.state.at(row).map(|record| Shown { id: record.claim.id, version: record.version });
    shown.into_iter().filter_map(version).collect()
}

fn may_meet(view: &View<'_>, draft: &Draft, record: &Record) -> bool {
    let same_scope = record.claim.project == draft.claim.project && record.claim.purpose == draft.claim.purpose;
    same_scope && record.claim.kind != Kind::Episode && live(view.state.seen_state(record, view.now))
}

/// Rows about the draft's entity, lowest first.
fn same_entity(view: &View<'_>, draft: &Draft) -> Set<u32> {
    let claim = &draft.claim;
    let of_kind = |kind: &Kind| {
        let entity = claim.address.iter().map(|address| address.entity.as_str());
        let there =
            entity.flat_map(|entity| view.state.at_entity(&claim.user, claim.project.as_deref(), *kind, entity));
        there.map(|(row, _)| row).collect::<Vec<_>>()
    };
    Kind::ALL.iter().flat_map(of_kind).collect()
}

fn by_words(view: &View<'_>, draft: &Draft, eligible: &Bitmap, most: usize) -> Vec<u32> {
    let Some(partition) = view.index.partition(&draft.claim.user) else {
        return vec![];
    };
    let mut scored = Vec::new();
    partition.keywords().score(&QueryTokens::of(&draft.claim.text), eligible, &mut Scratch::default(), &mut scored);
    keep_best(&mut scored, most);
    scored.iter().map(|scored| scored.row).collect()
}

fn by_vector(view: &View<'_>, draft: &Draft, eligible: &Bitmap, most: usize) -> Vec<u32> {
    let vectors = &view.state.vectors;
    let Some(query) = draft.vector.as_deref().and_then(|vector| Query::of(vector, vectors.dimensions())) else {
        return vec![];
    };
    let mut near = Vec::new();
    view.index.vectors().search(&query, vectors, eligible, most, &mut near);
    near.iter().map(|near| near.row).collect()
}
