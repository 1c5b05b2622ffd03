//! What the arguments come to.

use super::outputs::{has_extension, output_kind};
use super::scenes::{file_of, find_scene};
use super::{Cli, GridChoice};
use crate::action::Setup;
use crate::display::Display;
use crate::error::Error;
use cloth_core::host::GridSize;
use cloth_display::demo;
use cloth_draw::look::{Look, Paint, Side, Surface, Theme};
use cloth_draw::output::{OutputKind, check_output};
use cloth_draw::texture;
use std::path::PathBuf;
use std::sync::Arc;

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
    /// The board's display that is simulated in place of a window.
    pub display: Option<Display>,
    /// A recording to run again in place of the scene.
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
            scene.scene = demo::scene(&scene.scene, demo::Held::default());
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
