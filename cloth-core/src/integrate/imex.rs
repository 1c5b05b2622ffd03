//! Implicit–explicit integration with a constant filter.

use super::conjugate_gradient::{LinearSystem, solve};
use super::implicit::{ImplicitState, Matrix, total_forces};
use super::rigid::Frame;
use super::stiffness::{degree, laplacian};
use super::{Method, Substep};
use crate::cloth::Cloth;
use crate::collide::Obstacles;
use crate::extent::{Extent, Lanes};
use crate::grid::{Grid, Rows, Vectors3};
use crate::motion::Velocity;
use crate::observer::Phase;
use crate::scalar::Scalar;
use crate::scratch::Scratch;
use crate::tear::Tear;
use crate::vector::{Vector, each, length, scale, sub, to_f64};

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

/// The matrix of a step, with the inverse of its diagonal.
struct Filter<'a, T: Scalar, D, G: Extent> {
    matrix: Matrix<'a, T, D, G>,
    inverse: &'a Rows<T, G, 1>,
    scratch: &'a mut Scratch<T, G>,
}

impl<T: Scalar, D: Tear<G>, G: Extent> LinearSystem<T, G> for Filter<'_, T, D, G> {
    fn apply(&mut self, x: &Grid<T, G>, out: &mut Grid<T, G>) {
        self.matrix.apply(laplacian, x, self.scratch, out);
    }

    fn precondition(&self, x: &Grid<T, G>, out: &mut Grid<T, G>) {
        for row in 0..x.extent().rows() {
            let [d] = self.inverse.row(row).lanes();
            let (x, out) = (x.row(row).lanes(), out.row_mut(row).lanes_mut());
            for (x, out) in x.into_iter().zip(out) {
                for ((out, &x), &d) in out.iter_mut().zip(x).zip(d) {
                    *out = d * x;
                }
            }
        }
    }
}

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
    #[must_use]
    pub const fn angular_errors(&self) -> [f64; 2] {
        self.angular_errors
    }

    /// Fills the preconditioner, and filters pinned particles out of it and of
    /// the first guess. Returns whether there are none.
    fn prepare(
        &mut self,
        matrix: &Matrix<'_, T, impl Tear<G>, G>,
        cloth: &Cloth<T, G>,
        scratch: &mut Scratch<T, G>,
    ) -> bool {
        // The first guess is in use; a vector of the solver is free.
        let degrees = &mut self.memory.improved;
        matrix.sum(degree, scratch, (degrees, 0));
        let mut free = true;
        for row in 0..cloth.extent().rows() {
            let (degrees, change) = (degrees.row(row), self.change.row_mut(row));
            let (inverse, marks) = (self.inverse.values_mut(row), cloth.marks.values(row));
            for i in cloth.extent().places() {
                let [degree, _, _] = degrees.get(i);
                let pinned = !marks[i].is_free();
                inverse[i] = if pinned {
                    T::ZERO
                } else {
                    T::ONE / (matrix.own + degree)
                };
                if pinned {
                    change.set(i, [T::ZERO; 3]);
                    free = false;
                }
            }
        }
        free
    }

    /// Adds the artificial viscosity to the right hand side. Of a free cloth's velocities
    /// without its rotation as a whole: `frame` is there for those.
    fn resist(
        &mut self,
        matrix: &Matrix<'_, T, impl Tear<G>, G>,
        frame: Option<&Frame<T>>,
        position: &Grid<T, G>,
        scratch: &mut Scratch<T, G>,
    ) {
        let (u, b) = (&mut self.memory.improved, &mut self.memory.residual);
        u.copy_from(&self.velocity);
        if let Some(frame) = frame {
            let [_, angular] = frame.momenta(position, u);
            let spin = frame.turn(angular);
            frame.add_motion(position, [T::ZERO; 3], each(spin, |rate| -rate), u);
        }
        matrix.add_stiffness(laplacian, u, scratch, b);
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
        let shift = frame.share(sub(linear, got));
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
    const LIMIT: f64 = f64::INFINITY;

    fn is_stable(_kappa: f64, _drag: f64, _rate: f64) -> bool {
        true
    }

    fn advance<T: Scalar, G: Extent>(
        state: &mut Self::State<T, G>,
        mut now: Substep<'_, T, G, impl Tear<G>>,
        _colliders: &impl Obstacles<T>,
        observe: &mut impl FnMut(Phase),
    ) {
        let (v, b) = (&state.velocity, &mut state.memory.residual);
        total_forces(&mut now, v, b);
        let (cloth, scratch, rate) = (&*now.cloth, now.scratch, now.damping.rate);
        // The momenta that the forces give, before the filter.
        let frame = Frame::new(&cloth.position);
        let wanted = frame.momenta(&cloth.position, b);
        let matrix = Matrix::new(cloth, (now.forces, now.tear), rate);
        let free = state.prepare(&matrix, cloth, scratch);
        let turns = (free && state.corrects).then_some(&frame);
        state.resist(&matrix, turns, &cloth.position, scratch);
        observe(Phase::Springs);

        let own = T::ONE / matrix.own;
        let mut filter = Filter {
            matrix,
            inverse: &state.inverse,
            scratch,
        };
        let (change, memory) = (&mut state.change, &mut state.memory);
        state.report = solve(&mut filter, change, memory, &state.settings);
        state.angular_errors = [0.0; 2];
        if free {
            let wanted = wanted.map(|of| scale(of, own));
            state.correct(&frame, wanted, &cloth.position);
        }
        state.apply(now.cloth);
        observe(Phase::Integrate);
    }
}
