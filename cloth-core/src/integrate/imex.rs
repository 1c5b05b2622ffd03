//! Implicit–explicit integration with a constant filter.

use super::conjugate_gradient::{LinearSystem, SolverMemory, SolverReport, SolverSettings, solve};
use super::explicit::{bound, follow, moved, zip};
use super::implicit::{Matrix, total_forces};
use super::rigid::{Frame, Momenta};
use super::stiffness::{Degree, Laplacian};
use super::{Damping, Scheme};
use crate::cloth::Cloth;
use crate::force::Forces;
use crate::grid::Grid;
use crate::motion::Velocity;
use crate::observer::Phase;
use crate::scalar::Scalar;
use crate::scene::SettingError;
use crate::tear::Tear;
use crate::vector::{length, scale, sub, to_f64};

/// Δv = W·(f + dt·H·v)·dt/m, v' = v + Δv, x' = x + v'·dt, with the filter
/// W = (I − dt²/m·H)⁻¹, H_ij = k_ij for particles that a spring joins and
/// H_ii = −Σ k_ij: n × n numbers, the same for x, y and z.
///
/// H is what the stiffness would be if every spring were as stiff across as it
/// is along. It does not depend on positions, and it is at least as large as
/// the true stiffness, so the scheme is stable at any time step and the filter
/// is the same in every step. The price is a strong damping of everything that
/// turns: H takes rotations for stretch. A cloth that hangs from pins creeps to
/// its rest by about tension/(k·l) of the way a step, however long the step is:
/// its equilibrium is right, but stiff and slack springs take thousands of
/// steps to reach it. Damping along the springs enters H as
/// c/dt, and dt·H·v is the paper's artificial viscosity. First order.
///
/// Sources: Desbrun, Schröder and Barr 1999; S2-7, which uses a 3 × 3 filter
/// and adds the force twice (list of mistakes, 9). Three things differ from the
/// paper:
/// - W filters external forces too. For gravity on a free cloth that changes
///   nothing (W·1 = 1). Elsewhere a filter of the internal forces alone has its
///   equilibrium where f = −(I − dt²/m·H)·f_external, which depends on dt.
/// - f_corrected = (x_G − x_i) × δT·dt is no force (its unit is N·m²·s), and as
///   it stands overcorrects by the moment of inertia. δT is multiplied by the
///   inverse of the inertia tensor, so that the correction takes away just the
///   torque δT that the filter has made.
/// - W is not stored: the system is solved by conjugate gradient, whose cost
///   the [report](Imex::report) gives. What its tolerance leaves of the sum of
///   forces is put right with the torque.
///
/// Keeps: linear momentum to rounding; angular momentum to about a millionth of
/// what the filter does to it. Both only without pins: a pinned particle is no
/// part of the filter, the pins take up what is missing, and nothing is
/// corrected. Loses: energy. Contacts are no part of the filter, as in
/// [`BackwardEuler`](super::BackwardEuler).
///
/// Memory: 76 bytes a particle in `f32`.
#[derive(Clone, Debug, PartialEq)]
pub struct Imex<T, const W: usize, const H: usize> {
    velocity: Grid<T, W, H>,
    /// Δv of the last step, the first guess of the next.
    change: Grid<T, W, H>,
    /// Its right hand side holds, between steps, the positions before
    /// corrections.
    memory: SolverMemory<T, W, H>,
    /// One over the diagonal of the matrix; zero for pinned particles.
    diagonal: [[T; W]; H],
    settings: ImexSettings,
    report: ImexReport,
}

/// How [`Imex`] is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImexSettings {
    /// The solver of the filter.
    pub solver: SolverSettings,
    /// Whether the torque that the filter makes is taken away again. On by
    /// default; off shows what the filter alone does.
    pub angular_correction: bool,
}

impl ImexSettings {
    /// The solver's default, with the correction.
    pub const DEFAULT: Self = Self {
        solver: SolverSettings::DEFAULT,
        angular_correction: true,
    };
}

impl Default for ImexSettings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// What the last step of [`Imex`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImexReport {
    /// How the solution of the filter went.
    pub solver: SolverReport,
    /// Angular momentum that the filter made or took, before the correction, in
    /// units of the engine: a particle's mass · rest spacing² / substep. Zero
    /// with pins, where it has no meaning.
    pub filter_error: f64,
    /// What the correction has left of it.
    pub angular_error: f64,
}

/// The matrix of a step, with the inverse of its diagonal.
#[derive(Debug)]
struct Filter<'a, T: Scalar, D, const W: usize, const H: usize> {
    matrix: Matrix<'a, T, D, W, H>,
    diagonal: &'a [[T; W]; H],
}

