//! Time step, passes, and how fast time goes.

use super::{Desk, model};
use crate::input::Command;
use crate::panel::number::number;
use crate::panel::rows::{Row, button, numbers};
use cloth_core::Mode;
use egui::{RichText, Ui};

/// A quarter of the speed: what the button and the key give.
const SLOW: f64 = 0.25;
/// Part of the longest stable substep from which on there is a warning.
const NEAR: f64 = 0.9;

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    let (scene, mut original) = desk.scenes();
    let is_hooke = scene.solver.mode == Mode::Hooke;
    let ([steps, substeps, ..], [then, then_substeps, ..]) =
        (scene.solver.fields(), original.solver.fields());
    numbers(ui, [steps], [then]);
    if is_hooke {
        numbers(ui, [substeps], [then_substeps]);
    }
    model(ui, desk, is_time);
    limit(ui, desk);
    clock(ui, desk);
}

/// Whether a number of a model belongs to time: substeps and passes.
pub(super) fn is_time(key: &str) -> bool {
    key.ends_with(".substeps") || key.ends_with(".iterations")
}

/// The substep, and how near it is to the longest stable one.
fn limit(ui: &mut Ui, desk: &Desk<'_>) {
    let grid = desk.readout.grid;
    let dt = desk.controls.scene.dt(grid.columns, grid.rows);
    let (text, near) = limit_text(dt, desk.readout.stable_dt);
    let text = RichText::new(text);
    ui.label(match near {
        true => text.color(ui.visuals().error_fg_color).strong(),
        false => text,
    })
    .on_hover_text("Springs are stable up to a time step that falls with their stiffness.");
}

/// The line about the substep, and whether it is a warning.
fn limit_text(dt: f64, stable: Option<f64>) -> (String, bool) {
    let dt_text = format!("dt {} µs", number(dt * 1e6));
    match stable {
        None => (dt_text, false),
        Some(limit) if limit == f64::INFINITY => (format!("{dt_text}: stable at any"), false),
        Some(limit) => {
            let part = dt / limit;
            let text = format!("{dt_text}: {:.0} % of the stable limit", 100.0 * part);
            // NaN is a warning, too.
            (text, part.is_nan() || part > NEAR)
        }
    }
}

/// Stop, step, and slow.
fn clock(ui: &mut Ui, desk: &mut Desk<'_>) {
    ui.horizontal(|ui| {
        let controls = &mut *desk.controls;
        let title = if controls.paused { "Go on" } else { "Pause" };
        if button(ui, title, "Time stands still, or goes on. P", true) {
            controls.paused = !controls.paused;
        }
        let back = desk.readout.timeline.is_some_and(|timeline| timeline.open);
        if button(ui, "Back", "The state a step before, and stop. Comma", back) {
            desk.commands.push(Command::StepBack);
        }
        if button(ui, "Step", "One step, and stop. N", true) {
            desk.commands.push(Command::Step);
        }
        let (title, speed) = match controls.speed < 1.0 {
            true => ("Full speed", 1.0),
            false => ("Slow motion", SLOW),
        };
        if button(ui, title, "A quarter of the speed, or full speed. B", true) {
            controls.speed = speed;
        }
    });
    Row::new("Speed", "×", "Simulated seconds a second.")
        .within(0.01, 1.0)
        .decades(0.01)
        .show(ui, &mut desk.controls.speed, 1.0);
}
