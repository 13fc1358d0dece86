//! The naive model: every claim in one list, and the rules of the contract in its words. It is told what
//! the store answered and says whether that may be; what may be recalled it works out by itself.

use super::words::*;
use std::collections::{BTreeMap, BTreeSet};

/// How a claim stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    Current,
    /// Superseded or ended: believed of its time, and no more.
    Past,
    Wrong,
    Doubtful,
    Expired,
    Archived,
}

/// One claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub id: String,
    /// Empty: everybody's.
    pub owner: &'static str,
    pub project: Option<&'static str>,
    pub purpose: Option<&'static str>,
    pub said: Said,
    /// How much its source counts, from a page to a user's own correction.
    pub rank: u8,
    pub recorded_at: u64,
    pub from: u64,
    /// Somebody said since when; otherwise it is only when it was heard.
    pub stated: bool,
    pub to: Option<u64>,
    /// What takes its place at `to`.
    pub next: Option<String>,
    pub stand: Stand,
    pub held: bool,
    pub pinned: bool,
}

/// Every claim is told apart by its text.
impl PartialEq for Said {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.kind == other.kind && self.attribute == other.attribute
    }
}

impl Eq for Said {}

/// A user's plain words.
const USER: u8 = 4;
/// A user's words that correct.
const CORRECTION: u8 = 5;

fn rank(source: &str) -> u8 {
    match source {
        "user-said" => USER,
        "system" => 3,
        "inferred" => 1,
        "tool-result" => 0,
        other => panic!("{other} is no source of this test"),
    }
}

impl Claim {
    /// Past its time, a claim is recalled no more, kept or not.
    pub fn is_over(&self, now: u64) -> bool {
        let deadline = self.purpose.map(|_| self.recorded_at + BRIEF_DAYS * DAY);
        [self.said.expires_at, deadline].into_iter().flatten().any(|at| at <= now)
    }

    /// Whether it is neither replaced, nor past its time, nor put away.
    pub fn is_current(&self, now: u64) -> bool {
        self.seen(now) == Stand::Current
    }

    fn deadline_passed(&self, now: u64) -> bool {
        self.purpose.is_some() && self.recorded_at + BRIEF_DAYS * DAY <= now
    }

    fn holds_at(&self, at: u64) -> bool {
        self.from <= at && self.to.is_none_or(|to| at < to)
    }

    fn is_believed(&self) -> bool {
        matches!(self.stand, Stand::Current | Stand::Past)
    }

    /// How it stands for whoever looks at it.
    fn seen(&self, now: u64) -> Stand {
        match self.stand {
            Stand::Current if self.is_over(now) => Stand::Expired,
            Stand::Current if self.to.is_some_and(|to| to <= now) => Stand::Past,
            stand => stand,
        }
    }

    /// It holds until `at`, and not longer than it did.
    fn cut(&mut self, at: u64, now: u64) {
        if !self.stated {
            self.from = self.from.min(at);
        }
        let at = at.max(self.from);
        self.to = Some(self.to.map_or(at, |to| to.min(at)));
        if self.stand == Stand::Current && (at <= now || at == self.from) {
            self.stand = Stand::Past;
        }
    }

    fn cut_by(&mut self, at: u64, now: u64, next: &str) {
        self.cut(at, now);
        self.next = Some(next.to_owned());
    }

    fn is_about(&self, other: &Self) -> bool {
        let key = |claim: &Self| (claim.owner, claim.project, claim.said.kind, claim.said.attribute);
        let beside = self.said.attribute == Some(SEVERAL) && !self.says(&other.said);
        other.said.attribute.is_some() && other.said.kind != "episode" && key(self) == key(other) && !beside
    }

    fn says(&self, other: &Said) -> bool {
        match (self.said.value, other.value) {
            (Some(mine), Some(theirs)) => mine.eq_ignore_ascii_case(theirs),
            _ => self.said.text == other.text,
        }
    }

    /// Whether `other`, which says the same, writes it right: small letters alone say nothing of spelling.
    fn is_respelt_by(&self, other: &Said) -> bool {
        let capital = |value: &str| value.chars().any(char::is_uppercase);
        self.said.value.zip(other.value).is_some_and(|(mine, theirs)| mine != theirs && capital(theirs))
    }
}

/// What the model expects of a claim that is offered.
enum Place {
    Refused,
    Duplicate(String),
    Doubtful,
    Stored,
}

