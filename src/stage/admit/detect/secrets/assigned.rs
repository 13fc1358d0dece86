//! Random-looking values beside a word that says what they are.

use super::Secret;
use super::tokens::{entropy, is_random};

/// How far after its label a value may stand, in bytes.
const REACH: usize = 60;
/// How much of a value is read, in bytes.
const LONGEST_READ: usize = 200;

/// A header that carries a credential: bearer, basic, or a cookie of a session.
pub(super) fn bearer(lower: &str) -> Option<Secret> {
    let is_header = |label: &str, least: usize| {
        after_each(lower, label).any(|rest| {
            let value = first_value(rest);
            value.len() >= least && entropy(value.as_bytes()) >= 2.5 && !is_word_like(value)
        })
    };
    let is_bearer = is_header("bearer ", 16);
    let is_basic = is_header("authorization: basic ", 8) || is_header("authorization: token ", 8);
    let is_cookie = after_each(lower, "cookie: ").any(|rest| {
        let pair = rest.split([';', ' ', '\n']).next().unwrap_or(rest);
        pair.split_once('=')
            .is_some_and(|(_, value)| value.len() >= 12 && entropy(value.as_bytes()) >= 2.5 && !is_word_like(value))
    });
    (is_bearer || is_basic || is_cookie).then_some(Secret::BearerHeader)
}

/// A long random token within a few words of `API key`, `token`, `secret` and their like.
pub(super) fn labelled_token(clean: &str, lower: &str) -> Option<Secret> {
    let found = LABELS.iter().any(|label| {
        lower.match_indices(label).any(|(at, _)| {
            let end = at + label.len();
            let is_start = !lower[..at].ends_with(|last: char| last.is_ascii_alphanumeric());
            let rest = clean[end..].strip_prefix(['s', 'S']).unwrap_or(&clean[end..]);
            let is_end = !rest.starts_with(|next: char| next.is_ascii_alphabetic());
            is_start && is_end && holds_token(within(rest, REACH + LONGEST_READ), label, names_hash(lower))
        })
    });
    found.then_some(Secret::ApiToken)
}

const LABELS: &[&str] = &[
    "api key",
    "api-key",
    "api_key",
    "apikey",
    "api-schlüssel",
    "clé api",
    "clave api",
    "access key",
    "access_key",
    "accesskey",
    "secret",
    "token",
    "credential",
    "private key",
    "private_key",
    "auth key",
    "auth_key",
    "authkey",
    "encryption key",
    "密钥",
    "密鑰",
    "キー",
];

/// What stands before a long name that is nobody's secret.
const HARMLESS: &[&str] = &[
    "commit", "commits", "sha", "sha1", "sha256", "sha-256", "sha512", "md5", "checksum", "hash", "revision", "rev",
    "digest", "order", "tracking", "parcel", "shipment", "invoice", "isbn", "base64", "image", "build", "trace",
    "request", "etag",
];

/// Whether a token begins within reach, other than one named as something harmless. A hash or a UUID is
/// none, unless it is assigned to the label itself in a text that speaks of no hashes.
fn holds_token(rest: &str, label: &str, hashes: bool) -> bool {
    let mut before = [""; 2];
    let mut reached = 0;
    let assigned = assigned(rest);
    for chunk in rest.split(is_parting) {
        if reached > REACH {
            return false;
        }
        let is_assigned = assigned == Some(reached);
        reached += chunk.len() + 1;
        let is_harmless = before.iter().any(|word| HARMLESS.iter().any(|harmless| word.eq_ignore_ascii_case(harmless)));
        let is_named = match named(chunk.as_bytes()) {
            Some(Named::Uuid) => is_assigned && !matches!(label, "token" | "credential"),
            Some(Named::Hash) => is_assigned && !hashes,
            None => is_token(chunk),
        };
        if is_named && !is_harmless {
            return true;
        }
        if !chunk.is_empty() {
            before = [before[1], chunk];
        }
    }
    false
}

/// Where the value begins that a label is given outright: `token=…`, `"token": "…"`, `token is …`.
fn assigned(rest: &str) -> Option<usize> {
    let value = rest.trim_start_matches(['"', '\'', '`', ' ']);
    let value = ["=", ":", "is ", "：", "是", "は"].iter().find_map(|link| value.strip_prefix(link))?;
    Some(rest.len() - value.trim_start_matches(['"', '\'', '`', ' ', '=', '>']).len())
}

/// Whether a text speaks of versions and sums.
fn names_hash(lower: &str) -> bool {
    const WORDS: &[&str] =
        &["commit", "git ", "hash", "checksum", "sha1", "sha256", "sha-", "md5", "revision", "digest"];
    WORDS.iter().any(|word| lower.contains(word))
}

/// What names a thing and opens nothing.
enum Named {
    Uuid,
    /// MD5, SHA-1 or SHA-256 in hex.
    Hash,
}

