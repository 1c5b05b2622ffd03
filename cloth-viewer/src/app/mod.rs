//! The window without the window: what keys and mouse do to the simulation and the camera.
//!
//! [`App::update`] takes what happened since the last picture, [`App::draw`] makes the next one.
//! Neither knows where input comes from or where the picture goes, so tests can be both.

mod hand;
mod hud;
mod input;
mod pace;
mod pick;
mod wind;

pub use input::{Command, Input};
pub use pick::pick;

use crate::camera::Camera;
use crate::cast::Cast;
use crate::cli::{Beside, Plan, library};
use crate::error::Error;
use crate::framing::camera_for;
use crate::headless::title;
use crate::look::{Look, Surface};
use crate::model::{Model, grid_for};
use crate::raster::Framebuffer;
use crate::scene_file::SceneFile;
use crate::stats::Stats;
use hand::Hand;
use hud::Meter;
use pace::Pace;
use std::time::{Duration, Instant};
use wind::Wind;

/// Size of the picture if the command line does not say, pixels (width, height).
pub const SIZE: (usize, usize) = (1280, 720);
/// Radians that a pixel of mouse way turns the camera.
const ORBIT_PER_PIXEL: f32 = 0.008;
/// Radians a second of the automatic orbit: a turn in half a minute.
const AUTO_ORBIT: f32 = 0.2;
/// What a notch of the wheel does to the distance.
const ZOOM_PER_NOTCH: f32 = 0.9;
/// Flying speed: parts of the distance to the target a second.
const FLY: f32 = 0.7;
/// When steps have taken this long the next picture is due, and the rest of the time is dropped:
/// the cloth slows down, the window still answers.
const LONGEST_WORK: Duration = Duration::from_millis(24);
/// The longest time between two pictures that the camera goes by, s.
const LONGEST_GLIDE: f32 = 0.1;

/// All that the window shows and does.
#[derive(Debug)]
pub struct App {
    plan: Plan,
    library: Vec<SceneFile>,
    /// Place of the present scene in the library, if it is one of it.
    number: Option<usize>,
    cast: Cast,
    camera: Camera,
    look: Look,
    pace: Pace,
    wind: Wind,
    hand: Option<Hand>,
    paused: bool,
    auto_orbit: bool,
    help: bool,
    over: bool,
    /// The last refusal, shown until the next key.
    notice: String,
    /// Buttons and cursor of the last update.
    before: Input,
    meter: Meter,
    stats: Stats,
    /// Whether the last step was measured by phase.
    by_phase: bool,
}

impl App {
    /// Starts the scene of the plan.
    ///
    /// # Errors
    /// If the scene cannot run on its grid.
    pub fn new(plan: Plan) -> Result<Self, Error> {
        let cast = Cast::new(&plan)?;
        let library = library();
        let stats = Stats::new(title(&plan, cast.model()));
        Ok(Self {
            number: library.iter().position(|s| s.name == plan.scene.name),
            wind: Wind::new(&plan.scene.scene),
            camera: camera_for(plan.scenes(), plan.size.unwrap_or(SIZE)),
            plan,
            library,
            cast,
            look: Look::DEFAULT,
            pace: Pace::default(),
            hand: None,
            paused: false,
            auto_orbit: false,
            help: false,
            over: false,
            notice: String::new(),
            before: Input::default(),
            meter: Meter::default(),
            stats,
            by_phase: false,
        })
    }

    /// Whether the window is to be closed.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The running simulation.
    #[must_use]
    pub fn model(&self) -> &dyn Model {
        self.cast.model()
    }

    /// Where the scene is seen from.
    #[must_use]
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// What steps and pictures of the present scene cost.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Takes in what happened since the last picture, and simulates as much time as passed.
    pub fn update(&mut self, input: &Input) {
        let single_steps = self.obey(&input.commands);
        self.move_camera(input);
        self.move_hand(input);
        let step = 1.0 / self.model().scene().solver.steps_per_second;
        let steps = match self.paused {
            true => single_steps,
            false => self.pace.steps(input.elapsed.as_secs_f64(), step),
        };
        let started = Instant::now();
        for _ in 0..steps {
            self.step(input);
            if started.elapsed() > LONGEST_WORK {
                break;
            }
        }
        self.meter.frame(input.elapsed);
        self.before = input.clone();
        self.before.commands.clear();
    }

    fn step(&mut self, input: &Input) {
        if let Some(hand) = &self.hand {
            hand.pull(self.cast.model_mut(), &self.camera, input);
        }
        // As without a window: phases are measured in every second step only.
        self.by_phase = self.plan.stats && !self.by_phase;
        let started = Instant::now();
        if self.by_phase {
            let times = self.cast.step_timed();
            self.stats.phases(times);
        } else {
            self.cast.step();
            self.stats.step(started.elapsed());
        }
        self.meter.step(started.elapsed());
        self.cast.follow();
    }

    /// Obeys the commands; returns how many single steps were among them.
    fn obey(&mut self, commands: &[Command]) -> u32 {
        let mut steps = 0;
        for &command in commands {
            self.notice.clear();
            if command == Command::Step {
                self.paused = true;
                steps += 1;
            } else if let Err(error) = self.obey_one(command) {
                self.notice = error.to_string();
            }
        }
        steps
    }

