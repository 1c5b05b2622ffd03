//! The command line: what may be said, and what it comes to.
//!
//! Everything is checked here, before any work starts.

use crate::action::Setup;
use crate::error::Error;
use crate::scene_file::{self, SceneFile};
use clap::Parser;
use cloth_core::host::{Format, GridSize, MAX_SIDE, Method, grid_for};
use cloth_core::{Mode, Scene, scenes};
use cloth_draw::look::{Look, Paint, Side, Surface, Theme};
use cloth_draw::output::{OutputKind, check_output};
use cloth_draw::texture;
use std::path::{Path, PathBuf, is_separator};
use std::sync::Arc;

/// The scene that is shown when none is named.
pub const DEFAULT_SCENE: &str = "drape";

/// Most frames of one run: hours of simulated time.
const MOST_FRAMES: i64 = 1_000_000;

/// Cloth on the screen, or in pictures.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "cloth-viewer",
    version,
    after_help = "Without --headless a window opens; F1 shows its keys. Without a display the \
                  scene is rendered to cloth-out/ instead."
)]
pub struct Cli {
    /// A scene of the library (see --list), or a scene file
    #[arg(value_name = "SCENE | FILE.toml", default_value = DEFAULT_SCENE)]
    pub scene: String,
    /// Print name, origin and summary of every scene of the library
    #[arg(long, exclusive = true)]
    pub list: bool,
    /// Particles along the longer side, or columns and rows; each 1 to 4096 [default: the scene's]
    #[arg(long, value_name = "N | CxR", value_parser = grid)]
    pub grid: Option<GridChoice>,
    /// Model to start with: hooke, constraint, pbd or xpbd [default: the scene's]
    #[arg(long, value_name = "MODE", value_parser = mode)]
    pub mode: Option<Mode>,
    /// Integration method to start with: verlet, symplectic-euler, forward-euler, rk2, rk4, backward-euler or imex
    #[arg(long, value_name = "METHOD", default_value = "verlet", value_parser = method)]
    pub method: Method,
    /// Number format: f32, f64 or fixed
    #[arg(long, value_name = "FORMAT", default_value = "f32", value_parser = format_of)]
    pub scalar: Format,
    /// How the cloth is drawn: phong, gouraud, split, flat, normals, strain or none (springs alone)
    #[arg(long, value_name = "VIEW", default_value = "phong", value_parser = surface)]
    pub view: Surface,
    /// A picture to paint the cloth with
    #[arg(long, value_name = "FILE.png")]
    pub texture: Option<PathBuf>,
    /// Where to look from: front, side, top or bottom [default: framed for the scene]
    #[arg(long, value_name = "SIDE", value_parser = side)]
    pub from: Option<Side>,
    /// Light background and panel
    #[arg(long)]
    pub light: bool,
    /// Run a recording again: inputs recorded in the window, or what a board has printed
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list", "scene", "grid", "mode", "method", "scalar", "frames"])]
    pub replay: Option<PathBuf>,
    /// Draw every figure of the documents into a folder
    #[arg(long, value_name = "FOLDER", exclusive = true)]
    pub gallery: Option<PathBuf>,
    /// Simulate without a window; --frames, --out, --export and --hash imply it
    #[arg(long)]
    pub headless: bool,
    /// Steps to simulate, 0 to 1000000 [default: four seconds]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=MOST_FRAMES))]
    pub frames: Option<u32>,
    /// Picture after the last step (FILE.png), animation (FILE.gif), or a picture of every step (FOLDER/)
    #[arg(long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Write the cloth after the last step as triangles (FILE.obj)
    #[arg(long, value_name = "FILE.obj")]
    pub export: Option<PathBuf>,
    /// Size of the pictures or the window in pixels, 64x64 to 4096x4096 [default: 1280x720; GIF 640x360]
    #[arg(long, value_name = "WxH", value_parser = picture_size)]
    pub size: Option<(usize, usize)>,
    /// Print a hash over the bits of the state after the last step
    #[arg(long)]
    pub hash: bool,
    /// Print what a step costs, by phase, and what a picture costs
    #[arg(long)]
    pub stats: bool,
}

