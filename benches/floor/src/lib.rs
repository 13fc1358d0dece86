//! The floor that recall is held against: a bare scan over bytes with SIMD, the best 64 rescored in
//! floats, the best 10 kept. No eligibility, no words, no rank, no records, no API. Built for
//! wasm32-unknown-unknown, imports nothing, shares no line with the engine.
//!
//! It draws its own vectors (`draw`) and lends them to the host, so that the engine is measured on
//! the very same ones.

#![allow(unsafe_code)]

mod draw;
mod scan;

use scan::Floor;
use std::sync::{Mutex, MutexGuard, PoisonError};

static FLOOR: Mutex<Floor> = Mutex::new(Floor::new());

fn floor() -> MutexGuard<'static, Floor> {
    FLOOR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Draws `rows` vectors; `low_rank` says which form of noise.
#[unsafe(no_mangle)]
pub extern "C" fn fill(rows: u32, dimensions: u32, low_rank: u32, seed: u64) {
    floor().fill(rows, draw::Mixture::new(dimensions as usize, low_rank != 0, seed));
}

/// Where the floats of a row are.
#[unsafe(no_mangle)]
pub extern "C" fn vector(row: u32) -> *const f32 {
    floor().vector(row).as_ptr()
}

/// Draws a query near some row and makes it the one that `scan` looks for. Where its floats are.
#[unsafe(no_mangle)]
pub extern "C" fn aim(number: u32) -> *const f32 {
    floor().aim(number).as_ptr()
}

/// The row that the last query was drawn near.
#[unsafe(no_mangle)]
pub extern "C" fn target(number: u32) -> u32 {
    floor().target(number)
}

/// Scans. Where the ten best rows are, as u32, best first.
#[unsafe(no_mangle)]
pub extern "C" fn scan() -> *const u32 {
    floor().scan().as_ptr()
}

/// The same by floats alone: what is exact.
#[unsafe(no_mangle)]
pub extern "C" fn exact() -> *const u32 {
    floor().exact().as_ptr()
}
