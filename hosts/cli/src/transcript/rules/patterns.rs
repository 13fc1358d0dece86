//! The patterns: how a sentence begins, and what the rest of it then says.

use super::dates::{self, Dated};
use super::{Action, Lifted};

/// Who speaks, and when.
pub struct Speaker<'a> {
    name: Option<&'a str>,
    at: Option<u64>,
}

/// What the rest of a sentence says.
#[derive(Clone, Copy)]
enum Says {
    Home,
    Employer,
    Occupation,
    Allergy,
    Taste(&'static str),
    Name,
}

/// Beginnings of sentences that state something; `i` also stands for `i now`, `i just` and the like.
const STATES: [(&str, Says); 27] = [
    ("i live in", Says::Home),
    ("i'm living in", Says::Home),
    ("i am living in", Says::Home),
    ("i moved to", Says::Home),
    ("i've moved to", Says::Home),
    ("i have moved to", Says::Home),
    ("i relocated to", Says::Home),
    ("i'm based in", Says::Home),
    ("i am based in", Says::Home),
    ("i work at", Says::Employer),
    ("i work for", Says::Employer),
    ("i started working at", Says::Employer),
    ("i started working for", Says::Employer),
    ("i work as", Says::Occupation),
    ("i'm allergic to", Says::Allergy),
    ("i am allergic to", Says::Allergy),
    ("i prefer", Says::Taste("prefers")),
    ("i like", Says::Taste("likes")),
    ("i love", Says::Taste("loves")),
    ("i enjoy", Says::Taste("enjoys")),
    ("i hate", Says::Taste("hates")),
    ("i dislike", Says::Taste("dislikes")),
    ("i don't like", Says::Taste("dislikes")),
    ("i do not like", Says::Taste("dislikes")),
    ("i can't stand", Says::Taste("cannot stand")),
    ("my name is", Says::Name),
    ("my name's", Says::Name),
];

/// What stands after "I no longer", "I don't … any more", "I stopped".
const ENDS: [(&str, Says); 18] = [
    ("live in", Says::Home),
    ("living in", Says::Home),
    ("based in", Says::Home),
    ("work at", Says::Employer),
    ("working at", Says::Employer),
    ("work for", Says::Employer),
    ("working for", Says::Employer),
    ("work as", Says::Occupation),
    ("working as", Says::Occupation),
    ("allergic to", Says::Allergy),
    ("like", Says::Taste("")),
    ("liking", Says::Taste("")),
    ("love", Says::Taste("")),
    ("enjoy", Says::Taste("")),
    ("enjoying", Says::Taste("")),
    ("prefer", Says::Taste("")),
    ("hate", Says::Taste("")),
    ("dislike", Says::Taste("")),
];

/// Beginnings of an end that stand by themselves, and those that need "any more" after them.
const NO_LONGER: [&str; 5] = ["i no longer", "i'm no longer", "i am no longer", "i stopped", "i've stopped"];
const NOT: [&str; 4] = ["i don't", "i do not", "i'm not", "i am not"];
const ANY_MORE: [&str; 2] = ["any more", "anymore"];

const ADVERBS: [&str; 8] = ["now", "just", "currently", "recently", "still", "really", "always", "severely"];

const RELATIONS: [&str; 29] = [
    "sister",
    "brother",
    "mother",
    "mum",
    "mom",
    "father",
    "dad",
    "wife",
    "husband",
    "partner",
    "girlfriend",
    "boyfriend",
    "fiancee",
    "fiance",
    "son",
    "daughter",
    "baby",
    "dog",
    "cat",
    "puppy",
    "kitten",
    "horse",
    "boss",
    "manager",
    "grandmother",
    "grandfather",
    "aunt",
    "uncle",
    "friend",
];
const WHICH: [&str; 8] = ["older", "younger", "elder", "big", "little", "twin", "best", "eldest"];

/// Words at which any clause is over.
const CLAUSE_ENDS: [&str; 9] = ["and", "but", "because", "since", "so", "now", "these", "though", "although"];

/// Words at which a name is over too; a thing is not the same thing without what follows.
const NAME_ENDS: [&str; 11] = ["with", "which", "who", "where", "when", "while", "from", "until", "as", "for", "at"];

/// Words that restrict a thing: it is not lifted with half of what was said.
const RESTRICTIONS: [&str; 7] = ["when", "while", "until", "except", "without", "than", "only"];

/// Words that point at something said elsewhere: a liking that begins with one, or has one, says
/// nothing by itself.
const POINTERS: [&str; 37] = [
    "it",
    "that",
    "this",
    "these",
    "those",
    "them",
    "they",
    "you",
    "your",
    "yours",
    "him",
    "his",
    "her",
    "their",
    "how",
    "what",
    "where",
    "why",
    "who",
    "which",
    "everything",
    "nothing",
    "something",
    "my",
    "me",
    "our",
    "us",
    "its",
    "one",
    "ones",
    "all",
    "both",
    "some",
    "such",
    "here",
    "there",
    "not",
];

/// Words that a liking does not begin with: what follows is of the moment.
const MOMENTARY: [&str; 11] =
    ["the", "to", "being", "having", "getting", "making", "seeing", "a", "an", "just", "also"];

/// Words that a value does not end with: it was cut too early.
const LOOSE_ENDS: [&str; 12] = ["to", "of", "like", "in", "on", "by", "about", "into", "around", "too", "very", "so"];

impl<'a> Speaker<'a> {
    /// A speaker; one without a name is the user.
    pub fn new(name: Option<&'a str>, at: Option<u64>) -> Self {
        let name = name.map(str::trim).filter(|name| !name.is_empty());
        Self { name, at }
    }

