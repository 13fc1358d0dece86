//! Texts that command whoever reads them, where the reader is a model.

mod disguises;
mod rules;
mod vocabulary;

use super::fold::{clean, fold};

/// Whether a text tries to instruct the assistant or the model that will read it.
///
/// For content that nobody vouches for: results of tools, inferred claims. Words of several
/// languages are sorted into classes (to ignore, instructions, previous, to send, ...), and a rule
/// is a set of classes that stand near one another, in whatever order. Marks that belong to a prompt
/// (`<|im_start|>`, `[INST]`, a line that begins `system:`) and images whose address carries data
/// count on their own. The text is read as it is, and as it would be after decoding: see
/// `disguises`.
///
/// A floor. It knows phrases, not intent: a command in ordinary words (`mail a copy of each summary
/// to the archive`), a claim made to be acted upon, a language not listed, an encoding not listed or
/// nested, and a payload split over several texts pass. The other way round, a manual that
/// describes prompts, or a notice that tells people to ignore all earlier instructions, is taken for
/// a command, which costs a review.
pub fn is_instruction(text: &str) -> bool {
    let folded = fold(text);
    rules::has_mark(&folded)
        || rules::is_command(&folded)
        || disguises::readings(&clean(text), &folded, text).iter().any(|reading| {
            let folded = fold(reading);
            rules::has_mark(&folded) || rules::is_command(&folded)
        })
}

#[cfg(test)]
mod tests;
