//! The cloth itself: fabric, stiffness, mass, damping.

use super::time::is_time;
use super::{Desk, model};
use crate::panel::rows::{choice, numbers};
use cloth_core::Scene;
use cloth_core::host::{Fabric, GridSize};
use egui::Ui;

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    let grid = desk.readout.grid;
    let (scene, original) = desk.scenes();
    fabrics(ui, grid, scene, &original);
    model(ui, desk, |key| !is_time(key));
    let (scene, mut original) = desk.scenes();
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
