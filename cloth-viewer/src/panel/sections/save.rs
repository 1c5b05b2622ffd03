//! Files to save.

use super::Desk;
use crate::input::Command;
use crate::panel::rows::button;
use egui::{RichText, Ui};

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    ui.horizontal_wrapped(|ui| {
        for (title, hint, command) in [
            (
                "Screenshot",
                "What the window shows, as PNG. F9",
                Command::Screenshot,
            ),
            (
                "GIF",
                "Starts or ends an animation of what the window shows. F10",
                Command::RecordGif,
            ),
            (
                "PNG sequence",
                "Starts or ends a folder of pictures. F11",
                Command::RecordPng,
            ),
            ("OBJ", "The cloth as it is now. E", Command::SaveObj),
            (
                "OBJ sequence",
                "Starts or ends a folder of the cloth's shapes. J",
                Command::RecordObj,
            ),
            (
                "Save scene",
                "The set-up as a scene file. K",
                Command::SaveScene,
            ),
            (
                "Record inputs",
                "Starts or ends a recording of what is done to the cloth. F12",
                Command::RecordInputs,
            ),
        ] {
            if button(ui, title, hint, true) {
                desk.commands.push(command);
            }
        }
    });
    let recording = desk.readout.recording;
    match recording.is_empty() {
        true => ui.weak("Nothing is being recorded."),
        false => ui.label(
            RichText::new(recording)
                .color(ui.visuals().error_fg_color)
                .strong(),
        ),
    };
}
