//! What a turn is known by, whatever its file is called: the key under which it is observed.

use crate::render;
use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::Turn;

/// Gives the turns of one file their keys, in order.
///
/// A turn that says when it was said is known by its speaker, moment and words. One that does not is known by
/// all that came before it too, so that the same words on another day are another turn.
#[derive(Default)]
pub struct Identities {
    before: [u8; 32],
    /// How often each was there already.
    seen: BTreeMap<[u8; 32], u64>,
}

impl Identities {
    /// The next turn's key.
    pub fn next(&mut self, turn: &Turn) -> String {
        let own = digest(turn);
        let nth = self.seen.entry(own).or_default();
        *nth += 1;
        let mut hasher = Sha256::new().chain_update(self.before).chain_update(own);
        self.before = hasher.finalize_reset().into();
        let known: [u8; 32] = match turn.at {
            Some(_) => hasher.chain_update(own).chain_update(nth.to_le_bytes()).finalize().into(),
            None => self.before,
        };
        format!("turn:{}", render::hex(&known[..16]))
    }
}

fn digest(turn: &Turn) -> [u8; 32] {
    let at = turn.at.map(|at| at.to_string());
    let parts = [
        Some(turn.role.name()),
        turn.actor.as_deref(),
        turn.session.as_deref(),
        at.as_deref(),
        Some(turn.text.as_str()),
    ];
    let hasher = parts.into_iter().fold(Sha256::new(), |hasher, part| {
        let length = part.map_or(u64::MAX, |part| part.len() as u64);
        hasher.chain_update(length.to_le_bytes()).chain_update(part.unwrap_or_default())
    });
    hasher.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::Role;

    fn turn(text: &str, at: Option<u64>) -> Turn {
        let (actor, session, utc_offset) = (None, None, None);
        Turn { role: Role::User, actor, text: text.into(), at, utc_offset, session, place: String::new() }
    }

    fn keys(turns: &[Turn]) -> Vec<String> {
        let mut identities = Identities::default();
        turns.iter().map(|turn| identities.next(turn)).collect()
    }

    #[test]
    fn a_file_that_grew_keeps_the_keys_of_its_beginning() {
        let turns = [turn("one", None), turn("two", Some(5)), turn("one", None), turn("two", Some(5))];
        let all = keys(&turns);
        assert_eq!(keys(&turns[..2]), all[..2]);
        let mut apart = all.clone();
        apart.sort();
        apart.dedup();
        assert_eq!(apart.len(), 4, "said twice is two turns");
    }

    #[test]
    fn a_dated_turn_is_the_same_in_another_file_and_an_undated_one_is_not() {
        let (dated, undated) = (turn("I live in York.", Some(5)), turn("I live in York.", None));
        let elsewhere = keys(&[turn("Hello.", None), dated.clone(), undated.clone()]);
        let alone = keys(&[dated, undated]);
        assert_eq!(elsewhere[1], alone[0]);
        assert_ne!(elsewhere[2], alone[1]);
    }
}
