//! Every mistake is named by its place and by what is allowed there.

use super::*;

#[derive(Debug, Default, PartialEq)]
struct Leaf {
    name: String,
    size: Option<u32>,
}

#[derive(Debug, Default, PartialEq)]
struct Whole {
    leaves: Vec<Leaf>,
    by_name: Map<String, f64>,
    pair: Option<(bool, f32)>,
    most: u64,
}

reads! {
    Leaf open required { name: "name", size: "size" }
    Whole strict optional { leaves: "leaves", by_name: "byName", pair: "pair", most: "most" }
}

fn read<T: Read>(json: &str) -> Result<T> {
    T::read(&&serde_json::from_str::<Tree>(json).unwrap())
}

fn wrong<T: Read>(json: &str) -> (String, String) {
    read::<T>(json).map(drop).map_err(|wrong| (wrong.at, wrong.allowed)).unwrap_err()
}

#[test]
fn what_is_absent_keeps_its_default() {
    assert_eq!(read::<Whole>("{}"), Ok(Whole::default()));
    let whole: Whole =
        read(r#"{"leaves": [{"name": "a", "size": null, "other": {}}], "byName": {"b": 1}, "pair": [true, 0.5]}"#)
            .unwrap();
    assert_eq!(whole.leaves, [Leaf { name: "a".into(), size: None }]);
    assert_eq!((whole.by_name.get("b"), whole.pair, whole.most), (Some(&1.0), Some((true, 0.5)), 0));
}

#[test]
fn a_mistake_is_named_by_its_place() {
    for (json, at, allowed) in [
        ("[]", "", "an object"),
        (r#"{"leafs": []}"#, "", "no field `leafs`; allowed: leaves, byName, pair, most"),
        (r#"{"leaves": null}"#, ".leaves", "a list"),
        (r#"{"leaves": [{"name": "a"}, {}]}"#, ".leaves[1].name", "required"),
        (r#"{"leaves": [{"name": 5}]}"#, ".leaves[0].name", "a text"),
        (
            r#"{"leaves": [{"name": "a", "size": 4294967296}]}"#,
            ".leaves[0].size",
            "a whole number from 0 to 4294967295",
        ),
        (r#"{"byName": {"b": "x"}}"#, ".byName.b", "a number"),
        (r#"{"pair": [true]}"#, ".pair", "a list of two"),
        (r#"{"pair": [1, 1]}"#, ".pair", "true or false"),
    ] {
        assert_eq!(wrong::<Whole>(json), (at.to_owned(), allowed.to_owned()), "{json}");
    }
}

#[test]
fn a_whole_number_is_neither_negative_nor_parted() {
    assert_eq!((read("18446744073709551615"), read("255")), (Ok(u64::MAX), Ok(255_u8)));
    for json in ["-1", "1.0", "1e3", "\"1\"", "256"] {
        assert!(read::<u8>(json).is_err(), "{json}");
    }
    assert_eq!(read("-1"), Ok(-1.0_f64));
    assert_eq!(read("[1, 0.5]"), Ok(vec![1.0_f32, 0.5]));
}

#[test]
fn a_name_is_one_of_those_allowed() {
    let text = |text: &str| Tree::Text(text.into());
    assert_eq!(case(&&text("b"), &["a", "b"]), Ok(1));
    assert_eq!(case(&&text("c"), &["a", "b"]), Err(Wrong::new("one of a, b")));
    assert_eq!(case(&&Tree::Whole(1), &["a"]), Err(Wrong::new("one of a")));
}

#[test]
fn no_field_is_there_twice() {
    let error = serde_json::from_str::<Tree>(r#"{"a": 1, "b": 2, "a": 3}"#).unwrap_err().to_string();
    assert_eq!(error, "the field `a` is there twice at line 1 column 20");
}
