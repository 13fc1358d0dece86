//! A turn is taken in by one call: kept in its own words, and what it states carried out.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;

fn observe(host: &mut Host, labels: &Labels, turn: &TurnSaid) -> Observed {
    host.pass(60_000);
    let observed = host.engine.observe(labels, turn, host.now, None).unwrap();
    host.drain();
    observed
}

fn say(host: &mut Host, text: &str) -> Observed {
    observe(host, &user("ana"), &said(text))
}

/// Everything of a user in any state, as it is.
fn all(host: &Host, labels: &Labels) -> Vec<Memory> {
    let listing = Listing { states: State::ALL.to_vec(), limit: Some(1_000), ..Listing::default() };
    host.engine.list(labels, &listing, host.now).unwrap().memories
}

/// Values at an address that are current.
fn current(host: &Host, attribute: &str) -> Vec<String> {
    let memories = host.engine.list(&user("ana"), &Listing::default(), host.now).unwrap().memories;
    let there = |memory: &Memory| memory.address.as_ref().is_some_and(|address| address.attribute == attribute);
    memories.into_iter().filter(there).filter_map(|memory| memory.value).collect()
}

fn effects(observed: &Observed) -> Vec<Effect> {
    observed.statements.iter().map(|statement| statement.effect).collect()
}

#[test]
fn a_turn_is_kept_and_what_it_states_is_remembered() {
    let mut host = Host::new();
    let observed = say(&mut host, "Good morning! I live in York.");
    assert_eq!(observed.kept.len(), 1);
    assert_eq!(observed.kept[0].admission.outcome, Outcome::Active);
    assert_eq!(effects(&observed), [Effect::Active]);
    let stated = &observed.statements[0];
    assert_eq!((stated.act, stated.value.as_deref()), (memolet::types::Act::State, Some("York")));
    let id = stated.admission.as_ref().unwrap().id.clone().unwrap();
    let memory = host.get(&user("ana"), &id);
    assert_eq!((memory.source, memory.extractor.as_deref()), (Source::UserSaid, Some("memolet-statements/1")));
    let span = memory.evidence[0].span.unwrap();
    assert_eq!(&"Good morning! I live in York."[span.start as usize..span.end as usize], "I live in York.");
    assert_eq!(current(&host, "home city"), ["York"]);
}

#[test]
fn one_command_holds_it_all_and_a_store_opens_the_same_again() {
    let mut host = Host::new();
    let ana = Labels { session: Some("s1".into()), ..user("ana") };
    let before = host.engine.stats(host.now).sequence;
    let observed = observe(&mut host, &ana, &said("I live in York. I moved to Leeds."));
    assert_eq!(observed.sequence, Some(before + 1));
    assert_eq!(host.engine.stats(host.now).sequence, before + 1);
    let hash = host.engine.state_hash();
    host.reopen();
    assert_eq!(host.engine.state_hash(), hash, "a frame that grew reads back as the whole");
    host.engine.verify().unwrap();
}

#[test]
fn statements_of_one_turn_see_one_another() {
    let mut host = Host::new();
    let observed = say(&mut host, "I work at Acme. I no longer work at Acme.");
    assert_eq!(effects(&observed), [Effect::Active, Effect::Ended]);
    let stated = observed.statements[0].admission.as_ref().unwrap().id.clone().unwrap();
    assert_eq!(observed.statements[1].touched, std::slice::from_ref(&stated));
    assert_eq!(host.get(&user("ana"), &stated).state, State::Ended);
    assert_eq!(current(&host, "employer"), Vec::<String>::new());
}

#[test]
fn an_end_finds_what_was_said_by_any_way_of_writing_it() {
    for end in ["I no longer work at ACME.", "I don't work at Acme Inc anymore.", "I no longer work at Acme Corp."] {
        let mut host = Host::new();
        say(&mut host, "I work at Acme Corp.");
        assert_eq!(current(&host, "employer").len(), 1);
        let observed = say(&mut host, end);
        assert_eq!(effects(&observed), [Effect::Ended], "{end}");
        assert_eq!(observed.statements[0].touched.len(), 1);
        assert_eq!(current(&host, "employer"), Vec::<String>::new(), "{end}");
    }
}

