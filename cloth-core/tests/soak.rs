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

/// Particle-steps, where `CLOTH_SOAK` does not say otherwise.
const SHORT: u64 = 10_000;
const GRID: GridSize = GridSize {
    columns: 12,
    rows: 12,
};
const PARTICLES: u64 = 144;
/// Steps from one change to the next.
const APART: u64 = 20;
/// How many times the speed that anything outside can give it a particle may have, against the cloth's
/// mean: links that are pulled give back what they hold.
const TIMES: f64 = 10.0;

/// Wind that turns and ceases, gravity that tilts, other links.
fn change(simulation: &mut dyn AnySimulation, number: u64, named: &NamedScene) {
    let mut scene = *simulation.scene();
    let (turn, original) = (number as f64 * 0.7, named.scene);
    let g = original.forces.gravity[1];
    match number % 4 {
        0 => {
            scene.forces.wind = original.forces.wind.map(|wind| WindScene {
                velocity: wind.velocity.map(|v| v * turn.sin()),
                ..wind
            });
        }
        1 => scene.forces.gravity = [0.3 * g * turn.sin(), g, 0.3 * g * turn.cos()],
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
    if let Some(first) = colliders.first_mut() {
        let rate = simulation.scene().solver.steps_per_second;
        let speed = 0.2 * (step as f64 / rate * 3.0).cos();
        simulation.move_collider(0, *first.place_mut(), [speed, 0.0, 0.0]);
    }
}

fn size(v: [f64; 3]) -> f64 {
    v.iter().map(|v| v * v).sum::<f64>().sqrt()
}

/// The largest speed against the mean, m/s.
fn relative_speed(simulation: &dyn AnySimulation) -> f64 {
    let all = (0..GRID.rows).flat_map(|row| (0..GRID.columns).map(move |column| (column, row)));
    let all = all.filter_map(|(column, row)| simulation.velocity(column, row));
    let all: Vec<[f64; 3]> = all.collect();
    let mean = [0, 1, 2].map(|i| all.iter().map(|v| v[i]).sum::<f64>() / PARTICLES as f64);
    let speeds = all.iter().map(|v| size([0, 1, 2].map(|i| v[i] - mean[i])));
    // Not `max`, which takes no notice of what is no number.
    speeds.fold(0.0, |a, b| if a > b { a } else { b })
}

/// Whether the time step is one that springs allow: beyond it a cloth explodes by rights. Forward Euler
/// and RK2 give an undamped spring energy at every time step.
fn is_stable(simulation: &mut dyn AnySimulation, method: Method) -> bool {
    let solver = simulation.scene().solver;
    let dt = (solver.steps_per_second * f64::from(solver.substeps)).recip();
    !matches!(method, Method::ForwardEuler | Method::Rk2)
        && (solver.mode != Mode::Hooke || simulation.stable_dt() >= dt)
}

/// Runs a scene for so many steps; the hash after the first `hashed` of them, or `None` where it is not for
/// this method and format.
fn run(named: &NamedScene, method: Method, format: Format, steps: u64, hashed: u64) -> Option<u64> {
    let what = format!("{} in {format} by {method}", named.name);
    let mut simulation = start(&named.scene, GRID, method, format).ok()?;
    let simulation = &mut *simulation;
    let stable = is_stable(simulation, method);
    let (length, forces) = (named.scene.cloth.width, named.scene.forces);
    let colliders = named.scene.colliders.iter().map(|one| size(one.motion().1));
    let fastest = (2.0 * size(forces.gravity) * length).sqrt()
        + forces.wind.map_or(0.0, |wind| size(wind.velocity))
        + colliders.fold(0.2, f64::max);
    let mut hash = None;
    for step in 0..steps {
        if step % APART == 0 {
            change(simulation, step / APART, named);
        }
        push(simulation, step);
        let counted = measure(|| simulation.step());
        assert_eq!(counted.count_total, 0, "{what}: allocated in step {step}");
        if step + 1 == hashed {
            hash = Some(simulation.state_hash());
        }
        if step % APART == APART - 1 {
            let speed = relative_speed(simulation);
            let slow = speed < TIMES * fastest || !stable && speed.is_finite();
            assert!(slow, "{what}: {speed} of {fastest} m/s after {step} steps");
        }
    }
    hash
}

/// All scenes and methods in a number format. What `kept` is: the hashes of the short run, folded into one.
fn soak(format: Format, kept: u64) {
    let asked = std::env::var("CLOTH_SOAK").ok();
    let asked = asked.map(|text| text.parse().expect("CLOTH_SOAK: a whole number"));
    let all = asked.unwrap_or(SHORT);
    let again = (all / 10).clamp(SHORT.min(all), all);
    let [steps, again] = [all, again].map(|of: u64| of.div_ceil(PARTICLES));
    let (mut runs, mut folded) = (0, 0_u64);
    for (named, method) in scenes::ALL
        .iter()
        .flat_map(|one| Method::ALL.map(|m| (one, m)))
    {
        if let Some(hash) = run(named, method, format, steps, again) {
            let repeated = run(named, method, format, again, again);
            assert_eq!(repeated, Some(hash), "{}: once more", named.name);
            println!("{format}, {method}: {}, {hash:016x}", named.name);
            (runs, folded) = (runs + 1, folded.rotate_left(1) ^ hash);
        }
    }
    println!("{format}: {runs} runs of {all} particle-steps, {folded:#018x}");
    // Fixed point has no implicit methods.
    let methods = if format == Format::Fixed { 3 } else { 5 };
    assert!(runs >= scenes::ALL.len() * methods, "{runs}");
    // Look at the scenes after a change that is meant to change the motion, then keep the new bits.
    assert!(
        all != SHORT || folded == kept,
        "{format}: other bits, {folded:#018x}"
    );
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
