//! A scene as plain data in SI units: metres, seconds, kilograms.
//!
//! One definition serves the viewer, the benchmarks, the tests and firmware.
//! The scenes of the documents are in [`scenes`](crate::scenes), made from the
//! TOML files in the repository's `scenes` folder; with the feature `serde`
//! the host reads and writes such files.

mod collider_scene;
mod fields;
mod known;
pub mod library;
mod models;
mod pins;

use crate::topology::BendNeighbours;
pub use collider_scene::{ColliderScene, Colliders, MAX_COLLIDERS};
pub(crate) use fields::refuse;
pub use fields::{Allowed, Field, FieldValue, SettingError};
pub use known::{KeepScene, Known, KnownScene, Uses};
pub use models::{
    ConstraintScene, Damping, LimitScene, Mode, PbdScene, SelfCollisionScene, SolverScene,
    SpringScene, TearScene, TetherScene, XpbdScene,
};
pub use pins::{List, MAX_PLACES, Pins, Place};

/// A cloth, what holds it, what acts on it, and how it is solved.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub struct Scene {
    /// The sheet itself.
    pub cloth: ClothScene,
    /// Which particles are held.
    pub pins: Pins,
    /// Time step, model and passes.
    pub solver: SolverScene,
    /// Hooke mode's springs.
    pub springs: SpringScene,
    /// Constraint mode's links.
    pub constraints: ConstraintScene,
    /// PBD's links.
    pub pbd: PbdScene,
    /// XPBD's links.
    pub xpbd: XpbdScene,
    /// Tethers to the pins; off when absent.
    pub tethers: Option<TetherScene>,
    /// Provot's limit; off when absent.
    pub limit: Option<LimitScene>,
    /// Contacts of the cloth with itself; off when absent.
    pub self_collision: Option<SelfCollisionScene>,
    /// Links that break; off when absent.
    pub tear: Option<TearScene>,
    /// Gravity, air and wind.
    pub forces: ForceScene,
    /// What the cloth may hit.
    pub colliders: Colliders,
}

impl Scene {
    /// A free sheet that falls.
    pub const DEFAULT: Self = Self {
        cloth: ClothScene::DEFAULT,
        pins: Pins::NONE,
        solver: SolverScene::DEFAULT,
        springs: SpringScene::DEFAULT,
        constraints: ConstraintScene::DEFAULT,
        pbd: PbdScene::DEFAULT,
        xpbd: XpbdScene::DEFAULT,
        tethers: None,
        limit: None,
        self_collision: None,
        tear: None,
        forces: ForceScene::DEFAULT,
        colliders: Colliders::EMPTY,
    };

    /// Substeps of a step on a grid of this size.
    ///
    /// Springs on a finer grid are stable only up to a shorter time step: the
    /// masses fall with the square of the spacing, so the limit falls with the
    /// spacing (Courant's condition). In Hooke mode with
    /// [`courant`](SolverScene::courant) the scene's substeps are
    /// therefore scaled by its own spacing over this grid's. The other modes are
    /// stable at any step and have substeps of their own, as a rule far fewer.
    pub fn substeps(&self, columns: usize, rows: usize) -> u32 {
        match self.solver.mode {
            Mode::Hooke if self.solver.courant => {}
            Mode::Hooke => return self.solver.substeps,
            Mode::Constraint => return self.constraints.substeps,
            Mode::Pbd => return self.pbd.substeps,
            Mode::Xpbd => return self.xpbd.substeps,
        }
        let own = self.cloth.spacing(self.cloth.columns, self.cloth.rows);
        let ratio = own / self.cloth.spacing(columns, rows);
        // At least 1; a cast from f64 ends at the largest u32.
        libm::ceil(f64::from(self.solver.substeps) * ratio - 1e-9).max(1.0) as u32
    }

    /// The bend links of the scene's mode.
    pub const fn bend_neighbours(&self) -> BendNeighbours {
        match self.solver.mode {
            Mode::Hooke => self.springs.bend_neighbours,
            Mode::Constraint => self.constraints.bend_neighbours,
            Mode::Pbd => self.pbd.bend_neighbours,
            Mode::Xpbd => self.xpbd.bend_neighbours,
        }
    }

    /// Time of a substep on a grid of this size, s: one over the steps a second
    /// and the substeps.
    pub fn dt(&self, columns: usize, rows: usize) -> f64 {
        1.0 / (self.solver.steps_per_second * f64::from(self.substeps(columns, rows)))
    }
}

