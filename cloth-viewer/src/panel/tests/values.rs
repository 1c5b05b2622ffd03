//! What mouse and panel do to the controls.

use super::*;
use cloth_core::Mode;
use cloth_core::host::Fabric;
use cloth_core::scene::Damping;

#[test]
fn showing_changes_nothing() {
    let mut user = User::with_all_open("four-corners", TALL);
    for (number, file) in user.library.clone().into_iter().enumerate() {
        for mode in Mode::ALL {
            user.original = file.scene;
            user.controls.scene_number = Some(number);
            user.controls.scene = file.scene;
            user.controls.scene.solver.mode = mode;
            // Debug tells apart what is equal: 0 and −0.
            let before = format!("{:?}", user.controls);
            user.show();
            user.show();
            assert_eq!(format!("{:?}", user.controls), before, "{}", file.name);
        }
    }
    assert!(user.commands.is_empty());
}

#[test]
fn values_beyond_the_sliders_stay_as_they_are() {
    let mut user = User::with_all_open("tear", TALL);
    let scene = &mut user.controls.scene;
    scene.solver.steps_per_second = 1e6;
    scene.solver.damping = Damping::Rate(1e5);
    scene.springs.structural = 1e9;
    scene.cloth.density = 1e-6;
    scene.forces.gravity = [1e4, -1e4, 0.1 + 0.2];
    scene.cloth.particle_radius = 1.0 / 3.0;
    let before = format!("{:?}", user.controls);
    (0..3).for_each(|_| user.show());
    assert_eq!(format!("{:?}", user.controls), before);
}

#[test]
fn a_dragged_slider_changes_its_value_alone() {
    let mut user = User::with_all_open("four-corners", TALL);
    let mut expected = user.controls.clone();
    user.drag("Structural", 1.0);
    expected.scene.springs.structural = 1e5;
    assert_eq!(user.controls, expected);
    user.drag("Gravity y", 0.0);
    expected.scene.forces.gravity[1] = -20.0;
    assert_eq!(user.controls, expected);
    user.drag("Bend", 0.0);
    expected.scene.springs.bend = 0.0;
    assert_eq!(user.controls, expected);
    user.drag("Specular", 1.0);
    expected.look.shine.specular = 2.0;
    assert_eq!(user.controls, expected);
    user.drag("Substeps", 0.0);
    expected.scene.solver.substeps = 1;
    assert_eq!(user.controls, expected);
    user.drag("Columns", 1.0);
    expected.grid.columns = 256;
    user.drag("Rows", 0.0);
    expected.grid.rows = 1;
    assert_eq!(user.controls, expected);
    user.drag("Longest", 1.0);
    let ratio = user.controls.scene.limit.unwrap().ratio;
    assert!((ratio - 2.0).abs() < 1e-12, "{ratio}");
}

#[test]
fn a_double_click_goes_back() {
    let mut user = User::with_all_open("four-corners", TALL);
    let before = user.controls.clone();
    for name in [
        "Columns",
        "Structural",
        "Gravity y",
        "Substeps",
        "Specular",
        "Speed",
    ] {
        user.drag(name, 0.3);
        assert_ne!(user.controls, before, "{name}");
        user.double_click(name, Role::Slider);
        assert_eq!(user.controls, before, "{name}");
        user.drag(name, 0.3);
        user.double_click(name, Role::Label);
        assert_eq!(user.controls, before, "{name}");
    }
    for (name, other) in [
        ("Numbers", "fixed"),
        ("Method", "rk4"),
        ("Model", "xpbd"),
        ("Surface", "flat"),
        ("Paint", "plain"),
        ("Theme", "light"),
    ] {
        user.click(name, Role::ComboBox);
        user.click(other, Role::Button);
        assert_ne!(user.controls, before, "{name}");
        user.double_click(name, Role::Label);
        assert_eq!(user.controls, before, "{name}");
    }
}

