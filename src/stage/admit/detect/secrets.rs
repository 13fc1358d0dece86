//! Credentials, cards and accounts.

mod assigned;
mod numbers;
mod passwords;
#[cfg(test)]
mod said;
mod tokens;

use super::fold::{clean, fold};

/// What kind of secret was found. Never holds the secret, nor where it stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret {
    /// A private key in PEM, PuTTY or age form.
    PrivateKey,
    /// A key of AWS, Google or Azure.
    CloudKey,
    /// A token of a known service, or a long random one beside a word such as `token`.
    ApiToken,
    /// A JSON web token.
    Jwt,
    /// A password, passcode or PIN, said or assigned.
    Password,
    /// An address with a user and a password in it.
    ConnectionString,
    /// A payment card's number, or its check code.
    Card,
    /// An IBAN, or a labelled account of the UK or the US.
    BankAccount,
    /// A US social security number.
    SocialSecurity,
    /// The words that restore a wallet.
    SeedPhrase,
    /// An `Authorization` header, a bearer token or a session cookie.
    BearerHeader,
}

impl Secret {
    /// The code that a refusal and the audit carry.
    pub fn name(self) -> &'static str {
        match self {
            Self::PrivateKey => "private-key",
            Self::CloudKey => "cloud-key",
            Self::ApiToken => "api-token",
            Self::Jwt => "jwt",
            Self::Password => "password",
            Self::ConnectionString => "connection-string",
            Self::Card => "card",
            Self::BankAccount => "bank-account",
            Self::SocialSecurity => "social-security",
            Self::SeedPhrase => "seed-phrase",
            Self::BearerHeader => "bearer-header",
        }
    }
}

/// The first kind of secret found in a text, the most specific kind first.
///
/// Full-width letters, zero-width characters and digits of other scripts do not hide one.
///
/// A floor. Missed are: a secret without a known shape and without a label; a label in a language
/// not listed; a value parted from its label by more than a few words, or spelled out (`one two
/// three four`), encoded or split over two texts; a password of plain letters in the middle of a
/// sentence, or after a verb of a language other than English; card numbers grouped in unusual ways;
/// national numbers without a label, but for a US social security number written 3-2-4; a UUID that is
/// a token. Wrongly found are, rarely: one in ten of the 16-digit order numbers that begin as cards do
/// (the check digit cannot tell), a part number written 3-2-4, and `password is` before an ordinary
/// last word.
pub fn find(text: &str) -> Option<Secret> {
    let clean = clean(text);
    let lower = clean.to_ascii_lowercase();
    let folded = fold(text);
    let is_connection = || tokens::is_connection_string(&clean).then_some(Secret::ConnectionString);
    let is_card = || (numbers::is_card(&clean) || numbers::is_card_code(&folded)).then_some(Secret::Card);
    let is_account =
        || (numbers::is_iban(&clean) || numbers::is_labelled_account(&lower)).then_some(Secret::BankAccount);
    tokens::private_key(&lower)
        .or_else(is_connection)
        .or_else(|| assigned::bearer(&lower))
        .or_else(|| tokens::known(&clean))
        .or_else(is_card)
        .or_else(is_account)
        .or_else(|| numbers::is_social_security(&lower).then_some(Secret::SocialSecurity))
        .or_else(|| passwords::find(&folded))
        .or_else(|| assigned::labelled_token(&clean, &lower))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn finds(expected: Secret, text: &str) {
        assert_eq!(find(text), Some(expected), "{text:?}");
    }

    #[test]
    fn a_class_has_a_code() {
        assert_eq!(Secret::BearerHeader.name(), "bearer-header");
        assert_eq!(Secret::Jwt.name(), "jwt");
    }

    #[test]
    fn disguises_do_not_hide_a_secret() {
        finds(Secret::CloudKey, concat!("ＡＫＩＡ", "IOSFODNN7EXAMPLE"));
        finds(Secret::CloudKey, concat!("AK\u{200b}IA", "IOSFODNN7EXAMPLE"));
        finds(Secret::Password, "my pass\u{200b}word is hunter2");
        finds(Secret::Password, "my ｐａｓｓｗｏｒｄ： hunter2");
        finds(Secret::Card, concat!("４１１１ １１１１", " １１１１ １１１１"));
    }

    #[test]
    fn ordinary_talk_is_no_secret() {
        let found: Vec<_> = ORDINARY.iter().filter(|text| find(text).is_some()).collect();
        assert!(found.is_empty(), "{found:#?}");
    }

    const ORDINARY: &[&str] = &[
        "",
        "The order number is 4471-8832-1190.",
        "Order ORD-2024-11-00012345 was shipped.",
        "Call me on +44 7911 123456 or 020 7946 0958.",
        "Her phone number is (415) 555-2671.",
        "ISBN 978-3-16-148410-0",
        "The meeting is on 2024-05-17T10:00:00Z.",
        "The id is 123e4567-e89b-12d3-a456-426614174000.",
        "Fixed in commit 9fceb02d0ae598e95dc970b74767f19372d61af8.",
        "The token bug was fixed in commit 9fceb02d0ae598e95dc970b74767f19372d61af8.",
        "I forgot my password",
        "I forgot my password again, can you help?",
        "The reset password link expired.",
        "The password policy is strict: at least 12 characters.",
        "The user uses a password manager.",
        "Password reset takes 5 minutes.",
        "Password: required",
        "The password must be 12 characters long.",
        "The password is at least 12 characters long.",
        "Her password is too weak and was changed.",
        "The password is stored in the vault.",
        "My password is wrong.",
        "She keeps her passwords in 1Password.",
        "Passwords are hashed with argon2id.",
        "Version 10.15.7-beta.3+build.20240101 is installed.",
        "Coordinates 51.50735, -0.12776",
        "https://example.com/a/very/long/path/to/some/article-about-things-2024?utm_source=x&page=3",
        "The number 4111 1111 1111 1112 fails the check.",
        "The number 1234567812345670 passes Luhn, no issuer begins so.",
        "IMEI 490154203237518",
        "The secret of her cake is 200 g of butter.",
        "Secret Santa is on 18 December.",
        "The token ring network was replaced in 1998.",
        "Tokens cost 3 cents per 1000000.",
        "A bearer of good news arrived.",
        "He likes cookies: oatmeal and raisin.",
        "The pin on the map is at 12 Main Street.",
        "Pin 13 of the board is the LED.",
        "Bowling pin: 10",
        "GB82 is the registration of his car.",
        "The sort code is on the back of the card.",
        "Her routing number is unknown.",
        "The seed phrase should never be shared with anyone.",
        "sk-learn-extra-2024 is a Python package.",
        "mailto:someone@example.com",
        "git@github.com:owner/repo.git",
        "https://user@example.com/path",
        "时间是 3:30@办公室",
        "密码是什么？",
        "我忘记密码了",
        "パスワードを忘れました",
        "Ich habe mein Passwort vergessen.",
        "Der Passwort-Manager ist Bitwarden.",
        "J'ai oublié mon mot de passe.",
        "Olvidé mi contraseña.",
        "La senha é obrigatória.",
        "The user's API key expired yesterday.",
        "The API key is stored in the environment variable OPENAI_API_KEY.",
        "Authorization is required for the second floor.",
        "The key is under the mat.",
    ];
}
