//! The lines of a recording, as JSON spells them.

use crate::action::{Action, Setup};
use crate::scene_file::{self, SceneFile, SceneFileError};
use cloth_core::Scene;
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
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) enum Line {
    Start {
        grid: [usize; 2],
        method: String,
        /// The number format. Files from before there was a choice have none, and `f32` is
        /// still not written: a viewer of then reads it.
        #[serde(default = "f32_name", skip_serializing_if = "is_f32")]
        scalar: String,
        scene: String,
    },
    Reset {},
    Change {
        scene: String,
    },
    Method(String),
    Steps(u64),
    Pull {
        at: [usize; 2],
        to: [f32; 3],
    },
    LetGo {
        at: [usize; 2],
        pinned: bool,
    },
    Pin {
        at: [usize; 2],
        pinned: bool,
    },
    Cut {
        at: [usize; 2],
    },
    Push {
        collider: usize,
        center: [f64; 3],
        velocity: [f64; 3],
    },
    End {
        steps: u64,
        hash: Option<String>,
    },
}

/// What a line says.
#[derive(Debug)]
pub(super) enum Said {
    Action(Action),
    Steps(u64),
    End { steps: u64, hash: Option<u64> },
}

impl Line {
    /// The line of an action.
    pub(super) fn of(action: &Action) -> Self {
        match *action {
            Action::Start(ref setup) => Self::Start {
                grid: [setup.grid.columns, setup.grid.rows],
                method: setup.method.name().to_owned(),
                scalar: setup.format.name().to_owned(),
                scene: scene_file::to_toml(&setup.file),
            },
            Action::Reset => Self::Reset {},
            Action::Change(ref scene) => Self::Change {
                scene: scene_file::to_toml(&unnamed(**scene)),
            },
            Action::Method(method) => Self::Method(method.name().to_owned()),
            Action::Step => Self::Steps(1),
            Action::Pull {
                column,
                row,
                target,
            } => Self::Pull {
                at: [column, row],
                to: target,
            },
            Action::LetGo {
                column,
                row,
                pinned,
            } => Self::LetGo {
                at: [column, row],
                pinned,
            },
            Action::Pin {
                column,
                row,
                pinned,
            } => Self::Pin {
                at: [column, row],
                pinned,
            },
            Action::Cut { column, row } => Self::Cut { at: [column, row] },
            Action::Push {
                collider,
                center,
                velocity,
            } => Self::Push {
                collider,
                center,
                velocity,
            },
        }
    }

    /// What the line says; otherwise what is wrong with it.
    pub(super) fn said(self) -> Result<Said, String> {
        Ok(Said::Action(match self {
            Self::Start {
                grid: [columns, rows],
                method,
                scalar,
                scene,
            } => Action::Start(Box::new(Setup {
                file: scene_of(&scene)?,
                grid: GridSize { columns, rows },
                method: method_of(&method)?,
                format: format_of(&scalar)?,
            })),
            Self::Reset {} => Action::Reset,
            Self::Change { scene } => Action::Change(Box::new(scene_of(&scene)?.scene)),
            Self::Method(name) => Action::Method(method_of(&name)?),
            Self::Steps(count) => return Ok(Said::Steps(count)),
            Self::Pull {
                at: [column, row],
                to: target,
            } => Action::Pull {
                column,
                row,
                target,
            },
            Self::LetGo {
                at: [column, row],
                pinned,
            } => Action::LetGo {
                column,
                row,
                pinned,
            },
            Self::Pin {
                at: [column, row],
                pinned,
            } => Action::Pin {
                column,
                row,
                pinned,
            },
            Self::Cut { at: [column, row] } => Action::Cut { column, row },
            Self::Push {
                collider,
                center,
                velocity,
            } => Action::Push {
                collider,
                center,
                velocity,
            },
            Self::End { steps, hash } => {
                let hash = hash.map(|text| hash_of(&text)).transpose()?;
                return Ok(Said::End { steps, hash });
            }
        }))
    }
}

/// A hash as 16 hex digits.
pub(super) fn hash_of(text: &str) -> Result<u64, String> {
    let is_hash = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
    let hash = u64::from_str_radix(text, 16).ok().filter(|_| is_hash);
    hash.ok_or_else(|| format!("{text:?} is no hash: allowed are 16 hexadecimal digits"))
}

/// What the JSON reader says about a line, in plain English and with the column.
pub(super) fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let message = text.rsplit_once(" at line ").map_or(&*text, |(m, _)| m);
    format!(
        "{} (column {})",
        scene_file::plain(message),
        error.column().max(1)
    )
}

fn f32_name() -> String {
    Format::F32.name().to_owned()
}

fn is_f32(scalar: &str) -> bool {
    Format::of(scalar) == Some(Format::F32)
}

/// The number format of a name.
fn format_of(name: &str) -> Result<Format, String> {
    Format::of(name).ok_or_else(|| {
        let names = Format::ALL.map(Format::name).join(", ");
        format!("there is no number format {name:?}: allowed are {names}")
    })
}

/// The method of a name. Verlet with the memory that XPBD needs was once a method of its own.
fn method_of(name: &str) -> Result<Method, String> {
    let name = if name == "xpbd" { "verlet" } else { name };
    Method::of(name).ok_or_else(|| {
        let names = Method::ALL.map(Method::name).join(", ");
        format!("there is no method {name:?}: allowed are {names}")
    })
}

fn scene_of(text: &str) -> Result<SceneFile, String> {
    scene_file::parse(text, "scene").map_err(|error| {
        let SceneFileError {
            line, key, problem, ..
        } = error;
        let colon = if key.is_empty() { "" } else { ": " };
        format!("line {line} of the scene: {key}{colon}{problem}")
    })
}

/// A scene in the form of a file, for values that come without a name.
fn unnamed(scene: Scene) -> SceneFile {
    SceneFile {
        name: String::new(),
        source: String::new(),
        summary: String::new(),
        beside: None,
        fabric: None,
        scene,
    }
}
