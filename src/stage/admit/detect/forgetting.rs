//! Requests to forget.

use super::fold::fold;
use super::phrases::{is_stop, matched, words};

/// Whether a text asks to forget something, and nowhere says not to.
///
/// Looks for the common words of asking in English, German, French, Spanish, Portuguese, Italian, Dutch,
/// Chinese and Japanese. One that is negated (`don't forget`, `vergiss nicht`) or is no request (`I always
/// forget`) takes the whole text out.
///
/// A floor. It reads words, not meaning: a request in other words or another language is not seen; `did
/// you forget it?` is taken for one.
pub fn asks_to_forget(text: &str) -> bool {
    let folded = fold(text);
    let words = words(&folded);
    let asked: Vec<(usize, usize)> = (0..words.len()).filter_map(|at| Some((at, asking(words.get(at..)?)?))).collect();
    !asked.is_empty() && asked.iter().all(|(at, length)| is_request(&words, *at, *length))
}

/// How many words ask at the start of these.
fn asking(words: &[&str]) -> Option<usize> {
    ASKING.iter().map(|phrase| matched(phrase, words)).find(|length| *length > 0)
}

fn is_request(words: &[&str], at: usize, length: usize) -> bool {
    let before = words.iter().take(at).rev().take_while(|word| !is_stop(word));
    let negated = before.clone().take(3).any(|word| NOT.contains(word));
    let told = before.take(1).any(|word| TELLING.contains(word));
    let after = words.iter().skip(at + length).take(2).take_while(|word| !is_stop(word));
    !negated && !told && !after.clone().any(|word| NOT_AFTER.contains(word))
}

const ASKING: &[&str] = &[
    "forget",
    "delete",
    "erase",
    "remove",
    "stop remembering",
    "no longer remember",
    "vergiss",
    "vergessen sie",
    "losche",
    "loschen",
    "entferne",
    "entfernen",
    "oublie",
    "oubliez",
    "oublier",
    "efface",
    "effacez",
    "effacer",
    "supprime",
    "supprimez",
    "supprimer",
    "olvida",
    "olvide",
    "olvidar",
    "borra",
    "borre",
    "borrar",
    "elimina",
    "elimine",
    "eliminar",
    "esqueca",
    "esquece",
    "esquecer",
    "apague",
    "apaga",
    "apagar",
    "dimentica",
    "dimenticare",
    "cancella",
    "cancellare",
    "eliminare",
    "vergeet",
    "verwijder",
    "忘记",
    "忘記",
    "忘掉",
    "删除",
    "刪除",
    "忘れて",
    "削除して",
    "消して",
];

/// Before it, within three words.
const NOT: &[&str] = &[
    "not",
    "don't",
    "dont",
    "never",
    "won't",
    "wont",
    "can't",
    "cannot",
    "couldn't",
    "didn't",
    "doesn't",
    "shouldn't",
    "wouldn't",
    "mustn't",
    "without",
    "nicht",
    "nie",
    "ne",
    "n",
    "jamais",
    "no",
    "nunca",
    "nao",
    "jamas",
    "non",
    "mai",
    "niet",
    "nooit",
    "不",
    "别",
    "別",
    "勿",
    "没",
    "沒",
];

/// Right before it, where it is told and not asked.
const TELLING: &[&str] =
    &["i", "i'll", "i'd", "we", "always", "often", "sometimes", "j", "je", "ich", "yo", "eu", "io"];

/// Within two words after it.
const NOT_AFTER: &[&str] =
    &["not", "never", "nothing", "nicht", "nie", "nichts", "pas", "jamais", "rien", "niet", "nooit"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_seen() {
        for text in [
            "Forget that I live in York.",
            "please FORGET my phone number",
            "Can you delete what I said about Bob?",
            "I live in York. Erase that.",
            "I want you to forget my address.",
            "Stop remembering my birthday.",
            "Vergiss, dass ich in York wohne.",
            "Bitte lösche meine Adresse.",
            "Oublie mon adresse.",
            "Olvida mi dirección.",
            "Esqueça o meu endereço.",
            "Dimentica il mio indirizzo.",
            "Vergeet mijn adres.",
            "请忘记我的地址",
            "住所を忘れてください",
        ] {
            assert!(asks_to_forget(text), "{text}");
        }
    }

    #[test]
    fn what_says_not_to_or_only_tells_is_none() {
        for text in [
            "",
            "I live in York.",
            "Don't forget that I live in York.",
            "Never forget my birthday. Forget the rest.",
            "Do not ever delete this.",
            "I always forget my keys.",
            "I forget where York is.",
            "I'll never forget York.",
            "Vergiss nicht, dass ich in York wohne.",
            "Vergiss bitte nicht meine Adresse.",
            "N'oublie pas mon adresse.",
            "J'oublie tout.",
            "No olvide mi cumpleaños.",
            "Non dimenticare il mio indirizzo.",
            "不要忘记我的地址",
            "The forgetful man removed his hat.",
        ] {
            assert!(!asks_to_forget(text), "{text}");
        }
    }
}
