//! From a running simulation to what a picture shows.

use crate::look::{Look, Surface};
use crate::marks::{Marks, on_colliders, on_itself, round_range, strains};
use crate::picture::{Arrow, Picture, PlaneShape, SphereShape, SpringLine};
use crate::solid::{Solid, rods};
use cloth_core::host::AnySimulation;
use cloth_core::scene::ColliderScene;
use cloth_core::{BendNeighbours, OutOfMemory, Scene};

/// Wind arrows along each side of the cloth.
const ARROWS: usize = 6;

/// The memory behind a [`Picture`], filled anew for every one.
#[derive(Debug, Default)]
pub struct Stage {
    columns: usize,
    rows: usize,
    /// Particle positions, m.
    pub positions: Vec<[f32; 3]>,
    /// Unit vertex normals.
    pub normals: Vec<[f32; 3]>,
    /// Indices of the triangles' corners.
    pub triangles: Vec<[u32; 3]>,
    springs: Vec<SpringLine>,
    /// Whether links were broken when triangles and springs were listed, and the bend springs of the
    /// scene's mode then.
    listed: Option<(bool, BendNeighbours)>,
    /// What the cloth may lie on, where it is now.
    pub colliders: Vec<ColliderScene>,
    spheres: Vec<SphereShape>,
    solids: Vec<Solid>,
    planes: Vec<PlaneShape>,
    arrows: Vec<Arrow>,
    scene: Scene,
    /// The height of a ground to be drawn where there is no floor, m.
    pub ground: Option<f32>,
}

/// Radius of the ball that shows a pin, in widths of the cloth.
const PIN: f32 = 0.012;

impl Stage {
    /// A stage for this simulation as it is now.
    ///
    /// # Errors
    /// If the system has no memory for its particles, links and triangles.
    pub fn new(simulation: &mut dyn AnySimulation) -> Result<Self, OutOfMemory> {
        let (columns, rows) = (simulation.columns(), simulation.rows());
        let particles = columns * rows;
        let mut stage = Self::default();
        let mut reserve = || {
            stage.positions.try_reserve_exact(particles)?;
            stage.normals.try_reserve_exact(particles)?;
            stage.triangles.try_reserve_exact(2 * particles)?;
            stage.springs.try_reserve(6 * particles)
        };
        reserve().map_err(|_| OutOfMemory { columns, rows })?;
        stage.update(simulation);
        Ok(stage)
    }

    /// Lists the springs of the scene's mode, and the triangles, that are not torn.
    fn set_mesh(&mut self, simulation: &dyn AnySimulation) {
        simulation.triangles(&mut self.triangles);
        let neighbours = self.scene.bend_neighbours();
        self.listed = Some((simulation.is_torn(), neighbours));
        let springs = cloth_core::springs(self.columns, self.rows, neighbours)
            .filter(|spring| simulation.is_whole(spring.ends));
        self.springs.clear();
        self.springs.extend(springs.map(|spring| SpringLine {
            ends: spring.ends.map(|i| i as u32),
            kind: spring.kind,
        }));
    }

    /// Reads where everything is now.
    pub fn update(&mut self, simulation: &mut dyn AnySimulation) {
        (self.columns, self.rows) = (simulation.columns(), simulation.rows());
        self.scene = *simulation.scene();
        let listed = Some((false, self.scene.bend_neighbours()));
        if self.listed != listed || simulation.is_torn() {
            self.set_mesh(simulation);
        }
        simulation.positions(&mut self.positions);
        simulation.normals(&mut self.normals);
        simulation.colliders(&mut self.colliders);
        self.set_bodies();
        let ground = self.planes.first().map(|plane| plane.point[1]);
        let rods = rods(&self.scene, (self.columns, self.rows), ground);
        self.solids.extend(rods);
        self.set_pins(simulation);
        self.set_arrows(simulation);
    }

    /// Adds a small ball where a particle is held that the scene itself does not hold.
    fn set_pins(&mut self, simulation: &dyn AnySimulation) {
        let (columns, rows, scene) = (self.columns, self.rows, self.scene);
        let radius = PIN * scene.cloth.width as f32;
        let held = |i: &usize| {
            let (column, row) = (i % columns, i / columns);
            simulation.is_pinned(column, row) && !scene.pins.holds(columns, rows, column, row)
        };
        for i in (0..self.positions.len()).filter(held) {
            let center = self.positions[i];
            self.spheres.push(SphereShape { center, radius });
        }
    }

