//! Simulation and pictures without a window.

pub(crate) mod recorder;

use crate::action::Setup;
use crate::cli::Plan;
use crate::error::Error;
use crate::export::Exporter;
use crate::framing::camera_for;
use crate::recording;
use crate::stability::{diagnosis, is_well};
use crate::stats::{Cost, Stats};
use crate::world::World;
use cloth_core::host::AnySimulation;
use cloth_draw::camera::Camera;
use cloth_draw::look::Look;
use cloth_draw::output::{OutputError, OutputKind, check_output, save_obj};
use cloth_draw::raster::Framebuffer;
use recorder::Recorder;
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Simulated time of a run without `--frames`, s.
const SECONDS: f64 = 4.0;
/// Size of pictures in pixels, and of the pictures of an animation.
const PICTURE: (usize, usize) = (1280, 720);
const ANIMATION: (usize, usize) = (640, 360);
/// Widest picture that is drawn at twice its size to smooth the edges.
const WIDEST_SMOOTH: usize = 2048;
/// Where files go whose names nobody has chosen.
pub(crate) const FOLDER: &str = "cloth-out";

/// A simulation and its outputs.
struct Run {
    world: World,
    camera: Camera,
    look: Look,
    size: (usize, usize),
    frames: u32,
    outputs: Vec<(PathBuf, Recorder)>,
    stats: Stats,
    /// Whether to measure phases and the drawing of pictures.
    detailed: bool,
}

/// Does what the plan says and prints what came of it to `out`.
///
/// # Errors
/// A scene that cannot run on its grid, an output that cannot be written.
pub fn run(plan: &Plan, out: &mut dyn Write) -> Result<(), Error> {
    let targets: Vec<_> = plan.out.iter().cloned().collect();
    let mut run = Run::new(plan, &targets)?;
    let started = Instant::now();
    run.all_frames(|_| Ok(()))?;
    let seconds = started.elapsed().as_secs_f64();
    print(out, run.summary(plan, seconds))?;
    run.outputs(plan, out)?;
    run.verdict()
}

/// Renders the scene to `cloth-out/`, under a name of its own, and prints where, since there is no
/// display.
///
/// # Errors
/// As [`run`]; `cloth-out` is a file.
pub fn run_without_display(plan: &Plan, out: &mut dyn Write) -> Result<(), Error> {
    let mut names = Exporter::new(FOLDER);
    names.set_scene(&plan.setup.file.name);
    // Reserves the number until both files are written.
    let claim = names.claim()?;
    let mut targets = Vec::new();
    for (ending, kind) in [("gif", OutputKind::Gif), ("png", OutputKind::Png)] {
        let path = claim.path(ending);
        check_output(&path, kind)?;
        targets.push((path, kind));
    }
    let mut run = Run::new(plan, &targets)?;
    run.all_frames(|_| Ok(()))?;
    run.outputs(plan, out)?;
    let step = run.stats.median_step().as_secs_f64() * 1e6;
    let (speed, title) = (run.stats.speed(), &run.stats.title);
    print(out, format!("a step costs {step:.0} µs, {speed} ({title})"))?;
    run.verdict()
}

/// Replays a recording and says whether it came to the same state; makes the pictures, files and
/// figures that the plan asks for.
///
/// # Errors
/// A file that is no recording, one that cannot be replayed, one that comes to another state; an
/// output that cannot be written.
pub fn replay(path: &Path, plan: &Plan, out: &mut dyn Write) -> Result<(), Error> {
    let recording = recording::read(path)?;
    let plan = Plan {
        setup: recording.setup.clone(),
        // A recording's limit is far below this type's.
        frames: u32::try_from(recording.end.steps).ok(),
        ..plan.clone()
    };
    let name = path.display();
    let differs = |text: String| Error::Failed(format!("{name}: {text}"));
    let mut run = Run::new(&plan, plan.out.as_slice())?;
    let mut cursor = recording::Cursor::default();
    run.all_frames(|world| {
        let played = cursor.until_step(&recording, |action| world.apply(action));
        played.map(drop).map_err(differs)
    })?;
    run.outputs(&plan, out)?;
    let text = recording
        .verdict(run.world.simulation().state_hash())
        .map_err(differs)?;
    print(out, format!("{name}: {text}"))
}

