//! Budgets and idleness: what leaves, in which order, and what never does.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;

fn of_weight(n: usize, importance: f64) -> Candidate {
    Candidate { importance: Some(importance), ..say(&format!("Event {n} came to pass.")) }
}

/// Ids in the order of telling; the first matters most.
fn filled(host: &mut Host, ana: &Labels, count: usize) -> Vec<String> {
    (0..count).map(|n| host.id(ana, &of_weight(n, 1.0 - n as f64 / 200.0))).collect()
}

fn archived(host: &Host, ana: &Labels) -> Vec<String> {
    let listing = Listing { states: vec![State::Archived], ..Listing::default() };
    let mut ids: Vec<String> = host.listed(ana, &listing).into_iter().map(|memory| memory.id).collect();
    ids.sort();
    ids
}

#[test]
fn a_full_budget_makes_room_for_a_fiftieth_by_priority() {
    let mut host = Host::policy(r#"{"capacity": {"count": 100}}"#);
    let (ana, bo) = (user("ana"), user("bo"));
    let ids = filled(&mut host, &ana, 100);
    assert_eq!(archived(&host, &ana), [""; 0], "full is not over");
    host.tell(&bo, &say("Bo has a budget of his own."));
    assert_eq!(archived(&host, &ana), [""; 0]);
    let new = host.id(&ana, &of_weight(100, 0.0));
    // One over, and two for those to come: the least of what was there.
    let mut least = ids[97..].to_vec();
    least.sort();
    assert_eq!(archived(&host, &ana), least);
    assert_eq!(host.get(&ana, &new).state, State::Active);
    let code = host.engine.history(&ana, &ids[99], host.now).unwrap().changes.pop().unwrap().code;
    assert_eq!(code, "capacity");
    let more = [host.id(&ana, &of_weight(101, 0.0)), host.id(&ana, &of_weight(102, 0.0))];
    assert_eq!(archived(&host, &ana).len(), 3);
    host.tell(&ana, &of_weight(103, 0.5));
    assert_eq!(archived(&host, &ana).len(), 6);
    assert!(more.iter().all(|id| archived(&host, &ana).contains(id)));
}

#[test]
fn what_a_claim_retires_makes_its_room() {
    let mut host = Host::policy(r#"{"capacity": {"count": 2}}"#);
    let ana = user("ana");
    let other = host.id(&ana, &of_weight(0, 0.1));
    host.id(&ana, &at("Ana", "home", "York"));
    host.pass(DAY);
    host.id(&ana, &at("Ana", "home", "Leeds"));
    assert_eq!(host.get(&ana, &other).state, State::Active);
    assert_eq!(archived(&host, &ana), [""; 0]);
}

/// The same words in bytes and tokens: each budget alone, at its end and one beyond.
#[test]
fn a_sweep_holds_each_budget_to_its_end() {
    let size = of_weight(0, 0.0).text.len();
    let tokens = size.div_ceil(4);
    for (field, of_one) in [("count", 1), ("bytes", size), ("tokens", tokens)] {
        for (most, leave) in [(5 * of_one, 0), (5 * of_one - 1, 1), (3 * of_one, 2), (3 * of_one - 1, 3)] {
            let mut host = Host::new();
            let ana = user("ana");
            let ids = filled(&mut host, &ana, 5);
            host.options.policy = Some(format!(r#"{{"capacity": {{"{field}": {most}}}}}"#));
            host.reopen();
            let swept = host.engine.sweep(false, host.now).unwrap();
            host.drain();
            let mut least = ids[5 - leave..].to_vec();
            least.reverse();
            assert_eq!(swept.archived, least, "{field} {most}");
            assert_eq!(archived(&host, &ana).len(), leave);
        }
    }
}

#[test]
fn pinned_and_held_stay_whatever_the_budget() {
    let mut host = Host::new();
    let ana = user("ana");
    let ids = filled(&mut host, &ana, 4);
    host.act(&ana, &ids[3], Act::Pin { by: "ana".into(), review_at: None }, Some("matters")).unwrap();
    host.act(&ana, &ids[2], Act::Hold { by: "court".into() }, Some("case")).unwrap();
    host.options.policy = Some(r#"{"capacity": {"count": 1}, "decay": {"floor": 1, "afterDays": 1}}"#.into());
    host.reopen();
    let swept = host.engine.sweep(false, host.now).unwrap();
    assert_eq!(swept.archived, [ids[1].clone(), ids[0].clone()]);
    host.drain();
    assert!(host.engine.sweep(true, host.now + 900 * DAY).unwrap().archived.is_empty());
}

#[test]
fn what_is_idle_and_below_the_floor_decays_at_its_day() {
    let mut host = Host::policy(r#"{"decay": {"floor": 0.2, "afterDays": 10}}"#);
    let ana = user("ana");
    let idle = host.id(&ana, &Candidate { importance: Some(0.1), ..fact("Ana likes tea.") });
    let weighty = host.id(&ana, &Candidate { importance: Some(1.0), ..fact("Ana is allergic to nuts.") });
    let used = host.id(&ana, &Candidate { importance: Some(0.1), ..fact("Ana likes rain.") });
    host.pass(DAY);
    host.engine.used(&ana, std::slice::from_ref(&used), host.now, None).unwrap();
    host.drain();
    let at = |host: &mut Host, day: u64| host.engine.sweep(true, START + day * DAY).unwrap().archived;
    assert_eq!(at(&mut host, 10), std::slice::from_ref(&idle));
    assert_eq!(host.engine.sweep(true, START + 10 * DAY - 1).unwrap().archived, [""; 0]);
    assert_eq!(at(&mut host, 11), [idle.clone(), used]);
    assert!(!at(&mut host, 400).contains(&weighty));
    host.now = START + 10 * DAY;
    host.engine.sweep(false, host.now).unwrap();
    host.drain();
    let last = host.engine.history(&ana, &idle, host.now).unwrap().changes.pop().unwrap();
    assert_eq!((last.code.as_str(), last.state), ("decayed", State::Archived));
}

#[test]
fn a_floor_of_zero_evicts_nothing() {
    let mut host = Host::policy(r#"{"decay": {"floor": 0, "afterDays": 1}}"#);
    host.id(&user("ana"), &of_weight(0, 0.0));
    assert_eq!(host.engine.sweep(true, START + 9_000 * DAY).unwrap().archived, [""; 0]);
}

#[test]
fn reviews_and_pins_are_due_at_their_time() {
    let mut host = Host::policy(r#"{"reviewDays": {"preference": 5}}"#);
    let ana = user("ana");
    let reviewed = host.id(&ana, &Candidate { kind: Some(Kind::Preference), ..say("Ana likes tea.") });
    let pinned = host.id(&ana, &fact("Ana is allergic to nuts."));
    let pin = Act::Pin { by: "ana".into(), review_at: Some(START + 7 * DAY) };
    host.act(&ana, &pinned, pin, Some("matters")).unwrap();
    let due = |host: &mut Host, at: u64| host.engine.sweep(true, at).unwrap().due;
    assert_eq!(due(&mut host, START + 5 * DAY - 1), [""; 0]);
    assert_eq!(due(&mut host, START + 5 * DAY), std::slice::from_ref(&reviewed));
    assert_eq!(due(&mut host, START + 7 * DAY - 1), std::slice::from_ref(&reviewed));
    assert_eq!(due(&mut host, START + 7 * DAY), [reviewed.clone(), pinned]);
    host.act(&ana, &reviewed, Act::Archive, None).unwrap();
    assert_eq!(due(&mut host, START + 5 * DAY), [""; 0], "what left is not reviewed");
}

#[test]
fn what_is_past_its_time_expires_unless_it_is_held() {
    let mut host = Host::new();
    let ana = user("ana");
    let until = |text: &str| Candidate { expires_at: Some(START + DAY), ..fact(text) };
    let plain = host.id(&ana, &until("The offer of the shop stands."));
    let held = host.id(&ana, &until("The lease of the house runs."));
    let pinned = host.id(&ana, &until("The ticket to York is valid."));
    host.act(&ana, &held, Act::Hold { by: "court".into() }, Some("case")).unwrap();
    host.act(&ana, &pinned, Act::Pin { by: "ana".into(), review_at: None }, Some("matters")).unwrap();
    let ends = host.id(&ana, &Candidate { valid_to: Some(START + DAY), ..fact("Ana is in Paris.") });
    assert!(host.engine.sweep(true, START + DAY - 1).unwrap().expired.is_empty());
    host.now = START + DAY;
    let swept = host.engine.sweep(false, host.now).unwrap();
    host.drain();
    assert_eq!(swept.expired, [plain, pinned]);
    let last = host.engine.history(&ana, &ends, host.now).unwrap().changes.pop().unwrap();
    assert_eq!((last.code.as_str(), last.state), ("validity-passed", State::Ended));
    assert_eq!(host.engine.sweep(true, host.now).unwrap(), Swept::default(), "twice is once");
}

#[test]
fn what_leaves_by_time_is_not_counted_in_the_budget() {
    let mut host = Host::policy(r#"{"capacity": {"count": 2}, "retention": {"care": {"days": 1}}}"#);
    let ana = user("ana");
    let care = Labels { purpose: Some("care".into()), ..user("ana") };
    let stay = [host.id(&ana, &of_weight(0, 0.1)), host.id(&ana, &of_weight(1, 0.2))];
    host.options.policy = Some(r#"{"capacity": {"count": 9}, "retention": {"care": {"days": 1}}}"#.into());
    host.reopen();
    let offer = host.id(&ana, &Candidate { expires_at: Some(START + DAY), ..of_weight(2, 1.0) });
    let kept_for_care = host.id(&care, &of_weight(3, 1.0));
    host.options.policy = Some(r#"{"capacity": {"count": 2}, "retention": {"care": {"days": 1}}}"#.into());
    host.reopen();
    host.now = START + DAY;
    let swept = host.engine.sweep(false, host.now).unwrap();
    host.drain();
    assert_eq!((swept.expired, swept.purged), (vec![offer], vec![kept_for_care]));
    assert_eq!(swept.archived, [""; 0]);
    assert!(stay.iter().all(|id| host.get(&ana, id).state == State::Active));
}
