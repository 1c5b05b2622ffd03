//! Every scene in every number format and method for a long time, while colliders move and settings
//! change: finite, with bounded energy, nothing allocated by a step, and the same bits when its beginning is done
//! once more.
//!
//! `CLOTH_SOAK` is how many particle-steps each takes; the long run has 10 million and does a tenth of
//! them once more.

use allocation_counter::measure;
use cloth_core::host::{AnySimulation, Format, GridSize, Method, start};
use cloth_core::scene::WindScene;
use cloth_core::{Mode, NamedScene, scenes};
use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{available_parallelism, scope};

/// Particle-steps, where `CLOTH_SOAK` does not say otherwise.
const SHORT: u64 = 10_000;
const GRID: GridSize = GridSize {
    columns: 12,
    rows: 12,
};
/// Steps from one change to the next.
const APART: u64 = 20;
/// How many times the speed that anything outside can give it a particle may have, against the cloth's
/// mean: links that are pulled give back what they hold.
const TIMES: f64 = 10.0;

fn particle_steps() -> u64 {
    let asked = std::env::var("CLOTH_SOAK").ok();
    let asked = asked.map(|text| text.parse().expect("CLOTH_SOAK: a whole number"));
    asked.unwrap_or(SHORT)
}

/// Wind that turns and ceases, gravity that tilts, other links.
fn change(simulation: &mut dyn AnySimulation, number: u64, named: &NamedScene) {
    let mut scene = *simulation.scene();
    let turn = number as f64 * 0.7;
    let original = named.scene;
    match number % 4 {
        0 => {
            scene.forces.wind = original.forces.wind.map(|wind| WindScene {
                velocity: wind.velocity.map(|v| v * turn.sin()),
                ..wind
            });
        }
        1 => {
            let g = original.forces.gravity[1];
            scene.forces.gravity = [0.3 * g * turn.sin(), g, 0.3 * g * turn.cos()];
        }
        2 => {
            let soft = 0.75 + 0.25 * turn.cos();
            scene.springs.structural = original.springs.structural * soft;
            scene.constraints.bend = original.constraints.bend * soft;
        }
        _ => scene.forces.gravity = original.forces.gravity,
    }
    // What a format cannot take, at this time step, is refused, and then nothing has changed.
    let before = simulation.state_hash();
    if simulation.change(&scene).is_err() {
        assert_eq!(simulation.state_hash(), before);
    }
}

/// Pushes the first collider to and fro, a step's way at a time.
fn push(simulation: &mut dyn AnySimulation, step: u64) {
    let mut colliders = Vec::new();
    simulation.colliders(&mut colliders);
    let Some(first) = colliders.first_mut() else {
        return;
    };
    let rate = simulation.scene().solver.steps_per_second;
    let center = *first.place_mut();
    let speed = 0.2 * (step as f64 / rate * 3.0).cos();
    simulation.move_collider(0, center, [speed, 0.0, 0.0]);
}

/// The largest speed against the mean, m/s.
fn relative_speed(simulation: &dyn AnySimulation) -> f64 {
    let mut all = Vec::new();
    simulation.velocities(&mut all);
    let mean = |i: usize| all.iter().map(|v| v[i]).sum::<f32>() / all.len() as f32;
    let mean = [0, 1, 2].map(mean);
    let squared = all
        .iter()
        .map(|v| (0..3).map(|i| (v[i] - mean[i]).powi(2)).sum::<f32>());
    // Not `max`, which ignores NaN.
    let most = squared.fold(0.0, |a, b| if a > b { a } else { b });
    f64::from(most).sqrt()
}

/// Whether the time step is one that springs allow: beyond it a cloth explodes by rights. Forward Euler
/// and RK2 give an undamped spring energy at every time step.
fn is_stable(simulation: &mut dyn AnySimulation, method: Method) -> bool {
    if matches!(method, Method::ForwardEuler | Method::Rk2) {
        return false;
    }
    let solver = simulation.scene().solver;
    let dt = (solver.steps_per_second * f64::from(solver.substeps)).recip();
    solver.mode != Mode::Hooke || simulation.stable_dt() >= dt
}

