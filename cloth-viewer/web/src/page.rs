//! The viewer, as the page has it.

use crate::ask::{Answer, Ask, Told};
use clap::Parser;
use cloth_draw::raster::Framebuffer;
use cloth_viewer::app::App;
use cloth_viewer::cli::{Cli, Plan};
use cloth_viewer::error::Error;
use cloth_viewer::input::Inputs;
use cloth_viewer::keys::Keys;
use cloth_viewer::panel::Pointer;
use cloth_viewer::recording;
use std::path::Path;
use std::time::Duration;

/// What an address may say besides the scene; each is an option of the command line.
const OPTIONS: [&str; 6] = ["grid", "mode", "method", "scalar", "view", "from"];
/// Time between two looks at the state's hash while the cloth runs: more often nobody could read it.
const HASH: Duration = Duration::from_millis(250);

/// The app, its last picture, and what is to be done for the next.
#[derive(Debug)]
pub struct Page {
    plan: Plan,
    app: App,
    keys: Keys,
    inputs: Inputs,
    frame: Framebuffer,
    /// The picture as a canvas wants it.
    pixels: Vec<u32>,
    hashed: Duration,
}

impl Page {
    /// Opens what an address says; with it the default scene and a message, if that makes no sense.
    ///
    /// # Errors
    /// If not even the default scene can be opened.
    pub fn open(
        address: &[(String, String)],
        size: (usize, usize),
    ) -> Result<(Self, Option<String>), String> {
        match Self::start(address, size) {
            Ok(page) => Ok((page, None)),
            Err(reason) => Ok((Self::start(&[], size)?, Some(reason))),
        }
    }

    fn start(address: &[(String, String)], size: (usize, usize)) -> Result<Self, String> {
        let text = |error: Error| error.to_string();
        let mut plan = plan(address)?;
        plan.size = Some(size);
        Ok(Self {
            app: App::new(&plan).map_err(text)?,
            plan,
            keys: Keys::default(),
            inputs: Inputs::default(),
            frame: Framebuffer::new(0, 0),
            pixels: Vec::new(),
            hashed: HASH,
        })
    }

    /// The last picture as a canvas wants it: red, green, blue and 255 as bytes.
    #[must_use]
    pub fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// Does what the script asks.
    pub fn answer(&mut self, ask: Ask) -> Answer {
        match ask {
            Ask::Open { address, size } => match Self::open(&address, size) {
                Ok((page, message)) => {
                    *self = page;
                    self.state(message)
                }
                Err(reason) => self.state(Some(reason)),
            },
            Ask::Picture(told) => self.picture(told),
            Ask::Dropped(path) => {
                let refused = self.dropped(Path::new(&path)).err();
                self.state(refused.map(|error| error.to_string()))
            }
        }
    }

    /// Goes on for as long as has passed, and draws if there is anything new to be seen.
    fn picture(&mut self, told: Vec<Told>) -> Answer {
        for told in told {
            self.hashed += Duration::try_from_secs_f64(told.elapsed * 1e-3).unwrap_or_default();
            let input = told.input(&mut self.keys);
            self.inputs.push(input);
        }
        let inputs = self.inputs.take();
        let drawn = self.app.picture(&inputs, &mut self.frame);
        if drawn {
            self.frame.to_canvas(&mut self.pixels);
        }
        let mut answer = self.state(None);
        answer.drawn = drawn;
        answer
    }

    pub(crate) fn state(&mut self, message: Option<String>) -> Answer {
        let running = self.app.is_running();
        let hash = (!running || self.hashed >= HASH).then(|| {
            self.hashed = Duration::ZERO;
            let simulation = self.app.simulation();
            let hash = format!("{:016x}", simulation.state_hash());
            (hash, simulation.time())
        });
        Answer {
            message,
            drawn: false,
            size: self.frame.size(),
            pixels: self.pixels.as_ptr() as usize,
            running,
            recording: self.app.is_recording(),
            cursor: cursor(self.app.pointer()),
            behind: self.app.behind(),
            hash,
        }
    }

    /// Opens a scene file or replays a recording.
    fn dropped(&mut self, path: &Path) -> Result<(), Error> {
        let is_scene = path.extension().is_some_and(|ending| ending == "toml");
        if is_scene {
            self.app.open(path.to_owned());
            return Ok(());
        }
        let recording = recording::read(path)?;
        self.app.finish()?;
        self.app = App::replaying(&self.plan, &recording)?;
        Ok(())
    }
}

/// What an address comes to, by way of the command line.
fn plan(address: &[(String, String)]) -> Result<Plan, String> {
    let mut words = vec!["cloth-viewer".to_owned()];
    // A scene's name is one, whatever it begins with.
    let mut scene = vec!["--".to_owned()];
    for (name, value) in address {
        match name.as_str() {
            "scene" => scene.push(value.clone()),
            "light" => words.push("--light".to_owned()),
            option if OPTIONS.contains(&option) => words.push(format!("--{name}={value}")),
            _ => return Err(unknown(name)),
        }
    }
    words.append(&mut scene);
    // What follows the first empty line is about a command line.
    let first = |text: String| {
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        text.split("\n\n").next().unwrap_or_default().to_owned()
    };
    let cli = Cli::try_parse_from(words).map_err(|error| first(error.to_string()))?;
    cli.plan().map_err(|error| error.to_string())
}

fn unknown(name: &str) -> String {
    let options = OPTIONS.join(", ");
    format!("{name} in the address means nothing; allowed are scene, {options} and light")
}

/// A browser's name of a cursor.
fn cursor(pointer: Pointer) -> &'static str {
    match pointer {
        Pointer::Arrow => "default",
        Pointer::Open => "grab",
        Pointer::Closed => "grabbing",
        Pointer::Blade => "crosshair",
        Pointer::Pan => "move",
        Pointer::Text => "text",
        Pointer::Sideways => "ew-resize",
    }
}
