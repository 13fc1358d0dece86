//! Normal forms and sizes of text. Pure, and the same on every host.

use icu_normalizer::{ComposingNormalizerBorrowed as Composing, DecomposingNormalizerBorrowed as Decomposing};
use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation;

/// The form in which two texts are equal: canonically composed, case folded, width variants and
/// presentation forms as plain letters, characters that show nothing gone, every run of white space one
/// space, none at the ends.
///
/// What says something stays: accents, so "resume" and "résumé" differ, and what Unicode calls
/// compatible, so 10² is not 102 and ½ not 1/2. The result is stable: normalising it again changes
/// nothing.
#[must_use]
pub fn normalise(text: &str) -> String {
    if text.is_ascii() {
        return collapse(&text.to_ascii_lowercase());
    }
    let mut folded = String::with_capacity(text.len());
    for c in shown(text).chars().flat_map(char::to_lowercase) {
        match c {
            'ß' => folded.push_str("ss"),
            'ς' => folded.push('σ'),
            c => folded.push(c),
        }
    }
    collapse(&nfc(&folded))
}

/// The same form, but for case.
#[must_use]
pub fn spelling(text: &str) -> String {
    if text.is_ascii() {
        return collapse(text);
    }
    collapse(&nfc(&shown(text)))
}

/// Whether a value that is another's but for case corrects it. One without a capital says nothing of
/// case, as chat is written; nor does one of more than four letters that is all in capitals.
#[must_use]
pub fn respells(known: &str, new: &str) -> bool {
    let loud = new.chars().filter(|c| c.is_alphabetic()).count() > 4 && !new.chars().any(char::is_lowercase);
    spelling(known) != spelling(new) && new.chars().any(char::is_uppercase) && !loud
}

/// Whether a text shows how its words are written: not all of it is in capitals.
pub fn has_small(text: &str) -> bool {
    text.chars().any(char::is_lowercase) || !text.chars().any(char::is_uppercase)
}

/// Whether a sentence that is another but for case corrects it. Its first letter says nothing, nor does
/// the word "I", nor a sentence all in capitals.
#[must_use]
pub fn respells_sentence(known: &str, new: &str) -> bool {
    let (known, new) = (spelling(known), spelling(new));
    let rest = |text: &'_ str| text.chars().skip(1).collect::<String>();
    let (known, new) = (rest(&known), rest(&new));
    let capital = |word: &str| word != "I" && !word.starts_with("I'") && word.chars().any(char::is_uppercase);
    known != new && new.split(' ').any(capital) && new.chars().any(char::is_lowercase)
}

/// Canonically decomposed, with width variants and presentation forms as plain letters, and without what
/// shows nothing.
fn shown(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !is_invisible(*c) && *c != ZERO_WIDTH_SPACE) {
        match c {
            // The sign for micro is the letter.
            '\u{B5}' => plain.push('μ'),
            '\u{FB00}'..='\u{FDFF}' | '\u{FE30}'..='\u{FEFE}' | '\u{FF00}'..='\u{FFEF}' => {
                plain.push_str(&nfkd(c.encode_utf8(&mut [0; 4])));
            }
            c => plain.push(c),
        }
    }
    nfd(&plain)
}

/// The form in which two spellings name the same actor: as [`normalise`], and
/// without accents ("Zoë" is "zoe").
#[must_use]
pub fn fold_name(name: &str) -> String {
    if name.is_ascii() {
        return collapse(&name.to_ascii_lowercase());
    }
    collapse(&lower(&flatten(&name.replace(ZERO_WIDTH_SPACE, ""))))
}

/// An estimate of a text's size in model tokens: a quarter of its UTF-8 bytes,
/// rounded up. Close for English under common tokenizers, high for most other
/// scripts.
#[must_use]
pub fn tokens(text: &str) -> u32 {
    u32::try_from(text.len().div_ceil(4)).unwrap_or(u32::MAX)
}

