//! Backward (implicit) Euler, linearised once a step.

use super::conjugate_gradient::{LinearSystem, SolverMemory, SolverReport, SolverSettings, solve};
use super::explicit::{follow, moved, zip};
use super::stiffness::{BlockDiagonal, BlockSides, Product};
use super::{Damping, Scheme};
use crate::cloth::Cloth;
use crate::force::{ForceWindow, Forces, SpringForce, SpringLaw};
use crate::grid::{Grid, Row};
use crate::motion::Velocity;
use crate::observer::Phase;
use crate::scalar::Scalar;
use crate::scene::SettingError;
use crate::vector::scale;

/// (M − dt·D − dt²·K)·Δv = dt·(f + dt·K·v), v' = v + Δv, x' = x + v'·dt, with
/// K and D the Jacobians of the spring forces.
///
/// First order and stable at any time step, which it pays for with energy: an
/// undamped oscillation decays by 1/√(1 + ω²dt²) a step. Pinned particles are
/// filtered out of every vector of the solution. Drag and damping are implicit,
/// winds are taken as they are at the start of the step. Sources: S2-6 with the
/// true Jacobian; Baraff and Witkin 1998.
///
/// Memory: 108 bytes a particle in `f32`.
#[derive(Clone, Debug, PartialEq)]
pub struct BackwardEuler<T, const W: usize, const H: usize> {
    velocity: Grid<T, W, H>,
    /// Δv of the last step, the first guess of the next.
    change: Grid<T, W, H>,
    memory: SolverMemory<T, W, H>,
    /// The inverse blocks of the preconditioner: (xx, yy, zz) and (xy, yz, zx).
    diagonal: Grid<T, W, H>,
    sides: Grid<T, W, H>,
    /// Positions before corrections.
    before: Grid<T, W, H>,
    settings: SolverSettings,
    report: SolverReport,
}

impl<T: Scalar, const W: usize, const H: usize> BackwardEuler<T, W, H> {
    /// How the solver is set.
    #[must_use]
    pub const fn settings(&self) -> &SolverSettings {
        &self.settings
    }

    /// Sets the solver.
    ///
    /// # Errors
    /// A tolerance outside of 1e-12 to 1, or iterations outside of 1 to 100000.
    pub fn set_settings(&mut self, settings: SolverSettings) -> Result<(), SettingError> {
        let refuse = |key, value, allowed| {
            Err(SettingError {
                key,
                value,
                allowed,
            })
        };
        if !(1e-12..=1.0).contains(&settings.tolerance) {
            return refuse("tolerance", settings.tolerance, "1e-12 to 1");
        }
        if !(1..=100_000).contains(&settings.iterations) {
            return refuse("iterations", settings.iterations.into(), "1 to 100000");
        }
        self.settings = settings;
        Ok(())
    }

    /// How the last solution went.
    #[must_use]
    pub const fn report(&self) -> &SolverReport {
        &self.report
    }
}

/// A = (1 + rate)·M + drag − K − D over the free particles.
struct System<'a, T, const W: usize, const H: usize> {
    cloth: &'a Cloth<T, W, H>,
    springs: SpringForce<T>,
    /// 1 + rate, a multiple of each particle's mass.
    inertia: T,
    drag: T,
    diagonal: &'a Grid<T, W, H>,
    sides: &'a Grid<T, W, H>,
}

impl<T: Scalar, const W: usize, const H: usize> LinearSystem<T, W, H> for System<'_, T, W, H> {
    fn apply(&self, x: &Grid<T, W, H>, out: &mut Grid<T, W, H>) {
        let mut window = ForceWindow::EMPTY;
        for row in 0..H {
            let springs = &self.springs;
            let position = &self.cloth.position;
            let product = window.finish_springs::<Product<T>, H>(row, springs, position, x);
            let weight = &self.cloth.inverse_mass[row];
            self.finish(product, &x.rows[row], weight, &mut out.rows[row]);
        }
    }

    fn precondition(&self, x: &Grid<T, W, H>, out: &mut Grid<T, W, H>) {
        for row in 0..H {
            let (d, s) = (&self.diagonal.rows[row], &self.sides.rows[row]);
            multiply_blocks(d, s, &x.rows[row], &mut out.rows[row]);
        }
    }
}

