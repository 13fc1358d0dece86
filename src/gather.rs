//! Sets and maps of ours, and lists sorted by one sort for all: what std has for these is compiled for
//! each type, some 6 kB of wasm for a map and 5 kB for a sort.

mod map;
mod set;

pub use map::Map;
pub use set::Set;

use core::cmp::Ordering;

/// The set of what an iterator gives.
pub fn set<T: Ord>(items: impl Iterator<Item = T>) -> Set<T> {
    items.collect()
}

/// The map of what an iterator gives; a later pair replaces an earlier one.
pub fn map<K: Ord, V>(pairs: impl Iterator<Item = (K, V)>) -> Map<K, V> {
    pairs.collect()
}

/// Sorts by a comparison; equal items keep their order. One sort of numbers serves every type: std's
/// would be compiled for each.
pub fn sort<T>(items: &mut Vec<T>, mut before: impl FnMut(&T, &T) -> Ordering) {
    let order = order(items.len(), &mut |a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => before(a, b),
        _ => Ordering::Equal,
    });
    let mut taken: Vec<Option<T>> = core::mem::take(items).into_iter().map(Some).collect();
    items.extend(order.into_iter().filter_map(|place| taken.get_mut(place)?.take()));
}

/// Sorts by a key.
pub fn sort_by_key<T, K: Ord>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    sort(items, |a, b| key(a).cmp(&key(b)));
}

fn order(length: usize, before: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    order.sort_unstable_by(|a, b| before(*a, *b).then(a.cmp(b)));
    order
}

#[cfg(test)]
mod tests;
