//! Gravity, air and wind.

use super::{Desk, vector};
use crate::panel::rows::{Amount, table};
use cloth_core::scene::{PositionalWindScene, WindScene};
use egui::Ui;

/// Wind for scenes that have none of their own.
const WIND: WindScene = WindScene {
    velocity: [1.5, 0.5, -1.2],
    coefficient: 0.5,
};
/// S0's wind for scenes that have none of their own.
const WAVES: PositionalWindScene = PositionalWindScene {
    coefficient: 12.0,
    wave_number: 1.0,
    rate: 2.0,
};

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    let (scene, original) = desk.scenes();
    let (now, then) = (&mut scene.forces, &original.forces);
    let gravity = |name| {
        Amount::new(name, "m/s²", "Acceleration of gravity; y is up.")
            .within(-20.0, 20.0)
            .typed(-1e4, 1e4)
    };
    let rows = ["Gravity x", "Gravity y", "Gravity z"].map(gravity);
    vector(ui, rows, &mut now.gravity, then.gravity);
    Amount::new("Air drag", "kg/s", "Still air's drag on each particle.")
        .within(0.0, 0.1)
        .typed(0.0, 1e6)
        .decades(1e-6)
        .show(ui, &mut now.air_drag, then.air_drag);
    wind(ui, &mut now.wind, then.wind.unwrap_or(WIND));
    waves(
        ui,
        &mut now.positional_wind,
        then.positional_wind.unwrap_or(WAVES),
    );
}

fn wind(ui: &mut Ui, now: &mut Option<WindScene>, then: WindScene) {
    table(
        ui,
        ("Wind", "Wind that presses on each triangle. V"),
        now,
        then,
        None,
    );
    let Some(now) = now else { return };
    let velocity = |name| {
        Amount::new(name, "m/s", "Velocity of the air; y is up.")
            .within(-20.0, 20.0)
            .typed(-1000.0, 1000.0)
    };
    let rows = ["Wind x", "Wind y", "Wind z"].map(velocity);
    vector(ui, rows, &mut now.velocity, then.velocity);
    Amount::new(
        "Wind strength",
        "N·s/m³",
        "Pressure by the wind's velocity: about 1 for light cloth.",
    )
    .within(0.0, 10.0)
    .typed(0.0, 1e4)
    .decades(0.01)
    .show(ui, &mut now.coefficient, then.coefficient);
}

fn waves(ui: &mut Ui, now: &mut Option<PositionalWindScene>, then: PositionalWindScene) {
    let hint = "Wind as a field of forces that comes and goes.";
    table(ui, ("Positional wind", hint), now, then, None);
    let Some(now) = now else { return };
    Amount::new("Force", "N/kg", "Largest force by mass.")
        .within(-50.0, 50.0)
        .typed(-1e4, 1e4)
        .show(ui, &mut now.coefficient, then.coefficient);
    Amount::new(
        "Wave number",
        "rad/m",
        "How fast the force changes along x.",
    )
    .within(-20.0, 20.0)
    .typed(-1e4, 1e4)
    .show(ui, &mut now.wave_number, then.wave_number);
    Amount::new("Rate", "rad/s", "How fast the force changes with time.")
        .within(-20.0, 20.0)
        .typed(-1e3, 1e3)
        .show(ui, &mut now.rate, then.rate);
}
