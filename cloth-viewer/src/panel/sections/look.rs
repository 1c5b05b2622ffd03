//! How the picture is drawn, and from where.

use super::Desk;
use crate::input::Command;
use crate::panel::rows::{Amount, button, choice, switch};
use cloth_draw::look::{Look, Paint, Shine, Side, Surface, Theme};
use egui::Ui;

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    let look = &mut desk.controls.look;
    choice(
        ui,
        ("Surface", "How the cloth's surface is drawn. M"),
        (&mut look.surface, Some(Look::DEFAULT.surface)),
        &Surface::ALL,
        |surface| surface.name().to_owned(),
        |_| None,
    );
    let textured = look.texture.is_some();
    choice(
        ui,
        ("Paint", "What a lit surface is painted with."),
        (&mut look.paint, Some(Look::DEFAULT.paint)),
        &Paint::ALL,
        |paint| paint.name().to_owned(),
        |paint| {
            (paint == Paint::Texture && !textured)
                .then_some("No texture was given on the command line.")
        },
    );
    marks(ui, look);
    light(ui, &mut look.shine);
    choice(
        ui,
        ("Theme", "Light or dark. F4"),
        (&mut look.theme, Some(Look::DEFAULT.theme)),
        &[Theme::Dark, Theme::Light],
        |theme| match theme {
            Theme::Dark => "dark".to_owned(),
            Theme::Light => "light".to_owned(),
        },
        |_| None,
    );
    views(ui, desk);
}

/// What is drawn besides the surface.
fn marks(ui: &mut Ui, look: &mut Look) {
    let [structural, shear, bend] = &mut look.springs;
    let switches = [
        (
            "Structural springs",
            "Links along the threads as lines. L",
            structural,
        ),
        (
            "Mesh",
            "The edges of the triangles as lines.",
            &mut look.mesh,
        ),
        (
            "Shear springs",
            "Links across the squares as lines. L",
            shear,
        ),
        ("Normals", "Normals as lines.", &mut look.normals),
        (
            "Bend springs",
            "Links that skip a particle as lines. L",
            bend,
        ),
        (
            "Contacts",
            "Marks where the cloth touches something.",
            &mut look.contacts,
        ),
        ("Wind arrows", "The wind as red arrows.", &mut look.wind),
        (
            "Shadow",
            "Soft shadows on floors and below the cloth.",
            &mut look.shadow,
        ),
    ];
    egui::Grid::new("marks").num_columns(2).show(ui, |ui| {
        for (i, (name, hint, on)) in switches.into_iter().enumerate() {
            switch(ui, name, hint, on, None);
            if i % 2 == 1 {
                ui.end_row();
            }
        }
    });
}

fn light(ui: &mut Ui, shine: &mut Shine) {
    let then = Shine::DEFAULT;
    for (name, hint, value, original) in [
        (
            "Ambient",
            "Light from everywhere.",
            &mut shine.ambient,
            then.ambient,
        ),
        (
            "Diffuse",
            "Light from the lamps that the surface scatters.",
            &mut shine.diffuse,
            then.diffuse,
        ),
        (
            "Specular",
            "Light from the main lamp that the surface mirrors.",
            &mut shine.specular,
            then.specular,
        ),
    ] {
        Amount::new(name, "", hint)
            .within(0.0, 2.0)
            .show_single(ui, value, original);
    }
    Amount::new("Exponent", "", "The greater, the smaller the highlight.")
        .within(1.0, 200.0)
        .decades(1.0)
        .show_single(ui, &mut shine.exponent, then.exponent);
}

/// Where the picture is taken from.
fn views(ui: &mut Ui, desk: &mut Desk<'_>) {
    ui.horizontal_wrapped(|ui| {
        for (title, hint, command) in [
            (
                "Front",
                "From the front. F5",
                Command::ViewFrom(Side::Front),
            ),
            ("Side", "From the side. F6", Command::ViewFrom(Side::Side)),
            ("Top", "From above. F7", Command::ViewFrom(Side::Top)),
            ("Bottom", "From below. F8", Command::ViewFrom(Side::Bottom)),
            (
                "Home",
                "As when the scene was opened. Home",
                Command::ViewHome,
            ),
        ] {
            if button(ui, title, hint, true) {
                desk.commands.push(command);
            }
        }
    });
    let hint = "Turn about the scene, on and on. O";
    switch(
        ui,
        "Turn by itself",
        hint,
        &mut desk.controls.auto_orbit,
        None,
    );
}
