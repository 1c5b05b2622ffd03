//! The list of what keys and mouse do.

use egui::{Align2, Context, Grid, Rect, RichText, ScrollArea, Ui, Window};

/// What to press, and what it does.
pub const KEYS: [(&str, &str); 37] = [
    ("left drag", "pull the cloth, or move the ball"),
    ("left click", "pin a particle, or unpin it"),
    ("right drag", "tear, where the scene tears"),
    ("drag beside it", "orbit"),
    ("middle drag", "pan"),
    ("wheel", "zoom"),
    ("W A S D", "fly forward, left, back, right"),
    ("Space X", "fly up, down"),
    ("arrows", "move the ball"),
    ("Home", "camera as at the start"),
    ("F5 F6 F7 F8", "from the front, side, top, bottom"),
    ("O", "orbit by itself"),
    ("P", "pause"),
    ("N", "one step; held, step by step"),
    ("Comma", "a step back on the timeline, held too"),
    ("B", "slow motion"),
    ("R", "reset"),
    ("Ctrl+Z U", "take back the last change, pin or start"),
    ("Tab", "keys to the panel; Esc gives them back"),
    ("1 to 9", "scenes"),
    ("PgUp PgDn", "previous, next scene"),
    ("M", "next way to draw the surface"),
    ("L", "springs as lines"),
    ("C", "model: springs, constraints, PBD, XPBD"),
    ("V", "wind"),
    ("F1", "this list"),
    ("F2", "panel"),
    ("F3", "plots"),
    ("F4", "light or dark"),
    ("F9", "screenshot"),
    ("F10", "GIF: start, end"),
    ("F11", "PNG sequence: start, end"),
    ("F12", "record inputs: start, end"),
    ("E", "OBJ"),
    ("J", "OBJ sequence: start, end"),
    ("K", "save the scene"),
    ("Esc", "close what is open, then quit"),
];

/// Width of a column of the list, points.
const COLUMN: f32 = 330.0;
/// Room for the window's own edges, points.
const EDGE: f32 = 40.0;

/// Room for the window's title, and above and below it for the picture to be seen, points.
const TITLE: f32 = 118.0;

/// Shows the list in the middle of the free part of the picture, in two columns if they fit.
pub(super) fn show(ctx: &Context, open: &mut bool, free: Rect) {
    let offset = free.center() - ctx.content_rect().center();
    let columns = if free.width() > 2.0 * COLUMN + EDGE {
        2
    } else {
        1
    };
    Window::new("Keys and mouse")
        .open(open)
        .anchor(Align2::CENTER_CENTER, offset)
        .collapsible(false)
        .resizable(false)
        .min_width((columns as f32 * COLUMN).min(free.width() - EDGE))
        .show(ctx, |ui| {
            ScrollArea::vertical()
                .max_height((free.height() - TITLE).max(60.0))
                .show(ui, |ui| lists(ui, columns));
        });
}

/// The keys in columns.
fn lists(ui: &mut Ui, columns: usize) {
    ui.horizontal_top(|ui| {
        for (i, part) in KEYS.chunks(KEYS.len().div_ceil(columns)).enumerate() {
            list(ui, i, part);
            ui.add_space(12.0);
        }
    });
}

fn list(ui: &mut Ui, number: usize, keys: &[(&str, &str)]) {
    Grid::new(number)
        .num_columns(2)
        .spacing([14.0, 3.0])
        .show(ui, |ui| {
            for (key, meaning) in keys {
                ui.label(RichText::new(*key).strong());
                ui.label(*meaning);
                ui.end_row();
            }
        });
}
