//! Who may change what, and how far a claim is believed.

use super::Policy;
use crate::types::{DAY, Source, Timestamp};

/// From least to most. Nothing of lower authority closes, retires or rewrites something of higher
/// authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Authority {
    /// A page or a mail that anybody may have written.
    UntrustedTool,
    /// A model's conclusion.
    Inferred,
    /// A synthesis.
    Consolidated,
    /// A tool that the policy trusts, or the application.
    TrustedTool,
    /// The user's words.
    UserSaid,
    /// The user's words, said to correct.
    UserCorrection,
    /// A person approved it.
    Approved,
}

/// What authority rests on.
#[derive(Clone, Copy, Debug)]
pub struct Author<'a> {
    /// Where the claim came from.
    pub source: Source,
    /// The user said it to correct an earlier claim.
    pub correction: bool,
    /// A person approved it.
    pub approved: bool,
    /// It says how to act: approved, it is policy.
    pub procedure: bool,
    /// Its evidence.
    pub uris: &'a [&'a str],
}

impl Policy {
    /// The authority of a claim.
    pub fn authority(&self, author: Author<'_>) -> Authority {
        match author.source {
            _ if author.approved && author.procedure => Authority::Approved,
            Source::UserSaid if author.correction => Authority::UserCorrection,
            _ if author.approved => Authority::UserSaid,
            Source::UserSaid => Authority::UserSaid,
            Source::System => Authority::TrustedTool,
            Source::Inferred => Authority::Inferred,
            Source::Consolidated => Authority::Consolidated,
            Source::ToolResult if self.trusts(author.uris) => Authority::TrustedTool,
            Source::ToolResult => Authority::UntrustedTool,
        }
    }

    /// Confidence, 0..1, from signals: `1 − (1 − r)^n` for `n` independent pieces of evidence from a
    /// source of reliability `r` (noisy-or), at most 0.99, and up to a fifth less the longer it was
    /// not verified (half of that after a year).
    pub fn confidence(&self, source: Source, independent: u32, verified_at: Timestamp, now: Timestamp) -> f64 {
        let doubt = 1.0 - self.sources.of(source).reliability;
        let agreed = 1.0 - libm::pow(doubt, f64::from(independent.max(1)));
        let years = now.saturating_sub(verified_at) as f64 / (365 * DAY) as f64;
        agreed.min(0.99) * (0.8 + 0.2 * libm::exp2(-years))
    }

    /// A tool result is trusted when it has evidence and all of it comes from a trusted place.
    fn trusts(&self, uris: &[&str]) -> bool {
        let trusted = |uri: &&str| self.trusted_uris.iter().any(|prefix| uri.starts_with(prefix.as_str()));
        !uris.is_empty() && uris.iter().all(trusted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn authority(source: Source, uris: &[&str]) -> Authority {
        let policy = Policy { trusted_uris: vec!["https://crm.example/".into()], ..Policy::default() };
        policy.authority(Author { source, correction: false, approved: false, procedure: false, uris })
    }

    #[test]
    fn the_user_outranks_tools_and_models() {
        assert!(authority(Source::UserSaid, &[]) > authority(Source::ToolResult, &["https://crm.example/7"]));
        assert!(authority(Source::ToolResult, &["https://crm.example/7"]) > authority(Source::Inferred, &[]));
        assert!(authority(Source::Inferred, &[]) > authority(Source::ToolResult, &[]));
        let mixed = ["https://crm.example/7", "https://elsewhere.example/"];
        assert_eq!(authority(Source::ToolResult, &mixed), Authority::UntrustedTool);
    }

    #[test]
    fn confidence_rises_with_evidence_and_falls_with_time() {
        let policy = Policy::default();
        let of = |n, years: u64| policy.confidence(Source::ToolResult, n, 0, years * 365 * DAY);
        assert!(of(2, 0) > of(1, 0));
        assert!(of(1, 0) > of(1, 1));
        assert!(of(1, 50) >= 0.8 * of(1, 0));
        assert!(of(100, 0) <= 0.99);
    }

    #[test]
    fn who_said_it_and_who_approved_it_decide() {
        let policy = Policy::default();
        let of = |source, correction, approved, procedure| {
            policy.authority(Author { source, correction, approved, procedure, uris: &[] })
        };
        for (source, plain) in [
            (Source::UserSaid, Authority::UserSaid),
            (Source::ToolResult, Authority::UntrustedTool),
            (Source::System, Authority::TrustedTool),
            (Source::Inferred, Authority::Inferred),
            (Source::Consolidated, Authority::Consolidated),
        ] {
            let corrects = if source == Source::UserSaid { Authority::UserCorrection } else { plain };
            let approved = if source == Source::UserSaid { Authority::UserCorrection } else { Authority::UserSaid };
            assert_eq!(of(source, false, false, false), plain);
            assert_eq!(of(source, false, false, true), plain, "a procedure is none before it is approved");
            assert_eq!(of(source, true, false, false), corrects, "only the user corrects");
            assert_eq!(of(source, false, true, false), Authority::UserSaid);
            assert_eq!(of(source, true, true, false), approved);
            assert_eq!(of(source, true, true, true), Authority::Approved);
        }
    }

    #[test]
    fn confidence_is_the_formula_that_it_says() {
        let policy = Policy::default();
        let of = |n, days| policy.confidence(Source::ToolResult, n, 0, days * DAY);
        for (n, days, expected) in [(1, 0, 0.5), (0, 0, 0.5), (2, 0, 0.75), (1, 365, 0.45), (2, 730, 0.6375)] {
            assert!((of(n, days) - expected).abs() < 1e-12, "{n} {days}");
        }
    }
}
