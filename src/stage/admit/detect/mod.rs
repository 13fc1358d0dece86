//! What admission looks for in a text: pure functions of the text alone.
//!
//! Each is a floor, not a ceiling: hand-written scanners that know the common shapes, take time
//! linear in the text (`n log n` for a run of combining marks) and never panic. None of them reads
//! a clock, a policy or the store, and none returns a part of the text but [`forbidden_character`],
//! so that a refusal has nothing to repeat.
//!
//! - [`find_secret`]: does it hold a credential, a card or an account?
//! - [`is_instruction`]: does it try to command the model that will read it?
//! - [`is_speculation`]: does it hedge?
//! - [`forbidden_character`]: does it hold a character that nobody sees?
//! - [`sentences`]: how many claims could it be?

mod claims;
mod fold;
mod instructions;
mod phrases;
mod secrets;
mod speculation;

pub use crate::tidy::forbidden as forbidden_character;
pub use claims::sentences;
pub use instructions::is_instruction;
pub use secrets::{Secret, find as find_secret};
pub use speculation::is_speculation;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Every detector, one after the other.
    fn run_all(text: &str) {
        find_secret(text);
        is_instruction(text);
        is_speculation(text);
        let _ = forbidden_character(text);
        sentences(text);
    }

    proptest! {
        #[test]
        fn any_text_is_taken(text in any::<String>()) {
            run_all(&text);
        }

        #[test]
        fn pieces_of_what_is_looked_for_are_taken(
            pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..40),
        ) {
            run_all(&pieces.concat());
        }
    }

    /// Fragments that lead the scanners deep, and break off.
    const PIECES: &[&str] = &[
        "-----BEGIN",
        " PRIVATE KEY",
        "AKIA",
        "sk-",
        "eyJ",
        ".",
        ":",
        "=",
        "://",
        "@",
        "password",
        "密码",
        "是",
        "pin",
        " is ",
        "4111",
        " 1111",
        "GB82",
        "sort code",
        "bearer ",
        "token ",
        "token_",
        "ignore",
        " all",
        " previous",
        " instructions",
        "![",
        "](",
        "http",
        "?",
        "<|",
        "%20",
        "%e",
        "\\u00",
        "\\ud83d",
        "6a6b",
        "aGVsbG8",
        "01101000 ",
        "\u{200b}",
        "\u{200d}",
        "\u{1f3f4}",
        "\u{e0067}",
        "\u{e007f}",
        "\u{fe0f}",
        "👩",
        "م",
        "Dr.",
        " ",
        "\n",
        "U.S.",
        "3.",
        "。",
        "\u{301}",
        "ﷺ",
        "İ",
        "x",
    ];

    /// No assertion on the clock: a quadratic scanner would make this test hang.
    #[test]
    fn long_adversarial_texts_are_read_through() {
        const LENGTH: usize = 10_000;
        for (piece, next) in PIECES.iter().zip(&PIECES[1..]) {
            run_all(&piece.repeat(LENGTH / piece.len()));
            let pair = [*piece, *next].concat();
            run_all(&pair.repeat(LENGTH / pair.len()));
        }
    }
}
