//! Draws the pictures of `docs/gallery`: every figure of the source documents that shows a cloth,
//! the panel, and a hand that drags and tears.
//!
//! `cargo run --release -p cloth-viewer --example gallery -- docs/gallery` takes about a minute.

use clap::Parser;
use cloth_core::host::Method;
use cloth_core::scene::{Damping, TearScene, WindScene};
use cloth_core::{Mode, scenes};
use cloth_draw::look::{Paint, Side, Surface};
use cloth_draw::output::{GifWriter, save_png};
use cloth_draw::raster::Framebuffer;
use cloth_viewer::action::Action;
use cloth_viewer::app::App;
use cloth_viewer::cli::{Cli, Plan};
use cloth_viewer::error::Error;
use cloth_viewer::framing::camera_for;
use cloth_viewer::input::{Command, Input};
use cloth_viewer::world::World;
use std::path::Path;
use std::time::Duration;

/// Size of a figure, pixels; drawn at twice that.
const SIZE: (usize, usize) = (640, 400);

/// A picture's name, its scene, the simulated time (s), and what is changed in scene and look.
type Figure = (&'static str, &'static str, f64, fn(&mut Plan));

/// All figures, in the documents' order; `docs/gallery/README.md` says what each shows.
const FIGURES: [Figure; 35] = [
    ("s0-7.2-springs", "four-corners", 2.0, springs),
    ("s0-7.3-mesh", "four-corners", 2.0, wireframe),
    ("s0-8.1-four-corners", "four-corners", 4.0, |_| {}),
    (
        "s0-8.2-four-corners-sphere",
        "four-corners-sphere",
        4.0,
        |_| {},
    ),
    ("s0-8.3-edge-sphere", "edge-sphere", 4.0, |_| {}),
    ("s0-8.4-drape-sphere", "drape-sphere", 3.0, |_| {}),
    ("s0-8.5-wind", "four-corners-wind", 3.0, |plan| {
        springs(plan);
        arrows(plan);
    }),
    ("s0-8.5-edge-wireframe", "edge-sphere", 4.0, wireframe),
    (
        "s0-8.6-four-corners-wireframe",
        "four-corners-sphere",
        4.0,
        wireframe,
    ),
    ("s2-5.4-string", "string", 0.45, |_| {}),
    (
        "s2-5.5-forward-euler",
        "super-elastic-limited",
        0.1,
        |plan| {
            plan.setup.method = Method::ForwardEuler;
            plan.setup.file.scene.limit = None;
            plan.setup.file.scene.solver.substeps = 1;
        },
    ),
    ("s2-5.6-super-elastic", "super-elastic", 2.0, |_| {}),
    ("s2-5.18-sphere", "drape-sphere", 2.5, plain),
    ("s2-5.22-normals", "four-corners-sphere", 3.0, |plan| {
        plain(plan);
        plan.look.normals = true;
    }),
    ("s2-5.26-cross-wind", "cross-wind", 3.0, arrows),
    ("s2-5.30-gouraud-phong", "cross-wind", 0.7, |plan| {
        plain(plan);
        plan.look.surface = Surface::Split;
        plan.look.shine.specular = 0.45;
        plan.look.shine.exponent = 40.0;
    }),
    ("s2-6.2-sphere-wind", "sphere-wind", 3.0, |plan| {
        let wind = &mut plan.setup.file.scene.forces.wind;
        *wind = Some(WindScene {
            velocity: [2.0, 0.0, 2.0],
            coefficient: wind.map_or(0.1, |wind| wind.coefficient),
        });
    }),
    ("s3-ball-and-floor", "ball-and-floor", 2.2, |_| {}),
    ("s3-flag", "flag", 4.0, |_| {}),
    ("s4-stiffness-1", "pinned2", 4.0, |plan| {
        stiffness(plan, 1.0)
    }),
    ("s4-stiffness-5000", "pinned2", 4.0, |_| {}),
    ("s4-stiffness-100000", "pinned2", 4.0, |plan| {
        stiffness(plan, 1e5)
    }),
    ("s4-density-1", "pinned2", 4.0, |plan| density(plan, 1.0)),
    ("s4-density-15", "pinned2", 4.0, |_| {}),
    ("s4-density-1000", "pinned2", 4.0, |plan| density(plan, 1e3)),
    ("s4-density-100000", "pinned2", 4.0, |plan| {
        density(plan, 1e5)
    }),
    ("s4-damping-0.0115", "pinned2", 1.5, |plan| {
        damping(plan, 0.0115)
    }),
    ("s4-damping-0.2", "pinned2", 1.5, |_| {}),
    ("s4-damping-1", "pinned2", 1.5, |plan| damping(plan, 1.0)),
    ("s4-pinned4-top", "pinned4", 4.0, |plan| {
        normals_from(plan, Side::Top)
    }),
    ("s4-pinned4-bottom", "pinned4", 4.0, |plan| {
        normals_from(plan, Side::Bottom)
    }),
    ("s4-pinned4-side", "pinned4", 4.0, |plan| {
        normals_from(plan, Side::Side)
    }),
    ("s4-sphere", "sphere", 2.0, |_| {}),
    ("s4-plane", "plane", 3.0, |_| {}),
    ("s4-self-collision", "self-collision", 2.0, |plan| {
        plan.setup.file.scene.solver.mode = Mode::Hooke;
    }),
];

