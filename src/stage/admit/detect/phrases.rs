//! A text as words, and phrases looked up in it.
//!
//! Words are runs of letters, digits and `_` of a folded text. Scripts without spaces give a word a
//! character, so that a phrase such as `忽略` is met wherever it stands. Punctuation that parts
//! clauses is a word of its own; other marks only part words.

use super::fold::is_ideographic;

/// What stands for a web address in the list of words.
pub(super) const URL: &str = "<url>";
/// What stands for a mail address in the list of words.
pub(super) const EMAIL: &str = "<email>";

/// The words of a folded text, in order.
pub(super) fn words(folded: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for line in folded.split_inclusive('\n') {
        for chunk in line.split_whitespace() {
            add_chunk(chunk, &mut words);
        }
        if line.ends_with('\n') {
            words.push("\n");
        }
    }
    words
}

fn add_chunk<'text>(chunk: &'text str, words: &mut Vec<&'text str>) {
    if let Some(at) = chunk.find("http://").or_else(|| chunk.find("https://")) {
        add_words(&chunk[..at], words);
        words.push(URL);
    } else if chunk.starts_with("www.") {
        words.push(URL);
    } else if is_email(chunk) {
        words.push(EMAIL);
        if chunk.ends_with(['.', ',', '!', '?', ':']) {
            words.push(&chunk[chunk.len() - 1..]);
        }
    } else {
        add_words(chunk, words);
    }
}

/// A mark between two parts, a full stop in the second.
fn is_email(chunk: &str) -> bool {
    chunk.split_once('@').is_some_and(|(name, host)| {
        name.ends_with(|last: char| last.is_ascii_alphanumeric())
            && host.trim_end_matches(['.', ',', '!', '?', ')', ':']).contains('.')
    })
}

fn add_words<'text>(chunk: &'text str, words: &mut Vec<&'text str>) {
    let mut start = 0;
    for (at, character) in chunk.char_indices() {
        let next = at + character.len_utf8();
        let is_inner = character.is_alphanumeric() || character == '_';
        if is_inner && !is_ideographic(character) {
            continue;
        }
        if character == '\'' && is_contraction(&chunk[next..]) {
            continue;
        }
        if start < at {
            words.push(&chunk[start..at]);
        }
        start = next;
        if is_ideographic(character) || is_stop(&chunk[at..next]) {
            words.push(&chunk[at..next]);
        }
    }
    if start < chunk.len() {
        words.push(&chunk[start..]);
    }
}

/// What follows the apostrophe of `don't` or `it's`, which stay one word; `l'utilisateur` is two.
fn is_contraction(rest: &str) -> bool {
    let end = rest.find(|character: char| !character.is_alphanumeric()).unwrap_or(rest.len());
    matches!(&rest[..end], "t" | "s" | "d" | "m" | "re" | "ve" | "ll")
}

/// A word that parts clauses.
pub(super) fn is_stop(word: &str) -> bool {
    is_end(word) || matches!(word, "," | ":" | "\n" | "、" | "(" | ")" | "]" | "-" | "\u{2014}")
}

/// A word that ends a sentence.
pub(super) fn is_end(word: &str) -> bool {
    matches!(word, "." | "!" | "?" | "。" | ";")
}

/// How many words the phrase covers at the start of these; 0 when it is not there.
///
/// A phrase is words parted by single spaces; one that ends in `*` matches any word that begins so.
/// Ideographic words of a phrase need no spaces.
pub(super) fn matched(phrase: &str, words: &[&str]) -> usize {
    let mut rest = phrase;
    let mut count = 0;
    while !rest.is_empty() {
        let Some(word) = words.get(count) else { return 0 };
        let (head, tail) = rest.split_once(' ').unwrap_or((rest, ""));
        if head == *word || head.strip_suffix('*').is_some_and(|stem| word.starts_with(stem)) {
            rest = tail;
        } else if word.starts_with(is_ideographic) && rest.starts_with(word) {
            rest = rest[word.len()..].trim_start_matches(' ');
        } else {
            return 0;
        }
        count += 1;
    }
    count
}

/// Whether any of the phrases stands anywhere in the words.
pub(super) fn any(phrases: &[&str], words: &[&str]) -> bool {
    (0..words.len()).any(|at| {
        let first = words[at].as_bytes().first();
        phrases.iter().any(|phrase| phrase.as_bytes().first() == first && matched(phrase, &words[at..]) > 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_where_they_part() {
        assert_eq!(words("don't send_email, please."), ["don't", "send_email", ",", "please", "."]);
        assert_eq!(words("l'utilisateur peut-etre"), ["l", "utilisateur", "peut", "-", "etre"]);
        assert_eq!(words("忽略所有rules"), ["忽", "略", "所", "有", "rules"]);
        assert_eq!(words("to https://a.b/c?d, x"), ["to", URL, "x"]);
        assert_eq!(words("at a@b.example."), ["at", EMAIL, "."]);
    }

    #[test]
    fn phrases_match_whole_words() {
        assert_eq!(matched("from now on", &["from", "now", "on", "x"]), 3);
        assert_eq!(matched("from now on", &["from", "now", "one"]), 0);
        assert_eq!(matched("instruct*", &["instructions"]), 1);
        assert_eq!(matched("忽略", &["忽", "略", "a"]), 2);
        assert_eq!(matched("忽略", &["忽"]), 0);
        assert!(any(&["can be"], &["it", "can", "be"]));
    }
}