/// A store, naively.
#[derive(Clone, Debug, Default)]
pub struct Naive {
    pub claims: Vec<Claim>,
    /// What was erased.
    pub erased: Vec<Claim>,
    /// Owner and text that may not come back.
    tombstones: BTreeSet<(&'static str, String)>,
    /// When each claim was last said or used.
    cared_for: BTreeMap<String, u64>,
    /// What each command changed, as it was before; none: it was not there.
    commands: BTreeMap<u64, Vec<(String, Option<Claim>)>>,
}

/// Why the store's answer cannot be.
pub type Judged = Result<(), String>;

fn wrong<T>(why: impl Into<String>) -> Result<T, String> {
    Err(why.into())
}

/// What may be recalled.
impl Naive {
    pub fn sees(door: Door, claim: &Claim) -> bool {
        let fits = |mine: Option<&str>, its: Option<&str>| mine.is_none() || its.is_none() || mine == its;
        (claim.owner.is_empty() || claim.owner == door.user)
            && fits(door.project, claim.project)
            && fits(door.purpose, claim.purpose)
    }

    /// Ids of what is current. What held when it was said holds, though the clock went back since.
    pub fn current(&self, door: Door, now: u64) -> BTreeSet<String> {
        let began = |claim: &Claim| claim.from <= now || claim.from <= claim.recorded_at;
        self.ids(door, |claim| claim.is_current(now) && began(claim))
    }

    /// Ids of what held at a time, as it is known now.
    pub fn as_of(&self, door: Door, at: u64, now: u64) -> BTreeSet<String> {
        self.ids(door, |claim| claim.is_believed() && claim.holds_at(at) && !claim.is_over(now))
    }

    fn ids(&self, door: Door, which: impl Fn(&Claim) -> bool) -> BTreeSet<String> {
        let seen = self.claims.iter().filter(|claim| Self::sees(door, claim) && which(claim));
        seen.map(|claim| claim.id.clone()).collect()
    }

    pub fn get(&self, id: &str) -> Option<&Claim> {
        self.claims.iter().find(|claim| claim.id == id)
    }

    fn get_mut(&mut self, id: &str) -> Option<&mut Claim> {
        self.claims.iter_mut().find(|claim| claim.id == id)
    }

    fn may_write(&self, door: Door, id: &str) -> Option<&Claim> {
        let claim = self.get(id).filter(|claim| Self::sees(door, claim))?;
        (!claim.owner.is_empty() || door.shared_writer).then_some(claim)
    }
}

/// What operations do.
impl Naive {
    /// Takes in an operation that the store carried out or refused, as its command of a sequence.
    pub fn take(&mut self, door: Door, op: &Op, told: &Result<Told, Tag>, now: u64, sequence: u64) -> Judged {
        let before = self.claims.clone();
        match (op, told) {
            (Op::Remember(said), told) => self.remember(door, said, told, now)?,
            (Op::Supersede { id, text, value, from, source }, told) => {
                let said = (text.as_str(), *value, *source);
                self.supersede(door, id, said, *from, told, now)?;
            }
            (Op::Act(verb, id), told) => self.act(door, *verb, id, told, now)?,
            (Op::Undo(of), Ok(_)) => self.undo(*of)?,
            (Op::Erase(victims), told) => self.erase(door, victims, told)?,
            (Op::Used(id), Ok(Told::Counted(counted))) => self.used(door, id, *counted, now)?,
            (Op::Sweep, Ok(Told::Swept { expired, archived, purged })) => {
                self.sweep(expired, archived, purged, now)?;
            }
            (Op::Undo(_) | Op::Used(_), Err(_)) | (Op::Turn { .. } | Op::Compact, Ok(_)) => {}
            (op, told) => return wrong(format!("{op:?} gave {told:?}")),
        }
        self.note(sequence, before);
        Ok(())
    }

