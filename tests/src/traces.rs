//! Scenes in which everything acts, and a trace of all that comes of them: for comparisons of bits.

use crate::{Noise, bare, blank, limit, positional_wind, shake, stiffen, turned_box, wind};
use cloth_core::scene::{ColliderScene, SelfCollisionScene, TearScene, TetherScene};
use cloth_core::{
    BendNeighbours, Damping, Extent, Method, Mode, Phase, Scalar, Scene, Simulation, StateHash,
    WithAll,
};

/// A scene whose unit of length is the rest spacing, in which all kinds of forces and colliders act.
#[must_use]
pub fn scene(columns: usize, rows: usize, mode: Mode) -> Scene {
    let mut scene = bare(columns, rows);
    scene.solver.mode = mode;
    scene.solver.substeps = 2;
    scene.solver.damping = Damping::Rate(0.01);
    (scene.pins.top_left, scene.pins.bottom_right) = (true, true);
    stiffen(&mut scene, [0.44, 0.28, 0.12]);
    scene.springs.damping = 0.1;
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
    scene.forces.wind = wind([0.05, 0.02, -0.03], 0.1);
    let rising = [0.0, 0.02, 0.0];
    let block = turned_box([1.6, -0.2, 0.2], [1.0, 0.4, 2.0], [10.0, 30.0, -20.0]);
    let mut block = block.moving(rising);
    *block.motion_mut().2 = 4.0;
    let ball = ColliderScene::sphere([0.3, -0.6, 0.2], 0.7).moving(rising);
    let rod = ColliderScene::capsule([-2.0, -0.4, -1.0], [-1.0, -0.3, 2.0], 0.4).moving(rising);
    let floor = ColliderScene::plane([0.0, -0.2, 0.0], [0.0, 1.0, 0.0]);
    for (collider, friction) in [(ball, 0.3), (rod, 0.4), (block, 0.2), (floor, 0.5)] {
        let _ = scene.colliders.push(collider.with_friction(friction));
    }
    scene
}

/// A mode with what does not tear, which tethers and the limit need, and with what does; XPBD in both ways.
#[must_use]
pub fn cases(columns: usize, rows: usize, remembers: bool) -> Vec<Scene> {
    let mut all = Vec::new();
    for mode in Mode::ALL {
        let mut whole = scene(columns, rows, mode);
        whole.limit = limit(1.1, 3);
        if matches!(mode, Mode::Pbd | Mode::Xpbd) {
            whole.tethers = Some(TetherScene::default());
        }
        let mut torn = scene(columns, rows, mode);
        torn.tear = Some(TearScene { strain: Some(0.2) });
        torn.self_collision = Some(SelfCollisionScene::DEFAULT);
        torn.forces.positional_wind = positional_wind([0.01, 0.7, 0.3]);
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

/// What a run leaves behind, in its order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// The hash of the state after a phase.
    State(Phase, u64),
    /// After a step: the hash of the normals, the passes of the limit, the largest strain's bits and
    /// the triangles left.
    Step([u64; 4]),
}

/// Crumples the cloth, takes it by a hand, and looks at all that comes of it in so many steps.
///
/// # Panics
/// If the scene is not valid.
#[must_use]
pub fn trace<T: Scalar, G: Extent, M: Method>(
    sim: &mut Simulation<T, G, M, Scene, WithAll>,
    scene: &Scene,
    steps: u32,
) -> Vec<Mark> {
    sim.reset(scene).expect("the scene is valid");
    shake(sim, &mut Noise::new(5), 0.35, 0.05);
    sim.attach(0, 0, [0.01, 0.02, 0.0]).expect("in the grid");
    let mut normals = blank(sim);
    let mut marks = Vec::new();
    for _ in 0..steps {
        sim.step_observed(&mut |phase, hash| {
            marks.extend(hash.map(|hash| Mark::State(phase, hash())));
        });
        sim.normals(&mut normals);
        let mut hash = StateHash::START;
        hash.grid(&normals);
        let report = sim.measure();
        marks.push(Mark::Step([
            hash.value(),
            report.limit_passes.into(),
            report.largest_strain.map_or(1, f64::to_bits),
            sim.triangles().count() as u64,
        ]));
    }
    marks
}

/// Asserts that two runs leave the same behind.
///
/// # Panics
/// If they do not.
#[track_caller]
pub fn assert_same(one: &[Mark], two: &[Mark], what: &str) {
    assert_eq!(one.len(), two.len(), "{what}");
    for (nth, (one, two)) in one.iter().zip(two).enumerate() {
        assert_eq!(one, two, "{what}: mark {nth}");
    }
}
