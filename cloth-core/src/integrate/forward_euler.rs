//! Forward (explicit) Euler.

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

/// x' = x + v·dt, v' = v + a(x, v)·dt, both from the old state.
///
/// First order. An undamped oscillation grows by √(1 + ω²dt²) in every step,
/// at every time step; with drag c it is stable for dt < c/ω². Here for
/// comparison. Source: S2-1.
///
/// Memory: 36 bytes a particle in `f32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ForwardEuler;

impl Method for ForwardEuler {
    type Motion = Velocity;
    /// Velocities; accelerations, between steps the positions before corrections;
    /// positions at the start of the substep.
    type State<T: Scalar, G: Extent> = [Grid<T, G>; 3];
    const NAME: &'static str = "forward-euler";
    const LIMIT: f64 = 0.0;

    fn is_stable(kappa: f64, drag: f64, rate: f64) -> bool {
        stability::forward_euler(kappa, drag + rate)
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
        let [velocity, _, start] = state;
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
        let [v, a, start] = state;
        accelerations(cloth, v, forces, damping.rate, scratch, a);
        observe(Phase::Springs);
        let x = &mut cloth.position;
        start.copy_from(x);
        zip(x, [v, v, v], |x, v, _, _| moved(x, T::ONE, v));
        zip(v, [a, a, a], |v, a, _, _| {
            (v + a).within(T::MAX_DISPLACEMENT)
        });
        observe(Phase::Integrate);
    }

    fn before_corrections<T: Scalar, G: Extent>(
        state: &mut Self::State<T, G>,
        cloth: &Cloth<T, G>,
    ) {
        let [_, before, _] = state;
        before.copy_from(&cloth.position);
    }

    fn after_corrections<T: Scalar, G: Extent>(state: &mut Self::State<T, G>, cloth: &Cloth<T, G>) {
        let [velocity, before, _] = state;
        follow(&cloth.position, before, velocity);
    }
}
