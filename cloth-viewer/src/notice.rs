//! What the window tells a user: how something went.

/// How it went; each has a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// It was done.
    #[default]
    Done,
    /// It was asked for and is not allowed, or not as it was asked for.
    Refused,
    /// It was begun and did not work.
    Failed,
}

/// A message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    /// How it went.
    pub kind: Kind,
    /// In words: what, and where. Empty for nothing.
    pub text: String,
}

impl Notice {
    /// A message of a kind.
    pub fn new(kind: Kind, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { kind, text }
    }
}
