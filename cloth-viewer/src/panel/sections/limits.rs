//! What keeps links short, and what breaks them.

use super::Desk;
use crate::panel::rows::{Row, numbers, switch, table};
use cloth_core::Mode;
use cloth_core::scene::{LimitScene, TearScene};
use egui::Ui;

/// Strain at which links break, where nothing else is said.
const STRAIN: f64 = 0.5;

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    let (scene, original) = desk.scenes();
    let then = original.limit.unwrap_or_default();
    // Links must be able to break before the limit holds them.
    let tears = scene.tear.and_then(|tear| tear.strain);
    let refused = (scene.limit.is_none() && tears.is_some_and(|tears| tears >= then.ratio - 1.0))
        .then_some("The limit would hold links before they break.");
    let hint = "No link gets longer than this part of its length (Provot).";
    table(ui, ("Strain limit", hint), &mut scene.limit, then, refused);
    if let Some(now) = &mut scene.limit {
        limit(ui, now, then, tears);
    }
    let then = original.tethers.unwrap_or_default();
    let refused = (scene.tear.is_some() && scene.tethers.is_none())
        .then_some("Tethers would hold what is torn off: switch tearing off first.");
    let hint = "No particle gets further from a pin than the cloth between them is long.";
    table(ui, ("Tethers", hint), &mut scene.tethers, then, refused);
    if let Some(now) = &mut scene.tethers {
        let hint = match scene.solver.mode {
            Mode::Hooke => {
                "How much longer than the cloth tethers are. They do not act on springs."
            }
            _ => "How much longer than the cloth tethers are.",
        };
        let row = Row::new("Slack", "%", hint).within(0.0, 100.0);
        row.typed(0.0, 1000.0)
            .show_percent(ui, &mut now.slack, then.slack);
    }
    let refused = (scene.tethers.is_some() && scene.tear.is_none())
        .then_some("Tethers would hold what is torn off: switch tethers off first.");
    let then = original.tear.unwrap_or_default();
    // A limit that was changed meanwhile may rule out what the scene had.
    let most = scene.limit.map_or(f64::INFINITY, |limit| limit.ratio - 1.0);
    let fresh = TearScene {
        strain: then.strain.filter(|&strain| strain < most),
    };
    let title = ("Tearing", "Links can be cut, and break.");
    table(ui, title, &mut scene.tear, fresh, refused);
    if let Some(now) = &mut scene.tear {
        tear(ui, now, then, most);
    }
}

fn limit(ui: &mut Ui, now: &mut LimitScene, mut then: LimitScene, tears: Option<f64>) {
    let least = tears.map_or(100.1, |tears| 100.0 * (1.001 + tears));
    let hint = "Longest that a link gets, as a part of its length at rest.";
    Row::new("Longest", "%", hint)
        .within(least, 200.0_f64.max(least))
        .typed(least, 1000.0)
        .show_percent(ui, &mut now.ratio, then.ratio);
    let ([_, now], [_, then]) = (now.fields(), then.fields());
    numbers(ui, [now], [then]);
}

fn tear(ui: &mut Ui, now: &mut TearScene, then: TearScene, most: f64) {
    // It must be less than the limit's strain.
    let most = (most - 0.001).min(10.0);
    let refused = (now.strain.is_none() && most < 0.01)
        .then_some("The strain limit would hold links before they break.");
    let mut breaks = now.strain.is_some();
    let hint = "Links break when they are stretched; otherwise they are only cut.";
    switch(ui, "Breaks by itself", hint, &mut breaks, refused);
    match (breaks, now.strain) {
        (true, None) => now.strain = Some(then.strain.unwrap_or(STRAIN).min(most)),
        (false, Some(_)) => now.strain = None,
        _ => {}
    }
    if let Some(strain) = &mut now.strain {
        let original = then.strain.unwrap_or(STRAIN).min(most.max(0.01));
        let hint = "How far a link is stretched when it breaks.";
        Row::new("Breaking strain", "%", hint)
            .within(1.0, (most * 100.0).max(1.0))
            .decades(1.0)
            .show_percent(ui, strain, original);
    }
}