impl<T, D, const W: usize, const H: usize> LinearSystem<T, W, H> for Filter<'_, T, D, W, H>
where
    T: Scalar,
    D: Tear<W, H>,
{
    fn apply(&self, x: &Grid<T, W, H>, out: &mut Grid<T, W, H>) {
        self.matrix.apply::<Laplacian<T>>(x, out);
    }

    fn precondition(&self, x: &Grid<T, W, H>, out: &mut Grid<T, W, H>) {
        for row in 0..H {
            let (d, x) = (&self.diagonal[row], &x.rows[row]);
            let out = &mut out.rows[row];
            for i in 0..W {
                out.x[i] = d[i] * x.x[i];
                out.y[i] = d[i] * x.y[i];
                out.z[i] = d[i] * x.z[i];
            }
        }
    }
}

impl<T: Scalar, const W: usize, const H: usize> Imex<T, W, H> {
    /// How the scheme is set.
    #[must_use]
    pub const fn settings(&self) -> &ImexSettings {
        &self.settings
    }

    /// Sets the scheme.
    ///
    /// # Errors
    /// As [`SolverSettings::validate`]; the settings are then as before.
    pub fn set_settings(&mut self, settings: ImexSettings) -> Result<(), SettingError> {
        settings.solver.validate()?;
        self.settings = settings;
        Ok(())
    }

    /// What the last step did.
    #[must_use]
    pub const fn report(&self) -> &ImexReport {
        &self.report
    }

    /// Fills the preconditioner, and filters pinned particles out of it and of
    /// the first guess. Returns whether there are none.
    fn prepare(
        &mut self,
        matrix: &Matrix<'_, T, impl Tear<W, H>, W, H>,
        weight: &[[T; W]; H],
    ) -> bool {
        // The first guess is in use; a vector of the solver is free.
        let degrees = self.memory.scratch();
        matrix.sum::<Degree<T>>(degrees);
        let mut free = true;
        for row in 0..H {
            for i in 0..W {
                let w = weight[row][i];
                let whole = matrix.own(w) + degrees.rows[row].x[i];
                let pinned = w <= T::ZERO;
                self.diagonal[row][i] = if pinned { T::ZERO } else { T::ONE / whole };
                if pinned {
                    self.change.rows[row].set(i, [T::ZERO; 3]);
                    free = false;
                }
            }
        }
        free
    }

    /// Adds to Δv the translation and the rotation that give it the momenta
    /// `wanted`, and reports the angular error before and after.
    fn correct(&mut self, frame: &Frame<T>, wanted: &Momenta<T>, position: &Grid<T, W, H>) {
        let got = frame.momenta(position, &self.change);
        let shift = frame.share(sub(wanted.linear, got.linear));
        let torque = sub(wanted.angular, got.angular);
        let turn = match self.settings.angular_correction {
            true => frame.turn(torque),
            false => [T::ZERO; 3],
        };
        frame.add_motion(position, shift, turn, &mut self.change);
        let left = frame.momenta(position, &self.change);
        self.report.filter_error = magnitude(torque);
        self.report.angular_error = magnitude(sub(left.angular, wanted.angular));
    }
}

fn magnitude<T: Scalar>(v: [T; 3]) -> f64 {
    length(to_f64(v))
}

impl<T: Scalar, const W: usize, const H: usize> Scheme<T, W, H> for Imex<T, W, H> {
    type Motion = Velocity;
    const NAME: &'static str = "imex";
    const EMPTY: Self = Self {
        velocity: Grid::ZERO,
        change: Grid::ZERO,
        memory: SolverMemory::EMPTY,
        diagonal: [[T::ZERO; W]; H],
        settings: ImexSettings::DEFAULT,
        report: ImexReport {
            solver: SolverReport {
                iterations: 0,
                residual: 0.0,
            },
            filter_error: 0.0,
            angular_error: 0.0,
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
        // The momenta that the forces give, before the filter.
        let frame = Frame::new(&cloth.position);
        let wanted = frame.momenta(&cloth.position, b);
        let matrix = Matrix::new(cloth, (forces, tear), damping.rate);
        matrix.add_stiffness::<Laplacian<T>>(v, b);
        let free = self.prepare(&matrix, &cloth.inverse_mass);
        observe(Phase::Springs);

        let own = T::ONE / matrix.own(T::ONE);
        let filter = Filter {
            matrix,
            diagonal: &self.diagonal,
        };
        let (change, memory) = (&mut self.change, &mut self.memory);
        let solver = solve(&filter, change, memory, &self.settings.solver);
        self.report = ImexReport {
            solver,
            ..ImexReport::default()
        };
        if free {
            let wanted = Momenta {
                linear: scale(wanted.linear, own),
                angular: scale(wanted.angular, own),
            };
            self.correct(&frame, &wanted, &cloth.position);
        }
        bound(&mut self.change);
        let (v, x, change) = (&mut self.velocity, &mut cloth.position, &self.change);
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
