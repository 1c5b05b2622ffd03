//! Any settings that are accepted, any grid, any sequence of changes: finite, and refused whole.

use crate::act::Act;
use crate::both_storages::{Apply, start_both};
use crate::edit::Edits;
use crate::files::WORDS;
use crate::{Input, Pick};
use arbitrary::Arbitrary;
use cloth_core::host::{AnySimulation, Format, GridSize, Method, start};
use cloth_core::{Mode, Scene, scenes};
use cloth_viewer::scene_file::{self, SceneFile};

/// Whether a step of a scene is short: a thousand substeps on the largest grid are allowed, too.
pub fn is_small(grid: GridSize, scene: &Scene) -> bool {
    let particles = grid.columns * grid.rows;
    let passes = [
        (scene.solver.substeps, 1),
        (scene.constraints.substeps, scene.constraints.iterations),
        (scene.pbd.substeps, scene.pbd.iterations),
        (scene.xpbd.substeps, scene.xpbd.iterations),
    ];
    let work = |(substeps, passes)| u64::from(substeps) * u64::from(passes);
    let most = passes.into_iter().map(work).max().unwrap_or(0);
    particles <= 400 && most * particles as u64 <= 100_000
}

/// The same scene with so few substeps and passes that thousands of runs take seconds.
pub fn shorten(scene: &mut Scene) {
    let few = |count: &mut u32, most: u32| *count = 1 + *count % most;
    few(&mut scene.solver.substeps, 4);
    few(&mut scene.constraints.substeps, 4);
    few(&mut scene.pbd.substeps, 4);
    few(&mut scene.xpbd.substeps, 4);
    few(&mut scene.constraints.iterations, 3);
    few(&mut scene.pbd.iterations, 3);
    few(&mut scene.xpbd.iterations, 3);
    scene.solver.courant = false;
    if let Some(limit) = &mut scene.limit {
        few(&mut limit.passes, 16);
    }
}

/// A scene of the library with other numbers and words in it, if they are accepted, and what runs it.
#[derive(Arbitrary, Clone, Debug)]
pub struct Start {
    scene: Pick,
    edits: Edits,
    mode: Pick,
    setup: Setup,
}

/// A grid, a method and a format.
#[derive(Arbitrary, Clone, Debug)]
pub struct Setup {
    grid: Pick,
    sides: [Pick; 2],
    method: Pick,
    format: Pick,
}

impl Setup {
    /// Starts a scene, where it can run on the grid; it need not. The grid is mostly small, sometimes a string
    /// or of 40 columns.
    pub fn start(&self, scene: &Scene) -> Option<Box<dyn AnySimulation>> {
        let most = [[12; 2], [12; 2], [12; 2], [40, 1], [1, 40], [40; 2]];
        let most = self.grid.of(&most);
        let [columns, rows] = [0, 1].map(|i| 1 + self.sides[i].below(most[i]));
        let grid = GridSize { columns, rows };
        let (method, format) = (*self.method.of(&Method::ALL), *self.format.of(&Format::ALL));
        start(scene, grid, method, format).ok()
    }
}

impl Start {
    /// A valid scene.
    pub fn scene(&self) -> Scene {
        let named = self.scene.of(scenes::ALL);
        let mut text = scene_file::to_toml(&SceneFile::from(named));
        self.edits.values(&mut text, WORDS);
        let file = scene_file::parse(&text, "a").unwrap_or_else(|_| SceneFile::from(named));
        let mut scene = file.scene;
        scene.solver.mode = *self.mode.of(&Mode::ALL);
        shorten(&mut scene);
        scene
    }
}

/// Positions and velocities are numbers.
#[track_caller]
pub fn assert_finite(sim: &dyn AnySimulation, after: impl std::fmt::Debug) {
    for (column, row) in (0..sim.columns()).flat_map(|c| (0..sim.rows()).map(move |r| (c, r))) {
        let value = [sim.position(column, row), sim.velocity(column, row)];
        if !value.iter().flatten().flatten().all(|x| x.is_finite()) {
            let scene = sim.scene();
            panic!("({column}, {row}): {value:?} in\n{scene:#?}\nafter {after:#?}");
        }
    }
}

/// Any start, any changes between steps; on some grids in both storages.
#[derive(Arbitrary, Clone, Debug)]
pub struct Changes {
    start: Start,
    in_both: Option<Pick>,
    acts: Vec<Act>,
}

impl Input for Changes {
    fn check(&self) {
        let (scene, setup) = (self.start.scene(), &self.start.setup);
        let started = match self.in_both {
            None => (setup.start(&scene)).map(|sim| (sim, Box::new(Act::apply) as Apply)),
            Some(which) => start_both(which, &scene),
        };
        let Some((mut sim, mut apply)) = started else {
            return;
        };
        // Or large grids would take most of the time.
        let is_large = sim.columns() * sim.rows() > 200;
        for (i, act) in (self.acts.iter().take(if is_large { 6 } else { 16 })).enumerate() {
            let before = sim.state_hash();
            let unchanged = apply(act, &mut *sim) || sim.state_hash() == before;
            assert!(unchanged, "what is refused changes nothing: {act:?}");
            assert_finite(&*sim, &self.acts[..=i]);
        }
        look(&mut *sim);
    }
}

/// Nothing that is looked at may fail either.
fn look(sim: &mut dyn AnySimulation) {
    let measured = sim.measure();
    let strain = measured.largest_strain;
    assert!(strain.is_none_or(|strain| !strain.is_nan()), "{measured:?}");
    assert!(!sim.stable_dt().is_nan());
    let (mut normals, mut triangles) = (Vec::new(), Vec::new());
    sim.normals(&mut normals);
    let finite = normals.iter().flatten().all(|v| v.is_finite());
    assert!(finite, "{normals:?}");
    sim.triangles(&mut triangles);
    let particles = (sim.columns() * sim.rows()) as u32;
    assert!(triangles.iter().flatten().all(|&i| i < particles));
}
