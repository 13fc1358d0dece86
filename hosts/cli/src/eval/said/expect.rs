//! What is expected of a claim, and whether one is that.
//!
//! Where the contract fixes no wording, data does not hang on it: an attribute goes by any of its accepted
//! names, a value by any of its accepted spellings, and what is free in its wording by the words that must be in
//! it. The tests of `tests/said` read the same form.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// Words that a value may begin with or not.
const ARTICLES: [&str; 32] = [
    "the ", "a ", "an ", "my ", "our ", "der ", "die ", "das ", "den ", "dem ", "ein ", "eine ", "einen ", "einer ",
    "le ", "la ", "les ", "l'", "un ", "une ", "una ", "el ", "los ", "las ", "il ", "lo ", "gli ", "o ", "os ", "de ",
    "het ", "een ",
];

/// Accepted names of attributes, and classes of values: `names.json`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    attributes: BTreeMap<String, Vec<String>>,
    values: BTreeMap<String, Vec<String>>,
}

/// One thing that must be claimed, or may not be. `eval/README.md` says what each key means.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Expectation {
    /// `state`, `end`, `deny` or `correct`, with `|` between those that are accepted; default `state`.
    pub act: Option<String>,
    /// Its names, with `|` between them.
    pub attribute: Option<String>,
    /// Its spellings, with `|` between them.
    pub value: Option<String>,
    /// Words that the claim must have, each with `|` between its spellings.
    #[serde(default)]
    pub says: Vec<String>,
    /// A day, the beginning of one, or `first..last`.
    pub valid_from: Option<String>,
    /// As above; of an end, when it ended.
    pub valid_to: Option<String>,
    /// As above.
    pub expires: Option<String>,
    /// In place of all that: any of these.
    #[serde(default)]
    pub any: Vec<Expectation>,
    /// True: it may be claimed or not.
    #[serde(default)]
    pub optional: bool,
    /// True: no table has to know it, and a model should make it.
    #[serde(default)]
    pub model: bool,
}

/// A statement or a memory, as far as expectations look at it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Claim {
    act: Option<String>,
    attribute: String,
    value: String,
    text: String,
    from: Option<String>,
    to: Option<String>,
    expires: Option<String>,
}

impl Claim {
    /// Of a statement's or a memory's JSON. Days are those of the speaker's clock.
    pub fn of(json: &Value, utc_offset: i64) -> Self {
        let text = |key: &str| json[key].as_str().unwrap_or_default().to_owned();
        let day = |key: &str| day(json[key].as_i64()? + utc_offset * 60_000);
        let act = json["act"].as_str().map(String::from);
        let ended = if act.as_deref() == Some("end") { day("validFrom") } else { None };
        Self {
            act,
            attribute: json["address"]["attribute"]
                .as_str()
                .map_or_else(|| text("attribute"), String::from)
                .to_lowercase(),
            value: text("value"),
            text: text("text"),
            from: day("validFrom"),
            to: ended.or_else(|| day("validTo")),
            expires: day("expiresAt"),
        }
    }

    /// For people.
    pub fn show(&self) -> String {
        let act = self.act.as_deref().filter(|act| *act != "state").map(|act| format!("{act} ")).unwrap_or_default();
        let days = [("from", &self.from), ("to", &self.to), ("expires", &self.expires)];
        let days = days.into_iter().filter_map(|(name, day)| Some(format!(" {name} {}", day.as_ref()?)));
        format!("{act}{} = {:?}{} ({})", self.attribute, self.value, days.collect::<String>(), self.text)
    }
}

impl Expectation {
    /// Whether it must be claimed, by the rules alone or with a model's help.
    pub const fn is_required(&self, with_model: bool) -> bool {
        !self.optional && (with_model || !self.model)
    }

    /// Whether a claim is this.
    pub fn met_by(&self, claim: &Claim, names: &Names) -> bool {
        if !self.any.is_empty() {
            return self.any.iter().any(|one| one.met_by(claim, names));
        }
        let days = [(&self.valid_from, &claim.from), (&self.valid_to, &claim.to), (&self.expires, &claim.expires)];
        self.acts(claim)
            && self.attribute.as_ref().is_none_or(|wanted| names.attribute(wanted, &claim.attribute))
            && self.value.as_ref().is_none_or(|wanted| names.value(wanted, &claim.value))
            && self.says.iter().all(|word| says(claim, word))
            && days.into_iter().all(|(wanted, day)| wanted.as_ref().is_none_or(|wanted| on(wanted, day.as_deref())))
    }

    /// A memory has no act: it is what came of one.
    fn acts(&self, claim: &Claim) -> bool {
        let wanted = self.act.as_deref().unwrap_or("state");
        claim.act.as_deref().is_none_or(|act| wanted.split('|').any(|wanted| wanted == act))
    }

    /// For people.
    pub fn show(&self) -> String {
        if !self.any.is_empty() {
            return self.any.iter().map(Self::show).collect::<Vec<_>>().join(" or ");
        }
        let act = self.act.as_ref().map(|act| format!("{act} ")).unwrap_or_default();
        let days = [("from", &self.valid_from), ("to", &self.valid_to), ("expires", &self.expires)];
        let days = days.into_iter().filter_map(|(name, day)| Some(format!(" {name} {}", day.as_ref()?)));
        let (attribute, value) = (self.attribute.as_deref().unwrap_or("*"), self.value.as_deref().unwrap_or("*"));
        let what = if self.says.is_empty() {
            format!("{attribute} = {value}")
        } else {
            format!("says {}", self.says.join(" "))
        };
        format!("{act}{what}{}", days.collect::<String>())
    }
}