    fn entity(&self) -> String {
        self.name.unwrap_or("user").into()
    }

    fn subject(&self) -> &str {
        self.name.unwrap_or("The user")
    }
}

/// What one statement gives.
pub fn lift(sentence: &str, speaker: &Speaker<'_>) -> Vec<Lifted> {
    if let Some(said) = after(sentence, &["remember that", "please remember that", "please remember", "remember:"]) {
        return remembered(said, speaker);
    }
    if let Some(lifted) = relation(sentence, speaker).or_else(|| birthday(sentence, speaker)) {
        return vec![lifted];
    }
    if let Some(ended) = ended(sentence, speaker) {
        return ended;
    }
    let sentence = without_adverb(sentence);
    let stated = STATES.iter().find_map(|(begin, says)| Some((after(&sentence, &[begin])?, says)));
    stated.map_or_else(Vec::new, |(rest, says)| claims(*says, rest, speaker, Action::Remember))
}

/// "Remember that …": what it says by a pattern, or the words as they are.
fn remembered(said: &str, speaker: &Speaker<'_>) -> Vec<Lifted> {
    let lifted = lift(said, speaker);
    let words = said.split_whitespace().count();
    if !lifted.is_empty() || !(3..=40).contains(&words) || after(said, &["to"]).is_some() {
        return lifted;
    }
    let mut letters = said.chars();
    let text: String = letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
    vec![Lifted {
        kind: "fact",
        text: format!("{}.", text.trim_end_matches('.')),
        entity: None,
        attribute: None,
        value: None,
        importance: None,
        valid_from: None,
        action: Action::Remember,
    }]
}

/// "My sister is called Anna".
fn relation(sentence: &str, speaker: &Speaker<'_>) -> Option<Lifted> {
    let rest = after(sentence, &["my"])?;
    let (who, name) =
        [" is called ", " is named ", "'s name is ", "'s called "].iter().find_map(|verb| split_once(rest, verb))?;
    let words: Vec<String> = who.split_whitespace().map(str::to_lowercase).collect();
    let known = match words.as_slice() {
        [relation] => RELATIONS.contains(&relation.as_str()),
        [which, relation] => WHICH.contains(&which.as_str()) && RELATIONS.contains(&relation.as_str()),
        _ => false,
    };
    let name = proper_name(name, 3)?;
    let who = words.join(" ");
    known
        .then(|| fact(speaker, format!("{}'s {who} is called {name}.", speaker.subject()), format!("{who} name"), name))
}

/// "My birthday is on 3 May".
fn birthday(sentence: &str, speaker: &Speaker<'_>) -> Option<Lifted> {
    let rest = after(sentence, &["my birthday is on", "my birthday is", "my birthday's on", "i was born on"])?;
    let value = rest.trim_end_matches(['.', ',']);
    let words: Vec<&str> = value.split_whitespace().collect();
    let has_month = words.iter().any(|word| dates::month(word).is_some());
    let has_day = words.iter().any(|word| word.starts_with(|letter: char| letter.is_ascii_digit()));
    let plain = words.len() <= 5 && has_month && has_day;
    plain.then(|| {
        fact(speaker, format!("{}'s birthday is {value}.", speaker.subject()), "birthday".into(), value.into())
    })
}

/// "I no longer …", "I don't … any more", "I stopped …". Some, and empty, when it is such a sentence
/// without anything that the rules know.
fn ended(sentence: &str, speaker: &Speaker<'_>) -> Option<Vec<Lifted>> {
    let lower = sentence.to_ascii_lowercase();
    let cut = ANY_MORE.iter().find_map(|end| lower.find(end));
    let rest = match (after(sentence, &NO_LONGER), cut) {
        (Some(rest), _) => rest,
        (None, Some(cut)) => after(&sentence[..cut], &NOT)?,
        (None, None) => return None,
    };
    let said = ENDS.iter().find_map(|(begin, says)| Some((after(rest, &[begin])?, says)));
    Some(said.map_or_else(Vec::new, |(rest, says)| claims(*says, rest, speaker, Action::End)))
}

/// The claims that the rest of a sentence makes.
fn claims(says: Says, rest: &str, speaker: &Speaker<'_>, action: Action) -> Vec<Lifted> {
    let Some(Dated { value, date }) = dates::split(rest, speaker.at) else {
        return Vec::new();
    };
    let subject = speaker.subject();
    let mut claims: Vec<Lifted> = match says {
        Says::Home => proper_name(value, 4)
            .map(|city| fact(speaker, format!("{subject} lives in {city}."), "home city".into(), city))
            .into_iter()
            .collect(),
        Says::Employer => proper_name(value, 4)
            .map(|firm| fact(speaker, format!("{subject} works at {firm}."), "employer".into(), firm))
            .into_iter()
            .collect(),
        Says::Occupation => occupation(value)
            .map(|job| {
                fact(speaker, format!("{subject} works as {job}."), "occupation".into(), without_article(&job).into())
            })
            .into_iter()
            .collect(),
        Says::Name => proper_name(value, 4)
            .map(|name| fact(speaker, format!("{subject}'s name is {name}."), "name".into(), name))
            .into_iter()
            .collect(),
        Says::Allergy => allergies(value, speaker),
        Says::Taste(verb) => taste(verb, value, speaker).into_iter().collect(),
    };
    for claim in &mut claims {
        claim.valid_from = date;
        claim.action = action;
        if action == Action::End && claim.kind == "preference" {
            claim.value = None;
        }
    }
    claims
}

fn allergies(rest: &str, speaker: &Speaker<'_>) -> Vec<Lifted> {
    let rest = rest.replace(" and ", ", ").replace(" or ", ", ");
    let things = rest.split(',').filter_map(|thing| common_name(thing, 3));
    let claims = things.map(|thing| {
        let text = format!("{} is allergic to {thing}.", speaker.subject());
        let mut claim = fact(speaker, text, format!("allergy: {}", thing.to_lowercase()), thing.to_lowercase());
        claim.importance = Some(0.95);
        claim
    });
    claims.collect()
}

/// A liking: the thing is the attribute and the verb its value, so that "I hate coffee" replaces "I
/// like coffee".
fn taste(verb: &str, rest: &str, speaker: &Speaker<'_>) -> Option<Lifted> {
    let over = [" over ", " to ", " rather than "]
        .iter()
        .find_map(|over| split_once(rest, over))
        .filter(|_| verb == "prefers");
    let thing = common_name(over.map_or(rest, |(thing, _)| thing), 4).filter(|thing| is_lasting(thing))?;
    let Some(other) = over.and_then(|(_, other)| common_name(other, 4)) else {
        let text = format!("{} {verb} {thing}.", speaker.subject());
        let claim = fact(speaker, text, format!("taste: {}", thing.to_lowercase()), verb.into());
        return Some(Lifted { kind: "preference", ..claim });
    };
    // A choice between two: whichever is said first, the address is the same, so that a change of mind
    // replaces what was.
    let mut between = [thing.to_lowercase(), other.to_lowercase()];
    between.sort();
    let text = format!("{} {verb} {thing} over {other}.", speaker.subject());
    let claim = fact(speaker, text, format!("choice: {}", between.join(" or ")), thing.to_lowercase());
    Some(Lifted { kind: "preference", ..claim })
}

fn fact(speaker: &Speaker<'_>, text: String, attribute: String, value: String) -> Lifted {
    Lifted {
        kind: "fact",
        text,
        entity: Some(speaker.entity()),
        attribute: Some(attribute),
        value: Some(value),
        importance: None,
        valid_from: None,
        action: Action::Remember,
    }
}

/// A name of its own: few words, the first with a capital letter, no digits.
fn proper_name(text: &str, most: usize) -> Option<String> {
    let words = text.split_whitespace().take_while(|word| !NAME_ENDS.contains(&word.to_lowercase().as_str()));
    let name = value(&words.collect::<Vec<_>>().join(" "), most)?;
    let name = name.strip_suffix(" now").unwrap_or(&name);
    let first = without_article(name).chars().next()?;
    let plain = first.is_uppercase() && !name.contains(|letter: char| letter.is_ascii_digit());
    plain.then(|| name.into())
}

/// Any thing that is said and not pointed at.
fn common_name(text: &str, most: usize) -> Option<String> {
    let name = value(text.trim_end_matches(" as well"), most)?;
    let lower = name.to_lowercase();
    let vague = |word| POINTERS.contains(&word) || RESTRICTIONS.contains(&word);
    let pointed = lower.split_whitespace().any(vague);
    let loose = lower.split_whitespace().last().is_some_and(|word| LOOSE_ENDS.contains(&word));
    (!pointed && !loose).then_some(name)
}

fn is_lasting(thing: &str) -> bool {
    thing.split(' ').next().is_some_and(|word| !MOMENTARY.contains(&word.to_lowercase().as_str()))
}

fn occupation(text: &str) -> Option<String> {
    let job = value(text, 5)?;
    let has_article = without_article(&job) != job;
    has_article.then_some(job)
}

/// The words up to where the clause is over, when they are few.
fn value(text: &str, most: usize) -> Option<String> {
    let clause = text.split([',', ';', ':', '(', '\u{2014}', '\u{2013}']).next()?.trim();
    let words: Vec<&str> =
        clause.split_whitespace().take_while(|word| !CLAUSE_ENDS.contains(&word.to_lowercase().as_str())).collect();
    let value = words.join(" ");
    let value = value.trim_end_matches(['.', '!', '\'']);
    (!words.is_empty() && words.len() <= most && !value.is_empty()).then(|| value.into())
}

fn without_article(text: &str) -> &str {
    ["a ", "an ", "the ", "The "].iter().find_map(|article| text.strip_prefix(article)).unwrap_or(text)
}

/// "I now live" as "I live".
fn without_adverb(sentence: &str) -> String {
    let mut words = sentence.splitn(3, ' ');
    match (words.next(), words.next(), words.next()) {
        (Some(first), Some(second), Some(rest)) if ADVERBS.contains(&second.to_lowercase().as_str()) => {
            format!("{first} {rest}")
        }
        _ => sentence.into(),
    }
}

/// What follows one of the beginnings, as whole words and in any case.
fn after<'s>(sentence: &'s str, begins: &[&str]) -> Option<&'s str> {
    begins.iter().find_map(|begin| {
        let head = sentence.get(..begin.len())?;
        let rest = &sentence[begin.len()..];
        let matches = head.eq_ignore_ascii_case(begin) && (rest.is_empty() || rest.starts_with([' ', ',', ':']));
        matches.then(|| rest.trim_start_matches([' ', ',', ':']))
    })
}

fn split_once<'s>(text: &'s str, at: &str) -> Option<(&'s str, &'s str)> {
    let index = text.to_ascii_lowercase().find(at)?;
    Some((&text[..index], &text[index + at.len()..]))
}
