//! Ways to find a row: by id, by partition, by address, by content. Derived from the records.

use super::State;
use crate::gather::{self, Map, Set};
use crate::log::{Claim, Record};
use crate::text;
use crate::types::{Address, Failure, Id, Kind, Result};
use core::cell::OnceCell;

/// The rows of one user, or of the shared partition, in order.
pub type Partition = Vec<u32>;

/// User, project, kind, entity and attribute, the last two in their normal form.
type AddressKey = (String, Option<String>, Kind, String, String);

#[derive(Clone, Default)]
pub(super) struct Lookup {
    ids: Map<Id, u32>,
    partitions: Map<String, Partition>,
    addresses: Map<AddressKey, Vec<u32>>,
    /// By the keyed hash of user and normal form. Made when it is first asked for: only what is remembered asks,
    /// and a hash for each memory is an eighth of opening a store.
    contents: OnceCell<Map<[u8; 32], Vec<u32>>>,
    /// Derived memories by what they were derived from.
    derived: Map<Id, Vec<u32>>,
    /// By user and evidence uri.
    evidence: Map<(String, String), Vec<u32>>,
    /// Rows whose memory has no vector yet.
    unembedded: Set<u32>,
    free: Set<u32>,
}

impl State {
    /// A memory by its id.
    pub fn record(&self, id: Id) -> Option<&Record> {
        self.at(self.row(id)?)
    }

    /// A memory by the id's text, if `user` may see it: the user's own, or a shared one.
    pub fn visible(&self, user: &str, id: &str) -> Result<(u32, &Record)> {
        let found = Id::parse(id).and_then(|id| self.row(id)).and_then(|row| Some((row, self.at(row)?)));
        found.filter(|(_, record)| record.claim.shared() || record.claim.user == user).ok_or_else(|| not_found(id))
    }

    /// The memory in a row.
    pub fn at(&self, row: u32) -> Option<&Record> {
        self.records.get(row as usize)?.as_ref()
    }

    /// The row of an id.
    pub fn row(&self, id: Id) -> Option<u32> {
        self.lookup.ids.get(&id).copied()
    }

    /// Rows of a user; the empty name is the shared partition.
    pub fn partition(&self, user: &str) -> &[u32] {
        self.lookup.partitions.get(user).map_or(&[], Vec::as_slice)
    }

    /// Users that have memories; the empty name is the shared partition.
    pub fn users(&self) -> impl Iterator<Item = &str> {
        self.lookup.partitions.keys().map(String::as_str)
    }

