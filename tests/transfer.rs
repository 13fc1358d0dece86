//! An export is whole: brought into an empty store it gives the same store, and brought into one that knows
//! something it changes nothing for the worse.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;
use proptest::prelude::*;

/// All lines of a user's export, the header first.
fn exported(host: &Host, labels: &Labels) -> Vec<String> {
    let (mut lines, mut after) = (Vec::new(), None);
    loop {
        let page = host.engine.export_lines(labels, after.as_deref(), host.now).unwrap();
        lines.extend(page.lines);
        after = page.next;
        if after.is_none() {
            return lines;
        }
    }
}

/// Brings lines in, a few at a time.
fn import_from(host: &mut Host, labels: &Labels, lines: &[String], from_user: Option<&str>) -> Imported {
    let mut sum = Imported::default();
    for (place, batch) in lines[1..].chunks(7).enumerate() {
        let brought = LinesBrought {
            header: lines[0].clone(),
            first: place as u32 * 7 + 2,
            lines: batch.to_vec(),
            from_user: from_user.map(str::to_owned),
            from_tenant: None,
        };
        let imported = host.engine.import_lines(labels, &brought, host.now).unwrap();
        host.drain();
        assert_eq!(imported.memories, batch.len() as u32);
        assert_eq!(imported.added + imported.known + imported.refused.len() as u32, imported.memories);
        sum.memories += imported.memories;
        sum.added += imported.added;
        sum.known += imported.known;
        sum.current += imported.current;
        sum.quarantined += imported.quarantined;
        sum.pins += imported.pins;
        sum.holds += imported.holds;
        sum.links += imported.links;
        sum.approvals += imported.approvals;
        sum.refused.extend(imported.refused);
    }
    sum
}

fn import(host: &mut Host, labels: &Labels, lines: &[String]) -> Imported {
    import_from(host, labels, lines, None)
}

/// Another store, with another secret.
fn other(now: u64) -> Host {
    let mut host = Host::with(Options { tenant: "acme".into(), seed: vec![9; 32], ..Options::default() });
    host.now = now;
    host
}

fn every_state() -> Listing {
    Listing { states: State::ALL.to_vec(), limit: Some(1000), ..Listing::default() }
}

/// What a reader sees, but for the sequences that are each store's own.
fn seen(host: &Host, labels: &Labels, looks: &[(Option<u64>, Option<u64>)]) -> Vec<Vec<Memory>> {
    let plain = |memories: Vec<Memory>| memories.into_iter().map(|memory| Memory { version: 0, ..memory }).collect();
    let mut all: Vec<Vec<Memory>> = vec![plain(host.listed(labels, &every_state()))];
    for (as_of, known_as_of) in looks {
        let query = Query { as_of: *as_of, known_as_of: *known_as_of, k: Some(100), ..everything() };
        let hits = host.engine.recall(labels, &query, host.now).unwrap().hits;
        let mut ids: Vec<String> = hits.into_iter().map(|hit| hit.id).collect();
        ids.sort();
        all.push(plain(ids.iter().map(|id| host.get(labels, id)).collect()));
    }
    all
}

const ATTRIBUTES: [&str; 4] = ["home", "job", "language", "pet"];
const VALUES: [&str; 5] = ["Leeds", "York", "Bath", "leeds", "green"];

