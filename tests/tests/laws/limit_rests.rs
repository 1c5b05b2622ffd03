//! Provot's limit: what hangs at it rests, its passes have a bound, and what it cannot hold is
//! said.

use cloth_core::scene::LimitScene;
use cloth_core::{Damping, Mode, Scalar, Scene, Verlet, scenes};
use cloth_tests::measure::{assert_near, fastest};
use cloth_tests::{SimWith, start};

/// A sheet of so many particles from two corners, too soft to hold itself.
fn soft(side: usize, substeps: u32, density: f64) -> Scene {
    let mut scene = Scene::DEFAULT;
    (scene.cloth.columns, scene.cloth.rows) = (side, side);
    (scene.cloth.width, scene.cloth.density) = (1.37, density);
    (scene.pins.top_left, scene.pins.top_right) = (true, true);
    (scene.solver.mode, scene.solver.substeps) = (Mode::Hooke, substeps);
    scene.solver.damping = Damping::Rate(1.0);
    let springs = &mut scene.springs;
    (springs.structural, springs.shear) = (20.0 * density / 0.2, 10.0 * density / 0.2);
    (springs.bend, springs.damping) = (2.0, 0.02);
    scene.limit = Some(LimitScene {
        ratio: 1.1,
        passes: 200,
    });
    scene
}

/// Runs for 20 s and says the fastest particle (m/s) of the second that follows.
fn rests<T: Scalar>(scene: &Scene) -> (f64, Box<SimWith<T, Verlet>>) {
    let (columns, rows) = (scene.cloth.columns, scene.cloth.rows);
    let mut sim: Box<SimWith<T, Verlet>> = start(scene, columns, rows);
    let second = scene.solver.steps_per_second.round() as u32;
    sim.run(20 * second);
    let limit = scene.limit.expect("the scene has a limit");
    let mut worst = 0.0_f64;
    for _ in 0..second {
        sim.step();
        worst = worst.max(fastest(&sim));
        // Squares and roots of the format; the limit itself holds.
        let held = limit.ratio - 1.0 + 4.0 * f64::from(f32::EPSILON);
        assert!(sim.limit_strain() <= held, "{}", sim.limit_strain());
        assert!(sim.limit_passes() > 0, "it hangs at the limit");
    }
    (worst, sim)
}

#[test]
fn what_hangs_at_the_limit_rests() {
    for (side, substeps, density) in [(9, 15, 0.2), (16, 60, 0.2), (16, 100, 5.0)] {
        let (speed, _) = rests::<f64>(&soft(side, substeps, density));
        println!("{side} {substeps} {density}: {speed:e}");
        assert!(speed < 1e-3, "{side} {substeps} {density}: {speed}");
    }
    for named in [&scenes::PINNED2, &scenes::PINNED4] {
        let mut scene = named.scene;
        (scene.cloth.columns, scene.cloth.rows) = (25, 25);
        let (speed, _) = rests::<f64>(&scene);
        println!("{}: {speed:e}", named.name);
        assert!(speed < 1e-3, "{}: {speed}", named.name);
    }
}

/// A velocity's last bit is a position's in a substep. Each of a substep's n corrections rounds
/// to the nearest, so that a coordinate is off by 0.29·√n last bits on average, and a substep
/// begins with the error of the last; the fastest of 256 particles in a second, in three
/// coordinates, is five times as far off.
#[test]
fn what_hangs_at_the_limit_rests_in_f32_but_for_its_rounding() {
    for (side, substeps) in [(16, 60), (16, 15), (12, 120)] {
        let scene = soft(side, substeps, 0.2);
        let (speed, sim) = rests::<f32>(&scene);
        // A stretched cloth reaches further than 8 spacings from its origin.
        let last_bit = 8.0 * f64::from(f32::EPSILON) * sim.units().spacing / sim.units().dt;
        // Eight links, in both directions.
        let corrections = 16.0 * f64::from(sim.limit_passes()) / f64::from(substeps);
        let bound = 2.0 * 5.0 * 0.29 * (3.0 * corrections).sqrt() * last_bit;
        println!("{side} {substeps}: {speed:e} of {bound:e}");
        assert!(speed < bound, "{side} {substeps}: {speed} {bound}");
    }
}

#[test]
fn passes_are_bounded_and_what_is_not_held_is_said() {
    for passes in [1, 7, 40, 400] {
        let mut scene = soft(16, 20, 0.2);
        scene.limit = Some(LimitScene {
            ratio: 1.02,
            passes,
        });
        // Pulled to three times its height at once.
        let mut sim: Box<SimWith<f64, Verlet>> = start(&scene, 16, 16);
        for column in 0..16 {
            let [x, y, z] = sim.position(column, 15).unwrap();
            sim.pin(column, 15).unwrap();
            sim.place(column, 15, [x, y - 3.0, z], [0.0; 3]).unwrap();
        }
        let substeps = scene.substeps(16, 16);
        for _ in 0..5 {
            sim.step();
            let most = passes.max(substeps);
            assert!(sim.limit_passes() <= most, "{}", sim.limit_passes());
            assert!(sim.limit_passes() >= substeps, "{}", sim.limit_passes());
            let strain = sim.measure().largest_strain.unwrap();
            assert!(strain > 0.02 && sim.limit_strain() >= strain - 1e-12);
        }
    }
}

#[test]
fn a_limit_that_is_gone_reports_nothing() {
    let mut scene = soft(9, 15, 0.2);
    let mut sim: Box<SimWith<f64, Verlet>> = start(&scene, 9, 9);
    sim.run(120);
    assert!(sim.limit_passes() > 0 && sim.limit_strain() > 0.0);
    scene.limit = None;
    sim.change(scene).unwrap();
    sim.step();
    assert_eq!((sim.limit_passes(), sim.limit_strain()), (0, 0.0));
}

#[test]
fn within_the_limit_nothing_is_done() {
    let mut scene = soft(9, 8, 0.2);
    scene.springs.structural = 2000.0;
    scene.springs.shear = 1000.0;
    scene.solver.substeps = 60;
    let mut sim: Box<SimWith<f64, Verlet>> = start(&scene, 9, 9);
    sim.run(300);
    assert_eq!(sim.limit_passes(), 0);
    assert!(sim.limit_strain() < 0.05);
    assert_near(
        sim.limit_strain(),
        sim.measure().largest_strain.unwrap(),
        0.01,
    );
}