#[test]
fn scene_files_follow_the_library_and_are_looked_for_when_the_list_opens() {
    let mut user = User::with_all_open("four-corners", TALL);
    let number = user.controls.scene_number;
    user.click("Scene", Role::ComboBox);
    assert_eq!(user.commands, [Command::FindScenes]);
    // They have been found meanwhile.
    user.files = vec!["scenes/a.toml".to_owned(), "cloth-out/b.toml".to_owned()];
    user.show();
    // They are at the end of a long list.
    user.point(user.node("edge-sphere", Role::Button).middle());
    user.input.wheel = -100.0;
    (0..9).for_each(|_| user.show());
    user.click("cloth-out/b.toml", Role::Button);
    assert_eq!(user.controls.scene_number, Some(user.library.len() + 1));
    assert_eq!(user.node("Scene", Role::ComboBox).value, "cloth-out/b.toml");
    // The same once more is a command.
    user.controls.scene_number = number;
    user.commands.clear();
    user.show();
    user.click("Scene", Role::ComboBox);
    user.point(user.node("cloth-out/b.toml", Role::Button).middle());
    user.input.wheel = 100.0;
    (0..9).for_each(|_| user.show());
    user.click("four-corners", Role::Button);
    assert_eq!(user.controls.scene_number, number);
    assert_eq!(user.commands, [Command::FindScenes, Command::ReopenScene]);
}

#[test]
fn a_fabric_sets_its_values_and_shows_while_they_are_its_own() {
    let mut user = User::with_all_open("four-corners", TALL);
    let shown = |user: &User| user.node("Fabric", Role::ComboBox).value;
    assert_eq!(shown(&user), "of its own");
    let mut expected = user.controls.clone();
    for name in ["denim", "rubber"] {
        user.click("Fabric", Role::ComboBox);
        user.click(name, Role::Button);
        let fabric = Fabric::named(name).unwrap();
        fabric.apply(&mut expected.scene, GRID);
        assert_eq!(user.controls, expected);
        user.show();
        assert_eq!(shown(&user), name);
        assert!(user.has(fabric.about, Role::Label));
    }
    user.drag("Structural", 1.0);
    assert_eq!(user.controls.scene.springs.structural, 1e5);
    user.show();
    assert_eq!(shown(&user), "of its own");
}

#[test]
fn tables_are_switched_on_and_off() {
    let mut user = User::with_all_open("four-corners", TALL);
    assert!(!user.has("Wind x", Role::Slider));
    user.click("Wind", Role::CheckBox);
    assert!(user.controls.scene.forces.wind.is_some());
    assert!(user.has("Wind x", Role::Slider));
    user.click("Wind", Role::CheckBox);
    assert_eq!(user.controls.scene, user.original);
    user.click("Strain limit", Role::CheckBox);
    assert_eq!(user.controls.scene.limit, None);
    user.click("Strain limit", Role::CheckBox);
    assert_eq!(user.controls.scene, user.original);
}

#[test]
fn tearing_and_tethers_exclude_each_other_and_every_choice_is_valid() {
    let mut user = User::with_all_open("four-corners", TALL);
    user.click("Tearing", Role::CheckBox);
    user.controls.scene.validate().unwrap();
    assert!(!user.node("Tethers", Role::CheckBox).enabled);
    user.click("Tethers", Role::CheckBox);
    assert_eq!(user.controls.scene.tethers, None);
    user.click("Breaks by itself", Role::CheckBox);
    assert!(user.controls.scene.tear.unwrap().strain.is_some());
    user.controls.scene.validate().unwrap();
    for part in [0.0, 1.0] {
        user.drag("Breaking strain", part);
        user.controls.scene.validate().unwrap();
        user.drag("Longest", part);
        user.controls.scene.validate().unwrap();
    }
    user.click("Tearing", Role::CheckBox);
    user.click("Tethers", Role::CheckBox);
    assert!(user.controls.scene.tethers.is_some());
    assert!(!user.node("Tearing", Role::CheckBox).enabled);
}

