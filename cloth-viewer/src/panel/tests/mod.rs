//! A user in front of the panel, without a window.

mod keyboard;
mod looks;
mod nodes;
mod values;

use super::*;
use crate::breeze::{WAVES, breeze};
use crate::scene_file::SceneFile;
use cloth_core::host::{Format, GridSize, Method};
use cloth_core::{Scene, scenes};
use cloth_draw::look::Look;
use egui::accesskit::Role;
use nodes::Node;

/// A picture tall enough for all sections.
const TALL: (usize, usize) = (1000, 2200);

/// The grid of the scenes that are opened here.
const GRID: GridSize = GridSize {
    columns: 50,
    rows: 50,
};

impl Panel {
    /// From now on the controls are listed. It costs time.
    pub(crate) fn list_nodes(&self) {
        self.ctx.enable_accesskit();
    }

    /// The controls of the last picture.
    pub(crate) fn nodes(&self) -> Vec<Node> {
        let tree = self.tree.iter();
        tree.flat_map(|tree| nodes::list(tree, self.scale))
            .collect()
    }
}

struct User {
    panel: Panel,
    controls: Controls,
    original: Scene,
    library: Vec<SceneFile>,
    files: Vec<String>,
    input: Input,
    frame: Framebuffer,
    figures: &'static str,
    timeline: Option<Stretch>,
    commands: Vec<Command>,
    held: Option<String>,
}

impl User {
    /// Opens a scene of the library in a picture of a size.
    fn new(name: &str, size: (usize, usize)) -> Self {
        let library: Vec<_> = scenes::ALL.iter().map(SceneFile::from).collect();
        let number = library.iter().position(|file| file.name == name);
        let original = library[number.unwrap()].scene;
        let controls = Controls {
            scene_number: number,
            grid: GRID,
            method: Method::Verlet,
            format: Format::F32,
            scene: original,
            look: Look::DEFAULT,
            paused: false,
            speed: 1.0,
            auto_orbit: false,
            panel: true,
            plots: false,
            help: false,
        };
        let panel = Panel::default();
        panel.list_nodes();
        let input = Input {
            size,
            elapsed: Duration::from_millis(16),
            ..Input::default()
        };
        let mut user = Self {
            panel,
            controls,
            original,
            library,
            files: Vec::new(),
            input,
            frame: Framebuffer::new(size.0, size.1),
            figures: "",
            timeline: None,
            commands: Vec::new(),
            held: None,
        };
        // egui learns sizes in its first pictures.
        (0..2).for_each(|_| user.show());
        user
    }

    /// With every section open.
    fn with_all_open(name: &str, size: (usize, usize)) -> Self {
        let mut user = Self::new(name, size);
        for section in sections::names() {
            if !["Scene", "Time", "Cloth"].contains(&section) {
                user.click(section, Role::DisclosureTriangle);
            }
        }
        user.show();
        user
    }

    fn show(&mut self) {
        self.show_over(Framebuffer::new(self.frame.width(), self.frame.height()));
    }

    fn show_over(&mut self, picture: Framebuffer) {
        self.frame = picture;
        let readout = Readout {
            library: &self.library,
            files: &self.files,
            summary: "A cloth.",
            original: &self.original,
            original_method: Method::Verlet,
            original_format: Format::F32,
            grid: GRID,
            stable_dt: Some(1e-3),
            history: &[],
            recording: "",
            figures: self.figures,
            notice: &Notice::default(),
            ring: None,
            can_undo: true,
            timeline: self.timeline,
            last_wind: (breeze(&self.original), WAVES),
        };
        let response = self.panel.show(
            std::slice::from_ref(&self.input),
            &mut self.controls,
            &readout,
            &mut self.frame,
        );
        self.commands.extend(response.commands);
        self.held = response.held.or(self.held.take());
        self.input.panel.clear();
        self.input.wheel = 0.0;
    }

    /// The one control of a name and kind.
    fn node(&self, name: &str, role: Role) -> Node {
        let nodes = self.panel.nodes();
        let same = |node: &&Node| node.name == name && node.role == role;
        let mut found = nodes.iter().filter(same);
        let Some(node) = found.next() else {
            let names: Vec<_> = nodes.iter().map(|n| (&n.name, n.role)).collect();
            panic!("no {role:?} {name} in {names:?}");
        };
        assert!(found.next().is_none(), "two of {role:?} {name}");
        node.clone()
    }

    /// The control that has the keyboard.
    fn focus(&self) -> Option<Node> {
        self.panel.nodes().into_iter().find(|node| node.focused)
    }

    fn has(&self, name: &str, role: Role) -> bool {
        let nodes = self.panel.nodes();
        nodes.iter().any(|n| n.name == name && n.role == role)
    }

    fn point(&mut self, (x, y): (f32, f32)) {
        self.input.cursor = Some((x, y));
        self.show();
    }

    fn button(&mut self, down: bool) {
        self.input.left = down;
        self.show();
    }

    fn click(&mut self, name: &str, role: Role) {
        self.point(self.node(name, role).middle());
        self.button(true);
        self.button(false);
        self.show();
    }

    fn double_click(&mut self, name: &str, role: Role) {
        // egui counts clicks wherever they are: these are the first and the second.
        self.wait();
        self.point(self.node(name, role).middle());
        for down in [true, false, true, false] {
            self.button(down);
        }
        self.wait();
    }

    fn wait(&mut self) {
        self.input.elapsed = Duration::from_secs(2);
        self.show();
        self.input.elapsed = Duration::from_millis(16);
    }

    /// Drags a slider from its middle to a part of its length.
    fn drag(&mut self, name: &str, part: f32) {
        let node = self.node(name, Role::Slider);
        let [left, _, right, _] = node.rect;
        self.point(node.middle());
        self.button(true);
        self.point((left + part * (right - left), node.middle().1));
        self.button(false);
        self.show();
    }

    /// Presses keys within one picture.
    fn press_all(&mut self, keys: &[egui::Key]) {
        for &key in keys {
            let event = |pressed| egui::Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers: egui::Modifiers::NONE,
            };
            self.input.panel.extend([true, false].map(event));
        }
        self.show();
        self.show();
    }

    fn press(&mut self, key: egui::Key) {
        self.press_all(&[key]);
    }

    /// Moves the focus on until a control of this name and kind has it; returns how many keys that took.
    fn tab_to(&mut self, name: &str, role: Role) -> usize {
        for count in 1..200 {
            self.press(egui::Key::Tab);
            let focused = self.focus();
            if focused.is_some_and(|node| node.name == name && node.role == role) {
                return count;
            }
        }
        panic!("Tab never comes to {role:?} {name}");
    }
}
