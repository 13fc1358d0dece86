//! A language's predicates, compiled.

use super::super::languages::Language;
use super::super::tokens::Contractions;
use super::pattern::{Names, Node, compile, split};
use super::{Deed, PhraseSet, Status};
use crate::gather::Map;
use crate::types::Kind;
use std::sync::OnceLock;

/// What a predicate makes of what its patterns read.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Its name.
    pub predicate: &'static str,
    /// Of the claim.
    pub kind: Kind,
    /// May hold a slot; empty: the claim has no address.
    pub attribute: &'static str,
    /// May hold a slot; empty: the claim has no value.
    pub value: &'static str,
    /// The claim, with slots and `{subject}`.
    pub text: &'static str,
    /// The address holds several values.
    pub several: bool,
    /// 0..1
    pub importance: Option<f64>,
    /// It expires with the time that it names.
    pub expires: bool,
    /// What time expressions beside the pattern may say.
    pub when: &'static str,
    /// Read beside another predicate that says the same clause.
    pub joint: bool,
    /// It is a wish, which a command says too.
    pub command: bool,
}

/// A pattern, and what it does.
#[derive(Debug)]
pub struct Rule {
    /// Of its predicate.
    pub settings: usize,
    /// What it does.
    pub deed: Deed,
    /// The pattern.
    pub nodes: Vec<Node>,
}

/// A language's predicates and the words that they need.
#[derive(Debug)]
pub struct Table {
    /// ISO 639-1.
    pub code: &'static str,
    /// What it contracts.
    pub contractions: Contractions,
    /// In the order of the file.
    pub rules: Vec<Rule>,
    /// Of the rules.
    pub settings: Vec<Settings>,
    /// The branches of each macro.
    pub macros: Vec<Vec<(Status, Vec<Node>)>>,
    /// Patterns that do not compile: tests want none.
    #[cfg_attr(not(test), allow(dead_code))]
    pub bad: Vec<&'static str>,
    speaker: &'static str,
    speaker_forms: &'static [&'static str],
    sets: Map<&'static str, PhraseSet>,
    by_first: Map<String, Vec<usize>>,
    by_slot: Vec<usize>,
}

/// Word lists that the reader itself knows by name.
pub const LISTS: &[&str] = &[
    "adverbs",
    "lasting",
    "any more",
    "no longer",
    "closers",
    "openings",
    "lead-ins",
    "reasons",
    "joins",
    "carried",
    "bare starts",
    "part starts",
    "starts",
    "verbs after",
    "persons",
    "places",
    "place ends",
    "subordinators",
    "reporting",
    "points back",
    "pointers",
    "loose ends",
    "compounds",
    "articles",
    "no names",
    "no typed names",
    "no places",
    "no orgs",
    "name particles",
    "corrections",
    "heads",
    "loose starts",
    "liked starts",
    "no employers",
    "gerunds",
    "negators",
    "list joins",
    "fillers",
    "schools",
    "takebacks",
    "doubts",
    "weak corrections",
    "clock words",
    "units",
    "where words",
    "no openings",
    "no events",
    "no harms",
    "no plans",
    "no staff",
    "titles",
    "leaders",
    "restated",
    "takebacks alone",
    "updated",
    "containers",
];