fn springs(plan: &mut Plan) {
    plan.look.surface = Surface::None;
    plan.look.springs = [true, true, false];
}

fn plain(plan: &mut Plan) {
    plan.look.paint = Paint::Plain;
}

fn wireframe(plan: &mut Plan) {
    plain(plan);
    plan.look.mesh = true;
}

fn arrows(plan: &mut Plan) {
    plan.look.wind = true;
}

fn normals_from(plan: &mut Plan, side: Side) {
    plan.look.surface = Surface::Normals;
    plan.from = Some(side);
}

fn stiffness(plan: &mut Plan, k: f64) {
    let springs = &mut plan.setup.file.scene.springs;
    (springs.structural, springs.shear) = (k, k);
    // S4: a fifth.
    springs.bend = 0.2 * k;
}

/// From S4's g/cm² to kg/m².
fn density(plan: &mut Plan, density: f64) {
    plan.setup.file.scene.cloth.density = 10.0 * density;
}

fn damping(plan: &mut Plan, percent: f64) {
    plan.setup.file.scene.solver.damping = Damping::PerStep(percent / 100.0);
}

fn main() -> Result<(), Error> {
    let folder = std::env::args_os()
        .nth(1)
        .ok_or_else(|| Error::Usage("usage: gallery FOLDER".to_owned()))?;
    draw_all(Path::new(&folder), &[])
}

/// Draws all pictures into a folder; `options` of the command line apply to each.
pub fn draw_all(folder: &Path, options: &[&str]) -> Result<(), Error> {
    std::fs::create_dir_all(folder)?;
    for figure @ (name, ..) in FIGURES {
        save_png(folder.join(format!("{name}.png")), &draw(figure, options)?)?;
    }
    save_png(folder.join("s2-5.31-panel.png"), &panel(options)?)?;
    drag_and_tear(&folder.join("drag-and-tear.gif"), options)
}

/// The plan of a scene, as its command line would make it.
fn plan(scene: &str, options: &[&str]) -> Result<Plan, Error> {
    let words = [&["cloth-viewer", scene], options].concat();
    Cli::try_parse_from(words)?.plan()
}

fn draw(figure: Figure, options: &[&str]) -> Result<Framebuffer, Error> {
    let (_, scene, seconds, change) = figure;
    let mut plan = plan(scene, options)?;
    change(&mut plan);
    let mut world = World::new(plan.setup)?;
    let camera = camera_for(&world, plan.from, SIZE);
    let steps = seconds * world.simulation().scene().solver.steps_per_second;
    for _ in 0..steps.round() as u32 {
        world.apply(&Action::Step)?;
    }
    world.update();
    let mut large = Framebuffer::new(2 * SIZE.0, 2 * SIZE.1);
    let mut small = Framebuffer::default();
    world.draw(&plan.look, &camera, &mut large);
    large.halve_into(&mut small);
    Ok(small)
}

/// The panel, in place of the one that S2 shows.
fn panel(options: &[&str]) -> Result<Framebuffer, Error> {
    let size = (1280, 720);
    let mut plan = plan("drape", options)?;
    plan.size = Some(size);
    let mut app = App::new(&plan)?;
    // How fast this machine is makes no difference.
    app.wait_for_steps();
    let mut frame = Framebuffer::new(size.0, size.1);
    let input = |commands: &[Command]| Input {
        size,
        commands: commands.to_vec(),
        ..Input::default()
    };
    app.update(&input(&[Command::Plots]));
    for _ in 0..90 {
        app.update(&input(&[Command::Step]));
    }
    // The layout settles in the second picture.
    for _ in 0..3 {
        app.draw(&mut frame);
        app.update(&input(&[]));
    }
    Ok(frame)
}

/// Size of the animation in pixels, pictures a second, and steps from one to the next.
const ANIMATION: (usize, usize) = (400, 266);
const PICTURES: f32 = 15.0;
const STEPS: usize = 4;

