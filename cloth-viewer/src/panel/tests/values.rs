//! What mouse and panel do to the controls.

use super::*;
use cloth_core::Mode;
use cloth_core::host::Fabric;
use cloth_core::scene::Damping;

/// Nor do values beyond the sliders.
#[test]
fn showing_changes_nothing() {
    let mut user = User::with_all_open("four-corners", TALL);
    let mut scenes: Vec<_> = user.library.iter().map(|file| file.scene).collect();
    let mut extreme = scenes::TEAR.scene;
    extreme.solver.steps_per_second = 1e6;
    extreme.solver.damping = Damping::Rate(1e5);
    extreme.springs.structural = 1e9;
    extreme.cloth.density = 1e-6;
    extreme.forces.gravity = [1e4, -1e4, 0.1 + 0.2];
    extreme.cloth.particle_radius = 1.0 / 3.0;
    scenes.push(extreme);
    for scene in scenes {
        for mode in Mode::ALL {
            (user.original, user.controls.scene) = (scene, scene);
            user.controls.scene.solver.mode = mode;
            // Debug tells apart what is equal: 0 and −0.
            let before = format!("{:?}", user.controls);
            (0..3).for_each(|_| user.show());
            assert_eq!(format!("{:?}", user.controls), before);
        }
    }
    assert!(user.commands.is_empty());
}

#[test]
fn a_dragged_slider_changes_its_value_alone_and_a_double_click_takes_it_back() {
    type Change = fn(&mut Controls);
    let cases: [(&str, f32, Change); 7] = [
        ("Structural", 1.0, |c| c.scene.springs.structural = 1e5),
        ("Gravity y", 0.0, |c| c.scene.forces.gravity[1] = -20.0),
        ("Bend", 0.0, |c| c.scene.springs.bend = 0.0),
        ("Specular", 1.0, |c| c.look.shine.specular = 2.0),
        ("Substeps", 0.0, |c| c.scene.solver.substeps = 1),
        ("Columns", 1.0, |c| c.grid.columns = 256),
        ("Rows", 0.0, |c| c.grid.rows = 1),
    ];
    let mut user = User::with_all_open("four-corners", TALL);
    let before = user.controls.clone();
    for (name, part, change) in cases {
        for role in [Role::Slider, Role::Label] {
            user.drag(name, part);
            let mut expected = before.clone();
            change(&mut expected);
            assert_eq!(user.controls, expected, "{name}");
            user.double_click(name, role);
            assert_eq!(user.controls, before, "{name}");
        }
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
    user.drag("Longest", 1.0);
    let ratio = user.controls.scene.limit.unwrap().ratio;
    assert!((ratio - 2.0).abs() < 1e-12, "{ratio}");
}

#[test]
fn scene_files_follow_the_library_and_are_looked_for_when_the_list_opens() {
    let mut user = User::with_all_open("four-corners", TALL);
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
    user.click("Scene", Role::ComboBox);
    user.click("cloth-out/b.toml", Role::Button);
    assert_eq!(user.commands.last(), Some(&Command::ReopenScene));
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
fn tables_are_switched_on_and_off_and_tearing_excludes_tethers() {
    let mut user = User::with_all_open("four-corners", TALL);
    let switch = |user: &mut User, name: &str| {
        user.click(name, Role::CheckBox);
        user.controls.scene.validate().unwrap();
        user.controls.scene
    };
    assert!(!user.has("Wind x", Role::Slider));
    assert!(switch(&mut user, "Wind").forces.wind.is_some());
    assert!(user.has("Wind x", Role::Slider));
    assert_eq!(switch(&mut user, "Wind"), user.original);
    assert_eq!(switch(&mut user, "Strain limit").limit, None);
    assert_eq!(switch(&mut user, "Strain limit"), user.original);
    switch(&mut user, "Tearing");
    assert!(!user.node("Tethers", Role::CheckBox).enabled);
    assert_eq!(switch(&mut user, "Tethers").tethers, None);
    let torn = switch(&mut user, "Breaks by itself");
    assert!(torn.tear.unwrap().strain.is_some());
    for (name, part) in [
        ("Breaking strain", 0.0),
        ("Longest", 0.0),
        ("Breaking strain", 1.0),
        ("Longest", 1.0),
    ] {
        user.drag(name, part);
        user.controls.scene.validate().unwrap();
    }
    switch(&mut user, "Tearing");
    assert!(switch(&mut user, "Tethers").tethers.is_some());
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
        let nodes = user.panel.nodes().into_iter();
        let sliders = nodes.filter(|node| node.role == Role::Slider);
        let sliders: Vec<_> = sliders.map(|node| node.name.clone()).collect();
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
        let nodes = user.panel.nodes().into_iter();
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