impl<T: Scalar, const W: usize, const H: usize> System<'_, T, W, H> {
    /// The mass and drag of a particle; 1 for pinned ones, whose vectors are
    /// zero.
    #[inline(always)]
    fn own(&self, weight: T) -> T {
        let free = weight > T::ZERO;
        let own = self.inertia / if free { weight } else { T::ONE } + self.drag;
        if free { own } else { T::ONE }
    }

    #[inline(never)]
    fn finish(&self, product: &Row<T, W>, x: &Row<T, W>, weight: &[T; W], out: &mut Row<T, W>) {
        for i in 0..W {
            let own = self.own(weight[i]);
            let free = weight[i] > T::ZERO;
            let one = |x: T, p: T| if free { own * x - p } else { T::ZERO };
            out.x[i] = one(x.x[i], product.x[i]);
            out.y[i] = one(x.y[i], product.y[i]);
            out.z[i] = one(x.z[i], product.z[i]);
        }
    }
}

/// out = block · x for every particle of a row.
#[inline(never)]
fn multiply_blocks<T: Scalar, const W: usize>(
    d: &Row<T, W>,
    s: &Row<T, W>,
    x: &Row<T, W>,
    out: &mut Row<T, W>,
) {
    for i in 0..W {
        let [u, v, w] = x.get(i);
        out.x[i] = d.x[i] * u + s.x[i] * v + s.z[i] * w;
        out.y[i] = s.x[i] * u + d.y[i] * v + s.y[i] * w;
        out.z[i] = s.z[i] * u + s.y[i] * v + d.z[i] * w;
    }
}

/// Sums a law over all springs.
fn sum<T: Scalar, L: SpringLaw<T>, const W: usize, const H: usize>(
    springs: &SpringForce<T>,
    position: &Grid<T, W, H>,
    other: &Grid<T, W, H>,
    out: &mut Grid<T, W, H>,
) {
    let mut window = ForceWindow::EMPTY;
    for row in 0..H {
        out.rows[row] = *window.finish_springs::<L, H>(row, springs, position, other);
    }
}

/// The inverse of the symmetric block with these elements, the same way round;
/// zero where there is none.
#[inline(always)]
fn invert<T: Scalar>([a, b, c]: [T; 3], [d, e, f]: [T; 3]) -> ([T; 3], [T; 3]) {
    // | a d f |
    // | d b e |
    // | f e c |
    let first = [b * c - e * e, e * f - d * c, d * e - b * f];
    let determinant = a * first[0] + d * first[1] + f * first[2];
    let defined = determinant > T::ZERO;
    let inverse = T::ONE / if defined { determinant } else { T::ONE };
    let inverse = if defined { inverse } else { T::ZERO };
    let diagonal = [first[0], a * c - f * f, a * b - d * d];
    let sides = [first[1], d * f - a * e, first[2]];
    (scale(diagonal, inverse), scale(sides, inverse))
}

impl<T: Scalar, const W: usize, const H: usize> BackwardEuler<T, W, H> {
    /// Writes f + K·v − rate·M·v into the solver's right hand side.
    fn right_hand_side(
        &mut self,
        cloth: &Cloth<T, W, H>,
        forces: &Forces<T>,
        springs: &SpringForce<T>,
        rate: T,
    ) {
        let undamped = SpringForce {
            damping: T::ZERO,
            ..*springs
        };
        let b = &mut self.memory.residual;
        let v = &self.velocity;
        sum::<T, Product<T>, W, H>(&undamped, &cloth.position, v, b);
        let mut window = ForceWindow::EMPTY;
        for row in 0..H {
            let f = window.finish_row::<Velocity, H>(row, forces, &cloth.position, v);
            let weight = &cloth.inverse_mass[row];
            let (b, v) = (&mut b.rows[row], &v.rows[row]);
            for i in 0..W {
                let free = weight[i] > T::ZERO;
                let mass = T::ONE / if free { weight[i] } else { T::ONE };
                let one = |b: T, f: T, g: T, v: T| {
                    let total = b + f + mass * (g - rate * v);
                    if free { total } else { T::ZERO }
                };
                b.x[i] = one(b.x[i], f.x[i], forces.gravity[0], v.x[i]);
                b.y[i] = one(b.y[i], f.y[i], forces.gravity[1], v.y[i]);
                b.z[i] = one(b.z[i], f.z[i], forces.gravity[2], v.z[i]);
            }
        }
    }
}

