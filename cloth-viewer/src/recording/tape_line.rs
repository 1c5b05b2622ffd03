//! The lines of a recording as JSON. Actions serialise themselves; here are the values in them
//! that a recording has as text.

use super::End;
use crate::action::{Action, Setup};
use crate::error::FileError;
use crate::scene_file::{self, SceneFile};
use cloth_core::host::{Format, GridSize, Method};
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

/// A setup as a start has it.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Start {
    grid: [usize; 2],
    method: String,
    scalar: String,
    /// The text of a scene file: TOML has infinity, and JSON has not.
    scene: String,
}

impl From<Setup> for Start {
    fn from(setup: Setup) -> Self {
        Self {
            grid: [setup.grid.columns, setup.grid.rows],
            method: setup.method.name().to_owned(),
            scalar: setup.format.name().to_owned(),
            scene: scene_file::to_toml(&setup.file),
        }
    }
}

impl TryFrom<Start> for Setup {
    type Error = String;

    fn try_from(start: Start) -> Result<Self, String> {
        let [columns, rows] = start.grid;
        let scalar = &start.scalar;
        let format = Format::of(scalar).ok_or_else(|| {
            let names = Format::ALL.map(Format::name).join(", ");
            format!("there is no number format {scalar:?}: allowed are {names}")
        })?;
        Ok(Self {
            file: scene_of(&start.scene)?,
            grid: GridSize { columns, rows },
            method: method_of(&start.method)?,
            format,
        })
    }
}

fn method_of(name: &str) -> Result<Method, String> {
    Method::of(name).ok_or_else(|| {
        let names = Method::ALL.map(Method::name).join(", ");
        format!("there is no method {name:?}: allowed are {names}")
    })
}

fn scene_of(text: &str) -> Result<SceneFile, String> {
    scene_file::parse(text, "scene").map_err(|error| {
        let FileError {
            line, key, problem, ..
        } = error;
        let colon = if key.is_empty() { "" } else { ": " };
        format!("line {line} of the scene: {key}{colon}{problem}")
    })
}

/// A method as its name.
pub(crate) mod method_name {
    use cloth_core::host::Method;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(crate) fn serialize<S: Serializer>(method: &Method, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(method.name())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Method, D::Error> {
        super::method_of(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// A scene as the text of a scene file without a name.
pub(crate) mod scene_text {
    use crate::scene_file::{SceneFile, to_toml};
    use cloth_core::Scene;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(crate) fn serialize<S: Serializer>(scene: &Scene, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&to_toml(&SceneFile {
            name: String::new(),
            source: String::new(),
            summary: String::new(),
            beside: None,
            fabric: None,
            scene: *scene,
        }))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Box<Scene>, D::Error> {
        let file = super::scene_of(&String::deserialize(from)?).map_err(D::Error::custom)?;
        Ok(Box::new(file.scene))
    }
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
