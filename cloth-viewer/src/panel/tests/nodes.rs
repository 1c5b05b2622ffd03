//! The panel's controls by their names, so that tests use them as a user would.

use egui::accesskit::{Role, TreeUpdate};
use std::cmp::Ordering;

/// A control, a name or a text of the panel.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    /// Its name; for a text, the text.
    pub(crate) name: String,
    /// What it is.
    pub(crate) role: Role,
    /// Its value in words; empty if it has none.
    pub(crate) value: String,
    /// Left, top, right and bottom in pixels.
    pub(crate) rect: [f32; 4],
    /// Whether it has the keyboard.
    pub(crate) focused: bool,
    /// Whether it can be used.
    pub(crate) enabled: bool,
}

impl Node {
    /// Its middle in pixels.
    pub(crate) fn middle(&self) -> (f32, f32) {
        let [left, top, right, bottom] = self.rect;
        (0.5 * (left + right), 0.5 * (top + bottom))
    }
}

/// The nodes with a name, from the top and from the left.
pub(super) fn list(update: &TreeUpdate, scale: f32) -> Vec<Node> {
    let named = update.nodes.iter().filter_map(|(id, node)| {
        let bounds = node.bounds()?;
        let value = node.value().map(str::to_owned);
        let number = || node.numeric_value().map(|value| value.to_string());
        let toggled = || node.toggled().map(|toggled| format!("{toggled:?}"));
        let value = value.or_else(number).or_else(toggled).unwrap_or_default();
        let name = node.label().unwrap_or(&value).to_owned();
        let rect = [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(|at| at as f32);
        (!name.is_empty()).then_some(Node {
            name,
            role: node.role(),
            value,
            rect: rect.map(|at| at * scale),
            focused: *id == update.focus,
            enabled: !node.is_disabled(),
        })
    });
    let mut nodes: Vec<_> = named.collect();
    let place = |node: &Node| (node.rect[1], node.rect[0]);
    nodes.sort_by(|a, b| place(a).partial_cmp(&place(b)).unwrap_or(Ordering::Equal));
    nodes
}
