//! What a solver's time buys: strain against microseconds a frame.

pub mod case;

use super::chart::{Axis, Lines, Series};
use super::methods::{begin, grid, particles};
use super::output::Folder;
use crate::grid::{name, short_name, square};
use crate::progress::Progress;
use case::{Hold, Setting, scene, settings};
use cloth_core::Mode;
use cloth_core::host::{AnySimulation, Format, GridSize, Method};
use std::fmt::Write;
use std::time::Instant;

/// Sides of the square grids, if none is asked for.
const SIDES: [usize; 4] = [32, 64, 128, 256];
/// Frames, 60 a second.
const FRAMES: usize = 240;
/// Frames before strain is looked at: the sheet has fallen.
const SETTLING: usize = 60;
/// The most columns, or rows of a string, that springs are run on: a finer grid has too
/// many substeps.
const MOST_FOR_SPRINGS: usize = 64;

/// What a run left.
#[derive(Clone, Copy, Debug)]
struct Finding {
    hold: Hold,
    grid: GridSize,
    setting: Setting,
    /// Substeps of a frame on this grid.
    substeps: u32,
    /// Largest structural strain of any frame after the first second.
    largest: f64,
    /// Mean structural strain (of either sign), over links and frames.
    mean: f64,
    /// Fastest particle of the last second's frames, m/s: how quiet the cloth
    /// is.
    speed: f64,
    /// Median time of a frame, µs.
    frame: f64,
}

/// Measures, prints a table and writes `quality.csv` and a chart for each hold
/// and grid.
///
/// # Errors
/// If there is no memory, or the files cannot be written.
pub fn run(folder: &Folder, grid: Option<GridSize>) -> Result<(), String> {
    let grids = grid.map_or_else(|| SIDES.map(square).to_vec(), |grid| vec![grid]);
    let settings = settings();
    let mut bar = Progress::new("quality", grids.len() * Hold::ALL.len() * settings.len());
    let mut findings = Vec::new();
    for &grid in &grids {
        for hold in Hold::ALL {
            for setting in &settings {
                if setting.mode != Mode::Hooke || has_springs(grid) {
                    findings.push(measure(hold, setting, grid)?);
                }
                bar.inc(1);
            }
        }
    }
    bar.finish();
    print(&findings);
    folder.write("quality.csv", &csv(&findings))?;
    for &grid in &grids {
        for hold in Hold::ALL {
            let name = format!("quality-{}-{}.svg", hold.name(), short_name(grid));
            folder.write(&name, &chart(&findings, hold, grid).svg()?)?;
        }
    }
    Ok(())
}

fn has_springs(grid: GridSize) -> bool {
    let along = if grid.columns > 1 {
        grid.columns
    } else {
        grid.rows
    };
    along <= MOST_FOR_SPRINGS
}

fn measure(hold: Hold, setting: &Setting, grid: GridSize) -> Result<Finding, String> {
    let scene = scene(hold, setting, grid);
    let mut cloth = begin(&scene, grid, Method::Verlet, Format::F32)?;
    let (mut largest, mut mean, mut speed) = (f64::NEG_INFINITY, 0.0, 0.0_f64);
    let mut times = Vec::new();
    for frame in 0..FRAMES {
        let start = Instant::now();
        cloth.step();
        times.push(start.elapsed().as_secs_f64() * 1e6);
        if frame >= SETTLING {
            let (most, average) = strain(&*cloth);
            largest = largest.max(most);
            mean += average / (FRAMES - SETTLING) as f64;
        }
        if frame >= FRAMES - 60 {
            speed = speed.max(fastest(&*cloth));
        }
    }
    times.sort_unstable_by(f64::total_cmp);
    Ok(Finding {
        hold,
        grid,
        setting: *setting,
        substeps: scene.substeps(grid.columns, grid.rows),
        largest,
        mean,
        speed,
        frame: times[times.len() / 2],
    })
}

