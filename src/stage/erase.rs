//! Erasure: a cascade along evidence and lineage, with a receipt. Nothing of an erased memory is left
//! but its id and a keyed hash.

use super::filter::{Filter, Seen};
use super::{Decision, View, check};
use crate::gather::{self, Map, Set};
use crate::log::{Event, HeldBack, Outcome, Question, ReceiptRecord, Record, Tombstone};
use crate::state::{Session, State};
use crate::text::{holds_words, normalise};
use crate::types::{CopyState, Derived, Erasure, Failure, Id, Kept, Receipt, Result, Timestamp};

/// Copies of the bytes that every store has.
const OWN_COPIES: [&str; 2] = ["journal", "snapshot"];

/// Erases what is asked for and all that came from it.
pub fn erase(view: &View<'_>, erasure: &Erasure) -> Result<Decision> {
    check::label("authority", &erasure.authority)?;
    check::code("reason", &erasure.reason)?;
    let targets = targets(view, erasure)?;
    let by = By { code: &erasure.reason, authority: &erasure.authority };
    let events = erased(view, &targets, erasure.user.as_deref(), &by);
    Ok(Decision::new("erase", events, Outcome::Id(receipt_id(view))).coded(erasure.reason.clone()))
}

/// Memories past their retention deadline that no hold keeps.
pub fn overdue(view: &View<'_>) -> Vec<Id> {
    let over =
        |record: &&Record| view.state.deadline(record).is_some_and(|at| at <= view.now) && record.life().hold.is_none();
    view.state.records.iter().flatten().filter(over).map(|record| record.claim.id).collect()
}

/// The events that erase `ids` and what came from them.
pub fn cascade(view: &View<'_>, ids: &[Id], code: &str, authority: &str) -> Vec<Event> {
    erased(view, &Targets { ids: ids.to_vec(), held: vec![] }, None, &By { code, authority })
}

/// What an erasure of a memory would take with it, itself among them.
pub fn reach(view: &View<'_>, id: Id) -> Set<Id> {
    Reach::of(view, &[id]).removed
}

/// Why, and at whose word.
struct By<'a> {
    code: &'a str,
    authority: &'a str,
}

/// The same as `cascade`, and all of a user's working memory.
fn erased(view: &View<'_>, targets: &Targets, user: Option<&str>, by: &By<'_>) -> Vec<Event> {
    let reach = Reach::of(view, &targets.ids);
    let kept = gather::set(targets.held.iter().chain(reach.held.iter()).copied());
    let removed: Vec<&Record> = reach.removed.iter().filter_map(|id| view.state.record(*id)).collect();
    let tombstones = removed.iter().map(|record| {
        let content = view.state.secret.content(&record.claim.user, &record.claim.text);
        Tombstone { content, id: record.claim.id }
    });
    let sessions = || view.state.sessions.iter().filter(|((owner, _), _)| user == Some(owner));
    let whole: usize = sessions().map(|(_, held)| held.turns.len()).sum();
    let turns = turns(view, &removed, user);
    let receipt = ReceiptRecord {
        id: receipt_id(view),
        at: view.now,
        authority: view.state.secret.person(by.authority),
        code: by.code.to_owned(),
        removed: reach.removed.iter().copied().collect(),
        derived: reach.derived,
        turns: whole as u32
            + turns
                .iter()
                .map(|event| if let Event::TurnsErased { turns, .. } = event { turns.len() as u32 } else { 0 })
                .sum::<u32>(),
        copies: OWN_COPIES
            .iter()
            .map(|name| (*name).to_owned())
            .chain(view.state.copies.iter().cloned())
            .map(unconfirmed)
            .collect(),
        kept: kept.into_iter().filter_map(|id| held_back(view, id)).collect(),
    };
    let mut events = vec![Event::Erased { tombstones: tombstones.collect(), receipt }];
    events.extend(reach.lightened);
    events.extend(turns);
    let name = |((user, session), _): (&(String, String), _)| (user.clone(), session.clone());
    events.extend(sessions().map(name).map(|(user, session)| Event::SessionErased { user, session }));
    events.extend(questions(view, &reach.removed));
    events.extend(super::fold::unfold(view, &removed, |id| reach.removed.contains(&id)));
    events.extend(super::pending::left_behind(view, &reach.removed));
    events
}

