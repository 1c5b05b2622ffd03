//! What a press would take hold of: it is ringed, and the cursor says so.

use super::hand::{self, Grip};
use super::{App, pick};
use crate::cursor::{Pointer, Ring};
use crate::input::Input;
use cloth_core::host::AnySimulation;
use cloth_draw::camera::Camera;
use glam::Vec3;

/// Particles of a cloth beyond which nothing is looked for under a cursor that does nothing: it
/// would take milliseconds a picture.
const MOST: usize = 256 * 256;
/// Radius of the ring about a particle, pixels.
const RING: f32 = 7.0;

impl App {
    /// The cursor's shape as of the last picture.
    #[must_use]
    pub fn pointer(&self) -> Pointer {
        match &self.grip {
            Some(Grip::Particle(_) | Grip::Collider(_)) => Pointer::Closed,
            Some(Grip::Blade(_)) => Pointer::Blade,
            Some(Grip::Pan) => Pointer::Pan,
            Some(Grip::Orbit) => Pointer::Arrow,
            None if self.hover.is_some() => Pointer::Open,
            None => self.panel.pointer(),
        }
    }

    /// The ring about what is held, or what a press would take hold of.
    pub(super) fn look_under_cursor(&mut self) {
        self.hover = match &self.grip {
            None => self.under_cursor(),
            grip => grip.and_then(|grip| self.ring(&grip)),
        };
    }

    fn under_cursor(&self) -> Option<Ring> {
        let input = Input {
            right: false,
            middle: false,
            ..self.before.clone()
        };
        let simulation = self.world.simulation();
        let large = simulation.columns() * simulation.rows() > MOST;
        let (x, y) = input.cursor?;
        if large || self.panel.covers(x, y) {
            return None;
        }
        let picture = self.world.cloths().stage().picture(false);
        let grip = hand::grip(simulation, &picture, &self.camera, &input)?;
        self.ring(&grip)
    }

    fn ring(&self, grip: &Grip) -> Option<Ring> {
        let simulation = self.world.simulation();
        match grip {
            Grip::Particle(hand) => {
                let index = hand.row * simulation.columns() + hand.column;
                let place = self.world.cloths().stage().positions.get(index)?;
                let (x, y, _) = self.camera.project(Vec3::from(*place), self.size)?;
                Some(Ring {
                    center: (x, y),
                    radius: RING,
                })
            }
            Grip::Collider(pusher) => body(simulation, pusher.collider, &self.camera, self.size),
            Grip::Blade(_) | Grip::Orbit | Grip::Pan => None,
        }
    }
}

/// The ring about a ball, or about the ball that a press looks for in place of another body.
fn body(
    simulation: &dyn AnySimulation,
    collider: usize,
    camera: &Camera,
    size: (usize, usize),
) -> Option<Ring> {
    let mut colliders = Vec::new();
    simulation.colliders(&mut colliders);
    let (center, radius) = pick::ball_about(colliders.get(collider)?)?;
    let (x, y, _) = camera.project(center, size)?;
    let away = camera.eye.distance_squared(center) - radius * radius;
    // Inside of it there is no outline.
    (away > 0.0).then(|| Ring {
        center: (x, y),
        radius: camera.lens(size).focal * radius / away.sqrt(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::{VIEW, app, keys};
    use cloth_draw::raster::Framebuffer;

    /// What the cursor looks like at a place, and the ring there.
    fn at(app: &mut App, cursor: (f32, f32), buttons: [bool; 2]) -> (Pointer, Option<Ring>) {
        let mut frame = Framebuffer::new(VIEW.0, VIEW.1);
        let [left, right] = buttons;
        app.update(&Input {
            cursor: Some(cursor),
            left,
            right,
            ..keys(&[])
        });
        app.draw(&mut frame);
        (app.pointer(), app.hover)
    }

    /// A paused scene without its panel.
    fn paused(scene: &str) -> App {
        let mut app = app(&[scene, "--grid", "9"]);
        app.show_panel = false;
        app.paused = true;
        at(&mut app, (0.0, 0.0), [false; 2]);
        app
    }

    fn place(app: &App, point: [f32; 3]) -> (f32, f32) {
        let (x, y, _) = app.camera.project(point.into(), VIEW).unwrap();
        (x, y)
    }

    #[test]
    fn what_a_press_would_take_is_ringed() {
        let mut app = paused("four-corners-sphere");
        let mut positions = Vec::new();
        app.simulation().positions(&mut positions);
        let particle = place(&app, positions[4 * 9 + 4]);
        let beside = (particle.0 + 2.0, particle.1 + 1.0);
        for (buttons, pointer) in [
            ([false, false], Pointer::Open),
            ([true, false], Pointer::Closed),
        ] {
            let (seen, ring) = at(&mut app, beside, buttons);
            assert_eq!(seen, pointer);
            let ring = ring.unwrap();
            assert!((ring.center.0 - particle.0).abs() < 0.01, "{ring:?}");
            assert!((ring.center.1 - particle.1).abs() < 0.01, "{ring:?}");
        }
        at(&mut app, beside, [false; 2]);
        assert_eq!(at(&mut app, (2.0, 2.0), [false; 2]), (Pointer::Arrow, None));
    }

    #[test]
    fn a_ball_is_ringed_at_its_outline() {
        let mut app = paused("sphere-approach");
        let mut colliders = Vec::new();
        app.simulation().colliders(&mut colliders);
        let (center, radius) = pick::ball_about(&colliders[0]).unwrap();
        let (x, y) = place(&app, center.to_array());
        let (_, ring) = at(&mut app, (x, y), [false; 2]);
        let ring = ring.unwrap();
        // By bisection: where a press no longer finds the ball.
        let (mut inside, mut outside) = (0.0, 200.0);
        while outside - inside > 0.01 {
            let middle = 0.5 * (inside + outside);
            let found = pick::collider(&colliders[..1], &app.camera, (x, y + middle), VIEW);
            match found {
                Some(_) => inside = middle,
                None => outside = middle,
            }
        }
        // A ball seen from nearby is a little longer away from the picture's middle.
        assert!(
            (ring.radius / inside - 1.0).abs() < 0.05,
            "{ring:?} {inside} {radius}"
        );
    }

    #[test]
    fn a_blade_looks_like_one() {
        let mut app = paused("tear");
        let mut positions = Vec::new();
        app.simulation().positions(&mut positions);
        let particle = place(&app, positions[4 * 9 + 4]);
        assert_eq!(at(&mut app, particle, [false, true]).0, Pointer::Blade);
    }
}
