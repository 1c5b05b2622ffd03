//! States that are gone back to are those that were, bit for bit.

use super::*;
use crate::action::Setup;
use crate::cli::find_scene;
use allocation_counter::measure;
use cloth_core::Mode;
use cloth_core::host::{Format, GridSize, Method};

/// Steps of a script.
const STEPS: u64 = 60;
const GRID: GridSize = GridSize {
    columns: 10,
    rows: 8,
};

fn setup(name: &str, (method, mode, format): (Method, Mode, Format)) -> Setup {
    let mut file = find_scene(name).unwrap();
    file.scene.solver.mode = mode;
    Setup {
        file,
        grid: GRID,
        method,
        format,
    }
}

fn usual(name: &str) -> World {
    World::new(setup(name, (Method::Verlet, Mode::Pbd, Format::F32))).unwrap()
}

/// A world and its timeline, with a keyframe every so many steps.
struct Run {
    world: World,
    timeline: Timeline,
}

impl Run {
    fn new(world: World, every: u64) -> Self {
        let keyframes = ((WINDOW * rate(&world)) as usize).div_ceil(every as usize);
        let beside = world.state().beside().map_or(0, bytes_of);
        let bytes = bytes_of(world.simulation()) + beside;
        let timeline = Timeline::with_budget(&world, bytes * (keyframes + OTHERS));
        Self { world, timeline }
    }

    fn apply(&mut self, action: &Action) {
        // What a scene does not have is refused, and not noted.
        if self.world.apply(action).is_ok() {
            self.timeline.note(action, &self.world);
        }
    }

    /// Of all cloths.
    fn hash(&self) -> (u64, Option<u64>) {
        let beside = self.world.state().beside();
        (
            self.world.simulation().state_hash(),
            beside.map(|beside| beside.state_hash()),
        )
    }

    fn go(&mut self, step: u64) {
        self.timeline.seek(&mut self.world, step);
        while self.timeline.is_seeking() {
            (self.timeline.approach(&mut self.world, Duration::ZERO)).unwrap();
        }
    }
}

/// What a user does before a step: drags, a pin, cuts, changes of values, a push, another method, a reset.
fn script(step: u64, world: &World) -> Vec<Action> {
    let mut scene = *world.simulation().scene();
    let change = |scene| vec![Action::Change(Box::new(scene))];
    let method = world.original().method;
    match step {
        5..=14 => vec![Action::Pull {
            column: 4,
            row: 6,
            target: [0.3, 0.02 * step as f32, -0.4],
        }],
        15 => vec![Action::LetGo {
            column: 4,
            row: 6,
            pinned: true,
        }],
        18 => {
            scene.cloth.density *= 1.5;
            scene.solver.steps_per_second *= 1.25;
            change(scene)
        }
        20 => vec![
            Action::Cut { column: 5, row: 3 },
            Action::Cut { column: 6, row: 3 },
        ],
        24..=30 => vec![Action::Push {
            collider: 0,
            center: [0.01 * step as f64, -0.2, 0.0],
            velocity: [0.6, 0.1, 0.0],
        }],
        31 => vec![Action::Push {
            collider: 0,
            center: [0.31, -0.2, 0.0],
            velocity: [0.0; 3],
        }],
        34 => {
            scene.solver.mode = scene.solver.mode.next();
            scene.forces.wind = Some(crate::breeze::breeze(&scene));
            change(scene)
        }
        38 => vec![Action::Pin {
            column: 4,
            row: 6,
            pinned: false,
        }],
        44 => vec![Action::Method(match method {
            Method::Verlet => Method::SymplecticEuler,
            _ => Method::Verlet,
        })],
        50 => vec![Action::Reset],
        _ => Vec::new(),
    }
}

/// Runs the script; the hash just after every step.
fn run(it: &mut Run) -> Vec<(u64, Option<u64>)> {
    run_until(it, STEPS)
}

fn run_until(run: &mut Run, end: u64) -> Vec<(u64, Option<u64>)> {
    let mut hashes = vec![run.hash()];
    for step in 0..end {
        for action in script(step, &run.world) {
            run.apply(&action);
        }
        run.apply(&Action::Step);
        hashes.push(run.hash());
    }
    hashes
}

