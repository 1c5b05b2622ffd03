//! The panel without a mouse.

use super::*;
use cloth_core::host::MAX_SIDE;
use egui::Key;

#[test]
fn arrows_move_a_slider_and_escape_gives_the_keyboard_back() {
    let mut user = User::new("four-corners", TALL);
    assert!(!user.panel.wants_keys());
    user.tab_to("Substeps", Role::Slider);
    assert!(user.panel.wants_keys());
    for (key, substeps) in [
        (Key::ArrowRight, 49),
        (Key::ArrowRight, 50),
        (Key::ArrowLeft, 49),
    ] {
        user.press(key);
        assert_eq!(user.controls.scene.solver.substeps, substeps);
    }
    let before = user.controls.clone();
    user.press(Key::Escape);
    assert!(!user.panel.wants_keys());
    user.press(Key::ArrowRight);
    user.press(Key::Space);
    assert_eq!(user.controls, before);
}

#[test]
fn tab_goes_through_every_control_and_changes_nothing() {
    let mut user = User::with_all_open("tear", TALL);
    // Numbers with more digits than are shown.
    user.controls.scene.springs.shear = 1000.0 / 3.0;
    user.controls.scene.forces.gravity[0] = 0.1 + 0.2;
    let before = format!("{:?}", user.controls);
    let mut seen = Vec::new();
    for _ in 0..150 {
        user.press(Key::Tab);
        let focus = user.focus();
        seen.extend(focus.map(|node| (node.name, node.role)));
    }
    assert_eq!(format!("{:?}", user.controls), before);
    use Role::{Button, CheckBox, ComboBox, Slider, SpinButton};
    for node in user.panel.nodes() {
        let is_control = [Button, CheckBox, ComboBox, Slider, SpinButton].contains(&node.role);
        let reached = seen.contains(&(node.name.clone(), node.role));
        assert!(reached || !is_control || !node.enabled, "{node:?}");
    }
}

/// Also where all keys come within one picture.
#[test]
fn drop_downs_choose_by_keys() {
    let mut user = User::new("four-corners", TALL);
    let mut keys = vec![Key::Tab; user.tab_to("Model", Role::ComboBox)];
    user.press(Key::Space);
    keys.push(Key::Space);
    keys.extend(vec![Key::Tab; user.tab_to("pbd", Role::Button)]);
    user.press(Key::Enter);
    keys.push(Key::Enter);
    assert_eq!(user.controls.scene.solver.mode, cloth_core::Mode::Pbd);
    let mut quick = User::new("four-corners", TALL);
    quick.press_all(&keys);
    assert_eq!(quick.controls, user.controls);
}

#[test]
fn a_number_is_typed() {
    let mut user = User::new("four-corners", TALL);
    for (name, text, said) in [
        ("Density", "0.375", None),
        ("Columns", "1023", None),
        (
            "Rows",
            "9999",
            Some("Rows: 9999 is out of range: allowed is 1 to 4096; 4096 is set"),
        ),
        (
            "Density",
            "-1e30",
            Some("Density: -1e30 is out of range: allowed is 1e-6 to 1e9 kg/m²; 1e-6 is set"),
        ),
        ("Density", "NaN", None),
        ("Density", "0.375", None),
    ] {
        user.tab_to(name, Role::Slider);
        user.press(Key::Tab);
        user.input.panel.push(egui::Event::Text(text.to_owned()));
        user.show();
        user.press(Key::Enter);
        user.press(Key::Escape);
        assert_eq!(user.held.take().as_deref(), said, "{name} {text}");
    }
    assert_eq!(user.controls.scene.cloth.density, 0.375);
    let grid = user.controls.grid;
    assert_eq!((grid.columns, grid.rows), (1023, MAX_SIDE));
}