/// A grid as it can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridChoice {
    /// Particles along the longer side; the other keeps the cloth's shape.
    Longer(usize),
    /// These columns and rows.
    Exactly(GridSize),
}

impl GridChoice {
    /// Particles along the longer side.
    #[must_use]
    pub fn longer(self) -> usize {
        match self {
            Self::Longer(longer) => longer,
            Self::Exactly(grid) => grid.columns.max(grid.rows),
        }
    }

    fn on(self, scene: &Scene) -> GridSize {
        match self {
            Self::Longer(longer) => grid_for(scene, Some(longer)),
            Self::Exactly(grid) => grid,
        }
    }
}

fn grid(text: &str) -> Result<GridChoice, String> {
    let side = |text: &str| text.parse().ok().filter(|n| (1..=MAX_SIDE).contains(n));
    let choice = match text.split_once(['x', '×']) {
        None => side(text).map(GridChoice::Longer),
        Some((columns, rows)) => side(columns)
            .zip(side(rows))
            .map(|(columns, rows)| GridChoice::Exactly(GridSize { columns, rows })),
    };
    choice.ok_or_else(|| {
        format!("allowed are N and COLUMNSxROWS, as in 97 and 40x20, each 1 to {MAX_SIDE}")
    })
}

fn format_of(text: &str) -> Result<Format, String> {
    Format::of(text).ok_or_else(|| allowed(Format::ALL.map(Format::name)))
}

fn mode(text: &str) -> Result<Mode, String> {
    Mode::ALL
        .into_iter()
        .find(|mode| mode.name() == text)
        .ok_or_else(|| "allowed are hooke, constraint, pbd and xpbd".to_owned())
}

fn method(text: &str) -> Result<Method, String> {
    Method::of(text).ok_or_else(|| allowed(Method::ALL.map(Method::name)))
}

fn surface(text: &str) -> Result<Surface, String> {
    let found = Surface::ALL.into_iter().find(|one| one.name() == text);
    found.ok_or_else(|| allowed(Surface::ALL.map(Surface::name)))
}

fn side(text: &str) -> Result<Side, String> {
    let found = Side::ALL.into_iter().find(|one| one.name() == text);
    found.ok_or_else(|| allowed(Side::ALL.map(Side::name)))
}

fn allowed<const N: usize>(names: [&str; N]) -> String {
    format!("allowed are {}", names.join(", "))
}

fn picture_size(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| text.parse().ok().filter(|n| (64..=4096).contains(n));
    text.split_once('x')
        .and_then(|(width, height)| side(width).zip(side(height)))
        .ok_or_else(|| "allowed is WIDTHxHEIGHT from 64x64 to 4096x4096, as in 1280x720".to_owned())
}

/// What to do, with everything checked.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The scene in the mode that was asked for, its grid, method and number format.
    pub setup: Setup,
    /// What was asked for with `--grid`.
    pub grid: Option<GridChoice>,
    /// How it is drawn.
    pub look: Look,
    /// Where it is seen from; framed for the scene if not said.
    pub from: Option<Side>,
    /// A recording to run again in place of the scene.
    pub replay: Option<PathBuf>,
    /// The file that the scene is in, if it is not the library's.
    pub file: Option<PathBuf>,
    /// Where the documents' figures go.
    pub gallery: Option<PathBuf>,
    /// Whether to do without a window.
    pub headless: bool,
    /// Steps to simulate without a window.
    pub frames: Option<u32>,
    /// Where pictures go.
    pub out: Option<(PathBuf, OutputKind)>,
    /// Where the triangles go.
    pub export: Option<PathBuf>,
    /// Width and height of the pictures in pixels.
    pub size: Option<(usize, usize)>,
    /// Whether to print the hash of the state.
    pub hash: bool,
    /// Whether to print what a step costs.
    pub stats: bool,
}

