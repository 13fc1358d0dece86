//! Sentences and questions from a seed.
//!
//! A vocabulary of 5,000 made-up words whose frequencies follow Zipf's law, none of them a stop word:
//! the commonest stand in most sentences, which is harder on a keyword index than English is.

/// Words of the vocabulary.
const VOCABULARY: usize = 5_000;
/// Words of a sentence: this many, and up to `SPREAD` more.
const LEAST: u64 = 15;
const SPREAD: u64 = 11;
/// Words of a question.
const ASKED: usize = 6;

/// The vocabulary and its frequencies.
#[derive(Debug)]
pub struct Corpus {
    words: Vec<String>,
    /// Sums of the words' weights.
    sums: Vec<u64>,
    seed: u64,
}

impl Corpus {
    /// The same for the same seed.
    pub fn new(seed: u64) -> Self {
        let words = (0..VOCABULARY as u64).map(spell).collect();
        let weights = (1..=VOCABULARY as u64).map(|rank| 1_000_000_000 / rank);
        let sums = weights.scan(0, |sum, weight| {
            *sum += weight;
            Some(*sum)
        });
        Self { words, sums: sums.collect(), seed }
    }

    /// The sentence of a row.
    pub fn sentence(&self, row: u32) -> String {
        let mut text = self.drawn(row).join(" ");
        text.get_mut(..1).into_iter().for_each(str::make_ascii_uppercase);
        text + "."
    }

    /// A question about a row: some of its words, in a row.
    pub fn question(&self, row: u32) -> String {
        let words = self.drawn(row);
        let start = (mix(self.seed ^ u64::from(row)) % (words.len() - ASKED) as u64) as usize;
        words[start..start + ASKED].join(" ") + "?"
    }

    fn drawn(&self, row: u32) -> Vec<&str> {
        let start = mix(self.seed ^ (u64::from(row) << 20));
        let length = LEAST + start % SPREAD;
        (0..length).map(|place| self.word(mix(start ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15)))).collect()
    }

    fn word(&self, random: u64) -> &str {
        let total = self.sums.last().copied().unwrap_or(1);
        &self.words[self.sums.partition_point(|sum| *sum <= random % total)]
    }
}

/// Two to four syllables; common words are the shorter ones.
fn spell(rank: u64) -> String {
    const STARTS: [&str; 16] = ["b", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v", "br", "st"];
    const ENDS: [&str; 8] = ["a", "e", "i", "o", "u", "an", "er", "ol"];
    let mut left = rank + 16 * 8;
    let mut word = String::new();
    while left > 0 {
        let syllable = (left % 128) as usize;
        word += STARTS[syllable / 8];
        word += ENDS[syllable % 8];
        left /= 128;
    }
    word
}

/// SplitMix64's last step.
fn mix(value: u64) -> u64 {
    let z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