/// The table of a language, compiled once an instance.
pub fn table(language: &'static Language) -> &'static Table {
    language.predicates.get_or_init(|| Table::of(language))
}

impl Table {
    /// The attributes that its predicates state, without those that hold a slot.
    pub fn attributes(&self) -> impl Iterator<Item = &'static str> {
        let all = self.settings.iter().map(|settings| settings.attribute);
        all.filter(|attribute| !attribute.is_empty() && !attribute.contains('{'))
    }

    /// Compiles a language's predicates.
    pub fn of(language: &'static Language) -> Self {
        let contractions = Contractions::of(language);
        let mut sets = Map::new();
        // Where a language tells no `takebacks`, what puts its own sentence in doubt does that to the one before it too.
        let takes_back = language.entries("takebacks").is_empty();
        for name in LISTS.iter().copied().filter(|name| takes_back || *name != "doubts") {
            sets.insert(name, PhraseSet::new(language, name, &contractions));
        }
        for (name, entries) in language.named("slot") {
            let mut set = PhraseSet::default();
            entries.iter().for_each(|entry| set.add(entry, &contractions));
            sets.insert(name, set);
        }
        let mut compiler = Compiler { language, contractions, macros: Vec::new(), places: Map::new(), bad: Vec::new() };
        let (settings, rules) = compiler.predicates();
        let Compiler { contractions, macros, bad, .. } = compiler;
        let speaker = language.entries("speaker").first().copied().unwrap_or("The user");
        let speaker_forms = language.entries("speaker").get(1..).unwrap_or_default();
        let (by_first, by_slot) = (Map::new(), Vec::new());
        let mut table = Self {
            code: language.code,
            speaker,
            speaker_forms,
            contractions,
            rules,
            settings,
            macros,
            bad,
            sets,
            by_first,
            by_slot,
        };
        table.index();
        table
    }

    /// A list of words; an empty one where the language has none of that name.
    pub fn set(&self, name: &str) -> &PhraseSet {
        static NONE: OnceLock<PhraseSet> = OnceLock::new();
        self.sets.get(name).unwrap_or_else(|| NONE.get_or_init(PhraseSet::default))
    }

    /// The speaker without a name, at a sentence's beginning.
    pub fn subject(&self) -> String {
        self.speaker.to_string()
    }

    /// A text with what its language writes together around the speaker: `de L'utilisateur` is `de l'utilisateur`.
    pub fn joined(&self, text: String) -> String {
        let forms = self.speaker_forms.iter().filter_map(|form| form.split_once('='));
        forms.fold(text, |text, (apart, joined)| text.replacen(apart.trim(), joined.trim(), 1))
    }

    /// Whether the language has a list of that name.
    pub fn has_set(&self, name: &str) -> bool {
        self.sets.contains_key(name)
    }

    /// The rules that may begin with a word, in the order of the file.
    pub fn beginning(&self, word: &str) -> impl Iterator<Item = &Rule> {
        let (mut known, mut open) = (self.by_first.get(word).map_or(&[][..], Vec::as_slice), self.by_slot.as_slice());
        core::iter::from_fn(move || {
            let from = match (known.first(), open.first()) {
                (Some(a), Some(b)) if b < a => &mut open,
                (Some(_), _) => &mut known,
                _ => &mut open,
            };
            let (first, rest) = from.split_first()?;
            *from = rest;
            self.rules.get(*first)
        })
    }

    fn index(&mut self) {
        for (at, rule) in self.rules.iter().enumerate() {
            let mut words = Vec::new();
            match self.firsts(&rule.nodes, &mut words) {
                true => words.into_iter().for_each(|word| {
                    let rules = self.by_first.entry(word).or_default();
                    if rules.last() != Some(&at) {
                        rules.push(at);
                    }
                }),
                false => self.by_slot.push(at),
            }
        }
    }

    /// The words that a match may begin with. False: any.
    fn firsts(&self, nodes: &[Node], words: &mut Vec<String>) -> bool {
        let Some(first) = nodes.first() else { return false };
        let after = |inner: &[Node], words: &mut Vec<String>| match inner.is_empty() {
            true => self.firsts(&nodes[1..], words),
            false => self.firsts(inner, words),
        };
        match first {
            Node::Word(word) => {
                words.push(word.clone());
                true
            }
            Node::Slot(_) => false,
            Node::Any(all) => all.iter().all(|inner| after(inner, words)),
            Node::Macro(at, _) => {
                self.macros.get(*at).is_some_and(|all| all.iter().all(|(_, inner)| after(inner, words)))
            }
        }
    }
}

struct Compiler {
    language: &'static Language,
    contractions: Contractions,
    macros: Vec<Vec<(Status, Vec<Node>)>>,
    places: Map<String, Option<usize>>,
    bad: Vec<&'static str>,
}

impl Compiler {
    fn predicates(&mut self) -> (Vec<Settings>, Vec<Rule>) {
        let (mut settings, mut rules) = (Vec::new(), Vec::new());
        for (predicate, lines) in self.language.named("predicate") {
            let mut current = Settings::new(predicate);
            let mut changed = true;
            for line in lines {
                let Some((key, rest)) = line.split_once(':').map(|(key, rest)| (key.trim(), rest.trim())) else {
                    self.bad.push(line);
                    continue;
                };
                match Deed::named(key) {
                    Some(deed) => {
                        if changed {
                            settings.push(current.clone());
                            changed = false;
                        }
                        match compile(rest, self) {
                            Some(nodes) => rules.push(Rule { settings: settings.len() - 1, deed, nodes }),
                            None => self.bad.push(line),
                        }
                    }
                    None => {
                        changed = true;
                        if !current.set(key, rest) {
                            self.bad.push(line);
                        }
                    }
                }
            }
        }
        (settings, rules)
    }