/// The longest prefix of at most `bytes` bytes that ends on a grapheme boundary.
#[must_use]
pub fn cut(text: &str, bytes: usize) -> &str {
    if text.len() <= bytes {
        return text;
    }
    let end = text.grapheme_indices(true).map(|(at, _)| at).take_while(|at| *at <= bytes).last();
    &text[..end.unwrap_or(0)]
}

/// Whether a text holds a part as words of its own: `5` is not in `2015`. Where words are not parted by
/// spaces, any place will do.
#[must_use]
pub(crate) fn holds_words(text: &str, part: &str) -> bool {
    let joins = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let apart = |inner: Option<char>, outer: Option<char>| !(joins(inner) && joins(outer));
    !part.is_empty()
        && text.match_indices(part).any(|(at, found)| {
            let (before, after) = (&text[..at], &text[at + found.len()..]);
            apart(part.chars().next(), before.chars().next_back())
                && apart(part.chars().next_back(), after.chars().next())
        })
}

/// Canonical decomposition. These four take a whole text and not an iterator, so that the
/// component holds the normaliser's code once and not for each iterator.
pub(crate) fn nfd(text: &str) -> String {
    Decomposing::new_nfd().normalize(text).into_owned()
}

/// Compatibility decomposition.
pub(crate) fn nfkd(text: &str) -> String {
    Decomposing::new_nfkd().normalize(text).into_owned()
}

/// Canonical composition.
pub(crate) fn nfc(text: &str) -> String {
    Composing::new_nfc().normalize(text).into_owned()
}

/// Compatibility composition.
pub(crate) fn nfkc(text: &str) -> String {
    Composing::new_nfkc().normalize(text).into_owned()
}

/// NFKC without accents, vowel points, tatweel and invisible characters, digits
/// in ASCII, one kind of apostrophe and hyphen. Case is kept: see [`lower`].
pub(crate) fn flatten(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut after_emoji = false;
    let bare = nfkd(text);
    let kept = bare.chars().filter(move |c| {
        let joins = *c == ZERO_WIDTH_JOINER && after_emoji;
        // A variation selector or a skin tone does not end an emoji.
        after_emoji = is_emoji(*c) || (after_emoji && (joins || is_invisible(*c)));
        joins || !(is_accent(*c) || is_invisible(*c) || is_skin_tone(*c))
    });
    Cow::Owned(nfc(&kept.map(plain).collect::<String>()))
}

/// Lower case, letter by letter.
pub(crate) fn lowered(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { text.chars().flat_map(char::to_lowercase).collect() }
}

/// With a capital letter at its beginning. Found by the table of small letters: that of capitals is 10 kB of wasm.
pub(crate) fn upper_first(text: &str) -> String {
    /// How far before a small letter its capital stands: in Latin, Greek and Cyrillic, in their extensions, and
    /// from `ѐ` on.
    const BEFORE: [u32; 3] = [32, 1, 80];
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let capital = |distance: &u32| char::from_u32(u32::from(first).checked_sub(*distance)?);
    let is_capital = |capital: &char| *capital != first && capital.to_lowercase().eq([first]);
    let first = BEFORE.iter().filter_map(capital).find(is_capital).unwrap_or(first);
    core::iter::once(first).chain(letters).collect()
}

/// Lower case, and Latin, Greek and Arabic letters that are written two ways
/// in one ("Straße" is "strasse", "Æon" is "aeon").
pub(crate) fn lower(flat: &str) -> String {
    if flat.is_ascii() {
        return flat.to_ascii_lowercase();
    }
    let mut text = String::with_capacity(flat.len());
    for c in flat.chars().flat_map(char::to_lowercase) {
        match c {
            'ß' => text.push_str("ss"),
            'æ' => text.push_str("ae"),
            'œ' => text.push_str("oe"),
            'þ' => text.push_str("th"),
            'ø' => text.push('o'),
            'đ' | 'ð' => text.push('d'),
            'ł' => text.push('l'),
            'ħ' => text.push('h'),
            'ı' => text.push('i'),
            'ς' => text.push('σ'),
            'ى' | 'ی' => text.push('ي'),
            'ک' => text.push('ك'),
            'ة' => text.push('ه'),
            c => text.push(c),
        }
    }
    text
}

