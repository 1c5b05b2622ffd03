//! A display that is lost in the middle.

use crate::saving::{run, saved, until_saved};
use crate::session::Session;
use std::process::Command;

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn a_lost_display_leaves_what_was_there_and_the_recorded_inputs() {
    let mut session = Session::open(&["four-corners-sphere", "--grid", "16", "--size", "640x400"]);
    let folder = session.folder().to_owned();
    session.tap("F9");
    until_saved(&mut session, "png", 1);
    let before = std::fs::read(&saved(&session, "png")[0]).unwrap();
    for key in ["F10", "F12"] {
        session.tap(key);
    }
    until_saved(&mut session, "partial", 2);
    // Once a second what has been done is passed on.
    let is_begun = |session: &Session| {
        let left = saved(session, "partial");
        left.iter().all(|path| path.metadata().unwrap().len() > 0)
    };
    while !is_begun(&session) {
        session.pictures(1);
    }
    let status = session.lose_display();
    assert_eq!(status.code(), Some(1), "{status}");
    for ending in ["gif", "tape"] {
        assert!(saved(&session, ending).is_empty(), "{ending}");
    }
    // The next one to save keeps the inputs and clears the rest away.
    let next = Command::new(env!("CARGO_BIN_EXE_cloth-viewer"))
        .args(["four-corners-sphere", "--grid", "8", "--size", "64x64"])
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(next.status.success(), "{next:?}");
    assert!(saved(&session, "partial").is_empty());
    assert_eq!(std::fs::read(&saved(&session, "png")[0]).unwrap(), before);
    let tapes = saved(&session, "tape");
    let name = "four-corners-sphere-003-unfinished.tape";
    assert!(tapes.len() == 1 && tapes[0].ends_with(name), "{tapes:?}");
    let output = run(&["--replay", tapes[0].to_str().unwrap(), "--headless"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let steps = text
        .split(" steps; the recording has no hash")
        .next()
        .unwrap();
    let steps: u64 = steps.rsplit(' ').next().unwrap().parse().expect(&text);
    assert!(output.status.success() && steps > 5, "{output:?}");
}
