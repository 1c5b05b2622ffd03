//! Tests of what keys, mouse and panel do.

mod choices;
mod gestures;
mod scenes_opened;
mod seen;
mod time_travel;

use super::App;
use crate::input::{Command, Input};
use crate::tests::plan;
use crate::world::World;
use cloth_core::scene::ColliderScene;
use cloth_draw::raster::Framebuffer;
use std::path::PathBuf;
use std::time::Duration;

const VIEW: (usize, usize) = (320, 240);

/// An app with these arguments; on a small grid, if they name none.
fn app(arguments: &[&str]) -> App {
    let small: &[&str] = match arguments.contains(&"--grid") {
        true => &[],
        false => &["--grid", "8"],
    };
    let mut app = App::new(&plan(&[small, arguments].concat())).unwrap();
    app.wait_for_steps();
    app
}

/// The same with nothing in the way: no panel.
fn bare(arguments: &[&str]) -> App {
    let mut app = app(arguments);
    app.screen.show_panel = false;
    app
}

/// A frame of one step at 60 Hz, with these keys going down.
fn keys(commands: &[Command]) -> Input {
    Input {
        size: VIEW,
        commands: commands.to_vec(),
        elapsed: Duration::from_micros(16_667),
        ..Input::default()
    }
}

/// The same with something else that happens.
fn told(change: impl FnOnce(&mut Input)) -> Input {
    let mut input = keys(&[]);
    change(&mut input);
    input
}

fn press(app: &mut App, command: Command) {
    app.update(&keys(&[command]));
}

/// So many frames in which nothing is done.
fn rest(app: &mut App, frames: usize) {
    (0..frames).for_each(|_| app.update(&keys(&[])));
}

/// A frame with the cursor at a place, and the left button down or up.
fn at(cursor: (f32, f32), left: bool) -> Input {
    Input {
        cursor: Some(cursor),
        left,
        ..keys(&[])
    }
}

fn click(app: &mut App, cursor: (f32, f32)) {
    for left in [true, false] {
        app.update(&at(cursor, left));
    }
}

fn positions(app: &App) -> Vec<[f32; 3]> {
    let mut positions = Vec::new();
    app.simulation().positions(&mut positions);
    positions
}

fn hash(app: &App) -> u64 {
    app.simulation().state_hash()
}

fn name(app: &App) -> &str {
    &app.world.original().file.name
}

/// The file that has just been saved.
fn saved(app: &App) -> PathBuf {
    app.notice().strip_prefix("in ").unwrap().into()
}

/// Changes values as the panel does.
fn choose(app: &mut App, change: impl FnOnce(&mut crate::panel::Controls)) {
    let mut chosen = app.controls();
    change(&mut chosen);
    app.take_controls(chosen);
}

fn on_screen(app: &App, place: [f32; 3]) -> (f32, f32) {
    let (x, y, _) = app.view.camera.project(place.into(), VIEW).unwrap();
    (x, y)
}

fn ball(app: &App) -> [f64; 3] {
    let mut colliders = Vec::new();
    app.simulation().colliders(&mut colliders);
    match colliders[0] {
        ColliderScene::Sphere { center, .. } => center,
        ref other => panic!("{other:?}"),
    }
}
