//! The one implementation of [`Model`], for every number format, scheme and grid.

use super::{Method, Model, PhaseTimes};
use cloth_core::scene::ColliderScene;
use cloth_core::{
    CutError, Grid, Mode, Report, Row, Scalar, Scene, Scheme, SelfCollision, SettingError,
    Simulation, SymplecticEuler, Tearing,
};
use std::any::Any;
use std::io;
use std::thread;
use std::time::Instant;

/// A simulation with all that a scene can ask for.
type Full<T, S, const W: usize, const H: usize> =
    Simulation<T, S, W, H, Scene, SelfCollision<T, W, H>, Tearing<W, H>>;

/// What a state is kept in between two methods: positions and velocities.
type Suspended<T, const W: usize, const H: usize> = Full<T, SymplecticEuler<T, W, H>, W, H>;

/// How quickly a hand's spring brings a particle to it, 1/s: most of the way in 50 ms.
const HAND: f64 = 40.0;
/// Passes of the strain limit in a substep from which on a hand pulls less: the cloth cannot follow.
const STRAINED: u32 = 6;

/// A simulation with the memory that reading from it needs.
#[derive(Debug)]
pub(super) struct Running<T: Scalar, S, const W: usize, const H: usize> {
    method: Method,
    simulation: Full<T, S, W, H>,
    /// The first takes the normals, both the search for the stable step.
    memory: [Grid<T, W, H>; 2],
}

impl<T, S, const W: usize, const H: usize> Running<T, S, W, H>
where
    T: Scalar,
    S: Scheme<T, W, H> + Send + 'static,
{
    /// An empty simulation on the heap.
    ///
    /// A build without optimisation makes the value on the stack before it moves it to the heap,
    /// and copies it on the way: at 256 × 256 that is more than a thread's usual 2 MiB. Rust has
    /// no safe way yet to make a large value in place, so a thread of its own with stack enough
    /// makes it. Pages that are not touched cost nothing.
    ///
    /// # Errors
    /// If the system has no memory for the thread's stack.
    pub(super) fn boxed(method: Method) -> io::Result<Box<Self>> {
        let making = thread::Builder::new()
            .stack_size(8 * size_of::<Self>() + (1 << 20))
            .spawn(move || {
                Box::new(Self {
                    method,
                    simulation: Simulation::EMPTY,
                    memory: [const { Grid::ZERO }; 2],
                })
            })?;
        making
            .join()
            .map_err(|_| io::Error::other("cannot make room for the simulation"))
    }
}

/// Appends a row's vectors, each multiplied by `scale`.
fn append<T: Scalar, const W: usize>(list: &mut Vec<[f32; 3]>, row: &Row<T, W>, scale: f64) {
    list.extend((0..W).map(|i| row.get(i).map(|v| (v.to_f64() * scale) as f32)));
}