impl Cli {
    /// Checks all arguments, and reads the scene.
    ///
    /// # Errors
    /// An unknown scene, a file that is refused, a place that cannot be written to.
    pub fn plan(self) -> Result<Plan, Error> {
        let mut scene = find_scene(&self.scene)?;
        if let Some(mode) = self.mode {
            scene.scene.solver.mode = mode;
        }
        let own = GridSize::of(&scene.scene);
        let grid = self.grid.map_or(own, |choice| choice.on(&scene.scene));
        scene.change_grid(own, grid);
        let look = self.look()?;
        let out = self.out.map(output_kind).transpose()?;
        if let Some((path, kind)) = &out {
            check_output(path, *kind)?;
        }
        if let Some(path) = &self.export {
            if !has_extension(path, "obj") {
                let path = path.display();
                return Err(Error::Usage(format!(
                    "--export {path}: allowed is FILE.obj"
                )));
            }
            check_output(path, OutputKind::Obj)?;
        }
        let implied = self.frames.is_some() || out.is_some() || self.export.is_some() || self.hash;
        Ok(Plan {
            setup: Setup {
                file: scene,
                grid,
                method: self.method,
                format: self.scalar,
            },
            grid: self.grid,
            look,
            from: self.from,
            replay: self.replay,
            file: file_of(&self.scene),
            gallery: self.gallery,
            headless: self.headless || implied,
            frames: self.frames,
            out,
            export: self.export,
            size: self.size,
            hash: self.hash,
            stats: self.stats,
        })
    }
}

impl Cli {
    fn look(&self) -> Result<Look, Error> {
        let texture = self.texture.as_deref().map(texture::load).transpose()?;
        Ok(Look {
            paint: match texture {
                Some(_) => Paint::Texture,
                None => Paint::Checker,
            },
            texture: texture.map(Arc::new),
            surface: self.view,
            // A picture needs something on it.
            springs: [self.view == Surface::None; 3],
            theme: match self.light {
                true => Theme::Light,
                false => Theme::Dark,
            },
            ..Look::DEFAULT
        })
    }
}

/// A scene of the library by its name, or a scene file by its path.
pub fn find_scene(name: &str) -> Result<SceneFile, Error> {
    if let Some(path) = file_of(name) {
        return Ok(scene_file::read(&path)?);
    }
    let found = library().into_iter().find(|scene| scene.name == name);
    found.ok_or_else(|| {
        let names: Vec<_> = scenes::ALL.iter().map(|scene| scene.name).collect();
        let names = names.join(", ");
        Error::Usage(format!(
            "SCENE {name}: no such scene; allowed are FILE.toml, {names}"
        ))
    })
}

/// The file that a scene's name names, if it does not name one of the library.
fn file_of(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    let is_file = has_extension(path, "toml") || name.contains(is_separator);
    is_file.then(|| path.to_owned())
}

/// Every scene of the library.
#[must_use]
pub fn library() -> Vec<SceneFile> {
    scenes::ALL.iter().map(SceneFile::from).collect()
}

/// The library as a table: name, document of origin, summary.
#[must_use]
pub fn list() -> String {
    let name_width = scenes::ALL.iter().map(|s| s.name.chars().count()).max();
    let source_width = scenes::ALL.iter().map(|s| s.source.chars().count()).max();
    let (n, s) = (name_width.unwrap_or(0), source_width.unwrap_or(0));
    let line = |scene: &cloth_core::NamedScene| {
        let (name, source, summary) = (scene.name, scene.source, scene.summary);
        format!("{name:n$}  {source:s$}  {summary}\n")
    };
    scenes::ALL.iter().map(line).collect()
}

