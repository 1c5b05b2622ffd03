//! Second order Runge–Kutta: the midpoint method.

use super::explicit::{accelerations, follow, moved, zip};
use super::{Damping, Scheme, stability};
use crate::cloth::Cloth;
use crate::force::Forces;
use crate::grid::Grid;
use crate::motion::Velocity;
use crate::observer::Phase;
use crate::scalar::Scalar;
use crate::tear::Tear;

/// x½ = x + ½v·dt, v½ = v + ½a(x, v)·dt; x' = x + v½·dt, v' = v + a(x½, v½)·dt.
///
/// Second order, two evaluations of the forces. An undamped oscillation grows
/// at every time step, if slowly: by (ωdt)⁴/8 a step. Source: S2-3, whose
/// listing lacks the ½.
///
/// Memory: 48 bytes a particle in `f32`.
#[derive(Clone, Debug, PartialEq)]
pub struct Rk2<T, const W: usize, const H: usize> {
    velocity: Grid<T, W, H>,
    /// Positions at the start of the substep.
    start: Grid<T, W, H>,
    /// Velocities in the middle; between steps the positions before corrections.
    middle: Grid<T, W, H>,
    acceleration: Grid<T, W, H>,
}

impl<T: Scalar, const W: usize, const H: usize> Scheme<T, W, H> for Rk2<T, W, H> {
    type Motion = Velocity;
    const NAME: &'static str = "rk2";
    const EMPTY: Self = Self {
        velocity: Grid::ZERO,
        start: Grid::ZERO,
        middle: Grid::ZERO,
        acceleration: Grid::ZERO,
    };

    const LIMIT: f64 = 0.0;

    fn is_stable(kappa: f64, drag: f64, rate: f64) -> bool {
        stability::taylor(kappa, drag + rate, 2)
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
        let half = T::from_f64(0.5);
        let (v, a) = (&mut self.velocity, &mut self.acceleration);
        let (start, middle) = (&mut self.start, &mut self.middle);
        start.clone_from(&cloth.position);

        accelerations(cloth, v, (forces, tear), damping.rate, a);
        observe(Phase::Springs);
        zip(middle, [v, a, a], |_, v, a, _| moved(v, half, a));
        let x = &mut cloth.position;
        zip(x, [v, v, v], |x, v, _, _| moved(x, half, v));
        observe(Phase::Integrate);

        accelerations(cloth, middle, (forces, tear), damping.rate, a);
        observe(Phase::Springs);
        let x = &mut cloth.position;
        zip(x, [start, middle, middle], |_, x, v, _| moved(x, T::ONE, v));
        zip(v, [a, a, a], |v, a, _, _| {
            (v + a).within(T::MAX_DISPLACEMENT)
        });
        observe(Phase::Integrate);
    }

    fn before_corrections(&mut self, cloth: &Cloth<T, W, H>) {
        self.middle.clone_from(&cloth.position);
    }

    fn after_corrections(&mut self, cloth: &Cloth<T, W, H>) {
        follow(&cloth.position, &self.middle, &mut self.velocity);
    }
}
