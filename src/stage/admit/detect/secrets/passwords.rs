//! Passwords, PINs and wallet phrases: whatever a text says is one.
//!
//! A label (`password`, `Passwort`, `密码`), perhaps a few words of what it is for, then a colon, an
//! equals sign or a word for "is", then a value that is not an ordinary word. All on folded text.

mod labels;

use super::super::fold::is_ideographic;
use super::Secret;
use super::tokens::is_placeholder;
use labels::{Labels, OTHER_PASSES, PASSWORDS, PHRASES, PINS};

/// How much after a label is read, in characters.
const REACH: usize = 160;

/// The first labelled value, if any.
pub(super) fn find(folded: &str) -> Option<Secret> {
    let said = |labels: &Labels| {
        let names = labels.names.iter();
        names.into_iter().any(|name| labelled(folded, name, &|before, rest| is_password_after(before, rest, labels)))
    };
    let is_password = PASSWORDS.iter().any(said)
        || PINS.iter().any(|label| labelled(folded, label, &|_, rest| is_pin_after(rest)))
        || is_named_after(folded);
    let is_phrase = || PHRASES.iter().any(|label| labelled(folded, label, &|_, rest| is_phrase_after(rest)));
    if is_password {
        return Some(Secret::Password);
    }
    is_phrase().then_some(Secret::SeedPhrase)
}

/// Words that lead from a label to what it is for.
const QUALIFIERS: &[&str] = &[
    "for", "of", "to", "on", "at", "in", "fur", "furs", "zum", "zur", "vom", "von", "pour", "para", "per", "de", "del",
    "della", "do", "da", "du", "des", "number", "code", "there",
];

/// Words that lead from a label to its value.
const LINKS: &[&str] = &[
    "is", "was", "are", "=", ":", "=>", "->", "ist", "lautet", "war", "est", "es", "e", "era", "jest", "ar", "-",
    "\u{2013}", "\u{2014}", "equals", "это",
];

/// Words between a link and the value.
const FILLERS: &[&str] =
    &["now", "still", "currently", "set", "changed", "to", "just", "simply", "jetzt", "noch", "always"];

/// What stands after a link in ordinary talk about passwords.
const ORDINARY: &str = "a an the not no too very my your his her our their this that it at in on for of to \
    by from with under only also so as what who why where see ask use wrong incorrect \
    correct invalid valid weak strong safe secure unsafe insecure secret private \
    optional mandatory unknown known default none null empty blank long short new old \
    different same unique case-sensitive minimum maximum must should can will never \
    always good bad fine ok okay hard easy difficult gone lost forgotten written hidden \
    true false here there below above important necessary due about authentication \
    string falsch richtig sicher unsicher nicht zu ein eine das der die vergessen \
    abgelaufen geheim erforderlich incorrecte correcte oublie trop pas le la un une \
    obligatoire faible expire incorrecta correcta segura muy una el obligatoria \
    obligatorio debil fraca forte sbagliata corretta errada correta muito troppo que \
    required n/a";

/// Whether the label stands somewhere as a word, with such a value after it.
fn labelled(folded: &str, label: &str, is_after: &dyn Fn(&str, &str) -> bool) -> bool {
    folded.match_indices(label).any(|(at, _)| {
        let rest = &folded[at + label.len()..];
        let is_ideographic = label.starts_with(|letter| is_ideographic(letter) || is_thai(letter));
        let is_start = !folded[..at].ends_with(char::is_alphanumeric);
        let is_end = !rest.starts_with(|next: char| next.is_alphanumeric());
        (is_ideographic || is_start && is_end) && is_after(&folded[..at], within_reach(rest))
    })
}

fn within_reach(rest: &str) -> &str {
    rest.char_indices().nth(REACH).map_or(rest, |(end, _)| &rest[..end])
}

fn is_password_after(before: &str, rest: &str, labels: &Labels) -> bool {
    if labels.weak && is_other_pass(before) {
        return false;
    }
    match value_after(rest, labels) {
        Some(value) if labels.weak => is_mixed(bare(first_word(value.text))),
        Some(value) => is_secret(&value),
        None => is_bare_value(rest) && !(labels.weak && is_verb(before)),
    }
}

/// `we pass route66`: what stands before is no owner, and ends no clause.
fn is_verb(before: &str) -> bool {
    const OWNERS: &[&str] =
        &["", "my", "the", "his", "her", "our", "their", "wifi", "login", "with", "and", "new", "old"];
    let word = before.trim_end().rsplit(char::is_whitespace).next().unwrap_or("");
    !OWNERS.contains(&word) && word.ends_with(char::is_alphanumeric)
}

/// A pass to the hills, or a rate: `boarding pass`, `£200 pw`.
fn is_other_pass(before: &str) -> bool {
    let word = before.trim_end().rsplit(char::is_whitespace).next().unwrap_or("");
    OTHER_PASSES.contains(&word) || word.contains(|letter: char| letter.is_ascii_digit())
}