/// What kind of output a path means.
fn output_kind(path: PathBuf) -> Result<(PathBuf, OutputKind), Error> {
    let is_folder = path.to_string_lossy().ends_with(is_separator)
        || path.extension().is_none()
        || path.is_dir();
    let kind = match () {
        () if is_folder => OutputKind::Sequence,
        () if has_extension(&path, "png") => OutputKind::Png,
        () if has_extension(&path, "gif") => OutputKind::Gif,
        () => {
            let path = path.display();
            let text = format!("--out {path}: allowed are FILE.png, FILE.gif and FOLDER/");
            return Err(Error::Usage(text));
        }
    };
    // Without a separator at the end, which would hide that there is a file of that name.
    Ok((path.components().collect(), kind))
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(arguments: &[&str]) -> Result<Plan, Error> {
        let all = ["cloth-viewer"].iter().chain(arguments);
        Cli::try_parse_from(all).unwrap().plan()
    }

    #[test]
    fn the_default_is_a_window_with_the_default_scene() {
        let plan = plan(&[]).unwrap();
        assert_eq!(plan.setup.file.name, DEFAULT_SCENE);
        assert!(!plan.headless && plan.out.is_none() && plan.frames.is_none());
    }

    #[test]
    fn outputs_are_told_apart_by_their_ending() {
        let kind = |path: &str| output_kind(path.into()).map(|(_, kind)| kind).ok();
        assert_eq!(kind("a.PNG"), Some(OutputKind::Png));
        assert_eq!(kind("b/a.gif"), Some(OutputKind::Gif));
        assert_eq!(kind("frames/"), Some(OutputKind::Sequence));
        assert_eq!(kind("frames.png/"), Some(OutputKind::Sequence));
        assert_eq!(kind("frames"), Some(OutputKind::Sequence));
        assert_eq!(kind("a.mp4"), None);
    }

    #[test]
    fn what_only_makes_sense_headless_implies_it() {
        for arguments in [
            &["--hash"][..],
            &["--frames", "3"],
            &["--out", "a.png"],
            &["--export", "a.obj"],
            &["--headless"],
        ] {
            assert!(plan(arguments).unwrap().headless, "{arguments:?}");
        }
        assert!(!plan(&["--stats", "--size", "64x4096"]).unwrap().headless);
    }

    #[test]
    fn grids_are_one_number_or_two() {
        for (text, expected) in [("97", "97×65"), ("40x20", "40×20"), ("1×7", "1×7")] {
            let plan = plan(&["flag", "--grid", text, "--scalar", "fixed"]).unwrap();
            assert_eq!(plan.setup.grid.to_string(), expected);
            assert_eq!(plan.setup.format, Format::Fixed);
        }
    }

    #[test]
    fn mode_and_grid_apply_to_the_scene() {
        let plan = plan(&["string", "--mode", "constraint", "--grid", "24"]).unwrap();
        assert_eq!(plan.setup.file.scene.solver.mode, Mode::Constraint);
        assert_eq!(plan.setup.grid.to_string(), "24×1");
    }

    #[test]
    fn wrong_arguments_name_what_is_allowed() {
        for (arguments, expected) in [
            (["--grid", "0"], "as in 97 and 40x20, each 1 to 4096"),
            (["--grid", "40x"], "as in 97 and 40x20, each 1 to 4096"),
            (["--grid", "4097x2"], "as in 97 and 40x20, each 1 to 4096"),
            (["--scalar", "f16"], "allowed are f32, f64, fixed"),
            (
                ["--mode", "spring"],
                "allowed are hooke, constraint, pbd and xpbd",
            ),
            (["--size", "12"], "64x64 to 4096x4096"),
            (["--size", "63x100"], "64x64 to 4096x4096"),
            (["--frames", "-1"], "--frames"),
            (["--frames", "2000000"], "0..=1000000"),
        ] {
            let all = ["cloth-viewer"].iter().chain(&arguments);
            let message = Cli::try_parse_from(all).unwrap_err().to_string();
            assert!(message.contains(expected), "{message}");
            assert!(message.contains(arguments[0]), "{message}");
        }
        for (arguments, expected) in [
            (
                &["no-such"][..],
                "SCENE no-such: no such scene; allowed are FILE.toml, four-corners",
            ),
            (
                &["--out", "a.mp4"],
                "--out a.mp4: allowed are FILE.png, FILE.gif and FOLDER/",
            ),
            (
                &["--export", "a.stl"],
                "--export a.stl: allowed is FILE.obj",
            ),
        ] {
            let error = plan(arguments).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
            assert_eq!(error.exit_code(), 2);
        }
        let error = plan(&["none.toml"]).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("none.toml: cannot read the file")
        );
        assert_eq!(error.exit_code(), 1);
    }

    #[test]
    fn the_list_has_every_scene() {
        let list = list();
        assert_eq!(list.lines().count(), scenes::ALL.len());
        for scene in scenes::ALL {
            assert!(list.contains(scene.name) && list.contains(scene.summary));
        }
    }
}
