//! The lines of a recording as JSON.

use super::End;
use crate::action::Action;
use crate::scene_file;
use serde::{Deserialize, Serialize};

/// The first line.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Header {
    /// Version of the format.
    pub(super) cloth_tape: u64,
    /// What wrote it.
    #[serde(default)]
    pub(super) program: String,
}

/// Every other line.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Line {
    Do(Action),
    Steps(u64),
    End(End),
}

/// What the JSON reader says about a line, in plain English and with the column.
pub(super) fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let message = text.rsplit_once(" at line ").map_or(&*text, |(m, _)| m);
    let column = error.column().max(1);
    format!("{} (column {column})", scene_file::plain(message))
}

/// A hash as 16 hexadecimal digits, or `null`.
pub(super) mod hash_text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(in crate::recording) fn serialize<S: Serializer>(
        hash: &Option<u64>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        hash.map(|hash| format!("{hash:016x}")).serialize(to)
    }

    pub(in crate::recording) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<u64>, D::Error> {
        let Some(text) = Option::<String>::deserialize(from)? else {
            return Ok(None);
        };
        let is_hash = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        let hash = u64::from_str_radix(&text, 16).ok().filter(|_| is_hash);
        hash.map(Some).ok_or_else(|| {
            let allowed = "allowed are 16 hexadecimal digits";
            D::Error::custom(format!("{text:?} is no hash: {allowed}"))
        })
    }
}
