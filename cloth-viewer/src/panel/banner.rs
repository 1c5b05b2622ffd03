//! What must not be overlooked: a time step beyond the stable limit, and a button against it.

use super::sections::Desk;
use super::style;
use crate::stability::beyond;
use egui::{Align2, Area, Button, Context, Id, Label, Order, Rect, RichText, vec2};

/// Shows it at the bottom of the part of the picture that is free.
pub(super) fn show(ctx: &Context, desk: &mut Desk<'_>, free: Rect) {
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