impl<T: Scalar, const W: usize, const H: usize> Scheme<T, W, H> for BackwardEuler<T, W, H> {
    type Motion = Velocity;
    const NAME: &'static str = "backward-euler";
    const BYTES: usize = size_of::<Self>();
    const EMPTY: Self = Self {
        velocity: Grid::ZERO,
        change: Grid::ZERO,
        memory: SolverMemory::EMPTY,
        diagonal: Grid::ZERO,
        sides: Grid::ZERO,
        before: Grid::ZERO,
        settings: SolverSettings::DEFAULT,
        report: SolverReport {
            iterations: 0,
            residual: 0.0,
        },
    };

    fn kept(&self) -> &Grid<T, W, H> {
        &self.velocity
    }

    fn kept_mut(&mut self) -> &mut Grid<T, W, H> {
        &mut self.velocity
    }

    fn advance(
        &mut self,
        cloth: &mut Cloth<T, W, H>,
        forces: &Forces<T>,
        damping: Damping<T>,
        observe: &mut impl FnMut(Phase),
    ) {
        let springs = forces.springs.unwrap_or(SpringForce::NONE);
        self.right_hand_side(cloth, forces, &springs, damping.rate);
        let position = &cloth.position;
        sum::<T, BlockDiagonal<T>, W, H>(&springs, position, position, &mut self.diagonal);
        sum::<T, BlockSides<T>, W, H>(&springs, position, position, &mut self.sides);
        let mut system = System {
            cloth,
            springs,
            inertia: T::ONE + damping.rate,
            drag: forces.drag.map_or(T::ZERO, |drag| drag.coefficient),
            diagonal: &Grid::ZERO,
            sides: &Grid::ZERO,
        };
        for row in 0..H {
            let (d, s) = (&mut self.diagonal.rows[row], &mut self.sides.rows[row]);
            for i in 0..W {
                let weight = cloth.inverse_mass[row][i];
                let own = system.own(weight);
                let block = d.get(i).map(|d| d + own);
                let (mut diagonal, mut sides) = invert(block, s.get(i));
                if weight <= T::ZERO {
                    (diagonal, sides) = ([T::ZERO; 3], [T::ZERO; 3]);
                    self.change.rows[row].set(i, [T::ZERO; 3]);
                }
                d.set(i, diagonal);
                s.set(i, sides);
            }
        }
        observe(Phase::Springs);
        (system.diagonal, system.sides) = (&self.diagonal, &self.sides);
        let (change, memory) = (&mut self.change, &mut self.memory);
        self.report = solve(&system, change, memory, &self.settings);
        let (v, x) = (&mut self.velocity, &mut cloth.position);
        zip(v, [change, change, change], |v, change, _, _| {
            (v + change).within(T::MAX_DISPLACEMENT)
        });
        zip(x, [v, v, v], |x, v, _, _| moved(x, T::ONE, v));
        observe(Phase::Integrate);
    }

    fn before_corrections(&mut self, cloth: &Cloth<T, W, H>) {
        self.before.clone_from(&cloth.position);
    }

    fn after_corrections(&mut self, cloth: &Cloth<T, W, H>) {
        follow(&cloth.position, &self.before, &mut self.velocity);
    }
}