/// A registered copy has lost what a receipt names.
pub fn confirm(view: &View<'_>, receipt: &str, copy: &str) -> Result<Decision> {
    let found = Id::parse(receipt).and_then(|id| view.state.receipts.iter().find(|known| known.id == id));
    let found = found.ok_or_else(|| Failure::NotFound(format!("receipt {receipt}")))?;
    let state = found.copies.iter().find(|state| state.name == copy);
    let state = state.ok_or_else(|| Failure::NotFound(format!("the receipt names no copy {copy}")))?;
    if OWN_COPIES.contains(&copy) {
        return Err(Failure::invalid("copy", "journal and snapshot confirm by the replace task alone"));
    }
    let events = match state.confirmed_at {
        Some(_) => vec![],
        None => vec![Event::CopyConfirmed { receipt: found.id, copy: copy.to_owned() }],
    };
    Ok(Decision::new("confirm", events, Outcome::Done))
}

/// The store's own files were written anew: they hold nothing of what was erased.
pub fn confirm_own(state: &State) -> Vec<Event> {
    let unconfirmed = state.receipts.iter().flat_map(|receipt| {
        let copies = receipt.copies.iter().filter(|copy| copy.confirmed_at.is_none());
        copies.map(|copy| (receipt.id, copy.name.clone()))
    });
    let own = unconfirmed.filter(|(_, name)| OWN_COPIES.contains(&name.as_str()));
    own.map(|(receipt, copy)| Event::CopyConfirmed { receipt, copy }).collect()
}

/// Names a copy outside that later erasures must reach.
pub fn register_copy(view: &View<'_>, name: &str) -> Result<Decision> {
    check::label("name", name)?;
    if OWN_COPIES.contains(&name) {
        return Err(Failure::invalid("name", "journal and snapshot are the store's own"));
    }
    let known = view.state.copies.contains(name);
    let events = if known { vec![] } else { vec![Event::CopyRegistered { name: name.to_owned() }] };
    Ok(Decision::new("register-copy", events, Outcome::Done))
}

/// Lets an erased text be remembered again.
pub fn lift_tombstone(view: &View<'_>, text: &str, by: &str, reason: &str) -> Result<Decision> {
    check::label("by", by)?;
    check::code("reason", reason)?;
    let shared = view.labels.shared_writer.then_some("");
    let contents = [Some(view.labels.user.as_str()), shared]
        .into_iter()
        .flatten()
        .map(|user| view.state.secret.content(user, &crate::tidy::own(text)));
    let stones = contents.filter(|content| view.state.tombstones.contains_key(content));
    let events: Vec<Event> = stones.map(|content| Event::TombstoneLifted { content }).collect();
    if events.is_empty() {
        return Err(Failure::NotFound("no erased memory of this user had this text".into()));
    }
    Ok(Decision::new("lift-tombstone", events, Outcome::Done).coded(reason))
}

/// A receipt as callers see it.
pub fn receipt(record: &ReceiptRecord) -> Receipt {
    let became = |kept: bool| if kept { "kept" } else { "erased" }.to_owned();
    Receipt {
        id: record.id.to_string(),
        at: record.at,
        authority: record.authority.to_string(),
        code: record.code.clone(),
        removed: record.removed.iter().map(ToString::to_string).collect(),
        derived: record
            .derived
            .iter()
            .map(|(id, kept)| Derived { id: id.to_string(), became: became(*kept) })
            .collect(),
        turns: record.turns,
        copies: record.copies.clone(),
        kept: record.kept.iter().map(kept).collect(),
        complete: record.confirmed() && record.kept.is_empty(),
    }
}

fn kept(record: &HeldBack) -> Kept {
    Kept { id: record.id.to_string(), why: "hold".into(), owner: record.owner.to_string() }
}

