//! The explicit schemes that keep velocities, and what they share: accelerations of a whole grid.

use super::{Method, Substep, outline};
use crate::base::{Blank, Extent, Grid, Lanes, Mark, Row, Scalar, Velocity, from_f64};
use crate::blocks::has_threads;
use crate::collide::Obstacles;
use crate::force::{ForceWindow, WINDOW, forces_in_threads};
use crate::observer::Phase;
use crate::tear::Tear;

/// x' = x + v·dt, v' = v + a(x, v)·dt, both from the old state.
///
/// First order. An undamped oscillation grows by √(1 + ω²dt²) in every step,
/// at every time step; with drag c it is stable for dt < c/ω². Here for
/// comparison. Source: S2-1.
///
/// Memory: 36 bytes a particle in `f32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ForwardEuler;

impl Method for ForwardEuler {
    type Motion = Velocity;
    /// Velocities; accelerations, between steps the positions before corrections;
    /// positions at the start of the substep.
    type State<T: Scalar, G: Extent> = [Grid<T, G>; 3];
    const NAME: &'static str = "forward-euler";

    /// R = 1 + h: both roots of h² + γ·h + κ = 0 have |R| ≤ 1.
    fn is_stable(kappa: f64, drag: f64, rate: f64) -> bool {
        let gamma = drag + rate;
        kappa <= gamma && 2.0 * gamma <= 4.0 + kappa
    }

    fn advance<T: Scalar, G: Extent>(
        state: &mut Self::State<T, G>,
        mut now: Substep<'_, T, G, impl Tear<G>>,
        _colliders: &impl Obstacles<T>,
        observe: &mut impl FnMut(Phase),
    ) {
        let ([v, a, start], rate) = (state, now.damping.rate);
        accelerations(&mut now, v, rate, a);
        observe(Phase::Springs);
        let x = &mut now.cloth.position;
        start.copy_from(x);
        zip(x, [v; 2], |x, v, _| moved(x, T::ONE, v));
        zip(v, [a; 2], |v, a, _| (v + a).within(T::MAX_DISPLACEMENT));
        observe(Phase::Integrate);
    }
}

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

    fn is_stable(kappa: f64, drag: f64, rate: f64) -> bool {
        outline::with_backward_velocity(kappa, drag, rate)
    }

    fn advance<T: Scalar, G: Extent>(
        state: &mut Self::State<T, G>,
        mut now: Substep<'_, T, G, impl Tear<G>>,
        _colliders: &impl Obstacles<T>,
        observe: &mut impl FnMut(Phase),
    ) {
        let ([v, a], keep) = (state, now.damping.keep);
        accelerations(&mut now, v, T::ZERO, a);
        observe(Phase::Springs);
        zip(v, [a; 2], |v, a, _| {
            (keep * v + a).within(T::MAX_DISPLACEMENT)
        });
        let x = &mut now.cloth.position;
        zip(x, [v; 2], |x, v, _| moved(x, T::ONE, v));
        observe(Phase::Integrate);
    }
}

/// x½ = x + ½v·dt, v½ = v + ½a(x, v)·dt; x' = x + v½·dt, v' = v + a(x½, v½)·dt.
///
/// Second order, two evaluations of the forces. An undamped oscillation grows
/// at every time step, if slowly: by (ωdt)⁴/8 a step. Source: S2-3, whose
/// listing lacks the ½.
///
/// Memory: 48 bytes a particle in `f32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rk2;

impl Method for Rk2 {
    type Motion = Velocity;
    /// Velocities; velocities in the middle, between steps the positions before corrections;
    /// positions at the start of the substep; accelerations.
    type State<T: Scalar, G: Extent> = [Grid<T, G>; 4];
    const NAME: &'static str = "rk2";

    /// R = 1 + h + h²/2. Two real roots lie between −2 and 0; for a conjugate
    /// pair |R|² − 1 = ((κ − γ)² + γ²)/4 − γ.
    fn is_stable(kappa: f64, drag: f64, rate: f64) -> bool {
        let gamma = drag + rate;
        if gamma * gamma >= 4.0 * kappa {
            return gamma <= 4.0 && 2.0 * gamma <= 4.0 + kappa;
        }
        (kappa - gamma) * (kappa - gamma) + gamma * gamma <= 4.0 * gamma
    }

