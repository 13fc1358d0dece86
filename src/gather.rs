//! Sets and maps made by insertion, and lists sorted by one sort for all. Each of std's sorts of another
//! type is some 5 kB of wasm, and `collect` into a map sorts too.

use core::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The set of what an iterator gives.
pub fn set<T: Ord>(items: impl Iterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(items);
    set
}

/// The map of what an iterator gives; a later pair replaces an earlier one.
pub fn map<K: Ord, V>(pairs: impl Iterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(pairs);
    map
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
mod tests {
    use super::*;

    #[test]
    fn equal_items_keep_their_order() {
        let mut items = vec![(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd')];
        sort_by_key(&mut items, |(number, _)| *number);
        assert_eq!(items, [(1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
        assert_eq!(set([3, 1, 3].into_iter()).len(), 2);
        assert_eq!(map([(1, 'a'), (1, 'b')].into_iter()).get(&1), Some(&'b'));
    }
}
