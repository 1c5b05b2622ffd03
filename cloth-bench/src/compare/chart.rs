//! The picture: cost of a particle and of a link in a pass, by target. Each unit
//! has a row of panels of its own.

use super::figures::{Unit, per_constraint, per_particle};
use crate::record::Record;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::fmt::Display;
use std::ops::Range;

/// Colours that differ in lightness too (after Okabe and Ito).
const COLOURS: [RGBColor; 8] = [
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(90, 90, 90),
    RGBColor(160, 130, 20),
];
const FONT: &str = "sans-serif";
const WIDTH: u32 = 1240;
/// Height of a bar.
const BAR: u32 = 15;
/// Height of what is around a panel's bars.
const AROUND: u32 = 96;
/// Height of a line of the legend.
const LEGEND: u32 = 22;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// What a record costs, and its name in the panel.
type Figure = fn(&Record, Unit) -> Option<f64>;

/// A unit's bars: the targets from the top down, each with a bar for every name
/// of the legend that it has.
struct Group<'a> {
    unit: Unit,
    targets: Vec<&'a str>,
    bars: Vec<&'a Record>,
}

impl Group<'_> {
    fn height(&self, names: usize) -> u32 {
        AROUND + BAR * (names as u32 + 1) * self.targets.len() as u32
    }
}

/// The picture as the text of an SVG file.
///
/// # Errors
/// If it cannot be drawn.
pub fn svg(steps: &[&Record]) -> Result<String, String> {
    let groups = groups(steps);
    let names = names(&groups);
    let heights: Vec<u32> = groups.iter().map(|g| g.height(names.len())).collect();
    let top = 50 + LEGEND * names.len() as u32;
    let size = (WIDTH, top + heights.iter().sum::<u32>());
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        root.fill(&WHITE).map_err(said)?;
        legend(&root, &names)?;
        let (_, mut rest) = root.split_vertically(top);
        for (group, height) in groups.iter().zip(heights) {
            let (here, below) = rest.split_vertically(height);
            let (left, right) = here.split_horizontally(WIDTH / 2);
            panel(&left, group, &names, per_particle, "particle")?;
            panel(&right, group, &names, per_constraint, "link and pass")?;
            rest = below;
        }
        root.present().map_err(said)?;
    }
    Ok(text)
}

/// The bars by unit. All are of one grid if there is one that all targets
/// measured; else a unit's are, if all its targets share one. A name that lacks
/// this grid has the largest that it has on that target.
fn groups<'a>(steps: &[&'a Record]) -> Vec<Group<'a>> {
    let everywhere = shared_grid(steps);
    let units = Unit::ALL.into_iter().map(|unit| {
        let of_unit = |r: &&&Record| unit.of(r).is_some();
        let records: Vec<&Record> = steps.iter().filter(of_unit).copied().collect();
        let shared = everywhere.or_else(|| shared_grid(&records));
        let wanted = |r: &&&Record| {
            let same = |o: &&&Record| o.target == r.target && name(o) == name(r);
            let own = || records.iter().filter(same);
            match shared.filter(|grid| own().any(|o| o.grid == *grid)) {
                Some(grid) => r.grid == grid,
                None => own().map(|o| o.particles).max() == Some(r.particles),
            }
        };
        Group {
            unit,
            targets: targets(&records),
            bars: records.iter().filter(wanted).copied().collect(),
        }
    });
    units.filter(|group| !group.bars.is_empty()).collect()
}

/// The targets' names in the order of the records.
fn targets<'a>(records: &[&'a Record]) -> Vec<&'a str> {
    let mut targets: Vec<&str> = Vec::new();
    for record in records {
        if !targets.contains(&record.target.as_str()) {
            targets.push(&record.target);
        }
    }
    targets
}

/// The largest grid that every target of these records measured.
fn shared_grid<'a>(records: &[&'a Record]) -> Option<&'a str> {
    let targets = targets(records);
    let everywhere = |r: &&&Record| {
        let measured = |target: &&str| {
            let same = |o: &&Record| o.target == **target && o.grid == r.grid;
            records.iter().any(same)
        };
        targets.iter().all(measured)
    };
    let shared = records.iter().filter(everywhere);
    Some(&shared.max_by_key(|r| r.particles)?.grid)
}

/// Names of bars: what was run, wherever.
fn names(groups: &[Group]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in groups.iter().flat_map(|g| g.bars.iter().map(|r| name(r))) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.sort();
    names
}

fn name(record: &Record) -> String {
    let Record {
        solver,
        implementation,
        scalar,
        ..
    } = record;
    format!("{solver}, {implementation}, {scalar}")
}

fn legend(area: &Area, names: &[String]) -> Result<(), String> {
    let title = (FONT, 20).into_text_style(area);
    let text = "Cost of a step, by target (logarithmic; units are not comparable)";
    area.draw(&Text::new(text, (16, 14), title)).map_err(said)?;
    for (i, name) in names.iter().enumerate() {
        let y = 46 + (LEGEND as usize * i) as i32;
        let colour = COLOURS[i % COLOURS.len()];
        let swatch = Rectangle::new([(18, y), (38, y + 11)], colour.filled());
        area.draw(&swatch).map_err(said)?;
        let style = (FONT, 14).into_text_style(area);
        area.draw(&Text::new(name.clone(), (46, y), style))
            .map_err(said)?;
    }
    Ok(())
}

