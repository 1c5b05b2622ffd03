//! Where to look from, so that the cloth is seen and stays in the picture.

use crate::action::Setup;
use crate::beside::Beside;
use cloth_core::host::{Format, GridSize, Method, grid_for, start};
use cloth_core::{Mode, Scene};
use cloth_draw::camera::Camera;
use cloth_draw::look::Side;
use cloth_draw::stage::Stage;

/// Particles along the longer side of the coarse cloth that is run ahead.
const COARSE: usize = 8;
/// Particles along its shorter side, unless that takes more than four times [`COARSE`] along the
/// longer one: a strip of two rows hangs lower than the cloth will.
const NARROW: usize = 4;
/// Most layers that get as many each.
const LAYERS: usize = 4;
/// How far ahead it looks, s.
const SECONDS: f64 = 3.0;
/// Most steps for that.
const MOST_STEPS: f64 = 400.0;
/// Steps from one look at it to the next.
const STRIDE: usize = 6;
/// A cloth is followed as far as this many times its size.
const FARTHEST: f32 = 1.2;

/// Rounds of centring and filling; they converge in about ten.
const ROUNDS: usize = 30;
/// Part of the picture's smaller side that stays free along each edge.
const MARGIN: f32 = 0.08;

/// A camera that sees all cloths of a set-up, from one side if it is said which.
#[must_use]
pub fn camera_for(setup: &Setup, from: Option<Side>, size: (usize, usize)) -> Camera {
    let beside = Beside::of(setup);
    let beside = beside.iter().map(|beside| (&beside.scene, beside.grid));
    let own = [(&setup.file.scene, setup.grid)];
    framing(own.into_iter().chain(beside), from, size)
}

/// A camera that sees the cloths of scenes on grids, in a picture of `size` pixels (width, height).
///
/// A cloth falls, swings and spreads, so its bounds at the start do not tell. A coarse cloth of a
/// few particles is run ahead for three seconds, and the camera sees all the places it comes to,
/// and the spheres near them. It goes once with springs and once with constraints, so that
/// switching leaves it in view.
fn framing<'a>(
    scenes: impl IntoIterator<Item = (&'a Scene, GridSize)>,
    from: Option<Side>,
    size: (usize, usize),
) -> Camera {
    let places: Vec<_> = scenes
        .into_iter()
        .flat_map(|(scene, grid)| {
            [Mode::Hooke, Mode::Constraint].map(|mode| places(scene, grid, mode))
        })
        .flatten()
        .flatten()
        .collect();
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
        fill(&mut camera, &places, size);
    }
    camera
}

