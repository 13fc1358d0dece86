//! Secrets that their own shape gives away.

use libm::log2;

use super::Secret;

/// A private key, or the head of one.
pub(super) fn private_key(lower: &str) -> Option<Secret> {
    const LONGEST_NAME: usize = 40;
    let is_pem = lower.match_indices("begin ").any(|(at, head)| {
        let name = &lower.as_bytes()[at + head.len()..];
        let name = &name[..name.len().min(LONGEST_NAME)];
        lower[..at].ends_with('-') && name.windows(11).any(|window| window == b"private key")
    });
    let is_other = lower.contains("putty-user-key-file-") || lower.contains("age-secret-key-1");
    (is_pem || is_other).then_some(Secret::PrivateKey)
}

/// `scheme://user:password@host`, the password neither empty nor a placeholder.
pub(super) fn is_connection_string(clean: &str) -> bool {
    clean.split("://").skip(1).any(|rest| {
        let end = rest.find(|end: char| end.is_whitespace() || "/?#\"'".contains(end));
        let authority = &rest[..end.unwrap_or(rest.len())];
        authority
            .rsplit_once('@')
            .and_then(|(user, host)| Some((user.split_once(':')?.1, host)))
            .is_some_and(|(password, host)| !host.is_empty() && !is_placeholder(password))
    })
}

/// `***`, `<password>`, `${PASSWORD}`, `xxxx`: a place for a secret.
pub(super) fn is_placeholder(value: &str) -> bool {
    let mut characters = value.chars();
    let first = characters.next();
    first.is_none_or(|first| "<[{$%*…".contains(first)) || characters.all(|next| Some(next) == first)
}

/// Bits a character, as far as the text itself tells; 0 for a repeated one.
pub(super) fn entropy(text: &[u8]) -> f64 {
    let mut counts = [0_u32; 256];
    for &byte in text {
        counts[usize::from(byte)] += 1;
    }
    let total = text.len() as f64;
    counts
        .iter()
        .filter(|&&count| count > 0)
        .map(|&count| {
            let share = f64::from(count) / total;
            -share * log2(share)
        })
        .sum()
}

/// A kind of token: how it begins, and at least how much follows.
struct Shape {
    prefix: &'static str,
    least: usize,
    charset: fn(u8) -> bool,
    secret: Secret,
}

/// A token of a known service, or a JSON web token.
pub(super) fn known(clean: &str) -> Option<Secret> {
    let bytes = clean.as_bytes();
    (0..bytes.len()).filter(|&at| at == 0 || !is_word(bytes[at - 1])).find_map(|at| {
        let token = &bytes[at..];
        let shape = SHAPES.iter().find(|shape| shape.fits(token));
        shape
            .map(|shape| shape.secret)
            .or_else(|| (is_sk(token) || is_sendgrid(token) || is_telegram(token)).then_some(Secret::ApiToken))
            .or_else(|| is_jwt(token).then_some(Secret::Jwt))
    })
}

impl Shape {
    fn fits(&self, token: &[u8]) -> bool {
        const MIN_ENTROPY: f64 = 2.5;
        let prefix = self.prefix.as_bytes();
        let Some(tail) = token.get(prefix.len()..prefix.len() + self.least) else { return false };
        token[0] == prefix[0]
            && token.starts_with(prefix)
            && tail.iter().all(|&byte| (self.charset)(byte))
            && entropy(tail) >= MIN_ENTROPY
    }
}

/// `sk-…` as several model providers have it; hyphened words are none.
fn is_sk(token: &[u8]) -> bool {
    const LONGEST_READ: usize = 120;
    let Some(tail) = token.strip_prefix(b"sk-") else { return false };
    let tail = run(tail, LONGEST_READ, is_word);
    tail.split(|&byte| byte == b'-').any(|part| part.len() >= 16 && is_random(part))
}

/// `SG.` and two parts.
fn is_sendgrid(token: &[u8]) -> bool {
    let Some(tail) = token.strip_prefix(b"SG.") else { return false };
    let id = run(tail, 64, is_word);
    let after = &tail[id.len()..];
    id.len() >= 16 && after.first() == Some(&b'.') && run(&after[1..], 16, is_word).len() == 16
}

