//! The window without the window: what keys, mouse and panel do to the world and the camera.
//!
//! [`App::update`] takes what happened since the last picture, [`App::draw`] makes the next one.
//! Neither knows where input comes from or where the picture goes, so tests can be both.

mod away;
mod change;
mod files;
mod hand;
mod hover;
mod meter;
mod mouse;
mod obey;
mod pace;
mod pick;
mod replay;
mod save;
mod scrub;
mod stale;
mod undo;
mod unseen;
mod watch;
mod wind;

use crate::action::Action;
use crate::cli::{GridChoice, Plan, library};
use crate::cursor::Ring;
use crate::error::Error;
use crate::export::Exporter;
use crate::framing::camera_for;
use crate::headless::title;
use crate::input::{Command, Input};
use crate::notice::{Kind, Notice};
use crate::panel::{Controls, Panel, Readout};
use crate::phase_times::Cost;
use crate::recording::Recording;
use crate::scene_file::SceneFile;
use crate::stability::{diagnosis, is_well};
use crate::stats::Stats;
use crate::timeline::Timeline;
use crate::world::World;
use away::{Away, Job};
use cloth_core::Scene;
use cloth_core::host::{AnySimulation, Format, Method};
use cloth_draw::camera::Camera;
use cloth_draw::look::Look;
use cloth_draw::raster::Framebuffer;
use files::{Files, Origin};
use hand::Grip;
use meter::Meter;
use pace::Pace;
use replay::Replay;
use stale::Shown;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use undo::Undo;
use unseen::Unseen;
use watch::Watch;
use wind::Wind;

/// Size of the picture if the command line does not say, pixels (width, height).
pub const SIZE: (usize, usize) = (1280, 720);
/// When steps have taken this long the next picture is due, and the rest of the time is dropped:
/// the cloth slows down, the window still answers.
const LONGEST_WORK: Duration = Duration::from_millis(24);
/// Where files go that are saved from the window.
const FOLDER: &str = "cloth-out";
/// Where scene files are, besides.
const SCENES: &str = "scenes";
/// How long a message stays.
const NOTICE: Duration = Duration::from_secs(8);