    /// What a reply did with the claim that was asked about.
    pub fn take_reply(&mut self, candidate: &str, done: &[(String, String)], now: u64, sequence: u64) -> Judged {
        let before = self.claims.clone();
        let asked = self.get(candidate).cloned().ok_or("the claim that was asked about is not there")?;
        for (op, target) in done {
            let claim = self.get(target).ok_or("a reply named a memory that is not there")?;
            if claim.owner != asked.owner || claim.project != asked.project || !claim.is_current(now) {
                return wrong(format!("{op} of a memory that the model may not touch: {claim:?}"));
            }
            let higher = if op == "noop" { asked.rank > claim.rank } else { claim.rank > asked.rank };
            if higher {
                return wrong(format!("{op} against authority: {asked:?} on {claim:?}"));
            }
            match op.as_str() {
                "noop" => self.claims.retain(|claim| claim.id != candidate),
                "update" => self.on(target, |claim| claim.cut_by(asked.from, now, candidate)),
                "delete" => self.on(target, |claim| claim.cut(asked.from, now)),
                other => return wrong(format!("{other} is no operation on a target")),
            }
        }
        self.note(sequence, before);
        Ok(())
    }

    fn note(&mut self, sequence: u64, before: Vec<Claim>) {
        let old: BTreeMap<&str, &Claim> = before.iter().map(|claim| (claim.id.as_str(), claim)).collect();
        let changed = self.claims.iter().filter(|claim| old.get(claim.id.as_str()) != Some(claim));
        let mut changes: Vec<(String, Option<Claim>)> =
            changed.map(|claim| (claim.id.clone(), old.get(claim.id.as_str()).map(|old| (*old).clone()))).collect();
        let left = before.iter().filter(|claim| self.get(&claim.id).is_none());
        changes.extend(left.map(|claim| (claim.id.clone(), Some(claim.clone()))));
        if !changes.is_empty() {
            self.commands.insert(sequence, changes);
        }
    }

    fn on(&mut self, id: &str, change: impl FnOnce(&mut Claim)) {
        if let Some(claim) = self.get_mut(id) {
            change(claim);
        }
    }

    fn remember(&mut self, door: Door, said: &Said, told: &Result<Told, Tag>, now: u64) -> Judged {
        let Ok(Told::Admission(outcome, id)) = told else {
            return if said.shared && !door.shared_writer { Ok(()) } else { wrong("a claim was not taken") };
        };
        if said.shared && !door.shared_writer {
            return wrong("the shared partition took a claim of anybody");
        }
        let id = id.clone().unwrap_or_default();
        let mut claim = claim(door, said.clone(), &id, now);
        let place = self.place(&mut claim, now);
        let fits = match &place {
            Place::Refused => outcome == "refused",
            Place::Duplicate(known) => outcome == "duplicate" && id == *known,
            Place::Doubtful => outcome == "quarantined",
            Place::Stored => outcome == "active" || outcome == "provisional",
        };
        if !fits {
            return wrong(format!("a claim became {outcome} {id}"));
        }
        match place {
            Place::Refused => return Ok(()),
            Place::Duplicate(_) => {}
            Place::Doubtful => self.claims.push(Claim { stand: Stand::Doubtful, ..claim }),
            Place::Stored => self.claims.push(claim),
        }
        self.cared_for.insert(id, now);
        Ok(())
    }

    /// Where a claim belongs on the time line of what it is about. What it replaces is cut, so that at
    /// each moment one holds.
    fn place(&mut self, claim: &mut Claim, now: u64) -> Place {
        let said = claim.said.clone();
        if self.tombstones.contains(&(claim.owner, said.text.clone())) {
            return Place::Refused;
        }
        // What was found wrong is not concluded anew.
        let wrong = |other: &&Claim| {
            let scope = (other.owner, other.project) == (claim.owner, claim.project);
            let about =
                said.attribute.is_some() && other.said.attribute == said.attribute || other.said.text == said.text;
            scope && about && other.said.kind == said.kind && other.stand == Stand::Wrong && other.says(&said)
        };
        if said.source == "inferred"
            && let Some(known) = self.claims.iter().find(wrong)
        {
            return Place::Duplicate(known.id.clone());
        }
        let on_a_line = said.attribute.is_some() && said.kind != "episode";
        let same = |other: &&Claim| {
            let scope = (other.owner, other.project) == (claim.owner, claim.project);
            let waits = other.stand == Stand::Doubtful || !on_a_line && other.is_current(now);
            other.said == said && scope && waits && !other.is_over(now)
        };
        if let Some(known) = self.claims.iter().find(same) {
            return Place::Duplicate(known.id.clone());
        }
        if !on_a_line {
            return Place::Stored;
        }
        self.place_on_line(claim, now)
    }