/// Draws one unit's bars for one figure.
fn panel(
    area: &Area,
    group: &Group,
    names: &[String],
    figure: Figure,
    of: &str,
) -> Result<(), String> {
    let unit = group.unit;
    let figures = group.bars.iter().filter_map(|r| figure(r, unit));
    let range = powers_of_ten(figures);
    let mut chart = ChartBuilder::on(area)
        .margin(10)
        .margin_right(120)
        .caption(format!("{} per {of}", unit.name()), (FONT, 16))
        .x_label_area_size(30)
        .y_label_area_size(100)
        .build_cartesian_2d(range.clone().log_scale(), 0.0..group.targets.len() as f64)
        .map_err(said)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(0)
        .x_label_formatter(&|v| tick(*v))
        .label_style((FONT, 12))
        .max_light_lines(1)
        .light_line_style(WHITE)
        .bold_line_style(RGBColor(222, 222, 222))
        .draw()
        .map_err(said)?;
    bars(area, &mut chart, group, names, (figure, range.start))
}

/// Draws the bars of all targets, from `start` on.
fn bars<'a, X: Ranged<ValueType = f64>, Y: Ranged<ValueType = f64>>(
    area: &Area<'a>,
    chart: &mut ChartContext<'a, SVGBackend<'a>, Cartesian2d<X, Y>>,
    group: &Group,
    names: &[String],
    (figure, start): (Figure, f64),
) -> Result<(), String> {
    let step = 1.0 / (names.len() as f64 + 1.0);
    for (i, target) in group.targets.iter().enumerate() {
        // The first target on top.
        let top = (group.targets.len() - i) as f64;
        let middle = chart.backend_coord(&(start, top - 0.5));
        label(area, target, (middle.0 - 8, middle.1), HPos::Right, 14)?;
        for record in group.bars.iter().filter(|r| r.target == *target) {
            let (Some(value), Some(j)) = (
                figure(record, group.unit),
                names.iter().position(|n| *n == name(record)),
            ) else {
                continue;
            };
            let y = top - step * (j as f64 + 0.5);
            let corners = [(start, y), (value, y - step * 0.86)];
            let bar = Rectangle::new(corners, COLOURS[j % COLOURS.len()].filled());
            chart.draw_series([bar]).map_err(said)?;
            let end = chart.backend_coord(&(value, y - step * 0.43));
            let text = format!("{} ({})", tick(value), record.grid);
            label(area, &text, (end.0 + 4, end.1), HPos::Left, 11)?;
        }
    }
    Ok(())
}

fn label(area: &Area, text: &str, place: (i32, i32), side: HPos, size: i32) -> Result<(), String> {
    // A chart's coordinates are those of the whole picture.
    let (x, y) = area.get_base_pixel();
    let style = (FONT, size).into_text_style(area);
    let style = style.pos(Pos::new(side, VPos::Center));
    let place = (place.0 - x, place.1 - y);
    let text = Text::new(text.to_owned(), place, style);
    area.draw(&text).map_err(said)
}

/// From the power of ten below the least to the one above the largest.
fn powers_of_ten(figures: impl Iterator<Item = f64>) -> Range<f64> {
    let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
    for figure in figures.filter(|f| f.is_finite() && *f > 0.0) {
        (least, most) = (least.min(figure), most.max(figure));
    }
    if most == 0.0 {
        return 1.0..100.0;
    }
    // A bar of no length could not be seen: a little room below the least.
    let start = 10_f64.powf((least * 0.8).log10().floor());
    // Over less than two decades the axis would have more ticks than room.
    start..10_f64.powf(most.log10().ceil()).max(start * 100.0)
}

fn tick(value: f64) -> String {
    match value {
        v if v >= 1e5 => format!("{v:.1e}"),
        v if v >= 100.0 => format!("{v:.0}"),
        v if v >= 1.0 => format!("{v:.1}").trim_end_matches(".0").to_owned(),
        v => format!("{v:.2}")
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned(),
    }
}

fn said(error: impl Display) -> String {
    format!("the chart cannot be drawn: {error}")
}

#[cfg(test)]
mod tests {
    use super::super::figures::tests::step;
    use super::*;

    #[test]
    fn units_have_panels_of_their_own_and_one_grid_if_they_can() {
        let counted = |target: &str, n: u64| Record {
            instructions: Some(n * n * 5000),
            ..step(target, "cloth-core", n)
        };
        let timed = Record {
            ns: Some(90_000),
            ..step("host", "cloth-core", 32)
        };
        let records = [counted("m0", 8), counted("m4f", 8), counted("m4f", 32)];
        let mut steps: Vec<&Record> = records.iter().collect();
        steps.push(&timed);
        let groups = groups(&steps);
        assert_eq!(groups.len(), 2);
        assert!(groups[0].bars.iter().all(|r| r.grid == "8x8"));
        assert_eq!(groups[1].bars[0].grid, "32x32");
        let text = svg(&steps).unwrap();
        for part in ["instructions per particle", "ns per link and pass", "m4f"] {
            assert!(text.contains(part), "{part}");
        }
    }

    #[test]
    fn axes_hold_all_bars() {
        assert_eq!(powers_of_ten([30.0, 4000.0].into_iter()), 10.0..10_000.0);
        assert_eq!(powers_of_ten([10.0].into_iter()), 1.0..100.0);
        assert_eq!(powers_of_ten([].into_iter()), 1.0..100.0);
    }
}
