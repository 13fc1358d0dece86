//! A recall may put the best of what it found to the host's reranker, by ticket and answer: what is
//! offered is what the asker may see and what is relevant enough, the order follows the scores, and
//! nothing of it is written down.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;

/// Journal sequences stay below.
const FIRST_TICKET: u64 = 1 << 52;

fn reranked(text: &str) -> Query {
    Query { rerank: Some(true), ..ask(text) }
}

fn cup(number: u32) -> String {
    format!("Cup number {number} holds tea.")
}

/// The number in a text, as a score.
fn by_number(_: &str, document: &str) -> f64 {
    let digits: String = document.chars().filter(char::is_ascii_digit).collect();
    digits.parse::<f64>().unwrap_or(0.0) / 1_000.0
}

/// A host whose Ana has so many cups of tea, and bees.
fn cups(host: &mut Host, count: u32) {
    for number in 0..count {
        host.id(&user("ana"), &fact(&cup(number)));
    }
    host.id(&user("ana"), &fact("The bees winter behind the barn."));
}

fn with_cups(count: u32) -> Host {
    let mut host = Host::new();
    host.reranker = Some(Box::new(by_number));
    cups(&mut host, count);
    host
}

/// The open rerank task.
fn open(host: &mut Host) -> (u64, RerankTask) {
    match host.engine.poll(host.now).unwrap() {
        Some(Request { ticket, task: Task::Rerank(task) }) => (ticket, task),
        other => panic!("{other:?}"),
    }
}

fn texts(recalled: &Recalled) -> Vec<&str> {
    recalled.hits.iter().map(|hit| hit.text.as_str()).collect()
}

fn part(hit: &Hit, name: &str) -> Option<f64> {
    hit.parts.iter().find(|(part, _)| part == name).map(|(_, value)| *value)
}

#[test]
fn the_order_follows_the_scores() {
    let mut host = with_cups(8);
    let ana = user("ana");
    let before = host.engine.recall(&ana, &reranked("tea cups"), host.now).unwrap();
    let plain = host.engine.recall(&ana, &ask("tea cups"), host.now).unwrap();
    assert!(before.ticket.is_some() && plain.ticket.is_none());
    assert_eq!(before.hits, plain.hits, "until the scores are there the order is the usual one");
    let (recalled, rounds) = host.recall(&ana, &reranked("tea cups"));
    assert_eq!(rounds, 2);
    let expected: Vec<String> = (0..8).rev().map(cup).collect();
    assert_eq!(texts(&recalled), expected);
    let best = &recalled.hits[0];
    assert_eq!((part(best, "rerank"), part(best, "relevance")), (Some(0.007), Some(0.007)));
    assert_eq!(part(best, "match"), part(plain.hits.iter().find(|hit| hit.id == best.id).unwrap(), "match"));
    assert!(plain.hits.iter().all(|hit| part(hit, "rerank").is_none()));
}

#[test]
fn under_every_profile_a_better_score_stands_higher() {
    let names = ["lifecycle", "generative-agents", "hybrid", "tie-breaker", "memory-bank"];
    for profile in names {
        let mut host = with_cups(5);
        let query = Query { profile: Some(profile.into()), ..reranked("tea cups") };
        let (recalled, _) = host.recall(&user("ana"), &query);
        let expected: Vec<String> = (0..5).rev().map(cup).collect();
        assert_eq!(texts(&recalled), expected, "{profile}");
    }
}

#[test]
fn a_document_says_who_said_it() {
    let mut host = Host::new();
    host.tell(&user("ana"), &Candidate { actor: Some("Bo".into()), ..fact("Tea is ready.") });
    host.engine.recall(&user("ana"), &reranked("tea ready"), host.now).unwrap();
    let (_, task) = open(&mut host);
    assert_eq!((task.query.as_str(), task.documents), ("tea ready", vec!["Bo: Tea is ready.".to_owned()]));
}

