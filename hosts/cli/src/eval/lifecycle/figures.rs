//! Counts of what was played, and the figures made of them.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::scenario::Harm;
use crate::eval::metrics::percentile;

/// Counts; those of several scenarios add up.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// What was asked.
    pub questions: u64,
    /// Questions that have an answer, and the sum of the shares of it that were recalled.
    pub answerable: u64,
    helped: f64,
    /// Questions that recalled something, and the sum of the shares of it that were relevant.
    with_hits: u64,
    precise: f64,
    /// Questions that nothing known answers, and those that recalled nothing beside what may be.
    unanswerable: u64,
    silent: u64,
    /// By harm: questions that name such a memory, and questions that recalled one.
    at_risk: [u64; 4],
    harmed: [u64; 4],
    /// Questions with two hits of one address and different values; with both asserted.
    contradictory: u64,
    asserted: u64,
    /// Tokens of what was recalled, of the whole history, and of the history that was saved.
    tokens: u64,
    whole: u64,
    saved: u64,
    /// Questions answered safely and in full.
    reused: u64,
    /// Putting right.
    pub corrections: Corrections,
    /// Contradictions among what was remembered.
    pub conflicts: Conflicts,
    /// Receipts of erasures, and those that every copy has confirmed.
    receipts: BTreeMap<String, bool>,
    /// Milliseconds until a copy had confirmed, by copy and receipt.
    took: BTreeMap<(String, String), f64>,
}

/// How soon what is wrong is gone from recall.
#[derive(Clone, Debug, Default)]
pub struct Corrections {
    /// Memories that a command put right.
    pub asked: u64,
    /// Recalled still when the scenario ended.
    pub never: u64,
    at_once: u64,
    /// Steps and the scenario's milliseconds of those that were late.
    late: Vec<(u64, u64)>,
    /// What the commands took, by the clock.
    milliseconds: Vec<f64>,
}

/// What the engine noticed by itself.
#[derive(Clone, Debug, Default)]
pub struct Conflicts {
    /// Contradictions that the scenarios name.
    pub expected: u64,
    /// Found.
    pub found: u64,
    /// Found where there is none.
    pub false_alarms: u64,
}

impl Corrections {
    /// The first recall after the command was right.
    pub fn at_once(&mut self, milliseconds: f64) {
        self.at_once += 1;
        self.milliseconds.push(milliseconds);
    }

    /// A recall some steps later was.
    pub fn late(&mut self, steps: u64, milliseconds: u64) {
        self.late.push((steps, milliseconds));
    }

    /// Whether each was gone at once.
    pub fn all_at_once(&self) -> bool {
        self.at_once == self.asked
    }

    fn add(&mut self, more: &Self) {
        self.asked += more.asked;
        self.never += more.never;
        self.at_once += more.at_once;
        self.late.extend(&more.late);
        self.milliseconds.extend(&more.milliseconds);
    }

    fn to_json(&self) -> Value {
        json!({
            "asked": self.asked, "atOnce": self.at_once, "later": self.late.len(), "never": self.never,
            "mostSteps": self.late.iter().map(|(steps, _)| *steps).max().unwrap_or(0),
            "mostScenarioMs": self.late.iter().map(|(_, ms)| *ms).max().unwrap_or(0),
        })
    }
}

impl Tally {
    /// A question: how much of its answer was recalled, and how much of what was recalled is relevant.
    pub fn question(&mut self, helped: usize, wanted: usize, relevant: usize, hits: usize) {
        let share = |part: usize, of: usize| part as f64 / of.max(1) as f64;
        self.questions += 1;
        match wanted {
            0 => {
                self.unanswerable += 1;
                self.silent += u64::from(hits == relevant);
            }
            _ => {
                self.answerable += 1;
                self.helped += share(helped, wanted);
            }
        }
        self.with_hits += u64::from(hits > 0);
        self.precise += share(relevant, hits);
    }

    /// What it recalled that it must not have, by harm where it was at risk.
    pub fn harms(&mut self, harmed: &[Option<Option<String>>; 4], contradictory: bool, asserted: bool) {
        for (index, harm) in harmed.iter().enumerate() {
            self.at_risk[index] += u64::from(harm.is_some());
            self.harmed[index] += u64::from(matches!(harm, Some(Some(_))));
        }
        self.contradictory += u64::from(contradictory);
        self.asserted += u64::from(asserted);
    }

    /// What it cost, and what giving everything would have.
    pub fn rent(&mut self, tokens: u64, whole: u64, reused: bool) {
        self.tokens += tokens;
        self.whole += whole;
        if reused {
            self.reused += 1;
            self.saved += whole;
        }
    }

    /// A receipt, as it is by now.
    pub fn receipt(&mut self, receipt: &Value) {
        let id = receipt["id"].as_str().unwrap_or_default();
        self.receipts.insert(id.into(), receipt["complete"] == true);
        for copy in receipt["copies"].as_array().into_iter().flatten() {
            let name = copy["name"].as_str().unwrap_or_default();
            if let Some(took) = copy["took"].as_f64() {
                self.took.insert((name.into(), id.into()), took);
            }
        }
    }