/// Prints a line. A closed pipe is not an error.
pub(crate) fn print(out: &mut dyn Write, line: impl Display) -> Result<(), Error> {
    match writeln!(out, "{line}") {
        Err(source) if source.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(OutputError::io("standard output".as_ref(), source).into())
        }
        _ => Ok(()),
    }
}

impl Run {
    fn new(plan: &Plan, targets: &[(PathBuf, OutputKind)]) -> Result<Self, Error> {
        let scene = &plan.setup.file.scene;
        let world = World::new(plan.setup.clone())?;
        let rate = scene.solver.steps_per_second;
        let frames = plan.frames.unwrap_or_else(|| default_frames(rate));
        let animated = targets.iter().any(|(_, kind)| *kind == OutputKind::Gif);
        let size = plan
            .size
            .unwrap_or(if animated { ANIMATION } else { PICTURE });
        let mut outputs = Vec::new();
        for (path, kind) in targets {
            let recorder = Recorder::create(path, *kind, size, frames, rate)?;
            outputs.push((path.clone(), recorder));
        }
        Ok(Self {
            camera: camera_for(&world, plan.from, size),
            look: plan.look.clone(),
            stats: Stats::new(title(&plan.setup, world.simulation()), 1.0 / rate),
            world,
            size,
            frames,
            outputs,
            detailed: plan.stats,
        })
    }

    /// Simulates, and takes the pictures. `before_step` acts before each step and after the last.
    fn all_frames(
        &mut self,
        mut before_step: impl FnMut(&mut World) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut progress = Progress::new(self.frames);
        let mut picture = Framebuffer::default();
        let mut large = Framebuffer::default();
        for frame in 0..=self.frames {
            if frame > 0 {
                before_step(&mut self.world)?;
                self.step(frame);
            }
            // What comes after the last step belongs to the state at the end.
            if frame == self.frames {
                before_step(&mut self.world)?;
            }
            let wanted = self
                .outputs
                .iter()
                .any(|(_, recorder)| recorder.wants(frame));
            if wanted || self.detailed || frame == self.frames {
                self.world.update();
            }
            if self.detailed {
                picture.resize(self.size.0, self.size.1);
                let started = Instant::now();
                self.world.draw(&self.look, &self.camera, &mut picture);
                self.stats.picture(started.elapsed());
            }
            if wanted {
                self.draw(&mut picture, &mut large);
                for (_, recorder) in &mut self.outputs {
                    if recorder.wants(frame) {
                        recorder.push(&picture)?;
                    }
                }
            }
            progress.set(frame);
        }
        Ok(())
    }

    /// One step. Where phases are asked for every second step is measured by phase; the clock is
    /// not read within the others, so that these give the cost of the whole.
    fn step(&mut self, frame: u32) {
        let by_phase = self.detailed && frame.is_multiple_of(2);
        let cost = Cost::measure(by_phase, |ended| self.world.step_observed(ended));
        self.stats.step(cost);
    }

    /// A picture with smooth edges.
    fn draw(&self, picture: &mut Framebuffer, large: &mut Framebuffer) {
        let shown = |frame: &mut Framebuffer| {
            self.world.draw(&self.look, &self.camera, frame);
        };
        let (width, height) = self.size;
        if width > WIDEST_SMOOTH {
            picture.resize(width, height);
            shown(picture);
        } else {
            large.resize(2 * width, 2 * height);
            shown(large);
            large.halve_into(picture);
        }
    }

    /// Completes the files, and prints the figures that were asked for.
    fn outputs(&mut self, plan: &Plan, out: &mut dyn Write) -> Result<(), Error> {
        for (path, recorder) in self.outputs.drain(..) {
            print(out, written(recorder.finish()?, self.size, &path))?;
        }
        if let Some(path) = &plan.export {
            let stage = self.world.stage();
            save_obj(path, &stage.picture())?;
            print(out, format!("cloth in {}", path.display()))?;
        }
        if plan.stats {
            print(out, self.stats.to_string().trim_end())?;
            print(out, format!("  {}", time_step(&mut self.world)))?;
        }
        if plan.hash {
            let hash = self.world.simulation().state_hash();
            print(out, format!("state-hash {hash:016x}"))?;
        }
        Ok(())
    }

