//! A window whose steps take long, and one in which nothing happens.

use crate::session::{SIZE, Session};
use std::collections::HashSet;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A cloth whose step takes about half a second.
const SLOW: [&str; 5] = ["four-corners", "--grid", "256", "--mode", "hooke"];

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn clicks_within_a_step_count() {
    let mut session = Session::open(&SLOW);
    session.tap("F2");
    // The window is larger than the screen: this is on the cloth.
    session.point((SIZE.0 * 7 / 8, SIZE.1 * 7 / 8));
    session.tap("F12");
    for _ in 0..8 {
        for down in [true, false] {
            session.hold(1, down);
            sleep(Duration::from_millis(80));
        }
    }
    session.until_title("× real time");
    assert_eq!(session.close().code(), Some(0));
    let folder = session.folder().join("cloth-out");
    let recordings = std::fs::read_dir(&folder).expect("a recording");
    let recordings: Vec<_> = recordings.map(|entry| entry.unwrap().path()).collect();
    let [recording] = &recordings[..] else {
        panic!("{recordings:?}");
    };
    let text = std::fs::read_to_string(recording).unwrap();
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

/// Of a processor's time. So long that the clock's hundredths of a second do not matter.
fn share(session: &Session) -> f64 {
    let (before, began) = (session.used(), Instant::now());
    sleep(Duration::from_secs(10));
    (session.used() - before).as_secs_f64() / began.elapsed().as_secs_f64()
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn a_paused_window_takes_next_to_no_time() {
    let mut session = Session::open_on((1280, 720), &["four-corners-sphere"]);
    session.tap("p");
    // egui settles, and the window is awake for a while after a key.
    sleep(Duration::from_secs(2));
    let paused = share(&session);
    println!("paused: {:.1} % of a core", 100.0 * paused);
    assert!(paused < 0.03, "{paused}");
    // It still hears.
    let before = session.shot();
    session.tap("n");
    session.until("a step", |shot| shot.changed(&before) > 100);
}

/// How many were measured of what the table calls by a name.
fn measured(table: &str, name: &str) -> u32 {
    let mut lines = table.lines().map(str::trim);
    let line = lines.find(|line| line.starts_with(name)).expect(table);
    let (_, words) = line.split_once("(median of ").expect(line);
    let (count, _) = words.split_once(' ').expect(line);
    count.parse().expect(line)
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn pictures_do_not_wait_for_steps() {
    let mut session = Session::open(&[&SLOW[..], &["--stats"]].concat());
    // The camera turns.
    session.tap("o");
    // Where the screen is looked at while a picture is put there, one is seen as two.
    session.pictures(80);
    session.tap("Escape");
    assert_eq!(session.end().code(), Some(0));
    let table = session.output();
    let (steps, pictures) = (measured(&table, "step"), measured(&table, "raster"));
    println!("{pictures} pictures, {steps} steps");
    // About thirteen to a step; on a busy machine both take longer.
    assert!(pictures >= 40 && pictures > 4 * steps, "{table}");
}