/// Where the cursor is at a time (s), in parts of the picture's width and height, and which button
/// is down from then on: L, R or none. Pull to the right and to the left, let go, cut across.
const HAND: [(f32, [f32; 2], char); 9] = [
    (0.0, [0.55, 0.75], ' '),
    (0.5, [0.5, 0.6], 'L'),
    (1.3, [0.63, 0.62], 'L'),
    (2.4, [0.36, 0.56], 'L'),
    (2.7, [0.36, 0.56], ' '),
    (3.9, [0.29, 0.42], ' '),
    (4.1, [0.29, 0.42], 'R'),
    (5.3, [0.8, 0.46], 'R'),
    (6.4, [0.86, 0.62], ' '),
];

/// Radius of the disc that shows the cursor, pixels.
const CURSOR: f32 = 9.0;

fn drag_and_tear(path: &Path, options: &[&str]) -> Result<(), Error> {
    let fine = ["--grid", "64"];
    let options = if options.is_empty() { &fine } else { options };
    let mut plan = plan("bullet", options)?;
    tearable(&mut plan);
    // As large as a window: the panel takes a small part of it.
    plan.size = Some((4 * ANIMATION.0, 4 * ANIMATION.1));
    let mut app = App::new(&plan)?;
    // How fast this machine is makes no difference.
    app.wait_for_steps();
    let mut gif = GifWriter::create(path, ANIMATION, PICTURES)?;
    let mut large = Framebuffer::new(2 * ANIMATION.0, 2 * ANIMATION.1);
    let mut small = Framebuffer::default();
    app.update(&hand_input(0.0, Command::Panel));
    let (seconds, ..) = HAND[HAND.len() - 1];
    for picture in 0..(seconds * PICTURES) as usize {
        for step in 0..STEPS {
            let time = (picture as f32 + step as f32 / STEPS as f32) / PICTURES;
            app.update(&hand_input(time, Command::Step));
        }
        app.draw_scene(&mut large);
        draw_cursor(&mut large, picture as f32 / PICTURES);
        large.halve_into(&mut small);
        gif.push(&small)?;
    }
    gif.finish()?;
    Ok(())
}

/// A curtain that can be torn, over a floor, in place of the bullet's target.
fn tearable(plan: &mut Plan) {
    let scene = &mut plan.setup.file.scene;
    scene.colliders = scenes::PLANE.scene.colliders;
    scene.pins.top_edge = true;
    scene.cloth.center[1] = 1.3;
    scene.solver.mode = Mode::Xpbd;
    scene.xpbd = scenes::DRAPE.scene.xpbd;
    // Air that calms what a hand has stirred up.
    scene.solver.damping = Damping::Rate(1.5);
    scene.tear = Some(TearScene { strain: None });
    scene.solver.steps_per_second = 60.0;
}

/// Where the cursor is at a time, in a picture of this size, and which button is down.
fn hand(time: f32, (width, height): (usize, usize)) -> ((f32, f32), char) {
    let next = HAND.iter().position(|(at, ..)| *at > time);
    let next = next.unwrap_or(HAND.len() - 1).max(1);
    let ((begun, from, button), (until, to, _)) = (HAND[next - 1], HAND[next]);
    let part = ((time - begun) / (until - begun)).clamp(0.0, 1.0);
    let along = |i: usize| from[i] + (to[i] - from[i]) * part;
    ((along(0) * width as f32, along(1) * height as f32), button)
}

fn hand_input(time: f32, command: Command) -> Input {
    let (cursor, button) = hand(time, ANIMATION);
    Input {
        size: ANIMATION,
        cursor: Some(cursor),
        left: button == 'L',
        right: button == 'R',
        commands: vec![command],
        elapsed: Duration::from_secs_f32(1.0 / PICTURES / STEPS as f32),
        ..Input::default()
    }
}

/// Draws the cursor: a light disc with a dark edge, or a dark one with a light edge while a button is down.
fn draw_cursor(frame: &mut Framebuffer, time: f32) {
    let (width, height) = frame.size();
    let ((x, y), button) = hand(time, (width, height));
    let (mut fill, mut edge) = (0x00f4_f6f8, 0x0014_181e);
    if button != ' ' {
        std::mem::swap(&mut fill, &mut edge);
    }
    for (i, pixel) in frame.pixels_mut().iter_mut().enumerate() {
        let away = (x - (i % width) as f32).hypot(y - (i / width) as f32);
        if away < CURSOR {
            *pixel = if away < CURSOR - 2.5 { fill } else { edge };
        }
    }
}