/// Pictures and signs that are worth a token of their own.
pub(crate) const fn is_emoji(c: char) -> bool {
    matches!(c,
        '\u{203C}' | '\u{2049}' | '\u{2190}'..='\u{21FF}' | '\u{2300}'..='\u{23FF}'
        | '\u{25A0}'..='\u{27BF}' | '\u{2900}'..='\u{297F}' | '\u{2B00}'..='\u{2BFF}'
        | '\u{1F000}'..='\u{1FAFF}')
}

/// Parts words where it is searched for, and shows nothing.
const ZERO_WIDTH_SPACE: char = '\u{200B}';
/// Holds emoji together.
const ZERO_WIDTH_JOINER: char = '\u{200D}';

/// White space to one space, none at the ends.
fn collapse(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    each_word(text, |word| {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    });
    collapsed
}

/// What `split_whitespace` gives, one after another. ASCII goes byte by byte: opening a store takes every
/// text of it through here.
pub(crate) fn each_word(text: &str, mut each: impl FnMut(&str)) {
    if !text.is_ascii() {
        return text.split_whitespace().for_each(each);
    }
    let is_space = |byte: &u8| matches!(byte, b'\t'..=b'\r' | b' ');
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(spaces) = bytes[at..].iter().position(|byte| !is_space(byte)) {
        let start = at + spaces;
        at = bytes[start..].iter().position(is_space).map_or(bytes.len(), |length| start + length);
        each(&text[start..at]);
    }
}

/// Marks over and under letters that readers leave out: accents, Hebrew and
/// Arabic vowel points, tatweel. Marks that change the word stay: kana voicing,
/// Indic and Thai vowels.
const fn is_accent(c: char) -> bool {
    matches!(c,
        '\u{0300}'..='\u{036F}' | '\u{0483}'..='\u{0487}' | '\u{0591}'..='\u{05BD}' | '\u{05BF}'
        | '\u{05C1}'..='\u{05C2}' | '\u{05C4}'..='\u{05C5}' | '\u{05C7}' | '\u{0610}'..='\u{061A}'
        | '\u{0640}' | '\u{064B}'..='\u{065F}' | '\u{0670}' | '\u{06D6}'..='\u{06DC}'
        | '\u{06DF}'..='\u{06E4}' | '\u{06E7}'..='\u{06E8}' | '\u{06EA}'..='\u{06ED}'
        | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}'
        | '\u{FE20}'..='\u{FE2F}')
}

/// Characters that show nothing: soft hyphen, joiners, direction marks, fillers,
/// variation selectors, tags. The zero-width space is not here, it parts words.
const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200C}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}')
}

const fn is_skin_tone(c: char) -> bool {
    matches!(c, '\u{1F3FB}'..='\u{1F3FF}')
}

