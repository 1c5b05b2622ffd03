//! Single arguments: scenes, values and places, from their text.

use crate::error::Error;
use crate::scene_file::{self, SceneFile};
use cloth_core::host::{GridSize, MAX_SIDE, grid_for};
use cloth_core::{NamedScene, Scene, scenes};
use cloth_draw::output::OutputKind;
use std::path::{Path, PathBuf, is_separator};

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

/// The path in a scene argument, unless it is a name of the library.
pub(super) fn file_of(name: &str) -> Option<PathBuf> {
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
    let line = |scene: &NamedScene| {
        let (name, source, summary) = (scene.name, scene.source, scene.summary);
        format!("{name:n$}  {source:s$}  {summary}\n")
    };
    scenes::ALL.iter().map(line).collect()
}

/// A display that boards have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    /// 240 × 240 pixels in colour.
    St7789,
    /// 128 × 64 pixels in two colours.
    Ssd1306,
}

impl Display {
    /// All displays.
    pub const ALL: [Self; 2] = [Self::St7789, Self::Ssd1306];

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::St7789 => "st7789",
            Self::Ssd1306 => "ssd1306",
        }
    }
}

/// A value of `--grid`.
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

    pub(super) fn on(self, scene: &Scene) -> GridSize {
        match self {
            Self::Longer(longer) => grid_for(scene, Some(longer)),
            Self::Exactly(grid) => grid,
        }
    }
}

pub(super) fn grid(text: &str) -> Result<GridChoice, String> {
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

/// Reads the name of one of a few.
pub(super) fn one_of<T: Copy, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let found = all.into_iter().find(|&one| name(one) == text);
        found.ok_or_else(|| format!("allowed are {}", all.map(name).join(", ")))
    }
}

pub(super) fn picture_size(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| text.parse().ok().filter(|n| (64..=4096).contains(n));
    text.split_once('x')
        .and_then(|(width, height)| side(width).zip(side(height)))
        .ok_or_else(|| "allowed is WIDTHxHEIGHT from 64x64 to 4096x4096, as in 1280x720".to_owned())
}

/// The kind of output that a path asks for.
pub(super) fn output_kind(path: PathBuf) -> Result<(PathBuf, OutputKind), Error> {
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
    // Without a separator at the end, which would hide an existing file of that name.
    Ok((path.components().collect(), kind))
}

pub(super) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(extension))
}
