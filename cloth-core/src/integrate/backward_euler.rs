//! Backward (implicit) Euler, linearised once a step.

use super::conjugate_gradient::{LinearSystem, SolverMemory, SolverReport, SolverSettings, solve};
use super::explicit::{bound, follow, moved, zip};
use super::implicit::{Matrix, block_times, invert, total_forces};
use super::stiffness::{BlockDiagonal, BlockSides, Product};
use super::{Damping, Scheme};
use crate::cloth::Cloth;
use crate::force::Forces;
use crate::grid::{Grid, Row};
use crate::motion::Velocity;
use crate::observer::Phase;
use crate::scalar::Scalar;
use crate::scene::SettingError;
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
/// Contacts are no part of the system: they come after the solution, which has
/// counted on particles that a collider then holds back. Springs that hang over
/// a collider give way by it. How much falls with the time step: S4's sheet on
/// its ball (explicit limit 2.4 ms) is stretched by 19 % at 4 ms, 32 % at 8 ms
/// and 65 % at 17 ms; the strain limit bounds that. Baraff and Witkin filter
/// contacts as pins, which asks for friction from the constraint's force.
///
/// Memory: 96 bytes a particle in `f32`.
#[derive(Clone, Debug, PartialEq)]
pub struct BackwardEuler<T, const W: usize, const H: usize> {
    velocity: Grid<T, W, H>,
    /// Δv of the last step, the first guess of the next.
    change: Grid<T, W, H>,
    /// Its right hand side holds, between steps, the positions before
    /// corrections.
    memory: SolverMemory<T, W, H>,
    /// The inverse blocks of the preconditioner: (xx, yy, zz) and (xy, yz, zx).
    diagonal: Grid<T, W, H>,
    sides: Grid<T, W, H>,
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
}

/// The matrix of a step, with the inverse blocks of its diagonal.
#[derive(Debug)]
struct System<'a, T: Scalar, D, const W: usize, const H: usize> {
    matrix: Matrix<'a, T, D, W, H>,
    diagonal: &'a Grid<T, W, H>,
    sides: &'a Grid<T, W, H>,
}

impl<T, D, const W: usize, const H: usize> LinearSystem<T, W, H> for System<'_, T, D, W, H>
where
    T: Scalar,
    D: Tear<W, H>,
{
    fn apply(&self, x: &Grid<T, W, H>, out: &mut Grid<T, W, H>) {
        self.matrix.apply::<Product<T>>(x, out);
    }

    fn precondition(&self, x: &Grid<T, W, H>, out: &mut Grid<T, W, H>) {
        for row in 0..H {
            let (d, s) = (&self.diagonal.rows[row], &self.sides.rows[row]);
            multiply_blocks(d, s, &x.rows[row], &mut out.rows[row]);
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
        out.set(i, block_times(d.get(i), s.get(i), x.get(i)));
    }
}

impl<T: Scalar, const W: usize, const H: usize> BackwardEuler<T, W, H> {
    /// Fills the preconditioner with the inverse of each particle's own block,
    /// and filters pinned particles out of it and of the first guess.
    fn prepare(&mut self, matrix: &Matrix<'_, T, impl Tear<W, H>, W, H>, weight: &[[T; W]; H]) {
        matrix.sum::<BlockDiagonal<T>>(&mut self.diagonal);
        matrix.sum::<BlockSides<T>>(&mut self.sides);
        for row in 0..H {
            let (d, s) = (&mut self.diagonal.rows[row], &mut self.sides.rows[row]);
            for i in 0..W {
                let weight = weight[row][i];
                let own = matrix.own(weight);
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
    }
}

impl<T: Scalar, const W: usize, const H: usize> Scheme<T, W, H> for BackwardEuler<T, W, H> {
    type Motion = Velocity;
    const NAME: &'static str = "backward-euler";
    const EMPTY: Self = Self {
        velocity: Grid::ZERO,
        change: Grid::ZERO,
        memory: SolverMemory::EMPTY,
        diagonal: Grid::ZERO,
        sides: Grid::ZERO,
        settings: SolverSettings::DEFAULT,
        report: SolverReport {
            iterations: 0,
            residual: 0.0,
        },
    };

    const LIMIT: f64 = f64::INFINITY;

    fn is_stable(_kappa: f64, _drag: f64, _rate: f64) -> bool {
        true
    }

    fn forget(&mut self) {
        self.change = Grid::ZERO;
    }

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
        tear: &impl Tear<W, H>,
        observe: &mut impl FnMut(Phase),
    ) {
        let (v, b) = (&self.velocity, &mut self.memory.residual);
        total_forces(cloth, v, (forces, tear), damping.rate, b);
        let matrix = Matrix::new(cloth, (forces, tear), damping.rate);
        matrix.add_stiffness::<Product<T>>(v, b);
        self.prepare(&matrix, &cloth.inverse_mass);
        observe(Phase::Springs);
        let system = System {
            matrix,
            diagonal: &self.diagonal,
            sides: &self.sides,
        };
        let (change, memory) = (&mut self.change, &mut self.memory);
        self.report = solve(&system, change, memory, &self.settings);
        bound(change);
        let (v, x) = (&mut self.velocity, &mut cloth.position);
        zip(v, [change, change, change], |v, change, _, _| {
            (v + change).within(T::MAX_DISPLACEMENT)
        });
        zip(x, [v, v, v], |x, v, _, _| moved(x, T::ONE, v));
        observe(Phase::Integrate);
    }

    fn before_corrections(&mut self, cloth: &Cloth<T, W, H>) {
        self.memory.residual.clone_from(&cloth.position);
    }

    fn after_corrections(&mut self, cloth: &Cloth<T, W, H>) {
        follow(&cloth.position, &self.memory.residual, &mut self.velocity);
    }
}