    fn place_on_line(&mut self, claim: &mut Claim, now: u64) -> Place {
        let line = self.line(claim, now);
        // What is said last holds. Said without a date, it comes after all that was said before, whatever
        // the clock says; with one, after what was only heard later.
        let last = line.last().map(|last| last.id.clone());
        let ahead = |other: &Claim| {
            let goes_on = other.says(&claim.said) && last.as_ref() == Some(&other.id);
            let yields = match claim.stated {
                false => other.from <= other.recorded_at,
                true => !other.stated && claim.to.is_none() && !goes_on,
            };
            other.from > claim.from && yields
        };
        let (replaced_ahead, line): (Vec<Claim>, Vec<Claim>) = line.into_iter().partition(ahead);
        let holders: Vec<Claim> = line.iter().filter(|other| other.holds_at(claim.from)).cloned().collect();
        let later = line.iter().find(|other| other.from > claim.from).cloned();
        let outranks = |other: &Claim| other.rank.min(USER) > claim.rank;
        let latest = replaced_ahead.last().or(holders.last());
        if let Some(known) = latest.filter(|known| holders.len() < 2 && known.says(&claim.said)) {
            if outranks(known) || !known.is_respelt_by(&claim.said) {
                return Place::Duplicate(known.id.clone());
            }
            let (known, id) = (known.clone(), claim.id.clone());
            self.on(&known.id, |old| old.cut_by(known.from, now, &id));
            (claim.from, claim.stated, claim.to, claim.next) = (known.from, known.stated, known.to, known.next.clone());
            claim.stand = known.seen(now);
            claim.rank = if claim.rank == USER { CORRECTION } else { claim.rank };
            return Place::Stored;
        }
        let replaced: Vec<Claim> = holders.into_iter().chain(replaced_ahead).collect();
        // A stretch with an end neither cuts what holds longer nor swallows what is shorter.
        let ends_within = |other: &Claim| claim.to.is_some_and(|to| other.to.is_none_or(|end| end > to));
        let swallows = |other: &Claim| claim.to.zip(other.to).is_some_and(|(to, end)| to > end);
        if replaced.iter().any(|other| outranks(other) || ends_within(other)) || later.as_ref().is_some_and(swallows) {
            return Place::Doubtful;
        }
        if let Some(known) = later.as_ref().filter(|later| claim.to.is_none() && later.says(&claim.said)) {
            if outranks(known) {
                return Place::Doubtful;
            }
            // It was so from an earlier time on.
            self.on(&known.id, |known| (known.from, known.stated) = (claim.from, claim.stated));
            replaced.iter().for_each(|old| self.on(&old.id, |old| old.cut_by(claim.from, now, &known.id)));
            return Place::Duplicate(known.id.clone());
        }
        if let Some(later) = later.filter(|later| claim.to.is_none_or(|to| to >= later.from)) {
            claim.cut_by(later.from, now, &later.id);
        }
        replaced.iter().for_each(|old| self.on(&old.id, |old| old.cut_by(claim.from, now, &claim.id)));
        // What had ended in favour of something that is left no time goes on until what comes next.
        let gone = |id: &Option<String>| replaced.iter().any(|old| Some(&old.id) == id.as_ref());
        for (place, other) in line.iter().enumerate() {
            if gone(&other.next) && !gone(&Some(other.id.clone())) {
                let next = line.get(place + 1).map(|next| (next.from, next.id.clone()));
                self.on(&other.id, |other| {
                    (other.to, other.next) = next.unzip();
                    if other.stand == Stand::Past && other.to.is_none_or(|to| to > now) {
                        other.stand = Stand::Current;
                    }
                });
            }
        }
        Place::Stored
    }

    /// What was ever believed of the same, earliest first.
    fn line(&self, claim: &Claim, now: u64) -> Vec<Claim> {
        let held = |other: &&Claim| other.is_believed() && !other.is_over(now) && other.holds_at(other.from);
        let mut line: Vec<Claim> =
            self.claims.iter().filter(|other| other.is_about(claim)).filter(held).cloned().collect();
        line.sort_by_key(|other| other.from);
        line
    }

