//! The rules of admission, each with a name that refusals, the audit and the policy use.

use super::{Draft, detect};
use crate::stage::{View, pending, recall};
use crate::types::{Kind, Source};

/// What the rules say of a draft.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ruling {
    /// Rules that refuse it.
    pub refused: Vec<String>,
    /// Rules that send it to review.
    pub quarantined: Vec<String>,
}

/// Holds a draft against every rule that the policy has on.
pub fn rule(view: &View<'_>, draft: &Draft) -> Ruling {
    let policy = &view.state.policy;
    // Far too long: the scanners need not read it.
    let most = policy.admission.max_characters as usize;
    if policy.admission.on("length") && draft.claim.text.len() > most.saturating_mul(16) {
        return Ruling { refused: vec!["length".into()], quarantined: vec![] };
    }
    let broken = |rules: &[Rule]| {
        let broken = rules.iter().filter(|(name, breaks)| policy.admission.on(name) && breaks(view, draft));
        broken.map(|(name, _)| (*name).to_owned()).collect()
    };
    Ruling { refused: broken(REFUSING), quarantined: broken(QUARANTINING) }
}

type Rule = (&'static str, fn(&View<'_>, &Draft) -> bool);

const REFUSING: &[Rule] = &[
    ("designated-source", |view, draft| {
        !view.state.policy.sources.of(draft.claim.source).kinds.contains(&draft.claim.kind)
    }),
    ("length", |view, draft| draft.claim.text.chars().count() > view.state.policy.admission.max_characters as usize),
    ("one-claim", |view, draft| {
        matches!(draft.claim.kind, Kind::Fact | Kind::Preference)
            && detect::sentences(&draft.claim.text) > view.state.policy.admission.max_sentences as usize
    }),
    ("control-characters", |_, draft| words(draft).any(|text| detect::forbidden_character(text).is_some())),
    // A link may carry a token.
    ("secret", |_, draft| {
        let uris = draft.evidence.iter().map(|piece| piece.uri.as_str());
        words(draft).chain(uris).any(|text| detect::find_secret(text).is_some())
    }),
    ("restricted-category", |view, draft| !view.state.policy.sensitivity.contains(&draft.claim.sensitivity)),
    ("speculation", |_, draft| draft.claim.kind == Kind::Fact && detect::is_speculation(&draft.claim.text)),
    ("recall-echo", |_, draft| recall::echoes(&draft.claim.text)),
    // A shared memory must not bring back what its writer had erased either.
    ("tombstoned", |view, draft| {
        let stone =
            |user: &str| view.state.tombstones.contains_key(&view.state.secret.content(user, &draft.claim.text));
        stone(&draft.claim.user) || stone(&view.labels.user)
    }),
    // Only the user's own new word takes an erasure back that waits.
    ("pending-erasure", |view, draft| {
        pending::same(view, draft).is_some_and(|waiting| !pending::said_since(waiting, draft))
    }),
];

const QUARANTINING: &[Rule] = &[("instruction-in-content", |_, draft| {
    matches!(draft.claim.source, Source::ToolResult | Source::Inferred) && words(draft).any(detect::is_instruction)
})];

/// Everything of a draft that is words: a secret or a command may stand in any of them.
fn words(draft: &Draft) -> impl Iterator<Item = &str> {
    let claim = &draft.claim;
    let metadata = claim.metadata.iter().flat_map(|(key, value)| {
        let text = if let crate::types::Scalar::Text(text) = value { Some(text.as_str()) } else { None };
        core::iter::once(key.as_str()).chain(text)
    });
    let address = claim.address.iter().flat_map(|address| [address.entity.as_str(), address.attribute.as_str()]);
    let holds = claim.applies_to.iter().flat_map(|holds| [holds.scope.as_str(), holds.version.as_str()]);
    let single =
        [Some(claim.text.as_str()), claim.value.as_deref(), claim.actor.as_deref(), claim.extractor.as_deref()];
    single.into_iter().flatten().chain(address).chain(holds).chain(metadata)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_knows_every_rule() {
        let names = REFUSING.iter().chain(QUARANTINING).map(|(name, _)| *name);
        assert_eq!(names.collect::<Vec<_>>(), crate::policy::ADMISSION_RULES);
    }
}
