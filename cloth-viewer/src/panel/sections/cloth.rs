//! The cloth itself: fabric, stiffness, mass, damping.

use super::Desk;
use crate::panel::rows::{Amount, choice};
use cloth_core::host::{Fabric, GridSize, Method};
use cloth_core::scene::Damping;
use cloth_core::{Mode, Scene};
use egui::Ui;

/// The families of links, and what each holds.
const FAMILIES: [(&str, &str); 3] = [
    (
        "Structural",
        "Links along the threads: how far the cloth stretches.",
    ),
    (
        "Shear",
        "Links across the squares: how far they are pushed askew.",
    ),
    (
        "Bend",
        "Links that skip a particle: how hard the cloth is to fold.",
    ),
];

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    let (method, grid) = (desk.controls.method, desk.readout.grid);
    let (scene, original) = desk.scenes();
    fabrics(ui, grid, scene, original);
    match scene.solver.mode {
        Mode::Hooke => springs(ui, scene, original),
        Mode::Constraint => {
            let (now, then) = (&mut scene.constraints, &original.constraints);
            let values = [&mut now.structural, &mut now.shear, &mut now.bend];
            parts(ui, values, [then.structural, then.shear, then.bend]);
        }
        Mode::Pbd => {
            let (now, then) = (&mut scene.pbd, &original.pbd);
            let values = [&mut now.structural, &mut now.shear, &mut now.bend];
            parts(ui, values, [then.structural, then.shear, then.bend]);
            Amount::new(
                "Compression",
                "",
                "Part of its stiffness that a link has against pressure.",
            )
            .show(ui, &mut now.compression, then.compression);
        }
        Mode::Xpbd => compliance(ui, method, scene, original),
    }
    let (now, then) = (&mut scene.cloth, &original.cloth);
    Amount::new(
        "Density",
        "kg/m²",
        "Mass of the cloth by area: 0.1 to 0.5 for ordinary cloth.",
    )
    .within(0.01, 10.0)
    .typed(1e-6, 1e9)
    .decades(0.01)
    .show(ui, &mut now.density, then.density);
    damping(ui, scene, original);
}

/// What the cloth is made of, if it is as a fabric has it; choosing one sets its values.
fn fabrics(ui: &mut Ui, grid: GridSize, scene: &mut Scene, original: &Scene) {
    let now = Fabric::of(scene, grid);
    let mut all: Vec<_> = Fabric::all().iter().map(Some).collect();
    if now.is_none() {
        all.insert(0, None);
    }
    let mut chosen = now;
    choice(
        ui,
        (
            "Fabric",
            "Sets density, springs and compliances to what was measured of a fabric. Constraint \
             mode's and PBD's stiffness has no unit and stays.",
        ),
        (&mut chosen, Fabric::of(original, grid).map(Some)),
        &all,
        |fabric| fabric.map_or("of its own", |fabric| fabric.name).to_owned(),
        |_| None,
    );
    // A line there always is: rows that came and went would slip from under the mouse.
    let about = chosen.map_or("Values that no fabric in the list has.", |fabric| {
        fabric.about
    });
    ui.add(egui::Label::new(egui::RichText::new(about).weak()).wrap());
    if let Some(fabric) = chosen.filter(|_| chosen != now) {
        fabric.apply(scene, grid);
    }
}

fn springs(ui: &mut Ui, scene: &mut Scene, original: &Scene) {
    let (now, then) = (&mut scene.springs, &original.springs);
    // Divided by a spring's length, a stiffness is a force.
    let unit = if now.per_length { "N" } else { "N/m" };
    let values = [&mut now.structural, &mut now.shear, &mut now.bend];
    let originals = [then.structural, then.shear, then.bend];
    for ((family, value), original) in FAMILIES.iter().zip(values).zip(originals) {
        Amount::new(family.0, unit, family.1)
            .within(0.0, 1e5)
            .typed(0.0, 1e9)
            .decades(0.1)
            .show(ui, value, original);
    }
    Amount::new("Spring damping", "kg/s", "Damping along each spring.")
        .within(0.0, 10.0)
        .typed(0.0, 1e6)
        .decades(1e-4)
        .show(ui, &mut now.damping, then.damping);
}

/// Stiffness as the part of a link's error that is put right.
fn parts(ui: &mut Ui, values: [&mut f64; 3], originals: [f64; 3]) {
    for ((family, value), original) in FAMILIES.iter().zip(values).zip(originals) {
        Amount::new(family.0, "", family.1).show(ui, value, original);
    }
}

fn compliance(ui: &mut Ui, method: Method, scene: &mut Scene, original: &Scene) {
    let (now, then) = (&mut scene.xpbd, &original.xpbd);
    let soft = |name, hint| {
        Amount::new(name, "m/N", hint)
            .within(0.0, 100.0)
            .typed(0.0, 1e9)
            .decades(1e-6)
    };
    let values = [&mut now.structural, &mut now.shear, &mut now.bend];
    let originals = [then.structural, then.shear, then.bend];
    for ((family, value), original) in FAMILIES.iter().zip(values).zip(originals) {
        soft(family.0, family.1).show(ui, value, original);
    }
    soft(
        "Compression",
        "Least compliance of a link against pressure: cloth buckles.",
    )
    .show(ui, &mut now.compression, then.compression);
    ui.add_enabled_ui(method == Method::Verlet, |ui| {
        Amount::new(
            "Link damping",
            "N·s/m",
            "Damping along links that have a compliance.",
        )
        .within(0.0, 10.0)
        .typed(0.0, 1e6)
        .decades(1e-4)
        .show(ui, &mut now.damping, then.damping);
    })
    .response
    .on_disabled_hover_text("Damping of links needs the method verlet.");
}

fn damping(ui: &mut Ui, scene: &mut Scene, original: &Scene) {
    let then = original.solver.damping;
    match &mut scene.solver.damping {
        Damping::Rate(rate) => {
            let then = match then {
                Damping::Rate(rate) => rate,
                Damping::PerStep(_) => *rate,
            };
            Amount::new(
                "Damping",
                "1/s",
                "How fast velocity is lost, at any time step.",
            )
            .within(0.0, 20.0)
            .typed(0.0, 1e6)
            .decades(0.01)
            .show(ui, rate, then);
        }
        Damping::PerStep(part) => {
            let then = match then {
                Damping::PerStep(part) => part,
                Damping::Rate(_) => *part,
            };
            Amount::new(
                "Damping",
                "/step",
                "Part of its velocity that a particle loses in a substep.",
            )
            .decades(1e-4)
            .show(ui, part, then);
        }
    }
}
