//! A long text in parts that a claim may be as long as.

use crate::types::Span;

/// Cuts a text between paragraphs, sentences or words, whichever comes first in this order in the later half
/// of a part. Every character that shows something is in exactly one part.
pub fn parts(text: &str, most: u32) -> Vec<Span> {
    let most = most.max(1) as usize;
    let (mut spans, mut at) = (Vec::new(), 0);
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = text[at..].trim_end();
        let Some((limit, _)) = rest.char_indices().nth(most) else {
            spans.extend(span(at, at + rest.len()).filter(|_| !rest.is_empty()));
            return spans;
        };
        let end = cut(&rest[..limit], &rest[limit..]);
        let part = rest[..end].trim_end();
        spans.extend(span(at, at + part.len()));
        at += end;
    }
}

/// Where to cut, so that something is left of the part.
fn cut(part: &str, after: &str) -> usize {
    if after.starts_with(char::is_whitespace) && part.ends_with(ends_sentence) {
        return part.len();
    }
    let half = part.len() / 2;
    let paragraph = part.rfind("\n\n").filter(|at| *at > half);
    let sentence = || last(part, |before, c| ends_sentence(before) && c.is_whitespace() || c == '\n');
    let wide = || part.rfind(['。', '！', '？']).and_then(|at| Some(at + part[at..].chars().next()?.len_utf8()));
    let word = || part.rfind(char::is_whitespace).filter(|at| *at > 0);
    let later = |at: &usize| *at > half;
    paragraph
        .or_else(|| sentence().filter(later))
        .or_else(|| wide().filter(later))
        .or_else(|| after.starts_with(char::is_whitespace).then_some(part.len()))
        .or_else(word)
        .unwrap_or(part.len())
}

fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？')
}

/// The last place whose character and the one before it are as wanted.
fn last(part: &str, wanted: impl Fn(char, char) -> bool) -> Option<usize> {
    let pairs = part.char_indices().zip(part.char_indices().skip(1));
    pairs.filter(|((_, before), (_, c))| wanted(*before, *c)).map(|(_, (at, _))| at).last()
}

fn span(start: usize, end: usize) -> Option<Span> {
    Some(Span { start: u32::try_from(start).ok()?, end: u32::try_from(end).ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut_up(text: &str, most: u32) -> Vec<&str> {
        let spans = parts(text, most);
        spans.iter().map(|span| &text[span.start as usize..span.end as usize]).collect()
    }

    #[test]
    fn a_short_text_is_one_part() {
        assert_eq!(cut_up("  hello \n", 2_000), ["hello"]);
        assert!(cut_up(" \n\t", 2_000).is_empty());
    }

    #[test]
    fn a_long_text_is_cut_between_sentences_before_words() {
        assert_eq!(cut_up("I came. I saw it all.", 12), ["I came.", "I saw it", "all."]);
        assert_eq!(cut_up("I came. I saw it.", 10), ["I came.", "I saw it."]);
        assert_eq!(cut_up("one two three", 7), ["one two", "three"]);
        assert_eq!(cut_up("今日は。明日は雨。", 6), ["今日は。", "明日は雨。"]);
    }

    #[test]
    fn what_has_no_place_to_cut_is_cut_anywhere_but_in_a_character() {
        assert_eq!(cut_up("äöüäöü", 4), ["äöüä", "öü"]);
        assert_eq!(cut_up("ab", 0), ["a", "b"]);
    }

    #[test]
    fn nothing_is_lost_and_no_part_is_too_long() {
        let text = "Wörter, die bleiben. Und  noch\n\nmehr davon!\tEin 'Zitat' … ".repeat(90);
        for most in [1, 2, 7, 30, 200, 1_999] {
            let cut = cut_up(&text, most);
            let shown = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            assert_eq!(shown(&cut.concat()), shown(&text), "{most}");
            assert!(cut.iter().all(|part| part.chars().count() <= most as usize && !part.is_empty()), "{most}");
        }
    }
}
