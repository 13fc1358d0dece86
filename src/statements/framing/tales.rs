//! Frames that words open: a text is to be translated, a tale or a role begins, something is supposed.

use super::canvas::{Canvas, place};
use super::heads::{self, Voice};
use super::lines::is_rule;
use super::vocabulary::{after, holds, holds_any, is_all, vocabulary};
use super::voices;
use crate::statements::sentences::sentences;
use crate::statements::words::{Word, is_sign, words};
use crate::types::{Frame, Span};
use core::ops::Range;

/// Whether what a sentence says follows it.
fn ends_in_colon(text: &str, end: usize) -> bool {
    text[..end].ends_with([':', '：'])
}

/// How far a frame reaches that is open.
#[derive(Clone, Copy, PartialEq)]
enum Reach {
    /// The sentence that opens it.
    Sentence,
    /// To the next blank line that is not just below the opening.
    Paragraph,
    /// To the end, or to words that close it.
    Text,
}

#[derive(Clone, Copy)]
struct Open {
    frame: Frame,
    reach: Reach,
    /// Whether anything was said in it yet.
    is_begun: bool,
    /// What stands below the opening, and with which the frame ends.
    below: Below,
}

#[derive(Clone, Copy, PartialEq)]
enum Below {
    List,
    /// A line that parts, to the next of them.
    Rule,
    Text,
}

/// Follows the sentences of the speaker's own in order: one that opens a frame and those after it are in it.
pub fn tales(canvas: &mut Canvas) {
    let mut open: Option<Open> = None;
    let mut last = 0;
    let sentences = own_sentences(canvas);
    judged(canvas, &sentences);
    voices::interviews(canvas, &sentences);
    for span in sentences {
        let (start, end) = (span.start as usize, span.end as usize);
        let between = &canvas.text[last..start];
        let is_apart = has_blank_line(between);
        last = end;
        let ends = |open: Open| match open.below {
            Below::List => is_apart && !is_listed(&canvas.text[start_of_line(canvas.text, start)..]),
            Below::Rule => open.is_begun && between.lines().any(is_rule),
            Below::Text => is_apart && open.reach == Reach::Paragraph && open.is_begun,
        };
        if open.is_some_and(ends) {
            open = None;
        }
        if !canvas.is_own(start) {
            continue;
        }
        let sentence = &canvas.text[start..end];
        let words = words(sentence);
        if open.is_some_and(|open| returns(&words, open.frame)) || closes(&words) && !ends_in_colon(canvas.text, end) {
            open = None;
            continue;
        }
        if let Some(open) = open.as_mut().filter(|open| open.frame == Frame::Material || open.reach == Reach::Text) {
            open.is_begun = true;
            canvas.paint(start..end, open.frame);
            continue;
        }
        match opening(canvas, start, end, &words) {
            Some((frame, reach)) => {
                canvas.paint(start..end, frame);
                let (is_begun, below) = (false, below(&canvas.text[end..]));
                open = (reach != Reach::Sentence).then_some(Open { frame, reach, is_begun, below }).or(open);
            }
            None => {
                if let Some(open) = open.as_mut() {
                    open.is_begun = true;
                    canvas.paint(start..end, open.frame);
                }
            }
        }
    }
}

fn own_sentences(canvas: &Canvas) -> Vec<Span> {
    let own = canvas.own().into_iter();
    own.flat_map(|run| sentences(canvas.text, Span { start: place(run.start), end: place(run.end) })).collect()
}

/// The last sentence that speaks about the words before it (`Does that sound polite?`, `Translate the above`) makes a
/// text of them, unless some are marked as one already.
fn judged(canvas: &mut Canvas, sentences: &[Span]) {
    const CLOSING: usize = 3;
    let words_of = |span: &Span| words(&canvas.text[span.start as usize..span.end as usize]);
    let mut more = 0;
    let found = sentences.iter().rposition(|span| {
        let spoken = words_of(span);
        let ends = more <= CLOSING;
        more += spoken.len();
        judges(&spoken) || ends && asks_for_it(&spoken)
    });
    let Some(first) = sentences.first().zip(found).filter(|(_, at)| *at > 0).map(|(first, _)| first.start as usize)
    else {
        return;
    };
    let end = sentences[found.unwrap_or(0)].start as usize;
    let marked = canvas.text[..end].char_indices().any(|(at, c)| c.is_alphanumeric() && !canvas.is_own(at));
    if !marked {
        canvas.paint(first..end, Frame::Material);
    }
}

