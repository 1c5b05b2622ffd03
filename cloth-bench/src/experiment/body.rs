//! A simulation of any scheme and grid behind one trait, in SI units.

use cloth_core::integrate::{ImexSettings, SolverReport, SolverSettings};
use cloth_core::{
    BackwardEuler, ForwardEuler, Grid, Imex, Motion, Rk2, Rk4, Scalar, Scene, Scheme, SettingError,
    Simulation, SymplecticEuler, Verlet,
};

/// Positions (m) and velocities (m/s) of all particles, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Positions, m.
    pub position: Vec<[f64; 3]>,
    /// Velocities as the scheme keeps them, m/s. Verlet's is that of half a
    /// step before.
    pub velocity: Vec<[f64; 3]>,
}

/// A cloth that an experiment runs.
pub trait Body {
    /// Columns and rows.
    fn grid(&self) -> (usize, usize);
    /// Starts a scene anew.
    fn reset(&mut self, scene: &Scene) -> Result<(), SettingError>;
    /// One step of the scene.
    fn step(&mut self);
    /// Reads all particles.
    fn read(&self, state: &mut State);
    /// Sets all particles.
    fn place(&mut self, state: &State);
    /// Root of the mean squared speed of all particles, m/s.
    fn speed(&self) -> f64;
    /// Largest strain of the structural and shear links.
    fn strain(&self) -> f64;
    /// The engine's own estimate of the longest stable step, s.
    fn stable_dt(&self) -> f64;
    /// How the linear solver of an implicit scheme fared in the last step.
    fn solver(&self) -> Option<SolverReport>;
    /// Sets the linear solver of an implicit scheme; nothing for others.
    fn set_solver(&mut self, settings: SolverSettings) -> Result<(), SettingError>;
}

/// What an implicit scheme has and an explicit one has not.
trait Implicit {
    fn solver(&self) -> Option<SolverReport> {
        None
    }
    fn set_solver(&mut self, _settings: SolverSettings) -> Result<(), SettingError> {
        Ok(())
    }
}

impl<T, const W: usize, const H: usize> Implicit for ForwardEuler<T, W, H> {}
impl<T, const W: usize, const H: usize> Implicit for SymplecticEuler<T, W, H> {}
impl<T, const W: usize, const H: usize> Implicit for Rk2<T, W, H> {}
impl<T, const W: usize, const H: usize> Implicit for Rk4<T, W, H> {}
impl<T, const W: usize, const H: usize> Implicit for Verlet<T, W, H> {}
impl<T: Scalar, const W: usize, const H: usize> Implicit for BackwardEuler<T, W, H> {
    fn solver(&self) -> Option<SolverReport> {
        Some(*self.report())
    }
    fn set_solver(&mut self, settings: SolverSettings) -> Result<(), SettingError> {
        self.set_settings(settings)
    }
}

impl<T: Scalar, const W: usize, const H: usize> Implicit for Imex<T, W, H> {
    fn solver(&self) -> Option<SolverReport> {
        Some(self.report().solver)
    }
    fn set_solver(&mut self, solver: SolverSettings) -> Result<(), SettingError> {
        self.set_settings(ImexSettings {
            solver,
            ..*self.settings()
        })
    }
}

