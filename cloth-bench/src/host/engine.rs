//! The engine's entries.

use super::rounds::Entry;
use super::{FRAME, clock, figures, record};
use crate::compare::log::{self, Log};
use crate::record::Trace;
use cloth_bench::{FRAME_SUBSTEPS, ITERATIONS, Target, Unit, Workload, frame, measure};
use cloth_core::{
    Grid, Mode, NoSelfCollision, Scalar, Scene, SelfCollision, SelfContact, Simulation, Verlet,
};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Memory of the N × N cloths of a number format, one after the other: statics,
/// because the largest would fit on no stack.
pub struct Memory<T: Scalar, const N: usize, C: SelfContact<T, N, N> = NoSelfCollision> {
    pub(super) simulation: Mutex<Cloth<T, N, C>>,
    normals: Mutex<Grid<T, N, N>>,
}

/// Memory of a cloth that can touch itself.
pub type Folded<T, const N: usize> = Memory<T, N, SelfCollision<T, N, N>>;

pub(super) type Cloth<T, const N: usize, C = NoSelfCollision> =
    Simulation<T, Verlet<T, N, N>, N, N, Scene, C>;

impl<T: Scalar, const N: usize, C: SelfContact<T, N, N>> Memory<T, N, C> {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self {
            simulation: Mutex::new(Simulation::EMPTY),
            normals: Mutex::new(Grid::ZERO),
        }
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// This machine as a target: its lines are kept, and read by the parser that
/// reads all others'.
struct Host {
    start: Instant,
    lines: String,
}

impl Target for Host {
    const NAME: &'static str = "host";
    const CLOCK_HZ: u32 = 0;
    const UNIT: Unit = Unit::Nanoseconds;

    fn count(&mut self) -> u64 {
        self.start.elapsed().as_nanos() as u64
    }

    fn print(&mut self, line: &str) {
        self.lines.push_str(line);
        self.lines.push('\n');
    }
}

/// A workload. With `hashed` its states are traced first, as on every target.
pub fn workload<T: Scalar, C: SelfContact<T, N, N> + Send, const N: usize>(
    memory: &'static Memory<T, N, C>,
    workload: &Workload,
    hashed: bool,
) -> (Entry, Vec<Trace>) {
    let mut simulation = lock(&memory.simulation);
    let mut normals = lock(&memory.normals);
    let scene = (workload.scene)(N, N);
    let iterations = match scene.solver.mode {
        Mode::Hooke => 1,
        _ => ITERATIONS,
    };
    let mut record = record("cloth-core", T::NAME, workload.solver, N, iterations);
    record.ram_bytes = Some(size_of::<Cloth<T, N, C>>() as u64);
    let mut traces = Vec::new();
    if hashed {
        let log = traced(&mut simulation, &mut normals, workload);
        if let Some(step) = log.records.last() {
            (record.steps, record.state_hash) = (step.steps, step.state_hash.clone());
        }
        traces = log.traces;
    }
    start(&mut simulation, &scene);
    let mut clock = clock();
    let round = move || {
        let mut cost = measure(&mut *simulation, &mut clock);
        let before = clock();
        simulation.normals(&mut normals);
        cost.normals = clock() - before;
        let mut found = figures(&cost);
        found.push(("normals", cost.normals));
        found
    };
    let entry = Entry {
        record,
        round: Box::new(round),
    };
    (entry, traces)
}

/// What every target prints: of it, the states are kept.
fn traced<T: Scalar, C: SelfContact<T, N, N>, const N: usize>(
    simulation: &mut Cloth<T, N, C>,
    normals: &mut Grid<T, N, N>,
    workload: &Workload,
) -> Log {
    let mut host = Host {
        start: Instant::now(),
        lines: String::new(),
    };
    cloth_bench::run(&mut host, simulation, normals, workload)
        .expect("the workload's values are in range");
    log::read("this run", &host.lines)
}

/// The whole frame.
pub fn whole_frame<const N: usize>(memory: &'static Memory<f32, N>) -> Entry {
    let mut simulation = lock(&memory.simulation);
    start(&mut simulation, &frame(N, N));
    let mut record = record("cloth-core", "f32", FRAME, N, FRAME_SUBSTEPS);
    record.ram_bytes = Some(size_of::<Cloth<f32, N>>() as u64);
    let round = move || {
        let start = Instant::now();
        simulation.step();
        vec![("step", start.elapsed().as_nanos() as u64)]
    };
    Entry {
        record,
        round: Box::new(round),
    }
}

/// Starts the cloth of the whole frame.
pub fn start_frame<const N: usize>(memory: &'static Memory<f32, N>) {
    start(&mut lock(&memory.simulation), &frame(N, N));
}

/// Time of a frame of it, ns, in the threads that call.
pub fn frame_time<const N: usize>(memory: &'static Memory<f32, N>) -> u64 {
    let mut simulation = lock(&memory.simulation);
    let start = Instant::now();
    simulation.step();
    start.elapsed().as_nanos() as u64
}

pub(super) fn start<T: Scalar, C: SelfContact<T, N, N>, const N: usize>(
    simulation: &mut Cloth<T, N, C>,
    scene: &Scene,
) {
    let result = simulation.reset(scene);
    result.expect("the workload's values are in range");
}
