//! Backward Euler at a step a frame against Verlet at its stable step.

use super::chart::Bars;
use super::find::undisturbed;
use super::methods::{begin, label, particles, set_solver, speed};
use super::output::{Folder, short};
use super::theory;
use crate::progress::Progress;
use cloth_core::host::{AnySimulation, Format, GridSize, Method};
use cloth_core::integrate::{Descent, SolverSettings};
use cloth_core::scene::ColliderScene;
use cloth_core::{Damping, Scene, scenes};
use std::fmt::Write;
use std::time::Instant;

/// A step of backward Euler, s.
const FRAME: f64 = 1.0 / 60.0;
/// Simulated time, s: the cloth reaches the ball after 0.2 s.
const TIME: f64 = 3.0;
/// Verlet's step as part of its linear limit. The cloth on the ball is
/// stretched and therefore a little stiffer than the flat sheet.
const PART: f64 = 0.95;
/// A cloth that falls 0.6 m is never faster than this, m/s: ten times the free
/// fall. Nothing stable comes near it.
const MAD: f64 = 30.0;

/// A way to simulate the drape.
#[derive(Clone, Copy)]
struct Way {
    method: Method,
    dt: f64,
    /// Relative residual that an implicit scheme solves to.
    tolerance: f64,
    /// Stiffness over S4's.
    stiffness: f64,
}

/// What came of it.
struct Row {
    way: Way,
    stable: bool,
    strain: f64,
    /// Smallest distance of a particle from the ball's surface, m.
    gap: f64,
    /// Speed at the end, m/s.
    speed: f64,
    /// Means of a step.
    iterations: f64,
    milliseconds: f64,
    /// Simulated seconds a second.
    pace: f64,
}

/// S4's sphere scene with its stiffness raised, at a time step.
fn scene(way: &Way, grid: GridSize) -> Scene {
    let mut scene = scenes::SPHERE.scene;
    let own = GridSize::of(&scene);
    // The loss of 0.2 % in each of 2700 steps a second, at any step.
    if let Damping::PerStep(loss) = scene.solver.damping {
        scene.solver.damping = Damping::Rate(-(1.0 - loss).ln() / scene.dt(own.columns, own.rows));
    }
    (scene.cloth.columns, scene.cloth.rows) = (grid.columns, grid.rows);
    scene.solver.steps_per_second = 1.0 / way.dt;
    scene.solver.substeps = 1;
    scene.springs.structural *= way.stiffness;
    scene.springs.shear *= way.stiffness;
    scene.springs.bend *= way.stiffness;
    // Its passes would cost more than either scheme.
    scene.limit = None;
    scene
}

/// Verlet's largest stable step by linear theory, s, without damping.
fn verlet_limit(stiffness: f64, grid: GridSize) -> f64 {
    let scene = scenes::SPHERE.scene;
    let s = &scene.springs;
    let lambda = theory::largest_lambda([s.structural, s.shear, s.bend]) * stiffness;
    2.0 / (lambda / scene.cloth.particle_mass(grid.columns, grid.rows)).sqrt()
}

fn ways(grid: GridSize) -> Vec<Way> {
    let mut ways = Vec::new();
    for stiffness in [1.0, 20.0, 400.0] {
        let explicit = Way {
            method: Method::Verlet,
            dt: PART * verlet_limit(stiffness, grid),
            tolerance: f64::NAN,
            stiffness,
        };
        // Whether a difference between the two comes of the step.
        let short = Way {
            method: Method::BackwardEuler,
            tolerance: 0.001,
            ..explicit
        };
        ways.extend([explicit, short]);
        let implicit = [
            (Method::BackwardEuler, 0.1),
            (Method::BackwardEuler, 0.01),
            (Method::BackwardEuler, 0.001),
            (Method::Imex, 0.01),
        ];
        ways.extend(implicit.map(|(method, tolerance)| Way {
            method,
            dt: FRAME,
            tolerance,
            stiffness,
        }));
    }
    ways
}

/// Measures, prints a table and writes `drape.csv` and `drape.svg`.
pub fn run(folder: &Folder, grid: Option<GridSize>) -> Result<(), String> {
    let grid = grid.unwrap_or(GridSize::of(&scenes::SPHERE.scene));
    let ways = ways(grid);
    let mut bar = Progress::new("drape", ways.len());
    let mut rows = Vec::new();
    for way in ways {
        rows.push(measure(way, grid)?);
        bar.inc(1);
    }
    bar.finish();
    print(&rows, grid);
    folder.write("drape.csv", &csv(&rows))?;
    folder.write("drape.svg", &chart(&rows, grid).svg()?)
}

/// The strain of backward Euler's cloth on the ball at a step a frame, over that of Verlet at its
/// small steps.
pub fn strain_over_small_steps() -> Result<f64, String> {
    let grid = GridSize::of(&scenes::SPHERE.scene);
    let strain = |method, dt| {
        let way = Way {
            method,
            dt,
            tolerance: 0.001,
            stiffness: 1.0,
        };
        measure(way, grid).map(|row| row.strain)
    };
    let small = strain(Method::Verlet, PART * verlet_limit(1.0, grid))?;
    Ok(strain(Method::BackwardEuler, FRAME)? / small)
}

