//! Reading a counter between the phases of a step.

use cloth_core::{Extent, Extras, Method, Phase, Scalar, Scene, Simulation};

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
pub fn measure<T, G, M, E>(
    simulation: &mut Simulation<T, G, M, Scene, E>,
    clock: &mut impl FnMut() -> u64,
) -> StepCost
where
    T: Scalar,
    G: Extent,
    M: Method,
    E: Extras,
{
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
    use crate::workload::{Workload, scene};
    use cloth_core::{Const, Mode, Verlet, WithSelfCollision};

    /// As long as it is measured there is something to part.
    #[test]
    fn the_folded_workload_touches_itself() {
        type Cloth = Simulation<f32, Const<16, 16>, Verlet, Scene, WithSelfCollision>;
        let mut folded = (Workload::FOLDED.scene)(16, 16);
        let mut heights = [0.0; 2];
        for (height, on) in heights.iter_mut().zip([true, false]) {
            folded.self_collision = folded.self_collision.filter(|_| on);
            let mut simulation = Cloth::EMPTY;
            simulation.reset(&folded).unwrap();
            let mut ticks = 0;
            for _ in 0..100 {
                let cost = measure(&mut simulation, &mut || {
                    ticks += 1;
                    ticks
                });
                assert_eq!(cost.phase(Phase::SelfCollide) > 0, on);
            }
            // The nearest of all pairs from two layers.
            let at = |p: usize| simulation.position(p % 16, p / 16).unwrap();
            let lower = (0..256).filter(|p| p % 16 < 7);
            *height = lower
                .flat_map(|p| (0..256).filter(|q| q % 16 > 8).map(move |q| (p, q)))
                .map(|(p, q)| {
                    (0..3)
                        .map(|k| (at(p)[k] - at(q)[k]) * (at(p)[k] - at(q)[k]))
                        .sum::<f64>()
                })
                .fold(f64::INFINITY, f64::min);
        }
        let thickness = folded.cloth.spacing(16, 16);
        assert!(heights[0] > 0.64 * thickness * thickness, "{heights:?}");
        assert!(heights[1] < 0.25 * thickness * thickness, "{heights:?}");
    }

    #[test]
    fn every_phase_of_the_workload_is_measured() {
        for mode in [Mode::Hooke, Mode::Constraint] {
            let mut simulation = Simulation::<f32, Const<8, 8>>::EMPTY;
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
