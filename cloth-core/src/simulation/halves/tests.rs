//! Two halves in two threads against the whole cloth in one: the same bits.

extern crate std;

use crate::extras::WithSeam;
use crate::scene::{Mode, Pins, Scene, TetherScene, library};
use crate::seam::Seam;
use crate::{Approximate, Const, Fixed, Scalar, SettingError, Simulation, Verlet};
use std::boxed::Box;
use std::format;
use std::thread;

type Half<T, const W: usize, const H: usize> = Simulation<T, Const<W, H>, Verlet, Scene, WithSeam>;
type Whole<T, const W: usize, const H: usize> = Simulation<T, Const<W, H>>;

/// A scene without what a half refuses.
fn for_halves(mut scene: Scene, mode: Mode) -> Scene {
    scene.solver.mode = mode;
    (scene.tethers, scene.self_collision, scene.tear) = (None, None, None);
    (scene.forces.wind, scene.forces.positional_wind) = (None, None);
    scene.forces.air_drag = 0.0;
    (scene.xpbd.iterations, scene.xpbd.damping) = (1, 0.0);
    scene
}

/// What is done before a step.
type Act = dyn Fn(u32, &mut dyn Acted) + Sync;

/// What halves and the whole have in common.
trait Acted {
    fn change(&mut self, scene: &Scene);
    fn push(&mut self, place: [f64; 3], velocity: [f64; 3]);
}

macro_rules! acted {
    ($extras:ty) => {
        impl<T: Scalar, const W: usize, const H: usize> Acted
            for Simulation<T, Const<W, H>, Verlet, Scene, $extras>
        {
            fn change(&mut self, scene: &Scene) {
                Simulation::change(self, *scene).unwrap();
            }
            fn push(&mut self, place: [f64; 3], velocity: [f64; 3]) {
                self.move_collider(0, place, velocity).unwrap();
            }
        }
    };
}
acted!(());
acted!(WithSeam);

/// Steps both for so long, and compares their bits now and then.
fn compare<T: Scalar, const W: usize, const H: usize, const PART: usize>(
    what: &str,
    scene: &Scene,
    steps: u32,
    act: &Act,
) {
    let what = format!("{what} in {}, {W} x {H}", T::NAME);
    let seam: &'static Seam = Box::leak(Box::new(Seam::new()));
    let [mut left, mut right] = seam.halves().map(|half| {
        let mut simulation = Box::new(Half::<T, PART, H>::EMPTY);
        simulation.reset_half(half, scene).unwrap();
        simulation
    });
    let mut whole = Box::new(Whole::<T, W, H>::EMPTY);
    whole.reset(scene).unwrap();
    let began = whole.state_hash();
    let looks = |step: u32| step % 5 == 4;
    thread::scope(|s| {
        s.spawn(|| {
            for step in 0..steps {
                act(step, &mut *right);
                right.step();
                if looks(step) {
                    right.give();
                }
            }
        });
        let mut both = whole.clone();
        for step in 0..steps {
            act(step, &mut *left);
            left.step();
            act(step, &mut *whole);
            whole.step();
            if looks(step) {
                both.gather(&left);
                assert_eq!(both.state_hash(), whole.state_hash(), "{what}, step {step}");
                assert_eq!(
                    left.limit_passes(),
                    whole.limit_passes(),
                    "{what}, step {step}"
                );
                assert_eq!(
                    left.limit_strain(),
                    whole.limit_strain(),
                    "{what}, step {step}"
                );
                assert_eq!(left.units(), whole.units(), "{what}, step {step}");
            }
        }
        assert_ne!(whole.state_hash(), began, "{what}");
    });
}

