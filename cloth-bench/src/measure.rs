//! Reading a counter between the phases of a step.

use cloth_core::{Phase, Scalar, Scheme, Simulation};

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
    simulation.step_observed(&mut |phase: Phase| {
        let now = clock();
        cost.phases[phase as usize] += now - last;
        last = now;
    });
    cost
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::scene;
    use cloth_core::{Mode, Verlet};

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
