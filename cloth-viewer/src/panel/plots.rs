//! Energy, strain and time over the last seconds.

use super::Sample;
use super::number::number;
use cloth_core::Phase;
use egui::{
    Align2, Color32, FontId, Painter, Rect, RichText, Shape, Stroke, TextStyle, Ui, UiBuilder,
    pos2, vec2,
};

/// Most points of a line: more would not be seen.
const POINTS: usize = 240;
/// Width below which two plots would be too narrow for their numbers, points.
const NARROW: f32 = 150.0;

/// A line: its name, its colours on dark and on light, and its value.
type Curve = (&'static str, [u32; 2], fn(&Sample) -> f64);

const ENERGY: [Curve; 4] = [
    ("kinetic", [0x00ff_8c4a, 0x00c8_4c00], |s| s.kinetic),
    ("potential", [0x005a_a9ff, 0x0010_5fc0], |s| s.potential),
    ("elastic", [0x005c_c86a, 0x0018_7a28], |s| s.elastic),
    ("total", [0x00e6_e6e6, 0x0020_2020], |s| {
        s.kinetic + s.potential + s.elastic
    }),
];
const STRAIN: [Curve; 1] = [("largest", [0x00ff_d24a, 0x0098_6a00], |s| 100.0 * s.strain)];
const TIME: [Curve; Phase::ALL.len()] = [
    ("springs", [0x00ff_8c4a, 0x00c8_4c00], |s| s.phases[0]),
    ("integrate", [0x005a_a9ff, 0x0010_5fc0], |s| s.phases[1]),
    ("constraints", [0x005c_c86a, 0x0018_7a28], |s| s.phases[2]),
    ("limit", [0x00ff_d24a, 0x0098_6a00], |s| s.phases[3]),
    ("self", [0x00e0_7ae0, 0x0090_2090], |s| s.phases[4]),
    ("collide", [0x0050_d0d0, 0x0000_7878], |s| s.phases[5]),
];

/// Shows the plots beside each other, as many as there is room for.
pub(super) fn show(ui: &mut Ui, history: &[Sample]) {
    let plots: [(&str, &str, &[Curve]); 3] = [
        ("Energy", "J", &ENERGY),
        ("Strain", "%", &STRAIN),
        ("Step", "µs", &TIME),
    ];
    let all = ui.available_rect_before_wrap();
    let gap = 12.0;
    let count = ((all.width() + gap) / (NARROW + gap)).clamp(1.0, 3.0) as usize;
    let width = (all.width() - gap * (count - 1) as f32) / count as f32;
    for (i, (title, unit, curves)) in plots.into_iter().take(count).enumerate() {
        let left = all.left() + i as f32 * (width + gap);
        let rect = Rect::from_min_size(pos2(left, all.top()), vec2(width, all.height()));
        ui.scope_builder(UiBuilder::new().max_rect(rect).id_salt(title), |ui| {
            plot(ui, (title, unit), curves, history);
        });
    }
}

/// One plot under its title and the names of its lines.
fn plot(ui: &mut Ui, (title, unit): (&str, &str), curves: &[Curve], history: &[Sample]) {
    let dark = ui.visuals().dark_mode;
    let color = |[on_dark, on_light]: [u32; 2]| {
        let color = if dark { on_dark } else { on_light };
        let [_, red, green, blue] = color.to_be_bytes();
        Color32::from_rgb(red, green, blue)
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 0.0);
        ui.label(RichText::new(format!("{title}, {unit}")).strong());
        for &(name, colors, _) in curves {
            ui.label(RichText::new(name).small().color(color(colors)));
        }
    });
    let lines = (curves.iter()).map(|&(_, colors, value)| (color(colors), points(history, value)));
    draw(ui, &lines.collect::<Vec<_>>());
}

/// A line's points, thinned out evenly; the last one always. Values that are not finite are left out.
fn points(history: &[Sample], value: fn(&Sample) -> f64) -> Vec<[f64; 2]> {
    let step = history.len().div_ceil(POINTS).max(1);
    let start = history.len().saturating_sub(1) % step;
    let samples = history.iter().skip(start).step_by(step);
    let points = samples.map(|sample| [sample.time, value(sample)]);
    points
        .filter(|point| point.iter().all(|v| v.is_finite()))
        .collect()
}

/// Least distance of two numbers beside each other, and above each other, points.
const APART: [f32; 2] = [38.0, 22.0];
/// Between a number and the plot, points.
const GAP: f32 = 4.0;
/// Part of the values' range that is left free above and below.
const MARGIN: f64 = 0.08;

/// A line's colour, and its points from the left.
type Polyline = (Color32, Vec<[f64; 2]>);

