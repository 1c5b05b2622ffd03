//! S4's sweeps (S4-2..4): one value changed, and how the cloth hangs when it has settled.

use super::particle_state::{AnyCloth, ParticleState, between};
use super::theory::verlet_limit;
use super::{Cores, measure_all};
use crate::cli::Swept;
use crate::table::{Table, TableCell};
use cloth_core::host::{AnySimulation, Format, GridSize, Method, start};
use cloth_core::{Damping, NamedScene, Scene, scenes};

/// Simulated time, s.
const TIME: f64 = 8.0;
/// A cloth has settled if the root mean square speed of its particles stays below this, m/s.
const REST: f64 = 0.01;
/// A faster cloth has blown up, m/s: ten times the free fall over the cloth's size.
const MAD: f64 = 45.0;
/// Passes of Provot's limit a substep. The library's scenes allow 100; the largest strain shows what a
/// few leave.
const PASSES: u32 = 4;

/// The scenes that are swept.
const SCENES: [NamedScene; 2] = [scenes::PINNED2, scenes::PINNED4];

/// The values of a sweep, in the document's units.
const fn values(swept: Swept) -> &'static [f64] {
    match swept {
        Swept::Stiffness => &[1.0, 5000.0, 100_000.0],
        Swept::Density => &[1.0, 15.0, 1000.0, 100_000.0],
        Swept::Damping => &[0.0115, 0.2, 1.0],
    }
}

/// Gives a scene a value; the result is its name.
fn change(scene: &mut Scene, swept: Swept, value: f64) -> String {
    match swept {
        Swept::Stiffness => {
            (scene.springs.structural, scene.springs.shear) = (value, value);
            scene.springs.bend = 0.2 * value;
            format!("ks = {value} N/m")
        }
        Swept::Density => {
            // 1 g/cm² is 10 kg/m².
            scene.cloth.density = 10.0 * value;
            format!("{value} g/cm²")
        }
        Swept::Damping => {
            scene.solver.damping = Damping::PerStep(value / 100.0);
            format!("damping {value} % a substep")
        }
    }
}

/// A cloth of a scene with another value, and its name. Substeps follow the grid's spacing.
fn begin(
    named: &NamedScene,
    (swept, value): (Swept, f64),
    substeps: u32,
    grid: Option<GridSize>,
) -> Result<(String, AnyCloth), String> {
    let mut scene = named.scene;
    let name = format!("{}, {}", named.name, change(&mut scene, swept, value));
    scene.solver.substeps = substeps;
    if let Some(limit) = &mut scene.limit {
        limit.passes = PASSES;
    }
    let grid = grid.unwrap_or(GridSize::of(&scene));
    let started = start(&scene, grid, Method::Verlet, Format::F32);
    Ok((name, started.map_err(|error| error.to_string())?))
}

/// How a cloth hangs at the end.
struct Hanging {
    /// Substep, s.
    dt: f64,
    /// Largest stable substep of the springs by linear theory, s.
    limit: f64,
    /// Whether it did not blow up and, above the linear limit, came to rest.
    stable: bool,
    /// Lowest particle below the pins, m.
    sag: f64,
    /// Largest strain.
    strain: f64,
    /// When it came to rest, s; `None` if it did not.
    settled: Option<f64>,
}

/// All values on both scenes, with so many substeps of a step of 1/90 s at 50 columns.
pub fn sweep(swept: Swept, substeps: u32, grid: Option<GridSize>) -> Result<Vec<Table>, String> {
    let pairs = |named| values(swept).iter().map(move |&value| (named, value));
    let cases: Vec<(&NamedScene, f64)> = SCENES.iter().flat_map(pairs).collect();
    let rows = measure_all("sweep", Cores::One, &cases, |&(named, value)| {
        let (name, mut cloth) = begin(named, (swept, value), substeps, grid)?;
        Ok(row(name, &simulate(&mut *cloth)))
    })?;
    let note = format!(
        "f32, Verlet, {substeps} substeps of a step of 1/90 s at 50 columns, Provot's limit of 110 % with {PASSES} passes, {TIME} s.\n\
         Sag: lowest particle below the pins. Settled: root mean square speed over a step below {REST} m/s from then on.\n"
    );
    let numbers = ["dt, s", "limit, s", "sag, m", "strain, %", "settled, s"];
    let mut table = Table::new(note, &["cloth", "stable"], &numbers);
    rows.into_iter().for_each(|row| table.row(row));
    Ok(vec![table])
}

