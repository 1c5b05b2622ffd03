//! The same bits in arrays, whose size the compiler knows, and in vectors, whose size is a
//! value: after every phase of every step.

use cloth_core::scene::{
    ColliderScene, LimitScene, PositionalWindScene, SelfCollisionScene, TearScene, TetherScene,
    WindScene,
};
use cloth_core::{
    BendNeighbours, Damping, Dyn, Extent, Fixed, Method, Mode, Observer, Phase, Scalar, Scene,
    Simulation, StateHash, Verlet, WithAll,
};
use cloth_tests::{Noise, bare, blank, empty, for_sizes, in_arrays, shake, with_schemes};

/// Steps of each run, of two substeps.
const STEPS: u32 = 3;

/// Stack for simulations in arrays.
const STACK: usize = 64 << 20;

/// The state after each phase.
#[derive(Debug, Default)]
struct Seen(Vec<(Phase, u64)>);

impl Observer for Seen {
    fn ended(&mut self, _phase: Phase) {}
    fn state(&mut self, phase: Phase, hash: impl FnOnce() -> u64) {
        self.0.push((phase, hash()));
    }
}

/// What a run leaves behind: the states after the phases of each step, and then the hash
/// of the normals, the passes of the limit, the largest strain and the triangles left.
type Trace = Vec<(Vec<(Phase, u64)>, [u64; 4])>;

/// Crumples the cloth, takes it by a hand, and looks at all that comes of it.
fn trace<T: Scalar, G: Extent, M: Method>(
    sim: &mut Simulation<T, G, M, Scene, WithAll>,
    scene: &Scene,
) -> Trace {
    sim.reset(scene).expect("the scene is valid");
    shake(sim, &mut Noise::new(5), 0.35, 0.05);
    sim.attach(0, 0, [0.01, 0.02, 0.0]).expect("in the grid");
    let mut normals = blank(sim);
    let mut step = || {
        let mut seen = Seen::default();
        sim.step_observed(&mut seen);
        sim.normals(&mut normals);
        let mut hash = StateHash::new();
        hash.grid(&normals);
        let report = sim.measure();
        let ends = [
            hash.value(),
            report.limit_passes.into(),
            report.largest_strain.map_or(1, f64::to_bits),
            sim.triangles().count() as u64,
        ];
        (seen.0, ends)
    };
    (0..STEPS).map(|_| step()).collect()
}

/// A scene whose unit of length is the rest spacing, in which all kinds of forces and colliders act.
fn scene(columns: usize, rows: usize, mode: Mode) -> Scene {
    let mut scene = bare(columns, rows);
    scene.solver.mode = mode;
    scene.solver.substeps = 2;
    scene.solver.damping = Damping::Rate(0.01);
    (scene.pins.top_left, scene.pins.bottom_right) = (true, true);
    let s = &mut scene.springs;
    (s.structural, s.shear, s.bend, s.damping) = (0.44, 0.28, 0.12, 0.1);
    let c = &mut scene.constraints;
    (c.structural, c.shear, c.bend) = (0.9, 0.6, 0.2);
    (c.iterations, c.substeps) = (3, 2);
    let p = &mut scene.pbd;
    (p.structural, p.shear, p.bend, p.compression) = (0.9, 0.6, 0.2, 0.5);
    (p.iterations, p.substeps) = (2, 2);
    let x = &mut scene.xpbd;
    (x.structural, x.shear, x.bend, x.compression) = (0.125, 0.25, 2.0, 1.0);
    (x.iterations, x.substeps) = (1, 2);
    scene.springs.bend_neighbours = BendNeighbours::Eight;
    scene.constraints.bend_neighbours = BendNeighbours::Eight;
    scene.xpbd.bend_neighbours = BendNeighbours::Eight;
    scene.forces.gravity = [0.0, -0.04, 0.0];
    scene.forces.air_drag = 0.02;
    scene.forces.wind = Some(WindScene {
        velocity: [0.05, 0.02, -0.03],
        coefficient: 0.1,
    });
    for collider in [
        ColliderScene::Sphere {
            center: [0.3, -0.6, 0.2],
            radius: 0.7,
            friction: 0.3,
            velocity: [0.0, 0.02, 0.0],
            period: 0.0,
        },
        ColliderScene::Capsule {
            start: [-2.0, -0.4, -1.0],
            end: [-1.0, -0.3, 2.0],
            radius: 0.4,
            friction: 0.4,
            velocity: [0.0, 0.02, 0.0],
            period: 0.0,
        },
        ColliderScene::Box {
            center: [1.6, -0.2, 0.2],
            size: [1.0, 0.4, 2.0],
            turn: [10.0, 30.0, -20.0],
            friction: 0.2,
            velocity: [0.0, 0.02, 0.0],
            period: 4.0,
        },
        ColliderScene::Plane {
            point: [0.0, -0.2, 0.0],
            normal: [0.0, 1.0, 0.0],
            friction: 0.5,
            velocity: [0.0; 3],
            period: 0.0,
        },
    ] {
        let _ = scene.colliders.push(collider);
    }
    scene
}

