//! One walk over the rows against one for integration, one for links and one for contacts: the same bits.

extern crate std;

use crate::collide::{Obstacle, Sphere};
use crate::extras::WithAll;
use crate::observer::Phase;
use crate::scene::{Mode, Pins, Scene, TetherScene, library};
use crate::{Dyn, Scalar, Simulation, Verlet};

type Cloth<T> = Simulation<T, Dyn, Verlet, Scene, WithAll>;

/// A scene without what needs a cloth as a whole between a row's parts.
fn for_one_walk(mut scene: Scene, mode: Mode, passes: u32) -> Scene {
    scene.solver.mode = mode;
    scene.self_collision = None;
    scene.tethers = (scene.tear.is_none() && passes == 2).then_some(TetherScene::DEFAULT);
    (scene.forces.wind, scene.forces.positional_wind) = (None, None);
    scene.forces.air_drag = 0.0;
    (scene.xpbd.iterations, scene.xpbd.damping) = (1, 0.0);
    (scene.constraints.iterations, scene.pbd.iterations) = (passes, passes);
    (
        scene.constraints.substeps,
        scene.pbd.substeps,
        scene.xpbd.substeps,
    ) = (3, 3, 3);
    scene
}

/// Steps a cloth that nobody observes and one that somebody does; whether the first may have one walk: tethers to
/// anchors of many rows still have their own.
fn same<T: Scalar>(scene: &Scene, [columns, rows]: [usize; 2]) -> bool {
    let mut one = Cloth::<T>::with_size(Dyn::new(columns, rows)).expect("there is memory");
    one.reset(scene).expect("a scene of the library");
    let mut three = one.clone();
    let has_one_walk = one.may_have_one_walk();
    for step in 0..4 {
        let place = [0.013, 0.4 - 0.1 * f64::from(step), 0.021];
        for cloth in [&mut one, &mut three] {
            // None in some scenes, and not of every kind.
            let _ = cloth.move_collider(0, place, [0.1, 0.7, -0.2]);
            if scene.tear.is_some() {
                cloth.cut_particle(0, rows / 2).expect("it may tear");
            }
        }
        one.step();
        let mut phases = 0;
        three.step_observed(&mut |_: Phase| phases += 1);
        assert!(phases > 0);
        let [one, three] = [one.state_hash(), three.state_hash()];
        assert_eq!(one, three, "{columns} x {rows}, step {step}");
    }
    has_one_walk
}

#[test]
fn rows_go_through_the_same_in_one_walk() {
    let sizes = [
        [9, 257],
        [1, 300],
        [33, 258],
        [17, 320],
        [2, 321],
        [40, 322],
    ];
    let modes = [Mode::Constraint, Mode::Pbd, Mode::Xpbd];
    let mut walks = 0;
    for (i, named) in library::ALL.iter().enumerate() {
        for (k, mode) in modes.into_iter().enumerate() {
            let passes = (i + k) as u32 % 3 + 1;
            let scene = for_one_walk(named.scene, mode, passes);
            let size = sizes[(i + 2 * k) % sizes.len()];
            let [in_f32, in_f64] = [same::<f32>(&scene, size), same::<f64>(&scene, size)];
            assert_eq!(in_f32, in_f64);
            walks += u32::from(in_f32);
        }
    }
    assert_eq!(walks as usize, 3 * library::ALL.len());
}

/// Where a cloth ends with a block, and a row before it: its last rows are left once.
#[test]
fn rows_are_left_once() {
    for mode in [Mode::Constraint, Mode::Pbd, Mode::Xpbd] {
        for rows in 318..324 {
            let mut scene = for_one_walk(library::FOUR_CORNERS_SPHERE.scene, mode, 2);
            assert!(scene.tethers.is_some() && same::<f32>(&scene, [33, rows]));
            scene.tethers = None;
            scene.pins = Pins::NONE;
            assert!(same::<f32>(&scene, [33, rows]));
        }
    }
}

/// What has no single walk steps as ever; so does a cloth of as many rows as one block has.
#[test]
fn others_go_over_all_rows_for_each_part() {
    let whole = for_one_walk(library::FOUR_CORNERS_SPHERE.scene, Mode::Xpbd, 1);
    assert!(!same::<f32>(&whole, [9, 256]));
    let mut remembered = whole;
    remembered.xpbd.iterations = 2;
    assert!(!same::<f32>(&remembered, [9, 257]));
    let mut springs = whole;
    springs.solver.mode = Mode::Hooke;
    assert!(!same::<f32>(&springs, [9, 257]));
}

/// Others' shapes come after the scene's, as they do elsewhere.
#[test]
fn obstacles_come_after_the_walk() {
    let scene = for_one_walk(library::FOUR_CORNERS_SPHERE.scene, Mode::Constraint, 2);
    let mut one = Cloth::<f32>::with_size(Dyn::new(21, 300)).expect("there is memory");
    one.reset(scene).expect("a scene of the library");
    let mut two = one.clone();
    let units = one.units();
    let ball = Sphere {
        center: units.position([0.1, 0.9, 0.3]),
        radius: 0.3 / units.spacing as f32,
    };
    let mut obstacle = Obstacle::fixed(ball, 0.3);
    assert!(one.may_have_one_walk());
    for _ in 0..8 {
        one.step_with(&mut obstacle);
        two.step_all(&mut obstacle, &mut |_: Phase| {});
        assert_eq!(one.state_hash(), two.state_hash());
    }
    let mut none = one.clone();
    none.reset(scene).expect("a scene of the library");
    none.run(8);
    assert_ne!(
        none.state_hash(),
        one.state_hash(),
        "the ball is in the way"
    );
}
