//! What this scene would cost on a microcontroller.

use super::Desk;
use crate::board::{BOARDS, Board, Estimate, Step, Subject, links};
use crate::panel::number::number;
use cloth_core::host::{Format, Method};
use egui::{Label, RichText, Ui};

/// How the times are found.
const HOW: &str = "No board has been measured. Memory is counted by the engine's types, with the scene in \
    flash, and the stack of a step is added. Times are put together from what each phase costs on an \
    emulated core: so much a link and pass, a particle, a row. On most cores that is instructions: a time \
    is then a cycle for each, with 14 for a root and 14 for a division where the core has \
    floating point, and the least that it can be. The RP2040's are cycles of an emulator's model. Each \
    collider counts as a ball. Flash is that of the image that measures all this; a program for one \
    scene takes 22 KB or more.";
/// Bytes of a kilobyte, as makers of chips count.
const KB: f64 = 1024.0;

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    let controls = &*desk.controls;
    let subject = Subject {
        scene: &controls.scene,
        grid: controls.grid,
        method: controls.method,
        format: controls.format,
    };
    let particles = controls.grid.columns * controls.grid.rows;
    let links = links(&controls.scene, controls.grid).count;
    wrapped(
        ui,
        RichText::new(format!("{particles} particles, {links} links")),
    );
    for board in &BOARDS {
        one(ui, board, &subject);
    }
    if let Some(why) = no_times(&subject) {
        wrapped(ui, RichText::new(why).weak());
    }
    let left_out = subject.unmeasured();
    if !left_out.is_empty() {
        let text = format!("Not in the times: {}.", left_out.join(", "));
        wrapped(ui, RichText::new(text).weak());
    }
    ui.add(Label::new(
        RichText::new("How this is estimated").weak().underline(),
    ))
    .on_hover_text(HOW);
}

/// Why no times are known, if none are.
fn no_times(subject: &Subject<'_>) -> Option<String> {
    let (method, format) = (subject.method, subject.format);
    if method != Method::Verlet {
        return Some(format!("Times: of verlet alone, not of {method}."));
    }
    (format == Format::F64).then(|| "Times: of f32 and fixed point alone.".to_owned())
}

fn one(ui: &mut Ui, board: &Board, subject: &Subject<'_>) {
    let estimate = subject.on(board);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(board.name).strong());
        let clock = number(board.clock);
        ui.label(RichText::new(format!("{}, {clock} MHz", board.chip)).weak());
    });
    let (text, fits) = memory(board, &estimate);
    let text = RichText::new(text);
    wrapped(
        ui,
        match fits {
            true => text,
            false => text.color(ui.visuals().error_fg_color),
        },
    );
    if let Some(step) = estimate.step {
        let rate = subject.scene.solver.steps_per_second;
        wrapped(ui, RichText::new(time(step, rate)));
    }
}

fn wrapped(ui: &mut Ui, text: RichText) {
    ui.add(Label::new(text).wrap());
}

/// The line about memory, and whether there is enough.
fn memory(board: &Board, estimate: &Estimate) -> (String, bool) {
    let kilobytes = |bytes: usize| (bytes as f64 / KB).ceil();
    let (takes, has) = (kilobytes(estimate.ram), kilobytes(board.ram));
    if estimate.ram > board.ram {
        return (format!("RAM {takes} KB: does not fit in {has} KB"), false);
    }
    let flash = estimate.flash.map(kilobytes);
    let flash = flash.map_or(String::new(), |flash| format!(", flash up to {flash} KB"));
    (format!("RAM {takes} of {has} KB{flash}"), true)
}

/// The line about time, where so many steps are a second of the scene.
fn time(step: Step, steps_per_second: f64) -> String {
    let digits = |value: f64| match value < 10.0 {
        true => number((10.0 * value).round() / 10.0),
        false => number(value.round()),
    };
    let slower = step.seconds * steps_per_second;
    let pace = match (slower >= 1.0, step.at_least) {
        (true, true) => format!("≥ {} × slower", digits(slower)),
        (true, false) => format!("≈ {} × slower", digits(slower)),
        (false, true) => format!("≤ {} × faster", digits(1.0 / slower)),
        (false, false) => format!("≈ {} × faster", digits(1.0 / slower)),
    };
    let sign = if step.at_least { "≥" } else { "≈" };
    let takes = match step.seconds < 1.0 {
        true => format!("{} ms", digits(1e3 * step.seconds)),
        false => format!("{} s", digits(step.seconds)),
    };
    format!("Step {sign} {takes}: {pace} than real time")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_say_what_they_bound() {
        let line = |seconds, at_least| time(Step { seconds, at_least }, 60.0);
        let text = "Step ≥ 223 ms: ≥ 13 × slower than real time";
        assert_eq!(line(0.2229, true), text);
        let text = "Step ≈ 17 ms: ≈ 1 × slower than real time";
        assert_eq!(line(0.01684, false), text);
        let text = "Step ≥ 4.2 ms: ≤ 4 × faster than real time";
        assert_eq!(line(0.00419, true), text);
        assert!(line(24.3, true).starts_with("Step ≥ 24 s: ≥ 1458 × slower"));
        assert!(line(0.001, false).contains("≈ 17 × faster"));
    }

    #[test]
    fn memory_that_is_not_there_is_said() {
        let board = &BOARDS[2];
        let mut estimate = Estimate {
            ram: 30_000,
            flash: Some(153_216),
            step: None,
        };
        let (text, fits) = memory(board, &estimate);
        assert_eq!(
            (text.as_str(), fits),
            ("RAM 30 of 128 KB, flash up to 150 KB", true)
        );
        estimate.ram = (128 << 10) + 1;
        let (text, fits) = memory(board, &estimate);
        assert_eq!(
            (text.as_str(), fits),
            ("RAM 129 KB: does not fit in 128 KB", false)
        );
    }
}
