//! Symplectic (forward-backward) Euler.

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

/// v' = keep·v + a(x, v)·dt, x' = x + v'·dt.
///
/// First order; keeps a modified energy, so an undamped oscillation neither
/// grows nor decays below the limit ω·dt < 2. The positions are those of
/// Verlet (S2's eqns 4.25 and 4.26). Source: S2-2.
///
/// Memory: 24 bytes a particle in `f32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SymplecticEuler;

impl Method for SymplecticEuler {
    type Motion = Velocity;
    /// Velocities; accelerations, between steps the positions before corrections.
    type State<T: Scalar, G: Extent> = [Grid<T, G>; 2];
    const NAME: &'static str = "symplectic-euler";
    const LIMIT: f64 = 2.0;

    fn is_stable(kappa: f64, drag: f64, rate: f64) -> bool {
        stability::with_backward_velocity(kappa, drag, rate)
    }

    fn motion<T: Scalar, G: Extent>(state: &Self::State<T, G>) -> &Grid<T, G> {
        &state[0]
    }

    fn motion_mut<T: Scalar, G: Extent>(state: &mut Self::State<T, G>) -> &mut Grid<T, G> {
        &mut state[0]
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
        let [v, a] = state;
        accelerations(cloth, v, forces, T::ZERO, scratch, a);
        observe(Phase::Springs);
        zip(v, [a, a, a], |v, a, _, _| {
            (damping.keep * v + a).within(T::MAX_DISPLACEMENT)
        });
        let x = &mut cloth.position;
        zip(x, [v, v, v], |x, v, _, _| moved(x, T::ONE, v));
        observe(Phase::Integrate);
    }

    fn before_corrections<T: Scalar, G: Extent>(
        state: &mut Self::State<T, G>,
        cloth: &Cloth<T, G>,
    ) {
        let [_, before] = state;
        before.copy_from(&cloth.position);
    }

    fn after_corrections<T: Scalar, G: Extent>(state: &mut Self::State<T, G>, cloth: &Cloth<T, G>) {
        let [velocity, before] = state;
        follow(&cloth.position, before, velocity);
    }
}
