//! Whole numbers of metadata are kept exactly, and compared by value, up to 64 bits.

#![allow(clippy::unwrap_used, clippy::panic)]

mod host;

use host::*;

const LARGE: i64 = 1_234_567_890_123_456_789;

fn with(text: &str, value: Scalar) -> Candidate {
    Candidate { metadata: vec![("n".into(), value)], ..say(text) }
}

fn found(host: &Host, op: &str, value: &str) -> Vec<String> {
    let filter = format!(r#"{{"field": "metadata.n", "op": "{op}", "value": {value}}}"#);
    let listing = Listing { filter: Some(filter), ..Listing::default() };
    let mut texts: Vec<String> = host.listed(&user("ana"), &listing).into_iter().map(|memory| memory.text).collect();
    texts.sort();
    texts
}

#[test]
fn neighbours_beyond_2_to_53_are_told_apart() {
    let mut host = Host::new();
    let ana = user("ana");
    host.tell(&ana, &with("one", Scalar::Integer(LARGE)));
    host.tell(&ana, &with("two", Scalar::Integer(LARGE - 1)));
    host.tell(&ana, &with("three", Scalar::Integer(-LARGE)));
    host.tell(&ana, &with("four", Scalar::Natural(u64::MAX)));
    host.tell(&ana, &with("five", Scalar::Natural(u64::MAX - 1)));
    host.reopen();
    assert_eq!(found(&host, "eq", "1234567890123456789"), ["one"]);
    assert_eq!(found(&host, "eq", "1234567890123456788"), ["two"]);
    assert_eq!(found(&host, "lt", "1234567890123456789"), ["three", "two"]);
    assert_eq!(found(&host, "gt", "1234567890123456788"), ["five", "four", "one"]);
    assert_eq!(found(&host, "eq", "-1234567890123456789"), ["three"]);
    assert_eq!(found(&host, "gte", "18446744073709551615"), ["four"]);
    assert_eq!(found(&host, "in", "[18446744073709551614, 1234567890123456788]"), ["five", "two"]);
    assert_eq!(found(&host, "gt", "0.5"), ["five", "four", "one", "two"]);
    assert!(found(&host, "lt", "-1e19").is_empty());
}

#[test]
fn one_number_has_one_form() {
    let mut host = Host::new();
    let ana = user("ana");
    for (given, kept) in [
        (Scalar::Integer(5), Scalar::Number(5.0)),
        (Scalar::Natural(5), Scalar::Number(5.0)),
        (Scalar::Integer(-(1 << 53)), Scalar::Number(-9_007_199_254_740_992.0)),
        (Scalar::Integer((1 << 53) + 1), Scalar::Integer((1 << 53) + 1)),
        (Scalar::Natural(1 << 60), Scalar::Integer(1 << 60)),
        (Scalar::Number(1_152_921_504_606_846_976.0), Scalar::Integer(1 << 60)),
        (Scalar::Number(9_223_372_036_854_775_808.0), Scalar::Natural(1 << 63)),
        (Scalar::Number(1e300), Scalar::Number(1e300)),
        (Scalar::Number(0.5), Scalar::Number(0.5)),
    ] {
        let id = host.id(&ana, &with(&format!("{given:?} {}", host.now), given));
        assert!(host.get(&ana, &id).metadata == [("n".to_owned(), kept)]);
        host.pass(1);
    }
}
