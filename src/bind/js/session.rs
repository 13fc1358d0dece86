//! `working`, `statements`, `observing`, `transfer`, `consolidation`, `tools` and `embedding`.

use super::{Given, Scope, Store, give, outcome, take, thrown, whole};
use crate::embed;
use crate::types::EmbedderInfo;
use js_sys::Float32Array;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(skip_typescript)]
pub fn turn(scope: &Scope, message: JsValue, now: f64, key: Option<String>) -> Given {
    let (message, now) = (take("message", message)?, whole("now", now)?);
    outcome(scope.engine.borrow_mut().turn(&scope.labels, &message, now, key.as_deref()))
}

#[wasm_bindgen(skip_typescript)]
pub fn checkpoint(scope: &Scope, state: &str, now: f64, key: Option<String>) -> Given {
    let now = whole("now", now)?;
    outcome(scope.engine.borrow_mut().checkpoint(&scope.labels, state, now, key.as_deref()))
}

#[wasm_bindgen(skip_typescript)]
pub fn resume(scope: &Scope) -> Given {
    outcome(scope.engine.borrow().resume(&scope.labels))
}

#[wasm_bindgen(skip_typescript)]
pub fn replay(scope: &Scope, sequence: f64) -> Given {
    outcome(scope.engine.borrow().replay(&scope.labels, whole("sequence", sequence)?))
}

#[wasm_bindgen(skip_typescript)]
pub fn extract(scope: &Scope, now: f64, key: Option<String>) -> Given {
    let now = whole("now", now)?;
    outcome(scope.engine.borrow_mut().extract(&scope.labels, now, key.as_deref()))
}

#[wasm_bindgen(js_name = readStatements, skip_typescript)]
pub fn read_statements(utterance: JsValue) -> Given {
    outcome(crate::Engine::read_statements(&take("utterance", utterance)?))
}

#[wasm_bindgen(js_name = loadLanguage, skip_typescript)]
pub fn load_language(table: &str) -> Given {
    outcome(crate::Engine::load_language(table))
}

#[wasm_bindgen(skip_typescript)]
pub fn observe(scope: &Scope, turn: JsValue, now: f64, key: Option<String>) -> Given {
    let (turn, now) = (take("turn", turn)?, whole("now", now)?);
    outcome(scope.engine.borrow_mut().observe(&scope.labels, &turn, now, key.as_deref()))
}

#[wasm_bindgen(js_name = exportLines, skip_typescript)]
pub fn export_lines(scope: &Scope, after: Option<String>, now: f64) -> Given {
    outcome(scope.engine.borrow().export_lines(&scope.labels, after.as_deref(), whole("now", now)?))
}

#[wasm_bindgen(js_name = importLines, skip_typescript)]
pub fn import_lines(scope: &Scope, brought: JsValue, now: f64) -> Given {
    let (brought, now) = (take("brought", brought)?, whole("now", now)?);
    outcome(scope.engine.borrow_mut().import_lines(&scope.labels, &brought, now))
}

#[wasm_bindgen(skip_typescript)]
pub fn consolidate(store: &Store, now: f64) -> Given {
    outcome(store.0.borrow_mut().consolidate(whole("now", now)?))
}

/// The built-in embedder.
#[wasm_bindgen(skip_typescript)]
#[derive(Debug)]
pub struct Embedder(embed::Embedder);

#[wasm_bindgen]
impl Embedder {
    #[wasm_bindgen(skip_typescript)]
    pub fn load(table: Vec<u8>) -> Given<Embedder> {
        super::super::embedder(table).map(Self).map_err(|failure| thrown(&failure))
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn info(&self) -> JsValue {
        give(&EmbedderInfo { name: self.0.name().to_owned(), dimensions: self.0.dimensions() as u32 })
    }

    #[wasm_bindgen(skip_typescript)]
    pub fn embed(&self, texts: Vec<String>) -> Given<Vec<Float32Array>> {
        let vectors = super::super::embed(&self.0, &texts).map_err(|failure| thrown(&failure))?;
        Ok(vectors.iter().map(|vector| Float32Array::from(&vector[..])).collect())
    }
}

#[wasm_bindgen(js_name = toolDefinitions, skip_typescript)]
pub fn tool_definitions() -> String {
    crate::Engine::tool_definitions().to_owned()
}

#[wasm_bindgen(skip_typescript)]
pub fn tool(
    scope: &Scope,
    name: &str,
    arguments: &str,
    consent: Option<String>,
    embedding: Option<Vec<f32>>,
    now: f64,
    key: Option<String>,
) -> Given {
    let now = whole("now", now)?;
    outcome(scope.engine.borrow_mut().tool(
        &scope.labels,
        name,
        arguments,
        consent.as_deref(),
        embedding,
        now,
        key.as_deref(),
    ))
}
