//! The one implementation of [`AnySimulation`], for every number format and method.

use super::{AnySimulation, Format, GridSize, Method, StartError};
use crate::base::{Extent, Grid, Scalar, Vectors3};
use crate::blocks::in_pool;
use crate::extent::Dyn;
use crate::extras::{Extras, WithAll};
use crate::integrate::{
    self, BackwardEuler, ForwardEuler, Imex, ImplicitState, Rk2, Rk4, SolverReport, SolverSettings,
    SymplecticEuler, Verlet,
};
use crate::observer::{HashOfState, Phase};
use crate::scene::{ColliderScene, Scene, SettingError};
use crate::simulation::{ParticleError, Report, Simulation};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
extern crate alloc;

/// How quickly a hand's spring brings a particle to it, 1/s: most of the way in 50 ms.
const HAND: f64 = 40.0;
/// A simulation with all that a scene can ask for.
type Full<T, M> = Simulation<T, Dyn, M, Scene, WithAll>;

/// Starts a scene, or goes on from the state of another simulation of it, one of Verlet's method.
pub(super) fn start<T: Scalar>(
    method: Method,
    extent: Dyn,
    scene: &Scene,
    state: Option<&Full<T, Verlet>>,
) -> Result<Box<dyn AnySimulation>, StartError> {
    match method {
        Method::Verlet => boxed::<T, Verlet>(extent, scene, state),
        Method::SymplecticEuler => boxed::<T, SymplecticEuler>(extent, scene, state),
        Method::ForwardEuler => boxed::<T, ForwardEuler>(extent, scene, state),
        Method::Rk2 => boxed::<T, Rk2>(extent, scene, state),
        Method::Rk4 => boxed::<T, Rk4>(extent, scene, state),
        Method::BackwardEuler => boxed::<T, BackwardEuler>(extent, scene, state),
        Method::Imex => boxed::<T, Imex>(extent, scene, state),
    }
}

fn boxed<T: Scalar, M: integrate::Method>(
    extent: Dyn,
    scene: &Scene,
    state: Option<&Full<T, Verlet>>,
) -> Result<Box<dyn AnySimulation>, StartError> {
    let mut simulation: Box<dyn AnySimulation> = Box::new(Full::<T, M>::with_size(extent)?);
    simulation.reset(scene)?;
    if let (Some(state), Some(to)) = (state, simulation.as_any_mut().downcast_mut::<Full<T, M>>()) {
        to.take_over(state)?;
    }
    Ok(simulation)
}

/// Says on which grid a setting is refused.
fn on_grid(extent: Dyn) -> impl FnOnce(SettingError) -> StartError {
    let (columns, rows) = (extent.columns(), extent.rows());
    move |error| StartError::Setting(GridSize { columns, rows }, error)
}

/// Replaces `list` by all vectors of a grid, each multiplied by `scale`.
fn list<T: Scalar>(list: &mut Vec<[f32; 3]>, grid: &Grid<T, Dyn>, origin: [f64; 3], scale: f64) {
    list.clear();
    for row in grid.iter() {
        let vectors = grid.extent().places().map(|i| Vectors3::get(row, i));
        let place = |v: [T; 3], i: usize| (origin[i] + v[i].to_f64() * scale) as f32;
        list.extend(vectors.map(|v| [place(v, 0), place(v, 1), place(v, 2)]));
    }
}

/// What [`AnySimulation::drag`] does, to a simulation of any type.
pub fn drag<T: Scalar, G: Extent, M: integrate::Method, E: Extras>(
    simulation: &mut Simulation<T, G, M, Scene, E>,
    column: usize,
    row: usize,
    target: [f32; 3],
) {
    let Some(from) = simulation.position(column, row) else {
        return;
    };
    let (units, scene) = (simulation.units(), simulation.scene());
    let extent = simulation.cloth().extent();
    let way: [f64; 3] = [0, 1, 2].map(|i| f64::from(target[i]) - from[i]);
    let length = libm::sqrt(way.iter().map(|v| v * v).sum::<f64>());
    let step = 1.0 / scene.solver.steps_per_second;
    // What the limit could not hold could not follow either.
    let limit = scene.limit.map_or(f64::INFINITY, |limit| limit.ratio - 1.0);
    let strained = limit / simulation.limit_strain().max(1e-9);
    // Faster than half a rest spacing a substep, and the cloth could not follow.
    let substeps = f64::from(scene.substeps(extent.columns(), extent.rows()));
    let most = 0.5 * units.spacing * substeps * strained.min(1.0);
    let slower = if length > most { most / length } else { 1.0 };
    let part = (1.0 - libm::exp(-HAND * step)) * slower;
    let velocity = way.map(|v| v * part / step);
    if velocity.iter().all(|v| v.is_finite()) {
        // It fails outside of the grid, or with more hands than one mouse has.
        let _ = simulation.attach(column, row, velocity);
    }
}

// Methods of the same name are those of `Simulation` itself, which come first.
impl<T: Scalar, M: integrate::Method> AnySimulation for Full<T, M> {
    fn columns(&self) -> usize {
        self.cloth().extent().columns()
    }

    fn rows(&self) -> usize {
        self.cloth().extent().rows()
    }

    fn method(&self) -> Method {
        Method::of(M::NAME).unwrap_or_default()
    }