#[test]
fn what_is_not_relevant_enough_is_never_offered() {
    let mut host = with_cups(4);
    let (recalled, _) = host.recall(&user("ana"), &Query { min_relevance: Some(0.9), ..reranked("quantum tea") });
    assert!(recalled.hits.is_empty());
    assert!(host.reranked.is_empty(), "nothing to offer, nothing asked");
    host.recall(&user("ana"), &reranked("tea cups"));
    let offered: Vec<&String> = host.reranked.iter().flat_map(|task| &task.documents).collect();
    assert_eq!(offered.len(), 4);
    assert!(offered.iter().all(|document| document.contains("tea")));
}

#[test]
fn nobody_elses_memories_are_offered() {
    let mut host = with_cups(2);
    host.id(&user("bo"), &fact("Bo's cup holds tea."));
    let project = |name: &str| Labels { project: Some(name.into()), ..user("ana") };
    host.id(&project("other"), &fact("The other project's cup holds tea."));
    host.id(&Labels { shared_writer: true, ..user("bo") }, &Candidate { shared: true, ..fact("Everybody's tea cup.") });
    host.recall(&project("mine"), &reranked("tea cup"));
    let mut offered = host.reranked.remove(0).documents;
    offered.sort();
    assert_eq!(offered, [cup(0), cup(1), "Everybody's tea cup.".into()]);
}

#[test]
fn the_best_few_for_each_hit_are_offered_and_the_rest_stands_behind_them() {
    let mut host = with_cups(150);
    let ana = user("ana");
    for (k, offered) in [(1, 20), (5, 20), (10, 40), (25, 100), (150, 100)] {
        // An erasure takes every score away.
        let gone = host.id(&ana, &fact(&format!("Nobody drinks {k} of them.")));
        host.erase(&ana, &by_ids(&[&gone])).unwrap();
        let query = Query { k: Some(k), ..reranked("tea cups") };
        let usual = host.engine.recall(&ana, &Query { rerank: None, ..query.clone() }, host.now).unwrap();
        host.reranked.clear();
        let (recalled, _) = host.recall(&ana, &query);
        let documents = &host.reranked[0].documents;
        assert_eq!(documents.len(), offered, "k is {k}");
        let both = offered.min(k as usize);
        assert_eq!(documents[..both], texts(&usual)[..both], "the best by the usual order");
        assert_eq!(texts(&recalled)[both..], texts(&usual)[both..]);
        assert!(recalled.hits.iter().take(offered).all(|hit| part(hit, "rerank").is_some()));
        assert!(recalled.hits.iter().skip(offered).all(|hit| part(hit, "rerank").is_none()));
    }
}

#[test]
fn a_score_is_asked_for_once_a_query_and_version() {
    let mut host = with_cups(3);
    let ana = user("ana");
    host.recall(&ana, &reranked("tea cups"));
    for same in ["tea cups", "  TEA\tcups "] {
        assert_eq!(host.recall(&ana, &reranked(same)).1, 1, "{same:?}");
    }
    assert_eq!(host.reranked.len(), 1);
    let usual = host.engine.recall(&ana, &ask("tea cups"), host.now).unwrap();
    let old = usual.hits[0].id.clone();
    let revision = Revision { text: "Cup number 900 holds tea.".into(), ..Revision::default() };
    host.engine.supersede(&ana, &old, &revision, None, host.now, None).unwrap();
    host.drain();
    let (recalled, rounds) = host.recall(&ana, &reranked("tea cups"));
    assert_eq!(rounds, 2);
    assert_eq!(host.reranked[1].documents, ["Cup number 900 holds tea."]);
    assert_eq!(recalled.hits[0].text, "Cup number 900 holds tea.");
    assert_eq!(host.recall(&ana, &reranked("other tea cups")).1, 2, "another query is another score");
}

#[test]
fn use_asks_for_nothing_anew() {
    let mut host = with_cups(3);
    let ana = user("ana");
    let (recalled, _) = host.recall(&ana, &reranked("tea cups"));
    let ids: Vec<String> = recalled.hits.iter().map(|hit| hit.id.clone()).collect();
    host.engine.used(&ana, &ids, host.now, None).unwrap();
    host.drain();
    assert_eq!(host.recall(&ana, &reranked("tea cups")).1, 1);
}

