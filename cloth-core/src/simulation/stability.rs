//! The longest substep that a simulation's scheme keeps stable.

use super::Simulation;
use crate::extent::Extent;
use crate::extras::Extras;
use crate::force::SpringForce;
use crate::grid::Grid;
use crate::integrate::lanczos::largest_eigenvalue;
use crate::integrate::{Method, stability};
use crate::scalar::Scalar;
use crate::scene::{Damping, KeepScene, Mode, Scene, SettingError};
use crate::topology::BendNeighbours;
use crate::units::{Units, stiffnesses};

/// The fastest motion of a cloth, as far as stability is concerned. SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fastest {
    /// ω²: the largest eigenvalue of stiffness over mass, 1/s².
    stiffness: f64,
    /// The largest eigenvalue of the springs' damping over mass, 1/s.
    damping: f64,
}

impl<T, G, M, K, E> Simulation<T, G, M, K, E>
where
    T: Scalar,
    G: Extent,
    M: Method,
    K: KeepScene,
    E: Extras,
{
    /// The longest stable substep (s) of this method for the grid as it is now:
    /// its positions, pins, stiffness, masses, drag and damping. Compare with
    /// [`Units::dt`]: "dt is N % of the limit". 0 if no step is stable, infinity
    /// if all are.
    ///
    /// The largest eigenvalue of stiffness over mass comes from 48 steps of
    /// Lanczos' method in `memory`, whose contents do not matter. It approaches
    /// the eigenvalue from below, to about a thousandth; and the linear theory
    /// knows nothing of contacts and large motions. So stay some percent below.
    /// Costs about 50 to 100 evaluations of the forces. Sources: V5, S0's list
    /// of mistakes 6, and what each method says in
    /// [`is_stable`](Method::is_stable).
    pub fn stable_dt(&mut self, memory: &mut [Grid<T, G>; 2]) -> f64 {
        let scene = *self.scene();
        let scene = &scene;
        let stiffness = stiffnesses(scene, &self.units);
        let hardest = stiffness.into_iter().fold(0.0, f64::max);
        if scene.solver.mode != Mode::Hooke || hardest == 0.0 && scene.springs.damping == 0.0 {
            return self.longest(Fastest {
                stiffness: 0.0,
                damping: 0.0,
            });
        }
        // Relative to the hardest spring, so that every number format serves.
        let [structural, shear, bend, bend_diagonal] =
            stiffness.map(|k| T::from_f64(if hardest > 0.0 { k / hardest } else { 0.0 }));
        let springs = SpringForce {
            structural,
            shear,
            bend,
            bend_diagonal,
            ..SpringForce::NONE
        };
        let damping = SpringForce {
            // Not zero: such springs would be left out.
            bend_diagonal: T::from_f64(1e-9) * bend_diagonal,
            damping: T::ONE,
            ..SpringForce::NONE
        };
        let mass = self.units.mass;
        let mut largest = |springs, unit: f64| match unit > 0.0 {
            true => {
                let (springs, cloth) = ((&springs, &self.tear), &self.cloth);
                largest_eigenvalue(springs, cloth, &mut self.scratch, memory) * unit / mass
            }
            false => 0.0,
        };
        let fastest = Fastest {
            stiffness: largest(springs, hardest),
            damping: largest(damping, scene.springs.damping),
        };
        self.longest(fastest)
    }

    /// As [`stable_dt`](Simulation::stable_dt), but a bound that takes no memory
    /// and next to no time: every substep up to it is stable.
    ///
    /// By Gershgorin's theorem no eigenvalue exceeds twice the sum of the
    /// stiffnesses at a particle, over its mass, whatever the positions. For a
    /// string that is exact; for a sheet of S2's springs (15, 10, 2) it is 2.16
    /// times the true eigenvalue, so the step comes out 1.5 times too short.
    #[must_use]
    pub fn stable_dt_bound(&self) -> f64 {
        let scene = self.scene();
        let hooke = scene.solver.mode == Mode::Hooke;
        let counts = neighbours(scene, self.size());
        let mass = self.units.mass;
        let sum = |stiffness: [f64; 4]| {
            let total = counts.iter().zip(stiffness).map(|(n, k)| n * k);
            if hooke {
                2.0 * total.sum::<f64>() / mass
            } else {
                0.0
            }
        };
        self.longest(Fastest {
            stiffness: sum(stiffnesses(scene, &self.units)),
            damping: sum([scene.springs.damping; 4]),
        })
    }

    /// Whether every motion is stable with this time step, by
    /// [`stable_dt_bound`](Simulation::stable_dt_bound): to be asked after
    /// [`reset`](Simulation::reset) of a scene of one's own, for an unstable one is not refused.
    ///
    /// # Errors
    /// The scene's substeps, where more are needed.
    pub fn check_stable(&self) -> Result<(), SettingError> {
        if self.units.dt <= self.stable_dt_bound() {
            return Ok(());
        }
        Err(SettingError {
            key: "solver.substeps",
            value: f64::from(self.scene().solver.substeps),
            allowed: "more, or softer springs: this time step is beyond what is surely stable",
        })
    }

    /// The longest step at which the scheme keeps the fastest motion stable.
    fn longest(&self, fastest: Fastest) -> f64 {
        let Units { mass, .. } = self.units;
        let drag = self.scene().forces.air_drag / mass;
        let (rate, per_step) = match self.scene().solver.damping {
            Damping::Rate(c) => (c, 0.0),
            Damping::PerStep(d) => (0.0, -libm::log((1.0 - d).max(1e-300))),
        };
        let Fastest { stiffness, damping } = fastest;
        if drag + rate + per_step + damping == 0.0 {
            let limit = M::LIMIT / libm::sqrt(stiffness);
            // 0/0: nothing moves of its own accord.
            return if stiffness > 0.0 {
                limit
            } else {
                f64::INFINITY
            };
        }
        stability::largest(|dt| {
            let kappa = stiffness * dt * dt;
            let lost = rate * dt + per_step;
            // Damping along springs does not reach every motion, and can be too
            // much of a good thing even where nothing is stiff.
            let stable = |kappa, c: f64| M::is_stable(kappa, c * dt, lost);
            stable(kappa, drag) && stable(kappa, drag + damping) && stable(0.0, drag + damping)
        })
    }
}

/// How many springs of each family end at the particle that has most.
fn neighbours(scene: &Scene, (columns, rows): (usize, usize)) -> [f64; 4] {
    let along = |n: usize, apart: usize| match n {
        n if n > 2 * apart => 2.0,
        n if n > apart => 1.0,
        _ => 0.0,
    };
    let eight = scene.springs.bend_neighbours == BendNeighbours::Eight;
    let diagonal = along(columns, 2) * along(rows, 2);
    [
        along(columns, 1) + along(rows, 1),
        along(columns, 1) * along(rows, 1),
        along(columns, 2) + along(rows, 2),
        if eight { diagonal } else { 0.0 },
    ]
}
