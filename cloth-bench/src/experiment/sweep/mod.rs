//! S4's sweeps (S4-2 to S4-4): pinned2 and pinned4 with one value changed.

mod sheet;

use super::methods::{begin, grid};
use super::output::{Folder, short};
use super::theory;
use crate::cli::Value;
use crate::progress::Progress;
use cloth_core::host::{AnySimulation, Format, GridSize, Method};
use cloth_core::{Damping, NamedScene, Scene, scenes};
use sheet::Cell;
use std::fmt::Write;

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

/// Each setting's name and the change it makes.
fn settings_of(value: Value) -> Vec<(String, Scene)> {
    let scene = scenes::PINNED2.scene;
    let change = |change: &dyn Fn(&mut Scene)| {
        let mut changed = scene;
        change(&mut changed);
        changed
    };
    match value {
        Value::Stiffness => [1.0, 5000.0, 100_000.0]
            .map(|k| {
                let scene = change(&|s| {
                    (s.springs.structural, s.springs.shear) = (k, k);
                    s.springs.bend = 0.2 * k;
                });
                (format!("ks = {k} N/m"), scene)
            })
            .into(),
        Value::Density => [1.0, 15.0, 1000.0, 100_000.0]
            .map(|d| {
                // 1 g/cm² is 10 kg/m².
                let scene = change(&|s| s.cloth.density = 10.0 * d);
                (format!("{d} g/cm²"), scene)
            })
            .into(),
        Value::Damping => [0.0115, 0.2, 1.0]
            .map(|p| {
                let scene = change(&|s| s.solver.damping = Damping::PerStep(p / 100.0));
                (format!("damping {p} % a substep"), scene)
            })
            .into(),
    }
}

const fn name_of(value: Value) -> &'static str {
    match value {
        Value::Stiffness => "stiffness",
        Value::Density => "density",
        Value::Damping => "damping",
    }
}

/// What is swept, and how finely it is stepped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The value that is changed.
    pub value: Value,
    /// Substeps of a step of 1/90 s.
    pub substeps: u32,
}

/// How a cloth fared.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Outcome {
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

/// Runs all settings on both scenes, and writes `sweep-….csv` and a contact
/// sheet `sweep-….png`.
pub fn run(folder: &Folder, settings: &Settings, grid: Option<GridSize>) -> Result<(), String> {
    let rows = [scenes::PINNED2, scenes::PINNED4];
    let list = settings_of(settings.value);
    let mut bar = Progress::new("sweep", rows.len() * list.len());
    let mut cells = Vec::new();
    for row in &rows {
        for (name, changed) in &list {
            let scene = scene(row, changed, settings.substeps);
            let grid = grid.unwrap_or(GridSize::of(&scene));
            let mut cloth = begin(&scene, grid, Method::Verlet, Format::F32)?;
            let outcome = simulate(&mut *cloth);
            let title = format!("{}, {name}", row.name);
            cells.push((title, outcome, sheet::draw(&mut *cloth, &outcome)));
            bar.inc(1);
        }
    }
    bar.finish();
    print(
        &cells,
        settings,
        grid.unwrap_or(GridSize::of(&rows[0].scene)),
    );
    let name = name_of(settings.value);
    folder.write(&format!("sweep-{name}.csv"), &csv(&cells))?;
    let path = folder.path(&format!("sweep-{name}.png"));
    sheet::write(&path, &cells, list.len())?;
    println!("wrote {}", path.display());
    Ok(())
}

/// A row's scene with the change of a setting.
fn scene(row: &NamedScene, changed: &Scene, substeps: u32) -> Scene {
    let mut scene = Scene {
        pins: row.scene.pins,
        ..*changed
    };
    scene.solver.substeps = substeps;
    if let Some(limit) = &mut scene.limit {
        limit.passes = PASSES;
    }
    scene
}

/// Largest stable substep of Verlet's springs with the scene's loss a substep,
/// by linear theory.
fn limit(scene: &Scene, GridSize { columns, rows }: GridSize) -> f64 {
    let s = &scene.springs;
    let lambda = theory::largest_lambda([s.structural, s.shear, s.bend]);
    let mass = scene.cloth.particle_mass(columns, rows);
    let undamped = 2.0 / (lambda / mass).sqrt();
    match scene.solver.damping {
        // x' = x + (1−d)(x − x_p) + a·dt²: stable iff κ < 2(2 − d).
        Damping::PerStep(d) => undamped * (1.0 - 0.5 * d).sqrt(),
        Damping::Rate(_) => undamped,
    }
}

