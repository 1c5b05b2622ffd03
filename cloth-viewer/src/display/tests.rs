//! What a simulated display shows, and what is refused.

use crate::cli::Cli;
use crate::error::Error;
use crate::tests::{plan, test_folder};
use clap::Parser;
use cloth_draw::texture::load;

fn run(line: &str) -> Result<String, Error> {
    let words: Vec<_> = line.split(' ').collect();
    let plan = plan(&[&["--display"], &words[..]].concat());
    let mut text = Vec::new();
    super::run(plan.display.unwrap(), &plan, &mut text)?;
    Ok(String::from_utf8(text).unwrap())
}

#[test]
fn every_step_is_a_picture_and_the_last_is_that_of_a_shorter_run() {
    let folder = test_folder("display");
    for display in ["st7789", "ssd1306"] {
        let all = folder.join(display);
        let last = folder.join("last.png");
        for (out, count) in [(&all, "3 pictures of "), (&last, "1 picture of ")] {
            let line = format!("{display} --grid 8 --frames 3 --out {}", out.display());
            let text = run(&line).unwrap();
            assert!(text.starts_with(count), "{text}");
        }
        let frame = |number| load(&all.join(format!("frame-0000{number}.png"))).unwrap();
        assert_eq!(frame(2).pixels, load(&last).unwrap().pixels, "{display}");
        assert_ne!(frame(1).pixels, frame(2).pixels, "{display}");
    }
}

#[test]
fn what_no_board_shows_is_refused_with_what_is_allowed() {
    for (line, expected) in [
        (
            "st7789 --grid 65",
            "allowed are grids of up to 4096 particles",
        ),
        (
            "st7789 --scalar f64",
            "--scalar f64: with --display allowed are f32 and fixed",
        ),
        (
            "ssd1306 --view strain",
            "--view strain: with --display allowed are phong",
        ),
    ] {
        let error = run(&format!("{line} --frames 0")).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(error.exit_code(), 2);
    }
    for arguments in [&["st7735"][..], &["st7789", "--mode", "hooke"]] {
        let all = ["cloth-viewer", "--display"].iter().chain(arguments);
        let message = Cli::try_parse_from(all).unwrap_err().to_string();
        assert!(message.contains("--display"), "{message}");
    }
}
