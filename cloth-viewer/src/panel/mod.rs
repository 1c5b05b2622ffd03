//! The panel: what a user can choose and what a user is told, drawn over the picture.
//!
//! egui lays it out and listens to mouse and keys; `paint` fills its triangles. Nothing here reads
//! a clock, so the same input gives the same panel.

mod controls;
mod heads_up;
pub mod help;
mod listen;
mod number;
mod paint;
mod plots;
mod rows;
mod scrub_bar;
mod sections;
mod style;

#[cfg(test)]
mod tests;

pub use controls::{Controls, Notice, Outcome, Pointer, Readout, Ring, Sample, Stretch};

use crate::input::{Command, Input};
use cloth_draw::raster::Framebuffer;
use egui::accesskit::TreeUpdate;
use egui::{Context, CursorIcon, FullOutput, Pos2, Rect, Ui, ViewportId};
use listen::Listener;
use paint::Painter;
use sections::Desk;
use std::fmt;
use std::time::Duration;

/// What the user wants besides changed controls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// What buttons mean, in order.
    pub commands: Vec<Command>,
    /// What was typed and is not allowed, and what is set in its place.
    pub held: Option<String>,
    /// How soon the panel would look different if it were drawn again with no input at all.
    pub repaint_after: Duration,
}

/// The panel, the plots, the list of keys, and the figures at the top.
pub struct Panel {
    ctx: Context,
    painter: Painter,
    listener: Listener,
    /// The controls of the last picture as a screen reader hears them, if egui is asked to list them.
    pub tree: Option<TreeUpdate>,
    /// Pixels a point.
    scale: f32,
    /// The cursor's shape over the panel as of the last picture.
    pub pointer: Pointer,
}

impl fmt::Debug for Panel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // egui's context would be thousands of lines.
        f.debug_struct("Panel")
            .field("listener", &self.listener)
            .field("scale", &self.scale)
            .finish_non_exhaustive()
    }
}

impl Default for Panel {
    /// A panel as it is when the viewer starts.
    fn default() -> Self {
        let ctx = Context::default();
        style::set(&ctx);
        Self {
            ctx,
            painter: Painter::default(),
            listener: Listener::default(),
            tree: None,
            scale: 1.0,
            pointer: Pointer::default(),
        }
    }
}

impl Panel {
    /// Draws the panel over the picture in `frame`, with what happened since the last picture, in
    /// turn; changes `controls`; returns what else is wanted.
    pub fn show(
        &mut self,
        inputs: &[Input],
        controls: &mut Controls,
        readout: &Readout<'_>,
        frame: &mut Framebuffer,
    ) -> Response {
        let mut response = Response::default();
        if frame.width() == 0 || frame.height() == 0 {
            return response;
        }
        self.scale = style::scale(frame.size());
        self.ctx.set_theme(style::theme(controls.look.theme));
        let over = |place| covers(&self.ctx, place);
        let passes = (self.listener).take(inputs, frame.size(), self.scale, over);
        let (mut side, mut output) = (controls.panel, FullOutput::default());
        for raw in passes {
            side = controls.panel;
            output.append(self.ctx.clone().run(raw, |ctx| {
                let mut desk = Desk {
                    controls: &mut *controls,
                    readout,
                    commands: &mut response.commands,
                };
                lay_out(ctx, &mut desk);
            }));
        }
        self.pointer = pointer(output.platform_output.cursor_icon);
        response.held = rows::take_held(&self.ctx);
        response.repaint_after = self.paint(output, side, frame);
        response
    }

    /// Draws what was drawn last, over another picture; returns whether that was of the same size.
    pub fn show_again(&mut self, frame: &mut Framebuffer) -> bool {
        self.painter.paint_again(frame)
    }

    /// Paints what egui has laid out; returns how soon egui wants another picture.
    fn paint(&mut self, output: FullOutput, side: bool, frame: &mut Framebuffer) -> Duration {
        let FullOutput {
            platform_output,
            textures_delta,
            shapes,
            pixels_per_point,
            viewport_output,
        } = output;
        self.tree = platform_output.accesskit_update;
        let meshes = self.ctx.tessellate(shapes, pixels_per_point);
        let hidden = match side {
            true => Self::hides_from(frame.size()),
            false => frame.width(),
        };
        self.painter
            .paint(&textures_delta, meshes, pixels_per_point, hidden, frame);
        let delay = viewport_output.get(&ViewportId::ROOT);
        delay.map_or(Duration::MAX, |viewport| viewport.repaint_delay)
    }

