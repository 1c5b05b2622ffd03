//! Where to look from, so that the cloth is seen and stays in the picture.

use crate::world::World;
use cloth_draw::camera::Camera;
use cloth_draw::look::Side;

/// Rounds of centring and filling; they converge in about ten.
const ROUNDS: usize = 30;
/// Part of the picture's smaller side that stays free along each edge.
const MARGIN: f32 = 0.06;

/// A camera that sees all cloths, from one side if it is said which, in a picture of `size` pixels
/// (width, height).
#[must_use]
pub fn camera_for(world: &World, from: Option<Side>, size: (usize, usize)) -> Camera {
    framing(&world.reach().places, from, size)
}

fn framing(places: &[[f32; 3]], from: Option<Side>, size: (usize, usize)) -> Camera {
    let Some(&first) = places.first() else {
        return Camera::framing([-1.0; 3], [1.0; 3]);
    };
    let (low, high) = places.iter().fold((first, first), |(low, high), p| {
        (
            [0, 1, 2].map(|i| low[i].min(p[i])),
            [0, 1, 2].map(|i| high[i].max(p[i])),
        )
    });
    let mut camera = Camera::framing(low, high);
    if let Some(side) = from {
        let distance = camera.eye.distance(camera.target);
        camera.eye = camera.target + side.to_eye() * distance;
    }
    // Each round centres and fills; with perspective one disturbs the other a little.
    for _ in 0..ROUNDS {
        fill(&mut camera, places, size);
    }
    camera
}

/// Moves the camera so that the places fill the picture but for the margin.
fn fill(camera: &mut Camera, places: &[[f32; 3]], size: (usize, usize)) {
    let lens = camera.lens(size);
    let mut nearest = f32::INFINITY;
    let (mut low, mut high) = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
    for &place in places {
        let view = lens.to_view(place.into());
        let (x, y) = lens.to_screen(view);
        if view.z >= lens.near {
            nearest = nearest.min(view.z);
            low = [low[0].min(x), low[1].min(y)];
            high = [high[0].max(x), high[1].max(y)];
        }
    }
    let (width, height) = (size.0 as f32, size.1 as f32);
    if !(high[0] >= low[0] && width > 0.0 && height > 0.0) {
        return;
    }
    // What is nearest moves most on the screen: measured there, no round overshoots.
    let metres = nearest / lens.focal;
    let off = |i: usize, side: f32| (0.5 * (low[i] + high[i] - side)) * metres;
    camera.fly(off(0, width), -off(1, height), 0.0);
    let margins = 2.0 * MARGIN * width.min(height);
    let part = |i: usize, side: f32| (high[i] - low[i]) / (side - margins);
    let damped = (nearest / camera.eye.distance(camera.target)).clamp(0.1, 1.0);
    let factor = libm::powf(part(0, width).max(part(1, height)), damped);
    camera.zoom(factor.clamp(0.7, 1.4));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reach::Reach;
    use cloth_core::host::{Format, GridSize, Method, grid_for, start};
    use cloth_core::{Mode, Scene, scenes};

    const SIZE: (usize, usize) = (640, 360);

    fn seen(scene: &Scene) -> Camera {
        let reach = Reach::of(&[(*scene, GridSize::of(scene))]);
        framing(&reach.places, None, SIZE)
    }

    fn is_in_picture(camera: &Camera, place: [f32; 3]) -> bool {
        let (width, height) = (SIZE.0 as f32, SIZE.1 as f32);
        let place = camera.project(place.into(), SIZE);
        place.is_some_and(|(x, y, _)| (0.0..width).contains(&x) && (0.0..height).contains(&y))
    }

    /// A cloth of another grid is in the picture at the start, and every second of three.
    #[test]
    fn the_library_stays_in_view() {
        let mut flag = scenes::FLAG.scene;
        flag.solver.mode = Mode::Constraint;
        let others = [
            scenes::FOUR_CORNERS_SPHERE,
            scenes::STRING,
            scenes::PLANE,
            scenes::FLAG,
        ];
        for scene in others.map(|other| other.scene).iter().chain([&flag]) {
            let (camera, grid) = (seen(scene), grid_for(scene, Some(16)));
            let mut simulation = start(scene, grid, Method::Verlet, Format::F32).unwrap();
            let mut positions = Vec::new();
            for second in 0..=3 {
                simulation.positions(&mut positions);
                let inside = positions.iter().all(|place| is_in_picture(&camera, *place));
                assert!(inside, "after {second} s: {scene:?}");
                (0..scene.solver.steps_per_second as usize).for_each(|_| simulation.step());
            }
        }
        // One that falls for ever does not take the camera along.
        let mut scene = Scene::DEFAULT;
        assert!(seen(&scene).eye.length() < 6.0);
        // Nothing to see is no failure.
        scene.cloth.width = -1.0;
        assert!(seen(&scene).eye.is_finite());
    }
}
