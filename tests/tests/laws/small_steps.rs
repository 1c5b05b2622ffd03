//! Nothing is lost at small steps and far away: free fall, with numbers that are not exact in
//! binary, in every method and number format.

use cloth_core::{
    BackwardEuler, Damping, Fixed, ForwardEuler, Imex, Method, Mode, Rk2, Rk4, Scalar, Scene,
    SymplecticEuler, Verlet,
};
use cloth_tests::measure::assert_near;
use cloth_tests::{SimWith, all, bare, start};

const G: f64 = 9.81;

/// A free sheet of 1.37 m at a height (m), with so many substeps of 1/60 s.
fn free([columns, rows]: [usize; 2], mode: Mode, substeps: u32, height: f64) -> Scene {
    let mut scene = bare(columns, rows);
    (scene.cloth.width, scene.cloth.center) = (1.37, [0.1, height, -0.3]);
    scene.forces.gravity = [0.0, -G, 0.0];
    scene.solver.mode = mode;
    (scene.solver.steps_per_second, scene.solver.substeps) = (60.0, substeps);
    scene.constraints.substeps = substeps;
    (scene.pbd.substeps, scene.xpbd.substeps) = (substeps, substeps);
    scene
}

/// Whether a method's n steps of velocity add up to n(n + 1)/2, n²/2 or n(n − 1)/2 of them.
trait Falls: Method {
    const SHIFT: f64 = 1.0;
}
impl Falls for SymplecticEuler {}
impl Falls for Verlet {}
impl Falls for BackwardEuler {}
impl Falls for Imex {}
impl Falls for ForwardEuler {
    const SHIFT: f64 = -1.0;
}
impl Falls for Rk2 {
    const SHIFT: f64 = 0.0;
}
impl Falls for Rk4 {
    const SHIFT: f64 = 0.0;
}

/// The error of a fall of `steps`, over the right one: the worst particle's.
fn error<T: Scalar, M: Falls>(scene: &Scene, steps: u32) -> f64 {
    let (columns, rows) = (scene.cloth.columns, scene.cloth.rows);
    let mut sim: Box<SimWith<T, M>> = start(scene, columns, rows);
    let heights = |sim: &SimWith<T, M>| -> Vec<f64> {
        all(sim)
            .map(|(c, r)| sim.position(c, r).unwrap()[1])
            .collect()
    };
    let before = heights(&sim);
    sim.run(steps);
    let n = f64::from(steps * scene.substeps(columns, rows));
    let dt = sim.units().dt;
    let exact = G * dt * dt * n * (n + M::SHIFT) / 2.0;
    let errors = before
        .iter()
        .zip(heights(&sim))
        .map(|(a, b)| (a - b) / exact - 1.0);
    errors.fold(
        0.0,
        |worst: f64, e| if e.abs() > worst.abs() { e } else { worst },
    )
}

/// The part of a fall that may be lost. A coordinate beside the cloth's origin has 24 bits, so
/// that a fall of 0.2 m is read to one in ten thousand, and a substep's share of gravity has
/// at least ten: rounded without bias, these leave less than that. In fixed point gravity has
/// at least four bits.
const LOST: [f64; 2] = [2e-4, 0.03];

/// Heights take turns: `a_sheet_moves_alike_everywhere` says that a place changes no bit.
fn in_turn(heights: &[f64], turn: usize) -> f64 {
    heights[turn % heights.len()]
}

fn every_method_falls<M: Falls>() {
    for (i, grid) in [[1, 1], [9, 7], [33, 31]].into_iter().enumerate() {
        for (k, substeps) in [1, 8, 123, 400].into_iter().enumerate() {
            let height = in_turn(&[0.0, 1000.0], i + k);
            let scene = free(grid, Mode::Hooke, substeps, height);
            let lost = error::<f32, M>(&scene, 12);
            assert_near(lost, 0.0, LOST[0]);
            // The origin and what is read off it are as exact as f64.
            let lost = error::<f64, M>(&scene, 12);
            assert_near(lost, 0.0, 1e-9);
        }
    }
}

#[test]
fn nothing_of_a_fall_is_lost_in_any_method() {
    every_method_falls::<Verlet>();
    every_method_falls::<SymplecticEuler>();
    every_method_falls::<ForwardEuler>();
    every_method_falls::<Rk2>();
    every_method_falls::<Rk4>();
    every_method_falls::<BackwardEuler>();
    every_method_falls::<Imex>();
}

#[test]
fn nothing_of_a_fall_is_lost_in_any_mode_and_format() {
    for (m, mode) in Mode::ALL.into_iter().enumerate() {
        for (i, grid) in [[4, 9], [17, 17], [97, 31]].into_iter().enumerate() {
            for (k, substeps) in [8, 95, 400].into_iter().enumerate() {
                let height = in_turn(&[0.0, 10.0, 1e6], m + i + k);
                let scene = free(grid, mode, substeps, height);
                assert_near(error::<f32, Verlet>(&scene, 12), 0.0, LOST[0]);
                assert_near(error::<Fixed, Verlet>(&scene, 12), 0.0, LOST[1]);
            }
        }
    }
}

#[test]
fn large_sheets_fall_as_small_ones() {
    for (side, substeps) in [(256, 60), (1024, 4)] {
        let scene = free([side; 2], Mode::Hooke, substeps, 1000.0);
        assert_near(error::<f32, Verlet>(&scene, 6), 0.0, LOST[0]);
        assert_near(error::<f32, SymplecticEuler>(&scene, 6), 0.0, LOST[0]);
    }
}

/// Wherever a sheet is, it moves with the same bits.
fn same_bits_everywhere<T: Scalar>() {
    for mode in Mode::ALL {
        let hash = |place: f64| {
            let mut scene = free([9, 7], mode, 30, place);
            scene.cloth.center = [place, -place, place];
            scene.pins.top_left = true;
            scene.constraints.structural = 0.5;
            scene.solver.damping = Damping::Rate(0.5);
            let mut sim: Box<SimWith<T, Verlet>> = start(&scene, 9, 7);
            sim.run(20);
            sim.state_hash()
        };
        let at_home = hash(0.0);
        for place in [1000.0, -1e6] {
            assert_eq!(hash(place), at_home, "{mode:?} {place} {}", T::NAME);
        }
    }
}

#[test]
fn a_sheet_moves_alike_everywhere() {
    same_bits_everywhere::<f32>();
    same_bits_everywhere::<f64>();
    same_bits_everywhere::<Fixed>();
}

/// What damping leaves after a second, for a sheet without forces.
fn left<T: Scalar>(substeps: u32, rate: f64) -> f64 {
    let mut scene = free([17, 5], Mode::Hooke, substeps, 3.0);
    scene.forces.gravity = [0.0; 3];
    scene.solver.damping = Damping::Rate(rate);
    let mut sim: Box<SimWith<T, Verlet>> = start(&scene, 17, 5);
    for (column, row) in all(&*sim).collect::<Vec<_>>() {
        let position = sim.position(column, row).unwrap();
        sim.place(column, row, position, [0.3, 0.1, -0.2]).unwrap();
    }
    sim.run(60);
    sim.velocity(8, 2).unwrap()[0] / 0.3
}

#[test]
fn damping_is_as_strong_at_every_step() {
    for substeps in [1, 15, 95, 400] {
        for rate in [0.1_f64, 0.5, 4.0] {
            let exact = (-rate).exp();
            assert_near(left::<f32>(substeps, rate) / exact, 1.0, 2e-3);
            assert_near(left::<Fixed>(substeps, rate) / exact, 1.0, 0.03);
        }
    }
}
