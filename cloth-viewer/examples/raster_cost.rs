//! Measures what a picture of 1280 × 720 costs, for each surface, with one thread and with all.
//!
//! `cargo run --release -p cloth-viewer --example raster_cost [-- FOLDER]` prints medians in ms of
//! a cloth of 128 × 128 particles over a ball. With a folder it also writes pictures of every look
//! in several scenes there.

use clap::Parser;
use cloth_draw::camera::Camera;
use cloth_draw::look::{Look, Paint, Surface, Texture, Theme};
use cloth_draw::output::save_png;
use cloth_draw::picture::Picture;
use cloth_draw::raster::{Framebuffer, draw};
use cloth_draw::stage::Stage;
use cloth_viewer::action::Action;
use cloth_viewer::cli::{Cli, Plan};
use cloth_viewer::cloths::Cloths;
use cloth_viewer::framing::camera_for;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Size of the pictures, pixels.
const SIZE: (usize, usize) = (1280, 720);
/// Pictures that a median is taken of.
const PICTURES: usize = 31;
/// Scenes with floors, bodies and wind, with a grid and the steps after which they are shown.
const SCENES: [(&str, &str, u32); 9] = [
    ("four-corners-sphere", "128", 60),
    ("ball-and-floor", "64", 60),
    ("ball-and-floor", "64", 200),
    ("plane", "64", 100),
    ("drape-sphere", "64", 120),
    ("incline", "64", 100),
    ("four-corners-wind", "64", 60),
    ("self-collision", "50", 90),
    ("capsule", "64", 120),
];

fn main() -> Result<(), Box<dyn Error>> {
    let (cloths, camera) = shown(SCENES[0])?;
    measure(cloths.stage(), &camera)?;
    if let Some(folder) = std::env::args_os().nth(1) {
        let folder = Path::new(&folder);
        std::fs::create_dir_all(folder)?;
        for scene in SCENES {
            let (cloths, camera) = shown(scene)?;
            for (name, look) in looks() {
                let mut frame = Framebuffer::new(SIZE.0, SIZE.1);
                cloths.draw(&look, &camera, &mut frame);
                save_png(
                    folder.join(format!("{}-{}-{name}.png", scene.0, scene.2)),
                    &frame,
                )?;
            }
        }
    }
    Ok(())
}

/// A scene after some steps.
fn shown((name, grid, steps): (&str, &str, u32)) -> Result<(Cloths, Camera), Box<dyn Error>> {
    let arguments = ["cloth-viewer", name, "--grid", grid];
    let plan: Plan = Cli::try_parse_from(arguments)?
        .plan()
        .map_err(|error| error.to_string())?;
    let mut cloths = Cloths::new(&plan.setup).map_err(|error| error.to_string())?;
    for _ in 0..steps {
        cloths.simulations_mut().apply(&Action::Step)?;
    }
    cloths.update();
    let camera = camera_for(&cloths, None, SIZE);
    Ok((cloths, camera))
}

/// Every look, with a name.
fn looks() -> Vec<(&'static str, Look)> {
    let base = Look::DEFAULT;
    let mut looks: Vec<_> = Surface::ALL
        .map(|surface| {
            let springs = [surface == Surface::None; 3];
            let look = Look {
                surface,
                springs,
                ..base.clone()
            };
            (surface.name(), look)
        })
        .into();
    let texture = Some(Arc::new(stripes()));
    let with = |name, look: Look| (name, look);
    looks.extend([
        with(
            "plain",
            Look {
                paint: Paint::Plain,
                ..base.clone()
            },
        ),
        with(
            "texture",
            Look {
                paint: Paint::Texture,
                texture,
                ..base.clone()
            },
        ),
        with(
            "mesh",
            Look {
                mesh: true,
                ..base.clone()
            },
        ),
        with(
            "springs",
            Look {
                springs: [true; 3],
                ..base.clone()
            },
        ),
        with(
            "marks",
            Look {
                normals: true,
                contacts: true,
                wind: true,
                ..base.clone()
            },
        ),
        with(
            "bare",
            Look {
                shadow: false,
                ..base.clone()
            },
        ),
        with(
            "light",
            Look {
                theme: Theme::Light,
                wind: true,
                ..base.clone()
            },
        ),
        with(
            "light-lines",
            Look {
                theme: Theme::Light,
                surface: Surface::None,
                springs: [true; 3],
                contacts: true,
                ..base.clone()
            },
        ),
        with(
            "light-strain",
            Look {
                theme: Theme::Light,
                surface: Surface::Strain,
                ..base
            },
        ),
    ]);
    looks
}

/// A picture that shows which way round it is.
fn stripes() -> Texture {
    let (width, height) = (64, 64);
    let pixel = |i: usize| {
        let (x, y) = (i % width, i / width);
        let ring = ((x as f32 - 32.0).hypot(y as f32 - 32.0) / 6.0) as u32 % 2;
        (x as u32 * 4) << 16 | (y as u32 * 4) << 8 | (ring * 120 + 60)
    };
    Texture {
        width,
        height,
        pixels: (0..width * height).map(pixel).collect(),
    }
}

/// Prints the cost of every look.
fn measure(stage: &Stage, camera: &Camera) -> Result<(), Box<dyn Error>> {
    let all = rayon::current_num_threads();
    println!("ms with 1 and with {all} threads; then the processor's time with 1");
    for (name, look) in looks() {
        let mut medians = Vec::new();
        for threads in [1, all] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()?;
            let times = pool.install(|| times(stage, &look, camera));
            medians.push(times.map(|times| times[PICTURES / 2]));
        }
        let [[one, busy], [all, _]] = medians[..] else {
            continue;
        };
        println!("{name:>14} {one:>10.2} {all:>10.2} {busy:>10.2}");
    }
    Ok(())
}

/// The times of some pictures, ms, in order: by the clock, and of this thread on the processor.
fn times(stage: &Stage, look: &Look, camera: &Camera) -> [Vec<f64>; 2] {
    let mut frame = Framebuffer::new(SIZE.0, SIZE.1);
    let (mut clock, mut busy) = (Vec::new(), Vec::new());
    for _ in 0..PICTURES {
        let (started, before) = (Instant::now(), on_processor());
        let marks = stage.marks(look);
        let picture = Picture {
            strains: &marks.strains,
            strain_range: marks.strain_range,
            contacts: &marks.contacts,
            ..stage.picture(true)
        };
        draw(&[picture], look, camera, &mut frame);
        clock.push(started.elapsed().as_secs_f64() * 1e3);
        busy.push(on_processor() - before);
    }
    clock.sort_by(f64::total_cmp);
    busy.sort_by(f64::total_cmp);
    [clock, busy]
}

/// How long this thread was on the processor so far, ms; 0 where the system does not tell. On a
/// computer that does other things as well this is steadier than the clock.
fn on_processor() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = text.split_whitespace().next();
    first
        .and_then(|ns| ns.parse().ok())
        .map_or(0.0, |ns: f64| ns * 1e-6)
}
