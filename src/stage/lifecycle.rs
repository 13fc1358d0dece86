//! The table of states: which transition is allowed, and what each state may be asked.

use crate::types::State::{self, *};

/// States that a memory is current in.
pub const LIVE: [State; 2] = [Provisional, Active];

/// Whether a memory in this state is recalled now.
pub fn live(state: State) -> bool {
    matches!(state, Provisional | Active)
}

/// Whether a memory in this state was believed: recalled as of a time when it was valid and known.
pub fn believed(state: State) -> bool {
    matches!(state, Provisional | Active | Consolidated | Superseded | Ended)
}

/// Whether a memory may go from one state to another.
pub fn allowed(from: State, to: State) -> bool {
    matches!(
        (from, to),
        (Provisional | Active, Consolidated | Superseded | Ended | Invalidated | Quarantined | Expired | Archived)
            | (Provisional, Active)
            | (Quarantined, Active | Invalidated | Archived | Expired)
            | (Consolidated, Active | Invalidated | Quarantined | Expired)
            | (Superseded | Ended, Active | Invalidated)
            | (Invalidated | Expired | Archived, Active)
    ) || (from == PendingErasure) != (to == PendingErasure) && to != Provisional
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_goes_to_provisional_and_all_that_left_can_return() {
        for from in State::ALL {
            assert!(!allowed(*from, Provisional));
            assert_eq!(live(*from), LIVE.contains(from));
            assert!(live(*from) || allowed(*from, Active), "{from:?}");
        }
    }

    #[test]
    fn whatever_there_is_may_wait_for_its_erasure_and_come_back() {
        for state in State::ALL.iter().copied().filter(|state| *state != PendingErasure) {
            assert!(allowed(state, PendingErasure) && (allowed(PendingErasure, state) || state == Provisional));
        }
        assert!(!allowed(PendingErasure, PendingErasure) && !live(PendingErasure) && !believed(PendingErasure));
    }

    #[test]
    fn a_wrong_claim_was_never_believed_again() {
        assert!(!believed(Invalidated) && !believed(Quarantined));
        assert!(believed(Superseded) && believed(Ended));
        assert!(!allowed(Invalidated, Superseded));
    }
}
