//! States that are gone back to are those that were, bit for bit.

use super::*;
use crate::tests::setup;
use allocation_counter::measure;
use cloth_core::Mode;
use cloth_core::host::{Format, GridSize, Method};
use std::ops::RangeInclusive;

/// Steps of a script.
const STEPS: u64 = 60;

fn world(name: &str, (method, mode, format): (Method, Mode, Format)) -> Result<World, Error> {
    let mut setup = setup(name);
    setup.file.scene.solver.mode = mode;
    (setup.method, setup.format) = (method, format);
    (setup.grid.columns, setup.grid.rows) = (10, 8);
    World::new(setup)
}

fn usual(name: &str) -> World {
    world(name, (Method::Verlet, Mode::Pbd, Format::F32)).unwrap()
}

/// A world and its timeline, with a keyframe every so many steps.
struct Scripted {
    world: World,
    timeline: Timeline,
}

impl Scripted {
    fn new(world: World, every: u64) -> Self {
        let keyframes = ((WINDOW * rate(&world)) as usize).div_ceil(every as usize);
        let beside = world.state().beside.as_deref().map_or(0, bytes_of);
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
        let beside = &self.world.state().beside;
        (
            self.world.simulation().state_hash(),
            beside.as_ref().map(|beside| beside.state_hash()),
        )
    }

    fn go(&mut self, step: u64) {
        self.timeline.seek(&mut self.world, step);
        while self.timeline.is_seeking() {
            (self.timeline.approach(&mut self.world, Duration::ZERO)).unwrap();
        }
    }

    /// Runs so much of the script; the hash before it and just after every step.
    fn script(&mut self, steps: u64) -> Vec<(u64, Option<u64>)> {
        let mut hashes = vec![self.hash()];
        for step in 0..steps {
            let done = actions(step, &self.world);
            done.iter().for_each(|action| self.apply(action));
            self.apply(&Action::Step);
            hashes.push(self.hash());
        }
        hashes
    }
}

/// What a user does before each of some steps; [`actions`] adds what depends on the scene.
const SCRIPT: &str = r#"
5 14 {"pull":{"column":4,"row":6,"target":[0.3,0.2,-0.4]}}
15 15 {"let-go":{"column":4,"row":6,"pinned":true}}
20 20 {"cut":{"column":5,"row":3}}
20 20 {"cut":{"column":6,"row":3}}
24 30 {"push":{"collider":0,"center":[0.27,-0.2,0.0],"velocity":[0.6,0.1,0.0]}}
31 31 {"push":{"collider":0,"center":[0.31,-0.2,0.0],"velocity":[0.0,0.0,0.0]}}
38 38 {"pin":{"column":4,"row":6,"pinned":false}}
50 50 "reset"
"#;

fn actions(step: u64, world: &World) -> Vec<Action> {
    let mut scene = *world.simulation().scene();
    match step {
        18 => {
            scene.cloth.density *= 1.5;
            scene.solver.steps_per_second *= 1.25;
        }
        34 => {
            scene.solver.mode = scene.solver.mode.next();
            scene.forces.wind = Some(crate::breeze::breeze(&scene));
        }
        44 => {
            let method = match world.original().method {
                Method::Verlet => Method::SymplecticEuler,
                _ => Method::Verlet,
            };
            return vec![Action::Method(method)];
        }
        _ => {
            let of_step = |line: &str| {
                let (first, rest) = line.split_once(' ')?;
                let (last, action) = rest.split_once(' ')?;
                let steps: RangeInclusive<u64> = first.parse().ok()?..=last.parse().ok()?;
                let action = steps.contains(&step).then_some(action)?;
                Some(serde_json::from_str(action).unwrap())
            };
            return SCRIPT.lines().filter_map(of_step).collect();
        }
    }
    vec![Action::Change(Box::new(scene))]
}

/// Every state of a script, gone to from everywhere, is the one that was.
fn states_come_back(name: &str, how: (Method, Mode, Format), every: u64) {
    let Ok(world) = world(name, how) else {
        // An implicit method in fixed point.
        assert_eq!(how.2, Format::Fixed);
        return;
    };
    let mut it = Scripted::new(world, every);
    let hashes = it.script(STEPS);
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
    // 37 and 61 share no factor: every step once, forwards and backwards.
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
        let mut it = Scripted::new(usual("four-corners-sphere"), 6);
        it.script(STEPS);
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

/// As the allocator counts it.
#[test]
fn a_copy_takes_no_more_than_is_reckoned() {
    for (columns, rows) in [(1, 1), (9, 40), (40, 300)] {
        for name in ["four-corners-sphere", "self-collision"] {
            for (method, format) in [
                (Method::Verlet, Format::F32),
                (Method::Verlet, Format::Fixed),
                (Method::Rk4, Format::F64),
                (Method::BackwardEuler, Format::F32),
            ] {
                let mut setup = setup(name);
                (setup.method, setup.format) = (method, format);
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
    let mut it = Scripted::new(world, 9);
    for step in 1..=600 {
        it.apply(&Action::Step);
        it.apply(&Action::Pin {
            column: 3,
            row: 3,
            pinned: step % 2 == 0,
        });
        let back = it.timeline.end.time - it.timeline.oldest().time;
        let made = f64::from(step) / 12.0;
        assert!(back >= made.min(WINDOW) - 1e-6, "{step}: {back}");
        assert!(back <= WINDOW + 9.0 / 12.0 + 1e-6, "{step}: {back}");
        assert!(it.timeline.keyframes.len() < it.timeline.most_states(&it.world));
    }
    assert!(it.timeline.log.len() <= 250, "{}", it.timeline.log.len());
    // The oldest state can be gone back to, and is the one that was.
    let oldest = it.timeline.oldest();
    it.go(0);
    assert_eq!(it.timeline.shown(), oldest);
    let made = (oldest.time * 12.0).round() as u64;
    assert_eq!(made, oldest.step);
}

#[test]
fn a_start_begins_anew_and_a_state_that_is_too_large_is_not_kept() {
    let mut it = Scripted::new(usual("four-corners-sphere"), 6);
    it.script(STEPS);
    let before = it.timeline.end.step;
    it.apply(&Action::Start(Box::new(setup("flag"))));
    assert_eq!(it.timeline.oldest(), it.timeline.end);
    assert_eq!(it.timeline.end.step, before + 1);
    assert_eq!(it.timeline.last_action, before);
    it.apply(&Action::Step);
    it.go(0);
    assert_eq!(it.timeline.shown().step, before + 1);
    assert_eq!(it.world.simulation().time(), 0.0);
    let world = usual("flag");
    let mut it = Scripted {
        timeline: Timeline::with_budget(&world, 40_000),
        world,
    };
    it.script(STEPS);
    assert!(!it.timeline.is_kept());
    let hash = it.hash();
    it.go(3);
    assert!(!it.timeline.is_past() && it.hash() == hash);
}

/// Values changed for minutes while time stands still must not fill the memory.
#[test]
fn too_many_changes_begin_the_timeline_anew() {
    let mut it = Scripted::new(usual("four-corners-sphere"), 6);
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