/// Digits of other scripts to ASCII, typographic apostrophes and hyphens to
/// the plain ones, the zero-width space to a space.
fn plain(c: char) -> char {
    const ZEROS: [char; 7] = ['٠', '۰', '०', '০', '๐', '໐', '០'];
    match c {
        '\u{2018}' | '\u{2019}' | '\u{02BC}' | '\u{FF07}' => '\'',
        '\u{2010}' | '\u{2011}' => '-',
        ZERO_WIDTH_SPACE => ' ',
        _ => ZEROS
            .iter()
            .filter_map(|zero| u32::from(c).checked_sub(u32::from(*zero)))
            .find_map(|digit| (digit < 10).then(|| char::from_digit(digit, 10)).flatten())
            .unwrap_or(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_first_letter_is_a_capital() {
        for (text, capital) in [
            ("", ""),
            ("york", "York"),
            ("York", "York"),
            ("élan", "Élan"),
            ("ñandú", "Ñandú"),
            ("žena", "Žena"),
            ("øl", "Øl"),
            ("œuf", "Œuf"),
            ("москва", "Москва"),
            ("ёлка", "Ёлка"),
            ("αθήνα", "Αθήνα"),
            ("東京", "東京"),
            ("ßa", "ßa"),
            ("1a", "1a"),
            ("!", "!"),
            ("\u{1}", "\u{1}"),
        ] {
            assert_eq!(upper_first(text), capital);
        }
    }

    #[test]
    fn equality_form_folds_width_case_and_space() {
        assert_eq!(normalise("  Ｈｅｌｌｏ\n\tWORLD "), "hello world");
        assert_eq!(normalise("e\u{301}"), normalise("é"));
        assert_eq!(normalise(""), "");
    }

    #[test]
    fn cutting_keeps_graphemes_whole() {
        let family = "a👨‍👩‍👧b";
        assert_eq!(cut(family, 5), "a");
        assert_eq!(cut(family, family.len()), family);
        assert_eq!(cut("é", 1), "");
    }

    #[test]
    fn duplicates_differ_in_case_width_space_and_invisible_characters_only() {
        assert_eq!(normalise("  The ＣＡＴ\n\tsat\u{AD}  "), "the cat sat");
        assert_eq!(normalise("Straße"), normalise("STRASSE"));
        assert_eq!(normalise("ΟΔΟΣ"), normalise("οδος"));
        assert_eq!(normalise("e\u{301}"), "é");
        assert_ne!(normalise("resume"), normalise("résumé"));
        assert_eq!(normalise(" \u{3000}\u{200E}"), "");
        for hidden in ['\u{200B}', '\u{2060}', '\u{FEFF}', '\u{3164}', '\u{E0041}'] {
            assert_eq!(normalise(&format!("c{hidden}at{hidden}")), "cat");
            assert_eq!(fold_name(&format!("A{hidden}nna{hidden}")), "anna");
        }
    }

    #[test]
    fn names_fold_accents_and_case() {
        assert_eq!(fold_name(" Zoë  MÜLLER"), "zoe muller");
        assert_eq!(fold_name("Łukasz"), "lukasz");
        assert_eq!(fold_name("Ｊｏｈｎ"), "john");
    }

    #[test]
    fn normalise_is_stable_for_every_character() {
        for c in '\0'..=char::MAX {
            let once = normalise(&format!("a{c}b"));
            assert_eq!(normalise(&once), once, "U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn emoji_keep_joiners_and_lose_tone_and_selector() {
        assert_eq!(flatten("👍🏽"), "👍");
        assert_eq!(flatten("❤\u{FE0F}"), "❤");
        assert_eq!(flatten("👩\u{200D}💻"), "👩\u{200D}💻");
        assert_eq!(flatten("👩🏽\u{200D}💻"), "👩\u{200D}💻");
        assert_eq!(flatten("ab\u{200D}c é"), "abc e");
    }

    proptest! {
        #[test]
        fn words_are_what_white_space_parts(text in "[\\x00-\\x7f]{0,40}|\\PC{0,40}|[ \\t\\u{a0}\\u{2003}a-c]{0,20}") {
            let mut words = Vec::new();
            each_word(&text, |word| words.push(word.to_owned()));
            prop_assert_eq!(words, text.split_whitespace().collect::<Vec<_>>());
        }

        #[test]
        fn folding_takes_any_string(text in any::<String>()) {
            let once = normalise(&text);
            prop_assert_eq!(normalise(&once), once);
            let name = fold_name(&text);
            prop_assert_eq!(fold_name(&name), name);
        }
    }
}
