//! Where a picture is taken from, and the way from the world to the screen and back.
//!
//! There is no matrix: a point is seen through three dot products with the camera's own axes,
//! which is as fast, keeps metres until the last division, and can be read.
//!
//! Screen coordinates are pixels, x to the right and y down; the centre of the top-left pixel is
//! (0.5, 0.5). Depth is the distance in metres along the camera's line of sight.

use crate::look::Side;
use glam::Vec3;

/// Steepest look up or down, in radians; straight down the camera would have no "up".
const STEEPEST: f32 = 1.55;
/// Nearest and farthest distance from eye to target that zooming reaches, in metres.
const DISTANCE: (f32, f32) = (1e-3, 1e5);

/// An eye that looks at a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where the picture is taken from, in metres.
    pub eye: Vec3,
    /// What is in the middle of the picture, in metres. [`Camera::orbit`] turns about it.
    pub target: Vec3,
    /// Vertical angle of view in radians; 0.8 is natural, more exaggerates perspective.
    pub field_of_view: f32,
    /// The part of the picture's width, from the right, that something covers: the target is in the
    /// middle of the rest.
    pub aside: f32,
    /// The part of the picture's height, from below, that something covers: the rest shows as much
    /// from top to bottom as the whole picture would.
    pub below: f32,
}

impl Camera {
    /// A camera that sees all of a box: back from its centre, up, and turned down to look at it.
    ///
    /// `low` and `high` are opposite corners in metres. A box that is not finite is taken as one
    /// metre about the origin.
    pub fn framing(low: [f32; 3], high: [f32; 3]) -> Self {
        let (low, high) = (Vec3::from(low), Vec3::from(high));
        let mut target = (low + high) * 0.5;
        let mut radius = (high - low).length() * 0.5;
        if !target.is_finite() || !radius.is_finite() {
            (target, radius) = (Vec3::ZERO, 1.0);
        }
        let field_of_view = 0.8_f32;
        // The sphere around the box fits between the upper and lower edge of the picture.
        let distance = (radius / libm::sinf(field_of_view * 0.5)).clamp(DISTANCE.0, DISTANCE.1);
        // A little from the side: what is symmetric shows its depth.
        let back_and_up = Vec3::new(-0.4, 0.5, 1.0).normalize();
        Self {
            eye: target + back_and_up * distance,
            target,
            field_of_view,
            aside: 0.0,
            below: 0.0,
        }
    }

    /// Turns about the target: `yaw` radians about the vertical, `pitch` radians upwards.
    ///
    /// The pitch stops just short of straight down and straight up. `libm` is used throughout: systems' own
    /// sines differ in their last bits, and pictures must not.
    pub fn orbit(&mut self, yaw: f32, pitch: f32) {
        if !(yaw.is_finite() && pitch.is_finite()) {
            return;
        }
        let offset = self.eye - self.target;
        let distance = offset.length();
        let old_pitch = libm::asinf(offset.y / distance.max(f32::MIN_POSITIVE));
        let (up, aside) = libm::sincosf((old_pitch + pitch).clamp(-STEEPEST, STEEPEST));
        let (right, back) = libm::sincosf(libm::atan2f(offset.x, offset.z) + yaw);
        self.eye = self.target + Vec3::new(aside * right, up, aside * back) * distance;
    }

    /// Multiplies the distance from the target: below 1 comes nearer, above 1 backs off.
    pub fn zoom(&mut self, factor: f32) {
        let offset = self.eye - self.target;
        let distance = (offset.length() * factor).clamp(DISTANCE.0, DISTANCE.1);
        if distance.is_finite() {
            self.eye = self.target + offset.normalize_or(Vec3::Z) * distance;
        }
    }

    /// Moves eye and target together, in metres along the camera's own axes.
    pub fn fly(&mut self, right: f32, up: f32, forward: f32) {
        let [x, y, z] = self.axes();
        let step = x * right + y * up + z * forward;
        if step.is_finite() {
            self.eye += step;
            self.target += step;
        }
    }

    /// Looks at the same target, from the same distance, from another side.
    ///
    /// From above and below there is no level "up" to keep: there −z, or +z, is up on the screen,
    /// as when the camera in front tips over to there.
    pub fn look_from(&mut self, side: Side) {
        let distance = (self.eye - self.target).length();
        self.eye = self.target + side.to_eye() * distance;
        // Not steeper than orbiting goes, so that it goes on from there.
        self.orbit(0.0, 0.0);
    }