    fn obey_one(&mut self, command: Command) -> Result<(), Error> {
        match command {
            Command::Quit => self.over = true,
            // Counted by the caller.
            Command::Step => {}
            Command::Pause => self.paused = !self.paused,
            Command::Help => self.help = !self.help,
            Command::AutoOrbit => self.auto_orbit = !self.auto_orbit,
            Command::Surface => {
                // Surface, springs alone, both.
                let (surface, springs) = match (self.look.surface, self.look.springs[0]) {
                    (Surface::None, _) => (Surface::Phong, true),
                    (_, false) => (Surface::None, true),
                    (_, true) => (Surface::Phong, false),
                };
                self.look.surface = surface;
                self.look.springs = [springs; 3];
                self.look.wind = springs;
            }
            Command::Reset => {
                self.cast.reset()?;
                self.hand = None;
            }
            Command::Mode => {
                let mode = self.model().scene().solver.mode.next();
                self.cast.set_mode(mode)?;
            }
            Command::Wind => {
                let mut scene = *self.model().scene();
                self.wind.switch(&mut scene);
                self.cast.model_mut().change(&scene)?;
                self.cast.share_wind()?;
            }
            Command::Scene(number) => self.load(number)?,
            Command::NextScene => self.load(self.number.map_or(0, |n| n + 1))?,
            Command::PreviousScene => {
                let last = self.library.len().saturating_sub(1);
                self.load(
                    self.number
                        .map_or(last, |n| n.checked_sub(1).unwrap_or(last)),
                )?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Shows a scene of the library, counted from 0 and round again.
    fn load(&mut self, number: usize) -> Result<(), Error> {
        let number = number % self.library.len().max(1);
        let Some(scene) = self.library.get(number) else {
            return Ok(());
        };
        let plan = Plan {
            grid: grid_for(&scene.scene, self.plan.grid_size)?,
            beside: Beside::of(scene, self.plan.grid_size)?,
            scene: scene.clone(),
            ..self.plan.clone()
        };
        let fresh = Self::new(plan)?;
        // The window's own switches stay as they are.
        *self = Self {
            number: Some(number),
            look: self.look.clone(),
            paused: self.paused,
            auto_orbit: self.auto_orbit,
            help: self.help,
            over: self.over,
            before: self.before.clone(),
            ..fresh
        };
        Ok(())
    }

    fn move_camera(&mut self, input: &Input) {
        let time = input.elapsed.as_secs_f32().min(LONGEST_GLIDE);
        if let (true, true, Some(from), Some(to)) = (
            input.right,
            self.before.right,
            self.before.cursor,
            input.cursor,
        ) {
            let way = [to.0 - from.0, to.1 - from.1].map(|v| v * ORBIT_PER_PIXEL);
            self.camera.orbit(-way[0], way[1]);
        }
        if self.auto_orbit {
            self.camera.orbit(AUTO_ORBIT * time, 0.0);
        }
        if input.wheel != 0.0 {
            self.camera.zoom(ZOOM_PER_NOTCH.powf(input.wheel));
        }
        let way = FLY * time * self.camera.eye.distance(self.camera.target);
        let [right, up, forward] = input.fly.map(|part| part * way);
        self.camera.fly(right, up, forward);
    }

    /// Takes hold of the cloth when the button goes down, lets go when it comes up.
    fn move_hand(&mut self, input: &Input) {
        if !input.left {
            if let Some(hand) = self.hand.take() {
                hand.let_go(self.cast.model_mut());
            }
        } else if !self.before.left {
            self.cast.update();
            let picture = self.cast.stage().picture(false);
            self.hand = Hand::take(self.cast.model(), &picture, &self.camera, input);
        }
    }

    /// Draws the next picture, in the size of the buffer.
    pub fn draw(&mut self, frame: &mut Framebuffer) {
        self.cast.update();
        let started = Instant::now();
        self.cast.draw(&self.look, &self.camera, frame);
        let time = started.elapsed();
        self.stats.picture(time);
        self.meter.picture(time);
        hud::draw_lines(frame, &[self.heads_up(), self.notice.clone()]);
        if self.help {
            hud::draw_help(frame, &self.library);
        }
    }

    /// The line at the top of the picture.
    fn heads_up(&self) -> String {
        let model = self.model();
        let beside = self.plan.beside.as_ref();
        let beside = beside.map_or(String::new(), |beside| format!(" beside {}", beside.name));
        let mut line = format!(
            "{}{} · {} · {} · {} · strain {:.1} %",
            self.plan.scene.name,
            beside,
            model.scene().solver.mode.name(),
            self.plan.grid,
            self.meter,
            100.0 * model.report().largest_strain,
        );
        for (on, word) in [
            (Wind::blows(model.scene()), "wind"),
            (self.paused, "paused"),
            (!self.help, "F1 help"),
        ] {
            if on {
                line.push_str(" · ");
                line.push_str(word);
            }
        }
        line
    }
}

#[cfg(test)]
mod tests;
