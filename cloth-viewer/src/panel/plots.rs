//! Energy, strain and time over the last seconds.

use super::Sample;
use super::plot::{self, Line};
use cloth_core::Phase;
use egui::{Color32, RichText, Ui, UiBuilder, pos2, vec2};

/// Most points of a line: more would not be seen.
const POINTS: usize = 240;
/// Width below which two plots would be too narrow for their numbers, points.
const NARROW: f32 = 150.0;

/// A line: its name, its colours on dark and on light, and its value.
struct Curve {
    name: &'static str,
    colors: [u32; 2],
    value: fn(&Sample) -> f64,
}

const fn curve(name: &'static str, dark: u32, light: u32, value: fn(&Sample) -> f64) -> Curve {
    Curve {
        name,
        colors: [dark, light],
        value,
    }
}

const ENERGY: [Curve; 4] = [
    curve("kinetic", 0x00ff_8c4a, 0x00c8_4c00, |s| s.kinetic),
    curve("potential", 0x005a_a9ff, 0x0010_5fc0, |s| s.potential),
    curve("elastic", 0x005c_c86a, 0x0018_7a28, |s| s.elastic),
    curve("total", 0x00e6_e6e6, 0x0020_2020, |s| {
        s.kinetic + s.potential + s.elastic
    }),
];
const STRAIN: [Curve; 1] = [curve("largest", 0x00ff_d24a, 0x0098_6a00, |s| {
    100.0 * s.strain
})];
const TIME: [Curve; Phase::ALL.len()] = [
    curve("springs", 0x00ff_8c4a, 0x00c8_4c00, |s| s.phases[0]),
    curve("integrate", 0x005a_a9ff, 0x0010_5fc0, |s| s.phases[1]),
    curve("constraints", 0x005c_c86a, 0x0018_7a28, |s| s.phases[2]),
    curve("limit", 0x00ff_d24a, 0x0098_6a00, |s| s.phases[3]),
    curve("self", 0x00e0_7ae0, 0x0090_2090, |s| s.phases[4]),
    curve("collide", 0x0050_d0d0, 0x0000_7878, |s| s.phases[5]),
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
        let rect = egui::Rect::from_min_size(pos2(left, all.top()), vec2(width, all.height()));
        ui.scope_builder(UiBuilder::new().max_rect(rect).id_salt(title), |ui| {
            plot(ui, (title, unit), curves, history);
        });
    }
}

/// One plot under its title and the names of its lines.
fn plot(ui: &mut Ui, (title, unit): (&str, &str), curves: &[Curve], history: &[Sample]) {
    let dark = ui.visuals().dark_mode;
    let color = |curve: &Curve| {
        let [_, red, green, blue] = curve.colors[usize::from(!dark)].to_be_bytes();
        Color32::from_rgb(red, green, blue)
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 0.0);
        ui.label(RichText::new(format!("{title}, {unit}")).strong());
        for curve in curves {
            ui.label(RichText::new(curve.name).small().color(color(curve)));
        }
    });
    let lines = curves.iter().map(|curve| Line {
        color: color(curve),
        points: points(history, curve.value),
    });
    plot::show(ui, &lines.collect::<Vec<_>>());
}

/// A line's points, thinned out evenly; the last one always. What is no number is left out.
fn points(history: &[Sample], value: fn(&Sample) -> f64) -> Vec<[f64; 2]> {
    let step = history.len().div_ceil(POINTS).max(1);
    let start = history.len().saturating_sub(1) % step;
    let samples = history.iter().skip(start).step_by(step);
    let points = samples.map(|sample| [sample.time, value(sample)]);
    points
        .filter(|point| point.iter().all(|v| v.is_finite()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phase_has_its_line_and_colour() {
        let mut sample = Sample::default();
        for (i, (curve, phase)) in TIME.iter().zip(Phase::ALL).enumerate() {
            sample.phases[i] = 1.0 + i as f64;
            assert_eq!((curve.value)(&sample), 1.0 + i as f64);
            assert!(phase.name().starts_with(curve.name), "{}", phase.name());
        }
    }

    #[test]
    fn lines_are_thinned_out_up_to_the_present() {
        let history: Vec<_> = (0..1001)
            .map(|i| Sample {
                time: f64::from(i),
                strain: f64::from(i),
                ..Sample::default()
            })
            .collect();
        let points = points(&history, |s| s.strain);
        assert!((200..=240).contains(&points.len()), "{}", points.len());
        assert_eq!(points.last().map(|point| point[0]), Some(1000.0));
        assert!(points.windows(2).all(|two| two[1][0] - two[0][0] == 5.0));
    }
}