#[test]
fn an_answer_of_another_length_range_or_sort_changes_nothing() {
    let mut host = with_cups(3);
    let ana = user("ana");
    let before = host.engine.recall(&ana, &reranked("tea cups"), host.now).unwrap();
    let hash = host.engine.state_hash();
    let (ticket, task) = open(&mut host);
    assert_eq!(before.ticket, Some(ticket));
    let scores = |last: f64| Answer::Scores(vec![0.5, 0.5, last]);
    for bad in [
        Answer::Scores(vec![]),
        Answer::Scores(vec![0.5; 2]),
        Answer::Scores(vec![0.5; 4]),
        scores(f64::NAN),
        scores(2.0),
        scores(-0.1),
        scores(f64::INFINITY),
        Answer::Stored,
        Answer::Reply("0.5".into()),
        Answer::Vectors(vec![vec![0.5]; 3]),
        Answer::Counts(vec![1; 3]),
    ] {
        let failure = host.engine.answer(ticket, bad.clone(), host.now);
        assert!(matches!(failure, Err(Failure::WrongAnswer(_))), "{bad:?}: {failure:?}");
        assert!(open(&mut host) == (ticket, task.clone()), "{bad:?}: it is open still");
        let after = host.engine.recall(&ana, &reranked("tea cups"), host.now).unwrap();
        assert_eq!((&after.hits, after.ticket), (&before.hits, Some(ticket)), "{bad:?}");
    }
    assert_eq!(host.engine.state_hash(), hash);
    let verdict = host.engine.answer(ticket, scores(1.0), host.now).unwrap();
    assert_eq!(verdict.verdict, "scored");
    assert!(matches!(host.engine.answer(ticket, scores(1.0), host.now), Err(Failure::StaleTicket(_))));
}

#[test]
fn a_task_that_failed_is_dropped_and_opens_again_when_asked_again() {
    let mut host = with_cups(3);
    let ana = user("ana");
    let first = host.engine.recall(&ana, &reranked("tea cups"), host.now).unwrap().ticket.unwrap();
    let verdict = host.engine.answer(first, Answer::Failed("down".into()), host.now).unwrap();
    assert_eq!(verdict.verdict, "failed");
    assert!(host.engine.poll(host.now).unwrap().is_none());
    let second = host.engine.recall(&ana, &reranked("tea cups"), host.now).unwrap().ticket.unwrap();
    assert!(second > first);
    assert_eq!(open(&mut host).0, second);
}

#[test]
fn nothing_of_it_is_written_down() {
    let mut host = with_cups(3);
    let (hash, snapshot, disk) = (host.engine.state_hash(), host.engine.snapshot().unwrap(), host.disk.journal.clone());
    host.recall(&user("ana"), &reranked("tea cups"));
    host.engine.recall(&user("ana"), &reranked("more tea cups"), host.now).unwrap();
    assert_eq!(host.engine.state_hash(), hash);
    assert_eq!(host.engine.snapshot().unwrap(), snapshot);
    assert_eq!(host.disk.journal, disk);
    host.reranker = None;
    host.reopen();
    assert!(host.engine.poll(host.now).unwrap().is_none(), "another instance knows of no task");
    assert!(host.engine.recall(&user("ana"), &reranked("tea cups"), host.now).unwrap().ticket.is_some());
}

#[test]
fn an_erased_memory_is_in_no_task_and_no_score_is_left() {
    let mut host = with_cups(3);
    let ana = user("ana");
    host.recall(&ana, &reranked("tea cups"));
    host.reranker = None;
    let ticket = host.engine.recall(&ana, &reranked("cups of tea"), host.now).unwrap().ticket.unwrap();
    let usual = host.engine.recall(&ana, &ask("tea cups"), host.now).unwrap();
    let id = usual.hits.iter().find(|hit| hit.text == cup(1)).unwrap().id.clone();
    host.erase(&ana, &by_ids(&[&id])).unwrap();
    assert!(host.engine.poll(host.now).unwrap().is_none());
    let late = host.engine.answer(ticket, Answer::Scores(vec![0.5; 3]), host.now);
    assert!(matches!(late, Err(Failure::StaleTicket(_))));
    host.engine.recall(&ana, &reranked("tea cups"), host.now).unwrap();
    let (_, task) = open(&mut host);
    assert_eq!(task.documents.len(), 2, "every score is asked for again");
    assert!(task.documents.iter().all(|document| !document.contains('1')));
}

