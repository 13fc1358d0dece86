//! Whether two ways of writing name one value: "Acme Corp." and "Acme", "the Globe" and "globe".

use crate::text::fold_name;

/// What a company's name may end with.
const FORMS: &[&str] = &[
    "ab",
    "ag",
    "as",
    "bv",
    "co",
    "company",
    "corp",
    "corporation",
    "gmbh",
    "inc",
    "incorporated",
    "kg",
    "kk",
    "limited",
    "llc",
    "llp",
    "ltd",
    "ltda",
    "nv",
    "oy",
    "plc",
    "pty",
    "sa",
    "sarl",
    "sas",
    "se",
    "spa",
    "srl",
];

/// What a name may begin with.
const ARTICLES: &[&str] = &[
    "a", "an", "the", "my", "der", "die", "das", "den", "dem", "ein", "eine", "le", "la", "les", "l", "un", "une",
    "el", "los", "las", "una", "o", "os", "um", "uma", "il", "lo", "gli", "de", "het", "een",
];

/// Whether both say the same thing.
pub fn same(one: &str, other: &str) -> bool {
    let (one, other) = (words(one), words(other));
    !one.is_empty() && one == other
}

/// Whether one is the other with words behind it: "Acme" of "Acme Robotics".
pub fn begins(short: &str, long: &str) -> bool {
    let (short, long) = (words(short), words(long));
    !short.is_empty() && short.iter().map(String::len).sum::<usize>() > 3 && long.starts_with(&short)
}

/// The words that tell it apart.
fn words(value: &str) -> Vec<String> {
    let folded = fold_name(value);
    let plain = folded.replace(['\'', '’', '.'], "");
    let all: Vec<&str> = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let first = all.iter().take(all.len().saturating_sub(1)).take_while(|word| ARTICLES.contains(word)).count();
    let last = all.iter().skip(first + 1).rev().take_while(|word| FORMS.contains(word)).count();
    all[first..all.len() - last].iter().map(|word| whole(word)).collect()
}

/// A word in full, and in the singular.
fn whole(word: &str) -> String {
    let plain = match word {
        "st" => "saint",
        word if word.len() > 3 && !word.ends_with("ss") => word.strip_suffix('s').unwrap_or(word),
        word => word,
    };
    plain.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_of_writing_are_one_value() {
        for (one, other) in [
            ("Acme Corp.", "Acme"),
            ("ACME, Inc", "acme"),
            ("the Globe", "Globe"),
            ("Zürich", "zurich"),
            ("St. Louis", "Saint Louis"),
            ("walnuts", "Walnut"),
            ("Café Noir S.A.", "cafe noir"),
            ("das Bauhaus GmbH", "Bauhaus"),
        ] {
            assert!(same(one, other) && same(other, one), "{one} / {other}");
        }
    }

    #[test]
    fn other_values_are_not() {
        for (one, other) in [
            ("York", "New York"),
            ("Leeds", "York"),
            ("", ""),
            ("...", "!"),
            ("Acme", "Acme Robotics"),
            ("Co", "Inc"),
            ("The", "A"),
            ("gas", "ga"),
        ] {
            assert!(!same(one, other), "{one} / {other}");
        }
    }

    #[test]
    fn a_name_may_be_cut_short() {
        assert!(begins("Acme", "Acme Robotics Ltd") && begins("New York", "new york city"));
        assert!(!begins("York", "New York") && !begins("New", "New York") && !begins("", "York"));
    }
}
