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
/// A cloth has settled when the root of its particles' mean squared speed stays
/// below this, m/s.
const REST: f64 = 0.01;
/// Faster than this, m/s, and it has blown up: ten times the free fall over the
/// cloth's own size.
const MAD: f64 = 45.0;
/// Passes of Provot's limit a substep. The library's scenes allow 100; what a
/// few leave over is printed as the largest strain.
const PASSES: u32 = 4;

/// The scenes that are swept.
const SCENES: [NamedScene; 2] = [scenes::PINNED2, scenes::PINNED4];

/// A value of a sweep: its name, and how it changes a scene.
type SweptValue = (String, Box<dyn Fn(&mut Scene) + Sync>);

fn changes(value: Swept) -> Vec<SweptValue> {
    let stiffness = |k: f64| -> SweptValue {
        let change = move |scene: &mut Scene| {
            (scene.springs.structural, scene.springs.shear) = (k, k);
            scene.springs.bend = 0.2 * k;
        };
        (format!("ks = {k} N/m"), Box::new(change))
    };
    let density = |grams: f64| -> SweptValue {
        // 1 g/cm² is 10 kg/m².
        let change = move |scene: &mut Scene| scene.cloth.density = 10.0 * grams;
        (format!("{grams} g/cm²"), Box::new(change))
    };
    let damping = |percent: f64| -> SweptValue {
        let change =
            move |scene: &mut Scene| scene.solver.damping = Damping::PerStep(percent / 100.0);
        (format!("damping {percent} % a substep"), Box::new(change))
    };
    match value {
        Swept::Stiffness => [1.0, 5000.0, 100_000.0].map(stiffness).into(),
        Swept::Density => [1.0, 15.0, 1000.0, 100_000.0].map(density).into(),
        Swept::Damping => [0.0115, 0.2, 1.0].map(damping).into(),
    }
}

/// A cloth of a scene with a change, on the scene's grid or another: it has substeps by its spacing.
fn begin(
    named: &NamedScene,
    change: &SweptValue,
    substeps: u32,
    grid: Option<GridSize>,
) -> Result<AnyCloth, String> {
    let mut scene = named.scene;
    change.1(&mut scene);
    scene.solver.substeps = substeps;
    if let Some(limit) = &mut scene.limit {
        limit.passes = PASSES;
    }
    let grid = grid.unwrap_or(GridSize::of(&scene));
    let started = start(&scene, grid, Method::Verlet, Format::F32);
    started.map_err(|error| error.to_string())
}

/// How a cloth fared.
struct Hanging {
    /// Substep, s.
    dt: f64,
    /// Largest stable substep of the springs by linear theory, s.
    limit: f64,
    /// Whether it stayed whole, and, above the linear limit, came to rest.
    stable: bool,
    /// Lowest particle below the pins, m.
    sag: f64,
    /// Largest strain.
    strain: f64,
    /// When it came to rest, s; `None` if it did not.
    settled: Option<f64>,
}

/// All values on both scenes, with so many substeps of a step of 1/90 s at 50 columns.
pub fn sweep(value: Swept, substeps: u32, grid: Option<GridSize>) -> Result<Vec<Table>, String> {
    let changes = changes(value);
    let cases: Vec<(&NamedScene, &SweptValue)> = SCENES
        .iter()
        .flat_map(|named| changes.iter().map(move |change| (named, change)))
        .collect();
    let outcomes = measure_all("sweep", Cores::One, &cases, |(named, change)| {
        Ok(simulate(&mut *begin(named, change, substeps, grid)?))
    })?;
    let note = format!(
        "f32, Verlet, {substeps} substeps of a step of 1/90 s at 50 columns, Provot's limit of 110 % with {PASSES} passes, {TIME} s.\n\
         Sag: lowest particle below the pins. Settled: root mean square speed over a step below {REST} m/s from then on.\n"
    );
    let numbers = ["dt, s", "limit, s", "sag, m", "strain, %", "settled, s"];
    let mut table = Table::new(note, &["cloth", "stable"], &numbers);
    for ((named, change), o) in cases.iter().zip(outcomes) {
        let if_stable = |value: f64| if o.stable { value } else { f64::NAN };
        table.row([
            format!("{}, {}", named.name, change.0).into(),
            if o.stable { "yes" } else { "no" }.into(),
            TableCell::short(o.dt),
            TableCell::short(o.limit),
            TableCell::number(if_stable(o.sag), 4),
            TableCell::number(if_stable(100.0 * o.strain), 2),
            TableCell::number(if_stable(o.settled.unwrap_or(f64::NAN)), 2),
        ]);
    }
    Ok(vec![table])
}

/// Runs a cloth until its time is up or it has blown up.
fn simulate(cloth: &mut dyn AnySimulation) -> Hanging {
    let scene = *cloth.scene();
    let frame = 1.0 / scene.solver.steps_per_second;
    let height =
        |cloth: &dyn AnySimulation| ParticleState::of(cloth).position.into_iter().map(|x| x[1]);
    let top = height(cloth).fold(f64::NEG_INFINITY, f64::max);
    let (mut speeds, mut whole) = (Vec::new(), true);
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
        whole = speed <= MAD;
        if !whole {
            break;
        }
    }
    let settled = settled(&speeds).map(|i| i as f64 * frame);
    let (columns, rows) = (cloth.columns(), cloth.rows());
    let limit = verlet_limit(&scene, GridSize { columns, rows });
    let dt = scene.dt(columns, rows);
    // Provot's limit holds an unstable cloth together: it rattles for ever.
    let stable = whole && (dt <= limit || settled.is_some());
    Hanging {
        dt,
        limit,
        stable,
        sag: top - height(cloth).fold(f64::INFINITY, f64::min),
        strain: cloth.measure().largest_strain.unwrap_or_default(),
        settled,
    }
}

/// The first step from which on all speeds are those of rest.
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
        let at = |value, i: usize| {
            let cloth = begin(&SCENES[0], &changes(value)[i], 30, Some(square(50))).unwrap();
            verlet_limit(cloth.scene(), square(50))
        };
        // The reference: 6.3e-4 s at 1 g/cm², 5.5e-4 s at 100000 N/m.
        assert!((at(Swept::Density, 0) - 6.3e-4).abs() < 1e-5);
        assert!((at(Swept::Stiffness, 2) - 5.5e-4).abs() < 1e-5);
    }

    #[test]
    fn what_is_unstable_is_said_to_be() {
        for (substeps, stable) in [(30, true), (8, false)] {
            let stiffest = &changes(Swept::Stiffness)[2];
            let mut cloth = begin(&SCENES[0], stiffest, substeps, Some(square(8))).unwrap();
            assert_eq!(simulate(&mut *cloth).stable, stable, "{substeps}");
        }
    }
}
