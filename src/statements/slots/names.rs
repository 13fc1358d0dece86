//! Names of people, animals and organisations.

use super::super::predicates::Table;
use super::super::tokens::Token;

/// A name of up to five words: capitals, with particles between (`van`, `de la`), initials, a title. Typed
/// without capitals, one or two words that are no usual ones.
pub fn is_name(table: &Table, tokens: &[Token]) -> bool {
    let words = tokens.iter().filter(|token| token.word).count();
    if words == 0 || words > 5 || table.set("no names").any(tokens) {
        return false;
    }
    let marks_fit =
        tokens.iter().enumerate().all(|(at, token)| token.word || (at > 0 && is_inside(token, &tokens[at - 1])));
    let numbered =
        tokens.iter().any(|token| token.text.contains(|letter: char| letter.is_ascii_digit() || letter == '@'));
    if !marks_fit || numbered || !tokens[0].word {
        return false;
    }
    written(table, tokens, 1) || (typed(tokens) && words <= 2 && !table.set("no typed names").any(tokens))
}

/// A name that is certainly one: capitals, and no nationality, language or belief.
pub fn is_proper(table: &Table, tokens: &[Token]) -> bool {
    let adjectives = ["nationality", "language", "religion", "politics", "diet"];
    let first = tokens.get(..1).unwrap_or_default();
    is_name(table, tokens)
        && (tokens.first().is_some_and(is_capital)
            || tokens.len() > 1 && table.set("titles").whole(first).is_some()
            || table.set("forename").whole(tokens).is_some())
        && !adjectives.iter().any(|name| table.set(name).whole(tokens).or(table.set(name).whole(first)).is_some())
}

/// Nothing but marks.
pub fn is_only_marks(tokens: &[Token]) -> bool {
    tokens.iter().all(|token| !token.word)
}

/// A firm, a school: as a name, longer, with `&` and numbers in it.
pub fn is_org(table: &Table, tokens: &[Token]) -> bool {
    let words = tokens.iter().filter(|token| token.word).count();
    let marks_fit = tokens.iter().enumerate().all(|(at, token)| {
        let between = at > 0 && tokens.get(at + 1).is_some_and(is_capital) && is_capital(&tokens[at - 1]);
        let dashed = between && matches!(token.text.as_str(), "-" | "–");
        token.word
            || dashed
            || matches!(token.text.as_str(), "&" | "'")
            || (at > 0 && is_inside(token, &tokens[at - 1]))
    });
    let edges = tokens.first().is_some_and(|token| token.word) && tokens.last().is_some_and(|token| token.word);
    if words == 0 || words > 7 || !marks_fit || !edges || table.set("no orgs").any(tokens) {
        return false;
    }
    let school = || {
        let (last, names) = without_article(table, tokens).split_last()?;
        (!names.is_empty() && typed(tokens) && table.set("schools").has(&last.text)).then_some(())
    };
    written(table, tokens, 1)
        || table.set("company").whole(without_article(table, tokens)).is_some()
        || school().is_some()
}

/// A firm that one leaves: no city, and nothing that one merely uses.
pub fn is_left(table: &Table, tokens: &[Token]) -> bool {
    let words: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    let used = ["no employers", "no places"].iter().any(|name| table.set(name).any(tokens));
    is_org(table, tokens) && !used && !super::super::gazetteer::knows_city(&words.join(" "))
}

/// Capitals, with particles between. Scripts without capitals are taken as they are.
pub fn written(table: &Table, tokens: &[Token], least: usize) -> bool {
    let body = without_article(table, tokens);
    let capitals = body.iter().filter(|token| is_capital(token)).count();
    let fits = |token: &Token| {
        !token.word || is_capital(token) || table.set("name particles").whole(core::slice::from_ref(token)).is_some()
    };
    let ends = |token: Option<&Token>| token.is_some_and(|token| is_capital(token) || !token.word);
    capitals >= least && ends(body.first()) && ends(body.last()) && body.iter().all(fits)
}

/// `the Netherlands` as `Netherlands`.
pub fn without_article<'t>(table: &Table, tokens: &'t [Token]) -> &'t [Token] {
    let article =
        tokens.first().is_some_and(|token| table.set("articles").whole(core::slice::from_ref(token)).is_some());
    if article { &tokens[1..] } else { tokens }
}

/// A capital, a digit, or a letter of a script that has neither.
fn is_capital(token: &Token) -> bool {
    token.capital
        || token
            .text
            .starts_with(|letter: char| letter.is_ascii_digit() || (letter.is_alphabetic() && !letter.is_lowercase()))
}

fn typed(tokens: &[Token]) -> bool {
    let plain = |token: &Token| {
        !token.capital
            && token.word
            && token.text.chars().count() > 1
            && token.text.chars().all(|letter| letter.is_alphabetic() || letter == '-' || letter == '\'')
    };
    tokens.iter().all(plain)
}

/// The full stop of an abbreviation or an initial: `St.`, `J.`.
fn is_inside(mark: &Token, before: &Token) -> bool {
    mark.text == "." && before.word && mark.start == before.end && before.text.chars().count() <= 4
        || (mark.text == "・")
}
