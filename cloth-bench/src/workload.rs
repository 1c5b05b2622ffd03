//! The workload: one cloth and one sphere, the same on every target.

use cloth_core::scene::{ColliderScene, KnownScene, Pins, Scene, SelfCollisionScene};
use cloth_core::{BendNeighbours, Mode, scenes, spring_counts};

/// Passes of constraint mode in a step.
pub const ITERATIONS: u32 = 4;

/// Steps before anything is measured. The sphere reaches into the sheet at the start, so by then the
/// cloth moves and touches it.
pub const WARM_UP: u32 = 10;

/// Measured steps, whose median is printed.
pub const MEASURED: u32 = 5;

/// Steps after which the state's hash is printed, on most targets.
pub const HASHED: u32 = 100;

/// The measured scene on a grid of this size: four corners above a sphere, which is raised until it
/// touches the cloth; one substep a step and at most one pass of the limit, so that each phase runs at
/// most once in a step.
// Not inlined: its copies of a scene would stay on a small target's stack.
#[inline(never)]
#[must_use]
pub fn scene(mode: Mode, iterations: u32, columns: usize, rows: usize) -> Scene {
    let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
    scene.solver.mode = mode;
    scene.constraints.iterations = iterations;
    // As many substeps a second as the scene has on this grid.
    scene.solver.steps_per_second *= f64::from(scene.substeps(columns, rows));
    scene.solver.substeps = 1;
    scene.constraints.substeps = 1;
    (scene.cloth.columns, scene.cloth.rows) = (columns, rows);
    if let Some(limit) = &mut scene.limit {
        limit.passes = 1;
    }
    for collider in scene.colliders.0.iter_mut().flatten() {
        if let ColliderScene::Sphere { center, .. } = collider {
            center[1] += 0.03;
        }
    }
    scene
}

/// A workload that every target runs.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// Its name in tables and logs.
    pub solver: &'static str,
    /// Its scene on a grid of so many columns and rows, with bend links to four neighbours.
    pub scene: fn(usize, usize) -> Scene,
    /// Passes over all links in a step.
    pub iterations: u32,
}

impl Workload {
    /// Hooke mode.
    pub const HOOKE: Self = Self {
        solver: solver(Mode::Hooke),
        scene: |columns, rows| scene(Mode::Hooke, ITERATIONS, columns, rows),
        iterations: 1,
    };
    /// Constraint mode.
    pub const CONSTRAINT: Self = Self {
        solver: solver(Mode::Constraint),
        scene: |columns, rows| scene(Mode::Constraint, ITERATIONS, columns, rows),
        iterations: ITERATIONS,
    };
    /// Both modes, in the order in which they are run.
    pub const BOTH: [Self; 2] = [Self::HOOKE, Self::CONSTRAINT];
    /// Constraint mode with contacts of the cloth with itself.
    pub const FOLDED: Self = Self {
        solver: "constraint-folded",
        scene: folded,
        iterations: ITERATIONS,
    };
}

/// A cloth in two layers, a thickness apart, that falls on the sphere: the upper layer lands on the lower
/// one.
#[inline(never)]
fn folded(columns: usize, rows: usize) -> Scene {
    let mut scene = scene(Mode::Constraint, ITERATIONS, columns, rows);
    scene.cloth.layers = 2;
    scene.pins = Pins::NONE;
    scene.self_collision = Some(SelfCollisionScene::DEFAULT);
    scene
}

/// Substeps of a [`frame`], of one pass each.
pub const FRAME_SUBSTEPS: u32 = 15;

/// A whole frame of 1/60 s, as games make it: many substeps of one pass over all
/// six families of links, a ball with friction, no limit.
#[must_use]
pub fn frame(columns: usize, rows: usize) -> Scene {
    let mut scene = scene(Mode::Constraint, 1, columns, rows);
    scene.solver.steps_per_second = 60.0;
    scene.constraints.substeps = FRAME_SUBSTEPS;
    scene.limit = None;
    scene
}

/// The smallest workload: constraint mode without a limit, known to the compiler.
#[derive(Clone, Copy, Debug)]
pub struct Minimal;

impl KnownScene for Minimal {
    const SCENE: &'static Scene = &{
        let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
        scene.solver.mode = Mode::Constraint;
        scene.solver.steps_per_second *= scene.constraints.substeps as f64;
        scene.constraints.substeps = 1;
        scene.constraints.iterations = ITERATIONS;
        scene.limit = None;
        scene
    };
}

/// Links of a grid, with bend links to four neighbours: the `L` of a
/// [`Textbook`](crate::textbook::Textbook).
///
/// ```
/// assert_eq!(cloth_bench::link_count(32, 32), 5826);
/// ```
#[must_use]
pub const fn link_count(columns: usize, rows: usize) -> usize {
    let [structural, shear, bend] = spring_counts(columns, rows, BendNeighbours::Four);
    structural + shear + bend
}

/// Name of a model in tables and logs, for example `hooke-verlet`.
#[must_use]
pub const fn solver(mode: Mode) -> &'static str {
    match mode {
        Mode::Hooke => "hooke-verlet",
        other => other.name(),
    }
}