#[test]
fn an_erasure_by_retention_reaches_it_too() {
    let policy = r#"{"retention": {"chat": {"days": 10}}}"#;
    let mut host = Host::policy(policy);
    let ana = Labels { purpose: Some("chat".into()), ..user("ana") };
    host.id(&ana, &fact(&cup(1)));
    host.engine.recall(&ana, &reranked("tea cup"), host.now).unwrap();
    host.pass(11 * 86_400_000);
    assert_eq!(host.engine.sweep(false, host.now).unwrap().purged.len(), 1);
    host.drain();
    assert!(host.engine.poll(host.now).unwrap().is_none());
}

#[test]
fn a_task_whose_memories_changed_since_is_dropped() {
    let mut host = with_cups(3);
    host.reranker = None;
    let ana = user("ana");
    let recalled = host.engine.recall(&ana, &reranked("tea cups"), host.now).unwrap();
    host.engine.recall(&ana, &reranked("cup number 2"), host.now).unwrap();
    assert_eq!(open(&mut host).0, recalled.ticket.unwrap());
    let gone = recalled.hits.iter().find(|hit| hit.text == cup(0)).unwrap();
    host.act(&ana, &gone.id, Act::Invalidate, None).unwrap();
    assert!(host.engine.poll(host.now).unwrap().is_none(), "both were about cup 0 as it was");
    host.engine.recall(&ana, &reranked("tea cups"), host.now).unwrap();
    assert_eq!(open(&mut host).1.documents.len(), 2);
}

#[test]
fn open_tasks_are_bounded_and_the_oldest_makes_room() {
    let mut host = with_cups(2);
    let ana = user("ana");
    let ask = |host: &Host, number: u32| {
        let query = reranked(&format!("tea {}", "cup ".repeat(number as usize + 1)));
        host.engine.recall(&ana, &query, host.now).unwrap().ticket.unwrap()
    };
    let tickets: Vec<u64> = (0..17).map(|number| ask(&host, number)).collect();
    assert_eq!(ask(&host, 16), tickets[16], "the same read has the same task");
    assert_eq!(open(&mut host).0, tickets[1]);
    assert!(matches!(
        host.engine.answer(tickets[0], Answer::Scores(vec![0.5; 2]), host.now),
        Err(Failure::StaleTicket(_))
    ));
    for ticket in &tickets[1..] {
        assert_eq!(open(&mut host).0, *ticket, "the oldest first, and the same until it is answered");
        host.engine.answer(*ticket, Answer::Scores(vec![0.5; 2]), host.now).unwrap();
    }
    assert!(host.engine.poll(host.now).unwrap().is_none());
}

#[test]
fn bytes_come_first_and_embeddings_and_questions_later() {
    let mut host = Host::embedding();
    let ana = user("ana");
    host.engine.remember(&ana, &fact(&cup(1)), host.now, None).unwrap();
    host.engine.recall(&ana, &reranked("tea cup"), host.now).unwrap();
    let append = host.engine.poll(host.now).unwrap().unwrap();
    assert!(matches!(append.task, Task::Append(_)));
    host.engine.answer(append.ticket, Answer::Stored, host.now).unwrap();
    let (ticket, _) = open(&mut host);
    host.engine.remember(&ana, &fact("Tea is not a fruit."), host.now, None).unwrap();
    let append = host.engine.poll(host.now).unwrap().unwrap();
    assert!(matches!(append.task, Task::Append(_)), "an open task leaves the store drained, and writes go first");
    host.engine.answer(append.ticket, Answer::Stored, host.now).unwrap();
    host.engine.answer(ticket, Answer::Scores(vec![0.5]), host.now).unwrap();
    assert!(matches!(host.engine.poll(host.now).unwrap().unwrap().task, Task::Embed(_)));
}