/// A store that somebody has used for a while.
fn lived(dice: &mut Dice, steps: usize) -> Host {
    let mut host = Host::new();
    host.now = START + 100 * DAY;
    let ana = user("ana");
    for step in 0..steps {
        host.pass(dice.roll(3) * DAY / 2);
        let ids: Vec<String> = host.listed(&ana, &every_state()).into_iter().map(|memory| memory.id).collect();
        let id = if ids.is_empty() { String::new() } else { dice.pick(&ids).clone() };
        let said = Labels { session: Some(format!("s{}", dice.roll(3))), ..ana.clone() };
        match dice.roll(14) {
            0..=4 => {
                let (attribute, value) = (ATTRIBUTES[dice.roll(4) as usize], VALUES[dice.roll(5) as usize]);
                let mut candidate = at("Ana", attribute, value);
                let back = |dice: &mut Dice, now| now - dice.roll(60) * DAY;
                candidate.observed_at = (dice.roll(2) == 0).then(|| back(dice, host.now));
                candidate.valid_from = (dice.roll(3) == 0).then(|| back(dice, host.now));
                candidate.valid_to = (dice.roll(6) == 0).then(|| host.now + dice.roll(9) * DAY);
                candidate.several = (dice.roll(3) == 0).then_some(true);
                candidate.source = (dice.roll(4) == 0).then_some(Source::Inferred);
                candidate.actor = (dice.roll(2) == 0).then(|| format!("speaker {}", dice.roll(3)));
                candidate.expires_at = (dice.roll(8) == 0).then(|| host.now + dice.roll(30) * DAY);
                candidate.evidence = vec![evidence(&format!("chat:{}#{step}", dice.roll(3)))];
                let _ = host.engine.remember(&said, &candidate, host.now, None);
            }
            5 | 6 => {
                let mut candidate = say(&format!("We spoke of thing {} today.", dice.roll(6)));
                candidate.metadata = vec![("n".into(), Scalar::Number(step as f64)), ("t".into(), Scalar::Null)];
                let _ = host.engine.remember(&said, &candidate, host.now, None);
            }
            7 => {
                let revision = Revision { text: format!("Ana said otherwise, {step}."), ..Revision::default() };
                let _ = host.engine.supersede(&ana, &id, &revision, None, host.now, None);
            }
            8 => drop(host.engine.act(&ana, &id, &Act::Invalidate, Some("it was wrong"), host.now, None)),
            9 => drop(host.engine.act(&ana, &id, &Act::End { at: None }, None, host.now, None)),
            10 => {
                let act = Act::Pin { by: "ana".into(), review_at: Some(host.now + DAY) };
                let _ = host.engine.act(&ana, &id, &act, Some("dear to me"), host.now, None);
            }
            11 => drop(host.engine.act(&ana, &id, &Act::Hold { by: "law".into() }, Some("case 7"), host.now, None)),
            12 => {
                let act = *dice.pick(&[0, 1, 2]);
                let act = [Act::Archive, Act::Restore, Act::Quarantine { by: "ana".into() }][act].clone();
                let _ = host.engine.act(&ana, &id, &act, None, host.now, None);
            }
            _ => {
                let _ = host.engine.used(&said, std::slice::from_ref(&id), host.now, None);
                host.drain();
                let _ = host.engine.sweep(false, host.now);
            }
        }
        host.drain();
    }
    host
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_store_comes_out_of_its_export_as_it_was(seed in any::<u64>(), steps in 1usize..60) {
        let mut dice = Dice(seed);
        let first = lived(&mut dice, steps);
        let ana = user("ana");
        let lines = exported(&first, &ana);
        let mut second = other(first.now);
        let imported = import(&mut second, &ana, &lines);
        prop_assert_eq!(&imported.refused, &vec![]);
        prop_assert_eq!(imported.added as usize, lines.len() - 1);
        // The header has no more than who, whose and when.
        prop_assert_eq!(exported(&second, &ana), lines.clone());
        let looks: Vec<_> = (0..6)
            .map(|look| {
                let at = |dice: &mut Dice| START + dice.roll(first.now - START + 2 * DAY);
                [(None, None), (Some(at(&mut dice)), None), (None, Some(at(&mut dice))), (Some(at(&mut dice)), Some(at(&mut dice)))][look % 4]
            })
            .collect();
        for (one, two) in seen(&first, &ana, &looks).iter().zip(seen(&second, &ana, &looks)) {
            prop_assert!(*one == two, "{:?} {:?}", one.len(), two.len());
        }
        // Once more changes nothing.
        let before = second.engine.state_hash();
        let again = import(&mut second, &ana, &lines);
        prop_assert_eq!(again.known as usize, lines.len() - 1);
        prop_assert_eq!(second.engine.state_hash(), before);
        // What was written can be read again.
        let hash = second.engine.state_hash();
        second.reopen();
        prop_assert_eq!(second.engine.state_hash(), hash);
    }
}

