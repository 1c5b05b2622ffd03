//! PBD and XPBD against statics and closed forms: the sag of a string (V17),
//! the time step, links that give way under pressure.

use cloth_tests::prelude::*;

/// So heavy that a bend compliance of 1e9 m/N is no bend link at all: 5e17 in
/// units of the engine.
const MASS: f64 = (1_u64 << 29) as f64;

/// Links of the strings.
const N: usize = 16;

/// A string of N links that hangs from its first particle. `compliance` is
/// a·m/dt² at a time step of 1 s, `gravity` in m/s².
fn string(compliance: f64, gravity: f64) -> Scene {
    let mut scene = bare(N + 1, 1);
    scene.cloth.density *= MASS;
    (scene.cloth.across, scene.cloth.down) = ([0.0, -1.0, 0.0], [1.0, 0.0, 0.0]);
    scene.solver.mode = Mode::Xpbd;
    let links = &mut scene.xpbd;
    (links.structural, links.bend) = (compliance / MASS, 1e9);
    (links.substeps, links.compression) = (1, 0.0);
    scene.forces.gravity = [0.0, -gravity, 0.0];
    scene.pins.top_left = true;
    // Twice the slowest frequency, near critical: 2·√(1/c)·sin(π/(4n+2)).
    scene.solver.damping = Damping::Rate(2.0 * slowest(compliance));
    scene
}

/// A string in PBD, as [`string`].
fn pbd_string(k: f64, gravity: f64, iterations: u32) -> Scene {
    let mut scene = in_mode(string(2.0 / k, gravity), Mode::Pbd);
    (scene.pbd.substeps, scene.pbd.iterations) = (1, iterations);
    (scene.pbd.structural, scene.pbd.bend) = (k, 0.0);
    scene
}

/// Angular frequency of a string's slowest oscillation.
fn slowest(compliance: f64) -> f64 {
    2.0 * (0.5 * std::f64::consts::PI / (2 * N + 1) as f64).sin() / compliance.sqrt()
}

/// The string has come to rest: 33·e^(−32), 4e-13, of where it began is left.
fn rest_steps(compliance: f64) -> u32 {
    (32.0 / slowest(compliance)) as u32
}

/// What each link of a string is longer than at rest, after `steps`.
fn excesses(scene: &Scene, format: Format, steps: u32) -> Vec<f64> {
    let mut sim = verlet(scene, format);
    sim.run(steps);
    let heights: Vec<f64> = sim.positions().iter().map(|x| x[1]).collect();
    heights.windows(2).map(|h| h[0] - h[1] - 1.0).collect()
}

fn sum(all: &[f64]) -> f64 {
    all.iter().sum()
}

/// Elongation of the continuous problem over c·g′: Σ T_j = n(n+1)/2.
const LOAD: f64 = (N * (N + 1) / 2) as f64;

/// Excess of each link at rest with one pass a substep, over g′: a pass takes
/// the part 1/`held` of the first link's error and 1/`free` of the others'; each
/// must carry the weight T_j of the particles below it. Even links are solved
/// first, and find the errors as they were left; odd ones find them with what
/// the neighbours have just been shortened by.
fn one_pass(held: f64, free: f64) -> Vec<f64> {
    let tension = |j: usize| (N - j) as f64;
    let link = |j: usize| match j {
        // Gravity pulls at it before the pass.
        0 => held * tension(0) - 1.0,
        j if j % 2 == 0 => free * tension(j),
        j if j + 1 < N => free * tension(j) - tension(j - 1) - tension(j + 1),
        j => free * tension(j) - tension(j - 1),
    };
    (0..N).map(link).collect()
}

fn assert_excesses(got: &[f64], expected: &[f64], gravity: f64, error: f64) {
    for (got, expected) in got.iter().zip(expected) {
        assert_near(*got, gravity * expected, error);
    }
}

