//! `memory`: the store, and the scope through which every memory is read and written.

use super::{Given, Scope, Store, done, give, maybe_whole, outcome, take, thrown, whole};
use crate::Engine;
use crate::stage::{check_labels, reconcile::Act};
use core::cell::RefCell;
use js_sys::Uint8Array;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Store {
    #[wasm_bindgen(skip_typescript)]
    pub fn open(options: JsValue, snapshot: Option<Vec<u8>>, journal: &[u8], now: f64) -> Given<Store> {
        let now = whole("now", now)?;
        let engine = Engine::open(take("options", options)?, snapshot.as_deref(), journal, now);
        engine.map(|engine| Self(Rc::new(RefCell::new(engine)))).map_err(|failure| thrown(&failure))
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn opened(&self) -> JsValue {
        give(self.0.borrow().opened())
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn scope(&self, labels: JsValue) -> Given<Scope> {
        let labels = take("labels", labels)?;
        done(check_labels(&labels))?;
        Ok(Scope { engine: Rc::clone(&self.0), labels })
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn poll(&self, now: f64) -> Given {
        outcome(self.0.borrow_mut().poll(whole("now", now)?))
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn answer(&self, ticket: f64, answer: JsValue, now: f64) -> Given {
        let (ticket, now) = (whole("ticket", ticket)?, whole("now", now)?);
        let answer = take("answer", answer)?;
        outcome(self.0.borrow_mut().answer(ticket, answer, now))
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn compact(&self, now: f64) -> Given<()> {
        done(self.0.borrow_mut().compact(whole("now", now)?))
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn snapshot(&self) -> Given<Uint8Array> {
        let bytes = self.0.borrow().snapshot();
        bytes.map(|bytes| Uint8Array::from(&bytes[..])).map_err(|failure| thrown(&failure))
    }

    #[wasm_bindgen(js_name = stateHash, skip_typescript)]
    pub fn state_hash(&self) -> String {
        self.0.borrow().state_hash()
    }
}

#[wasm_bindgen]
impl Scope {
    #[wasm_bindgen(skip_typescript)]
    pub fn remember(&self, candidate: JsValue, now: f64, key: Option<String>) -> Given {
        let (candidate, now) = (take("candidate", candidate)?, whole("now", now)?);
        outcome(self.engine.borrow_mut().remember(&self.labels, &candidate, now, key.as_deref()))
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn get(&self, id: &str, now: f64) -> Given {
        outcome(self.engine.borrow().get(&self.labels, id, whole("now", now)?))
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn history(&self, id: &str, now: f64) -> Given {
        outcome(self.engine.borrow().history(&self.labels, id, whole("now", now)?))
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn list(&self, listing: JsValue, now: f64) -> Given {
        let (listing, now) = (take("listing", listing)?, whole("now", now)?);
        outcome(self.engine.borrow().list(&self.labels, &listing, now))
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn supersede(&self, id: &str, revision: JsValue, version: Option<f64>, now: f64, key: Option<String>) -> Given {
        let (revision, version) = (take("revision", revision)?, maybe_whole("version", version)?);
        let now = whole("now", now)?;
        outcome(self.engine.borrow_mut().supersede(&self.labels, id, &revision, version, now, key.as_deref()))
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn end(&self, id: &str, at: Option<f64>, reason: Option<String>, now: f64, key: Option<String>) -> Given<()> {
        self.act(id, &Act::End { at: maybe_whole("at", at)? }, reason, now, key)
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn invalidate(&self, id: &str, reason: Option<String>, now: f64, key: Option<String>) -> Given<()> {
        self.act(id, &Act::Invalidate, reason, now, key)
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn restore(&self, id: &str, reason: Option<String>, now: f64, key: Option<String>) -> Given<()> {
        self.act(id, &Act::Restore, reason, now, key)
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn archive(&self, id: &str, reason: Option<String>, now: f64, key: Option<String>) -> Given<()> {
        self.act(id, &Act::Archive, reason, now, key)
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn corrected(&self, id: &str, by: &str, now: f64, key: Option<String>) -> Given<()> {
        let now = whole("now", now)?;
        done(self.engine.borrow_mut().corrected(&self.labels, id, by, now, key.as_deref()))
    }
}