/// Every state of a script, gone to from everywhere, is the one that was.
fn states_come_back(name: &str, how: (Method, Mode, Format), every: u64) {
    let Ok(world) = World::new(setup(name, how)) else {
        // An implicit method in fixed point.
        assert_eq!(how.2, Format::Fixed);
        return;
    };
    let mut it = Run::new(world, every);
    let hashes = run(&mut it);
    let different = hashes.windows(2).filter(|two| two[0] != two[1]).count();
    assert!(different > 55, "{name} {how:?}: {different}");
    // A pin after the last step belongs to the present alone.
    it.apply(&Action::Pin {
        column: 2,
        row: 2,
        pinned: true,
    });
    let present = it.hash();
    assert!(it.timeline.keyframes.len() as u64 >= STEPS / (2 * every));
    // 37 and 61 share no factor: every step once, forwards and backwards by turns.
    for i in 0..=STEPS {
        let step = i * 37 % (STEPS + 1);
        it.go(step);
        let expected = match step {
            STEPS => present,
            step => hashes[step as usize],
        };
        assert_eq!(it.hash(), expected, "{name} {how:?}: step {step}");
        assert_eq!(it.timeline.shown().step, step);
    }
    it.go(STEPS);
    assert_eq!(it.hash(), present);
    assert!(!it.timeline.is_past());
}

#[test]
fn states_come_back_in_every_method_format_mode_and_scene() {
    for format in Format::ALL {
        for method in Method::ALL {
            states_come_back("four-corners-sphere", (method, Mode::Hooke, format), 7);
        }
    }
    for (mode, name) in
        Mode::ALL
            .into_iter()
            .zip(["tear", "flag", "self-collision", "super-elastic"])
    {
        for format in [Format::F32, Format::Fixed] {
            states_come_back(name, (Method::Verlet, mode, format), 11);
        }
    }
}

/// What is done after going back is as if nothing had come after.
#[test]
fn another_future_begins_where_it_is_gone_on() {
    let mut it = Run::new(usual("tear"), 6);
    let hashes = run(&mut it);
    it.go(22);
    let cut = it.timeline.cut(&it.world).unwrap();
    assert_eq!((cut.step, cut.was_reset), (22, true));
    assert_eq!(it.timeline.end().step, 22);
    assert_eq!(it.timeline.cut(&it.world), None);
    let mut alone = Run::new(usual("tear"), 6);
    let mut all = run_until(&mut alone, 22);
    for step in 22..40 {
        let cut = Action::Cut {
            column: step % 10,
            row: 5,
        };
        for action in [cut, Action::Step] {
            it.apply(&action);
            alone.world.apply(&action).unwrap();
        }
        all.push(it.hash());
        assert_eq!(it.hash(), alone.hash());
    }
    assert_ne!(all[23], hashes[23]);
    // The new future is on the timeline, and the old past.
    for step in [39, 3, 30, 21, 23] {
        it.go(step);
        assert_eq!(it.hash(), all[step as usize], "{step}");
    }
}

#[test]
fn what_a_hand_held_is_let_go_where_the_future_is_dropped() {
    // Whether a particle is let go, pinned as it was dropped later, and whether the ball is stopped.
    for (step, expected) in [
        (5, [false, false]),
        (6, [true, false]),
        (15, [true, false]),
        (16, [false, false]),
        (24, [false, false]),
        (25, [false, true]),
        (31, [false, true]),
        (32, [false, false]),
    ] {
        let mut it = Run::new(usual("four-corners-sphere"), 6);
        run(&mut it);
        it.go(step);
        let releases = it.timeline.cut(&it.world).unwrap().releases;
        let let_go = Action::LetGo {
            column: 4,
            row: 6,
            pinned: true,
        };
        let stops = |action: &Action| matches!(action, Action::Push { velocity, .. } if *velocity == [0.0; 3]);
        let found = [releases.contains(&let_go), releases.iter().any(stops)];
        assert_eq!(found, expected, "{step}");
        assert_eq!(releases.len(), expected.iter().filter(|one| **one).count());
    }
}

/// With no time for more it goes on by a step: what is shown is always a state that was.
#[test]
fn a_long_way_is_made_step_by_step() {
    let mut it = Run::new(usual("four-corners-sphere"), 20);
    let hashes = run(&mut it);
    it.timeline.seek(&mut it.world, 19);
    for step in 0..19 {
        assert_eq!(it.timeline.shown().step, step);
        assert_eq!(it.hash(), hashes[step as usize]);
        assert!(it.timeline.is_seeking());
        (it.timeline.approach(&mut it.world, Duration::ZERO)).unwrap();
    }
    assert!(!it.timeline.is_seeking());
    // From there it goes on, and not from the keyframe.
    for (wanted, shown) in [(21, 19), (18, 0)] {
        it.timeline.seek(&mut it.world, wanted);
        assert_eq!(it.timeline.shown().step, shown);
    }
}

