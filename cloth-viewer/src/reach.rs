//! Where the cloths of a picture will come to.
//!
//! A cloth falls, swings and spreads, so its bounds at the start do not tell. A coarse cloth of a
//! few particles is run ahead for three seconds. The camera sees all the places that it comes to,
//! and the ground that is drawn, where the scene has no floor of its own, is below all of them.

use cloth_core::host::{Format, GridSize, Method, grid_for, start};
use cloth_core::scene::ColliderScene;
use cloth_core::{Mode, Scene};
use cloth_draw::solid::Solid;
use cloth_draw::stage::Stage;

/// Particles along the longer side of the coarse cloth.
const COARSE: usize = 12;
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
/// One that flies by is seen when it is as near as that.
const NEAR: f32 = 0.7;
/// How far below everything the ground is, in parts of the cloth's size.
const CLEARANCE: f32 = 0.06;

/// Where cloths and balls will be.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Places that the cloths come to, and points around what they lie on, m.
    pub places: Vec<[f32; 3]>,
    /// The height of a level ground below all of it, m; none where something falls for ever, or
    /// where down is not down.
    pub ground: Option<f32>,
}

impl Reach {
    /// Of scenes on grids. Those with springs go once with constraints too, so that switching
    /// leaves them in view.
    #[must_use]
    pub fn of(scenes: &[(Scene, GridSize)]) -> Self {
        let mut reach = Self::default();
        let mut ground = f32::INFINITY;
        for (scene, grid) in scenes {
            let modes: &[_] = match scene.solver.mode {
                Mode::Hooke => &[Mode::Hooke, Mode::Constraint],
                mode => &[mode],
            };
            for &mode in modes {
                let below = reach.add(scene, *grid, mode);
                ground = ground.min(below.unwrap_or(f32::NEG_INFINITY));
            }
        }
        reach.ground = Some(ground).filter(|ground| ground.is_finite());
        reach
    }

    /// Adds a scene's places in a mode; tells where the ground can be.
    fn add(&mut self, scene: &Scene, grid: GridSize, mode: Mode) -> Option<f32> {
        let mut scene = *scene;
        scene.solver.mode = mode;
        if scene.cloth.layers == 1 {
            // A coarse cloth would be far too thick to lie on itself; layers stay on each other.
            scene.self_collision = None;
        }
        let scene = &scene;
        let mut simulation = [coarse(scene, grid), GridSize::of(scene)]
            .into_iter()
            .find_map(|grid| start(scene, grid, Method::Verlet, Format::F32).ok())?;
        let mut stage = Stage::new(&mut *simulation).ok()?;
        let (low, high) = stage.picture().bounds()?;
        let size = (0..3).map(|i| high[i] - low[i]).fold(0.0, f32::max);
        let held = |place: [f32; 3]| {
            let far = FARTHEST * size;
            [0, 1, 2].map(|i| place[i].clamp(low[i] - far, high[i] + far))
        };
        let near = |center: &[f32; 3]| {
            let far = NEAR * size;
            (0..3).all(|i| (low[i] - far..high[i] + far).contains(&center[i]))
        };
        let (mut lowest, mut bodies) = (f32::INFINITY, Vec::new());
        let steps = (SECONDS * scene.solver.steps_per_second).min(MOST_STEPS) as usize;
        for step in 0..=steps {
            if step % STRIDE == 0 {
                stage.update(&mut *simulation);
                simulation.colliders(&mut bodies);
                let cloth = stage.picture().positions.iter().copied();
                for place in cloth.filter(|place| place.iter().all(|v| v.is_finite())) {
                    lowest = lowest.min(place[1]);
                    self.places.push(held(place));
                }
                for body in &bodies {
                    let (corners, flies) = corners_of(body);
                    lowest = corners.iter().fold(lowest, |lowest, p| lowest.min(p[1]));
                    let seen = corners.iter().filter(|corner| !flies || near(corner));
                    self.places.extend(seen.copied().map(held));
                }
            }
            simulation.step();
        }
        let [aside, down, along] = scene.forces.gravity;
        let stays = lowest > low[1] - FARTHEST * size;
        let is_down = down < 0.0 && -down > aside.hypot(along);
        let ground = (stays && is_down).then_some(lowest - CLEARANCE * size);
        // Poles stand on it.
        stage.ground = ground;
        stage.update(&mut *simulation);
        let solids = stage.picture().solids.iter();
        (self.places).extend(solids.flat_map(|solid| &solid.corners).copied().map(held));
        ground
    }
}

/// Points around a body, and whether it flies by.
fn corners_of(body: &ColliderScene) -> (Vec<[f32; 3]>, bool) {
    match *body {
        ColliderScene::Sphere {
            center,
            radius,
            velocity,
            period,
            ..
        } => {
            // A little outside of it: a cube's corners at 1.1 radii.
            let axes = ColliderScene::axes([0.0; 3]);
            let mut corners = Solid::cuboid(center, axes, [0.64 * radius; 3]).corners;
            let bottom = [center[0], center[1] - radius, center[2]];
            corners.push(bottom.map(|v| v as f32));
            (corners, velocity != [0.0; 3] && period <= 0.0)
        }
        ColliderScene::Capsule {
            start, end, radius, ..
        } => (Solid::capsule(start, end, radius).corners, false),
        ColliderScene::Box {
            center, size, turn, ..
        } => {
            let axes = ColliderScene::axes(turn);
            let all = Solid::cuboid(center, axes, size.map(|v| 0.5 * v));
            (all.corners, false)
        }
        ColliderScene::Plane { .. } => (Vec::new(), false),
    }
}

/// The grid of the coarse cloth. A layer takes as many particles as a cloth without layers, up to
/// four of them; more would take long.
fn coarse(scene: &Scene, grid: GridSize) -> GridSize {
    let mut shape = *scene;
    (shape.cloth.columns, shape.cloth.rows) = (grid.columns, grid.rows);
    let (longer, shorter) = (grid.columns.max(grid.rows), grid.columns.min(grid.rows));
    let narrow = match shorter {
        0 | 1 => 0,
        _ => (NARROW * longer).div_ceil(shorter).min(4 * COARSE),
    };
    let longer = narrow.max(COARSE * scene.cloth.layers.min(LAYERS));
    grid_for(&shape, Some(longer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloth_core::scenes;

    fn ground(scene: &Scene) -> Option<f32> {
        Reach::of(&[(*scene, GridSize::of(scene))]).ground
    }

    #[test]
    fn the_ground_is_below_what_stays_and_nowhere_below_what_falls() {
        // The ball's lowest point is at 0.18 m.
        let found = ground(&scenes::FOUR_CORNERS_SPHERE.scene).unwrap();
        assert!(found < 0.18 && found > -0.1, "{found}");
        assert_eq!(ground(&Scene::DEFAULT), None);
        assert_eq!(ground(&scenes::TEAR.scene), None);
        let mut aside = scenes::FOUR_CORNERS_SPHERE.scene;
        aside.forces.gravity = [9.8, 0.0, 0.0];
        assert_eq!(ground(&aside), None);
    }
}
