//! What is measured: the same cloth, sphere and passes on every target.
//!
//! `no_std` and without allocation, so that firmware runs the same workloads
//! as the host. A clock is the caller's: time, cycles or instructions.

#![no_std]

use cloth_core::scene::{ColliderScene, Scene};
use cloth_core::{BendNeighbours, Mode, Phase, Scalar, Scheme, Simulation};
use cloth_core::{bend_count, scenes, shear_count, structural_count};

/// Steps of warm-up before anything is measured: by then the cloth moves,
/// touches the sphere, and every phase has work to do.
pub const WARM_UP: u32 = 60;

/// The scene that is measured on a grid of this size: the default scene, one
/// substep a step and at most one pass of the limit, so that each phase is run at
/// most once in a step, and the sphere raised until it touches the cloth.
#[must_use]
pub fn scene(mode: Mode, iterations: u32, columns: usize, rows: usize) -> Scene {
    let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
    scene.solver.mode = mode;
    scene.constraints.iterations = iterations;
    // The same substeps a second as the scene has on this grid.
    scene.solver.steps_per_second = 1.0 / scene.dt(columns, rows);
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

/// Links of a grid that `scene`'s model solves in one pass.
#[must_use]
pub const fn links(columns: usize, rows: usize, neighbours: BendNeighbours) -> usize {
    structural_count(columns, rows)
        + shear_count(columns, rows)
        + bend_count(columns, rows, neighbours)
}

/// Cost of the phases of one step, in the unit of the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepCost {
    /// By phase, in the order of [`Phase::ALL`].
    pub phases: [u64; Phase::ALL.len()],
    /// Vertex normals after the step.
    pub normals: u64,
}

impl StepCost {
    /// The whole step, without normals.
    #[must_use]
    pub fn step(&self) -> u64 {
        self.phases.iter().sum()
    }

    /// Cost of one phase.
    #[must_use]
    pub const fn phase(&self, phase: Phase) -> u64 {
        self.phases[phase as usize]
    }
}

/// Runs one step and reads `clock` (a counter that only grows) after each phase.
pub fn measure<T: Scalar, S: Scheme<T, W, H>, const W: usize, const H: usize>(
    simulation: &mut Simulation<T, S, W, H>,
    clock: &mut impl FnMut() -> u64,
) -> StepCost {
    let mut cost = StepCost::default();
    let mut last = clock();
    simulation.step_observed(&mut |phase| {
        let now = clock();
        cost.phases[phase as usize] += now - last;
        last = now;
    });
    cost
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloth_core::Verlet;

    #[test]
    fn counts_every_link_once() {
        assert_eq!(links(32, 32, BendNeighbours::Four), 5826);
    }

    #[test]
    fn every_phase_of_the_workload_is_measured() {
        for mode in [Mode::Hooke, Mode::Constraint] {
            let mut simulation = Simulation::<f32, Verlet<f32, 8, 8>, 8, 8>::EMPTY;
            let scene = scene(mode, 4, 8, 8);
            assert_eq!(scene.substeps(8, 8), 1);
            simulation.reset(&scene).unwrap();
            let mut ticks = 0;
            let cost = measure(&mut simulation, &mut || {
                ticks += 1;
                ticks
            });
            assert!(cost.phase(Phase::Integrate) > 0);
            assert!(cost.phase(Phase::Collide) > 0);
            assert!(cost.phase(Phase::Limit) > 0);
            assert_eq!(cost.phase(Phase::Springs) > 0, mode == Mode::Hooke);
            assert_eq!(cost.phase(Phase::Constraints) > 0, mode == Mode::Constraint);
            // Each tick belongs to one phase: none is counted twice or lost.
            assert_eq!(cost.step(), ticks - 1);
        }
    }
}
