//! What the validation tests share: bare scenes whose numbers are those of the
//! engine, momenta, and reference solvers.

pub mod funnel;
pub mod gap;
pub mod linear;
pub mod measure;
pub mod overlap;
pub mod reference;
#[cfg(feature = "laws")]
pub mod torn;
pub mod traces;
#[cfg(feature = "laws")]
mod trial;

use cloth_core::scene::{ColliderScene, LimitScene, PositionalWindScene, WindScene};
use cloth_core::{
    Const, Damping, Dyn, Extent, Extras, Grid, Lanes, Method, Mode, Scalar, Scene, Simulation,
    WithAll,
};
use measure::Sheet;
use std::io::Write;
use std::thread::Builder;
#[cfg(feature = "laws")]
pub use trial::{Trial, Typed, epsilon, sized, verlet};

/// What most laws use.
#[cfg(feature = "laws")]
pub mod prelude {
    pub use crate::measure::*;
    pub use crate::{
        Noise, Trial, all, bare, epsilon, in_mode, limit, pairs, particles, positional_wind,
        set_substeps, shake, sized, stiffen, turned_box, verlet, wind,
    };
    pub use cloth_core::host::Format::{self, F32, F64, Fixed};
    pub use cloth_core::host::Method::{
        self, BackwardEuler, ForwardEuler, Imex, Rk2, Rk4, SymplecticEuler, Verlet,
    };
    pub use cloth_core::scene::{
        ColliderScene, Colliders, LimitScene, List, NamedScene, PbdScene, Pins, Place,
        PositionalWindScene, SelfCollisionScene, TearScene, TetherScene, WindScene, XpbdScene,
    };
    pub use cloth_core::{
        BendNeighbours, Damping, Link, Mode, ParticleError, Scalar, Scene, SettingError,
        SpringKind, WithAll, scenes, springs, triangles,
    };
}

/// Says that a test does not run here, what it needs and where to run it. The test's
/// runner counts it as passed all the same; `tests/run` finds the line, which is
/// therefore not captured as `println!` would be, and counts it as skipped.
pub fn skip(test: &str, needs: &str, run_it: &str) {
    // In one piece: other tests print at the same time.
    let line = format!("\nskipped: {test} needs {needs}; run it {run_it}\n");
    // A runner that reads nothing is no failure.
    let _ = std::io::stderr().write_all(line.as_bytes());
}

/// A simulation with a method, of any size, with memory for all that a scene can ask for.
pub type SimWith<T, M> = Simulation<T, Dyn, M, Scene, WithAll>;

/// A simulation of this size at the start of `scene`.
///
/// # Panics
/// If the scene is not valid.
#[must_use]
pub fn start<T: Scalar, M: Method, E: Extras>(
    scene: &Scene,
    columns: usize,
    rows: usize,
) -> Box<Simulation<T, Dyn, M, Scene, E>> {
    let mut sim = empty(columns, rows);
    sim.reset(scene).expect("the scene is valid");
    sim
}

/// A simulation of this size that has not begun.
///
/// # Panics
/// If there is no memory.
#[must_use]
pub fn empty<T: Scalar, M: Method, E: Extras>(
    columns: usize,
    rows: usize,
) -> Box<Simulation<T, Dyn, M, Scene, E>> {
    let sim = Simulation::with_size(Dyn::new(columns, rows));
    Box::new(sim.expect("there is memory"))
}

/// A simulation in arrays, with memory for all that a scene can ask for.
pub type InArrays<T, M, const W: usize, const H: usize> =
    Simulation<T, Const<W, H>, M, Scene, WithAll>;

/// Such a simulation on the heap, that has not begun. Each grid is compiled anew, which
/// takes seconds.
///
/// # Panics
/// If there is no memory.
#[must_use]
pub fn in_arrays<T: Scalar, M: Method, const W: usize, const H: usize>() -> Box<InArrays<T, M, W, H>>
{
    // It never is on this thread's stack, which a large one would not fit into.
    let size = size_of::<InArrays<T, M, W, H>>();
    let thread = Builder::new().stack_size(4 * size + (1 << 20));
    let made = thread.spawn(|| Box::new(InArrays::EMPTY));
    made.expect("there is memory").join().expect("it is made")
}

/// A grid of a simulation's size, all zero.
///
/// # Panics
/// If there is no memory.
#[must_use]
pub fn blank<T: Scalar, G: Extent, M: Method, E: Extras>(
    sim: &Simulation<T, G, M, Scene, E>,
) -> Grid<T, G> {
    Grid::new(sim.cloth().extent()).expect("there is memory")
}

/// Sets the vector at (column, row), which must be in the grid.
pub fn put<T: Scalar, G: Extent>(grid: &mut Grid<T, G>, column: usize, row: usize, value: [T; 3]) {
    let place = grid.extent().place(column);
    for (lane, value) in grid.row_mut(row).lanes_mut().into_iter().zip(value) {
        lane[place] = value;
    }
}

