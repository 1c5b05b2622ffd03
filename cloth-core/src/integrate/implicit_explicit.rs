//! Implicit–explicit integration with a constant filter.

use super::conjugate_gradient::solve;
use super::implicit::{
    ImplicitState, Matrix, Symmetric, block_times, degree, invert, laplacian, precondition,
    total_forces,
};
use super::{Method, Substep};
use crate::base::{
    Extent, Grid, Row, Scalar, Vector, Vectors3, Velocity, add, cross, each, length, scale, sub,
    to_f64,
};
use crate::collide::Obstacles;
use crate::observer::Phase;
use crate::tear::Tear;

/// Δv = W·(f + dt·H·u)·dt/m, v' = v + Δv, x' = x + v'·dt, with the filter
/// W = (I − dt²/m·H)⁻¹, H_ij = k_ij for particles that a spring joins and
/// H_ii = −Σ k_ij: n × n numbers, the same for x, y and z. u is v without the
/// rotation of the cloth as a whole; with pins u = v.
///
/// H is what the stiffness would be if every spring were as stiff across as it
/// is along. It does not depend on positions, and it is at least as large as
/// the true stiffness, so the scheme is stable at any time step and the filter
/// is the same in every step. The price is a strong damping of every part that
/// turns against the rest: H takes rotations for stretch. A cloth that hangs from pins creeps to
/// its rest by about tension/(k·l) of the way a step, however long the step is:
/// its equilibrium is right, but stiff and slack springs take thousands of
/// steps to reach it. Damping along the springs enters H as
/// c/dt, and dt·H·u is the paper's artificial viscosity. First order.
///
/// Sources: Desbrun, Schröder and Barr 1999; S2-7, which uses a 3 × 3 filter
/// and adds the force twice (list of mistakes, 9). Four things differ from the
/// paper:
/// - The viscosity is dt·H·u, not dt·H·v. The paper's takes from a rotation what
///   the correction of the torque then gives back as another one: what is left
///   between the two is motion within the cloth, whose energy comes from nowhere.
/// - W filters external forces too. For gravity on a free cloth that changes
///   nothing (W·1 = 1). Elsewhere a filter of the internal forces alone has its
///   equilibrium where f = −(I − dt²/m·H)·f_external, which depends on dt.
/// - f_corrected = (x_G − x_i) × δT·dt is no force (its unit is N·m²·s), and as
///   it stands overcorrects by the moment of inertia. δT is multiplied by the
///   inverse of the inertia tensor, so that the correction takes away just the
///   torque δT that the filter has made.
/// - W is not stored: the system is solved by conjugate gradient, whose cost
///   the [report](ImplicitState::report) gives. What its tolerance leaves of the sum of
///   forces is put right with the torque.
///
/// Keeps: linear momentum to rounding; angular momentum to about a millionth of
/// what the filter does to it. Both only without pins: a pinned particle is no
/// part of the filter, the pins take up what is missing, and nothing is
/// corrected. Loses: energy, but not that of a rotation as a whole. A spin by
/// the angle θ a substep stretches what turns by θ²/2, as a substep's path is
/// straight. That is all that a spin gains, and it gains it once: some ten times
/// (θ·c·dt/w)² of its energy, with c = √(k/ρ) the speed of waves in a cloth of width w.
/// Contacts are no part of the filter, as in [`BackwardEuler`](super::BackwardEuler).
///
/// Memory: 76 bytes a particle in `f32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imex;

/// Its preconditioner is one over the diagonal of the matrix.
impl<T: Scalar, G: Extent> ImplicitState<T, G, 1> {
    /// Whether the filter leaves the rotation of a free cloth as a whole alone, and the torque that it
    /// makes is taken away again. On at first; off shows what the paper's filter alone does.
    pub fn set_angular_correction(&mut self, on: bool) {
        self.corrects = on;
    }

    /// Angular momentum that the filter made or took in the last step, and what the correction has left of
    /// it, in units of the engine: a particle's mass · rest spacing² / substep. Zero with pins, where it
    /// has no meaning.
    pub const fn angular_errors(&self) -> [f64; 2] {
        self.angular_errors
    }

    /// Adds to Δv the translation and the rotation that give it the momenta
    /// wanted, and reports the angular error before and after.
    fn correct(
        &mut self,
        frame: &Frame<T>,
        [linear, angular]: [Vector<T>; 2],
        position: &Grid<T, G>,
    ) {
        let [got, got_angular] = frame.momenta(position, &self.change);
        let shift = scale(sub(linear, got), frame.share);
        let torque = sub(angular, got_angular);
        let turn = match self.corrects {
            true => frame.turn(torque),
            false => [T::ZERO; 3],
        };
        frame.add_motion(position, shift, turn, &mut self.change);
        let [_, left] = frame.momenta(position, &self.change);
        let errors = [torque, sub(left, angular)];
        self.angular_errors = errors.map(|error| length(to_f64(error)));
    }
}

impl Method for Imex {
    type Motion = Velocity;
    type State<T: Scalar, G: Extent> = ImplicitState<T, G, 1>;
    const NAME: &'static str = "imex";
    const IS_IMPLICIT: bool = true;

