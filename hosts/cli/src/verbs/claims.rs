//! Verbs that write and decide: remember, supersede, end, approve, hold and their kin.

use clap::Args;
use serde_json::{Map, Value, json};

use super::{Desk, finite, moment};
use crate::failure::Failure;
use crate::render;

const KINDS: [&str; 4] = ["episode", "fact", "preference", "procedure"];
const SOURCES: [&str; 5] = ["user-said", "tool-result", "system", "inferred", "consolidated"];

/// One claim.
#[derive(Debug, Args)]
pub struct Remember {
    /// The claim, in one sentence
    text: String,
    /// What sort of claim [default: fact with an address, else episode]
    #[arg(long, value_parser = KINDS)]
    kind: Option<String>,
    /// Who said or did it
    #[arg(long)]
    actor: Option<String>,
    /// What the claim is about, with --attribute
    #[arg(long, requires = "attribute")]
    entity: Option<String>,
    /// What of it: the same entity and attribute mean the same fact
    #[arg(long, requires = "entity")]
    attribute: Option<String>,
    /// The value of the attribute
    #[arg(long)]
    value: Option<String>,
    /// Whether the address holds several values: true stands beside the others, false replaces them all
    #[arg(long, requires = "attribute", value_name = "BOOL")]
    several: Option<bool>,
    /// 0..1
    #[arg(long, value_parser = finite)]
    importance: Option<f64>,
    /// Where the claim comes from
    #[arg(long, value_parser = SOURCES)]
    source: Option<String>,
    /// How carefully it must be handled
    #[arg(long, value_parser = ["normal", "personal", "restricted"])]
    sensitivity: Option<String>,
    /// When it starts to hold in the world
    #[arg(long, value_name = "TIME", value_parser = moment)]
    valid_from: Option<String>,
    /// When it stops to hold in the world
    #[arg(long, value_name = "TIME", value_parser = moment)]
    valid_to: Option<String>,
    /// When it is to be forgotten
    #[arg(long, value_name = "TIME", value_parser = moment)]
    expires_at: Option<String>,
    /// Where it can be looked up
    #[arg(long, value_name = "URI")]
    evidence: Vec<String>,
    /// Metadata; may be given several times
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    meta: Vec<(String, Value)>,
    /// Into the tenant's shared memories; needs --shared-writer
    #[arg(long)]
    shared: bool,
    /// A key that makes this command happen once
    #[arg(long)]
    key: Option<String>,
}

/// Remembers a claim. A refusal is an answer, and an exit status of 1.
pub fn remember(desk: &mut Desk, args: &Remember) -> anyhow::Result<()> {
    let kind = args.kind.as_deref().or(args.entity.as_ref().map(|_| "fact"));
    let metadata: Map<String, Value> = args.meta.iter().cloned().collect();
    let mut request = desk.request(
        "remember",
        json!({
            "text": args.text, "kind": kind, "actor": args.actor, "entity": args.entity, "attribute": args.attribute,
            "value": args.value, "several": args.several, "importance": args.importance, "source": args.source, "sensitivity": args.sensitivity,
            "validFrom": args.valid_from, "validTo": args.valid_to, "expiresAt": args.expires_at,
            "evidence": evidence(&args.evidence), "metadata": metadata, "shared": args.shared,
        }),
    );
    request.key = args.key.clone();
    let admission = desk.client.request(&request)?;
    desk.show(&admission, render::admission)?;
    match admission["outcome"].as_str() {
        Some("refused") => Err(Failure::new("refused", not_stored(desk, &admission)?).into()),
        _ => Ok(()),
    }
}

/// Why nothing was stored; where the text is too long, how long it may be.
fn not_stored(desk: &mut Desk, admission: &Value) -> anyhow::Result<String> {
    if !render::items(&admission["rules"]).any(|rule| rule == "length") {
        return Ok("the claim was not stored".into());
    }
    let policy = desk.call("policy", json!({}))?;
    let most = render::text(&policy["admission"]["maxCharacters"]);
    Ok(format!("the claim was not stored: it is longer than {most} characters (admission.maxCharacters of the policy)"))
}

/// A new version of a claim.
#[derive(Debug, Args)]
pub struct Supersede {
    /// The memory that it replaces
    id: String,
    /// The new claim, in one sentence
    text: String,
    /// The new value of the attribute
    #[arg(long)]
    value: Option<String>,
    /// When the new claim starts to hold
    #[arg(long, value_name = "TIME", value_parser = moment)]
    valid_from: Option<String>,
    /// Where the claim comes from
    #[arg(long, value_parser = SOURCES)]
    source: Option<String>,
    /// Where it can be looked up
    #[arg(long, value_name = "URI")]
    evidence: Vec<String>,
    /// Only when the memory is still at this version
    #[arg(long)]
    version: Option<u64>,
}