    fn advance<T: Scalar, G: Extent>(
        state: &mut Self::State<T, G>,
        mut now: Substep<'_, T, G, impl Tear<G>>,
        _colliders: &impl Obstacles<T>,
        observe: &mut impl FnMut(Phase),
    ) {
        let (half, rate) = (T::constant(0.5), now.damping.rate);
        let [v, middle, start, a] = state;
        start.copy_from(&now.cloth.position);

        accelerations(&mut now, v, rate, a);
        observe(Phase::Springs);
        zip(middle, [v, a], |_, v, a| moved(v, half, a));
        let x = &mut now.cloth.position;
        zip(x, [v; 2], |x, v, _| moved(x, half, v));
        observe(Phase::Integrate);

        accelerations(&mut now, middle, rate, a);
        observe(Phase::Springs);
        let x = &mut now.cloth.position;
        zip(x, [start, middle], |_, x, v| moved(x, T::ONE, v));
        zip(v, [a; 2], |v, a, _| (v + a).within(T::MAX_DISPLACEMENT));
        observe(Phase::Integrate);
    }
}

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
    /// Velocities; velocities of the present stage, between steps the positions before
    /// corrections; positions at the start of the substep; accelerations; v₁ + 2v₂ + 2v₃ + v₄;
    /// a₁ + 2a₂ + 2a₃ + a₄.
    type State<T: Scalar, G: Extent> = [Grid<T, G>; 6];
    const NAME: &'static str = "rk4";

    /// The step is the Taylor polynomial R of the exponential to the fourth order: |R(h)| ≤ 1 for
    /// both roots of h² + γ·h + κ = 0.
    fn is_stable(kappa: f64, drag: f64, rate: f64) -> bool {
        let half = -0.5 * (drag + rate);
        let inner = half * half - kappa;
        let root = libm::sqrt(inner.abs());
        // Of two real roots the larger one, since R is at most 1 from its edge to 0; of a conjugate
        // pair any.
        let (re, im) = match inner >= 0.0 {
            true => (half - root, 0.0),
            false => (half, root),
        };
        // |R|² − 1 is 2·Re u + |u|² with R = 1 + u, so that the one does not hide what is small:
        // u = h·(1 + h/2·(1 + h/3·(1 + h/4))), from the inside out.
        let (mut a, mut b) = (0.0, 0.0);
        for n in [4.0, 3.0, 2.0, 1.0] {
            let (c, d) = (1.0 + a, b);
            (a, b) = ((re * c - im * d) / n, (re * d + im * c) / n);
        }
        // Slow motions decay by less than what rounding makes of these three parts, each of the
        // size of |h|² and rounded more than once.
        2.0 * a + a * a + b * b <= 4.0 * f64::EPSILON * (re * re + im * im)
    }

    fn advance<T: Scalar, G: Extent>(
        state: &mut Self::State<T, G>,
        mut now: Substep<'_, T, G, impl Tear<G>>,
        _colliders: &impl Obstacles<T>,
        observe: &mut impl FnMut(Phase),
    ) {
        let [half, two, sixth] = from_f64([0.5, 2.0, 1.0 / 6.0]);
        let ([velocity, stage, start, a, velocities, sums], rate) = (state, now.damping.rate);
        start.copy_from(&now.cloth.position);
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
            accelerations(&mut now, stage, rate, a);
            zip(velocities, [stage; 2], |s, v, _| s + weight * v);
            zip(sums, [a; 2], |s, a, _| s + weight * a);
            let x = &mut now.cloth.position;
            zip(x, [start, stage], |_, x, v| moved(x, ahead, v));
            zip(stage, [velocity, a], |_, v, a| moved(v, ahead, a));
            observe(Phase::Springs);
        }
        let x = &mut now.cloth.position;
        zip(x, [start, velocities], |_, x, v| moved(x, sixth, v));
        zip(velocity, [sums; 2], |v, a, _| {
            (v + sixth * a).within(T::MAX_DISPLACEMENT)
        });
        observe(Phase::Integrate);
    }
}

