//! Pictures of the window, compared with expected ones.

use crate::screen::Shot;
use crate::twins::{LINE, Twins};
use cloth_viewer::input::Command;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

/// Largest mean difference of a channel, of 255.
const MEAN: f64 = 1.0;
/// Largest part of the pixels with a channel that is farther off than this.
const PART: f64 = 0.005;
const FAR: u8 = 32;

fn path(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/window/expected");
    folder.join(format!("{name}.png"))
}

fn read(name: &str) -> Vec<u8> {
    let file = File::open(path(name)).unwrap_or_else(|error| {
        panic!("{name}: {error}; made anew with CLOTH_PICTURES=write, to be looked at")
    });
    let mut reader = png::Decoder::new(BufReader::new(file)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    bytes
}

/// Compares what the window shows below its first line with the expected picture of a name.
fn compare(name: &str, shot: &Shot) {
    if std::env::var_os("CLOTH_PICTURES").is_some_and(|value| value == "write") {
        return shot.save(&path(name));
    }
    let (now, expected) = (shot.bytes(), read(name));
    assert_eq!(now.len(), expected.len(), "{name}: another size");
    let differences = || now.iter().zip(&expected).map(|(a, b)| a.abs_diff(*b));
    let mean = differences().map(f64::from).sum::<f64>() / now.len() as f64;
    let far = (now.chunks(3).zip(expected.chunks(3)))
        .filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > FAR))
        .count();
    let part = far as f64 / (now.len() / 3) as f64;
    assert!(
        mean <= MEAN && part <= PART,
        "{name}: mean {mean}, far {part}"
    );
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn the_window_looks_as_it_did() {
    let mut twins = Twins::paused_on((960, 600), &["four-corners-sphere", "--grid", "16"]);
    for _ in 0..40 {
        // One after the other: two that come in one picture are one that repeats.
        twins.tap("n", Command::Step);
    }
    let shot = twins.agree("forty steps");
    assert_eq!(shot.pixels.len(), 960 * (600 - LINE));
    compare("panel", &shot);
    let shot = twins.tap("F4", Command::Theme);
    compare("light", &shot);
    let shot = twins.tap("F1", Command::Help);
    compare("help", &shot);
    twins.tap("F1", Command::Help);
    twins.tap("F2", Command::Panel);
    for (name, key, command) in [
        ("gouraud", "m", Command::Surface),
        ("split", "m", Command::Surface),
        ("flat", "m", Command::Surface),
        ("normals", "m", Command::Surface),
        ("strain", "m", Command::Surface),
        ("springs", "m", Command::Surface),
    ] {
        // N in between: the same key again might be one that is held.
        let shot = twins.tap(key, command);
        compare(name, &shot);
        twins.tap("F4", Command::Theme);
        twins.tap("F4", Command::Theme);
    }
}
