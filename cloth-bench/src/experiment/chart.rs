//! Charts as SVG text: lines on plain or logarithmic axes, and groups of bars.

use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::fmt::Display;
use std::ops::Range;

/// Colours that differ in lightness too (after Okabe and Ito).
const COLOURS: [RGBColor; 8] = [
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(86, 180, 233),
    RGBColor(204, 121, 167),
    RGBColor(90, 90, 90),
    RGBColor(160, 130, 20),
];
const FONT: &str = "sans-serif";

/// A named line of points.
#[derive(Clone, Debug)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// Points (x, y).
    pub points: Vec<(f64, f64)>,
    /// Number of the colour.
    pub colour: usize,
}

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Name and unit.
    pub label: &'static str,
    /// What it shows.
    pub range: Range<f64>,
    /// Whether it is logarithmic.
    pub logarithmic: bool,
}

/// A chart of lines.
#[derive(Clone, Debug)]
pub struct Lines {
    /// What it is.
    pub title: String,
    /// Across.
    pub x: Axis,
    /// Up.
    pub y: Axis,
    /// Whether to mark each point.
    pub marks: bool,
    /// The lines.
    pub series: Vec<Series>,
}

impl Lines {
    /// The chart as the text of an SVG file.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn svg(&self) -> Result<String, String> {
        let (x, y) = (self.x.range.clone(), self.y.range.clone());
        match (self.x.logarithmic, self.y.logarithmic) {
            (true, true) => self.draw(x.log_scale(), y.log_scale()),
            (true, false) => self.draw(x.log_scale(), y),
            (false, true) => self.draw(x, y.log_scale()),
            (false, false) => self.draw(x, y),
        }
    }

    fn draw<X, Y>(&self, x: X, y: Y) -> Result<String, String>
    where
        X: AsRangedCoord<Value = f64>,
        Y: AsRangedCoord<Value = f64>,
        X::CoordDescType: ValueFormatter<f64>,
        Y::CoordDescType: ValueFormatter<f64>,
    {
        let mut text = String::new();
        {
            let root = SVGBackend::with_string(&mut text, (1000, 600)).into_drawing_area();
            root.fill(&WHITE).map_err(said)?;
            // The legend has a strip of its own: it never hides a line.
            let (left, right) = root.split_horizontally(760);
            let mut chart = ChartBuilder::on(&left)
                .margin(12)
                .caption(&self.title, (FONT, 20))
                .x_label_area_size(48)
                .y_label_area_size(76)
                .build_cartesian_2d(x, y)
                .map_err(said)?;
            chart
                .configure_mesh()
                .x_desc(self.x.label)
                .y_desc(self.y.label)
                .x_label_formatter(&|v| number(*v))
                .y_label_formatter(&|v| number(*v))
                .label_style((FONT, 14))
                .axis_desc_style((FONT, 16))
                .max_light_lines(1)
                .light_line_style(WHITE)
                .bold_line_style(RGBColor(222, 222, 222))
                .draw()
                .map_err(said)?;
            for series in &self.series {
                let colour = COLOURS[series.colour % COLOURS.len()];
                let points = self.visible(&series.points);
                let line = LineSeries::new(points.iter().copied(), colour.stroke_width(2));
                chart.draw_series(line).map_err(said)?;
                if self.marks {
                    let mark = |&p| Circle::new(p, 4, colour.filled());
                    chart.draw_series(points.iter().map(mark)).map_err(said)?;
                }
            }
            let names = self.series.iter().map(|s| (s.name.as_str(), s.colour));
            legend(&right, names)?;
            root.present().map_err(said)?;
        }
        Ok(text)
    }

    /// The points up to the first that leaves the chart, and where the line
    /// to that one crosses its edge.
    fn visible(&self, points: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let (x, y) = (&self.x.range, &self.y.range);
        let within = |range: &Range<f64>, v: f64| v >= range.start && v <= range.end;
        let inside = |p: &&(f64, f64)| within(x, p.0) && within(y, p.1);
        let mut shown: Vec<_> = points.iter().take_while(inside).copied().collect();
        if let (Some(&last), Some(&next)) = (shown.last(), points.get(shown.len())) {
            let edge = next.1.clamp(y.start, y.end);
            let part = (edge - last.1) / (next.1 - last.1);
            // Not beyond the sides, and not towards a NaN.
            if within(x, next.0) && part.is_finite() {
                shown.push((last.0 + part * (next.0 - last.0), edge));
            }
        }
        shown
    }
}

/// Names with their colours, from the top down.
fn legend<'a>(
    area: &DrawingArea<SVGBackend, plotters::coord::Shift>,
    names: impl Iterator<Item = (&'a str, usize)>,
) -> Result<(), String> {
    for (i, (name, colour)) in names.enumerate() {
        let y = 60 + 26 * i as i32;
        let colour = COLOURS[colour % COLOURS.len()];
        let swatch = Rectangle::new([(4, y), (22, y + 10)], colour.filled());
        area.draw(&swatch).map_err(said)?;
        let style = (FONT, 14).into_text_style(area);
        area.draw(&Text::new(name.to_owned(), (30, y), style))
            .map_err(said)?;
    }
    Ok(())
}

