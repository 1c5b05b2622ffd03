//! The panel's controls by their names, for tests that use them as a user would.

use egui::Rect;
use egui::accesskit::{Role, TreeUpdate};
use std::cmp::Ordering;

/// A control, a name or a text of the panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its name; for a text, the text.
    pub name: String,
    /// What it is.
    pub role: Role,
    /// Its value in words; empty if it has none.
    pub value: String,
    /// Left, top, right and bottom in pixels.
    pub rect: [f32; 4],
    /// Whether it has the keyboard.
    pub focused: bool,
    /// Whether it can be used.
    pub enabled: bool,
    /// Whether its middle is seen, and not scrolled away.
    pub visible: bool,
}

impl Node {
    /// Its middle in pixels.
    #[must_use]
    pub fn middle(&self) -> (f32, f32) {
        let [left, top, right, bottom] = self.rect;
        (0.5 * (left + right), 0.5 * (top + bottom))
    }
}

/// The nodes with a name, from the top and from the left. `view` is where the panel's
/// sections are seen, in points.
pub(super) fn list(update: &TreeUpdate, scale: f32, view: Rect) -> Vec<Node> {
    let named = update.nodes.iter().filter_map(|(id, node)| {
        let bounds = node.bounds()?;
        let value = node.value().map(str::to_owned);
        let number = || node.numeric_value().map(|value| value.to_string());
        let toggled = || node.toggled().map(|toggled| format!("{toggled:?}"));
        let value = value.or_else(number).or_else(toggled).unwrap_or_default();
        let name = node.label().unwrap_or(&value).to_owned();
        let rect = [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(|at| at as f32);
        let (x, y) = (0.5 * (rect[0] + rect[2]), 0.5 * (rect[1] + rect[3]));
        let aside = !view.x_range().contains(x) || y < view.top();
        (!name.is_empty()).then_some(Node {
            name,
            role: node.role(),
            value,
            rect: rect.map(|at| at * scale),
            focused: *id == update.focus,
            enabled: !node.is_disabled(),
            visible: aside || view.y_range().contains(y),
        })
    });
    let mut nodes: Vec<_> = named.collect();
    let place = |node: &Node| (node.rect[1], node.rect[0]);
    nodes.sort_by(|a, b| place(a).partial_cmp(&place(b)).unwrap_or(Ordering::Equal));
    nodes
}
