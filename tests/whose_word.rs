//! A model's words are the user's word only where one sentence of the user's own says just that. Sentences that
//! say something near it are made by the hundred; no reply and no tool call turns one into the user's word.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;
use proptest::prelude::*;
use serde_json::{Value, json};

/// What is said of the speaker: how the speaker puts it, what a model makes of it, its address and value.
type Fact = (&'static str, &'static str, &'static str, &'static str);

const FACTS: [Fact; 8] = [
    ("live in York", "lives in York", "home city", "York"),
    ("work at Acme", "works at Acme", "employer", "Acme"),
    ("like sushi", "likes sushi", "taste: sushi", "likes"),
    ("play the cello", "plays the cello", "instrument", "cello"),
    ("drive a red Volvo", "drives a red Volvo", "car", "red Volvo"),
    ("speak Norwegian", "speaks Norwegian", "language", "Norwegian"),
    ("eat fish", "eats fish", "diet", "fish"),
    ("collect old maps", "collects old maps", "hobby", "old maps"),
];

/// Ways of putting it that do not say it: `{}` is the fact as the speaker puts it, `<>` as it is put of others.
const OTHERWISE: [&str; 40] = [
    "I don't {}.",
    "I do not {}.",
    "I never {}.",
    "I no longer {}.",
    "I hardly {}.",
    "I can't {}.",
    "Do I {}?",
    "Should I {}?",
    "Why do I {}?",
    "I used to {}.",
    "I will {}.",
    "I'm going to {} next year.",
    "I would {}.",
    "I might {}.",
    "I may {}.",
    "I could {}.",
    "I wish I {}.",
    "I hope to {}.",
    "I want to {}.",
    "I'd like to {}.",
    "If I {}, tell me.",
    "Suppose I {}.",
    "Imagine that I {}.",
    "Maybe I {}.",
    "Perhaps I {}.",
    "Tom <>.",
    "My sister <>.",
    "He <>.",
    "You {}.",
    "They {}.",
    "Tom says that I {}.",
    "People think I {}.",
    "Tom said: \"I {}.\"",
    "Translate into German: I {}.",
    "> I {}.",
    "I {}. Just kidding!",
    "I pretend to {}.",
    "I know people who {}.",
    "It is not true that I {}.",
    "Nobody believes that I {}.",
];

/// Ways that do say it.
const SO: [&str; 6] = ["I {}.", "Well, I {}.", "Hi! I {}.", "I {} now.", "By the way, I {}.", "Thanks. I {}!"];

fn session() -> Labels {
    Labels { session: Some("s1".into()), ..user("ana") }
}

fn put(form: &str, fact: Fact) -> String {
    form.replace("{}", fact.0).replace("<>", fact.1)
}

