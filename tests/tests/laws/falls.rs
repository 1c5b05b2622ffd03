//! Particles without neighbours: free fall (V1), damping and terminal speed (V8), wind by position. And
//! that nothing of a fall is lost at small steps and far away.

use cloth_tests::prelude::*;

/// Gravity of −2⁻⁹ spacings a substep²: every number of a fall of some hundred
/// substeps is exact in f32 too, so the law must hold bit for bit.
const DYADIC: f64 = -1.0 / 512.0;

fn falling(columns: usize, rows: usize, mode: Mode, g: f64) -> Scene {
    let mut scene = in_mode(bare(columns, rows), mode);
    scene.forces.gravity = [0.0, g, 0.0];
    scene
}

/// V1 for a sheet: n(n+1)/2 · g · dt² below the start, exactly.
#[test]
fn v1_free_fall_is_exact() {
    for (columns, rows, format) in [(1, 1, F32), (1, 1, F64), (3, 5, F32), (9, 2, F64)] {
        for mode in [Mode::Hooke, Mode::Constraint] {
            let mut scene = falling(columns, rows, mode, DYADIC);
            // A sheet at rest has no forces or corrections to disturb the fall.
            (scene.springs.structural, scene.springs.shear) = (0.5, 0.25);
            (scene.constraints.structural, scene.constraints.shear) = (1.0, 1.0);
            let mut sim = verlet(&scene, format);
            for n in 1..=256_u32 {
                sim.step();
                let fallen = f64::from(n * (n + 1) / 2) * DYADIC;
                for (c, r) in particles(columns, rows) {
                    let mut expected = scene.cloth.start(columns, rows, c, r);
                    expected[1] += fallen;
                    assert_eq!(sim.position(c, r), expected, "{mode:?} {n}");
                    assert_eq!(sim.velocity(c, r), [0.0, f64::from(n) * DYADIC, 0.0]);
                }
            }
        }
    }
}

/// n steps of velocity add up to n(n + 1)/2, n²/2 or n(n − 1)/2 of them: n(n + this)/2.
fn shift(method: Method) -> f64 {
    match method {
        ForwardEuler => -1.0,
        Rk2 | Rk4 => 0.0,
        _ => 1.0,
    }
}

/// V1 by the formula of each method; S3's gravity is multiplied by dt² twice.
#[test]
fn v1_free_fall_of_every_method() {
    for (n, dt) in [(2, 1.0), (7, 1.0), (100, 1.0), (8, 0.125)] {
        for method in Method::ALL {
            let mut scene = falling(1, 1, Mode::Hooke, -0.01);
            scene.solver.steps_per_second = 1.0 / dt;
            let mut sim = Trial::new(&scene, method, F64);
            sim.tighten(1e-12);
            sim.run(n);
            let n = f64::from(n);
            let [x, y, z] = sim.position(0, 0);
            let expected = -0.01 * dt * dt * n * (n + shift(method)) / 2.0;
            assert_near(y / expected, 1.0, 1e-12);
            assert_eq!((x, z), (0.0, 0.0));
            assert_near3(sim.velocity(0, 0), [0.0, -0.01 * n * dt, 0.0], 1e-12);
            assert_near(sim.time(), n * dt, 1e-12);
        }
    }
}

/// S2 mixes up velocities and accelerations in RK4: with a force that depends
/// on velocity alone its step is the Taylor polynomial of the exponential.
#[test]
fn drag_alone_is_each_methods_polynomial() {
    let c: f64 = 0.5;
    let two = 1.0 - c + c * c / 2.0;
    let four = two - c.powi(3) / 6.0 + c.powi(4) / 24.0;
    for method in Method::ALL {
        let [x, v] = match method {
            ForwardEuler => [1.0, 1.0 - c],
            SymplecticEuler | Verlet => [1.0 - c; 2],
            Rk2 => [1.0 - c / 2.0, two],
            Rk4 => [1.0 - c / 2.0 + c * c / 6.0 - c.powi(3) / 24.0, four],
            _ => [1.0 / (1.0 + c); 2],
        };
        let mut scene = bare(1, 1);
        scene.forces.air_drag = c;
        let mut sim = Trial::new(&scene, method, F64);
        sim.place(0, 0, [0.0; 3], [1.0, 0.0, 0.0]);
        sim.step();
        assert_near(sim.position(0, 0)[0], x, 1e-12);
        assert_near(sim.velocity(0, 0)[0], v, 1e-12);
    }
}

