//! Mouse, wheel and arrow keys, and a window of another size.

use crate::session::SIZE;
use crate::twins::{LINE, Twins};
use cloth_core::host::AnySimulation;
use cloth_viewer::input::Command;
use std::thread::sleep;
use std::time::Duration;

/// Longer than the window takes to hear of a button, shorter than a click may.
const CLICK: Duration = Duration::from_millis(100);
/// Pixels that may differ after a turn of the wheel: its two halves round otherwise than the whole.
const ROUNDED: usize = 60;

/// Particles that are pinned.
fn pinned(simulation: &dyn AnySimulation) -> usize {
    let all =
        (0..simulation.rows()).flat_map(|row| (0..simulation.columns()).map(move |c| (c, row)));
    all.filter(|(column, row)| simulation.is_pinned(*column, *row))
        .count()
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn the_wheel_zooms_and_the_middle_button_pans() {
    let mut twins = Twins::paused(&["four-corners-sphere", "--grid", "16"]);
    let start = twins.agree("the start");
    twins.point((100, 300));
    for (away, notch) in [(true, 1.0), (false, -1.0), (false, -1.0)] {
        let before = twins.session.shot().below(LINE);
        twins.session.wheel(away);
        let mut input = twins.input.clone();
        input.wheel = notch;
        twins.tell(&input);
        let expected = twins.expected();
        assert!(expected.changed(&before) > 5000);
        (twins.session).until("a zoom", |shot| {
            shot.below(LINE).changed(&expected) < ROUNDED
        });
    }
    assert_eq!(twins.tap("Home", Command::ViewHome), start);
    twins.point((300, 150));
    twins.hold(2, true);
    twins.point((350, 190));
    twins.hold(2, false);
    let panned = twins.agree("a pan");
    assert!(panned.changed(&start) > 5000);
    // What was at a place is now where the cursor has taken it, as far as depth does not tell.
    let middle = (SIZE.0 / 2, SIZE.1 / 2 - LINE);
    assert!(start.has_cloth_at(middle));
    assert!(panned.has_cloth_at((middle.0 + 50, middle.1 + 40)));
    // Beside the cloth nothing is ringed.
    twins.point((100, 300));
    twins.tap("r", Command::Reset);
    assert_eq!(twins.tap("Home", Command::ViewHome), start);
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn arrow_keys_move_the_ball() {
    let mut twins = Twins::paused(&["four-corners-sphere", "--grid", "16"]);
    let ball = |twins: &Twins| {
        let mut colliders = Vec::new();
        twins.app.simulation().colliders(&mut colliders);
        format!("{colliders:?}")
    };
    let start = ball(&twins);
    for (key, push) in [("Right", [1.0, 0.0]), ("Up", [0.0, 1.0])] {
        let before = ball(&twins);
        twins.session.hold_key(key, true);
        twins.input.push = push;
        // The program has to know of the key before the first step.
        twins.tap("F4", Command::Theme);
        for _ in 0..10 {
            twins.tap("n", Command::Step);
        }
        twins.session.hold_key(key, false);
        twins.input.push = [0.0; 2];
        twins.tap("F4", Command::Theme);
        assert_ne!(ball(&twins), before, "{key}");
    }
    twins.tap("r", Command::Reset);
    assert_eq!(ball(&twins), start);
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn the_right_button_cuts_the_cloth() {
    let mut twins = Twins::paused(&["tear", "--grid", "16"]);
    let start = twins.agree("the start");
    let row = SIZE.1 / 3;
    let on_cloth = |x: &usize| start.has_cloth_at((*x, row - LINE));
    let left = (10..SIZE.0 - 10).find(on_cloth).expect("cloth");
    let right = (10..SIZE.0 - 10).rfind(on_cloth).expect("cloth");
    assert!(!twins.app.simulation().is_torn());
    twins.point((left + (right - left) / 4, row));
    twins.hold(3, true);
    twins.point((right - (right - left) / 4, row));
    twins.hold(3, false);
    assert!(twins.app.simulation().is_torn());
    for _ in 0..5 {
        twins.tap("n", Command::Step);
    }
    let torn = twins.agree("a tear");
    assert!(torn.changed(&start) > 500, "{torn:?}");
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn a_click_pins_the_cloth_and_another_lets_it_go() {
    let mut twins = Twins::paused(&["four-corners", "--grid", "16"]);
    twins.point((SIZE.0 / 2, SIZE.1 / 2));
    let before = pinned(twins.app.simulation());
    for more in [1, 0, 1] {
        for down in [true, false] {
            twins.session.hold(1, down);
            twins.input.left = down;
            let input = twins.input.clone();
            twins.tell(&input);
            sleep(CLICK);
        }
        twins.agree("a click");
        assert_eq!(pinned(twins.app.simulation()), before + more);
    }
    // What the window has pinned shows in how it hangs.
    for _ in 0..8 {
        twins.tap("n", Command::Step);
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn a_window_of_another_size_shows_a_picture_of_that_size() {
    let mut twins = Twins::paused_on((1000, 600), &["four-corners-sphere", "--grid", "16"]);
    twins.agree("the start");
    for size in [(800, 600), (1000, 500), (1000, 600)] {
        twins.resize(size);
        let shot = twins.agree(&format!("{size:?}"));
        assert_eq!(shot.width, size.0);
        assert_eq!(shot.pixels.len(), size.0 * (size.1 - LINE));
        assert!(shot.cloth().0 > 2000, "{shot:?}");
        twins.tap("n", Command::Step);
        twins.tap("F4", Command::Theme);
    }
    twins.session.tap("Escape");
    assert_eq!(twins.session.end().code(), Some(0));
}
