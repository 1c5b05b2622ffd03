//! Total energy over time, scheme by scheme.

use super::body::{Kind, State};
use super::chart::{Axis, Lines, Series};
use super::output::{Folder, short};
use crate::progress::Progress;
use cloth_core::{Damping, Scene};
use cloth_draw::energy::Energy;
use std::fmt::Write;

/// Particles along a side.
const SIDE: usize = 16;
/// Simulated time, s.
const TIME: f64 = 10.0;
/// Time step, s: a quarter of Verlet's limit, which theory puts at 2/√(λ/m).
const DT: f64 = 1.0 / 800.0;
/// Time between two points, s.
const LOOK: f64 = 0.025;
/// What the chart shows below the start, as part of [`scale`].
const SHOWN: f64 = 0.6;

/// A cloth that swings from two corners, undamped.
fn scene() -> Scene {
    let mut scene = Scene::DEFAULT;
    (scene.cloth.columns, scene.cloth.rows) = (SIDE, SIDE);
    (scene.cloth.width, scene.cloth.density) = (1.0, 0.2);
    (scene.pins.top_left, scene.pins.top_right) = (true, true);
    scene.solver.steps_per_second = 1.0 / DT;
    scene.solver.substeps = 1;
    scene.solver.damping = Damping::Rate(0.0);
    (scene.springs.structural, scene.springs.shear) = (40.0, 20.0);
    scene.springs.bend = 4.0;
    scene
}

/// The sheet's weight times its width: about the energy that falls free, J.
fn scale(scene: &Scene) -> f64 {
    scene.cloth.density * scene.cloth.width.powi(3) * -scene.forces.gravity[1]
}

/// A scheme's points (time, energy).
type Track = Vec<(f64, Energy)>;

/// Measures, prints a table and writes `energy.csv` and `energy.svg`.
pub fn run(folder: &Folder) -> Result<(), String> {
    let mut bar = Progress::new("energy", Kind::ALL.len());
    let mut tracks = Vec::new();
    for kind in Kind::ALL {
        tracks.push((kind, track(kind)?));
        bar.inc(1);
    }
    bar.finish();
    print(&tracks);
    folder.write("energy.csv", &csv(&tracks))?;
    folder.write("energy.svg", &chart(&tracks).svg()?)
}

fn track(kind: Kind) -> Result<Track, String> {
    let scene = scene();
    let mut body = kind.body::<f64, SIDE, SIDE>();
    body.reset(&scene).map_err(|e| e.to_string())?;
    let every = (LOOK / DT).round() as usize;
    let (mut now, mut next) = (State::default(), State::default());
    let mut track = Vec::new();
    for step in 0..=(TIME / DT).round() as usize {
        let look = step % every == 0;
        if look {
            body.read(&mut now);
        }
        body.step();
        if look {
            if kind == Kind::Verlet {
                body.read(&mut next);
                centre(&mut now, &next);
            }
            let energy = Energy::of(&scene, body.grid(), &now.position, &now.velocity, |_| true);
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
fn drift(track: &Track) -> impl Iterator<Item = (f64, f64)> {
    let (start, scale) = (track[0].1.total(), scale(&scene()));
    let drift = move |e: &Energy| (e.total() - start) / scale;
    track.iter().map(move |(time, e)| (*time, drift(e)))
}

fn print(tracks: &[(Kind, Track)]) {
    println!(
        "Undamped cloth, {SIDE} × {SIDE}, let go flat and swinging from two corners for {TIME} s with dt = {DT} s; f64.\n\
         Drift: total energy less that of the start, over m·g·width = {} J.\n",
        short(scale(&scene()))
    );
    println!(
        "{:<17} {:>12} {:>12} {:>12}",
        "scheme", "lowest", "highest", "at the end"
    );
    for (kind, track) in tracks {
        let drifts: Vec<f64> = drift(track).map(|(_, v)| v).collect();
        let lowest = drifts.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = drifts.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let last = drifts.last().copied().unwrap_or_default();
        println!(
            "{:<17} {:>12} {:>12} {:>12}",
            kind.name(),
            short(lowest),
            short(highest),
            short(last)
        );
    }
}

fn csv(tracks: &[(Kind, Track)]) -> String {
    let mut text = String::from("scheme,time_s,kinetic_J,spring_J,gravity_J,total_J\n");
    for (kind, track) in tracks {
        for (time, e) in track {
            let (kinetic, spring, gravity) = (e.kinetic, e.spring, e.gravity);
            let name = kind.name();
            let total = e.total();
            let _ = writeln!(text, "{name},{time},{kinetic},{spring},{gravity},{total}");
        }
    }
    text
}

fn chart(tracks: &[(Kind, Track)]) -> Lines {
    let series = tracks.iter().enumerate().map(|(i, (kind, track))| Series {
        name: kind.name().to_owned(),
        points: drift(track).collect(),
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
        let track = vec![(0.0, energy(3.0)), (1.0, energy(3.0 + scale(&scene())))];
        let drifts: Vec<_> = drift(&track).collect();
        assert_eq!(drifts[0], (0.0, 0.0));
        assert!((drifts[1].1 - 1.0).abs() < 1e-12);
    }
}
