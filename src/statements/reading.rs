//! The stages, one after the other.

use super::clauses::{Clause, Sentence};
use super::languages::{self, Language};
use super::lift::{self, Speaker};
use super::mood::{self, Mood, Subject};
use super::neighbours::{self, Marked, Marker};
use super::predicates::table;
use super::tokens::folded;
use super::vocabulary::is_date_word;
use super::when::Clock;
use super::words::is_sign;
use super::{framing, sentences, slots};
use crate::types::{Act, Frame, Reading, Span, Statement, Utterance};

/// Reads an utterance.
pub fn read(utterance: &Utterance) -> Reading {
    let mut turn = Turn::new(utterance);
    let passages = framing::passages(&utterance.text, utterance.speaker.as_deref());
    let own = passages.iter().filter(|passage| passage.frame == Frame::Own);
    for span in own.flat_map(|passage| sentences::sentences(&utterance.text, passage.span)) {
        turn.next(span);
    }
    let mut statements = turn.statements;
    settle(&mut statements, utterance.at);
    Reading { passages, statements, unread: turn.unread }
}

/// What a sentence was read as: what the next one may take back or correct.
#[derive(Clone, Debug)]
struct Read {
    language: &'static Language,
    text: String,
    commanded: bool,
    clause: Clause,
    statements: Vec<Statement>,
}

/// An utterance in the course of being read.
struct Turn<'u> {
    utterance: &'u Utterance,
    clock: Clock,
    statements: Vec<Statement>,
    unread: Vec<Span>,
    /// The sentence before, where something was read of it.
    last: Option<Read>,
    /// That sentence is of the utterance before.
    across: bool,
    /// The sentence before, read or not.
    previous: Option<Span>,
}

impl<'u> Turn<'u> {
    fn new(utterance: &'u Utterance) -> Self {
        let clock = Clock { at: utterance.at, utc_offset: utterance.utc_offset.unwrap_or(0) };
        let (statements, unread) = (Vec::new(), Vec::new());
        let last = utterance.before.as_ref().and_then(|before| {
            let earlier = Utterance { text: before.clone(), before: None, ..utterance.clone() };
            let mut turn = Turn::new(&earlier);
            let passages = framing::passages(before, utterance.speaker.as_deref());
            let own = passages.iter().filter(|passage| passage.frame == Frame::Own);
            own.flat_map(|passage| sentences::sentences(before, passage.span)).for_each(|span| turn.next(span));
            turn.last
        });
        Self { utterance, clock, statements, unread, across: last.is_some(), last, previous: None }
    }