/// A bot's number, a colon, and 35 characters.
fn is_telegram(token: &[u8]) -> bool {
    let token = token.strip_prefix(b"bot").unwrap_or(token);
    let id = run(token, 11, |byte| byte.is_ascii_digit());
    let after = &token[id.len()..];
    (8..=10).contains(&id.len()) && after.starts_with(b":AA") && run(&after[1..], 35, is_word).len() == 35
}

/// Three parts in base64, the first two beginning as JSON objects do.
fn is_jwt(token: &[u8]) -> bool {
    const LONGEST_PART: usize = 4096;
    if !token.starts_with(b"eyJ") {
        return false;
    }
    let head = run(token, LONGEST_PART, is_word);
    let rest = &token[head.len()..];
    head.len() >= 10 && rest.starts_with(b".eyJ") && run(&rest[1..], 10, is_word).len() == 10
}

/// Letters and digits in a mixture that words do not have.
pub(super) fn is_random(part: &[u8]) -> bool {
    const MIN_ENTROPY: f64 = 3.0;
    let digits = part.iter().filter(|byte| byte.is_ascii_digit()).count();
    let letters = part.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    digits >= 2 && letters >= 2 && entropy(part) >= MIN_ENTROPY
}

/// The longest run of such bytes at the start, up to a length.
fn run(bytes: &[u8], longest: usize, is_inside: fn(u8) -> bool) -> &[u8] {
    let bytes = &bytes[..bytes.len().min(longest)];
    let end = bytes.iter().position(|&byte| !is_inside(byte)).unwrap_or(bytes.len());
    &bytes[..end]
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

fn is_alphanumeric(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn is_upper(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_hexdigit()
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

const fn api(prefix: &'static str, least: usize, charset: fn(u8) -> bool) -> Shape {
    Shape { prefix, least, charset, secret: Secret::ApiToken }
}

const fn cloud(prefix: &'static str, least: usize, charset: fn(u8) -> bool) -> Shape {
    Shape { prefix, least, charset, secret: Secret::CloudKey }
}

const SHAPES: &[Shape] = &[
    cloud("AKIA", 16, is_upper),
    cloud("ASIA", 16, is_upper),
    cloud("AIza", 35, is_word),
    cloud("ya29.", 20, is_word),
    cloud("AccountKey=", 40, is_base64),
    cloud("SharedAccessKey=", 40, is_base64),
    api("ghp_", 30, is_alphanumeric),
    api("gho_", 30, is_alphanumeric),
    api("ghu_", 30, is_alphanumeric),
    api("ghs_", 30, is_alphanumeric),
    api("ghr_", 30, is_alphanumeric),
    api("github_pat_", 22, is_word),
    api("glpat-", 20, is_word),
    api("gldt-", 20, is_word),
    api("xoxb-", 10, is_word),
    api("xoxp-", 10, is_word),
    api("xoxa-", 10, is_word),
    api("xoxr-", 10, is_word),
    api("xoxs-", 10, is_word),
    api("xoxc-", 10, is_word),
    api("xapp-", 10, is_word),
    api("sk_live_", 16, is_alphanumeric),
    api("rk_live_", 16, is_alphanumeric),
    api("sk_test_", 16, is_alphanumeric),
    api("rk_test_", 16, is_alphanumeric),
    api("whsec_", 24, is_base64),
    api("npm_", 30, is_alphanumeric),
    api("pypi-", 50, is_word),
    api("hf_", 30, is_alphanumeric),
    api("gsk_", 40, is_alphanumeric),
    api("xai-", 40, is_alphanumeric),
    api("r8_", 30, is_alphanumeric),
    api("pplx-", 32, is_alphanumeric),
    api("dop_v1_", 64, is_hex),
    api("shpat_", 32, is_hex),
    api("dckr_pat_", 20, is_word),
    api("lin_api_", 30, is_alphanumeric),
    api("glsa_", 32, is_word),
    api("hvs.", 20, is_word),
    api("figd_", 30, is_word),
    api("ATATT3", 50, is_word),
    api("PMAK-", 40, is_word),
];

#[cfg(test)]
mod tests {
    use super::super::{Secret, find};

    #[track_caller]
    fn finds(expected: Secret, text: &str) {
        assert_eq!(find(text), Some(expected), "{text:?}");
        let inside = format!("She said it is ({text}), so there.");
        assert_eq!(find(&inside), Some(expected), "{inside:?}");
    }

    #[track_caller]
    fn passes(text: &str) {
        assert_eq!(find(text), None, "{text:?}");
    }

    const RANDOM: &str = "a8Kd03jfQpLz7WmX2cVb9NtY5rHs1GuE4ToIw6PkMx0RqJ";

    #[test]
    fn private_keys_are_found() {
        finds(Secret::PrivateKey, concat!("-----BEGIN RSA PRIV", "ATE KEY-----\nMIIE"));
        finds(Secret::PrivateKey, concat!("-----BEGIN PRIV", "ATE KEY-----"));
        finds(Secret::PrivateKey, concat!("-----BEGIN OPENSSH PRIV", "ATE KEY-----"));
        finds(Secret::PrivateKey, concat!("-----BEGIN PGP PRIV", "ATE KEY BLOCK-----"));
        passes("-----BEGIN PUBLIC KEY-----");
        passes("They begin private key ceremonies at noon.");
    }

    #[test]
    fn cloud_keys_are_found() {
        finds(Secret::CloudKey, concat!("AKIA", "IOSFODNN7EXAMPLE"));
        finds(Secret::CloudKey, concat!("ASIA", "IOSFODNN7EXAMPLE"));
        finds(Secret::CloudKey, &format!("AIza{}", &RANDOM[..35]));
        finds(Secret::CloudKey, &format!("AccountName=x;AccountKey={RANDOM}=="));
        passes("AKIA is a prefix.");
        passes("ASIA PACIFIC");
    }

    #[test]
    fn tokens_of_known_services_are_found() {
        for prefix in [
            "ghp_",
            "gho_",
            "github_pat_",
            "glpat-",
            "xoxb-",
            "xoxp-",
            "sk_live_",
            "rk_live_",
            "npm_",
            "hf_",
            "sk-",
            "sk-ant-api03-",
            "sk-proj-",
            "gsk_",
        ] {
            finds(Secret::ApiToken, &format!("{prefix}{RANDOM}"));
            passes(&format!("{prefix} is how they begin."));
            passes(&format!("{prefix}{}", "x".repeat(50)));
        }
        finds(Secret::ApiToken, &format!("pypi-AgEIcHlwaS5vcmc{RANDOM}"));
        finds(Secret::ApiToken, &format!("SG.{}.{}", &RANDOM[..22], &RANDOM[..43]));
        finds(Secret::ApiToken, &format!("123456789:AA{}", &RANDOM[..33]));
        finds(Secret::ApiToken, &format!("https://api.example/bot123456789:AA{}/x", &RANDOM[..33]));
    }

    #[test]
    fn web_tokens_are_found() {
        let part = "eyJhbGciOiJIUzI1NiJ9";
        finds(Secret::Jwt, &format!("{part}.{part}.{}", &RANDOM[..40]));
        passes(part);
        passes("eyJ.eyJ");
    }

    #[test]
    fn addresses_with_a_password_are_found() {
        finds(Secret::ConnectionString, concat!("postgres://app:s3cr", "et@db.example/x"));
        finds(Secret::ConnectionString, concat!("https://bob:tr", "ee@example.com"));
        finds(Secret::ConnectionString, concat!("redis://:p", "ass@cache:6379"));
        passes("postgres://app:<password>@db.example/x");
        passes("postgres://app:****@db.example/x");
        passes("postgres://app@db.example:5432/x");
        passes("https://example.com/a:b@c");
        passes("https://example.com:8080/");
    }
}