impl Names {
    /// Whether an attribute is one of those wanted.
    fn attribute(&self, wanted: &str, has: &str) -> bool {
        wanted.to_lowercase().split('|').any(|wanted| {
            match (self.attributes.get(wanted), object(wanted), object(has)) {
                (Some(patterns), ..) => patterns.iter().any(|pattern| glob(pattern, has)),
                (None, Some(wanted), Some(has)) => wanted == has,
                (None, ..) => ["", " *", ": *", "'s *"].iter().any(|rest| glob(&format!("{wanted}{rest}"), has)),
            }
        })
    }

    /// Whether a value is one of those wanted.
    fn value(&self, wanted: &str, has: &str) -> bool {
        let has = normal(has);
        wanted.split('|').any(|wanted| match self.values.get(wanted) {
            Some(class) => class.contains(&has),
            None if wanted == "(none)" => has.is_empty(),
            None => glob(&normal(wanted), &has),
        })
    }
}

/// What a taste is of.
fn object(attribute: &str) -> Option<String> {
    attribute.strip_prefix("taste: ").map(normal)
}

fn says(claim: &Claim, word: &str) -> bool {
    let all = format!("{} {} {}", claim.text, claim.attribute, claim.value).to_lowercase();
    word.to_lowercase().split('|').any(|word| all.contains(word))
}

/// Whether a day is the one wanted: `2026-07-15`, `2026-07`, or `2026-07-13..2026-07-15`.
fn on(wanted: &str, day: Option<&str>) -> bool {
    let Some(day) = day else { return false };
    match wanted.split_once("..") {
        Some((first, last)) => first <= day && (day <= last || day.starts_with(last)),
        None => day.starts_with(wanted),
    }
}

fn day(milliseconds: i64) -> Option<String> {
    let time = jiff::Timestamp::from_millisecond(milliseconds).ok()?;
    time.to_string().get(..10).map(String::from)
}

/// A value without its case, its article and the marks around it.
fn normal(value: &str) -> String {
    let value = value.to_lowercase().replace('\u{2019}', "'");
    let outer = |c: char| !c.is_alphanumeric() && !matches!(c, '+' | '*' | '(' | ')');
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    let value = value.trim_matches(outer);
    let bare = ARTICLES.iter().find_map(|article| value.strip_prefix(article)).filter(|bare| !bare.is_empty());
    bare.unwrap_or(value).to_owned()
}

/// Whether a text is as a pattern says, of which `*` is anything.
fn glob(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, rest)) => text.strip_prefix(head).is_some_and(|text| {
            let mut starts = text.char_indices().map(|(start, _)| start).chain([text.len()]);
            starts.any(|start| glob(rest, &text[start..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn names() -> Names {
        let names = json!({
            "attributes": {"home": ["home", "home *"]},
            "values": {"(likes)": ["likes", "loves"]},
        });
        serde_json::from_value(names).unwrap()
    }

    fn meets(expectation: Value, claim: Value) -> bool {
        let expectation: Expectation = serde_json::from_value(expectation).unwrap();
        expectation.met_by(&Claim::of(&claim, 0), &names())
    }

    #[test]
    fn an_attribute_goes_by_its_names_and_a_value_by_its_spellings() {
        let york =
            json!({"act": "state", "attribute": "home city", "value": "York", "text": "The user lives in York."});
        assert!(meets(json!({"attribute": "home", "value": "Leeds|york"}), york.clone()));
        assert!(!meets(json!({"attribute": "home", "value": "Leeds"}), york.clone()));
        assert!(!meets(json!({"attribute": "origin", "value": "York"}), york.clone()));
        assert!(!meets(json!({"act": "end", "attribute": "home", "value": "York"}), york.clone()));
        assert!(meets(json!({"any": [{"attribute": "origin"}, {"says": ["lives", "leeds|york"]}]}), york));
        let sister = json!({"address": {"entity": "user", "attribute": "sister's name"}, "value": "the Ada."});
        assert!(meets(json!({"attribute": "sister", "value": "Ada"}), sister));
        let job = json!({"attribute": "employer", "value": "an IT firm in York"});
        assert!(meets(json!({"attribute": "employer", "value": "*firm*"}), job.clone()));
        assert!(!meets(json!({"attribute": "employer", "value": "firm*"}), job));
    }

    #[test]
    fn a_taste_is_of_something_and_has_a_side() {
        let coffee = json!({"attribute": "taste: the coffee", "value": "loves"});
        assert!(meets(json!({"attribute": "taste: coffee", "value": "(likes)"}), coffee.clone()));
        assert!(!meets(json!({"attribute": "taste: tea", "value": "(likes)"}), coffee.clone()));
        let hates = json!({"attribute": "taste: coffee", "value": "hates"});
        assert!(!meets(json!({"attribute": "taste: coffee", "value": "(likes)"}), hates));
        assert!(meets(json!({"attribute": "taste: coffee", "value": "(none)|loves"}), coffee));
    }

    #[test]
    fn days_are_those_of_the_speaker() {
        let noon = 1_784_116_800_000_i64; // 15 July 2026, 12:00
        let claim = json!({"attribute": "home", "validFrom": noon});
        for (wanted, holds) in
            [("2026-07-15", true), ("2026-07", true), ("2026-07-13..2026-07-15", true), ("2026-07-16", false)]
        {
            assert_eq!(meets(json!({"attribute": "home", "validFrom": wanted}), claim.clone()), holds, "{wanted}");
        }
        assert!(!meets(json!({"attribute": "home", "expires": "2026"}), claim.clone()));
        assert_eq!(Claim::of(&claim, 13 * 60).from.as_deref(), Some("2026-07-16"));
        let ended = json!({"act": "end", "attribute": "home", "validFrom": noon});
        assert!(meets(json!({"act": "end", "attribute": "home", "validTo": "2026-07-15"}), ended));
    }
}