    /// The branches of `[macro NAME]`, or of a verb by the language's tenses.
    fn branches(&mut self, name: &str) -> Option<Vec<(Status, Vec<Node>)>> {
        let own = self.language.named("macro").into_iter().find(|(known, _)| *known == name);
        let lines: Vec<(Status, Vec<&'static str>)> = match own {
            Some((_, lines)) => {
                lines.iter().map(|line| status_of(line)).map(|(status, rest)| (status, split(rest))).collect()
            }
            None => self.conjugated(name)?,
        };
        let mut branches = Vec::new();
        for (status, patterns) in lines {
            for pattern in patterns {
                match compile(pattern, self) {
                    Some(nodes) => branches.push((status, nodes)),
                    None => self.bad.push(pattern),
                }
            }
        }
        Some(branches)
    }

    /// The tenses of a verb. `[verbs]` gives its forms in the order of the line `forms:` of `[tenses]`.
    fn conjugated(&self, name: &str) -> Option<Vec<(Status, Vec<&'static str>)>> {
        let verbs = self.language.entries("verbs").iter();
        let forms: Vec<&'static str> = verbs.map(|verb| columns(verb)).find(|forms| forms.first() == Some(&name))?;
        let tenses = self.language.entries("tenses");
        let columns: Vec<&str> =
            tenses.iter().find_map(|line| line.strip_prefix("forms:"))?.split_whitespace().collect();
        let mut lines = Vec::new();
        for line in tenses.iter().filter(|line| !line.starts_with("forms:")) {
            let (status, rest) = status_of(line);
            let mut said = rest.to_string();
            for (column, form) in columns.iter().zip(&forms) {
                said = said.replace(&format!("{{{column}}}"), &form.replace('_', " "));
            }
            // Compiled once an instance, and kept as long: see `table`.
            lines.push((status, split(Box::leak(said.into_boxed_str()))));
        }
        Some(lines)
    }
}

/// Forms stand between spaces; one of several words is joined by `_`.
fn columns(verb: &'static str) -> Vec<&'static str> {
    verb.split_whitespace().collect()
}

fn status_of(line: &'static str) -> (Status, &'static str) {
    let named = line.split_once(':').and_then(|(name, rest)| Some((Status::named(name.trim())?, rest.trim())));
    named.unwrap_or((Status::Present, line))
}

impl Names for Compiler {
    fn macro_of(&mut self, name: &str) -> Option<usize> {
        if let Some(known) = self.places.get(name) {
            return *known;
        }
        // A macro that names itself is none.
        self.places.insert(name.to_string(), None);
        let branches = self.branches(name)?;
        self.macros.push(branches);
        let place = Some(self.macros.len() - 1);
        self.places.insert(name.to_string(), place);
        place
    }

    fn contractions(&self) -> &Contractions {
        &self.contractions
    }
}

/// A number of 0 to 1, as `0.85`. Read by hand: what reads every number is 15 kB of wasm.
fn share(text: &str) -> Option<f64> {
    let digits = text.strip_prefix("0.").filter(|digits| (1..=6).contains(&digits.len()))?;
    let of: u32 = digits.bytes().try_fold(1, |of, digit| digit.is_ascii_digit().then_some(of * 10))?;
    Some(f64::from(digits.parse::<u32>().ok()?) / f64::from(of))
}

impl Settings {
    fn new(predicate: &'static str) -> Self {
        Self {
            predicate,
            kind: Kind::Fact,
            attribute: "",
            value: "",
            text: "",
            several: false,
            importance: None,
            expires: false,
            when: "",
            joint: false,
            command: false,
        }
    }

    fn set(&mut self, key: &str, rest: &'static str) -> bool {
        match key {
            "kind" => match Kind::from_name(rest) {
                Some(kind) => self.kind = kind,
                None => return false,
            },
            "attribute" => self.attribute = rest,
            "value" => self.value = rest,
            "text" => self.text = rest,
            "several" => self.several = rest == "yes",
            "importance" => self.importance = share(rest),
            "expires" => self.expires = rest == "yes",
            "when" => self.when = rest,
            "joint" => self.joint = rest == "yes",
            "mood" => self.command = rest == "command",
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn shares_are_what_they_are_elsewhere() {
        for text in ["0.8", "0.85", "0.123456", "0.05", "0.0"] {
            assert_eq!(share(text), text.parse().ok(), "{text}");
        }
        for text in ["", "0.", "1.5", ".5", "0.+5", "0.8x", "0.1234567"] {
            assert_eq!(share(text), None, "{text}");
        }
    }
}
