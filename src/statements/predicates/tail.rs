//! What may follow a pattern in its clause: words that say nothing, a reason, or a further clause.

use super::Matcher;

/// What follows a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tail {
    /// First token of a further clause.
    pub rest: Option<usize>,
    /// `any more`: a negation before it is an end.
    pub any_more: bool,
    /// `no longer` where it stands at the end: `nicht mehr`.
    pub no_longer: bool,
}

impl Matcher<'_> {
    /// What follows the pattern that ends at a token. None: something that is not accounted for.
    pub fn tail(&self, mut at: usize) -> Option<Tail> {
        let mut tail = Tail::default();
        let mut joined = None;
        while at < self.tokens.len() {
            if self.table.set("reasons").length(self.tokens, at) > 0 {
                return Some(tail);
            }
            if joined.is_some() && self.starts_clause(at) {
                return Some(Tail { rest: joined, ..tail });
            }
            let next = self.past_joins(at);
            if next > at {
                (at, joined) = (next, Some(next));
            } else {
                at = self.silent(at, &mut tail)?;
            }
        }
        Some(tail)
    }

    /// Past words that add nothing, or that only say when.
    fn silent(&self, at: usize, tail: &mut Tail) -> Option<usize> {
        if let Some(end) = self.when_at(at) {
            return Some(end);
        }
        let length = |name| self.table.set(name).length(self.tokens, at);
        let (any_more, no_longer) = (length("any more"), length("no longer"));
        tail.any_more |= any_more > 0;
        tail.no_longer |= no_longer > 0;
        let longest = any_more.max(no_longer).max(length("adverbs")).max(length("closers"));
        match self.tokens.get(at)?.text.as_str() {
            // Inside a sentence a full stop is an abbreviation's.
            "." if at + 1 < self.tokens.len() => None,
            "." | "!" | "…" | "。" | "！" | "~" => Some(at + 1),
            _ => (longest > 0).then_some(at + longest),
        }
    }

    /// Past `and`, `but`, commas, dashes.
    pub fn past_joins(&self, mut at: usize) -> usize {
        while let Some(token) = self.tokens.get(at) {
            let length = self.table.set("joins").length(self.tokens, at);
            let mark = matches!(token.text.as_str(), "," | ";" | "-" | "–" | "—" | "&" | "，" | "、" | "；" | ":");
            match (length, mark) {
                (0, false) => break,
                (0, true) => at += 1,
                _ => at += length,
            }
        }
        at
    }

    /// Whether a further clause begins at a token: by its subject, or by a verb with more after it.
    fn starts_clause(&self, at: usize) -> bool {
        if self.table.set("starts").length(self.tokens, at) > 0 {
            return true;
        }
        let verb = self.table.set("verbs after").length(self.tokens, at);
        let after = at + verb;
        verb > 0 && after < self.tokens.len() && self.past_joins(after) == after
    }
}
