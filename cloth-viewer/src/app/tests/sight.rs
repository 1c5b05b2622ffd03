//! Camera, panel and messages.

use super::{VIEW, app, at, bare, keys, on_screen};
use crate::app::App;
use crate::app::wind::Wind;
use crate::export::Exporter;
use crate::input::{Command, Input};
use crate::notice::Kind;
use crate::panel::Panel;
use crate::test_files::test_folder;
use cloth_draw::look::Surface;
use cloth_draw::raster::Framebuffer;

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

#[test]
fn the_panel_is_laid_out_ten_times_a_second_and_for_its_user_at_once() {
    let mut app = app(&["drape", "--grid", "16", "--size", "1280x720"]);
    let size = (1280, 720);
    let mut frame = Framebuffer::new(size.0, size.1);
    // Whether it was laid out, and how it looks.
    let mut panel = |app: &mut App, input: Input| {
        app.update(&Input { size, ..input });
        let rests = app.panel_rests();
        app.draw(&mut frame);
        let rows = frame.pixels().chunks_exact(size.0);
        (
            !rests,
            rows.map(|row| row[1000..].to_vec()).collect::<Vec<_>>(),
        )
    };
    // It opens.
    (0..30).for_each(|_| drop(panel(&mut app, keys(&[]))));
    let times = (0..60).map(|_| panel(&mut app, keys(&[])).0);
    let laid_out = times.filter(|laid_out| *laid_out).count();
    assert!((8..=11).contains(&laid_out), "{laid_out} in a second");
    // Over a button, the button is lit in the same picture.
    let before = panel(&mut app, at((900.0, 400.0))).1;
    assert!(before != panel(&mut app, at((1018.0, 18.0))).1);
}

#[test]
fn beside_the_panel_the_picture_is_that_without_it() {
    let size = (1000, 560);
    let picture = |panel: bool| {
        let mut app = app(&["drape-sphere", "--grid", "16"]);
        app.show_panel = panel;
        let mut frame = Framebuffer::new(size.0, size.1);
        app.update(&Input {
            size,
            ..keys(&[Command::Pause])
        });
        if panel {
            app.draw_beside_panel(&mut frame);
        } else {
            app.camera.aside = Panel::part(size);
            app.draw_from_here(&mut frame);
        }
        let rows = frame.pixels().chunks_exact(size.0);
        let seen = Panel::hides_from(size) - 1;
        rows.flat_map(|row| row[..seen].to_vec())
            .collect::<Vec<_>>()
    };
    let (with, without) = (picture(true), picture(false));
    // The middle is rounded in another way: a few pixels at edges may differ.
    let apart = with.iter().zip(&without).filter(|(a, b)| a != b).count();
    assert!(apart * 1000 < with.len(), "{apart} of {}", with.len());
}

#[test]
fn what_is_saved_is_centred_without_the_panel() {
    let folder = test_folder("centred");
    let shot = |panel: bool, name: &str| {
        let mut app = app(&["four-corners-sphere"]);
        app.exporter = Exporter::new(folder.join(name));
        (app.show_panel, app.show_plots) = (panel, panel);
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
