//! The longest substep that a simulation's scheme keeps stable.

use super::Simulation;
use crate::base::{Extent, Grid, Scalar};
use crate::extras::Extras;
use crate::force::SpringForce;
use crate::integrate::Method;
use crate::integrate::lanczos::largest_eigenvalue;
use crate::integrate::outline::Outline;
use crate::scene::{Damping, KeepScene, Mode, Scene, SettingError, refuse};
use crate::topology::BendNeighbours;
use crate::topology::REST;
use crate::units::stiffnesses;

/// The fraction of the step that is kept where Lanczos' method has not found the
/// eigenvalues exactly: from below they give a step that is too long.
const KEPT: f64 = 0.99;
/// Stiffness that a spring has at least where only damping is asked for: one
/// without would be left out.
const FAINT: f64 = 1e-5;

impl<T: Scalar, G: Extent, M: Method, K: KeepScene, E: Extras> Simulation<T, G, M, K, E> {
    /// The longest stable substep (s) of this method for the grid as it is now:
    /// its positions, pins, stiffness, masses, drag and damping. Compare with
    /// [`Units::dt`](crate::Units::dt): "dt is N % of the limit". Infinity if all steps are
    /// stable, 0 if none is known to be.
    ///
    /// In the linear theory no motion grows at that step. It lies at most 3 %
    /// below the longest such step
    /// - for Verlet and symplectic Euler;
    /// - for the others without damping along springs;
    /// - for RK4, and for forward Euler and RK2 in a cloth that is not taut or is
    ///   damped as a whole, with damping so heavy that the fastest motion creeps
    ///   instead of oscillating;
    /// - for RK4 with lighter damping too, except near critical damping.
    ///
    /// Elsewhere it is only a lower bound. The shapes of the modes are not known,
    /// so every pair of stiffness and damping that any shape has must be stable.
    /// On small grids RK4 was seen to lose up to a fifth near critical damping, and
    /// in a flat sheet forward Euler a quarter and RK2 7 %: the less, the larger
    /// the sheet, and these two next to nothing where all springs have the same
    /// stiffness. Taut springs let a shape move across them without damping:
    /// there these two have 0, unless drag or damping of the whole cloth slows it.
    ///
    /// Eigenvalues come from 48 steps of Lanczos' method in `memory`, whose
    /// contents do not matter. They are about a thousandth too small; for that
    /// 1 % is taken off where the grid is too large for them to be exact: enough
    /// in every test, not proven. The linear theory knows nothing of contacts,
    /// large motions and the buckling of compressed springs: stay some percent
    /// below.
    ///
    /// Costs about 50 evaluations of the forces, with damping along the springs
    /// 150 to 700. Sources: V5, S0's list of mistakes 6, and what each method
    /// says in [`is_stable`](Method::is_stable).
    pub fn stable_dt(&mut self, memory: &mut [Grid<T, G>; 2]) -> f64 {
        let scene = *self.scene();
        let stiffness = stiffnesses(&scene, &self.units);
        let hardest = stiffness.into_iter().fold(0.0, f64::max);
        let damping = scene.springs.damping;
        if scene.solver.mode != Mode::Hooke || hardest == 0.0 && damping == 0.0 {
            return self.longest([0.0; 2]);
        }
        // Relative to the hardest spring, so that every number format serves.
        let relative = stiffness.map(|k| if hardest > 0.0 { k / hardest } else { 0.0 });
        let mut exact = true;
        let mut reach = |direction: [f64; 2]| {
            let springs = mixed(relative, direction);
            let springs = (&springs, &self.tear);
            let cloth = &self.cloth;
            let (value, is_exact) = largest_eigenvalue(springs, cloth, &mut self.scratch, memory);
            exact &= is_exact;
            value
        };
        let units = [(hardest, [1.0, 0.0]), (damping, [0.0, 1.0])];
        let most = units.map(|(unit, along)| if unit > 0.0 { reach(along) } else { 0.0 });
        let fastest = [0, 1].map(|i| most[i] * units[i].0 / self.units.mass);
        let longest = if most[0] <= 0.0 || most[1] <= 0.0 {
            self.longest(fastest)
        } else {
            let stable = oscillators::<M>(&scene, self.units.mass, fastest);
            let mut reach = |[k, c]: [f64; 2]| reach([k / most[0], c / most[1]]);
            Outline::SQUARE.longest_cut(&stable, &mut reach)
        };
        if exact { longest } else { KEPT * longest }
    }

