//! Ordinary writing is admitted: what phones, scripts and terminals put into a text is kept where it says
//! something and taken off where it does not, and the words are never lost.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;

fn tool(text: &str) -> Candidate {
    Candidate { source: Some(Source::ToolResult), ..say(text) }
}

/// What a store keeps of a text.
fn kept(candidate: &Candidate) -> String {
    let mut host = Host::new();
    let ana = user("ana");
    let id = host.id(&ana, candidate);
    host.reopen();
    host.engine.get(&ana, &id, host.now).unwrap().text
}

#[test]
fn writing_is_kept_and_what_says_nothing_goes_whoever_hands_it_in() {
    for (written, expected) in [
        ("ខ្ញុំ\u{200b}រស់នៅ\u{200b}ភ្នំពេញ", "ខ្ញុំ\u{200b}រស់នៅ\u{200b}ភ្នំពេញ"),
        ("من در تهران زندگی می\u{200c}کنم", "من در تهران زندگی می\u{200c}کنم"),
        ("אני גר בתל אביב\u{200f} (ליד הים)", "אני גר בתל אביב\u{200f} (ליד הים)"),
        ("\u{feff}Ana: hello", "Ana: hello"),
        ("My number is \u{202a}+44 7911 123456\u{202c}", "My number is +44 7911 123456"),
        ("\u{1b}[31mERROR\u{1b}[0m disk full", "ERROR disk full"),
        ("We have two kids 👨\u{200d}👩\u{200d}👧\u{200d}👦", "We have two kids 👨\u{200d}👩\u{200d}👧\u{200d}👦"),
        ("Donau\u{ad}dampf\u{ad}schiff\u{2028}Ahoi", "Donaudampfschiff\nAhoi"),
    ] {
        assert_eq!(kept(&say(written)), expected);
        assert_eq!(kept(&tool(written)), expected);
    }
}

#[test]
fn what_is_hidden_goes_from_the_users_own_words_and_is_refused_from_others() {
    for (written, expected) in [
        ("I like tea\0 and rain", "I like tea and rain"),
        ("I like tea\u{7}\u{8}\u{7f} and rain", "I like tea and rain"),
        ("I like \u{202e}tea\u{202c} and rain", "I like tea and rain"),
        (
            "I like tea\u{e0001}\u{e0069}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}\u{e007f} and rain",
            "I like tea and rain",
        ),
        ("I like tea\u{fffe} and rain", "I like tea and rain"),
        ("I like tea\u{1b} and rain", "I like tea and rain"),
    ] {
        assert_eq!(kept(&say(written)), expected);
        let mut host = Host::new();
        for source in [Source::ToolResult, Source::Inferred, Source::System] {
            let told = host.tell(&user("ana"), &Candidate { source: Some(source), ..say(written) });
            assert_eq!((told.outcome, told.rules), (Outcome::Refused, vec!["control-characters".to_owned()]));
        }
        // A model's words are not the user's, whatever authority they are given.
        let told = host.tell(&user("ana"), &Candidate { extractor: Some("m/1".into()), ..say(written) });
        assert_eq!(told.outcome, Outcome::Refused);
    }
}

#[test]
fn every_field_of_words_is_cleaned() {
    let mut host = Host::new();
    let ana = user("ana");
    let candidate = Candidate {
        value: Some("\u{202a}Leeds\u{202c}".into()),
        actor: Some("\u{feff}Ana".into()),
        metadata: vec![("from".into(), Scalar::Text("\u{1b}[1mphone\u{1b}[0m".into()))],
        text: "Ana lives in Leeds.".into(),
        ..at("Ana\u{200b}", "home\u{2060} city", "x")
    };
    let id = host.id(&ana, &candidate);
    let memory = host.engine.get(&ana, &id, host.now).unwrap();
    let address = memory.address.unwrap();
    assert_eq!((address.entity.as_str(), address.attribute.as_str()), ("Ana", "home city"));
    assert_eq!((memory.value.as_deref(), memory.actor.as_deref()), (Some("Leeds"), Some("Ana")));
    assert!(memory.metadata == [("from".to_owned(), Scalar::Text("phone".into()))]);
}

#[test]
fn a_text_is_the_same_with_and_without_what_says_nothing() {
    let mut host = Host::new();
    let ana = user("ana");
    let id = host.id(&ana, &fact("Ana owns a red boat."));
    for again in
        ["Ana owns a \u{1b}[31mred\u{1b}[0m boat.", "\u{feff}Ana owns a red boat.\u{200e}", "Ana owns a red\0 boat."]
    {
        let told = host.tell(&ana, &fact(again));
        assert_eq!((told.outcome, told.id.as_deref()), (Outcome::Duplicate, Some(id.as_str())), "{again:?}");
    }
    host.erase(&ana, &by_ids(&[&id])).unwrap();
    let told = host.tell(&ana, &fact("Ana owns a \u{1b}[31mred\u{1b}[0m boat."));
    assert_eq!(told.rules, ["tombstoned"]);
    host.engine.lift_tombstone(&ana, "\u{1b}[1mAna owns a red boat.\u{1b}[0m", "dpo", "appeal", host.now).unwrap();
}

#[test]
fn a_text_of_nothing_is_empty() {
    let mut host = Host::new();
    for nothing in ["\u{200b}", "\u{1b}[0m", "\u{feff} \u{200e}", "\0"] {
        let failure = host.engine.remember(&user("ana"), &say(nothing), host.now, None).unwrap_err();
        assert!(failure.to_string().contains("text"), "{failure}");
    }
}

#[test]
fn a_turn_is_held_without_what_says_nothing() {
    let mut host = Host::new();
    let labels = Labels { session: Some("s".into()), ..user("ana") };
    for role in Role::ALL {
        let message = Message {
            role: *role,
            text: "\u{1b}[31mI live\u{1b}[0m in \u{202e}York\u{e0041}\0.".into(),
            actor: None,
            at: None,
            ref_: None,
        };
        host.engine.turn(&labels, &message, host.now, None).unwrap();
        host.drain();
    }
    let held = host.engine.resume(&labels).unwrap();
    assert!(held.turns.iter().all(|turn| turn.text == "I live in York."));
}
