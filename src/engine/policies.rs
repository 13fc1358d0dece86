//! The policy in force, another on trial, and the way from one to the other.

use super::Engine;
use crate::policy::Policy;
use crate::stage::policies;
use crate::types::{Labels, PolicyTrial, Result, Timestamp};

impl Engine {
    /// The policy in force as JSON, defaults written out.
    pub fn policy(&self) -> String {
        self.state.policy.to_json()
    }

    /// What a policy would do. Changes nothing: the engine looks at itself under the other policy and
    /// takes its own up again.
    pub fn try_policy(&mut self, json: &str, now: Timestamp) -> Result<PolicyTrial> {
        let policy = Policy::from_json(json)?;
        let labels = Labels::default();
        let present = policies::outlook(&self.view(&labels, now));
        let own = core::mem::replace(&mut self.state.policy, policy);
        let other = policies::outlook(&self.view(&labels, now));
        self.state.policy = own;
        Ok(policies::trial(present, other))
    }

    /// Puts a policy in force. The one in force already: nothing happens.
    pub fn adopt_policy(&mut self, json: &str, now: Timestamp) -> Result<()> {
        self.system(now, |view| policies::adopt(view, json))
    }
}
