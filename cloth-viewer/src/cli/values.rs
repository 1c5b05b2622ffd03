//! Values as they can be asked for, from their text.

use crate::display::Display;
use cloth_core::host::{Format, GridSize, MAX_SIDE, Method, grid_for};
use cloth_core::{Mode, Scene};
use cloth_draw::look::{Side, Surface};

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

pub(super) fn format_of(text: &str) -> Result<Format, String> {
    Format::of(text).ok_or_else(|| allowed(Format::ALL.map(Format::name)))
}

pub(super) fn mode(text: &str) -> Result<Mode, String> {
    Mode::ALL
        .into_iter()
        .find(|mode| mode.name() == text)
        .ok_or_else(|| "allowed are hooke, constraint, pbd and xpbd".to_owned())
}

pub(super) fn method(text: &str) -> Result<Method, String> {
    Method::of(text).ok_or_else(|| allowed(Method::ALL.map(Method::name)))
}

pub(super) fn surface(text: &str) -> Result<Surface, String> {
    let found = Surface::ALL.into_iter().find(|one| one.name() == text);
    found.ok_or_else(|| allowed(Surface::ALL.map(Surface::name)))
}

pub(super) fn display(text: &str) -> Result<Display, String> {
    let found = Display::ALL.into_iter().find(|one| one.name() == text);
    found.ok_or_else(|| allowed(Display::ALL.map(Display::name)))
}

pub(super) fn side(text: &str) -> Result<Side, String> {
    let found = Side::ALL.into_iter().find(|one| one.name() == text);
    found.ok_or_else(|| allowed(Side::ALL.map(Side::name)))
}

fn allowed<const N: usize>(names: [&str; N]) -> String {
    format!("allowed are {}", names.join(", "))
}

pub(super) fn picture_size(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| text.parse().ok().filter(|n| (64..=4096).contains(n));
    text.split_once('x')
        .and_then(|(width, height)| side(width).zip(side(height)))
        .ok_or_else(|| "allowed is WIDTHxHEIGHT from 64x64 to 4096x4096, as in 1280x720".to_owned())
}
