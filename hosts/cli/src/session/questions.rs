//! The engine's questions, put to the model that the process was started with.

use std::collections::BTreeSet;

use super::Session;
use crate::component::{Answer, Task, Work};
use crate::failure::Outcome;
use crate::model::{Ask, parallel};

/// Replies to one question, at most. The engine decides by itself after fewer.
const MOST_REPLIES: usize = 8;

/// A question, and the ticket of its answer.
type Question = (u64, Ask);

impl Session {
    /// Puts a question to the model, with as many more as may be on their way at once. False: there is
    /// no model, it did not answer, or all that is open was asked in this drain.
    pub(super) fn put(&mut self, first: Question, asked: &mut BTreeSet<u64>, now: u64) -> Outcome<bool> {
        let Some(model) = self.host.models.model.clone() else {
            return Ok(false);
        };
        let mut open = self.gather(first, asked, now)?;
        let mut all_answered = !open.is_empty();
        for _ in 0..MOST_REPLIES {
            let replies = parallel(&open, self.host.models.at_once, |(_, ask)| model.reply(ask));
            let mut again = Vec::new();
            for ((ticket, ask), reply) in open.into_iter().zip(replies) {
                match reply {
                    Ok(reply) => again.extend(self.take(ticket, reply, now)?.map(|why| (ticket, said_why(ask, &why)))),
                    Err(error) => {
                        all_answered = false;
                        self.host.say(format!("a question to the model stays open: {error}"));
                        self.answer(ticket, &Answer::Failed(error.to_string()), now)?;
                    }
                }
            }
            open = again;
        }
        Ok(all_answered)
    }

    /// A question and those behind it. `failed` says "not now": an engine that has others hands them out
    /// first, and a ticket that was seen before means that there are no more.
    fn gather(&mut self, first: Question, asked: &mut BTreeSet<u64>, now: u64) -> Outcome<Vec<Question>> {
        let (mut open, mut next) = (Vec::new(), Some(first));
        while let Some((ticket, ask)) = next.take().filter(|(ticket, _)| asked.insert(*ticket)) {
            open.push((ticket, ask));
            if open.len() < self.host.models.at_once {
                self.answer(ticket, &Answer::Failed("others are gathered first".into()), now)?;
                next = match self.poll(now)? {
                    Some(Work { ticket, task: Task::Ask(ask) }) => Some((ticket, ask)),
                    _ => None,
                };
            }
        }
        Ok(open)
    }

    /// Hands in a reply, and stores what came of it. Gives why the engine could not use it, where the
    /// question is still open.
    fn take(&mut self, ticket: u64, reply: String, now: u64) -> Outcome<Option<String>> {
        match self.answer(ticket, &Answer::Reply(reply), now) {
            Ok(()) => {}
            Err(failure) if ["malformed-reply", "not-shown"].contains(&failure.tag.as_str()) => {
                return Ok(Some(failure.text));
            }
            Err(failure) if failure.tag == "stale-ticket" => {}
            Err(failure) => return Err(failure),
        }
        while let Some(Work { ticket, task: task @ (Task::Append(_) | Task::Replace(_)) }) = self.poll(now)? {
            self.write(ticket, &task, now)?;
        }
        Ok(None)
    }
}

/// The question again, with what was wrong with the last reply.
fn said_why(mut ask: Ask, why: &str) -> Ask {
    ask.prompt.push_str(&format!("\nYour last reply could not be used ({why}). Reply with the JSON alone.\n"));
    ask
}
