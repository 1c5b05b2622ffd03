//! What the implicit methods share: what they carry from step to step, the matrix of a step as a product,
//! and the forces of its right hand side.

use super::conjugate_gradient::{SolverMemory, SolverReport, SolverSettings};
use super::explicit::{each_force, moved, update, zip};
use super::{State, Substep};
use crate::cloth::{Cloth, Mark};
use crate::extent::{Blank, Extent, Lanes, OutOfMemory};
use crate::force::{ForceWindow, Forces, SpringForce, SpringLaw, WINDOW};
use crate::grid::{Grid, Rows};
use crate::scalar::Scalar;
use crate::scene::SettingError;
use crate::scratch::Scratch;
use crate::tear::Tear;

/// What an implicit method carries from step to step, and how it is set. N numbers a particle are an
/// inverse of its own part of the matrix: the preconditioner.
#[derive(Clone, Debug, PartialEq)]
pub struct ImplicitState<T: Scalar, G: Extent, const N: usize> {
    pub(super) velocity: Grid<T, G>,
    /// Δv of the last step, the first guess of the next.
    pub(super) change: Grid<T, G>,
    /// Between steps a vector of it holds the positions before corrections.
    pub(super) memory: SolverMemory<T, G>,
    /// Zero for pinned particles.
    pub(super) inverse: Rows<T, G, N>,
    pub(super) settings: SolverSettings,
    pub(super) report: SolverReport,
    /// For IMEX: whether the angular momentum is corrected, and its error before and after.
    pub(super) corrects: bool,
    pub(super) angular_errors: [f64; 2],
}

impl<T: Scalar, G: Extent, const N: usize> Blank for ImplicitState<T, G, N> {
    const BLANK: Self = Self {
        velocity: Grid::ZERO,
        change: Grid::ZERO,
        memory: SolverMemory::BLANK,
        inverse: Rows::ZERO,
        settings: SolverSettings::DEFAULT,
        report: SolverReport {
            iterations: 0,
            residual: 0.0,
        },
        corrects: true,
        angular_errors: [0.0; 2],
    };
}

impl<T: Scalar, G: Extent, const N: usize> State<T, G> for ImplicitState<T, G, N> {
    fn allocate(&mut self, extent: G) -> Result<(), OutOfMemory> {
        self.velocity.allocate(extent)?;
        self.change.allocate(extent)?;
        self.memory.allocate(extent)?;
        self.inverse.allocate(extent)
    }

    fn motion(&self) -> &Grid<T, G> {
        &self.velocity
    }

    fn motion_mut(&mut self) -> &mut Grid<T, G> {
        &mut self.velocity
    }

    fn velocity_and_before(&mut self) -> Option<[&mut Grid<T, G>; 2]> {
        Some([&mut self.velocity, &mut self.memory.improved])
    }

    fn forget(&mut self) {
        self.change.clear();
        self.memory.residual.clear();
    }
}

impl<T: Scalar, G: Extent, const N: usize> ImplicitState<T, G, N> {
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

    /// Moves all by the change of the velocities.
    pub(super) fn apply(&mut self, cloth: &mut Cloth<T, G>) {
        let (v, change) = (&mut self.velocity, &mut self.change);
        // NaN becomes a number, so that the next step has something to start from.
        update(change, |v| v.within(T::MAX_DISPLACEMENT));
        zip(v, [change, change, change], |v, change, _, _| {
            (v + change).within(T::MAX_DISPLACEMENT)
        });
        zip(&mut cloth.position, [v, v, v], |x, v, _, _| {
            moved(x, T::ONE, v)
        });
    }
}

/// A = (1 + rate)·M + drag − K − D over the free particles, with −K − D given
/// by a law of springs. Pinned particles are filtered out: their rows give zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrix<'a, T: Scalar, D, G: Extent> {
    pub(super) cloth: &'a Cloth<T, G>,
    springs: SpringForce<T>,
    tear: &'a D,
    /// What a free particle has on the diagonal apart from its springs: mass, damping and drag.
    pub(super) own: T,
}

