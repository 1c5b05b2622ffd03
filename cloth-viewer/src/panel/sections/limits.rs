//! What keeps links short, and what breaks them.

use super::Desk;
use crate::panel::rows::{Amount, switch, table};
use cloth_core::Mode;
use cloth_core::scene::{LimitScene, TearScene};
use egui::Ui;

/// Strain at which links break, where nothing else is said.
const STRAIN: f64 = 0.5;
/// Percent of a part.
const PERCENT: f64 = 100.0;

pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    let (scene, original) = desk.scenes();
    let hint = "No link gets longer than this part of its length (Provot).";
    let then = original.limit.unwrap_or_default();
    // What tears must tear before the limit holds it.
    let tears = scene.tear.and_then(|tear| tear.strain);
    let refused = (scene.limit.is_none() && tears.is_some_and(|tears| tears >= then.ratio - 1.0))
        .then_some("The limit would hold links before they break.");
    table(ui, ("Strain limit", hint), &mut scene.limit, then, refused);
    if let Some(now) = &mut scene.limit {
        limit(ui, now, &then, tears);
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
        percent(
            ui,
            Amount::new("Slack", "%", hint)
                .within(0.0, 100.0)
                .typed(0.0, 1000.0),
            &mut now.slack,
            then.slack,
        );
    }
    let refused = (scene.tethers.is_some() && scene.tear.is_none())
        .then_some("Tethers would hold what is torn off: switch tethers off first.");
    let hint = "Links can be cut, and break.";
    let then = original.tear.unwrap_or_default();
    // A limit that was changed meanwhile may rule out what the scene had.
    let most = scene.limit.map_or(f64::INFINITY, |limit| limit.ratio - 1.0);
    let fresh = TearScene {
        strain: then.strain.filter(|&strain| strain < most),
    };
    table(ui, ("Tearing", hint), &mut scene.tear, fresh, refused);
    if let Some(now) = &mut scene.tear {
        tear(ui, now, &then, most);
    }
}

/// A row for a part that is shown in percent.
fn percent(ui: &mut Ui, row: Amount, value: &mut f64, original: f64) {
    let before = *value * PERCENT;
    let mut now = before;
    row.show(ui, &mut now, original * PERCENT);
    if now == original * PERCENT && now != before {
        *value = original;
    } else if now != before {
        *value = now / PERCENT;
    }
}

fn limit(ui: &mut Ui, now: &mut LimitScene, then: &LimitScene, tears: Option<f64>) {
    let least = tears.map_or(100.1, |tears| PERCENT * (1.001 + tears));
    let hint = "Longest that a link gets, as a part of its length at rest.";
    let row = Amount::new("Longest", "%", hint)
        .within(least, 200.0_f64.max(least))
        .typed(least, 1000.0);
    percent(ui, row, &mut now.ratio, then.ratio);
    Amount::new("Limit passes", "", "Most passes of the limit in a step.")
        .within(1.0, 200.0)
        .typed(1.0, 1000.0)
        .show_whole(ui, &mut now.passes, then.passes);
}

fn tear(ui: &mut Ui, now: &mut TearScene, then: &TearScene, most: f64) {
    // A strain below the limit's by a thousandth, for it must be less.
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
        let high = (most * PERCENT).max(1.0);
        let row = Amount::new(
            "Breaking strain",
            "%",
            "How far a link is stretched when it breaks.",
        )
        .within(1.0, high)
        .decades(1.0);
        percent(ui, row, strain, original);
    }
}