/// Each mode with what tears or with what does not, which tethers and the limit need, and
/// XPBD in both ways.
fn cases(columns: usize, rows: usize, remembers: bool) -> Vec<Scene> {
    let mut all = Vec::new();
    for mode in Mode::ALL {
        let mut whole = scene(columns, rows, mode);
        whole.limit = Some(LimitScene {
            ratio: 1.1,
            passes: 3,
        });
        if matches!(mode, Mode::Pbd | Mode::Xpbd) {
            whole.tethers = Some(TetherScene::DEFAULT);
        }
        let mut torn = scene(columns, rows, mode);
        torn.tear = Some(TearScene { strain: Some(0.2) });
        torn.self_collision = Some(SelfCollisionScene::DEFAULT);
        torn.forces.positional_wind = Some(PositionalWindScene {
            coefficient: 0.01,
            wave_number: 0.7,
            rate: 0.3,
        });
        if mode == Mode::Xpbd && remembers {
            (torn.xpbd.iterations, torn.xpbd.damping) = (3, 0.25);
            let mut damped = whole;
            damped.xpbd.damping = 0.5;
            all.push(damped);
        }
        all.extend([whole, torn]);
    }
    all
}

/// Every case in both storages.
fn same<T: Scalar, M: Method, const W: usize, const H: usize>() {
    let body = || {
        let mut arrays = in_arrays::<T, M, W, H>();
        let mut vectors = empty::<T, M>(W, H);
        let remembers = M::NAME == Verlet::NAME;
        for scene in cases(W, H, remembers) {
            let what = format!(
                "{W} × {H}, {}, {}, {:?}, tears: {}, damping {}",
                T::NAME,
                M::NAME,
                scene.solver.mode,
                scene.tear.is_some(),
                scene.xpbd.damping
            );
            let (one, two) = (trace(&mut arrays, &scene), trace(&mut vectors, &scene));
            for (step, (one, two)) in one.iter().zip(&two).enumerate() {
                let phases = one.0.iter().zip(&two.0).enumerate();
                for (nth, (one, two)) in phases {
                    assert_eq!(one, two, "{what}: step {step}, phase {nth}");
                }
                assert_eq!(one, two, "{what}: step {step}");
            }
            assert_eq!(arrays.state_hash(), vectors.state_hash(), "{what}");
            assert_eq!(arrays.is_torn(), vectors.is_torn(), "{what}");
            if W >= 5 && H >= 5 {
                assert_eq!(vectors.is_torn(), scene.tear.is_some(), "{what}");
            }
        }
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let run = thread.spawn_scoped(scope, body).expect("a thread starts");
        if let Err(panic) = run.join() {
            std::panic::resume_unwind(panic);
        }
    });
}

fn grid<T: Scalar, const W: usize, const H: usize>() {
    same::<T, Verlet, W, H>();
}

/// Around one, two and several vectors a lane, and what they leave over; no room to spare
/// and much of it; primes; rows of one block and of several. Each grid is compiled anew,
/// which takes seconds: so the other formats have some of them.
#[test]
fn every_grid_has_the_same_bits_in_both_storages_f32() {
    for_sizes!(grid::<f32>: (1, 9), (9, 1), (7, 5), (16, 9), (17, 8), (32, 6), (33, 5), (97, 31),
        (5, 300));
}

#[test]
fn every_grid_has_the_same_bits_in_both_storages_f64() {
    for_sizes!(grid::<f64>: (1, 9), (2, 2), (13, 11), (31, 97), (5, 300));
}

#[test]
fn every_grid_has_the_same_bits_in_both_storages_fixed_point() {
    for_sizes!(grid::<Fixed>: (1, 1), (9, 1), (15, 4), (97, 31), (5, 300));
}

/// Every method in the other formats; `methods` has all in f32.
#[test]
fn every_method_has_the_same_bits_in_both_storages() {
    with_schemes!(same(): f64, 10 by 8; all);
    with_schemes!(same(): Fixed, 10 by 8; ForwardEuler, SymplecticEuler, Verlet, Rk2, Rk4);
}

/// Whatever is taken out of the scenes changes the motion: nothing above is compared
/// without having acted.
#[test]
fn all_parts_of_the_scenes_act() {
    type Take = fn(&mut Scene);
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
        let mut sim = empty::<f32, Verlet>(13, 11);
        trace::<f32, Dyn, Verlet>(&mut sim, scene);
        sim.state_hash()
    };
    let mut acted = [false; 12];
    for scene in cases(13, 11, true) {
        let whole = hash(&scene);
        for (i, (name, take)) in parts.iter().enumerate() {
            let mut without = scene;
            take(&mut without);
            if without != scene && scene.solver.mode == Mode::Xpbd || i != 6 && i != 7 {
                let moves = hash(&without) != whole;
                assert!(moves || without == scene, "{name} {:?}", scene.solver.mode);
                acted[i] |= moves;
            }
        }
        for collider in 0..4 {
            let mut without = scene;
            without.colliders = cloth_core::scene::Colliders::EMPTY;
            for (i, part) in scene.colliders.iter().enumerate() {
                if i != collider {
                    let _ = without.colliders.push(*part);
                }
            }
            acted[parts.len() + collider] |= hash(&without) != whole;
        }
    }
    assert_eq!(acted, [true; 12]);
}
