//! A turn, as every format is read into it.

/// Who spoke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A person.
    User,
    /// The agent.
    Assistant,
    /// The application's instructions.
    System,
    /// What a tool gave back.
    Tool,
}

impl Role {
    /// Its name in transcripts.
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::System => "system",
            Self::Tool => "tool",
        }
    }
}

/// One turn of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who spoke.
    pub role: Role,
    /// By name, where it is known.
    pub actor: Option<String>,
    /// What was said.
    pub text: String,
    /// UTC milliseconds.
    pub at: Option<u64>,
    /// The speaker's clock, in minutes east of UTC.
    pub utc_offset: Option<i32>,
    /// The session it belongs to.
    pub session: Option<String>,
    /// Its place in the file: a line's number or a dialogue id.
    pub place: String,
}
