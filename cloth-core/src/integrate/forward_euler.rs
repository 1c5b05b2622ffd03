//! Forward (explicit) Euler.

use super::explicit::{accelerations, follow, moved, zip};
use super::{Damping, Scheme, stability};
use crate::cloth::Cloth;
use crate::force::Forces;
use crate::grid::Grid;
use crate::motion::Velocity;
use crate::observer::Phase;
use crate::scalar::Scalar;
use crate::tear::Tear;

/// x' = x + v·dt, v' = v + a(x, v)·dt, both from the old state.
///
/// First order. An undamped oscillation grows by √(1 + ω²dt²) in every step,
/// at every time step; with drag c it is stable for dt < c/ω². Here for
/// comparison. Source: S2-1.
///
/// Memory: 36 bytes a particle in `f32`.
#[derive(Clone, Debug, PartialEq)]
pub struct ForwardEuler<T, const W: usize, const H: usize> {
    velocity: Grid<T, W, H>,
    /// Accelerations; between steps the positions before corrections.
    scratch: Grid<T, W, H>,
    /// Positions at the start of the substep.
    start: Grid<T, W, H>,
}

impl<T: Scalar, const W: usize, const H: usize> Scheme<T, W, H> for ForwardEuler<T, W, H> {
    type Motion = Velocity;
    const NAME: &'static str = "forward-euler";
    const EMPTY: Self = Self {
        velocity: Grid::ZERO,
        scratch: Grid::ZERO,
        start: Grid::ZERO,
    };

    const LIMIT: f64 = 0.0;

    fn is_stable(kappa: f64, drag: f64, rate: f64) -> bool {
        stability::taylor(kappa, drag + rate, 1)
    }

    fn kept(&self) -> &Grid<T, W, H> {
        &self.velocity
    }

    fn kept_mut(&mut self) -> &mut Grid<T, W, H> {
        &mut self.velocity
    }

    fn kept_and_start(&mut self) -> (&mut Grid<T, W, H>, Option<&Grid<T, W, H>>) {
        (&mut self.velocity, Some(&self.start))
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
        accelerations(cloth, v, (forces, tear), damping.rate, a);
        observe(Phase::Springs);
        let x = &mut cloth.position;
        self.start.clone_from(x);
        zip(x, [v, v, v], |x, v, _, _| moved(x, T::ONE, v));
        zip(v, [a, a, a], |v, a, _, _| {
            (v + a).within(T::MAX_DISPLACEMENT)
        });
        observe(Phase::Integrate);
    }

    fn before_corrections(&mut self, cloth: &Cloth<T, W, H>) {
        self.scratch.clone_from(&cloth.position);
    }

    fn after_corrections(&mut self, cloth: &Cloth<T, W, H>) {
        follow(&cloth.position, &self.scratch, &mut self.velocity);
    }
}
