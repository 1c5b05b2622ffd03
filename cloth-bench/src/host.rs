//! Measuring this machine.

use crate::record::{Record, write_json};
use crate::stack::on_large_stack;
use cloth_bench::{ITERATIONS, StepCost, WARM_UP, links, measure, scene};
use cloth_core::{Grid, Mode, Phase, Scene, Simulation, Verlet};
use std::path::Path;
use std::time::Instant;

/// Steps whose median is taken.
const MEASURED: u32 = 301;
/// Measures the grid asked for, or all; prints a table and writes the JSON.
pub fn run(grid: Option<usize>, json: Option<&Path>) -> Result<(), String> {
    let sizes = [8, 16, 24, 32, 50, 64, 128, 256];
    let chosen = match grid {
        None => sizes.to_vec(),
        Some(n) if sizes.contains(&n) => vec![n],
        Some(n) => return Err(format!("--grid {n}: allowed is one of {sizes:?}")),
    };
    if let Some(path) = json.filter(|path| path.is_dir()) {
        return Err(format!("--json {}: this is a folder", path.display()));
    }
    println!(
        "Median of {MEASURED} substeps, f32, one core, one sphere, ns; constraint mode with {ITERATIONS} passes."
    );
    println!(
        "{:>9} {:<13} {:>10} {:>10} {:>11} {:>9} {:>9} {:>9} {:>10} {:>12} {:>14}",
        "grid",
        "solver",
        "springs",
        "integrate",
        "constraints",
        "limit",
        "collide",
        "normals",
        "step",
        "ns/particle",
        "ns/link·pass"
    );
    let mut records = Vec::new();
    for size in chosen {
        for mode in [Mode::Hooke, Mode::Constraint] {
            records.extend(measure_grid(size, mode)?);
        }
    }
    if let Some(path) = json {
        write_json(path, &records)?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

/// Measures a grid in a thread whose stack can hold the simulation.
fn measure_grid(size: usize, mode: Mode) -> Result<Vec<Record>, String> {
    let what = format!("the measurement of {size}x{size}");
    on_large_stack(&what, move || match size {
        8 => square::<8>(mode),
        16 => square::<16>(mode),
        24 => square::<24>(mode),
        32 => square::<32>(mode),
        50 => square::<50>(mode),
        64 => square::<64>(mode),
        128 => square::<128>(mode),
        _ => square::<256>(mode),
    })
}

/// Measures an N × N cloth and prints its row of the table.
fn square<const N: usize>(mode: Mode) -> Vec<Record> {
    let mut simulation = Box::new(Simulation::<f32, Verlet<f32, N, N>, N, N>::EMPTY);
    let mut normals = Box::new(Grid::<f32, N, N>::ZERO);
    let scene = scene(mode, ITERATIONS, N, N);
    simulation
        .reset(&scene)
        .expect("the workload's values are in range");
    simulation.run(WARM_UP);
    let hash = simulation.state_hash();
    let start = Instant::now();
    let mut clock = || start.elapsed().as_nanos() as u64;
    let mut costs = Vec::new();
    for _ in 0..MEASURED {
        let mut cost = measure(&mut *simulation, &mut clock);
        let before = clock();
        simulation.normals(&mut normals);
        cost.normals = clock() - before;
        costs.push(cost);
    }
    let ram = size_of_val(&*simulation);
    report::<N>(&scene, &costs, ram, hash)
}

/// The median of one figure over all steps.
fn median(costs: &[StepCost], figure: impl Fn(&StepCost) -> u64) -> u64 {
    let mut values: Vec<u64> = costs.iter().map(figure).collect();
    values.sort_unstable();
    values[values.len() / 2]
}

fn report<const N: usize>(scene: &Scene, costs: &[StepCost], ram: usize, hash: u64) -> Vec<Record> {
    let (solver, iterations, neighbours) = match scene.solver.mode {
        Mode::Hooke => ("hooke-verlet", 1, scene.springs.bend_neighbours),
        Mode::Constraint => (
            "constraint",
            scene.constraints.iterations,
            scene.constraints.bend_neighbours,
        ),
    };
    let constraints = links(N, N, neighbours);
    let record = |phase, ns| Record {
        target: "host",
        implementation: "cloth-core",
        scalar: "f32",
        solver,
        grid: format!("{N}x{N}"),
        particles: N * N,
        constraints,
        iterations,
        phase,
        ns,
        ram_bytes: ram,
        steps: WARM_UP,
        state_hash: format!("{hash:016x}"),
    };
    let phase = |phase: Phase| median(costs, |cost| cost.phase(phase));
    let step = median(costs, StepCost::step);
    let normals = median(costs, |cost| cost.normals);
    println!(
        "{:>9} {:<13} {:>10} {:>10} {:>11} {:>9} {:>9} {:>9} {:>10} {:>12.2} {:>14.2}",
        format!("{N}x{N}"),
        solver,
        phase(Phase::Springs),
        phase(Phase::Integrate),
        phase(Phase::Constraints),
        phase(Phase::Limit),
        phase(Phase::Collide),
        normals,
        step,
        step as f64 / (N * N) as f64,
        step as f64 / (constraints as f64 * f64::from(iterations)),
    );
    let mut records: Vec<Record> = Phase::ALL
        .iter()
        .map(|&p| record(p.name(), phase(p)))
        .collect();
    records.push(record("normals", normals));
    records.push(record("step", step));
    records
}
