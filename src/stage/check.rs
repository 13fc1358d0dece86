//! The shape of what callers hand in. Every bound is stated in the error.

use crate::types::{
    Address, Candidate, EmbedderInfo, Evidence, Failure, Labels, Query, Result, Scalar, Timestamp, Utterance,
};

const MOST_LABEL: usize = 256;
const MOST_URI: usize = 2_048;
/// Bytes of what one speaker says at once.
const MOST_SAID: usize = 262_144;
/// Minutes that a clock may be ahead of UTC, or behind.
const MOST_OFFSET: i32 = 1_080;
const MOST_ADDRESS: usize = 256;

/// Metadata keys that would pass for the record's own fields.
const RESERVED: &[&str] = &[
    "id",
    "tenant",
    "user",
    "shared",
    "project",
    "agent",
    "session",
    "actor",
    "kind",
    "text",
    "source",
    "mode",
    "state",
    "scope",
    "purpose",
    "sensitivity",
    "embedding",
    "hash",
];

/// Who asks: labels are compared byte for byte, so each must be plain.
pub fn check_labels(labels: &Labels) -> Result<()> {
    let named = [
        ("user", Some(&labels.user)),
        ("project", labels.project.as_ref()),
        ("agent", labels.agent.as_ref()),
        ("session", labels.session.as_ref()),
        ("purpose", labels.purpose.as_ref()),
    ];
    named
        .into_iter()
        .try_for_each(|(field, value)| value.map_or(Ok(()), |value| label(&format!("scope.{field}"), value)))
}

/// Words of one speaker, as the reader of statements takes them.
pub fn check_utterance(utterance: &Utterance) -> Result<()> {
    said("text", &utterance.text)?;
    utterance.before.as_deref().map_or(Ok(()), |before| said("before", before))?;
    utterance.speaker.as_deref().map_or(Ok(()), |speaker| label("speaker", speaker))?;
    utc_offset(utterance.utc_offset)
}

/// What one speaker says at once.
pub fn said(field: &str, text: &str) -> Result<()> {
    if text.len() > MOST_SAID {
        return Err(Failure::TooLarge(format!("{field}: at most {MOST_SAID} bytes")));
    }
    Ok(())
}

/// A speaker's clock.
pub fn utc_offset(minutes: Option<i32>) -> Result<()> {
    if minutes.is_some_and(|minutes| !(-MOST_OFFSET..=MOST_OFFSET).contains(&minutes)) {
        return Err(Failure::invalid("utcOffset", format!("minutes east of UTC, -{MOST_OFFSET}..{MOST_OFFSET}")));
    }
    Ok(())
}

/// One label.
pub fn label(field: &str, value: &str) -> Result<()> {
    if value.is_empty() || value.len() > MOST_LABEL || value.chars().any(char::is_control) {
        return Err(Failure::invalid(field, format!("1 to {MOST_LABEL} bytes without control characters")));
    }
    Ok(())
}

/// A code that outlives the memory that it is about, so it may hold no words of it.
pub(crate) fn code(field: &str, value: &str) -> Result<()> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
    if value.is_empty() || value.len() > 64 || !value.chars().all(plain) {
        return Err(Failure::invalid(field, "a code of 1 to 64 of a-z, 0-9, - _ and ."));
    }
    Ok(())
}

/// An idempotency key.
pub fn key(value: &str) -> Result<()> {
    if value.is_empty() || value.len() > 128 {
        return Err(Failure::invalid("key", "1 to 128 bytes"));
    }
    Ok(())
}

/// A caller's words about a decision; they live and go with the memory.
pub(crate) fn reason(value: Option<&str>) -> Result<()> {
    if value.is_some_and(|reason| reason.len() > 1_024) {
        return Err(Failure::invalid("reason", "at most 1024 bytes"));
    }
    Ok(())
}

/// A vector of a store's embedder.
pub fn vector(embedder: Option<&EmbedderInfo>, vector: &[f32]) -> Result<()> {
    let Some(info) = embedder else {
        return Err(Failure::EmbedderMismatch("this store was opened without an embedder; it takes no vectors".into()));
    };
    if vector.len() != info.dimensions as usize {
        return Err(Failure::EmbedderMismatch(format!(
            "this store's embedder is {} with {} dimensions; the vector has {}",
            info.name,
            info.dimensions,
            vector.len()
        )));
    }
    if vector.iter().any(|value| !value.is_finite()) {
        return Err(Failure::invalid("embedding", "finite numbers"));
    }
    Ok(())
}

