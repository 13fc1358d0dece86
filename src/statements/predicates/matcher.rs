//! A pattern against the tokens of a clause, by backtracking that is bounded.

use super::super::slots;
use super::super::tokens::Token;
use super::super::when::When;
use super::pattern::{Node, Slot};
use super::tail::Tail;
use super::{Rule, Status, Table};

/// Tokens that one value may take.
const WIDEST: usize = 14;

/// A value that a slot took.
#[derive(Clone, Copy, Debug)]
pub struct Capture<'t> {
    /// Which slot.
    pub slot: &'t Slot,
    /// First token.
    pub first: usize,
    /// One past the last.
    pub end: usize,
}

/// A rule that fits.
#[derive(Clone, Debug)]
pub struct Match<'t> {
    /// The rule.
    pub rule: &'t Rule,
    /// In the order of the pattern.
    pub captures: Vec<Capture<'t>>,
    /// The strongest that the forms of its verbs have.
    pub status: Status,
    /// What follows it.
    pub tail: Tail,
}

/// A clause as patterns meet it.
#[derive(Debug)]
pub struct Matcher<'t> {
    /// The sentence.
    pub text: &'t str,
    /// Its tokens, or those of a clause of it.
    pub tokens: &'t [Token],
    /// The language's.
    pub table: &'t Table,
    /// First token and one past the last of each time expression.
    pub whens: &'t [(usize, usize)],
    /// What these are.
    pub times: &'t [&'t When],
    /// It is a command: only wishes are read.
    pub commanded: bool,
    /// It only asks whether a part could go on.
    pub inner: bool,
    steps: u32,
    pub(super) captures: Vec<Capture<'t>>,
    statuses: Vec<Status>,
}

/// What of a pattern is still to be met.
struct Rest<'t, 'r> {
    nodes: &'t [Node],
    next: Option<&'r Rest<'t, 'r>>,
}

