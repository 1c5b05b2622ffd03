//! What the implicit methods share: what they carry from step to step, the matrix of a step as a product,
//! and the forces of its right hand side.
//!
//! # The Jacobian of the spring forces
//! For a spring with direction n, S = k⊥(I − nnᵀ) + k·nnᵀ and
//! k⊥ = k·max(0, 1 − l₀/l). The clamp keeps S positive definite where a spring
//! is compressed (S2's list, 5). A difference Δx between the ends changes the
//! force by S·Δx, a difference Δv by c·nnᵀ·Δv.

use super::conjugate_gradient::{SolverReport, SolverSettings};
use super::explicit::{each_force, finish_lane, moved, update, zip};
use super::{State, Substep};
use crate::base::{
    Blank, Cloth, Extent, Grid, Lanes, Mark, OutOfMemory, Rows, Scalar, Vector, Vectors3, add,
    all_free, dot, each, number, scale, set_number, sub,
};
use crate::force::{
    Elastic, ForceWindow, Forces, SpringForce, SpringLaw, WINDOW, length_and_inverse,
};
use crate::scene::SettingError;
use crate::scratch::Scratch;
use crate::tear::Tear;

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
#[derive(Debug)]
pub(super) struct Matrix<'a, T: Scalar, D, G: Extent> {
    pub(super) cloth: &'a Cloth<T, G>,
    pub(super) springs: SpringForce<T>,
    pub(super) tear: &'a D,
    /// What a free particle has on the diagonal apart from its springs: mass, damping and drag.
    pub(super) own: T,
    pub(super) scratch: &'a mut Scratch<T, G>,
}