    fn speaker(&self, span: Span) -> Speaker<'u> {
        let name = self.utterance.speaker.as_deref().map(str::trim).filter(|name| !name.is_empty());
        Speaker { name, utc_offset: self.clock.utc_offset, span }
    }

    fn next(&mut self, span: Span) {
        self.sentence(span);
        self.previous = Some(span);
    }

    /// `My sister is well. Moved to York last month.`: who moved is not known.
    fn follows_another(&self, language: &'static Language) -> bool {
        let before = self.previous.and_then(|span| self.utterance.text.get(span.start as usize..span.end as usize));
        before.is_some_and(|before| {
            matches!(mood::mood(before, language).subject, Subject::Mine | Subject::Other)
                && Sentence::new(before, language, self.clock, false).names_another()
        })
    }

    fn sentence(&mut self, span: Span) {
        let utterance = self.utterance;
        let Some(text) = utterance.text.get(span.start as usize..span.end as usize) else { return };
        let languages = languages::candidates(text);
        // A few words do not show their language: they are in that of what they correct.
        let known = self.last.as_ref().map(|last| last.language);
        if known.into_iter().chain(languages.iter().copied()).any(|language| self.corrects(text, span, language)) {
            return;
        }
        let last = self.last.take();
        let mut states = false;
        for language in &languages {
            if let Some(marked) = neighbours::inside(text, table(language)) {
                // Whatever it corrects, what stands before it is not meant.
                if self.corrected(text, span, language, marked) {
                    return;
                }
                continue;
            }
            let whole = self.read(text, span, language);
            let labelled = || framing::labelled(text).map(|rest| self.read(rest, span, language));
            let (read, stated, left) = if whole.0.is_some() { whole } else { labelled().unwrap_or(whole) };
            states |= stated;
            if let Some(read) = read {
                self.keep(read);
                if left {
                    self.unread.push(span);
                }
                return;
            }
        }
        // `Me in short:` states nothing yet.
        if states && !text.trim_end().ends_with([':', '：']) {
            self.unread.push(span);
        }
        // `Ah` between a statement and `just kidding` parts them not.
        let words = text.split_whitespace().count();
        self.last = last.filter(|_| words <= 1);
    }

    /// What a text says; whether it states at all; whether some of it is not read.
    fn read(&self, text: &str, span: Span, language: &'static Language) -> (Option<Read>, bool, bool) {
        let manner = mood::mood(text, language);
        if manner.mood == Mood::Asks
            && let Some(before) = mood::before_question(text, language)
        {
            return self.read(before, span, language);
        }
        let commanded = manner.mood == Mood::Commands;
        if manner.reported || manner.doubted {
            return (None, false, false);
        }
        if !(commanded || manner.mood == Mood::States) {
            let part = mood::stated_part(text, language).filter(|_| manner.mood != Mood::Asks);
            return part.map_or((None, false, false), |part| self.read(part, span, language));
        }
        let content = manner.content.and_then(|part| text.get(part.start as usize..part.end as usize));
        let mut sentence = Sentence::new(content.unwrap_or(text), language, self.clock, commanded);
        sentence.after_another = self.follows_another(language);
        let clauses = sentence.clauses();
        let speaker = self.speaker(span);
        let mut found: Vec<Statement> =
            clauses.read.iter().flat_map(|clause| lift::statements(clause, &sentence, speaker)).collect();
        // "Remember that my aunt Ida lives in Ely": more is to be kept than that she is an aunt.
        let partly = clauses.left || clauses.read.iter().any(|clause| clause.says_more(&sentence));
        if (found.is_empty() || partly) && content.is_some() && !commanded {
            found.extend(lift::as_said(&sentence, speaker));
        }
        let clause = clauses.read.last().cloned().unwrap_or_default();
        if let Some(verb) = &clauses.contrast {
            // `I don't like coffee, I love it` is of coffee.
            let object =
                clause.last_slot(&sentence).map(|(first, end)| slots::said(sentence.text, &clause.tokens[first..end]));
            let meant = object.and_then(|object| self.read(&format!("I {verb} {object}"), span, language).0);
            return (meant, true, false);
        }
        if found.is_empty() {
            return (None, !commanded, false);
        }
        let read = Read { language, text: sentence.text.into(), commanded, clause, statements: found };
        (Some(read), true, clauses.left && content.is_none())
    }

    fn keep(&mut self, read: Read) {
        self.statements.extend(read.statements.iter().cloned());
        self.last = Some(read);
        self.across = false;
    }

    /// A sentence that takes the one before it back, or corrects it.
    fn corrects(&mut self, text: &str, span: Span, language: &'static Language) -> bool {
        let marked = neighbours::at_start(text, table(language));
        let Some(last) = self.last.clone() else {
            // `Scratch that, I live in Leeds`: nothing that was read is taken back, but Leeds stands.
            let parted = |it: &Marked| {
                text.get(..it.rest).is_some_and(|text| text.trim_end().ends_with([',', '-', '–', '—', ':']))
            };
            let meant = marked.filter(|it| it.marker != Marker::MayCorrect && parted(it));
            let rest = meant.and_then(|it| text.get(it.rest..));
            let read = rest.and_then(|rest| self.read(rest, span, language).0);
            let stands = read.is_some();
            read.into_iter().for_each(|read| self.keep(read));
            return stands;
        };
        let rest = marked.map(|marked| marked.rest).or(neighbours::restated(text, table(language))).or(Some(0));
        let swapped = rest.and_then(|at| neighbours::instead(text.get(at..)?, table(language)));
        if swapped.is_some_and(|(right, wrong)| self.swaps(&last, right, wrong, span)) {
            return true;
        }
        let Some(marked) = marked else {
            return self.updates(&last, text, span, language);
        };
        let rest = text.get(marked.rest..).unwrap_or_default();
        if marked.marker == Marker::TakesBack {
            // `Scratch that, Leeds` takes York back and says what is so.
            if let Some(read) =
                self.meant(&last, rest, span, Marker::MayCorrect).filter(|read| is_of_place(read, language))
            {
                self.replace(&last, read);
                return true;
            }
            self.take_back(&last, span, Act::Deny);
            self.last = None;
            if let Some(read) = self.read(rest, span, language).0 {
                self.keep(read);
            }
            return true;
        }
        if let Some(read) = self.meant(&last, rest, span, marked.marker) {
            self.replace(&last, read);
            return true;
        }
        if marked.marker == Marker::Corrects {
            self.take_back(&last, span, Act::Deny);
            self.unread.push(span);
            self.last = None;
            return true;
        }
        false
    }

    /// Puts one value in the place of another that was said just before: `not Oli, Olly`.
    fn swaps(&mut self, last: &Read, right: &str, wrong: &str, span: Span) -> bool {
        let same = |one: &&Statement| {
            one.act == Act::State && one.value.as_deref().is_some_and(|value| folded(value) == folded(wrong))
        };
        let Some(one) = last.statements.iter().find(same) else { return false };
        let Some(value) = one.value.as_deref() else { return false };
        let capital = |word: &str| word.starts_with(char::is_uppercase);
        if capital(right) != capital(value) || right.split_whitespace().count() > 3 || !one.text.contains(value) {
            return false;
        }
        let text = one.text.replacen(value, right, 1);
        let (act, instead_of) = match self.across {
            true => (Act::Correct, one.value.clone()),
            false => (Act::State, None),
        };
        let meant = Statement { act, span, text, value: Some(right.into()), instead_of, ..one.clone() };
        if !self.across {
            self.statements.retain(|statement| statement != one);
        }
        self.statements.push(meant);
        self.last = None;
        true
    }

    /// A sentence that says what is so now: `It's Leeds now`. Whatever else could be so (`It's cold now`) has no name.
    fn updates(&mut self, last: &Read, text: &str, span: Span, language: &'static Language) -> bool {
        let Some(rest) = neighbours::update(text, table(language)).and_then(|at| text.get(at..)) else { return false };
        let named = |one: &Statement| {
            let value = one.value.as_deref().unwrap_or_default();
            let is_name = value.starts_with(char::is_uppercase) || slots::is_known_place(value, table(language));
            is_name && !one.several && !is_date_word(value) && one.valid_from.is_none()
        };
        let alike = |read: &Read| read.statements.iter().all(named) && read.statements.len() == last.statements.len();
        let Some(read) = self.meant(last, rest, span, Marker::Corrects).filter(alike) else { return false };
        self.keep(read);
        true
    }

    /// A sentence that corrects itself. False: its first part says nothing in this language.
    fn corrected(&mut self, text: &str, span: Span, language: &'static Language, marked: Marked) -> bool {
        let before = text.get(..marked.at).unwrap_or_default();
        let (Some(first), ..) = self.read(before, span, language) else { return false };
        // `I was never vegan, that was a joke`: what it denies is the joke.
        if marked.marker == Marker::TakesBack && first.statements.iter().all(|one| one.act == Act::Deny) {
            self.keep(first);
            return true;
        }
        let rest = text.get(marked.rest..).unwrap_or_default();
        match self.meant(&first, rest, span, marked.marker).filter(|_| marked.marker != Marker::TakesBack) {
            Some(read) => self.keep(read),
            None => self.unread.push(span),
        }
        true
    }

    /// What the words after a marker say in the place of what was read: a statement of the same address, or its
    /// last value.
    fn meant(&self, last: &Read, rest: &str, span: Span, marker: Marker) -> Option<Read> {
        let whole = self.read(rest, span, last.language).0;
        let addresses: Vec<_> = last.statements.iter().map(|statement| &statement.attribute).collect();
        let same = |read: &Read| read.statements.iter().all(|statement| addresses.contains(&&statement.attribute));
        if let Some(read) = whole.as_ref().filter(|read| same(read)) {
            return Some(read.clone());
        }
        let sentence = Sentence::new(&last.text, last.language, self.clock, last.commanded);
        let texts = neighbours::replaced(&last.clause, &sentence, rest);
        let replaced = texts.iter().find_map(|text| {
            let (read, _, left) = self.read(text, span, last.language);
            let alike = |read: &Read| {
                read.statements.iter().all(|one| last.statements.iter().any(|other| other.predicate == one.predicate))
            };
            // After `すみません` may follow anything: without capitals only a place shows that it is meant.
            let certain = |one: &Statement| {
                let value = one.value.as_deref().unwrap_or_default();
                !value.contains(is_sign) || slots::is_known_place(value, table(last.language))
            };
            // `No, Luton` is no name of somebody who said that she is Sam.
            let placed = |read: &Read| is_of_place(read, last.language) == is_of_place(last, last.language);
            let sure = |read: &Read| marker == Marker::Corrects || read.statements.iter().all(certain) && placed(read);
            read.filter(|read| !left && alike(read) && sure(read))
        });
        // `I meant I work at Acme` is of another address.
        replaced.or_else(|| whole.filter(|_| marker == Marker::Corrects))
    }

    /// Puts a reading in the place of the last one. Across utterances the wrong value is named.
    fn replace(&mut self, last: &Read, mut read: Read) {
        if self.across {
            for statement in read.statements.iter_mut().filter(|statement| statement.act == Act::State) {
                let wrong = last.statements.iter().find(|wrong| wrong.attribute == statement.attribute);
                if let Some(wrong) = wrong {
                    statement.act = Act::Correct;
                    statement.instead_of = wrong.value.clone();
                }
            }
        } else {
            self.drop_last(last);
        }
        self.keep(read);
    }

    /// Within an utterance a statement that is taken back was never made; one of the utterance before is denied.
    fn take_back(&mut self, last: &Read, span: Span, act: Act) {
        if !self.across {
            self.drop_last(last);
            return;
        }
        let stated = last.statements.iter().filter(|statement| statement.act == Act::State);
        self.statements.extend(stated.map(|statement| Statement { act, span, ..statement.clone() }));
    }

    fn drop_last(&mut self, last: &Read) {
        let kept = self.statements.len().saturating_sub(last.statements.len());
        self.statements.truncate(kept);
    }
}

/// Whether its values are places that are known.
fn is_of_place(read: &Read, language: &'static Language) -> bool {
    let placed =
        |one: &Statement| one.value.as_deref().is_some_and(|value| slots::is_known_place(value, table(language)));
    read.statements.iter().all(placed)
}

/// Of two statements of one value within an utterance the last holds; an end before a new value is its start.
fn settle(statements: &mut Vec<Statement>, at: u64) {
    let mut nth = 0;
    while nth < statements.len() {
        let one = statements[nth].clone();
        let follows = |later: &&mut Statement| {
            let same = later.attribute.is_some() && later.attribute == one.attribute && later.entity == one.entity;
            same && !later.several && later.act == Act::State && later.valid_to.is_none()
        };
        let later = statements.iter_mut().skip(nth + 1).find(follows);
        let replaced = match (later, one.act) {
            (Some(later), Act::State) => {
                one.valid_to.is_none() && later.valid_from.is_none_or(|from| from <= at) && !one.several
            }
            (Some(later), Act::End) => {
                later.valid_from = later.valid_from.or(one.valid_from);
                later.value != one.value
            }
            _ => false,
        };
        if replaced {
            statements.remove(nth);
        } else {
            nth += 1;
        }
    }
}
