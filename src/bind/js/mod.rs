//! The npm package's raw engine: every interface of `wit/` for JavaScript, in the shapes that the
//! declarations generated from it promise. It converts and calls, and nothing else.
//!
//! Records are plain objects in camelCase, enums their names, variants `{ tag, val }`. Times,
//! sequences and tickets are numbers. A failure is thrown as an `Error` whose `payload` is the
//! variant.

mod governance;
mod memory;
mod recall;
mod session;
mod value;

pub use governance::*;
pub use recall::*;
pub use session::*;

use crate::Engine;
use crate::read::Read;
use crate::stage::reconcile::Act;
use crate::types::{Failure, Labels, Result, Timestamp};
use core::cell::RefCell;
use serde::Serialize;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// What a call gives to JavaScript, or throws.
type Given<T = JsValue> = core::result::Result<T, JsValue>;

/// Whole numbers up to it are exact in JavaScript.
const MOST: f64 = 9_007_199_254_740_991.0;

/// A store, shared by its scopes.
#[wasm_bindgen(skip_typescript)]
#[derive(Debug)]
pub struct Store(Rc<RefCell<Engine>>);

/// A user's view of a store.
#[wasm_bindgen(skip_typescript)]
#[derive(Debug)]
pub struct Scope {
    engine: Rc<RefCell<Engine>>,
    labels: Labels,
}

impl Scope {
    fn act(&self, id: &str, act: &Act, reason: Option<String>, now: f64, key: Option<String>) -> Given<()> {
        let now = whole("now", now)?;
        done(self.engine.borrow_mut().act(&self.labels, id, act, reason.as_deref(), now, key.as_deref()))
    }
}

/// A value of JavaScript as one of ours.
fn take<T: Read>(field: &str, value: JsValue) -> Given<T> {
    T::read(&value).map_err(|wrong| thrown(&Failure::invalid(&format!("{field}{}", wrong.at), wrong.allowed)))
}

/// One of ours as a value of JavaScript, where no caller's number is in it.
fn give<T: Serialize>(value: &T) -> JsValue {
    // Invariant: these hold strings, counts and lists of them.
    serde_wasm_bindgen::to_value(value).unwrap_or(JsValue::UNDEFINED)
}

fn outcome<T: Serialize>(result: Result<T>) -> Given {
    let value = result.map_err(|failure| thrown(&failure))?;
    serde_wasm_bindgen::to_value(&value).map_err(|_| {
        thrown(&Failure::TooLarge(
            "the answer holds a time or a number above 2^53 - 1, which JavaScript has not".into(),
        ))
    })
}

fn done(result: Result<()>) -> Given<()> {
    result.map_err(|failure| thrown(&failure))
}

/// A failure as an `Error` that says what it is in `payload`.
fn thrown(failure: &Failure) -> JsValue {
    let error = js_sys::Error::new(&failure.to_string());
    // Invariant: a new object takes a new property.
    let _ = js_sys::Reflect::set(&error, &"payload".into(), &give(failure));
    error.into()
}

/// A time, a sequence or a ticket. A `Date` has become its milliseconds on the way here.
fn whole(field: &str, number: f64) -> Given<Timestamp> {
    if (0.0..=MOST).contains(&number) && number == libm::trunc(number) {
        return Ok(number as Timestamp);
    }
    Err(thrown(&Failure::invalid(field, "a whole number from 0 to 2^53 - 1")))
}

fn maybe_whole(field: &str, number: Option<f64>) -> Given<Option<Timestamp>> {
    number.map(|number| whole(field, number)).transpose()
}
