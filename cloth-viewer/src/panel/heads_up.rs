//! What stands over the picture: figures, notices, whether something is being recorded, and a
//! warning of a time step beyond the stable limit.

use super::sections::Desk;
use super::{Readout, Ring, style};
use crate::stability::beyond;
use egui::{
    Align2, Area, Button, Color32, Context, Id, Label, LayerId, Order, Pos2, Rect, RichText, Sense,
    Stroke, Ui, vec2,
};

/// Columns of a picture that have no room for figures, points: the panel covers the rest.
const NARROW: f32 = 150.0;

/// Shows the lines at the top left of the part of the picture that is free.
pub(super) fn show(ctx: &Context, readout: &Readout<'_>, free: Rect) {
    let lines = [readout.figures, &readout.notice.text, readout.recording];
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
            if !readout.figures.is_empty() && free.width() > NARROW {
                line(ui, RichText::new(readout.figures));
            }
            if !readout.recording.is_empty() {
                recording(ui, readout.recording);
            }
            if !readout.notice.text.is_empty() {
                let color = style::notice(ui.visuals(), readout.notice.kind);
                line(ui, RichText::new(&readout.notice.text).color(color));
            }
        });
}

/// Rings what the mouse holds or would take hold of.
pub(super) fn ring(ctx: &Context, ring: Option<Ring>, free: Rect) {
    let Some(Ring { center, radius }) = ring else {
        return;
    };
    let points = ctx.pixels_per_point();
    let center = Pos2::from(center) / points;
    let painter = ctx
        .layer_painter(LayerId::background())
        .with_clip_rect(free);
    // Seen on light and on dark.
    for (width, color) in [(3.0, Color32::from_black_alpha(140)), (1.5, Color32::WHITE)] {
        painter.circle_stroke(center, radius / points, Stroke::new(width, color));
    }
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

/// Warns of a time step beyond the stable limit, at the bottom of the part of the picture that is
/// free, with a button against it.
pub(super) fn banner(ctx: &Context, desk: &mut Desk<'_>, free: Rect) {
    let (scene, readout) = (&mut desk.controls.scene, desk.readout);
    let Some((text, enough)) = beyond(scene, readout.grid, readout.stable_dt) else {
        return;
    };
    let place = free.center_bottom() - vec2(0.0, 12.0);
    Area::new(Id::new("banner"))
        .order(Order::Middle)
        .pivot(Align2::CENTER_BOTTOM)
        .fixed_pos(place)
        .constrain_to(free)
        .show(ctx, |ui| {
            ui.set_max_width((free.width() - 24.0).max(0.0));
            style::over_picture(ui.style()).show(ui, |ui| {
                let color = ui.visuals().error_fg_color;
                let text = RichText::new(format!("Unstable: {text}."));
                ui.add(Label::new(text.color(color).strong()).wrap());
                let Some(enough) = enough else {
                    ui.label("Softer springs or another method help.");
                    return;
                };
                let button = ui.add(Button::new(format!("Set {enough} substeps")));
                if button.clicked() {
                    scene.solver.substeps = enough;
                }
            });
        });
}