/// Letters and digits in one, which no date, time, version or measure is.
fn is_mixed(value: &str) -> bool {
    let digits = value.chars().filter(char::is_ascii_digit).count();
    let letters = value.chars().filter(|letter| letter.is_alphabetic()).count();
    let begins = value.chars().next().is_some_and(char::is_alphabetic) || letters >= 3;
    begins && digits > 0 && letters >= 2 && value.chars().count() >= 5 && !is_measure(value) && !is_placeholder(value)
}

fn is_thai(letter: char) -> bool {
    matches!(letter, '\u{e00}'..='\u{e7f}')
}

/// `password hunter2`: no link, but letters and digits mixed.
fn is_bare_value(rest: &str) -> bool {
    let Some(rest) = rest.strip_prefix(' ') else { return false };
    let word = bare(first_word(rest));
    let letters = word.chars().filter(|letter| letter.is_alphabetic()).count();
    let is_mixed = word.contains(|letter: char| letter.is_ascii_digit()) && letters >= 2;
    let begins = word.starts_with(char::is_alphabetic);
    is_mixed && begins && word.chars().count() >= 6 && word.chars().all(char::is_alphanumeric)
}

fn is_pin_after(rest: &str) -> bool {
    let text = value_after(rest, &PLAIN).map_or_else(|| rest.trim_start(), |value| value.text);
    let word = bare(first_word(text));
    (4..=8).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Twelve or more words as wallets use them.
fn is_phrase_after(rest: &str) -> bool {
    let text = value_after(rest, &PLAIN).map_or(rest, |value| value.text);
    let is_wallet_word =
        |word: &&str| (3..=8).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_lowercase());
    text.split([' ', ',', '.', '\n']).filter(|word| !word.is_empty()).take_while(is_wallet_word).count() >= 12
}

/// What is said to be the value, to the end of what is read.
struct Value<'text> {
    text: &'text str,
    link: Link,
}

/// What leads from a label to its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    /// A colon, an equals sign, or a Chinese, Japanese or Korean word for one.
    Sign,
    /// An English verb, or `lautet`: a plain word after it may be the value.
    Verb,
    /// A verb of another language, for which we do not know the ordinary words after it.
    ForeignVerb,
}

/// A label of no tongue in particular.
const PLAIN: Labels = Labels { names: &[], qualifiers: &[], links: &[], weak: false };

/// Walks from a label over its qualifiers to a link, and past it.
fn value_after<'text>(rest: &'text str, labels: &Labels) -> Option<Value<'text>> {
    const MOST_WORDS: usize = 8;
    let mut rest = rest.trim_start_matches(['"', '\'', '*', '_', ')', ']']);
    for count in 0..MOST_WORDS {
        rest = rest.trim_start();
        if let Some(text) = after_sign(rest) {
            return Some(text);
        }
        let word = first_word(rest);
        if LINKS.contains(&word) || labels.links.contains(&word) {
            let is_known = matches!(word, "is" | "was" | "equals" | "lautet");
            let link = if is_known { Link::Verb } else { Link::ForeignVerb };
            return Some(Value { text: after_fillers(&rest[word.len()..]), link });
        }
        let leads = QUALIFIERS.contains(&word) || labels.qualifiers.contains(&word);
        if count == 0 && !leads || word.is_empty() || word.ends_with(['.', '!', '?']) {
            return None;
        }
        let end = word.find([':', '=']).unwrap_or(word.len());
        rest = &rest[end..];
    }
    None
}

/// What follows a sign of assignment, or a Chinese, Japanese or Korean word for one.
fn after_sign(rest: &str) -> Option<Value<'_>> {
    const SIGNS: &[&str] = &[":", "=", "：", "是", "为", "為", "は", "が", "는", "은", "คือ"];
    let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign))?;
    let text = rest[sign.len()..].trim_start_matches([' ', '=', '>', ':']);
    Some(Value { text, link: Link::Sign })
}

fn after_fillers(rest: &str) -> &str {
    const MOST_FILLERS: usize = 3;
    let mut rest = rest.trim_start_matches([' ', ':', '=']);
    for _ in 0..MOST_FILLERS {
        let word = first_word(rest);
        let next = rest[word.len()..].trim_start();
        // "was changed to hunter2" gives it away, "was changed yesterday" does not.
        if FILLERS.contains(&word) && (!matches!(word, "changed" | "set") || next.starts_with("to ")) {
            rest = next;
        }
    }
    rest
}

/// Whether a value is no ordinary word, placeholder or path.
fn is_secret(value: &Value<'_>) -> bool {
    let Value { text, link } = *value;
    let is_quoted = text.starts_with(['"', '\'', '“', '„', '«', '「']);
    let word = first_word(text);
    let after = text[word.len()..].trim_start();
    let value = bare(word);
    let length = value.chars().count();
    if length < 3
        || is_placeholder(value)
        || value.starts_with(['/', '~'])
        || ORDINARY.split(' ').any(|word| word == value)
    {
        return false;
    }
    let digits = value.chars().filter(char::is_ascii_digit).count();
    let is_all_digits = digits == length;
    if is_quoted || digits > 0 && !is_measure(value) {
        return !is_all_digits || length >= 4;
    }
    if value.contains(|mark: char| mark.is_ascii_punctuation() && !"-'/.,_()".contains(mark)) {
        return true;
    }
    is_plain_secret(value, word, after, link)
}