    /// Adds what another scenario came to.
    pub fn add(&mut self, more: &Self) {
        let counts = [
            (&mut self.questions, more.questions),
            (&mut self.answerable, more.answerable),
            (&mut self.with_hits, more.with_hits),
            (&mut self.unanswerable, more.unanswerable),
            (&mut self.silent, more.silent),
            (&mut self.contradictory, more.contradictory),
            (&mut self.asserted, more.asserted),
            (&mut self.tokens, more.tokens),
            (&mut self.whole, more.whole),
            (&mut self.saved, more.saved),
            (&mut self.reused, more.reused),
            (&mut self.conflicts.expected, more.conflicts.expected),
            (&mut self.conflicts.found, more.conflicts.found),
            (&mut self.conflicts.false_alarms, more.conflicts.false_alarms),
        ];
        counts.into_iter().for_each(|(sum, more)| *sum += more);
        for index in 0..4 {
            self.at_risk[index] += more.at_risk[index];
            self.harmed[index] += more.harmed[index];
        }
        self.helped += more.helped;
        self.precise += more.precise;
        self.corrections.add(&more.corrections);
        self.receipts.extend(more.receipts.iter().map(|(id, complete)| (id.clone(), *complete)));
        self.took.extend(more.took.iter().map(|(of, took)| (of.clone(), *took)));
    }

    /// Share of what is known and useful that was recalled.
    pub fn helpful_recall(&self) -> f64 {
        self.helped / self.answerable.max(1) as f64
    }

    /// Share of what was recalled that was relevant; none where nothing was.
    pub fn precision(&self) -> Option<f64> {
        (self.with_hits > 0).then(|| self.precise / self.with_hits as f64)
    }

    /// Questions that recalled what does this harm, and those that could.
    pub fn harm(&self, harm: Harm) -> (u64, u64) {
        (self.harmed[harm as usize], self.at_risk[harm as usize])
    }

    /// Questions that got contradicting hits of one address; and those where both may be stated as fact.
    pub const fn contradictions(&self) -> [u64; 2] {
        [self.contradictory, self.asserted]
    }

    /// Tokens a question.
    pub fn tokens_a_question(&self) -> f64 {
        self.tokens as f64 / self.questions.max(1) as f64
    }

    /// Token rent: the history that safe and full answers spared, less all that was recalled.
    pub fn net_value(&self) -> i64 {
        self.saved as i64 - self.tokens as i64
    }

    /// Whether every receipt that was handed out is complete by now.
    pub fn pending_receipts(&self) -> u64 {
        self.receipts.values().filter(|complete| !**complete).count() as u64
    }

    /// Everything.
    pub fn to_json(&self) -> Value {
        let rate = |part: u64, of: u64| (of > 0).then(|| part as f64 / of as f64);
        let harm = |harm: Harm| {
            let (harmed, of) = self.harm(harm);
            json!({"questions": of, "harmed": harmed, "rate": rate(harmed, of)})
        };
        let mut copies: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for ((copy, _), took) in &self.took {
            copies.entry(copy).or_default().push(*took);
        }
        let took = |took: &[f64]| json!({"receipts": took.len(), "p50Ms": percentile(took, 0.5), "mostMs": percentile(took, 1.0)});
        let took: Map<String, Value> = copies.iter().map(|(copy, times)| ((*copy).to_owned(), took(times))).collect();
        json!({
            "questions": self.questions,
            "precisionAtK": self.precision(),
            "helpfulRecallAtK": self.helpful_recall(),
            "answerable": self.answerable,
            "silence": {"questions": self.unanswerable, "silent": self.silent, "rate": rate(self.silent, self.unanswerable)},
            "contradiction": {
                "questions": self.contradictory, "rate": rate(self.contradictory, self.questions), "asserted": self.asserted,
            },
            "staleRecall": harm(Harm::Stale),
            "sensitiveRecall": harm(Harm::Sensitive),
            "isolation": harm(Harm::Foreign),
            "erasedRecall": harm(Harm::Erased),
            "correction": self.corrections.to_json(),
            "conflictDetection": {
                "expected": self.conflicts.expected, "found": self.conflicts.found,
                "falseAlarms": self.conflicts.false_alarms,
            },
            "deletion": {"receipts": self.receipts.len(), "pending": self.pending_receipts(), "took": took},
            "tokens": {
                "aQuestion": self.tokens_a_question(),
                "wholeHistoryAQuestion": self.whole as f64 / self.questions.max(1) as f64,
                "overhead": rate(self.tokens, self.whole),
                "reuses": self.reused,
                "saved": self.saved,
                "rent": self.tokens,
                "netValue": self.net_value(),
            },
        })
    }

    /// What the correcting commands took by the clock: the only figures that differ between runs.
    pub fn latency(&self) -> Value {
        let times = &self.corrections.milliseconds;
        json!({"p50": percentile(times, 0.5), "p95": percentile(times, 0.95), "most": percentile(times, 1.0)})
    }
}