/// One line of an export with some fields changed.
fn changed(line: &str, change: impl FnOnce(&mut serde_json::Map<String, serde_json::Value>)) -> String {
    let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
    change(value.as_object_mut().unwrap());
    value.to_string()
}

/// An export as version 1 wrote it: what a memory is, and nothing of its past.
fn older(lines: &[String]) -> Vec<String> {
    let header = format!(r#"{{"memolet":"export","version":1,"user":"ana","at":{START}}}"#);
    let rest = lines[1..].iter().map(|line| {
        changed(line, |memory| {
            memory.remove("history");
            memory.remove("tellings");
        })
    });
    std::iter::once(header).chain(rest).collect()
}

fn states(host: &Host, labels: &Labels) -> Vec<(String, State)> {
    let mut all: Vec<_> =
        host.listed(labels, &every_state()).into_iter().map(|memory| (memory.text, memory.state)).collect();
    all.sort();
    all
}

#[test]
fn an_older_export_brings_states_pins_holds_and_links() {
    let (mut first, ana) = (Host::new(), user("ana"));
    let york = first.id(&ana, &at("Ana", "home", "York"));
    first.pass(DAY);
    let leeds = first.id(&ana, &at("Ana", "home", "Leeds"));
    let kite = first.id(&ana, &fact("Ana has a kite."));
    first.act(&ana, &kite, Act::Invalidate, None).unwrap();
    first.act(&ana, &leeds, Act::Pin { by: "ana".into(), review_at: None }, Some("home")).unwrap();
    first.act(&ana, &york, Act::Hold { by: "law".into() }, Some("case 7")).unwrap();
    let mut second = other(first.now + DAY);
    let imported = import(&mut second, &ana, &older(&exported(&first, &ana)));
    assert_eq!((imported.added, imported.current, imported.pins, imported.holds, imported.links), (3, 1, 1, 1, 2));
    assert_eq!(states(&first, &ana), states(&second, &ana));
    let home = second.get(&ana, &leeds);
    assert_eq!((home.supersedes, home.pinned.unwrap().reason), (vec![york.clone()], "home".to_owned()));
    let (was, held) = (second.get(&ana, &york), first.get(&ana, &york));
    assert_eq!(
        (was.superseded_by, was.valid_to, was.retention.hold),
        (Some(leeds), held.valid_to, held.retention.hold)
    );
    let then = Query { known_as_of: Some(START + 1), ..everything() };
    assert_eq!(second.texts(&ana, &then), ["Ana's home is York."]);
    assert!(second.erase(&ana, &by_ids(&[&york])).is_err(), "the hold holds");
}

#[test]
fn what_is_known_here_stands() {
    let (mut host, ana) = (Host::new(), user("ana"));
    let home = host.id(&ana, &at("Ana", "home", "York"));
    let secret = host.id(&ana, &fact("Ana has a wooden leg."));
    let held = host.id(&ana, &fact("Ana signed the lease."));
    host.act(&ana, &held, Act::Hold { by: "law".into() }, Some("case 7")).unwrap();
    let doubt = host.id(&ana, &fact("Ana plays the harp."));
    host.act(&ana, &doubt, Act::Approve { by: "bob".into() }, None).unwrap();
    let lines = exported(&host, &ana);
    host.pass(DAY);
    host.act(&ana, &home, Act::Invalidate, None).unwrap();
    host.act(&ana, &doubt, Act::Quarantine { by: "ana".into() }, None).unwrap();
    host.act(&ana, &held, Act::Release { by: "law".into() }, None).unwrap();
    host.act(&ana, &held, Act::Hold { by: "court".into() }, Some("case 8")).unwrap();
    host.erase(&ana, &by_ids(&[&secret])).unwrap();
    host.pass(DAY);
    let before = states(&host, &ana);
    // From its own export, from an older one, and from another store that said the same.
    for lines in [lines.clone(), older(&lines)] {
        let imported = import(&mut host, &ana, &lines);
        assert_eq!((imported.added, imported.known), (0, 3));
        assert_eq!(imported.refused, [RefusedLine { line: 3, why: "tombstoned".into() }]);
        assert_eq!(states(&host, &ana), before);
        assert_eq!(host.get(&ana, &held).retention.hold.unwrap().owner, "court");
    }
    let mut elsewhere = other(host.now);
    elsewhere.now = START + DAY / 2;
    for candidate in [at("ana", "Home", "york"), fact("Ana has a wooden leg."), fact("Ana plays the harp.")] {
        elsewhere.id(&ana, &candidate);
    }
    let imported = import(&mut host, &ana, &exported(&elsewhere, &ana));
    assert_eq!(imported.refused, [RefusedLine { line: 3, why: "tombstoned".into() }]);
    assert_eq!((imported.added, imported.known), (0, 2), "{imported:?}");
    assert_eq!(states(&host, &ana), before);
}

#[test]
fn a_later_decision_elsewhere_takes_out_of_recall_and_never_brings_back() {
    let (mut phone, ana) = (Host::new(), user("ana"));
    let (kite, boat) = (phone.id(&ana, &fact("Ana has a kite.")), phone.id(&ana, &fact("Ana has a boat.")));
    let mut laptop = other(phone.now);
    import(&mut laptop, &ana, &exported(&phone, &ana));
    laptop.pass(DAY);
    laptop.act(&ana, &boat, Act::Invalidate, None).unwrap();
    phone.pass(2 * DAY);
    laptop.pass(2 * DAY);
    phone.act(&ana, &kite, Act::Invalidate, Some("never had one")).unwrap();
    let imported = import(&mut laptop, &ana, &exported(&phone, &ana));
    assert_eq!((imported.added, imported.known), (0, 2));
    let gone = |host: &Host, id: &str| host.get(&ana, id).state == State::Invalidated;
    assert!(gone(&laptop, &kite) && gone(&laptop, &boat));
    // Restored here later than it was found wrong there, it stays.
    laptop.pass(DAY);
    laptop.act(&ana, &kite, Act::Restore, None).unwrap();
    import(&mut laptop, &ana, &exported(&phone, &ana));
    assert_eq!(laptop.get(&ana, &kite).state, State::Active);
}

#[test]
fn two_stores_that_know_something_meet_as_if_it_was_said() {
    let (mut phone, ana) = (Host::new(), user("ana"));
    phone.id(&ana, &at("Ana", "home", "York"));
    let mut laptop = other(phone.now + DAY);
    let leeds = laptop.id(&ana, &at("Ana", "home", "Leeds"));
    laptop.act(&ana, &leeds, Act::Pin { by: "ana".into(), review_at: None }, Some("dear")).unwrap();
    phone.now = laptop.now + DAY;
    let imported = import(&mut phone, &ana, &exported(&laptop, &ana));
    assert_eq!((imported.added, imported.current, imported.pins), (1, 1, 1));
    let home = phone.listed(&ana, &Listing::default());
    assert_eq!(home.len(), 1);
    assert_eq!((home[0].value.as_deref(), home[0].pinned.is_some()), (Some("Leeds"), true));
    // The other way round York was said before.
    let mut older = other(phone.now);
    older.now = START;
    older.id(&ana, &at("Ana", "home", "Bath"));
    import(&mut laptop, &ana, &exported(&older, &ana));
    assert_eq!(laptop.listed(&ana, &Listing::default())[0].value.as_deref(), Some("Leeds"));
}

#[test]
fn anothers_export_comes_in_only_by_name() {
    let (mut host, ana, bob) = (Host::new(), user("ana"), user("bob"));
    let york = host.id(&ana, &at("Ana", "home", "York"));
    host.pass(DAY);
    host.id(&ana, &at("Ana", "home", "Leeds"));
    let lines = exported(&host, &ana);
    let brought = |from_user: Option<&str>, from_tenant: Option<&str>| LinesBrought {
        header: lines[0].clone(),
        first: 2,
        lines: lines[1..].to_vec(),
        from_user: from_user.map(str::to_owned),
        from_tenant: from_tenant.map(str::to_owned),
    };
    for (labels, from) in [(&bob, None), (&bob, Some("eve")), (&ana, Some("bob"))] {
        let refused = host.engine.import_lines(labels, &brought(from, None), host.now).unwrap_err();
        assert!(matches!(&refused, Failure::Denied(why) if why.contains("`ana`")), "{refused}");
    }
    let imported = import_from(&mut host, &bob, &lines, Some("ana"));
    assert_eq!((imported.added, imported.links), (2, 2));
    let mine = host.listed(&bob, &every_state());
    assert!(mine.iter().all(|memory| memory.user == "bob" && memory.id != york));
    assert_eq!(mine[0].supersedes, [mine[1].id.clone()]);
    assert_eq!(import_from(&mut host, &bob, &lines, Some("ana")).known, 2);
    let mut elsewhere = Host::with(Options { tenant: "other".into(), seed: vec![5; 32], ..Options::default() });
    let refused = elsewhere.engine.import_lines(&ana, &brought(None, None), host.now).unwrap_err();
    assert!(matches!(&refused, Failure::Denied(why) if why.contains("tenant `acme`")), "{refused}");
    assert_eq!(elsewhere.engine.import_lines(&ana, &brought(None, Some("acme")), host.now).unwrap().added, 2);
}

#[test]
fn a_line_that_is_wrong_is_named_and_the_others_come_in() {
    let (mut host, ana) = (Host::new(), user("ana"));
    let kite = host.id(&ana, &fact("Ana has a kite."));
    host.id(&user("bob"), &fact("Bob has a boat."));
    let bobs = exported(&host, &user("bob"))[1].clone();
    let lines = exported(&host, &ana);
    let with =
        |name: &str, value: serde_json::Value| changed(&lines[1], |memory| drop(memory.insert(name.to_owned(), value)));
    let wrong: Vec<(String, &str)> = vec![
        ("{".into(), "no JSON"),
        ("[]".into(), "an object"),
        (lines[1].replacen('{', r#"{"text":"x","#, 1), "the field `text` is there twice"),
        (with("id", "x".into()), "id: "),
        (with("importance", 7.into()), "importance: "),
        (with("metadata", serde_json::json!({"a": [1]})), "metadata.a: "),
        (with("observedAt", 1_783_846_800.into()), "observedAt: 1783846800 counts seconds"),
        (with("supports", serde_json::json!(["y"])), "supports: "),
        (with("shared", true.into()), "shared: "),
        (with("text", "".into()), "text: "),
        (with("project", "a\nb".into()), "scope.project: "),
        (with("tellings", serde_json::json!([{"at": 1, "mark": "é"}])), "tellings.mark: "),
        (bobs, "user: "),
        (with("text", "My password is hunter2hunter2.".into()), "secret"),
    ];
    let mut file = vec![lines[0].clone()];
    file.extend(wrong.iter().map(|(line, _)| line.clone()));
    file.push(lines[1].clone());
    let mut second = other(host.now);
    second.now = START + 400 * DAY;
    let imported = import(&mut second, &ana, &file);
    assert_eq!(imported.added, 1);
    for ((place, refused), (_, why)) in (2..).zip(&imported.refused).zip(&wrong) {
        assert_eq!(refused.line, place);
        assert!(refused.why.starts_with(why), "{refused:?}: {why}");
    }
    assert_eq!(imported.refused.len(), wrong.len());
    // Another's id is nobody's to take.
    let theirs = host.listed(&user("bob"), &every_state())[0].id.clone();
    let mut taken = lines.clone();
    taken[1] = with("id", theirs.into());
    assert!(import(&mut host, &ana, &taken).refused[0].why.starts_with("id: "));
    assert_eq!(host.get(&ana, &kite).state, State::Active);
    for header in ["", "{}", r#"{"memolet":"export","version":9,"user":"ana"}"#] {
        let brought = LinesBrought { header: header.into(), first: 2, ..LinesBrought::default() };
        assert!(host.engine.import_lines(&ana, &brought, host.now).is_err());
    }
}
