//! What a user can choose, and what a user is told: the panel's two sides.

use crate::scene_file::SceneFile;
use cloth_core::host::{Format, GridSize, Method};
use cloth_core::scene::{PositionalWindScene, WindScene};
use cloth_core::{Phase, Scene};
use cloth_draw::look::Look;

/// Everything that a user can choose. The panel changes it; the application compares it with what
/// it was and acts on the difference.
#[derive(Clone, Debug, PartialEq)]
pub struct Controls {
    /// Place of the scene in the list: the library's scenes, then the files; `None` for one of
    /// neither.
    pub scene_number: Option<usize>,
    /// Columns and rows of the cloth.
    pub grid: GridSize,
    /// The integration method.
    pub method: Method,
    /// The number format.
    pub format: Format,
    /// The scene's values.
    pub scene: Scene,
    /// How it is drawn.
    pub look: Look,
    /// Whether time stands still.
    pub paused: bool,
    /// Simulated seconds a second: 1, or less in slow motion.
    pub speed: f64,
    /// Whether the camera turns about the scene by itself.
    pub auto_orbit: bool,
    /// Whether the panel is shown.
    pub panel: bool,
    /// Whether the plots are shown.
    pub plots: bool,
    /// Whether the list of keys is shown.
    pub help: bool,
}

/// What was measured at one moment, for the plots.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// Simulated time, s.
    pub time: f64,
    /// Kinetic energy, J.
    pub kinetic: f64,
    /// Potential energy in gravity, J, relative to the start.
    pub potential: f64,
    /// Energy in the springs, J: Hooke mode; otherwise 0.
    pub elastic: f64,
    /// Largest strain l/l₀ − 1.
    pub strain: f64,
    /// µs of a step by phase, as [`Phase::ALL`] lists them.
    pub phases: [f64; Phase::ALL.len()],
}

/// The timeline: what can be gone back to, and what is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stretch {
    /// The step whose state is the oldest.
    pub oldest: u64,
    /// The step whose state is wanted.
    pub target: u64,
    /// The step of the present.
    pub end: u64,
    /// How long before the present the state is that is shown, simulated s.
    pub back: f64,
    /// How long before it the oldest one is, simulated s.
    pub longest: f64,
    /// Whether what is shown is not yet what is wanted.
    pub seeking: bool,
    /// Whether it can be gone back at all.
    pub open: bool,
}

/// What the panel tells a user.
#[derive(Clone, Copy, Debug)]
pub struct Readout<'a> {
    /// The scenes to choose from.
    pub library: &'a [SceneFile],
    /// The scene files to choose from.
    pub files: &'a [String],
    /// What is seen in the present scene, in a sentence.
    pub summary: &'a str,
    /// The scene as it was opened: what a double click goes back to.
    pub original: &'a Scene,
    /// The method that it was opened with.
    pub original_method: Method,
    /// The number format that it was opened with.
    pub original_format: Format,
    /// Columns and rows of the cloth.
    pub grid: GridSize,
    /// The longest stable substep, s, if it is known; infinite where all are stable.
    pub stable_dt: Option<f64>,
    /// The last seconds, oldest first.
    pub history: &'a [Sample],
    /// What is being recorded, in words; empty for nothing.
    pub recording: &'a str,
    /// The figures at the top: frames a second and so on.
    pub figures: &'a str,
    /// How the last thing went.
    pub notice: &'a Notice,
    /// A ring about what the mouse holds or would take hold of.
    pub ring: Option<Ring>,
    /// Whether there is something to take back.
    pub can_undo: bool,
    /// What can be gone back to; none where nothing is kept.
    pub timeline: Option<Stretch>,
    /// The wind that comes back when it is switched on, of both kinds.
    pub last_wind: (WindScene, PositionalWindScene),
}

/// How it went; each has a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// It was done.
    #[default]
    Done,
    /// It was asked for and is not allowed, or not as it was asked for.
    Refused,
    /// It failed.
    Failed,
}

/// A message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    /// How it went.
    pub kind: Outcome,
    /// In words: what, and where. Empty for nothing.
    pub text: String,
}

impl Notice {
    /// A message of a kind.
    pub fn new(kind: Outcome, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { kind, text }
    }
}

/// The cursor's shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pointer {
    /// Nothing of its own under it.
    #[default]
    Arrow,
    /// Over a particle or a collider that a press would grab.
    Open,
    /// Holds the cloth or a collider.
    Closed,
    /// Cuts.
    Blade,
    /// Moves the camera sideways.
    Pan,
    /// Over text that can be typed.
    Text,
    /// Over a number that can be dragged.
    Sideways,
}

/// A ring over the picture, pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ring {
    /// Its middle, from the top left.
    pub center: (f32, f32),
    /// Its radius.
    pub radius: f32,
}
