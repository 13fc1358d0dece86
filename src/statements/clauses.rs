//! A sentence cut into clauses, each of which a predicate must say whole.

use super::languages::Language;
use super::predicates::{Matcher, Table, table};
use super::tokens::{Token, tokens};
use super::when::{self, Clock, Lean, When};

/// More tokens than this are no plain statement.
const LONGEST: usize = 90;

/// A sentence as its clauses are read from it.
#[derive(Debug)]
pub struct Sentence<'t> {
    /// Its text.
    pub text: &'t str,
    /// Its language.
    pub language: &'static Language,
    /// The predicates of its language.
    pub table: &'static Table,
    /// Its time expressions, as of a past and of a coming event.
    pub whens: [Vec<When>; 2],
    /// It is a command: only wishes are read.
    pub commanded: bool,
    /// Another is spoken about: without a subject of its own it is not the speaker's.
    pub after_another: bool,
    tokens: Vec<Token>,
}

/// A clause that a predicate says whole.
#[derive(Clone, Debug, Default)]
pub struct Clause {
    /// Its tokens; those of a subject that the clause before it gave come first, without bytes.
    pub tokens: Vec<Token>,
    /// First token, one past the last, and place of each of the sentence's time expressions in it.
    pub whens: Vec<(usize, usize)>,
    /// Which of the sentence's these are.
    pub dates: Vec<usize>,
}

/// What the clauses of a sentence say.
#[derive(Debug, Default)]
pub struct Clauses {
    /// Those that a predicate says whole.
    pub read: Vec<Clause>,
    /// Some clause was not read.
    pub left: bool,
    /// Where a clause that was not read takes back what stands before it, its verb: `I don't like it, I *love* it`.
    pub contrast: Option<String>,
}

impl<'t> Sentence<'t> {
    /// A sentence of one language.
    pub fn new(text: &'t str, language: &'static Language, clock: Clock, commanded: bool) -> Self {
        let table = table(language);
        let tokens = tokens(text, &table.contractions);
        let find = |lean| match tokens.len() > LONGEST {
            true => Vec::new(),
            false => when::find(text, language, clock, lean),
        };
        Self {
            text,
            language,
            table,
            whens: [find(Lean::Past), find(Lean::Future)],
            commanded,
            after_another: false,
            tokens,
        }
    }

    /// Whether it names somebody of the speaker's, or points at one.
    pub fn names_another(&self) -> bool {
        let persons = ["he", "she", "they"];
        ["relation", "relative"].iter().any(|name| self.table.set(name).any(&self.tokens))
            || self.tokens.iter().any(|token| persons.contains(&token.text.as_str()))
    }

    /// How many words it has.
    pub fn words(&self) -> usize {
        self.tokens.iter().filter(|token| token.word).count()
    }

    /// Its clauses, from the first that states something.
    pub fn clauses(&self) -> Clauses {
        let mut clauses = Clauses::default();
        if self.tokens.len() > LONGEST || self.tokens.is_empty() {
            clauses.left = true;
            return clauses;
        }
        let (mut at, mut carry) = (0, false);
        while at < self.tokens.len() {
            let start = self.past_openings(at);
            if start >= self.tokens.len() {
                break;
            }
            // `Living in York` is said of the speaker.
            let bare = |at: usize| self.table.set("bare starts").length(&self.tokens, at) > 0;
            let bare = clauses.read.is_empty() && !self.after_another && (bare(start) || bare(at));
            carry |= bare;
            // `No` opens a clause, and begins `no emojis`.
            let clause = self.clause(at, start, carry).or_else(|| self.clause(at, at, carry).filter(|_| start > at));
            match clause {
                Some((clause, rest)) => {
                    carry = !(self.is_uninflected() && clause.is_of_another(self));
                    clauses.read.push(clause);
                    at = rest.unwrap_or(self.tokens.len());
                }
                None => {
                    clauses.left = true;
                    let negated = clauses.read.iter().any(|clause| self.table.set("negators").any(&clause.tokens));
                    clauses.contrast = clauses.contrast.or_else(|| self.points_back(start).filter(|_| negated));
                    let Some(next) = self.next_start(start) else { break };
                    (at, carry) = (next, false);
                }
            }
        }
        clauses
    }

    /// The clause that begins at a token, and where the next one begins. Time expressions between `from` and
    /// `start` are the clause's.
    fn clause(&self, from: usize, start: usize, carry: bool) -> Option<(Clause, Option<usize>)> {
        if let Some(found) = self.with(&[], from, start) {
            return Some(found);
        }
        let carried = self.table.set("carried");
        let phrases: Vec<Vec<String>> = if carry { carried.phrases() } else { Vec::new() };
        phrases.iter().find_map(|words| self.with(words, from, start))
    }

