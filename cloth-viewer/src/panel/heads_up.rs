//! What stands over the picture: figures, notices, and whether something is being recorded.

use super::{Readout, style};
use egui::{Area, Context, Id, Label, Order, Rect, RichText, Sense, Ui, vec2};

/// Shows the lines at the top left of the part of the picture that is free.
pub(super) fn show(ctx: &Context, readout: &Readout<'_>, free: Rect) {
    let lines = [readout.figures, readout.notice, readout.recording];
    if lines.iter().all(|line| line.is_empty()) {
        return;
    }
    let margin = 6.0;
    Area::new(Id::new("heads-up"))
        .order(Order::Middle)
        .interactable(false)
        .fixed_pos(free.min + vec2(margin, margin))
        .constrain_to(free)
        .show(ctx, |ui| {
            ui.set_max_width((free.width() - 2.0 * margin).max(0.0));
            if !readout.figures.is_empty() {
                line(ui, RichText::new(readout.figures));
            }
            if !readout.recording.is_empty() {
                recording(ui, readout.recording);
            }
            if !readout.notice.is_empty() {
                let color = ui.visuals().warn_fg_color;
                line(ui, RichText::new(readout.notice).color(color));
            }
        });
}

fn line(ui: &mut Ui, text: RichText) {
    style::over_picture(ui.style()).show(ui, |ui| ui.add(Label::new(text).wrap()));
}

/// A red dot, and what is being recorded.
fn recording(ui: &mut Ui, text: &str) {
    style::over_picture(ui.style()).show(ui, |ui| {
        ui.horizontal(|ui| {
            let (dot, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
            ui.painter()
                .circle_filled(dot.center(), 5.0, style::RECORDING);
            ui.add(Label::new(RichText::new(text).strong()).wrap());
        });
    });
}
