//! What a user saves, from the window.

use crate::session::Session;
use crate::twins::LINE;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Longest wait for a file.
const LIMIT: Duration = Duration::from_secs(20);

/// The files in the program's folder for what is saved, with this ending.
pub fn saved(session: &Session, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(session.folder().join("cloth-out")) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> =
        (paths.filter(|p| p.extension().is_some_and(|e| e == ending))).collect();
    paths.sort();
    paths
}

/// Waits until there are so many such files.
pub fn until_saved(session: &mut Session, ending: &str, count: usize) {
    let until = Instant::now() + LIMIT;
    while saved(session, ending).len() < count {
        assert!(Instant::now() < until, "no {ending} is saved");
        session.look_again(ending);
    }
}

/// Runs the program, without a window.
pub fn run(arguments: &[&str]) -> std::process::Output {
    std::process::Command::new(env!("CARGO_BIN_EXE_cloth-viewer"))
        .args(arguments)
        .output()
        .unwrap()
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn closing_in_the_middle_of_recordings_leaves_whole_files() {
    let mut session = Session::open(&["four-corners-sphere", "--grid", "16", "--size", "640x400"]);
    for key in ["F9", "F10", "F12", "e", "k"] {
        session.tap(key);
    }
    // The animation and the inputs are being written. A picture of the window makes one of the
    // animation, or less.
    until_saved(&mut session, "partial", 2);
    session.pictures(40);
    // The first time it asks, and goes on: something is being recorded.
    let dark = session.shot();
    session.tap("Escape");
    session.tap("F4");
    let all = dark.pixels.len();
    session.until("the light theme", |shot| shot.changed(&dark) > all / 2);
    assert_eq!(session.close().code(), Some(0));
    let one = |ending| match &saved(&session, ending)[..] {
        [path] => path.clone(),
        other => panic!("{ending}: {other:?}"),
    };
    let decoder = gif::DecodeOptions::new();
    let mut gif = decoder
        .read_info(std::fs::File::open(one("gif")).unwrap())
        .unwrap();
    assert_eq!((gif.width(), gif.height()), (640, 400));
    let mut pictures = 0;
    while gif.read_next_frame().unwrap().is_some() {
        pictures += 1;
    }
    assert!(pictures >= 5, "{pictures}");
    let png = std::fs::File::open(one("png")).unwrap();
    let png = png::Decoder::new(std::io::BufReader::new(png))
        .read_info()
        .unwrap();
    assert_eq!((png.info().width, png.info().height), (640, 400));
    let obj = std::fs::read_to_string(one("obj")).unwrap();
    assert_eq!(
        obj.lines().filter(|line| line.starts_with("f ")).count(),
        2 * 15 * 15
    );
    // The set-up loads back, and the inputs come to the same state again.
    let scene = one("toml");
    let output = run(&[
        scene.to_str().unwrap(),
        "--grid",
        "16",
        "--frames",
        "1",
        "--hash",
    ]);
    assert!(output.status.success(), "{output:?}");
    let recording = one("tape");
    let output = run(&["--replay", recording.to_str().unwrap(), "--headless"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && text.contains("the same"),
        "{output:?}"
    );
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn a_recorded_drag_comes_to_the_same_state_without_a_window() {
    let mut session = Session::open(&["tear", "--grid", "16", "--size", "640x400"]);
    session.tap("F2");
    session.tap("F12");
    for (button, from, to) in [(1, (240, 170), (280, 120)), (3, (200, 180), (400, 180))] {
        session.point(from);
        session.pictures(3);
        session.hold(button, true);
        for i in 0..=10 {
            let at = |from: usize, to: usize| from + (to - from.min(to)) * i / 10;
            session.point((at(from.0, to.0), from.1));
            session.pictures(2);
        }
        session.hold(button, false);
        session.pictures(3);
    }
    session.tap("F12");
    until_saved(&mut session, "tape", 1);
    session.tap("Escape");
    assert_eq!(session.end().code(), Some(0));
    let recording = saved(&session, "tape").remove(0);
    let text = std::fs::read_to_string(&recording).unwrap();
    for action in ["pull", "let-go", "cut"] {
        assert!(text.contains(action), "no {action} in {text:.2000}");
    }
    let output = run(&["--replay", recording.to_str().unwrap(), "--headless"]);
    assert!(output.status.success(), "{output:?}");
    // In a window, too: it says so when it is through, and stands still.
    let mut session =
        Session::open(&["--replay", recording.to_str().unwrap(), "--size", "640x400"]);
    let mut last = (session.shot().below(LINE), Instant::now());
    session.until("a rest", |shot| {
        if shot.below(LINE) != last.0 {
            last = (shot.below(LINE), Instant::now());
        }
        last.1.elapsed() > Duration::from_millis(700)
    });
    session.tap("Escape");
    assert_eq!(session.end().code(), Some(0));
}
