//! Working memory: a session's window and its task's state.

use super::admit::detect;
use super::{Decision, View, check};
use crate::log::{Event, Outcome};
use crate::state::Session;
use crate::text;
use crate::types::{CheckpointState, Failure, Message, Result};

/// Bytes of one turn and of a task's state, at most.
const MOST_BYTES: usize = 65_536;
/// What stands for a turn that held a secret.
const WITHHELD: &str = "[withheld: it held a secret]";

/// Appends a turn; the oldest leave when the window is full. A turn that holds a secret is kept
/// without its words.
pub fn turn(view: &View<'_>, message: &Message) -> Result<Decision> {
    let session = session(view)?;
    if message.text.is_empty() || message.text.len() > MOST_BYTES {
        return Err(Failure::invalid("text", format!("1 to {MOST_BYTES} bytes")));
    }
    if let Some(actor) = &message.actor {
        check::label("actor", actor)?;
    }
    if message.ref_.as_ref().is_some_and(|uri| uri.len() > 2_048) {
        return Err(Failure::invalid("ref", "at most 2048 bytes"));
    }
    let mut message = message.clone();
    if view.state.policy.admission.on("secret") {
        if message.ref_.as_deref().is_some_and(|uri| detect::find_secret(uri).is_some()) {
            return Err(Failure::invalid("ref", "it holds a secret; name the turn without it"));
        }
        if detect::find_secret(&message.text).is_some() {
            message.text = WITHHELD.to_owned();
        }
    }
    let mut window = view.state.sessions.get(&session).cloned().unwrap_or_default();
    window.turns.push(message.clone());
    let dropped = dropped(view, &window);
    window.turns.drain(..dropped);
    let size = window.window();
    let (user, session) = session;
    let event = Event::Turned { user, session, message, dropped: dropped as u32 };
    Ok(Decision::new("turn", vec![event], Outcome::Window { turns: size.turns, tokens: size.tokens }))
}

/// Saves a task's state.
pub fn checkpoint(view: &View<'_>, state: &str) -> Result<Decision> {
    let (user, session) = session(view)?;
    if state.len() > MOST_BYTES {
        return Err(Failure::TooLarge(format!("state: at most {MOST_BYTES} bytes")));
    }
    if view.state.policy.admission.on("secret") && detect::find_secret(state).is_some() {
        return Err(Failure::invalid("state", "it holds a secret; keep that in a secret store"));
    }
    let event = Event::Checkpointed { user, session, state: state.to_owned() };
    Ok(Decision::new("checkpoint", vec![event], Outcome::Sequence(view.mint.sequence)))
}

/// The last checkpoint and the turns held now.
pub fn resume(view: &View<'_>) -> Result<CheckpointState> {
    let session = session(view)?;
    let held = view.state.sessions.get(&session);
    let held = held.ok_or_else(|| Failure::NotFound("nothing is held for this session".into()))?;
    let (sequence, at, state) =
        held.checkpoint.clone().map_or((0, 0, None), |(sequence, at, state)| (sequence, at, Some(state)));
    Ok(CheckpointState { sequence, at, state, turns: held.turns.clone() })
}

fn session(view: &View<'_>) -> Result<(String, String)> {
    let session = view.labels.session.clone();
    let session = session.ok_or_else(|| Failure::invalid("scope.session", "working memory needs a session"))?;
    Ok((view.labels.user.clone(), session))
}

/// How many of the oldest turns leave so that the rest is within count and tokens; the newest stays.
fn dropped(view: &View<'_>, window: &Session) -> usize {
    let bounds = &view.state.policy.session;
    let (mut turns, mut tokens) = (0u32, 0u32);
    let fits = window.turns.iter().rev().take_while(|turn| {
        turns += 1;
        tokens = tokens.saturating_add(text::tokens(&turn.text));
        turns == 1 || (turns <= bounds.turns && tokens <= bounds.tokens)
    });
    window.turns.len() - fits.count()
}
