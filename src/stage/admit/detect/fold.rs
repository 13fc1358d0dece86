//! One text for the many ways of writing it.
//!
//! A detector that compares letters is beaten by full-width letters, zero-width characters between
//! them, accents and letters of another script that look alike. Two foldings undo that: [`clean`]
//! keeps case, for what is case-sensitive; [`fold`] lowers and bares letters, for words.
//!
//! Not undone: a word written wholly in look-alikes of another script, and look-alikes beyond the
//! common Cyrillic and Greek ones.

use crate::text::{nfc, nfkc, nfkd};
pub(super) use crate::tidy::is_ideographic;
use crate::tidy::is_unseen;

/// NFKC, without characters that are not seen, decimal digits of other scripts as ASCII.
pub(super) fn clean(text: &str) -> String {
    nfkc(&seen(text)).chars().filter(|&character| !is_unseen(character)).map(ascii_digit).collect()
}

/// As [`clean`], and lowered, without accents, and with look-alikes in Latin words made Latin.
pub(super) fn fold(text: &str) -> String {
    let bare: String = nfkd(&seen(text))
        .chars()
        .flat_map(char::to_lowercase)
        .filter(|&character| !is_unseen(character) && !matches!(character, '\u{300}'..='\u{36f}'))
        .collect();
    let bare: String = nfc(&bare).chars().map(ascii_digit).collect();
    let mut folded = String::with_capacity(bare.len());
    for word in bare.split_inclusive(|character: char| !character.is_alphanumeric()) {
        let is_latin = word.bytes().any(|byte| byte.is_ascii_alphabetic());
        for character in word.chars() {
            match character {
                'ß' => folded.push_str("ss"),
                '’' | '‘' | 'ʼ' | '`' => folded.push('\''),
                _ if is_latin => folded.push(look_alike(character)),
                _ => folded.push(character),
            }
        }
    }
    folded
}

/// The text without what is not seen.
fn seen(text: &str) -> String {
    text.chars().filter(|&character| !is_unseen(character)).collect()
}

/// The ASCII form of an Arabic, Persian or Devanagari digit; NFKC leaves those alone.
fn ascii_digit(character: char) -> char {
    let zero = match character {
        '\u{660}'..='\u{669}' => 0x660,
        '\u{6f0}'..='\u{6f9}' => 0x6f0,
        '\u{966}'..='\u{96f}' => 0x966,
        _ => return character,
    };
    char::from_digit(u32::from(character) - zero, 10).unwrap_or(character)
}

/// The Latin letter that a Cyrillic or Greek one looks like.
fn look_alike(character: char) -> char {
    match character {
        'а' | 'α' => 'a',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' => 'e',
        'һ' => 'h',
        'і' | 'ι' | 'ı' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' => 'm',
        'ո' => 'n',
        'о' | 'ο' | 'σ' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' => 'u',
        'ν' | 'ѵ' => 'v',
        'х' | 'χ' => 'x',
        'у' => 'y',
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disguised_letters_are_bared() {
        assert_eq!(fold("Ｉｇｎｏｒｅ"), "ignore");
        assert_eq!(fold("ig\u{200b}no\u{ad}re"), "ignore");
        assert_eq!(fold("Précédentes Größe İ"), "precedentes grosse i");
        assert_eq!(fold("іgnоrе"), "ignore");
        assert_eq!(clean("ＡＫＩＡ\u{feff}9"), "AKIA9");
        assert_eq!(clean("٤١"), "41");
    }

    #[test]
    fn other_scripts_stay_themselves() {
        assert_eq!(fold("パスワード"), "パスワード");
        assert_eq!(fold("한국어"), "한국어");
        assert_eq!(fold("пароль"), "пароль");
    }
}