/// All that the window shows and does.
#[derive(Debug)]
pub struct App {
    world: World,
    library: Vec<SceneFile>,
    files: Files,
    origin: Origin,
    /// Particles along the longer side, as asked for with `--grid` or in the panel; holds for
    /// scenes chosen later too.
    longer: Option<usize>,
    /// The scene, the method and the format as they were opened: what the panel's double click goes back to.
    original: (Scene, Method, Format),
    camera: Camera,
    /// The camera as the scene was opened with.
    home: Camera,
    look: Look,
    pace: Pace,
    /// A step that is being made, what the last one took, and how many are due after it.
    away: Option<Away>,
    last_cost: Option<Duration>,
    due: u32,
    speed: f64,
    wind: Wind,
    grip: Option<Grip>,
    /// The collider that is being pushed, to be stopped afterwards.
    pushed: Option<usize>,
    undo: Undo,
    timeline: Timeline,
    /// Whether time went on before the past was shown.
    ran: bool,
    watch: Watch,
    /// A message that stays until the next start: why the cloth is none any more, how a replay went.
    lasting: Notice,
    exporter: Exporter,
    /// Whether the next picture is to be saved.
    shoot: bool,
    replay: Option<Replay>,
    paused: bool,
    /// Whether it was paused because the cloth was none any more.
    broken: bool,
    auto_orbit: bool,
    show_panel: bool,
    show_plots: bool,
    show_help: bool,
    over: bool,
    /// Whether the last command asked to quit, and was told of a recording.
    asked: bool,
    panel: Panel,
    /// What the panel wants done before the next picture.
    wanted: (Option<Box<Controls>>, Vec<Command>),
    /// How the last thing went, and how long ago it was.
    notice: (Notice, Duration),
    /// What a press would take hold of, or has.
    hover: Option<Ring>,
    /// Buttons and cursor of the last update.
    before: Input,
    /// What the panel has not seen yet.
    unseen: Unseen,
    /// Time between the last two updates.
    elapsed: Duration,
    shown: Shown,
    meter: Meter,
    stats: Stats,
    /// Whether every second step is to be measured by phase, and whether the last one was.
    detailed: bool,
    by_phase: bool,
    size: (usize, usize),
}

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
            pace: Pace::default(),
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
            wanted: (None, Vec::new()),
            notice: (Notice::default(), Duration::ZERO),
            hover: None,
            before: Input::default(),
            unseen: Unseen::default(),
            elapsed: Duration::ZERO,
            shown: Shown::default(),
            meter: Meter::default(),
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

    /// Whether the window is to be closed.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The running simulation.
    #[must_use]
    pub fn simulation(&self) -> &dyn AnySimulation {
        self.world.simulation()
    }

    /// Where the scene is seen from.
    #[must_use]
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// The panel.
    pub fn panel_mut(&mut self) -> &mut Panel {
        &mut self.panel
    }

    /// What steps and pictures of the present scene cost.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// How fast time goes, in words, where it is slower than it should be.
    #[must_use]
    pub fn behind(&self) -> Option<String> {
        self.meter.behind()
    }

    /// Takes in what happened since the last picture, and simulates as much time as passed.
    pub fn update(&mut self, input: &Input) {
        self.update_all(std::slice::from_ref(input));
    }

    /// As [`App::update`], of what happened one after the other: of a button that went down and came
    /// up between two pictures both count. Then come the steps.
    pub fn update_all(&mut self, inputs: &[Input]) {
        let Some(last) = inputs.last() else {
            return;
        };
        self.elapsed = inputs.iter().map(|input| input.elapsed).sum();
        let (controls, commands) = std::mem::take(&mut self.wanted);
        if let Some(controls) = controls {
            self.note_done();
            self.take_controls(*controls);
        }
        let mut single_steps = self.obey(&commands);
        for input in inputs {
            single_steps += self.hear(input);
        }
        self.simulate(single_steps, last);
        self.meter.frame(self.elapsed);
        self.grow_stale();
    }

    /// Does what a user wants; returns how many single steps were asked for.
    fn hear(&mut self, input: &Input) -> u32 {
        if input.tells_after(&self.before) {
            self.note_done();
        }
        self.size = input.size;
        self.make_room(input.size);
        self.undo.pass(input.elapsed, input.left);
        if input.left && !self.before.left || input.panel.iter().any(is_tab) {
            self.undo.turn();
        }
        self.notice.1 = self.notice.1.saturating_add(input.elapsed);
        let single_steps = match self.panel.wants_keys() {
            true => 0,
            false => self.obey(&input.commands),
        };
        self.move_camera(input);
        self.move_grip(input);
        self.unseen.push(input.clone());
        self.before = input.clone();
        self.before.commands.clear();
        single_steps
    }

    /// Simulates as much time as passed, or single steps.
    fn simulate(&mut self, single_steps: u32, input: &Input) {
        let Some(single_steps) = self.leave_past(single_steps) else {
            return;
        };
        let step = 1.0 / self.simulation().scene().solver.steps_per_second;
        let mut made = self.welcome();
        let wanted = match self.paused {
            true => self.due + single_steps,
            false => {
                let due = (self.pace).steps(self.elapsed.as_secs_f64() * self.speed, step);
                due.max(self.due.min(1))
            }
        };
        // First: a value may have changed.
        let watch = self.watch.is_due(self.world.simulation(), self.elapsed);
        let long = self.steps_are_long();
        if self.away.is_some() {
            self.due = wanted;
        } else if long && (wanted > 0 || watch) {
            self.step_long(wanted, watch, input);
        } else {
            if watch {
                self.watch.seek();
                self.watch.found(self.world.stable_dt());
            }
            self.due = 0;
            made += self.run(wanted, input);
        }
        if !self.paused {
            let simulated = f64::from(made) * step;
            self.meter.ran(self.elapsed, self.speed, simulated);
        }
        if made > 0 {
            self.look_whether_well();
        }
        if matches!(self.grip, Some(Grip::Particle(_) | Grip::Collider(_))) {
            self.stats.dragged(self.elapsed);
        }
    }

    /// Makes steps as long as there is time; returns how many.
    fn run(&mut self, steps: u32, input: &Input) -> u32 {
        let started = Instant::now();
        let mut made = 0;
        while made < steps {
            if made > 0 && started.elapsed() > LONGEST_WORK {
                // Single steps that were asked for are made later.
                self.due = if self.paused { steps - made } else { 0 };
                break;
            }
            if !self.prepare_step(input) {
                break;
            }
            made += 1;
            let by_phase = self.by_phase();
            let cost = Cost::measure(by_phase, |ended| self.world.step_observed(ended));
            self.record(&Action::Step);
            self.stepped(cost);
        }
        made
    }

    /// Begins a step that is not waited for.
    fn step_long(&mut self, steps: u32, watch: bool, input: &Input) {
        let step = (steps > 0 && self.prepare_step(input)).then(|| self.by_phase());
        self.due = steps.saturating_sub(1);
        self.send_away(Job { step, watch });
    }

    fn look_whether_well(&mut self) {
        if !is_well(self.world.simulation()) {
            let why = diagnosis(self.world.simulation(), self.watch.stable_dt());
            let text =
                format!("{why}. Paused; more substeps or softer springs help, R starts again");
            self.lasting = Notice::new(Kind::Failed, text);
            (self.paused, self.broken) = (true, true);
        }
    }

    /// Does what hands, or a recording, do before a step; returns whether there is to be one.
    fn prepare_step(&mut self, input: &Input) -> bool {
        for action in self.hand_actions(input) {
            self.apply(action);
        }
        self.prepare_replay()
    }

    /// Whether the next step is to be measured by phase: as without a window, every second.
    fn by_phase(&mut self) -> bool {
        self.by_phase = (self.detailed || self.show_plots) && !self.by_phase;
        self.by_phase
    }

    /// Notes what a step has cost.
    fn stepped(&mut self, cost: Cost) {
        self.last_cost = Some(cost.time);
        self.meter.step(cost.time);
        self.stats.step(cost);
        if let Some(times) = cost.phases {
            self.watch.phases(&times);
        }
        if self.show_plots {
            self.watch.sample(self.world.simulation());
        }
    }

    /// Does something to the world, but for a step. A refusal is shown.
    fn apply(&mut self, action: Action) -> bool {
        self.branch();
        if self.replay.take().is_some() {
            self.say(Kind::Done, "the recording ends here: the cloth is yours");
        }
        if matches!(action, Action::Start(_) | Action::Reset) {
            self.give_up_step();
        }
        match (self.world.apply(&action), &mut self.away) {
            (Ok(()), Some(away)) if away.steps() => {
                away.note(action);
                true
            }
            (Ok(()), _) => {
                self.record(&action);
                true
            }
            (Err(error), _) => {
                self.say(Kind::Refused, error.to_string());
                false
            }
        }
    }

    /// Notes what has been done to the world.
    fn record(&mut self, action: &Action) {
        self.watch.moved();
        self.timeline.note(action, &self.world);
        if let Err(error) = self.exporter.apply(action) {
            self.say(Kind::Failed, error.to_string());
        }
    }

    fn say(&mut self, kind: Kind, text: impl Into<String>) {
        self.notice = (Notice::new(kind, text), Duration::ZERO);
    }

    /// Draws the next picture, in the size of the buffer.
    pub fn draw(&mut self, frame: &mut Framebuffer) {
        if self.shoot || self.exporter.wants_pictures() {
            // What is saved is without the panel, and needs no room for it.
            self.camera.aside = 0.0;
            self.draw_from_here(frame);
            self.save_picture(frame);
        }
        self.draw_scene(frame);
        self.look_under_cursor();
        self.save_shapes();
        self.draw_panel(frame);
        self.note_shown();
    }

    /// What is looked at is in the middle of what the panel leaves free.
    fn make_room(&mut self, size: (usize, usize)) {
        self.camera.aside = match self.show_panel {
            true => Panel::part(size),
            false => 0.0,
        };
        self.home.aside = self.camera.aside;
    }

    /// Draws what is simulated, without panel and text.
    pub fn draw_scene(&mut self, frame: &mut Framebuffer) {
        self.make_room(frame.size());
        self.draw_from_here(frame);
    }

    fn draw_from_here(&mut self, frame: &mut Framebuffer) {
        self.world.update();
        let started = Instant::now();
        (self.world.cloths()).draw(&self.look, &self.camera, frame);
        let time = started.elapsed();
        self.stats.picture(time);
        self.meter.picture(time);
    }

    fn draw_panel(&mut self, frame: &mut Framebuffer) {
        let mut controls = self.controls();
        let as_it_was = controls.clone();
        let figures = self.figures();
        let notice = self.message().clone();
        let recording = self.exporter.state();
        let setup = self.world.original();
        let shown = Readout {
            library: &self.library,
            files: self.files.names(),
            summary: &setup.file.summary,
            original: &self.original.0,
            original_method: self.original.1,
            original_format: self.original.2,
            grid: setup.grid,
            stable_dt: self.watch.stable_dt(),
            history: self.watch.samples(),
            recording: &recording,
            figures: &figures,
            notice: &notice,
            ring: self.hover,
            can_undo: self.can_undo(),
            timeline: self.stretch(),
            last_wind: self.wind.last(),
        };
        let started = Instant::now();
        let response = (self.panel).show(&self.unseen.take(), &mut controls, &shown, frame);
        self.stats.panel(started.elapsed());
        if self.unseen.waits() {
            self.note_done();
        }
        self.shown.panel_after = response.repaint_after;
        if let Some(text) = response.held {
            self.say(Kind::Refused, text);
        }
        self.wanted.1.extend(response.commands);
        if controls != as_it_was {
            self.wanted.0 = Some(Box::new(controls));
        }
    }

    /// What the window says: how the last thing went, or what lasts.
    fn message(&self) -> &Notice {
        match self.notice.1 < NOTICE && !self.notice.0.text.is_empty() {
            true => &self.notice.0,
            false => &self.lasting,
        }
    }

    /// What the window says, in words.
    #[must_use]
    pub fn notice(&self) -> &str {
        &self.message().text
    }

    /// The line at the top of the picture.
    fn figures(&self) -> String {
        let simulation = self.simulation();
        let setup = self.world.original();
        let strain = 100.0 * simulation.measure().largest_strain.unwrap_or_default();
        let (name, mode) = (&setup.file.name, simulation.scene().solver.mode.name());
        let mut line = match Panel::fits(self.size) {
            true => format!(
                "{name} · {mode} · {} · {} · {} · strain {strain:.1} %",
                setup.method, setup.grid, self.meter
            ),
            // Room for what a glance is for.
            false => format!("{name} · strain {strain:.1} %"),
        };
        for (on, word) in [
            (Wind::blows(simulation.scene()), "wind"),
            (self.speed < 1.0, "slow motion"),
            (self.paused, "paused"),
            (self.timeline.is_past(), "in the past"),
            (self.replay.is_some(), "replay"),
            (!self.show_help, "F1 help"),
        ] {
            if on {
                line.push_str(" · ");
                line.push_str(word);
            }
        }
        line
    }
}

/// Whether the keyboard goes on to the panel's next control.
fn is_tab(event: &egui::Event) -> bool {
    matches!(
        event,
        egui::Event::Key {
            key: egui::Key::Tab,
            ..
        }
    )
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
fn folders(plan: &Plan) -> Vec<PathBuf> {
    let beside = plan.file.as_deref().and_then(Path::parent);
    let usual = [SCENES, FOLDER].map(Path::new);
    beside
        .into_iter()
        .chain(usual)
        .map(Path::to_owned)
        .collect()
}

/// Columns and rows of the picture that are free beside the panel.
fn beside_panel(size: (usize, usize)) -> (usize, usize) {
    let free = size.0 as f32 * (1.0 - Panel::part(size));
    (free as usize, size.1)
}

#[cfg(test)]
mod tests;
