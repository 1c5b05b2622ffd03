//! Which scene, on which grid, by which method.

use super::Desk;
use crate::input::Command;
use crate::model::{Method, SIZES, grid_for, has};
use crate::panel::rows::{button, choice};
use cloth_core::Mode;
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
    let (original, method) = (desk.readout.original, desk.readout.original_method);
    let size = original.cloth.columns.max(original.cloth.rows);
    let controls = &mut *desk.controls;
    let scene = &controls.scene;
    choice(
        ui,
        ("Grid", "Particles along the longer side of the cloth."),
        (&mut controls.size, Some(size)),
        &SIZES,
        |size| match grid_for(scene, Some(size)) {
            Ok(grid) => grid.to_string(),
            Err(_) => size.to_string(),
        },
        |size| match grid_for(scene, Some(size)) {
            Ok(grid) if !has(grid, controls.method) => {
                Some("The method is not built in for this grid.")
            }
            Ok(_) => None,
            Err(_) => Some("The viewer was built without this grid."),
        },
    );
    let grid = desk.readout.grid;
    choice(
        ui,
        ("Method", "How the cloth is advanced by a substep."),
        (&mut controls.method, Some(method)),
        &Method::ALL,
        |method| method.to_string(),
        |method| (!has(grid, method)).then_some("This method is not built in for this grid."),
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

/// The list of scenes, and what is seen in this one.
fn library(ui: &mut Ui, desk: &mut Desk<'_>) {
    let library = desk.readout.library;
    let mut all: Vec<_> = (0..library.len()).map(Some).collect();
    if desk.controls.scene_number.is_none() {
        all.insert(0, None);
    }
    let file = |number: Option<usize>| number.and_then(|number| library.get(number));
    choice(
        ui,
        ("Scene", "The scenes of the library. 1 to 9, PgUp, PgDn"),
        (&mut desk.controls.scene_number, None),
        &all,
        |number| file(number).map_or("a file", |file| &file.name).to_owned(),
        |_| None,
    );
    if let Some(file) = file(desk.controls.scene_number) {
        ui.add(egui::Label::new(egui::RichText::new(&file.summary).weak()).wrap());
    }
}
