//! Gravity, air and wind.

use super::Desk;
use crate::breeze::{WAVES, breeze};
use crate::panel::rows::{numbers, table};
use egui::Ui;

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    let (last_wind, last_waves) = desk.readout.last_wind;
    let (scene, mut original) = desk.scenes();
    let own = breeze(&original);
    let (now, then) = (&mut scene.forces, &mut original.forces);
    then.wind.get_or_insert(own);
    then.positional_wind.get_or_insert(WAVES);
    let [gravity, drag, force, waves, rate, velocity, strength] = then.fields();
    let [now_gravity, now_drag, ..] = now.fields();
    numbers(ui, [now_gravity, now_drag], [gravity, drag]);
    // Switched on again, a wind is as it was last.
    let hint = "Wind that presses on each triangle. V";
    table(ui, ("Wind", hint), &mut now.wind, last_wind, None);
    let [.., now_velocity, now_strength] = now.fields();
    numbers(ui, [now_velocity, now_strength], [velocity, strength]);
    let hint = "Wind as a field of forces that comes and goes.";
    let title = ("Positional wind", hint);
    table(ui, title, &mut now.positional_wind, last_waves, None);
    let [_, _, now_force, now_waves, now_rate, ..] = now.fields();
    numbers(ui, [now_force, now_waves, now_rate], [force, waves, rate]);
}