/// A claim's address: both parts or neither.
pub(crate) fn address(entity: Option<&str>, attribute: Option<&str>) -> Result<Option<Address>> {
    let (entity, attribute) = match (entity, attribute) {
        (None, None) => return Ok(None),
        (Some(entity), Some(attribute)) => (entity.trim(), attribute.trim()),
        _ => return Err(Failure::invalid("entity, attribute", "give both or neither")),
    };
    for (field, value) in [("entity", entity), ("attribute", attribute)] {
        if value.is_empty() || value.len() > MOST_ADDRESS || value.chars().any(char::is_control) {
            return Err(Failure::invalid(field, format!("1 to {MOST_ADDRESS} bytes without control characters")));
        }
    }
    Ok(Some(Address { entity: entity.to_owned(), attribute: attribute.to_owned() }))
}

/// Pieces of evidence.
pub(crate) fn evidence(pieces: &[Evidence], most: u32) -> Result<()> {
    if pieces.len() > most as usize {
        return Err(Failure::TooLarge(format!("evidence: at most {most} pieces")));
    }
    for piece in pieces {
        if piece.uri.is_empty() || piece.uri.len() > MOST_URI || piece.uri.chars().any(char::is_control) {
            return Err(Failure::invalid("evidence.uri", format!("1 to {MOST_URI} bytes without control characters")));
        }
        if piece.digest.as_ref().is_some_and(|digest| digest.len() > 256 || !digest.contains(':')) {
            return Err(Failure::invalid("evidence.digest", "`algorithm:hex`, at most 256 bytes"));
        }
        if piece.span.is_some_and(|span| span.start > span.end) {
            return Err(Failure::invalid("evidence.span", "start at or before end"));
        }
    }
    Ok(())
}

/// Times that callers give, each with its name: one that can only be seconds is none.
///
/// Seconds of our days are milliseconds of January and February 1970. A time that is known to the day, or to the
/// hour in any zone, stands on a quarter of an hour, so that a person may be born then.
pub fn milliseconds(now: Timestamp, times: &[(&str, Option<Timestamp>)]) -> Result<()> {
    const SECONDS: core::ops::Range<Timestamp> = 1_000_000_000..4_200_000_000;
    const QUARTER_HOUR: Timestamp = 900_000;
    let seconds =
        |at: &Timestamp| now > 100 * SECONDS.start && SECONDS.contains(at) && !at.is_multiple_of(QUARTER_HOUR);
    let wrong = times.iter().find_map(|(field, at)| Some((field, at.filter(seconds)?)));
    match wrong {
        Some((field, at)) => Err(Failure::invalid(field, format!("{at} counts seconds; give UTC milliseconds"))),
        None => Ok(()),
    }
}

/// The times of a candidate as callers give them.
pub fn candidate_times(now: Timestamp, candidate: &Candidate) -> Result<()> {
    let times = [
        ("observedAt", candidate.observed_at),
        ("validFrom", candidate.valid_from),
        ("validTo", candidate.valid_to),
        ("expiresAt", candidate.expires_at),
    ];
    milliseconds(now, &times)?;
    evidence_times(now, &candidate.evidence)
}

/// The times of evidence as callers give them.
pub fn evidence_times(now: Timestamp, pieces: &[Evidence]) -> Result<()> {
    pieces.iter().try_for_each(|piece| milliseconds(now, &[("evidence.observedAt", piece.observed_at)]))
}

/// The times that a query looks back to.
pub fn query_times(now: Timestamp, query: &Query) -> Result<()> {
    milliseconds(now, &[("asOf", query.as_of), ("knownAsOf", query.known_as_of)])
}

/// A candidate's numbers and times.
pub(crate) fn candidate(candidate: &Candidate) -> Result<()> {
    if candidate.text.trim().is_empty() {
        return Err(Failure::invalid("text", "the claim, in one sentence; it is empty"));
    }
    if let Some(importance) = candidate.importance {
        crate::policy::unit("importance", importance)?;
    }
    if let Some(actor) = &candidate.actor {
        label("actor", actor)?;
    }
    if candidate.value.as_ref().is_some_and(|value| value.len() > 1_024) {
        return Err(Failure::invalid("value", "at most 1024 bytes"));
    }
    if candidate.value.is_some() && candidate.entity.is_none() {
        return Err(Failure::invalid("value", "a value needs entity and attribute"));
    }
    if candidate.several.is_some() && candidate.entity.is_none() {
        return Err(Failure::invalid("several", "one of several values needs entity and attribute"));
    }
    if candidate.extractor.as_ref().is_some_and(|name| name.len() > MOST_LABEL) {
        return Err(Failure::invalid("extractor", format!("at most {MOST_LABEL} bytes")));
    }
    for (field, value) in candidate.applies_to.iter().flat_map(|to| [("scope", &to.scope), ("version", &to.version)]) {
        label(&format!("appliesTo.{field}"), value)?;
    }
    if let (Some(from), Some(to)) = (candidate.valid_from, candidate.valid_to)
        && to <= from
    {
        return Err(Failure::invalid("validTo", "later than validFrom"));
    }
    Ok(())
}