    /// Memories at an address, in any state, in order of row.
    pub fn at_address<'a>(
        &'a self,
        user: &str,
        project: Option<&str>,
        kind: Kind,
        address: &Address,
    ) -> impl Iterator<Item = &'a Record> {
        let key = key(user, project, kind, address);
        self.lookup.addresses.get(&key).into_iter().flatten().filter_map(|row| self.at(*row))
    }

    /// Memories whose text has the same normal form, in any state.
    pub fn same_content(&self, content: &[u8; 32]) -> impl Iterator<Item = &Record> {
        let contents = self.lookup.contents.get_or_init(|| self.hash_contents());
        contents.get(content).into_iter().flatten().filter_map(|row| self.at(*row))
    }

    fn hash_contents(&self) -> Map<[u8; 32], Vec<u32>> {
        let mut contents: Map<_, Vec<u32>> = Map::new();
        for (row, record) in (0..).zip(&self.records) {
            let Some(Record { claim, .. }) = record else { continue };
            add(contents.entry(self.secret.content(&claim.user, &claim.text)).or_default(), row);
        }
        contents
    }

    /// Memories that were derived from one, in any state.
    pub fn derived_from(&self, id: Id) -> impl Iterator<Item = &Record> {
        self.lookup.derived.get(&id).into_iter().flatten().filter_map(|row| self.at(*row))
    }

    /// Memories of a user that rest on a piece of evidence, in any state.
    pub fn resting_on(&self, user: &str, uri: &str) -> impl Iterator<Item = &Record> {
        let rows = self.lookup.evidence.get(&(user.to_owned(), uri.to_owned()));
        rows.into_iter().flatten().filter_map(|row| self.at(*row))
    }

    /// Whether a turn was kept unread, by its evidence uri.
    pub fn is_unread(&self, user: &str, uri: &str) -> bool {
        self.resting_on(user, uri).any(Record::is_unread)
    }

    /// Memories about an entity, in any state, by attribute.
    pub fn at_entity<'a>(
        &'a self,
        user: &str,
        project: Option<&str>,
        kind: Kind,
        entity: &str,
    ) -> impl Iterator<Item = (u32, &'a Record)> {
        let from = (user.to_owned(), project.map(str::to_owned), kind, text::normalise(entity), String::new());
        let there = self.lookup.addresses.range_from(&from);
        let there =
            there.take_while(move |(key, _)| (&key.0, &key.1, key.2, &key.3) == (&from.0, &from.1, from.2, &from.3));
        there.flat_map(|(_, rows)| rows).filter_map(|row| Some((*row, self.at(*row)?)))
    }

    /// Memories without a vector, lowest row first.
    pub fn unembedded(&self) -> impl Iterator<Item = &Record> {
        self.lookup.unembedded.iter().filter_map(|row| self.at(*row))
    }

    /// A row has its vector.
    pub(super) fn set_embedded(&mut self, row: u32) {
        self.lookup.unembedded.remove(&row);
    }

    /// The row that the next memory takes: the lowest free one.
    pub(super) fn next_row(&self) -> u32 {
        self.lookup.free.first().copied().unwrap_or(self.records.len() as u32)
    }

    pub(super) fn find_later(&mut self, row: u32) {
        let Self { records, secret, lookup, .. } = self;
        let Some(record) = records.get(row as usize).and_then(Option::as_ref) else {
            return;
        };
        let claim = &record.claim;
        lookup.free.remove(&row);
        if !record.embedded {
            lookup.unembedded.insert(row);
        }
        lookup.ids.insert(claim.id, row);
        match lookup.partitions.get_mut(&claim.user) {
            Some(rows) => add(rows, row),
            None => drop(lookup.partitions.insert(claim.user.clone(), vec![row])),
        }
        if let Some(key) = claim_key(claim) {
            add(lookup.addresses.entry(key).or_default(), row);
        }
        if let Some(contents) = lookup.contents.get_mut() {
            add(contents.entry(secret.content(&claim.user, &claim.text)).or_default(), row);
        }
        for source in &claim.supports {
            add(lookup.derived.entry(*source).or_default(), row);
        }
        for uri in uris(record) {
            add(lookup.evidence.entry((claim.user.clone(), uri)).or_default(), row);
        }
    }

    /// Notes that a row rests on pieces of evidence.
    pub(super) fn rest_on(&mut self, row: u32, user: &str, uris: Set<String>) {
        for uri in uris {
            add(self.lookup.evidence.entry((user.to_owned(), uri)).or_default(), row);
        }
    }

    /// Notes that a row rests no more on pieces of evidence.
    pub(super) fn rest_off(&mut self, row: u32, user: &str, uris: Set<String>) {
        for uri in uris {
            take(&mut self.lookup.evidence, &(user.to_owned(), uri), row);
        }
    }

    pub(super) fn lose(&mut self, row: u32, record: &Record) {
        let claim = &record.claim;
        self.rest_off(row, &claim.user, uris(record));
        let Self { secret, lookup, .. } = self;
        lookup.ids.remove(&claim.id);
        take(&mut lookup.partitions, &claim.user, row);
        if let Some(key) = claim_key(claim) {
            take(&mut lookup.addresses, &key, row);
        }
        if let Some(contents) = lookup.contents.get_mut() {
            take(contents, &secret.content(&claim.user, &claim.text), row);
        }
        for source in &claim.supports {
            take(&mut lookup.derived, source, row);
        }
        lookup.unembedded.remove(&row);
        lookup.free.insert(row);
    }

    /// Finds every memory anew. False where two have the same id.
    pub(super) fn rebuild_lookup(&mut self) -> bool {
        self.lookup = Lookup::default();
        for row in 0..self.records.len() as u32 {
            if self.at(row).is_some() {
                self.find_later(row);
            } else {
                self.lookup.free.insert(row);
            }
        }
        self.lookup.ids.len() + self.lookup.free.len() == self.records.len()
    }
}

/// Every uri that a record rests on, each once.
pub(super) fn uris(record: &Record) -> Set<String> {
    gather::set(record.evidence.iter().map(|(_, piece)| piece.uri.clone()))
}

/// Names an id, and nothing that is none: a caller's mistake may be anybody's words.
pub fn not_found(id: &str) -> Failure {
    Failure::NotFound(Id::parse(id).map_or("no memory has such an id".into(), |id| format!("memory {id}")))
}

fn claim_key(claim: &Claim) -> Option<AddressKey> {
    Some(key(&claim.user, claim.project.as_deref(), claim.kind, claim.address.as_ref()?))
}

fn key(user: &str, project: Option<&str>, kind: Kind, address: &Address) -> AddressKey {
    let (entity, attribute) = (text::normalise(&address.entity), text::normalise(&address.attribute));
    (user.to_owned(), project.map(str::to_owned), kind, entity, attribute)
}

fn add(rows: &mut Vec<u32>, row: u32) {
    if rows.last().is_none_or(|last| *last < row) {
        return rows.push(row);
    }
    if let Err(place) = rows.binary_search(&row) {
        rows.insert(place, row);
    }
}

fn take<K: Ord>(map: &mut Map<K, Vec<u32>>, key: &K, row: u32) {
    if let Some(rows) = map.get_mut(key) {
        if let Ok(place) = rows.binary_search(&row) {
            rows.remove(place);
        }
        if rows.is_empty() {
            map.remove(key);
        }
    }
}
