//! What every frame of the scenes with a ball must keep: no link over the
//! limit, no particle in the ball by more than a ten-thousandth of its radius.

use cloth_tests::gap::gap;
use cloth_tests::prelude::*;

/// The worst that a run had: length over rest length of a link with a free end,
/// and depth in a ball or floor over the ball's radius (or 1 m).
#[derive(Clone, Copy, Debug, Default)]
struct Worst {
    stretch: f64,
    depth: f64,
    touched: bool,
}

impl Worst {
    fn look(&mut self, sim: &Trial) {
        let ((columns, _), x) = (sim.size(), sim.positions());
        let free = |i: usize| !sim.is_pinned(i % columns, i / columns);
        for (spring, stretch) in sim.stretches(&[SpringKind::Structural, SpringKind::Shear]) {
            if spring.ends.iter().any(|&i| free(i)) {
                self.stretch = self.stretch.max(stretch);
            }
        }
        let skin = sim.scene().cloth.particle_radius;
        for collider in sim.colliders() {
            let size = match collider {
                ColliderScene::Sphere { radius, .. } => radius,
                _ => 1.0,
            };
            for (i, &p) in x.iter().enumerate().filter(|(i, _)| free(*i)) {
                let gap = gap(&collider, p) - skin;
                assert!(gap.is_finite(), "particle {i}");
                self.depth = self.depth.max(-gap / size);
                self.touched |= gap < 1e-3;
            }
        }
    }
}

/// Runs a scene for so many frames: what was worst in them, and the cloth at the end.
fn run(scene: &Scene, method: Method, frames: u32) -> (Worst, Trial) {
    let (mut sim, mut worst) = (Trial::new(scene, method, F32), Worst::default());
    for _ in 0..frames {
        sim.step();
        worst.look(&sim);
    }
    let what = format!("{} {scene:?}: {worst:?}", sim.name());
    assert!(worst.depth <= 1e-4 && worst.touched, "{what}");
    (worst, sim)
}

/// With the limit on.
fn holds(named: &NamedScene, mode: Mode, method: Method, side: usize) -> Worst {
    let mut scene = in_mode(sized(&named.scene, side, side), mode);
    let limit = scene.limit.unwrap_or(LimitScene::DEFAULT);
    scene.limit = Some(limit);
    let (worst, _) = run(&scene, method, 300);
    let what = format!("{} {mode:?} {method} {side}²: {worst:?}", named.name);
    // The engine measures with f32 and squares; so a few ulps over the ratio.
    assert!(worst.stretch <= limit.ratio * (1.0 + 1e-6), "{what}");
    worst
}

/// The scenes in which the cloth touches something.
const TOUCHING: &str = "four-corners-sphere edge-sphere drape-sphere sphere-approach sphere-wind sphere \
    ball-and-floor incline capsule squeeze";

#[test]
fn every_scene_that_touches_something_holds() {
    for name in TOUCHING.split(' ') {
        let named = scenes::ALL.iter().find(|named| named.name == name);
        for mode in [Mode::Hooke, Mode::Constraint] {
            holds(named.expect("a scene"), mode, Verlet, 50);
        }
    }
}

#[test]
fn the_default_scene_holds_at_64_and_with_every_method() {
    let scene = &scenes::FOUR_CORNERS_SPHERE;
    holds(scene, Mode::Hooke, Verlet, 64);
    holds(scene, Mode::Constraint, Verlet, 64);
    for method in Method::ALL {
        let worst = holds(scene, Mode::Hooke, method, 10);
        assert!(worst.depth <= 1e-5, "{method}: {worst:?}");
    }
}

/// S0's cloth goes through the ball that it rests on, and its constraint mode undoes
/// contacts.
#[test]
fn s0_a_free_cloth_lies_on_the_ball_for_a_minute() {
    for mode in Mode::ALL {
        let scene = in_mode(sized(&scenes::DRAPE_SPHERE.scene, 16, 16), mode);
        // A floor catches it should it slide off.
        let (_, sim) = run(&scene, Verlet, 3600);
        let lies = sim.positions().iter().any(|x| x[1] > 0.0);
        assert!(lies, "{mode:?}: it fell off");
    }
}
