//! The scanner: preposition, pieces of a date and what joins them, from left to right; the longest wins.

use super::fold::Folded;
use super::pieces::{self, Found, Kind, longest};
use super::resolve::{Piece, Stretch, together};
use super::words::Words;
use super::{Clock, Lean, MINUTE, Precision, Role, When, local_minutes};

/// Parts that one date is made of, at most.
const PIECES: usize = 4;

#[derive(Clone, Copy)]
struct Scan<'a> {
    text: &'a Folded,
    words: &'a Words,
    now: i64,
    lean: Lean,
    /// What stands just before may have an end: "from Monday".
    open: bool,
}

/// An expression, before it has bytes.
struct Hit {
    end: usize,
    role: Role,
    stretch: Stretch,
    bare: bool,
    yearless: bool,
}

pub(super) fn find(text: &str, words: &Words, clock: Clock, lean: Lean) -> Vec<When> {
    let folded = Folded::of(text);
    let scan = Scan { text: &folded, words, now: local_minutes(clock), lean, open: false };
    let (mut found, mut at, mut begun) = (Vec::new(), 0, None);
    while at < folded.len() {
        match (Scan { open: begun == Some(at), ..scan }).expression(at) {
            Some(hit) => {
                let utc = |minute: i64| (minute - i64::from(clock.utc_offset)).saturating_mul(MINUTE);
                found.push(When {
                    span: folded.byte(at)..folded.byte_behind(text, hit.end),
                    role: hit.role,
                    from: utc(hit.stretch.from),
                    to: utc(hit.stretch.to),
                    precision: hit.stretch.precision,
                    bare: hit.bare,
                    yearless: hit.yearless,
                    clock,
                });
                begun = hit.role.is_start().then(|| folded.skip_gap(hit.end));
                at = hit.end.max(at + 1);
            }
            None => at += 1,
        }
    }
    found
}