    /// Lists what the cloth may lie on, as it is drawn.
    fn set_bodies(&mut self) {
        self.spheres.clear();
        self.solids.clear();
        self.planes.clear();
        let sink = sinking(&self.scene, self.columns, self.rows);
        // A triangle over a box's edge is inside of it by a quarter of a cell or so.
        let cloth = self.scene.cloth;
        let cut = 0.28 * cloth.spacing(self.columns, self.rows);
        let edge = (cut - cloth.particle_radius).max(0.0);
        for collider in &self.colliders {
            match *collider {
                ColliderScene::Sphere { center, radius, .. } => self.spheres.push(SphereShape {
                    center: center.map(|v| v as f32),
                    radius: (radius - sink(radius)) as f32,
                }),
                ColliderScene::Plane { point, normal, .. } => self.planes.push(PlaneShape {
                    point: point.map(|v| v as f32),
                    normal: normal.map(|v| v as f32),
                }),
                ColliderScene::Capsule {
                    start, end, radius, ..
                } => (self.solids).push(Solid::capsule(start, end, radius - sink(radius))),
                ColliderScene::Box {
                    center, size, turn, ..
                } => {
                    let half = size.map(|v| 0.5 * v - edge.min(0.1 * v));
                    let axes = ColliderScene::axes(turn);
                    self.solids.push(Solid::cuboid(center, axes, half));
                }
            }
        }
        if let (Some(height), true) = (self.ground, self.planes.is_empty()) {
            self.planes.push(PlaneShape {
                point: [0.0, height, 0.0],
                normal: [0.0, 1.0, 0.0],
            });
        }
    }

    /// What a picture shows now.
    #[must_use]
    pub fn picture(&self) -> Picture<'_> {
        let longer = self.columns.max(self.rows).saturating_sub(1);
        Picture {
            positions: &self.positions,
            normals: &self.normals,
            triangles: &self.triangles,
            springs: &self.springs,
            columns: self.columns,
            rows: self.rows,
            size: self.scene.cloth.spacing(self.columns, self.rows) as f32 * longer as f32,
            spheres: &self.spheres,
            solids: &self.solids,
            planes: &self.planes,
            arrows: &self.arrows,
            ..Picture::default()
        }
    }

    /// What a look shows besides the form.
    #[must_use]
    pub fn marks(&self, look: &Look) -> Marks {
        let mut marks = Marks::default();
        let spacing = self.scene.cloth.spacing(self.columns, self.rows);
        if look.surface == Surface::Strain {
            marks.strains = strains(&self.positions, &self.springs, spacing as f32);
            marks.strain_range = match self.scene.limit {
                Some(limit) if limit.ratio > 1.0 => (limit.ratio - 1.0) as f32,
                _ => round_range(&marks.strains),
            };
        }
        if look.contacts {
            let (positions, radius) = (&self.positions, self.scene.cloth.particle_radius);
            let mut touched = on_colliders(positions, &self.colliders, radius, spacing);
            if let Some(layers) = self.scene.self_collision {
                let thickness = layers.thickness.unwrap_or(spacing) as f32;
                on_itself(&mut touched, positions, self.columns, thickness);
            }
            let touched = touched.iter().enumerate().filter(|(_, touched)| **touched);
            marks.contacts.extend(touched.map(|(i, _)| i as u32));
        }
        marks
    }

    /// Arrows for the wind at a few particles: a tenth of a second of the air's way, or S0's force
    /// on a tenth of the cloth's width.
    fn set_arrows(&mut self, simulation: &dyn AnySimulation) {
        self.arrows.clear();
        let (columns, rows, scene) = (self.columns, self.rows, self.scene);
        let every = |n: usize| n.div_ceil(ARROWS).max(1);
        for row in (0..rows).step_by(every(rows)) {
            for column in (0..columns).step_by(every(columns)) {
                let start = scene.cloth.start(columns, rows, column, row);
                let wind = wind_way(&scene, simulation.time(), start[0]);
                let from = self.positions[row * columns + column];
                if wind != [0.0; 3] {
                    let to = [0, 1, 2].map(|i| from[i] + wind[i] as f32);
                    self.arrows.push(Arrow { from, to });
                }
            }
        }
    }
}

