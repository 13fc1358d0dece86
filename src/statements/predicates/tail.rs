//! What may follow a pattern in its clause: words that say nothing, a reason, or a further clause.

use super::super::tokens::Token;
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
            if joined.is_some() && self.contrasts(at) {
                return Some(tail);
            }
            // `Between 2005 and 2011`: no clause is joined there.
            let next = if self.when_at(at).is_some() { at } else { self.past_joins(at) };
            if joined.is_none() && self.contrasts(at) {
                return Some(tail);
            }
            if joined.is_none() && self.runs_on(at) {
                return Some(Tail { rest: Some(at), ..tail });
            }
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
        let longest = any_more.max(no_longer).max(length("adverbs")).max(length("lasting")).max(length("closers"));
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

    /// What it is not, which the pattern does not speak about: `but not to eggs`. `But not really` takes it back.
    fn contrasts(&self, at: usize) -> bool {
        const WORDS: core::ops::RangeInclusive<usize> = 1..=4;
        let from = at + self.table.set("negators").length(self.tokens, at);
        let rest = self.tokens.get(from..).unwrap_or_default();
        let takes_back = |name: &str| self.table.set(name).any(rest);
        let names = ["adverbs", "pointers", "any more", "takebacks"];
        from > at && WORDS.contains(&rest.len()) && rest[0].word && !names.iter().any(|name| takes_back(name))
    }

    /// Whether a further clause begins at a token: by its subject, by a verb with more after it, or as a part that
    /// has the verb of the one before: `a son named Leo and a daughter named Mia`.
    fn starts_clause(&self, at: usize) -> bool {
        let numbered = self.tokens.get(at).is_some_and(|token| token.text.bytes().all(|byte| byte.is_ascii_digit()));
        if numbered || self.table.set("part starts").length(self.tokens, at) > 0 {
            return self.inner || self.carries(at);
        }
        if self.table.set("starts").length(self.tokens, at) > 0 {
            return true;
        }
        // A language that leaves its subject out has nothing to begin with but the clause.
        if !self.inner && self.table.set("verbs after").is_empty() {
            return self.carries(at);
        }
        let verb = self.table.set("verbs after").length(self.tokens, at);
        let after = at + verb;
        verb > 0 && after < self.tokens.len() && self.past_joins(after) == after
    }

    /// Whether a clause begins at a token though nothing joins it: `i live in leeds i work at greggs`. After a thing
    /// that would tell which one it is: `I love the house my parents built`.
    fn runs_on(&self, at: usize) -> bool {
        const NAMED: [&str; 12] = [
            "place",
            "city",
            "name",
            "proper",
            "org",
            "left",
            "years",
            "number",
            "diet",
            "condition",
            "conditional",
            "staff",
        ];
        let named = self.captures.last().is_some_and(|last| NAMED.contains(&last.slot.kind) && last.end == at);
        let clause = self.tokens.get(at..).unwrap_or_default();
        named && !self.inner && self.table.set("persons").length(self.tokens, at) > 0 && {
            let mut matcher = Matcher::new(self.text, clause, self.table, &[], &[]);
            matcher.inner = true;
            !matcher.all().is_empty()
        }
    }

    fn carries(&self, at: usize) -> bool {
        let rest = self.tokens.get(at..).unwrap_or_default();
        let carried = core::iter::once(Vec::new()).chain(self.table.set("carried").phrases());
        carried.into_iter().any(|words| {
            let first = rest.first().map_or(0, |token| token.start);
            let carried = words.iter().map(|text| Token {
                text: text.clone(),
                start: first,
                end: first,
                capital: false,
                word: true,
            });
            let tokens: Vec<Token> = carried.chain(rest.iter().cloned()).collect();
            let mut matcher = Matcher::new(self.text, &tokens, self.table, &[], &[]);
            matcher.inner = true;
            !matcher.all().is_empty()
        })
    }
}
