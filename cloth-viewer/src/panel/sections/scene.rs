//! Which scene, on which grid, by which method.

use super::{Desk, buttons};
use crate::input::Command;
use crate::panel::rows::{Row, choice};
use cloth_core::Mode;
use cloth_core::host::{Format, GridSize, MAX_SIDE, Method};
use egui::Ui;

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    library(ui, desk);
    let all = [
        ("Previous", "The scene before. PgUp", Command::PreviousScene),
        ("Reset", "To the start, values stay. R", Command::Reset),
        ("Next", "The scene after. PgDn", Command::NextScene),
    ];
    buttons(ui, desk, &all);
    let readout = desk.readout;
    let original = readout.original;
    let controls = &mut *desk.controls;
    grid(ui, &mut controls.grid, GridSize::of(original));
    let hint = "The number format: single, double, or fixed point.";
    let format = (&mut controls.format, Some(readout.original_format));
    choice(ui, ("Numbers", hint), format, &Format::ALL, |format| {
        format.to_string()
    });
    let hint = "How the cloth is advanced by a substep.";
    let method = (&mut controls.method, Some(readout.original_method));
    choice(ui, ("Method", hint), method, &Method::ALL, |method| {
        method.to_string()
    });
    let hint = "What holds the cloth together: springs, or links that are put right. C";
    let mode = &mut controls.scene.solver.mode;
    let mode = (mode, Some(original.solver.mode));
    choice(ui, ("Model", hint), mode, &Mode::ALL, |mode| {
        mode.name().to_owned()
    });
}

/// Columns and rows. Larger grids than the sliders reach can be typed: they take time.
fn grid(ui: &mut Ui, grid: &mut GridSize, original: GridSize) {
    let hint = "Particles along a side. The scene starts again.";
    for (name, side, original) in [
        ("Columns", &mut grid.columns, original.columns),
        ("Rows", &mut grid.rows, original.rows),
    ] {
        let mut count = *side as f64;
        Row::new(name, "", hint)
            .within(1.0, 256.0)
            .typed(1.0, MAX_SIDE as f64)
            .whole()
            .show(ui, &mut count, original as f64);
        *side = count.round() as usize;
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
    );
    if done.opened {
        desk.commands.push(Command::FindScenes);
    }
    if done.again {
        desk.commands.push(Command::ReopenScene);
    }
    ui.add(egui::Label::new(egui::RichText::new(desk.readout.summary).weak()).wrap());
}
