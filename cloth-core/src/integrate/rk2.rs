//! Second order Runge–Kutta: the midpoint method.

use super::explicit::{accelerations, follow, moved, zip};
use super::{Damping, Method, stability};
use crate::cloth::Cloth;
use crate::collide::Colliders;
use crate::extent::Extent;
use crate::force::Forces;
use crate::grid::Grid;
use crate::motion::Velocity;
use crate::observer::Phase;
use crate::scalar::Scalar;
use crate::scratch::Scratch;
use crate::tear::Tear;

/// x½ = x + ½v·dt, v½ = v + ½a(x, v)·dt; x' = x + v½·dt, v' = v + a(x½, v½)·dt.
///
/// Second order, two evaluations of the forces. An undamped oscillation grows
/// at every time step, if slowly: by (ωdt)⁴/8 a step. Source: S2-3, whose
/// listing lacks the ½.
///
/// Memory: 48 bytes a particle in `f32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rk2;

impl Method for Rk2 {
    type Motion = Velocity;
    /// Velocities; positions at the start of the substep; velocities in the middle, between
    /// steps the positions before corrections; accelerations.
    type State<T: Scalar, G: Extent> = [Grid<T, G>; 4];
    const NAME: &'static str = "rk2";
    const LIMIT: f64 = 0.0;

    fn is_stable(kappa: f64, drag: f64, rate: f64) -> bool {
        stability::midpoint(kappa, drag + rate)
    }

    fn motion<T: Scalar, G: Extent>(state: &Self::State<T, G>) -> &Grid<T, G> {
        &state[0]
    }

    fn motion_mut<T: Scalar, G: Extent>(state: &mut Self::State<T, G>) -> &mut Grid<T, G> {
        &mut state[0]
    }

    fn motion_and_start<T: Scalar, G: Extent>(
        state: &mut Self::State<T, G>,
    ) -> (&mut Grid<T, G>, Option<&Grid<T, G>>) {
        let [velocity, start, ..] = state;
        (velocity, Some(start))
    }

    fn advance<T: Scalar, G: Extent>(
        state: &mut Self::State<T, G>,
        cloth: &mut Cloth<T, G>,
        _colliders: &impl Colliders<T>,
        forces: (&Forces<T>, &impl Tear<G>),
        damping: Damping<T>,
        scratch: &mut Scratch<T, G>,
        observe: &mut impl FnMut(Phase),
    ) {
        let half = T::constant(0.5);
        let [v, start, middle, a] = state;
        start.copy_from(&cloth.position);

        accelerations(cloth, v, forces, damping.rate, scratch, a);
        observe(Phase::Springs);
        zip(middle, [v, a, a], |_, v, a, _| moved(v, half, a));
        let x = &mut cloth.position;
        zip(x, [v, v, v], |x, v, _, _| moved(x, half, v));
        observe(Phase::Integrate);

        accelerations(cloth, middle, forces, damping.rate, scratch, a);
        observe(Phase::Springs);
        let x = &mut cloth.position;
        zip(x, [start, middle, middle], |_, x, v, _| moved(x, T::ONE, v));
        zip(v, [a, a, a], |v, a, _, _| {
            (v + a).within(T::MAX_DISPLACEMENT)
        });
        observe(Phase::Integrate);
    }

    fn before_corrections<T: Scalar, G: Extent>(
        state: &mut Self::State<T, G>,
        cloth: &Cloth<T, G>,
    ) {
        let [_, _, before, _] = state;
        before.copy_from(&cloth.position);
    }

    fn after_corrections<T: Scalar, G: Extent>(state: &mut Self::State<T, G>, cloth: &Cloth<T, G>) {
        let [velocity, _, before, _] = state;
        follow(&cloth.position, before, velocity);
    }
}
