//! How much reading costs, counted where tests want to know: bytes that a stage looks at or paints.

#[cfg(test)]
thread_local! {
    static TAKEN: core::cell::Cell<usize> = const { core::cell::Cell::new(0) };
}

/// So many more bytes were looked at.
#[cfg(test)]
pub fn add(steps: usize) {
    TAKEN.with(|taken| taken.set(taken.get() + steps));
}

/// Nobody counts.
#[cfg(not(test))]
pub const fn add(_: usize) {}

/// How many bytes an act looks at.
#[cfg(test)]
pub fn of(act: impl FnOnce()) -> usize {
    let before = TAKEN.with(core::cell::Cell::get);
    act();
    TAKEN.with(core::cell::Cell::get) - before
}
