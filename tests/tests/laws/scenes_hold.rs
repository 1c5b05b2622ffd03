//! What every frame of the scenes with a ball must keep: no link over the
//! limit, no particle in the ball by more than a ten-thousandth of its radius.

use cloth_core::scene::{ColliderScene, LimitScene};
use cloth_core::{Mode, Scene, SpringKind, scenes};
use cloth_tests::gap::gap;
use cloth_tests::measure::positions;
use cloth_tests::reference::stretches;
use cloth_tests::{Sim, begin, size};

/// Frames of a run; a debug build looks at fewer, and at smaller sheets.
const FRAMES: u32 = if cfg!(optimized) { 300 } else { 120 };

/// The worst that a run had: length over rest length of a link with a free end,
/// and depth in a ball or floor over the ball's radius (or 1 m).
#[derive(Clone, Copy, Debug, Default)]
struct Worst {
    stretch: f64,
    depth: f64,
    touched: bool,
}

impl Worst {
    fn look(&mut self, sim: &Sim<f32>) {
        let x = positions(sim);
        let (columns, rows) = size(sim);
        let pinned = |i: usize| sim.cloth().is_pinned(i % columns, i / columns);
        let in_spacings: Vec<_> = x
            .iter()
            .map(|p| p.map(|v| v / sim.units().spacing))
            .collect();
        let kinds = [SpringKind::Structural, SpringKind::Shear];
        for (spring, stretch) in stretches((columns, rows), &kinds, &in_spacings) {
            if !spring.ends.iter().all(|&i| pinned(i)) {
                self.stretch = self.stretch.max(stretch);
            }
        }
        let skin = sim.scene().cloth.particle_radius;
        for collider in sim.colliders() {
            for (i, &p) in x.iter().enumerate().filter(|(i, _)| !pinned(*i)) {
                let size = match collider {
                    ColliderScene::Sphere { radius, .. } => radius,
                    _ => 1.0,
                };
                let gap = gap(&collider, p) - skin;
                assert!(gap.is_finite(), "particle {i}");
                self.depth = self.depth.max(-gap / size);
                self.touched |= gap < 1e-3;
            }
        }
    }
}

fn run<const W: usize, const H: usize>(scene: &Scene, frames: u32) -> Worst {
    let mut sim = begin::<f32, W, H>(scene);
    let mut worst = Worst::default();
    for _ in 0..frames {
        sim.step();
        worst.look(&sim);
    }
    worst
}

/// Checks a scene by name on a grid, with the limit on.
fn holds<const W: usize, const H: usize>(name: &str, mode: Mode) {
    let named = scenes::ALL.iter().find(|s| s.name == name);
    let mut scene = named.unwrap_or_else(|| panic!("no scene {name}")).scene;
    scene.solver.mode = mode;
    scene.limit = scene.limit.or(Some(LimitScene::DEFAULT));
    let ratio = scene.limit.map_or(0.0, |limit| limit.ratio);
    let worst = run::<W, H>(&scene, FRAMES);
    let what = format!("{name} {mode:?} {W} × {H}: {worst:?}");
    println!("{what}");
    // The engine measures with f32 and squares; so a few ulps over the ratio.
    assert!(
        worst.stretch <= ratio * (1.0 + 1e-6),
        "over the limit: {what}"
    );
    assert!(worst.depth <= 1e-4, "in the ball: {what}");
    assert!(worst.touched, "nothing was touched: {what}");
}

/// One test for each scene, in both modes.
macro_rules! scenes_hold {
    ($($test:ident: $name:literal),+ $(,)?) => { $(
        #[test]
        fn $test() {
            if cfg!(not(optimized)) {
                holds::<16, 16>($name, Mode::Hooke);
                holds::<16, 16>($name, Mode::Constraint);
            } else {
                holds::<50, 50>($name, Mode::Hooke);
                holds::<50, 50>($name, Mode::Constraint);
            }
        }
    )+ };
}

scenes_hold! {
    four_corners_sphere_holds: "four-corners-sphere",
    edge_sphere_holds: "edge-sphere",
    drape_sphere_holds: "drape-sphere",
    sphere_approach_holds: "sphere-approach",
    sphere_wind_holds: "sphere-wind",
    sphere_holds: "sphere",
    ball_and_floor_holds: "ball-and-floor",
    incline_holds: "incline",
    capsule_holds: "capsule",
    squeeze_holds: "squeeze",
}

/// S0's cloth goes through the ball that it rests on, and its constraint mode undoes
/// contacts.
#[test]
fn s0_a_free_cloth_lies_on_the_ball_for_a_minute() {
    for mode in Mode::ALL {
        let mut scene = scenes::DRAPE_SPHERE.scene;
        scene.solver.mode = mode;
        // A floor catches it should it slide off.
        let mut sim = begin::<f32, 16, 16>(&scene);
        let mut worst = Worst::default();
        for _ in 0..if cfg!(optimized) { 3600 } else { 600 } {
            sim.step();
            worst.look(&sim);
        }
        let lies = positions(&sim).iter().any(|x| x[1] > 0.0);
        println!("{mode:?}: {worst:?}, still on the ball: {lies}");
        assert!(worst.depth <= 1e-4, "{mode:?}: {worst:?}");
        assert!(worst.touched && lies, "{mode:?}: it fell off: {worst:?}");
    }
}

#[test]
// Long in a debug build.
#[cfg(optimized)]
fn the_default_scene_holds_at_64() {
    holds::<64, 64>("four-corners-sphere", Mode::Hooke);
    holds::<64, 64>("four-corners-sphere", Mode::Constraint);
}
