//! Files to save.

use super::{Desk, buttons};
use crate::input::Command;
use egui::{RichText, Ui};

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
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
            RichText::new(recording)
                .color(ui.visuals().error_fg_color)
                .strong(),
        ),
    };
}