/// The places that the cloth comes to, and points around the spheres.
fn places(scene: &Scene, grid: GridSize, mode: Mode) -> Option<Vec<[f32; 3]>> {
    let mut scene = *scene;
    scene.solver.mode = mode;
    // A coarse cloth would be far too thick to lie on itself.
    scene.self_collision = None;
    let scene = &scene;
    // A layer takes as many particles as a cloth without layers, up to four of them; more would
    // take long. Where a value is out of range on a coarse grid, the scene's own is taken.
    let mut shape = *scene;
    (shape.cloth.columns, shape.cloth.rows) = (grid.columns, grid.rows);
    let (longer, shorter) = (grid.columns.max(grid.rows), grid.columns.min(grid.rows));
    let narrow = match shorter {
        0 | 1 => 0,
        _ => (NARROW * longer).div_ceil(shorter).min(4 * COARSE),
    };
    let longer = narrow.max(COARSE * scene.cloth.layers.min(LAYERS));
    let coarse = grid_for(&shape, Some(longer));
    let mut simulation = [coarse, GridSize::of(scene)]
        .into_iter()
        .find_map(|grid| start(scene, grid, Method::Verlet, Format::F32).ok())?;
    let mut stage = Stage::new(&mut *simulation);
    let (low, high) = stage.picture(false).bounds()?;
    let farthest = FARTHEST * (0..3).map(|i| high[i] - low[i]).fold(0.0, f32::max);
    let held =
        |place: [f32; 3]| [0, 1, 2].map(|i| place[i].clamp(low[i] - farthest, high[i] + farthest));
    let mut places = Vec::new();
    let steps = (SECONDS * scene.solver.steps_per_second).min(MOST_STEPS) as usize;
    for step in 0..=steps {
        if step % STRIDE == 0 {
            stage.update(&mut *simulation);
            let picture = stage.picture(false);
            let finite = |place: &[f32; 3]| place.iter().all(|v| v.is_finite());
            places.extend(picture.positions.iter().copied().filter(finite).map(held));
            let corners = picture.solids.iter().flat_map(|solid| &solid.corners);
            places.extend(corners.copied().map(held));
            for sphere in picture.spheres {
                let corners = (0..8_u8).map(|corner| {
                    // A little outside of the sphere: a cube's corners at 1.1 radii.
                    let r = 0.64 * sphere.radius;
                    [0, 1, 2].map(|i| sphere.center[i] + if corner >> i & 1 == 0 { -r } else { r })
                });
                places.extend(corners.map(held));
            }
        }
        simulation.step();
    }
    Some(places)
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
    let factor = part(0, width).max(part(1, height)).powf(damped);
    camera.zoom(factor.clamp(0.7, 1.4));
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloth_core::scenes;

    const SIZE: (usize, usize) = (640, 360);

    /// Whether a cloth of another grid is in the picture at the start, and every second of three.
    fn stays_in_view(scene: &Scene) -> bool {
        let camera = framing([(scene, GridSize::of(scene))], None, SIZE);
        let grid = grid_for(scene, Some(16));
        let mut simulation = start(scene, grid, Method::Verlet, Format::F32).unwrap();
        let mut positions = Vec::new();
        let rate = scene.solver.steps_per_second as usize;
        (0..=3 * rate).all(|step| {
            if step > 0 {
                simulation.step();
            }
            simulation.positions(&mut positions);
            step % rate != 0
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
            scenes::PINNED2,
            scenes::STRING,
            scenes::PLANE,
        ] {
            assert!(stays_in_view(&named.scene), "{}", named.name);
        }
    }

    /// Whatever the grid and the number of layers, the camera looks at the cloth and not at the
    /// origin.
    #[test]
    fn a_cloth_of_any_shape_and_number_of_layers_is_in_the_picture() {
        let grids = [(50, 50), (37, 11), (1, 97), (1, 1), (2, 4096), (3, 5)];
        for (layers, (columns, rows)) in [1, 5, 7, 16]
            .into_iter()
            .flat_map(|layers| grids.map(|grid| (layers, grid)))
        {
            let mut scene = Scene::DEFAULT;
            scene.cloth.layers = layers;
            (scene.cloth.columns, scene.cloth.rows) = (columns, rows);
            scene.solver.steps_per_second = 2.0;
            scene.cloth.center = [40.0, 0.0, 0.0];
            scene.forces.gravity = [0.0; 3];
            let camera = framing([(&scene, GridSize::of(&scene))], None, SIZE);
            let off = (camera.target.x - 40.0).abs();
            assert!(off < 1.0, "{columns}×{rows}, {layers} layers: {camera:?}");
        }
    }

    #[test]
    fn a_flag_stays_in_view_in_either_mode() {
        for mode in [Mode::Hooke, Mode::Constraint] {
            let mut scene = scenes::FLAG.scene;
            scene.solver.mode = mode;
            assert!(stays_in_view(&scene), "{mode:?}");
        }
    }

    #[test]
    fn a_cloth_that_falls_for_ever_does_not_take_the_camera_along() {
        let camera = framing(
            [(&Scene::DEFAULT, GridSize::of(&Scene::DEFAULT))],
            None,
            SIZE,
        );
        assert!(camera.eye.length() < 6.0, "{camera:?}");
    }

    #[test]
    fn nothing_to_see_is_no_failure() {
        let mut scene = Scene::DEFAULT;
        scene.cloth.width = -1.0;
        let grid = GridSize::of(&scene);
        let camera = framing([(&scene, grid)], None, (0, 0));
        assert!(camera.eye.is_finite());
        assert!(
            framing([(&Scene::DEFAULT, grid)], None, (0, 0))
                .eye
                .is_finite()
        );
    }
}