/// The arrow of the wind on a particle whose x was `x` at the start, m.
fn wind_way(scene: &Scene, time: f64, x: f64) -> [f64; 3] {
    let mut way = [0.0; 3];
    if let Some(wind) = scene.forces.wind {
        way = wind.velocity.map(|v| 0.1 * v);
    }
    if let Some(wind) = scene.forces.positional_wind {
        let phase = wind.rate * time;
        let size = 0.1 * scene.cloth.width * wind.coefficient.signum();
        way[0] += size * libm::sin(wind.wave_number * x + phase).abs();
        way[2] += size * 0.5 * libm::sin(phase);
    }
    way
}

/// How much smaller than itself a sphere of a given radius is to be drawn, m.
///
/// Particles lie on the sphere; the flat triangles between them lie a little inside of it, at most
/// by r − √(r² − h²) with h half of a cell's diagonal.
fn sinking(scene: &Scene, columns: usize, rows: usize) -> impl Fn(f64) -> f64 {
    // A cell of a cloth at Provot's limit.
    let half_diagonal = 1.1 * scene.cloth.spacing(columns, rows) * 0.5_f64.sqrt();
    let gap = scene.cloth.particle_radius;
    move |radius| {
        let r = radius + gap;
        let inside = (r * r - half_diagonal * half_diagonal).max(0.0).sqrt();
        (radius - inside).clamp(0.0, 0.2 * radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloth_core::host::{Format, Method, grid_for, start};
    use cloth_core::scene::{TearScene, WindScene};
    use cloth_core::{Mode, scenes};

    fn simulation(scene: &Scene) -> Box<dyn AnySimulation> {
        let grid = grid_for(scene, Some(8));
        start(scene, grid, Method::Verlet, Format::F32).unwrap()
    }

    #[test]
    fn a_stage_shows_what_the_scene_has_and_pins_set_by_hand() {
        let mut scene = scenes::FOUR_CORNERS.scene;
        (scene.cloth.columns, scene.cloth.rows) = (8, 8);
        scene.pins.left_edge = true;
        let ball = ColliderScene::sphere([0.0, -3.0, 0.0], 1.0);
        scene.colliders.push(ball).unwrap();
        scene.forces.wind = Some(WindScene {
            velocity: [2.0, 0.0, -1.0],
            coefficient: 1.0,
        });
        let mut simulation = simulation(&scene);
        let mut stage = Stage::new(&mut *simulation).unwrap();
        let picture = stage.picture();
        assert_eq!((picture.positions.len(), picture.triangles.len()), (64, 98));
        // S0's counts for 8 × 8: 2·64 − 16, 2·49, 2·8·6.
        assert_eq!(picture.springs.len(), 112 + 98 + 96);
        assert_eq!((picture.spheres.len(), picture.planes.len()), (1, 0));
        // The rod.
        assert_eq!(picture.solids.len(), 1);
        assert!(picture.spheres[0].radius < 1.0 && picture.spheres[0].radius > 0.95);
        let Arrow { from, to } = picture.arrows[0];
        assert!((to[0] - from[0] - 0.2).abs() < 1e-6 && (to[2] - from[2] + 0.1).abs() < 1e-6);
        for is_held in [true, false] {
            simulation.set_pinned(3, 2, is_held);
            stage.update(&mut *simulation);
            let pin = stage.spheres.get(1).map(|pin| pin.center);
            assert_eq!(pin, is_held.then_some(stage.positions[2 * 8 + 3]));
        }
    }

    #[test]
    fn what_is_torn_is_not_shown() {
        let mut scene = Scene::DEFAULT;
        scene.cloth.width = 1.0;
        scene.pins.left_edge = true;
        scene.tear = Some(TearScene { strain: Some(0.01) });
        scene.solver.mode = Mode::Pbd;
        scene.forces.gravity = [1e3, 0.0, 0.0];
        let mut simulation = simulation(&scene);
        let mut stage = Stage::new(&mut *simulation).unwrap();
        let whole = (stage.triangles.len(), stage.springs.len());
        (0..10).for_each(|_| simulation.step());
        stage.update(&mut *simulation);
        assert!(simulation.is_torn());
        assert!(stage.triangles.len() < whole.0 && stage.springs.len() < whole.1);
        let broken = |ends: [u32; 2]| !simulation.is_whole(ends.map(|i| i as usize));
        assert!(!stage.springs.iter().any(|spring| broken(spring.ends)));
        simulation.reset(&scene).unwrap();
        stage.update(&mut *simulation);
        assert_eq!((stage.triangles.len(), stage.springs.len()), whole);
    }
}
