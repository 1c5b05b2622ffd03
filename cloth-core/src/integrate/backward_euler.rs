//! Backward (implicit) Euler, linearised once a step.

use super::conjugate_gradient::{LinearSystem, solve};
use super::explicit::zip;
use super::implicit::{ImplicitState, Matrix, total_forces};
use super::stiffness::{block, block_times, diagonal, invert, product, set_block, sides};
use super::{Method, Substep, contact};
use crate::cloth::Cloth;
use crate::collide::Obstacles;
use crate::extent::Extent;
use crate::grid::{Grid, Row, Rows, Vectors3};
use crate::motion::Velocity;
use crate::observer::Phase;
use crate::scalar::Scalar;
use crate::scratch::Scratch;
use crate::tear::Tear;
use crate::vector::each;

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
/// left to the contacts after the solution; so are contacts of the cloth with itself, and in
/// fixed point all contacts.
///
/// Memory: 96 bytes a particle in `f32`, contacts included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackwardEuler;

/// Its preconditioner is the inverse block of each particle: (xx, yy, zz) and (xy, yz, zx).
impl<T: Scalar, G: Extent> ImplicitState<T, G, 6> {
    /// Notes contacts and their friction. Says whether there are any.
    fn find_contacts(
        &mut self,
        cloth: &mut Cloth<T, G>,
        colliders: &impl Obstacles<T>,
        gravity: [T; 3],
    ) -> bool {
        let of = [&self.velocity, &self.change, &self.memory.residual];
        let friction = &mut self.memory.direction;
        contact::find(colliders, cloth, of, friction, gravity)
    }

    /// Solves for the change of the velocities, with what colliders hold if anything does.
    fn solve(
        &mut self,
        now: &mut Substep<'_, T, G, impl Tear<G>>,
        colliders: Option<&impl Obstacles<T>>,
        observe: &mut impl FnMut(Phase),
    ) {
        let (v, b) = (&self.velocity, &mut self.memory.residual);
        total_forces(now, v, b);
        let (cloth, scratch) = (&*now.cloth, &mut *now.scratch);
        let matrix = Matrix::new(cloth, (now.forces, now.tear), now.damping.rate);
        matrix.add_stiffness(product, v, scratch, b);
        self.prepare(&matrix, cloth, scratch);
        if let Some(colliders) = colliders {
            let (b, friction) = (&mut self.memory.residual, &self.memory.direction);
            zip(b, [friction, friction, friction], |b, f, _, _| b + f);
            let (v, change) = (&self.velocity, &mut self.change);
            contact::constrain(colliders, cloth, v, change, &mut self.inverse);
        }
        observe(Phase::Springs);
        let mut system = System {
            matrix,
            inverse: &self.inverse,
            colliders,
            scratch,
        };
        let (change, memory) = (&mut self.change, &mut self.memory);
        self.report = solve(&mut system, change, memory, &self.settings);
        if let Some(colliders) = colliders {
            let (v, r) = (&self.velocity, &mut self.memory.residual);
            contact::give_back(colliders, cloth, v, change, r);
        }
    }

    /// Moves all by the solution. What has come to a surface goes along with it.
    fn move_all(&mut self, cloth: &mut Cloth<T, G>, colliders: Option<&impl Obstacles<T>>) {
        let Some(colliders) = colliders else {
            return self.apply(cloth);
        };
        contact::landings(colliders, cloth, &mut self.memory.improved);
        self.apply(cloth);
        let landings = &self.memory.improved;
        zip(&mut self.velocity, [landings; 3], |v, l, _, _| v + l);
    }

    /// Fills the preconditioner with the inverse of each particle's own block,
    /// and filters pinned particles out of it and of the first guess.
    fn prepare(
        &mut self,
        matrix: &Matrix<'_, T, impl Tear<G>, G>,
        cloth: &Cloth<T, G>,
        scratch: &mut Scratch<T, G>,
    ) {
        matrix.sum(diagonal, scratch, (&mut self.inverse, 0));
        matrix.sum(sides, scratch, (&mut self.inverse, 3));
        for row in 0..cloth.extent().rows() {
            let (inverse, change) = (self.inverse.row_mut(row), self.change.row_mut(row));
            for (i, mark) in cloth.marks.values(row).iter().enumerate() {
                let (d, s) = block::<T, G>(inverse, i);
                let mut of = invert(each(d, |d| d + matrix.own), s);
                if !mark.is_free() {
                    of = ([T::ZERO; 3], [T::ZERO; 3]);
                    change.set(i, [T::ZERO; 3]);
                }
                set_block::<T, G>(inverse, i, of);
            }
        }
    }
}

/// The matrix of a step, with the inverse blocks of its diagonal.
struct System<'a, T: Scalar, D, G: Extent, C> {
    matrix: Matrix<'a, T, D, G>,
    inverse: &'a Rows<T, G, 6>,
    /// If anything touches them.
    colliders: Option<&'a C>,
    scratch: &'a mut Scratch<T, G>,
}

impl<T, D, G, C> LinearSystem<T, G> for System<'_, T, D, G, C>
where
    T: Scalar,
    D: Tear<G>,
    G: Extent,
    C: Obstacles<T>,
{
    fn apply(&mut self, x: &Grid<T, G>, out: &mut Grid<T, G>) {
        self.matrix.apply(product, x, self.scratch, out);
    }

    fn precondition(&self, x: &Grid<T, G>, out: &mut Grid<T, G>) {
        let extent = x.extent();
        for row in 0..extent.rows() {
            multiply_blocks::<T, G>(extent, self.inverse.row(row), x.row(row), out.row_mut(row));
        }
    }

    fn filter(&self, residual: &mut Grid<T, G>, taken: &mut Grid<T, G>) {
        if let Some(colliders) = self.colliders {
            contact::filter(colliders, self.matrix.cloth, residual, taken);
        }
    }
}

/// out = block · x for every particle of a row.
#[inline(never)]
fn multiply_blocks<T: Scalar, G: Extent>(
    extent: G,
    blocks: &G::Row<T, 6>,
    x: &Row<T, G>,
    out: &mut Row<T, G>,
) {
    for i in 0..extent.room() {
        let (d, s) = block::<T, G>(blocks, i);
        out.set(i, block_times(d, s, x.get(i)));
    }
}

impl Method for BackwardEuler {
    type Motion = Velocity;
    type State<T: Scalar, G: Extent> = ImplicitState<T, G, 6>;
    const NAME: &'static str = "backward-euler";
    const IS_IMPLICIT: bool = true;
    const LIMIT: f64 = f64::INFINITY;

    fn is_stable(_kappa: f64, _drag: f64, _rate: f64) -> bool {
        true
    }

    fn advance<T: Scalar, G: Extent>(
        state: &mut Self::State<T, G>,
        mut now: Substep<'_, T, G, impl Tear<G>>,
        colliders: &impl Obstacles<T>,
        observe: &mut impl FnMut(Phase),
    ) {
        let touches = state.find_contacts(now.cloth, colliders, now.forces.gravity);
        let colliders = touches.then_some(colliders);
        state.solve(&mut now, colliders, observe);
        state.move_all(now.cloth, colliders);
        observe(Phase::Integrate);
    }
}
