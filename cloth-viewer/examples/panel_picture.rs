//! Writes pictures of the panel to a folder, to be looked at: three sizes, light and dark, every
//! section open; and says what drawing it costs.
//!
//! `cargo run --release -p cloth-viewer --example panel_picture -- folder`

use cloth_core::host::{Format, GridSize, Method};
use cloth_core::scene::{PositionalWindScene, WindScene};
use cloth_core::scenes;
use cloth_draw::look::{Look, Theme};
use cloth_draw::output::save_png;
use cloth_draw::raster::Framebuffer;
use cloth_viewer::cursor::Ring;
use cloth_viewer::input::Input;
use cloth_viewer::notice::{Kind, Notice};
use cloth_viewer::panel::{Controls, Panel, Readout, Sample, Stretch};
use cloth_viewer::scene_file::SceneFile;
use egui::accesskit::Role;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What blows when wind is switched on.
const WIND: WindScene = WindScene {
    velocity: [1.5, 0.5, -1.2],
    coefficient: 0.5,
};
const WAVES: PositionalWindScene = PositionalWindScene {
    coefficient: 12.0,
    wave_number: 1.0,
    rate: 2.0,
};

/// A timeline of which all is kept.
const NOW: Stretch = Stretch {
    oldest: 800,
    target: 2000,
    end: 2000,
    back: 0.0,
    longest: 20.0,
    seeking: false,
    open: true,
};
/// The same, gone back.
const PAST: Stretch = Stretch {
    target: 1808,
    back: 3.2,
    ..NOW
};

/// A user in front of the panel.
struct User {
    panel: Panel,
    controls: Controls,
    original: cloth_core::Scene,
    library: Vec<SceneFile>,
    history: Vec<Sample>,
    timeline: Stretch,
    frame: Framebuffer,
    input: Input,
}

impl User {
    fn new(scene: usize, size: (usize, usize)) -> Self {
        let library: Vec<_> = scenes::ALL.iter().map(SceneFile::from).collect();
        let original = library[scene].scene;
        let mut panel = Panel::new();
        panel.list_nodes(true);
        Self {
            panel,
            controls: controls(scene, original),
            original,
            library,
            history: history(),
            timeline: NOW,
            frame: Framebuffer::new(size.0, size.1),
            input: Input {
                size,
                elapsed: Duration::from_millis(16),
                ..Input::default()
            },
        }
    }

    /// One picture; how long the panel took.
    fn show(&mut self) -> Duration {
        self.frame.clear();
        let notice = Notice::new(
            Kind::Refused,
            "tear.strain = 0.2: allowed is less than limit.ratio − 1",
        );
        let readout = Readout {
            library: &self.library,
            files: &[],
            summary: "A cloth hangs from its corners over a ball.",
            original: &self.original,
            original_method: Method::Verlet,
            original_format: Format::F32,
            grid: self.controls.grid,
            stable_dt: Some(3.7e-4),
            history: &self.history,
            recording: "GIF 3.2 s",
            figures: "four-corners · hooke · 50×50 · 60 fps · step 812 µs · raster 2100 µs",
            notice: &notice,
            ring: Some(Ring {
                center: (300.0, 300.0),
                radius: 7.0,
            }),
            can_undo: true,
            timeline: Some(self.timeline),
            last_wind: (WIND, WAVES),
        };
        let started = Instant::now();
        self.panel.show(
            std::slice::from_ref(&self.input),
            &mut self.controls,
            &readout,
            &mut self.frame,
        );
        started.elapsed()
    }

    /// Presses and releases the left button on a section's name.
    fn open(&mut self, name: &str) {
        self.show();
        let node = self
            .panel
            .nodes()
            .iter()
            .find(|node| node.name == name && node.role == Role::DisclosureTriangle);
        self.input.cursor = node.map(|node| node.middle());
        self.show();
        for down in [true, false] {
            self.input.left = down;
            self.show();
        }
        self.input.cursor = None;
        for _ in 0..3 {
            self.show();
        }
    }

    fn save(&mut self, path: PathBuf) -> Result<(), Box<dyn Error>> {
        self.panel.list_nodes(false);
        let mut times: Vec<_> = (0..21).map(|_| self.show()).collect();
        self.panel.list_nodes(true);
        times.sort();
        println!("{}: {:?}", path.display(), times[10]);
        Ok(save_png(path, &self.frame)?)
    }
}

fn controls(scene: usize, original: cloth_core::Scene) -> Controls {
    Controls {
        scene_number: Some(scene),
        grid: GridSize::of(&original),
        method: Method::Verlet,
        format: Format::F32,
        scene: original,
        look: Look::DEFAULT,
        paused: false,
        speed: 1.0,
        auto_orbit: false,
        panel: true,
        plots: false,
        help: false,
    }
}

/// Ten seconds of a cloth that swings and comes to rest.
fn history() -> Vec<Sample> {
    let sample = |i: i32| {
        let time = f64::from(i) / 60.0;
        let swing = (-0.3 * time).exp() * (2.0 * time).sin();
        Sample {
            time,
            kinetic: swing * swing,
            potential: -1.5 - 0.5 * swing,
            elastic: 0.4 + 0.1 * swing,
            strain: 0.05 + 0.02 * swing,
            phases: [
                300.0 + 20.0 * swing,
                90.0,
                0.0,
                160.0 + 60.0 * swing,
                0.0,
                40.0,
            ],
        }
    };
    (0..600).map(sample).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let folder = Path::new(&folder);
    let sections = ["Forces", "Contact", "Limits", "Look", "Save", "On a board"];
    for (name, size) in [
        ("small", (800, 600)),
        ("usual", (1280, 720)),
        ("large", (3840, 2160)),
        ("tall", (1000, 2000)),
    ] {
        let mut user = User::new(0, size);
        user.save(folder.join(format!("{name}-dark.png")))?;
        for section in sections {
            user.open(section);
        }
        (user.controls.plots, user.controls.help) = (true, name != "tall");
        user.controls.scene.forces.wind = scenes::FLAG.scene.forces.wind;
        user.controls.scene.self_collision = Some(Default::default());
        user.controls.look.theme = Theme::Light;
        user.save(folder.join(format!("{name}-light.png")))?;
        user.controls.look.theme = Theme::Dark;
        (user.controls.help, user.timeline) = (false, PAST);
        user.save(folder.join(format!("{name}-open.png")))?;
    }
    Ok(())
}
