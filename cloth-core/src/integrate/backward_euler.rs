//! Backward (implicit) Euler, linearised once a step.

use super::conjugate_gradient::{LinearSystem, SolverMemory, SolverReport, SolverSettings, solve};
use super::explicit::{bound, moved, zip};
use super::implicit::{Matrix, block_times, invert, total_forces};
use super::stiffness::{BlockDiagonal, BlockSides, Product};
use super::{Damping, Method, State, contact};
use crate::cloth::Cloth;
use crate::collide::Colliders;
use crate::extent::{Blank, Extent, OutOfMemory};
use crate::force::Forces;
use crate::grid::{Grid, Row, Vectors3};
use crate::motion::Velocity;
use crate::observer::Phase;
use crate::scalar::Scalar;
use crate::scene::SettingError;
use crate::scratch::Scratch;
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
/// left to the contacts after the solution; so are contacts of the cloth with itself, and in
/// fixed point all contacts.
///
/// Memory: 96 bytes a particle in `f32`, contacts included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackwardEuler;

/// What [`BackwardEuler`] carries from step to step, and how it is set.
#[derive(Clone, Debug, PartialEq)]
pub struct BackwardEulerState<T: Scalar, G: Extent> {
    velocity: Grid<T, G>,
    /// Δv of the last step, the first guess of the next.
    change: Grid<T, G>,
    /// Its right hand side holds, between steps, the positions before
    /// corrections.
    memory: SolverMemory<T, G>,
    /// The inverse blocks of the preconditioner: (xx, yy, zz) and (xy, yz, zx).
    diagonal: Grid<T, G>,
    sides: Grid<T, G>,
    settings: SolverSettings,
    report: SolverReport,
}

impl<T: Scalar, G: Extent> Blank for BackwardEulerState<T, G> {
    const BLANK: Self = Self {
        velocity: Grid::ZERO,
        change: Grid::ZERO,
        memory: SolverMemory::BLANK,
        diagonal: Grid::ZERO,
        sides: Grid::ZERO,
        settings: SolverSettings::DEFAULT,
        report: SolverReport {
            iterations: 0,
            residual: 0.0,
        },
    };
}

impl<T: Scalar, G: Extent> State<T, G> for BackwardEulerState<T, G> {
    fn allocate(&mut self, extent: G) -> Result<(), OutOfMemory> {
        self.velocity.allocate(extent)?;
        self.change.allocate(extent)?;
        self.memory.allocate(extent)?;
        self.diagonal.allocate(extent)?;
        self.sides.allocate(extent)
    }

    fn motion(&self) -> &Grid<T, G> {
        &self.velocity
    }

    fn motion_mut(&mut self) -> &mut Grid<T, G> {
        &mut self.velocity
    }

    fn velocity_and_before(&mut self) -> Option<[&mut Grid<T, G>; 2]> {
        Some([&mut self.velocity, self.memory.scratch()])
    }

    fn forget(&mut self) {
        self.change.clear();
        self.memory.residual.clear();
    }
}

impl<T: Scalar, G: Extent> BackwardEulerState<T, G> {
    /// How the solver is set.
    #[must_use]
    pub const fn settings(&self) -> &SolverSettings {
        &self.settings
    }

    /// Sets the solver.
    ///
    /// # Errors
    /// As [`SolverSettings::validate`]; the settings are then as before.
    pub fn set_settings(&mut self, settings: SolverSettings) -> Result<(), SettingError> {
        self.settings = settings.validate()?;
        Ok(())
    }

    /// How the last solution went.
    #[must_use]
    pub const fn report(&self) -> &SolverReport {
        &self.report
    }

    /// Notes contacts and their friction. Says whether there are any.
    fn find_contacts(
        &mut self,
        cloth: &mut Cloth<T, G>,
        colliders: &impl Colliders<T>,
        gravity: [T; 3],
    ) -> bool {
        let (residual, friction) = self.memory.residual_and_scratch();
        let of = [&self.velocity, &self.change, residual];
        contact::find(colliders, cloth, of, friction, gravity)
    }