    /// As [`stable_dt`](Simulation::stable_dt), but a bound that takes no memory
    /// and next to no time: every substep up to it is stable.
    ///
    /// By Gershgorin's theorem no eigenvalue exceeds twice the sum of the
    /// stiffnesses at a particle, over its mass, whatever the positions. For a
    /// string that is exact; for a sheet of S2's springs (15, 10, 2) it is 2.16
    /// times the true eigenvalue, so the step comes out 1.5 times too short.
    /// Stiffness and damping of springs are bounded apart: any motion may have all
    /// of the one and none of the other. For forward Euler and RK2 that is 0, unless
    /// the whole cloth is damped.
    pub fn stable_dt_bound(&self) -> f64 {
        let scene = self.scene();
        if scene.solver.mode != Mode::Hooke {
            return self.longest([0.0; 2]);
        }
        let counts = neighbours(scene, self.size());
        let sum = |strength: [f64; 4]| {
            let total = counts.iter().zip(strength).map(|(n, k)| n * k);
            2.0 * total.sum::<f64>() / self.units.mass
        };
        let stiffness = stiffnesses(scene, &self.units);
        self.longest([sum(stiffness), sum([scene.springs.damping; 4])])
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
        let substeps = f64::from(self.scene().solver.substeps);
        let allowed = "more, or softer springs: this time step is beyond what is surely stable";
        refuse("solver.substeps", substeps, allowed)
    }

    /// The longest step at which every motion up to the fastest is stable: the largest eigenvalues
    /// of stiffness over mass (ω², 1/s²) and of the springs' damping over mass (1/s).
    fn longest(&self, fastest: [f64; 2]) -> f64 {
        Outline::SQUARE.longest(oscillators::<M>(self.scene(), self.units.mass, fastest))
    }
}

/// Whether a step keeps a motion stable that has these fractions of the largest
/// stiffness and of the largest damping along springs.
fn oscillators<M: Method>(
    scene: &Scene,
    mass: f64,
    [stiffness, damping]: [f64; 2],
) -> impl Fn([f64; 2], f64) -> bool {
    let drag = scene.forces.air_drag / mass;
    let (rate, per_step) = loss(scene);
    move |[k, c], dt| {
        let (kappa, gamma) = (k * stiffness * dt * dt, c * damping * dt);
        M::is_stable(kappa, drag * dt + gamma, rate * dt + per_step)
    }
}

/// The damping of the whole cloth: a rate, 1/s, and −ln of what a step keeps.
fn loss(scene: &Scene) -> (f64, f64) {
    match scene.solver.damping {
        Damping::Rate(c) => (c, 0.0),
        Damping::PerStep(d) => (0.0, -libm::log((1.0 - d).max(1e-300))),
    }
}

/// Springs with a multiple of their stiffness and a damping.
fn mixed<T: Scalar>(stiffness: [f64; 4], [multiple, damping]: [f64; 2]) -> SpringForce<T> {
    let mut stiffness = stiffness.map(|k| (k, multiple * k));
    if stiffness[3].0 > 0.0 && stiffness[3].1 == 0.0 {
        stiffness[3].1 = FAINT;
    }
    SpringForce {
        stiffness: stiffness.map(|(_, k)| T::from_f64(k)),
        damping: T::from_f64(damping),
        rest: REST.map(T::from_f64),
        ..SpringForce::NONE
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
