//! What is simulated, and what may happen to it.

use crate::recording::tape_line::{Start, method_name, scene_text};
use crate::scene_file::SceneFile;
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