/// Runs a cloth until its time is up or it has blown up.
fn simulate(cloth: &mut dyn AnySimulation) -> Outcome {
    let (scene, grid) = (*cloth.scene(), grid(cloth));
    let frame = 1.0 / scene.solver.steps_per_second;
    let mut speeds = Vec::new();
    let (mut before, mut now) = (Vec::new(), Vec::new());
    cloth.positions(&mut before);
    let top = before.first().map_or(0.0, |p| f64::from(p[1]));
    for _ in 0..(TIME / frame).round() as usize {
        cloth.step();
        cloth.positions(&mut now);
        speeds.push(speed(&before, &now) / frame);
        std::mem::swap(&mut before, &mut now);
        if speeds.last().is_none_or(|&v| v.is_nan() || v > MAD) {
            break;
        }
    }
    let settled = settled(&speeds);
    let (dt, limit) = (scene.dt(grid.columns, grid.rows), limit(&scene, grid));
    let whole = speeds.last().is_some_and(|&v| v <= MAD);
    let lowest = (before.iter()).fold(f64::INFINITY, |m, p| m.min(f64::from(p[1])));
    Outcome {
        dt,
        limit,
        // Provot's limit holds an unstable cloth together: it rattles for ever.
        stable: whole && (dt <= limit || settled.is_some()),
        sag: top - lowest,
        strain: cloth.measure().largest_strain.unwrap_or_default(),
        settled: settled.map(|i| i as f64 * frame),
    }
}

/// Root of the mean squared distance between two states, m.
fn speed(before: &[[f32; 3]], now: &[[f32; 3]]) -> f64 {
    let pairs = before.iter().zip(now);
    let squared = |(a, b): (&[f32; 3], &[f32; 3])| -> f64 {
        (0..3).map(|i| f64::from(a[i] - b[i]).powi(2)).sum()
    };
    (pairs.map(squared).sum::<f64>() / before.len().max(1) as f64).sqrt()
}

/// The first step from which on all speeds are those of rest.
fn settled(speeds: &[f64]) -> Option<usize> {
    let last_fast = speeds.iter().rposition(|&v| v.is_nan() || v >= REST);
    match last_fast {
        None => Some(0),
        Some(i) if i + 1 < speeds.len() => Some(i + 1),
        Some(_) => None,
    }
}

impl Outcome {
    /// The lines under a picture.
    fn lines(&self) -> [String; 3] {
        if !self.stable {
            return [
                format!("unstable at dt = {} s", short(self.dt)),
                format!("stable below about {} s", short(self.limit)),
                String::new(),
            ];
        }
        let settled = match self.settled {
            Some(time) => format!("settles in {time:.1} s"),
            None => format!("not at rest after {TIME} s"),
        };
        [
            format!("sag {:.3} m", self.sag),
            format!("largest strain {:.1} %", 100.0 * self.strain),
            settled,
        ]
    }
}

fn print(cells: &[Cell], settings: &Settings, grid: GridSize) {
    println!(
        "{grid}, f32, Verlet, {} substeps of a step of 1/90 s, Provot's limit of 110 % with {PASSES} passes, {TIME} s.\n\
         Sag: lowest particle below the pins. Settled: root mean square speed below {REST} m/s from then on.\n",
        scene(&scenes::PINNED2, &scenes::PINNED2.scene, settings.substeps)
            .substeps(grid.columns, grid.rows)
    );
    println!(
        "{:<38} {:>9} {:>10} {:>7} {:>8} {:>10} {:>11}",
        "cloth", "dt, s", "limit, s", "stable", "sag, m", "strain, %", "settled, s"
    );
    for (title, o, _) in cells {
        let (sag, strain, settled) = match o.stable {
            true => (
                format!("{:.4}", o.sag),
                format!("{:.2}", 100.0 * o.strain),
                o.settled.map_or("no".to_owned(), |t| format!("{t:.2}")),
            ),
            false => ("-".to_owned(), "-".to_owned(), "-".to_owned()),
        };
        println!(
            "{title:<38} {:>9} {:>10} {:>7} {sag:>8} {strain:>10} {settled:>11}",
            short(o.dt),
            short(o.limit),
            if o.stable { "yes" } else { "no" }
        );
    }
    println!();
}

fn csv(cells: &[Cell]) -> String {
    let mut text = String::from("cloth,dt_s,limit_s,stable,sag_m,largest_strain,settled_s\n");
    for (title, o, _) in cells {
        let settled = o.settled.map_or_else(String::new, |t| t.to_string());
        let _ = writeln!(
            text,
            "\"{title}\",{},{},{},{},{},{settled}",
            o.dt, o.limit, o.stable, o.sag, o.strain
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::square;

    #[test]
    fn rest_is_for_good() {
        assert_eq!(settled(&[1.0, 0.001, 0.5, 0.001, 0.002]), Some(3));
        assert_eq!(settled(&[0.001]), Some(0));
        assert_eq!(settled(&[0.001, 1.0]), None);
        assert_eq!(settled(&[0.001, f64::NAN]), None);
    }

    #[test]
    fn the_documents_limits() {
        let at = |value: Value, i: usize| limit(&settings_of(value)[i].1, square(50));
        // The reference: 6.3e-4 s at 1 g/cm², 5.5e-4 s at 100000 N/m.
        assert!((at(Value::Density, 0) - 6.3e-4).abs() < 1e-5);
        assert!((at(Value::Stiffness, 2) - 5.5e-4).abs() < 1e-5);
    }

    #[test]
    fn what_is_unstable_is_said_to_be() {
        let stable = |substeps| {
            let (_, changed) = &settings_of(Value::Stiffness)[2];
            let scene = scene(&scenes::PINNED2, changed, substeps);
            let mut cloth = begin(&scene, square(8), Method::Verlet, Format::F32).unwrap();
            simulate(&mut *cloth).stable
        };
        assert!(stable(30));
        assert!(!stable(8));
    }
}
