//! What mouse and arrow keys do to cloth, colliders and camera.

use super::*;
use crate::panel::{Pointer, Ring};
use cloth_draw::look::Side;

/// Row 3, column 4 of a grid of 8 × 8; a corner.
const MIDDLE: usize = 3 * 8 + 4;
const CORNER: usize = 0;

#[test]
fn a_dragged_particle_follows_the_cursor_and_is_pinned_as_it_was() {
    for (taken, pinned, way) in [
        (MIDDLE, false, (30.0, -40.0)),
        (CORNER, true, (10.0, -10.0)),
    ] {
        let (column, row) = (taken % 8, taken / 8);
        let mut app = bare(&["four-corners"]);
        let (x, y) = on_screen(&app, positions(&app)[taken]);
        app.update(&at((x, y), true));
        (0..40).for_each(|_| app.update(&at((x + way.0, y + way.1), true)));
        assert!(app.simulation().is_pinned(column, row));
        let there = positions(&app)[taken];
        let (to_x, to_y) = on_screen(&app, there);
        assert!((to_x - x - way.0).abs() < 0.5 && (to_y - y - way.1).abs() < 0.5);
        rest(&mut app, 20);
        assert_eq!(app.simulation().is_pinned(column, row), pinned);
        assert_eq!(positions(&app)[taken] == there, pinned);
        assert!(pinned || positions(&app)[taken][1] < there[1], "it falls");
        assert!(!app.can_undo());
    }
}

#[test]
fn a_click_pins_a_particle_and_another_lets_it_go() {
    let mut app = bare(&["four-corners"]);
    press(&mut app, Command::Pause);
    let cursor = on_screen(&app, positions(&app)[MIDDLE]);
    for pinned in [true, false, true] {
        click(&mut app, cursor);
        assert_eq!(app.simulation().is_pinned(4, 3), pinned);
    }
    press(&mut app, Command::Undo);
    assert!(!app.simulation().is_pinned(4, 3));
    // Clicks between two pictures count, and come before the steps.
    press(&mut app, Command::Pause);
    let time = app.simulation().time();
    let [down, up] = [true, false].map(|left| at(cursor, left));
    app.update_all(&[down.clone(), up.clone(), down.clone(), up.clone(), down, up]);
    assert!(app.simulation().is_pinned(4, 3));
    assert!((app.simulation().time() - time - 4.0 / 60.0).abs() < 1e-9);
    app.update_all(&[]);
}

#[test]
fn the_ball_is_dragged_and_stays_where_it_is_dropped() {
    let mut app = bare(&["four-corners-sphere"]);
    // From below there is no cloth in front of it.
    app.update(&keys(&[Command::Pause, Command::ViewFrom(Side::Bottom)]));
    press(&mut app, Command::Pause);
    let from = ball(&app);
    let (x, y) = on_screen(&app, from.map(|v| v as f32));
    app.update(&at((x, y), true));
    (0..60).for_each(|_| app.update(&at((x + 40.0, y), true)));
    let there = ball(&app);
    let seen = on_screen(&app, there.map(|v| v as f32));
    assert!((seen.0 - x - 40.0).abs() < 0.5 && (seen.1 - y).abs() < 0.5);
    assert!((there[0] - from[0]).abs() > 0.05);
    rest(&mut app, 3);
    let dropped = ball(&app);
    rest(&mut app, 10);
    assert_eq!(ball(&app), dropped);
}

#[test]
fn arrow_keys_move_the_ball_along_the_ground_while_they_are_held() {
    let mut app = bare(&["four-corners-sphere"]);
    let from = glam::DVec3::from(ball(&app));
    for _ in 0..30 {
        app.update(&told(|i| i.push = [0.0, 1.0]));
    }
    rest(&mut app, 1);
    let there = glam::DVec3::from(ball(&app));
    let expected = 0.5 * 0.6 * app.simulation().scene().cloth.width;
    let way = there.distance(from);
    assert!((way / expected - 1.0).abs() < 0.1, "{way} {expected}");
    assert!((there.y - from.y).abs() < 1e-6);
    rest(&mut app, 1);
    assert_eq!(ball(&app), there.to_array());
}

