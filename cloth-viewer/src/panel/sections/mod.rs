//! The panel's sections.

mod appearance;
mod limits;
mod material;
mod scene;
mod surroundings;
mod time;

use super::rows::{Row, button};
use super::{Controls, Readout};
use crate::input::Command;
use cloth_core::host::Method;
use cloth_core::scene::Field;
use cloth_core::{Mode, Scene};
use egui::accesskit::Role;
use egui::{CollapsingHeader, Ui};

/// What the sections work on.
#[derive(Debug)]
pub(super) struct Desk<'a> {
    pub(super) controls: &'a mut Controls,
    pub(super) readout: &'a Readout<'a>,
    pub(super) commands: &'a mut Vec<Command>,
}

impl Desk<'_> {
    /// The scene's values as they are, and as they were when it was opened.
    fn scenes(&mut self) -> (&mut Scene, Scene) {
        (&mut self.controls.scene, *self.readout.original)
    }

    /// The rest spacing of the cloth as it is, m.
    fn spacing(&self) -> f64 {
        let grid = self.readout.grid;
        let cloth = &self.controls.scene.cloth;
        cloth.spacing(grid.columns, grid.rows)
    }
}

/// A section: its name, whether it is open at the start, and its rows.
type Section = (&'static str, bool, fn(&mut Ui, &mut Desk<'_>));

/// All sections, from the top.
const SECTIONS: [Section; 8] = [
    ("Scene", true, scene::show),
    ("Time", true, time::show),
    ("Cloth", true, material::show),
    ("Forces", false, surroundings::forces),
    ("Contact", false, surroundings::contact),
    ("Limits", false, limits::show),
    ("Look", false, appearance::show),
    ("Save", false, save),
];

/// The names of all sections.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    SECTIONS.iter().map(|section| section.0)
}

/// Shows all sections.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    for (name, open, rows) in SECTIONS {
        let header = CollapsingHeader::new(egui::RichText::new(name).strong());
        let shown = header
            .default_open(open)
            .show_unindented(ui, |ui| rows(ui, desk));
        // Not a button like others: tests and screen readers tell them apart.
        ui.ctx()
            .accesskit_node_builder(shown.header_response.id, |node| {
                node.set_role(Role::DisclosureTriangle);
            });
    }
}

/// Buttons in a row, each with a sentence about it and what it does.
fn buttons(ui: &mut Ui, desk: &mut Desk<'_>, all: &[(&str, &str, Command)]) {
    ui.horizontal_wrapped(|ui| {
        for (title, hint, command) in all {
            if button(ui, title, hint, true) {
                desk.commands.push(*command);
            }
        }
    });
}

/// The numbers of a scene's model.
fn fields(scene: &mut Scene) -> Vec<Field<'_>> {
    match scene.solver.mode {
        Mode::Hooke => scene.springs.fields().into(),
        Mode::Constraint => scene.constraints.fields().into(),
        Mode::Pbd => scene.pbd.fields().into(),
        Mode::Xpbd => scene.xpbd.fields().into(),
    }
}

/// Rows for the numbers of the scene's model whose keys are `wanted`.
fn model(ui: &mut Ui, desk: &mut Desk<'_>, wanted: fn(&str) -> bool) {
    let is_verlet = desk.controls.method == Method::Verlet;
    let (scene, mut original) = desk.scenes();
    original.solver.mode = scene.solver.mode;
    let per_length = scene.springs.per_length;
    let pairs = fields(scene).into_iter().zip(fields(&mut original));
    for (now, then) in pairs.filter(|(now, _)| wanted(now.key)) {
        let mut row = Row::of(&now);
        // Divided by a spring's length, a stiffness is a force.
        if per_length && row.unit == "N/m" {
            row.unit = "N";
        }
        if is_verlet || !["xpbd.iterations", "xpbd.damping"].contains(&now.key) {
            row.field(ui, now, &then);
        } else {
            ui.add_enabled_ui(false, |ui| row.field(ui, now, &then))
                .response
                .on_disabled_hover_text("Needs the method verlet.");
        }
    }
}

/// Files to save.
fn save(ui: &mut Ui, desk: &mut Desk<'_>) {
    let all = [
        ("Screenshot", "The window as PNG. F9", Command::Screenshot),
        ("GIF", "Starts or ends a GIF. F10", Command::RecordGif),
        ("PNG sequence", "Starts or ends it. F11", Command::RecordPng),
        ("OBJ", "The cloth as it is now. E", Command::SaveObj),
        ("OBJ sequence", "Starts or ends it. J", Command::RecordObj),
        ("Save scene", "As a scene file. K", Command::SaveScene),
        ("Record inputs", "Starts, ends. F12", Command::RecordInputs),
    ];
    buttons(ui, desk, &all);
    let recording = desk.readout.recording;
    match recording.is_empty() {
        true => ui.weak("Nothing is being recorded."),
        false => ui.label(
            egui::RichText::new(recording)
                .color(ui.visuals().error_fg_color)
                .strong(),
        ),
    };
}
