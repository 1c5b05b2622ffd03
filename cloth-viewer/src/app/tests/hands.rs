//! What mouse and arrow keys do to cloth and colliders.

use super::{VIEW, at, ball, bare, keys, on_screen, positions};
use crate::app::App;
use crate::input::{Command, Input};
use cloth_draw::look::Side;

#[test]
fn the_particle_under_the_cursor_follows_it_and_is_let_go() {
    let mut app = bare(&["four-corners"]);
    let taken = 3 * 8 + 4;
    let from = positions(&app)[taken];
    let (x, y, _) = app.camera().project(from.into(), VIEW).unwrap();
    let hold = |x, y| Input {
        cursor: Some((x, y)),
        left: true,
        ..keys(&[])
    };
    app.update(&hold(x, y));
    for _ in 0..40 {
        app.update(&hold(x + 30.0, y - 40.0));
    }
    assert!(app.simulation().is_pinned(4, 3));
    let there = positions(&app)[taken];
    let (to_x, to_y, _) = app.camera().project(there.into(), VIEW).unwrap();
    assert!((to_x - x - 30.0).abs() < 0.5 && (to_y - y + 40.0).abs() < 0.5);
    app.update(&keys(&[]));
    assert!(!app.simulation().is_pinned(4, 3));
    for _ in 0..20 {
        app.update(&keys(&[]));
    }
    assert!(positions(&app)[taken][1] < there[1]);
}

/// The limit cannot bring to a hand what is too far away from it. It makes no more passes for
/// that than the scene states, and the scene stays as it is.
#[test]
fn a_hand_far_away_costs_no_more_than_the_scene_states() {
    let mut app = bare(&["four-corners", "--grid", "50"]);
    let scene = *app.simulation().scene();
    let limit = scene.limit.unwrap();
    let (x, y) = on_screen(&app, positions(&app)[20 * 50 + 25]);
    app.update(&Input {
        left: true,
        ..at((x, y))
    });
    // On a busy machine a step may take longer than a picture.
    while app.simulation().time() < 0.66 {
        app.update(&Input {
            left: true,
            ..at((x, y - 220.0))
        });
        let passes = app.simulation().measure().limit_passes;
        assert!(
            passes <= limit.passes.max(scene.substeps(50, 50)),
            "{passes}"
        );
        assert_eq!(app.simulation().scene(), &scene);
    }
    let strain = app.simulation().measure().largest_strain.unwrap();
    assert!(strain > limit.ratio - 1.0, "nothing was pulled: {strain}");
}

#[test]
fn a_corner_that_was_pinned_stays_pinned_where_it_is_dropped() {
    let mut app = bare(&["four-corners"]);
    let (x, y, _) = app
        .camera()
        .project(positions(&app)[0].into(), VIEW)
        .unwrap();
    let hold = |x, y| Input {
        cursor: Some((x, y)),
        left: true,
        ..keys(&[])
    };
    app.update(&hold(x, y));
    for _ in 0..30 {
        app.update(&hold(x + 10.0, y - 10.0));
    }
    app.update(&keys(&[]));
    let dropped = positions(&app)[0];
    for _ in 0..10 {
        app.update(&keys(&[]));
    }
    assert!(app.simulation().is_pinned(0, 0));
    assert_eq!(positions(&app)[0], dropped);
    let (to_x, to_y, _) = app.camera().project(dropped.into(), VIEW).unwrap();
    assert!((to_x - x - 10.0).abs() < 0.5 && (to_y - y + 10.0).abs() < 0.5);
}

#[test]
fn a_click_pins_a_particle_and_another_lets_it_go() {
    let mut app = bare(&["four-corners"]);
    let cursor = on_screen(&app, positions(&app)[3 * 8 + 4]);
    for pinned in [true, false] {
        app.update(&Input {
            left: true,
            ..at(cursor)
        });
        app.update(&at(cursor));
        assert_eq!(app.simulation().is_pinned(4, 3), pinned);
        app.update(&keys(&[Command::Reset, Command::Pause]));
        app.update(&keys(&[Command::Pause]));
        if pinned {
            // A reset has taken the pin away: pin it again.
            for left in [true, false] {
                app.update(&Input { left, ..at(cursor) });
            }
            assert!(app.simulation().is_pinned(4, 3));
        }
    }
}

