//! What is drawn, and when; messages.

use super::*;
use crate::export::Exporter;
use crate::notice::Kind;
use crate::tests::test_folder;
use cloth_draw::look::Surface;

#[test]
fn keys_change_what_is_seen() {
    let mut app = bare(&["four-corners"]);
    press(&mut app, Command::Pause);
    for surface in Surface::ALL.into_iter().skip(1).chain([Surface::Phong]) {
        press(&mut app, Command::Surface);
        assert_eq!(app.view.look.surface, surface);
    }
    let mut before = Framebuffer::new(VIEW.0, VIEW.1);
    use Command::{Help, Plots, Springs, Theme};
    for command in [Springs, Theme, Help, Plots] {
        app.draw(&mut before);
        let mut after = before.clone();
        press(&mut app, command);
        app.draw(&mut after);
        assert!(after != before, "{command:?}");
    }
}

#[test]
fn nothing_is_drawn_while_nothing_changes() {
    let mut app = bare(&["four-corners"]);
    let mut frame = Framebuffer::new(VIEW.0, VIEW.1);
    let mut stale = |app: &mut App, input: Input| app.picture(&[input], &mut frame);
    assert!(stale(&mut app, keys(&[])));
    assert!(stale(&mut app, keys(&[])), "it falls");
    assert!(stale(&mut app, keys(&[Command::Pause])));
    // The panel settles.
    for _ in 0..10 {
        stale(&mut app, keys(&[]));
    }
    assert!(!app.is_running());
    for _ in 0..100 {
        assert!(!stale(&mut app, keys(&[])));
    }
    for command in [Command::Theme, Command::Step, Command::Wind] {
        assert!(stale(&mut app, keys(&[command])), "{command:?}");
    }
    assert!(stale(&mut app, at((5.0, 5.0), false)), "the cursor moves");
    // Nothing pulls: it runs and rests. The line at the top changes twice a second.
    choose(&mut app, |chosen| {
        (chosen.scene.forces.gravity, chosen.scene.forces.wind) = ([0.0; 3], None);
    });
    app.update(&keys(&[Command::Reset, Command::Pause]));
    let mut rests = |app: &mut App| stale(app, at((5.0, 5.0), false));
    for _ in 0..10 {
        rests(&mut app);
    }
    let drawn = (0..120).filter(|_| rests(&mut app)).count();
    assert!((3..=8).contains(&drawn) && app.is_running(), "{drawn}");
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
        let seen: Vec<_> = rows.map(|row| row[1000..].to_vec()).collect();
        (!rests, seen)
    };
    // It opens.
    (0..30).for_each(|_| drop(panel(&mut app, keys(&[]))));
    let laid_out = (0..60).filter(|_| panel(&mut app, keys(&[])).0).count();
    assert!((8..=11).contains(&laid_out), "{laid_out} in a second");
    // Over a button, the button is lit in the same picture.
    let before = panel(&mut app, at((900.0, 400.0), false)).1;
    assert!(before != panel(&mut app, at((1018.0, 18.0), false)).1);
}

#[test]
fn what_is_saved_is_centred_without_the_panel() {
    let folder = test_folder("centred");
    let shot = |panel: bool, name: &str| {
        let mut app = app(&["four-corners-sphere"]);
        app.exporter = Exporter::new(folder.join(name));
        (app.screen.show_panel, app.screen.show_plots) = (panel, panel);
        app.update(&Input {
            size: (800, 400),
            ..keys(&[Command::Pause, Command::Screenshot])
        });
        let mut frame = Framebuffer::new(800, 400);
        app.draw(&mut frame);
        (std::fs::read(saved(&app)).unwrap(), frame)
    };
    let (with, without) = (shot(true, "with"), shot(false, "without"));
    assert!(with.0 == without.0);
    assert!(with.1.pixels() != without.1.pixels());
}

#[test]
fn a_small_window_begins_without_its_panel() {
    for (size, shown) in [("340x260", false), ("640x400", true), ("1280x720", true)] {
        let mut app = app(&["four-corners", "--size", size]);
        assert_eq!(app.controls().panel, shown, "{size}");
        press(&mut app, Command::Panel);
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
    press(&mut app, Command::SaveObj);
    assert_eq!(app.message().kind, Kind::Failed, "{}", app.notice());
    assert!(app.notice().contains("null"), "{}", app.notice());
}

#[test]
fn escape_closes_what_is_open_and_asks_where_something_is_recorded() {
    let mut app = bare(&["four-corners"]);
    let folder = test_folder("escape");
    app.exporter = Exporter::new(&folder);
    press(&mut app, Command::Help);
    press(&mut app, Command::Quit);
    assert!(!app.screen.show_help && !app.is_over());
    press(&mut app, Command::RecordInputs);
    press(&mut app, Command::Quit);
    assert!(app.notice().ends_with("Esc again ends it, and quits"));
    // Whatever comes between is an answer, too: no.
    for (command, over) in [
        (Command::Panel, false),
        (Command::Quit, false),
        (Command::Quit, true),
    ] {
        press(&mut app, command);
        assert_eq!(app.is_over(), over);
    }
    app.finish().unwrap();
}
