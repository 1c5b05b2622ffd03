//! Tests of what keys and mouse do.

use super::*;
use crate::cli::Cli;
use crate::test_files::test_folder;
use clap::Parser;
use cloth_core::Mode;
use cloth_core::host::{Fabric, start};
use cloth_core::scene::ColliderScene;
use cloth_draw::look::{Side, Surface, Theme};
use std::time::Duration;

pub(super) const VIEW: (usize, usize) = (320, 240);

pub(super) fn app(arguments: &[&str]) -> App {
    let small = ["cloth-viewer", "--grid", "8"];
    let own = ["cloth-viewer"];
    let first: &[&str] = match arguments.contains(&"--grid") {
        true => &own,
        false => &small,
    };
    let all = first.iter().chain(arguments);
    App::new(&Cli::try_parse_from(all).unwrap().plan().unwrap()).unwrap()
}

/// A frame of one step at 60 Hz, with these keys going down.
pub(super) fn keys(commands: &[Command]) -> Input {
    Input {
        size: VIEW,
        commands: commands.to_vec(),
        elapsed: Duration::from_micros(16_667),
        ..Input::default()
    }
}

pub(super) fn positions(app: &App) -> Vec<[f32; 3]> {
    let mut positions = Vec::new();
    app.simulation().positions(&mut positions);
    positions
}

#[test]
fn time_follows_the_clock_in_whole_steps() {
    let mut app = bare(&["four-corners"]);
    for _ in 0..30 {
        app.update(&keys(&[]));
    }
    assert!(
        (app.simulation().time() - 0.5).abs() < 0.02,
        "{}",
        app.simulation().time()
    );
}

#[test]
fn pause_stops_and_a_step_is_one_step() {
    let mut app = bare(&["four-corners"]);
    app.update(&keys(&[Command::Pause]));
    assert_eq!(app.simulation().time(), 0.0);
    app.update(&keys(&[]));
    assert_eq!(app.simulation().time(), 0.0);
    app.update(&keys(&[Command::Step]));
    assert!((app.simulation().time() - 1.0 / 60.0).abs() < 1e-9);
    app.update(&keys(&[Command::Step, Command::Step]));
    assert!((app.simulation().time() - 3.0 / 60.0).abs() < 1e-9);
    app.update(&keys(&[Command::Pause]));
    assert!(app.simulation().time() > 3.5 / 60.0);
}

#[test]
fn a_step_while_running_pauses_too() {
    let mut app = bare(&["four-corners"]);
    app.update(&keys(&[Command::Step]));
    app.update(&keys(&[]));
    assert!((app.simulation().time() - 1.0 / 60.0).abs() < 1e-9);
}

#[test]
fn reset_goes_back_to_the_start_and_keeps_the_mode() {
    let mut app = bare(&["four-corners", "--mode", "hooke"]);
    let start = app.simulation().state_hash();
    app.update(&keys(&[Command::Mode]));
    for _ in 0..5 {
        app.update(&keys(&[]));
    }
    assert_ne!(app.simulation().state_hash(), start);
    app.update(&keys(&[Command::Pause, Command::Reset]));
    assert_eq!(app.simulation().state_hash(), start);
    assert_eq!(app.simulation().scene().solver.mode, Mode::Constraint);
}

#[test]
fn scenes_change_by_number_and_in_turn() {
    let mut app = bare(&["four-corners"]);
    let names: Vec<_> = library().into_iter().map(|scene| scene.name).collect();
    app.update(&keys(&[Command::Scene(4), Command::Pause]));
    assert_eq!(app.world.original().file.name, names[4]);
    app.update(&keys(&[Command::NextScene]));
    assert_eq!(app.world.original().file.name, names[5]);
    assert!(app.paused);
    app.update(&keys(&[Command::Scene(0), Command::PreviousScene]));
    assert_eq!(app.world.original().file.name, *names.last().unwrap());
    app.update(&keys(&[Command::NextScene]));
    assert_eq!(app.world.original().file.name, names[0]);
}

