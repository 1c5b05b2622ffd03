//! The window itself: opened on a screen without a monitor, driven with keys and mouse.
//!
//! The first tests compare the screen with what `App` draws when it is told the same: nothing may be
//! lost on the way from a key to the simulation, and from the picture to the screen. What keys, mouse and panel do
//! is tested without a window.

mod session;
mod twins;

use cloth_core::host::AnySimulation;
use cloth_viewer::input::Command;
use session::{CLICK, LIMIT, SIZE, Session, Shot};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};
use twins::Twins;

/// A scene that is quick to compute, also without optimisation.
const SMALL: [&str; 3] = ["four-corners-sphere", "--grid", "16"];
/// A cloth whose step takes about half a second.
const SLOW: [&str; 5] = ["four-corners", "--grid", "256", "--mode", "hooke"];

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn keys_do_in_the_window_what_they_do_without_one() {
    let mut twins = Twins::paused((960, 600), &SMALL);
    let start = twins.agree("the start");
    sleep(Duration::from_millis(300));
    twins.agree("paused");
    // A cloth that is not flat: looks differ. The list has each key twice at most, with another between.
    (0..30).for_each(|_| drop(twins.tap("n", Command::Step)));
    let mut before = twins.agree("thirty steps");
    assert_looks_as_it_did("panel", &before);
    for (key, command, picture) in [
        ("F4", Command::Theme, ""),
        ("F1", Command::Help, "help"),
        ("F4", Command::Theme, ""),
        ("F1", Command::Help, ""),
        ("m", Command::Surface, ""),
        ("F3", Command::Plots, ""),
        ("F2", Command::Panel, ""),
        ("F3", Command::Plots, ""),
        ("F7", Command::ViewFrom(cloth_draw::look::Side::Top), ""),
        ("Home", Command::ViewHome, ""),
        ("comma", Command::StepBack, ""),
        ("l", Command::Springs, ""),
        ("3", Command::Scene(2), ""),
        ("Prior", Command::PreviousScene, ""),
        ("Next", Command::NextScene, ""),
    ] {
        let after = twins.tap(key, command);
        assert!(after.changed(&before) > 100, "{key}");
        if !picture.is_empty() {
            assert_looks_as_it_did(picture, &after);
        }
        before = after;
    }
    // Mode and wind show in what the next steps do.
    let step = |twins: &mut Twins| {
        twins.tap("r", Command::Reset);
        (0..2)
            .map(|_| twins.tap("n", Command::Step))
            .last()
            .unwrap()
    };
    for (key, command) in [("c", Command::Mode), ("v", Command::Wind)] {
        let before = step(&mut twins);
        twins.tap(key, command);
        assert_ne!(step(&mut twins), before, "{key}");
    }
    // P, and it goes on by itself.
    let (before, size) = (twins.agree("a rest"), (960, 600));
    twins.session.tap("p");
    (twins.session).until("motion", |shot| {
        shot.of_window(size).changed(&before) > 1000
    });
    assert_ne!(start, before);
    assert_eq!(twins.session.close(), Some(0));
}

/// Compares with the picture of a name, made anew with `CLOTH_PICTURES=write`, to be looked at.
fn assert_looks_as_it_did(name: &str, shot: &Shot) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window/expected");
    let path = folder.join(format!("{name}.png"));
    if std::env::var_os("CLOTH_PICTURES").is_some_and(|value| value == "write") {
        return shot.save(&path);
    }
    let (now, (_, expected)) = (shot.bytes(), png(&path));
    assert_eq!(now.len(), expected.len(), "{name}: another size");
    let differences = || now.iter().zip(&expected).map(|(a, b)| a.abs_diff(*b));
    let mean = differences().map(f64::from).sum::<f64>() / now.len() as f64;
    let far = differences().filter(|difference| *difference > 32).count();
    let part = far as f64 / now.len() as f64;
    assert!(
        mean <= 1.0 && part <= 0.005,
        "{name}: mean {mean}, far {part}"
    );
}