#[test]
fn v17_one_pass_rests_where_it_must() {
    // A rounding of a coordinate (up to 8) counts c times, once for each of
    // the particles below; bend links carry c/5e17 of it.
    let error = |c: f64| c * N as f64 * 8.0 * f64::EPSILON;
    let gravity = 1.0 / 65_536.0;
    for c in [16.0, 256.0] {
        let got = excesses(&string(c, gravity), F64, rest_steps(c));
        assert_excesses(&got, &one_pass(1.0 + c, 2.0 + c), gravity, error(c));
        // Σ e − c·Σ T = 127 g′ for 16 links, of 136: 0.93/c too much.
        let excess = sum(&got) / (c * gravity * LOAD) - 1.0;
        assert_near(excess * c, 127.0 / 136.0, 1e-6);
    }
    let gravity = 1.0 / 1024.0;
    for k in [1.0, 0.5, 0.125] {
        let got = excesses(&pbd_string(k, gravity, 1), F64, 4 * rest_steps(2.0 / k));
        assert_excesses(&got, &one_pass(1.0 / k, 2.0 / k), gravity, error(2.0 / k));
    }
    // In f32 a particle stays put once its acceleration is below half an ulp of its
    // coordinate (up to 16 spacings), plus as much for the rounding of its two
    // tensions; each such error stretches all links above by c of it.
    let (c, gravity) = (8.0, 1.0 / 512.0);
    let error = 2.0 * 4.0 * f64::from(f32::EPSILON) * c * N as f64;
    assert!(error < 0.01 * c * gravity * N as f64, "the bound is sharp");
    let got = excesses(&string(c, gravity), F32, rest_steps(c));
    assert_excesses(&got, &one_pass(1.0 + c, 2.0 + c), gravity, error);
}

#[test]
fn v17_xpbd_sags_the_same_for_1_to_20_passes() {
    // Elongation over that of the continuous problem, with some passes a substep.
    let sag = |format: Format, c: f64, gravity: f64, iterations: u32| {
        let mut scene = string(c, gravity);
        scene.xpbd.iterations = iterations;
        sum(&excesses(&scene, format, rest_steps(c))) / (c * gravity * LOAD)
    };
    let c = 1024.0;
    for iterations in 1..=20 {
        // A solver of one pass errs by 0.93/c.
        assert_near(sag(F64, c, 1.0 / 65_536.0, iterations), 1.0, 1.0 / c);
    }
    // So many that the links are solved: only what stops the solver is left.
    assert_near(sag(F64, 16.0, 1.0 / 65_536.0, 400), 1.0, 1e-9);
    let (c, gravity) = (64.0, 1.0 / 4096.0);
    // As with one pass, for each of the passes' roundings.
    let rounding = 8.0 * f64::from(f32::EPSILON) / gravity;
    assert!(rounding < 0.01, "the bound is sharp");
    for iterations in [1, 2, 5, 20] {
        let error = 1.0 / c + 2.0 * rounding;
        assert_near(sag(F32, c, gravity, iterations), 1.0, error);
    }
}

/// Elongation of a string at rest under PBD, over g′, by numbers alone: the
/// excesses of the links, without places, velocities or rows.
fn pbd_by_excesses(k: f64, iterations: u32) -> f64 {
    let part = 1.0 - (1.0 - k).powf(1.0 / f64::from(iterations));
    let mut excess = [0.0; N];
    for _ in 0..10_000 {
        excess[0] += 1.0;
        for _ in 0..iterations {
            for j in (0..N).step_by(2).chain((1..N).step_by(2)) {
                let weight = if j == 0 { 1.0 } else { 2.0 };
                let moved = part * excess[j] / weight;
                excess[j] -= weight * moved;
                if j > 0 {
                    excess[j - 1] += moved;
                }
                if j + 1 < N {
                    excess[j + 1] += moved;
                }
            }
        }
    }
    sum(&excess)
}

#[test]
fn v17_pbd_sags_less_the_more_passes() {
    let gravity = 1.0 / 1024.0;
    // A link alone gives way by k whatever the number of passes; a string does
    // not, and a rigid one least of all.
    for (k, factor) in [(0.5, 1.03..1.05), (0.9, 1.35..1.45), (1.0, 20.0..23.0)] {
        let [one, twenty] = [1, 20].map(|iterations| {
            let scene = pbd_string(k, gravity, iterations);
            sum(&excesses(&scene, F64, 4 * rest_steps(2.0 / k))) / gravity
        });
        // k is an f32 in the engine, which errs by 6e-8 of 1 − k.
        assert_near(one, sum(&one_pass(1.0 / k, 2.0 / k)), 1e-4);
        assert_near(twenty, pbd_by_excesses(k, 20), 1e-3);
        let ratio = one / twenty;
        assert!(factor.contains(&ratio), "{k}: {ratio}");
    }
}