#[test]
fn an_end_of_what_is_not_known_or_was_said_later_ends_nothing() {
    let mut host = Host::new();
    let observed = say(&mut host, "I no longer live in York.");
    assert_eq!(effects(&observed), [Effect::NothingKnown]);
    say(&mut host, "I live in Leeds.");
    assert_eq!(effects(&say(&mut host, "I no longer live in York.")), [Effect::NothingKnown]);
    let late = TurnSaid { at: Some(START), ..said("I no longer live in Leeds.") };
    assert_eq!(effects(&observe(&mut host, &user("ana"), &late)), [Effect::NothingKnown]);
    assert_eq!(current(&host, "home city"), ["Leeds"]);
}

#[test]
fn a_key_gives_the_first_outcome_again_and_changes_nothing() {
    let mut host = Host::new();
    let ana = user("ana");
    let turn = said("I live in York. I no longer live in Rome.");
    let first = host.engine.observe(&ana, &turn, host.now, Some("k")).unwrap();
    host.drain();
    let hash = host.engine.state_hash();
    let again = host.engine.observe(&ana, &turn, host.now + 1, Some("k")).unwrap();
    assert_eq!(host.engine.state_hash(), hash);
    assert_eq!(again.sequence, first.sequence);
    assert_eq!(again.kept, first.kept);
    assert_eq!(effects(&again), effects(&first));
    assert_eq!(again.statements[0].value.as_deref(), Some("York"));
    let other = host.engine.remember(&ana, &fact("x"), host.now, Some("k"));
    assert!(matches!(other, Err(Failure::Conflict(_))));
}

#[test]
fn undoing_a_turn_leaves_everything_as_it_was() {
    let turns = [
        "I live in York.",
        "I moved to Leeds. I no longer live in Leeds.",
        "I no longer live in York.",
        "I work at Acme. I live in York. My name is Ana.",
        "Good morning!",
        "Sorry, I meant Bristol.",
    ];
    let ana = Labels { session: Some("s1".into()), ..user("ana") };
    for first in turns {
        for second in turns {
            let mut host = Host::new();
            observe(&mut host, &ana, &said(first));
            let memories = all(&host, &ana);
            let window = host.engine.resume(&ana).unwrap();
            let observed = observe(&mut host, &ana, &said(second));
            host.engine.undo(&ana, observed.sequence.unwrap(), host.now, None).unwrap();
            host.drain();
            let strip = |memories: Vec<Memory>| -> Vec<String> {
                let same =
                    |memory: Memory| format!("{:?}", Memory { version: 0, last_verified_at: 0, ..memory }.summary());
                memories.into_iter().map(same).collect()
            };
            assert_eq!(strip(all(&host, &ana)), strip(memories), "{first} / {second}");
            assert!(host.engine.resume(&ana).unwrap() == window, "{first} / {second}");
        }
    }
}

/// Id, text, state, validity, successor, predecessors and pieces of evidence.
type Shape = (String, String, State, u64, Option<u64>, Option<String>, Vec<String>, usize);

trait Summary {
    fn summary(&self) -> Shape;
}

impl Summary for Memory {
    fn summary(&self) -> Shape {
        let (id, text) = (self.id.clone(), self.text.clone());
        let (after, before) = (self.superseded_by.clone(), self.supersedes.clone());
        (id, text, self.state, self.valid_from, self.valid_to, after, before, self.evidence.len())
    }
}

#[test]
fn erasing_an_episode_takes_what_was_lifted_from_it_and_nothing_else() {
    for reference in [None, Some("chat://1"), Some("chat://1#7")] {
        let mut host = Host::new();
        let ana = user("ana");
        let turn = |text: &str, place: u32| TurnSaid {
            ref_: reference.map(|uri: &str| uri.replace('7', &place.to_string())),
            ..said(text)
        };
        let first = observe(&mut host, &ana, &turn("I live in York.", 7));
        observe(&mut host, &ana, &turn("I work at Acme.", 8));
        let id = first.kept[0].admission.id.clone().unwrap();
        let erasure = Erasure { ids: vec![id], authority: "ana".into(), reason: "asked".into(), ..Erasure::default() };
        let receipt = host.erase(&ana, &erasure).unwrap();
        assert_eq!(receipt.removed.len(), 2, "{reference:?}");
        assert_eq!(current(&host, "home city"), Vec::<String>::new());
        assert_eq!(current(&host, "employer"), ["Acme"]);
    }
}

