//! The animation of dragging and tearing: a user's hand, scripted.

use super::pointer;
use crate::action::Setup;
use crate::app::App;
use crate::cli::Plan;
use crate::error::Error;
use crate::input::{Command, Input};
use cloth_core::host::{Format, GridSize, Method};
use cloth_core::scene::{Damping, TearScene};
use cloth_core::{Mode, scenes};
use cloth_draw::output::GifWriter;
use cloth_draw::raster::Framebuffer;
use std::path::Path;

const SIZE: (usize, usize) = (400, 266);
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
const SCRIPT: [Mark; 9] = [
    mark(0.0, [0.55, 0.75], None),
    mark(0.5, [0.5, 0.6], Some(Button::Left)),
    mark(1.3, [0.63, 0.62], Some(Button::Left)),
    mark(2.4, [0.36, 0.56], Some(Button::Left)),
    mark(2.7, [0.36, 0.56], None),
    mark(3.9, [0.29, 0.42], None),
    mark(4.1, [0.29, 0.42], Some(Button::Right)),
    mark(5.3, [0.8, 0.46], Some(Button::Right)),
    mark(6.4, [0.86, 0.62], None),
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
        draw_pointer(&mut large, picture as f32 / PICTURES);
        large.halve_into(&mut small);
        gif.push(&small)?;
    }
    gif.finish()?;
    Ok(())
}

/// A curtain that can be torn, over a floor, in place of the bullet's target.
fn setup() -> Setup {
    let mut file = crate::scene_file::SceneFile::from(&scenes::BULLET);
    let scene = &mut file.scene;
    scene.colliders = scenes::PLANE.scene.colliders;
    scene.pins.top_edge = true;
    scene.cloth.center[1] = 1.3;
    scene.solver.mode = Mode::Xpbd;
    scene.xpbd = scenes::DRAPE.scene.xpbd;
    // Air that calms what a hand has stirred up.
    scene.solver.damping = Damping::Rate(1.5);
    scene.tear = Some(TearScene { strain: None });
    scene.solver.steps_per_second = 60.0;
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

/// Where the cursor is at a time, as a part of the picture's width and height, and the button.
fn hand(time: f32) -> ([f32; 2], Option<Button>) {
    let next = (SCRIPT.iter().position(|mark| mark.at > time)).unwrap_or(SCRIPT.len() - 1);
    let (from, to) = (SCRIPT[next.saturating_sub(1)], SCRIPT[next]);
    let part = ((time - from.at) / (to.at - from.at)).clamp(0.0, 1.0);
    let along = |i: usize| from.place[i] + (to.place[i] - from.place[i]) * part;
    ([along(0), along(1)], from.button)
}

fn draw_pointer(frame: &mut Framebuffer, time: f32) {
    let ([x, y], button) = hand(time);
    let (width, height) = frame.size();
    pointer::draw(
        frame,
        (x * width as f32, y * height as f32),
        button.is_some(),
    );
}

/// What the user does at a time (s), in coordinates of the picture as it is saved.
fn input(time: f32, command: Command) -> Input {
    let (place, button) = hand(time);
    Input {
        size: SIZE,
        cursor: Some((place[0] * SIZE.0 as f32, place[1] * SIZE.1 as f32)),
        left: button == Some(Button::Left),
        right: button == Some(Button::Right),
        commands: vec![command],
        elapsed: std::time::Duration::from_secs_f32(1.0 / PICTURES / STEPS as f32),
        ..Input::default()
    }
}