    /// Whether the mouse belongs to the panel as of the last picture: the cursor is over it, or a
    /// button went down there and is still held. A button that went down over the picture keeps
    /// the mouse there.
    #[must_use]
    pub fn wants_pointer(&self) -> bool {
        self.listener.taken || self.ctx.is_using_pointer()
    }

    /// Whether the keyboard belongs to the panel as of the last picture. Escape gives it back.
    #[must_use]
    pub fn wants_keys(&self) -> bool {
        self.ctx.wants_keyboard_input() || self.ctx.is_popup_open()
    }

    /// The part of a picture's width, from the right, that the panel covers: none of a small picture,
    /// over which it lies.
    #[must_use]
    pub fn part(size: (usize, usize)) -> f32 {
        let points = (size.0 as f32 / style::scale(size)).max(1.0);
        match Self::fits(size) {
            true => style::width(points) / points,
            false => 0.0,
        }
    }

    /// The first column of a picture that the panel hides, where it is shown: with a pixel for the rounding
    /// of its edge.
    #[must_use]
    pub fn hides_from(size: (usize, usize)) -> usize {
        let free = size.0 as f32 * (1.0 - Self::part(size));
        (free.round() as usize + 1).min(size.0)
    }

    /// The part of a picture's height, from below, that the plots cover.
    #[must_use]
    pub fn part_of_plots(size: (usize, usize)) -> f32 {
        let points = (size.1 as f32 / style::scale(size)).max(1.0);
        style::plot_height(points) / points
    }

    /// Whether the panel leaves at least half of a picture.
    #[must_use]
    pub fn fits(size: (usize, usize)) -> bool {
        let points = size.0 as f32 / style::scale(size);
        2.0 * style::width(points) <= points
    }

    /// Whether a place of the last picture, in pixels, is covered by the panel.
    #[must_use]
    pub fn covers(&self, x: f32, y: f32) -> bool {
        covers(&self.ctx, Pos2::new(x, y) / self.scale)
    }
}

/// egui's cursors, as far as a window has them.
fn pointer(icon: CursorIcon) -> Pointer {
    match icon {
        CursorIcon::Text => Pointer::Text,
        CursorIcon::ResizeHorizontal => Pointer::Sideways,
        _ => Pointer::Arrow,
    }
}

/// Whether something of egui's is at a place, in points.
fn covers(ctx: &Context, place: Pos2) -> bool {
    match ctx.layer_id_at(place) {
        None => false,
        Some(layer) if layer.order == egui::Order::Background => {
            let free = ctx.data(|data| data.get_temp::<Rect>(egui::Id::new(FREE)));
            free.is_some_and(|free| !free.contains(place))
        }
        Some(_) => true,
    }
}

/// The name under which egui remembers the part of the picture that no panel covers.
const FREE: &str = "free";

/// Puts everything in its place.
fn lay_out(ctx: &Context, desk: &mut Desk<'_>) {
    let all = ctx.content_rect();
    if desk.controls.panel {
        let side = egui::SidePanel::right("controls")
            .resizable(false)
            .exact_width(style::width(all.width()))
            .frame(style::side(&ctx.style()));
        side.show(ctx, |ui| controls_of(ui, desk));
    }
    scrub_bar::show(ctx, desk);
    if desk.controls.plots {
        let bottom = egui::TopBottomPanel::bottom("plots")
            .resizable(false)
            .exact_height(style::plot_height(all.height()))
            .frame(style::side(&ctx.style()));
        bottom.show(ctx, |ui| plots::show(ui, desk.readout.history));
    }
    let free = ctx.available_rect();
    ctx.data_mut(|data| data.insert_temp(egui::Id::new(FREE), free));
    heads_up::ring(ctx, desk.readout.ring, free);
    heads_up::show(ctx, desk.readout, free);
    heads_up::banner(ctx, desk, free);
    help::show(ctx, &mut desk.controls.help, free);
}

/// The buttons at the top of the panel, and the sections.
fn controls_of(ui: &mut Ui, desk: &mut Desk<'_>) {
    ui.horizontal(|ui| {
        let undo = desk.readout.can_undo;
        if rows::button(ui, "Undo", "Takes back the last change. Ctrl+Z or U", undo) {
            desk.commands.push(Command::Undo);
        }
        let controls = &mut *desk.controls;
        for (title, hint, on) in [
            ("Help", "The list of keys. F1", &mut controls.help),
            (
                "Plots",
                "Energy, strain and time over time. F3",
                &mut controls.plots,
            ),
            (
                "Panel",
                "Hides this panel; F2 shows it again.",
                &mut controls.panel,
            ),
        ] {
            let response = ui.toggle_value(on, title);
            response.on_hover_text(hint);
        }
    });
    ui.separator();
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| sections::show(ui, desk));
}