    /// Unit vectors to the right, up and forward as the camera sees them.
    pub fn axes(&self) -> [Vec3; 3] {
        let forward = (self.target - self.eye).normalize_or(Vec3::NEG_Z);
        let right = forward.cross(Vec3::Y).normalize_or(Vec3::X);
        [right, right.cross(forward), forward]
    }

    /// The camera for one picture size in pixels, (width, height).
    pub fn lens(&self, size: (usize, usize)) -> Lens {
        let [right, up, forward] = self.axes();
        let half_angle = (self.field_of_view * 0.5).clamp(0.01, 1.5);
        let half_height = size.1 as f32 * 0.5 * (1.0 - self.below);
        Lens {
            eye: self.eye,
            right,
            up,
            forward,
            focal: half_height / libm::tanf(half_angle),
            center: (size.0 as f32 * 0.5 * (1.0 - self.aside), half_height),
            near: ((self.target - self.eye).length() * 2e-3).max(1e-5),
        }
    }

    /// The columns of a picture of this width that nothing covers; what is drawn is centred in them.
    #[must_use]
    pub fn free(&self, width: usize) -> usize {
        (width as f32 * (1.0 - self.aside)).round() as usize
    }

    /// Where a world point appears: x and y in pixels and depth in metres.
    ///
    /// `None` behind the camera. Points outside the picture have coordinates outside it.
    pub fn project(&self, point: Vec3, size: (usize, usize)) -> Option<(f32, f32, f32)> {
        let lens = self.lens(size);
        let view = lens.to_view(point);
        let (x, y) = lens.to_screen(view);
        (view.z >= lens.near && x.is_finite() && y.is_finite()).then_some((x, y, view.z))
    }

    /// The ray through a screen point, for picking: origin and unit direction.
    pub fn ray(&self, x: f32, y: f32, size: (usize, usize)) -> (Vec3, Vec3) {
        (self.eye, self.lens(size).direction(x, y).normalize())
    }

    /// The world point at a screen point, on the plane through `anchor` that faces the camera.
    ///
    /// This is how a particle is dragged: it follows the pointer and keeps its depth.
    pub fn unproject_through(&self, x: f32, y: f32, anchor: Vec3, size: (usize, usize)) -> Vec3 {
        let lens = self.lens(size);
        self.eye + lens.direction(x, y) * lens.to_view(anchor).z
    }
}

/// A camera for one picture size, with what every point needs computed once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lens {
    /// Where the picture is taken from, in metres.
    pub eye: Vec3,
    /// Unit vector to the right on the screen.
    pub right: Vec3,
    /// Unit vector up on the screen.
    pub up: Vec3,
    /// Unit vector along the line of sight.
    pub forward: Vec3,
    /// Pixels that one metre covers at a depth of one metre.
    pub focal: f32,
    /// The middle of the picture in pixels, (x, y).
    pub center: (f32, f32),
    /// Smallest depth that is drawn, in metres.
    pub near: f32,
}

impl Lens {
    /// A world point along the camera's axes: right, up, and depth, in metres.
    pub fn to_view(&self, point: Vec3) -> Vec3 {
        self.turn(point - self.eye)
    }

    /// A world direction along the camera's axes.
    pub fn turn(&self, direction: Vec3) -> Vec3 {
        Vec3::new(
            direction.dot(self.right),
            direction.dot(self.up),
            direction.dot(self.forward),
        )
    }

    /// Screen position in pixels of a point given along the camera's axes.
    pub fn to_screen(&self, view: Vec3) -> (f32, f32) {
        let scale = self.focal / view.z;
        (
            self.center.0 + view.x * scale,
            self.center.1 - view.y * scale,
        )
    }

