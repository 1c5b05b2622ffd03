//! Total energy over time, scheme by scheme.

use super::chart::{Axis, Lines, Series};
use super::methods::{METHODS, State, begin, label, put_on_grid};
use super::output::{Folder, short};
use crate::progress::Progress;
use cloth_core::host::{Format, GridSize, Method};
use cloth_core::{Damping, Scene};
use cloth_draw::energy::Energy;
use std::fmt::Write;

/// Particles along a side, if no grid is asked for.
const SIDE: usize = 16;
/// Simulated time, s.
const TIME: f64 = 10.0;
/// Time step, s: a quarter of Verlet's limit, which theory puts at 2/√(λ/m).
const DT: f64 = 1.0 / 800.0;
/// Time between two points, s.
const LOOK: f64 = 0.025;
/// What the chart shows below the start, as part of [`scale`].
const SHOWN: f64 = 0.6;

/// A cloth that swings from two corners, undamped. Every grid has the same particles, or
/// a step of this length would not be stable.
fn scene(grid: Option<GridSize>) -> Scene {
    let mut scene = Scene::DEFAULT;
    (scene.cloth.columns, scene.cloth.rows) = (SIDE, SIDE);
    (scene.cloth.width, scene.cloth.density) = (1.0, 0.2);
    (scene.pins.top_left, scene.pins.top_right) = (true, true);
    scene.solver.steps_per_second = 1.0 / DT;
    scene.solver.substeps = 1;
    scene.solver.damping = Damping::Rate(0.0);
    (scene.springs.structural, scene.springs.shear) = (40.0, 20.0);
    scene.springs.bend = 4.0;
    if let Some(grid) = grid {
        put_on_grid(&mut scene, grid);
    }
    scene
}

/// The sheet's weight times its width: about the energy that falls free, J.
fn scale(scene: &Scene) -> f64 {
    let GridSize { columns, rows } = GridSize::of(scene);
    let mass = scene.cloth.particle_mass(columns, rows) * (columns * rows) as f64;
    mass * scene.cloth.width * -scene.forces.gravity[1]
}

/// A scheme's points (time, energy).
type Track = Vec<(f64, Energy)>;

/// Measures, prints a table and writes `energy.csv` and `energy.svg`.
pub fn run(folder: &Folder, grid: Option<GridSize>) -> Result<(), String> {
    let scene = scene(grid);
    let mut bar = Progress::new("energy", METHODS.len());
    let mut tracks = Vec::new();
    for method in METHODS {
        tracks.push((method, track(&scene, method)?));
        bar.inc(1);
    }
    bar.finish();
    print(&scene, &tracks);
    folder.write("energy.csv", &csv(&tracks))?;
    folder.write("energy.svg", &chart(&scene, &tracks).svg()?)
}

fn track(scene: &Scene, method: Method) -> Result<Track, String> {
    let grid = GridSize::of(scene);
    let mut cloth = begin(scene, grid, method, Format::F64)?;
    let every = (LOOK / DT).round() as usize;
    let (mut now, mut next) = (State::default(), State::default());
    let mut track = Vec::new();
    for step in 0..=(TIME / DT).round() as usize {
        let look = step % every == 0;
        if look {
            now.read(&*cloth);
        }
        cloth.step();
        if look {
            if method == Method::Verlet {
                next.read(&*cloth);
                centre(&mut now, &next);
            }
            let size = (grid.columns, grid.rows);
            let energy = Energy::of(scene, size, &now.position, &now.velocity, |_| true);
            track.push((step as f64 * DT, energy));
        }
    }
    Ok(track)
}

/// Verlet keeps the velocity of half a step before; the one at the time of the
/// positions is the mean of those half a step before and after.
fn centre(now: &mut State, next: &State) {
    for (v, after) in now.velocity.iter_mut().zip(&next.velocity) {
        *v = [0, 1, 2].map(|i| 0.5 * (v[i] + after[i]));
    }
}

/// How far the energy is from that of the start, as part of [`scale`].
fn drift(scene: &Scene, track: &Track) -> impl Iterator<Item = (f64, f64)> {
    let (start, scale) = (track[0].1.total(), scale(scene));
    let drift = move |e: &Energy| (e.total() - start) / scale;
    track.iter().map(move |(time, e)| (*time, drift(e)))
}

fn print(scene: &Scene, tracks: &[(Method, Track)]) {
    println!(
        "Undamped cloth, {} particles, let go flat and swinging from two corners for {TIME} s with dt = {DT} s; f64.\n\
         Drift: total energy less that of the start, over m·g·width = {} J.\n",
        GridSize::of(scene),
        short(scale(scene))
    );
    println!(
        "{:<17} {:>12} {:>12} {:>12}",
        "scheme", "lowest", "highest", "at the end"
    );
    for (method, track) in tracks {
        let drifts: Vec<f64> = drift(scene, track).map(|(_, v)| v).collect();
        let lowest = drifts.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = drifts.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let last = drifts.last().copied().unwrap_or_default();
        println!(
            "{:<17} {:>12} {:>12} {:>12}",
            label(*method),
            short(lowest),
            short(highest),
            short(last)
        );
    }
}

fn csv(tracks: &[(Method, Track)]) -> String {
    let mut text = String::from("scheme,time_s,kinetic_J,spring_J,gravity_J,total_J\n");
    for (method, track) in tracks {
        for (time, e) in track {
            let (kinetic, spring, gravity) = (e.kinetic, e.spring, e.gravity);
            let name = label(*method);
            let total = e.total();
            let _ = writeln!(text, "{name},{time},{kinetic},{spring},{gravity},{total}");
        }
    }
    text
}

fn chart(scene: &Scene, tracks: &[(Method, Track)]) -> Lines {
    let series = tracks
        .iter()
        .enumerate()
        .map(|(i, (method, track))| Series {
            name: label(*method).to_owned(),
            points: drift(scene, track).collect(),
            colour: i,
        });
    Lines {
        title: format!("Energy of an undamped swinging cloth, dt = {DT} s"),
        x: Axis {
            label: "time, s",
            range: 0.0..TIME,
            logarithmic: false,
        },
        y: Axis {
            label: "(energy − energy at the start) / (m·g·width)",
            range: -SHOWN..0.3,
            logarithmic: false,
        },
        marks: false,
        series: series.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_velocity_in_the_middle_is_the_mean() {
        let state = |v| State {
            position: vec![[0.0; 3]],
            velocity: vec![[v, 0.0, -v]],
        };
        let mut now = state(1.0);
        centre(&mut now, &state(3.0));
        assert_eq!(now.velocity, [[2.0, 0.0, -2.0]]);
    }

    #[test]
    fn drift_starts_at_nothing() {
        let energy = |gravity| Energy {
            gravity,
            ..Energy::default()
        };
        let scene = scene(None);
        let track = vec![(0.0, energy(3.0)), (1.0, energy(3.0 + scale(&scene)))];
        let drifts: Vec<_> = drift(&scene, &track).collect();
        assert_eq!(drifts[0], (0.0, 0.0));
        assert!((drifts[1].1 - 1.0).abs() < 1e-12);
    }
}
