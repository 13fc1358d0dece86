//! Policies: what one in force would be changed by another, and the change itself.

use super::admit::{Draft, Ruling, rule};
use super::forget::sweep;
use super::lifecycle::live;
use super::{Decision, View};
use crate::log::{Event, Outcome, Record};
use crate::policy::Policy;
use crate::state::State;
use crate::types::{Id, Labels, PolicyTrial, Result, Standing, Swept, Timestamp};

/// The event that puts a policy in force, given as JSON; none where it is in force.
pub fn adopted(state: &State, json: &str) -> Result<Option<Event>> {
    let json = Policy::from_json(json)?.to_json();
    Ok((json != state.policy_json).then_some(Event::PolicyAdopted { json }))
}

/// Puts a policy in force.
pub fn adopt(view: &View<'_>, json: &str) -> Result<Decision> {
    let event = adopted(view.state, json)?;
    Ok(Decision::new("adopt-policy", event.into_iter().collect(), Outcome::Done))
}

/// What a store looks like under the policy in force.
#[derive(Debug)]
pub struct Outlook {
    version: String,
    swept: Swept,
    /// In order of row.
    memories: Vec<Under>,
}

/// One memory under a policy.
#[derive(Debug)]
struct Under {
    id: Id,
    /// Its standing while it is current.
    standing: Option<Standing>,
    deadline: Option<Timestamp>,
    /// What admission would say of it today.
    ruling: Ruling,
}

/// Looks at a store under the policy in force.
#[inline(never)]
pub fn outlook(view: &View<'_>) -> Outlook {
    let records = view.state.records.iter().flatten();
    Outlook {
        version: view.state.policy.version.clone(),
        swept: sweep(view).0,
        memories: records.map(|record| under(view, record)).collect(),
    }
}

/// What changes from one outlook to another.
pub fn trial(present: Outlook, other: Outlook) -> PolicyTrial {
    let mut trial = PolicyTrial { version: other.version, ..PolicyTrial::default() };
    for (now, then) in present.memories.iter().zip(&other.memories) {
        let id = now.id.to_string();
        match (now.standing, then.standing) {
            (Some(Standing::Context), Some(Standing::Assert)) => trial.gains_assert.push(id.clone()),
            (Some(Standing::Assert), Some(Standing::Context)) => trial.loses_assert.push(id.clone()),
            _ => {}
        }
        if now.deadline != then.deadline {
            trial.deadlines.push((id.clone(), then.deadline));
        }
        let (refused, quarantined) = (&mut trial.refused, &mut trial.quarantined);
        for (list, now, then) in [
            (refused, &now.ruling.refused, &then.ruling.refused),
            (quarantined, &now.ruling.quarantined, &then.ruling.quarantined),
        ] {
            let new: Vec<String> = then.iter().filter(|rule| !now.contains(rule)).cloned().collect();
            if !new.is_empty() {
                list.push((id.clone(), new));
            }
        }
    }
    (trial.swept, trial.swept_now) = (other.swept, present.swept);
    trial
}

fn under(view: &View<'_>, record: &Record) -> Under {
    let current = live(view.state.seen_state(record, view.now));
    let standing = || view.state.standing(view.state.confidence(record, view.now));
    Under {
        id: record.claim.id,
        standing: current.then(standing),
        deadline: view.state.deadline(record),
        ruling: if current { ruling(view, record) } else { Ruling::default() },
    }
}

/// What admission would say of a stored memory.
fn ruling(view: &View<'_>, record: &Record) -> Ruling {
    let labels = Labels { user: record.claim.user.clone(), ..Labels::default() };
    let draft = Draft {
        claim: record.claim.clone(),
        dated: true,
        life: record.life().clone(),
        evidence: record.evidence.iter().map(|(_, piece)| piece.clone()).collect(),
        vector: None,
    };
    rule(&View { labels: &labels, ..*view }, &draft)
}
