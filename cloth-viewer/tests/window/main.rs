//! The window itself: opened on a screen without a monitor, driven with keys and mouse.
//!
//! Nothing may be lost on the way from a key to the simulation, and from the picture to the screen. What keys, mouse
//! and panel do is tested without a window.

#[path = "../folder/mod.rs"]
mod folder;
mod session;

use folder::{assert_looks_as_it_did, names, png, stdout};
use session::{CLICK, LIMIT, SIZE, Session, Shot};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A scene that is quick to compute, also without optimisation.
const SMALL: [&str; 3] = ["four-corners-sphere", "--grid", "16"];
/// A cloth whose step takes about half a second.
const SLOW: [&str; 5] = ["four-corners", "--grid", "256", "--mode", "hooke"];
/// A window that has room for the panel, and where its button for the next scene is.
const LARGE: (usize, usize) = (960, 600);
const NEXT: (usize, usize) = (841, 134);

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn every_key_is_seen_and_the_window_is_as_it_was() {
    let mut session = Session::open(LARGE, &[&SMALL[..], &["--size", "960x600"]].concat());
    session.point((2, 2));
    // Another start, taken back, begins the timeline anew, which a reset does not; that takes the message away.
    for key in ["p", "Next", "u", "r"] {
        session.tap(key);
        sleep(2 * CLICK);
    }
    let rests = session.rests(LARGE);
    sleep(Duration::from_millis(300));
    assert!(rests == session.shot().of_window(LARGE), "it is paused");
    // A cloth that is not flat: looks differ.
    for _ in 0..30 {
        session.tap_and_see("n", LARGE, 1);
    }
    assert_is_kept("panel", &session.rests(LARGE));
    for key in ["F4", "F1"] {
        session.tap_and_see(key, LARGE, 100);
    }
    assert_is_kept("help", &session.rests(LARGE));
    let keys = "F4 F1 m F3 F2 F3 F7 Home comma l 3 Prior Next";
    for key in keys.split(' ') {
        session.tap_and_see(key, LARGE, 100);
    }
    // P, and it goes on by itself.
    let before = session.rests(LARGE);
    session.tap("p");
    session.until("motion", |shot| {
        shot.of_window(LARGE).changed(&before) > 1000
    });
    assert_eq!(session.close(), Some(0));
}

/// The picture of a name, kept in `tests/window/expected`.
fn assert_is_kept(name: &str, shot: &Shot) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window/expected");
    let path = folder.join(format!("{name}.png"));
    assert_looks_as_it_did(&path, shot.width, &shot.bytes());
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn camera_panel_and_size_follow_mouse_and_keys() {
    let arguments = [&SMALL[..], &["--size", "960x600"]].concat();
    let mut session = Session::open(LARGE, &arguments);
    session.tap("p");
    session.point((40, 560));
    let start = session.rests(LARGE);
    session.xdotool(&["click", "4"]);
    session.until("a zoom", |shot| {
        shot.of_window(LARGE).changed(&start) > 1000
    });
    // By mouse, and by keys: Tab takes the keyboard, Escape gives it back.
    session.point(NEXT);
    sleep(CLICK);
    let before = session.rests(LARGE);
    session.hold(1, true);
    sleep(CLICK);
    session.hold(1, false);
    session.until("another scene", |shot| {
        shot.of_window(LARGE).changed(&before) > 10_000
    });
    session.point((300, 300));
    session.tap("Tab");
    sleep(3 * CLICK);
    let before = session.rests(LARGE);
    session.tap("F4");
    sleep(3 * CLICK);
    let changed = session.rests(LARGE).changed(&before);
    assert!(changed < 100, "the panel has the keyboard: {changed}");
    session.tap("Escape");
    sleep(CLICK);
    session.tap_and_see("F4", LARGE, 10_000);
    for (width, height) in [("800", "600"), ("960", "500")] {
        let before = session.rests(LARGE);
        // Its title says more where time goes slower than it should.
        let window = [
            "search",
            "--name",
            "^cloth-viewer",
            "windowsize",
            width,
            height,
        ];
        session.xdotool(&window);
        let larger =
            |shot: &Shot| shot.of_window(LARGE).changed(&before) > 10_000 && shot.cloth() > 2000;
        session.until("another size", larger);
    }
    assert_eq!(session.close(), Some(0));
}

/// The files in the program's folder for what is saved, with this ending.
fn saved(session: &Session, ending: &str) -> Vec<PathBuf> {
    let folder = session.folder.0.join("cloth-out");
    let names = if folder.exists() {
        names(&folder)
    } else {
        Vec::new()
    };
    let has_ending = |name: &String| name.ends_with(&format!(".{ending}"));
    let names = names.into_iter().filter(has_ending);
    names.map(|name| folder.join(name)).collect()
}

fn the_saved(session: &Session, ending: &str) -> PathBuf {
    match &saved(session, ending)[..] {
        [path] => path.clone(),
        other => panic!("{ending}: {other:?}"),
    }
}

