//! What is drawn, and when; messages.

use super::*;
use crate::export::Exporter;
use crate::tests::test_folder;

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
