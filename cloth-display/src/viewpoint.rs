//! Where a picture is taken from.

use cloth_core::Scene;

/// The steepest look up or down, radians: straight down there would be no "up".
const STEEPEST: f32 = 1.5;

/// A camera that turns about a point and looks at it. y is up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewpoint {
    /// What is in the middle of the picture, m.
    pub target: [f64; 3],
    /// Turn about the vertical, radians: 0 looks along −z, positive ones from further right.
    pub yaw: f32,
    /// How far it looks down, radians: 0 is level, at most 1.5.
    pub pitch: f32,
    /// From the eye to the target, m.
    pub distance: f32,
    /// Angle of view of the picture's shorter side, radians. 0.8 is natural, more exaggerates
    /// perspective; 0.2 to 2.5.
    pub field_of_view: f32,
}

impl Viewpoint {
    /// A camera that sees all of the cloth where the scene starts it, and as much below: from
    /// a little above and from the side, so that depth shows.
    #[must_use]
    pub fn about(scene: &Scene) -> Self {
        let cloth = &scene.cloth;
        let gaps = |n: usize| n.saturating_sub(1).max(1) as f64;
        let height = cloth.width * gaps(cloth.rows) / gaps(cloth.columns);
        let half_diagonal = 0.5 * libm::sqrt(cloth.width * cloth.width + height * height);
        let field_of_view = 0.8;
        // Cloth falls: a little below where it starts there is more to see.
        let [x, y, z] = cloth.center;
        Self {
            target: [x, y - 0.3 * half_diagonal, z],
            yaw: 0.5,
            pitch: 0.35,
            distance: half_diagonal as f32 / libm::sinf(0.5 * field_of_view),
            field_of_view,
        }
    }

    /// Turns about the target by these angles, radians. Angles that are not finite are left
    /// out.
    pub fn turn(&mut self, yaw: f32, pitch: f32) {
        if yaw.is_finite() && pitch.is_finite() {
            // Within a turn, so that small angles are never rounded away.
            self.yaw = libm::fmodf(self.yaw + yaw, core::f32::consts::TAU);
            self.pitch = (self.pitch + pitch).clamp(-STEEPEST, STEEPEST);
        }
    }

    /// The camera with each value in the range that is drawn: what is not finite as it would
    /// be by default.
    pub(crate) fn in_range(&self) -> Self {
        let held = |value: f32, low: f32, high: f32, default: f32| match value.is_finite() {
            true => value.clamp(low, high),
            false => default,
        };
        Self {
            target: self.target.map(|v| if v.is_finite() { v } else { 0.0 }),
            yaw: held(self.yaw, f32::MIN, f32::MAX, 0.0),
            pitch: held(self.pitch, -STEEPEST, STEEPEST, 0.0),
            distance: held(self.distance, 1e-4, 1e6, 1.0),
            field_of_view: held(self.field_of_view, 0.2, 2.5, 0.8),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloth_core::scenes;

    #[test]
    fn turning_stops_short_of_straight_down_and_ignores_what_is_not_finite() {
        let mut camera = Viewpoint::about(&scenes::EDGE_SPHERE.scene);
        camera.turn(100.0, 100.0);
        assert!(camera.yaw.abs() < 6.3 && camera.pitch == STEEPEST);
        let before = camera;
        camera.turn(f32::NAN, 0.0);
        camera.turn(0.0, f32::INFINITY);
        assert_eq!(camera, before);
    }
}
