//! A four-corner drape is mirror-symmetric (V21).

use cloth_core::scene::TetherScene;
use cloth_core::{Damping, Mode, Scalar, Scene, scenes};
use cloth_tests::begin;
use cloth_tests::measure::positions;

/// The default material between four pins, without a ball.
fn drape() -> Scene {
    let named = scenes::ALL.iter().find(|s| s.name == "four-corners");
    named.expect("a scene of the library").scene
}

/// How far the cloth is from its mirror images, in rest spacings: left and
/// right, top and bottom. Columns run along x, rows along z, centred at x = 0
/// and z = 0.
fn asymmetry<T: Scalar, const N: usize>(scene: &Scene, steps: u32) -> [f64; 2] {
    let mut sim = begin::<T, N, N>(scene);
    sim.run(steps);
    let x = positions(&sim);
    let spacing = sim.units().spacing;
    let at = |c: usize, r: usize| x[r * N + c];
    let mut off = [0.0_f64; 2];
    let mut sag = 0.0_f64;
    for r in 0..N {
        for c in 0..N {
            let here = at(c, r);
            sag = sag.max(x[0][1] - here[1]);
            let beside = at(N - 1 - c, r);
            let below = at(c, N - 1 - r);
            let mirrored = [
                [-beside[0], beside[1], beside[2]],
                [below[0], below[1], -below[2]],
            ];
            for (most, image) in off.iter_mut().zip(mirrored) {
                for k in 0..3 {
                    *most = most.max((here[k] - image[k]).abs() / spacing);
                }
            }
        }
    }
    assert!(sag > 0.015, "it hangs: {sag} m");
    off
}

#[test]
fn v21_hooke_mode_is_symmetric_to_rounding() {
    let mut scene = drape();
    scene.limit = None;
    for sides in [
        asymmetry::<f64, 9>(&scene, 60),
        asymmetry::<f64, 12>(&scene, 60),
    ] {
        assert!(sides.iter().all(|&s| s < 1e-11), "{sides:?}");
    }
    for sides in [
        asymmetry::<f32, 9>(&scene, 60),
        asymmetry::<f32, 12>(&scene, 60),
    ] {
        assert!(sides.iter().all(|&s| s < 2e-3), "{sides:?}");
    }
}

#[test]
fn v21_other_modes_are_symmetric_up_to_their_order() {
    // Links are solved one after the other, from the left and from the top, so
    // a drape in motion is not symmetric to rounding. At rest it is nearly so.
    for mode in [Mode::Constraint, Mode::Pbd, Mode::Xpbd] {
        for tethers in [None, Some(TetherScene::DEFAULT)] {
            let mut scene = drape();
            scene.solver.mode = mode;
            scene.solver.damping = Damping::Rate(4.0);
            scene.tethers = tethers;
            for sides in [
                asymmetry::<f64, 9>(&scene, 200),
                asymmetry::<f64, 12>(&scene, 200),
            ] {
                // Anchors pull in turn too.
                let bound = match (tethers, mode) {
                    (Some(_), _) => 0.04,
                    (None, Mode::Pbd) => 0.025,
                    (None, _) => 0.02,
                };
                assert!(sides.iter().all(|&s| s < bound), "{mode:?} {sides:?}");
            }
        }
    }
}
