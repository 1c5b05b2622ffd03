//! What the window begins with.

use super::files::{Files, Origin};
use super::show::beside_panel;
use super::stale::Shown;
use super::undo::Undo;
use super::unseen::Unseen;
use super::watch::Watch;
use super::wind::Wind;
use super::{App, SIZE};
use crate::cli::{GridChoice, Plan, library};
use crate::error::Error;
use crate::export::Exporter;
use crate::framing::camera_for;
use crate::headless::title;
use crate::input::Input;
use crate::notice::Notice;
use crate::panel::Panel;
use crate::recording::Recording;
use crate::scene_file::SceneFile;
use crate::stats::Stats;
use crate::timeline::Timeline;
use crate::world::World;
use cloth_draw::raster::Framebuffer;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where files go that are saved from the window.
const FOLDER: &str = "cloth-out";
/// Where scene files are, besides.
const SCENES: &str = "scenes";

impl App {
    /// Starts the scene of the plan.
    ///
    /// # Errors
    /// If the scene cannot run on its grid.
    pub fn new(plan: &Plan) -> Result<Self, Error> {
        let world = World::new(plan.setup.clone())?;
        let library = library();
        let origin = origin(plan, &library);
        let files = Files::new(folders(plan), &library);
        let size = plan.size.unwrap_or(SIZE);
        let camera = camera_for(world.cloths(), plan.from, beside_panel(size));
        let scene = plan.setup.file.scene;
        Ok(Self {
            files,
            origin,
            longer: plan.grid.map(GridChoice::longer),
            original: (scene, plan.setup.method, plan.setup.format),
            wind: Wind::new(&scene),
            camera,
            home: camera,
            look: plan.look.clone(),
            stats: Stats::new(
                title(world.original(), world.simulation()),
                1.0 / scene.solver.steps_per_second,
            ),
            timeline: Timeline::new(&world),
            ran: false,
            world,
            library,
            pace: Default::default(),
            away: None,
            last_cost: None,
            due: 0,
            speed: 1.0,
            grip: None,
            pushed: None,
            undo: Undo::default(),
            watch: Watch::default(),
            lasting: Notice::default(),
            exporter: Exporter::new(FOLDER),
            shoot: false,
            replay: None,
            paused: false,
            broken: false,
            asked: false,
            auto_orbit: false,
            // It would leave nothing of a small one.
            show_panel: Panel::fits(size),
            show_plots: false,
            show_help: false,
            over: false,
            panel: Panel::new(),
            beside: Framebuffer::default(),
            wanted: (None, Vec::new()),
            notice: (Notice::default(), Duration::ZERO),
            hover: None,
            before: Input::default(),
            unseen: Unseen::default(),
            elapsed: Duration::ZERO,
            shown: Shown::default(),
            meter: Default::default(),
            detailed: plan.stats,
            by_phase: false,
            size,
        })
    }

    /// Starts what a recording of inputs starts with, and runs it again.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn replaying(plan: &Plan, recording: &Recording) -> Result<Self, Error> {
        let plan = Plan {
            setup: recording.setup().clone(),
            ..plan.clone()
        };
        let mut app = Self::new(&plan)?;
        app.begin_replay(recording);
        Ok(app)
    }
}

/// Where the plan's scene comes from.
fn origin(plan: &Plan, library: &[SceneFile]) -> Origin {
    let name = &plan.setup.file.name;
    let number = library.iter().position(|scene| scene.name == *name);
    match &plan.file {
        Some(path) => Origin::File(path.clone()),
        None => number.map_or(Origin::Recording, Origin::Library),
    }
}

/// Where scene files are looked for: beside the plan's, in the usual place, where they are saved.
pub(super) fn folders(plan: &Plan) -> Vec<PathBuf> {
    let beside = plan.file.as_deref().and_then(Path::parent);
    let usual = [SCENES, FOLDER].map(Path::new);
    beside
        .into_iter()
        .chain(usual)
        .map(Path::to_owned)
        .collect()
}
