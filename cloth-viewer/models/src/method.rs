//! The schemes that a running cloth can choose among.

use std::fmt;

/// A way to advance a cloth: one of the engine's schemes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Størmer and Verlet's, in positions.
    #[default]
    Verlet,
    /// Symplectic (forward-backward) Euler.
    SymplecticEuler,
    /// Forward Euler.
    ForwardEuler,
    /// The midpoint rule.
    Rk2,
    /// Runge and Kutta's of fourth order.
    Rk4,
    /// Backward Euler, linearised, by conjugate gradient.
    BackwardEuler,
    /// Desbrun, Schröder and Barr's of 1999.
    Imex,
    /// Verlet with the memory that XPBD needs for several passes and for damping.
    Xpbd,
}

impl Method {
    /// All methods, in the order of a list to choose from.
    pub const ALL: [Self; 8] = [
        Self::Verlet,
        Self::SymplecticEuler,
        Self::ForwardEuler,
        Self::Rk2,
        Self::Rk4,
        Self::BackwardEuler,
        Self::Imex,
        Self::Xpbd,
    ];

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Verlet => "verlet",
            Self::SymplecticEuler => "symplectic-euler",
            Self::ForwardEuler => "forward-euler",
            Self::Rk2 => "rk2",
            Self::Rk4 => "rk4",
            Self::BackwardEuler => "backward-euler",
            Self::Imex => "imex",
            Self::Xpbd => "xpbd",
        }
    }

    /// The method of a name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