    /// The world direction through a screen point, one metre long along the line of sight.
    pub fn direction(&self, x: f32, y: f32) -> Vec3 {
        self.forward
            + self.right * ((x - self.center.0) / self.focal)
            + self.up * ((self.center.1 - y) / self.focal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: (usize, usize) = (640, 480);

    fn camera() -> Camera {
        let mut camera = Camera::framing([-1.0, -2.0, -1.0], [1.0, 1.0, 2.0]);
        camera.orbit(0.7, 0.2);
        camera
    }

    #[test]
    fn the_screen_and_the_world_are_inverse() {
        let camera = camera();
        let points = [[0.0; 3], [0.3, -1.0, 0.5], [-2.0, 1.0, 1.0]];
        for point in points.map(Vec3::from) {
            let (x, y, _) = camera.project(point, SIZE).unwrap();
            assert!(camera.unproject_through(x, y, point, SIZE).distance(point) < 1e-4);
            let (origin, direction) = camera.ray(x, y, SIZE);
            let along = (point - origin).dot(direction);
            assert!((origin + direction * along).distance(point) < 1e-4);
        }
        let behind = camera.eye - camera.axes()[2];
        assert_eq!(camera.project(behind, SIZE), None);
        assert_eq!(camera.project(Vec3::NAN, SIZE), None);
    }

    /// Pixels right of and below the middle of the picture.
    fn seen(camera: &Camera, point: Vec3) -> (f32, f32) {
        let (x, y, _) = camera.project(point, SIZE).unwrap();
        (x - 320.0, y - 240.0)
    }

    #[test]
    fn the_target_is_in_the_middle_of_what_is_free_and_up_is_up() {
        let whole = camera();
        let [right, up, _] = whole.axes();
        let (p, q) = seen(&whole, whole.target + right + up);
        assert!(p > 0.0 && q < 0.0);
        for (aside, below) in [(0.0, 0.0), (0.25, 0.0), (0.25, 0.25)] {
            let mut camera = whole;
            (camera.aside, camera.below) = (aside, below);
            let (x, y) = seen(&camera, whole.target);
            assert!((x + 320.0 * aside).abs() < 1e-2 && (y + 240.0 * below).abs() < 1e-2);
            let (a, b) = seen(&camera, whole.target + right + up);
            // The rest of the height holds what the whole did.
            let rest = 1.0 - below;
            assert!((a - x - p * rest).abs() < 1e-2 && (b - y - q * rest).abs() < 1e-2);
        }
    }

    #[test]
    fn framing_shows_every_corner_of_the_box_and_takes_odd_ones() {
        let ends = [[-3.0, -1.0, 0.0], [3.0, 0.0, 6.0]];
        let camera = Camera::framing(ends[0], ends[1]);
        for corner in 0..8 {
            let point = [0, 1, 2].map(|axis| ends[corner >> axis & 1][axis]);
            let (x, y) = seen(&camera, point.into());
            assert!(x.abs() < 320.0 && y.abs() < 240.0, "{point:?}");
        }
        for (low, high) in [(f32::NAN, 1.0), (0.0, 0.0), (f32::MIN, f32::MAX)] {
            let camera = Camera::framing([low; 3], [high; 3]);
            assert!(camera.eye.is_finite() && camera.eye != camera.target);
        }
    }

    #[test]
    fn moves_are_as_they_say() {
        let mut camera = camera();
        let distance = camera.eye.distance(camera.target);
        let is_as_far = |camera: &Camera, part: f32| {
            (camera.eye.distance(camera.target) - distance * part).abs() < 1e-3
        };
        for _ in 0..50 {
            camera.orbit(0.3, 0.4);
            assert!(is_as_far(&camera, 1.0) && camera.axes()[1].y > 0.0);
        }
        camera.orbit(f32::NAN, 0.0);
        for side in Side::ALL {
            camera.look_from(side);
            assert!(is_as_far(&camera, 1.0));
            // Above and below it stops where orbiting stops, 1.2 degrees short.
            let to_eye = (camera.eye - camera.target).normalize();
            assert!(to_eye.dot(side.to_eye()) > 0.9997, "{side:?}");
        }
        camera.zoom(0.5);
        assert!(is_as_far(&camera, 0.5));
        let (eye, target) = (camera.eye, camera.target);
        let [right, up, forward] = camera.axes();
        camera.fly(1.0, 2.0, 3.0);
        let step = right + up * 2.0 + forward * 3.0;
        assert!(camera.eye.distance(eye + step) < 1e-5);
        assert!(camera.target.distance(target + step) < 1e-5);
    }
}
