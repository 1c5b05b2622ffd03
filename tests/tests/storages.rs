//! The same bits in arrays, whose size the compiler knows, and in vectors, whose size is a
//! value: after every phase of every step. What happens between steps is compared in `tests/fuzz/src/storages.rs`.

use cloth_core::{
    BackwardEuler, Dyn, Fixed, ForwardEuler, Imex, Method, Mode, Rk2, Rk4, Scalar, Scene,
    SymplecticEuler, Verlet,
};
use cloth_tests::traces::{assert_same, cases, trace};
use cloth_tests::{empty, in_arrays};

/// Steps of each run, of two substeps.
const STEPS: u32 = 3;

/// Every case in both storages.
fn same<T: Scalar, M: Method, const W: usize, const H: usize>() {
    let mut arrays = in_arrays::<T, M, W, H>();
    let mut vectors = empty::<T, M, _>(W, H);
    for scene in cases(W, H, M::NAME == Verlet::NAME) {
        let (mode, tears, damping) = (scene.solver.mode, scene.tear.is_some(), scene.xpbd.damping);
        let names = [T::NAME, M::NAME];
        let what = format!("{W} × {H}, {names:?}, {mode:?}, tears: {tears}, damping {damping}");
        let one = trace(&mut *arrays, &scene, STEPS);
        assert_same(&one, &trace(&mut *vectors, &scene, STEPS), &what);
        assert_eq!(arrays.state_hash(), vectors.state_hash(), "{what}");
        assert_eq!(arrays.is_torn(), vectors.is_torn(), "{what}");
        assert!(W < 5 || H < 5 || vectors.is_torn() == tears, "{what}");
    }
}

/// Strings, one vector a lane and several, and what they leave over; rows of one block and of several. Each grid
/// is compiled anew, which takes seconds; `kernels` in the laws has vectors of many more sizes.
#[test]
fn every_grid_has_the_same_bits_in_both_storages() {
    same::<f32, Verlet, 1, 9>();
    same::<f32, Verlet, 9, 1>();
    same::<f32, Verlet, 17, 8>();
    same::<f32, Verlet, 33, 5>();
    same::<f32, Verlet, 5, 300>();
    same::<f64, Verlet, 13, 11>();
    same::<Fixed, Verlet, 15, 4>();
}

#[test]
fn every_method_has_the_same_bits_in_both_storages() {
    same::<f32, SymplecticEuler, 10, 8>();
    same::<f32, Rk4, 10, 8>();
    same::<f32, BackwardEuler, 10, 8>();
    same::<f64, ForwardEuler, 10, 8>();
    same::<f64, Imex, 10, 8>();
    same::<Fixed, Rk2, 10, 8>();
}

/// What is taken out of a scene.
type Take = fn(&mut Scene);

/// Whatever is taken out of the scenes changes the motion: nothing above is compared
/// without having acted.
#[test]
fn all_parts_of_the_scenes_act() {
    let parts: [(&str, Take); 8] = [
        ("limit", |s| s.limit = None),
        ("tethers", |s| s.tethers = None),
        ("tearing", |s| s.tear = None),
        ("self-collision", |s| s.self_collision = None),
        ("positional wind", |s| s.forces.positional_wind = None),
        ("wind", |s| s.forces.wind = None),
        ("passes", |s| s.xpbd.iterations = 1),
        ("damping", |s| s.xpbd.damping = 0.0),
    ];
    let hash = |scene: &Scene| {
        let mut sim = empty::<f32, Verlet, _>(13, 11);
        let _ = trace::<f32, Dyn, Verlet>(&mut sim, scene, STEPS);
        sim.state_hash()
    };
    let mut acted = [false; 8];
    for scene in cases(13, 11, true) {
        let whole = hash(&scene);
        for (i, (name, take)) in parts.iter().enumerate() {
            let mut without = scene;
            take(&mut without);
            if without != scene && (scene.solver.mode == Mode::Xpbd || i < 6) {
                assert_ne!(hash(&without), whole, "{name} {:?}", scene.solver.mode);
                acted[i] = true;
            }
        }
    }
    assert_eq!(acted, [true; 8]);
}
