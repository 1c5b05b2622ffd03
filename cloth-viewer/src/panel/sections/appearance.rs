//! How the picture is drawn, and from where.

use super::{Desk, buttons};
use crate::input::Command;
use crate::panel::rows::{Row, choice, switch};
use cloth_draw::look::{Look, Paint, Shine, Side, Surface, Theme};
use egui::Ui;

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    let look = &mut desk.controls.look;
    let title = ("Surface", "How the cloth's surface is drawn. M");
    let surface = (&mut look.surface, Some(Look::DEFAULT.surface));
    choice(ui, title, surface, &Surface::ALL, |surface| {
        surface.name().to_owned()
    });
    let title = ("Paint", "What a lit surface is painted with.");
    // A texture comes from the command line.
    let there = |paint: &Paint| *paint != Paint::Texture || look.texture.is_some();
    let paints: Vec<_> = Paint::ALL.into_iter().filter(there).collect();
    let paint = (&mut look.paint, Some(Look::DEFAULT.paint));
    choice(ui, title, paint, &paints, |paint| paint.name().to_owned());
    marks(ui, look);
    light(ui, &mut look.shine);
    let theme = (&mut look.theme, Some(Look::DEFAULT.theme));
    let themes = [Theme::Dark, Theme::Light];
    choice(
        ui,
        ("Theme", "Light or dark. F4"),
        theme,
        &themes,
        |theme| match theme {
            Theme::Dark => "dark".to_owned(),
            Theme::Light => "light".to_owned(),
        },
    );
    let all = [
        ("Front", "F5", Command::ViewFrom(Side::Front)),
        ("Side", "F6", Command::ViewFrom(Side::Side)),
        ("Top", "F7", Command::ViewFrom(Side::Top)),
        ("Bottom", "F8", Command::ViewFrom(Side::Bottom)),
        ("Home", "As at the start. Home", Command::ViewHome),
    ];
    buttons(ui, desk, &all);
    let (hint, on) = ("Turn about the scene. O", &mut desk.controls.auto_orbit);
    switch(ui, "Turn by itself", hint, on, None);
}

/// What is drawn besides the surface.
fn marks(ui: &mut Ui, look: &mut Look) {
    let [structural, shear, bend] = &mut look.springs;
    let switches = [
        ("Structural springs", "Along the threads. L", structural),
        ("Mesh", "The triangles' edges.", &mut look.mesh),
        ("Shear springs", "Across the squares. L", shear),
        ("Normals", "Normals as lines.", &mut look.normals),
        ("Bend springs", "Over a particle. L", bend),
        ("Contacts", "Where the cloth touches.", &mut look.contacts),
        ("Wind arrows", "The wind, in red.", &mut look.wind),
        ("Shadow", "On floors, below the cloth.", &mut look.shadow),
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
    let lights = [
        Row::new("Ambient", "", "Light from everywhere.").within(0.0, 2.0),
        Row::new("Diffuse", "", "Light that the surface scatters.").within(0.0, 2.0),
        Row::new("Specular", "", "The lamp in the surface.").within(0.0, 2.0),
        Row::new("Exponent", "", "More: smaller highlights.")
            .within(1.0, 200.0)
            .decades(1.0),
    ];
    let values = [
        (&mut shine.ambient, then.ambient),
        (&mut shine.diffuse, then.diffuse),
        (&mut shine.specular, then.specular),
        (&mut shine.exponent, then.exponent),
    ];
    for (row, (value, original)) in lights.iter().zip(values) {
        let mut now = f64::from(*value);
        row.show(ui, &mut now, original.into());
        *value = now as f32;
    }
}