#[test]
fn a_long_turn_is_kept_in_parts_and_a_refused_part_costs_only_itself() {
    let mut host = Host::policy(r#"{"admission": {"maxCharacters": 60}}"#);
    let text =
        "Here is what I saw on the way. My key is AKIAIOSFODNN7EXAMPLE by the way. And then it rained all day long.";
    let observed = say(&mut host, text);
    let outcomes: Vec<Outcome> = observed.kept.iter().map(|kept| kept.admission.outcome).collect();
    assert!(outcomes.len() > 1 && outcomes.contains(&Outcome::Refused) && outcomes.contains(&Outcome::Active));
    let refused = observed.kept.iter().find(|kept| kept.admission.outcome == Outcome::Refused).unwrap();
    assert_eq!(refused.admission.rules, ["secret"]);
    let words: String =
        observed.kept.iter().map(|kept| &text[kept.span.start as usize..kept.span.end as usize]).collect();
    assert_eq!(words.replace(' ', ""), text.replace(' ', ""));
}

#[test]
fn roles_decide_what_is_kept_and_read() {
    let mut host = Host::new();
    let ana = Labels { session: Some("s1".into()), ..user("ana") };
    let by = |role: Role| TurnSaid { role, ..said("I live in York.") };
    for (role, why) in [(Role::Assistant, "assistant"), (Role::System, "system")] {
        let observed = observe(&mut host, &ana, &by(role));
        assert_eq!(observed.skipped.as_deref(), Some(why));
        assert!(observed.kept.is_empty() && observed.statements.is_empty());
    }
    let tool = observe(&mut host, &ana, &by(Role::Tool));
    assert_eq!(host.get(&ana, tool.kept[0].admission.id.as_ref().unwrap()).source, Source::ToolResult);
    let asked = TurnSaid { keep_assistant: Some(true), ..by(Role::Assistant) };
    let kept = observe(&mut host, &ana, &asked);
    assert_eq!(host.get(&ana, kept.kept[0].admission.id.as_ref().unwrap()).source, Source::Inferred);
    let unread = observe(&mut host, &ana, &TurnSaid { read: Some(false), ..by(Role::User) });
    assert!(unread.statements.is_empty() && unread.kept.len() == 1);
    assert_eq!(current(&host, "home city"), Vec::<String>::new());
    assert_eq!(host.engine.resume(&ana).unwrap().turns.len(), 5);
}

#[test]
fn a_turn_that_is_skipped_and_heard_nowhere_changes_nothing() {
    let mut host = Host::new();
    let hash = host.engine.state_hash();
    let system = TurnSaid { role: Role::System, ..said("You are a helpful assistant.") };
    let observed = observe(&mut host, &user("ana"), &system);
    assert_eq!((observed.sequence, observed.skipped.as_deref()), (None, Some("system")));
    assert_eq!(host.engine.state_hash(), hash);
}

#[test]
fn what_is_out_of_range_is_named_and_changes_nothing() {
    let mut host = Host::new();
    let hash = host.engine.state_hash();
    for (turn, field) in [
        (said(" \n"), "text"),
        (TurnSaid { actor: Some(String::new()), ..said("hi") }, "actor"),
        (TurnSaid { utc_offset: Some(1_081), ..said("hi") }, "utcOffset"),
        (TurnSaid { ref_: Some("u".repeat(2_048)), ..said("hi") }, "ref"),
    ] {
        let failure = host.engine.observe(&user("ana"), &turn, host.now, None).unwrap_err();
        assert!(matches!(&failure, Failure::Invalid(text) if text.starts_with(field)), "{failure}");
    }
    let long = said(&"word ".repeat(60_000));
    let failure = host.engine.observe(&user("ana"), &long, host.now, None).unwrap_err();
    assert!(matches!(failure, Failure::TooLarge(_)), "{failure}");
    assert_eq!(host.engine.state_hash(), hash);
}

/// A host that does not want a turn read does not want it read later either.
#[test]
fn a_turn_that_is_not_to_be_read_says_so_and_no_model_is_asked_about_it() {
    let ana = Labels { session: Some("s1".into()), ..user("ana") };
    let options = Options { tenant: "acme".into(), seed: vec![7; 32], model: true, ..Options::default() };
    let mut host = Host::with(Options { policy: Some(r#"{"session": {"extractAfter": 1}}"#.into()), ..options });
    let kept =
        observe(&mut host, &ana, &TurnSaid { read: Some(false), ..said("I live in York. I juggle lemons daily.") });
    assert_eq!((kept.statements.len(), kept.unread, kept.ticket), (0, 0, None));
    let episode = host.get(&ana, kept.kept[0].admission.id.as_ref().unwrap());
    assert_eq!(episode.metadata, [("read".to_owned(), Scalar::Boolean(false))]);
    // What is said next neither corrects it nor brings it before a model.
    let next = observe(&mut host, &ana, &said("Sorry, I meant Leeds. I whittle spoons on Sundays."));
    assert!(next.statements.is_empty(), "{:?}", next.statements);
    let Some(Request { task: Task::Ask(ask), .. }) = host.engine.poll(host.now).unwrap() else { panic!("no question") };
    assert!(!ask.prompt.contains("lemons") && ask.prompt.contains("spoons"), "{}", ask.prompt);
}

/// A model that answers late is not asked what the rules read by what was said before it.
#[test]
fn what_corrects_the_turn_before_is_no_question_whenever_the_model_answers() {
    let ana = Labels { session: Some("s1".into()), ..user("ana") };
    let options = Options { tenant: "acme".into(), seed: vec![7; 32], model: true, ..Options::default() };
    let mut host = Host::with(options);
    observe(&mut host, &ana, &said("I whittle spoons on Sundays. I live in York."));
    observe(&mut host, &ana, &said("It's Leeds now."));
    observe(&mut host, &ana, &said("I polish kettles on Mondays."));
    let mut asked = Vec::new();
    while let Some(Request { ticket, task: Task::Ask(ask) }) = host.engine.poll(host.now).unwrap() {
        asked.push(ask.prompt.lines().last().unwrap_or_default().to_owned());
        host.engine.answer(ticket, Answer::Reply(r#"{"claims":[]}"#.into()), host.now).unwrap();
        host.drain();
    }
    assert_eq!(asked.len(), 2, "{asked:?}");
    assert!(asked[0].contains("spoons") && asked[1].contains("kettles"), "{asked:?}");
}

/// 2026-06-01T09:00:00Z, a Monday.
const FIRST_OF_JUNE: Timestamp = 1_780_304_400_000;
const DAY: Timestamp = 86_400_000;

#[test]
fn what_was_heard_within_the_stretch_of_a_start_held_then() {
    let mut host = Host::new();
    let at = |text: &str, at| TurnSaid { at: Some(at), ..said(text) };
    host.now = FIRST_OF_JUNE + 60 * DAY;
    observe(&mut host, &user("ana"), &at("I live in Tralee.", FIRST_OF_JUNE));
    observe(&mut host, &user("ana"), &at("I moved to Ennis last month.", FIRST_OF_JUNE + 41 * DAY));
    let homes = all(&host, &user("ana"));
    let home = |value: &str| homes.iter().find(|memory| memory.value.as_deref() == Some(value)).unwrap();
    let last = FIRST_OF_JUNE + 29 * DAY - 9 * 3_600_000;
    assert_eq!((home("Ennis").valid_from, home("Tralee").valid_to), (last, Some(last)));
    // The same place again is no change: it began on the first.
    observe(&mut host, &user("bo"), &at("I live in Ennis.", FIRST_OF_JUNE + DAY));
    observe(&mut host, &user("bo"), &at("I moved to Ennis last month.", FIRST_OF_JUNE + 41 * DAY));
    let homes = all(&host, &user("bo"));
    let first = homes.iter().filter(|memory| memory.value.is_some()).map(|memory| memory.valid_from).min();
    assert_eq!(first, Some(FIRST_OF_JUNE - 9 * 3_600_000));
}
