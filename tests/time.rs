//! Time: when a claim held, when it was known, in whatever order it came, by whatever clock.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;
use proptest::prelude::*;

const MARCH: u64 = START;
const JUNE: u64 = START + 92 * DAY;
const JULY_1: u64 = START + 122 * DAY;
const JULY_20: u64 = START + 141 * DAY;
const JULY_25: u64 = START + 146 * DAY;
const AUGUST: u64 = START + 160 * DAY;

fn lives(city: &str, since: u64) -> Candidate {
    Candidate {
        text: format!("Ana lives in {city}."),
        valid_from: Some(since),
        evidence: vec![evidence(&format!("chat://{city}#1"))],
        ..at("Ana", "home", city)
    }
}

fn look(as_of: Option<u64>, known_as_of: Option<u64>) -> Query {
    Query { as_of, known_as_of, ..ask("Where does Ana live?") }
}

/// Lives in Leeds since March; in August it is learnt that the move to Bristol was in July.
#[test]
fn leeds_then_bristol() {
    let mut host = Host::new();
    let ana = user("ana");
    host.now = MARCH;
    let leeds = host.id(&ana, &lives("Leeds", MARCH));
    host.now = AUGUST;
    let bristol = host.id(&ana, &lives("Bristol", JULY_1));
    let at = |as_of, known| host.texts(&ana, &look(as_of, known));
    assert_eq!(at(None, None), ["Ana lives in Bristol."]);
    assert_eq!(at(Some(JUNE), None), ["Ana lives in Leeds."]);
    assert_eq!(at(Some(JULY_20), None), ["Ana lives in Bristol."]);
    // On 25 July nobody knew of the move.
    assert_eq!(at(Some(JULY_20), Some(JULY_25)), ["Ana lives in Leeds."]);
    assert_eq!(at(Some(JULY_1), None), ["Ana lives in Bristol."], "the instant of the change is the new one's");
    assert_eq!(at(Some(JULY_1 - 1), None), ["Ana lives in Leeds."]);
    assert_eq!(at(Some(MARCH - 1), None), [""; 0]);
    assert_eq!(at(Some(JUNE), Some(MARCH - 1)), [""; 0]);
    let (old, new) = (host.get(&ana, &leeds), host.get(&ana, &bristol));
    assert_eq!((old.state, old.valid_from, old.valid_to), (State::Superseded, MARCH, Some(JULY_1)));
    assert_eq!((new.state, new.valid_from, new.valid_to), (State::Active, JULY_1, None));
    assert_eq!(
        (old.superseded_by.as_deref(), new.supersedes.as_slice()),
        (Some(bristol.as_str()), &[leeds.clone()][..])
    );
    assert_eq!(old.retracted_at, Some(AUGUST));
    assert!(old.evidence[0].uri.contains("Leeds") && new.evidence[0].uri.contains("Bristol"));
    let versions: Vec<String> =
        host.engine.history(&ana, &leeds, host.now).unwrap().versions.into_iter().map(|m| m.id).collect();
    assert_eq!(versions, [leeds, bristol]);
}

/// [value, from, to) of everything believed at the address, earliest first, empty stretches left out.
fn line(host: &Host, ana: &Labels) -> Vec<(String, u64, Option<u64>)> {
    let states = vec![State::Active, State::Provisional, State::Superseded, State::Ended];
    let memories = host.listed(ana, &Listing { states, ..Listing::default() });
    let mut line: Vec<_> = memories
        .into_iter()
        .filter(|memory| memory.valid_to.is_none_or(|to| to > memory.valid_from))
        .map(|memory| (memory.value.unwrap(), memory.valid_from, memory.valid_to))
        .collect();
    line.sort_by_key(|(_, from, _)| *from);
    line
}

