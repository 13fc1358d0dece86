//! A budget of tokens holds by the host's own tokenizer, text by text as emitted, whatever it counts.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;
use memolet::stage::recall::render;
use proptest::prelude::*;

fn words(_: &str, text: &str) -> u32 {
    text.split_whitespace().count() as u32
}

fn letters(_: &str, text: &str) -> u32 {
    text.len() as u32
}

fn counting(tokenizer: impl FnMut(&str, &str) -> u32 + 'static) -> Host {
    let mut host = Host::new();
    host.tokenizer = Some(Box::new(tokenizer));
    host
}

fn plants(host: &mut Host, count: u32) {
    for number in 0..count {
        host.id(&user("ana"), &fact(&format!("Ana's plant number {number} is a fern in the window.")));
    }
}

fn query(budget: Option<u32>) -> Query {
    Query { counter: Some("words".into()), max_tokens: budget, ..ask("plant fern window") }
}

/// What is counted by itself: the head, each note, the foot.
fn pieces(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    match lines.as_slice() {
        [] => vec![],
        [fence, heading, notes @ .., foot] => {
            let notes = notes.iter().map(|note| (*note).to_owned());
            [format!("{fence}{heading}")].into_iter().chain(notes).chain([(*foot).to_owned()]).collect()
        }
        other => panic!("{other:?}"),
    }
}

fn size(text: &str, mut count: impl FnMut(&str) -> u32) -> u32 {
    pieces(text).iter().map(|piece| count(piece)).sum()
}

/// Which hits a budget leaves, reckoned anew from what is emitted.
fn greedy(hits: &[Hit], budget: u32, count: impl Fn(&str) -> u32) -> Vec<String> {
    let mut kept: Vec<Hit> = vec![];
    for hit in hits {
        let with: Vec<Hit> = kept.iter().chain([hit]).cloned().collect();
        if size(&render(&with), &count) <= budget {
            kept = with;
        }
    }
    kept.into_iter().map(|hit| hit.id).collect()
}

#[test]
fn a_budget_holds_where_a_token_is_more_than_four_bytes_and_where_it_is_less() {
    for count in [words, letters] {
        let mut host = counting(count);
        plants(&mut host, 8);
        let ana = user("ana");
        let (whole, _) = host.context(&ana, &query(None));
        assert_eq!((whole.ids.len(), whole.tokens), (8, size(&whole.text, |text| count("", text))));
        for budget in (0..=whole.tokens + 1).step_by(7) {
            let (context, _) = host.context(&ana, &query(Some(budget)));
            assert_eq!(context.tokens, size(&context.text, |text| count("", text)));
            assert!(context.tokens <= budget);
            let (all, _) = host.recall(&ana, &query(None));
            assert_eq!(context.ids, greedy(&all.hits, budget, |text| count("", text)), "{budget}");
        }
    }
}

#[test]
fn until_it_has_counted_the_estimate_stands_in_and_a_ticket_says_so() {
    let mut host = counting(letters);
    plants(&mut host, 4);
    let ana = user("ana");
    let estimate = host.engine.context(&ana, &query(None), host.now).unwrap();
    assert!(estimate.ticket.is_some());
    assert_eq!(estimate.tokens, pieces(&estimate.text).iter().map(|text| memolet::text::tokens(text)).sum::<u32>());
    let (context, rounds) = host.context(&ana, &query(None));
    assert_eq!((rounds, context.tokens), (2, context.text.len() as u32));
    assert_eq!(host.counted.len(), 1);
    assert_eq!((host.counted[0].counter.as_str(), host.counted[0].texts.len()), ("words", 6));
    let mut texts = host.counted[0].texts.clone();
    texts.sort();
    let mut emitted = pieces(&context.text);
    emitted.sort();
    assert_eq!(texts, emitted, "just what is emitted is counted");
}

/// Where a note is passed over, those behind it have other numbers and so other texts.
#[test]
fn notes_behind_one_that_is_passed_over_are_counted_by_their_new_numbers() {
    let mut host = counting(|_, text| if text.contains("elephant") { 1_000 } else { words("", text) });
    let ana = user("ana");
    for text in ["The first fern grows.", "The fern of the elephant grows.", "The last fern grows."] {
        host.id(&ana, &fact(text));
        host.pass(1_000);
    }
    let query = |budget| Query { counter: Some("w".into()), max_tokens: budget, ..everything() };
    let (context, rounds) = host.context(&ana, &query(Some(200)));
    assert_eq!((rounds, host.counted.len()), (3, 2));
    assert_eq!(host.counted[1].texts.len(), 1);
    assert!(host.counted[1].texts[0].starts_with("- [m2]") && host.counted[1].texts[0].contains("last"));
    assert!(context.text.contains("[m1]") && context.text.contains("[m2]") && !context.text.contains("[m3]"));
    assert_eq!(context.tokens, size(&context.text, |text| words("", text)));
    let (all, _) = host.context(&ana, &query(None));
    assert_eq!(all.ids.len(), 3);
}

