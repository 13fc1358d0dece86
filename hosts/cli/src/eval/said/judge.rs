//! Claims held against what is expected of them.

use super::expect::{Claim, Expectation, Names};

/// What came of one utterance, or of one dialogue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Claims that were made.
    pub lifted: u64,
    /// Claims that had to be made.
    pub required: u64,
    /// Which of those were, by their place among the expectations.
    pub met: Vec<usize>,
    /// What was claimed and is not so, for people.
    pub wrong: Vec<String>,
    /// What should have been claimed, for people.
    pub missed: Vec<String>,
    /// What else is not as it must be, for people.
    pub broken: Vec<String>,
}

impl Verdict {
    /// Every claim is right, and none is missing.
    pub fn is_right(&self) -> bool {
        self.wrong.is_empty() && self.missed.is_empty() && self.broken.is_empty()
    }
}

/// A claim that nobody expects is wrong; an expectation that no claim meets was missed.
pub fn judge(claims: &[Claim], expected: &[Expectation], names: &Names) -> Verdict {
    let meets = |expectation: &Expectation| claims.iter().any(|claim| expectation.met_by(claim, names));
    let (met, missed): (Vec<_>, Vec<_>) =
        expected.iter().enumerate().filter(|(_, one)| !one.optional).partition(|(_, one)| meets(one));
    let wrong = claims.iter().filter(|claim| !expected.iter().any(|one| one.met_by(claim, names)));
    Verdict {
        lifted: claims.len() as u64,
        required: (met.len() + missed.len()) as u64,
        met: met.into_iter().map(|(place, _)| place).collect(),
        wrong: wrong.map(Claim::show).collect(),
        missed: missed.into_iter().map(|(_, one)| one.show()).collect(),
        broken: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_may_be_claimed_is_neither_wrong_nor_missed() {
        let expected: Vec<Expectation> = serde_json::from_value(json!([
            {"attribute": "home", "value": "York"},
            {"attribute": "age", "value": "40"},
            {"attribute": "pet", "optional": true},
        ]))
        .unwrap();
        let claim = |attribute: &str, value: &str| Claim::of(&json!({"attribute": attribute, "value": value}), 0);
        let claims = [claim("home", "York"), claim("pet", "Rex"), claim("employer", "Acme")];
        let verdict = judge(&claims, &expected, &Names::default());
        assert_eq!((verdict.lifted, verdict.required, verdict.met.as_slice()), (3, 2, &[0][..]));
        assert_eq!((verdict.wrong.len(), verdict.missed.len()), (1, 1));
        assert!(verdict.wrong[0].contains("Acme") && verdict.missed[0].contains("age"));
        assert!(!verdict.is_right() && judge(&[], &[], &Names::default()).is_right());
    }
}