/// v' = keep·v + (g − c·v/m)·dt from rest, and in the end no faster than g·dt over what is lost in a substep:
/// of damping, of drag, at any time step. Velocity is kept as a difference of positions within
/// `reach` m, so each substep's half ulp stays in it until damping has taken it.
#[test]
fn v8_terminal_speed() {
    let (none, air) = (Damping::Rate(0.0), |mass: f64, c: f64| {
        40.0 * 9.8 * (mass / c).powi(2)
    });
    let by_step = [0.002, 0.0115, 0.5, 1.0].map(Damping::PerStep);
    let by_step = by_step.map(|damping| (damping, [1.0, 0.0], [90, 30], 600, 16.0));
    let rate = Damping::Rate(5.4);
    let by_rate = [1, 10, 1000].map(|substeps| (rate, [1.0, 0.0], [60, substeps], 400, 16.0));
    let in_air = [
        (none, [1.0, 0.5], [60, 1], 4800, air(1.0, 0.5)),
        (none, [0.06, 0.03], [1000, 1], 80_000, air(0.06, 0.03)),
        (none, [2.0, 1.5], [2, 1], 106, air(2.0, 1.5)),
    ];
    let all = [&by_step[..], &by_rate, &in_air].concat();
    for (damping, [mass, c], [rate, substeps], steps, reach) in all {
        let mut scene = falling(1, 1, Mode::Hooke, -9.8);
        (scene.cloth.density, scene.forces.air_drag) = (mass, c);
        scene.solver.steps_per_second = f64::from(rate);
        (scene.solver.substeps, scene.solver.damping) = (substeps, damping);
        let mut sim = verlet(&scene, F64);
        let dt = sim.units().dt;
        let keep = match damping {
            Damping::Rate(rate) => (-rate * dt).exp(),
            Damping::PerStep(part) => 1.0 - part,
        };
        let loss = 1.0 - keep + c / mass * dt;
        let error = 0.5 * f64::EPSILON * reach / (dt * loss);
        assert!(error < 2e-6, "the bound is sharp: {error}");
        let mut expected = 0.0;
        for _ in 0..steps {
            sim.step();
            (0..substeps)
                .for_each(|_| expected = keep * expected + (-9.8 - c / mass * expected) * dt);
            assert_near(sim.velocity(0, 0)[1], expected, error);
        }
        assert_near(sim.velocity(0, 0)[1], -9.8 * dt / loss, error);
    }
}

#[test]
fn positional_wind_follows_its_formula() {
    // F/m = c·(|sin(k·x₀ + θ)|, 0, ½ sin θ), x₀ the start, θ = rate·t.
    let (coefficient, wave_number, rate) = (0.01, 0.7, 0.3);
    let mut scene = bare(5, 3);
    scene.cloth.center = [2.0, -1.0, 0.5];
    scene.forces.positional_wind = positional_wind([coefficient, wave_number, rate]);
    let mut sim = verlet(&scene, F64);
    let mut velocity = [[0.0; 3]; 15];
    for n in 0..40 {
        sim.step();
        let angle = rate * f64::from(n);
        for (c, r) in particles(5, 3) {
            let v = &mut velocity[r * 5 + c];
            let x0 = scene.cloth.start(5, 3, c, r)[0];
            v[0] += coefficient * (wave_number * x0 + angle).sin().abs();
            v[2] += coefficient * 0.5 * angle.sin();
            assert_near3(sim.velocity(c, r), *v, 1e-13);
        }
    }
}

const G: f64 = 9.81;

/// A free sheet of 1.37 m at a height (m), with so many substeps of 1/60 s.
fn free([columns, rows]: [usize; 2], mode: Mode, substeps: u32, height: f64) -> Scene {
    let mut scene = falling(columns, rows, mode, -G);
    (scene.cloth.width, scene.cloth.center) = (1.37, [0.1, height, -0.3]);
    (scene.solver.steps_per_second, scene.solver.substeps) = (60.0, substeps);
    set_substeps(&mut scene, substeps);
    scene
}

/// The part of a fall that may be lost. A coordinate relative to the cloth's origin has 24 bits, so
/// that a fall of 0.2 m is read to one in ten thousand, and a substep's share of gravity has
/// at least ten: rounded without bias, these leave less than that. In fixed point gravity has
/// at least four bits. The origin and what is read off it are as exact as f64.
fn lost(format: Format) -> f64 {
    match format {
        F32 => 2e-4,
        F64 => 1e-9,
        Fixed => 0.03,
    }
}

