//! What can rest, rests: known scenes, in every mode and number format, at several sizes.

use cloth_core::{Fixed, Mode, Scalar, Verlet, scenes};
use cloth_tests::measure::{length, positions, sub};
use cloth_tests::{SimWith, all, start};

/// The fastest particle (m/s) and the furthest way (m) of half a second after 40 s, and what a
/// velocity's last bit is: a position's in a substep.
fn rest<T: Scalar>(scene: &cloth_core::Scene, side: usize, bit: f64) -> [f64; 3] {
    let mut sim: Box<SimWith<T, Verlet>> = start(scene, side, side);
    let second = scene.solver.steps_per_second.round() as u32;
    sim.run(40 * second);
    let before = positions(&sim);
    let (mut fastest, mut way) = (0.0_f64, 0.0_f64);
    for _ in 0..second / 2 {
        sim.step();
        for (c, r) in all(&sim) {
            fastest = fastest.max(length(sim.velocity(c, r).unwrap()));
        }
        for (a, b) in before.iter().zip(positions(&sim)) {
            way = way.max(length(sub(*a, b)));
        }
    }
    let units = sim.units();
    [fastest, way, bit * units.spacing / units.dt]
}

/// Every mode's corrections round each coordinate a few dozen times in a substep, and what
/// they leave is damped away slowly.
const BITS: [f64; 2] = [64.0, 128.0];

#[test]
fn what_can_rest_rests() {
    for named in [&scenes::FOUR_CORNERS_SPHERE, &scenes::PINNED4] {
        for (mode, side) in Mode::ALL
            .into_iter()
            .zip([7, 17, 12, 16])
            .chain(Mode::ALL.into_iter().zip([16, 8, 17, 7]))
        {
            let mut scene = named.scene;
            scene.solver.mode = mode;
            let [speed, way, _] = rest::<f64>(&scene, side, 0.0);
            let what = format!(
                "{} {mode:?} {side}: {speed:.1e} m/s, {way:.1e} m",
                named.name
            );
            println!("{what}");
            // Springs swing for a while: damped by 0.5/s, to 5·10⁻⁵ of it in 40 s.
            assert!(speed < 2e-4 && way < 2e-5, "{what}");
            // Coordinates are less than half a side from the origin.
            let reach = f64::from((side as u32 / 2).next_power_of_two());
            let of_f32 = rest::<f32>(&scene, side, 0.5 * reach * f64::from(f32::EPSILON));
            let of_fixed = rest::<Fixed>(&scene, side, 1.0 / f64::from(1 << 20));
            for ([speed, way, bit], most) in [of_f32, of_fixed].into_iter().zip(BITS) {
                println!(
                    "  {speed:.1e} m/s, {:.0} last bits, {way:.1e} m",
                    speed / bit
                );
                assert!(
                    speed < most * bit && way < 3e-4,
                    "{what}: {speed} m/s, {way} m"
                );
            }
        }
    }
}