    /// An error if the cloth has become unstable.
    fn verdict(&mut self) -> Result<(), Error> {
        if is_well(self.world.simulation()) {
            return Ok(());
        }
        // The limit of the cloth at its start: an unstable one has no meaningful limit.
        let mut start = World::new(self.world.setup())?;
        let why = diagnosis(self.world.simulation(), Some(start.stable_dt()));
        Err(Error::Failed(why))
    }

    fn summary(&self, plan: &Plan, seconds: f64) -> String {
        format!(
            "{}: {} steps, {:.2} s simulated in {seconds:.2} s, largest strain {:.2} %",
            plan.setup.file.name,
            self.frames,
            self.world.simulation().time(),
            100.0 * (self.world.simulation().measure().largest_strain).unwrap_or_default()
        )
    }
}

/// Says how many pictures of which size were written, and where.
pub(crate) fn written(count: usize, (width, height): (usize, usize), path: &Path) -> String {
    let pictures = if count == 1 { "picture" } else { "pictures" };
    let path = path.display();
    format!("{count} {pictures} of {width}×{height} in {path}")
}

/// The time step beside the longest stable one, in a line.
fn time_step(world: &mut World) -> String {
    let simulation = world.simulation();
    let dt = simulation
        .scene()
        .dt(simulation.columns(), simulation.rows());
    let limit = world.stable_dt();
    if limit.is_finite() {
        let (dt, part) = (1e6 * dt, 100.0 * dt / limit);
        format!("dt of {dt:.1} µs is {part:.0} % of the limit")
    } else {
        format!("dt of {:.1} µs; every time step is stable", 1e6 * dt)
    }
}

/// Steps of a run without `--frames`.
pub(crate) fn default_frames(steps_per_second: f64) -> u32 {
    let frames = (SECONDS * steps_per_second).round();
    if frames.is_finite() { frames as u32 } else { 1 }
}

/// What is measured, in one line.
pub(crate) fn title(setup: &Setup, simulation: &dyn AnySimulation) -> String {
    let build = if cfg!(debug_assertions) {
        ", debug build"
    } else {
        ""
    };
    let (scene, grid) = (simulation.scene(), setup.grid);
    format!(
        "{}, {} mode, {grid} particles, {} substeps, {} {}{build}",
        setup.file.name,
        scene.solver.mode.name(),
        scene.substeps(grid.columns, grid.rows),
        simulation.format(),
        simulation.method(),
    )
}

/// Progress of a long run.
struct Progress {
    total: u32,
    start: Instant,
    last: Instant,
}

impl Progress {
    fn new(total: u32) -> Self {
        let now = Instant::now();
        Self {
            total,
            start: now,
            last: now,
        }
    }

    /// So many frames are done. Says so now and then.
    fn set(&mut self, done: u32) {
        if self.last.elapsed() < Duration::from_secs(5) {
            return;
        }
        self.last = Instant::now();
        let total = self.total;
        // If each frame takes as long as those before.
        let rest = f64::from(total - done) / f64::from(done.max(1));
        let left = self.start.elapsed().as_secs_f64() * rest;
        eprintln!("frame {done} of {total}, {left:.0} s left");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plan;

    fn text_of(line: &str) -> String {
        let words: Vec<_> = line.split(' ').collect();
        let mut text = Vec::new();
        run(&plan(&words), &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn the_hash_is_that_of_the_engine() {
        let text = text_of("four-corners --grid 8 --frames 3 --hash");
        type Engine = cloth_core::Simulation<f32, cloth_core::Dyn, cloth_core::Verlet>;
        let mut engine = Engine::with_size(cloth_core::Dyn::new(8, 8)).unwrap();
        let scene = &cloth_core::scenes::FOUR_CORNERS.scene;
        engine.reset(scene).unwrap();
        engine.run(3);
        let expected = format!("\nstate-hash {:016x}\n", engine.state_hash());
        assert!(text.ends_with(&expected), "{text}");
    }

    #[test]
    fn measuring_does_not_change_the_state() {
        let line = "sphere --grid 8 --frames 4 --hash";
        let plain = text_of(line);
        let measured = text_of(&format!("{line} --stats --size 64x64"));
        let hash = |text: &str| text.lines().last().unwrap().to_owned();
        assert_eq!(hash(&plain), hash(&measured));
        for word in ["springs", "integrate", "step", "raster"] {
            assert!(measured.contains(word), "{measured}");
        }
    }
}