/// A held memory as a receipt names it. Its owner may be a person's name: that leaves as a hash.
fn held_back(view: &View<'_>, id: Id) -> Option<HeldBack> {
    let hold = view.state.record(id)?.life().hold.as_ref()?;
    Some(HeldBack { id, owner: view.state.secret.person(&hold.owner) })
}

/// What is asked for.
struct Targets {
    /// To be erased.
    ids: Vec<Id>,
    /// Kept by a hold.
    held: Vec<Id>,
}

/// What is asked for: at least one memory that no hold keeps, and of those that are named none.
fn targets(view: &View<'_>, erasure: &Erasure) -> Result<Targets> {
    let asked = [!erasure.ids.is_empty(), erasure.filter.is_some(), erasure.user.is_some()];
    if asked.iter().filter(|asked| **asked).count() != 1 {
        return Err(Failure::invalid("erase", "give exactly one of ids, filter and user"));
    }
    if let Some(user) = &erasure.user {
        if *user != view.labels.user {
            return Err(Failure::Denied("a scope erases only its own user".into()));
        }
        // A scope of one project still asks for everything of its user.
        let rows = view.state.partition(user).iter().filter_map(|row| view.state.at(*row));
        let targets = Targets::of(rows);
        let working = view.state.sessions.keys().any(|(owner, _)| owner == user);
        return if working { Ok(targets) } else { targets.found() };
    }
    if let Some(filter) = Filter::read(erasure.filter.as_deref())? {
        let passes = |record: &&Record| {
            let state = view.state.seen_state(record, view.now);
            filter.passes(&Seen {
                record,
                life: record.life(),
                state,
                confidence: view.state.confidence(record, view.now),
            })
        };
        return Targets::of(own(view).filter(passes)).found();
    }
    let records: Vec<&Record> = erasure.ids.iter().map(|id| view.writable(id)).collect::<Result<_>>()?;
    let targets = Targets::of(records.into_iter());
    match targets.held.first() {
        Some(held) => Err(kept_by_hold(*held)),
        None => targets.found(),
    }
}

/// Whatever of the user the scope may see.
fn own<'a>(view: &View<'a>) -> impl Iterator<Item = &'a Record> {
    let view = *view;
    let rows = view.state.partition(&view.labels.user).iter().filter_map(move |row| view.state.at(*row));
    rows.filter(move |record| view.in_project(record) && view.for_purpose(record))
}

impl Targets {
    fn of<'a>(records: impl Iterator<Item = &'a Record>) -> Self {
        let (held, free): (Vec<&Record>, Vec<&Record>) = records.partition(|record| record.life().hold.is_some());
        let ids = |records: Vec<&Record>| records.iter().map(|record| record.claim.id).collect();
        Self { ids: ids(free), held: ids(held) }
    }

    /// Nothing to erase is no success.
    fn found(self) -> Result<Self> {
        match (self.ids.first(), self.held.first()) {
            (Some(_), _) => Ok(self),
            (None, Some(held)) => Err(kept_by_hold(*held)),
            (None, None) => Err(Failure::NotFound("no memory to erase".into())),
        }
    }
}

fn kept_by_hold(id: Id) -> Failure {
    Failure::Conflict(format!("a hold keeps memory {id}"))
}

fn receipt_id(view: &View<'_>) -> Id {
    view.mint.id(1_000)
}

fn unconfirmed(name: String) -> CopyState {
    CopyState { name, confirmed_at: None, took: None::<Timestamp> }
}

/// How far an erasure reaches.
struct Reach {
    removed: Set<Id>,
    /// Related memories, and whether each is kept.
    derived: Vec<(Id, bool)>,
    /// Those of them that a hold keeps.
    held: Set<Id>,
    /// Evidence taken out of what is kept.
    lightened: Vec<Event>,
}

