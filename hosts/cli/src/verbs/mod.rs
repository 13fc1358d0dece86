//! What people type. Each verb builds the request that a program would send, and shows the answer.

pub mod auditing;
pub mod claims;
pub mod leaving;
pub mod moving;
pub mod pending;
pub mod policies;
pub mod reading;
pub mod turns;

use std::io::IsTerminal;
use std::path::Path;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use crate::args::Command;
use crate::client::Client;
use crate::failure::{Failure, Outcome};
use crate::listing::each_memory;
use crate::render;
use crate::request::Request;
use crate::session::Host;
use crate::time;

/// Where a person sits: a store, whose memories, and how answers are shown.
pub struct Desk {
    client: Client,
    scope: Value,
    clock: Option<u64>,
    pub json: bool,
}

impl Desk {
    /// A desk; without a clock it goes by the host's.
    pub fn new(client: Client, scope: Value, clock: Option<u64>, json: bool) -> Self {
        Self { client, scope, clock, json }
    }

    fn now(&self) -> u64 {
        self.clock.unwrap_or_else(time::now)
    }

    fn request(&self, op: &str, args: Value) -> Request {
        Request::new(op, self.now(), args).scoped(&self.scope)
    }

    fn call(&mut self, op: &str, args: Value) -> Outcome<Value> {
        self.client.request(&self.request(op, args))
    }

    /// The same with a bar on standard error, when that is a terminal.
    fn call_long(&mut self, op: &str, args: Value, label: &str) -> Outcome<Value> {
        let bar = bar(label);
        let request = self.request(op, args);
        let result = self.client.request_with(&request, &mut |done, of| advance(&bar, done, of));
        bar.finish_and_clear();
        result
    }

    /// Prints an answer, as JSON or for people.
    fn show(&self, answer: &Value, for_people: impl FnOnce(&Value) -> String) -> anyhow::Result<()> {
        render::print(self.json, answer, || for_people(answer))
    }

    /// The whole id of one that was cut to its beginning or its end.
    fn id(&mut self, given: &str) -> Outcome<String> {
        if given.len() >= 36 {
            return Ok(given.into());
        }
        let (mut found, now) = (Vec::new(), self.now());
        each_memory(&mut self.client, &self.scope, now, &mut |memory| {
            let id = memory["id"].as_str().unwrap_or_default();
            if id.starts_with(given) || id.ends_with(given) {
                found.push(id.to_string());
            }
        })?;
        match found.as_slice() {
            [id] => Ok(id.clone()),
            [] => Err(Failure::new("not-found", format!("no memory has an id like {given}"))),
            several => Err(Failure::invalid(format!("{given} may be any of {}", several.join(", ")))),
        }
    }
}

/// Carries out a verb.
pub fn run(desk: &mut Desk, command: Command) -> anyhow::Result<()> {
    use Command as C;
    match command {
        C::Remember(args) => claims::remember(desk, &args),
        C::Supersede(args) => claims::supersede(desk, &args),
        C::End(args) => claims::end(desk, &args),
        C::Invalidate(args) => claims::simple(desk, "invalidate", &args),
        C::Restore(args) => claims::simple(desk, "restore", &args),
        C::Archive(args) => claims::simple(desk, "archive", &args),
        C::Approve(args) => claims::decision(desk, "approve", &args),
        C::Quarantine(args) => claims::decision(desk, "quarantine", &args),
        C::Pin(args) => claims::pin(desk, &args),
        C::Unpin(args) => claims::decision(desk, "unpin", &args),
        C::Hold(args) => claims::decision(desk, "hold", &args),
        C::Release(args) => claims::decision(desk, "release", &args),
        C::Undo(args) => claims::undo(desk, &args),
        C::Recall(args) => reading::recall(desk, &args),
        C::Context(args) => reading::context(desk, &args),
        C::List(args) => reading::list(desk, &args),
        C::Show(args) => reading::show(desk, &args),
        C::History(args) => reading::history(desk, &args),
        C::WhyNot(args) => reading::why_not(desk, &args),
        C::Erase(args) => leaving::erase(desk, &args),
        C::Sweep(args) => leaving::sweep(desk, &args),
        C::Eviction(args) => leaving::eviction(desk, &args),
        C::Policy { action } => policies::run(desk, &action),
        C::Tools => {
            let answer = desk.call("toolDefinitions", json!({}))?;
            render::print(true, &answer["tools"], String::new)
        }
        C::Pending => pending::list(desk),
        C::ConfirmErasure(args) => pending::confirm(desk, &args),
        C::DropErasure(args) => claims::decision(desk, "dropErasure", &args),
        C::Receipts => leaving::receipts(desk),
        C::Confirm(args) => leaving::confirm(desk, &args),
        C::RegisterCopy(args) => leaving::register_copy(desk, &args),
        C::LiftTombstone(args) => leaving::lift_tombstone(desk, &args),
        C::Audit(args) => auditing::audit(desk, &args),
        C::Verify => auditing::verify(desk),
        C::Stats => auditing::stats(desk),
        C::Export(args) => moving::export(desk, &args),
        C::Import(args) => moving::import(desk, &args),
        C::Ingest(args) => turns::ingest(desk, &args),
        C::Say(args) => turns::say(desk, &args),
        C::Model { .. } => {
            let settled = desk.call("settle", json!({}))?;
            desk.show(&settled, render::pairs)
        }
        C::Exec | C::Eval { .. } | C::Bench(_) | C::Version => Ok(()),
    }
}

/// Says what runs.
pub fn version(host: &Host, component: &Path, json: bool) -> anyhow::Result<()> {
    let embedder = host.embedder.borrow_mut().info()?;
    let version = json!({
        "memolet": env!("CARGO_PKG_VERSION"),
        "component": component.display().to_string(),
        "operations": host.runtime.table().names().count(),
        "embedder": format!("{}, {} dimensions", embedder.name, embedder.dimensions),
    });
    render::print(json, &version, || render::pairs(&version))
}

/// A bar on standard error; hidden when that is no terminal.
pub fn bar(label: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    if let Ok(style) = ProgressStyle::with_template("{msg} {human_pos} {spinner} {elapsed}") {
        bar.set_style(style);
    }
    bar.set_message(label.to_string());
    bar
}

/// Moves a bar.
pub fn advance(bar: &ProgressBar, done: u64, of: Option<u64>) {
    if bar.length().is_none()
        && let (Some(length), Ok(style)) =
            (of, ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len} {eta}"))
    {
        bar.set_length(length);
        bar.set_style(style);
    }
    bar.set_position(done);
}

/// A number that is one: clap's own reader takes `NaN`, which JSON cannot hold.
pub fn finite(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| "must be a finite number".into())
}

/// A time as a person gives it: so few digits count seconds. The rest is told when it is read.
pub fn moment(text: &str) -> Result<String, String> {
    match text.trim().parse::<u64>() {
        Ok(at) if at > 0 && at < time::LEAST_MILLISECONDS => Err(format!("{at} counts seconds; give milliseconds")),
        _ => Ok(text.to_owned()),
    }
}
