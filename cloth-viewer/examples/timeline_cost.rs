//! What the timeline costs: the bytes of a keyframe, how many steps lie between two, and the time that
//! copying one takes, as a part of a picture's 16.7 ms and of the steps that it is for.
//!
//! `cargo run --release -p cloth-viewer --example timeline_cost`

use clap::Parser;
use cloth_viewer::action::Action;
use cloth_viewer::cli::Cli;
use cloth_viewer::timeline::Timeline;
use cloth_viewer::world::World;
use std::collections::VecDeque;
use std::error::Error;
use std::time::{Duration, Instant};

/// A picture at 60 Hz.
const PICTURE: Duration = Duration::from_micros(16_667);
/// Copies whose median is taken. So many are also kept, as the timeline does: what is forgotten and
/// what is new are different memory.
const COPIES: usize = 21;

fn main() -> Result<(), Box<dyn Error>> {
    println!("grid      bytes     every  a copy, µs  of a picture, %  of the steps, %");
    for grid in [16, 32, 50, 64, 128, 256] {
        let side = grid.to_string();
        let arguments = ["cloth-viewer", "four-corners-sphere", "--grid", &side];
        let plan = Cli::try_parse_from(arguments)?.plan();
        let mut world = World::new(plan.map_err(|error| error.to_string())?.setup)?;
        let timeline = Timeline::new(&world);
        let (bytes, every) = (timeline.kept_bytes(), timeline.every(&world).unwrap_or(0));
        let (mut copies, mut steps) = (Vec::new(), Vec::new());
        let mut kept = VecDeque::new();
        for _ in 0..COPIES {
            let began = Instant::now();
            world.apply(&Action::Step)?;
            steps.push(began.elapsed());
            let began = Instant::now();
            if kept.len() > COPIES / 2 {
                kept.pop_front();
            }
            kept.push_back(world.cloths().simulations().clone());
            copies.push(began.elapsed());
        }
        let median = |times: &mut Vec<Duration>| {
            times.sort();
            times[times.len() / 2].as_secs_f64()
        };
        let (copy, step) = (median(&mut copies), median(&mut steps));
        println!(
            "{:<9} {bytes:<9} {every:<6} {:<11.1} {:<16.2} {:.2}",
            format!("{grid}²"),
            1e6 * copy,
            100.0 * copy / PICTURE.as_secs_f64(),
            100.0 * copy / (step * every as f64),
        );
    }
    Ok(())
}