/// `How does that sound?`, `Who am I?`
fn judges(spoken: &[Word]) -> bool {
    holds("judged", spoken) || is_all("riddles", after(&["openings"], spoken)) || closes(spoken)
}

/// `That was the mail.`
fn closes(spoken: &[Word]) -> bool {
    vocabulary().begins("closes", spoken) > 0 && holds("texts", spoken) && !holds("no texts", spoken)
}

/// `Please translate this`, with nothing after it.
fn asks_for_it(spoken: &[Word]) -> bool {
    const LONGEST: usize = 10;
    let asked = after(&["openings", "asking"], spoken);
    spoken.len() <= LONGEST && works_on(asked, spoken) && (holds("this", spoken) || holds("that", spoken))
}

/// Whether a request of a text's language begins or stands in a sentence.
fn works_on(asked: &[Word], spoken: &[Word]) -> bool {
    vocabulary().begins("requests", asked) > 0 || holds("requests anywhere", spoken)
}

fn start_of_line(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

/// What begins below an opening.
fn below(rest: &str) -> Below {
    match rest.trim_start_matches(|c: char| c.is_whitespace() || c == ':') {
        rest if rest.lines().next().is_some_and(is_rule) => Below::Rule,
        rest if is_listed(rest) => Below::List,
        _ => Below::Text,
    }
}

/// Whether a line begins with the mark of a list.
fn is_listed(line: &str) -> bool {
    let body = line.trim_start_matches([' ', '\t']);
    let digits = body.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = digits.len() < body.len() && digits.starts_with(['.', ')']);
    is_number || ["- ", "* ", "• ", "– ", "+ ", "· "].iter().any(|mark| body.starts_with(mark))
}

fn has_blank_line(between: &str) -> bool {
    let mut lines = between.split('\n');
    // The last piece is the beginning of the next sentence's line.
    lines.next_back();
    lines.skip(1).any(|line| line.trim().is_empty())
}

/// Whether a sentence closes a frame: the speaker comes back to himself.
fn returns(words: &[Word], frame: Frame) -> bool {
    let section = if frame == Frame::Material { "returns of texts" } else { "returns" };
    (0..words.len().min(3)).any(|from| {
        (from == 0 || is_all("openings", &words[..from])) && vocabulary().begins(section, &words[from..]) > 0
    })
}

/// The frame that a sentence opens, and how far it reaches.
fn opening(canvas: &Canvas, start: usize, end: usize, words: &[Word]) -> Option<(Frame, Reach)> {
    let sentence = &canvas.text[start..end];
    let parts = |(at, c): &(usize, char)| is_colon(sentence, *at, *c) || is_dash(sentence, *at, *c);
    let colon = sentence.char_indices().find(parts).map(|(at, c)| (at, at + c.len_utf8()));
    let before = colon.map_or(words, |(at, _)| &words[..words.partition_point(|word| word.end <= at)]);
    let told = colon.map(|(_, after)| start + after);
    let spoken = after(&["openings"], before);
    let is_label = told.is_some() && is_all("labels", spoken);
    if spoken.is_empty() || is_label || vocabulary().begins("no frame", spoken) > 0 {
        return None;
    }
    let found = requested(canvas, end, before, told)
        .or_else(|| named(canvas, before, told, end, sentence))
        .or_else(|| announced(canvas, spoken, end, sentence))
        .or_else(|| cast(spoken, sentence))
        .or_else(|| imagined(spoken, words, sentence))
        .or_else(|| headed(canvas, start..end, before, told));
    let (frame, reach) = found?;
    let is_quote_like = matches!(frame, Frame::Material | Frame::Quoted);
    if is_quote_like && is_satisfied(canvas, told, end) {
        return Some((frame, Reach::Sentence));
    }
    Some((frame, reach))
}

/// A colon before words, not one of a time or an address.
fn is_colon(text: &str, at: usize, c: char) -> bool {
    let after = &text[at + c.len_utf8()..];
    match c {
        '：' => true,
        ':' => after.chars().next().is_none_or(|c| c.is_whitespace() || is_sign(c) || "*\"'„“«`".contains(c)),
        _ => false,
    }
}

/// `Testimonial - I live in Rome`, `Here is a mail that I got - Hello, …`: a dash behind the name of a text.
fn is_dash(text: &str, at: usize, c: char) -> bool {
    const NEAR: usize = 60;
    let apart = || text[..at].ends_with(' ') && text[at + c.len_utf8()..].starts_with(' ');
    let shows = |spoken: &[Word]| vocabulary().begins("shows", spoken) > 0 && holds("texts", spoken);
    let names = |spoken: &[Word]| is_all("texts", spoken) || shows(spoken);
    matches!(c, '-' | '–' | '—') && at < NEAR && apart() && names(&words(&text[..at]))
}

/// `Translate into German:`, `Can you proofread this?`
fn requested(canvas: &Canvas, end: usize, before: &[Word], told: Option<usize>) -> Option<(Frame, Reach)> {
    let asked = after(&["openings", "asking"], before);
    let begins = |section: &str| vocabulary().begins(section, asked);
    let of_text = begins("requests").max(begins("requests of any"));
    let is_request = of_text > 0 || works_on(asked, before);
    let names_text = begins("requests") > 0 && holds("texts", before) && !holds("no texts", before);
    let pointed = told.is_some() || holds("this", before) || names_text;
    // `Put into Spanish, please.`
    const TONGUES: [&str; 2] = ["slot tongue", "slot language"];
    let known = ["stop words", "asking"].into_iter().chain(TONGUES);
    let names = |word: &Word| known.clone().any(|section| is_all(section, core::slice::from_ref(word)));
    let of_none = asked.get(of_text..).unwrap_or_default();
    let short = if asked.first().is_some_and(|word| word.text.starts_with(is_sign)) { 16 } else { 5 };
    let is_bare = (of_text > 0 || is_request && short > 5) && asked.len() <= short && ends_line(&canvas.text[end..])
        || of_text > 0
            && !of_none.is_empty()
            && of_none.iter().all(names)
            && TONGUES.iter().any(|tongues| holds(tongues, of_none));
    let opens = (is_request || begins("requests of this") > 0) && pointed || is_bare;
    (opens || judges(before)).then_some((Frame::Material, Reach::Text))
}

/// `His profile: …`, `# About Tom`
fn headed(canvas: &Canvas, span: Range<usize>, before: &[Word], told: Option<usize>) -> Option<(Frame, Reach)> {
    let Some(told) = told else {
        return heads::is_heading(canvas, span.start, span.end, before).then_some((Frame::Quoted, Reach::Text));
    };
    if heads::is_own(before, &canvas.text[span.start..told]) {
        return None;
    }
    match heads::voice(heads::told_after(canvas, told)) {
        Voice::Named => Some((Frame::Quoted, Reach::Paragraph)),
        // Not in `My favourite song: Yesterday`.
        Voice::Meant if heads::names_text(before) => Some((Frame::Quoted, Reach::Paragraph)),
        _ => None,
    }
}

fn ends_line(rest: &str) -> bool {
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() && c != '\n' && c != '\r');
    rest.starts_with(['\n', '\r']) && !rest.trim().is_empty()
}

