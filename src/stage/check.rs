//! The shape of what callers hand in. Every bound is stated in the error.

use crate::types::{Address, Candidate, EmbedderInfo, Evidence, Failure, Labels, Result, Scalar};

const MOST_LABEL: usize = 256;
const MOST_URI: usize = 2_048;
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
