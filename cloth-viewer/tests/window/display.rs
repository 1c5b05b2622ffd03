//! A board's display in a window.

use crate::session::Session;
use clap::Parser;
use cloth_viewer::cli::Cli;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// Sides of the display and of the window that shows it.
const SIDE: usize = 240;
const WINDOW: usize = 2 * SIDE;
/// Steps after which the window must have been looked at.
const STEPS: &str = "300";

/// A picture's pixels, as the screen has them.
fn pixels(path: &Path) -> Vec<u32> {
    let file = BufReader::new(File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    let pixels = bytes.chunks_exact(3);
    pixels
        .map(|rgb| u32::from_be_bytes([0, rgb[0], rgb[1], rgb[2]]))
        .collect()
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn a_display_in_the_window_has_the_pixels_of_the_files() {
    let mut session = Session::open_on((WINDOW, WINDOW), &["--display", "st7789"]);
    let folder = session.folder().join("frames");
    let arguments = [
        "cloth-viewer",
        "--display",
        "st7789",
        "--frames",
        STEPS,
        "--out",
    ];
    let arguments = arguments.into_iter().chain([folder.to_str().unwrap()]);
    cloth_viewer::run(Cli::parse_from(arguments), &mut Vec::new()).unwrap();
    let files = std::fs::read_dir(&folder).unwrap();
    let frames: Vec<_> = files.map(|file| pixels(&file.unwrap().path())).collect();
    // It ran while the files were written: from the start again.
    session.hold_key("Escape", true);
    assert!(session.end().success());
    let mut session = Session::open_on((WINDOW, WINDOW), &["--display", "st7789"]);
    let seen = session.until("one of the files' pictures, each pixel as four", |shot| {
        let small = (0..SIDE * SIDE).map(|i| shot.pixels[2 * (i / SIDE) * WINDOW + 2 * (i % SIDE)]);
        let small: Vec<_> = small.collect();
        let is_whole = (0..WINDOW * WINDOW).all(|i| {
            let (x, y) = (i % WINDOW / 2, i / WINDOW / 2);
            shot.pixels[i] == small[y * SIDE + x]
        });
        is_whole && frames.contains(&small)
    });
    session.until("motion", |shot| shot.changed(&seen) > 100);
    session.hold_key("Escape", true);
    assert!(session.end().success());
}
