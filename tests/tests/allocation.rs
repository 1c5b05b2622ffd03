//! Nothing is allocated: not by a reset, a step, a change or a reading, with any method. A host's search for the longest
//! stable step takes two grids, and gives them back.

use allocation_counter::measure;
use cloth_core::host::Format::F32;
use cloth_core::host::Method;
use cloth_core::scene::TetherScene;
use cloth_core::{Mode, WithAll, scenes};
use cloth_tests::{Trial, blank, in_mode, sized, start, wind};

#[test]
fn the_counter_counts() {
    let counted = measure(|| drop(std::hint::black_box(Box::new([0_u8; 64]))));
    assert_eq!((counted.count_total, counted.bytes_total), (1, 64));
}

#[test]
fn a_simulation_allocates_nothing() {
    for named in scenes::ALL {
        for mode in Mode::ALL {
            let mut scene = in_mode(named.scene, mode);
            let tethered = mode == Mode::Pbd && scene.tear.is_none();
            scene.tethers = tethered.then_some(TetherScene::default());
            scene.forces.air_drag = 1e-6;
            scene.forces.wind = wind([1.0, 0.0, 0.5], 0.1);
            let mut wrong = scene;
            wrong.cloth.width = f64::NAN;
            let mut sim = start::<f32, cloth_core::Verlet, WithAll>(&scene, 12, 9);
            let mut normals = blank(&sim);
            let counted = measure(|| {
                sim.reset(&scene).expect("valid");
                sim.attach(3, 3, [0.1, 0.0, 0.0]).expect("inside");
                sim.run(3);
                sim.unpin(3, 3).expect("inside");
                sim.change(&scene).expect("valid");
                sim.step_observed(&mut |phase, _| {
                    std::hint::black_box(phase.name());
                });
                sim.normals(&mut normals);
                std::hint::black_box((sim.measure(), sim.state_hash(), sim.position(1, 1)));
                std::hint::black_box(sim.colliders().count());
                assert!(sim.reset(&wrong).is_err());
            });
            assert_eq!(counted.count_total, 0, "{} {mode:?}", named.name);
        }
    }
    for method in Method::ALL {
        let scene = sized(&scenes::FOUR_CORNERS_SPHERE.scene, 8, 7);
        let mut sim = Trial::new(&scene, method, F32);
        let counted = measure(|| {
            sim.reset(&scene).unwrap();
            sim.tighten(1e-4);
            sim.run(3);
            std::hint::black_box(sim.any().stable_dt_bound());
        });
        assert_eq!(counted.count_total, 0, "{method} {counted:?}");
        let counted = measure(|| _ = std::hint::black_box(sim.stable_dt()));
        let counts = [counted.count_total as i64, counted.count_current];
        assert_eq!(counts, [2, 0], "{method} {counted:?}");
    }
}
