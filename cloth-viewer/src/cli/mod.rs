//! The command line and the plan that it makes.
//!
//! Everything is checked here, before any work starts.

mod arguments;
#[cfg(test)]
mod tests;

pub use arguments::{GridChoice, find_scene, library, list};

use crate::action::Setup;
use crate::display::Display;
use crate::error::Error;
use arguments::{display, format_of, grid, method, mode, picture_size, side, surface};
use arguments::{file_of, has_extension, output_kind};
use clap::Parser;
use clap::builder::ArgPredicate;
use cloth_core::Mode;
use cloth_core::host::{Format, GridSize, Method};
use cloth_display::demo;
use cloth_draw::look::{Look, Paint, Side, Surface, Theme};
use cloth_draw::output::{OutputKind, check_output};
use cloth_draw::texture;
use std::path::PathBuf;
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
    #[arg(value_name = "SCENE | FILE.toml", default_value = DEFAULT_SCENE, default_value_if("display", ArgPredicate::IsPresent, demo::SCENE))]
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
    #[arg(long, value_name = "FORMAT", default_value = "f32", default_value_if("display", ArgPredicate::IsPresent, "fixed"), value_parser = format_of)]
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
    /// Show what a board's demo image shows on its display, pixel by pixel: st7789 or ssd1306. Its
    /// model is the boards', its grid 16 particles along the longer side and its format fixed
    #[arg(long, value_name = "DISPLAY", value_parser = display, conflicts_with_all = ["mode", "method", "texture", "from", "light", "replay", "export", "size", "stats"])]
    pub display: Option<Display>,
    /// Replay a recording that was made in the window
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list", "scene", "grid", "mode", "method", "scalar", "frames"])]
    pub replay: Option<PathBuf>,
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

/// What to do, with everything checked.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The scene in the mode that was asked for, its grid, method and number format.
    pub setup: Setup,
    /// What was asked for with `--grid`.
    pub grid: Option<GridChoice>,
    /// How it is drawn.
    pub look: Look,
    /// The viewpoint; framed for the scene if `None`.
    pub from: Option<Side>,
    /// The board's display that is simulated in place of a window.
    pub display: Option<Display>,
    /// A recording to replay in place of the scene.
    pub replay: Option<PathBuf>,
    /// The file that the scene is in, if it is not the library's.
    pub file: Option<PathBuf>,
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
        let mut chosen = self.grid;
        if self.display.is_some() {
            scene.scene = demo::scene(&scene.scene, demo::Buttons::default());
            chosen = chosen.or(Some(GridChoice::Longer(demo::SIDE)));
        }
        let own = GridSize::of(&scene.scene);
        let grid = chosen.map_or(own, |choice| choice.on(&scene.scene));
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
            display: self.display,
            replay: self.replay,
            file: file_of(&self.scene),
            headless: self.headless || implied,
            frames: self.frames,
            out,
            export: self.export,
            size: self.size,
            hash: self.hash,
            stats: self.stats,
        })
    }

    fn look(&self) -> Result<Look, Error> {
        let texture = self.texture.as_deref().map(texture::load).transpose()?;
        Ok(Look {
            paint: match texture {
                Some(_) => Paint::Texture,
                None => Paint::Checker,
            },
            texture: texture.map(Arc::new),
            surface: self.view,
            // Without a surface, springs are shown.
            springs: [self.view == Surface::None; 3],
            theme: match self.light {
                true => Theme::Light,
                false => Theme::Dark,
            },
            ..Look::DEFAULT
        })
    }
}
