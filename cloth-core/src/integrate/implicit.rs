//! What the implicit methods share: what they carry from step to step, the matrix of a step as a product,
//! and the forces of its right hand side.

use super::conjugate_gradient::{SolverReport, SolverSettings};
use super::explicit::{each_force, finish_lane, moved, update, zip};
use super::{State, Substep};
use crate::cloth::{Cloth, Mark, all_free};
use crate::extent::{Blank, Extent, Lanes, OutOfMemory};
use crate::force::{ForceWindow, Forces, SpringForce, SpringLaw, WINDOW};
use crate::grid::{Grid, Rows, Vectors3, number, set_number};
use crate::scalar::Scalar;
use crate::scene::SettingError;
use crate::scratch::Scratch;
use crate::tear::Tear;
use crate::vector::Vector;

/// What an implicit method carries from step to step, and how it is set. N numbers a particle are the
/// inverse of its own part of the matrix: the preconditioner.
#[derive(Clone, Debug, PartialEq)]
pub struct ImplicitState<T: Scalar, G: Extent, const N: usize> {
    pub(super) velocity: Grid<T, G>,
    /// Δv of the last step, the first guess of the next.
    pub(super) change: Grid<T, G>,
    /// The right hand side of the step, then the residual that the solution leaves.
    pub(super) residual: Grid<T, G>,
    /// For the solution. Before it the first holds friction; after it the last holds landings, then the
    /// positions before corrections.
    pub(super) work: [Grid<T, G>; 3],
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
        residual: Grid::ZERO,
        work: Blank::BLANK,
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
        self.residual.allocate(extent)?;
        self.work.allocate(extent)?;
        self.inverse.allocate(extent)
    }

    fn motion(&self) -> &Grid<T, G> {
        &self.velocity
    }

    fn motion_mut(&mut self) -> &mut Grid<T, G> {
        &mut self.velocity
    }

    fn velocity_and_before(&mut self) -> Option<[&mut Grid<T, G>; 2]> {
        Some([&mut self.velocity, &mut self.work[2]])
    }

    fn forget(&mut self) {
        self.change.clear();
        self.residual.clear();
    }
}

impl<T: Scalar, G: Extent, const N: usize> ImplicitState<T, G, N> {
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

    /// Makes the preconditioner of each particle's own part of the matrix, and filters pinned
    /// particles out of it and of the first guess. Returns whether there are none.
    pub(super) fn prepare(
        &mut self,
        cloth: &Cloth<T, G>,
        invert: impl Fn([T; N]) -> [T; N],
    ) -> bool {
        let mut free = true;
        for row in 0..cloth.extent().rows() {
            let (inverse, change) = (self.inverse.row_mut(row), self.change.row_mut(row));
            let marks = cloth.marks.values(row);
            for (i, mark) in marks.iter().enumerate() {
                let mut of = invert(numbers::<T, G, N>(inverse, i));
                if !mark.is_free() {
                    of = [T::ZERO; N];
                    change.set(i, [T::ZERO; 3]);
                }
                set_numbers::<T, G, N>(inverse, i, of);
            }
            free &= all_free::<T, G>(cloth.extent(), marks);
        }
        free
    }

    /// Moves all by the change of the velocities.
    pub(super) fn apply(&mut self, cloth: &mut Cloth<T, G>) {
        let (v, change) = (&mut self.velocity, &mut self.change);
        // NaN becomes a number, so that the next step has something to start from.
        update(change, |v| v.within(T::MAX_DISPLACEMENT));
        zip(v, [change; 2], |v, change, _| {
            (v + change).within(T::MAX_DISPLACEMENT)
        });
        zip(&mut cloth.position, [v; 2], |x, v, _| moved(x, T::ONE, v));
    }
}

/// out = the inverse of each particle's own part `times` its vector.
pub(super) fn precondition<T: Scalar, G: Extent, const N: usize>(
    inverse: &Rows<T, G, N>,
    x: &Grid<T, G>,
    out: &mut Grid<T, G>,
    times: impl Fn([T; N], Vector<T>) -> Vector<T>,
) {
    let extent = x.extent();
    for row in 0..extent.rows() {
        let (inverse, x, out) = (inverse.row(row), x.row(row), out.row_mut(row));
        for i in 0..extent.room() {
            out.set(i, times(numbers::<T, G, N>(inverse, i), x.get(i)));
        }
    }
}

/// The numbers of the particle in a place.
#[inline(always)]
pub(super) fn numbers<T: Scalar, G: Extent, const N: usize>(
    row: &G::Row<T, N>,
    place: usize,
) -> [T; N] {
    row.lanes().map(|lane| number(lane, place))
}

/// Sets the numbers of the particle in a place.
#[inline(always)]
pub(super) fn set_numbers<T: Scalar, G: Extent, const N: usize>(
    row: &mut G::Row<T, N>,
    place: usize,
    numbers: [T; N],
) {
    for (lane, value) in row.lanes_mut().into_iter().zip(numbers) {
        set_number(lane, place, value);
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
        let drag = forces.drag.unwrap_or(T::ZERO);
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
        let (springs, own) = ((&self.springs, self.tear), self.own);
        let of = |_, x, p, mark: Mark| if mark.is_free() { own * x - p } else { T::ZERO };
        spring_sums::<T, G, false, 3>(law, springs, self.cloth, x, scratch, (out, 0), of);
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
        let of = |b, _, p, mark: Mark| if mark.is_free() { b + p } else { T::ZERO };
        spring_sums::<T, G, false, 3>(law, springs, self.cloth, velocity, scratch, (b, 0), of);
    }

    /// Writes what a law adds up to at each particle, into the lanes of `out` from `first` on.
    pub(super) fn sum<const N: usize>(
        &self,
        law: impl SpringLaw<T>,
        scratch: &mut Scratch<T, G>,
        out: (&mut Rows<T, G, N>, usize),
    ) {
        let (springs, x) = ((&self.springs, self.tear), &self.cloth.position);
        spring_sums::<T, G, true, N>(law, springs, self.cloth, x, scratch, out, |_, _, p, _| p);
    }
}

/// Replaces each component of the lanes of `out` from `first` on by what `of` makes of it, of that of x, of
/// what a law says of all its springs, and of the mark: see [`SpringForce::apply`].
pub(super) fn spring_sums<T: Scalar, G: Extent, const SUM: bool, const N: usize>(
    law: impl SpringLaw<T>,
    springs: (&SpringForce<T>, &impl Tear<G>),
    cloth: &Cloth<T, G>,
    x: &Grid<T, G>,
    scratch: &mut Scratch<T, G>,
    (out, first): (&mut Rows<T, G, N>, usize),
    of: impl Fn(T, T, T, Mark) -> T + Copy,
) {
    let extent = cloth.extent();
    let mut local = Blank::BLANK;
    let lanes = extent.lend::<T, WINDOW>(&mut local, scratch.whole(extent));
    let mut window = ForceWindow::<T, G>::new(extent, lanes);
    for row in 0..extent.rows() {
        let sums = window.finish_springs::<SUM>(row, law, springs, &cloth.position, x);
        let out = out.row_mut(row).lanes_mut().into_iter().skip(first);
        for ((out, x), sums) in out.zip(x.row(row).lanes()).zip(sums.lanes()) {
            finish_lane(out, x, sums, cloth.marks.values(row), of);
        }
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
