//! Every control of the panel, worked by mouse and by keys.

use crate::twins::Twins;
use cloth_viewer::panel::{Controls, Node};
use egui::accesskit::Role;
use std::collections::BTreeSet;

const SIZE: (usize, usize) = (1280, 960);
/// A place over the picture, where the cursor does nothing.
const ASIDE: (usize, usize) = (40, 60);
/// More presses of Tab than there are controls.
const MOST: usize = 300;

fn open() -> Twins {
    // The program writes where it is started; so does its twin.
    let twins = Twins::paused_on(SIZE, &["four-corners-sphere", "--grid", "8"]);
    std::env::set_current_dir(twins.session.folder()).unwrap();
    twins
}

fn is_control(node: &Node) -> bool {
    let kinds = [
        Role::Button,
        Role::CheckBox,
        Role::ComboBox,
        Role::Slider,
        Role::SpinButton,
    ];
    node.enabled && kinds.contains(&node.role)
}

/// What a control may change: what can be chosen, and what is said.
fn state(twins: &Twins) -> (Controls, String, u64) {
    let app = &twins.app;
    (
        app.controls(),
        app.notice().to_owned(),
        app.model().state_hash(),
    )
}

impl Twins {
    fn click(&mut self, place: (f32, f32)) {
        self.session.point((place.0 as usize, place.1 as usize));
        self.input.cursor = Some((place.0.floor(), place.1.floor()));
        self.both_see();
        for down in [true, false] {
            self.session.hold(1, down);
            self.input.left = down;
            self.both_see();
        }
    }

    /// Lets the twin take in the input, and waits until the window has.
    fn both_see(&mut self) {
        let input = self.input.clone();
        self.app.update(&input);
        self.agree("a mouse");
    }

    fn aside(&mut self) {
        self.session.point(ASIDE);
        self.input.cursor = Some((ASIDE.0 as f32, ASIDE.1 as f32));
        self.both_see();
    }

    fn nodes(&mut self) -> Vec<Node> {
        self.app.panel_mut().nodes().to_vec()
    }

    fn focus(&mut self) -> Option<Node> {
        self.app.panel_mut().focus().cloned()
    }
}

const SECTIONS: [&str; 8] = [
    "Time", "Cloth", "Forces", "Contact", "Limits", "Look", "Keep", "Scene",
];
/// Sections that are open at the start.
const OPEN: [&str; 3] = ["Scene", "Time", "Cloth"];

/// The names of controls that have been worked, and of those that changed nothing.
#[derive(Default)]
struct Worked {
    names: BTreeSet<String>,
    idle: Vec<String>,
}

impl Worked {
    fn note(&mut self, node: &Node, changed: bool) {
        self.names.insert(node.name.clone());
        if !changed {
            self.idle.push(format!("{:?} {}", node.role, node.name));
        }
    }
}

impl Twins {
    fn node(&mut self, name: &str, role: Role) -> Option<Node> {
        let nodes = self.nodes();
        let mut found = nodes
            .into_iter()
            .filter(|n| n.name == name && n.role == role);
        found.next()
    }

    fn toggle_section(&mut self, name: &str) {
        let header = self
            .node(name, Role::DisclosureTriangle)
            .expect("a section");
        self.click(header.middle());
        self.aside();
    }

    /// Works one control by mouse; whether that changed anything.
    fn work(&mut self, node: &Node) -> bool {
        let before = state(self);
        match node.role {
            Role::Slider => {
                let [left, top, right, bottom] = node.rect;
                for part in [0.3, 0.7] {
                    self.click((left + part * (right - left), 0.5 * (top + bottom)));
                    self.aside();
                    if state(self) != before {
                        return true;
                    }
                }
            }
            Role::ComboBox => {
                let closed: Vec<_> = self.nodes().into_iter().map(|n| n.name).collect();
                self.click(node.middle());
                let entries: Vec<_> = self.nodes();
                let entry = (entries.iter().rev())
                    .find(|n| n.role == Role::Button && n.visible && !closed.contains(&n.name));
                self.click(entry.expect("an entry").middle());
                self.aside();
            }
            _ => {
                self.click(node.middle());
                self.aside();
            }
        }
        state(self) != before
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn every_control_is_worked_by_mouse() {
    let mut twins = open();
    twins.expected();
    for section in OPEN {
        twins.toggle_section(section);
    }
    let mut worked = Worked::default();
    for section in SECTIONS {
        let outside: Vec<_> = twins.nodes().into_iter().map(|n| n.name).collect();
        twins.toggle_section(section);
        let inside = twins.nodes();
        let inside = inside.iter().filter(|n| is_control(n) && n.visible);
        let inside: Vec<_> = inside
            .filter(|n| !outside.contains(&n.name))
            .cloned()
            .collect();
        assert!(!inside.is_empty(), "{section} is empty");
        for node in inside.iter().filter(|n| n.role != Role::SpinButton) {
            // What was chosen before may have moved it, or taken it away.
            let Some(now) = twins.node(&node.name, node.role).filter(|n| n.enabled) else {
                continue;
            };
            let changed = twins.work(&now);
            worked.note(&now, changed);
        }
        twins.toggle_section(section);
    }
    assert!(worked.idle.is_empty(), "without effect: {:?}", worked.idle);
    assert!(worked.names.len() > 55, "{:?}", worked.names);
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn every_control_is_worked_by_keys() {
    let mut twins = open();
    for section in SECTIONS.into_iter().filter(|name| !OPEN.contains(name)) {
        twins.toggle_section(section);
    }
    let mut worked = Worked::default();
    let mut since_new = 0;
    for _ in 0..MOST {
        twins.panel_key("Tab", egui::Key::Tab);
        let node = twins.focus().filter(is_control);
        let Some(node) = node.filter(|n| !worked.names.contains(&n.name)) else {
            since_new += 1;
            if since_new > 120 {
                break;
            }
            continue;
        };
        since_new = 0;
        if node.role == Role::SpinButton {
            continue;
        }
        let before = state(&twins);
        match node.role {
            Role::Slider => {
                twins.panel_key("Right", egui::Key::ArrowRight);
                if state(&twins) == before {
                    // It stands at its right end.
                    twins.panel_key("Left", egui::Key::ArrowLeft);
                }
            }
            Role::ComboBox => {
                for (key, name) in [
                    ("Return", egui::Key::Enter),
                    ("Down", egui::Key::ArrowDown),
                    ("Down", egui::Key::ArrowDown),
                    ("Return", egui::Key::Enter),
                ] {
                    twins.panel_key(key, name);
                }
            }
            _ => {
                twins.panel_key("space", egui::Key::Space);
            }
        }
        let changed = state(&twins) != before;
        worked.note(&node, changed);
    }
    assert!(worked.idle.is_empty(), "without effect: {:?}", worked.idle);
    assert!(worked.names.len() > 55, "{:?}", worked.names);
}