    fn with(&self, carried: &[String], from: usize, start: usize) -> Option<(Clause, Option<usize>)> {
        let first = self.tokens.get(start)?.start;
        let subject =
            |text: &String| Token { text: text.clone(), start: first, end: first, capital: false, word: true };
        let mut tokens: Vec<Token> = carried.iter().map(subject).collect();
        tokens.extend(self.tokens[start..].iter().cloned());
        let (mut whens, mut dates) = (Vec::new(), Vec::new());
        for (place, when) in self.whens[1].iter().enumerate() {
            let inside = |token: &&Token| {
                token.start >= when.span.start && token.end <= when.span.end && token.end > token.start
            };
            let before = self.tokens[from..start].iter().any(|token| inside(&token));
            let at = self.tokens[start..].iter().position(|token| inside(&token)).map(|at| at + carried.len());
            let length = self.tokens[start..].iter().filter(inside).count();
            if before || at.is_some() {
                // One that stands before the clause takes none of its tokens.
                whens.push(at.map_or((0, 0), |at| (at, at + length)));
                dates.push(place);
            }
        }
        let times: Vec<&When> = dates.iter().filter_map(|place| self.whens[1].get(*place)).collect();
        let mut matcher = Matcher::new(self.text, &tokens, self.table, &whens, &times);
        matcher.commanded = self.commanded;
        let found = matcher.all().into_iter().next()?;
        let rest = found.tail.rest.map(|rest| rest - carried.len() + start);
        let ends = found.tail.rest.unwrap_or(tokens.len());
        tokens.truncate(ends);
        let kept: Vec<bool> = whens.iter().map(|(at, _)| *at < ends || *at == 0).collect();
        let clause = Clause { tokens, whens: keep(whens, &kept), dates: keep(dates, &kept) };
        Some((clause, rest))
    }

    /// Past words and marks with which a clause opens, and a time expression.
    fn past_openings(&self, mut at: usize) -> usize {
        let joins = Matcher::new(self.text, &self.tokens, self.table, &[], &[]);
        while at < self.tokens.len() {
            let length = |name: &str| self.table.set(name).length(&self.tokens, at);
            // "No, vivo en Madrid" opens; "no vivo en Madrid" negates.
            let denies = length("no openings");
            let negates = denies > 0 && self.tokens.get(at + denies).is_none_or(|after| after.word);
            let opened = if negates { 0 } else { length("openings").max(length("lead-ins")).max(length("adverbs")) };
            let timed = self.whens[1].iter().find(|when| when.span.start == self.tokens[at].start);
            let next = match timed {
                Some(when) => at + self.tokens[at..].iter().filter(|token| token.start < when.span.end).count(),
                None => joins.past_joins(at + opened).max(at + opened),
            };
            let next = if next == at && matches!(self.tokens[at].text.as_str(), "!" | "." | "*" | "•" | "…") {
                at + 1
            } else {
                next
            };
            if next == at {
                break;
            }
            at = next;
        }
        at
    }

    /// Where a clause with a subject of its own begins after one that was not read.
    fn next_start(&self, after: usize) -> Option<usize> {
        let first = |name: &str, at| self.table.set(name).length(&self.tokens, at) > 0;
        if first("subordinators", after) || self.table.set("reporting").any(&self.tokens[after..]) {
            return None;
        }
        let joins = Matcher::new(self.text, &self.tokens, self.table, &[], &[]);
        (after + 1..self.tokens.len()).find_map(|at| {
            let next = joins.past_joins(at);
            let opened = next + self.table.set("openings").length(&self.tokens, next);
            (next > at && (first("persons", next) || first("persons", opened))).then_some(next)
        })
    }

    /// Whether verbs do not show who is meant: `我女儿叫小雨，六岁`.
    fn is_uninflected(&self) -> bool {
        matches!(self.language.code, "zh" | "ja")
    }

    /// The verb of a clause that points at what was said before it: `I love it`.
    fn points_back(&self, start: usize) -> Option<String> {
        let points = self.table.set("points back");
        let at = (start..self.tokens.len()).find(|at| points.length(&self.tokens, *at) > 0)?;
        self.tokens.get(at).map(|token| token.text.clone())
    }
}

impl Clause {
    /// What its time expressions are.
    pub fn times<'c>(&self, sentence: &'c Sentence<'_>) -> Vec<&'c When> {
        self.dates.iter().filter_map(|place| sentence.whens[1].get(*place)).collect()
    }

    /// Whether it names a relation or an animal.
    fn is_of_another(&self, sentence: &Sentence<'_>) -> bool {
        const OTHERS: [&str; 4] = ["kin", "relative", "several", "pet"];
        let times = self.times(sentence);
        let all = self.matcher(sentence, &times).all();
        all.first().is_some_and(|found| found.captures.iter().any(|capture| OTHERS.contains(&capture.slot.kind)))
    }

    /// Whether some of its words are accounted for but not in any value.
    pub fn says_more(&self, sentence: &Sentence<'_>) -> bool {
        let times = self.times(sentence);
        let all = self.matcher(sentence, &times).all();
        all.first().is_some_and(|found| found.captures.iter().any(|capture| capture.slot.kind == "words"))
    }

    /// Its last value: first token and one past the last.
    pub fn last_slot(&self, sentence: &Sentence<'_>) -> Option<(usize, usize)> {
        let times = self.times(sentence);
        let mut matcher = self.matcher(sentence, &times);
        let all = matcher.all();
        let last = all.first()?.captures.iter().rev().find(|capture| capture.slot.kind != "words")?;
        Some((last.first, last.end))
    }

    /// A matcher of it.
    pub fn matcher<'c>(&'c self, sentence: &'c Sentence<'_>, times: &'c [&'c When]) -> Matcher<'c> {
        let mut matcher = Matcher::new(sentence.text, &self.tokens, sentence.table, &self.whens, times);
        matcher.commanded = sentence.commanded;
        matcher
    }
}

fn keep<T>(items: Vec<T>, kept: &[bool]) -> Vec<T> {
    items.into_iter().zip(kept).filter(|(_, kept)| **kept).map(|(item, _)| item).collect()
}
