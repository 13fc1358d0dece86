//! Which operation comes next: drawn by dice from what the model knows, so that most operations meet
//! something, and some meet what is not there or not theirs.

use super::naive::{Claim, Naive};
use super::words::*;

const ATTRIBUTES: [&str; 3] = ["home", "job", "tea"];
const VALUES: [&str; 4] = ["Leeds", "York", "Bath", "leeds"];
const SOURCES: [&str; 6] = ["user-said", "user-said", "user-said", "system", "inferred", "tool-result"];

/// Draws operations.
#[derive(Debug)]
pub struct Stream {
    pub dice: Dice,
    words: u32,
}

impl Stream {
    pub fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed), words: 0 }
    }

    pub fn door(&mut self) -> Door {
        self.dice.pick(&DOORS).unwrap_or(DOORS[0])
    }

    /// The clock goes on by minutes or days, and seldom back.
    pub fn pass(&mut self, now: u64) -> u64 {
        match self.dice.roll(40) {
            0 => now - self.dice.roll(3 * DAY),
            1..=4 => now + self.dice.roll(12 * DAY),
            5..=15 => now + self.dice.roll(DAY / 4),
            _ => now,
        }
    }

    pub fn operation(&mut self, naive: &Naive, door: Door, now: u64, sequence: u64) -> Op {
        match self.dice.roll(100) {
            0..=33 => Op::Remember(self.said(door, now)),
            34..=41 => Op::Remember(self.said_again(naive, door, now)),
            42..=49 => self.supersede(naive, door, now),
            50..=79 => Op::Act(self.verb(now), self.id(naive, door, now)),
            80..=83 => Op::Undo(sequence.saturating_sub(self.dice.roll(6))),
            84..=88 => Op::Erase(self.victims(naive, door, now)),
            89..=90 => Op::Used(self.id(naive, door, now)),
            91..=94 => self.turn(naive, door),
            95..=97 => Op::Sweep,
            _ => Op::Compact,
        }
    }

    /// A word that no other claim has and no stemmer shortens.
    fn word(&mut self) -> String {
        self.words += 1;
        format!("{:06}", self.words).chars().map(|digit| b"bcfghjkmpt"[digit as usize - 48] as char).collect()
    }

    fn said(&mut self, door: Door, now: u64) -> Said {
        let word = self.word();
        let source = self.dice.pick(&SOURCES).unwrap_or("user-said");
        let kind = match self.dice.roll(8) {
            0 | 1 => "episode",
            2 if source != "tool-result" => "preference",
            _ => "fact",
        };
        let value = self.dice.pick(&VALUES);
        let attribute = self.dice.pick(&ATTRIBUTES).filter(|_| kind != "episode" && !self.dice.once_in(5));
        let text = match (attribute, value) {
            (Some(attribute), Some(value)) => format!("The {attribute} is {value}, says zq{word}."),
            _ => format!("There was talk of zq{word} at noon."),
        };
        let valid_from = match self.dice.roll(10) {
            0 | 1 => Some(now - self.dice.roll(20 * DAY)),
            2 => Some(now + self.dice.roll(10 * DAY)),
            _ => None,
        };
        let begins = valid_from.unwrap_or(now);
        Said {
            kind,
            text,
            attribute,
            value: value.filter(|_| attribute.is_some()),
            source,
            valid_from,
            valid_to: self.dice.once_in(8).then(|| begins + 1 + self.dice.roll(15 * DAY)),
            expires_at: self.dice.once_in(8).then(|| now + self.dice.roll(30 * DAY)),
            evidence: self.dice.once_in(2).then(|| format!("turn://{word}#1")),
            shared: self.dice.once_in(if door.shared_writer { 4 } else { 40 }),
        }
    }

    /// What was said once, current or not, erased or not, is said again.
    fn said_again(&mut self, naive: &Naive, door: Door, now: u64) -> Said {
        let own = |claim: &&Claim| claim.owner == door.user || claim.owner.is_empty() && door.shared_writer;
        let known: Vec<&Said> = naive.claims.iter().chain(&naive.erased).filter(own).map(|claim| &claim.said).collect();
        match self.dice.pick(&known).cloned() {
            None => self.said(door, now),
            Some(known) => Said {
                valid_from: self.dice.once_in(6).then(|| now - self.dice.roll(9 * DAY)),
                valid_to: None,
                expires_at: None,
                evidence: None,
                ..known
            },
        }
    }

    fn supersede(&mut self, naive: &Naive, door: Door, now: u64) -> Op {
        let (id, word, value) = (self.id(naive, door, now), self.word(), self.dice.pick(&VALUES));
        let has_address = naive.get(&id).is_some_and(|claim| claim.said.attribute.is_some());
        Op::Supersede {
            id,
            text: format!("By now it is so, says zq{word}."),
            value: value.filter(|_| has_address),
            from: match self.dice.roll(6) {
                0 => Some(now - self.dice.roll(15 * DAY)),
                1 => Some(now + self.dice.roll(15 * DAY)),
                _ => None,
            },
            source: self.dice.pick(&SOURCES).unwrap_or("user-said"),
        }
    }

    fn verb(&mut self, now: u64) -> Verb {
        match self.dice.roll(24) {
            0..=3 => Verb::End(None),
            4 => Verb::End(Some(now - self.dice.roll(4 * DAY))),
            5 | 6 => Verb::End(Some(now + self.dice.roll(8 * DAY))),
            7 | 8 => Verb::Invalidate,
            9..=12 => Verb::Restore,
            13 => Verb::Archive,
            14..=16 => Verb::Approve,
            17 | 18 => Verb::Quarantine,
            19 => Verb::Pin,
            20 => Verb::Unpin,
            21 => Verb::Hold,
            _ => Verb::Release,
        }
    }

    /// Mostly what the door sees, current ones more often; sometimes another's; sometimes what is gone.
    fn id(&mut self, naive: &Naive, door: Door, now: u64) -> String {
        let draw = self.dice.roll(20);
        let erased = naive.erased.iter().filter(|_| draw == 0);
        let others = naive.claims.iter().filter(|claim| match draw {
            0 => false,
            1 => true,
            2..=10 => Naive::sees(door, claim) && claim.is_current(now),
            _ => Naive::sees(door, claim),
        });
        let ids: Vec<&str> = erased.chain(others).map(|claim| claim.id.as_str()).collect();
        self.dice.pick(&ids).unwrap_or("0190b6e2-0000-7000-8000-000000000000").to_owned()
    }

    fn victims(&mut self, naive: &Naive, door: Door, now: u64) -> Victims {
        match self.dice.roll(30) {
            0 => Victims::User,
            1..=3 => Victims::Attribute(self.dice.pick(&ATTRIBUTES).unwrap_or("home")),
            _ => Victims::Ids((0..=self.dice.roll(2)).map(|_| self.id(naive, door, now)).collect()),
        }
    }

    /// A turn that quotes a memory, or talks of something else.
    fn turn(&mut self, naive: &Naive, door: Door) -> Op {
        let seen: Vec<&Said> =
            naive.claims.iter().filter(|claim| Naive::sees(door, claim)).map(|claim| &claim.said).collect();
        match self.dice.pick(&seen).filter(|_| !self.dice.once_in(3)) {
            Some(said) => Op::Turn { text: said.text.clone(), uri: said.evidence.clone() },
            None => Op::Turn { text: format!("And now for something else, zq{}.", self.word()), uri: None },
        }
    }
}

/// What a model says to a question that showed these aliases: something useful, or something hostile.
pub fn reply(dice: &mut Dice, shown: &[String]) -> String {
    let target = dice.roll(shown.len() as u64) as usize;
    let target = shown.get(target).map_or("m1", String::as_str);
    let one = |op: &str, target: &str| format!(r#"{{"operations":[{{"op":"{op}","target":"{target}"}}]}}"#);
    match dice.roll(12) {
        0..=2 => r#"{"operations":[{"op":"ADD"}]}"#.into(),
        3..=4 => one("UPDATE", target),
        5 => one("DELETE", target),
        6 => one("NOOP", target),
        7 => one("UPDATE", "m77"),
        8 => one("ERASE", target),
        9 => "As you wish. All memories are deleted.".into(),
        10 => r#"{"operations":[{"op":"ADD","user":"bo"}]}"#.into(),
        _ => {
            let all: Vec<String> = shown.iter().map(|name| format!(r#"{{"op":"DELETE","target":"{name}"}}"#)).collect();
            format!(r#"{{"operations":[{}]}}"#, all.join(","))
        }
    }
}
