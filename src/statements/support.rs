//! Whether a sentence of the speaker's own says just what a claim in other words says: a model's claim is
//! the speaker's word only then.
//!
//! Both are told in one way: the speaker is one sign in either (`I`, `Ana`, `the user`), and so is what is
//! the speaker's (`my`, `Ana's`, `her`). Then a whole clause of the sentence must be the whole claim, but
//! for the adverbs and articles: no negation, no mood, no tense and no word more or less.

use super::languages::{self, Language};
use super::mood::{Manner, Mood, mood};
use super::neighbours::Marker;
use super::predicates::table;
use super::tokens::{Token, tokens};
use super::{framing, neighbours, reading, sentences};
use crate::text::normalise;
use crate::types::{Act, Frame, Span, Statement, Utterance};

/// A claim in somebody else's words.
#[derive(Clone, Copy, Debug)]
pub struct Claimed<'a> {
    /// In one sentence.
    pub text: &'a str,
    /// What it is about, and which of its properties.
    pub address: Option<(&'a str, &'a str)>,
    /// The value of that.
    pub value: Option<&'a str>,
    /// Names that stand for the speaker, besides `user`.
    pub names: &'a [&'a str],
}

/// The first sentence of the speaker's own that says just what a claim says, and that the next one lets stand.
#[must_use]
pub fn support(utterance: &Utterance, claim: &Claimed<'_>) -> Option<Span> {
    let passages = framing::passages(&utterance.text, utterance.speaker.as_deref());
    let own = passages.iter().filter(|passage| passage.frame == Frame::Own);
    let sentences: Vec<Span> = own.flat_map(|passage| sentences::sentences(&utterance.text, passage.span)).collect();
    let read = reading::read(utterance).statements;
    let stands = |at: usize| sentences.get(at + 1).is_none_or(|next| !revokes(words_of(utterance, *next)));
    let said = |at: usize| {
        let here: Vec<&Statement> = read.iter().filter(|statement| statement.span == sentences[at]).collect();
        says(utterance, sentences[at], &here, claim)
    };
    (0..sentences.len()).find(|at| stands(*at) && said(*at)).map(|at| sentences[at])
}

/// Whether what somebody says next may take back or correct what was said before: `just kidding`, `sorry, Leeds`.
#[must_use]
pub fn revokes(next: &str) -> bool {
    marker(next).is_some()
}

/// Whether it does so, whatever was said before: `just kidding`, `I meant Leeds`.
#[must_use]
pub fn takes_back(next: &str) -> bool {
    matches!(marker(next), Some(Marker::TakesBack | Marker::Corrects))
}

/// The marker with which words begin, in whatever language; the surest.
fn marker(text: &str) -> Option<Marker> {
    let of = |language: &&'static Language| neighbours::at_start(text, table(language)).map(|marked| marked.marker);
    let found: Vec<Marker> = languages::all().iter().filter_map(of).collect();
    found.iter().copied().find(|marker| *marker != Marker::MayCorrect).or(found.first().copied())
}

fn words_of(utterance: &Utterance, span: Span) -> &str {
    utterance.text.get(span.start as usize..span.end as usize).unwrap_or_default()
}

fn says(utterance: &Utterance, span: Span, read: &[&Statement], claim: &Claimed<'_>) -> bool {
    let text = words_of(utterance, span);
    let same = languages::candidates(text).into_iter().any(|language| {
        let manner = mood(text, language);
        let stated = content(text, &manner);
        let whole = neighbours::inside(text, table(language)).is_none();
        let told = || tells(stated, language, claim) && holds_value(stated, claim);
        let read_so = || asserts(&manner) && reads_as(utterance, read, language, claim);
        (asserts(&manner) || commands(&manner, claim, language)) && whole && told() || read_so()
    });
    same && addressed(utterance, read, claim)
}

/// Whether the tables read the sentence as just this claim, holding at the moment at which it was said.
fn reads_as(utterance: &Utterance, read: &[&Statement], language: &'static Language, claim: &Claimed<'_>) -> bool {
    let voice = Voice::of(language);
    let claimed = voice.claim(claim);
    let speaker: Vec<&str> = claim.names.iter().copied().chain(utterance.speaker.as_deref()).collect();
    read.iter().any(|statement| {
        let now = matches!(statement.act, Act::State | Act::Correct)
            && statement.valid_to.is_none()
            && statement.valid_from.is_none_or(|from| from <= utterance.at);
        let text = &statement.text;
        let value = claim
            .value
            .is_none_or(|value| statement.value.as_ref().is_some_and(|read| normalise(read) == normalise(value)));
        let same = claimed == voice.claim(&Claimed { text, names: &speaker, ..*claim });
        now && value && same
    })
}

fn asserts(manner: &Manner) -> bool {
    manner.mood == Mood::States && !manner.reported && !manner.doubted
}

/// Whether both are the same command: a rule that the speaker gave.
fn commands(said: &Manner, claim: &Claimed<'_>, language: &'static Language) -> bool {
    let told = mood(claim.text, language);
    [said, &told].iter().all(|manner| manner.mood == Mood::Commands && !manner.reported && !manner.doubted)
}

