//! Tests of what keys and mouse do.

mod fabrics;
mod hands;
mod sight;
mod time;
mod values;

use super::App;
use crate::cli::Cli;
use crate::input::{Command, Input};
use clap::Parser;
use cloth_core::scene::ColliderScene;
use std::time::Duration;

pub(super) const VIEW: (usize, usize) = (320, 240);

pub(super) fn app(arguments: &[&str]) -> App {
    let small = ["cloth-viewer", "--grid", "8"];
    let own = ["cloth-viewer"];
    let first: &[&str] = match arguments.contains(&"--grid") {
        true => &own,
        false => &small,
    };
    let all = first.iter().chain(arguments);
    App::new(&Cli::try_parse_from(all).unwrap().plan().unwrap()).unwrap()
}

/// A frame of one step at 60 Hz, with these keys going down.
pub(super) fn keys(commands: &[Command]) -> Input {
    Input {
        size: VIEW,
        commands: commands.to_vec(),
        elapsed: Duration::from_micros(16_667),
        ..Input::default()
    }
}

pub(super) fn positions(app: &App) -> Vec<[f32; 3]> {
    let mut positions = Vec::new();
    app.simulation().positions(&mut positions);
    positions
}

/// An app with nothing in the way: no panel.
pub(super) fn bare(arguments: &[&str]) -> App {
    let mut app = app(arguments);
    app.show_panel = false;
    app
}

pub(super) fn at(cursor: (f32, f32)) -> Input {
    Input {
        cursor: Some(cursor),
        ..keys(&[])
    }
}

pub(super) fn on_screen(app: &App, place: [f32; 3]) -> (f32, f32) {
    let (x, y, _) = app.camera().project(place.into(), VIEW).unwrap();
    (x, y)
}

pub(super) fn ball(app: &App) -> [f64; 3] {
    let mut colliders = Vec::new();
    app.simulation().colliders(&mut colliders);
    match colliders[0] {
        ColliderScene::Sphere { center, .. } => center,
        ref other => panic!("{other:?}"),
    }
}
