//! A map in the order of its keys.

use core::borrow::Borrow;
use core::fmt;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::marker::PhantomData;

/// Pairs in a piece.
pub(super) const MOST: usize = 64;

/// A map in the order of its keys: pairs in pieces of at most [`MOST`]. To find one is two binary
/// searches, to put one in or take it out moves less than a piece, and keys that come in order make
/// full pieces. What it can do is what std's `BTreeMap` does under the same names, and serialised
/// they are the same; but that one is 6 kB of wasm for each type, and this is 1 to 2 kB.
#[derive(Clone)]
pub struct Map<K, V> {
    /// In order; none is empty, and two that follow each other are more than half a piece.
    pieces: Vec<Vec<(K, V)>>,
    length: usize,
}

/// The pairs of a map.
pub type Pairs<'a, K, V> =
    core::iter::Map<core::iter::Flatten<core::slice::Iter<'a, Vec<(K, V)>>>, fn(&'a (K, V)) -> (&'a K, &'a V)>;

/// A pair's piece, and its place there.
type Place = (usize, usize);

impl<K, V> Map<K, V> {
    /// An empty map.
    #[must_use]
    pub const fn new() -> Self {
        Self { pieces: Vec::new(), length: 0 }
    }

    /// How many pairs.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The pairs in the order of their keys.
    pub fn iter(&self) -> Pairs<'_, K, V> {
        self.pieces.iter().flatten().map(|(key, value)| (key, value))
    }

    /// The keys in order.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.pieces.iter().flatten().map(|(key, _)| key)
    }

    /// The values in the order of their keys.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.pieces.iter().flatten().map(|(_, value)| value)
    }

    /// The values in the order of their keys, taken out.
    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.into_iter().map(|(_, value)| value)
    }
}

impl<K: Ord, V> Map<K, V> {
    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let (piece, at) = self.find(key).ok()?;
        Some(&self.pieces[piece][at].1)
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let (piece, at) = self.find(key).ok()?;
        Some(&mut self.pieces[piece][at].1)
    }

    /// Whether a key has a value.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// The pairs from a key on.
    pub fn range_from<'a, Q: Ord + ?Sized>(&'a self, key: &Q) -> impl Iterator<Item = (&'a K, &'a V)> + use<'a, K, V, Q>
    where
        K: Borrow<Q>,
    {
        let (piece, at) = self.find(key).unwrap_or_else(|place| place);
        let pieces = self.pieces.get(piece..).unwrap_or_default();
        pieces.iter().flatten().skip(at).map(|(key, value)| (key, value))
    }

    /// Gives a key a value, and returns the one that it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok((piece, at)) => Some(core::mem::replace(&mut self.pieces[piece][at].1, value)),
            Err(place) => {
                self.put(place, (key, value));
                None
            }
        }
    }

    /// The place of a key, to be looked at and filled.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        Entry { place: self.find(&key), map: self, key }
    }

    /// Takes a key out, and returns its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let (piece, at) = self.find(key).ok()?;
        let (_, value) = self.pieces[piece].remove(at);
        self.length -= 1;
        self.join(piece);
        Some(value)
    }

    /// Keeps the pairs that `keep` says yes to.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &V) -> bool) {
        *self = core::mem::take(self).into_iter().filter(|(key, value)| keep(key, value)).collect();
    }

    /// The pieces' lengths.
    #[cfg(test)]
    pub(super) fn pieces(&self) -> impl Iterator<Item = usize> {
        self.pieces.iter().map(Vec::len)
    }

    /// Where a key is, or would be: in the first piece that ends with it or later, else at the end of
    /// the last.
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<Place, Place>
    where
        K: Borrow<Q>,
    {
        let ends_before = |piece: &Vec<(K, V)>| piece.last().is_some_and(|(last, _)| last.borrow() < key);
        let piece = self.pieces.partition_point(ends_before);
        match self.pieces.get(piece) {
            Some(pairs) => match pairs.binary_search_by(|(other, _)| other.borrow().cmp(key)) {
                Ok(at) => Ok((piece, at)),
                Err(at) => Err((piece, at)),
            },
            None => Err(self.pieces.last().map_or((0, 0), |last| (piece - 1, last.len()))),
        }
    }

    /// Puts a pair where [`Self::find`] says, and gives the place that it got. A full piece is halved,
    /// but at the end of all a new one begins.
    fn put(&mut self, (mut piece, mut at): Place, pair: (K, V)) -> Place {
        if self.pieces.is_empty() {
            self.pieces.push(Vec::new());
        }
        if self.pieces[piece].len() == MOST {
            let kept = if at == MOST { MOST } else { MOST / 2 };
            let rest = self.pieces[piece].split_off(kept);
            self.pieces.insert(piece + 1, rest);
            if at >= kept {
                (piece, at) = (piece + 1, at - kept);
            }
        }
        self.pieces[piece].insert(at, pair);
        self.length += 1;
        (piece, at)
    }

    /// What a removal has left of a piece joins a neighbour where both are no more than half a piece,
    /// so that a map grown small takes little memory.
    fn join(&mut self, piece: usize) {
        if self.pieces[piece].is_empty() {
            self.pieces.remove(piece);
            return;
        }
        for first in [piece, piece.saturating_sub(1)] {
            if let Some([left, right]) = self.pieces.get_mut(first..first + 2)
                && left.len() + right.len() <= MOST / 2
            {
                left.append(right);
                self.pieces.remove(first + 1);
            }
        }
    }
}

/// The place of a key in a map.
#[derive(Debug)]
pub struct Entry<'a, K, V> {
    map: &'a mut Map<K, V>,
    key: K,
    place: Result<Place, Place>,
}

impl<'a, K: Ord, V> Entry<'a, K, V> {
    /// The key's value, made where it has none.
    pub fn or_insert_with(self, make: impl FnOnce() -> V) -> &'a mut V {
        let Self { map, key, place } = self;
        let (piece, at) = place.unwrap_or_else(|place| map.put(place, (key, make())));
        &mut map.pieces[piece][at].1
    }

    /// The key's value, `value` where it has none.
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with(|| value)
    }

    /// The key's value, the default where it has none.
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for Map<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<K: Eq, V: Eq> Eq for Map<K, V> {}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for Map<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = core::iter::Flatten<std::vec::IntoIter<Vec<(K, V)>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.pieces.into_iter().flatten()
    }
}

impl<'a, K, V> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Pairs<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A later pair replaces an earlier one.
impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, pairs: I) {
        for (key, value) in pairs {
            self.insert(key, value);
        }
    }
}

/// A later pair replaces an earlier one.
impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut map = Self::new();
        map.extend(pairs);
        map
    }
}

impl<K: Serialize, V: Serialize> Serialize for Map<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut out = serializer.serialize_map(Some(self.length))?;
        self.iter().try_for_each(|(key, value)| out.serialize_entry(key, value))?;
        out.end()
    }
}

impl<'de, K: Ord + Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for Map<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Reader(PhantomData))
    }
}

struct Reader<K, V>(PhantomData<(K, V)>);

impl<'de, K: Ord + Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for Reader<K, V> {
    type Value = Map<K, V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
        let mut map = Map::new();
        while let Some((key, value)) = access.next_entry()? {
            map.insert(key, value);
        }
        Ok(map)
    }
}
