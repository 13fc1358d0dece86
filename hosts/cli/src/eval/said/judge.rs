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
    /// Of all that is expected, whoever has to claim it: what is claimed, and what is not, by their places.
    pub told: Vec<usize>,
    pub untold: Vec<usize>,
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
pub fn judge(claims: &[Claim], expected: &[Expectation], names: &Names, with_model: bool) -> Verdict {
    let meets = |expectation: &Expectation| claims.iter().any(|claim| expectation.met_by(claim, names));
    let wanted = expected.iter().enumerate().filter(|(_, one)| one.is_required(true));
    let (met, unmet): (Vec<_>, Vec<_>) = wanted.partition(|(_, one)| meets(one));
    let required = |(_, one): &&(usize, &Expectation)| one.is_required(with_model);
    let wrong = claims.iter().filter(|claim| !expected.iter().any(|one| one.met_by(claim, names)));
    let places = |found: &[(usize, &Expectation)]| found.iter().map(|(place, _)| *place).collect();
    Verdict {
        lifted: claims.len() as u64,
        required: met.iter().chain(&unmet).filter(required).count() as u64,
        met: met.iter().filter(required).map(|(place, _)| *place).collect(),
        told: places(&met),
        untold: places(&unmet),
        wrong: wrong.map(Claim::show).collect(),
        missed: unmet.iter().filter(required).map(|(_, one)| one.show()).collect(),
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
        let verdict = judge(&claims, &expected, &Names::default(), false);
        assert_eq!((verdict.lifted, verdict.required, verdict.met.as_slice()), (3, 2, &[0][..]));
        assert_eq!((verdict.wrong.len(), verdict.missed.len()), (1, 1));
        assert!(verdict.wrong[0].contains("Acme") && verdict.missed[0].contains("age"));
        assert!(!verdict.is_right() && judge(&[], &[], &Names::default(), false).is_right());
    }

    #[test]
    fn what_no_table_knows_is_for_a_model_to_claim() {
        let expected: Vec<Expectation> =
            serde_json::from_value(json!([{"attribute": "home", "value": "York"}, {"says": ["roof"], "model": true}]))
                .unwrap();
        let home = Claim::of(&json!({"attribute": "home", "value": "York"}), 0);
        let of = |with_model| judge(std::slice::from_ref(&home), &expected, &Names::default(), with_model);
        let (rules, model) = (of(false), of(true));
        assert!(rules.is_right() && !model.is_right());
        assert_eq!((rules.required, model.required), (1, 2));
        assert_eq!((rules.told, rules.untold), (vec![0], vec![1]));
    }
}
