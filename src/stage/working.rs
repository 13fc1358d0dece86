//! Working memory: a session's window and its task's state.

use super::admit::detect;
use super::{Decision, View, check, extract};
use crate::log::{Event, Outcome};
use crate::state::Session;
use crate::text;
use crate::tidy;
use crate::types::{CheckpointState, Failure, Message, Result};

/// Bytes of one turn and of a task's state, at most.
const MOST_BYTES: usize = 65_536;
/// What stands for a turn that held a secret.
const WITHHELD: &str = "[withheld: it held a secret]";

/// Appends a turn, and opens the question that it makes due.
pub fn turn(view: &View<'_>, message: &Message) -> Result<Decision> {
    let (window, turned) = heard(view, message)?;
    let size = window.window();
    let asked = extract::due(view, &session(view)?, &window);
    let ticket = asked.as_ref().map(|_| view.mint.sequence);
    let events = core::iter::once(turned).chain(asked).collect();
    Ok(Decision::new("turn", events, Outcome::Window { turns: size.turns, tokens: size.tokens, ticket }))
}

/// The window with a turn appended, and the event that does it; the oldest turns leave when the window is
/// full. A turn that holds a secret is kept without its words.
pub fn heard(view: &View<'_>, message: &Message) -> Result<(Session, Event)> {
    let session = session(view)?;
    let mut message = Message { text: tidy::own(&message.text).into_owned(), ..message.clone() };
    if message.text.is_empty() || message.text.len() > MOST_BYTES {
        return Err(Failure::invalid("text", format!("1 to {MOST_BYTES} bytes")));
    }
    if let Some(actor) = &message.actor {
        check::label("actor", actor)?;
    }
    if message.ref_.as_ref().is_some_and(|uri| uri.len() > 2_048) {
        return Err(Failure::invalid("ref", "at most 2048 bytes"));
    }
    if view.state.policy.admission.on("secret") {
        if message.ref_.as_deref().is_some_and(|uri| detect::find_secret(uri).is_some()) {
            return Err(Failure::invalid("ref", "it holds a secret; name the turn without it"));
        }
        if detect::find_secret(&message.text).is_some() {
            message.text = WITHHELD.to_owned();
        }
    }
    let mut window = view.state.sessions.get(&session).cloned().unwrap_or_default();
    window.turns.push((view.mint.sequence, message.clone()));
    let dropped = dropped(view, &window);
    window.turns.drain(..dropped);
    let (user, session) = session;
    Ok((window, Event::Turned { user, session, message, dropped: dropped as u32 }))
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
    let turns = held.turns.iter().map(|(_, turn)| turn.clone()).collect();
    Ok(match held.checkpoints.last() {
        Some(saved) => {
            CheckpointState { sequence: saved.sequence, at: saved.at, state: Some(saved.state.clone()), turns }
        }
        None => CheckpointState { sequence: 0, at: 0, state: None, turns },
    })
}

/// What the agent had before it at a checkpoint.
pub fn replay(view: &View<'_>, sequence: u64) -> Result<CheckpointState> {
    let session = session(view)?;
    let held = view.state.sessions.get(&session);
    let found = held.and_then(|held| Some((held, held.checkpoints.iter().find(|saved| saved.sequence == sequence)?)));
    let (held, saved) =
        found.ok_or_else(|| Failure::NotFound(format!("this session keeps no checkpoint {sequence}")))?;
    let turns = held.turns.iter().filter(|(number, _)| saved.turns.contains(number)).map(|(_, turn)| turn.clone());
    Ok(CheckpointState { sequence, at: saved.at, state: Some(saved.state.clone()), turns: turns.collect() })
}

/// Sessions that have been silent for longer than the policy keeps them.
pub fn silent(view: &View<'_>) -> Vec<Event> {
    let days = crate::policy::days_to_ms(view.state.policy.session.days);
    let over = view.state.sessions.iter().filter(|(_, held)| held.touched_at.saturating_add(days) <= view.now);
    over.map(|((user, session), _)| Event::SessionErased { user: user.clone(), session: session.clone() }).collect()
}

/// The scope's session, with its user.
pub fn session(view: &View<'_>) -> Result<(String, String)> {
    let session = view.labels.session.clone();
    let session = session.ok_or_else(|| Failure::invalid("scope.session", "working memory needs a session"))?;
    Ok((view.labels.user.clone(), session))
}

/// How many of the oldest turns leave so that the rest is within count and tokens; the newest stays.
fn dropped(view: &View<'_>, window: &Session) -> usize {
    let bounds = &view.state.policy.session;
    let (mut turns, mut tokens) = (0u32, 0u32);
    let fits = window.turns.iter().rev().take_while(|(_, turn)| {
        turns += 1;
        tokens = tokens.saturating_add(text::tokens(&turn.text));
        turns == 1 || (turns <= bounds.turns && tokens <= bounds.tokens)
    });
    window.turns.len() - fits.count()
}
