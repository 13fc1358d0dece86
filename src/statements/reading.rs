//! The stages, one after the other.

use super::clauses::Sentence;
use super::lift::{self, Speaker};
use super::mood::{self, Mood};
use super::when::Clock;
use super::{framing, languages, sentences};
use crate::types::{Frame, Reading, Span, Statement, Utterance};

/// Reads an utterance.
pub fn read(utterance: &Utterance) -> Reading {
    let passages = framing::passages(&utterance.text, utterance.speaker.as_deref());
    let mut reading = Reading::default();
    for passage in passages.iter().filter(|passage| passage.frame == Frame::Own) {
        for span in sentences::sentences(&utterance.text, passage.span) {
            sentence(utterance, span, &mut reading);
        }
    }
    reading.passages = passages;
    reading
}

fn sentence(utterance: &Utterance, span: Span, reading: &mut Reading) {
    let Some(text) = utterance.text.get(span.start as usize..span.end as usize) else { return };
    let clock = Clock { at: utterance.at, utc_offset: utterance.utc_offset.unwrap_or(0) };
    let name = utterance.speaker.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let speaker = Speaker { name, utc_offset: clock.utc_offset, span };
    let mut states = false;
    for language in languages::candidates(text) {
        let manner = mood::mood(text, language);
        if manner.mood != Mood::States || manner.reported || manner.doubted {
            continue;
        }
        states = true;
        let sentence = Sentence::new(text, language, clock);
        let clauses = sentence.clauses();
        let found: Vec<Statement> =
            clauses.read.iter().flat_map(|clause| lift::statements(clause, &sentence, speaker)).collect();
        if !found.is_empty() && !clauses.contrast {
            reading.statements.extend(found);
            if clauses.left {
                reading.unread.push(span);
            }
            return;
        }
    }
    if states {
        reading.unread.push(span);
    }
}