impl<'a, T: Scalar, D: Tear<G>, G: Extent> Matrix<'a, T, D, G> {
    pub(super) fn new(
        cloth: &'a Cloth<T, G>,
        (forces, tear): (&Forces<T>, &'a D),
        rate: T,
    ) -> Self {
        let drag = forces.drag.map_or(T::ZERO, |drag| drag.coefficient);
        Self {
            cloth,
            tear,
            springs: forces.springs.unwrap_or(SpringForce::NONE),
            own: T::ONE + rate + drag,
        }
    }

    /// out = A·x.
    pub(super) fn apply(
        &self,
        law: impl SpringLaw<T>,
        x: &Grid<T, G>,
        scratch: &mut Scratch<T, G>,
        out: &mut Grid<T, G>,
    ) {
        let springs = (&self.springs, self.tear);
        spring_sums::<T, G, false>(law, springs, self.cloth, x, scratch, |row, product| {
            let x = x.row(row).lanes();
            let (marks, out) = (self.cloth.marks.values(row), out.row_mut(row).lanes_mut());
            for ((out, x), product) in out.into_iter().zip(x).zip(product) {
                self.finish(product, x, marks, out);
            }
        });
    }

    #[inline(never)]
    fn finish(&self, product: &[T], x: &[T], marks: &[Mark], out: &mut [T]) {
        for (((out, &x), &product), mark) in out.iter_mut().zip(x).zip(product).zip(marks) {
            let value = self.own * x - product;
            *out = if mark.is_free() { value } else { T::ZERO };
        }
    }

    /// Adds K·v, without the damping of the springs, to the right hand side.
    pub(super) fn add_stiffness(
        &self,
        law: impl SpringLaw<T>,
        velocity: &Grid<T, G>,
        scratch: &mut Scratch<T, G>,
        b: &mut Grid<T, G>,
    ) {
        let undamped = SpringForce {
            damping: T::ZERO,
            ..self.springs
        };
        let springs = (&undamped, self.tear);
        spring_sums::<T, G, false>(
            law,
            springs,
            self.cloth,
            velocity,
            scratch,
            |row, product| {
                let b = b.row_mut(row).lanes_mut();
                for (b, product) in b.into_iter().zip(product) {
                    for ((b, &p), mark) in
                        b.iter_mut().zip(product).zip(self.cloth.marks.values(row))
                    {
                        *b = if mark.is_free() { *b + p } else { T::ZERO };
                    }
                }
            },
        );
    }

    /// Writes what a law adds up to at each particle, into the lanes of `out` from `first` on.
    pub(super) fn sum<const N: usize>(
        &self,
        law: impl SpringLaw<T>,
        scratch: &mut Scratch<T, G>,
        (out, first): (&mut Rows<T, G, N>, usize),
    ) {
        let (springs, cloth) = ((&self.springs, self.tear), self.cloth);
        let x = &cloth.position;
        spring_sums::<T, G, true>(law, springs, cloth, x, scratch, |row, sum| {
            let out = out.row_mut(row).lanes_mut().into_iter().skip(first);
            for (out, sum) in out.zip(sum) {
                for (out, &sum) in out.iter_mut().zip(sum) {
                    *out = sum;
                }
            }
        });
    }
}

/// Calls `finish` with each row and what a law says of all its springs: see [`SpringForce::apply`].
pub(super) fn spring_sums<T: Scalar, G: Extent, const SUM: bool>(
    law: impl SpringLaw<T>,
    springs: (&SpringForce<T>, &impl Tear<G>),
    cloth: &Cloth<T, G>,
    x: &Grid<T, G>,
    scratch: &mut Scratch<T, G>,
    mut finish: impl FnMut(usize, [&[T]; 3]),
) {
    let extent = cloth.extent();
    let mut local = Blank::BLANK;
    let lanes = extent.lend::<T, WINDOW>(&mut local, scratch.whole(extent));
    let mut window = ForceWindow::<T, G>::new(extent, lanes);
    for row in 0..extent.rows() {
        let sums = window.finish_springs::<SUM>(row, law, springs, &cloth.position, x);
        finish(row, sums.lanes());
    }
}

/// Writes all forces at the start of the step, f + m·(g − rate·v), zero for
/// pinned particles.
pub(super) fn total_forces<T: Scalar, G: Extent>(
    now: &mut Substep<'_, T, G, impl Tear<G>>,
    velocity: &Grid<T, G>,
    b: &mut Grid<T, G>,
) {
    let rate = now.damping.rate;
    each_force(now, velocity, b, |f, g, v, mark| {
        let total = f.coarser(T::FINENESS) + (g - rate * v);
        if mark.is_free() { total } else { T::ZERO }
    });
}
