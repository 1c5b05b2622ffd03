//! Small pictures of every look, stored in `tests/pictures` and compared with what is drawn now.
//!
//! `CLOTH_PICTURES=write cargo test -p cloth-viewer --test pictures` makes them anew. Look at them
//! before they are committed.

use clap::Parser;
use cloth_draw::camera::Camera;
use cloth_draw::look::{Look, Paint, Surface, Theme};
use cloth_draw::output::save_png;
use cloth_draw::raster::Framebuffer;
use cloth_viewer::action::Action;
use cloth_viewer::cli::Cli;
use cloth_viewer::cloths::Cloths;
use cloth_viewer::framing::camera_for;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// Size of a picture, pixels.
const SIZE: (usize, usize) = (160, 120);
/// Largest mean difference of the channels.
const MEAN: f64 = 1.0;
/// From here on a channel differs clearly; the largest share of pixels where one may.
const CLEARLY: u8 = 32;
const SHARE: f64 = 0.005;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures")
}

fn shown(name: &str, steps: u32) -> (Cloths, Camera) {
    let arguments = ["cloth-viewer", name, "--grid", "16"];
    let plan = Cli::try_parse_from(arguments).unwrap().plan().unwrap();
    let mut cloths = Cloths::new(&plan.setup).unwrap();
    for _ in 0..steps {
        cloths.simulations_mut().apply(&Action::Step).unwrap();
    }
    cloths.update();
    let camera = camera_for(&cloths, None, SIZE);
    (cloths, camera)
}

/// The bytes of an expected picture.
fn stored(path: &Path) -> Vec<u8> {
    let file = BufReader::new(File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((info.width as usize, info.height as usize), SIZE);
    bytes
}

fn check(name: &str, look: &Look, (cloths, camera): &(Cloths, Camera)) {
    let mut frame = Framebuffer::new(SIZE.0, SIZE.1);
    cloths.draw(look, camera, &mut frame);
    let path = folder().join(format!("{name}.png"));
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
fn surfaces_look_as_they_did() {
    let scene = shown("ball-and-floor", 40);
    for surface in Surface::ALL {
        let look = Look {
            surface,
            springs: [surface == Surface::None; 3],
            ..Look::DEFAULT
        };
        check(surface.name(), &look, &scene);
    }
}

#[test]
fn lines_and_themes_look_as_they_did() {
    let scene = shown("four-corners-sphere", 60);
    let base = Look::DEFAULT;
    let light = Theme::Light;
    check("sphere", &base, &scene);
    check(
        "light",
        &Look {
            theme: light,
            ..base.clone()
        },
        &scene,
    );
    check(
        "mesh",
        &Look {
            mesh: true,
            paint: Paint::Plain,
            ..base.clone()
        },
        &scene,
    );
    check(
        "marks",
        &Look {
            normals: true,
            contacts: true,
            ..base.clone()
        },
        &scene,
    );
    let windy = shown("four-corners-wind", 60);
    check(
        "wind",
        &Look {
            wind: true,
            theme: light,
            ..base
        },
        &windy,
    );
}
