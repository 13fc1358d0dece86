//! A map and a set of ours do what std's do, and are the same when serialised.

use super::map::MOST;
use super::*;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn commands() -> impl Strategy<Value = Vec<(u8, u16)>> {
    prop::collection::vec((0u8..12, 0u16..600), 0..800)
}

proptest! {
    #[test]
    fn a_map_does_what_stds_does(filled in 0u16..400, commands in commands()) {
        let pairs = || (0..filled).map(|key| (key, u32::from(key)));
        let (mut map, mut model): (Map<u16, u32>, BTreeMap<u16, u32>) = (map(pairs()), pairs().collect());
        for (number, (command, key)) in (1000..).zip(commands) {
            match command {
                0..=2 => prop_assert_eq!(map.insert(key, number), model.insert(key, number)),
                3..=8 => prop_assert_eq!(map.remove(&key), model.remove(&key)),
                9 | 10 => {
                    let (ours, theirs) = (map.entry(key).or_insert(number), model.entry(key).or_insert(number));
                    *ours += 1;
                    *theirs += 1;
                    prop_assert_eq!(ours, theirs);
                }
                _ => {
                    map.retain(|other, value| (other + key) % 97 > 0 || value % 3 > 0);
                    model.retain(|other, value| (*other + key) % 97 > 0 || *value % 3 > 0);
                }
            }
            prop_assert!((map.get(&key), map.len()) == (model.get(&key), model.len()));
            prop_assert!(map.range_from(&key).eq(model.range(key..)));
        }
        prop_assert!(map.iter().eq(&model));
        let pieces: Vec<usize> = map.pieces().collect();
        prop_assert!(pieces.iter().all(|length| (1..=MOST).contains(length)));
        prop_assert!(pieces.windows(2).all(|pair| pair[0] + pair[1] > MOST / 2));
        let bytes = postcard::to_allocvec(&map).unwrap();
        prop_assert_eq!(&bytes, &postcard::to_allocvec(&model).unwrap());
        prop_assert_eq!(serde_json::to_string(&map).unwrap(), serde_json::to_string(&model).unwrap());
        // The same pairs are equal, in whatever pieces.
        prop_assert_eq!(postcard::from_bytes::<Map<u16, u32>>(&bytes).unwrap(), map);
    }

    #[test]
    fn a_set_does_what_stds_does(commands in commands()) {
        let (mut set, mut model) = (Set::new(), BTreeSet::new());
        for (command, item) in commands {
            match command {
                0..=6 => prop_assert_eq!(set.insert(item), model.insert(item)),
                _ => prop_assert_eq!(set.remove(&item), model.remove(&item)),
            }
            prop_assert!((set.contains(&item), set.first()) == (model.contains(&item), model.first()));
        }
        prop_assert!(set.iter().eq(&model));
        let bytes = postcard::to_allocvec(&set).unwrap();
        prop_assert_eq!(&bytes, &postcard::to_allocvec(&model).unwrap());
        prop_assert_eq!(postcard::from_bytes::<Set<u16>>(&bytes).unwrap(), set);
    }
}

#[test]
fn of_a_key_given_twice_the_later_value_counts() {
    let pairs = [(2, 'a'), (1, 'b'), (2, 'c')];
    assert!(map(pairs.into_iter()).into_iter().eq([(1, 'b'), (2, 'c')]));
    let json = r#"{"b":1,"a":2,"b":3}"#;
    let (ours, theirs) = (serde_json::from_str::<Map<String, u8>>(json), serde_json::from_str(json));
    assert!(ours.unwrap().into_iter().eq(theirs.unwrap_or(BTreeMap::new())));
}

#[test]
fn sets_are_disjoint_when_no_item_is_in_both() {
    let one = set([1, 3, 5].into_iter());
    assert!(one.is_disjoint(&set([2, 4].into_iter())));
    assert!(!one.is_disjoint(&set([4, 5].into_iter())));
}

#[test]
fn equal_items_keep_their_order() {
    let mut items = vec![(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd')];
    sort_by_key(&mut items, |(number, _)| *number);
    assert_eq!(items, [(1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
}