#[test]
fn halves_have_the_bits_of_the_whole() {
    let modes = [Mode::Constraint, Mode::Pbd, Mode::Xpbd];
    for (i, named) in library::ALL.iter().enumerate() {
        for (j, mode) in modes.into_iter().enumerate() {
            let what = format!("{} by {}", named.name, mode.name());
            let scene = for_halves(named.scene, mode);
            match (i + j) % 4 {
                0 => compare::<f32, 16, 9, 8>(&what, &scene, 10, &|_, _| {}),
                1 => compare::<Fixed, 16, 9, 8>(&what, &scene, 10, &|_, _| {}),
                2 => compare::<f64, 8, 13, 4>(&what, &scene, 10, &|_, _| {}),
                _ => compare::<Fixed, 24, 5, 12>(&what, &scene, 10, &|_, _| {}),
            }
        }
    }
}

/// Pins in one half, the origin that follows a cloth, changes of the scene and colliders that jump.
#[test]
fn halves_follow_what_is_done_to_both() {
    let mut falls = for_halves(library::FOUR_CORNERS.scene, Mode::Constraint);
    falls.pins = Pins::NONE;
    falls.forces.gravity = [3.1, -9.7, 0.3];
    compare::<Fixed, 8, 8, 4>("falls", &falls, 90, &|_, _| {});
    compare::<f32, 8, 8, 4>("falls", &falls, 90, &|_, _| {});
    for right in [false, true] {
        let mut scene = for_halves(library::FOUR_CORNERS_SPHERE.scene, Mode::Constraint);
        (scene.pins, scene.pins.top_left, scene.pins.top_right) = (Pins::NONE, !right, right);
        scene.forces.gravity = [40.0, -9.7, 0.0];
        let act = move |step: u32, of: &mut dyn Acted| match step {
            7 => of.push([0.03, 0.9, 0.01], [0.3, 0.0, 0.1]),
            12 => of.push([0.4, 0.7, 0.4], [0.0; 3]),
            20 => {
                let mut other = scene;
                other.forces.gravity = [-40.0, -9.7, 1.0];
                other.constraints.iterations += 1;
                of.change(&other);
            }
            _ => {}
        };
        compare::<Fixed, 16, 12, 8>("swings", &scene, 60, &act);
        compare::<f32, 16, 12, 8>("swings", &scene, 60, &act);
    }
    let scene = for_halves(library::PINNED2.scene, Mode::Constraint);
    compare::<Approximate, 8, 7, 4>("approximate", &scene, 20, &|_, _| {});
}

#[test]
fn a_half_refuses_what_reaches_further_than_its_edge() {
    let seam: &'static Seam = Box::leak(Box::new(Seam::new()));
    let [left, _] = seam.halves();
    let good = for_halves(library::FOUR_CORNERS.scene, Mode::Pbd);
    let mut simulation = Box::new(Half::<f32, 8, 8>::EMPTY);
    let refused = |change: &dyn Fn(&mut Scene)| {
        let mut scene = good;
        change(&mut scene);
        scene
    };
    let cases = [
        (
            refused(&|s| s.solver.mode = Mode::Hooke),
            "springs.structural",
        ),
        (
            refused(&|s| s.tethers = Some(TetherScene::DEFAULT)),
            "tethers",
        ),
        (refused(&|s| s.forces.air_drag = 0.1), "forces.air-drag"),
        (
            refused(&|s| s.forces.wind = library::FLAG.scene.forces.wind),
            "forces.wind.coefficient",
        ),
        (
            refused(&|s| {
                s.forces.positional_wind = library::FOUR_CORNERS_WIND.scene.forces.positional_wind
            }),
            "forces.positional-wind.coefficient",
        ),
    ];
    for (scene, key) in &cases {
        let error: SettingError = simulation.reset_half(left, scene).unwrap_err();
        assert_eq!(error.key, *key);
    }
    // Nothing was changed: it is a whole cloth, and needs no other half to step.
    simulation.reset(good).unwrap();
    simulation.run(3);
    simulation.reset_half(left, &good).unwrap();
    for (scene, key) in &cases {
        assert_eq!(simulation.change(*scene).unwrap_err().key, *key);
    }
}