impl Scan<'_> {
    /// The expression that begins at a place.
    fn expression(&self, at: usize) -> Option<Hit> {
        if !self.text.is_edge(at) || self.text.get(at).is_none_or(char::is_whitespace) {
            return None;
        }
        let with_lead = self.lead(at).and_then(|(inner, role)| self.dated(inner, Some(role)));
        let without = self.dated(at, None);
        match (with_lead, without) {
            (Some(a), Some(b)) => Some(if b.end >= a.end { b } else { a }),
            (a, b) => a.or(b),
        }
    }

    /// A preposition before its date: the place behind it, and its role.
    fn lead(&self, at: usize) -> Option<(usize, Role)> {
        let mut best = None;
        for (word, lead) in self.words.leads.iter().filter(|(_, lead)| !lead.behind && (self.open || !lead.range)) {
            let end = self.text.skip(at, word).map(|end| self.text.skip_gap(end));
            if let Some(end) =
                end.filter(|end| self.text.is_edge(*end) && best.is_none_or(|(longest, _)| *end > longest))
            {
                best = Some((end, lead.role));
            }
        }
        best
    }

    /// A date, with what goes around it.
    fn dated(&self, at: usize, lead: Option<Role>) -> Option<Hit> {
        let at = self.skip_words(at, &self.words.fillers).unwrap_or(at);
        let third = self.words.thirds.iter().filter(|(_, third)| !third.behind);
        let third = third.filter_map(|(word, third)| Some((self.skip_word(at, word)?, third.which))).max();
        let first = self.piece(third.map_or(at, |(end, _)| end), lead.is_some() || third.is_some())?;
        if first.wants_before {
            return None;
        }
        let piece = match first.kind {
            Kind::Piece(piece) => piece,
            Kind::For(stretch) if lead.is_none() || lead == Some(Role::Since) => {
                let role = lead.unwrap_or(Role::For);
                return Some(Hit { end: first.end, role, stretch, bare: false, yearless: false });
            }
            Kind::Undated(role) if lead.is_none() => {
                let stretch = Stretch { from: self.now, to: self.now, precision: Precision::Minute };
                return Some(Hit { end: first.end, role, stretch, bare: false, yearless: false });
            }
            _ => return None,
        };
        let lean = match lead {
            Some(Role::Since) => Lean::Past,
            Some(Role::Until | Role::By) => Lean::Future,
            _ => self.lean,
        };
        let (end, stretch, whole) = self.joined(&first, piece, lean)?;
        if third.is_some() && stretch.precision < Precision::Week {
            return None;
        }
        let stretch = third.map_or(stretch, |(_, which)| stretch.third(which));
        let bare = lead.is_none() && whole == 1 && matches!(piece, Piece::Weekday { which: None, .. });
        // Hours alone are of any day: "I run in the morning".
        let habit = whole == 1 && matches!(piece, Piece::Hours { .. });
        let role = if habit { Role::Every } else { lead.unwrap_or(Role::On) };
        Some(self.behind(Hit { end, role, stretch, bare, yearless: whole == 1 && !first.says_year }))
    }

    /// A first piece and those joined to it: the end, what they name together, and how many they are.
    fn joined(&self, first: &Found, piece: Piece, lean: Lean) -> Option<(usize, Stretch, usize)> {
        let mut pieces = vec![piece];
        let (mut end, mut stretch) = (first.end, together(&pieces, self.now, lean)?);
        while pieces.len() < PIECES {
            let gap = self.text.skip_gap(end);
            let behind_word = self.joint(gap).and_then(|joined| self.piece(joined, true));
            let Some(next) = self.longer(self.piece(gap, false), behind_word) else { break };
            let Kind::Piece(piece) = next.kind else { break };
            pieces.push(piece);
            match together(&pieces, self.now, lean) {
                Some(named) => (end, stretch) = (next.end, named),
                // A weekday that is not that date's: nothing is certain.
                None if matches!(pieces.as_slice(), [Piece::Weekday { .. }, Piece::MonthDay { .. }, ..]) => {
                    return None;
                }
                None => {
                    pieces.pop();
                    break;
                }
            }
        }
        Some((end, stretch, pieces.len()))
    }

    /// What stands behind a date: "来週から", "5月末", "from Monday on".
    fn behind(&self, mut hit: Hit) -> Hit {
        let third = self.words.thirds.iter().filter(|(_, third)| third.behind);
        if let Some((end, which)) =
            third.filter_map(|(word, third)| Some((self.text.skip(hit.end, word)?, third.which))).max()
        {
            (hit.end, hit.stretch) = (end, hit.stretch.third(which));
        }
        let leads = self.words.leads.iter().filter(|(_, lead)| lead.behind);
        let found =
            leads.filter_map(|(word, lead)| Some((self.text.skip(self.text.skip_gap(hit.end), word)?, lead.role)));
        if let Some((end, role)) = found.filter(|(end, _)| self.text.is_edge(*end)).max_by_key(|(end, _)| *end) {
            (hit.end, hit.bare) = (end, false);
            if hit.role == Role::On {
                hit.role = role;
            }
        }
        if hit.role.is_start() {
            hit.end = self
                .skip_words(self.text.skip_gap(hit.end), &self.words.tails)
                .map_or(hit.end, |end| self.before_gap(end));
        }
        hit
    }

    fn longer(&self, one: Option<Found>, other: Option<Found>) -> Option<Found> {
        [one, other].into_iter().flatten().max_by_key(|found| found.end)
    }

    fn piece(&self, at: usize, has_lead: bool) -> Option<Found> {
        let found = pieces::at(self.text, at, self.words, self.now).filter(|_| self.text.is_edge(at))?;
        (has_lead || !found.wants_lead).then_some(found)
    }

    /// The place behind a preposition or joining word.
    fn joint(&self, at: usize) -> Option<usize> {
        let lead = self.lead(at).filter(|(_, role)| *role == Role::On).map(|(end, _)| end);
        lead.max(self.skip_words(at, &self.words.joins))
    }

    fn skip_words(&self, at: usize, words: &super::words::Named<()>) -> Option<usize> {
        longest(self.text, at, words).and_then(|(end, ())| self.after(end))
    }

    fn skip_word(&self, at: usize, word: &[char]) -> Option<usize> {
        self.text.skip(at, word).and_then(|end| self.after(end))
    }

    /// The place behind the gap after a word.
    fn after(&self, end: usize) -> Option<usize> {
        self.text.is_edge(end).then(|| self.text.skip_gap(end))
    }

    fn before_gap(&self, mut end: usize) -> usize {
        while end > 0 && self.text.get(end - 1).is_some_and(|c| c.is_whitespace() || c == ',') {
            end -= 1;
        }
        end
    }
}
