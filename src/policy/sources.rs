//! Who may write what, and how far it is believed.

use super::unit;
use crate::read::reads;
use crate::types::{Kind, Result, Source};
use serde::Serialize;

/// One rule a source.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct Sources {
    pub user_said: SourceRule,
    pub tool_result: SourceRule,
    pub system: SourceRule,
    pub inferred: SourceRule,
    pub consolidated: SourceRule,
}

impl Default for Sources {
    fn default() -> Self {
        use Kind::{Episode, Fact, Preference, Procedure};
        let rule = |reliability, kinds: &[Kind]| SourceRule { reliability, kinds: kinds.to_vec() };
        Self {
            user_said: rule(0.8, Kind::ALL),
            tool_result: rule(0.5, &[Episode, Fact]),
            system: rule(0.9, Kind::ALL),
            inferred: rule(0.4, &[Episode, Fact, Preference]),
            consolidated: rule(0.7, &[Fact, Preference, Procedure]),
        }
    }
}

impl Sources {
    /// The rule of a source.
    pub fn of(&self, source: Source) -> &SourceRule {
        match source {
            Source::UserSaid => &self.user_said,
            Source::ToolResult => &self.tool_result,
            Source::System => &self.system,
            Source::Inferred => &self.inferred,
            Source::Consolidated => &self.consolidated,
        }
    }

    pub(super) fn check(&self) -> Result<()> {
        Source::ALL.iter().try_for_each(|source| {
            unit(&format!("policy.sources.{}.reliability", source.name()), self.of(*source).reliability)
        })
    }
}

/// What a source may write, and how far it is believed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceRule {
    /// Kinds that it may write.
    pub kinds: Vec<Kind>,
    /// 0..1: confidence in one piece of evidence from it.
    pub reliability: f64,
}

reads! {
    Sources strict optional {
        user_said: "user-said", tool_result: "tool-result", system: "system", inferred: "inferred",
        consolidated: "consolidated",
    }
    SourceRule strict optional { kinds: "kinds", reliability: "reliability" }
}
