//! English words too common to search for.

/// Whether `word`, in lower case and with a plain apostrophe, is a stop word.
pub(super) fn is_stop(word: &str) -> bool {
    STOP.binary_search(&word).is_ok()
}

/// Sorted. Function words and contractions, with and without the apostrophe.
/// Left out on purpose: "may" (a month), "us" (a country), "will" and "mine"
/// (names and nouns).
#[rustfmt::skip]
static STOP: &[&str] = &[
    "a", "about", "above", "after", "again", "against", "ain't", "all", "am", "an", "and", "any",
    "are", "aren't", "as", "at", "be", "because", "been", "before", "being", "below", "between",
    "both", "but", "by", "can", "can't", "cannot", "could", "couldn't", "did", "didn't", "didnt",
    "do", "does", "doesn't", "doesnt", "doing", "don't", "dont", "down", "during", "each", "few",
    "for", "from", "further", "had", "hadn't", "has", "hasn't", "have", "haven't", "having", "he",
    "he'd", "he'll", "he's", "her", "here", "here's", "hers", "herself", "him", "himself", "his",
    "how", "how's", "i", "i'd", "i'll", "i'm", "i've", "if", "im", "in", "into", "is", "isn't",
    "it", "it'd", "it'll", "it's", "its", "itself", "ive", "just", "let's", "me", "more", "most",
    "mustn't", "my", "myself", "needn't", "no", "nor", "not", "now", "of", "off", "on", "once",
    "only", "or", "other", "ought", "our", "ours", "ourselves", "out", "over", "own", "same",
    "shan't", "she", "she'd", "she'll", "she's", "should", "shouldn't", "so", "some", "such",
    "than", "that", "that'll", "that's", "the", "their", "theirs", "them", "themselves", "then",
    "there", "there's", "these", "they", "they'd", "they'll", "they're", "they've", "this",
    "those", "through", "to", "too", "under", "until", "up", "very", "was", "wasn't", "we",
    "we'd", "we'll", "we're", "we've", "were", "weren't", "what", "what's", "when", "when's",
    "where", "where's", "which", "while", "who", "who's", "whom", "why", "why's", "with",
    "won't", "would", "wouldn't", "you", "you'd", "you'll", "you're", "you've", "your", "yours",
    "yourself", "yourselves",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_is_sorted_and_lower_case() {
        assert!(STOP.is_sorted_by(|a, b| a < b));
        assert!(STOP.iter().all(|word| *word == word.to_lowercase()));
    }

    #[test]
    fn contractions_are_stop_words_and_months_are_not() {
        assert!(is_stop("don't") && is_stop("the") && is_stop("who"));
        assert!(!is_stop("may") && !is_stop("will") && !is_stop("cat"));
    }
}
