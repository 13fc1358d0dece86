//! A key to somebody's server.

use std::fmt;

use anyhow::ensure;
use ureq::http::HeaderValue;

/// A key. It does not print.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A key from a variable of the environment, which `name` is said to be in failures.
    pub fn new(name: &str, key: &str) -> anyhow::Result<Self> {
        let key = key.trim();
        ensure!(
            !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic()),
            "{name} holds no key: it has other characters than a key can have"
        );
        Ok(Self(key.into()))
    }

    /// The value of an `Authorization` header.
    pub fn bearer(&self) -> Option<HeaderValue> {
        let mut value = HeaderValue::try_from(format!("Bearer {}", self.0)).ok()?;
        value.set_sensitive(true);
        Some(value)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_does_not_print() {
        let secret = Secret::new("KEY", " sk-abc\n").unwrap();
        assert_eq!(secret, Secret("sk-abc".into()));
        assert!(!format!("{secret:?} {:?}", secret.bearer()).contains("abc"));
        for bad in ["", " ", "sk abc", "sk\r\nx: y", "schlüssel"] {
            let why = Secret::new("KEY", bad).unwrap_err().to_string();
            assert!(why.starts_with("KEY holds no key") && (bad.trim().is_empty() || !why.contains(bad)), "{why}");
        }
    }
}