#[test]
fn a_click_between_two_pictures_counts_and_comes_before_the_steps() {
    let mut app = bare(&["four-corners"]);
    let cursor = on_screen(&app, positions(&app)[3 * 8 + 4]);
    let press = |left| Input { left, ..at(cursor) };
    app.update_all(&[press(false), press(true), press(false)]);
    assert!(app.simulation().is_pinned(4, 3));
    assert!((app.simulation().time() - 0.05).abs() < 1e-9);
    app.update_all(&[press(true), press(false), press(true), press(false)]);
    assert!(app.simulation().is_pinned(4, 3));
    app.update_all(&[]);
    assert!((app.simulation().time() - 0.05 - 4.0 / 60.0).abs() < 1e-9);
}

#[test]
fn the_ball_is_dragged_and_stays_where_it_is_dropped() {
    let mut app = bare(&["four-corners-sphere"]);
    // From below there is no cloth in front of it.
    app.update(&keys(&[Command::Pause, Command::ViewFrom(Side::Bottom)]));
    app.update(&keys(&[Command::Pause]));
    let from = ball(&app);
    let cursor = on_screen(&app, from.map(|v| v as f32));
    let target = (cursor.0 + 40.0, cursor.1);
    app.update(&Input {
        left: true,
        ..at(cursor)
    });
    for _ in 0..60 {
        app.update(&Input {
            left: true,
            ..at(target)
        });
    }
    let there = ball(&app);
    let seen = on_screen(&app, there.map(|v| v as f32));
    assert!((seen.0 - target.0).abs() < 0.5 && (seen.1 - target.1).abs() < 0.5);
    assert!((there[0] - from[0]).abs() > 0.05);
    for _ in 0..3 {
        app.update(&at(target));
    }
    let dropped = ball(&app);
    for _ in 0..10 {
        app.update(&at(target));
    }
    assert_eq!(ball(&app), dropped);
}

#[test]
fn arrow_keys_move_the_ball_while_they_are_held() {
    let mut app = bare(&["four-corners-sphere"]);
    let from = ball(&app);
    for _ in 0..30 {
        app.update(&Input {
            push: [0.0, 1.0],
            ..keys(&[])
        });
    }
    app.update(&keys(&[]));
    let there = ball(&app);
    let way = (0..3)
        .map(|i| (there[i] - from[i]).powi(2))
        .sum::<f64>()
        .sqrt();
    let expected = 0.5 * 0.6 * app.simulation().scene().cloth.width;
    assert!((way / expected - 1.0).abs() < 0.1, "{way} {expected}");
    assert!((there[1] - from[1]).abs() < 1e-6);
    app.update(&keys(&[]));
    assert_eq!(ball(&app), there);
}

#[test]
fn a_right_drag_tears_a_cloth_that_can_be_torn() {
    let mut app = bare(&["tear"]);
    app.update(&keys(&[Command::Pause]));
    let [from, to] = [3 * 8 + 2, 3 * 8 + 5].map(|i| on_screen(&app, positions(&app)[i]));
    let cut = |cursor| Input {
        right: true,
        ..at(cursor)
    };
    assert!(!app.simulation().is_torn());
    app.update(&cut(from));
    app.update(&cut(to));
    app.update(&at(to));
    assert!(app.simulation().is_torn());
    let camera = *app.camera();
    let cells = |app: &App| {
        let mut triangles = Vec::new();
        app.simulation().triangles(&mut triangles);
        triangles.len()
    };
    let torn = cells(&app);
    assert!(torn < 2 * 49 && torn > 20, "{torn}");
    // Beside the cloth the same drag turns the camera.
    app.update(&cut((4.0, 4.0)));
    app.update(&cut((30.0, 4.0)));
    assert_ne!(*app.camera(), camera);
    assert_eq!(cells(&app), torn);
}
