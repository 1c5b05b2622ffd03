//! Backward (implicit) Euler, linearised once a step.

use super::conjugate_gradient::solve;
use super::explicit::zip;
use super::implicit::{ImplicitState, Matrix, precondition, total_forces};
use super::stiffness::{block_times, diagonal, invert, product, sides};
use super::{Method, Substep, contact};
use crate::collide::Obstacles;
use crate::extent::Extent;
use crate::motion::Velocity;
use crate::observer::Phase;
use crate::scalar::Scalar;
use crate::tear::Tear;

/// (M − dt·D − dt²·K)·Δv = dt·(f + dt·K·v), v' = v + Δv, x' = x + v'·dt, with
/// K and D the Jacobians of the spring forces.
///
/// First order and stable at any time step, which it pays for with energy: an
/// undamped oscillation decays by 1/√(1 + ω²dt²) a step. Pinned particles are
/// filtered out of every vector of the solution. Drag and damping are implicit,
/// winds are taken as they are at the start of the step. Sources: S2-6 with the
/// true Jacobian; Baraff and Witkin 1998.
///
/// What touches a collider or an obstacle when a substep begins, or is about to, is held by it
/// within the solution: it moves along the surface, with Coulomb's friction from the force of
/// the contact, or sticks to it. What pulls is let go. All this is decided by the last
/// solution, so a contact ends, and its friction changes, a substep late. What is missed is
/// left to the contacts after the solution; so are contacts of the cloth with itself.
///
/// Memory: 96 bytes a particle in `f32`, contacts included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackwardEuler;

impl Method for BackwardEuler {
    type Motion = Velocity;
    /// Its preconditioner is the inverse block of each particle.
    type State<T: Scalar, G: Extent> = ImplicitState<T, G, 6>;
    const NAME: &'static str = "backward-euler";
    const IS_IMPLICIT: bool = true;

    fn advance<T: Scalar, G: Extent>(
        state: &mut Self::State<T, G>,
        mut now: Substep<'_, T, G, impl Tear<G>>,
        colliders: &impl Obstacles<T>,
        observe: &mut impl FnMut(Phase),
    ) {
        let motion = [&state.velocity, &state.change, &state.residual];
        let (friction, gravity) = (&mut state.work[0], now.forces.gravity);
        let touches = contact::find(colliders, now.cloth, motion, friction, gravity);
        let colliders = touches.then_some(colliders);

        total_forces(&mut now, &state.velocity, &mut state.residual);
        let Substep { cloth, scratch, .. } = now;
        let matrix = Matrix::new(cloth, (now.forces, now.tear), now.damping.rate);
        let (v, b) = (&state.velocity, &mut state.residual);
        matrix.add_stiffness(product, v, scratch, b);
        matrix.sum(diagonal, scratch, (&mut state.inverse, 0));
        matrix.sum(sides, scratch, (&mut state.inverse, 3));
        let own = matrix.own;
        state.prepare(cloth, |[a, b, c, d, e, f]| {
            invert([a + own, b + own, c + own, d, e, f])
        });
        if let Some(colliders) = colliders {
            let (b, friction) = (&mut state.residual, &state.work[0]);
            zip(b, [friction; 2], |b, f, _| b + f);
            let (v, change) = (&state.velocity, &mut state.change);
            contact::constrain(colliders, cloth, v, change, &mut state.inverse);
        }
        observe(Phase::Springs);

        state.report = solve(
            [&mut state.change, &mut state.residual],
            &mut state.work,
            &state.settings,
            |x, out| matrix.apply(product, x, scratch, out),
            |x, out| precondition(&state.inverse, x, out, block_times),
            |residual, taken| {
                if let Some(colliders) = colliders {
                    contact::filter(colliders, cloth, residual, taken);
                }
            },
        );
        if let Some(colliders) = colliders {
            let (change, residual) = (&mut state.change, &mut state.residual);
            contact::give_back(colliders, cloth, &state.velocity, change, residual);
            contact::landings(colliders, cloth, &mut state.work[2]);
        }
        state.apply(cloth);
        if colliders.is_some() {
            // What has come to a surface goes along with it.
            zip(&mut state.velocity, [&state.work[2]; 2], |v, landing, _| {
                v + landing
            });
        }
        observe(Phase::Integrate);
    }
}
