//! LoCoMo's questions and the turns that hold their answers. The answers themselves are not read.

use std::path::Path;

use anyhow::{Context, ensure};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::render;
use crate::transcript::{self, Transcript};

/// The file, read.
#[derive(Debug)]
pub struct Gold {
    /// Of the whole file.
    pub sha256: String,
    /// In the file's order.
    pub conversations: Vec<Conversation>,
    /// Evidence that is not the id of a turn.
    pub malformed: Vec<Malformed>,
}

/// A conversation and what is asked about it.
#[derive(Debug)]
pub struct Conversation {
    /// The file's name for it.
    pub name: String,
    /// Its turns.
    pub transcript: Transcript,
    /// `[session date] Speaker: turn`, one a turn: what baselines read.
    pub passages: Vec<String>,
    /// In the file's order.
    pub questions: Vec<Question>,
}

/// A question.
#[derive(Debug)]
pub struct Question {
    /// As it is asked.
    pub text: String,
    /// 1..=5, the official id.
    pub category: u8,
    /// The turns that hold the answer, by their place in the conversation, without repeats. Empty:
    /// the question is not scored.
    pub relevant: Vec<usize>,
}

/// Evidence that had to be repaired.
#[derive(Debug, Serialize)]
pub struct Malformed {
    conversation: String,
    question: usize,
    given: String,
    /// The turns that it was taken for; none: it was dropped.
    read: Vec<String>,
}

/// Reads the file's first conversations, or all.
pub fn read(path: &Path, most: Option<usize>) -> anyhow::Result<Gold> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let samples: Vec<Value> = serde_json::from_slice(&bytes)
        .with_context(|| format!("{} must be LoCoMo's list of conversations", path.display()))?;
    let digest = Sha256::digest(&bytes);
    let mut gold = Gold { sha256: render::hex(&digest), conversations: Vec::new(), malformed: Vec::new() };
    for sample in samples.iter().take(most.unwrap_or(usize::MAX)) {
        let name = sample["sample_id"].as_str().context("a conversation has no sample_id")?;
        let conversation = conversation(name, sample, &mut gold.malformed).with_context(|| name.to_string())?;
        gold.conversations.push(conversation);
    }
    ensure!(!gold.conversations.is_empty(), "{} has no conversation", path.display());
    Ok(gold)
}

fn conversation(name: &str, sample: &Value, malformed: &mut Vec<Malformed>) -> anyhow::Result<Conversation> {
    let transcript = transcript::conversation(name, sample)?;
    let passages = passages(&transcript, &sample["conversation"]);
    let asked = sample["qa"].as_array().context("qa: must be a list of questions")?;
    let questions = asked.iter().enumerate().map(|(index, qa)| {
        let category = qa["category"].as_u64().and_then(|id| u8::try_from(id).ok()).filter(|id| (1..=5).contains(id));
        let (relevant, repaired) = relevant(&transcript, &qa["evidence"]);
        malformed.extend(repaired.into_iter().map(|(given, read)| Malformed {
            conversation: name.into(),
            question: index,
            given,
            read,
        }));
        Ok(Question {
            text: qa["question"].as_str().with_context(|| format!("question {index} has no text"))?.into(),
            category: category.with_context(|| format!("question {index} has no category of 1 to 5"))?,
            relevant,
        })
    });
    let questions = questions.collect::<anyhow::Result<_>>()?;
    Ok(Conversation { name: name.into(), transcript, passages, questions })
}

/// What is said in each turn with its session's date as the file writes it, without captions.
fn passages(transcript: &Transcript, sessions: &Value) -> Vec<String> {
    let by_session = transcript.turns.chunk_by(|one, other| one.session == other.session);
    let of_session = |turns: &[transcript::Turn]| -> Vec<String> {
        let name = turns[0].session.as_deref().unwrap_or_default();
        let date = sessions[format!("{name}_date_time")].as_str().unwrap_or_default();
        let said = sessions[name].as_array().into_iter().flatten();
        said.map(|turn| {
            let (speaker, text) = (turn["speaker"].as_str(), turn["text"].as_str());
            format!("[{date}] {}: {}", speaker.unwrap_or_default(), text.unwrap_or_default())
        })
        .collect()
    };
    by_session.flat_map(of_session).collect()
}

/// The turns that evidence names, and what of it was malformed with what it was read as.
fn relevant(transcript: &Transcript, evidence: &Value) -> (Vec<usize>, Vec<(String, Vec<String>)>) {
    let place = |id: &String| transcript.turns.iter().position(|turn| turn.place == *id);
    let (mut turns, mut repaired) = (Vec::new(), Vec::new());
    for given in evidence.as_array().into_iter().flatten().filter_map(Value::as_str) {
        let read: Vec<String> = ids(given).into_iter().filter(|id| place(id).is_some()).collect();
        for turn in read.iter().filter_map(place) {
            if !turns.contains(&turn) {
                turns.push(turn);
            }
        }
        if read != [given] {
            repaired.push((given.into(), read));
        }
    }
    (turns, repaired)
}

/// The ids that a text was meant to name: glued ones are parted, `D:11:26` is D11:26, `D30:05` is
/// D30:5.
fn ids(given: &str) -> Vec<String> {
    let pieces = given.split(|c: char| c.is_whitespace() || matches!(c, ';' | ','));
    let number = |text: &str| text.parse::<u32>().ok();
    let id = |piece: &str| {
        let (session, turn) = piece.strip_prefix('D')?.trim_start_matches(':').split_once(':')?;
        Some(format!("D{}:{}", number(session)?, number(turn)?))
    };
    pieces.filter_map(id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn malformed_evidence_is_read_as_it_was_meant() {
        assert_eq!(ids("D1:3"), ["D1:3"]);
        assert_eq!(ids("D8:6; D9:17"), ["D8:6", "D9:17"]);
        assert_eq!(ids("D9:1 D4:4 D4:6"), ["D9:1", "D4:4", "D4:6"]);
        assert_eq!(ids("D:11:26"), ["D11:26"]);
        assert_eq!(ids("D30:05"), ["D30:5"]);
        assert!(ids("D").is_empty() && ids("").is_empty());
    }

    #[test]
    fn evidence_is_told_apart_from_what_names_no_turn() {
        let sample = json!({"sample_id": "c", "conversation": {
            "session_1": [
                {"speaker": "Ana", "dia_id": "D1:1", "text": "Look!", "blip_caption": "a dog"},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "Nice"},
            ],
            "session_1_date_time": "1:56 pm on 8 May, 2023",
        }, "qa": [{"question": "What?", "category": 1, "evidence": ["D1:2", "D1:02", "D4:36"]}]});
        let mut malformed = Vec::new();
        let conversation = conversation("c", &sample, &mut malformed).unwrap();
        assert_eq!(conversation.passages[0], "[1:56 pm on 8 May, 2023] Ana: Look!");
        assert_eq!(conversation.questions[0].relevant, [1]);
        let read: Vec<(&str, &[String])> = malformed.iter().map(|bad| (&*bad.given, &*bad.read)).collect();
        assert_eq!(read, [("D1:02", &["D1:2".to_string()][..]), ("D4:36", &[][..])]);
    }
}