/// The case of a tokenizer: sizes far from the estimate, and a number takes one token whatever it is.
#[test]
fn many_notes_that_are_passed_over_cost_few_rounds() {
    let count = |text: &str| {
        let big = if text.contains("big") { 40 } else { 0 };
        big + 20 + text.chars().filter(|letter| !letter.is_ascii()).count() as u32
    };
    let mut host = counting(move |_, text| count(text));
    let ana = user("ana");
    for number in 0..60 {
        let kind = if number % 3 == 0 { "big" } else { "植物" };
        host.id(&ana, &fact(&format!("Number {number} is a {kind} fern.")));
    }
    let all = host.engine.recall(&ana, &everything(), host.now).unwrap();
    for budget in (60..900).step_by(23) {
        let query = Query { counter: Some("w".into()), max_tokens: Some(budget), ..everything() };
        let (context, rounds) = host.context(&ana, &query);
        assert!(rounds <= 4, "{rounds} rounds for {budget}");
        assert_eq!(context.ids, greedy(&all.hits, budget, count), "{budget}");
    }
}

#[test]
fn a_text_is_counted_once_a_counter() {
    let mut host = counting(words);
    plants(&mut host, 3);
    let ana = user("ana");
    host.recall(&ana, &query(Some(500)));
    assert_eq!(host.recall(&ana, &query(Some(500))).1, 1);
    assert_eq!(host.context(&ana, &query(Some(499))).1, 1, "the same notes in the same places");
    let other = Query { counter: Some("other".into()), ..query(Some(500)) };
    assert_eq!(host.recall(&ana, &other).1, 2);
}

#[test]
fn no_budget_is_too_small_and_nothing_found_is_nothing_counted() {
    let mut host = counting(words);
    plants(&mut host, 3);
    let ana = user("ana");
    for budget in [0, 1, 5] {
        let (context, _) = host.context(&ana, &query(Some(budget)));
        assert_eq!((context.text.as_str(), context.tokens, context.ids.len()), ("", 0, 0));
    }
    assert_eq!(host.counted.iter().map(|task| task.texts.len()).sum::<usize>(), 2, "only head and foot were counted");
    let nothing = Query { text: Some("quantum chromodynamics".into()), ..query(Some(100)) };
    let nothing = host.engine.context(&ana, &nothing, host.now).unwrap();
    assert_eq!((nothing.ticket, nothing.tokens, nothing.text.as_str()), (None, 0, ""));
}

#[test]
fn an_answer_of_another_length_or_sort_changes_nothing_and_a_failed_one_drops_the_task() {
    let mut host = Host::new();
    plants(&mut host, 2);
    let ana = user("ana");
    let before = host.engine.recall(&ana, &query(None), host.now).unwrap();
    let ticket = before.ticket.unwrap();
    let hash = host.engine.state_hash();
    for bad in [
        Answer::Counts(vec![]),
        Answer::Counts(vec![1; 3]),
        Answer::Counts(vec![1; 5]),
        Answer::Scores(vec![0.5; 4]),
        Answer::Stored,
        Answer::Reply("4".into()),
        Answer::Vectors(vec![]),
    ] {
        let failure = host.engine.answer(ticket, bad.clone(), host.now);
        assert!(matches!(failure, Err(Failure::WrongAnswer(_))), "{bad:?}: {failure:?}");
        assert_eq!(host.engine.recall(&ana, &query(None), host.now).unwrap(), before, "{bad:?}");
    }
    let open = host.engine.poll(host.now).unwrap().unwrap();
    assert!(open.ticket == ticket && matches!(open.task, Task::Count(_)));
    host.engine.answer(ticket, Answer::Failed("no such tokenizer".into()), host.now).unwrap();
    assert!(host.engine.poll(host.now).unwrap().is_none());
    let again = host.engine.recall(&ana, &query(None), host.now).unwrap().ticket.unwrap();
    host.engine.answer(again, Answer::Counts(vec![u32::MAX; 4]), host.now).unwrap();
    let recalled = host.engine.recall(&ana, &query(None), host.now).unwrap();
    assert_eq!((recalled.tokens, recalled.hits.len(), recalled.ticket), (u32::MAX, 2, None));
    assert_eq!(host.engine.state_hash(), hash);
}