    fn supersede(
        &mut self,
        door: Door,
        id: &str,
        (text, value, source): (&str, Option<&'static str>, &'static str),
        from: Option<u64>,
        told: &Result<Told, Tag>,
        now: u64,
    ) -> Judged {
        let rank = if source == "user-said" { CORRECTION } else { rank(source) };
        let Some(old) = self.may_write(door, id).filter(|old| old.is_current(now)).cloned() else {
            return refused(told, "what is not current or not one's own was superseded");
        };
        let stated = from.is_some() || old.said.kind == "episode";
        let from = from.unwrap_or(now.max(old.from));
        let next = old.next.clone().zip(old.to);
        let covered: Vec<Claim> = self
            .claims
            .iter()
            .filter(|other| other.is_about(&old) && other.id != old.id && other.is_believed())
            .filter(|other| other.from < old.from && other.to.is_none_or(|to| to > from))
            .cloned()
            .collect();
        // Of several values each is there once.
        let new = Said { text: text.into(), value, ..old.said.clone() };
        let key = |claim: &Claim| (claim.owner, claim.project, claim.said.kind, claim.said.attribute);
        let twice = self.claims.iter().any(|other| {
            let beside = old.said.attribute == Some(SEVERAL) && old.said.kind != "episode" && key(other) == key(&old);
            beside && other.id != old.id && other.is_current(now) && other.says(&new)
        });
        if twice {
            return refused(told, "one of several values was said twice");
        }
        let barred = old.rank > rank || covered.iter().any(|other| other.rank > rank);
        if barred || next.as_ref().is_some_and(|(_, to)| from >= *to) {
            return refused(told, "authority or order was overturned");
        }
        let Ok(Told::Id(new)) = told else { return wrong("a current memory could not be superseded") };
        for other in covered.iter().chain([&old]) {
            self.on(&other.id, |other| other.cut_by(from, now, new));
        }
        let said = Said {
            text: text.into(),
            value,
            source,
            valid_from: Some(from),
            valid_to: None,
            expires_at: old.said.expires_at.filter(|at| *at > now),
            evidence: None,
            ..old.said.clone()
        };
        let (project, purpose) = (old.project, old.purpose);
        let mut claim = Claim { rank, stated, project, purpose, ..claim(door, said, new, now) };
        if let Some((next, to)) = next {
            (claim.to, claim.next) = (Some(to), Some(next));
        }
        self.claims.push(claim);
        self.cared_for.insert(new.clone(), now);
        Ok(())
    }

    fn used(&mut self, door: Door, id: &str, counted: u32, now: u64) -> Judged {
        let seen = self.get(id).is_some_and(|claim| Self::sees(door, claim));
        if counted > u32::from(seen) {
            return wrong("a use of what is not one's own was counted");
        }
        if counted > 0 {
            self.cared_for.insert(id.to_owned(), now);
        }
        Ok(())
    }

    fn act(&mut self, door: Door, verb: Verb, id: &str, told: &Result<Told, Tag>, now: u64) -> Judged {
        let Some(claim) = self.may_write(door, id).cloned() else {
            return refused(told, "a memory of somebody else's was decided on");
        };
        let seen = claim.seen(now);
        let is = |stands: &[Stand]| stands.contains(&seen);
        let rivals = self.rivals(&claim, now);
        let allowed = match verb {
            Verb::End(at) => {
                let within = |at: u64| (at >= claim.from || !claim.stated) && claim.to.is_none_or(|to| at <= to);
                is(&[Stand::Current]) && at.is_none_or(within)
            }
            Verb::Invalidate => is(&[Stand::Current, Stand::Doubtful, Stand::Past]),
            // A provisional one is restored too, so a current one may be.
            Verb::Restore if seen == Stand::Current => told.is_ok(),
            Verb::Restore => !claim.is_over(now) && rivals.is_empty() && !self.is_replaced(&claim, now),
            Verb::Archive => is(&[Stand::Current, Stand::Doubtful]),
            Verb::Quarantine => is(&[Stand::Current]),
            Verb::Approve => !claim.is_over(now) && is(&[Stand::Current, Stand::Doubtful, Stand::Archived]),
            Verb::Pin | Verb::Hold => true,
            Verb::Unpin => claim.pinned,
            Verb::Release => claim.held,
        };
        if allowed != told.is_ok() {
            return wrong(format!("{verb:?} gave {told:?} on {claim:?}"));
        }
        if allowed {
            self.carry_out(verb, &claim, &rivals, now);
        }
        Ok(())
    }

    /// What is current and would hold at one time with a claim from its beginning on.
    fn rivals(&self, claim: &Claim, now: u64) -> Vec<String> {
        let others = self.claims.iter().filter(|other| other.id != claim.id && other.is_about(claim));
        let rival = |other: &&Claim| {
            other.is_current(now) && other.holds_at(other.from) && other.to.is_none_or(|to| claim.from < to)
        };
        others.filter(rival).map(|other| other.id.clone()).collect()
    }

