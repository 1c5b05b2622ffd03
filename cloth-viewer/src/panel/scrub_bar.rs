//! The timeline: a bar along the bottom of the picture.

use super::rows::call;
use super::sections::Desk;
use super::{Stretch, style};
use crate::input::Command;
use egui::{Align, Context, Label, Layout, RichText, Slider, Ui, vec2};

/// Height of the bar, points.
const HEIGHT: f32 = 28.0;
/// Width of the time on each side, points.
const TIME: f32 = 52.0;

/// Shows the bar with the panel, and without it while the past is shown.
pub(super) fn show(ctx: &Context, desk: &mut Desk<'_>) {
    let shown = |stretch: &Stretch| desk.controls.panel || stretch.target < stretch.end;
    let Some(stretch) = desk.readout.timeline.filter(shown) else {
        return;
    };
    egui::TopBottomPanel::bottom("timeline")
        .resizable(false)
        .exact_height(HEIGHT)
        .frame(style::bar(&ctx.style()))
        .show(ctx, |ui| {
            ui.horizontal_centered(|ui| {
                let longest = match stretch.longest > 0.0 {
                    true => ago(stretch.longest),
                    false => String::new(),
                };
                time(ui, Align::Max, RichText::new(longest).weak());
                rail(ui, desk, stretch);
                time(ui, Align::Min, RichText::new(place(stretch)).strong());
            });
        });
}

/// A time in a place of its own: the rail must not move while the digits change.
fn time(ui: &mut Ui, align: Align, text: RichText) {
    let size = vec2(TIME, ui.spacing().interact_size.y);
    let layout = Layout::left_to_right(Align::Center).with_main_align(align);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_width(TIME);
        ui.add(Label::new(text).truncate());
    });
}

fn rail(ui: &mut Ui, desk: &mut Desk<'_>, stretch: Stretch) {
    let gap = ui.spacing().item_spacing.x;
    ui.spacing_mut().slider_width = (ui.available_width() - TIME - gap).max(30.0);
    let before = stretch.end - stretch.target;
    // A rail has a length, even while there is nothing to go back to.
    let longest = (stretch.end - stretch.oldest).max(1);
    let mut steps = -(before as i64);
    let slider = Slider::new(&mut steps, -(longest as i64)..=0).show_value(false);
    let response = ui.add_enabled(stretch.open, slider);
    call(ui, &response, "Timeline");
    if steps.unsigned_abs() != before {
        let step = stretch.end.saturating_sub(steps.unsigned_abs());
        desk.commands.push(Command::Seek(step));
    }
    if response.drag_stopped() && steps == 0 {
        desk.commands.push(Command::Present);
    }
    response
        .on_hover_text(
            "Drag to go back; P goes on from there, and drops what came after. \
             Comma: a step back, N: a step forward.",
        )
        .on_disabled_hover_text("Time cannot be gone back now.");
}

/// What is shown, as a time before the present.
fn place(stretch: Stretch) -> String {
    match stretch.target == stretch.end {
        true => "now".to_owned(),
        false if stretch.seeking => format!("{}…", ago(stretch.back)),
        false => ago(stretch.back),
    }
}

/// A time before the present, s.
fn ago(seconds: f64) -> String {
    // Below a tenth a step could not be seen.
    match seconds < 0.995 {
        true => format!("−{seconds:.2} s"),
        false => format!("−{seconds:.1} s"),
    }
}
