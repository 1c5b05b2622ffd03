//! Fourth order Runge–Kutta.

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
use crate::vector::from_f64;

/// The classic four stages, a_i = a(x_i, v_i):
///
/// x₁ = x, v₁ = v; x₂ = x + ½v₁, v₂ = v + ½a₁; x₃ = x + ½v₂, v₃ = v + ½a₂;
/// x₄ = x + v₃, v₄ = v + a₃;
/// x' = x + (v₁ + 2v₂ + 2v₃ + v₄)/6, v' = v + (a₁ + 2a₂ + 2a₃ + a₄)/6
///
/// with dt as the unit of time. Fourth order, four evaluations of the forces;
/// stable without damping for ω·dt < 2√2. Source: S2-4; its eqn 4.21 mixes up
/// velocities and accelerations.
///
/// Memory: 72 bytes a particle in `f32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rk4;

impl Method for Rk4 {
    type Motion = Velocity;
    /// Velocities; positions at the start of the substep; velocities of the present stage,
    /// between steps the positions before corrections; accelerations; v₁ + 2v₂ + 2v₃ + v₄;
    /// a₁ + 2a₂ + 2a₃ + a₄.
    type State<T: Scalar, G: Extent> = [Grid<T, G>; 6];
    const NAME: &'static str = "rk4";
    const LIMIT: f64 = 2.0 * core::f64::consts::SQRT_2;

    fn is_stable(kappa: f64, drag: f64, rate: f64) -> bool {
        stability::runge_kutta_4(kappa, drag + rate)
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
        let [half, two, sixth] = from_f64([0.5, 2.0, 1.0 / 6.0]);
        let [velocity, start, stage, a, velocities, sums] = state;
        start.copy_from(&cloth.position);
        stage.copy_from(velocity);
        velocities.clear();
        sums.clear();
        for (weight, ahead) in [
            (T::ONE, half),
            (two, half),
            (two, T::ONE),
            (T::ONE, T::ZERO),
        ] {
            // The forces at the present stage, and on to the next, `ahead` of the start.
            accelerations(cloth, stage, forces, damping.rate, scratch, a);
            zip(velocities, [stage, stage, stage], |s, v, _, _| {
                s + weight * v
            });
            zip(sums, [a, a, a], |s, a, _, _| s + weight * a);
            let x = &mut cloth.position;
            zip(x, [start, stage, stage], |_, x, v, _| moved(x, ahead, v));
            zip(stage, [velocity, a, a], |_, v, a, _| moved(v, ahead, a));
            observe(Phase::Springs);
        }
        let x = &mut cloth.position;
        zip(x, [start, velocities, velocities], |_, x, v, _| {
            moved(x, sixth, v)
        });
        zip(velocity, [sums, sums, sums], |v, a, _, _| {
            (v + sixth * a).within(T::MAX_DISPLACEMENT)
        });
        observe(Phase::Integrate);
    }

    fn before_corrections<T: Scalar, G: Extent>(
        state: &mut Self::State<T, G>,
        cloth: &Cloth<T, G>,
    ) {
        let [_, _, before, ..] = state;
        before.copy_from(&cloth.position);
    }

    fn after_corrections<T: Scalar, G: Extent>(state: &mut Self::State<T, G>, cloth: &Cloth<T, G>) {
        let [velocity, _, before, ..] = state;
        follow(&cloth.position, before, velocity);
    }
}
