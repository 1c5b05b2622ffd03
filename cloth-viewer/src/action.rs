//! What is simulated, and what may happen to it.

use crate::error::FileError;
use crate::scene_file::{self, SceneFile};
use cloth_core::Scene;
use cloth_core::host::{AnySimulation, Format, GridSize, Method};
use cloth_core::scene::ColliderScene;
use serde::{Deserialize, Serialize};

/// What is simulated, on what, and how.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(try_from = "Start", into = "Start")]
pub struct Setup {
    /// The scene.
    pub file: SceneFile,
    /// Its grid.
    pub grid: GridSize,
    /// The integration method.
    pub method: Method,
    /// The number format.
    pub format: Format,
}

/// Something that happens to the world, as recordings have it too (`docs/formats.md`).
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Action {
    /// Another scene, grid or number format, from the start.
    Start(Box<Setup>),
    /// The same scene from the start, with the values that now apply.
    Reset,
    /// The scene's values, while the cloth moves on.
    Change(#[serde(with = "scene_text")] Box<Scene>),
    /// Another method, while the cloth moves on.
    Method(#[serde(with = "method_name")] Method),
    /// A step.
    Step,
    /// A hand pulls a particle towards a place (m) in the next step.
    Pull {
        /// The particle's column.
        column: usize,
        /// The particle's row.
        row: usize,
        /// Where the hand is, m.
        target: [f32; 3],
    },
    /// The hand lets go.
    LetGo {
        /// The particle's column.
        column: usize,
        /// The particle's row.
        row: usize,
        /// Whether the particle stays where it is from now on.
        pinned: bool,
    },
    /// A particle is pinned where it is, or unpinned.
    Pin {
        /// The particle's column.
        column: usize,
        /// The particle's row.
        row: usize,
        /// Whether it is pinned from now on.
        pinned: bool,
    },
    /// All links of a particle are cut.
    Cut {
        /// The particle's column.
        column: usize,
        /// The particle's row.
        row: usize,
    },
    /// A collider is moved, m and m/s.
    Push {
        /// The collider, counted from 0.
        collider: usize,
        /// Where its middle is now, m.
        center: [f64; 3],
        /// Its velocity from now on, m/s.
        velocity: [f64; 3],
    },
}

impl Action {
    /// Moves a collider on from where it is, with a velocity (m/s). `None` where there is no such collider.
    #[must_use]
    pub fn push(
        simulation: &dyn AnySimulation,
        collider: usize,
        velocity: [f64; 3],
    ) -> Option<Self> {
        let center = *colliders(simulation).get_mut(collider)?.place_mut();
        Some(Self::Push {
            collider,
            center,
            velocity,
        })
    }
}

/// The colliders where they are now.
pub(crate) fn colliders(simulation: &dyn AnySimulation) -> Vec<ColliderScene> {
    let mut colliders = Vec::new();
    simulation.colliders(&mut colliders);
    colliders
}

/// A setup as a start has it.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Start {
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
mod method_name {
    use cloth_core::host::Method;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(method: &Method, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(method.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Method, D::Error> {
        super::method_of(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// A scene as the text of a scene file without a name.
mod scene_text {
    use crate::scene_file::{SceneFile, to_toml};
    use cloth_core::Scene;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(scene: &Scene, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&to_toml(&SceneFile {
            name: String::new(),
            source: String::new(),
            summary: String::new(),
            beside: None,
            fabric: None,
            scene: *scene,
        }))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Box<Scene>, D::Error> {
        let file = super::scene_of(&String::deserialize(from)?).map_err(D::Error::custom)?;
        Ok(Box::new(file.scene))
    }
}