/// Writes the acceleration of every free particle, zero for pinned ones:
/// gravity, forces over mass, and the damping −rate·v.
fn accelerations<T: Scalar, G: Extent>(
    now: &mut Substep<'_, T, G, impl Tear<G>>,
    velocity: &Grid<T, G>,
    rate: T,
    out: &mut Grid<T, G>,
) {
    each_force(now, velocity, out, |f, g, v, mark| {
        let value = (g + mark.inverse_mass::<T>() * f.coarser(T::FINENESS) - rate * v)
            .within(T::MAX_DISPLACEMENT);
        if mark.is_free() { value } else { T::ZERO }
    });
}

/// Writes for each component what `of` makes of the force (in finer units), gravity, velocity and mark.
pub(super) fn each_force<T: Scalar, G: Extent>(
    now: &mut Substep<'_, T, G, impl Tear<G>>,
    velocity: &Grid<T, G>,
    out: &mut Grid<T, G>,
    of: impl Fn(T, T, T, Mark) -> T + Copy + Sync,
) {
    let (cloth, forces, tear) = (&*now.cloth, now.forces, now.tear);
    let (extent, scratch) = (cloth.extent(), &mut *now.scratch);
    let finish_row = |row: usize, force: &Row<T, G>, out: [&mut [T]; 3]| {
        let (v, marks) = (velocity.row(row).lanes(), cloth.marks.values(row));
        let lanes = out.into_iter().zip(v).zip(force.lanes());
        for (((out, v), force), &g) in lanes.zip(&forces.gravity) {
            finish_lane(out, v, force, marks, |_, v, f, mark| of(f, g, v, mark));
        }
    };
    if G::HAS_VECTORS && has_threads(extent.rows()) {
        let (state, spare) = ([&cloth.position, velocity], scratch.parts(extent).by_part);
        let out = G::flat_mut(out.units_mut());
        forces_in_threads::<Velocity, T, G>((forces, tear), state, spare, out, finish_row);
        return;
    }
    let mut local = Blank::BLANK;
    let lanes = extent.lend::<T, WINDOW>(&mut local, scratch.whole(extent));
    let mut window = ForceWindow::<T, G>::new(extent, lanes);
    for row in 0..extent.rows() {
        let force = window.finish_row::<Velocity>(row, forces, &cloth.position, velocity, tear);
        finish_row(row, force, out.row_mut(row).lanes_mut());
    }
}

/// Replaces each number of a lane by what `of` makes of it, those of two others, and the mark.
#[inline(never)]
pub(super) fn finish_lane<T: Scalar>(
    out: &mut [T],
    a: &[T],
    b: &[T],
    marks: &[Mark],
    of: impl Fn(T, T, T, Mark) -> T,
) {
    for (((out, &a), &b), &mark) in out.iter_mut().zip(a).zip(b).zip(marks) {
        *out = of(*out, a, b, mark);
    }
}

/// base + factor · change, the change held within the bound on displacements.
#[inline(always)]
pub(super) fn moved<T: Scalar>(base: T, factor: T, change: T) -> T {
    base + (factor * change).within(T::MAX_DISPLACEMENT)
}

/// Replaces each component of a grid.
pub(super) fn update<T: Scalar, G: Extent>(grid: &mut Grid<T, G>, kernel: impl Fn(T) -> T) {
    for row in 0..grid.extent().rows() {
        for lane in grid.row_mut(row).lanes_mut() {
            for value in lane {
                *value = kernel(*value);
            }
        }
    }
}

/// Calls `kernel` on the matching components of three grids, row by row, as
/// (out, a, b). Plain loops over lanes: they vectorise.
#[inline(always)]
pub(super) fn zip<T: Scalar, G: Extent>(
    out: &mut Grid<T, G>,
    [a, b]: [&Grid<T, G>; 2],
    kernel: impl Fn(T, T, T) -> T + Copy,
) {
    for row in 0..out.extent().rows() {
        let out = out.row_mut(row).lanes_mut();
        let (a, b) = (a.row(row).lanes(), b.row(row).lanes());
        for ((out, a), b) in out.into_iter().zip(a).zip(b) {
            zip_lane(out, a, b, kernel);
        }
    }
}

#[inline(always)]
fn zip_lane<T: Scalar>(out: &mut [T], a: &[T], b: &[T], kernel: impl Fn(T, T, T) -> T) {
    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
        *out = kernel(*out, a, b);
    }
}