/// Replaces a claim.
pub fn supersede(desk: &mut Desk, args: &Supersede) -> anyhow::Result<()> {
    let id = desk.id(&args.id)?;
    let answer = desk.call(
        "supersede",
        json!({
            "id": id, "text": args.text, "value": args.value, "validFrom": args.valid_from, "source": args.source,
            "evidence": evidence(&args.evidence), "version": args.version,
        }),
    )?;
    desk.show(&answer, |answer| format!("now {}\n", render::text(&answer["id"])))
}

/// A memory, and why.
#[derive(Debug, Args)]
pub struct Simple {
    /// The memory
    id: String,
    /// Why
    #[arg(long)]
    reason: Option<String>,
}

/// Invalidate, restore, archive.
pub fn simple(desk: &mut Desk, op: &str, args: &Simple) -> anyhow::Result<()> {
    let id = desk.id(&args.id)?;
    let answer = desk.call(op, json!({"id": id, "reason": args.reason}))?;
    state_after(desk, &id, &answer)
}

/// When a claim stopped to hold.
#[derive(Debug, Args)]
pub struct End {
    /// The memory
    id: String,
    /// When it stopped to hold [default: now]
    #[arg(long, value_name = "TIME", value_parser = moment)]
    at: Option<String>,
    /// Why
    #[arg(long)]
    reason: Option<String>,
}

/// Ends a claim.
pub fn end(desk: &mut Desk, args: &End) -> anyhow::Result<()> {
    let id = desk.id(&args.id)?;
    let answer = desk.call("end", json!({"id": id, "at": args.at, "reason": args.reason}))?;
    state_after(desk, &id, &answer)
}

/// A decision on a memory.
#[derive(Debug, Args)]
pub struct Decision {
    /// The memory
    id: String,
    /// Who decides [default: the user]
    #[arg(long)]
    by: Option<String>,
    /// Why
    #[arg(long)]
    reason: Option<String>,
}

/// Approve, quarantine, unpin, hold, release.
pub fn decision(desk: &mut Desk, op: &str, args: &Decision) -> anyhow::Result<()> {
    let id = desk.id(&args.id)?;
    let answer = desk.call(op, json!({"id": id, "by": by(desk, &args.by), "reason": args.reason}))?;
    state_after(desk, &id, &answer)
}

/// An exemption from eviction.
#[derive(Debug, Args)]
pub struct Pin {
    #[command(flatten)]
    decision: Decision,
    /// When to look at it again
    #[arg(long, value_name = "TIME", value_parser = moment)]
    review_at: Option<String>,
}

/// Pins a memory.
pub fn pin(desk: &mut Desk, args: &Pin) -> anyhow::Result<()> {
    let decision = &args.decision;
    let id = desk.id(&decision.id)?;
    let by = by(desk, &decision.by);
    let answer =
        desk.call("pin", json!({"id": id, "by": by, "reason": decision.reason, "reviewAt": args.review_at}))?;
    state_after(desk, &id, &answer)
}

/// A command to take back.
#[derive(Debug, Args)]
pub struct Undo {
    /// Its sequence, as the audit shows it
    sequence: u64,
}

/// Takes a command back.
pub fn undo(desk: &mut Desk, args: &Undo) -> anyhow::Result<()> {
    let answer = desk.call("undo", json!({"sequence": args.sequence}))?;
    desk.show(&answer, |answer| format!("{} memories are as before\n", render::text(&answer["changed"])))
}

/// Shows what a memory has become.
fn state_after(desk: &mut Desk, id: &str, answer: &Value) -> anyhow::Result<()> {
    if desk.json {
        return desk.show(answer, |_| String::new());
    }
    let memory = desk.call("get", json!({"id": id}))?;
    desk.show(&json!([memory]), render::memories)
}

fn by(desk: &Desk, given: &Option<String>) -> Value {
    given.as_ref().map_or_else(|| desk.scope["user"].clone(), |by| json!(by))
}

fn evidence(uris: &[String]) -> Value {
    uris.iter().map(|uri| json!({"uri": uri})).collect()
}

/// `key=value`: a JSON scalar where it reads as one, else a text.
fn pair(text: &str) -> Result<(String, Value), String> {
    let (key, value) = text.split_once('=').ok_or("must be KEY=VALUE")?;
    let scalar = serde_json::from_str(value).ok().filter(|value: &Value| !value.is_object() && !value.is_array());
    Ok((key.into(), scalar.unwrap_or_else(|| json!(value))))
}
