//! The textbook's entries.

use super::rounds::Entry;
use super::{FRAME, TEXTBOOK_PASSES, clock, figures, links, record};
use crate::grid::particles;
use crate::record::Record;
use cloth_bench::textbook::{Index, Link, Listed, Particle, measure_textbook};
use cloth_bench::{FRAME_SUBSTEPS, HASHED, ITERATIONS, frame, scene, solver};
use cloth_core::host::GridSize;
use cloth_core::{Mode, Phase, Scene};
use std::time::Instant;

type Cloth<I> = Listed<I, Vec<Particle>, Vec<Link<I>>>;

/// Runs `$call` with the narrowest index for the grid's particles, as one would
/// choose it.
macro_rules! with_index {
    ($grid:ident, $call:ident($($argument:expr),*)) => {
        match particles($grid) <= 1 << 16 {
            true => $call::<u16>($grid, $($argument),*),
            false => $call::<u32>($grid, $($argument),*),
        }
    };
}

/// The workload with as many passes as the engine makes: a step against a step.
pub fn workload(grid: GridSize, mode: Mode, hashed: bool) -> Entry {
    with_index!(grid, workload_of(mode, hashed))
}

fn workload_of<I: Index + 'static>(grid: GridSize, mode: Mode, hashed: bool) -> Entry {
    let scene = scene(mode, ITERATIONS, grid.columns, grid.rows);
    let mut record = textbook_record::<I>(solver(mode), grid, passes(mode));
    let mut cloth = cloth::<I>(grid, &scene);
    if hashed {
        cloth.run(HASHED);
        record.steps = Some(HASHED);
        record.state_hash = Some(format!("{:016x}", cloth.state_hash()));
        start(&mut cloth, grid, &scene);
    }
    let mut clock = clock();
    Entry::new(record, move || {
        figures(&measure_textbook(&mut cloth, &mut clock))
    })
}

/// The constraints alone, with the textbook's own 15 passes.
pub fn constraints(grid: GridSize) -> Entry {
    with_index!(grid, constraints_of())
}

fn constraints_of<I: Index + 'static>(grid: GridSize) -> Entry {
    let scene = scene(Mode::Constraint, TEXTBOOK_PASSES, grid.columns, grid.rows);
    let record = textbook_record::<I>(solver(Mode::Constraint), grid, TEXTBOOK_PASSES);
    let mut cloth = cloth::<I>(grid, &scene);
    let mut clock = clock();
    Entry::new(record, move || {
        let cost = measure_textbook(&mut cloth, &mut clock);
        let phase = Phase::Constraints;
        vec![(phase.name(), cost.phase(phase))]
    })
}

/// The whole frame, substep by substep: the textbook knows no substeps.
pub fn whole_frame(grid: GridSize) -> Entry {
    with_index!(grid, whole_frame_of())
}

fn whole_frame_of<I: Index + 'static>(grid: GridSize) -> Entry {
    let mut scene = frame(grid.columns, grid.rows);
    scene.solver.steps_per_second *= f64::from(FRAME_SUBSTEPS);
    scene.constraints.substeps = 1;
    let mut cloth = cloth::<I>(grid, &scene);
    let record = textbook_record::<I>(FRAME, grid, FRAME_SUBSTEPS);
    Entry::new(record, move || {
        let start = Instant::now();
        cloth.run(FRAME_SUBSTEPS);
        vec![("step", start.elapsed().as_nanos() as u64)]
    })
}

fn passes(mode: Mode) -> u32 {
    match mode {
        Mode::Hooke => 1,
        _ => ITERATIONS,
    }
}

fn cloth<I: Index>(grid: GridSize, scene: &Scene) -> Cloth<I> {
    let links = vec![Link::NONE; links(grid)];
    let mut cloth = Listed::new(vec![Particle::NONE; particles(grid)], links);
    start(&mut cloth, grid, scene);
    cloth
}

fn start<I: Index>(cloth: &mut Cloth<I>, grid: GridSize, scene: &Scene) {
    let result = cloth.reset(scene, grid.columns, grid.rows);
    result.expect("the textbook has the grid's size");
}

fn textbook_record<I: Index>(solver: &str, grid: GridSize, passes: u32) -> Record {
    let bytes = particles(grid) * size_of::<Particle>() + links(grid) * size_of::<Link<I>>();
    Record {
        ram_bytes: Some(bytes as u64),
        ..record("textbook", "f32", solver, grid, passes)
    }
}