    /// Solves for the change of the velocities, with what colliders hold if anything does.
    fn solve(
        &mut self,
        cloth: &Cloth<T, G>,
        colliders: Option<&impl Colliders<T>>,
        (forces, tear): (&Forces<T>, &impl Tear<G>),
        rate: T,
        scratch: &mut Scratch<T, G>,
        observe: &mut impl FnMut(Phase),
    ) {
        let (v, b) = (&self.velocity, &mut self.memory.residual);
        total_forces(cloth, v, (forces, tear), rate, scratch, b);
        let matrix = Matrix::new(cloth, (forces, tear), rate);
        matrix.add_stiffness::<Product<T>>(v, scratch, b);
        self.prepare(&matrix, cloth, scratch);
        if let Some(colliders) = colliders {
            self.memory.add_scratch();
            let (v, change) = (&self.velocity, &mut self.change);
            let blocks = [&mut self.diagonal, &mut self.sides];
            contact::constrain(colliders, cloth, v, change, blocks);
        }
        observe(Phase::Springs);
        let mut system = System {
            matrix: Matrix::new(cloth, (forces, tear), rate),
            diagonal: &self.diagonal,
            sides: &self.sides,
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

    /// Moves all by the solution.
    fn apply(&mut self, cloth: &mut Cloth<T, G>, colliders: Option<&impl Colliders<T>>) {
        let (v, change) = (&mut self.velocity, &mut self.change);
        let landings = self.memory.scratch();
        if let Some(colliders) = colliders {
            contact::landings(colliders, cloth, landings);
        }
        bound(change);
        zip(v, [change, change, change], |v, change, _, _| {
            (v + change).within(T::MAX_DISPLACEMENT)
        });
        zip(&mut cloth.position, [v, v, v], |x, v, _, _| {
            moved(x, T::ONE, v)
        });
        if colliders.is_some() {
            zip(v, [landings, landings, landings], |v, l, _, _| v + l);
        }
    }

    /// Fills the preconditioner with the inverse of each particle's own block,
    /// and filters pinned particles out of it and of the first guess.
    fn prepare(
        &mut self,
        matrix: &Matrix<'_, T, impl Tear<G>, G>,
        cloth: &Cloth<T, G>,
        scratch: &mut Scratch<T, G>,
    ) {
        matrix.sum::<BlockDiagonal<T>>(scratch, &mut self.diagonal);
        matrix.sum::<BlockSides<T>>(scratch, &mut self.sides);
        for row in 0..cloth.extent().rows() {
            let (d, s) = (self.diagonal.row_mut(row), self.sides.row_mut(row));
            let change = self.change.row_mut(row);
            for (i, &weight) in cloth.weights(row).iter().enumerate() {
                let own = matrix.own(weight);
                let block = d.get(i).map(|d| d + own);
                let (mut diagonal, mut sides) = invert(block, s.get(i));
                if !weight.is_free() {
                    (diagonal, sides) = ([T::ZERO; 3], [T::ZERO; 3]);
                    change.set(i, [T::ZERO; 3]);
                }
                d.set(i, diagonal);
                s.set(i, sides);
            }
        }
    }
}

/// The matrix of a step, with the inverse blocks of its diagonal.
struct System<'a, T: Scalar, D, G: Extent, C> {
    matrix: Matrix<'a, T, D, G>,
    diagonal: &'a Grid<T, G>,
    sides: &'a Grid<T, G>,
    /// If anything touches them.
    colliders: Option<&'a C>,
    scratch: &'a mut Scratch<T, G>,
}

impl<T, D, G, C> LinearSystem<T, G> for System<'_, T, D, G, C>
where
    T: Scalar,
    D: Tear<G>,
    G: Extent,
    C: Colliders<T>,
{
    fn apply(&mut self, x: &Grid<T, G>, out: &mut Grid<T, G>) {
        self.matrix.apply::<Product<T>>(x, self.scratch, out);
    }

    fn precondition(&self, x: &Grid<T, G>, out: &mut Grid<T, G>) {
        let extent = x.extent();
        for row in 0..extent.rows() {
            let (d, s) = (self.diagonal.row(row), self.sides.row(row));
            multiply_blocks::<T, G>(extent, d, s, x.row(row), out.row_mut(row));
        }
    }

    fn is_filtered(&self) -> bool {
        self.colliders.is_some()
    }

    fn filter(&self, residual: &mut Grid<T, G>, taken: &mut Grid<T, G>) {
        if let Some(colliders) = self.colliders {
            contact::filter(colliders, self.matrix.cloth(), residual, taken);
        }
    }
}

/// out = block · x for every particle of a row.
#[inline(never)]
fn multiply_blocks<T: Scalar, G: Extent>(
    extent: G,
    d: &Row<T, G>,
    s: &Row<T, G>,
    x: &Row<T, G>,
    out: &mut Row<T, G>,
) {
    for i in 0..extent.room() {
        out.set(i, block_times(d.get(i), s.get(i), x.get(i)));
    }
}

impl Method for BackwardEuler {
    type Motion = Velocity;
    type State<T: Scalar, G: Extent> = BackwardEulerState<T, G>;
    const NAME: &'static str = "backward-euler";
    const IS_IMPLICIT: bool = true;
    const LIMIT: f64 = f64::INFINITY;

    fn is_stable(_kappa: f64, _drag: f64, _rate: f64) -> bool {
        true
    }

    fn advance<T: Scalar, G: Extent>(
        state: &mut Self::State<T, G>,
        cloth: &mut Cloth<T, G>,
        colliders: &impl Colliders<T>,
        forces: (&Forces<T>, &impl Tear<G>),
        damping: Damping<T>,
        scratch: &mut Scratch<T, G>,
        observe: &mut impl FnMut(Phase),
    ) {
        let touches = state.find_contacts(cloth, colliders, forces.0.gravity);
        let colliders = touches.then_some(colliders);
        state.solve(cloth, colliders, forces, damping.rate, scratch, observe);
        state.apply(cloth, colliders);
        observe(Phase::Integrate);
    }
}