/// Asserts that no particle loses more than [`lost`] of a fall of so many steps.
#[track_caller]
fn assert_falls(scene: &Scene, method: Method, format: Format, steps: u32) {
    let mut sim = Trial::new(scene, method, format);
    let before = sim.positions();
    sim.run(steps);
    let n = f64::from(steps * scene.substeps(scene.cloth.columns, scene.cloth.rows));
    let dt = sim.units().dt;
    let exact = G * dt * dt * n * (n + shift(method)) / 2.0;
    for (a, b) in before.iter().zip(sim.positions()) {
        assert_near((a[1] - b[1]) / exact, 1.0, lost(format));
    }
}

/// With every method, and in every mode and format. Heights take turns: `a_sheet_moves_alike_everywhere` says that a
/// place changes no bit. The number of columns is that of a coordinate's bits before the point; rows are alike.
#[test]
fn nothing_of_a_fall_is_lost() {
    let methods = Method::ALL.map(|method| (method, Mode::Hooke, F64));
    let methods = pairs(pairs(methods, [[1, 1], [9, 7], [33, 4]]), [1, 8, 123, 400]);
    let modes = Mode::ALL.map(|mode| (Verlet, mode, Fixed));
    let modes = pairs(pairs(modes, [[4, 9], [17, 17], [97, 4]]), [8, 95, 400]);
    for (i, (((method, mode, format), grid), substeps)) in methods.chain(modes).enumerate() {
        let height = [0.0, 10.0, 1000.0, -1e5, 1e6][i % 5];
        let scene = free(grid, mode, substeps, height);
        assert_falls(&scene, method, F32, 12);
        assert_falls(&scene, method, format, 12);
    }
    // Large sheets fall as small ones.
    for (method, (side, substeps)) in pairs([Verlet, SymplecticEuler], [(256, 60), (1024, 4)]) {
        let scene = free([side; 2], Mode::Hooke, substeps, 1000.0);
        assert_falls(&scene, method, F32, 6);
    }
}

/// Wherever a sheet is, it moves with the same bits.
#[test]
fn a_sheet_moves_alike_everywhere() {
    for (mode, format) in pairs(Mode::ALL, Format::ALL) {
        let hash = |place: f64| {
            let mut scene = free([9, 7], mode, 30, place);
            scene.cloth.center = [place, -place, place];
            scene.pins.top_left = true;
            scene.constraints.structural = 0.5;
            scene.solver.damping = Damping::Rate(0.5);
            let mut sim = verlet(&scene, format);
            sim.run(20);
            sim.state_hash()
        };
        let at_home = hash(0.0);
        for place in [1000.0, -1e6] {
            assert_eq!(hash(place), at_home, "{mode:?} {place} {format}");
        }
    }
}

/// What damping by rate leaves of a velocity after a second, for a sheet without forces, in every method and
/// format: the same at every number of substeps.
#[test]
fn s4_damping_by_rate_is_as_strong_at_every_step() {
    // A particle alone, to rounding.
    for substeps in [1, 3, 10, 100, 1000] {
        let mut scene = bare(1, 1);
        (scene.solver.substeps, scene.solver.damping) = (substeps, Damping::Rate(2.0));
        let mut sim = verlet(&scene, F64);
        sim.place(0, 0, [0.0; 3], [1.0, 0.0, 0.0]);
        sim.step();
        assert_near(sim.velocity(0, 0)[0], (-2.0_f64).exp(), 1e-11);
    }
    for (method, (format, part)) in pairs(Method::ALL, [(F64, 1e-6), (F32, 2e-3), (Fixed, 0.03)]) {
        let all = [15, 1, 95, 400];
        let all = &all[..if method == Verlet { 4 } else { 1 }];
        for (&substeps, rate) in pairs(all, [0.1_f64, 0.5, 4.0]) {
            let mut scene = free([17, 2], Mode::Hooke, substeps, 3.0);
            scene.forces.gravity = [0.0; 3];
            scene.solver.damping = Damping::Rate(rate);
            // In fixed point Verlet alone has bits for such velocities.
            if format == Fixed && method != Verlet {
                continue;
            }
            let mut sim = Trial::new(&scene, method, format);
            for ((c, r), x) in particles(17, 2).zip(sim.positions()) {
                sim.place(c, r, x, [0.3, 0.1, -0.2]);
            }
            sim.run(60);
            let left = sim.velocity(8, 1)[0] / 0.3;
            // Others take the rate as a force, some to first order only.
            let first_order = match method {
                Verlet | SymplecticEuler => 0.0,
                _ => 0.6 * rate * rate * sim.units().dt,
            };
            assert_near(left / (-rate).exp(), 1.0, part + first_order);
        }
    }
}
