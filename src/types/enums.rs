//! The enumerations of `wit/`, in its order, named in kebab-case everywhere outside Rust.

use serde::{Deserialize, Serialize};

/// Defines an enum that can stand for a WIT `enum`: unit cases in WIT's order, a kebab-case name
/// for each, and the lifting function that the generated bindings call.
macro_rules! wit_enum {
    ($($(#[$doc:meta])* $name:ident { $($(#[$case_doc:meta])* $case:ident = $text:literal),+ $(,)? })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[repr(u8)]
        pub enum $name { $($(#[$case_doc])* $case),+ }

        impl $name {
            /// Every case, in order.
            pub const ALL: &[Self] = &[$(Self::$case),+];

            /// The case's name in WIT, JSON and TypeScript.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$case => $text),+ }
            }

            /// The case of that name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|case| case.name() == name)
            }

            /// Called by the generated bindings, with a discriminant that the canonical ABI has
            /// already checked.
            #[doc(hidden)]
            #[allow(unsafe_code, clippy::missing_safety_doc)]
            pub unsafe fn _lift(discriminant: u8) -> Self {
                Self::ALL.get(discriminant as usize).copied().unwrap_or(Self::ALL[0])
            }
        }

        impl crate::read::Read for $name {
            fn read(from: &dyn crate::read::Node) -> crate::read::Result<Self> {
                Ok(Self::ALL[crate::read::case(from, &[$($text),+])?])
            }
        }
    )+};
}

wit_enum! {
    /// What sort of claim a memory is.
    Kind { Episode = "episode", Fact = "fact", Preference = "preference", Procedure = "procedure" }

    /// Where a claim came from.
    Source {
        UserSaid = "user-said",
        ToolResult = "tool-result",
        System = "system",
        Inferred = "inferred",
        Consolidated = "consolidated",
    }

    /// How the claim was come by.
    Mode { Observed = "observed", Inferred = "inferred", Prescribed = "prescribed" }

    /// How carefully a memory must be handled.
    Sensitivity { Normal = "normal", Personal = "personal", Restricted = "restricted" }

    /// A memory's governance state.
    State {
        Provisional = "provisional",
        Active = "active",
        Consolidated = "consolidated",
        Superseded = "superseded",
        Ended = "ended",
        Invalidated = "invalidated",
        Quarantined = "quarantined",
        Expired = "expired",
        Archived = "archived",
        PendingErasure = "pending-erasure",
    }

    /// Whether a memory may be stated as fact.
    Standing { Assert = "assert", Context = "context" }

    /// What became of a candidate.
    Outcome {
        Active = "active",
        Provisional = "provisional",
        Quarantined = "quarantined",
        Duplicate = "duplicate",
        Refused = "refused",
    }

    /// Where a claim was filed that does not hold now.
    Tense { Past = "past", Ahead = "ahead" }

    /// How recall chooses.
    RecallMode { Ranked = "ranked", Full = "full" }

    /// Who spoke a turn.
    Role { User = "user", Assistant = "assistant", System = "system", Tool = "tool" }

    /// Whose words a passage is, and what they are there for. Only `own` is lifted.
    Frame {
        Own = "own",
        Quoted = "quoted",
        Pasted = "pasted",
        Code = "code",
        Tagged = "tagged",
        Material = "material",
        Fiction = "fiction",
        Supposed = "supposed",
    }

    /// What a statement does to what is known.
    Act { State = "state", End = "end", Deny = "deny", Correct = "correct" }

    /// What became of a statement.
    Effect {
        Active = "active",
        Provisional = "provisional",
        Quarantined = "quarantined",
        Duplicate = "duplicate",
        Refused = "refused",
        Ended = "ended",
        Invalidated = "invalidated",
        NothingKnown = "nothing-known",
        Outranked = "outranked",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_name(kind.name()), Some(*kind));
        }
        assert_eq!(State::from_name("erased"), None);
    }
}