impl<'t> Matcher<'t> {
    /// A matcher of the tokens of a clause.
    pub fn new(
        text: &'t str,
        tokens: &'t [Token],
        table: &'t Table,
        whens: &'t [(usize, usize)],
        times: &'t [&'t When],
    ) -> Self {
        Self {
            text,
            tokens,
            table,
            whens,
            times,
            commanded: false,
            inner: false,
            steps: 0,
            captures: Vec::new(),
            statuses: Vec::new(),
        }
    }

    /// The rule that says most of the clause, and those that say more about it: `a nurse at Acme` is a job and
    /// an employer.
    pub fn all(&mut self) -> Vec<Match<'t>> {
        let Some(best) = self.best() else { return Vec::new() };
        let settings = |found: &Match<'t>| self.table.settings.get(found.rule.settings);
        let mut taken = vec![settings(&best).map(|settings| settings.attribute)];
        let mut all = vec![best];
        if !settings(&all[0]).is_some_and(|settings| settings.joint) {
            return all;
        }
        let table = self.table;
        for rule in self.tokens.first().into_iter().flat_map(|first| table.beginning(&first.text)) {
            let Some(settings) = table.settings.get(rule.settings).filter(|settings| settings.joint) else { continue };
            if taken.contains(&Some(settings.attribute)) {
                continue;
            }
            if let Some(found) = self.one(rule).filter(|found| found.tail.rest == all[0].tail.rest) {
                taken.push(Some(settings.attribute));
                all.push(found);
            }
        }
        all
    }

    /// The rule that says most of the clause; of two the first in the file.
    fn best(&mut self) -> Option<Match<'t>> {
        let first = self.tokens.first()?;
        let mut best: Option<Match<'t>> = None;
        for rule in self.table.beginning(&first.text) {
            let is_wish = self.table.settings.get(rule.settings).is_some_and(|settings| settings.command);
            if self.commanded && !is_wish {
                continue;
            }
            let found = self.one(rule);
            let reach = |found: &Match<'t>| found.tail.rest.unwrap_or(usize::MAX);
            if found.as_ref().is_some_and(|found| best.as_ref().is_none_or(|best| reach(found) > reach(best))) {
                best = found;
            }
            if best.as_ref().is_some_and(|best| best.tail.rest.is_none()) {
                break;
            }
        }
        best
    }

    fn one(&mut self, rule: &'t Rule) -> Option<Match<'t>> {
        // Enough for any honest clause; a hostile one is not read.
        self.steps = 400 + 60 * u32::try_from(self.tokens.len()).unwrap_or(0);
        self.captures.clear();
        self.statuses.clear();
        let (tail, status) = self.step(0, &rule.nodes, None)?;
        Some(Match { rule, captures: self.captures.clone(), status, tail })
    }

    fn step(&mut self, at: usize, nodes: &'t [Node], next: Option<&Rest<'t, '_>>) -> Option<(Tail, Status)> {
        self.steps = self.steps.checked_sub(1)?;
        let Some((node, after)) = nodes.split_first() else {
            return match next {
                Some(rest) => self.step(at, rest.nodes, rest.next),
                None => self.accept(at),
            };
        };
        let found = match node {
            Node::Word(word) if self.is_at(at, word) => self.step(at + 1, after, next),
            Node::Word(_) => None,
            Node::Slot(slot) => self.slot(at, slot, after, next),
            Node::Any(all) => {
                let rest = Rest { nodes: after, next };
                return all.iter().find_map(|branch| self.step(at, branch, Some(&rest)));
            }
            Node::Macro(place, mask) => {
                let rest = Rest { nodes: after, next };
                let branches = self.table.macros.get(*place)?;
                return branches.iter().filter(|(status, _)| status.bit() & mask != 0).find_map(|(status, branch)| {
                    self.statuses.push(*status);
                    let found = self.step(at, branch, Some(&rest));
                    if found.is_none() {
                        self.statuses.pop();
                    }
                    found
                });
            }
        };
        found.or_else(|| {
            let skipped = self.skip(at);
            (skipped > at && at > 0).then(|| self.step(skipped, nodes, next)).flatten()
        })
    }

    fn slot(
        &mut self,
        at: usize,
        slot: &'t Slot,
        after: &'t [Node],
        next: Option<&Rest<'t, '_>>,
    ) -> Option<(Tail, Status)> {
        let widest = self.tokens.len().min(at + slots::widest(slot).min(WIDEST));
        for end in at + 1..=widest {
            self.steps = self.steps.checked_sub(1)?;
            if !slots::fits(slot, self, at, end) {
                continue;
            }
            self.captures.push(Capture { slot, first: at, end });
            if let Some(found) = self.step(end, after, next) {
                return Some(found);
            }
            self.captures.pop();
        }
        None
    }

    /// The end of the pattern: what follows it must say nothing, or begin a clause.
    fn accept(&self, at: usize) -> Option<(Tail, Status)> {
        let tail = self.tail(at)?;
        let said = self.statuses.iter().copied().max().unwrap_or(Status::Present);
        let status = match said {
            Status::Present | Status::Negated if tail.no_longer => Status::Ended,
            Status::Negated if tail.any_more => Status::Ended,
            Status::Ended => said,
            _ if tail.any_more || tail.no_longer => return None,
            _ => said,
        };
        Some((tail, status))
    }

    /// Whether a word stands there.
    pub fn is_at(&self, at: usize, word: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.text == word || (word == "is" && token.text == "'s"))
    }

    /// Past adverbs and a time expression, which may stand between any two parts of a pattern.
    fn skip(&self, at: usize) -> usize {
        let silent = |name| self.table.set(name).length(self.tokens, at);
        self.when_at(at).unwrap_or_else(|| at + silent("adverbs").max(silent("lasting")))
    }

    /// One past the time expression that begins at a token.
    pub fn when_at(&self, at: usize) -> Option<usize> {
        self.whens.iter().find(|(first, _)| *first == at).map(|(_, end)| *end)
    }
}
