//! Large grids: the same bits for any number of threads, in arrays and in vectors.

use cloth_core::scene::{ColliderScene, LimitScene, TetherScene};
use cloth_core::{
    Const, ForwardEuler, Method, Mode, Rk2, Rk4, Scene, Simulation, SymplecticEuler, Verlet, scenes,
};
use cloth_tests::{begin_having, empty_having};
use std::sync::Mutex;

/// More rows than one block, and a last block of its own size.
const W: usize = 37;
const H: usize = 301;

type Sim = Simulation<f32, Const<W, H>>;
static SIM: Mutex<Sim> = Mutex::new(Sim::EMPTY);

fn scene(mode: Mode) -> Scene {
    let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
    (scene.cloth.columns, scene.cloth.rows) = (W, H);
    scene.solver.mode = mode;
    scene.solver.substeps = 2;
    scene.constraints.substeps = 3;
    (scene.pbd.substeps, scene.xpbd.substeps) = (3, 3);
    for rod in [false, true] {
        let _ = scene.colliders.push(match rod {
            true => ColliderScene::Capsule {
                start: [-0.9, 1.15, -6.0],
                end: [-0.6, 1.15, 6.0],
                radius: 0.12,
                friction: 0.4,
                velocity: [0.0, 0.05, 0.0],
                period: 0.0,
            },
            false => ColliderScene::Box {
                center: [0.7, 1.1, 0.1],
                size: [0.3, 0.25, 12.0],
                turn: [10.0, 30.0, -20.0],
                friction: 0.2,
                velocity: [0.0, 0.1, 0.0],
                period: 1.0,
            },
        });
    }
    scene.tethers = Some(TetherScene::DEFAULT);
    scene.limit = Some(LimitScene {
        ratio: 1.1,
        passes: 3,
    });
    scene
}

fn within<A: Send>(threads: usize, work: impl FnOnce() -> A + Send) -> A {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let pool = pool.build().expect("threads can be started");
    pool.install(work)
}

fn hash(threads: usize, mode: Mode) -> u64 {
    within(threads, || {
        let mut arrays = SIM.lock().expect("no other test has failed with it");
        arrays.reset(scene(mode)).expect("the scene is valid");
        arrays.run(8);
        let mut vectors = begin_having::<f32, Verlet, (), W, H>(&scene(mode));
        vectors.run(8);
        let hash = arrays.state_hash();
        assert_eq!(vectors.state_hash(), hash, "{mode:?}, {threads} threads");
        hash
    })
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for mode in Mode::ALL {
        let one = hash(1, mode);
        for threads in [2, 3, 8] {
            assert_eq!(hash(threads, mode), one, "{mode:?}, {threads} threads");
        }
    }
}

/// Where threads have parts of the rows, but links are one block: two parts, a last part of one row, and of more.
#[test]
fn parts_of_the_rows_have_the_same_bits_in_any_number_of_threads() {
    for mode in Mode::ALL {
        for rows in [127, 128, 129, 150] {
            same_in_threads::<Verlet>(&scene(mode), rows);
        }
    }
}

/// Springs, wind and drag, by each method that has no linear system.
#[test]
fn forces_have_the_same_bits_in_any_number_of_threads() {
    let mut scene = scene(Mode::Hooke);
    scene.forces.wind = scenes::FLAG.scene.forces.wind;
    for rows in [129, H] {
        same_in_threads::<ForwardEuler>(&scene, rows);
        same_in_threads::<SymplecticEuler>(&scene, rows);
        same_in_threads::<Rk2>(&scene, rows);
        same_in_threads::<Rk4>(&scene, rows);
        same_in_threads::<Verlet>(&scene, rows);
    }
}

fn same_in_threads<M: Method>(scene: &Scene, rows: usize) {
    let hash = |threads| {
        within(threads, || {
            let mut cloth = empty_having::<f32, M, ()>(W, rows);
            cloth.reset(scene).expect("the scene is valid");
            cloth.run(8);
            cloth.state_hash()
        })
    };
    let (one, mode) = (hash(1), scene.solver.mode);
    for threads in [2, 3, 8] {
        let what = format!("{}, {mode:?}, {rows} rows, {threads} threads", M::NAME);
        assert_eq!(hash(threads), one, "{what}");
    }
}
