//! A turn cut into sentences, without those that state nothing.

/// Words that make a sentence a condition, a wish or a guess.
const HEDGES: [&str; 22] = [
    "if",
    "unless",
    "would",
    "could",
    "might",
    "maybe",
    "perhaps",
    "wish",
    "imagine",
    "suppose",
    "pretend",
    "hypothetically",
    "should",
    "probably",
    "possibly",
    "almost",
    "nearly",
    "guess",
    "hope",
    "whether",
    "kidding",
    "joking",
];

/// Words at a sentence's beginning that say nothing.
const OPENINGS: [&str; 22] = [
    "hi", "hey", "hello", "yes", "yeah", "yep", "no", "well", "oh", "so", "and", "but", "also", "actually", "btw",
    "ok", "okay", "anyway", "thanks", "honestly", "fyi", "ah",
];

/// The same, of several words.
const PHRASES: [&str; 5] = ["by the way", "just so you know", "for the record", "to be honest", "as you know"];

/// Sentences that assert something, without the openings and the full stop.
pub fn statements(text: &str) -> Vec<String> {
    let text = text.replace(['\u{2019}', '\u{2018}'], "'");
    let mut quoted = false;
    let mut statements = Vec::new();
    for sentence in split(&text) {
        let quotes = sentence.matches(['"', '`', '\u{201c}', '\u{201d}', '\u{ab}', '\u{bb}']).count();
        let touches_quote = quoted || quotes > 0;
        quoted ^= quotes % 2 == 1;
        if !touches_quote && is_statement(sentence) {
            statements.push(without_opening(sentence.trim_end_matches(['.', '!', ' '])).to_string());
        }
    }
    statements
}

/// Cuts after `.`, `!`, `?` before a space, and at line ends.
fn split(text: &str) -> Vec<&str> {
    let (mut sentences, mut start) = (Vec::new(), 0);
    let mut letters = text.char_indices().peekable();
    while let Some((index, letter)) = letters.next() {
        let ends = match letter {
            '\n' | '\r' => true,
            '.' | '!' | '?' => letters.peek().is_none_or(|(_, next)| next.is_whitespace()),
            _ => false,
        };
        if ends {
            let end = index + letter.len_utf8();
            sentences.push(text[start..end].trim());
            start = end;
        }
    }
    sentences.push(text[start..].trim());
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

fn is_statement(sentence: &str) -> bool {
    let quoted_line = sentence.starts_with('>') || sentence.starts_with('\'');
    let lower = sentence.to_lowercase();
    let hedged =
        lower.split(|letter: char| !letter.is_alphanumeric() && letter != '\'').any(|word| HEDGES.contains(&word));
    !sentence.contains('?') && !quoted_line && !hedged
}

fn without_opening(sentence: &str) -> &str {
    let mut rest = sentence.trim();
    while let Some(shorter) = strip_opening(rest) {
        rest = shorter;
    }
    rest
}

fn strip_opening(sentence: &str) -> Option<&str> {
    let after = |length: usize| {
        let rest = sentence.get(length..)?;
        let rest = rest.strip_prefix([',', '!', ':']).unwrap_or(rest);
        rest.strip_prefix(' ').map(str::trim_start)
    };
    let lower = sentence.to_ascii_lowercase();
    if let Some(phrase) = PHRASES.iter().find(|phrase| lower.starts_with(**phrase)) {
        return after(phrase.len());
    }
    let word = lower.split([' ', ',', '!', ':']).next()?;
    OPENINGS.contains(&word).then(|| after(word.len()))?
}
