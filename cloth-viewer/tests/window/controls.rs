//! Every control of the panel, worked by mouse and by keys.

use crate::twins::{LINE, Twins};
use cloth_draw::camera::Camera;
use cloth_draw::raster::Framebuffer;
use cloth_viewer::input::Command;
use cloth_viewer::panel::{Controls, Node};
use egui::Key;
use egui::accesskit::Role;
use std::collections::BTreeSet;
use std::thread::sleep;
use std::time::Duration;

const SIZE: (usize, usize) = (1280, 960);
/// A place over the picture, where the cursor does nothing.
const ASIDE: (usize, usize) = (40, 60);
/// More presses of Tab than it takes to come to every control.
const MOST: usize = 1300;
/// A control that is there in every round that Tab leads through the panel.
const FIRST: &str = "Help";
/// Longer than a picture takes.
const PICTURE: Duration = Duration::from_millis(50);

const SECTIONS: [&str; 8] = [
    "Time", "Cloth", "Forces", "Contact", "Limits", "Look", "Save", "Scene",
];
/// Sections that are open at the start.
const OPEN: [&str; 3] = ["Scene", "Time", "Cloth"];
/// Buttons that begin and end a recording. How long it is shows; so what is seen differs meanwhile.
const RECORDINGS: [&str; 4] = ["GIF", "PNG sequence", "OBJ sequence", "Record inputs"];
/// What starts another scene.
const SCENES: [&str; 3] = ["Scene", "Previous", "Next"];

fn open() -> Twins {
    let twins = Twins::paused_on(SIZE, &["four-corners-sphere", "--grid", "16"]);
    // The program writes where it is started; its twin, beside that.
    let folder = twins.session.folder().join("twin");
    std::fs::create_dir(&folder).unwrap();
    std::env::set_current_dir(folder).unwrap();
    twins
}

fn is_control(node: &Node) -> bool {
    let kinds = [Role::Button, Role::CheckBox, Role::ComboBox, Role::Slider];
    node.enabled && kinds.contains(&node.role)
}

/// What a control may change: what can be chosen, what is said, the cloth, the camera.
fn state(twins: &Twins) -> (Controls, String, u64, Camera) {
    let app = &twins.app;
    let hash = app.simulation().state_hash();
    (app.controls(), app.notice().to_owned(), hash, *app.camera())
}

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

    fn check(&self) {
        assert!(self.idle.is_empty(), "without effect: {:?}", self.idle);
        assert!(self.names.len() > 55, "{:?}", self.names);
    }
}

/// The mouse.
impl Twins {
    /// Clicks, and takes the cursor away again: under it hints come and go with time.
    fn click_once(&mut self, place: (f32, f32)) {
        self.click(place);
        self.session.point(ASIDE);
        self.input.cursor = Some((ASIDE.0 as f32, ASIDE.1 as f32));
        // What was chosen holds a picture later, and is laid out another one later.
        (0..3).for_each(|_| self.unseen());
    }

    fn click(&mut self, (x, y): (f32, f32)) {
        self.session.point((x as usize, y as usize));
        self.input.cursor = Some((x.floor(), y.floor()));
        for down in [true, false] {
            self.unseen();
            self.session.hold(1, down);
            self.input.left = down;
        }
        self.unseen();
    }

    /// Lets the twin take in the input and draw a picture; the window has time for some, too.
    fn unseen(&mut self) {
        let input = self.input.clone();
        self.tell(&input);
        self.app.draw(&mut Framebuffer::new(SIZE.0, SIZE.1));
        sleep(PICTURE);
    }

    /// Presses a key that the panel reads.
    fn press(&mut self, key: &str, name: Key) {
        self.session.tap(key);
        let input = self.with_key(name);
        self.tell(&input);
        self.app.draw(&mut Framebuffer::new(SIZE.0, SIZE.1));
        self.unseen();
    }

    /// Clicks where only the window knows of it.
    fn click_window(&mut self, (x, y): (f32, f32)) {
        self.session.point((x as usize, y as usize));
        for down in [true, false] {
            self.unseen();
            self.session.hold(1, down);
        }
        self.unseen();
        self.session.point(ASIDE);
        self.unseen();
    }
}