impl Reach {
    /// What came from the targets goes with them, and so does every source that repeats a removed claim.
    /// What else came from such a source was not asked for and does not repeat it: that stays.
    fn of(view: &View<'_>, targets: &[Id]) -> Self {
        let mut reach = Self {
            removed: gather::set(targets.iter().copied()),
            derived: vec![],
            held: Set::new(),
            lightened: vec![],
        };
        let asked_for = gather::set(targets.iter().copied());
        // By user and uri, what rests on it and is not removed: many may share a document.
        let mut resting: Map<(&str, &str), Vec<&Record>> = Map::new();
        let mut todo: Vec<(Id, bool)> = targets.iter().map(|id| (*id, true)).collect();
        while let Some((id, downwards)) = todo.pop() {
            let Some(record) = view.state.record(id) else { continue };
            let mut others: Vec<&Record> =
                akin(view, record).filter(|other| !reach.removed.contains(&other.claim.id)).collect();
            for uri in uris(record) {
                let user = record.claim.user.as_str();
                let there = resting.entry((user, uri)).or_insert_with(|| view.state.resting_on(user, uri).collect());
                there.retain(|other| !reach.removed.contains(&other.claim.id));
                others.extend(there.iter());
            }
            for other in others {
                if reach.removed.contains(&other.claim.id) {
                    continue;
                }
                let came = downwards && came_from(other, record);
                // A synthesis that goes for one of its episodes does not take the others with it.
                let beside = downwards && !asked_for.contains(&id) && record.claim.supports.contains(&other.claim.id);
                if !came && (beside || !evidence_of(other, record)) {
                    continue;
                }
                if other.life().hold.is_some() {
                    reach.held.insert(other.claim.id);
                } else {
                    reach.removed.insert(other.claim.id);
                    reach.derived.push((other.claim.id, false));
                    todo.push((other.claim.id, came));
                }
            }
        }
        reach.derived.extend(reach.held.iter().map(|id| (*id, true)));
        reach.lighten(view);
        reach
    }

    /// What rests on erased evidence and on other evidence too stays, without the erased.
    fn lighten(&mut self, view: &View<'_>) {
        let gone: Vec<&Record> = self.removed.iter().filter_map(|id| view.state.record(*id)).collect();
        let uris = gather::set(gone.iter().flat_map(|record| turn_uris(record)));
        let users = gather::set(gone.iter().map(|record| record.claim.user.as_str()));
        let pairs = users.iter().flat_map(|user| uris.iter().map(move |uri| (*user, *uri)));
        let resting = pairs.flat_map(|(user, uri)| view.state.resting_on(user, uri));
        let mut known = gather::set(self.derived.iter().map(|(id, _)| *id));
        let kept = gather::map(resting.map(|record| (record.claim.id, record)));
        for record in kept.into_values().filter(|record| !self.removed.contains(&record.claim.id)) {
            let shared: Vec<String> = turn_uris(record).filter(|uri| uris.contains(uri)).map(str::to_owned).collect();
            if !shared.is_empty() {
                if known.insert(record.claim.id) {
                    self.derived.push((record.claim.id, true));
                }
                self.lightened.push(Event::EvidenceDropped { id: record.claim.id, uris: shared });
            }
        }
    }
}

/// What shares lineage or words with a record.
fn akin<'a>(view: &View<'a>, record: &'a Record) -> impl Iterator<Item = &'a Record> {
    let state = view.state;
    let sources = record.claim.supports.iter().filter_map(move |id| state.record(*id));
    let content = state.secret.content(&record.claim.user, &record.claim.text);
    let same: Vec<&Record> = state.same_content(&content).collect();
    sources.chain(state.derived_from(record.claim.id)).chain(same)
}

/// Whether `other` was made from `record`: by lineage, or from nothing but its evidence and about it.
fn came_from(other: &Record, record: &Record) -> bool {
    if other.claim.supports.contains(&record.claim.id) {
        return true;
    }
    let from = gather::set(turn_uris(record));
    let mut rests_on = uris(other).peekable();
    let only_there = rests_on.peek().is_some() && rests_on.all(|uri| from.contains(uri));
    only_there && record.claim.kind == crate::types::Kind::Episode && other.claim.id != record.claim.id
}

/// Whether `other` is what `record` was taken from: the same turn, or the same source with its words.
fn evidence_of(other: &Record, record: &Record) -> bool {
    repeats(other, record)
}