/// A scene in which nothing acts, with the engine's units as its own: particles
/// of 1 kg, 1 m apart, and steps of 1 s of one substep each. Hooke mode without
/// stiffness, so that a particle is free unless a test says otherwise.
#[must_use]
pub fn bare(columns: usize, rows: usize) -> Scene {
    let links = |n: usize| n.saturating_sub(1).max(1) as f64;
    let mut scene = in_mode(Scene::DEFAULT, Mode::Hooke);
    let cloth = &mut scene.cloth;
    (cloth.columns, cloth.rows) = (columns, rows);
    cloth.width = links(if columns > 1 { columns } else { rows });
    cloth.density = (columns * rows) as f64 / (links(columns) * links(rows));
    let solver = &mut scene.solver;
    (solver.steps_per_second, solver.substeps) = (1.0, 1);
    (solver.courant, solver.damping) = (false, Damping::Rate(0.0));
    stiffen(&mut scene, [0.0; 3]);
    let links = &mut scene.constraints;
    (links.substeps, links.iterations) = (1, 1);
    (links.structural, links.shear, links.bend) = (0.0, 0.0, 0.0);
    scene.forces.gravity = [0.0; 3];
    scene
}

/// A box whose axes are turned, degrees.
#[must_use]
pub fn turned_box(center: [f64; 3], size: [f64; 3], degrees: [f64; 3]) -> ColliderScene {
    let mut block = ColliderScene::cuboid(center, size);
    if let ColliderScene::Box { turn, .. } = &mut block {
        *turn = degrees;
    }
    block
}

/// The scene in a mode.
#[must_use]
pub const fn in_mode(mut scene: Scene, mode: Mode) -> Scene {
    scene.solver.mode = mode;
    scene
}

/// Wind on the triangles, by its velocity (m/s).
#[must_use]
pub const fn wind(velocity: [f64; 3], coefficient: f64) -> Option<WindScene> {
    Some(WindScene {
        velocity,
        coefficient,
    })
}

/// Wind by position: its coefficient (m/s²), wave number (1/m) and rate (1/s).
#[must_use]
pub const fn positional_wind(
    [coefficient, wave_number, rate]: [f64; 3],
) -> Option<PositionalWindScene> {
    Some(PositionalWindScene {
        coefficient,
        wave_number,
        rate,
    })
}

/// Provot's limit.
#[must_use]
pub const fn limit(ratio: f64, passes: u32) -> Option<LimitScene> {
    Some(LimitScene { ratio, passes })
}

/// Sets the stiffness of the three families of springs, N/m.
pub const fn stiffen(scene: &mut Scene, [structural, shear, bend]: [f64; 3]) {
    let springs = &mut scene.springs;
    (springs.structural, springs.shear, springs.bend) = (structural, shear, bend);
}

/// Sets the substeps of the modes that solve links.
pub const fn set_substeps(scene: &mut Scene, substeps: u32) {
    (scene.pbd.substeps, scene.xpbd.substeps) = (substeps, substeps);
    scene.constraints.substeps = substeps;
}

/// Each of the first with each of the second.
pub fn pairs<A: Copy, B>(
    first: impl IntoIterator<Item = A>,
    second: impl IntoIterator<Item = B> + Clone,
) -> impl Iterator<Item = (A, B)> {
    let with = move |a| second.clone().into_iter().map(move |b| (a, b));
    first.into_iter().flat_map(with)
}

/// Every particle of a grid as (column, row).
pub fn particles(columns: usize, rows: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
}

/// A small deterministic source of numbers, so that a failure repeats itself.
#[derive(Clone, Debug)]
pub struct Noise(u64);

impl Noise {
    /// A sequence of its own for each seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number, evenly spread over −1 to 1 (SplitMix64).
    pub fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let a = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let b = (a ^ (a >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((b ^ (b >> 31)) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// Three numbers, each from −size to size.
    pub fn vector(&mut self, size: f64) -> [f64; 3] {
        core::array::from_fn(|_| size * self.number())
    }
}

/// Moves every particle by up to `shift` (m) from where it is and gives it a
/// velocity of up to `speed` (m/s) along each axis.
pub fn shake(sheet: &mut impl Sheet, noise: &mut Noise, shift: f64, speed: f64) {
    for ((column, row), x) in all(sheet).zip(sheet.positions()) {
        let (by, velocity) = (noise.vector(shift), noise.vector(speed));
        sheet.put(column, row, measure::add(x, by), velocity);
    }
}

/// Every particle of a cloth as (column, row).
pub fn all<S: Sheet>(sheet: &S) -> impl Iterator<Item = (usize, usize)> + use<S> {
    let (columns, rows) = sheet.size();
    particles(columns, rows)
}
