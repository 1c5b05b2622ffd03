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
    let kinds = [Role::Button, Role::CheckBox, Role::ComboBox, Role::Slider, Role::SpinButton];
    node.enabled && kinds.contains(&node.role)
}

/// What a control may change: what can be chosen, and what is said.
fn state(twins: &Twins) -> (Controls, String, u64) {
    let app = &twins.app;
    (app.controls(), app.notice().to_owned(), app.model().state_hash())
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
