//! What the boards' demo images show, and the desktop's simulator of their displays: so both show
//! the same pixels.

use crate::viewpoint::Viewpoint;
use cloth_core::Scene;
use cloth_core::scene::{ColliderScene, Mode, WindScene};

/// Particles along each side of the demo's cloth.
pub const SIDE: usize = 16;
/// The name of the demo's scene in [`scenes`](cloth_core::scenes).
pub const SCENE: &str = "edge-sphere";

/// How far the camera turns in a step, radians.
const TURN: f32 = 0.01;
/// Passes of constraint mode in a step.
const PASSES: u32 = 6;
/// Wind while the button is held, m/s, and its coefficient, N·s/m³.
const WIND: WindScene = WindScene {
    velocity: [1.5, 0.0, 6.0],
    coefficient: 0.5,
};

/// The board's buttons that are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Buttons {
    /// Wind blows.
    pub wind: bool,
    /// Gravity pulls to the right, as if the board lay on that side.
    pub tilt: bool,
    /// The next look, once as it is pressed.
    pub next: bool,
}

impl Buttons {
    /// Whether other forces act than with these.
    #[must_use]
    pub fn pulls_otherwise(self, before: Self) -> bool {
        (self.wind, self.tilt) != (before.wind, before.tilt)
    }
}

/// A scene as boards show it: constraint mode, one substep of six passes in each of 60 steps a
/// second, nothing that needs memory of its own; with the forces of the buttons that are `held`.
#[must_use]
pub fn scene(scene: &Scene, held: Buttons) -> Scene {
    let mut scene = *scene;
    scene.solver.mode = Mode::Constraint;
    scene.solver.steps_per_second = 60.0;
    scene.constraints.substeps = 1;
    scene.constraints.iterations = PASSES;
    scene.limit = None;
    scene.self_collision = None;
    scene.tear = None;
    scene.tethers = None;
    if held.wind {
        scene.forces.wind = Some(WIND);
    }
    if held.tilt {
        let [x, y, z] = scene.forces.gravity;
        scene.forces.gravity = [-y, x, z];
    }
    scene
}

/// The camera at a step: it turns about the middle between the cloth at its start and the first
/// collider.
#[must_use]
pub fn camera(scene: &Scene, step: u32) -> Viewpoint {
    let mut camera = Viewpoint::about(scene);
    let first = scene.colliders.iter().next();
    if let Some(ColliderScene::Sphere { center, .. } | ColliderScene::Box { center, .. }) = first {
        camera.target = [0, 1, 2].map(|i| 0.5 * (scene.cloth.center[i] + center[i]));
    }
    // Counted within a turn, so that a long run turns as evenly as a short one.
    camera.turn(TURN * (step % STEPS_A_TURN) as f32, 0.0);
    camera
}

const STEPS_A_TURN: u32 = (core::f32::consts::TAU / TURN) as u32;

#[cfg(test)]
mod tests {
    use super::*;
    use cloth_core::scenes;

    #[test]
    fn the_scene_is_in_the_library_and_the_camera_comes_round() {
        let found = scenes::ALL.iter().find(|scene| scene.name == SCENE);
        let found = found.unwrap();
        let [first, second] = [0, 1].map(|step| camera(&found.scene, step));
        assert!((second.yaw - first.yaw - TURN).abs() < 1e-6);
        assert_eq!(camera(&found.scene, STEPS_A_TURN), first);
        let last = camera(&found.scene, STEPS_A_TURN - 1);
        assert!((last.yaw - first.yaw).abs() < 2.0 * TURN);
        let [blown, tilted] = [true, false].map(|wind| {
            let (tilt, next) = (!wind, false);
            scene(&found.scene, Buttons { wind, tilt, next }).forces
        });
        assert!(blown.wind.is_some() && tilted.wind.is_none());
        // A quarter turn about the axis towards the viewer.
        let [x, y, z] = found.scene.forces.gravity;
        assert!((x, z) == (0.0, 0.0) && y < -9.0);
        assert_eq!(blown.gravity, [0.0, y, 0.0]);
        assert_eq!(tilted.gravity, [-y, 0.0, 0.0]);
    }
}