#[test]
fn wind_and_view_and_help_switch() {
    let mut app = bare(&["four-corners"]);
    app.update(&keys(&[Command::Wind]));
    assert!(Wind::blows(app.simulation().scene()));
    app.update(&keys(&[Command::Wind]));
    assert!(!Wind::blows(app.simulation().scene()));
    for surface in Surface::ALL.into_iter().skip(1).chain([Surface::Phong]) {
        app.update(&keys(&[Command::Surface]));
        assert_eq!(app.look.surface, surface);
    }
    let mut plain = Framebuffer::new(VIEW.0, VIEW.1);
    let mut helped = plain.clone();
    app.update(&keys(&[Command::Pause]));
    app.draw(&mut plain);
    app.update(&keys(&[Command::Help]));
    app.draw(&mut helped);
    assert!(plain != helped);
    app.update(&keys(&[Command::Help, Command::Quit]));
    assert!(app.is_over());
}

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
fn the_right_button_orbits_and_the_wheel_zooms() {
    let mut app = bare(&["four-corners"]);
    let before = *app.camera();
    let at = |x| Input {
        cursor: Some((x, 6.0)),
        right: true,
        ..keys(&[])
    };
    app.update(&at(6.0));
    assert_eq!(*app.camera(), before);
    app.update(&at(46.0));
    let turned = *app.camera();
    assert_eq!(turned.target, before.target);
    assert!(turned.eye.distance(before.eye) > 0.1);
    let wheel = Input {
        wheel: 2.0,
        ..keys(&[])
    };
    app.update(&wheel);
    let nearer = app.camera().eye.distance(turned.target);
    assert!((nearer / turned.eye.distance(turned.target) - 0.81).abs() < 1e-3);
    let fly = Input {
        fly: [0.0, 1.0, 0.0],
        ..keys(&[])
    };
    app.update(&fly);
    assert!(app.camera().target.y > turned.target.y);
}

#[test]
fn automatic_orbit_turns_by_time() {
    let mut app = bare(&["four-corners"]);
    let before = app.camera().eye;
    app.update(&keys(&[Command::AutoOrbit]));
    assert_ne!(app.camera().eye, before);
}

/// An app with nothing in the way: no panel.
pub(super) fn bare(arguments: &[&str]) -> App {
    let mut app = app(arguments);
    app.show_panel = false;
    app
}

pub(super) fn at(cursor: (f32, f32)) -> Input {
    Input {
        cursor: Some(cursor),
        ..keys(&[])
    }
}

