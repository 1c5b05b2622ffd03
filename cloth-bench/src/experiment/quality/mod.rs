//! What a solver's time buys: strain against microseconds a frame.

pub mod case;

use super::chart::{Axis, Lines, Series};
use super::output::Folder;
use crate::progress::Progress;
use case::{Hold, Setting, scene, settings};
use cloth_core::{Mode, Simulation, Verlet};
use std::fmt::Write;
use std::time::Instant;

/// Sides of the grids.
pub const SIDES: [usize; 4] = [32, 64, 128, 256];
/// Frames, 60 a second.
const FRAMES: usize = 240;
/// Frames before strain is looked at: the sheet has fallen.
const SETTLING: usize = 60;
/// The largest grid that springs are run on: a finer one has too many substeps.
const LARGEST_HOOKE: usize = 64;

/// What a run left.
#[derive(Clone, Copy, Debug)]
struct Finding {
    hold: Hold,
    side: usize,
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
/// If there is no such grid, or the files cannot be written.
pub fn run(folder: &Folder, grid: Option<usize>) -> Result<(), String> {
    let sides: Vec<usize> = match grid {
        None => SIDES.to_vec(),
        Some(side) if SIDES.contains(&side) => vec![side],
        Some(side) => return Err(format!("--grid {side}: allowed is one of {SIDES:?}")),
    };
    let settings = settings();
    let mut bar = Progress::new("quality", sides.len() * Hold::ALL.len() * settings.len());
    let mut findings = Vec::new();
    for &side in &sides {
        for hold in Hold::ALL {
            for setting in &settings {
                if setting.mode != Mode::Hooke || side <= LARGEST_HOOKE {
                    findings.push(measure(hold, setting, side)?);
                }
                bar.inc(1);
            }
        }
    }
    bar.finish();
    print(&findings);
    folder.write("quality.csv", &csv(&findings))?;
    for &side in &sides {
        for hold in Hold::ALL {
            let name = format!("quality-{}-{side}.svg", hold.name());
            folder.write(&name, &chart(&findings, hold, side).svg()?)?;
        }
    }
    Ok(())
}

fn measure(hold: Hold, setting: &Setting, side: usize) -> Result<Finding, String> {
    match side {
        32 => on::<32>(hold, setting),
        64 => on::<64>(hold, setting),
        128 => on::<128>(hold, setting),
        _ => on::<256>(hold, setting),
    }
}

fn on<const N: usize>(hold: Hold, setting: &Setting) -> Result<Finding, String> {
    if setting.mode == Mode::Xpbd && setting.iterations > 1 {
        track::<cloth_core::Xpbd<f32, N, N>, N>(hold, setting)
    } else {
        track::<Verlet<f32, N, N>, N>(hold, setting)
    }
}

fn track<S: cloth_core::Scheme<f32, N, N>, const N: usize>(
    hold: Hold,
    setting: &Setting,
) -> Result<Finding, String> {
    let scene = scene(hold, setting, N);
    let mut sim = Box::new(Simulation::<f32, S, N, N>::EMPTY);
    sim.reset(&scene).map_err(|e| e.to_string())?;
    let (mut largest, mut mean, mut speed) = (f64::NEG_INFINITY, 0.0, 0.0_f64);
    let mut times = Vec::new();
    for frame in 0..FRAMES {
        let start = Instant::now();
        sim.step();
        times.push(start.elapsed().as_secs_f64() * 1e6);
        if frame >= SETTLING {
            let (most, average) = strain(&sim);
            largest = largest.max(most);
            mean += average / (FRAMES - SETTLING) as f64;
        }
        if frame >= FRAMES - 60 {
            speed = speed.max(fastest(&sim));
        }
    }
    times.sort_unstable_by(f64::total_cmp);
    Ok(Finding {
        hold,
        side: N,
        setting: *setting,
        substeps: scene.substeps(N, N),
        largest,
        mean,
        speed,
        frame: times[times.len() / 2],
    })
}

/// The largest and the mean strain of the structural links, the mean of either
/// sign.
fn strain<S: cloth_core::Scheme<f32, N, N>, const N: usize>(
    sim: &Simulation<f32, S, N, N>,
) -> (f64, f64) {
    let rows = &sim.cloth().positions().rows;
    let (mut largest, mut sum) = (f64::NEG_INFINITY, 0.0);
    let mut look = |a: [f32; 3], b: [f32; 3]| {
        let squares = (0..3).map(|i| (f64::from(b[i]) - f64::from(a[i])).powi(2));
        let strain = squares.sum::<f64>().sqrt() - 1.0;
        largest = largest.max(strain);
        sum += strain.abs();
    };
    for row in 0..N {
        for column in 0..N {
            let here = rows[row].get(column);
            if column + 1 < N {
                look(here, rows[row].get(column + 1));
            }
            if row + 1 < N {
                look(here, rows[row + 1].get(column));
            }
        }
    }
    (largest, sum / (2 * N * (N - 1)) as f64)
}

/// The fastest particle, m/s.
fn fastest<S: cloth_core::Scheme<f32, N, N>, const N: usize>(
    sim: &Simulation<f32, S, N, N>,
) -> f64 {
    let particles = (0..N).flat_map(|r| (0..N).map(move |c| (c, r)));
    let speeds = particles.filter_map(|(c, r)| sim.velocity(c, r));
    let squared = speeds.map(|v| v.iter().map(|v| v * v).sum::<f64>());
    squared.fold(0.0, f64::max).sqrt()
}

fn print(findings: &[Finding]) {
    println!(
        "Structural strain of a sheet of 2 m × 2 m in frames of 1/60 s, after the first of {} s; f32.\n\
         Speed: the fastest particle in the last second.",
        FRAMES / 60
    );
    println!(
        "{:>7} {:<13} {:<24} {:>8} {:>10} {:>9} {:>9} {:>10} {:>18}",
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
        let particles = (f.side * f.side) as f64;
        println!(
            "{:>7} {:<13} {:<24} {:>8} {:>10.2} {:>9.3} {:>9.2} {:>10.0} {:>18.1}",
            format!("{0}x{0}", f.side),
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
            "{0}x{0},{1},{2},{3},{4},{5},{6},{7},{8},{9}",
            f.side,
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

fn chart(findings: &[Finding], hold: Hold, side: usize) -> Lines {
    let here = |f: &&Finding| f.hold == hold && f.side == side;
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
        title: format!(
            "Largest structural strain, {}, {side} × {side}",
            hold.name()
        ),
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