#[test]
fn keyframes_fit_in_the_budget_and_are_no_fewer_than_that_asks_for() {
    for rate in [10.0, 60.0, 90.0, 1000.0] {
        for most in [3, 13, 70, 300, 6000] {
            let every = every(most, rate).unwrap();
            let states = |every: u64| (WINDOW * rate / every as f64).ceil() as usize + OTHERS;
            assert!(states(every) <= most, "{rate} {most}: {every}");
            assert!(every == 1 || states(every - 1) > most, "{rate} {most}");
        }
    }
    assert_eq!(every(2, 60.0), None);
}

/// As the system is asked for.
#[test]
fn a_copy_takes_no_more_than_is_reckoned() {
    for (columns, rows) in [(1, 1), (9, 40), (64, 64), (40, 300)] {
        for name in ["four-corners-sphere", "self-collision"] {
            for (method, format) in [
                (Method::Verlet, Format::F32),
                (Method::Verlet, Format::Fixed),
                (Method::Rk4, Format::F64),
                (Method::BackwardEuler, Format::F32),
            ] {
                let mut setup = setup(name, (method, Mode::Hooke, format));
                setup.grid = GridSize { columns, rows };
                let Ok(mut world) = World::new(setup) else {
                    continue;
                };
                world.apply(&Action::Step).unwrap();
                let cloth = world.simulation();
                let taken = measure(|| drop(cloth.boxed_clone())).bytes_max as usize;
                let reckoned = bytes_of(cloth);
                assert!(
                    taken <= reckoned,
                    "{name} {columns}×{rows} {method} {format}: {taken} {reckoned}"
                );
                assert!(
                    columns < 40 || reckoned < 3 * taken,
                    "{name} {method} {format}: {taken} {reckoned}"
                );
            }
        }
    }
}

#[test]
fn the_last_twenty_seconds_are_kept_and_no_more() {
    let mut world = usual("four-corners-sphere");
    let mut scene = *world.simulation().scene();
    scene.solver.steps_per_second = 12.0;
    world.apply(&Action::Change(Box::new(scene))).unwrap();
    let mut it = Run::new(world, 9);
    for step in 1..=600 {
        it.apply(&Action::Step);
        it.apply(&Action::Pin {
            column: 3,
            row: 3,
            pinned: step % 2 == 0,
        });
        let back = it.timeline.end().time - it.timeline.oldest().time;
        let made = f64::from(step) / 12.0;
        assert!(back >= made.min(WINDOW) - 1e-6, "{step}: {back}");
        assert!(back <= WINDOW + 9.0 / 12.0 + 1e-6, "{step}: {back}");
        assert!(it.timeline.keyframes.len() < it.timeline.most_states(&it.world));
    }
    assert!(it.timeline.log.len() <= 250, "{}", it.timeline.log.len());
    // Gone back to, the oldest is the state of then.
    let oldest = it.timeline.oldest();
    it.go(0);
    assert_eq!(it.timeline.shown(), oldest);
    let made = (oldest.time * 12.0).round() as u64;
    assert_eq!(made, oldest.step);
}

#[test]
fn a_start_begins_anew_and_a_state_that_is_too_large_is_not_kept() {
    let mut it = Run::new(usual("four-corners-sphere"), 6);
    run(&mut it);
    let before = it.timeline.end().step;
    let other = setup("flag", (Method::Verlet, Mode::Pbd, Format::F32));
    it.apply(&Action::Start(Box::new(other)));
    assert_eq!(it.timeline.oldest(), it.timeline.end());
    assert_eq!(it.timeline.end().step, before + 1);
    assert_eq!(it.timeline.last_action(), before);
    it.apply(&Action::Step);
    it.go(0);
    assert_eq!(it.timeline.shown().step, before + 1);
    assert_eq!(it.world.simulation().time(), 0.0);
    let world = usual("flag");
    let mut it = Run {
        timeline: Timeline::with_budget(&world, 40_000),
        world,
    };
    run(&mut it);
    assert!(!it.timeline.is_kept());
    let hash = it.hash();
    it.go(3);
    assert!(!it.timeline.is_past() && it.hash() == hash);
}

/// Values changed for minutes while time stands still must not fill the memory.
#[test]
fn too_many_changes_begin_the_timeline_anew() {
    let mut it = Run::new(usual("four-corners-sphere"), 6);
    it.apply(&Action::Step);
    let scene = Box::new(*it.world.simulation().scene());
    let change = Action::Change(scene);
    for _ in 0..MOST_ACTIONS {
        it.timeline.note(&change, &it.world);
    }
    assert_eq!(it.timeline.oldest().step, 0);
    it.timeline.note(&change, &it.world);
    assert_eq!(it.timeline.oldest().step, 1);
    assert!(it.timeline.log.is_empty());
}
