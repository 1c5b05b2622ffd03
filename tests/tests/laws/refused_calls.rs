//! What is no number does not come in by calls: it is refused, and the state is as it was.

use cloth_core::{
    AttachError, BackwardEuler, Fixed, Imex, Method, PlaceError, Rk4, Scalar, SettingError, Verlet,
    scenes,
};
use cloth_tests::{Sim, empty, start};

const WRONG: [f64; 3] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

fn refuses<T: Scalar>() {
    let scene = scenes::FOUR_CORNERS_SPHERE.scene;
    let mut sim: Box<Sim<T>> = start(&scene, 8, 8);
    sim.run(5);
    let before = sim.state_hash();
    let key = |error: SettingError| error.key;
    for wrong in WRONG {
        for axis in 0..3 {
            let (fine, mut bad) = ([0.1, 0.2, 0.3], [0.0; 3]);
            bad[axis] = wrong;
            let place = |result: Result<(), PlaceError>| match result {
                Err(PlaceError::Value(error)) => key(error),
                other => panic!("{wrong}: {other:?}"),
            };
            assert_eq!(place(sim.place(1, 2, bad, fine)), "place");
            assert_eq!(place(sim.place(1, 2, fine, bad)), "velocity");
            let Err(AttachError::Value(error)) = sim.attach(1, 2, bad) else {
                panic!("{wrong} is taken");
            };
            assert_eq!(error.key, "velocity");
            assert_eq!(sim.move_collider(0, bad, fine).map_err(key), Err("place"));
            assert_eq!(
                sim.move_collider(0, fine, bad).map_err(key),
                Err("velocity")
            );
        }
    }
    assert!(!sim.cloth().is_pinned(1, 2));
    assert_eq!(sim.state_hash(), before);
    let untouched: Box<Sim<T>> = {
        let mut sim: Box<Sim<T>> = start(&scene, 8, 8);
        sim.run(6);
        sim
    };
    sim.step();
    assert_eq!(sim.state_hash(), untouched.state_hash());
}

#[test]
fn what_is_no_number_is_refused_and_changes_nothing() {
    refuses::<f32>();
    refuses::<f64>();
    refuses::<Fixed>();
}

#[test]
fn nothing_is_changed_before_a_scene_has_begun() {
    let mut sim = empty::<f32, Verlet>(4, 4);
    let before = sim.state_hash();
    let placed = sim.place(1, 1, [0.0; 3], [0.0; 3]);
    assert_eq!(placed, Err(PlaceError::NotStarted));
    assert_eq!(sim.attach(1, 1, [0.0; 3]), Err(AttachError::NotStarted));
    let changed = sim.change(scenes::FOUR_CORNERS.scene).unwrap_err();
    assert_eq!(changed.key, "scene");
    assert!(sim.move_collider(0, [0.0; 3], [0.0; 3]).is_err());
    assert_eq!(sim.state_hash(), before);
    // And it begins as any other.
    sim.reset(&scenes::FOUR_CORNERS.scene).unwrap();
    assert_eq!(sim.change(scenes::FOUR_CORNERS.scene), Ok(()));
}

/// Implicit methods are not for fixed point: cloth stood still or flew apart.
#[test]
fn implicit_methods_are_refused_in_fixed_point() {
    fn started<T: Scalar, M: Method>() -> Result<(), &'static str> {
        let scene = scenes::PINNED4.scene;
        let mut sim = empty::<T, M>(9, 7);
        sim.reset(&scene).map_err(|error| error.key)
    }
    assert_eq!(started::<Fixed, BackwardEuler>(), Err("method"));
    assert_eq!(started::<Fixed, Imex>(), Err("method"));
    assert_eq!(started::<Fixed, Rk4>(), Ok(()));
    assert_eq!(started::<f32, BackwardEuler>(), Ok(()));
    assert_eq!(started::<f32, Imex>(), Ok(()));
}
