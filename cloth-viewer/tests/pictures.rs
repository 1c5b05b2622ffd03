//! Small pictures of every look, kept in `tests/pictures` and compared with what is drawn now.
//!
//! `CLOTH_PICTURES=write cargo test -p cloth-viewer --test pictures` makes them anew. Look at them
//! before they are committed.

mod folder;

use clap::Parser;
use cloth_draw::look::{Look, Paint, Surface, Theme};
use cloth_draw::raster::Framebuffer;
use cloth_viewer::action::Action;
use cloth_viewer::cli::Cli;
use cloth_viewer::framing::camera_for;
use cloth_viewer::world::World;
use folder::assert_looks_as_it_did;
use std::path::Path;

/// Size of a picture, pixels.
const SIZE: (usize, usize) = (160, 120);

/// A picture's name, its scene, steps, and what is changed in the look.
type Case = (&'static str, &'static str, u32, fn(&mut Look));

const CASES: [Case; 6] = [
    // Two cloths.
    ("beside", "super-elastic", 30, |_| {}),
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
    assert_looks_as_it_did(&path, SIZE.0, &frame.to_rgb());
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
