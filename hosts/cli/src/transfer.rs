//! Export and import: the engine's lines of a user's memories, in a file. What a line holds, and what becomes of
//! it, is the engine's; here they are written and read.

mod file;

use std::path::PathBuf;

use serde_json::{Map, Value, json};

use crate::client::{Args, Client, Progress};
use crate::component::no_scope;
use crate::failure::{Failure, Outcome};
use crate::request::Request;

/// Lines brought in between two batches of embeddings, and the bytes of them.
const BATCH: usize = 64;
const BATCH_BYTES: usize = 1 << 20;

/// Writes all memories of the scope's user, in any state; shared ones are not the user's.
pub fn export(client: &mut Client, request: &Request, progress: Progress<'_>) -> Outcome<Value> {
    let args = Args(&request.args);
    let path = path(&args)?;
    let force = args.flag("force")?;
    let scope = request.scope.clone().ok_or_else(no_scope)?;
    file::check_free(&path, force)?;
    let mut draft = file::Draft::new(&path)?;
    let (mut lines, mut after) = (0u64, Value::Null);
    loop {
        let page = Request::new("exportLines", request.now, json!({"after": after})).scoped(&scope);
        let mut page = client.request(&page)?;
        for line in page["lines"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            draft.line(line)?;
            lines += 1;
        }
        // The header is none.
        progress(lines.saturating_sub(1), None);
        after = page["next"].take();
        if after.is_null() {
            break;
        }
    }
    draft.keep(force)?;
    Ok(json!({"memories": lines.saturating_sub(1), "path": path.display().to_string()}))
}

/// Brings every line of a file in, and says what came of them.
pub fn import(client: &mut Client, request: &Request, progress: Progress<'_>) -> Outcome<Value> {
    let args = Args(&request.args);
    let path = path(&args)?;
    let scope = request.scope.clone().ok_or_else(no_scope)?;
    let bytes = std::fs::read(&path).map_err(|error| file::failed(&path, &error))?;
    let mut lines = file::lines(&bytes);
    let header = match lines.next() {
        Some((_, Some(header))) => header,
        _ => "",
    };
    let mut brought = json!({"header": header});
    for name in ["fromUser", "fromTenant"] {
        brought[name] = json!(args.text(name)?);
    }
    let lines: Vec<(u32, Option<&str>)> = lines.filter(|(_, line)| *line != Some("")).collect();
    let mut import = Import { client, scope, now: request.now, brought, counts: Counts::default() };
    import.client.session(request.now)?.embed_lazily(true);
    let done = import.all(&lines, progress).map_err(|failure| failure.about(&path.display()));
    import.client.session(request.now)?.embed_lazily(false);
    done?;
    Ok(import.counts.to_json())
}

struct Import<'a> {
    client: &'a mut Client,
    scope: Value,
    now: u64,
    brought: Value,
    counts: Counts,
}

impl Import<'_> {
    fn all(&mut self, lines: &[(u32, Option<&str>)], progress: Progress<'_>) -> Outcome<()> {
        // The header is judged where there is no line too.
        self.batch(2, &[])?;
        let (total, mut done) = (lines.len() as u64, 0);
        while let Some((first, _)) = lines.get(done) {
            let (mut batch, mut bytes) = (Vec::new(), 0);
            for (number, line) in &lines[done..] {
                let Some(line) = line.filter(|_| *number == first + batch.len() as u32) else { break };
                if batch.len() == BATCH || bytes > BATCH_BYTES {
                    break;
                }
                batch.push(line);
                bytes += line.len();
            }
            if batch.is_empty() {
                self.counts.refuse(*first, "is no UTF-8");
            }
            done += batch.len().max(1);
            let brought = self.batch(*first, &batch);
            self.client.session(self.now)?.settle(self.now)?;
            brought?;
            progress(done as u64, Some(total));
        }
        Ok(())
    }

    fn batch(&mut self, first: u32, lines: &[&str]) -> Outcome<()> {
        let mut args = self.brought.clone();
        (args["first"], args["lines"]) = (json!(first), json!(lines));
        let request = Request::new("importLines", self.now, args).scoped(&self.scope);
        let imported = self.client.request(&request)?;
        self.counts.add(imported);
        Ok(())
    }
}

/// What came of the batches together.
#[derive(Default)]
struct Counts {
    numbers: Map<String, Value>,
    refused: Vec<Value>,
}

impl Counts {
    fn add(&mut self, imported: Value) {
        let Value::Object(imported) = imported else { return };
        for (name, value) in imported {
            match value {
                Value::Array(refused) => self.refused.extend(refused),
                value => self.count(&name, value.as_u64().unwrap_or(0)),
            }
        }
    }

    fn count(&mut self, name: &str, more: u64) {
        let count = self.numbers.get(name).and_then(Value::as_u64).unwrap_or(0);
        self.numbers.insert(name.into(), json!(count + more));
    }

    fn refuse(&mut self, line: u32, why: &str) {
        self.count("memories", 1);
        self.refused.push(json!({"line": line, "why": why}));
    }

    fn to_json(&self) -> Value {
        let mut all = self.numbers.clone();
        all.insert("refused".into(), self.refused.clone().into());
        all.into()
    }
}

fn path(args: &Args<'_>) -> Outcome<PathBuf> {
    let path = args.text("path")?;
    path.map(PathBuf::from).ok_or_else(|| Failure::invalid("path: required, the name of a file"))
}
