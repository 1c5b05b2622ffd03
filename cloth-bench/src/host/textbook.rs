//! The textbook's entries.

use super::rounds::Entry;
use super::{FRAME, TEXTBOOK_PASSES, clock, figures, record};
use crate::record::Record;
use cloth_bench::textbook::{Index, Link, Listed, Particle, link_count, measure_textbook};
use cloth_bench::{FRAME_SUBSTEPS, HASHED, ITERATIONS, frame, scene, solver};
use cloth_core::{Mode, Phase, Scene};
use std::time::Instant;

type Cloth<I> = Listed<I, Vec<Particle>, Vec<Link<I>>>;

/// Runs `$call` with the narrowest index for N × N particles, as one would
/// choose it.
macro_rules! with_index {
    ($n:ident, $call:ident($($argument:expr),*)) => {
        match $n * $n <= 1 << 16 {
            true => $call::<u16>($n, $($argument),*),
            false => $call::<u32>($n, $($argument),*),
        }
    };
}

/// The workload with as many passes as the engine makes: a step against a step.
pub fn workload(n: usize, mode: Mode, hashed: bool) -> Entry {
    with_index!(n, workload_of(mode, hashed))
}

fn workload_of<I: Index + 'static>(n: usize, mode: Mode, hashed: bool) -> Entry {
    let scene = scene(mode, ITERATIONS, n, n);
    let mut record = textbook_record::<I>(solver(mode), n, passes(mode));
    let mut cloth = cloth::<I>(n, &scene);
    if hashed {
        cloth.run(HASHED);
        record.steps = Some(HASHED);
        record.state_hash = Some(format!("{:016x}", cloth.state_hash()));
        start(&mut cloth, n, &scene);
    }
    let mut clock = clock();
    let round = move || figures(&measure_textbook(&mut cloth, &mut clock));
    Entry {
        record,
        round: Box::new(round),
    }
}

/// The constraints alone, with the textbook's own 15 passes.
pub fn constraints(n: usize) -> Entry {
    with_index!(n, constraints_of())
}

fn constraints_of<I: Index + 'static>(n: usize) -> Entry {
    let scene = scene(Mode::Constraint, TEXTBOOK_PASSES, n, n);
    let record = textbook_record::<I>(solver(Mode::Constraint), n, TEXTBOOK_PASSES);
    let mut cloth = cloth::<I>(n, &scene);
    let mut clock = clock();
    let round = move || {
        let cost = measure_textbook(&mut cloth, &mut clock);
        let phase = Phase::Constraints;
        vec![(phase.name(), cost.phase(phase))]
    };
    Entry {
        record,
        round: Box::new(round),
    }
}

/// The whole frame, substep by substep: the textbook knows no substeps.
pub fn whole_frame(n: usize) -> Entry {
    with_index!(n, whole_frame_of())
}

fn whole_frame_of<I: Index + 'static>(n: usize) -> Entry {
    let mut scene = frame(n, n);
    scene.solver.steps_per_second *= f64::from(FRAME_SUBSTEPS);
    scene.constraints.substeps = 1;
    let mut cloth = cloth::<I>(n, &scene);
    let round = move || {
        let start = Instant::now();
        cloth.run(FRAME_SUBSTEPS);
        vec![("step", start.elapsed().as_nanos() as u64)]
    };
    Entry {
        record: textbook_record::<I>(FRAME, n, FRAME_SUBSTEPS),
        round: Box::new(round),
    }
}

fn passes(mode: Mode) -> u32 {
    match mode {
        Mode::Hooke => 1,
        _ => ITERATIONS,
    }
}

fn cloth<I: Index>(n: usize, scene: &Scene) -> Cloth<I> {
    let particles = vec![Particle::NONE; n * n];
    let mut cloth = Listed::new(particles, vec![Link::NONE; link_count(n, n)]);
    start(&mut cloth, n, scene);
    cloth
}

fn start<I: Index>(cloth: &mut Cloth<I>, n: usize, scene: &Scene) {
    let result = cloth.reset(scene, n, n);
    result.expect("the textbook has the grid's size");
}

fn textbook_record<I: Index>(solver: &str, n: usize, passes: u32) -> Record {
    let bytes = n * n * size_of::<Particle>() + link_count(n, n) * size_of::<Link<I>>();
    Record {
        ram_bytes: Some(bytes as u64),
        ..record("textbook", "f32", solver, n, passes)
    }
}
