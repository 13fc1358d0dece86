//! Faces made of marks: `:)`.

/// Faces made of marks, each apart from the words.
const FACES: [&str; 36] = [
    ":)",
    ":-)",
    ":))",
    ":D",
    ":-D",
    ":P",
    ":-P",
    ":p",
    ";)",
    ";-)",
    ";P",
    ":(",
    ":-(",
    ":((",
    ":/",
    ":-/",
    ":3",
    ":o",
    ":O",
    ":*",
    ":'(",
    ":')",
    ":|",
    "=)",
    "=(",
    "=D",
    "<3",
    "</3",
    "^^",
    "^_^",
    "xD",
    "XD",
    ">:(",
    "(:",
    "(笑)",
    "（笑）",
];

/// Whether a text ends in a face that stands by itself.
pub fn ends_in_face(text: &str) -> bool {
    let face = FACES.iter().find_map(|face| text.strip_suffix(face));
    face.is_some_and(|before| before.ends_with(|c: char| !c.is_alphanumeric()))
}

/// Without the faces at both ends.
pub fn without_faces(mut text: &str) -> &str {
    loop {
        let after = FACES.iter().find_map(|face| text.strip_prefix(face)).filter(|rest| rest.starts_with(' '));
        // `Rome:)` is a face, `ROXD` is not.
        let parted = |face: &&&str, rest: &str| {
            rest.ends_with(|c: char| !c.is_alphanumeric()) || !face.starts_with(['x', 'X', ':'])
        };
        let before = FACES.iter().find_map(|face| text.strip_suffix(face).filter(|rest| parted(&face, rest)));
        match after.or(before) {
            Some(rest) => text = rest.trim(),
            None => return text,
        }
    }
}

/// The length of a face that stands by itself: `:)`.
pub fn face_at(text: &str, at: usize) -> Option<usize> {
    let alone = at == 0 || text[..at].ends_with(char::is_whitespace);
    let face = FACES.iter().find(|face| text[at..].starts_with(**face)).filter(|_| alone)?;
    let after = text[at + face.len()..].chars().next();
    after.is_none_or(|after| after.is_whitespace() || !after.is_alphanumeric()).then_some(face.len())
}
