//! The one implementation of [`Model`], for every number format, scheme and grid.

use super::{Model, PhaseTimes};
use cloth_core::scene::ColliderScene;
use cloth_core::{
    Grid, Mode, Report, Row, Scalar, Scene, Scheme, SelfCollision, SettingError, Simulation,
    Tearing,
};
use std::io;
use std::thread;
use std::time::Instant;

/// A simulation with the memory that reading from it needs.
#[derive(Debug)]
pub(super) struct Running<T: Scalar, S, const W: usize, const H: usize> {
    simulation: Simulation<T, S, W, H, Scene, SelfCollision<T, W, H>, Tearing<W, H>>,
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
    pub(super) fn boxed() -> io::Result<Box<Self>> {
        let making = thread::Builder::new()
            .stack_size(8 * size_of::<Self>() + (1 << 20))
            .spawn(|| {
                Box::new(Self {
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

    fn method(&self) -> String {
        format!("{} {}", T::NAME, S::NAME)
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
        let most = 0.5 * units.spacing * f64::from(scene.substeps(W, H));
        let part = if length > most { most / length } else { 1.0 };
        let velocity = way.map(|v| v * part * scene.solver.steps_per_second);
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

    fn move_sphere(&mut self, index: usize, center: [f64; 3], velocity: [f64; 3]) {
        self.simulation.move_sphere(index, center, velocity);
    }
}
