//! What a clause that is read says, as statements.

use super::clauses::{Clause, Sentence};
use super::predicates::{Capture, Deed, Match, Matcher, Settings, Status};
use super::slots;
use super::when::{self, Precision, Role, Side, When};
use super::whom::is_of_user;
use crate::text::{lowered, upper_first};
use crate::types::{Act, Kind, Span, Statement, Timestamp};

/// Whose statements they are, and where the sentence stands.
#[derive(Clone, Copy, Debug)]
pub struct Speaker<'s> {
    /// Where it is known.
    pub name: Option<&'s str>,
    /// Minutes east of UTC.
    pub utc_offset: i32,
    /// The sentence.
    pub span: Span,
}

/// How what a clause says stands in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tense {
    Holds,
    Lasts,
    Begins,
    Held,
    Will,
    Ends,
    NeverWas,
}

#[derive(Clone, Copy, Debug, Default)]
struct Dates {
    from: Option<Timestamp>,
    to: Option<Timestamp>,
    expires: Option<Timestamp>,
}

/// The statements of a clause; none where its times and its tense do not agree.
pub fn statements(clause: &Clause, sentence: &Sentence<'_>, speaker: Speaker<'_>) -> Vec<Statement> {
    let times = clause.times(sentence);
    let mut matcher = clause.matcher(sentence, &times);
    let all = matcher.all();
    let one = |found: &Match<'_>| {
        let settings = sentence.table.settings.get(found.rule.settings)?;
        let tense = tense(found.rule.deed, found.status)?;
        Lift { clause, sentence, speaker, found, matcher: &matcher, settings, tense }.all()
    };
    all.iter().filter_map(one).flatten().collect()
}

const fn tense(deed: Deed, status: Status) -> Option<Tense> {
    Some(match (deed, status) {
        (Deed::State, Status::Present) => Tense::Holds,
        (Deed::State, Status::Lasting) => Tense::Lasts,
        (Deed::State | Deed::Past, Status::Past) | (Deed::Past, Status::Present) => Tense::Held,
        (Deed::State | Deed::Begin | Deed::Future, Status::Future) | (Deed::Future, Status::Present) => Tense::Will,
        (Deed::State, Status::Negated | Status::Ended) => Tense::Ends,
        (Deed::State, Status::Denied) => Tense::NeverWas,
        (Deed::Begin, Status::Present | Status::Past) => Tense::Begins,
        (Deed::End, Status::Present | Status::Past | Status::Ended) => Tense::Ends,
        (Deed::Deny, _) => Tense::NeverWas,
        _ => return None,
    })
}

struct Lift<'c> {
    clause: &'c Clause,
    sentence: &'c Sentence<'c>,
    speaker: Speaker<'c>,
    found: &'c Match<'c>,
    matcher: &'c Matcher<'c>,
    settings: &'c Settings,
    tense: Tense,
}