/// Whether `other`'s words or value hold the claim of `record`: all its words, or its value.
fn repeats(other: &Record, record: &Record) -> bool {
    let words = normalise(&other.claim.text);
    let own = other.claim.value.as_deref().map(normalise).unwrap_or_default();
    let value = record.claim.value.as_deref().map(normalise).filter(|value| !value.is_empty());
    words.contains(&normalise(&record.claim.text))
        || value.is_some_and(|value| own == value || holds_words(&words, &value))
}

fn uris(record: &Record) -> impl Iterator<Item = &str> {
    record.evidence.iter().map(|(_, piece)| piece.uri.as_str())
}

/// Evidence that names one turn or one place, not a whole document.
fn turn_uris(record: &Record) -> impl Iterator<Item = &str> {
    record
        .evidence
        .iter()
        .filter(|(_, piece)| piece.uri.contains('#') || piece.span.is_some())
        .map(|(_, piece)| piece.uri.as_str())
}

/// Turns and task states of working memory that carry what is erased, but for those of `whole`, whose
/// sessions go altogether. A shared memory may be quoted by anybody.
fn turns(view: &View<'_>, removed: &[&Record], whole: Option<&str>) -> Vec<Event> {
    let gone: Vec<Gone> = removed.iter().map(|record| Gone::of(record)).collect();
    let mut events = Vec::new();
    for ((user, session), held) in view.state.sessions.iter().filter(|((user, _), _)| whole != Some(user)) {
        let own: Vec<&Gone> = gone.iter().filter(|gone| gone.user.is_empty() || gone.user == user).collect();
        let carries = |text: &str| {
            let words = normalise(text);
            own.iter().any(|gone| gone.is_in(&words))
        };
        let cited = |uri: &str| own.iter().any(|gone| gone.uris.contains(uri));
        let carrying = held
            .turns
            .iter()
            .filter(|(number, turn)| cited(&Session::uri(session, *number, turn)) || carries(&turn.text));
        let turns: Vec<u64> = carrying.map(|(number, _)| *number).collect();
        let saved = held.checkpoints.iter().filter(|saved| carries(&saved.state));
        let sequences: Vec<u64> = saved.map(|saved| saved.sequence).collect();
        let (user, session) = (user.clone(), session.clone());
        if !turns.is_empty() {
            events.push(Event::TurnsErased { user: user.clone(), session: session.clone(), turns });
        }
        if !sequences.is_empty() {
            events.push(Event::CheckpointsErased { user, session, sequences });
        }
    }
    events
}

/// What of an erased memory is looked for in working memory.
struct Gone<'a> {
    user: &'a str,
    claim: String,
    /// Short values stand for too much.
    value: Option<String>,
    uris: Set<&'a str>,
}

impl<'a> Gone<'a> {
    fn of(record: &'a Record) -> Self {
        let value = record.claim.value.as_deref().map(normalise).filter(|value| value.len() > 3);
        let uris = gather::set(uris(record));
        Self { user: &record.claim.user, claim: normalise(&record.claim.text), value, uris }
    }

    /// Whether words in their normal form hold the claim or its value, or are a part of the claim.
    fn is_in(&self, words: &str) -> bool {
        words.contains(&self.claim)
            || (words.len() > 8 && self.claim.contains(words))
            || self.value.as_ref().is_some_and(|value| holds_words(words, value))
    }
}

/// Closes every question that showed an erased memory, so that a late reply cannot bring it back. A
/// candidate that waited for one is kept.
pub fn questions(view: &View<'_>, removed: &Set<Id>) -> Vec<Event> {
    let mut events = Vec::new();
    for (ticket, open) in &view.state.asks {
        let shown_gone = open.shown.iter().any(|shown| removed.contains(&shown.id));
        match open.question {
            Question::Reconcile { candidate } if removed.contains(&candidate) => {
                events.push(Event::AskClosed { ticket: *ticket });
            }
            Question::Reconcile { candidate } if shown_gone => {
                events.extend(super::reconcile::fall_back(view, *ticket, candidate).events);
            }
            _ if shown_gone => events.push(Event::AskClosed { ticket: *ticket }),
            _ => {}
        }
    }
    events
}
