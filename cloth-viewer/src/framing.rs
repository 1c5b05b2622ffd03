//! Where to look from, so that the cloth is seen and stays in the picture.

use crate::camera::Camera;
use crate::model::{grid_for, start};
use crate::stage::Stage;
use cloth_core::Scene;

/// Particles along the longer side of the cloth that is sent ahead.
const SCOUT: usize = 8;
/// How far ahead it looks, s.
const SECONDS: f64 = 3.0;
/// Most steps for that.
const MOST_STEPS: f64 = 400.0;
/// A cloth that has gone farther than this many times its size is let go.
const LEASH: f32 = 1.2;

/// A camera that sees a scene's cloth, in a picture of `size` pixels (width, height).
///
/// A cloth falls, swings and spreads, so its bounds at the start do not tell. A coarse cloth of a
/// few particles is run ahead for three seconds, and the camera sees all the places it comes to.
#[must_use]
pub fn camera_for(scene: &Scene, size: (usize, usize)) -> Camera {
    match bounds(scene) {
        Some((low, high)) => close_up(Camera::framing(low, high), low, high, size),
        None => Camera::framing([-1.0; 3], [1.0; 3]),
    }
}

/// The box of all places that the cloth comes to, and of the spheres near it.
fn bounds(scene: &Scene) -> Option<([f32; 3], [f32; 3])> {
    let mut model = start(scene, grid_for(scene, Some(SCOUT)).ok()?).ok()?;
    let mut stage = Stage::new(&mut *model);
    let first = stage.picture(false).bounds()?;
    let extent = (0..3).map(|i| first.1[i] - first.0[i]).fold(0.0, f32::max);
    let leash = |i: usize| (first.0[i] - LEASH * extent, first.1[i] + LEASH * extent);
    let (mut low, mut high) = first;
    let mut stretch = |place: [f32; 3], radius: f32| {
        for i in 0..3 {
            let (near, far) = leash(i);
            low[i] = low[i].min((place[i] - radius).max(near));
            high[i] = high[i].max((place[i] + radius).min(far));
        }
    };
    let steps = (SECONDS * scene.solver.steps_per_second).min(MOST_STEPS) as u32;
    for _ in 0..steps {
        model.step();
        stage.update(&mut *model);
        let picture = stage.picture(false);
        if let Some((low, high)) = picture.bounds() {
            stretch(low, 0.0);
            stretch(high, 0.0);
        }
        for sphere in picture.spheres {
            stretch(sphere.center, sphere.radius);
        }
    }
    Some((low, high))
}

/// Brings a camera nearer until the box from `low` to `high` fills the picture but for a margin.
fn close_up(mut camera: Camera, low: [f32; 3], high: [f32; 3], size: (usize, usize)) -> Camera {
    let (width, height) = (size.0 as f32, size.1 as f32);
    let margin = 0.07 * width.min(height);
    let fits = |camera: &Camera| {
        (0..8_u8).all(|corner| {
            let pick = |i: usize| {
                if corner >> i & 1 == 0 {
                    low[i]
                } else {
                    high[i]
                }
            };
            let point = [pick(0), pick(1), pick(2)];
            camera.project(point.into(), size).is_some_and(|(x, y, _)| {
                (margin..=width - margin).contains(&x) && (margin..=height - margin).contains(&y)
            })
        })
    };
    // Framing starts from twice the distance at most: a dozen steps end it.
    for _ in 0..30 {
        let mut nearer = camera;
        nearer.zoom(0.95);
        if !fits(&nearer) {
            break;
        }
        camera = nearer;
    }
    camera
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloth_core::scenes;

    const SIZE: (usize, usize) = (640, 360);

    /// Whether a cloth of another grid is in the picture a second and three seconds on.
    fn stays_in_view(scene: &Scene) -> bool {
        let camera = camera_for(scene, SIZE);
        let mut model = start(scene, grid_for(scene, Some(16)).unwrap()).unwrap();
        let mut positions = Vec::new();
        let rate = scene.solver.steps_per_second as usize;
        (0..3 * rate).all(|step| {
            model.step();
            model.positions(&mut positions);
            step % rate != rate - 1
                || positions.iter().all(|&position| {
                    camera
                        .project(position.into(), SIZE)
                        .is_some_and(|(x, y, _)| {
                            (0.0..640.0).contains(&x) && (0.0..360.0).contains(&y)
                        })
                })
        })
    }

    #[test]
    fn the_library_stays_in_view() {
        for named in [
            scenes::FOUR_CORNERS_SPHERE,
            scenes::EDGE_SPHERE,
            scenes::STRING,
            scenes::PLANE,
        ] {
            assert!(stays_in_view(&named.scene), "{}", named.name);
        }
    }

    #[test]
    fn a_cloth_that_falls_for_ever_does_not_take_the_camera_along() {
        let (low, _) = bounds(&Scene::DEFAULT).unwrap();
        assert!((low[1] + LEASH).abs() < 0.1, "{low:?}");
    }
}