    fn format(&self) -> Format {
        match T::NAME {
            "f32" => Format::F32,
            "f64" => Format::F64,
            _ => Format::Fixed,
        }
    }

    fn scene(&self) -> &Scene {
        self.scene()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn time(&self) -> f64 {
        self.time()
    }

    fn measure(&self) -> Report {
        self.measure()
    }

    fn stable_dt(&mut self) -> f64 {
        let extent = self.cloth().extent();
        match (Grid::new(extent), Grid::new(extent)) {
            (Ok(first), Ok(second)) => self.stable_dt(&mut [first, second]),
            _ => self.stable_dt_bound(),
        }
    }

    fn state_hash(&self) -> u64 {
        self.state_hash()
    }

    fn reset(&mut self, scene: &Scene) -> Result<(), StartError> {
        let extent = self.cloth().extent();
        self.reset(*scene).map_err(on_grid(extent))
    }

    fn change(&mut self, scene: &Scene) -> Result<(), StartError> {
        let extent = self.cloth().extent();
        self.change(*scene).map_err(on_grid(extent))
    }

    fn with_method(&self, method: Method) -> Result<Box<dyn AnySimulation>, StartError> {
        let extent = self.cloth().extent();
        let mut state = Full::<T, Verlet>::with_size(extent)?;
        state.take_over(self)?;
        start(method, extent, self.scene(), Some(&state))
    }

    fn boxed_clone(&self) -> Box<dyn AnySimulation> {
        Box::new(self.clone())
    }

    fn step(&mut self) {
        in_pool(self.rows(), || self.step_observed(&mut |_, _| {}));
    }

    fn step_observed(&mut self, mut observer: &mut dyn FnMut(Phase, HashOfState<'_>)) {
        self.step_observed(&mut observer);
    }

    fn solver_report(&self) -> Option<SolverReport> {
        let state: &dyn Any = self.state();
        let euler = state.downcast_ref::<ImplicitState<T, Dyn, 6>>();
        let imex = state.downcast_ref::<ImplicitState<T, Dyn, 1>>();
        let imex = imex.map(ImplicitState::report);
        euler.map(ImplicitState::report).or(imex).copied()
    }

    fn set_solver(&mut self, solver: SolverSettings) -> Result<(), SettingError> {
        let state: &mut dyn Any = self.state_mut();
        if let Some(euler) = state.downcast_mut::<ImplicitState<T, Dyn, 6>>() {
            return euler.set_settings(solver);
        }
        let imex = state.downcast_mut::<ImplicitState<T, Dyn, 1>>();
        imex.map_or(Ok(()), |imex| imex.set_settings(solver))
    }

    fn position(&self, column: usize, row: usize) -> Option<[f64; 3]> {
        self.position(column, row)
    }

    fn velocity(&self, column: usize, row: usize) -> Option<[f64; 3]> {
        self.velocity(column, row)
    }

    fn place(&mut self, column: usize, row: usize, position: [f64; 3], velocity: [f64; 3]) {
        // Outside of the grid there is nothing to place.
        let _ = self.place(column, row, position, velocity);
    }

    fn positions(&self, positions: &mut Vec<[f32; 3]>) {
        let units = self.units();
        list(
            positions,
            self.cloth().positions(),
            units.origin,
            units.spacing,
        );
    }

    fn velocities(&self, velocities: &mut Vec<[f32; 3]>) {
        let (columns, rows) = (self.columns(), self.rows());
        velocities.clear();
        let particles = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        velocities.extend(particles.map(|(column, row)| {
            let velocity = self.velocity(column, row);
            velocity.unwrap_or_default().map(|v| v as f32)
        }));
    }

    fn normals(&self, normals: &mut Vec<[f32; 3]>) {
        normals.clear();
        if let Ok(mut vectors) = Grid::new(self.cloth().extent()) {
            self.normals(&mut vectors);
            list(normals, &vectors, [0.0; 3], 1.0);
        }
    }

    fn is_torn(&self) -> bool {
        self.is_torn()
    }

    fn is_whole(&self, ends: [usize; 2]) -> bool {
        self.is_whole(ends)
    }

    fn triangles(&self, triangles: &mut Vec<[u32; 3]>) {
        triangles.clear();
        triangles.extend(self.triangles().map(|corners| corners.map(|i| i as u32)));
    }

    fn is_pinned(&self, column: usize, row: usize) -> bool {
        self.cloth().is_pinned(column, row)
    }

    fn colliders(&self, colliders: &mut Vec<ColliderScene>) {
        colliders.clear();
        colliders.extend(self.colliders());
    }

    fn drag(&mut self, column: usize, row: usize, target: [f32; 3]) {
        drag(self, column, row, target);
    }

    fn set_pinned(&mut self, column: usize, row: usize, pinned: bool) {
        // Outside of the grid there is nothing to let go or to pin. A hand lets go first.
        let _ = self.unpin(column, row);
        if pinned {
            let _ = self.pin(column, row);
        }
    }

    fn cut(&mut self, column: usize, row: usize) -> Result<(), ParticleError> {
        self.cut_particle(column, row)
    }

    fn move_collider(&mut self, index: usize, center: [f64; 3], velocity: [f64; 3]) {
        // What is refused moves nothing.
        let _ = self.move_collider(index, center, velocity);
    }
}
