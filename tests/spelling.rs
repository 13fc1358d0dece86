//! Sameness of values: canonical forms, and case alone corrects.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;

/// What became of a second text after a first: stored beside, taken as the same, or in its place.
fn after(first: &Candidate, second: &Candidate) -> (&'static str, Vec<String>) {
    let ana = user("ana");
    let mut host = Host::new();
    let known = host.id(&ana, first);
    host.pass(1);
    let told = host.tell(&ana, second);
    let became = match told.outcome {
        Outcome::Duplicate => "same",
        Outcome::Active if told.related == [known.clone()] => "corrects",
        Outcome::Active => "beside",
        _ => "other",
    };
    let listed = host.listed(&ana, &Listing::default());
    (became, listed.into_iter().map(|memory| memory.value.unwrap_or(memory.text)).collect())
}

#[test]
fn sentences_are_one_by_canonical_form_and_case_corrects() {
    for (first, second, became) in [
        ("Her surname is Mcdonald.", "Her surname is McDonald.", "corrects"),
        ("Her surname is McDonald.", "Her surname is Mcdonald.", "corrects"),
        ("Her surname is McDonald.", "her surname is mcdonald.", "same"),
        ("Her surname is McDonald.", "Her surname is mcdonald.", "same"),
        ("Her surname is McDonald.", "HER SURNAME IS MCDONALD.", "same"),
        ("her surname is mcdonald.", "Her surname is McDonald.", "corrects"),
        ("her surname is mcdonald.", "Her surname is mcdonald.", "same"),
        ("at noon i drink tea.", "At noon I drink tea.", "same"),
        ("The chip draws 5 MW.", "The chip draws 5 mW.", "corrects"),
        ("The wall is 10² m long.", "The wall is 102 m long.", "beside"),
        ("The wall is 102 m long.", "The wall is 10² m long.", "beside"),
        ("It takes ½ a cup.", "It takes 1/2 a cup.", "beside"),
        ("Water is H₂O.", "Water is H2O.", "beside"),
        ("Lap ① is done.", "Lap 1 is done.", "beside"),
        ("It is 5 µW.", "It is 5 μW.", "same"),
        ("The room is Ｂ１２.", "The room is B12.", "same"),
        ("The ﬁnal bill came.", "The final bill came.", "same"),
        ("He is called Zoe\u{301}.", "He is called Zoé.", "same"),
        ("He is called Zoe.", "He is called Zoé.", "beside"),
        ("The  street is wide.", "The street\u{a0}is wide.", "same"),
        ("The street is wi\u{ad}de.", "The street is wide.", "same"),
        ("Die Straße ist lang.", "Die STRASSE ist lang.", "corrects"),
    ] {
        assert_eq!(after(&fact(first), &fact(second)).0, became, "{first} / {second}");
    }
}

#[test]
fn values_are_one_by_canonical_form_and_case_corrects() {
    for (first, second, became, left) in [
        ("York", "york", "same", "York"),
        ("york", "York", "corrects", "York"),
        ("Iphone", "iPhone", "corrects", "iPhone"),
        ("York", "YORK", "corrects", "YORK"),
        ("5 MW", "5 mW", "corrects", "5 mW"),
        ("10²", "102", "corrects", "102"),
        ("Ｙork", "York", "same", "Ｙork"),
        ("Zoe", "Zoé", "corrects", "Zoé"),
    ] {
        let (told, values) = after(&at("Ana", "thing", first), &at("Ana", "thing", second));
        assert_eq!((told, values), (became, vec![left.to_owned()]), "{first} / {second}");
    }
}

/// A correction of case holds for the whole of the time, and the old spelling is still known as of then.
#[test]
fn a_correction_of_case_takes_the_whole_stretch() {
    let ana = user("ana");
    let mut host = Host::new();
    host.tell(&ana, &Candidate { valid_from: Some(START - 9 * DAY), ..at("Ana", "surname", "Mcdonald") });
    host.pass(DAY);
    let new = host.id(&ana, &at("Ana", "surname", "McDonald"));
    assert_eq!(host.get(&ana, &new).valid_from, START - 9 * DAY);
    let then = Query { as_of: Some(START - DAY), ..ask("Ana's surname") };
    assert_eq!(host.texts(&ana, &then), ["Ana's surname is McDonald."]);
    let known = Query { known_as_of: Some(START), ..ask("Ana's surname") };
    assert_eq!(host.texts(&ana, &known), ["Ana's surname is Mcdonald."]);
    host.engine.undo(&ana, host.engine.stats(host.now).sequence, host.now, None).unwrap();
    host.drain();
    assert_eq!(host.texts(&ana, &ask("Ana's surname")), ["Ana's surname is Mcdonald."]);
}

#[test]
fn a_new_version_may_change_case_alone() {
    let ana = user("ana");
    let mut host = Host::new();
    let old = host.id(&ana, &fact("Her surname is Mcdonald."));
    let revision = |text: &str| Revision { text: text.into(), ..Revision::default() };
    let same = host.engine.supersede(&ana, &old, &revision("Her  surname is Mcdonald."), None, host.now, None);
    assert!(matches!(same, Err(Failure::Invalid(_))));
    host.engine.supersede(&ana, &old, &revision("Her surname is McDonald."), None, host.now, None).unwrap();
}

/// A page does not spell the user's words anew, and an old chat not what was said since.
#[test]
fn spelling_follows_authority_and_the_order_of_saying() {
    let ana = user("ana");
    let mut host = Host::new();
    host.pass(9 * DAY);
    let known = host.id(&ana, &at("Ana", "surname", "McDonald"));
    let page = Candidate { source: Some(Source::ToolResult), ..at("Ana", "surname", "MCDONALD") };
    let old = Candidate { observed_at: Some(START), ..at("Ana", "surname", "Mcdonald") };
    for candidate in [page, old] {
        let told = host.tell(&ana, &candidate);
        assert_eq!((told.outcome, told.id.as_deref()), (Outcome::Duplicate, Some(known.as_str())));
    }
}

#[test]
fn what_somebody_said_is_kept_as_it_was_written() {
    let ana = user("ana");
    let mut host = Host::new();
    host.tell(&ana, &say("My network is called abC."));
    assert_eq!(host.tell(&ana, &say("My network is called Abc.")).outcome, Outcome::Active);
    assert_eq!(host.tell(&ana, &say("My network is called Abc.")).outcome, Outcome::Duplicate);
}

#[test]
fn what_is_erased_blocks_its_own_words_and_no_other_value() {
    let ana = user("ana");
    let mut host = Host::new();
    let wall = host.id(&ana, &fact("The wall is 10² m long."));
    let other = host.id(&ana, &fact("The wall is 102 m long."));
    let receipt = host.erase(&ana, &by_ids(&[&wall])).unwrap();
    assert_eq!(receipt.removed, [wall]);
    assert_eq!(host.get(&ana, &other).state, State::Active, "another value is no echo");
    host.erase(&ana, &by_ids(&[&other])).unwrap();
    let told = |host: &mut Host, text: &str| host.tell(&ana, &fact(text)).rules;
    assert_eq!(told(&mut host, "the wall is 10² M long."), ["tombstoned"]);
    assert_eq!(told(&mut host, "The wall is 10³ m long."), [""; 0]);
}
