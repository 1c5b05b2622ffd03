//! Gravity, air and wind.

use super::{Desk, vector};
use crate::breeze::{WAVES, breeze};
use crate::panel::rows::{Amount, table};
use cloth_core::scene::{PositionalWindScene, WindScene};
use egui::Ui;

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    let (last_wind, last_waves) = desk.readout.last_wind;
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
    let own = then.wind.unwrap_or(breeze(original));
    wind(ui, &mut now.wind, own, last_wind);
    let own = then.positional_wind.unwrap_or(WAVES);
    waves(ui, &mut now.positional_wind, own, last_waves);
}

/// Wind on triangles. Switched on again, it is as it was last.
fn wind(ui: &mut Ui, now: &mut Option<WindScene>, then: WindScene, last: WindScene) {
    table(
        ui,
        ("Wind", "Wind that presses on each triangle. V"),
        now,
        last,
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

fn waves(
    ui: &mut Ui,
    now: &mut Option<PositionalWindScene>,
    then: PositionalWindScene,
    last: PositionalWindScene,
) {
    let hint = "Wind as a field of forces that comes and goes.";
    table(ui, ("Positional wind", hint), now, last, None);
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
