//! Symplectic (forward-backward) Euler.

use super::explicit::{accelerations, follow, moved, zip};
use super::{Damping, Scheme, stability};
use crate::cloth::Cloth;
use crate::force::Forces;
use crate::grid::Grid;
use crate::motion::Velocity;
use crate::observer::Phase;
use crate::scalar::Scalar;
use crate::tear::Tear;

/// v' = keep·v + a(x, v)·dt, x' = x + v'·dt.
///
/// First order; keeps a modified energy, so an undamped oscillation neither
/// grows nor decays below the limit ω·dt < 2. The positions are those of
/// Verlet (S2's eqns 4.25 and 4.26). Source: S2-2.
///
/// Memory: 24 bytes a particle in `f32`.
#[derive(Clone, Debug, PartialEq)]
pub struct SymplecticEuler<T, const W: usize, const H: usize> {
    velocity: Grid<T, W, H>,
    /// Accelerations; between steps the positions before corrections.
    scratch: Grid<T, W, H>,
}

impl<T: Scalar, const W: usize, const H: usize> Scheme<T, W, H> for SymplecticEuler<T, W, H> {
    type Motion = Velocity;
    const NAME: &'static str = "symplectic-euler";
    const EMPTY: Self = Self {
        velocity: Grid::ZERO,
        scratch: Grid::ZERO,
    };

    const LIMIT: f64 = 2.0;

    fn is_stable(kappa: f64, drag: f64, rate: f64) -> bool {
        stability::with_backward_velocity(kappa, drag, rate)
    }

    fn kept(&self) -> &Grid<T, W, H> {
        &self.velocity
    }

    fn kept_mut(&mut self) -> &mut Grid<T, W, H> {
        &mut self.velocity
    }

    fn advance(
        &mut self,
        cloth: &mut Cloth<T, W, H>,
        forces: &Forces<T>,
        damping: Damping<T>,
        tear: &impl Tear<W, H>,
        observe: &mut impl FnMut(Phase),
    ) {
        let (v, a) = (&mut self.velocity, &mut self.scratch);
        accelerations(cloth, v, (forces, tear), T::ZERO, a);
        observe(Phase::Springs);
        zip(v, [a, a, a], |v, a, _, _| {
            (damping.keep * v + a).within(T::MAX_DISPLACEMENT)
        });
        let x = &mut cloth.position;
        zip(x, [v, v, v], |x, v, _, _| moved(x, T::ONE, v));
        observe(Phase::Integrate);
    }

    fn before_corrections(&mut self, cloth: &Cloth<T, W, H>) {
        self.scratch.clone_from(&cloth.position);
    }

    fn after_corrections(&mut self, cloth: &Cloth<T, W, H>) {
        follow(&cloth.position, &self.scratch, &mut self.velocity);
    }
}