/// Groups of horizontal bars on a logarithmic axis.
#[derive(Clone, Debug)]
pub struct Bars {
    /// What it is.
    pub title: String,
    /// Name and unit of the axis.
    pub label: &'static str,
    /// What the axis shows; bars start at its lower end.
    pub range: Range<f64>,
    /// Names of the bars of each group.
    pub names: Vec<String>,
    /// Each group's name and bars: a length and the text at its end. A length
    /// that is not a number leaves the bar out.
    pub groups: Vec<(String, Vec<(f64, String)>)>,
}

const BAR: i32 = 16;

impl Bars {
    /// The chart as the text of an SVG file.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn svg(&self) -> Result<String, String> {
        let group = BAR * (self.names.len() as i32 + 1);
        let height = 100 + group * self.groups.len() as i32;
        let mut text = String::new();
        {
            let size = (1120, height as u32);
            let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
            root.fill(&WHITE).map_err(said)?;
            let (left, right) = root.split_horizontally(840);
            let rows = 0.0..self.groups.len() as f64;
            let mut chart = ChartBuilder::on(&left)
                .margin(12)
                .caption(&self.title, (FONT, 20))
                .x_label_area_size(48)
                .y_label_area_size(150)
                .build_cartesian_2d(self.range.clone().log_scale(), rows)
                .map_err(said)?;
            chart
                .configure_mesh()
                .disable_y_mesh()
                .y_labels(0)
                .x_desc(self.label)
                .x_label_formatter(&|v| number(*v))
                .label_style((FONT, 14))
                .axis_desc_style((FONT, 16))
                .max_light_lines(1)
                .light_line_style(WHITE)
                .bold_line_style(RGBColor(222, 222, 222))
                .draw()
                .map_err(said)?;
            for (i, (name, bars)) in self.groups.iter().enumerate() {
                // The first group on top.
                let top = (self.groups.len() - i) as f64;
                let middle = chart.backend_coord(&(self.range.start, top - 0.5));
                let right_edge = (FONT, 15).into_text_style(&root);
                let style = right_edge.pos(Pos::new(HPos::Right, VPos::Center));
                root.draw(&Text::new(name.clone(), (middle.0 - 10, middle.1), style))
                    .map_err(said)?;
                let step = 1.0 / (self.names.len() as f64 + 1.0);
                for (j, (length, label)) in bars.iter().enumerate() {
                    let y = top - step * (j as f64 + 0.5);
                    self.bar(&mut chart, &root, j, y, step, *length, label)?;
                }
            }
            let names = self.names.iter().enumerate();
            legend(&right, names.map(|(i, name)| (name.as_str(), i)))?;
            root.present().map_err(said)?;
        }
        Ok(text)
    }

    #[expect(clippy::too_many_arguments)]
    fn bar<'a, X: Ranged<ValueType = f64>, Y: Ranged<ValueType = f64>>(
        &self,
        chart: &mut ChartContext<'a, SVGBackend<'a>, Cartesian2d<X, Y>>,
        root: &DrawingArea<SVGBackend<'a>, plotters::coord::Shift>,
        number: usize,
        y: f64,
        step: f64,
        length: f64,
        label: &str,
    ) -> Result<(), String> {
        let end = length.clamp(self.range.start, self.range.end);
        let start = self.range.start;
        if length > start {
            let colour = COLOURS[number % COLOURS.len()];
            let corners = [(start, y), (end, y - step * 0.86)];
            let bar = Rectangle::new(corners, colour.filled());
            chart.draw_series([bar]).map_err(said)?;
        }
        let end = if length > start { end } else { start };
        let place = chart.backend_coord(&(end, y - step * 0.43));
        let style = (FONT, 12).into_text_style(root);
        let style = style.pos(Pos::new(HPos::Left, VPos::Center));
        let text = Text::new(label.to_owned(), (place.0 + 5, place.1), style);
        root.draw(&text).map_err(said)
    }
}

/// A tick's label.
fn number(value: f64) -> String {
    match value.abs() {
        // Ticks are sums of steps: what should be zero may miss it by rounding.
        v if v < 1e-14 => "0".to_owned(),
        v if !(1e-3..1e5).contains(&v) => format!("{value:.0e}"),
        v if v >= 10.0 => format!("{value:.0}"),
        _ => {
            let text = format!("{value:.3}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
    }
}

fn said(error: impl Display) -> String {
    format!("the chart cannot be drawn: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_read_well() {
        let texts = [0.0, 0.001, 0.25, 1.0, 20.0, 1e-9, -0.5].map(number);
        assert_eq!(texts, ["0", "0.001", "0.25", "1", "20", "1e-9", "-0.5"]);
    }

    #[test]
    fn a_line_that_runs_away_ends_where_it_leaves() {
        let axis = |label| Axis {
            label,
            range: 0.0..1.0,
            logarithmic: false,
        };
        let chart = Lines {
            title: String::new(),
            x: axis("x"),
            y: axis("y"),
            marks: false,
            series: Vec::new(),
        };
        let points = [(0.0, 0.0), (0.5, f64::NAN), (0.9, 0.9)];
        assert_eq!(chart.visible(&points), [(0.0, 0.0)]);
        let points = [(0.0, 0.0), (0.5, 4.0), (0.9, 0.9)];
        assert_eq!(chart.visible(&points), [(0.0, 0.0), (0.125, 1.0)]);
        assert!(chart.svg().unwrap().starts_with("<svg"));
    }
}
