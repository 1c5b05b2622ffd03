//! Which scene, on which grid, by which method.

use super::Desk;
use crate::input::Command;
use crate::panel::rows::{Amount, button, choice};
use cloth_core::Mode;
use cloth_core::host::{Format, GridSize, MAX_SIDE, Method};
use egui::Ui;

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    library(ui, desk);
    ui.horizontal(|ui| {
        for (title, hint, command) in [
            (
                "Previous",
                "The scene before this one. PgUp",
                Command::PreviousScene,
            ),
            (
                "Reset",
                "Back to the start of the scene; values stay as they are. R",
                Command::Reset,
            ),
            ("Next", "The scene after this one. PgDn", Command::NextScene),
        ] {
            if button(ui, title, hint, true) {
                desk.commands.push(command);
            }
        }
    });
    let readout = desk.readout;
    let original = readout.original;
    let controls = &mut *desk.controls;
    grid(ui, &mut controls.grid, GridSize::of(original));
    choice(
        ui,
        (
            "Numbers",
            "The number format: single, double, or fixed point.",
        ),
        (&mut controls.format, Some(readout.original_format)),
        &Format::ALL,
        |format| format.to_string(),
        |_| None,
    );
    choice(
        ui,
        ("Method", "How the cloth is advanced by a substep."),
        (&mut controls.method, Some(readout.original_method)),
        &Method::ALL,
        |method| method.to_string(),
        |_| None,
    );
    choice(
        ui,
        (
            "Model",
            "What holds the cloth together: springs, or links that are put right. C",
        ),
        (&mut controls.scene.solver.mode, Some(original.solver.mode)),
        &Mode::ALL,
        |mode| mode.name().to_owned(),
        |_| None,
    );
}

/// Columns and rows. Larger grids than the sliders reach can be typed: they take time.
fn grid(ui: &mut Ui, grid: &mut GridSize, original: GridSize) {
    for (name, hint, side, original) in [
        (
            "Columns",
            "Particles in a row. The scene starts again.",
            &mut grid.columns,
            original.columns,
        ),
        (
            "Rows",
            "Rows of particles. The scene starts again.",
            &mut grid.rows,
            original.rows,
        ),
    ] {
        let mut count = *side as u32;
        Amount::new(name, "", hint)
            .within(1.0, 256.0)
            .typed(1.0, MAX_SIDE as f64)
            .show_whole(ui, &mut count, original as u32);
        *side = count as usize;
    }
}

/// The list of scenes, and what is seen in this one.
fn library(ui: &mut Ui, desk: &mut Desk<'_>) {
    let (library, files) = (desk.readout.library, desk.readout.files);
    let mut all: Vec<_> = (0..library.len() + files.len()).map(Some).collect();
    if desk.controls.scene_number.is_none() {
        all.insert(0, None);
    }
    let names = library.iter().map(|file| &file.name).chain(files);
    let names: Vec<_> = names.collect();
    let done = choice(
        ui,
        (
            "Scene",
            "The scenes of the library (1 to 9, PgUp, PgDn), then scene files: of scenes/, cloth-out/, \
             and the folder of the one that was opened first. The same one again is read anew.",
        ),
        (&mut desk.controls.scene_number, None),
        &all,
        |number| number.map_or_else(|| "a file".to_owned(), |number| names[number].clone()),
        |_| None,
    );
    if done.opened {
        desk.commands.push(Command::FindScenes);
    }
    if done.again {
        desk.commands.push(Command::ReopenScene);
    }
    ui.add(egui::Label::new(egui::RichText::new(desk.readout.summary).weak()).wrap());
}
