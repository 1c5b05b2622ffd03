//! The methods compared, and what the experiments ask of a cloth.

use cloth_core::Scene;
use cloth_core::host::{AnySimulation, Format, GridSize, Method, start};
use cloth_core::integrate::SolverSettings;

/// All methods, in the order of tables.
pub const METHODS: [Method; 7] = [
    Method::ForwardEuler,
    Method::SymplecticEuler,
    Method::Rk2,
    Method::Rk4,
    Method::Verlet,
    Method::BackwardEuler,
    Method::Imex,
];

/// Name in tables and legends.
pub const fn label(method: Method) -> &'static str {
    match method {
        Method::ForwardEuler => "forward Euler",
        Method::SymplecticEuler => "symplectic Euler",
        Method::Rk2 => "RK2",
        Method::Rk4 => "RK4",
        Method::Verlet => "Verlet",
        Method::BackwardEuler => "backward Euler",
        Method::Imex => "IMEX",
    }
}

/// Evaluations of the forces in a step; an implicit method's products with the
/// Jacobian come on top.
pub const fn evaluations(method: Method) -> f64 {
    match method {
        Method::Rk2 => 2.0,
        Method::Rk4 => 4.0,
        _ => 1.0,
    }
}

/// A cloth at the scene's start.
///
/// # Errors
/// If the scene is not for this grid and method, or there is no memory.
pub fn begin(
    scene: &Scene,
    grid: GridSize,
    method: Method,
    format: Format,
) -> Result<Box<dyn AnySimulation>, String> {
    start(scene, grid, method, format).map_err(|e| format!("{}: {e}", label(method)))
}

/// Starts a scene anew.
///
/// # Errors
/// As [`begin`].
pub fn reset(cloth: &mut dyn AnySimulation, scene: &Scene) -> Result<(), String> {
    let method = cloth.method();
    let reset = cloth.reset(scene);
    reset.map_err(|e| format!("{}: {e}", label(method)))
}

/// Sets the linear solver of an implicit method; nothing for others.
///
/// # Errors
/// A value out of range.
pub fn set_solver(cloth: &mut dyn AnySimulation, settings: SolverSettings) -> Result<(), String> {
    cloth.set_solver(settings).map_err(|e| e.to_string())
}

/// The grid of a cloth.
pub fn grid(cloth: &dyn AnySimulation) -> GridSize {
    GridSize {
        columns: cloth.columns(),
        rows: cloth.rows(),
    }
}

/// The scene's cloth on another grid, with the same spacing and the same mass of a
/// particle.
pub fn put_on_grid(scene: &mut Scene, GridSize { columns, rows }: GridSize) {
    let cloth = &mut scene.cloth;
    let own = (cloth.columns, cloth.rows);
    if own == (columns, rows) {
        return;
    }
    let (spacing, mass) = (
        cloth.spacing(own.0, own.1),
        cloth.particle_mass(own.0, own.1),
    );
    (cloth.columns, cloth.rows) = (columns, rows);
    cloth.width *= spacing / cloth.spacing(columns, rows);
    cloth.density *= mass / cloth.particle_mass(columns, rows);
}

/// Positions (m) and velocities (m/s) of all particles, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Positions, m.
    pub position: Vec<[f64; 3]>,
    /// Velocities as the method keeps them, m/s. Verlet's is that of half a
    /// step before.
    pub velocity: Vec<[f64; 3]>,
}

impl State {
    /// Reads all particles.
    pub fn read(&mut self, cloth: &dyn AnySimulation) {
        self.position.clear();
        self.velocity.clear();
        for (column, row) in particles(cloth) {
            // Within the grid: both are there.
            let position = cloth.position(column, row).unwrap_or_default();
            let velocity = cloth.velocity(column, row).unwrap_or_default();
            self.position.push(position);
            self.velocity.push(velocity);
        }
    }

    /// The particles as they are now.
    pub fn of(cloth: &dyn AnySimulation) -> Self {
        let mut state = Self::default();
        state.read(cloth);
        state
    }

    /// Puts all particles where they are here.
    pub fn place(&self, cloth: &mut dyn AnySimulation) {
        let here = self.position.iter().zip(&self.velocity);
        for ((column, row), (&x, &v)) in particles(cloth).zip(here) {
            cloth.place(column, row, x, v);
        }
    }
}

/// Column and row of all particles, row by row.
pub fn particles(cloth: &dyn AnySimulation) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (columns, rows) = (cloth.columns(), cloth.rows());
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
}

/// Root of the mean squared speed of all particles, m/s. The list is memory that is
/// used again.
pub fn speed(cloth: &dyn AnySimulation, velocities: &mut Vec<[f32; 3]>) -> f64 {
    cloth.velocities(velocities);
    let squared = |v: &[f32; 3]| v.iter().map(|&v| f64::from(v).powi(2)).sum::<f64>();
    let sum: f64 = velocities.iter().map(squared).sum();
    (sum / velocities.len().max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::square;

    #[test]
    fn every_method_is_compared_once() {
        for method in Method::ALL {
            assert!(METHODS.contains(&method), "{method}");
        }
    }

    #[test]
    fn particles_are_the_same_on_every_grid() {
        let mut scene = Scene::DEFAULT;
        (scene.cloth.columns, scene.cloth.rows) = (8, 8);
        let before = scene.cloth;
        put_on_grid(&mut scene, square(8));
        assert_eq!(scene.cloth, before);
        for (columns, rows) in [(40, 20), (1, 9), (9, 1)] {
            put_on_grid(&mut scene, GridSize { columns, rows });
            let now = &scene.cloth;
            assert!((now.spacing(columns, rows) - before.spacing(8, 8)).abs() < 1e-12);
            let mass = before.particle_mass(8, 8);
            assert!((now.particle_mass(columns, rows) - mass).abs() < 1e-12 * mass);
        }
    }
}