impl Lift<'_> {
    fn all(&self) -> Option<Vec<Statement>> {
        let dates = self.dates()?;
        let list = self.found.captures.iter().find(|capture| capture.slot.list);
        let parts = list.map_or_else(|| vec![(0, 0)], |list| slots::values(list, self.matcher));
        parts.into_iter().map(|part| self.one(list.map(|list| (list, part)), dates)).collect()
    }

    /// The statement of one value of the list, or of the clause that has none.
    fn one(&self, item: Option<(&Capture<'_>, (usize, usize))>, dates: Dates) -> Option<Statement> {
        let act = match self.tense {
            Tense::Ends => Act::End,
            Tense::NeverWas => Act::Deny,
            _ => Act::State,
        };
        let value = self.value(item);
        let attribute = self.filled(self.settings.attribute, item, true).filter(|filled| !filled.is_empty());
        let subject = self.speaker.name.map_or_else(|| self.sentence.table.subject(), str::to_string);
        let text = self.filled(self.settings.text, item, false)?.replace("{subject}", &subject);
        let text = self.sentence.table.joined(text);
        Some(Statement {
            span: self.speaker.span,
            act,
            predicate: self.settings.predicate.into(),
            language: self.sentence.table.code.into(),
            kind: self.settings.kind,
            text: upper_first(&text),
            entity: attribute.is_some().then(|| self.speaker.name.unwrap_or("user").into()),
            attribute,
            value,
            several: self.settings.several,
            importance: self.settings.importance,
            instead_of: None,
            valid_from: dates.from,
            valid_to: dates.to,
            expires_at: dates.expires,
        })
    }

    /// An end has the value that it names, not one that the predicate gives.
    fn value(&self, item: Option<(&Capture<'_>, (usize, usize))>) -> Option<String> {
        let ends = matches!(self.tense, Tense::Ends | Tense::NeverWas);
        let fixed = !self.settings.value.contains('{');
        if self.settings.value.is_empty() || (ends && fixed) {
            return None;
        }
        self.filled(self.settings.value, item, false)
    }

    /// A template with its slots filled. None: a slot of it is not in the pattern.
    fn filled(&self, template: &str, item: Option<(&Capture<'_>, (usize, usize))>, address: bool) -> Option<String> {
        let (mut filled, mut rest) = (String::new(), template);
        while let Some((before, (label, after))) =
            rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            filled.push_str(before);
            match label {
                "subject" => filled.push_str("{subject}"),
                label => filled.push_str(&self.label(label, item, address)?),
            }
            rest = after;
        }
        filled.push_str(rest);
        Some(filled)
    }

    fn label(&self, label: &str, item: Option<(&Capture<'_>, (usize, usize))>, address: bool) -> Option<String> {
        if let Some((one, other)) = label.split_once('~') {
            let (one, other) = (self.label(one, item, address)?, self.label(other, item, address)?);
            return Some(if one < other { format!("{one} or {other}") } else { format!("{other} or {one}") });
        }
        if let Some(label) = label.strip_prefix('+') {
            let said = self.label(label, item, address)?;
            return Some(self.article(label, item).map_or_else(|| said.clone(), |article| format!("{article} {said}")));
        }
        let (label, canonical) = label.strip_suffix('!').map_or((label, address), |label| (label, true));
        let capture = self.found.captures.iter().find(|capture| capture.slot.label == label)?;
        let whole = (capture.first, capture.end);
        let (first, end) = item.filter(|(list, _)| list.slot.label == label).map_or(whole, |(_, part)| part);
        if capture.slot.kind == "when" {
            let written: Vec<String> =
                self.whens_in(first, end).filter_map(|when| when::write(when, self.sentence.language)).collect();
            return (!written.is_empty()).then(|| written.join(" "));
        }
        let tokens = &self.clause.tokens[first..end];
        if let Some(place) = slots::place(capture.slot, self.sentence.table, tokens) {
            return Some(place.into());
        }
        match canonical {
            true => Some(slots::canonical(capture.slot, self.matcher, first, end)),
            false => Some(slots::said(self.sentence.text, tokens)),
        }
    }

    /// The indefinite article that was said before a slot.
    fn article(&self, label: &str, item: Option<(&Capture<'_>, (usize, usize))>) -> Option<&str> {
        let capture = self.found.captures.iter().find(|capture| capture.slot.label == label)?;
        let list = item.filter(|(list, _)| list.slot.label == label);
        let first = list.map_or(capture.first, |(_, (first, _))| first);
        let before = self.clause.tokens.get(first.checked_sub(1)?)?;
        self.sentence.language.entries("indefinite").contains(&before.text.as_str()).then_some(before.text.as_str())
    }

    fn whens_in(&self, first: usize, end: usize) -> impl Iterator<Item = &When> {
        let inside = move |(start, until): (usize, usize)| start < end && until > first;
        let places = self.clause.whens.iter().zip(&self.clause.dates).filter(move |(range, _)| inside(**range));
        places.filter_map(|(_, place)| self.when(*place))
    }

    /// A time expression, as of a past event where that is told.
    fn when(&self, place: usize) -> Option<&When> {
        let [past, coming] = &self.sentence.whens;
        let is_past = matches!(self.tense, Tense::Begins | Tense::Held | Tense::Ends | Tense::NeverWas);
        let coming = coming.get(place)?;
        match is_past {
            true => past.iter().find(|when| when.span == coming.span),
            false => Some(coming),
        }
    }

    /// What the clause's time expressions say. None: what they say does not go with the tense.
    fn dates(&self) -> Option<Dates> {
        let mut dates = Dates::default();
        let held = |capture: &&Capture<'_>| {
            matches!(capture.slot.kind, "when" | "date" | "every" | "clock" | "measure" | "digits" | "number")
        };
        let taken: Vec<(usize, usize)> =
            self.found.captures.iter().filter(held).map(|capture| (capture.first, capture.end)).collect();
        for (range, place) in self.clause.whens.iter().zip(&self.clause.dates) {
            let when = self.when(*place)?;
            match taken.iter().any(|(first, end)| range.0 < *end && range.1 > *first) {
                true => self.meant(when, &mut dates)?,
                false => self.beside(when, &mut dates)?,
            }
        }
        let complete = match self.tense {
            Tense::Will => dates.from.is_some(),
            // `All my life` says how long as well.
            Tense::Lasts => dates.from.is_some() || self.sentence.table.set("lasting").any(&self.clause.tokens),
            Tense::Held => dates.to.is_some(),
            _ => true,
        };
        complete.then_some(dates)
    }

    /// A time that the predicate is about: an appointment's.
    fn meant(&self, when: &When, dates: &mut Dates) -> Option<()> {
        if self.settings.expires {
            if when.side() == Side::Past {
                return None;
            }
            dates.expires = dates.expires.max(Some(self.end_of_day(when.end()?)));
        }
        Some(())
    }

    /// A time that is said beside the predicate.
    fn beside(&self, when: &When, dates: &mut Dates) -> Option<()> {
        let past = when.side() != Side::Future;
        if self.settings.when == "any" {
            return Some(());
        }
        let tense = if self.tense == Tense::Lasts { Tense::Holds } else { self.tense };
        match (tense, when.role) {
            (_, Role::Now) => {}
            (Tense::Holds, Role::Every) if self.settings.when == "every" => {}
            (_, Role::Every) => return None,
            (_, Role::Since | Role::For) if !past => return None,
            (Tense::Holds | Tense::Begins, Role::Since | Role::From) => dates.from = Some(when.start()?),
            (Tense::Holds, Role::For) => dates.from = Some(when.start()?),
            (Tense::Holds, Role::Until) => dates.to = Some(when.start()?),
            (Tense::Begins, Role::On) if past => dates.from = Some(when.start()?),
            (Tense::Begins, Role::On) => return None,
            (Tense::Ends, Role::On | Role::Since | Role::From | Role::For | Role::Until) if past => {
                dates.from = Some(when.start()?)
            }
            (Tense::Ends, Role::On | Role::From) => dates.from = Some(when.start()?),
            (Tense::Will, Role::On | Role::From | Role::Since) if !past => dates.from = Some(when.start()?),
            (Tense::Will, Role::Until) => dates.to = Some(when.start()?),
            (Tense::Held, Role::Until) => dates.to = Some(when.start()?),
            (Tense::Held, Role::From | Role::Since) => dates.from = Some(when.start()?),
            // `I played tennis yesterday` happened, and was no habit.
            (Tense::Held, Role::On) if when.side() == Side::Past && when.precision >= Precision::Month => {
                (dates.from, dates.to) = (Some(when.start()?), Some(when.end()?))
            }
            _ => return None,
        }
        Some(())
    }

    /// The end of the speaker's day in which a time is.
    fn end_of_day(&self, at: Timestamp) -> Timestamp {
        const DAY: i64 = 86_400_000;
        let offset = i64::from(self.speaker.utc_offset) * 60_000;
        let local = i64::try_from(at).unwrap_or(i64::MAX / 2) + offset;
        let end = (local + DAY - 1).div_euclid(DAY) * DAY - offset;
        Timestamp::try_from(end).unwrap_or(at)
    }
}

/// What was asked to be remembered and no predicate says, in the speaker's own words with its dates resolved.
pub fn as_said(sentence: &Sentence<'_>, speaker: Speaker<'_>) -> Option<Statement> {
    const WORDS: core::ops::RangeInclusive<usize> = 3..=60;
    let said = when::written_out(sentence.text, &sentence.whens[1], sentence.language);
    let said = said.trim().trim_end_matches(['.', '!', '。', ' ']);
    // Nobody speaks of themselves so: `Remember: the user is an admin` is somebody's order to a model.
    let of_user = is_of_user(said) || lowered(said).starts_with(&lowered(&sentence.table.subject()));
    if of_user || !WORDS.contains(&sentence.words()) {
        return None;
    }
    Some(Statement {
        span: speaker.span,
        act: Act::State,
        predicate: "remember".into(),
        language: sentence.table.code.into(),
        kind: Kind::Fact,
        text: format!("{}.", upper_first(said)),
        entity: None,
        attribute: None,
        value: None,
        several: false,
        importance: None,
        instead_of: None,
        valid_from: None,
        valid_to: None,
        expires_at: None,
    })
}