/// Runs a scene for so many particle-steps; the hash after the first `hashed` of them, or `None` where
/// it is not for this method and format.
fn run(
    named: &NamedScene,
    method: Method,
    format: Format,
    [particle_steps, hashed]: [u64; 2],
) -> Option<u64> {
    let what = format!("{} in {format} by {method}", named.name);
    let mut simulation = start(&named.scene, GRID, method, format).ok()?;
    let simulation = &mut *simulation;
    let stable = is_stable(simulation, method);
    let (length, forces) = (named.scene.cloth.width, named.scene.forces);
    let size = |v: [f64; 3]| v.iter().map(|v| v * v).sum::<f64>().sqrt();
    let colliders = named.scene.colliders.iter().map(|one| size(one.motion().1));
    let fastest = (2.0 * size(forces.gravity) * length).sqrt()
        + forces.wind.map_or(0.0, |wind| size(wind.velocity))
        + colliders.fold(0.2, f64::max);
    let particles = (GRID.columns * GRID.rows) as u64;
    let mut hash = None;
    for step in 0..particle_steps.div_ceil(particles) {
        if step % APART == 0 {
            change(simulation, step / APART, named);
        }
        push(simulation, step);
        let counted = measure(|| simulation.step());
        assert_eq!(counted.count_total, 0, "{what}: allocated in step {step}");
        if step + 1 == hashed.div_ceil(particles) {
            hash = Some(simulation.state_hash());
        }
        if step % APART == APART - 1 {
            let speed = relative_speed(simulation);
            assert!(speed.is_finite(), "{what}: {speed} m/s after {step} steps");
            assert!(
                !stable || speed < TIMES * fastest,
                "{what}: {speed} m/s after {step} steps, where {fastest} can be had"
            );
        }
    }
    hash
}

/// All scenes and methods in a number format, on all cores. What `kept` is: the hashes of the short run,
/// folded into one.
fn soak(format: Format, kept: u64) {
    let all = particle_steps();
    let again = (all / 10).clamp(SHORT.min(all), all);
    let both = |named| Method::ALL.map(|method| (named, method));
    let runs: Vec<_> = scenes::ALL.iter().flat_map(both).collect();
    let hashes: Vec<_> = runs.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(named, method)) = runs.get(number) else {
                return;
            };
            let hash = run(named, method, format, [all, again]);
            if let Some(hash) = hash {
                let repeated = run(named, method, format, [again; 2]);
                assert_eq!(repeated, Some(hash), "{}: once more", named.name);
                if all > SHORT {
                    println!("{format}, {method}: {}, {hash:016x}", named.name);
                }
            }
            hashes[number].set(hash).expect("each is run once");
        }
    };
    let threads = available_parallelism().map_or(1, NonZero::get);
    scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let done: Vec<u64> = hashes.iter().filter_map(|hash| *hash.get()?).collect();
    let folded = done
        .iter()
        .fold(0, |all: u64, hash| all.rotate_left(1) ^ hash);
    let refused = runs.len() - done.len();
    println!(
        "{format}: {} runs of {all} particle-steps, {refused} refused, {folded:#018x}",
        done.len()
    );
    // Fixed point has no implicit methods.
    let methods = if format == Format::Fixed { 3 } else { 5 };
    assert!(done.len() >= scenes::ALL.len() * methods, "{}", done.len());
    // Look at the scenes after a change that is meant to change the motion, then keep the new bits.
    if all == SHORT {
        assert_eq!(folded, kept, "{format}: other bits, {folded:#018x}");
    }
}

#[test]
fn f32() {
    soak(Format::F32, 0xb705_60bf_a71d_9bdc);
}

#[test]
fn f64() {
    soak(Format::F64, 0x25b1_ae62_92f7_fff6);
}

#[test]
fn fixed_point() {
    soak(Format::Fixed, 0xa10e_805b_72c6_8a56);
}
