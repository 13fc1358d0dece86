//! The JavaScript binding in a browser: what crosses arrives as it was, and a failure says which it is.
//! `cargo xtask test` runs this in headless Chromium.

#![cfg(all(target_family = "wasm", feature = "js"))]
#![allow(clippy::unwrap_used, clippy::panic)]

use js_sys::{Array, BigInt, Error, Float32Array, Function, JSON, Object, Reflect, Uint8Array};
use memolet::bind::js::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// 1 July 2026.
const NOW: f64 = 1_782_864_000_000.0;

fn object(json: &str) -> JsValue {
    JSON::parse(json).unwrap()
}

/// What a script gives.
fn script(code: &str) -> JsValue {
    Function::new_no_args(&format!("return {code}")).call0(&JsValue::NULL).unwrap()
}

fn with(object: JsValue, name: &str, value: &JsValue) -> JsValue {
    Reflect::set(&object, &name.into(), value).unwrap();
    object
}

/// A field, or a field of a field.
fn at(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, name| Reflect::get(&value, &name.into()).unwrap())
}

fn json(value: &JsValue) -> String {
    JSON::stringify(value).unwrap().into()
}

fn options() -> JsValue {
    with(object(r#"{"tenant": "acme", "model": false}"#), "seed", &Uint8Array::from(&[7; 16][..]))
}

/// A store whose journal is kept by the test.
struct Kept {
    store: Store,
    journal: Vec<u8>,
}

impl Kept {
    fn open(options: JsValue, journal: Vec<u8>) -> Self {
        let store = Store::open(options, None, &journal, NOW).unwrap();
        let mut kept = Self { store, journal };
        kept.drain();
        kept
    }

    fn drain(&mut self) {
        loop {
            let request = self.store.poll(NOW).unwrap();
            if request.is_undefined() {
                return;
            }
            assert_eq!(at(&request, "task.tag"), "append");
            let bytes: Uint8Array = at(&request, "task.val").dyn_into().unwrap();
            self.journal.extend(bytes.to_vec());
            let ticket = at(&request, "ticket").as_f64().unwrap();
            let verdict = self.store.answer(ticket, object(r#"{"tag": "stored"}"#), NOW).unwrap();
            assert_eq!(at(&verdict, "verdict"), "stored");
        }
    }

    fn ana(&self) -> Scope {
        self.store.scope(object(r#"{"user": "ana"}"#)).unwrap()
    }

    fn remember(&mut self, candidate: JsValue) -> String {
        let told = self.ana().remember(candidate, NOW, None).unwrap();
        self.drain();
        at(&told, "id").as_string().unwrap()
    }
}

/// The tag and the text of a failure, which is an `Error` with the same text.
fn failure<T>(result: Result<T, JsValue>) -> (String, String) {
    let Err(error) = result else { panic!("a failure") };
    let (tag, text) = (at(&error, "payload.tag").as_string().unwrap(), at(&error, "payload.val").as_string().unwrap());
    assert_eq!(String::from(error.unchecked_ref::<Error>().message()), format!("{tag}: {text}"));
    assert!(error.is_instance_of::<Error>());
    (tag, text)
}

#[wasm_bindgen_test]
fn what_is_remembered_is_recalled_also_from_the_kept_bytes() {
    let mut kept = Kept::open(options(), vec![]);
    let id = kept.remember(object(r#"{"text": "Ana is allergic to walnuts.", "kind": "fact"}"#));
    let again = Kept::open(options(), kept.journal.clone());
    assert_eq!(again.store.state_hash(), kept.store.state_hash());
    for kept in [kept, again] {
        let recalled = recall(&kept.ana(), object(r#"{"text": "What is Ana allergic to?", "k": 3}"#), NOW).unwrap();
        assert_eq!(at(&recalled, "hits.length"), 1);
        assert_eq!(at(&recalled, "hits.0.id"), id.as_str());
        assert_eq!(at(&recalled, "hits.0.validFrom"), NOW);
        assert_eq!(at(&recalled, "ticket"), JsValue::UNDEFINED);
    }
}

#[wasm_bindgen_test]
fn a_failure_carries_its_tag_and_its_text() {
    let kept = Kept::open(options(), vec![]);
    let ana = kept.ana();
    let invalid = |text: &str| ("invalid".to_owned(), text.to_owned());
    assert_eq!(failure(ana.get("nothing", NOW)).0, "not-found");
    assert_eq!(failure(kept.store.answer(99.0, object(r#"{"tag": "stored"}"#), NOW)).0, "stale-ticket");
    for (candidate, text) in [
        ("5", "candidate: an object"),
        (r#"{"text": 5}"#, "candidate.text: a text"),
        (r#"{"text": null}"#, "candidate.text: a text"),
        (r#"{"text": "x", "kind": "rumour"}"#, "candidate.kind: one of episode, fact, preference, procedure"),
        (r#"{"text": "x", "evidence": [{"uri": "a"}, {}]}"#, "candidate.evidence[1].uri: required"),
        (
            r#"{"text": "x", "metadata": [["a", {"tag": "list"}]]}"#,
            "candidate.metadata[0].tag: one of null, boolean, number, text, integer, natural",
        ),
        (r#"{"text": "x", "validFrom": -1}"#, "candidate.validFrom: a whole number from 0 to 18446744073709551615"),
        (r#"{"text": "x", "embedding": [0, "1"]}"#, "candidate.embedding[1]: a number"),
    ] {
        assert_eq!(failure(ana.remember(object(candidate), NOW, None)), invalid(text), "{candidate}");
    }
    assert_eq!(failure(ana.get("x", 0.5)), invalid("now: a whole number from 0 to 2^53 - 1"));
    assert_eq!(failure(ana.get("x", f64::NAN)).0, "invalid");
    let nan = with(object(r#"{"text": "x"}"#), "importance", &f64::NAN.into());
    assert_eq!(failure(ana.remember(nan, NOW, None)).0, "invalid");
    assert_eq!(failure(Store::open(object(r#"{"tenant": "a"}"#), None, &[], NOW)).0, "invalid");
}

#[wasm_bindgen_test]
fn metadata_times_and_numbers_cross() {
    let mut kept = Kept::open(options(), vec![]);
    let metadata = r#"[["grade",{"tag":"number","val":2.5}],["old",{"tag":"null"}],["sure",{"tag":"boolean","val":true}],["topic",{"tag":"text","val":"health ☕"}]]"#;
    let candidate = with(object(r#"{"text": "Ana swims.", "importance": 0.5}"#), "metadata", &object(metadata));
    let from = BigInt::new(&JsValue::from_f64(NOW - 5.0)).unwrap();
    let candidate = with(with(candidate, "validFrom", &from), "validTo", &JsValue::from_f64(NOW + 5.0));
    let id = kept.remember(with(candidate, "actor", &JsValue::UNDEFINED));
    let memory = kept.ana().get(&id, NOW).unwrap();
    assert_eq!(json(&at(&memory, "metadata")), metadata);
    let times = ["validFrom", "validTo", "recordedAt", "importance"].map(|name| at(&memory, name).as_f64());
    assert_eq!(times, [NOW - 5.0, NOW + 5.0, NOW, 0.5].map(Some));
    assert!(!Reflect::has(&memory, &"actor".into()).unwrap() || at(&memory, "actor").is_undefined());
    let huge = object(r#"{"text": "Ana dives."}"#);
    let huge = with(huge, "validTo", &script("2n ** 60n"));
    let id = kept.remember(huge);
    assert_eq!(failure(kept.ana().get(&id, NOW)).0, "too-large");
}

#[wasm_bindgen_test]
fn an_object_may_be_of_any_make() {
    let mut kept = Kept::open(options(), vec![]);
    let getters = script("new (class { get text() { return 'Ana runs.' } get kind() { return 'fact' } })()");
    let id = kept.remember(getters);
    assert_eq!(at(&kept.ana().get(&id, NOW).unwrap(), "kind"), "fact");
    let circle = script("(() => { const it = { text: 'Ana climbs.', call() {} }; it.it = it; return it })()");
    kept.remember(circle);
    let listed = kept.ana().list(script("({ kinds: new Set(['fact']), after: null })"), NOW).unwrap();
    assert_eq!(at(&listed, "memories.length"), 1);
    let buffer = with(options(), "seed", &script("new Uint8Array(16).fill(7).buffer"));
    assert!(Store::open(buffer, None, &[], NOW).is_ok());
}

#[wasm_bindgen_test]
fn the_embedder_gives_vectors_that_a_recall_takes() {
    let table = include_bytes!("../assets/potion-base-8m-128.bin");
    let embedder = Embedder::load(table.to_vec()).unwrap();
    let vectors = embedder.embed(vec!["Ana lives in York.".into(), "walnuts".into()]).unwrap();
    assert_eq!(at(&embedder.info(), "dimensions"), vectors[0].length());
    let mut kept = Kept::open(with(options(), "embedder", &embedder.info()), vec![]);
    kept.remember(with(object(r#"{"text": "Ana lives in York."}"#), "embedding", &vectors[0]));
    let asked: &Float32Array = &embedder.embed(vec!["Where does Ana live?".into()]).unwrap()[0];
    for embedding in [asked.into(), JsValue::from(Array::from(asked))] {
        let query = with(object(r#"{"text": "Where does Ana live?"}"#), "embedding", &embedding);
        assert_eq!(at(&recall(&kept.ana(), query, NOW).unwrap(), "hits.length"), 1);
    }
    assert_eq!(failure(Embedder::load(table[..100].to_vec())).0, "corrupt");
    assert!(Object::keys(embedder.info().unchecked_ref::<Object>()).length() == 2);
}