#[test]
fn tickets_are_those_of_no_question() {
    let mut host = Host::asking(|_| r#"{"operations":[{"op":"ADD"}]}"#.into());
    let model = host.model.take();
    let ana = user("ana");
    host.tell(&ana, &fact("Ana drives a red Volvo."));
    host.tell(&ana, &fact("Ana drives a blue Volvo."));
    let question = host.engine.poll(host.now).unwrap().unwrap();
    assert!(matches!(question.task, Task::Ask(_)) && question.ticket < FIRST_TICKET);
    let ticket = host.engine.recall(&ana, &reranked("Volvo"), host.now).unwrap().ticket.unwrap();
    assert!((FIRST_TICKET..1 << 53).contains(&ticket));
    assert_eq!(open(&mut host).0, ticket);
    let crossed = host.engine.answer(question.ticket, Answer::Scores(vec![0.5; 2]), host.now);
    assert!(matches!(crossed, Err(Failure::WrongAnswer(_))));
    let crossed = host.engine.answer(ticket, Answer::Reply("{}".into()), host.now);
    assert!(matches!(crossed, Err(Failure::WrongAnswer(_))));
    host.engine.answer(ticket, Answer::Failed("no".into()), host.now).unwrap();
    host.model = model;
    host.drain();
    assert_eq!(host.verdicts.len(), 1);
    let never = host.engine.answer(FIRST_TICKET + 99, Answer::Scores(vec![]), host.now);
    assert!(matches!(never, Err(Failure::StaleTicket(_))));
}

#[test]
fn reranking_needs_a_text_except_where_everything_is_given() {
    let mut host = with_cups(2);
    let ana = user("ana");
    for text in [None, Some(""), Some(" \t")] {
        let query = Query { text: text.map(str::to_owned), rerank: Some(true), ..Query::default() };
        match host.engine.recall(&ana, &query, host.now) {
            Err(Failure::Invalid(why)) => assert!(why.starts_with("rerank: "), "{why}"),
            other => panic!("{other:?}"),
        }
    }
    let everything = Query { rerank: Some(true), ..everything() };
    let given = host.engine.recall(&ana, &everything, host.now).unwrap();
    assert_eq!((given.hits.len(), given.ticket), (3, None));
    assert!(host.engine.poll(host.now).unwrap().is_none());
    let off = Query { rerank: Some(false), ..ask("tea cups") };
    assert_eq!(host.engine.recall(&ana, &off, host.now).unwrap().ticket, None);
    assert!(host.reranked.is_empty());
}

#[test]
fn why_not_goes_by_what_is_known_and_opens_nothing() {
    let mut host = with_cups(8);
    let ana = user("ana");
    let query = Query { k: Some(1), ..reranked("tea cups") };
    let usual = host.engine.recall(&ana, &ask("tea cups"), host.now).unwrap().hits;
    let why = |host: &Host, id: &str| host.engine.why_not(&ana, id, &query, host.now).unwrap();
    let of = |text: &str| usual.iter().find(|hit| hit.text == text).unwrap().id.clone();
    let (best, last) = (of(&cup(7)), of(&cup(0)));
    let before = why(&host, &last);
    assert!(host.engine.poll(host.now).unwrap().is_none());
    host.recall(&ana, &query);
    assert_eq!(why(&host, &best).step, "recalled");
    assert_eq!((why(&host, &last).step.as_str(), why(&host, &last).detail.as_str()), ("rank", "it is number 8"));
    assert_ne!(before, why(&host, &last), "the scores changed it");
    assert!(host.engine.poll(host.now).unwrap().is_none());
}

#[test]
fn only_what_is_final_is_counted_as_a_recall() {
    let mut host = with_cups(3);
    let before = host.engine.stats(host.now).recalls;
    let (_, rounds) = host.recall(&user("ana"), &reranked("tea cups"));
    assert_eq!((rounds, host.engine.stats(host.now).recalls - before), (2, 1));
}
