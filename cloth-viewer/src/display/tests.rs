//! What a simulated display shows, and what is refused.

use crate::cli::{Cli, Plan};
use crate::error::Error;
use crate::tests::test_folder;
use clap::Parser;
use cloth_display::demo;

fn plan(arguments: &[&str]) -> Result<Plan, Error> {
    let all = ["cloth-viewer", "--display"].iter().chain(arguments);
    Cli::try_parse_from(all).unwrap().plan()
}

fn run(arguments: &[&str]) -> Result<String, Error> {
    let plan = plan(arguments)?;
    let mut text = Vec::new();
    super::run(plan.display.unwrap(), &plan, &mut text)?;
    Ok(String::from_utf8(text).unwrap())
}

#[test]
fn without_a_name_it_is_the_demo_of_the_boards() {
    let plan = plan(&["st7789"]).unwrap();
    assert_eq!(plan.setup.file.name, demo::SCENE);
    assert_eq!(
        (plan.setup.grid.columns, plan.setup.grid.rows),
        (demo::SIDE, demo::SIDE)
    );
    assert_eq!(plan.setup.format.name(), "fixed");
}

#[test]
fn every_step_is_a_picture_and_the_last_is_that_of_a_shorter_run() {
    let folder = test_folder("display");
    let all = folder.join("all");
    let last = folder.join("last.png");
    let small = ["--grid", "8", "--frames", "3", "--out"];
    for display in ["st7789", "ssd1306"] {
        let [text, _] = [&all, &last].map(|path| {
            run(&[&[display], &small[..], &[path.to_str().unwrap()]].concat()).unwrap()
        });
        assert!(text.starts_with("3 pictures of "), "{text}");
        // The same pixels: compression differs.
        let pixels = |path: &std::path::Path| {
            let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
            let mut reader = png::Decoder::new(file).read_info().unwrap();
            let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut bytes).unwrap();
            bytes
        };
        let frame = |number| pixels(&all.join(format!("frame-{number:05}.png")));
        assert_eq!(frame(2), pixels(&last), "{display}");
        assert_ne!(frame(1), frame(2), "{display}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_no_board_shows_is_refused_with_what_is_allowed() {
    for (arguments, expected) in [
        (
            &["st7789", "--grid", "65"][..],
            "allowed are grids of up to 4096 particles",
        ),
        (
            &["st7789", "--scalar", "f64"],
            "--scalar f64: with --display allowed are f32 and fixed",
        ),
        (
            &["ssd1306", "--view", "strain"],
            "--view strain: with --display allowed are phong",
        ),
    ] {
        let arguments = [arguments, &["--frames", "0"]].concat();
        let error = run(&arguments).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(error.exit_code(), 2);
    }
    for arguments in [&["st7735"][..], &["st7789", "--mode", "hooke"]] {
        let all = ["cloth-viewer", "--display"].iter().chain(arguments);
        let message = Cli::try_parse_from(all).unwrap_err().to_string();
        assert!(message.contains("--display"), "{message}");
    }
}
