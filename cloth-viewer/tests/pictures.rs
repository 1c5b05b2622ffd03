//! Small pictures of every look, stored in `tests/pictures` and compared with what is drawn now.
//!
//! `CLOTH_PICTURES=write cargo test -p cloth-viewer --test pictures` makes them anew. Look at them
//! before they are committed.

use clap::Parser;
use cloth_draw::look::{Look, Paint, Surface, Theme};
use cloth_draw::output::save_png;
use cloth_draw::raster::Framebuffer;
use cloth_viewer::action::Action;
use cloth_viewer::cli::Cli;
use cloth_viewer::framing::camera_for;
use cloth_viewer::world::World;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// Size of a picture, pixels.
const SIZE: (usize, usize) = (160, 120);
/// Largest mean difference of the channels.
const MEAN: f64 = 1.0;
/// From here on a channel differs clearly; the largest share of pixels where one may.
const CLEARLY: u8 = 32;
const SHARE: f64 = 0.005;

/// A picture's name, its scene, steps, and what is changed in the look.
type Case = (&'static str, &'static str, u32, fn(&mut Look));

const CASES: [Case; 5] = [
    ("sphere", "four-corners-sphere", 60, |_| {}),
    ("light", "four-corners-sphere", 60, |look| {
        look.theme = Theme::Light
    }),
    ("mesh", "four-corners-sphere", 60, |look| {
        (look.mesh, look.paint) = (true, Paint::Plain)
    }),
    ("marks", "four-corners-sphere", 60, |look| {
        (look.normals, look.contacts) = (true, true)
    }),
    ("wind", "four-corners-wind", 60, |look| {
        (look.wind, look.theme) = (true, Theme::Light)
    }),
];

/// The bytes of an expected picture.
fn stored(path: &Path) -> Vec<u8> {
    let file = BufReader::new(File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((info.width as usize, info.height as usize), SIZE);
    bytes
}

fn check(name: &str, scene: &str, steps: u32, look: &Look) {
    let arguments = ["cloth-viewer", scene, "--grid", "16"];
    let plan = Cli::try_parse_from(arguments).unwrap().plan().unwrap();
    let mut world = World::new(plan.setup).unwrap();
    for _ in 0..steps {
        world.apply(&Action::Step).unwrap();
    }
    world.update();
    let camera = camera_for(&world, None, SIZE);
    let mut frame = Framebuffer::new(SIZE.0, SIZE.1);
    world.draw(look, &camera, &mut frame);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    let path = folder.join(format!("{name}.png"));
    if std::env::var("CLOTH_PICTURES").is_ok_and(|value| value == "write") {
        save_png(&path, &frame).unwrap();
        return;
    }
    let (expected, found) = (stored(&path), frame.to_rgb());
    let differences = expected.iter().zip(&found).map(|(a, b)| a.abs_diff(*b));
    let differences: Vec<_> = differences.collect();
    let mean = differences.iter().map(|d| f64::from(*d)).sum::<f64>() / differences.len() as f64;
    let clear = |pixel: &&[u8]| pixel.iter().any(|d| *d > CLEARLY);
    let count = differences.chunks_exact(3).filter(clear).count();
    let share = count as f64 / (SIZE.0 * SIZE.1) as f64;
    assert!(mean < MEAN && share <= SHARE, "{name}: {mean} {share}");
}

#[test]
fn every_look_is_as_it_was() {
    for surface in Surface::ALL {
        let look = Look {
            surface,
            springs: [surface == Surface::None; 3],
            ..Look::DEFAULT
        };
        check(surface.name(), "ball-and-floor", 40, &look);
    }
    for (name, scene, steps, change) in CASES {
        let mut look = Look::DEFAULT;
        change(&mut look);
        check(name, scene, steps, &look);
    }
}
