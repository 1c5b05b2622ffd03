//! Gravity, air and wind; what the cloth touches: colliders, and itself.

use super::Desk;
use crate::breeze::{WAVES, breeze};
use crate::panel::rows::{Row, numbers, switch, table};
use cloth_core::scene::{ColliderScene, FieldValue, SelfCollisionScene};
use egui::Ui;

pub(super) fn forces(ui: &mut Ui, desk: &mut Desk<'_>) {
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

pub(super) fn contact(ui: &mut Ui, desk: &mut Desk<'_>) {
    let spacing = desk.spacing();
    let (scene, mut original) = desk.scenes();
    let colliders = scene.colliders.0.iter_mut().zip(original.colliders.0);
    for (i, (now, then)) in colliders.enumerate() {
        let Some(now) = now else { continue };
        let shape = match now {
            ColliderScene::Sphere { .. } => "ball",
            ColliderScene::Plane { .. } => "plane",
            ColliderScene::Capsule { .. } => "rod",
            ColliderScene::Box { .. } => "box",
        };
        let mut then = then.unwrap_or(*now);
        let ([now, ..], [then, ..]) = (now.motion_fields(), then.motion_fields());
        let mut row = Row::of(&now);
        row.name = format!("Friction {shape} {}", i + 1);
        row.field(ui, now, &then);
    }
    let ([.., now], [.., then]) = (scene.cloth.fields(), original.cloth.fields());
    numbers(ui, [now], [then]);
    let hint = "Contacts of the cloth with itself.";
    let fresh = original.self_collision.unwrap_or_default();
    let contact = &mut scene.self_collision;
    table(ui, ("Self-collision", hint), contact, fresh, None);
    if let Some(now) = contact {
        itself(ui, now, fresh, spacing);
    }
}

fn itself(ui: &mut Ui, now: &mut SelfCollisionScene, mut then: SelfCollisionScene, spacing: f64) {
    let mut as_grid = now.thickness.is_none();
    let hint = "Layers keep the distance of the particles in a row, so that nothing slips through.";
    switch(ui, "Thick as the grid", hint, &mut as_grid, None);
    match (as_grid, now.thickness) {
        (true, Some(_)) => now.thickness = None,
        (false, None) => now.thickness = Some(spacing),
        _ => {}
    }
    let original = then.thickness.unwrap_or(spacing);
    let ([thickness, friction], [_, then]) = (now.fields(), then.fields());
    let row = Row::of(&thickness).within(0.1 * spacing, 2.0 * spacing);
    if let FieldValue::Optional(Some(thickness)) = thickness.value {
        row.show(ui, thickness, original);
    }
    numbers(ui, [friction], [then]);
}