/// What is in the panel.
impl Twins {
    fn nodes(&mut self) -> Vec<Node> {
        self.app.panel_mut().nodes().to_vec()
    }

    fn focus(&mut self) -> Option<Node> {
        self.app.panel_mut().focus().cloned()
    }

    fn names(&mut self) -> BTreeSet<String> {
        self.nodes().into_iter().map(|node| node.name).collect()
    }

    fn node(&mut self, name: &str, role: Role) -> Option<Node> {
        let nodes = self.nodes();
        let mut found = nodes
            .into_iter()
            .filter(|n| n.name == name && n.role == role);
        found.next()
    }

    fn toggle_section(&mut self, name: &str) {
        let header = self.node(name, Role::DisclosureTriangle);
        self.click_once(header.expect("a section").middle());
    }
}

/// Controls by mouse.
impl Twins {
    /// Works one control; whether that changed anything.
    fn work(&mut self, node: &Node) -> bool {
        match node.name.as_str() {
            "Go on" => return self.go_on(node),
            "Turn by itself" => return self.turn(node),
            "Reset" => drop(self.tap("n", Command::Step)),
            name if RECORDINGS.contains(&name) => {
                let place = node.middle();
                return self.record(|twins| twins.click(place));
            }
            _ => {}
        }
        let before = state(self);
        match node.role {
            Role::Slider => {
                let [left, top, right, bottom] = node.rect;
                for part in [0.3, 0.7] {
                    self.click_once((left + part * (right - left), 0.5 * (top + bottom)));
                    if state(self) != before {
                        return true;
                    }
                }
            }
            Role::ComboBox => {
                let closed = self.names();
                self.click(node.middle());
                // The list drops down a picture later, and takes its place another one later.
                (0..2).for_each(|_| self.unseen());
                let entries = self.nodes();
                let entry = entries.iter().find(|n| is_entry(n, &closed, node));
                self.click_once(
                    entry
                        .unwrap_or_else(|| panic!("{node:?} among {entries:#?}"))
                        .middle(),
                );
            }
            _ => self.click_once(node.middle()),
        }
        state(self) != before
    }

    /// The window goes on and stops again; its twin, which has another clock, stands still.
    fn go_on(&mut self, node: &Node) -> bool {
        // What the sliders have been set to is no stable step. A banner says so, and its button
        // cures it.
        let nodes = self.nodes();
        let mut banner = nodes.iter().filter(|node| node.name.starts_with("Set "));
        self.click_once(banner.next().expect("a banner").middle());
        assert!(
            self.nodes()
                .iter()
                .all(|node| !node.name.starts_with("Set "))
        );
        let before = self.agree("a rest");
        self.click_window(node.middle());
        (self.session).until("motion", |shot| shot.below(LINE).changed(&before) > 500);
        self.click_window(node.middle());
        self.begin_anew();
        true
    }

    /// The window's camera turns and stops again; then both go home.
    fn turn(&mut self, node: &Node) -> bool {
        let mut before = self.agree("a rest");
        self.click_window(node.middle());
        sleep(PICTURE);
        for _ in 0..3 {
            let shot =
                (self.session).until("a turn", |shot| shot.below(LINE).changed(&before) > 500);
            before = shot.below(LINE);
        }
        self.click_window(node.middle());
        self.tap("Home", Command::ViewHome);
        true
    }

    /// Begins a recording and ends it; both must come to say the same.
    fn record(&mut self, press: impl Fn(&mut Self)) -> bool {
        ["recording to cloth-out", "in cloth-out"]
            .iter()
            .all(|said| {
                press(self);
                // The second comes when all is written.
                (0..MOST).any(|_| {
                    self.unseen();
                    self.app.notice().starts_with(said)
                })
            })
    }
}

/// Whether a node is one of a list that has dropped down, not what is chosen already.
fn is_entry(node: &Node, closed: &BTreeSet<String>, list: &Node) -> bool {
    let is_new = !closed.contains(&node.name) && node.name != list.value;
    is_new && node.role == Role::Button && node.enabled && node.visible
}