#[test]
fn a_right_drag_tears_a_cloth_that_can_be_torn_and_beside_it_turns_the_camera() {
    let mut app = bare(&["tear"]);
    press(&mut app, Command::Pause);
    let [from, to] = [3 * 8 + 2, 3 * 8 + 5].map(|i| on_screen(&app, positions(&app)[i]));
    let drag = |app: &mut App, places: [(f32, f32); 2]| {
        for place in places {
            app.update(&told(|i| (i.cursor, i.right) = (Some(place), true)));
        }
        let pointer = app.pointer();
        rest(app, 1);
        let mut triangles = Vec::new();
        app.simulation().triangles(&mut triangles);
        (pointer, triangles.len(), app.view.camera)
    };
    let camera = app.view.camera;
    let (pointer, torn, after) = drag(&mut app, [from, to]);
    assert!(torn < 2 * 49 && torn > 20, "{torn}");
    assert_eq!((pointer, after), (Pointer::Blade, camera));
    let (pointer, left, turned) = drag(&mut app, [(4.0, 4.0), (30.0, 4.0)]);
    assert_eq!((pointer, left), (Pointer::Arrow, torn));
    assert!(turned.target == camera.target && turned.eye.distance(camera.eye) > 0.1);
}

#[test]
fn wheel_keys_and_middle_button_move_the_camera() {
    let mut app = bare(&["four-corners"]);
    let before = app.view.camera;
    app.update(&told(|i| i.wheel = 2.0));
    let nearer = app.view.camera.eye.distance(before.target);
    assert!((nearer / before.eye.distance(before.target) - 0.81).abs() < 1e-3);
    app.update(&told(|i| i.fly = [0.0, 1.0, 0.0]));
    assert!(app.view.camera.target.y > before.target.y);
    press(&mut app, Command::ViewHome);
    let target = app.view.camera.target.to_array();
    let (x, y) = on_screen(&app, target);
    for place in [(100.0, 100.0), (120.0, 90.0)] {
        app.update(&told(|i| (i.cursor, i.middle) = (Some(place), true)));
    }
    let (to_x, to_y) = on_screen(&app, target);
    assert!((to_x - x - 20.0).abs() < 0.5 && (to_y - y + 10.0).abs() < 0.5);
    let eye = app.view.camera.eye;
    press(&mut app, Command::AutoOrbit);
    assert_ne!(app.view.camera.eye, eye);
}

/// What the cursor looks like at a place, and the ring there.
fn hover(app: &mut App, cursor: (f32, f32), left: bool) -> (Pointer, Option<Ring>) {
    let mut frame = Framebuffer::new(VIEW.0, VIEW.1);
    app.update(&at(cursor, left));
    app.draw(&mut frame);
    (app.pointer(), app.hand.hover)
}

#[test]
fn what_a_press_would_take_is_ringed() {
    for scene in ["four-corners-sphere", "sphere-approach"] {
        let mut app = bare(&[scene, "--grid", "9"]);
        press(&mut app, Command::Pause);
        hover(&mut app, (0.0, 0.0), false);
        let cursor = match scene {
            "sphere-approach" => on_screen(&app, ball(&app).map(|v| v as f32)),
            _ => on_screen(&app, positions(&app)[4 * 9 + 4]),
        };
        for (left, pointer) in [(false, Pointer::Open), (true, Pointer::Closed)] {
            let (seen, ring) = hover(&mut app, (cursor.0 + 2.0, cursor.1 + 1.0), left);
            let Ring { center, .. } = ring.unwrap();
            let apart = (center.0 - cursor.0).hypot(center.1 - cursor.1);
            assert!(seen == pointer && apart < 0.01, "{scene}: {ring:?}");
        }
        hover(&mut app, (2.0, 2.0), false);
        assert_eq!(hover(&mut app, (2.0, 2.0), false), (Pointer::Arrow, None));
    }
}