pub(super) fn on_screen(app: &App, place: [f32; 3]) -> (f32, f32) {
    let (x, y, _) = app.camera().project(place.into(), VIEW).unwrap();
    (x, y)
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
fn nothing_is_drawn_while_nothing_changes() {
    let mut app = bare(&["four-corners"]);
    let mut frame = Framebuffer::new(VIEW.0, VIEW.1);
    let mut stale = |app: &mut App, commands: &[Command]| {
        app.update(&keys(commands));
        let stale = app.is_stale();
        if stale {
            app.draw(&mut frame);
        }
        stale
    };
    assert!(stale(&mut app, &[]));
    assert!(stale(&mut app, &[]), "it falls");
    assert!(stale(&mut app, &[Command::Pause]));
    // The panel settles.
    for _ in 0..10 {
        stale(&mut app, &[]);
    }
    assert!(!app.is_running());
    for _ in 0..100 {
        assert!(!stale(&mut app, &[]));
    }
    for command in [Command::Theme, Command::Step, Command::Wind] {
        assert!(stale(&mut app, &[command]), "{command:?}");
    }
    app.update(&at((5.0, 5.0)));
    assert!(app.is_stale(), "the cursor moves");
}

pub(super) fn ball(app: &App) -> [f64; 3] {
    let mut colliders = Vec::new();
    app.simulation().colliders(&mut colliders);
    match colliders[0] {
        ColliderScene::Sphere { center, .. } => center,
        ref other => panic!("{other:?}"),
    }
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

#[test]
fn the_middle_button_moves_what_is_seen_with_the_cursor() {
    let mut app = bare(&["four-corners"]);
    let target = app.camera().target.to_array();
    let pan = |x, y| Input {
        middle: true,
        ..at((x, y))
    };
    app.update(&pan(100.0, 100.0));
    app.update(&pan(120.0, 90.0));
    let (x, y) = on_screen(&app, target);
    assert!(
        (x - 180.0).abs() < 0.5 && (y - 110.0).abs() < 0.5,
        "{x} {y}"
    );
}

#[test]
fn changed_values_hold_at_once_and_are_taken_back() {
    let mut app = bare(&["four-corners"]);
    let original = *app.simulation().scene();
    let mut chosen = app.controls();
    chosen.scene.cloth.density = 2.0;
    chosen.look.theme = Theme::Light;
    let before = positions(&app);
    app.take_controls(chosen);
    assert_eq!(app.simulation().scene().cloth.density, 2.0);
    assert_eq!(app.look.theme, Theme::Light);
    assert_eq!(positions(&app), before);
    app.update(&keys(&[Command::Undo]));
    assert_eq!(*app.simulation().scene(), original);
    app.update(&keys(&[Command::Undo]));
    assert_eq!(app.notice(), "nothing to take back");
}

#[test]
fn what_is_refused_is_said_and_changes_nothing() {
    let mut app = bare(&["four-corners"]);
    let original = *app.simulation().scene();
    let mut chosen = app.controls();
    chosen.scene.springs.structural = -1.0;
    app.take_controls(chosen);
    assert!(
        app.notice().contains("springs.structural"),
        "{}",
        app.notice()
    );
    assert_eq!(*app.simulation().scene(), original);
    assert!(!app.can_undo());
}

#[test]
fn a_method_changes_while_the_cloth_moves_on() {
    let mut app = bare(&["four-corners"]);
    for _ in 0..10 {
        app.update(&keys(&[]));
    }
    for method in Method::ALL {
        let (before, time) = (positions(&app), app.simulation().time());
        app.change_method(method);
        assert_eq!(app.simulation().method(), method);
        assert_eq!(app.simulation().time(), time);
        for (a, b) in positions(&app).iter().zip(&before) {
            assert!((0..3).all(|i| (a[i] - b[i]).abs() < 1e-6), "{method}");
        }
    }
    // Another grid and number format start it anew, with the same method.
    let mut chosen = app.controls();
    (chosen.grid.columns, chosen.grid.rows) = (24, 7);
    chosen.format = Format::F64;
    app.take_controls(chosen);
    let simulation = app.simulation();
    assert_eq!((simulation.columns(), simulation.rows()), (24, 7));
    assert_eq!(
        (simulation.method(), simulation.format()),
        (Method::Imex, Format::F64)
    );
    assert_eq!(simulation.time(), 0.0);
    // The number of particles holds for the next scene, and its own shape.
    app.update(&keys(&[Command::Pause, Command::NextScene]));
    assert_eq!(
        (app.simulation().columns(), app.simulation().rows()),
        (24, 24)
    );
    // What is refused leaves the old grid.
    let mut chosen = app.controls();
    chosen.grid.rows = 0;
    app.take_controls(chosen);
    assert!(app.notice().contains("24×0"), "{}", app.notice());
    assert_eq!(app.simulation().rows(), 24);
}

#[test]
fn an_unstable_cloth_stops_and_says_why() {
    let mut app = bare(&["pinned2", "--mode", "hooke"]);
    let mut chosen = app.controls();
    chosen.scene.springs.structural = 1e8;
    chosen.scene.limit = None;
    chosen.scene.solver.substeps = 1;
    app.take_controls(chosen);
    for _ in 0..200 {
        app.update(&keys(&[]));
    }
    assert!(app.paused);
    assert!(
        app.notice().starts_with("unstable: the time step of"),
        "{}",
        app.notice()
    );
    // The limit is that of the stiffer springs.
    let setup = app.world.setup();
    let scene = &setup.file.scene;
    let mut same = start(scene, setup.grid, setup.method, setup.format).unwrap();
    let limit = format!("the stable {:.3} ms", 1e3 * same.stable_dt());
    assert!(app.notice().contains(&limit), "{} {limit}", app.notice());
    app.update(&keys(&[Command::Undo, Command::Reset]));
    assert_eq!(app.notice(), "");
    // It runs again.
    app.update(&keys(&[]));
    assert!(!app.paused && app.simulation().time() > 0.0);
    // But not where the user stopped it.
    app.update(&keys(&[Command::Pause, Command::Reset]));
    assert!(app.paused);
}

#[test]
fn a_pin_a_grid_and_a_scene_are_taken_back() {
    let mut app = bare(&["four-corners"]);
    app.update(&keys(&[Command::Pause]));
    let cursor = on_screen(&app, positions(&app)[3 * 8 + 4]);
    for left in [true, false] {
        app.update(&Input { left, ..at(cursor) });
    }
    assert!(app.simulation().is_pinned(4, 3));
    app.update(&keys(&[Command::Undo]));
    assert!(!app.simulation().is_pinned(4, 3));
    // Another value, another grid, another scene; and back.
    let mut chosen = app.controls();
    chosen.scene.cloth.density = 2.0;
    app.take_controls(chosen);
    let mut chosen = app.controls();
    chosen.grid.columns = 9;
    app.take_controls(chosen);
    let (origin, camera) = (app.origin.clone(), app.camera);
    app.update(&keys(&[Command::Scene(7)]));
    assert_ne!(app.world.original().file.name, "four-corners");
    app.update(&keys(&[Command::Undo]));
    assert_eq!(app.world.original().file.name, "four-corners");
    assert_eq!((&app.origin, app.camera), (&origin, camera));
    assert_eq!(app.simulation().scene().cloth.density, 2.0);
    assert_eq!(app.simulation().columns(), 9);
    app.update(&keys(&[Command::Undo]));
    assert_eq!(app.simulation().columns(), 8);
    app.update(&keys(&[Command::Undo]));
    assert_ne!(app.simulation().scene().cloth.density, 2.0);
    assert!(!app.can_undo());
}

#[test]
fn escape_closes_what_is_open_and_asks_where_something_is_recorded() {
    let mut app = bare(&["four-corners"]);
    let folder = test_folder("escape");
    app.exporter = Exporter::new(&folder);
    app.update(&keys(&[Command::Help]));
    app.update(&keys(&[Command::Quit]));
    assert!(!app.show_help && !app.is_over());
    app.update(&keys(&[Command::RecordInputs]));
    app.update(&keys(&[Command::Quit]));
    assert!(!app.is_over());
    assert!(app.notice().ends_with("Esc again ends it, and quits"));
    // Whatever comes between is an answer, too: no.
    app.update(&keys(&[Command::Panel]));
    app.update(&keys(&[Command::Quit]));
    assert!(!app.is_over());
    app.update(&keys(&[Command::Quit]));
    assert!(app.is_over());
    app.finish().unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn slow_motion_takes_a_quarter_of_the_steps() {
    let mut app = bare(&["four-corners"]);
    app.update(&keys(&[Command::SlowMotion]));
    for _ in 0..39 {
        app.update(&keys(&[]));
    }
    assert!(
        (app.simulation().time() - 10.0 / 60.0).abs() < 0.02,
        "{}",
        app.simulation().time()
    );
}

#[test]
fn what_is_saved_is_centred_without_the_panel() {
    let folder = test_folder("centred");
    let shot = |panel: bool, name: &str| {
        let mut app = app(&["four-corners-sphere"]);
        app.exporter = Exporter::new(folder.join(name));
        app.show_panel = panel;
        let mut input = keys(&[Command::Pause, Command::Screenshot]);
        input.size = (800, 400);
        app.update(&input);
        let mut frame = Framebuffer::new(800, 400);
        app.draw(&mut frame);
        let all = std::fs::read_dir(folder.join(name)).unwrap();
        let paths: Vec<_> = all.map(|entry| entry.unwrap().path()).collect();
        (std::fs::read(&paths[0]).unwrap(), frame)
    };
    let (with, without) = (shot(true, "with"), shot(false, "without"));
    assert!(with.0 == without.0);
    assert!(with.1.pixels() != without.1.pixels());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_small_window_begins_without_its_panel() {
    for (size, shown) in [("340x260", false), ("640x400", true), ("1280x720", true)] {
        let mut app = app(&["four-corners", "--size", size]);
        assert_eq!(app.controls().panel, shown, "{size}");
        app.update(&keys(&[Command::Panel]));
        assert_eq!(app.controls().panel, !shown, "{size}");
    }
}

#[test]
fn messages_tell_how_it_went() {
    let mut app = app(&["four-corners"]);
    for (commands, kind) in [
        (&[Command::Undo][..], Kind::Refused),
        (&[Command::Mode, Command::Undo], Kind::Done),
    ] {
        app.update(&keys(commands));
        assert_eq!(app.message().kind, kind, "{}", app.notice());
    }
    app.exporter = Exporter::new(if cfg!(windows) { "nul" } else { "/dev/null" });
    app.update(&keys(&[Command::SaveObj]));
    assert_eq!(app.message().kind, Kind::Failed, "{}", app.notice());
    assert!(app.notice().contains("null"), "{}", app.notice());
}

#[test]
fn a_fabric_is_one_change_and_goes_with_the_cloth_to_another_grid() {
    let mut app = bare(&["four-corners", "--grid", "16"]);
    let original = *app.simulation().scene();
    let denim = Fabric::named("denim").unwrap();
    let mut chosen = app.controls();
    denim.apply(&mut chosen.scene, chosen.grid);
    app.take_controls(chosen);
    assert_eq!(app.simulation().scene().cloth.density, 0.324);
    let mut chosen = app.controls();
    (chosen.grid.columns, chosen.grid.rows) = (31, 31);
    app.take_controls(chosen);
    let grid = app.controls().grid;
    assert_eq!(Fabric::of(app.simulation().scene(), grid), Some(denim));
    app.update(&keys(&[Command::Undo]));
    let grid = app.controls().grid;
    assert_eq!(grid.columns, 16);
    assert_eq!(Fabric::of(app.simulation().scene(), grid), Some(denim));
    app.update(&keys(&[Command::Undo]));
    assert_eq!(*app.simulation().scene(), original);
    assert!(!app.can_undo());
}

/// Of its own grid: a file holds the values that its cloth has there.
#[test]
fn a_fabric_is_saved_and_opened_the_same() {
    let folder = test_folder("fabric");
    let text = |own: &str| {
        format!(
            "name = \"n\"\nsource = \"s\"\nsummary = \"u\"\n[cloth]\nfabric = \"silk\"\n\
             columns = 12\nrows = 9\n[pins]\ntop-edge = true\n{own}"
        )
    };
    for (i, own) in ["", "[springs]\nbend = 0.5\n"].into_iter().enumerate() {
        let path = folder.join(format!("{i}.toml"));
        std::fs::write(&path, text(own)).unwrap();
        let path = path.to_str().unwrap();
        let read = crate::scene_file::read(path.as_ref()).unwrap();
        let mut app = bare(&[path, "--grid", "24"]);
        let scene = app.simulation().scene();
        assert_ne!(scene.xpbd.bend, read.scene.xpbd.bend);
        assert_eq!(scene.springs.bend == 0.5, i == 1);
        app.exporter = Exporter::new(folder.join(format!("saved-{i}")));
        app.update(&keys(&[Command::SaveScene]));
        let saved = app.notice().strip_prefix("in ").unwrap().to_owned();
        let again = crate::scene_file::read(saved.as_ref()).unwrap();
        assert_eq!(again, read);
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Springs of a fabric are stiff: nothing is refused, but the banner says what else is needed.
#[test]
fn denim_on_a_large_grid_is_said_to_need_more_substeps() {
    let mut app = bare(&["four-corners", "--mode", "hooke", "--grid", "64"]);
    let said = |app: &mut App| {
        app.update(&keys(&[]));
        let grid = app.controls().grid;
        crate::stability::beyond(app.simulation().scene(), grid, app.watch.stable_dt())
    };
    app.update(&keys(&[Command::Pause]));
    assert_eq!(said(&mut app), None);
    let mut chosen = app.controls();
    let denim = Fabric::named("denim").unwrap();
    denim.apply(&mut chosen.scene, chosen.grid);
    chosen.scene.solver.substeps = 4;
    app.take_controls(chosen);
    let (text, enough) = said(&mut app).unwrap();
    assert!(text.ends_with(" % of the stable limit"), "{text}");
    let mut chosen = app.controls();
    chosen.scene.solver.substeps = enough.unwrap();
    app.take_controls(chosen);
    assert_eq!(said(&mut app), None);
}