/// Whether a word of letters alone is one: it is what the sentence ends in.
fn is_plain_secret(value: &str, word: &str, after: &str, link: Link) -> bool {
    let is_last = after.is_empty() || word.ends_with(['.', ',', ';', '!', '\n']) || after.starts_with('(');
    let is_participle = value.ends_with("ed") || value.ends_with("ing");
    let is_foreign = value.contains(is_ideographic);
    let is_allowed = match link {
        Link::Sign => true,
        Link::Verb => !is_participle,
        Link::ForeignVerb => false,
    };
    is_last && is_allowed && !is_foreign && value.chars().count() >= 4 && !word.ends_with('?')
}

/// `12th`, `8-character`, `2x`: a number and its unit.
fn is_measure(value: &str) -> bool {
    let unit = value.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let is_counted = value.len() - unit.len() <= 2 && !unit.is_empty();
    is_counted && (unit.len() <= 2 || unit.starts_with('-')) && !unit.contains(|digit: char| digit.is_ascii_digit())
}

/// To the next space, or to where another script begins.
fn first_word(rest: &str) -> &str {
    let mut is_ascii = false;
    let end = rest.find(|letter: char| {
        let is_turn = is_ascii && (is_ideographic(letter) || "。，、」".contains(letter));
        is_ascii |= letter.is_ascii_alphanumeric();
        letter.is_whitespace() || is_turn
    });
    &rest[..end.unwrap_or(rest.len())]
}

/// Without quotes around and marks behind.
fn bare(word: &str) -> &str {
    word.trim_start_matches(['"', '\'', '“', '„', '«', '「', '('])
        .trim_end_matches(['"', '\'', '”', '“', '»', '」', '.', ',', ';', ')', '!', '?', '。', '}'])
}

/// `hunter2 is my password`: the value before its label.
fn is_named_after(folded: &str) -> bool {
    const NAMES: &[&str] = &[
        " is my password",
        " is the password",
        " is her password",
        " is his password",
        " as my password",
        " as the password",
        " as password",
        " ist mein passwort",
        " est mon mot de passe",
        " es mi contrasena",
    ];
    NAMES.iter().any(|name| {
        folded.match_indices(name).any(|(at, _)| {
            let before = folded[..at].rsplit(char::is_whitespace).next().unwrap_or("");
            let value = bare(before);
            let digits = value.chars().filter(char::is_ascii_digit).count();
            digits > 0 && digits < value.len() && value.len() >= 5 && !is_measure(value)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Secret, find};

    #[track_caller]
    fn finds(expected: Secret, text: &str) {
        assert_eq!(find(text), Some(expected), "{text:?}");
    }

    #[test]
    fn passwords_are_found() {
        for text in [
            "my password is hunter2",
            "My password is horse.",
            "The password for the guest wifi is Sommer2024!",
            "password: hunter2",
            "Password:hunter2",
            "Password = correcthorse",
            "pwd=hunter2",
            "DB_PASSWORD=hunter2",
            "{\"password\": \"abcd\"}",
            "The password was changed to tr0ub4dor",
            "the password is now p@ss!word",
            "password is 'letmein' for everyone",
            "Log in as bob with password hunter2.",
            "hunter2 is my password",
            "Use hunter2 as the password.",
            "The passcode is 8421",
            "Wifi password for the office: blue-Falcon-7",
            "Door code is 4411#",
            "Mein Passwort ist Sommer24",
            "Das Passwort lautet geheim123",
            "Passwort: Sommer",
            "Kennwort: Sommer24",
            "Mon mot de passe est soleil99",
            "Mi contraseña es gato1234",
            "La contraseña del wifi es perro77",
            "Minha senha é flor2020",
            "La mia password è Roma2024",
            "Мой пароль: qwerty12",
            "パスワードは neko1234 です",
            "パスワードはneko1234です",
            "我的密码是abc12345",
            "密码：abc12345",
            "비밀번호는 abc12345",
        ] {
            finds(Secret::Password, text);
        }
    }

    #[test]
    fn pins_are_found() {
        for text in ["my PIN is 1234", "PIN: 12345", "pin 4711", "The PIN code for the card is 9876."] {
            finds(Secret::Password, text);
        }
        assert_eq!(find("The pin is bent."), None);
        assert_eq!(find("Spinning 1234 times"), None);
    }

    #[test]
    fn wallet_phrases_are_found() {
        let words = "apple river stone chair cloud tiger";
        finds(Secret::SeedPhrase, &format!("My seed phrase is {words} {words}"));
        finds(Secret::SeedPhrase, &format!("Recovery phrase: {words} {words}."));
        assert_eq!(find(&format!("The list is {words} {words}")), None);
    }

    #[test]
    fn placeholders_are_not() {
        for text in [
            "password: ********",
            "password=<password>",
            "password: ${DB_PASSWORD}",
            "PWD=/home/bob",
            "password: xxxxxxxx",
            "Password: see below",
            "Password length: 12 characters",
        ] {
            assert_eq!(find(text), None, "{text:?}");
        }
    }
}
