//! From SI units to the engine's: rest spacing, substep, particle mass.
//!
//! All of it is computed once, in `f64`, when a scene or a setting is taken
//! over; a step sees only the results. With s the spacing in m, dt the substep
//! in s and m the particle's mass in kg:
//!
//! | quantity | unit | in the engine |
//! |---|---|---|
//! | position | m | from the origin, / s |
//! | length, radius | m | / s |
//! | velocity | m/s | · dt/s |
//! | acceleration | m/s² | · dt²/s |
//! | stiffness | N/m | · dt²/m |
//! | damping, drag | kg/s | · dt/m |
//! | wind coefficient | N·s/m³ | · s²·dt/m |

use crate::base::{Scalar, each, from_f64};
use crate::scene::Scene;
use crate::topology::{BendNeighbours, REST};

/// The three units and the grid they belong to.
///
/// ```
/// use cloth_core::{Scene, Units};
///
/// // Scene::DEFAULT: a sheet of 1 m and 0.15 kg/m², 60 steps a second of 16 substeps.
/// let units = Units::new(&Scene::DEFAULT, 16, 16);
/// assert!((units.spacing - 1.0 / 15.0).abs() < 1e-15);
/// assert!((units.mass - 0.15 / 256.0).abs() < 1e-15);
/// assert!((units.dt - 1.0 / 960.0).abs() < 1e-15);
///
/// // Gravity moves a particle by 1.6 · 10⁻⁴ spacings in a substep; a spring of 50 N/m is 0.093.
/// let gravity = 9.8 * units.dt.powi(2) / units.spacing;
/// let stiffness = 50.0 * units.dt.powi(2) / units.mass;
/// assert!((gravity - 1.595e-4).abs() < 1e-7);
/// assert!((stiffness - 0.0926).abs() < 1e-4);
///
/// // Positions there and back.
/// let inside: [f64; 3] = units.position([0.2, 0.0, -0.1]);
/// assert!((inside[0] - 3.0).abs() < 1e-12);
/// assert!((units.place(inside)[2] + 0.1).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Units {
    /// Rest spacing, m.
    pub spacing: f64,
    /// Substep, s.
    pub dt: f64,
    /// Mass of an ordinary particle, kg.
    pub mass: f64,
    /// The point that the engine's positions are counted from, m: where the cloth's centre
    /// started, moved on by whole spacings as the cloth moves away. So a position's last bit
    /// is as small everywhere.
    pub origin: [f64; 3],
}

impl Units {
    /// The units of a scene on a grid of this size.
    pub fn new(scene: &Scene, columns: usize, rows: usize) -> Self {
        Self {
            spacing: scene.cloth.spacing(columns, rows),
            dt: scene.dt(columns, rows),
            mass: scene.cloth.particle_mass(columns, rows),
            origin: scene.cloth.center,
        }
    }

    /// The engine's position of a place in m.
    pub fn position<T: Scalar>(&self, metres: [f64; 3]) -> [T; 3] {
        self.spacings(each([0, 1, 2], |i| metres[i] - self.origin[i]))
    }

    /// A way in m as one of the engine's.
    ///
    /// Zero is not −0, nor is what is too small for the format: −0 would become 0 in some of a
    /// solver's loops and not in others.
    pub(crate) fn spacings<T: Scalar>(&self, way: [f64; 3]) -> [T; 3] {
        each(way, |v| T::from_f64(v / self.spacing) + T::ZERO)
    }

    /// The place of one of the engine's positions, m.
    pub fn place<T: Scalar>(&self, position: [T; 3]) -> [f64; 3] {
        each([0, 1, 2], |i| {
            self.origin[i] + position[i].to_f64() * self.spacing
        })
    }

    pub(crate) fn length<T: Scalar>(&self, metres: [f64; 3]) -> [T; 3] {
        from_f64(each(metres, |v| v / self.spacing))
    }

    pub(crate) fn velocity<T: Scalar>(&self, metres_a_second: [f64; 3]) -> [T; 3] {
        from_f64(each(metres_a_second, |v| v * self.dt / self.spacing))
    }
}

/// Stiffness of the spring families, N/m: structural, shear, bend, bend along
/// the diagonals.
pub(crate) fn stiffnesses(scene: &Scene, units: &Units) -> [f64; 4] {
    let s = &scene.springs;
    // A stiffness in N is shared out over the rest length in m.
    let part = |rest: f64| match s.per_length {
        true => 1.0 / (rest * units.spacing),
        false => 1.0,
    };
    let eight = s.bend_neighbours == BendNeighbours::Eight;
    let diagonal = if eight { s.bend } else { 0.0 };
    let [a, b, c, d] = REST.map(part);
    [s.structural * a, s.shear * b, s.bend * c, diagonal * d]
}
