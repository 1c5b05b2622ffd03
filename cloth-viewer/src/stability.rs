//! Whether a cloth has become unstable, and which time step keeps it stable.

use cloth_core::host::{AnySimulation, GridSize};
use cloth_core::{Mode, Scene};

/// A cloth has become unstable when a link is longer than this many times its rest length.
const BROKEN: f64 = 10.0;
/// Part of the longest stable substep that is left free where substeps are chosen.
const ROOM: f64 = 0.9;
/// Most substeps of a step.
const MOST_SUBSTEPS: u32 = 1000;

/// Whether a cloth is stable: no link is many times as long as at rest.
#[must_use]
pub fn is_well(simulation: &dyn AnySimulation) -> bool {
    // Not a number fails, too.
    let strain = simulation.measure().largest_strain;
    strain.is_none_or(|strain| strain < BROKEN)
}

/// Why a cloth has become unstable, as far as its longest stable substep (s) tells.
#[must_use]
pub fn diagnosis(simulation: &dyn AnySimulation, stable_dt: Option<f64>) -> String {
    let (columns, rows) = (simulation.columns(), simulation.rows());
    let dt = simulation.scene().dt(columns, rows);
    let ms = 1e3 * dt;
    let why = match stable_dt {
        Some(limit) if dt > limit => {
            let limit = 1e3 * limit;
            format!("the time step of {ms:.3} ms is longer than the stable {limit:.3} ms")
        }
        Some(limit) if limit.is_finite() => format!(
            "though its time step of {ms:.3} ms is below the {:.3} ms that small motions allow",
            1e3 * limit
        ),
        _ => format!("with a time step of {ms:.3} ms"),
    };
    format!("unstable: {why}")
}

/// What to say of a time step beyond the stable limit, and the substeps that would be enough, where
/// a step can have as many.
#[must_use]
pub fn beyond(
    scene: &Scene,
    grid: GridSize,
    stable_dt: Option<f64>,
) -> Option<(String, Option<u32>)> {
    let dt = |scene: &Scene| scene.dt(grid.columns, grid.rows);
    let now = dt(scene);
    let limit = stable_dt.filter(|limit| scene.solver.mode == Mode::Hooke && now > *limit)?;
    let text = match limit > 0.0 {
        true => format!(
            "the time step is {:.0} % of the stable limit",
            100.0 * now / limit
        ),
        false => "no time step is stable with this method".to_owned(),
    };
    // Tried one by one: on a grid that is not the scene's own a step has as many as Courant's
    // condition makes of them.
    let mut with = *scene;
    let enough = (scene.solver.substeps..=MOST_SUBSTEPS).find(|&substeps| {
        with.solver.substeps = substeps;
        dt(&with) <= ROOM * limit
    });
    Some((text, enough))
}