    /// Whether the last of those that replaced a claim, one after another, is current.
    fn is_replaced(&self, claim: &Claim, now: u64) -> bool {
        let mut last = claim;
        for _ in &self.claims {
            match last.next.as_deref().and_then(|next| self.get(next)) {
                Some(next) => last = next,
                None => break,
            }
            if last.stand == Stand::Current {
                break;
            }
        }
        last.id != claim.id && last.is_current(now)
    }

    fn carry_out(&mut self, verb: Verb, claim: &Claim, rivals: &[String], now: u64) {
        let stand = |stand: Stand| move |claim: &mut Claim| claim.stand = stand;
        match verb {
            Verb::End(at) => self.on(&claim.id, |claim| claim.cut(at.unwrap_or(now), now)),
            Verb::Invalidate => self.on(&claim.id, stand(Stand::Wrong)),
            Verb::Archive => self.on(&claim.id, stand(Stand::Archived)),
            Verb::Quarantine => self.on(&claim.id, stand(Stand::Doubtful)),
            Verb::Restore => self.on(&claim.id, |claim| {
                if !claim.stated && claim.to == Some(claim.from) {
                    claim.from = claim.recorded_at;
                }
                (claim.stand, claim.to, claim.next) = (Stand::Current, None, None);
            }),
            Verb::Approve => {
                let over = claim.to.is_some_and(|to| to <= now) || !claim.holds_at(claim.from);
                let overlaps = |other: &Claim| claim.to.is_none_or(|to| other.from < to);
                for id in rivals.iter().filter(|_| !over) {
                    self.on(id, |other| {
                        if overlaps(other) {
                            other.cut_by(claim.from, now, &claim.id);
                        }
                    });
                }
                self.on(&claim.id, |claim| {
                    claim.stand = Stand::Current;
                    // What a person accepted counts as the user's own words.
                    claim.rank = claim.rank.max(USER);
                });
            }
            Verb::Pin => self.on(&claim.id, |claim| claim.pinned = true),
            Verb::Unpin => self.on(&claim.id, |claim| claim.pinned = false),
            Verb::Hold => self.on(&claim.id, |claim| claim.held = true),
            Verb::Release => self.on(&claim.id, |claim| claim.held = false),
        }
    }

    /// Every memory that the command touched is as before.
    fn undo(&mut self, of: u64) -> Judged {
        let Some(changes) = self.commands.get(&of).cloned() else { return Ok(()) };
        for (id, before) in changes {
            // As it was before the next command that changed it; what was taken back since is no change.
            let mut later = self.commands.range(of + 1..).flat_map(|(_, changes)| changes);
            let after = later.find(|(other, _)| *other == id).map(|(_, before)| before.as_ref());
            if after.is_some_and(|after| after != self.claims.iter().find(|claim| claim.id == id)) {
                return wrong(format!("{id} has changed since and its command was taken back"));
            }
            match before {
                None => self.claims.retain(|claim| claim.id != id),
                Some(before) => match self.get_mut(&id) {
                    Some(claim) => *claim = before,
                    None => return wrong(format!("{id} is gone and its command was taken back")),
                },
            }
        }
        Ok(())
    }

    fn erase(&mut self, door: Door, victims: &Victims, told: &Result<Told, Tag>) -> Judged {
        let own = |claim: &&Claim| claim.owner == door.user && !claim.held;
        let named: Vec<&Claim> = match victims {
            Victims::Ids(ids) => {
                let found: Vec<&Claim> = ids.iter().filter_map(|id| self.may_write(door, id)).collect();
                if found.len() < ids.len() || found.iter().any(|claim| claim.held) {
                    return refused(told, "what is not one's own, or held, was erased");
                }
                found
            }
            Victims::Attribute(attribute) => {
                let fits = |claim: &&Claim| Self::sees(door, claim) && claim.said.attribute == Some(*attribute);
                self.claims.iter().filter(own).filter(fits).collect()
            }
            Victims::User => self.claims.iter().filter(own).collect(),
        };
        let expected = self.with_echoes(&named);
        match told {
            Ok(Told::Removed(removed)) => {
                let removed: BTreeSet<String> = removed.iter().cloned().collect();
                if removed != expected {
                    return wrong(format!("erased {removed:?}, expected {expected:?}"));
                }
                self.forget(&expected);
                Ok(())
            }
            _ if expected.is_empty() => Ok(()),
            other => wrong(format!("an erasure of {expected:?} gave {other:?}")),
        }
    }

