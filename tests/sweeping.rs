//! However often a day the sweep comes, what it does is done once.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;
use std::collections::BTreeMap;

const SWEEPS: u64 = 1_000;
/// When the store is swept: everything is due by then.
const MORNING: u64 = START + 60 * DAY;

/// A store where something leaves by each of the ways there are, and episodes are due for a synthesis.
/// Nobody answers its questions.
fn store() -> (Host, Labels) {
    let policy = r#"{"capacity": {"bytes": 560}, "decay": {"floor": 0.3, "afterDays": 20},
                     "retention": {"brief": {"days": 40}}, "reviewDays": {"fact": 30},
                     "session": {"days": 30, "extractAfter": 0}, "consolidation": {"episodes": 2, "count": 4}}"#;
    let mut host = Host::with(Options {
        tenant: "acme".into(),
        seed: vec![9; 16],
        policy: Some(policy.into()),
        model: true,
        ..Options::default()
    });
    let ana = user("ana");
    host.id(&ana, &Candidate { expires_at: Some(START + 9 * DAY), ..fact("Ana is in Rome for a week.") });
    host.id(&ana, &Candidate { valid_to: Some(START + 9 * DAY), ..at("Ana", "desk", "by the window") });
    host.id(&ana, &Candidate { importance: Some(0.0), ..say("Somebody coughed.") });
    host.id(&Labels { purpose: Some("brief".into()), ..ana.clone() }, &say("A brief matter came up."));
    let message = Message { role: Role::User, actor: None, text: "Good morning.".into(), at: None, ref_: None };
    let silent = Labels { session: Some("silent".into()), ..ana.clone() };
    host.engine.turn(&silent, &message, host.now, None).unwrap();
    host.drain();
    host.now = MORNING - 2 * DAY;
    for day in 0..6 {
        let session = Labels { session: Some(format!("walk-{day}")), ..ana.clone() };
        host.id(&session, &say(&format!("Ana walked her dog in the park again, on walk {day}.")));
    }
    for number in 0..9 {
        let claim = fact(&format!("Ana owns the painting of number {number}."));
        host.id(&Labels { project: Some(format!("p{number}")), ..ana.clone() }, &claim);
    }
    host.now = MORNING;
    (host, ana)
}

fn sweep(host: &mut Host) -> Swept {
    let swept = host.engine.sweep(false, host.now).unwrap();
    host.drain();
    swept
}

#[test]
fn a_thousand_sweeps_in_a_day_equal_one() {
    let (mut often, _) = store();
    let first = sweep(&mut often);
    assert!(!first.expired.is_empty() && !first.archived.is_empty() && !first.purged.is_empty(), "{first:?}");
    assert!(first.sessions > 0, "{first:?}");
    let open = often.engine.poll(often.now).unwrap().map(|request| request.task);
    assert!(matches!(open, Some(Task::Ask(ask)) if ask.purpose == "consolidate"), "the walks are due for a synthesis");
    let (after_one, bytes) = (often.engine.state_hash(), often.disk.journal.len());
    for _ in 1..SWEEPS {
        often.now += DAY / SWEEPS;
        let swept = sweep(&mut often);
        assert_eq!(Swept { due: swept.due.clone(), ..Swept::default() }, swept);
    }
    assert_eq!(often.engine.state_hash(), after_one);
    assert_eq!(often.disk.journal.len(), bytes, "a sweep that does nothing writes nothing");
    let (mut once, _) = store();
    assert_eq!(sweep(&mut once), first);
    assert_eq!(once.engine.state_hash(), after_one, "the same calls give the same state");
}

/// What comes due within the day leaves as it would by one sweep in the evening.
#[test]
fn what_comes_due_at_noon_leaves_once() {
    let states = |sweeps: u64| {
        let (mut host, ana) = store();
        let noon = Candidate { expires_at: Some(MORNING + DAY / 2), ..fact("Ana has a dentist's appointment.") };
        host.tell(&ana, &noon);
        // By the morning's sweep there is room for everybody, the appointment too.
        let mut expired = sweep(&mut host).expired.len();
        for number in 1..=sweeps {
            host.now = MORNING + DAY * number / sweeps;
            expired += sweep(&mut host).expired.len();
        }
        let all = Listing { states: State::ALL.to_vec(), ..Listing::default() };
        let listed = host.listed(&ana, &all).into_iter().map(|memory| (memory.text, memory.state));
        (listed.collect::<BTreeMap<_, _>>(), expired)
    };
    assert_eq!(states(SWEEPS), states(1));
}