/// Size and bytes of a picture.
fn png(path: &Path) -> ((u32, u32), Vec<u8>) {
    let file = std::fs::File::open(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let mut reader = png::Decoder::new(std::io::BufReader::new(file))
        .read_info()
        .unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    (reader.info().size(), bytes)
}

/// Particles that are pinned.
fn pinned(simulation: &dyn AnySimulation) -> usize {
    let (columns, rows) = (simulation.columns(), simulation.rows());
    let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    all.filter(|(column, row)| simulation.is_pinned(*column, *row))
        .count()
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn the_mouse_does_in_the_window_what_it_does_without_one() {
    let mut twins = Twins::paused(SIZE, &["tear", "--grid", "16"]);
    twins.tap("F2", Command::Panel);
    let start = twins.agree("the start");
    let (middle, beside) = ((SIZE.0 / 2, SIZE.1 / 2), (40, SIZE.1 - 40));
    // Beside the cloth the wheel zooms and the middle button pans.
    twins.point(beside);
    for away in [true, false, false] {
        twins.wheel(away);
    }
    assert_ne!(twins.agree("the wheel"), start);
    twins.tap("Home", Command::ViewHome);
    twins.hold(2, true);
    twins.point((beside.0 + 50, beside.1 - 40));
    twins.hold(2, false);
    assert_ne!(twins.agree("a pan"), start);
    twins.tap("Home", Command::ViewHome);
    // A click pins, another lets go.
    twins.point(middle);
    let before = pinned(twins.app.simulation());
    for more in [1, 0] {
        twins.click();
        assert_eq!(pinned(twins.app.simulation()), before + more);
    }
    // The cloth follows, and is cut.
    twins.hold(1, true);
    twins.point((middle.0 + 30, middle.1 - 30));
    (0..10).for_each(|_| drop(twins.tap("n", Command::Step)));
    twins.hold(1, false);
    assert_ne!(twins.agree("a drag"), start);
    twins.point((middle.0 - 60, middle.1));
    twins.hold(3, true);
    twins.point((middle.0 + 60, middle.1));
    twins.hold(3, false);
    assert!(twins.app.simulation().is_torn());
    twins.tap("n", Command::Step);
    twins.tap("n", Command::Step);
    assert_eq!(twins.session.close(), Some(0));
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn arrows_move_the_ball_the_panel_takes_keys_and_mouse_and_the_window_has_any_size() {
    let mut twins = Twins::paused((1000, 600), &SMALL);
    let before = twins.app.simulation().state_hash();
    for (key, push) in [("Right", [1.0, 0.0]), ("Up", [0.0, 1.0])] {
        twins.push(key, push);
        (0..5).for_each(|_| drop(twins.tap("n", Command::Step)));
        twins.push(key, [0.0; 2]);
    }
    assert_ne!(twins.app.simulation().state_hash(), before);
    // By mouse, and by keys: Tab takes the keyboard, Escape gives it back.
    let nodes = twins.app.panel_mut().nodes();
    let plots = nodes.iter().find(|node| node.name == "Plots").unwrap();
    let (x, y) = plots.middle();
    twins.point((x as usize, y as usize));
    twins.click();
    assert!(twins.app.controls().plots);
    twins.point((300, 300));
    twins.tap_in_panel("Tab", egui::Key::Tab);
    assert!(twins.app.panel_mut().focus().is_some());
    twins.tap_in_panel("Escape", egui::Key::Escape);
    assert!(twins.app.panel_mut().focus().is_none());
    for size in [(800, 600), (1000, 500)] {
        let shot = twins.resize(size);
        assert!(shot.width == size.0 && shot.cloth() > 2000, "{shot:?}");
    }
}

/// The files in the program's folder for what is saved, with this ending.
fn saved(session: &Session, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(session.folder().join("cloth-out")) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let has_ending = |path: &PathBuf| path.extension().is_some_and(|e| e == ending);
    paths.filter(has_ending).collect()
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
    while saved(session, ending)
        .iter()
        .filter(|path| has_bytes(path))
        .count()
        < count
    {
        assert!(Instant::now() < until, "no {ending} is saved");
        session.look_again(ending);
    }
}

/// Runs the program without a window; what it prints.
fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_cloth-viewer"))
        .args(arguments)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn closing_in_the_middle_of_recordings_leaves_whole_files() {
    let mut session = Session::open(SIZE, &["tear", "--grid", "16", "--size", "640x400"]);
    for key in ["F2", "F9", "F10", "F12", "e", "k"] {
        session.tap(key);
    }
    until_saved(&mut session, "partial", 2);
    // A drag and a cut.
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
    assert_eq!(session.close(), Some(0));
    let folder = session.folder().to_owned();
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
    let arguments = [
        scene.to_str().unwrap(),
        "--headless",
        "--frames",
        "1",
        "--hash",
    ];
    run(&folder, &arguments);
    let tape = the_saved(&session, "tape");
    let text = std::fs::read_to_string(&tape).unwrap();
    for action in ["pull", "let-go", "cut"] {
        assert!(text.contains(action), "no {action} in {text:.2000}");
    }
    let tape = tape.to_str().unwrap();
    let said = run(&folder, &["--replay", tape, "--headless"]);
    assert!(said.contains("the same"), "{said}");
    let mut session = Session::open(SIZE, &["--replay", tape, "--size", "640x400"]);
    // It says so when it is through, and stands still.
    let mut last = (session.shot(), Instant::now());
    session.until("a rest", |shot| {
        if *shot != last.0 {
            last = (shot.clone(), Instant::now());
        }
        last.1.elapsed() > Duration::from_millis(700)
    });
    assert_eq!(session.close(), Some(0));
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn a_lost_display_leaves_what_was_there_and_the_recorded_inputs() {
    let arguments = [&SMALL[..], &["--size", "640x400"]].concat();
    let mut session = Session::open(SIZE, &arguments);
    let folder = session.folder().to_owned();
    session.tap("F9");
    until_saved(&mut session, "png", 1);
    let before = std::fs::read(the_saved(&session, "png")).unwrap();
    session.tap("F10");
    session.tap("F12");
    // Once a second what has been done is passed on.
    until_saved(&mut session, "partial", 2);
    assert_eq!(session.lose_display(), Some(1));
    assert!(saved(&session, "gif").is_empty() && saved(&session, "tape").is_empty());
    // The next one to save completes the inputs and clears the rest away.
    run(
        &folder,
        &["four-corners-sphere", "--grid", "8", "--size", "64x64"],
    );
    assert!(saved(&session, "partial").is_empty());
    assert!(
        saved(&session, "png")
            .iter()
            .any(|path| std::fs::read(path).unwrap() == before)
    );
    let tape = the_saved(&session, "tape");
    assert!(
        tape.ends_with("four-corners-sphere-003-unfinished.tape"),
        "{tape:?}"
    );
    let said = run(&folder, &["--replay", tape.to_str().unwrap(), "--headless"]);
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
    let clicks: Vec<_> = text
        .lines()
        .filter(|line| line.contains("let-go"))
        .collect();
    assert_eq!(clicks.len(), 8, "{text}");
    // Each pins the particle that it meets, or lets it go. The cloth moves under the cursor, so
    // that need not be the same particle.
    let mut pinned = HashSet::new();
    for click in clicks {
        let (place, pins) = click.split_once(",\"pinned\":").expect("what a click does");
        let done = match pins.trim_end_matches('}') {
            "true" => pinned.insert(place),
            _ => pinned.remove(place),
        };
        assert!(done, "{text}");
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn pictures_do_not_wait_for_steps() {
    let mut session = Session::open(SIZE, &[&SLOW[..], &["--stats"]].concat());
    // The camera turns. Where the screen is looked at while a picture is put there, one is seen as two.
    session.tap("o");
    session.pictures(80);
    assert_eq!(session.close(), Some(0));
    let table = session.output();
    let measured = |name: &str| -> u32 {
        let mut lines = table.lines().map(str::trim);
        let line = lines.find(|line| line.starts_with(name)).expect(&table);
        let (_, words) = line.split_once("(median of ").expect(line);
        words.split(' ').next().unwrap().parse().expect(line)
    };
    let (steps, pictures) = (measured("step"), measured("raster"));
    // About thirteen to a step; on a busy machine both take longer.
    assert!(pictures >= 40 && pictures > 4 * steps, "{table}");
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
