//! The linear solvers of implicit methods.

use crate::extent::Dyn;
use crate::integrate::{
    BackwardEuler, ForwardEuler, Imex, ImexSettings, Method, Rk2, Rk4, SolverReport,
    SolverSettings, SymplecticEuler, Verlet,
};
use crate::scalar::Scalar;
use crate::scene::SettingError;

/// A method that a host chooses. An explicit one has no solver.
pub(super) trait HostMethod: Method {
    fn solver_report<T: Scalar>(_state: &Self::State<T, Dyn>) -> Option<SolverReport> {
        None
    }

    fn set_solver<T: Scalar>(
        _state: &mut Self::State<T, Dyn>,
        _settings: SolverSettings,
    ) -> Result<(), SettingError> {
        Ok(())
    }
}

impl HostMethod for Verlet {}
impl HostMethod for SymplecticEuler {}
impl HostMethod for ForwardEuler {}
impl HostMethod for Rk2 {}
impl HostMethod for Rk4 {}

impl HostMethod for BackwardEuler {
    fn solver_report<T: Scalar>(state: &Self::State<T, Dyn>) -> Option<SolverReport> {
        Some(*state.report())
    }

    fn set_solver<T: Scalar>(
        state: &mut Self::State<T, Dyn>,
        settings: SolverSettings,
    ) -> Result<(), SettingError> {
        state.set_settings(settings)
    }
}

impl HostMethod for Imex {
    fn solver_report<T: Scalar>(state: &Self::State<T, Dyn>) -> Option<SolverReport> {
        Some(state.report().solver)
    }

    fn set_solver<T: Scalar>(
        state: &mut Self::State<T, Dyn>,
        solver: SolverSettings,
    ) -> Result<(), SettingError> {
        let others = *state.settings();
        state.set_settings(ImexSettings { solver, ..others })
    }
}