impl<'a, T: Scalar, D: Tear<G>, G: Extent> Matrix<'a, T, D, G> {
    pub(super) fn new(
        cloth: &'a Cloth<T, G>,
        (forces, tear): (&Forces<T>, &'a D),
        rate: T,
        scratch: &'a mut Scratch<T, G>,
    ) -> Self {
        Self {
            cloth,
            springs: forces.springs.unwrap_or(SpringForce::NONE),
            tear,
            own: T::ONE + rate + forces.drag.unwrap_or(T::ZERO),
            scratch,
        }
    }

    /// out = A·x.
    pub(super) fn apply(&mut self, law: impl SpringLaw<T>, x: &Grid<T, G>, out: &mut Grid<T, G>) {
        let own = self.own;
        let of = |_, x, p, mark: Mark| if mark.is_free() { own * x - p } else { T::ZERO };
        self.sums::<false, 3>(law, x, (out, 0), of);
    }

    /// Adds K·v, without the damping of the springs, to the right hand side.
    pub(super) fn add_stiffness(
        &mut self,
        law: impl SpringLaw<T>,
        velocity: &Grid<T, G>,
        b: &mut Grid<T, G>,
    ) {
        let damping = core::mem::replace(&mut self.springs.damping, T::ZERO);
        let of = |b, _, p, mark: Mark| if mark.is_free() { b + p } else { T::ZERO };
        self.sums::<false, 3>(law, velocity, (b, 0), of);
        self.springs.damping = damping;
    }

    /// Writes what a law adds up to at each particle, into the lanes of `out` from `first` on.
    pub(super) fn sum<const N: usize>(
        &mut self,
        law: impl SpringLaw<T>,
        out: (&mut Rows<T, G, N>, usize),
    ) {
        self.sums::<true, N>(law, &self.cloth.position, out, |_, _, p, _| p);
    }

    /// Replaces each component of the lanes of `out` from `first` on by what `of` makes of it, of that of x, of
    /// what a law says of all its springs, and of the mark: see [`SpringForce::apply`].
    pub(super) fn sums<const SUM: bool, const N: usize>(
        &mut self,
        law: impl SpringLaw<T>,
        x: &Grid<T, G>,
        (out, first): (&mut Rows<T, G, N>, usize),
        of: impl Fn(T, T, T, Mark) -> T + Copy,
    ) {
        let (cloth, extent) = (self.cloth, self.cloth.extent());
        let mut local = Blank::BLANK;
        let lanes = extent.lend::<T, WINDOW>(&mut local, self.scratch.whole(extent));
        let mut window = ForceWindow::<T, G>::new(extent, lanes);
        for row in 0..extent.rows() {
            let springs = (&self.springs, self.tear);
            let sums = window.finish_springs::<SUM>(row, law, springs, &cloth.position, x);
            let out = out.row_mut(row).lanes_mut().into_iter().skip(first);
            for ((out, x), sums) in out.zip(x.row(row).lanes()).zip(sums.lanes()) {
                finish_lane(out, x, sums, cloth.marks.values(row), of);
            }
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

/// k⊥, k + c, and n of a spring.
#[inline(always)]
fn stiffness<T: Scalar>(of: &Elastic<T>, d: Vector<T>) -> (T, T, Vector<T>) {
    let (_, inverse) = length_and_inverse(d);
    let across = of.stiffness * (T::ONE - of.rest * inverse).most(T::ZERO);
    (across, of.stiffness + of.damping, scale(d, inverse))
}

/// (S + c·nnᵀ)·u with u the difference of another vector between the ends.
#[inline(always)]
pub(super) fn product<T: Scalar>(of: &Elastic<T>, d: Vector<T>, u: Vector<T>) -> Vector<T> {
    let (across, along, n) = stiffness(of, d);
    let part = scale(n, dot(u, n));
    add(scale(sub(u, part), across), scale(part, along))
}

/// The diagonal (xx, yy, zz) of S + c·nnᵀ, for both ends.
#[inline(always)]
pub(super) fn diagonal<T: Scalar>(of: &Elastic<T>, d: Vector<T>, _u: Vector<T>) -> Vector<T> {
    let (across, along, n) = stiffness(of, d);
    each(n, |n| across + (along - across) * n * n)
}

/// The elements (xy, yz, zx) of S + c·nnᵀ, for both ends.
#[inline(always)]
pub(super) fn sides<T: Scalar>(of: &Elastic<T>, d: Vector<T>, _u: Vector<T>) -> Vector<T> {
    let (across, along, [x, y, z]) = stiffness(of, d);
    scale([x * y, y * z, z * x], along - across)
}

/// (k + c)·u: the same stiffness in every direction, IMEX's H.
#[inline(always)]
pub(super) fn laplacian<T: Scalar>(of: &Elastic<T>, _d: Vector<T>, u: Vector<T>) -> Vector<T> {
    scale(u, of.stiffness + of.damping)
}

/// k + c for both ends, in all components.
#[inline(always)]
pub(super) fn degree<T: Scalar>(of: &Elastic<T>, _d: Vector<T>, _u: Vector<T>) -> Vector<T> {
    [of.stiffness + of.damping; 3]
}

/// A symmetric block of 3 × 3 numbers: (xx, yy, zz, xy, yz, zx).
pub(super) type Symmetric<T> = [T; 6];

/// The inverse of a symmetric block; zero where there is none.
#[inline(always)]
pub(super) fn invert<T: Scalar>([a, b, c, d, e, f]: Symmetric<T>) -> Symmetric<T> {
    // | a d f |
    // | d b e |
    // | f e c |
    let first = [b * c - e * e, e * f - d * c, d * e - b * f];
    let determinant = a * first[0] + d * first[1] + f * first[2];
    let defined = determinant > T::ZERO;
    let inverse = T::ONE / if defined { determinant } else { T::ONE };
    let inverse = if defined { inverse } else { T::ZERO };
    let [x, y, z] = scale([first[0], a * c - f * f, a * b - d * d], inverse);
    let [u, v, w] = scale([first[1], d * f - a * e, first[2]], inverse);
    [x, y, z, u, v, w]
}

/// block · x.
#[inline(always)]
pub(super) fn block_times<T: Scalar>(
    [a, b, c, d, e, f]: Symmetric<T>,
    [u, v, w]: Vector<T>,
) -> Vector<T> {
    [
        a * u + d * v + f * w,
        d * u + b * v + e * w,
        f * u + e * v + c * w,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::tension;

    const STEP: f64 = 1e-5;

    fn spring(stiffness: f64, damping: f64) -> Elastic<f64> {
        let (rest, link) = (1.0, f64::link(1.0, stiffness));
        Elastic {
            stiffness,
            rest,
            damping,
            link,
        }
    }

    /// The derivative of a spring's force at d along u, by central differences.
    fn difference(of: &Elastic<f64>, d: Vector<f64>, u: Vector<f64>) -> Vector<f64> {
        let at = |s: f64| tension(of, add(d, scale(u, s)), [0.0; 3]);
        scale(sub(at(STEP), at(-STEP)), 0.5 / STEP)
    }

    fn directions() -> impl Iterator<Item = (Vector<f64>, Vector<f64>)> {
        (0..50).map(|i| {
            let t = f64::from(i);
            let d = [libm::sin(t), libm::cos(1.7 * t), libm::sin(2.3 * t + 1.0)];
            let u = [libm::cos(3.1 * t), libm::sin(0.7 * t), libm::cos(t) - 0.5];
            (scale(d, 1.0 / length_and_inverse(d).0), u)
        })
    }

    fn assert_near(got: Vector<f64>, expected: Vector<f64>, error: f64) {
        for i in 0..3 {
            assert!((got[i] - expected[i]).abs() < error, "{got:?} {expected:?}");
        }
    }

    #[test]
    fn v20_the_product_is_the_derivative_of_the_force() {
        let (k, damper) = (spring(3.0, 0.0), spring(0.0, 0.7));
        for (n, u) in directions() {
            for length in [1.0, 1.001, 1.4, 20.0] {
                let d = scale(n, length);
                assert_near(product(&k, d, u), difference(&k, d, u), 1e-8);
            }
            // Compressed springs keep their stiffness along and have none across: the true one
            // would push there, K(1 − 1/0.6) < 0.
            let (d, along) = (scale(n, 0.6), scale(n, dot(n, u)));
            let got = product(&k, d, u);
            assert_near(got, scale(along, 3.0), 1e-14);
            let across = scale(sub(u, along), 3.0 * (1.0 - 1.0 / 0.6));
            assert_near(add(got, across), difference(&k, d, u), 1e-8);
            // Damping c·(u·n)·n is linear in u.
            assert_near(product(&damper, scale(n, 1.3), u), scale(along, 0.7), 1e-14);
        }
    }

    #[test]
    fn blocks_are_the_elements_of_the_product_and_the_filter_is_as_stiff() {
        let of = spring(3.0, 0.4);
        for (n, u) in directions() {
            let d = scale(n, 1.2);
            let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
                .map(|unit| product(&of, d, unit));
            assert_near(diagonal(&of, d, d), [x[0], y[1], z[2]], 1e-14);
            assert_near(sides(&of, d, d), [x[1], y[2], z[0]], 1e-14);
            for length in [0.0, 0.5, 1.0, 30.0] {
                let d = scale(n, length);
                let slack = dot(u, laplacian(&of, d, u)) - dot(u, product(&of, d, u));
                assert!(slack > -1e-14, "{slack}");
            }
        }
    }

    #[test]
    fn inverse_times_block_is_one_and_a_singular_block_has_the_inverse_zero() {
        let of = [3.0, 2.0, 5.0, 0.5, -0.7, 0.3];
        for axis in 0..3 {
            let mut unit = [0.0; 3];
            unit[axis] = 1.0;
            assert_near(
                block_times(invert::<f64>(of), block_times(of, unit)),
                unit,
                1e-15,
            );
        }
        assert_eq!(invert::<f32>([0.0; 6]), [0.0; 6]);
    }
}