impl Default for Scene {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The sheet: where it starts, how large and heavy it is.
///
/// The rest spacing is `width` / (columns − 1), the same in both directions,
/// so the height follows from the rows. A single column of particles takes
/// `width` as its height.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub struct ClothScene {
    /// Particles in a row, 1 to 4096. A program with another grid size uses
    /// its own; the sheet keeps its width and mass.
    pub columns: usize,
    /// Rows of particles, 1 to 4096.
    pub rows: usize,
    /// Width of the sheet along a row, m.
    pub width: f64,
    /// Mass per area, kg/m². Ordinary cloth: 0.1 to 0.5.
    pub density: f64,
    /// Where the middle of the sheet starts, m.
    pub center: [f64; 3],
    /// Unit vector from column to column.
    pub across: [f64; 3],
    /// Unit vector from row to row, at right angles to `across`.
    pub down: [f64; 3],
    /// Radius of a particle: contacts keep this distance from colliders, m.
    pub particle_radius: f64,
    /// Layers at the start, 1 to 16: folded zig-zag along the rows, each layer one
    /// rest spacing from the one before, towards `across` × `down`.
    pub layers: usize,
}

impl ClothScene {
    /// One metre square, horizontal, 0.15 kg/m², centred at the origin.
    pub const DEFAULT: Self = Self {
        columns: 50,
        rows: 50,
        width: 1.0,
        density: 0.15,
        center: [0.0; 3],
        across: [1.0, 0.0, 0.0],
        down: [0.0, 0.0, 1.0],
        particle_radius: 0.0,
        layers: 1,
    };
}

impl Default for ClothScene {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl ClothScene {
    /// Rest spacing in metres for a grid of this size.
    pub fn spacing(&self, columns: usize, rows: usize) -> f64 {
        let links = if columns > 1 { columns } else { rows.max(2) } - 1;
        self.width / links as f64
    }

    /// Mass of one particle in kg for a grid of this size: the sheet's mass
    /// shared out equally. A string counts as one spacing wide.
    pub fn particle_mass(&self, columns: usize, rows: usize) -> f64 {
        let spacing = self.spacing(columns, rows);
        let side = |n: usize| n.saturating_sub(1).max(1) as f64 * spacing;
        self.density * side(columns) * side(rows) / (columns * rows) as f64
    }

    /// Where a particle of a grid of this size starts, m.
    pub fn start(&self, columns: usize, rows: usize, column: usize, row: usize) -> [f64; 3] {
        let offset = self.offset(columns, rows, column, row);
        crate::vector::each([0, 1, 2], |i| self.center[i] + offset[i])
    }

    /// Where a particle of a grid of this size starts, from the cloth's centre, m.
    pub(crate) fn offset(
        &self,
        columns: usize,
        rows: usize,
        column: usize,
        row: usize,
    ) -> [f64; 3] {
        let spacing = self.spacing(columns, rows);
        let offset = |i: usize, n: usize| spacing * (i as f64 - 0.5 * n.saturating_sub(1) as f64);
        // Columns of a layer; the last layer may have fewer.
        let folded = columns.div_ceil(self.layers.max(1)).max(1);
        let (layer, along) = (column / folded, column % folded);
        let along = match layer % 2 {
            0 => along,
            _ => folded - 1 - along,
        };
        let (across, down) = (offset(along, folded), offset(row, rows));
        let flat = |i: usize| across * self.across[i] + down * self.down[i];
        if self.layers <= 1 {
            return core::array::from_fn(flat);
        }
        let up = offset(layer, self.layers);
        let normal = crate::vector::cross(self.across, self.down);
        core::array::from_fn(|i| flat(i) + up * normal[i])
    }
}

/// What acts on every particle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub struct ForceScene {
    /// Acceleration of gravity, m/s².
    pub gravity: [f64; 3],
    /// Air drag c of F = −c·v on each particle, kg/s.
    pub air_drag: f64,
    /// S0's wind as a field of forces; off when absent.
    pub positional_wind: Option<PositionalWindScene>,
    /// Wind on the triangles; off when absent.
    pub wind: Option<WindScene>,
}

impl ForceScene {
    /// Earth's gravity, still air without drag.
    pub const DEFAULT: Self = Self {
        gravity: [0.0, -9.8, 0.0],
        air_drag: 0.0,
        positional_wind: None,
        wind: None,
    };
}

impl Default for ForceScene {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// S0's wind: F = coefficient · (|sin(k·x₀ + θ)|, 0, ½ sin θ), θ = rate·t, with
/// x₀ the particle's x at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub struct PositionalWindScene {
    /// Force per kilogram of cloth, N/kg, so that it means the same at every
    /// grid size.
    pub coefficient: f64,
    /// Wave number k, rad/m. S0 has 1.
    pub wave_number: f64,
    /// How fast θ grows, rad/s.
    pub rate: f64,
}

/// Wind on each triangle: F = c (N·v_rel) N̂, N the triangle's area vector.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct WindScene {
    /// Velocity of the air, m/s.
    pub velocity: [f64; 3],
    /// c, N·s/m³. About 1 for light cloth in a breeze.
    pub coefficient: f64,
}

/// A scene of the library, with its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedScene {
    /// The name it is chosen by.
    pub name: &'static str,
    /// The document, section or figure it comes from.
    pub source: &'static str,
    /// What one sees, in a sentence.
    pub summary: &'static str,
    /// The name of a scene that the viewer shows next to it, to compare.
    pub beside: Option<&'static str>,
    /// The scene.
    pub scene: Scene,
}