/// Controls by keys.
impl Twins {
    /// Works the control that has the keyboard; whether that changed anything.
    fn work_by_keys(&mut self, node: &Node) -> bool {
        if RECORDINGS.contains(&node.name.as_str()) {
            return self.record(|twins| twins.press("space", Key::Space));
        }
        let before = state(self);
        match node.role {
            Role::Slider => {
                self.press("Right", Key::ArrowRight);
                if state(self) == before {
                    // It stands at its right end.
                    self.press("Left", Key::ArrowLeft);
                }
            }
            Role::ComboBox => self.choose_by_keys(node),
            _ => self.press("space", Key::Space),
        }
        let changed = state(self) != before;
        if node.name == "Panel" {
            self.tap("F2", Command::Panel);
        }
        changed
    }

    fn choose_by_keys(&mut self, node: &Node) {
        let closed = self.names();
        self.press("space", Key::Space);
        for _ in 0..20 {
            self.press("Tab", Key::Tab);
            let focus = self.focus();
            if focus.is_some_and(|n| is_entry(&n, &closed, node)) {
                self.press("Return", Key::Enter);
                return;
            }
        }
        panic!("no entry of {} is reached", node.name);
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn every_control_is_worked_by_mouse() {
    let mut twins = open();
    twins.expected();
    let mut worked = Worked::default();
    // Above the sections. There is nothing to take back yet; what hides the panel comes with F2.
    for name in ["Help", "Plots", "Panel"] {
        let node = twins.node(name, Role::Button).expect(name);
        let changed = twins.work(&node);
        worked.note(&node, changed);
        match name {
            "Panel" => twins.tap("F2", Command::Panel),
            "Plots" => twins.tap("F3", Command::Plots),
            _ => twins.tap("F1", Command::Help),
        };
    }
    for section in OPEN {
        twins.toggle_section(section);
    }
    for section in SECTIONS {
        let outside = twins.names();
        twins.toggle_section(section);
        let inside = twins.nodes().into_iter();
        let inside = inside.filter(|n| is_control(n) && !outside.contains(&n.name));
        let inside: Vec<_> = inside.collect();
        assert!(!inside.is_empty(), "{section} is empty");
        for node in &inside {
            // What was chosen before may have moved it, or taken it away.
            let Some(now) = twins.node(&node.name, node.role).filter(|n| n.enabled) else {
                continue;
            };
            let changed = twins.work(&now);
            worked.note(&now, changed);
        }
        if section == "Forces" {
            let undo = twins.node("Undo", Role::Button).expect("Undo");
            let changed = twins.work(&undo);
            worked.note(&undo, changed);
        }
        twins.toggle_section(section);
        // After all that, both must show the same.
        twins.agree(section);
    }
    worked.check();
}

#[test]
#[ignore = "needs Xvfb and xdotool: apt-get install xvfb xdotool libx11-6 libxcursor1"]
fn every_control_is_worked_by_keys() {
    let mut twins = open();
    // From below: what is opened moves the sections under it out of the window.
    for section in SECTIONS.into_iter().rev() {
        if !OPEN.contains(&section) {
            twins.toggle_section(section);
        }
    }
    // So that there is something to go back from.
    twins.tap("n", Command::Step);
    let mut worked = Worked::default();
    // Left out: with these the window would go on by itself, and its twin has another clock. By
    // mouse, where the keyboard is free to stop it, they are worked.
    worked
        .names
        .extend(["Go on", "Turn by itself"].map(str::to_owned));
    // Round and round, until a round has brought nothing new. Other scenes come last, for they have
    // other values.
    let (mut news, mut scenes_wait) = (true, true);
    for _ in 0..MOST {
        twins.press("Tab", Key::Tab);
        let Some(node) = twins.focus() else { continue };
        if node.name == FIRST {
            if !news && !scenes_wait {
                break;
            }
            scenes_wait &= news;
            news = false;
        }
        let waits = scenes_wait && SCENES.contains(&node.name.as_str());
        if is_control(&node) && !waits && !worked.names.contains(&node.name) {
            let changed = twins.work_by_keys(&node);
            worked.note(&node, changed);
            news = true;
        }
    }
    assert!(!news, "more than {MOST} presses of Tab");
    twins.agree("the end");
    worked.check();
}