fn row(name: String, found: &Hanging) -> [TableCell; 7] {
    let if_stable = |value: f64| if found.stable { value } else { f64::NAN };
    [
        name.into(),
        if found.stable { "yes" } else { "no" }.into(),
        TableCell::short(found.dt),
        TableCell::short(found.limit),
        TableCell::number(if_stable(found.sag), 4),
        TableCell::number(if_stable(100.0 * found.strain), 2),
        TableCell::number(if_stable(found.settled.unwrap_or(f64::NAN)), 2),
    ]
}

/// Runs a cloth until its time is up or it has blown up.
fn simulate(cloth: &mut dyn AnySimulation) -> Hanging {
    let scene = *cloth.scene();
    let frame = 1.0 / scene.solver.steps_per_second;
    let height =
        |cloth: &dyn AnySimulation| ParticleState::of(cloth).position.into_iter().map(|x| x[1]);
    let top = height(cloth).fold(f64::NEG_INFINITY, f64::max);
    let (mut speeds, mut is_whole) = (Vec::new(), true);
    let mut before = ParticleState::of(cloth).position;
    for _ in 0..(TIME / frame).round() as usize {
        cloth.step();
        let now = ParticleState::of(cloth).position;
        let ways = before.iter().zip(&now).map(|(&a, &b)| between(a, b));
        let squares: f64 = ways.map(|way| way * way).sum();
        let speed = (squares / now.len() as f64).sqrt() / frame;
        before = now;
        speeds.push(speed);
        // A comparison that a NaN fails.
        is_whole = speed <= MAD;
        if !is_whole {
            break;
        }
    }
    let settled = settled(&speeds).map(|i| i as f64 * frame);
    let (columns, rows) = (cloth.columns(), cloth.rows());
    let limit = verlet_limit(&scene, GridSize { columns, rows });
    let dt = scene.dt(columns, rows);
    // Provot's limit holds an unstable cloth together, but it never rests.
    let stable = is_whole && (dt <= limit || settled.is_some());
    Hanging {
        dt,
        limit,
        stable,
        sag: top - height(cloth).fold(f64::INFINITY, f64::min),
        strain: cloth.measure().largest_strain.unwrap_or_default(),
        settled,
    }
}

/// The first step of the final rest.
fn settled(speeds: &[f64]) -> Option<usize> {
    // A NaN is not slow.
    let slow = |speed: &&f64| **speed < REST;
    let at_rest = speeds.iter().rev().take_while(slow).count();
    (at_rest > 0).then(|| speeds.len() - at_rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid_size::square;

    #[test]
    fn rest_is_for_good() {
        assert_eq!(settled(&[1.0, 0.001, 0.5, 0.001, 0.002]), Some(3));
        assert_eq!(settled(&[0.001]), Some(0));
        assert_eq!(settled(&[0.001, 1.0]), None);
        assert_eq!(settled(&[0.001, f64::NAN]), None);
    }

    #[test]
    fn the_documents_limits() {
        for (value, limit, within) in [
            ((Swept::Stiffness, 5000.0), 2.45e-3, 5e-5),
            ((Swept::Stiffness, 100_000.0), 5.5e-4, 1e-5),
            ((Swept::Density, 1.0), 6.3e-4, 1e-5),
        ] {
            let (_, cloth) = begin(&SCENES[0], value, 30, Some(square(50))).unwrap();
            let found = verlet_limit(cloth.scene(), square(50));
            assert!((found - limit).abs() < within, "{value:?}: {found}");
        }
    }

    #[test]
    fn too_few_substeps_are_unstable() {
        for (substeps, stable) in [(30, true), (8, false)] {
            let stiffest = (Swept::Stiffness, 100_000.0);
            let (_, mut cloth) = begin(&SCENES[0], stiffest, substeps, Some(square(8))).unwrap();
            assert_eq!(simulate(&mut *cloth).stable, stable, "{substeps}");
        }
    }
}