    /// What says the same words goes with what is erased, but for what is held.
    fn with_echoes(&self, named: &[&Claim]) -> BTreeSet<String> {
        let words: BTreeSet<(&str, &str)> = named.iter().map(|claim| (claim.owner, claim.said.text.as_str())).collect();
        let echo = |claim: &&Claim| !claim.held && words.contains(&(claim.owner, claim.said.text.as_str()));
        self.claims.iter().filter(echo).map(|claim| claim.id.clone()).collect()
    }

    fn forget(&mut self, ids: &BTreeSet<String>) {
        let (gone, kept) = std::mem::take(&mut self.claims).into_iter().partition(|claim| ids.contains(&claim.id));
        self.claims = kept;
        let gone: Vec<Claim> = gone;
        self.tombstones.extend(gone.iter().map(|claim| (claim.owner, claim.said.text.clone())));
        self.erased.extend(gone);
    }

    fn sweep(&mut self, expired: &[String], archived: &[String], purged: &[String], now: u64) -> Judged {
        let overdue: Vec<&Claim> =
            self.claims.iter().filter(|claim| claim.deadline_passed(now) && !claim.held).collect();
        let due = self.with_echoes(&overdue);
        if due != purged.iter().cloned().collect() {
            return wrong(format!("purged {purged:?}, due {due:?}"));
        }
        self.forget(&due);
        let waits = |claim: &Claim| matches!(claim.stand, Stand::Current | Stand::Doubtful) && !claim.held;
        let over: BTreeSet<String> = self
            .claims
            .iter()
            .filter(|claim| waits(claim) && claim.is_over(now))
            .map(|claim| claim.id.clone())
            .collect();
        if over != expired.iter().cloned().collect() {
            return wrong(format!("expired {expired:?}, due {over:?}"));
        }
        for claim in &mut self.claims {
            if over.contains(&claim.id) {
                claim.stand = Stand::Expired;
            } else if claim.stand == Stand::Current && claim.to.is_some_and(|to| to <= now) {
                claim.stand = Stand::Past;
            }
        }
        self.evict(archived, now)
    }

    /// Pinned and held memories stay; the others leave when they faded, or there is no room.
    fn evict(&mut self, archived: &[String], now: u64) -> Judged {
        let room = |model: &Self, owner: &str| -> usize {
            let current = model.claims.iter().filter(|claim| claim.owner == owner && claim.stand == Stand::Current);
            current.map(|claim| claim.said.text.len()).sum()
        };
        let before = self.clone();
        for id in archived {
            let claim = self.get(id).ok_or("what is not there was archived")?;
            let idle = now.saturating_sub(self.cared_for.get(id).copied().unwrap_or_default());
            let crowded = room(&before, claim.owner) > BUDGET;
            if claim.stand != Stand::Current || claim.pinned || claim.held || (!crowded && idle < FADE_DAYS * DAY) {
                return wrong(format!("{claim:?} was archived"));
            }
            self.on(id, |claim| claim.stand = Stand::Archived);
        }
        let free = |owner: &str| {
            let exempt = |claim: &&Claim| claim.owner == owner && claim.stand == Stand::Current;
            self.claims.iter().filter(exempt).any(|claim| !claim.pinned && !claim.held)
        };
        let crowded = |owner: &&&str| room(self, owner) > BUDGET && free(owner);
        match ["", "ana", "bo", "cy", "dee"].iter().find(crowded) {
            Some(owner) => wrong(format!("{owner:?} is over the budget after a sweep")),
            None => Ok(()),
        }
    }
}

fn claim(door: Door, said: Said, id: &str, now: u64) -> Claim {
    let (from, to) = (said.valid_from.unwrap_or(now), said.valid_to);
    Claim {
        id: id.to_owned(),
        owner: if said.shared { "" } else { door.user },
        project: door.project,
        purpose: door.purpose,
        rank: rank(said.source),
        recorded_at: now,
        from,
        stated: said.valid_from.is_some() || said.kind == "episode",
        to,
        next: None,
        stand: if to.is_some_and(|to| to <= now) { Stand::Past } else { Stand::Current },
        held: false,
        pinned: false,
        said,
    }
}

fn refused(told: &Result<Told, Tag>, why: &str) -> Judged {
    if told.is_err() { Ok(()) } else { wrong(why) }
}
