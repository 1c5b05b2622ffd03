//! What the cloth touches: colliders, and itself.

use super::Desk;
use crate::panel::rows::{Row, numbers, switch, table};
use cloth_core::scene::{ColliderScene, FieldValue, SelfCollisionScene};
use egui::Ui;

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
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