/// A candidate's metadata.
pub(crate) fn metadata(entries: &[(String, Scalar)], most: u32, most_bytes: u32) -> Result<()> {
    if entries.len() > most as usize {
        return Err(Failure::TooLarge(format!("metadata: at most {most} entries")));
    }
    for (place, (key, value)) in entries.iter().enumerate() {
        let size = if let Scalar::Text(text) = value { text.len() } else { 0 };
        if key.is_empty() || key.len().max(size) > most_bytes as usize {
            return Err(Failure::invalid("metadata", format!("keys and texts of 1 to {most_bytes} bytes")));
        }
        if RESERVED.contains(&key.as_str()) {
            return Err(Failure::invalid("metadata", format!("`{key}` is reserved: it is a field of the record")));
        }
        if matches!(value, Scalar::Number(number) if !number.is_finite()) {
            return Err(Failure::invalid("metadata", "finite numbers"));
        }
        if entries[..place].iter().any(|(other, _)| other == key) {
            return Err(Failure::invalid("metadata", format!("`{key}` is given twice")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{AppliesTo, Span};

    /// `most` bytes pass, one more does not, and neither does none.
    fn bound(most: usize, check: impl Fn(&str) -> Result<()>) {
        assert!(check("x").is_ok() && check(&"x".repeat(most)).is_ok());
        assert!(check(&"x".repeat(most + 1)).is_err());
        assert!(check("").is_err());
    }

    #[test]
    fn every_length_ends_where_it_says() {
        bound(256, |text| label("label", text));
        bound(64, |text| code("code", text));
        bound(128, key);
        bound(256, |text| address(Some(text), Some("home")).map(drop));
        bound(256, |text| address(Some("Ana"), Some(text)).map(drop));
        let piece = |uri: &str| Evidence { uri: uri.into(), digest: None, span: None, observed_at: None };
        bound(2_048, |text| evidence(&[piece(text)], 1));
        bound(256, |text| candidate(&Candidate { actor: Some(text.into()), ..said() }));
        bound(8, |text| metadata(&[(text.into(), Scalar::Null)], 1, 8));
        let to = |scope: &str, version: &str| AppliesTo { scope: scope.into(), version: version.into() };
        bound(256, |text| candidate(&Candidate { applies_to: Some(to(text, "1")), ..said() }));
        bound(256, |text| candidate(&Candidate { applies_to: Some(to("host", text)), ..said() }));
        let text = |bytes| vec![("k".to_owned(), Scalar::Text("x".repeat(bytes)))];
        assert!(metadata(&text(8), 1, 8).is_ok() && metadata(&text(9), 1, 8).is_err());
        assert!(reason(Some(&"x".repeat(1_024))).is_ok() && reason(Some(&"x".repeat(1_025))).is_err());
        let value = |bytes| Candidate { value: Some("x".repeat(bytes)), entity: Some("Ana".into()), ..said() };
        assert!(candidate(&value(1_024)).is_ok() && candidate(&value(1_025)).is_err());
        let by = |bytes| Candidate { extractor: Some("x".repeat(bytes)), ..said() };
        assert!(candidate(&by(256)).is_ok() && candidate(&by(257)).is_err());
        let digest = |digest: String| evidence(&[Evidence { digest: Some(digest), ..piece("u") }], 1);
        assert!(digest(format!("a:{}", "x".repeat(254))).is_ok() && digest(format!("a:{}", "x".repeat(255))).is_err());
        assert!(digest("abc".into()).is_err());
    }

    fn said() -> Candidate {
        Candidate { text: "Ana lives in York.".into(), ..Candidate::default() }
    }

    #[test]
    fn a_time_that_can_only_be_seconds_is_named() {
        let now = 1_783_846_800_000;
        let check = |now, at| milliseconds(now, &[("asOf", None), ("at", Some(at))]);
        for seconds in [1_783_846_800, 1_000_000_001, 4_199_999_999] {
            let why = check(now, seconds).unwrap_err().to_string();
            assert!(why.contains(&format!("at: {seconds} counts seconds")), "{why}");
            assert!(check(1_000_000, seconds).is_ok(), "a clock of a test");
        }
        // A day of February 1970, an hour of it in Nepal, and what is no date of ours in seconds.
        for at in [2_764_800_000, 2_764_800_000 + 900_000, 0, 86_400_000, 4_200_000_001, now] {
            assert!(check(now, at).is_ok(), "{at}");
        }
    }

    #[test]
    fn labels_and_codes_are_plain() {
        for plain in ["a", "é", "a b", "-_."] {
            assert!(label("label", plain).is_ok());
        }
        assert!(label("label", "a\tb").is_err() && label("label", "\u{85}").is_err());
        assert!(code("code", "gdpr-17_a.b").is_ok());
        for words in ["Ana", "a b", "é", "a/b", "a\n"] {
            assert!(code("code", words).is_err());
        }
        assert!(address(Some("Ana\n1"), Some("home")).is_err() && address(Some("Ana"), Some("ho\u{1}me")).is_err());
        let control = Evidence { uri: "a\u{7f}".into(), digest: None, span: None, observed_at: None };
        assert!(evidence(&[control], 1).is_err());
    }

    #[test]
    fn labels_of_a_scope_are_each_checked() {
        let labels = || Labels { user: "ana".into(), ..Labels::default() };
        let bad = || Some("a\nb".to_owned());
        assert!(check_labels(&labels()).is_ok());
        for (field, wrong) in [
            ("scope.user", Labels::default()),
            ("scope.project", Labels { project: bad(), ..labels() }),
            ("scope.agent", Labels { agent: bad(), ..labels() }),
            ("scope.session", Labels { session: bad(), ..labels() }),
            ("scope.purpose", Labels { purpose: bad(), ..labels() }),
        ] {
            assert!(check_labels(&wrong).unwrap_err().to_string().contains(field));
        }
    }

    #[test]
    fn an_address_has_both_parts_without_space_around() {
        assert_eq!(address(None, None), Ok(None));
        assert!(address(Some("Ana"), None).is_err() && address(None, Some("home")).is_err());
        assert!(address(Some(" "), Some("home")).is_err());
        let found = address(Some(" Ana "), Some("home ")).unwrap().unwrap();
        assert_eq!((found.entity.as_str(), found.attribute.as_str()), ("Ana", "home"));
    }

    #[test]
    fn spans_times_and_counts_have_an_order() {
        let spans = |start, end| {
            let span = Some(Span { start, end });
            evidence(&[Evidence { uri: "u".into(), digest: None, span, observed_at: None }], 1)
        };
        assert!(spans(1, 1).is_ok() && spans(1, 2).is_ok() && spans(2, 1).is_err());
        let holds = |from, to| candidate(&Candidate { valid_from: Some(from), valid_to: Some(to), ..said() });
        assert!(holds(1, 2).is_ok() && holds(1, 1).is_err() && holds(2, 1).is_err());
        assert!(candidate(&Candidate { valid_to: Some(0), ..said() }).is_ok());
        let piece = || Evidence { uri: "u".into(), digest: None, span: None, observed_at: None };
        assert!(evidence(&[piece(), piece()], 2).is_ok() && evidence(&[piece(), piece()], 1).is_err());
        let entry = |key: &str| (key.to_owned(), Scalar::Null);
        assert!(
            metadata(&[entry("a"), entry("b")], 2, 8).is_ok() && metadata(&[entry("a"), entry("b")], 1, 8).is_err()
        );
    }

    #[test]
    fn metadata_is_no_field_of_the_record_and_given_once() {
        let of = |key: &str, value: Scalar| metadata(&[(key.to_owned(), value)], 4, 64);
        assert!(of("topic", Scalar::Number(1.5)).is_ok());
        assert!(RESERVED.iter().all(|key| of(key, Scalar::Null).is_err()));
        assert!([f64::NAN, f64::INFINITY].iter().all(|number| of("topic", Scalar::Number(*number)).is_err()));
        let twice = [("a".to_owned(), Scalar::Null), ("b".to_owned(), Scalar::Null), ("a".to_owned(), Scalar::Null)];
        assert!(metadata(&twice, 4, 64).is_err());
    }

    #[test]
    fn a_candidate_says_something_that_can_be_stored() {
        assert!(candidate(&said()).is_ok());
        for wrong in [
            Candidate { text: " \n".into(), ..said() },
            Candidate { importance: Some(1.1), ..said() },
            Candidate { value: Some("York".into()), ..said() },
        ] {
            assert!(matches!(candidate(&wrong), Err(Failure::Invalid(_))));
        }
    }

    #[test]
    fn a_vector_is_the_embedders() {
        let info = EmbedderInfo { name: "words".into(), dimensions: 2 };
        assert!(vector(Some(&info), &[0.0, 1.0]).is_ok());
        assert!(matches!(vector(None, &[0.0, 1.0]), Err(Failure::EmbedderMismatch(_))));
        assert!(matches!(vector(Some(&info), &[1.0]), Err(Failure::EmbedderMismatch(_))));
        assert!(matches!(vector(Some(&info), &[1.0, f32::NAN]), Err(Failure::Invalid(_))));
    }
}