#[test]
fn an_erased_memory_is_in_no_text_to_count_and_no_count_is_left() {
    let mut host = counting(words);
    plants(&mut host, 3);
    let ana = user("ana");
    let (recalled, _) = host.recall(&ana, &query(None));
    host.tokenizer = None;
    host.engine.recall(&ana, &Query { counter: Some("other".into()), ..query(None) }, host.now).unwrap();
    assert!(host.engine.poll(host.now).unwrap().is_some());
    let gone = &recalled.hits[1];
    host.erase(&ana, &by_ids(&[&gone.id])).unwrap();
    assert!(host.engine.poll(host.now).unwrap().is_none());
    host.engine.recall(&ana, &query(None), host.now).unwrap();
    let Some(Request { task: Task::Count(task), .. }) = host.engine.poll(host.now).unwrap() else { panic!() };
    assert_eq!(task.texts.len(), 4, "all of them again, and the foot");
    assert!(task.texts.iter().all(|text| !text.contains(&gone.text)));
}

#[test]
fn a_counter_has_a_name_of_bounded_length() {
    let host = Host::new();
    for name in ["", &"x".repeat(129)] {
        let query = Query { counter: Some(name.into()), ..ask("tea") };
        match host.engine.recall(&user("ana"), &query, host.now) {
            Err(Failure::Invalid(why)) => assert!(why.starts_with("counter: "), "{why}"),
            other => panic!("{other:?}"),
        }
    }
    let longest = Query { counter: Some("x".repeat(128)), ..ask("tea") };
    host.engine.recall(&user("ana"), &longest, host.now).unwrap();
}

#[test]
fn what_is_reranked_is_counted_in_its_last_order() {
    let mut host = counting(words);
    host.reranker = Some(Box::new(|_, document| if document.contains("number 2") { 1.0 } else { 0.1 }));
    plants(&mut host, 4);
    let ana = user("ana");
    let query = Query { rerank: Some(true), ..query(Some(70)) };
    let (context, _) = host.context(&ana, &query);
    assert_eq!(host.reranked.len(), 1);
    let first = host.counted[0].texts.iter().find(|text| text.starts_with("- [m1]")).unwrap();
    assert!(first.contains("number 2"), "nothing is counted before the order is final");
    assert!(pieces(&context.text)[1].contains("number 2"));
    assert_eq!(context.tokens, size(&context.text, |text| words("", text)));
    assert!(!context.ids.is_empty() && context.ids.len() < 4 && context.tokens <= 70);
}

/// Any counter: a number of the text's hash.
fn any_count(seed: u64, most: u32, text: &str) -> u32 {
    let hash = text.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    (hash >> 24) as u32 % most
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn what_is_emitted_never_counts_more_than_the_budget(seed in any::<u64>(), most in 1..200u32, budget in 0..900u32) {
        let mut host = counting(move |_, text| any_count(seed, most, text));
        plants(&mut host, 9);
        let ana = user("ana");
        let (context, _) = host.context(&ana, &query(Some(budget)));
        let counted = size(&context.text, |text| any_count(seed, most, text));
        prop_assert!(counted <= budget);
        prop_assert_eq!(counted, context.tokens);
        let all = host.engine.recall(&ana, &ask("plant fern window"), host.now).unwrap();
        prop_assert_eq!(context.ids, greedy(&all.hits, budget, |text| any_count(seed, most, text)));
    }
}

/// Among the first k, and said to be dropped by its rank.
#[test]
fn what_the_budget_drops_is_said_to_be_dropped_by_the_budget() {
    let mut host = Host::new();
    let ana = user("ana");
    let ids: Vec<String> = (0..4).map(|n| host.id(&ana, &fact(&format!("Ana's cup number {n} is blue.")))).collect();
    let steps = |query: &Query| -> Vec<String> {
        ids.iter().map(|id| host.engine.why_not(&ana, id, query, host.now).unwrap().step).collect()
    };
    let cups = || ask("Which cup of Ana's is blue?");
    let budget = host.engine.recall(&ana, &Query { k: Some(1), ..cups() }, host.now).unwrap().tokens;
    let count = |steps: Vec<String>, step: &str| steps.iter().filter(|said| *said == step).count();
    let small = Query { max_tokens: Some(budget), ..cups() };
    assert_eq!((count(steps(&small), "recalled"), count(steps(&small), "budget")), (1, 3));
    let few = Query { k: Some(1), ..cups() };
    assert_eq!((count(steps(&few), "recalled"), count(steps(&few), "rank")), (1, 3));
    let full = |query: Query| Query { mode: Some(RecallMode::Full), ..query };
    assert_eq!(count(steps(&full(small)), "budget"), 3);
    assert_eq!(count(steps(&full(few)), "rank"), 3);
}