#[test]
fn xpbd_does_not_depend_on_the_time_step_and_pbd_does() {
    let (c, gravity) = (256.0, 1.0 / 16_384.0);
    // Elongation with some substeps a second, over the continuous one; `c` is that
    // of one substep.
    let sag_at = |mut scene: Scene| {
        scene.solver.damping = Damping::Rate(2.0 * slowest(c));
        [1, 2, 4].map(|substeps| {
            (scene.xpbd.substeps, scene.pbd.substeps) = (substeps, substeps);
            sum(&excesses(&scene, F64, rest_steps(c))) / (c * gravity * LOAD)
        })
    };
    for (sag, substeps) in sag_at(string(c, gravity)).into_iter().zip([1.0, 2.0, 4.0]) {
        // 127/136 of 1/c, and c grows with the square of the substeps.
        let error = 127.0 / 136.0 / (256.0 * substeps * substeps);
        assert_near(sag, 1.0 + error, 1e-6 * error + 1e-9);
    }
    // The same links as parts of an error: the sag is that of a substep's fall.
    let pbd = sag_at(pbd_string(1.0 / 64.0, gravity, 1));
    assert_near(pbd[0] / pbd[1], 4.0, 1e-6);
    assert_near(pbd[1] / pbd[2], 4.0, 1e-6);
}

/// The error of one link after a substep is what its stiffness leaves, whatever its length and direction, with
/// an end held or none: in constraint mode; in PBD, of which a link takes a part, and less under pressure; in
/// XPBD, where it takes w/(w + α̃), with a compliance α̃ of at least 4 m/N under pressure, and with
/// a memory of links as much in several passes.
#[test]
fn a_link_takes_its_part_of_an_error_and_less_under_pressure() {
    let mut noise = Noise::new(17);
    for (&mode, iterations) in pairs(&Mode::ALL[1..], [1, 3]) {
        for k in 0..600 {
            let mut part = |ends: [f64; 2]| [ends[0], ends[1], 0.5 + 0.5 * noise.number()][k % 3];
            let (stiffness, compression) = (part([1.0, 0.5]), part([0.0, 1.0]));
            let (compliance, pressed) = (16.0 * part([0.0, 1.0]), 16.0 * part([0.0, 0.5]));
            let mut scene = in_mode(bare(2, 1), mode);
            scene.constraints.structural = stiffness;
            (scene.pbd.substeps, scene.pbd.structural) = (1, stiffness);
            scene.pbd.compression = compression;
            (scene.xpbd.substeps, scene.xpbd.iterations) = (1, iterations);
            (scene.xpbd.structural, scene.xpbd.compression) = (compliance, pressed);
            let held = k / 3 % 4;
            (scene.pins.top_left, scene.pins.top_right) = (held % 2 == 1, held > 1);
            let mut sim = verlet(&scene, F64);
            (0..2).for_each(|c| sim.place(c, 0, noise.vector(2.0), [0.0; 3]));
            let between = |sim: &Trial| sub(sim.position(1, 0), sim.position(0, 0));
            let before = between(&sim);
            sim.step();
            let (after, error) = (between(&sim), length(before) - 1.0);
            let weight = [2.0, 1.0, 1.0, 0.0][held];
            let part = match (mode, error < 0.0) {
                _ if weight == 0.0 => 0.0,
                (Mode::Pbd, true) => stiffness * compression,
                (Mode::Xpbd, true) => weight / (weight + compliance.max(pressed).max(4.0)),
                (Mode::Xpbd, false) => weight / (weight + compliance),
                _ => stiffness,
            };
            // PBD and XPBD hold the part, or the compliance, as an f32.
            let rounded = if mode == Mode::Constraint { 0.0 } else { 1e-7 };
            let rounding = 1e-13 + rounded * error.abs();
            assert_near(length(after) - 1.0, error * (1.0 - part), rounding);
            assert_near(length(cross(before, after)), 0.0, 1e-12);
        }
    }
}
