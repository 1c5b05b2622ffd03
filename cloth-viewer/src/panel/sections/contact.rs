//! What the cloth touches: colliders, and itself.

use super::Desk;
use crate::panel::rows::{Amount, switch, table};
use cloth_core::scene::{ColliderScene, SelfCollisionScene};
use egui::Ui;

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    let spacing = desk.spacing();
    let (scene, original) = desk.scenes();
    let then = &original.colliders.0;
    for (i, (now, then)) in scene.colliders.0.iter_mut().zip(then).enumerate() {
        let Some(now) = now else { continue };
        let (shape, value) = friction(now);
        let then = then.map_or(*value, |then| then.motion().0);
        Amount::new(
            format!("Friction {shape} {}", i + 1),
            "",
            "Coefficient of friction: cloth on wood has about 0.3.",
        )
        .within(0.0, 2.0)
        .typed(0.0, 100.0)
        .show(ui, value, then);
    }
    Amount::new(
        "Radius",
        "m",
        "Distance that particles keep from colliders.",
    )
    .within(0.0, 0.1)
    .typed(0.0, 1.0)
    .decades(1e-4)
    .show(
        ui,
        &mut scene.cloth.particle_radius,
        original.cloth.particle_radius,
    );
    let hint = "Contacts of the cloth with itself.";
    let then = original.self_collision.unwrap_or_default();
    table(
        ui,
        ("Self-collision", hint),
        &mut scene.self_collision,
        then,
        None,
    );
    if let Some(now) = &mut scene.self_collision {
        itself(ui, now, &then, spacing);
    }
}

/// A collider's shape and friction.
fn friction(collider: &mut ColliderScene) -> (&'static str, &mut f64) {
    match collider {
        ColliderScene::Sphere { friction, .. } => ("ball", friction),
        ColliderScene::Plane { friction, .. } => ("plane", friction),
        ColliderScene::Capsule { friction, .. } => ("rod", friction),
        ColliderScene::Box { friction, .. } => ("box", friction),
    }
}

fn itself(ui: &mut Ui, now: &mut SelfCollisionScene, then: &SelfCollisionScene, spacing: f64) {
    let mut as_grid = now.thickness.is_none();
    let hint = "Layers keep the distance of the particles in a row, so that nothing slips through.";
    switch(ui, "Thick as the grid", hint, &mut as_grid, None);
    match (as_grid, now.thickness) {
        (true, Some(_)) => now.thickness = None,
        (false, None) => now.thickness = Some(spacing),
        _ => {}
    }
    if let Some(thickness) = &mut now.thickness {
        let hint = "Distance that layers keep: a tenth of the grid's spacing to twice that.";
        Amount::new("Thickness", "m", hint)
            .within(0.1 * spacing, 2.0 * spacing)
            .show(ui, thickness, then.thickness.unwrap_or(spacing));
    }
    Amount::new(
        "Self-friction",
        "",
        "Friction between layers: 0.3 to 0.6 for cotton.",
    )
    .within(0.0, 2.0)
    .typed(0.0, 100.0)
    .show(ui, &mut now.friction, then.friction);
}