fn named(chunk: &[u8]) -> Option<Named> {
    let chunk = chunk.strip_suffix(b".").unwrap_or(chunk);
    if is_uuid(chunk) {
        return Some(Named::Uuid);
    }
    let is_hex = matches!(chunk.len(), 32 | 40 | 64) && chunk.iter().all(u8::is_ascii_hexdigit);
    is_hex.then_some(Named::Hash)
}

fn is_parting(character: char) -> bool {
    character.is_whitespace() || "\"'`=:,;()[]{}<>：。、".contains(character)
}

/// A part of 16 or more letters and digits that no word is. A picture in base64 begins as pictures do.
fn is_token(chunk: &str) -> bool {
    const PICTURES: &[&str] = &["iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "PHN2Zy"];
    let bytes = &chunk.as_bytes()[..chunk.len().min(LONGEST_READ)];
    if bytes.contains(&b'@')
        || bytes.starts_with(b"//")
        || bytes.starts_with(b"/")
        || PICTURES.iter().any(|magic| chunk.starts_with(magic))
    {
        return false;
    }
    bytes.split(|byte| !byte.is_ascii_alphanumeric()).any(|part| part.len() >= 16 && is_random(part))
}

fn is_uuid(bytes: &[u8]) -> bool {
    let mut lengths = bytes.split(|&byte| byte == b'-').map(<[u8]>::len);
    let is_shaped = [8, 4, 4, 4, 12].iter().all(|&length| lengths.next() == Some(length));
    is_shaped && lengths.next().is_none() && bytes.iter().all(|&byte| byte == b'-' || byte.is_ascii_hexdigit())
}

/// What stands after each occurrence of a label, up to a length.
fn after_each<'text>(lower: &'text str, label: &'text str) -> impl Iterator<Item = &'text str> {
    lower.match_indices(label).map(move |(at, _)| within(&lower[at + label.len()..], LONGEST_READ))
}

/// At most so many bytes of a text.
fn within(text: &str, longest: usize) -> &str {
    &text[..text.floor_char_boundary(longest)]
}

/// The first run without spaces, quotes put aside.
fn first_value(rest: &str) -> &str {
    let value = rest.split_whitespace().next().unwrap_or("");
    value.trim_matches(['"', '\'', '`', ',', ';', '.', ')', '('])
}

/// Letters alone, or hyphened words.
fn is_word_like(value: &str) -> bool {
    !value.bytes().any(|byte| byte.is_ascii_digit())
        && value.len() < 40
        && !value.bytes().any(|byte| matches!(byte, b'+' | b'/' | b'='))
}

#[cfg(test)]
mod tests {
    use super::super::{Secret, find};

    const RANDOM: &str = "a8Kd03jfQpLz7WmX2cVb9NtY5rHs1GuE4ToIw6Pk";

    #[test]
    fn headers_are_found() {
        for text in [
            format!("Authorization: Bearer {RANDOM}"),
            format!("curl -H 'authorization: bearer {RANDOM}'"),
            format!("Authorization: Basic {}", "dXNlcjpwYXNz="),
            format!("Cookie: session={RANDOM}; theme=dark"),
            format!("Set-Cookie: sid={RANDOM}"),
        ] {
            assert_eq!(find(&text), Some(Secret::BearerHeader), "{text}");
        }
        assert_eq!(find("The bearer certificate-of-deposit was issued."), None);
        assert_eq!(find("Cookie: theme=dark"), None);
    }

    #[test]
    fn random_tokens_beside_a_label_are_found() {
        for text in [
            format!("My API key is {RANDOM}."),
            format!("my api key for the weather service is {RANDOM}"),
            format!("aws_secret_access_key = {RANDOM}"),
            format!("{{\"token\": \"{RANDOM}\"}}"),
            format!("https://api.example/v1?access_token={RANDOM}"),
            format!("client_secret={}", "0a1b2c3d4e5f60718293a4b5c6d7e8f9"),
            format!("The client secret is {}", "123e4567-e89b-12d3-a456-426614174000"),
            format!("api_key: {}", "9fceb02d0ae598e95dc970b74767f19372d61af8"),
            format!("密钥是 {RANDOM}"),
        ] {
            assert_eq!(find(&text), Some(Secret::ApiToken), "{text}");
        }
    }

    #[test]
    fn what_is_named_harmless_passes() {
        for text in [
            format!("The value {RANDOM} is a build id."),
            "The tokenizer is model-2024-large-uncased-v2.".to_owned(),
            "The secret project starts at https://example.com/2024/launch-plan".to_owned(),
            format!("Token fix: commit {}", "9fceb02d0ae598e95dc970b74767f19372d61af8"),
        ] {
            assert_eq!(find(&text), None, "{text}");
        }
    }
}
