//! What recalls wait for: a reranker's scores and a tokenizer's counts, as far as this program has them.

use serde_json::{Value, json};

use super::Session;
use crate::component::{Answer, CountTask, Operation, RerankTask, Task, Work};
use crate::failure::Outcome;
use crate::model::Tokenizer;
use crate::request::Request;

/// Times that one recall is asked, at most.
const MOST_ROUNDS: u32 = 8;

/// What became of a task that a recall waits for.
enum Errand {
    Done,
    /// The reranker did not answer.
    Unranked,
    /// It is for whoever sends the requests, by `poll` and `answer`.
    NotOurs,
}

impl Session {
    /// A recall, or why it left a memory out: with the process's tokenizer, and asked again until the
    /// answer is final or waits for somebody else.
    pub(super) fn read(&mut self, operation: &Operation, request: &Request) -> Outcome<Value> {
        let mut request = request.clone();
        let counts = request.args.get("counter").is_some_and(|counter| !counter.is_null());
        if let Some(tokenizer) = self.host.models.tokenizer.filter(|_| !counts) {
            request.args.insert("counter".into(), json!(tokenizer.name()));
        }
        if operation.name() == "whyNot" {
            return self.explain(operation, request);
        }
        self.rounds(operation, &mut request)
    }

    fn rounds(&mut self, operation: &Operation, request: &mut Request) -> Outcome<Value> {
        let mut answer = self.call(operation, request)?;
        let ours = self.can_do(request);
        for _ in 1..MOST_ROUNDS {
            let Some(ticket) = answer["ticket"].as_u64() else { break };
            match self.errand(ticket, ours, request.now)? {
                Errand::Done => {}
                Errand::Unranked => _ = request.args.remove("rerank"),
                Errand::NotOurs => break,
            }
            answer = self.call(operation, request)?;
        }
        Ok(answer)
    }

    /// The reason goes by what the reranker and the tokenizer have said: a recall lets them say it first.
    fn explain(&mut self, operation: &Operation, mut request: Request) -> Outcome<Value> {
        let table = self.host.runtime.table().clone();
        if let Some(recall) = table.get("recall").filter(|_| self.can_do(&request)) {
            let id = request.args.remove("id");
            self.rounds(recall, &mut request)?;
            request.args.extend(id.map(|id| ("id".to_string(), id)));
        }
        self.call(operation, &request)
    }

    /// Whether a recall waits for something, and all of it is this program's to do.
    fn can_do(&self, request: &Request) -> bool {
        let reranks = request.args.get("rerank") == Some(&Value::Bool(true));
        let counter = request.args.get("counter").and_then(Value::as_str);
        let ours = !reranks || self.host.models.reranker.is_some();
        (reranks || counter.is_some()) && ours && counter.is_none_or(|name| Tokenizer::find(name).is_some())
    }

    /// Carries out the task of a ticket. What another read left undone before it is dropped where this one
    /// is ours to do: that read would open it again.
    fn errand(&mut self, ticket: u64, ours: bool, now: u64) -> Outcome<Errand> {
        let mut next = self.poll(now)?;
        while let Some(Work { ticket: other, task: Task::Rerank(_) | Task::Count(_) }) = &next
            && ours
            && *other != ticket
        {
            let other = *other;
            self.drop_errand(other, now)?;
            next = self.poll(now)?;
        }
        let answer = match next {
            Some(Work { ticket: next, task: Task::Rerank(task) }) if next == ticket => self.rerank(&task),
            Some(Work { ticket: next, task: Task::Count(task) }) if next == ticket => count(&task),
            _ => None,
        };
        let Some(answer) = answer else { return Ok(Errand::NotOurs) };
        self.answer(ticket, &answer, now)?;
        Ok(if matches!(answer, Answer::Failed(_)) { Errand::Unranked } else { Errand::Done })
    }

    /// What nobody did is dropped: it must not hold up what has to be embedded or asked, or another read.
    pub(super) fn drop_errand(&mut self, ticket: u64, now: u64) -> Outcome<bool> {
        self.answer(ticket, &Answer::Failed("nobody did it".into()), now).map(|()| true)
    }

    fn rerank(&self, task: &RerankTask) -> Option<Answer> {
        let reranker = self.host.models.reranker.as_ref()?;
        let documents: Vec<&str> = task.documents.iter().map(String::as_str).collect();
        Some(match reranker.relevance(&task.query, &documents) {
            Ok(scores) => Answer::Scores(scores),
            Err(error) => {
                self.host.say(format!("recalled without the reranker: {error}"));
                Answer::Failed(error.to_string())
            }
        })
    }
}

fn count(task: &CountTask) -> Option<Answer> {
    let tokenizer = Tokenizer::find(&task.counter)?;
    Some(Answer::Counts(task.texts.iter().map(|text| tokenizer.count(text)).collect()))
}
