//! From where and how the scene is seen.

use crate::input::Input;
use cloth_draw::camera::Camera;
use cloth_draw::look::{Look, Surface};
use cloth_draw::raster::Framebuffer;
use glam::Vec3;

/// Radians that the camera turns for a pixel of mouse motion.
const ORBIT_PER_PIXEL: f32 = 0.008;
/// Radians a second of the automatic orbit: a turn in half a minute.
const AUTO_ORBIT: f32 = 0.2;
/// What a notch of the wheel does to the distance.
const ZOOM_PER_NOTCH: f32 = 0.9;
/// Flying speed: parts of the distance to the target a second.
const FLY: f32 = 0.7;
/// Longest time between two pictures for which the camera moves, s.
const LONGEST_GLIDE: f32 = 0.1;

/// The camera, how the cloth is drawn, and the picture's size.
#[derive(Debug)]
pub(super) struct Sight {
    pub(super) camera: Camera,
    /// The camera as the scene was opened with.
    pub(super) home: Camera,
    pub(super) look: Look,
    pub(super) auto_orbit: bool,
    pub(super) size: (usize, usize),
    /// The picture beside the panel.
    pub(super) picture: Framebuffer,
}

impl Sight {
    pub(super) fn new(camera: Camera, look: Look, size: (usize, usize)) -> Self {
        Self {
            camera,
            home: camera,
            look,
            auto_orbit: false,
            size,
            picture: Framebuffer::default(),
        }
    }

    /// Turns by itself, and does what wheel, fingers and held keys say.
    pub(super) fn glide(&mut self, input: &Input, hears_wheel: bool, hears_keys: bool) {
        let time = input.elapsed.as_secs_f32().min(LONGEST_GLIDE);
        if self.auto_orbit {
            self.camera.orbit(AUTO_ORBIT * time, 0.0);
        }
        if input.wheel != 0.0 && hears_wheel {
            self.camera.zoom(libm::powf(ZOOM_PER_NOTCH, input.wheel));
        }
        self.turn(input.turn);
        if hears_keys {
            let way = FLY * time * self.distance();
            let [right, up, forward] = input.fly.map(|part| part * way);
            self.camera.fly(right, up, forward);
        }
    }

    /// Turns the camera about the scene, by pixels.
    pub(super) fn turn(&mut self, way: [f32; 2]) {
        let [x, y] = way.map(|v| v * ORBIT_PER_PIXEL);
        // Even a turn by zero would round.
        if (x, y) != (0.0, 0.0) {
            self.camera.orbit(-x, y);
        }
    }

    /// Moves the camera sideways, so that the scene goes with the cursor, pixels.
    pub(super) fn pan(&mut self, [x, y]: [f32; 2]) {
        let metres = self.distance() / self.camera.lens(self.size).focal;
        self.camera.fly(-x * metres, y * metres, 0.0);
    }

    /// From the camera to what it looks at, m.
    pub(super) fn distance(&self) -> f32 {
        self.camera.eye.distance(self.camera.target)
    }

    /// Where a place (m) is in the picture, pixels.
    pub(super) fn project(&self, place: Vec3) -> Option<(f32, f32)> {
        let (x, y, _) = self.camera.project(place, self.size)?;
        Some((x, y))
    }

    pub(super) fn next_surface(&mut self) {
        let all = Surface::ALL;
        let look = &mut self.look;
        let now = all.iter().position(|one| *one == look.surface);
        look.surface = all[now.map_or(0, |i| (i + 1) % all.len())];
        // Without a surface or springs the picture would be empty.
        if look.surface == Surface::None && !look.springs.contains(&true) {
            look.springs = [true; 3];
        }
    }
}
