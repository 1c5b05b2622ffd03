//! What a step costs at rest, and in the worst states that a user can bring a cloth into with mouse,
//! keys and panel: a ball pushed through a taut cloth, all corners pulled apart, a ball in a closed
//! bag, stiffness at the slider's end. Prints each as a multiple of the resting step.
//!
//! `cargo run --release -p cloth-viewer --example worst_states -- [SCENE...]`

use cloth_core::host::{Format, Method, grid_for};
use cloth_core::{Mode, Phase};
use cloth_viewer::action::{Action, Setup};
use cloth_viewer::cli::find_scene;
use cloth_viewer::error::Error;
use cloth_viewer::phase_times::PhaseTimes;
use cloth_viewer::stability::is_well;
use cloth_viewer::world::World;
use glam::{DVec3, Vec3};
use std::time::Duration;

const SCENES: [&str; 6] = [
    "four-corners-sphere",
    "sphere",
    "drape-sphere",
    "bullet",
    "flag",
    "pinned2",
];
/// Simulated time until a cloth is said to rest, and of each state, s.
const REST: f64 = 8.0;
const STATE: f64 = 3.5;
/// How often each state is run: the least of a step's times counts, for the same step is the same
/// work.
const RUNS: usize = 2;
/// A window's fastest motions: of a hand, widths of the cloth a step; of a collider, a second.
const HAND: f64 = 0.05;
const PUSH: f64 = 2.5;

/// What a user does in one step, told by the world and the time since the state began, s.
type Does = fn(&World, f64) -> Vec<Action>;

const STATES: [(&str, Does); 4] = [
    ("ball up", ball_up),
    ("corners apart", corners_apart),
    ("ball in a bag", bag),
    ("stiffest", stiffest),
];

fn main() -> Result<(), Error> {
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    let names = match chosen.is_empty() {
        true => SCENES.map(String::from).to_vec(),
        false => chosen,
    };
    print!("{:<20} {:<10} {:>9}", "scene", "mode", "rest µs");
    STATES.iter().for_each(|(state, _)| print!(" {state:>14}"));
    println!("  worst, and its phases");
    let mut worst: f64 = 0.0;
    for name in &names {
        for mode in Mode::ALL {
            worst = worst.max(row(name, mode)?);
        }
    }
    println!("the worst: {worst:.1} × the resting step");
    Ok(())
}

/// Measures and prints a scene in a mode; returns its worst ratio.
fn row(name: &str, mode: Mode) -> Result<f64, Error> {
    let mut file = find_scene(name)?;
    file.scene.solver.mode = mode;
    let setup = Setup {
        grid: grid_for(&file.scene, None),
        method: Method::Verlet,
        format: Format::F32,
        file,
    };
    let rest = median(run(&setup, |_, _| Vec::new())?);
    let rest = rest.total();
    print!("{name:<20} {:<10} {:>9.0}", mode.name(), micros(rest));
    let (mut worst, mut of) = (0.0, PhaseTimes::default());
    for (_, does) in STATES {
        let mut least = run(&setup, does)?;
        for _ in 1..RUNS {
            let again = run(&setup, does)?;
            let shorter = |(a, b): (&mut PhaseTimes, PhaseTimes)| {
                if b.total() < a.total() {
                    *a = b;
                }
            };
            least.iter_mut().zip(again).for_each(shorter);
        }
        let Some(longest) = least.into_iter().max_by_key(PhaseTimes::total) else {
            // At its first step the cloth was none any more.
            print!(" {:>14}", "stops");
            continue;
        };
        let ratio = longest.total().as_secs_f64() / rest.as_secs_f64();
        if ratio > worst {
            (worst, of) = (ratio, longest);
        }
        print!(" {ratio:>14.2}");
    }
    print!(" {worst:>6.2}");
    for phase in Phase::ALL {
        let part = of.of(phase).as_secs_f64() / of.total().as_secs_f64();
        if part > 0.05 {
            print!("  {phase:?} {:.0} %", 100.0 * part);
        }
    }
    println!();
    Ok(worst)
}

/// Lets a cloth come to rest, and does something to it; how long each step then took.
fn run(setup: &Setup, does: impl Fn(&World, f64) -> Vec<Action>) -> Result<Vec<PhaseTimes>, Error> {
    let mut world = World::new(setup.clone())?;
    let rate = setup.file.scene.solver.steps_per_second;
    for _ in 0..(REST * rate) as u32 {
        world.apply(&Action::Step)?;
    }
    let mut times = Vec::new();
    for i in 0..(STATE * rate) as u32 {
        for action in does(&world, f64::from(i) / rate) {
            world.apply(&action)?;
        }
        let (time, ()) = PhaseTimes::measure(|ended| world.step_observed(Some(ended)));
        // The window stops here, after one such step.
        if !is_well(world.simulation()) {
            break;
        }
        times.push(time);
    }
    Ok(times)
}