#[test]
fn every_slider_at_both_ends_is_valid() {
    for mode in Mode::ALL {
        let mut user = User::new("capsule", TALL);
        user.controls.scene.solver.mode = mode;
        for section in ["Forces", "Contact", "Limits"] {
            user.click(section, Role::DisclosureTriangle);
        }
        let sliders = user.panel.nodes().iter();
        let sliders: Vec<_> = sliders
            .filter(|node| node.role == Role::Slider)
            .map(|node| node.name.clone())
            .collect();
        assert!(sliders.len() > 12, "{sliders:?}");
        for name in sliders {
            for part in [0.0, 1.0] {
                user.drag(&name, part);
                let result = user.controls.scene.validate();
                assert!(result.is_ok(), "{name} at {part}: {result:?}");
            }
        }
    }
}

#[test]
fn buttons_give_commands_and_switches_change_controls() {
    let mut user = User::with_all_open("four-corners", TALL);
    for (name, command) in [
        ("Undo", Command::Undo),
        ("Reset", Command::Reset),
        ("Next", Command::NextScene),
        ("Step", Command::Step),
        ("Top", Command::ViewFrom(cloth_draw::look::Side::Top)),
        ("GIF", Command::RecordGif),
        ("Save scene", Command::SaveScene),
    ] {
        user.click(name, Role::Button);
        assert_eq!(std::mem::take(&mut user.commands), [command]);
    }
    user.click("Pause", Role::Button);
    user.click("Slow motion", Role::Button);
    user.click("Plots", Role::Button);
    assert!(user.controls.paused && user.controls.plots);
    assert_eq!(user.controls.speed, 0.25);
    user.click("Go on", Role::Button);
    user.click("Full speed", Role::Button);
    assert!(!user.controls.paused);
    assert_eq!(user.controls.speed, 1.0);
    assert!(user.commands.is_empty());
}

#[test]
fn the_mouse_belongs_to_the_panel_over_it() {
    let mut user = User::new("four-corners", (1280, 720));
    user.point((300.0, 300.0));
    assert!(!user.panel.wants_pointer() && !user.panel.covers(300.0, 300.0));
    // A drag that comes from the cloth stays with it.
    user.button(true);
    user.point((1200.0, 300.0));
    assert!(!user.panel.wants_pointer());
    user.button(false);
    user.show();
    assert!(user.panel.wants_pointer() && user.panel.covers(1200.0, 300.0));
    // And the other way round.
    user.button(true);
    user.point((300.0, 300.0));
    assert!(user.panel.wants_pointer());
    user.button(false);
    user.show();
    assert!(!user.panel.wants_pointer());
    user.controls.panel = false;
    user.show();
    assert!(!user.panel.covers(1200.0, 300.0));
}

#[test]
fn a_time_step_beyond_the_limit_is_said_and_a_button_cures_it() {
    let mut user = User::new("four-corners-sphere", (1280, 720));
    assert!(user.controls.scene.limit.is_some(), "it has a limit, too");
    let offered = |user: &User| {
        let nodes = user.panel.nodes().iter();
        let mut buttons = nodes.filter(|node| node.name.starts_with("Set "));
        buttons.next().map(|node| node.name.clone())
    };
    assert_eq!(offered(&user), None);
    // The limit is 1 ms here.
    let scene = &mut user.controls.scene;
    (scene.solver.substeps, scene.solver.courant) = (10, false);
    (0..3).for_each(|_| user.show());
    let text = "Unstable: the time step is 167 % of the stable limit.";
    assert!(user.has(text, Role::Label));
    // 1 / (60 · 0.9 · 1 ms) = 18.5
    assert_eq!(offered(&user).as_deref(), Some("Set 19 substeps"));
    user.click("Set 19 substeps", Role::Button);
    assert_eq!(user.controls.scene.solver.substeps, 19);
    user.show();
    assert_eq!(offered(&user), None);
}