/// The largest and the mean strain of the structural links, the mean of either
/// sign. 0 without links.
pub fn strain(cloth: &dyn AnySimulation) -> (f64, f64) {
    let GridSize { columns, rows } = grid(cloth);
    let places: Vec<[f64; 3]> = particles(cloth)
        .filter_map(|(column, row)| cloth.position(column, row))
        .collect();
    let spacing = cloth.scene().cloth.spacing(columns, rows);
    let strain = |a: [f64; 3], b: [f64; 3]| {
        let squares = (0..3).map(|i| (b[i] - a[i]).powi(2));
        squares.sum::<f64>().sqrt() / spacing - 1.0
    };
    let across = (0..places.len()).filter(|i| i % columns > 0);
    let across = across.map(|i| strain(places[i - 1], places[i]));
    let down = places.iter().zip(places.iter().skip(columns));
    let strains = across.chain(down.map(|(&a, &b)| strain(a, b)));
    let (mut largest, mut sum, mut links) = (f64::NEG_INFINITY, 0.0, 0.0);
    for strain in strains {
        largest = largest.max(strain);
        sum += strain.abs();
        links += 1.0;
    }
    match links > 0.0 {
        true => (largest, sum / links),
        false => (0.0, 0.0),
    }
}

/// The fastest particle, m/s.
fn fastest(cloth: &dyn AnySimulation) -> f64 {
    let speeds = particles(cloth).filter_map(|(column, row)| cloth.velocity(column, row));
    let squared = speeds.map(|v| v.iter().map(|v| v * v).sum::<f64>());
    squared.fold(0.0, f64::max).sqrt()
}

fn print(findings: &[Finding]) {
    println!(
        "Structural strain of a sheet 2 m wide in frames of 1/60 s, after the first of {} s; f32.\n\
         Speed: the fastest particle in the last second.",
        FRAMES / 60
    );
    println!(
        "{:>9} {:<13} {:<24} {:>8} {:>10} {:>9} {:>9} {:>10} {:>18}",
        "grid",
        "hold",
        "solver",
        "substeps",
        "largest %",
        "mean %",
        "speed m/s",
        "us/frame",
        "ns/particle-frame"
    );
    for f in findings {
        let particles = (f.grid.columns * f.grid.rows) as f64;
        println!(
            "{:>9} {:<13} {:<24} {:>8} {:>10.2} {:>9.3} {:>9.2} {:>10.0} {:>18.1}",
            name(f.grid),
            f.hold.name(),
            f.setting.line(),
            f.substeps,
            100.0 * f.largest,
            100.0 * f.mean,
            f.speed,
            f.frame,
            1e3 * f.frame / particles
        );
    }
}

fn csv(findings: &[Finding]) -> String {
    let mut text = String::from(
        "grid,hold,solver,substeps,iterations,tethers,largest_strain,mean_strain,speed_m_per_s,us_per_frame\n",
    );
    for f in findings {
        let s = &f.setting;
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},{}",
            name(f.grid),
            f.hold.name(),
            s.mode.name(),
            f.substeps,
            s.iterations,
            s.tethers,
            f.largest,
            f.mean,
            f.speed,
            f.frame
        );
    }
    text
}

fn chart(findings: &[Finding], hold: Hold, grid: GridSize) -> Lines {
    let here = |f: &&Finding| f.hold == hold && f.grid == grid;
    let mut series: Vec<Series> = Vec::new();
    let mut times: Vec<f64> = Vec::new();
    for f in findings.iter().filter(here) {
        let point = (f.frame, 100.0 * f.largest);
        times.push(f.frame);
        let name = f.setting.line();
        match series.iter_mut().find(|s| s.name == name) {
            Some(line) => line.points.push(point),
            None => series.push(Series {
                name,
                points: vec![point],
                colour: series.len(),
            }),
        }
    }
    let (least, most) = times
        .iter()
        .fold((f64::INFINITY, 0.0_f64), |(a, b), &t| (a.min(t), b.max(t)));
    Lines {
        title: format!("Largest structural strain, {}, {grid}", hold.name()),
        x: Axis {
            label: "time of a frame, µs",
            range: 0.8 * least..1.2 * most,
            logarithmic: true,
        },
        y: Axis {
            label: "strain, %",
            range: 0.01..1000.0,
            logarithmic: true,
        },
        marks: true,
        series,
    }
}