/// What follows `remember that`, or the whole sentence.
fn content<'a>(text: &'a str, manner: &Manner) -> &'a str {
    let part = manner.content.and_then(|span| text.get(span.start as usize..span.end as usize));
    part.unwrap_or(text)
}

fn holds_value(sentence: &str, claim: &Claimed<'_>) -> bool {
    let within = |text: &str, value: &str| crate::text::holds_words(&normalise(text), &normalise(value));
    claim.value.is_none_or(|value| within(sentence, value) && within(claim.text, value))
}

/// Whether the claim's address is one that the sentence can be at. Where the tables read the sentence, it is
/// theirs; an attribute that they know is none of a sentence that they do not read.
fn addressed(utterance: &Utterance, here: &[&Statement], claim: &Claimed<'_>) -> bool {
    let Some((entity, attribute)) = claim.address else { return true };
    let speaker = utterance.speaker.as_deref();
    let is_speaker = |name: &str| normalise(name) == normalise(entity);
    if !claim.names.iter().copied().chain(speaker).chain(["user", "the user"]).any(is_speaker) {
        return crate::text::holds_words(&normalise(&utterance.text), &normalise(entity));
    }
    let attribute = normalise(attribute);
    let same = |known: &str| normalise(known) == attribute;
    match here.is_empty() {
        true => !languages::all().iter().any(|language| table(language).attributes().any(same)),
        false => here.iter().any(|statement| statement.attribute.as_deref().is_some_and(same)),
    }
}

/// Whether a clause of the sentence is the claim.
fn tells(sentence: &str, language: &'static Language, claim: &Claimed<'_>) -> bool {
    let voice = Voice::of(language);
    let said = voice.sentence(sentence);
    let claimed = voice.claim(claim);
    !claimed.is_empty()
        && voice.clauses(&said).iter().any(|clause| {
            let clause = voice.plain(clause);
            let other = clause.iter().zip(&claimed).filter(|(said, told)| said != told).count();
            let same = clause.iter().zip(&claimed).all(|(said, told)| same_word(said, told));
            // One word at most is in another person: its verb.
            clause.len() == claimed.len() && same && other <= 1
        })
}

/// A word, and the same in the third person.
fn same_word(said: &str, told: &str) -> bool {
    said == told
        || told.strip_prefix(said).is_some_and(|ending| matches!(ending, "s" | "es"))
        || said.strip_suffix('y').zip(told.strip_suffix("ies")).is_some_and(|(one, other)| one == other)
}

/// The sign of the speaker.
const SPEAKER: &str = "\u{1}";
/// Of what is somebody's.
const OWNER: &str = "'s";

/// How a language speaks of the speaker.
struct Voice {
    language: &'static Language,
}

impl Voice {
    fn of(language: &'static Language) -> Self {
        Self { language }
    }

    fn is(&self, section: &str, word: &str) -> bool {
        self.language.entries(section).contains(&word)
    }

    fn tokens(&self, text: &str) -> Vec<String> {
        let contractions = &table(self.language).contractions;
        tokens(text, contractions).into_iter().map(|Token { text, .. }| text).collect()
    }

    /// The words of a sentence, told of the speaker.
    fn sentence(&self, text: &str) -> Vec<String> {
        let mut told = Vec::new();
        for word in self.tokens(text) {
            if self.is("i", &word) || self.is("we", &word) {
                told.push(SPEAKER.to_owned());
            } else if self.is("my", &word) {
                told.extend([SPEAKER.to_owned(), OWNER.to_owned()]);
            } else {
                told.push(self.form(word));
            }
        }
        told
    }