fn measure(way: Way, grid: GridSize) -> Result<Row, String> {
    let scene = scene(&way, grid);
    let mut cloth = begin(&scene, grid, way.method, Format::F32)?;
    if way.method != Method::Verlet {
        let settings = SolverSettings {
            method: Descent::default(),
            tolerance: way.tolerance,
            iterations: 2000,
        };
        set_solver(&mut *cloth, settings)?;
    }
    let steps = (TIME / way.dt).round() as u32;
    let (mut iterations, mut stable) = (0.0, true);
    let (mut costs, mut velocities) = (Vec::new(), Vec::new());
    for step in 0..steps {
        let start = Instant::now();
        cloth.step();
        let time = start.elapsed().as_secs_f64();
        let solved = cloth
            .solver_report()
            .map_or(0.0, |s| f64::from(s.iterations));
        iterations += solved;
        costs.push((time, solved + 2.0));
        if step % 16 == 0 {
            stable &= speed(&*cloth, &mut velocities) <= MAD;
        }
    }
    let seconds = undisturbed(&costs) * f64::from(steps);
    Ok(Row {
        stable,
        strain: cloth.measure().largest_strain.unwrap_or_default(),
        gap: gap(&*cloth, &scene),
        speed: speed(&*cloth, &mut velocities),
        iterations: iterations / f64::from(steps),
        milliseconds: seconds * 1e3 / f64::from(steps),
        pace: TIME / seconds,
        way,
    })
}

/// Smallest distance of a particle from the scene's ball, m.
fn gap(cloth: &dyn AnySimulation, scene: &Scene) -> f64 {
    let Some(&ColliderScene::Sphere { center, radius, .. }) = scene.colliders.iter().next() else {
        return f64::NAN;
    };
    let distance = |p: [f64; 3]| {
        let squared: f64 = (0..3).map(|i| (p[i] - center[i]).powi(2)).sum();
        squared.sqrt() - radius
    };
    let places = particles(cloth).filter_map(|(column, row)| cloth.position(column, row));
    places.map(distance).fold(f64::INFINITY, f64::min)
}

/// What a row is, in words.
fn name(way: &Way) -> String {
    match way.method {
        Method::Verlet => label(way.method).to_owned(),
        method if way.dt < FRAME => format!("{}, Verlet's dt", label(method)),
        method => format!("{}, to {}", label(method), way.tolerance),
    }
}

fn group(way: &Way) -> String {
    let k = scenes::SPHERE.scene.springs.structural * way.stiffness;
    format!("{k:.0} N/m")
}

fn print(rows: &[Row], grid: GridSize) {
    println!(
        "S4's cloth (1 m × 1 m, 150 kg/m²) falls on its ball, {TIME} s; {grid}, f32, one core. Verlet at {PART} of its linear\n\
         limit, the implicit schemes at 1/60 s, to the relative residual given. Without Provot's limit.\n"
    );
    println!(
        "{:<13} {:<28} {:>9} {:>7} {:>10} {:>10} {:>9} {:>11} {:>10} {:>10}",
        "stiffness",
        "scheme",
        "dt, s",
        "stable",
        "strain, %",
        "gap, mm",
        "m/s left",
        "iterations",
        "ms a step",
        "sim s/s"
    );
    for row in rows {
        println!(
            "{:<13} {:<28} {:>9} {:>7} {:>10.2} {:>10.2} {:>9} {:>11.1} {:>10.3} {:>10.1}",
            group(&row.way),
            name(&row.way),
            short(row.way.dt),
            if row.stable { "yes" } else { "no" },
            100.0 * row.strain,
            1e3 * row.gap,
            short(row.speed),
            row.iterations,
            row.milliseconds,
            row.pace
        );
    }
    println!();
}

fn csv(rows: &[Row]) -> String {
    let mut text = String::from(
        "stiffness,scheme,dt_s,stable,largest_strain,gap_m,speed_m_s,iterations_a_step,ms_a_step,simulated_s_a_s\n",
    );
    for row in rows {
        let _ = writeln!(
            text,
            "\"{}\",\"{}\",{},{},{},{},{},{},{},{}",
            group(&row.way),
            name(&row.way),
            row.way.dt,
            row.stable,
            row.strain,
            row.gap,
            row.speed,
            row.iterations,
            row.milliseconds,
            row.pace
        );
    }
    text
}

fn chart(rows: &[Row], grid: GridSize) -> Bars {
    let mut names: Vec<String> = Vec::new();
    let mut groups: Vec<(String, Vec<(f64, String)>)> = Vec::new();
    for row in rows {
        let name = name(&row.way);
        if !names.contains(&name) {
            names.push(name);
        }
        let group = group(&row.way);
        let bar = match row.stable {
            true => (row.pace, format!("{:.1}", row.pace)),
            false => (f64::NAN, "unstable".to_owned()),
        };
        match groups.last_mut().filter(|(last, _)| *last == group) {
            Some((_, bars)) => bars.push(bar),
            None => groups.push((group, vec![bar])),
        }
    }
    Bars {
        title: format!("{grid} cloth on a ball: simulated seconds a second"),
        label: "simulated seconds a second",
        range: 0.1..300.0,
        names,
        groups,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::square;

    #[test]
    fn the_limit_of_the_documents_default() {
        let limit = |stiffness| verlet_limit(stiffness, square(50));
        // The reference's 2.45e-3 s.
        assert!((limit(1.0) - 2.45e-3).abs() < 5e-5);
        assert!((limit(4.0) - 0.5 * limit(1.0)).abs() < 1e-9);
    }

    #[test]
    fn damping_is_the_same_at_every_step() {
        let grid = square(30);
        for way in ways(grid) {
            let Damping::Rate(c) = scene(&way, grid).solver.damping else {
                panic!("a rate is meant");
            };
            assert!((c - 5.4).abs() < 0.01);
        }
    }
}