fn reports() -> impl Strategy<Value = Vec<(usize, u64)>> {
    // Dates differ; a value that comes back after another is another story, told below.
    prop::collection::btree_set(1u64..200, 1..7).prop_flat_map(|days| {
        let days: Vec<u64> = days.into_iter().collect();
        prop::collection::vec(0usize..3, days.len()).prop_map(move |repeats| {
            let mut value = 0;
            let with = days.iter().zip(&repeats).map(|(day, repeat)| {
                value += usize::from(*repeat > 0);
                (value, *day)
            });
            with.collect::<Vec<_>>()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_time_line_does_not_depend_on_the_order_of_arrival(
        (reports, order) in reports().prop_flat_map(|reports| {
            let order = Just((0..reports.len()).collect::<Vec<_>>()).prop_shuffle();
            (Just(reports), order)
        }),
    ) {
        let ana = user("ana");
        let ingest = |order: &[usize]| {
            let mut host = Host::new();
            host.now = START + 300 * DAY;
            for at in order {
                let (value, day) = reports[*at];
                host.pass(1_000);
                host.tell(&ana, &lives(&format!("city {value}"), START + day * DAY));
            }
            line(&host, &ana)
        };
        let sorted: Vec<usize> = (0..reports.len()).collect();
        let (expected, got) = (ingest(&sorted), ingest(&order));
        prop_assert_eq!(&got, &expected);
        // Half-open and contiguous: each ends where the next begins, and the last is open.
        for pair in got.windows(2) {
            prop_assert_eq!(pair[0].2, Some(pair[1].1));
        }
        prop_assert_eq!(got.last().map(|(_, _, to)| *to), Some(None));
    }
}

/// Leeds from March, York from July; then somebody says "Hull, but only in June". Hull cannot end Leeds
/// and leave nothing known until July: it waits for review, and the line stays whole.
#[test]
fn a_past_stretch_does_not_swallow_the_rest_of_another() {
    let mut host = Host::new();
    let ana = user("ana");
    host.now = AUGUST;
    host.tell(&ana, &lives("Leeds", MARCH));
    host.tell(&ana, &lives("York", JULY_1));
    let before = line(&host, &ana);
    let hull = Candidate { valid_to: Some(JUNE + DAY), ..lives("Hull", JUNE) };
    let admission = host.tell(&ana, &hull);
    assert_eq!((admission.outcome, admission.rules), (Outcome::Quarantined, vec!["conflict".to_owned()]));
    assert_eq!(line(&host, &ana), before);
}

/// A known limit: "Leeds" reported for May and again for July is one memory with corroboration, which
/// keeps no date of its own. A report of York for June that comes last then ends Leeds for good, where
/// in order it would have come back.
#[test]
fn a_value_that_came_back_is_seen_when_reports_come_in_order() {
    let mut host = Host::new();
    let ana = user("ana");
    host.now = AUGUST;
    for (city, day) in [("Leeds", 61), ("York", 92), ("Leeds", 122)] {
        host.tell(&ana, &lives(city, START + day * DAY));
    }
    let values: Vec<String> = line(&host, &ana).into_iter().map(|(value, ..)| value).collect();
    assert_eq!(values, ["Leeds", "York", "Leeds"]);
}

#[test]
fn the_same_words_dated_earlier_move_the_start() {
    let mut host = Host::new();
    let ana = user("ana");
    host.now = AUGUST;
    let id = host.id(&ana, &lives("Leeds", JUNE));
    let again = host.tell(&ana, &lives("Leeds", MARCH));
    assert_eq!((again.outcome, again.id.as_deref()), (Outcome::Duplicate, Some(id.as_str())));
    assert_eq!(host.get(&ana, &id).valid_from, MARCH);
}

#[test]
fn a_correction_dated_back_leaves_no_overlap() {
    let mut host = Host::new();
    let ana = user("ana");
    host.now = AUGUST;
    host.tell(&ana, &lives("Leeds", MARCH));
    let bristol = host.id(&ana, &lives("Bristol", JULY_20));
    let revision = Revision {
        text: "Ana has lived in Bath.".into(),
        value: Some("Bath".into()),
        valid_from: Some(JUNE),
        ..Revision::default()
    };
    host.engine.supersede(&ana, &bristol, &revision, None, host.now, None).unwrap();
    host.drain();
    let expected = [("Leeds".to_owned(), MARCH, Some(JUNE)), ("Bath".to_owned(), JUNE, None)];
    assert_eq!(line(&host, &ana), expected);
}

#[test]
fn a_move_that_is_planned_takes_place_when_its_time_comes() {
    let mut host = Host::new();
    let ana = user("ana");
    host.tell(&ana, &lives("Leeds", MARCH));
    host.tell(&ana, &lives("Bristol", JULY_1));
    assert_eq!(host.texts(&ana, &look(None, None)), ["Ana lives in Leeds."]);
    let york = host.id(&ana, &lives("York", JUNE));
    assert_eq!(host.get(&ana, &york).valid_to, Some(JULY_1));
    host.now = JUNE;
    assert_eq!(host.texts(&ana, &look(None, None)), ["Ana lives in York."]);
    // Only a part of the plan is revised: what comes after stays.
    let revision =
        Revision { text: "Ana lives in Old York.".into(), value: Some("Old York".into()), ..Revision::default() };
    host.engine.supersede(&ana, &york, &revision, None, host.now, None).unwrap();
    host.drain();
    host.now = JULY_1;
    assert_eq!(host.texts(&ana, &look(None, None)), ["Ana lives in Bristol."]);
    host.engine.sweep(false, host.now).unwrap();
    host.drain();
    let overlaps = line(&host, &ana).windows(2).any(|pair| pair[0].2 != Some(pair[1].1));
    assert!(!overlaps, "{:?}", line(&host, &ana));
}

#[test]
fn what_ends_at_an_instant_is_gone_from_every_path_at_it() {
    let mut host = Host::new();
    let ana = user("ana");
    let until = START + DAY;
    let visit = host.id(&ana, &Candidate { valid_to: Some(until), ..fact("Ana is in Paris this week.") });
    let offer = host.id(&ana, &Candidate { expires_at: Some(until), ..fact("The offer of the shop stands.") });
    for (now, there) in [(until - 1, true), (until, false), (until + 1, false)] {
        host.now = now;
        let listed: Vec<String> = host.listed(&ana, &Listing::default()).into_iter().map(|memory| memory.id).collect();
        assert_eq!(listed.contains(&visit) && listed.contains(&offer), there);
        assert_eq!(listed.is_empty(), !there);
        assert_eq!(host.texts(&ana, &everything()).len() == 2, there);
        assert_eq!(host.texts(&ana, &ask("Where is Ana this week? The offer?")).len() == 2, there);
        let states = (host.get(&ana, &visit).state, host.get(&ana, &offer).state);
        assert_eq!(states == (State::Active, State::Active), there);
        let filter = |state: &str| Listing {
            states: State::ALL.to_vec(),
            filter: Some(format!(r#"{{"field": "state", "op": "eq", "value": "{state}"}}"#)),
            ..Listing::default()
        };
        assert_eq!(host.listed(&ana, &filter("active")).len() == 2, there, "a filter sees the state that get shows");
        assert_eq!(host.listed(&ana, &filter("expired")).len() == 1, !there);
    }
    // What is no longer visible can be said anew.
    let again = host.tell(&ana, &fact("Ana is in Paris this week."));
    assert_eq!(again.outcome, Outcome::Active);
    assert_ne!(again.id.unwrap(), visit);
}

/// Order comes from the sequence: what is said last holds, though the clock went back.
#[test]
fn a_clock_that_went_back_reorders_nothing() {
    let mut host = Host::new();
    let ana = user("ana");
    host.now = START + 10_000;
    host.tell(&ana, &at("Ana", "home", "Leeds"));
    host.now = START + 5_000;
    let york = host.id(&ana, &at("Ana", "home", "York"));
    let said = host.id(&ana, &say("York is lovely."));
    assert_eq!(host.texts(&ana, &ask("What is Ana's home?")), ["Ana's home is York."]);
    let listed: Vec<String> = host.listed(&ana, &Listing::default()).into_iter().map(|memory| memory.id).collect();
    assert_eq!(listed, [said, york.clone()], "newest first, read your writes");
    host.now = START + 20_000;
    assert_eq!(host.texts(&ana, &ask("What is Ana's home?")), ["Ana's home is York."]);
    host.now = START + 1;
    let revision = Revision { text: "Ana's home is Bath.".into(), value: Some("Bath".into()), ..Revision::default() };
    let bath = host.engine.supersede(&ana, &york, &revision, None, host.now, None).unwrap();
    host.drain();
    host.act(&ana, &bath, Act::End { at: None }, None).unwrap();
    assert_eq!(host.get(&ana, &bath).state, State::Ended);
    // A look back sees all that is known, and what was known then only when asked to.
    let wrong = host.id(&ana, &fact("Ana likes snow."));
    host.now = START + 30_000;
    host.act(&ana, &wrong, Act::Invalidate, None).unwrap();
    host.now = START + 25_000;
    let snow = |known_as_of| Query { as_of: Some(host.now), known_as_of, ..ask("Who likes snow?") };
    assert!(host.texts(&ana, &snow(None)).is_empty());
    assert_eq!(host.texts(&ana, &snow(Some(host.now))).len(), 1);
    host.engine.verify().unwrap();
    host.reopen();
    host.engine.verify().unwrap();
}

/// A stretch with an end was superseded from a day after that end on, and held until then all the while:
/// found by random operations.
#[test]
fn what_is_over_by_then_is_not_stretched_by_what_comes_later() {
    let mut host = Host::new();
    let ana = user("ana");
    let week = Candidate { valid_to: Some(START + 7 * DAY), ..at("Ana", "hotel", "Miramar") };
    let old = host.id(&ana, &week);
    let revision = Revision {
        text: "Ana's hotel is the Ritz.".into(),
        value: Some("Ritz".into()),
        valid_from: Some(START + 10 * DAY),
        ..Revision::default()
    };
    host.engine.supersede(&ana, &old, &revision, None, host.now, None).unwrap();
    host.drain();
    let held = |day: u64| host.texts(&ana, &Query { as_of: Some(START + day * DAY), ..ask("Ana's hotel") });
    assert_eq!(held(6), ["Ana's hotel is Miramar."]);
    assert_eq!(held(8), [""; 0]);
    assert_eq!(held(11), ["Ana's hotel is the Ritz."]);
}

/// Ending a memory later than its successor begins made two current at once: found by random operations.
#[test]
fn an_end_does_not_prolong() {
    let mut host = Host::new();
    let ana = user("ana");
    let leeds = host.id(&ana, &at("Ana", "home", "Leeds"));
    host.id(&ana, &lives("York", START + 5 * DAY));
    let end = |host: &mut Host, day: u64| host.act(&ana, &leeds, Act::End { at: Some(START + day * DAY) }, None);
    assert!(matches!(end(&mut host, 9), Err(Failure::Invalid(why)) if why.starts_with("at")));
    end(&mut host, 3).unwrap();
    let held = |day: u64| host.texts(&ana, &Query { as_of: Some(START + day * DAY), ..everything() });
    assert_eq!((held(4), held(9)), (vec![], vec!["Ana lives in York.".to_owned()]));
}

/// To approve what holds today threw away what was known to come after it, and left nothing: found by
/// random operations.
#[test]
fn approving_what_holds_keeps_what_comes_after_it() {
    let mut host = Host::new();
    let ana = user("ana");
    let leeds = host.id(&ana, &at("Ana", "home", "Leeds"));
    host.id(&ana, &lives("York", START + 5 * DAY));
    host.act(&ana, &leeds, Act::Approve { by: "curator".into() }, None).unwrap();
    host.pass(6 * DAY);
    assert_eq!(host.texts(&ana, &ask("Where does Ana live?")), ["Ana lives in York."]);
}

/// Of two that stand beside one another by decree, neither outlives what replaces both.
#[test]
fn what_replaces_replaces_all_that_held_when_it_began() {
    let mut host = Host::new();
    let ana = user("ana");
    host.now = MARCH + DAY;
    let until = |city, to| Candidate { valid_to: Some(to), ..lives(city, MARCH) };
    let york = host.id(&ana, &until("York", JUNE));
    host.act(&ana, &york, Act::Quarantine { by: "curator".into() }, None).unwrap();
    host.now = JULY_1;
    let hull = host.id(&ana, &until("Hull", JULY_20));
    host.act(&ana, &york, Act::Approve { by: "curator".into() }, None).unwrap();
    assert_eq!(host.get(&ana, &york).state, State::Ended);
    host.tell(&ana, &lives("Leeds", MARCH + DAY));
    assert_eq!(host.texts(&ana, &ask("Where does Ana live?")), ["Ana lives in Leeds."]);
    assert_eq!(host.get(&ana, &hull).valid_to, Some(MARCH + DAY));
}

/// Stretches with an end, against one that is known: which end is the later decides.
#[test]
fn a_stretch_replaces_what_ends_with_it_and_never_what_it_swallows() {
    let until = |city, from, to| Candidate { valid_to: Some(to), ..lives(city, from) };
    let (early, late) = (JUNE + DAY, JULY_1);
    for (known, new, stored) in [
        (until("Leeds", MARCH, late), until("Hull", JUNE, late), true),
        (until("Leeds", MARCH, late), until("Hull", JUNE, late - 1), false),
        (until("Leeds", MARCH, late), until("Hull", JUNE, late + 1), true),
        (until("Leeds", JUNE, early), until("Hull", MARCH, early), true),
        (until("Leeds", JUNE, early), until("Hull", MARCH, early + 1), false),
        (until("Leeds", JUNE, early), until("Hull", MARCH, early - 1), true),
    ] {
        let mut host = Host::new();
        let ana = user("ana");
        host.now = AUGUST;
        host.tell(&ana, &known);
        let told = host.tell(&ana, &new);
        let expected = if stored { Outcome::Active } else { Outcome::Quarantined };
        assert_eq!(told.outcome, expected, "{:?} to {:?}", new.valid_from, new.valid_to);
        for pair in line(&host, &ana).windows(2) {
            assert!(pair[0].2.is_some_and(|to| to <= pair[1].1), "no overlap");
        }
    }
}

#[test]
fn the_same_value_after_its_end_is_a_new_stretch() {
    let mut host = Host::new();
    let ana = user("ana");
    host.now = AUGUST;
    let first = host.id(&ana, &Candidate { valid_to: Some(JUNE), ..lives("York", MARCH) });
    let again = host.id(&ana, &lives("York", JUNE));
    assert_ne!(first, again);
    assert_eq!(host.get(&ana, &again).supersedes, [""; 0], "what ended of itself is not replaced");
    assert_eq!(host.get(&ana, &first).retracted_at, None);
}

#[test]
fn what_is_said_of_the_same_instant_replaces_at_once() {
    let mut host = Host::new();
    let ana = user("ana");
    host.now = AUGUST;
    let leeds = host.id(&ana, &lives("Leeds", MARCH));
    let told = host.tell(&ana, &lives("Bristol", MARCH));
    assert_eq!((told.outcome, told.related.as_slice()), (Outcome::Active, &[leeds.clone()][..]));
    let (old, new) = (host.get(&ana, &leeds), host.get(&ana, &told.id.unwrap()));
    assert_eq!((old.state, old.valid_to), (State::Superseded, Some(MARCH)));
    assert_eq!((new.state, new.valid_to, new.superseded_by), (State::Active, None, None));
    // What is planned, and replaced by another plan of the same instant, is over before it begins.
    let planned = host.id(&ana, &lives("Hull", AUGUST + DAY));
    host.tell(&ana, &lives("Bath", AUGUST + DAY));
    let last = |id: &str| host.engine.history(&ana, id, host.now).unwrap().changes.pop().unwrap().state;
    assert_eq!((last(&leeds), last(&planned)), (State::Superseded, State::Superseded));
}

#[test]
fn a_retired_memory_is_superseded_in_its_history_as_soon_as_its_time_is_over() {
    let mut host = Host::new();
    let ana = user("ana");
    host.now = JUNE;
    let leeds = host.id(&ana, &lives("Leeds", MARCH));
    host.tell(&ana, &lives("Bristol", JULY_1));
    let last = |host: &Host| host.engine.history(&ana, &leeds, host.now).unwrap().changes.pop().unwrap().state;
    assert_eq!(last(&host), State::Active, "it holds until then");
    host.tell(&ana, &lives("Bath", JUNE));
    assert_eq!(last(&host), State::Superseded);
}

/// What a person approved as a way to act is policy: plain words wait for review, the user's too.
#[test]
fn an_approved_procedure_is_not_replaced_by_plain_words() {
    let mut host = Host::new();
    let ana = user("ana");
    let restart = |how: &str| Candidate { kind: Some(Kind::Procedure), ..at("server", "restart", how) };
    let known = host.id(&ana, &restart("by hand"));
    host.pass(DAY);
    let replaced = host.tell(&ana, &restart("by script"));
    assert_eq!((replaced.outcome, replaced.related), (Outcome::Active, vec![known]));
    let script = replaced.id.unwrap();
    host.act(&ana, &script, Act::Approve { by: "ops".into() }, None).unwrap();
    host.pass(DAY);
    let told = host.tell(&ana, &restart("never"));
    assert_eq!((told.outcome, told.related), (Outcome::Quarantined, vec![script]));
}

/// What comes before something later is cut where that begins, and follows it only where they meet.
#[test]
fn an_earlier_stretch_is_linked_to_what_it_runs_into() {
    for (to, cut, linked) in
        [(Some(JUNE), JUNE, false), (Some(JULY_1), JULY_1, true), (Some(JULY_20), JULY_1, true), (None, JULY_1, true)]
    {
        let mut host = Host::new();
        let ana = user("ana");
        host.now = AUGUST;
        let leeds = host.id(&ana, &lives("Leeds", JULY_1));
        let york = host.id(&ana, &Candidate { valid_to: to, ..lives("York", MARCH) });
        let york = host.get(&ana, &york);
        assert_eq!((york.valid_to, york.superseded_by.is_some()), (Some(cut), linked), "{to:?}");
        assert_eq!(host.get(&ana, &leeds).supersedes.contains(&york.id), linked);
    }
}

/// A value that began earlier than was known takes over from what held then, and links to it once.
#[test]
fn an_earlier_start_replaces_what_held_then() {
    for ended in [None, Some(JUNE + DAY)] {
        let mut host = Host::new();
        let ana = user("ana");
        host.now = AUGUST;
        let leeds = host.id(&ana, &Candidate { valid_to: ended, ..lives("Leeds", MARCH) });
        let bristol = host.id(&ana, &lives("Bristol", JULY_1));
        assert_eq!(host.tell(&ana, &lives("Bristol", JUNE)).id.as_deref(), Some(bristol.as_str()));
        let (old, new) = (host.get(&ana, &leeds), host.get(&ana, &bristol));
        assert_eq!((old.valid_to, old.superseded_by.as_deref()), (Some(JUNE), Some(bristol.as_str())));
        assert_eq!((new.valid_from, new.supersedes), (JUNE, vec![leeds]));
    }
}

/// What a claim says, and when it is said: its start where one is stated, and its end.
#[derive(Clone, Copy, Debug)]
struct Told(&'static str, u64, Option<u64>, Option<u64>);

fn told(told: Told) -> Candidate {
    let Told(city, said, from, to) = told;
    let day = |day: u64| START + day * DAY;
    let candidate = at("Ana", "home", city);
    Candidate { observed_at: Some(day(said)), valid_from: from.map(day), valid_to: to.map(day), ..candidate }
}

/// A line in days, of what was told on the days that it says, and looked at on day 300.
fn line_of(tellings: &[Told]) -> Vec<(String, u64, Option<u64>)> {
    let ana = user("ana");
    let mut host = Host::new();
    host.now = START + 300 * DAY;
    for one in tellings {
        host.pass(1_000);
        host.tell(&ana, &told(*one));
    }
    let days = |at: u64| (at - START) / DAY;
    line(&host, &ana).into_iter().map(|(value, from, to)| (value, days(from), to.map(days))).collect()
}

/// The table of `docs/time.md`, row by row: told in either order, the line is the same.
#[test]
fn two_claims_meet_as_the_table_says_in_whatever_order_they_arrive() {
    let york = |said, from| Told("York", said, from, None);
    let leeds = |said, from| Told("Leeds", said, from, None);
    for (first, second, expected) in [
        // Neither says since when: the one said last holds, from then on.
        (york(10, None), leeds(20, None), &[("York", 10, Some(20)), ("Leeds", 20, None)][..]),
        // Only the later says since when: the earlier ends there, and where it was heard after that, nothing is left.
        (york(10, None), leeds(20, Some(15)), &[("York", 10, Some(15)), ("Leeds", 15, None)]),
        (york(10, None), leeds(20, Some(5)), &[("Leeds", 5, None)]),
        (york(10, None), leeds(20, Some(10)), &[("Leeds", 10, None)]),
        // Only the earlier says: it ends where the later is said.
        (york(10, Some(5)), leeds(20, None), &[("York", 5, Some(20)), ("Leeds", 20, None)]),
        // The earlier is a plan: the later holds until its date.
        (york(10, Some(30)), leeds(20, None), &[("Leeds", 20, Some(30)), ("York", 30, None)]),
        // Both say: the later start holds.
        (york(10, Some(5)), leeds(20, Some(8)), &[("York", 5, Some(8)), ("Leeds", 8, None)]),
        (york(10, Some(8)), leeds(20, Some(5)), &[("Leeds", 5, Some(8)), ("York", 8, None)]),
        (york(10, Some(8)), leeds(20, Some(8)), &[("Leeds", 8, None)]),
        // A plan that is said last leaves what holds alone until then.
        (york(10, None), leeds(20, Some(40)), &[("York", 10, Some(40)), ("Leeds", 40, None)]),
        // An end is said: into the past.
        (york(10, None), Told("Leeds", 20, Some(2), Some(6)), &[("Leeds", 2, Some(6)), ("York", 10, None)]),
        (york(10, Some(8)), Told("Leeds", 20, Some(2), Some(8)), &[("Leeds", 2, Some(8)), ("York", 8, None)]),
    ] {
        let expected: Vec<_> = expected.iter().map(|(city, from, to)| ((*city).to_owned(), *from, *to)).collect();
        assert_eq!(line_of(&[first, second]), expected, "{first:?}, then {second:?}");
        assert_eq!(line_of(&[second, first]), expected, "{second:?}, then {first:?}");
    }
}

/// Open-ended claims of different values, each said on a day of its own, with or without a start. Nothing is
/// said in the very millisecond that something else is stated to begin.
fn tellings() -> impl Strategy<Value = Vec<(u64, Option<u64>)>> {
    let one = ((1u64..60).prop_map(|day| day * 2), prop::option::of((0u64..70).prop_map(|day| day * 2 + 1)));
    prop::collection::btree_map(one.0, one.1, 1..8).prop_map(|days| days.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// The line depends on what was said when, and not on when it arrived.
    #[test]
    fn what_is_said_with_its_own_time_may_arrive_in_any_order(
        (tellings, order) in tellings().prop_flat_map(|tellings| {
            let order = Just((0..tellings.len()).collect::<Vec<_>>()).prop_shuffle();
            (Just(tellings), order)
        }),
    ) {
        let cities = ["Ayr", "Bath", "Cork", "Deal", "Ely", "Fife", "Goole"];
        let all: Vec<Told> =
            tellings.iter().zip(cities).map(|((said, from), city)| Told(city, *said, *from, None)).collect();
        let got = line_of(&order.iter().map(|place| all[*place]).collect::<Vec<_>>());
        prop_assert_eq!(&got, &line_of(&all));
        for pair in got.windows(2) {
            prop_assert_eq!(pair[0].2, Some(pair[1].1), "half-open and contiguous: {:?}", &got);
        }
        prop_assert_eq!(got.last().map(|(_, _, to)| *to), Some(None));
        // By the naive rule, for each two of them: of one start the one said last counts, and a stated start
        // that was said later leaves no time to what was only heard after it.
        let start = |one: &Told| one.2.unwrap_or(one.1);
        let gone = |one: &Told| {
            let over = |other: &Told| {
                let before = one.2.is_none() && other.2.is_some_and(|from| from < start(one));
                other.1 > one.1 && (start(other) == start(one) || before)
            };
            all.iter().any(over)
        };
        let mut left: Vec<&Told> = all.iter().filter(|one| !gone(one)).collect();
        left.sort_by_key(|one| start(one));
        let expected: Vec<(String, u64)> = left.iter().map(|one| (one.0.to_owned(), start(one))).collect();
        prop_assert_eq!(got.into_iter().map(|(city, from, _)| (city, from)).collect::<Vec<_>>(), expected);
    }

    /// What holds at the moment of each telling, as it was known then, is there for ever after.
    #[test]
    fn what_was_believed_is_still_known_as_of_then(tellings in tellings()) {
        let ana = user("ana");
        let mut host = Host::new();
        let mut then = Vec::new();
        let cities = ["Ayr", "Bath", "Cork", "Deal", "Ely", "Fife", "Goole"];
        for ((said, from), city) in tellings.iter().zip(cities) {
            host.now = START + said * DAY;
            let from = from.map(|day| START + day * DAY);
            host.tell(&ana, &Candidate { valid_from: from, ..at("Ana", "home", city) });
            then.push((host.now, host.texts(&ana, &ask("Ana's home"))));
        }
        host.now = START + 300 * DAY;
        for (at, texts) in then {
            let look = Query { known_as_of: Some(at), ..ask("Ana's home") };
            prop_assert_eq!(host.texts(&ana, &look), texts);
        }
    }

    /// Taking back the last thing said leaves the line as it was.
    #[test]
    fn what_is_undone_leaves_no_trace_in_the_line(tellings in tellings()) {
        let ana = user("ana");
        let mut host = Host::new();
        host.now = START + 300 * DAY;
        let cities = ["Ayr", "Bath", "Cork", "Deal", "Ely", "Fife", "Goole"];
        for ((said, from), city) in tellings.iter().zip(cities) {
            let before = line(&host, &ana);
            let one = Told(city, *said, *from, None);
            host.pass(1_000);
            host.tell(&ana, &told(one));
            let sequence = host.engine.stats(host.now).sequence;
            host.engine.undo(&ana, sequence, host.now, None).unwrap();
            host.drain();
            prop_assert_eq!(line(&host, &ana), before);
            host.tell(&ana, &told(one));
        }
    }
}

/// A claim that is filed elsewhere than at the present says so, and names what stands above it.
#[test]
fn an_answer_says_where_a_claim_was_filed() {
    let ana = user("ana");
    let mut host = Host::new();
    host.now = AUGUST;
    let leeds = host.tell(&ana, &lives("Leeds", JULY_1));
    assert_eq!(leeds.placed, None);
    let leeds = leeds.id.unwrap();
    let past = |above: &[&String]| {
        Some(Placement { tense: Tense::Past, above: above.iter().map(|id| (*id).clone()).collect() })
    };
    assert_eq!(host.tell(&ana, &lives("York", MARCH)).placed, past(&[&leeds]));
    let hull = Candidate { valid_to: Some(MARCH - DAY), ..lives("Hull", MARCH - 9 * DAY) };
    assert_eq!(host.tell(&ana, &hull).placed, past(&[&leeds]));
    let old = Candidate { observed_at: Some(JULY_20), ..at("Ana", "home", "Bath") };
    host.tell(&ana, &Candidate { observed_at: Some(JULY_25), ..lives("Ely", JULY_1 + DAY) });
    let placed = host.tell(&ana, &old).placed.unwrap();
    assert_eq!((placed.tense, placed.above.len()), (Tense::Past, 1));
    let plan = host.tell(&ana, &lives("Cork", AUGUST + DAY));
    assert_eq!(plan.placed, Some(Placement { tense: Tense::Ahead, above: placed.above.clone() }));
    // Known, and of another time.
    assert_eq!(host.tell(&ana, &lives("Cork", AUGUST + DAY)).placed, plan.placed);
    assert_eq!(host.tell(&ana, &lives("York", MARCH + DAY)).outcome, Outcome::Duplicate);
    // Without an address there is nothing above, and it says so all the same.
    let fair = Candidate { valid_from: Some(AUGUST + DAY), ..fact("The fair opens.") };
    assert_eq!(host.tell(&ana, &fair).placed, Some(Placement { tense: Tense::Ahead, above: vec![] }));
    assert_eq!(host.tell(&ana, &say("Hello there.")).placed, None);
}

/// "I stopped working there last month", of what was heard only this week: ended with that date.
#[test]
fn an_end_before_a_claim_was_heard_ends_it_and_one_before_its_stated_start_is_refused() {
    let ana = user("ana");
    let mut host = Host::new();
    let acme = host.id(&ana, &at("Ana", "employer", "Acme"));
    host.pass(DAY);
    host.act(&ana, &acme, Act::End { at: Some(START - 9 * DAY) }, None).unwrap();
    let ended = host.get(&ana, &acme);
    assert_eq!((ended.state, ended.valid_to), (State::Ended, Some(START - 9 * DAY)));
    assert_eq!(host.texts(&ana, &Query { known_as_of: Some(START), ..ask("Ana's employer") }).len(), 1);
    host.act(&ana, &acme, Act::Restore, None).unwrap();
    assert_eq!((host.get(&ana, &acme).valid_from, host.get(&ana, &acme).valid_to), (START, None));
    let bolt = host.id(&ana, &Candidate { valid_from: Some(START), ..at("Ana", "second job", "Bolt") });
    let early = host.act(&ana, &bolt, Act::End { at: Some(START - DAY) }, None);
    assert!(matches!(early, Err(Failure::Invalid(why)) if why.starts_with("at")));
}

/// York was ended by what was said later, of an earlier day: it comes back when that was wrong.
#[test]
fn what_was_left_no_time_is_restored_from_when_it_was_heard() {
    let ana = user("ana");
    let mut host = Host::new();
    host.now = JUNE;
    let york = host.id(&ana, &at("Ana", "home", "York"));
    host.now = JUNE + DAY;
    let leeds = host.id(&ana, &lives("Leeds", JUNE - DAY));
    let old = host.get(&ana, &york);
    assert_eq!((old.state, old.valid_to, old.start_stated), (State::Superseded, Some(JUNE - DAY), false));
    assert!(host.get(&ana, &leeds).start_stated);
    host.act(&ana, &leeds, Act::Invalidate, None).unwrap();
    host.act(&ana, &york, Act::Restore, None).unwrap();
    assert_eq!(host.get(&ana, &york).valid_from, JUNE);
}

/// A known limit of a value that came back: one memory has one stretch. It stays current, and what is
/// reported late between its tellings is left no time.
#[test]
fn what_was_said_again_since_is_not_replaced_by_an_old_report() {
    let line = line_of(&[Told("York", 10, None, None), Told("York", 20, None, None), Told("Leeds", 15, None, None)]);
    assert_eq!(line, [("York".to_owned(), 10, None)]);
    let stated =
        line_of(&[Told("York", 10, None, None), Told("York", 20, None, None), Told("Leeds", 15, Some(12), None)]);
    assert_eq!(stated, [("York".to_owned(), 10, None)]);
}