/// `Here is my draft:`, `She said:`
fn named(canvas: &Canvas, before: &[Word], told: Option<usize>, end: usize, sentence: &str) -> Option<(Frame, Reach)> {
    const LONGEST: usize = 12;
    let told = told.filter(|_| before.len() <= LONGEST);
    if is_all("labels", before) || holds("no texts", before) {
        return None;
    }
    let ends_in = |section: &str| {
        let from = before.len().saturating_sub(if holds("this", before) { 6 } else { 4 });
        (from..before.len()).any(|at| vocabulary().begins(section, &before[at..]) > 0)
    };
    if ends_in("sayings") && (told.is_some() || holds("this", before) && !sentence.contains('?')) {
        return Some((Frame::Quoted, Reach::Paragraph));
    }
    // `I live in Leeds, said the man.`
    if told.is_none() && is_told_after(before, sentence) && !holds("reports", before) {
        return Some((Frame::Quoted, Reach::Paragraph));
    }
    let ends_saying = |at: usize| at > 0 && at + vocabulary().begins("sayings", &before[at..]) == before.len();
    let says = (before.len().saturating_sub(3)..before.len()).any(ends_saying);
    let is_mine = || holds_any(&["i", "we", "you"], before);
    if says && told.is_none() && before.len() <= LONGEST && ends_line(&canvas.text[end..]) && !is_mine() {
        return Some((Frame::Quoted, Reach::Paragraph));
    }
    let told = told?;
    let rest = &canvas.text[told..];
    let is_address = rest.split_whitespace().next().is_some_and(|word| word.contains('@'));
    (holds("texts", before) && !is_address).then_some((Frame::Material, Reach::Text))
}