/// The values along an axis, and the distance of its grid lines.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    /// An axis from `low` to `high` with at most `most` steps of 1, 2 or 5 of a decade.
    fn new(low: f64, high: f64, most: f64) -> Self {
        let (low, high) = match low < high {
            true => (low, high),
            false => (low - 0.5, low + 0.5),
        };
        let least = (high - low) / most.clamp(1.0, 5.0);
        let decade = 10_f64.powf(least.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|part| part * decade);
        let step = steps.into_iter().find(|step| *step >= least);
        let step = step.filter(|step| step.is_normal()).unwrap_or(1.0);
        Self { low, high, step }
    }

    /// Where its grid lines are.
    fn marks(self) -> impl Iterator<Item = f64> {
        let first = (self.low / self.step).ceil();
        // Five steps at most; one more for rounding.
        let places = (0..=6).map(move |i| (first + f64::from(i)) * self.step);
        places.take_while(move |place| *place <= self.high)
    }

    /// How far along the axis a value is, from 0 to 1.
    fn part(self, value: f64) -> f32 {
        ((value - self.low) / (self.high - self.low)) as f32
    }
}

/// The least and the greatest of some values; 0 and 0 of none.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let both = |(low, high): (f64, f64), value| (low.min(value), high.max(value));
    values
        .map(|value| (value, value))
        .reduce(|range, (value, _)| both(range, value))
        .unwrap_or_default()
}

/// A plot's place on the screen and its axes.
struct Axes {
    area: Rect,
    x: Axis,
    y: Axis,
}

/// Fills the rest of `ui` with lines over seconds; 0 is always on the upright axis.
fn draw(ui: &Ui, lines: &[Polyline]) {
    let all = ui.available_rect_before_wrap();
    let font = TextStyle::Body.resolve(ui.style());
    let color = ui.visuals().text_color();
    let painter = ui.painter_at(all);
    let size = |text| painter.layout_no_wrap(text, font.clone(), color).size();
    let places = || lines.iter().flat_map(|(_, points)| points);
    let (low, high) = range(places().map(|place| place[1]).chain([0.0]));
    let margin = MARGIN * (high - low);
    let (low, high) = (low - margin, high + margin);
    let bottom = all.bottom() - size("0".to_owned()).y - GAP;
    let y = Axis::new(low, high, f64::from((bottom - all.top()) / APART[1]));
    let widths = y.marks().map(|value| size(number(value)).x);
    let left = all.left() + widths.fold(0.0, f32::max) + GAP;
    let area = Rect::from_min_max(pos2(left, all.top()), pos2(all.right(), bottom));
    let (low, high) = range(places().map(|place| place[0]));
    let x = Axis::new(low, high, f64::from(area.width() / APART[0]));
    let frame = Axes { area, x, y };
    frame.grid(&painter, &font, color);
    let inside = painter.with_clip_rect(area);
    for line in lines {
        inside.add(frame.line(line));
    }
}

impl Axes {
    /// Lines at round values, and the values beside them.
    fn grid(&self, painter: &Painter, font: &FontId, color: Color32) {
        let area = self.area;
        let stroke = |value: f64| {
            let strength = if value == 0.0 { 0.8 } else { 0.3 };
            Stroke::new(1.0, color.gamma_multiply(strength))
        };
        let write = |place, align, text| painter.text(place, align, text, font.clone(), color);
        for value in self.x.marks() {
            let x = self.across(value);
            painter.vline(x, area.y_range(), stroke(1.0));
            let below = area.bottom() + GAP;
            match x + 0.3 * APART[0] < area.right() {
                true => write(pos2(x, below), Align2::CENTER_TOP, seconds(value)),
                false => write(pos2(area.right(), below), Align2::RIGHT_TOP, seconds(value)),
            };
        }
        for value in self.y.marks() {
            let y = self.up(value);
            painter.hline(area.x_range(), y, stroke(value));
            write(
                pos2(area.left() - GAP, y),
                Align2::RIGHT_CENTER,
                number(value),
            );
        }
    }

    fn line(&self, (color, points): &Polyline) -> Shape {
        let place = |&[x, y]: &[f64; 2]| pos2(self.across(x), self.up(y));
        Shape::line(points.iter().map(place).collect(), Stroke::new(1.5, *color))
    }

    fn across(&self, value: f64) -> f32 {
        self.area.left() + self.x.part(value) * self.area.width()
    }

    fn up(&self, value: f64) -> f32 {
        self.area.bottom() - self.y.part(value) * self.area.height()
    }
}

fn seconds(value: f64) -> String {
    format!("{} s", number(value))
}
