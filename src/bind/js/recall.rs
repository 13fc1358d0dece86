//! `recall` and `scoring`.

#[cfg(feature = "bench")]
use super::thrown;
use super::{Given, Scope, give, outcome, take, whole};
use crate::policy::built_in_names;
use crate::stage::score;
use crate::types::Result;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(js_name = queryText, skip_typescript)]
pub fn query_text(scope: &Scope, text: &str) -> String {
    scope.engine.borrow().query_text(&scope.labels, text)
}

#[wasm_bindgen(skip_typescript)]
pub fn recall(scope: &Scope, query: JsValue, now: f64) -> Given {
    let (query, now) = (take("query", query)?, whole("now", now)?);
    outcome(scope.engine.borrow().recall(&scope.labels, &query, now))
}

/// For the benchmark alone: the same recall so many times, nothing of it crossing to JavaScript. Gives the
/// hits of all.
#[cfg(feature = "bench")]
#[wasm_bindgen(js_name = recallTimes, skip_typescript)]
pub fn recall_times(scope: &Scope, query: JsValue, now: f64, times: u32) -> Given<u32> {
    let (query, now) = (take("query", query)?, whole("now", now)?);
    let engine = scope.engine.borrow();
    let recalled = (0..times).map(|_| engine.recall(&scope.labels, core::hint::black_box(&query), now));
    let hits = recalled.map(|recalled| Ok(core::hint::black_box(recalled?).hits.len() as u32)).sum::<Result<u32>>();
    hits.map_err(|failure| thrown(&failure))
}

#[wasm_bindgen(skip_typescript)]
pub fn context(scope: &Scope, query: JsValue, now: f64) -> Given {
    let (query, now) = (take("query", query)?, whole("now", now)?);
    outcome(scope.engine.borrow().context(&scope.labels, &query, now))
}

#[wasm_bindgen(js_name = whyNot, skip_typescript)]
pub fn why_not(scope: &Scope, id: &str, query: JsValue, now: f64) -> Given {
    let (query, now) = (take("query", query)?, whole("now", now)?);
    outcome(scope.engine.borrow().why_not(&scope.labels, id, &query, now))
}

#[wasm_bindgen(skip_typescript)]
pub fn used(scope: &Scope, ids: Vec<String>, now: f64, key: Option<String>) -> Given {
    let now = whole("now", now)?;
    outcome(scope.engine.borrow_mut().used(&scope.labels, &ids, now, key.as_deref()))
}

#[wasm_bindgen(skip_typescript)]
pub fn profiles() -> JsValue {
    give(&built_in_names())
}

#[wasm_bindgen(skip_typescript)]
pub fn score(features: JsValue, profile: Option<String>, now: f64) -> Given {
    let (features, now) = (take("features", features)?, whole("now", now)?);
    let scored = || -> Result<_> { score::score(&features, &score::profile(profile.as_deref())?, now) };
    outcome(scored())
}
