//! A window whose pictures take long, and one in which nothing happens.

use crate::session::{SIZE, Session};
use std::thread::sleep;
use std::time::Duration;

/// A cloth whose step takes about half a second.
const SLOW: [&str; 5] = ["four-corners", "--grid", "256", "--mode", "hooke"];

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn clicks_between_two_pictures_count() {
    let mut session = Session::open(&SLOW);
    session.point((SIZE.0 / 3, SIZE.1 / 2));
    session.tap("F12");
    for _ in 0..8 {
        for down in [true, false] {
            session.hold(1, down);
            sleep(Duration::from_millis(80));
        }
    }
    let title = session.title();
    session.tap("Escape");
    session.tap("Escape");
    assert_eq!(session.end().code(), Some(0));
    assert!(title.ends_with("× real time"), "{title}");
    let folder = session.folder().join("cloth-out");
    let recordings = std::fs::read_dir(&folder).expect("a recording");
    let recordings: Vec<_> = recordings.map(|entry| entry.unwrap().path()).collect();
    let [recording] = &recordings[..] else {
        panic!("{recordings:?}");
    };
    let text = std::fs::read_to_string(recording).unwrap();
    let clicks = text.matches("let-go").count();
    assert_eq!(clicks, 8, "{text}");
    // Each pins the particle or lets it go.
    assert_eq!(text.matches("\"pinned\":true").count(), 4, "{text}");
}

/// Of a processor's time in three seconds.
fn share(session: &Session) -> f64 {
    let before = session.used();
    sleep(Duration::from_secs(3));
    (session.used() - before).as_secs_f64() / 3.0
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn a_paused_window_takes_next_to_no_time() {
    let mut session = Session::open_on((1280, 720), &["four-corners-sphere"]);
    session.tap("p");
    // egui settles, and the notice of a key goes.
    sleep(Duration::from_secs(1));
    let paused = share(&session);
    println!("paused: {:.1} % of a core", 100.0 * paused);
    assert!(paused < 0.03, "{paused}");
    // It still hears.
    let before = session.shot();
    session.tap("n");
    session.until("a step", |shot| shot.changed(&before) > 100);
}