    fn advance<T: Scalar, G: Extent>(
        state: &mut Self::State<T, G>,
        mut now: Substep<'_, T, G, impl Tear<G>>,
        _colliders: &impl Obstacles<T>,
        observe: &mut impl FnMut(Phase),
    ) {
        total_forces(&mut now, &state.velocity, &mut state.residual);
        let Substep { cloth, scratch, .. } = now;
        let position = &cloth.position;
        // The momenta that the forces give, before the filter.
        let frame = Frame::new(position);
        let wanted = frame.momenta(position, &state.residual);
        let of = (now.forces, now.tear);
        let mut matrix = Matrix::new(cloth, of, now.damping.rate, scratch);
        let own = matrix.own;
        matrix.sum(degree, (&mut state.inverse, 0));
        let free = state.prepare(cloth, |[degree]| [T::ONE / (own + degree)]);

        // The artificial viscosity. It takes nothing from the rotation of a free cloth as a whole.
        let (u, b) = (&mut state.work[0], &mut state.residual);
        u.copy_from(&state.velocity);
        if free && state.corrects {
            let [_, angular] = frame.momenta(position, u);
            let spin = frame.turn(angular);
            frame.add_motion(position, [T::ZERO; 3], each(spin, |rate| -rate), u);
        }
        matrix.add_stiffness(laplacian, u, b);
        observe(Phase::Springs);

        state.report = solve(
            [&mut state.change, &mut state.residual],
            &mut state.work,
            &state.settings,
            |x, out| matrix.apply(laplacian, x, out),
            |x, out| precondition(&state.inverse, x, out, |[d], x| scale(x, d)),
            |_, _| {},
        );
        state.angular_errors = [0.0; 2];
        if free {
            let wanted = wanted.map(|of| scale(of, T::ONE / own));
            state.correct(&frame, wanted, position);
        }
        state.apply(cloth);
        observe(Phase::Integrate);
    }
}

/// A free cloth seen as one body, every particle of mass 1: its centre and its inertia.
#[derive(Clone, Copy, Debug)]
struct Frame<T> {
    center: Vector<T>,
    /// One over the number of particles.
    share: T,
    /// The inverse of the inertia tensor.
    inverse: Symmetric<T>,
}

/// Sums `term` over all particles, row by row: short sums round less.
fn sum<T: Scalar, G: Extent, const N: usize>(
    x: &Grid<T, G>,
    u: &Grid<T, G>,
    term: impl Fn(Vector<T>, Vector<T>) -> [Vector<T>; N],
) -> [Vector<T>; N] {
    let plus = |a: [Vector<T>; N], b: [Vector<T>; N]| core::array::from_fn(|k| add(a[k], b[k]));
    let zero = [[T::ZERO; 3]; N];
    let places = x.extent().places();
    let row = |(x, u): (&Row<T, G>, &Row<T, G>)| {
        (places.clone()).fold(zero, |sum, i| plus(sum, term(x.get(i), u.get(i))))
    };
    x.iter().zip(u.iter()).map(row).fold(zero, plus)
}

impl<T: Scalar> Frame<T> {
    fn new<G: Extent>(x: &Grid<T, G>) -> Self {
        let particles = x.extent().columns() * x.extent().rows();
        let share = T::ONE / T::from_f64(particles as f64);
        let [total] = sum(x, x, |x, _| [x]);
        let center = scale(total, share);
        let [squares, products] = sum(x, x, |x, _| {
            let [a, b, c] = sub(x, center);
            [[a * a, b * b, c * c], [a * b, b * c, c * a]]
        });
        let trace = squares[0] + squares[1] + squares[2];
        // A straight string has no inertia about its own line, and nothing that
        // turns it about it. A millionth more makes the tensor invertible, and
        // the correction too small by a millionth.
        let own = trace + T::from_f64(1e-6) * trace;
        let [a, b, c] = each(squares, |s| own - s);
        let [d, e, f] = each(products, |p| -p);
        Self {
            center,
            share,
            inverse: invert([a, b, c, d, e, f]),
        }
    }

    /// The angular velocity that belongs to an angular momentum.
    fn turn(&self, angular: Vector<T>) -> Vector<T> {
        block_times(self.inverse, angular)
    }

    /// Sums over all particles of a vector u: linear Σ u, and angular Σ r × u with r from the centre.
    fn momenta<G: Extent>(&self, x: &Grid<T, G>, u: &Grid<T, G>) -> [Vector<T>; 2] {
        sum(x, u, |x, u| [u, cross(sub(x, self.center), u)])
    }

    /// Adds the velocity of a rigid motion: shift + turn × (x − centre).
    fn add_motion<G: Extent>(
        &self,
        x: &Grid<T, G>,
        shift: Vector<T>,
        turn: Vector<T>,
        out: &mut Grid<T, G>,
    ) {
        let places = x.extent().places();
        for (row, x) in x.iter().enumerate() {
            let out = out.row_mut(row);
            for i in places.clone() {
                let rigid = add(shift, cross(turn, sub(x.get(i), self.center)));
                out.set(i, add(out.get(i), rigid));
            }
        }
    }
}
