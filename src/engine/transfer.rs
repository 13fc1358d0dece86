//! Lines out of a store, and into one: a command for each.

use super::Engine;
use super::observing::Taking;
use crate::gather;
use crate::log::{self, Record};
use crate::stage::check_labels;
use crate::stage::lifecycle::live;
use crate::stage::reconcile::{self, Act};
use crate::stage::transfer::{self, Became, Source, Taken};
use crate::types::{Exported, Id, Imported, Labels, LinesBrought, RefusedLine, Result, State as Governed, Timestamp};

/// Lines of a page.
const PAGE: usize = 500;

impl Engine {
    /// A page of the user's memories as lines, in the order in which they were recorded.
    pub fn export_lines(&self, labels: &Labels, after: Option<&str>, now: Timestamp) -> Result<Exported> {
        check_labels(labels)?;
        let view = self.view(labels, now);
        let recorded = |record: &Record| Some((record.steps.first()?.sequence, record.claim.id));
        let from = after.map(|id| view.readable(id)).transpose()?.and_then(recorded);
        let mine = self.state.partition(&labels.user).iter().filter_map(|row| self.state.at(*row));
        let seen = mine.filter(|record| view.in_project(record) && view.for_purpose(record));
        let mut records: Vec<&Record> = seen.filter(|record| recorded(record) > from).collect();
        gather::sort_by_key(&mut records, |record| recorded(record));
        let next = records.get(PAGE).and(records.get(PAGE - 1)).map(|record| record.claim.id.to_string());
        let header = after.is_none().then(|| transfer::header(&view));
        let lines = records.into_iter().take(PAGE).map(|record| transfer::line(&view, record));
        Ok(Exported { lines: header.into_iter().chain(lines).collect(), next })
    }

    /// Brings lines of an export in.
    pub fn import_lines(&mut self, labels: &Labels, brought: &LinesBrought, now: Timestamp) -> Result<Imported> {
        self.outbox.ready()?;
        check_labels(labels)?;
        let source = transfer::source(&self.view(labels, now), brought)?;
        let (mut imported, mut written) = (Imported::default(), Vec::new());
        for (number, line) in (brought.first..=u32::MAX).zip(&brought.lines) {
            let mut taking = Taking { frame: self.frame(labels, now, "import-lines"), steps: 0, labels, now };
            taking.frame.code.clone_from(&source.code);
            imported.memories += 1;
            if let Err(why) = self.take_line(&mut taking, &source, line, &mut imported) {
                imported.refused.push(RefusedLine { line: number, why });
            }
            if !taking.frame.events.is_empty() {
                // Invariant: what can be held can be encoded.
                let (bytes, payload) = log::encode_frame(&taking.frame)?;
                self.state.close(&taking.frame, &bytes[payload..]);
                written.extend(bytes);
            }
        }
        if !written.is_empty() {
            self.journal_bytes += written.len() as u64;
            self.outbox.append(self.state.sequence, written);
        }
        Ok(imported)
    }

    fn take_line(
        &mut self,
        taking: &mut Taking<'_>,
        source: &Source,
        line: &str,
        imported: &mut Imported,
    ) -> core::result::Result<(), String> {
        let taken = match self.step(taking, |view| transfer::take(view, source, line)) {
            Ok(taken) => taken,
            Err(refusal) => {
                taking.frame.code = format!("refused:{}", refusal.why);
                self.grow(taking, refusal.events);
                return Err(refusal.why);
            }
        };
        let Taken { decision, became, id, acts, whole, approved } = taken;
        self.grow(taking, decision.events);
        for (act, reason) in acts {
            let reason = reason.as_deref();
            // What has more authority stands.
            let done = self.step(taking, |view| reconcile::act(view, &id.to_string(), &act, reason));
            if let Ok(decision) = done {
                imported.pins += u32::from(matches!(act, Act::Pin { .. }));
                imported.holds += u32::from(matches!(act, Act::Hold { .. }));
                self.grow(taking, decision.events);
            }
        }
        imported.approvals += u32::from(approved);
        match became {
            Became::Known => imported.known += 1,
            Became::Added => self.count_added(id, whole, taking.now, imported),
        }
        Ok(())
    }

    fn count_added(&self, id: Id, whole: bool, now: Timestamp, imported: &mut Imported) {
        imported.added += 1;
        let Some(record) = self.state.record(id) else { return };
        let life = record.life();
        imported.current += u32::from(live(self.state.seen_state(record, now)));
        imported.quarantined += u32::from(life.state == Governed::Quarantined);
        if whole {
            imported.pins += u32::from(life.pinned.is_some());
            imported.holds += u32::from(life.hold.is_some());
        }
        let lists = [&life.supersedes, &life.contradicts, &record.claim.supports];
        let links = lists.iter().map(|list| list.len()).sum::<usize>() + usize::from(life.superseded_by.is_some());
        imported.links += links as u32;
    }
}
