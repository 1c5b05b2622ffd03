//! The animation of dragging and tearing: a user's hand, scripted.

use crate::action::Setup;
use crate::app::App;
use crate::cli::Plan;
use crate::error::Error;
use crate::input::{Command, Input};
use cloth_core::host::{Format, GridSize, Method};
use cloth_core::scene::{Colliders, TearScene};
use cloth_core::scenes;
use cloth_draw::output::GifWriter;
use cloth_draw::raster::Framebuffer;
use std::path::Path;

const SIZE: (usize, usize) = (400, 300);
/// Pictures a second, and steps from one to the next.
const PICTURES: f32 = 15.0;
const STEPS: usize = 4;

/// A place in the picture (parts of its width and height) and a button, at a time (s). Between two
/// of them the cursor moves on a straight line.
#[derive(Clone, Copy)]
struct Mark {
    at: f32,
    place: [f32; 2],
    button: Option<Button>,
}

#[derive(Clone, Copy, PartialEq)]
enum Button {
    Left,
    Right,
}

const fn mark(at: f32, place: [f32; 2], button: Option<Button>) -> Mark {
    Mark { at, place, button }
}

/// Pull to the right and to the left, let go, cut across.
const SCRIPT: [Mark; 8] = [
    mark(0.0, [0.5, 0.6], None),
    mark(0.4, [0.5, 0.6], Some(Button::Left)),
    mark(1.2, [0.8, 0.45], Some(Button::Left)),
    mark(2.2, [0.25, 0.4], Some(Button::Left)),
    mark(2.6, [0.25, 0.4], None),
    mark(3.6, [0.2, 0.42], Some(Button::Right)),
    mark(4.4, [0.85, 0.5], Some(Button::Right)),
    mark(6.0, [0.85, 0.5], None),
];

/// Writes the animation.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write(path: &Path, plan: &Plan) -> Result<(), Error> {
    let plan = Plan {
        setup: setup(),
        // The shape of the picture; as large as a window, of which the panel takes a small part.
        size: Some((4 * SIZE.0, 4 * SIZE.1)),
        ..plan.clone()
    };
    let mut app = App::new(&plan)?;
    let mut gif = GifWriter::create(path, SIZE, PICTURES)?;
    let mut large = Framebuffer::new(2 * SIZE.0, 2 * SIZE.1);
    let mut small = Framebuffer::default();
    let pictures = (SCRIPT[SCRIPT.len() - 1].at * PICTURES) as usize;
    app.update(&input(0.0, Command::Panel));
    for picture in 0..pictures {
        for step in 0..STEPS {
            // Step by step: how fast this machine is makes no difference.
            let time = (picture as f32 + step as f32 / STEPS as f32) / PICTURES;
            app.update(&input(time, Command::Step));
        }
        app.draw_scene(&mut large);
        large.halve_into(&mut small);
        gif.push(&small)?;
    }
    gif.finish()?;
    Ok(())
}

/// A curtain that can be torn, in place of the bullet's target.
fn setup() -> Setup {
    let mut file = crate::scene_file::SceneFile::from(&scenes::BULLET);
    file.scene.colliders = Colliders::EMPTY;
    file.scene.tethers = None;
    file.scene.tear = Some(TearScene { strain: None });
    file.scene.solver.steps_per_second = 60.0;
    Setup {
        file,
        grid: GridSize {
            columns: 64,
            rows: 64,
        },
        method: Method::Verlet,
        format: Format::F32,
    }
}

/// What the user does at a time (s), in coordinates of the picture as it is saved.
fn input(time: f32, command: Command) -> Input {
    let next = (SCRIPT.iter().position(|mark| mark.at > time)).unwrap_or(SCRIPT.len() - 1);
    let (from, to) = (SCRIPT[next.saturating_sub(1)], SCRIPT[next]);
    let part = ((time - from.at) / (to.at - from.at)).clamp(0.0, 1.0);
    let along = |i: usize| from.place[i] + (to.place[i] - from.place[i]) * part;
    Input {
        size: SIZE,
        cursor: Some((along(0) * SIZE.0 as f32, along(1) * SIZE.1 as f32)),
        left: from.button == Some(Button::Left),
        right: from.button == Some(Button::Right),
        commands: vec![command],
        elapsed: std::time::Duration::from_secs_f32(1.0 / PICTURES / STEPS as f32),
        ..Input::default()
    }
}