/// The first collider that is no floor, and where it is.
fn ball(world: &World) -> Option<(usize, DVec3)> {
    let mut colliders = Vec::new();
    world.simulation().colliders(&mut colliders);
    let mut bodies = (colliders.iter_mut().enumerate())
        .filter(|(_, c)| !matches!(c, cloth_core::scene::ColliderScene::Plane { .. }));
    bodies.next().map(|(i, c)| (i, DVec3::from(*c.place_mut())))
}

/// Moves the ball on towards a place, as fast as the window lets it.
fn push(world: &World, target: DVec3) -> Vec<Action> {
    let scene = world.simulation().scene();
    let Some((collider, center)) = ball(world) else {
        return Vec::new();
    };
    let velocity = (target - center) * scene.solver.steps_per_second;
    let velocity = velocity.clamp_length_max(PUSH * scene.cloth.width);
    vec![Action::Push {
        collider,
        center: center.into(),
        velocity: velocity.into(),
    }]
}

/// Where a particle is.
fn place(world: &World, column: usize, row: usize) -> Vec3 {
    let mut positions = Vec::new();
    let simulation = world.simulation();
    simulation.positions(&mut positions);
    Vec3::from(positions[row * simulation.columns() + column])
}

/// Pulls a particle on towards a place, as fast as the window lets it; lets it go pinned at `end`.
fn pull(world: &World, (column, row): (usize, usize), target: Vec3, end: bool) -> Action {
    if end {
        return Action::LetGo {
            column,
            row,
            pinned: true,
        };
    }
    let most = (HAND * world.simulation().scene().cloth.width) as f32;
    let from = place(world, column, row);
    let target = from + (target - from).clamp_length_max(most);
    Action::Pull {
        column,
        row,
        target: target.into(),
    }
}

/// The hand takes one corner after the other; which, and whether it lets go in this step.
fn corner(world: &World, time: f64) -> ((usize, usize), bool) {
    let simulation = world.simulation();
    let (right, bottom) = (simulation.columns() - 1, simulation.rows() - 1);
    let corners = [(0, 0), (right, 0), (right, bottom), (0, bottom)];
    let turns = 0.6;
    let rate = simulation.scene().solver.steps_per_second;
    let which = ((time / turns) as usize).min(3);
    let end = time >= turns * (which + 1) as f64 - 1.5 / rate;
    (corners[which], end)
}

fn ball_up(world: &World, time: f64) -> Vec<Action> {
    let width = world.simulation().scene().cloth.width;
    let Some((_, center)) = ball(world) else {
        return Vec::new();
    };
    // Up for a third of a second at most, and held there.
    let up = if time < 0.33 { PUSH * width } else { 0.0 };
    push(world, center + DVec3::Y * up)
}

fn middle(world: &World) -> Vec3 {
    let simulation = world.simulation();
    place(world, simulation.columns() / 2, simulation.rows() / 2)
}

fn corners_apart(world: &World, time: f64) -> Vec<Action> {
    let (which, end) = corner(world, time);
    if time > 2.4 {
        return Vec::new();
    }
    let width = world.simulation().scene().cloth.width as f32;
    let corner = place(world, which.0, which.1);
    let out = (corner - middle(world)).normalize_or_zero();
    vec![pull(world, which, corner + out * width, end)]
}

fn bag(world: &World, time: f64) -> Vec<Action> {
    let width = world.simulation().scene().cloth.width;
    let center = ball(world).map_or(middle(world).as_dvec3(), |(_, center)| center);
    if time > 2.4 {
        // Then the ball is pulled out sideways.
        return push(world, center + DVec3::X * width);
    }
    let (which, end) = corner(world, time);
    let below = (center - DVec3::Y * 0.4 * width).as_vec3();
    vec![pull(world, which, below, end)]
}

fn stiffest(world: &World, time: f64) -> Vec<Action> {
    if time > 0.0 {
        return Vec::new();
    }
    let mut scene = *world.simulation().scene();
    let (springs, links) = (&mut scene.springs, [1.0, 1.0, 1.0]);
    [springs.structural, springs.shear, springs.bend] = [1e5; 3];
    let (c, p) = (&mut scene.constraints, &mut scene.pbd);
    [c.structural, c.shear, c.bend] = links;
    [p.structural, p.shear, p.bend] = links;
    let x = &mut scene.xpbd;
    [x.structural, x.shear, x.bend] = [0.0; 3];
    vec![Action::Change(Box::new(scene))]
}

fn median(mut times: Vec<PhaseTimes>) -> PhaseTimes {
    times.sort_by_key(PhaseTimes::total);
    times[times.len() / 2]
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
