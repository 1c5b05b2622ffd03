//! Temporary.
use clap::Parser;
use cloth_draw::output::save_png;
use cloth_draw::raster::Framebuffer;
use cloth_viewer::app::App;
use cloth_viewer::cli::Cli;
use cloth_viewer::input::Input;
use egui::accesskit::Role;
use std::time::Duration;
fn main() {
    let out = std::env::args().nth(1).unwrap();
    let args: Vec<String> = std::iter::once("x".to_owned())
        .chain(std::env::args().skip(2))
        .collect();
    let mut app = App::new(&Cli::try_parse_from(args).unwrap().plan().unwrap()).unwrap();
    app.panel_mut().list_nodes(true);
    let mut input = Input {
        size: (1280, 720),
        elapsed: Duration::from_millis(16),
        ..Input::default()
    };
    let mut frame = Framebuffer::new(1280, 720);
    for _ in 0..4 {
        app.update(&input);
        app.draw(&mut frame);
    }
    save_png(format!("{out}-1.png"), &frame).unwrap();
    for (i, name) in ["Scene", "Fabric"].iter().enumerate() {
        let node = app
            .panel_mut()
            .nodes()
            .iter()
            .find(|n| n.name == *name && n.role == Role::ComboBox)
            .unwrap()
            .clone();
        input.cursor = Some(node.middle());
        for left in [false, true, false, false, false] {
            input.left = left;
            app.update(&input);
            app.draw(&mut frame);
        }
        if i == 0 {
            let e = app
                .panel_mut()
                .nodes()
                .iter()
                .find(|n| n.name == "edge-sphere")
                .unwrap()
                .clone();
            input.cursor = Some(e.middle());
            input.wheel = -100.0;
            app.update(&input);
            app.draw(&mut frame);
            input.wheel = 0.0;
            for _ in 0..8 {
                app.update(&input);
                app.draw(&mut frame);
            }
        }
        save_png(format!("{out}-{}.png", i + 2), &frame).unwrap();
        input.cursor = Some((200.0, 400.0));
        for left in [false, true, false, false, false] {
            input.left = left;
            app.update(&input);
            app.draw(&mut frame);
        }
    }
}