/// Waits until there are so many such files, and something in each.
fn until_saved(session: &mut Session, ending: &str, count: usize) {
    let until = Instant::now() + LIMIT;
    let has_bytes = |path: &PathBuf| path.metadata().is_ok_and(|data| data.len() > 0);
    let begun = |session: &Session| {
        saved(session, ending)
            .iter()
            .filter(|path| has_bytes(path))
            .count()
    };
    while begun(session) < count {
        assert!(Instant::now() < until, "no {ending} is saved");
        session.look_again(ending);
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn closing_in_the_middle_of_recordings_leaves_whole_files() {
    let mut session = Session::open(SIZE, &["tear", "--grid", "16", "--size", "640x400"]);
    for key in ["F2", "F9", "F10", "F12", "e", "k"] {
        session.tap(key);
    }
    until_saved(&mut session, "partial", 2);
    // A drag and a cut; the ball is pushed, and the model is another one.
    for (button, from, to) in [(1, (240, 170), (280, 120)), (3, (200, 180), (400, 180))] {
        session.point(from);
        session.pictures(3);
        session.hold(button, true);
        for i in 1..=10 {
            session.point((from.0 + (to.0 - from.0) * i / 10, from.1));
            session.pictures(2);
        }
        session.hold(button, false);
        session.pictures(3);
    }
    session.hold_key("Right", true);
    session.pictures(5);
    session.hold_key("Right", false);
    session.tap("c");
    session.pictures(3);
    assert_eq!(session.close(), Some(0));
    let gif = std::fs::File::open(the_saved(&session, "gif")).unwrap();
    let mut gif = gif::DecodeOptions::new().read_info(gif).unwrap();
    assert_eq!((gif.width(), gif.height()), (640, 400));
    let pictures = std::iter::from_fn(|| gif.read_next_frame().unwrap().map(drop)).count();
    assert!(pictures >= 5, "{pictures}");
    assert_eq!(png(&the_saved(&session, "png")).0, (640, 400));
    let obj = std::fs::read_to_string(the_saved(&session, "obj")).unwrap();
    let faces = obj.lines().filter(|line| line.starts_with("f ")).count();
    assert_eq!(faces, 2 * 15 * 15);
    // The set-up loads back, and the inputs come to the same state again, without a window and in one.
    let scene = the_saved(&session, "toml");
    stdout(&session.folder.run(&[scene.to_str().unwrap(), "--hash"]));
    let tape = the_saved(&session, "tape");
    let text = std::fs::read_to_string(&tape).unwrap();
    for action in ["pull", "let-go", "cut", "push", "change"] {
        let begin = format!("{{\"{action}\"");
        assert!(text.contains(&begin), "no {action} in {text:.2000}");
    }
    let replay = ["--replay", tape.to_str().unwrap(), "--size", "640x400"];
    let said = stdout(&session.folder.run(&[&replay[..], &["--headless"]].concat()));
    assert!(said.contains("the same"), "{said}");
    // It stands still when it is through.
    let mut again = Session::open(SIZE, &replay);
    again.rests(SIZE);
    assert_eq!(again.close(), Some(0));
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn a_lost_display_leaves_what_was_there_and_the_recorded_inputs() {
    let arguments = [&SMALL[..], &["--size", "640x400"]].concat();
    let mut session = Session::open(SIZE, &arguments);
    session.tap("F9");
    until_saved(&mut session, "png", 1);
    let picture = the_saved(&session, "png");
    let before = std::fs::read(&picture).unwrap();
    session.tap("F10");
    session.tap("F12");
    // Once a second what has been done is passed on.
    until_saved(&mut session, "partial", 2);
    assert_eq!(session.lose_display(), Some(1));
    assert!(saved(&session, "gif").is_empty() && saved(&session, "tape").is_empty());
    // The next one to save completes the inputs and clears the rest away.
    let arguments = ["four-corners-sphere", "--grid", "8", "--size", "64x64"];
    stdout(&session.folder.run(&arguments));
    assert!(saved(&session, "partial").is_empty());
    assert_eq!(std::fs::read(picture).unwrap(), before);
    let tape = the_saved(&session, "tape");
    let name = "four-corners-sphere-003-unfinished.tape";
    assert!(tape.ends_with(name), "{tape:?}");
    let replay = ["--replay", tape.to_str().unwrap(), "--headless"];
    let said = stdout(&session.folder.run(&replay));
    assert!(said.contains(" steps; the recording has no hash"), "{said}");
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn clicks_within_a_step_count() {
    let mut session = Session::open(SIZE, &SLOW);
    session.tap("F2");
    // The window is larger than the screen: this is on the cloth.
    session.point((SIZE.0 * 7 / 8, SIZE.1 * 7 / 8));
    session.tap("F12");
    for _ in 0..8 {
        for down in [true, false] {
            session.hold(1, down);
            sleep(CLICK);
        }
    }
    assert_eq!(session.close(), Some(0));
    let text = std::fs::read_to_string(the_saved(&session, "tape")).unwrap();
    // Each pins the particle that it meets, or lets it go.
    assert_eq!(text.matches("let-go").count(), 8, "{text}");
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn a_paused_window_takes_next_to_no_time() {
    let mut session = Session::open((1280, 720), &["four-corners-sphere"]);
    session.tap("p");
    // egui settles, and the window is awake for a while after a key.
    sleep(Duration::from_secs(2));
    // So long that the clock's hundredths of a second do not matter.
    let (before, began) = (session.used(), Instant::now());
    sleep(Duration::from_secs(10));
    let part = (session.used() - before).as_secs_f64() / began.elapsed().as_secs_f64();
    assert!(part < 0.03, "{part} of a core");
    // It still hears.
    let before = session.shot();
    session.tap("n");
    session.until("a step", |shot| shot.changed(&before) > 100);
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn a_boards_display_is_shown_twice_as_large() {
    const SIDE: usize = 480;
    let mut session = Session::open((SIDE, SIDE), &["--display", "st7789"]);
    let seen = session.until("a whole picture", |shot| {
        let of_block = |i: usize| i / SIDE / 2 * 2 * SIDE + i % SIDE / 2 * 2;
        (0..SIDE * SIDE).all(|i| shot.pixels[i] == shot.pixels[of_block(i)])
    });
    session.until("motion", |shot| shot.changed(&seen) > 100);
    session.hold_key("Escape", true);
    assert_eq!(session.close(), Some(0));
}