/// Whether a sentence's words are somebody's, who is named after them: a comma, then at most three words that say so.
fn is_told_after(spoken: &[Word], sentence: &str) -> bool {
    const TELLER: usize = 4;
    let Some(comma) = sentence.rfind([',', '，', '»', '—', '–']) else { return false };
    let teller = &spoken[spoken.partition_point(|word| word.start < comma)..];
    let ends = teller.len() < spoken.len() && (2..=TELLER).contains(&teller.len());
    let speaks = || heads::voice(&sentence[..comma]) == Voice::Named;
    ends && holds("sayings", teller) && !holds_any(&["i", "we", "my", "you"], teller) && speaks()
}

/// `Below is a letter from my landlord.`, `Example sentences` above a list.
fn announced(canvas: &Canvas, spoken: &[Word], end: usize, sentence: &str) -> Option<(Frame, Reach)> {
    const HEADING: usize = 3;
    const NAMED: usize = 8;
    let is_text = holds("texts", spoken) && !holds("no texts", spoken);
    let is_line = ends_line(&canvas.text[end..]);
    let is_heading = spoken.len() <= HEADING && sentence.ends_with(char::is_alphanumeric) && is_line;
    let shows = vocabulary().begins("shows", spoken) > 0 && !sentence.contains(['@', '?', ',']);
    // `An excerpt from his diary.`
    let is_named = is_line
        && is_text
        && spoken.first().is_some_and(|first| first.start == 0)
        && spoken.len() <= NAMED
        && !sentence.ends_with(['!', '?', '！', '？'])
        && !holds_any(&["i", "my", "we", "you"], spoken);
    // `Her dating profile, is it good?` above what stands apart.
    let is_shown = is_line
        && is_text
        && spoken.len() <= NAMED
        && has_blank_line(&canvas.text[end..canvas.text.len() - canvas.text[end..].trim_start().len()])
        && (holds("this", spoken) || holds("that", spoken))
        && !holds_any(&["i", "we", "you"], spoken);
    let announces = is_named
        || is_shown
        || holds("announces", spoken)
        || is_text && (is_heading || shows)
        || is_line && holds("received", spoken);
    announces.then_some((Frame::Material, Reach::Text))
}

/// `You are Tom, a pirate.`, `I'm playing The Sims.`: a name follows.
fn cast(spoken: &[Word], sentence: &str) -> Option<(Frame, Reach)> {
    let length = vocabulary().begins("roles", spoken);
    let next = spoken.get(length).filter(|_| length > 0)?;
    let is_named = sentence.get(next.start..)?.starts_with(char::is_uppercase);
    is_named.then_some((Frame::Fiction, Reach::Text))
}

/// `Pretend you are …`, `In my dream I …`, `Suppose the following.`
fn imagined(spoken: &[Word], words: &[Word], sentence: &str) -> Option<(Frame, Reach)> {
    const SHORTEST: usize = 3;
    let asked = after(&["openings", "asking"], spoken);
    let begins = |section: &str| vocabulary().begins(section, spoken) > 0 || vocabulary().begins(section, asked) > 0;
    let is_question = sentence.trim_end().ends_with(['?', '？']);
    if vocabulary().begins("no frame", asked) > 0 {
        return None;
    }
    // `In my dreams!` speaks of what was said before it.
    let is_more = words.len() > SHORTEST;
    if begins("fiction") || is_more && holds("fiction inside", words) {
        return Some((Frame::Fiction, if is_question { Reach::Paragraph } else { Reach::Text }));
    }
    if begins("supposed") || holds("supposed inside", words) {
        return Some((Frame::Supposed, if is_question { Reach::Sentence } else { Reach::Paragraph }));
    }
    None
}

/// Whether what a sentence announces is marked as somebody else's already: a quotation, a block of code.
fn is_satisfied(canvas: &Canvas, told: Option<usize>, end: usize) -> bool {
    let from = told.unwrap_or(end);
    let rest = &canvas.text[from..];
    let whole =
        canvas.text.get(from..end).unwrap_or_default().trim_matches(|c: char| c.is_whitespace() || ".!?。".contains(c));
    // `Translate: "dog".`
    if whole.starts_with(['"', '“', '„', '«', '「', '\'', '‘'])
        && whole.ends_with(['"', '”', '“', '»', '」', '\'', '’'])
        && whole.len() > 2
    {
        return true;
    }
    let begin = from
        + (rest.len() - rest.trim_start_matches(|c: char| !c.is_alphanumeric() && !"<>`~\"'“„«「『".contains(c)).len());
    let marked = canvas.frame(begin).is_some_and(|frame| matches!(frame, Frame::Quoted | Frame::Code | Frame::Tagged));
    marked && !canvas.text[canvas.end_of(begin)..].trim_start().starts_with(char::is_lowercase)
}
