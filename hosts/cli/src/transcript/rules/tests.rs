//! What the rules lift, and above all what they leave alone.

use super::*;

/// 2026-07-12T09:00:00Z, a Sunday.
const AT: u64 = 1_783_846_800_000;

fn ana(text: &str) -> Vec<Lifted> {
    lift(text, Some("Ana"), Some(AT))
}

/// The single claim of a text: attribute, value, text.
fn one(text: &str) -> (String, String, String) {
    let lifted = ana(text);
    assert_eq!(lifted.len(), 1, "{text}: {lifted:?}");
    let claim = lifted.into_iter().next().unwrap();
    assert_eq!(claim.action, Action::Remember, "{text}");
    (claim.attribute.unwrap_or_default(), claim.value.unwrap_or_default(), claim.text)
}

fn since(text: &str) -> String {
    let lifted = ana(text);
    lifted[0].valid_from.map(crate::time::show).unwrap_or_default()
}

#[test]
fn homes() {
    assert_eq!(one("I live in York."), ("home city".into(), "York".into(), "Ana lives in York.".into()));
    assert_eq!(one("Hey, I just moved to New York with my dog!").1, "New York");
    assert_eq!(one("Oh, and I’m based in the Netherlands now").1, "the Netherlands");
    assert_eq!(one("I moved to York from Leeds last month").1, "York");
    assert_eq!(one("We talked. I now live in São Paulo, by the sea.").1, "São Paulo");
}

#[test]
fn dates_are_read_from_when_it_was_said() {
    for (text, expected) in [
        ("I moved to York last month", "2026-06-01T00:00:00Z"),
        ("I moved to York last week", "2026-07-05T00:00:00Z"),
        ("I moved to York last year", "2025-01-01T00:00:00Z"),
        ("I moved to York yesterday", "2026-07-11T00:00:00Z"),
        ("I moved to York in July", "2026-07-01T00:00:00Z"),
        ("I moved to York in August", "2025-08-01T00:00:00Z"),
        ("I moved to York in August 2020", "2020-08-01T00:00:00Z"),
        ("I moved to York in 2019", "2019-01-01T00:00:00Z"),
        ("I moved to York on 3 July", "2026-07-03T00:00:00Z"),
        ("I moved to York on July 3rd, 2024", "2024-07-03T00:00:00Z"),
        ("I moved to York on Friday", "2026-07-10T00:00:00Z"),
        ("I moved to York two years ago", "2024-07-12T00:00:00Z"),
        ("I've moved to York 3 weeks ago", "2026-06-21T00:00:00Z"),
        ("I live in York since 2019", "2019-01-01T00:00:00Z"),
        ("I live in York", ""),
    ] {
        assert_eq!(ana(text)[0].value.as_deref(), Some("York"), "{text}");
        assert_eq!(since(text), expected, "{text}");
    }
    assert_eq!(lift("I moved to York last month", None, None)[0].valid_from, None);
    assert!(ana("I moved to York next month").is_empty());
}

#[test]
fn work() {
    assert_eq!(one("I work at Acme Corp.").0, "employer");
    assert_eq!(one("I work for Acme and like it").1, "Acme");
    assert_eq!(
        one("I work as a nurse in York last year"),
        ("occupation".into(), "nurse in York".into(), "Ana works as a nurse in York.".into())
    );
    assert!(ana("I work at night").is_empty());
    assert!(ana("I work for myself").is_empty());
}

#[test]
fn people_and_names() {
    assert_eq!(one("My name is Ana María.").1, "Ana María");
    assert_eq!(one("My sister is called Eva").0, "sister name");
    assert_eq!(one("My older brother's name is Tom").2, "Ana's older brother is called Tom.");
    assert_eq!(one("my dog is named Rex!").1, "Rex");
    assert!(ana("My idea is called Rex").is_empty());
    assert!(ana("My name is on the list").is_empty());
}