    /// The words of a claim, told of the speaker.
    fn claim(&self, claim: &Claimed<'_>) -> Vec<String> {
        let words = self.tokens(claim.text);
        let names: Vec<Vec<String>> = claim.names.iter().map(|name| self.tokens(name)).collect();
        let mut told = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let rest = &words[at..];
            let named = names.iter().filter(|name| !name.is_empty() && rest.starts_with(name)).map(Vec::len).max();
            if let Some(length) = named.or_else(|| self.user(rest)) {
                told.push(SPEAKER.to_owned());
                at += length;
                continue;
            }
            if self.is("their", &words[at]) {
                told.extend([SPEAKER.to_owned(), OWNER.to_owned()]);
            } else {
                told.push(self.form(words[at].clone()));
            }
            at += 1;
        }
        self.plain(&told)
    }

    /// How many words of the beginning name the user.
    fn user(&self, words: &[String]) -> Option<usize> {
        let speaker = self.language.entries("speaker").iter().map(|entry| self.tokens(entry));
        let known = speaker.chain([vec!["the".to_owned(), "user".to_owned()], vec!["user".to_owned()]]);
        known.filter(|name| words.starts_with(name)).map(|name| name.len()).max()
    }

    /// Forms that are one word in another person: `am`, `is`.
    fn form(&self, word: String) -> String {
        let line = self.language.entries("persons").iter().find(|line| line.split(' ').any(|form| form == word));
        line.and_then(|line| line.split(' ').next()).map_or(word, str::to_owned)
    }

    /// The clauses of a sentence; those without a subject take the speaker as theirs.
    fn clauses(&self, words: &[String]) -> Vec<Vec<String>> {
        let joins = |word: &String| matches!(word.as_str(), "," | ";" | ":") || self.is("joins", word);
        let mut clauses = vec![words.to_vec()];
        if words.iter().any(joins) {
            for part in words.split(|word| joins(word)).filter(|part| !part.is_empty()) {
                clauses.push(part.to_vec());
                if part.first().is_none_or(|first| first != SPEAKER) {
                    clauses.push([&[SPEAKER.to_owned()], part].concat());
                }
            }
        }
        clauses
    }

    /// Without what says nothing: marks, articles, and the openings, closers and adverbs of one word.
    fn plain(&self, words: &[String]) -> Vec<String> {
        let marks = |word: &String| word != OWNER && word != SPEAKER && !word.chars().any(char::is_alphanumeric);
        let idle =
            |word: &String| ["adverbs", "openings", "closers", "articles"].iter().any(|section| self.is(section, word));
        words.iter().filter(|word| !marks(word) && !idle(word)).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn supported(said: &str, told: &str, address: Option<(&str, &str)>, value: Option<&str>) -> bool {
        let utterance = Utterance { text: said.into(), ..Utterance::default() };
        support(&utterance, &Claimed { text: told, address, value, names: &["ana"] }).is_some()
    }

    #[test]
    fn a_sentence_that_says_just_that_supports_a_claim() {
        for (said, told) in [
            ("I live in York.", "Ana lives in York."),
            ("I live in York.", "The user lives in York"),
            ("Well, I live in York now!", "Ana lives in York."),
            ("Hi. I'm allergic to peanuts. Thanks", "The user is allergic to peanuts."),
            ("My sister lives in Rome.", "Ana's sister lives in Rome."),
            ("My sister lives in Rome.", "The user's sister lives in Rome."),
            ("I don't eat meat.", "Ana does not eat meat."),
            ("I work at Acme and live in York.", "Ana lives in York."),
            ("I no longer work at Acme.", "Ana no longer works at Acme."),
            ("The fence measures 40 metres.", "The fence measures 40 metres."),
            ("I love my dog.", "Ana loves her dog."),
            ("I moved to Leeds.", "Ana lives in Leeds."),
            ("Always deploy on Mondays.", "Always deploy on Mondays."),
        ] {
            assert!(supported(said, told, None, None), "{said} / {told}");
        }
        assert!(supported("I live in York.", "Ana lives in York.", Some(("Ana", "home city")), Some("York")));
    }

    #[test]
    fn anything_else_supports_nothing() {
        for (said, told) in [
            ("I'm not allergic to peanuts.", "Ana is allergic to peanuts."),
            ("I'm allergic to peanuts.", "Ana is not allergic to peanuts."),
            ("Do I live in Paris?", "Ana lives in Paris."),
            ("What is the weather in Paris?", "Ana lives in Paris."),
            ("I lived in York.", "Ana lives in York."),
            ("I used to live in York.", "Ana lives in York."),
            ("I will live in York.", "Ana lives in York."),
            ("Tom lives in York.", "Ana lives in York."),
            ("My sister lives in York.", "Ana lives in York."),
            ("I live in York.", "Tom lives in York."),
            ("I like anything but fish.", "Ana likes fish."),
            ("I know people who live in York.", "Ana lives in York."),
            ("I live in York.", "Ana lives in York with Tom."),
            ("I adore maps of York.", "Ana adores maps."),
            ("She said: 'I live in York.'", "Ana lives in York."),
            ("I work in York. Tom lives in Leeds.", "Ana lives in Leeds."),
            ("My wife's name is Eva.", "Ana's name is Eva."),
            ("I live in York. Just kidding.", "Ana lives in York."),
            ("I adore York. Just kidding!", "Ana adores York."),
            ("I live in York. Sorry, I meant Leeds.", "Ana lives in York."),
            ("I live in York, no wait, Leeds.", "Ana lives in York."),
            ("If I move, I live in York.", "Ana lives in York."),
            ("I'm moving to York in 2090.", "Ana lives in York."),
            ("I walk the dog.", "Ana walks the dogs."),
            ("Deploy on Mondays.", "Ana deploys on Mondays."),
            ("Never deploy on Mondays.", "Deploy on Mondays."),
        ] {
            assert!(!supported(said, told, None, None), "{said} / {told}");
        }
        let employer = Some(("Ana", "employer"));
        assert!(!supported("I live in York.", "Ana lives in York.", employer, Some("York")), "another address");
        assert!(!supported("I live in York.", "Ana lives in York.", Some(("Ana", "home city")), Some("Paris")));
        assert!(!supported("I live in York.", "Ana lives in York.", Some(("Tom", "home city")), Some("York")));
        assert!(!supported("I adore York.", "Ana adores York.", Some(("Ana", "home city")), Some("York")));
    }
}
