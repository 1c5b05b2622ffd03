//! Sizes and colours.

use super::Outcome;
use cloth_draw::look::Theme;
use egui::epaint::AlphaFromCoverage;
use egui::{
    Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, Frame, Margin, Stroke,
    Style, Visuals,
};
use std::sync::Arc;

/// Height of a picture in which a point is one pixel.
const ROWS: f32 = 1080.0;

/// Pixels a point, in quarters: 1 up to 1200 rows, 2 at 2160.
pub(super) fn scale((width, height): (usize, usize)) -> f32 {
    // A tall and narrow window has no room for large letters.
    let rows = (height as f32).min(width as f32 * 0.75);
    (rows / ROWS * 4.0).round().clamp(4.0, 16.0) / 4.0
}

/// Width of the panel in a picture of this width, points.
pub(super) fn width(all: f32) -> f32 {
    (0.26 * all).clamp(276.0, 340.0).min(all)
}

/// Height of the plots in a picture of this height, points.
pub(super) fn plot_height(all: f32) -> f32 {
    (0.28 * all).clamp(150.0, 240.0).min(0.5 * all)
}

/// egui's name of a theme.
pub(super) fn theme(theme: Theme) -> egui::Theme {
    match theme {
        Theme::Dark => egui::Theme::Dark,
        Theme::Light => egui::Theme::Light,
    }
}

/// The frame of a panel at an edge of the picture.
pub(super) fn side(style: &Style) -> Frame {
    Frame::new()
        .fill(style.visuals.panel_fill)
        .inner_margin(Margin::symmetric(10, 8))
}

/// The frame of a bar at an edge of the picture.
pub(super) fn bar(style: &Style) -> Frame {
    side(style).inner_margin(Margin::symmetric(10, 2))
}

/// The frame of text over the picture.
pub(super) fn over_picture(style: &Style) -> Frame {
    let fill = style.visuals.panel_fill.gamma_multiply(0.85);
    Frame::new()
        .fill(fill)
        .corner_radius(4)
        .inner_margin(Margin::symmetric(8, 4))
}

/// The colour of a message.
pub(super) fn notice(visuals: &Visuals, kind: Outcome) -> Color32 {
    match (kind, visuals.dark_mode) {
        (Outcome::Done, true) => Color32::from_rgb(0x8a, 0xd8, 0x98),
        (Outcome::Done, false) => Color32::from_rgb(0x12, 0x62, 0x2a),
        (Outcome::Refused, _) => visuals.warn_fg_color,
        (Outcome::Failed, _) => visuals.error_fg_color,
    }
}

/// The colour of what is being recorded.
pub(super) const RECORDING: Color32 = Color32::from_rgb(0xd8, 0x30, 0x30);

/// One font, for everything.
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    let name = "Ubuntu-Light";
    let data = FontData::from_static(epaint_default_fonts::UBUNTU_LIGHT);
    fonts.font_data.insert(name.to_owned(), Arc::new(data));
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        fonts.families.insert(family, vec![name.to_owned()]);
    }
    fonts
}

/// Sets up egui.
pub(super) fn set(ctx: &Context) {
    ctx.set_fonts(fonts());
    ctx.options_mut(|options| {
        options.zoom_with_keyboard = false;
    });
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        ctx.style_mut_of(theme, |style| {
            // A picture is the same however long the last one took.
            style.animation_time = 0.0;
            style.interaction.selectable_labels = false;
            style.spacing.item_spacing = egui::vec2(6.0, 4.0);
            style.spacing.button_padding = egui::vec2(8.0, 2.0);
            style.spacing.interact_size.y = 20.0;
            style.spacing.scroll.bar_width = 6.0;
            style.explanation_tooltips = false;
            colors(&mut style.visuals);
        });
    }
}

fn colors(visuals: &mut Visuals) {
    visuals.slider_trailing_fill = true;
    let widgets = &mut visuals.widgets;
    for widget in [
        &mut widgets.noninteractive,
        &mut widgets.inactive,
        &mut widgets.hovered,
        &mut widgets.active,
        &mut widgets.open,
    ] {
        widget.corner_radius = CornerRadius::same(4);
    }
    visuals.window_shadow = egui::Shadow::NONE;
    visuals.popup_shadow = egui::Shadow::NONE;
    if visuals.dark_mode {
        visuals.panel_fill = Color32::from_rgb(0x1c, 0x1f, 0x24);
        visuals.window_fill = visuals.panel_fill;
        visuals.window_stroke = Stroke::new(1.0, Color32::from_gray(0x50));
        visuals.error_fg_color = Color32::from_rgb(0xff, 0x93, 0x86);
    } else {
        visuals.error_fg_color = Color32::from_rgb(0xb0, 0x0c, 0x0c);
        visuals.warn_fg_color = Color32::from_rgb(0x8c, 0x40, 0x00);
        // Dark letters on light would look thin.
        visuals.text_alpha_from_coverage = AlphaFromCoverage::Gamma(0.75);
    }
    let text = match visuals.dark_mode {
        true => Color32::from_gray(0xc8),
        false => Color32::from_gray(0x30),
    };
    visuals.widgets.noninteractive.fg_stroke.color = text;
    visuals.widgets.inactive.fg_stroke.color = text;
    visuals.weak_text_color = Some(match visuals.dark_mode {
        true => Color32::from_gray(0x9a),
        false => Color32::from_gray(0x5c),
    });
}
