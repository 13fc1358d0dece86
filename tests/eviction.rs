//! An eviction is explained by the very order that the sweep uses.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;

const DAY: u64 = 86_400_000;

/// Memories of all sorts, some used, corrected, pinned, held, doubtful; and another user's.
fn varied() -> (Host, Labels, Vec<String>) {
    let mut host = Host::policy(r#"{"decay": {"floor": 0}}"#);
    let (ana, mut dice) = (user("ana"), Dice(5));
    let mut ids = Vec::new();
    for n in 0..40 {
        host.pass(dice.roll(20) * DAY);
        let kind = Some(*dice.pick(Kind::ALL));
        let source = Some(*dice.pick(&[Source::UserSaid, Source::System]));
        let importance = Some(dice.roll(10) as f64 / 10.0);
        let candidate = Candidate { kind, source, importance, ..say(&format!("Thing {n} is {}.", dice.roll(1_000))) };
        ids.push(host.id(&ana, &candidate));
        host.id(&user("bob"), &say(&format!("Bob's thing {n}.")));
    }
    for id in &ids {
        match dice.roll(6) {
            0 => drop(host.engine.used(&ana, std::slice::from_ref(id), host.now, None).unwrap()),
            1 => host.engine.corrected(&ana, id, "ana", host.now, None).unwrap(),
            2 => host.act(&ana, id, Act::Pin { by: "ana".into(), review_at: None }, Some("matters")).unwrap(),
            3 => host.act(&ana, id, Act::Hold { by: "dpo".into() }, Some("case 7")).unwrap(),
            4 => host.act(&ana, id, Act::Quarantine { by: "ana".into() }, None).unwrap(),
            _ => {}
        }
        host.drain();
    }
    (host, ana, ids)
}

fn of(host: &Host, labels: &Labels, id: &str) -> EvictionState {
    host.engine.eviction(labels, id, host.now).unwrap()
}

/// What a sweep would archive of some memories if a user could keep so many.
fn evicted(host: &mut Host, count: u32, of: &[String]) -> Vec<String> {
    let policy = format!(r#"{{"capacity": {{"count": {count}}}, "decay": {{"floor": 0}}}}"#);
    let archived = host.engine.try_policy(&policy, host.now).unwrap().swept.archived;
    archived.into_iter().filter(|id| of.contains(id)).collect()
}

#[test]
fn the_place_is_the_order_in_which_a_tightened_capacity_evicts() {
    let (mut host, ana, ids) = varied();
    let states: Vec<EvictionState> = ids.iter().map(|id| of(&host, &ana, id)).collect();
    let mut placed: Vec<(u32, String)> =
        ids.iter().zip(&states).filter_map(|(id, state)| Some((state.place?, id.clone()))).collect();
    placed.sort();
    let order: Vec<String> = placed.iter().map(|(_, id)| id.clone()).collect();
    assert_eq!(
        placed.iter().map(|(place, _)| *place).collect::<Vec<_>>(),
        (1..=order.len() as u32).collect::<Vec<_>>()
    );
    assert!(states.iter().all(|state| state.of == order.len() as u32 && order.len() > 10));
    assert_eq!(evicted(&mut host, 0, &ids), order);
    let counted = ids.iter().filter(|id| host.get(&ana, id).state == State::Active).count() as u32;
    for leave in 1..order.len() as u32 {
        assert_eq!(evicted(&mut host, counted - leave, &ids), order[..leave as usize], "{leave}");
    }
    // And for good.
    let policy = format!(r#"{{"capacity": {{"count": {}}}, "decay": {{"floor": 0}}}}"#, counted - 3);
    host.engine.adopt_policy(&policy, host.now).unwrap();
    host.drain();
    let swept = host.engine.sweep(false, host.now).unwrap().archived;
    assert_eq!(swept.into_iter().filter(|id| ids.contains(id)).collect::<Vec<_>>(), order[..3]);
}

#[test]
fn what_has_no_place_says_why() {
    let (host, ana, ids) = varied();
    for id in &ids {
        let (memory, state) = (host.get(&ana, id), of(&host, &ana, id));
        let why = match memory {
            Memory { state: State::Quarantined, .. } => Some("state"),
            Memory { pinned: Some(_), .. } => Some("pinned"),
            Memory { retention: Retention { hold: Some(_), .. }, .. } => Some("held"),
            _ => None,
        };
        assert_eq!(state.exempt.as_deref(), why);
        assert_eq!(state.place.is_none(), why.is_some());
        let part = |name: &str| state.parts.iter().find(|(part, _)| part == name).unwrap().1;
        let product = part("importance") * part("freshness") * part("usage") * part("quality");
        assert!((state.priority - (product - part("contradiction")).max(0.0)).abs() < 1e-12);
    }
    for why in ["state", "pinned", "held"] {
        assert!(ids.iter().any(|id| of(&host, &ana, id).exempt.as_deref() == Some(why)), "{why}");
    }
    let stranger = host.engine.eviction(&user("bob"), &ids[0], host.now).unwrap_err();
    assert!(matches!(stranger, Failure::NotFound(_)));
}

/// A sweep at that time takes it, and none before.
fn leaves_then(host: &Host, id: &str, at: u64) {
    let takes = |now: u64| {
        let mut engine = memolet::Engine::open(host.options.clone(), None, &host.disk.journal, now).unwrap();
        let swept = engine.sweep(true, now).unwrap();
        [swept.expired, swept.archived, swept.purged].concat().iter().any(|gone| gone == id)
    };
    assert!(takes(at) && !takes(at - 1));
}

#[test]
fn it_leaves_when_it_says() {
    let mut host = Host::policy(r#"{"retention": {"support": {"days": 30}}}"#);
    let ana = user("ana");
    let expires = Candidate { expires_at: Some(host.now + 5 * DAY), ..say("The sale ends soon.") };
    let expires = host.id(&ana, &expires);
    let kept = host.id(&Labels { purpose: Some("support".into()), ..ana.clone() }, &say("The printer is broken."));
    let decays = host.id(&ana, &say("It rained on Tuesday."));
    let end = host.now + 9 * DAY;
    let ends = host.id(&ana, &Candidate { valid_to: Some(end), ..at("Ana", "guest", "Bob") });
    let stays = host.id(&ana, &fact("Ana is allergic to walnuts."));
    let pinned = host.id(&ana, &say("It snowed on Monday."));
    host.act(&ana, &pinned, Act::Pin { by: "ana".into(), review_at: None }, Some("matters")).unwrap();
    assert_eq!(of(&host, &ana, &expires).leaves_at, Some(host.now + 5 * DAY));
    assert_eq!(of(&host, &ana, &kept).leaves_at, Some(host.now + 30 * DAY));
    assert_eq!(of(&host, &ana, &ends).leaves_at, Some(end));
    assert_eq!(of(&host, &ana, &pinned).leaves_at, None);
    for id in [&expires, &kept] {
        leaves_then(&host, id, of(&host, &ana, id).leaves_at.unwrap());
    }
    for id in [&decays, &stays] {
        let at = of(&host, &ana, id).leaves_at.unwrap();
        assert!(at >= host.now + 180 * DAY);
        leaves_then(&host, id, at);
    }
    assert!(of(&host, &ana, &stays).leaves_at > of(&host, &ana, &decays).leaves_at);
    host.act(&ana, &kept, Act::Hold { by: "dpo".into() }, Some("case 7")).unwrap();
    assert_eq!(of(&host, &ana, &kept).leaves_at, None);
    host.pass(6 * DAY);
    let gone = of(&host, &ana, &expires);
    assert_eq!((gone.exempt.as_deref(), gone.place), (Some("leaving"), None));
    host.engine.sweep(false, host.now).unwrap();
    host.drain();
    let gone = of(&host, &ana, &expires);
    assert_eq!((gone.exempt.as_deref(), gone.leaves_at), (Some("state"), None));
}
