//! A counting allocator, and the bounds that are held against it.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Bytes that an input may make its reader hold at once: so many for each of its own, and so many beside.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    each: usize,
    beside: usize,
}

/// Opening a store, with its indexes. A row is a byte where its memory was erased, and some 1,500 in memory.
pub const OPEN: Bound = Bound { each: 2_048, beside: 1 << 19 };
/// Loading an embedding table: four bytes a word beside its own, which it takes over.
pub const TABLE: Bound = Bound { each: 4, beside: 256 };
/// A policy, and a new store under it.
pub const POLICY: Bound = Bound { each: 64, beside: 1 << 19 };
/// A filter, a reply or a transcript, and what the call makes of it.
pub const TEXT: Bound = Bound { each: 256, beside: 1 << 16 };

/// Does `act`, and panics where the thread held more at once than the bound allows for `length` bytes.
pub fn within<T>(length: usize, bound: Bound, act: impl FnOnce() -> T) -> T {
    let before = HELD.get();
    PEAK.set(before);
    let done = act();
    let peak = usize::try_from(PEAK.get() - before).unwrap_or(0);
    record(peak, length, bound);
    let most = bound.each * length + bound.beside;
    assert!(peak <= most, "{peak} bytes held for an input of {length}; at most {most} are allowed");
    done
}

/// Prints what was held wherever it is the most so far, when the variable `HELD` is set.
fn record(peak: usize, length: usize, bound: Bound) {
    thread_local! {
        static ASKED: bool = std::env::var_os("HELD").is_some();
        static MOST: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
    }
    let beyond = peak.saturating_sub(bound.beside) / length.max(1);
    let most = MOST.get();
    if ASKED.with(|asked| *asked) && (peak > most.0 + most.0 / 8 || beyond > most.1) {
        MOST.set((most.0.max(peak), most.1.max(beyond)));
        eprintln!("held {peak} for {length}: {} each, {beyond} beyond {}", peak / length.max(1), bound.beside);
    }
}

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator, counted by thread.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

fn count(bytes: isize) {
    // A thread that ends may free after its counters are gone.
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(held.get())));
    });
}

// SAFETY: each call is the system's own, with the same arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both places may be held for a moment.
        count(size as isize);
        count(-(layout.size() as isize));
        unsafe { System.realloc(at, layout, size) }
    }
}