fn asking() -> Host {
    let policy = Some(r#"{"session": {"extractAfter": 1}}"#.into());
    Host::with(Options { tenant: "acme".into(), seed: vec![7; 32], policy, model: true, ..Options::default() })
}

/// The sources of what a store keeps after a turn, a reply to every question about it, and a tool's call that
/// quotes it.
fn told(said: &str, text: &str, attribute: &str, value: &str, addressed: bool) -> Vec<Memory> {
    let mut host = asking();
    let message = Message { role: Role::User, actor: None, text: said.into(), at: None, ref_: None };
    host.engine.turn(&session(), &message, host.now, None).unwrap();
    host.drain();
    let name = if addressed { attribute } else { "" };
    let claim = json!({"text": text, "kind": "fact", "attribute": name, "value": value, "status": "is"});
    let reply = json!({"claims": [claim]}).to_string();
    while let Some(Request { ticket, task: Task::Ask(ask) }) = host.engine.poll(host.now).unwrap() {
        let said = if ask.purpose == "extract" { &reply } else { r#"{"operations":[{"op":"ADD"}]}"# };
        host.engine.answer(ticket, Answer::Reply(said.into()), host.now).unwrap();
        host.drain();
    }
    let mut call = json!({"text": text, "kind": "fact", "quote": said});
    if addressed {
        call["entity"] = "user".into();
        call["attribute"] = attribute.into();
        call["value"] = value.into();
    }
    let answer = host.engine.tool(&session(), "memory_store", &call.to_string(), None, None, host.now, None);
    host.drain();
    let _: Value = serde_json::from_str(&answer.unwrap()).unwrap();
    host.listed(&user("ana"), &Listing { states: State::ALL.to_vec(), ..Listing::default() })
}

fn own(memories: &[Memory]) -> Vec<String> {
    let own = memories.iter().filter(|memory| memory.source == Source::UserSaid);
    own.map(|memory| memory.text.clone()).collect()
}

#[test]
fn a_sentence_that_says_just_that_is_the_users_word() {
    for (fact, form) in FACTS.iter().flat_map(|fact| SO.map(|form| (*fact, form))) {
        let text = format!("The user {}.", fact.1);
        let kept = told(&put(form, fact), &text, fact.2, fact.3, false);
        assert_eq!(own(&kept), [text], "{}", put(form, fact));
    }
}

#[test]
fn what_is_put_otherwise_is_nobodys_word() {
    for (fact, form) in FACTS.iter().flat_map(|fact| OTHERWISE.map(|form| (*fact, form))) {
        let text = format!("The user {}.", fact.1);
        let kept = told(&put(form, fact), &text, fact.2, fact.3, true);
        assert!(own(&kept).is_empty(), "{} / {:?}", put(form, fact), own(&kept));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    /// Whatever is claimed of whatever was said, at whatever address: the user's word is only the claim that was
    /// said just so.
    #[test]
    fn only_what_was_said_just_so_is_the_users_word(
        parts in prop::collection::vec((0..FACTS.len(), 0..OTHERWISE.len() + 12), 1..4),
        claimed in 0..FACTS.len(),
        address in 0..FACTS.len(),
        negated in any::<bool>(),
        addressed in any::<bool>(),
    ) {
        let straight = |form: usize| form >= OTHERWISE.len();
        let form = |at: usize| if straight(at) { SO[(at - OTHERWISE.len()) % SO.len()] } else { OTHERWISE[at] };
        let said: Vec<String> = parts.iter().map(|(fact, at)| put(form(*at), FACTS[*fact])).collect();
        let fact = FACTS[claimed];
        let text = if negated { format!("The user does not {}.", fact.0) } else { format!("The user {}.", fact.1) };
        let kept = told(&said.join(" "), &text, FACTS[address].2, FACTS[address].3, addressed);
        let says = parts.iter().any(|(said, at)| *said == claimed && straight(*at) && !negated);
        // "I never eat fish" and "I no longer eat fish" both say that the user does not, and who cannot
        // eat something does not.
        let not = |form: usize| form < 4 || (form == 5 && FACTS[claimed].2 == "diet");
        let denies = parts.iter().any(|(said, at)| *said == claimed && not(*at) && negated);
        if !says && !denies {
            prop_assert!(own(&kept).is_empty(), "{:?} / {:?}", said, own(&kept));
        }
        // Words that are not the claim's value or attribute are nobody's.
        if addressed && FACTS[address].2 != fact.2 {
            let wrong = kept.iter().filter(|memory| memory.source == Source::UserSaid);
            let attribute = |memory: &Memory| memory.address.as_ref().map(|address| address.attribute.clone());
            prop_assert!(wrong.clone().all(|memory| attribute(memory).as_deref() != Some(FACTS[address].2)), "{:?}", kept);
        }
    }

    /// No reply of any sort retires what is about something else.
    #[test]
    fn no_reply_retires_what_is_about_something_else(known in 0..FACTS.len(), new in 0..FACTS.len(), op in 0..3usize, text in any::<bool>()) {
        prop_assume!(known != new);
        let op = ["UPDATE", "DELETE", "NOOP"][op];
        let mut host = Host::asking(move |_| format!(r#"{{"operations":[{{"op":"{op}","target":"m1"}}]}}"#));
        let candidate = |fact: Fact| match text {
            true => host::fact(&format!("Ana {}.", fact.1)),
            false => Candidate { text: format!("Ana {}.", fact.1), ..at("Ana", fact.2, fact.3) },
        };
        let first = host.id(&user("ana"), &candidate(FACTS[known]));
        let second = host.id(&user("ana"), &candidate(FACTS[new]));
        for id in [first, second] {
            let memory = host.get(&user("ana"), &id);
            prop_assert_eq!((memory.state, memory.valid_to), (State::Active, None));
        }
    }
}