impl<T, S, const W: usize, const H: usize> Body for Simulation<T, S, W, H>
where
    T: Scalar,
    S: Scheme<T, W, H> + Implicit,
{
    fn grid(&self) -> (usize, usize) {
        (W, H)
    }

    fn reset(&mut self, scene: &Scene) -> Result<(), SettingError> {
        Self::reset(self, scene)
    }

    fn step(&mut self) {
        Self::step(self);
    }

    fn read(&self, state: &mut State) {
        state.position.clear();
        state.velocity.clear();
        let particles = (0..H).flat_map(|row| (0..W).map(move |column| (column, row)));
        for (column, row) in particles {
            // Within the grid: both are there.
            let position = self.position(column, row).unwrap_or_default();
            let velocity = self.velocity(column, row).unwrap_or_default();
            state.position.push(position);
            state.velocity.push(velocity);
        }
    }

    fn place(&mut self, state: &State) {
        for (i, (&x, &v)) in state.position.iter().zip(&state.velocity).enumerate() {
            // A state of another grid has nothing to say about this one's rest.
            let _ = Self::place(self, i % W, i / W, x, v);
        }
    }

    fn speed(&self) -> f64 {
        let mut sum = 0.0;
        for (x, kept) in (self.cloth().positions().rows.iter()).zip(&self.scheme().kept().rows) {
            for i in 0..W {
                let v = S::Motion::velocity3(x.get(i), kept.get(i)).map(T::to_f64);
                sum += v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
            }
        }
        let units = self.units();
        (sum / (W * H) as f64).sqrt() * units.spacing / units.dt
    }

    fn strain(&self) -> f64 {
        self.measure().largest_strain
    }

    fn stable_dt(&self) -> f64 {
        let mut memory = Box::new([Grid::ZERO, Grid::ZERO]);
        Self::stable_dt(self, &mut memory)
    }

    fn solver(&self) -> Option<SolverReport> {
        self.scheme().solver()
    }

    fn set_solver(&mut self, settings: SolverSettings) -> Result<(), SettingError> {
        self.scheme_mut().set_solver(settings)
    }
}

/// The schemes compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Forward Euler.
    ForwardEuler,
    /// Symplectic Euler.
    SymplecticEuler,
    /// Midpoint method.
    Rk2,
    /// Classic Runge–Kutta.
    Rk4,
    /// Störmer–Verlet.
    Verlet,
    /// Backward Euler with conjugate gradient.
    BackwardEuler,
    /// Implicit–explicit with a constant filter.
    Imex,
}

impl Kind {
    /// All, in the order of tables.
    pub const ALL: [Self; 7] = [
        Self::ForwardEuler,
        Self::SymplecticEuler,
        Self::Rk2,
        Self::Rk4,
        Self::Verlet,
        Self::BackwardEuler,
        Self::Imex,
    ];

    /// Name in tables and legends.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ForwardEuler => "forward Euler",
            Self::SymplecticEuler => "symplectic Euler",
            Self::Rk2 => "RK2",
            Self::Rk4 => "RK4",
            Self::Verlet => "Verlet",
            Self::BackwardEuler => "backward Euler",
            Self::Imex => "IMEX",
        }
    }

    /// Evaluations of the forces in a step; an implicit scheme's products with
    /// the Jacobian come on top, see [`Body::solver`].
    pub const fn evaluations(self) -> f64 {
        match self {
            Self::Rk2 => 2.0,
            Self::Rk4 => 4.0,
            _ => 1.0,
        }
    }

    /// A W × H cloth with this scheme.
    pub fn body<T: Scalar, const W: usize, const H: usize>(self) -> Box<dyn Body> {
        match self {
            Self::ForwardEuler => Box::new(Simulation::<T, ForwardEuler<T, W, H>, W, H>::EMPTY),
            Self::SymplecticEuler => {
                Box::new(Simulation::<T, SymplecticEuler<T, W, H>, W, H>::EMPTY)
            }
            Self::Rk2 => Box::new(Simulation::<T, Rk2<T, W, H>, W, H>::EMPTY),
            Self::Rk4 => Box::new(Simulation::<T, Rk4<T, W, H>, W, H>::EMPTY),
            Self::Verlet => Box::new(Simulation::<T, Verlet<T, W, H>, W, H>::EMPTY),
            Self::BackwardEuler => Box::new(Simulation::<T, BackwardEuler<T, W, H>, W, H>::EMPTY),
            Self::Imex => Box::new(Simulation::<T, Imex<T, W, H>, W, H>::EMPTY),
        }
    }
}