impl<T, S, const W: usize, const H: usize> Model for Running<T, S, W, H>
where
    T: Scalar,
    S: Scheme<T, W, H> + Send + 'static,
{
    fn columns(&self) -> usize {
        W
    }

    fn rows(&self) -> usize {
        H
    }

    fn method(&self) -> Method {
        self.method
    }

    fn scene(&self) -> &Scene {
        self.simulation.scene()
    }

    fn time(&self) -> f64 {
        self.simulation.time()
    }

    fn report(&self) -> Report {
        self.simulation.report()
    }

    fn stable_dt(&mut self) -> f64 {
        self.simulation.stable_dt(&mut self.memory)
    }

    fn state_hash(&self) -> u64 {
        self.simulation.state_hash()
    }

    fn reset(&mut self, scene: &Scene) -> Result<(), SettingError> {
        self.simulation.reset(scene)
    }

    fn change(&mut self, scene: &Scene) -> Result<(), SettingError> {
        self.simulation.change(scene)
    }

    fn set_mode(&mut self, mode: Mode) -> Result<(), SettingError> {
        self.simulation.set_mode(mode)
    }

    fn step(&mut self) {
        self.simulation.step();
    }

    fn step_timed(&mut self) -> PhaseTimes {
        let mut times = PhaseTimes::default();
        let mut last = Instant::now();
        self.simulation
            .step_observed(&mut |phase: cloth_core::Phase| {
                let now = Instant::now();
                times.add(phase, now - last);
                last = now;
            });
        times
    }

    fn positions(&self, positions: &mut Vec<[f32; 3]>) {
        let spacing = self.simulation.units().spacing;
        positions.clear();
        for row in &self.simulation.cloth().positions().rows {
            append(positions, row, spacing);
        }
    }

    fn velocities(&self, velocities: &mut Vec<[f32; 3]>) {
        velocities.clear();
        let particles = (0..H).flat_map(|row| (0..W).map(move |column| (column, row)));
        velocities.extend(particles.map(|(column, row)| {
            let velocity = self.simulation.velocity(column, row);
            velocity.unwrap_or_default().map(|v| v as f32)
        }));
    }

    fn normals(&mut self, normals: &mut Vec<[f32; 3]>) {
        let [vectors, _] = &mut self.memory;
        self.simulation.normals(vectors);
        normals.clear();
        for row in &vectors.rows {
            append(normals, row, 1.0);
        }
    }

    fn is_torn(&self) -> bool {
        self.simulation.is_torn()
    }

    fn is_whole(&self, ends: [usize; 2]) -> bool {
        self.simulation.is_whole(ends)
    }

    fn triangles(&self, triangles: &mut Vec<[u32; 3]>) {
        triangles.clear();
        let left = self.simulation.triangles();
        triangles.extend(left.map(|corners| corners.map(|i| i as u32)));
    }

    fn is_pinned(&self, column: usize, row: usize) -> bool {
        self.simulation.cloth().is_pinned(column, row)
    }

    fn colliders(&self, colliders: &mut Vec<ColliderScene>) {
        colliders.clear();
        colliders.extend(self.simulation.colliders());
    }

    fn drag(&mut self, column: usize, row: usize, target: [f32; 3]) {
        let Some(from) = self.simulation.position(column, row) else {
            return;
        };
        let (units, scene) = (self.simulation.units(), self.simulation.scene());
        let way: [f64; 3] = [0, 1, 2].map(|i| f64::from(target[i]) - from[i]);
        let length = way.iter().map(|v| v * v).sum::<f64>().sqrt();
        let step = 1.0 / scene.solver.steps_per_second;
        let strained =
            f64::from(STRAINED) / f64::from(self.simulation.report().limit_passes.max(1));
        // Faster than half a rest spacing a substep, and the cloth could not follow.
        let most = 0.5 * units.spacing * f64::from(scene.substeps(W, H)) * strained.min(1.0);
        let part = (1.0 - (-HAND * step).exp()) * if length > most { most / length } else { 1.0 };
        let velocity = way.map(|v| v * part / step);
        if velocity.iter().all(|v| v.is_finite()) {
            // It fails outside of the grid, or with more hands than one mouse has.
            let _ = self.simulation.attach(column, row, velocity);
        }
    }

    fn release(&mut self, column: usize, row: usize, pinned: bool) {
        // Outside of the grid there is nothing to let go.
        let _ = self.simulation.unpin(column, row);
        if pinned {
            let _ = self.simulation.pin(column, row);
        }
    }

    fn set_pinned(&mut self, column: usize, row: usize, pinned: bool) {
        // Outside of the grid there is nothing to pin.
        let _ = match pinned {
            true => self.simulation.pin(column, row),
            false => self.simulation.unpin(column, row),
        };
    }

    fn cut(&mut self, column: usize, row: usize) -> Result<(), CutError> {
        self.simulation.cut_particle(column, row)
    }

    fn move_collider(&mut self, index: usize, center: [f64; 3], velocity: [f64; 3]) {
        self.simulation.move_collider(index, center, velocity);
    }

    fn suspend(&self) -> Box<dyn Any + Send> {
        let mut state = Box::new(Suspended::<T, W, H>::EMPTY);
        state.take_over(&self.simulation);
        state
    }

    fn resume(&mut self, state: &dyn Any) -> bool {
        let state = state.downcast_ref::<Suspended<T, W, H>>();
        if let Some(state) = state {
            self.simulation.take_over(state);
        }
        state.is_some()
    }
}
