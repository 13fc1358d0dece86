//! `reconciliation`, `forgetting`, `auditing` and `policies`.

use super::{Given, Scope, Store, done, give, maybe_whole, outcome, take, whole};
use crate::stage::reconcile::Act;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(skip_typescript)]
pub fn approve(
    scope: &Scope,
    id: &str,
    by: String,
    reason: Option<String>,
    now: f64,
    key: Option<String>,
) -> Given<()> {
    scope.act(id, &Act::Approve { by }, reason, now, key)
}

#[wasm_bindgen(skip_typescript)]
pub fn quarantine(
    scope: &Scope,
    id: &str,
    by: String,
    reason: Option<String>,
    now: f64,
    key: Option<String>,
) -> Given<()> {
    scope.act(id, &Act::Quarantine { by }, reason, now, key)
}

#[wasm_bindgen(skip_typescript)]
pub fn undo(scope: &Scope, sequence: f64, now: f64, key: Option<String>) -> Given {
    let (sequence, now) = (whole("sequence", sequence)?, whole("now", now)?);
    outcome(scope.engine.borrow_mut().undo(&scope.labels, sequence, now, key.as_deref()))
}

#[wasm_bindgen(skip_typescript)]
pub fn pin(
    scope: &Scope,
    id: &str,
    by: String,
    reason: Option<String>,
    review_at: Option<f64>,
    now: f64,
    key: Option<String>,
) -> Given<()> {
    let review_at = maybe_whole("reviewAt", review_at)?;
    scope.act(id, &Act::Pin { by, review_at }, reason, now, key)
}

#[wasm_bindgen(skip_typescript)]
pub fn unpin(scope: &Scope, id: &str, by: String, reason: Option<String>, now: f64, key: Option<String>) -> Given<()> {
    scope.act(id, &Act::Unpin { by }, reason, now, key)
}

#[wasm_bindgen(skip_typescript)]
pub fn hold(scope: &Scope, id: &str, by: String, reason: Option<String>, now: f64, key: Option<String>) -> Given<()> {
    scope.act(id, &Act::Hold { by }, reason, now, key)
}

#[wasm_bindgen(skip_typescript)]
pub fn release(
    scope: &Scope,
    id: &str,
    by: String,
    reason: Option<String>,
    now: f64,
    key: Option<String>,
) -> Given<()> {
    scope.act(id, &Act::Release { by }, reason, now, key)
}

#[wasm_bindgen(skip_typescript)]
pub fn sweep(store: &Store, dry_run: bool, now: f64) -> Given {
    outcome(store.0.borrow_mut().sweep(dry_run, whole("now", now)?))
}

#[wasm_bindgen(skip_typescript)]
pub fn erase(scope: &Scope, erasure: JsValue, now: f64, key: Option<String>) -> Given {
    let (erasure, now) = (take("erasure", erasure)?, whole("now", now)?);
    outcome(scope.engine.borrow_mut().erase(&scope.labels, &erasure, now, key.as_deref()))
}

#[wasm_bindgen(js_name = pendingErasures, skip_typescript)]
pub fn pending_erasures(scope: &Scope, now: f64) -> Given {
    outcome(Ok(scope.engine.borrow().pending_erasures(&scope.labels, whole("now", now)?)))
}

#[wasm_bindgen(js_name = confirmErasure, skip_typescript)]
pub fn confirm_erasure(scope: &Scope, id: &str, by: &str, now: f64, key: Option<String>) -> Given {
    let now = whole("now", now)?;
    outcome(scope.engine.borrow_mut().confirm_erasure(&scope.labels, id, by, now, key.as_deref()))
}

#[wasm_bindgen(js_name = dropErasure, skip_typescript)]
pub fn drop_erasure(
    scope: &Scope,
    id: &str,
    by: &str,
    reason: Option<String>,
    now: f64,
    key: Option<String>,
) -> Given<()> {
    let now = whole("now", now)?;
    done(scope.engine.borrow_mut().drop_erasure(&scope.labels, id, by, reason.as_deref(), now, key.as_deref()))
}

#[wasm_bindgen(skip_typescript)]
pub fn confirm(store: &Store, receipt: &str, copy: &str, now: f64) -> Given {
    outcome(store.0.borrow_mut().confirm(receipt, copy, whole("now", now)?))
}

#[wasm_bindgen(skip_typescript)]
pub fn receipts(store: &Store) -> JsValue {
    give(&store.0.borrow().receipts())
}

#[wasm_bindgen(js_name = registerCopy, skip_typescript)]
pub fn register_copy(store: &Store, name: &str, now: f64) -> Given<()> {
    done(store.0.borrow_mut().register_copy(name, whole("now", now)?))
}

#[wasm_bindgen(js_name = liftTombstone, skip_typescript)]
pub fn lift_tombstone(scope: &Scope, text: &str, by: &str, reason: &str, now: f64) -> Given<()> {
    let now = whole("now", now)?;
    done(scope.engine.borrow_mut().lift_tombstone(&scope.labels, text, by, reason, now))
}

#[wasm_bindgen(skip_typescript)]
pub fn audit(store: &Store, after: Option<f64>, limit: Option<u32>) -> Given {
    outcome(store.0.borrow().audit(maybe_whole("after", after)?, limit))
}

#[wasm_bindgen(skip_typescript)]
pub fn verify(store: &Store) -> Given {
    outcome(store.0.borrow().verify())
}

#[wasm_bindgen(skip_typescript)]
pub fn stats(store: &Store, now: f64) -> Given {
    Ok(give(&store.0.borrow().stats(whole("now", now)?)))
}

#[wasm_bindgen(skip_typescript)]
pub fn eviction(scope: &Scope, id: &str, now: f64) -> Given {
    outcome(scope.engine.borrow().eviction(&scope.labels, id, whole("now", now)?))
}

#[wasm_bindgen(skip_typescript)]
pub fn policy(store: &Store) -> String {
    store.0.borrow().policy()
}

#[wasm_bindgen(js_name = tryPolicy, skip_typescript)]
pub fn try_policy(store: &Store, policy: &str, now: f64) -> Given {
    outcome(store.0.borrow_mut().try_policy(policy, whole("now", now)?))
}

#[wasm_bindgen(js_name = adoptPolicy, skip_typescript)]
pub fn adopt_policy(store: &Store, policy: &str, now: f64) -> Given<()> {
    done(store.0.borrow_mut().adopt_policy(policy, whole("now", now)?))
}