#[test]
fn allergies_coexist_and_weigh() {
    let lifted = ana("I'm allergic to peanuts, shellfish and Penicillin.");
    let attributes: Vec<&str> = lifted.iter().filter_map(|claim| claim.attribute.as_deref()).collect();
    assert_eq!(attributes, ["allergy: peanuts", "allergy: shellfish", "allergy: penicillin"]);
    assert_eq!(one("I'm allergic to animals with fur as well.").1, "animals with fur");
    assert_eq!(one("I'm allergic to nuts but not to eggs").1, "nuts");
    assert!(lifted.iter().all(|claim| claim.importance == Some(0.95) && claim.kind == "fact"));
}

#[test]
fn tastes_are_preferences() {
    let lifted = ana("I prefer tea over coffee.");
    assert_eq!((lifted[0].kind, lifted[0].text.as_str()), ("preference", "Ana prefers tea over coffee."));
    assert_eq!(one("I love hiking").0, "taste: hiking");
    assert_eq!(one("I hate hiking"), ("taste: hiking".into(), "hates".into(), "Ana hates hiking.".into()));
    assert_eq!(one("I don't like olives").1, "dislikes");
    for pointed in [
        "I like it",
        "I love you",
        "I like your idea",
        "I love how it works",
        "I hate that",
        "I like my job",
        "I love the energy",
        "I love to help",
        "I love being in places like this",
        "I enjoy going to",
        "I like games that test me",
        "I like coffee when I am tired",
    ] {
        assert!(ana(pointed).is_empty(), "{pointed}");
    }
}

#[test]
fn what_is_asked_to_be_remembered() {
    assert_eq!(one("Please remember that the meeting is on Friday.").2, "The meeting is on Friday.");
    assert_eq!(one("Remember that I live in York").0, "home city");
    assert!(ana("Remember to call me").is_empty());
    assert!(ana("I remember that day").is_empty());
    assert!(ana("Do you remember that I live in York?").is_empty());
}

#[test]
fn ends() {
    for (text, attribute, value) in [
        ("I no longer live in York", "home city", Some("York")),
        ("I don't work at Acme any more", "employer", Some("Acme")),
        ("I don't like coffee anymore.", "taste: coffee", None),
        ("I stopped working at Acme last month", "employer", Some("Acme")),
        ("I'm no longer allergic to peanuts", "allergy: peanuts", Some("peanuts")),
    ] {
        let lifted = ana(text);
        assert_eq!(lifted.len(), 1, "{text}: {lifted:?}");
        assert_eq!(lifted[0].action, Action::End, "{text}");
        assert_eq!((lifted[0].attribute.as_deref(), lifted[0].value.as_deref()), (Some(attribute), value), "{text}");
    }
    assert_eq!(since("I stopped working at Acme last month"), "2026-06-01T00:00:00Z");
    assert!(ana("I no longer care").is_empty());
    assert!(ana("I stopped at the shop").is_empty());
}

#[test]
fn birthdays() {
    assert_eq!(one("My birthday is on 3 May").1, "3 May");
    assert_eq!(one("My birthday is May 3rd, 1990.").1, "May 3rd, 1990");
    assert!(ana("My birthday is coming up").is_empty());
}

#[test]
fn nothing_is_lifted_out_of_what_states_nothing() {
    for text in [
        "Do I live in York?",
        "If I live in York, what changes?",
        "I would live in York",
        "I wish I lived in York",
        "Maybe I live in York",
        "She said \"I live in York.\"",
        "\"Hello. I live in York. Bye.\"",
        "> I live in York",
        "My friend wrote: \"I work at Acme\"",
        "I used to live in York",
        "I lived in York",
        "I live in fear",
        "I live in a small flat",
        "I almost moved to York",
        "You live in York",
        "They work at Acme",
        "I think I like it",
        "I'm not allergic to peanuts",
        "Imagine I work at Acme",
        "",
        "?!.",
    ] {
        assert!(ana(text).is_empty(), "{text}: {:?}", ana(text));
    }
}

#[test]
fn without_a_name_it_is_the_user() {
    let lifted = lift("I live in York", None, Some(AT));
    assert_eq!((lifted[0].entity.as_deref(), lifted[0].text.as_str()), (Some("user"), "The user lives in York."));
}
