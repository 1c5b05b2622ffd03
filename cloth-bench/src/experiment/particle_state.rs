//! A cloth of any method and format, and the state of all its particles.

use cloth_core::Scene;
use cloth_core::host::{AnySimulation, Format, GridSize, Method, start};

/// A cloth of any method and format.
pub type AnyCloth = Box<dyn AnySimulation>;

/// A cloth at the scene's start, on the scene's grid.
///
/// # Errors
/// If the scene is not for this method and format, or there is no memory.
pub fn begin(scene: &Scene, method: Method, format: Format) -> Result<AnyCloth, String> {
    let started = start(scene, GridSize::of(scene), method, format);
    started.map_err(|error| format!("{method}: {error}"))
}

/// Gives the scene another grid; the sheet stays as large and as heavy.
pub const fn set_grid(scene: &mut Scene, grid: GridSize) {
    (scene.cloth.columns, scene.cloth.rows) = (grid.columns, grid.rows);
}

/// Gives the scene another grid, with the same spacing and the same mass of a particle.
pub fn grow_to(scene: &mut Scene, GridSize { columns, rows }: GridSize) {
    let cloth = &mut scene.cloth;
    let own = (cloth.columns, cloth.rows);
    if own == (columns, rows) {
        return;
    }
    let spacing = cloth.spacing(own.0, own.1);
    let mass = cloth.particle_mass(own.0, own.1);
    (cloth.columns, cloth.rows) = (columns, rows);
    cloth.width *= spacing / cloth.spacing(columns, rows);
    cloth.density *= mass / cloth.particle_mass(columns, rows);
}

/// Positions (m) and velocities (m/s) of all particles, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParticleState {
    /// Positions, m.
    pub position: Vec<[f64; 3]>,
    /// Velocities as the method keeps them, m/s. Verlet's is that of half a step before.
    pub velocity: Vec<[f64; 3]>,
}

impl ParticleState {
    /// The particles as they are now.
    pub fn of(cloth: &dyn AnySimulation) -> Self {
        // All are within the grid.
        let position = |(column, row)| cloth.position(column, row).unwrap_or_default();
        let velocity = |(column, row)| cloth.velocity(column, row).unwrap_or_default();
        Self {
            position: particles(cloth).map(position).collect(),
            velocity: particles(cloth).map(velocity).collect(),
        }
    }

    /// Places all particles of a cloth.
    pub fn place(&self, cloth: &mut dyn AnySimulation) {
        let here = self.position.iter().zip(&self.velocity);
        for ((column, row), (&x, &v)) in particles(cloth).zip(here) {
            cloth.place(column, row, x, v);
        }
    }

    /// The fastest particle, m/s.
    pub fn fastest(&self) -> f64 {
        self.velocity.iter().map(|&v| length(v)).fold(0.0, f64::max)
    }

    /// The largest distance of a particle from its position in the other state, m.
    pub fn distance(&self, other: &Self) -> f64 {
        let pairs = self.position.iter().zip(&other.position);
        pairs.map(|(&a, &b)| between(a, b)).fold(0.0, f64::max)
    }
}

/// Column and row of all particles, row by row.
pub fn particles(cloth: &dyn AnySimulation) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (columns, rows) = (cloth.columns(), cloth.rows());
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
}

/// Root mean square speed of all particles, m/s. The list is reused memory.
pub fn speed(cloth: &dyn AnySimulation, velocities: &mut Vec<[f32; 3]>) -> f64 {
    cloth.velocities(velocities);
    let squared = |v: &[f32; 3]| v.iter().map(|&v| f64::from(v).powi(2)).sum::<f64>();
    let sum: f64 = velocities.iter().map(squared).sum();
    (sum / velocities.len().max(1) as f64).sqrt()
}

/// |v|.
pub fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|v| v * v).sum::<f64>().sqrt()
}

/// |a − b|.
pub fn between(a: [f64; 3], b: [f64; 3]) -> f64 {
    length([0, 1, 2].map(|i| a[i] - b[i]))
}
