//! The cloth itself: fabric, stiffness, mass, damping.

use super::Desk;
use crate::panel::rows::{Row, choice, numbers};
use cloth_core::host::{Fabric, GridSize, Method};
use cloth_core::{Mode, Scene};
use egui::Ui;

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    let (method, grid) = (desk.controls.method, desk.readout.grid);
    let (scene, mut original) = desk.scenes();
    fabrics(ui, grid, scene, &original);
    match scene.solver.mode {
        Mode::Hooke => {
            let per_length = scene.springs.per_length;
            let then = original.springs.fields();
            for (now, then) in scene.springs.fields().into_iter().zip(&then) {
                let mut row = Row::of(&now);
                // Divided by a spring's length, a stiffness is a force.
                if per_length && row.unit == "N/m" {
                    row.unit = "N";
                }
                row.field(ui, now, then);
            }
        }
        Mode::Constraint => {
            let [_, _, now @ ..] = scene.constraints.fields();
            let [_, _, then @ ..] = original.constraints.fields();
            numbers(ui, now, then);
        }
        Mode::Pbd => {
            let [_, _, now @ ..] = scene.pbd.fields();
            let [_, _, then @ ..] = original.pbd.fields();
            numbers(ui, now, then);
        }
        Mode::Xpbd => {
            let [_, _, now @ .., damping] = scene.xpbd.fields();
            let [_, _, then @ .., undamped] = original.xpbd.fields();
            numbers(ui, now, then);
            ui.add_enabled_ui(method == Method::Verlet, |ui| {
                numbers(ui, [damping], [undamped]);
            })
            .response
            .on_disabled_hover_text("Damping of links needs the method verlet.");
        }
    }
    let ([_, _, _, now, ..], [_, _, _, then, ..]) = (scene.cloth.fields(), original.cloth.fields());
    numbers(ui, [now], [then]);
    let ([.., now], [.., then]) = (scene.solver.fields(), original.solver.fields());
    numbers(ui, [now], [then]);
}

/// What the cloth is made of, if it is as a fabric has it; choosing one sets its values.
fn fabrics(ui: &mut Ui, grid: GridSize, scene: &mut Scene, original: &Scene) {
    let now = Fabric::of(scene, grid);
    let mut all: Vec<_> = Fabric::all().iter().map(Some).collect();
    if now.is_none() {
        all.insert(0, None);
    }
    let mut chosen = now;
    choice(
        ui,
        (
            "Fabric",
            "Sets density, springs and compliances to what was measured of a fabric. Constraint \
             mode's and PBD's stiffness has no unit and stays.",
        ),
        (&mut chosen, Fabric::of(original, grid).map(Some)),
        &all,
        |fabric| fabric.map_or("of its own", |fabric| fabric.name).to_owned(),
    );
    // Always one line: rows that came and went would slip from under the mouse.
    let about = chosen.map_or("Values that no fabric in the list has.", |fabric| {
        fabric.about
    });
    ui.add(egui::Label::new(egui::RichText::new(about).weak()).wrap());
    if let Some(fabric) = chosen.filter(|_| chosen != now) {
        fabric.apply(scene, grid);
    }
}
