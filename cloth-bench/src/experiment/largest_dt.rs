//! The thesis's experiment of Fig 6.1 (S2-20): the largest stable time step.
//!
//! Small motions: without gravity every particle is displaced at random in the plane of the sheet, which
//! excites every mode in the plane. Such motions are linear and stay in the plane, as linear theory
//! assumes. Hanging: the flat cloth is released and swings from two corners; a step is stable if the
//! motion is that with a tiny step.

use super::particle_state::{ParticleState, begin, speed};
use super::search::{Limit, Search, largest};
use super::theory::{self, largest_lambda};
use super::{Cores, measure_all};
use crate::grid_size::square;
use crate::table::{Table, TableCell, short};
use cloth_core::host::{AnySimulation, Format, GridSize, Method};
use cloth_core::scene::LimitScene;
use cloth_core::{Damping, Mode, Scene};

/// The grid, unless one is given.
const GRID: GridSize = square(50);
/// Stiffnesses of the thesis, N/m: stretch, shear and bend.
const STIFFNESS: [f64; 3] = [15.0, 10.0, 2.0];
/// Its drag on each particle, kg/s: F = −c·v.
const DRAG: f64 = 0.4;
/// Seconds of the experiment in a second of the scene, because a scene's step is at most a second and
/// backward Euler is tried at longer ones. The motion is the same with a hundred times the stiffness and
/// gravity, and ten times the drag.
const CLOCK: f64 = 10.0;
/// Time steps tried, s.
const SEARCH: Search = Search {
    low: 0.002,
    high: 10.0,
    start: 0.1,
    tolerance: 0.005,
};
/// The smallest undamped step, s: at a smaller one the growth is too slow to measure.
const LOW_WITHOUT_DRAG: f64 = 0.005;

/// Largest initial displacement of a small motion, m: large against rounding, small against the spacing.
const SMALL: f64 = 1e-4;
/// Simulated time of a small motion, s: undamped growth is slow, but with drag the modes decay to
/// rounding errors.
const TIME_WITHOUT_DRAG: f64 = 400.0;
const TIME_WITH_DRAG: f64 = 100.0;
/// Allowed growth of the undamped kinetic energy, which is exchanged with that of the springs.
const ALLOWED: f64 = 1.01;
/// A motion with less than this fraction of its initial kinetic energy is rounding.
const DEAD: f64 = 1e-10;

/// Simulated time of the hanging cloth, s.
const TIME: f64 = 300.0;
/// Time step of the reference run, s.
const TINY: f64 = 0.02;
/// Time between two measurements of the speed, s, or a step if that is longer.
const LOOK: f64 = 0.1;
/// Largest initial displacement of a hanging particle, m: it excites the highest modes, which rounding
/// alone would do late.
const DISTURBANCE: f64 = 1e-3;
/// A motion up to so many times as fast as the reference is the same motion.
const FACTOR: f64 = 2.0;
/// A late speed below this fraction of the reference's peak is rest.
const REST: f64 = 0.01;

/// A case of the experiment.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Motion {
    /// Name of the column.
    name: &'static str,
    /// Gravity, m/s²; 0 for small motions.
    gravity: f64,
    /// Drag, kg/s.
    drag: f64,
    mode: Mode,
    /// Whether one pass of Provot's limit follows each step.
    limited: bool,
}

const fn motion(name: &'static str, gravity: f64, drag: f64, mode: Mode, limited: bool) -> Motion {
    Motion {
        name,
        gravity,
        drag,
        mode,
        limited,
    }
}

const CASES: [Motion; 7] = [
    motion("small, c=0", 0.0, 0.0, Mode::Hooke, false),
    motion("small, c=0.4", 0.0, DRAG, Mode::Hooke, false),
    motion("hangs, g=0.1", 0.1, DRAG, Mode::Hooke, false),
    motion("hangs, g=0.02", 0.02, DRAG, Mode::Hooke, false),
    motion("Provot, g=0.1", 0.1, DRAG, Mode::Hooke, true),
    motion("Provot, g=0.02", 0.02, DRAG, Mode::Hooke, true),
    motion("constraint, g=0.1", 0.1, DRAG, Mode::Constraint, false),
];

impl Motion {
    const fn is_small(&self) -> bool {
        self.gravity == 0.0
    }

    fn search(&self) -> Search {
        Search {
            low: if self.drag > 0.0 {
                SEARCH.low
            } else {
                LOW_WITHOUT_DRAG
            },
            ..SEARCH
        }
    }

    /// The limit by linear theory.
    fn theory(&self, method: Method) -> Limit {
        theory::limit(method, largest_lambda(STIFFNESS), self.drag, &self.search())
    }
}

/// The scene of a case on a grid, at a time step of the experiment, s.
fn scene(case: &Motion, GridSize { columns, rows }: GridSize, dt: f64) -> Scene {
    let mut scene = Scene::DEFAULT;
    (scene.cloth.columns, scene.cloth.rows) = (columns, rows);
    // Spacing 1 m and 1 kg a particle; a string counts as one spacing wide.
    let spacings = |n: usize| (n - 1).max(1) as f64;
    scene.cloth.width = spacings(if columns > 1 { columns } else { rows });
    scene.cloth.density = (columns * rows) as f64 / (spacings(columns) * spacings(rows));
    (scene.pins.top_left, scene.pins.top_right) = (true, true);
    scene.solver.mode = case.mode;
    scene.solver.steps_per_second = CLOCK / dt;
    scene.solver.substeps = 1;
    scene.constraints.substeps = 1;
    scene.solver.damping = Damping::Rate(0.0);
    let [stretch, shear, bend] = STIFFNESS.map(|stiffness| stiffness * CLOCK * CLOCK);
    scene.springs.structural = stretch;
    scene.springs.shear = shear;
    scene.springs.bend = bend;
    scene.springs.damping = 0.0;
    scene.limit = case.limited.then_some(LimitScene {
        passes: 1,
        ..LimitScene::DEFAULT
    });
    scene.forces.gravity = [0.0, -case.gravity * CLOCK * CLOCK, 0.0];
    scene.forces.air_drag = case.drag * CLOCK;
    scene
}

/// The largest stable step of each scheme in each case, in s.
pub fn stability(grid: Option<GridSize>) -> Result<Vec<Table>, String> {
    let grid = grid.unwrap_or(GRID);
    let tiny = measure_all("stability", Cores::All, &CASES, |case| {
        match case.is_small() {
            true => Ok(Track::default()),
            false => hanging(&mut *flat(Method::Verlet, grid)?, case, TINY, f64::INFINITY),
        }
    })?;
    let searches: Vec<(Method, usize)> = Method::ALL
        .into_iter()
        .flat_map(|method| (0..CASES.len()).map(move |case| (method, case)))
        .collect();
    let limits = measure_all("stability", Cores::All, &searches, |&(method, case)| {
        find(method, grid, &CASES[case], &tiny[case])
    })?;
    let mut names: Vec<&str> = CASES.iter().map(|case| case.name).collect();
    names.push("stable_dt, c=0.4");
    let mut table = Table::new(note(grid), &["scheme"], &names);
    for (method, limits) in Method::ALL.into_iter().zip(limits.chunks(CASES.len())) {
        let cell = |(case, limit): (&Motion, &Limit)| match case.is_small() {
            true => format!("{} ({})", limit.text(), case.theory(method).text()).into(),
            false => limit.text().into(),
        };
        let cells = CASES.iter().zip(limits).map(cell);
        let engine = begin(&scene(&CASES[1], grid, SEARCH.low), method, Format::F64)?.stable_dt();
        let engine = match engine {
            f64::INFINITY => "any".to_owned(),
            dt => short(dt * CLOCK),
        };
        table.row(
            [TableCell::from(method)]
                .into_iter()
                .chain(cells)
                .chain([engine.into()]),
        );
    }
    Ok(vec![table])
}

fn note(grid: GridSize) -> String {
    let ([stretch, shear, bend], lambda) = (STIFFNESS, largest_lambda(STIFFNESS));
    let (low, high, percent) = (SEARCH.low, SEARCH.high, 100.0 * SEARCH.tolerance);
    format!(
        "Largest stable dt, s; in brackets the largest with no eigenvalue outside of the unit circle, for all λ up to {lambda:.1}/s²,\n\
         \x20 that of the flat sheet. stable_dt: the engine's own estimate.\n\
         {grid} particles of 1 kg, 1 m apart; stretch {stretch} N/m, shear {shear} N/m, bend {bend} N/m; two corners pinned; f64.\n\
         small: no gravity, every particle moved at random by up to {SMALL} m in the plane. Stable: the mean kinetic energy of the\n\
         \x20 last quarter of {TIME_WITHOUT_DRAG} s is at most {ALLOWED} times that of the second quarter (with drag: of {TIME_WITH_DRAG} s, at most 1 times),\n\
         \x20 or less than {DEAD:e} of the first.\n\
         hangs: let go flat, moved at random by up to {DISTURBANCE} m, drag {DRAG} kg/s, {TIME} s. Stable: at no time more than {FACTOR} times as\n\
         \x20 fast (root mean square over all particles) as Verlet at dt = {TINY} s, and over the last quarter at most {FACTOR} times as fast\n\
         \x20 plus {REST} of the peak.\n\
         Provot: one pass of the 110 % limit after each step. constraint: 4 passes, no springs; only the speed at any time counts,\n\
         \x20 since constraints are softer at longer steps.\n\
         Bisection to {percent} %, from {low} s (c=0: {LOW_WITHOUT_DRAG} s) to {high} s.\n"
    )
}

/// A cloth for all time steps of a search, each of which resets it.
fn flat(method: Method, grid: GridSize) -> Result<Box<dyn AnySimulation>, String> {
    begin(&scene(&CASES[0], grid, SEARCH.start), method, Format::F64)
}

/// The largest stable step of a scheme in a case.
fn find(method: Method, grid: GridSize, case: &Motion, tiny: &Track) -> Result<Limit, String> {
    let mut cloth = flat(method, grid)?;
    let mut problem = None;
    // A search that starts near the limit is short.
    let start = match case.mode {
        Mode::Constraint => 1.0,
        _ => case.theory(method).value(),
    };
    let search = Search {
        start,
        ..case.search()
    };
    let limit = largest(&search, |dt| {
        let stable = match case.is_small() {
            true => small(&mut *cloth, case, dt),
            false => hanging(&mut *cloth, case, dt, FACTOR * tiny.peak)
                .map(|track| track.is_stable(tiny, case.mode)),
        };
        stable.unwrap_or_else(|error| {
            problem = Some(error);
            false
        })
    });
    problem.map_or(Ok(limit), Err)
}

/// Whether small motions do not grow at a time step.
fn small(cloth: &mut dyn AnySimulation, case: &Motion, dt: f64) -> Result<bool, String> {
    start(cloth, case, dt, [SMALL, 0.0, SMALL])?;
    let mut velocities = Vec::new();
    let time = match case.drag > 0.0 {
        true => TIME_WITH_DRAG,
        false => TIME_WITHOUT_DRAG,
    };
    let steps = (time / dt).ceil() as usize;
    let (mut quarters, mut counts) = ([0.0; 4], [0.0_f64; 4]);
    for step in 0..steps {
        cloth.step();
        let energy = speed(cloth, &mut velocities).powi(2);
        if !energy.is_finite() || energy > 1.0 {
            return Ok(false);
        }
        quarters[4 * step / steps] += energy;
        counts[4 * step / steps] += 1.0;
    }
    Ok(is_bounded(
        [0, 1, 2, 3].map(|i| quarters[i] / counts[i].max(1.0)),
        case.drag,
    ))
}

/// Whether kinetic energies do not grow: the means over four quarters of the time.
fn is_bounded([first, second, _, last]: [f64; 4], drag: f64) -> bool {
    let allowed = if drag > 0.0 { 1.0 } else { ALLOWED };
    last < DEAD * first || last / second <= allowed
}

/// Speeds of a hanging cloth: roots of mean squares over all particles, m/s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Track {
    /// The largest.
    peak: f64,
    /// Over the last quarter of the time.
    late: f64,
}

impl Track {
    /// Whether a run is the reference's motion: never more than twice as fast, and as slow at the end,
    /// which a slowly growing or rattling motion is not. Constraints are softer at longer steps, so only
    /// their peak counts.
    fn is_stable(&self, tiny: &Self, mode: Mode) -> bool {
        // Comparisons that a NaN fails.
        let late = self.late <= FACTOR * tiny.late + REST * tiny.peak;
        self.peak <= FACTOR * tiny.peak && (late || mode != Mode::Hooke)
    }
}

/// Runs a case at one time step; ends early if a speed exceeds `most`.
fn hanging(
    cloth: &mut dyn AnySimulation,
    case: &Motion,
    dt: f64,
    most: f64,
) -> Result<Track, String> {
    start(cloth, case, dt, [DISTURBANCE; 3])?;
    let steps = (TIME / dt).ceil() as usize;
    let stride = ((LOOK / dt) as usize).max(1);
    let (mut track, mut velocities) = (Track::default(), Vec::new());
    let (mut sum, mut count) = (0.0, 0.0);
    for step in 0..steps {
        cloth.step();
        if step % stride != 0 {
            continue;
        }
        // In the experiment's seconds.
        let speed = speed(cloth, &mut velocities) / CLOCK;
        if speed.is_nan() || speed > most {
            return Ok(Track {
                peak: f64::INFINITY,
                late: f64::INFINITY,
            });
        }
        track.peak = track.peak.max(speed);
        if 4 * step >= 3 * steps {
            sum += speed * speed;
            count += 1.0;
        }
    }
    track.late = (sum / f64::max(count, 1.0)).sqrt();
    Ok(track)
}

/// Resets to a case and displaces every free particle at random by up to `most`, always alike.
fn start(
    cloth: &mut dyn AnySimulation,
    case: &Motion,
    dt: f64,
    most: [f64; 3],
) -> Result<(), String> {
    let (columns, rows) = (cloth.columns(), cloth.rows());
    let scene = scene(case, GridSize { columns, rows }, dt);
    cloth.reset(&scene).map_err(|error| error.to_string())?;
    let mut state = ParticleState::of(cloth);
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    for (i, x) in state.position.iter_mut().enumerate() {
        let moved = most.map(|most| most * random());
        // The two pinned corners of the first row stay.
        if i != 0 && i != columns - 1 {
            *x = [0, 1, 2].map(|axis| x[axis] + moved[axis]);
        }
    }
    state.place(cloth);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_of_linear_theory() {
        for (method, case, expected) in [
            (Method::Verlet, 0, Limit::At(0.2)),
            // κ + 2γ = 4.
            (Method::Verlet, 1, Limit::At(0.040_016_f64.sqrt() - 0.004)),
            (Method::Rk4, 0, Limit::At(0.08_f64.sqrt())),
            (Method::ForwardEuler, 1, Limit::At(0.004)),
            (Method::ForwardEuler, 0, Limit::Below(LOW_WITHOUT_DRAG)),
            (Method::Rk2, 0, Limit::Below(LOW_WITHOUT_DRAG)),
            (Method::BackwardEuler, 0, Limit::Above(SEARCH.high)),
        ] {
            let found = CASES[case].theory(method);
            assert_eq!(found.text(), expected.text(), "{method} {case}");
            assert!(
                (found.value() - expected.value()).abs() < 1e-6,
                "{method} {case}"
            );
        }
    }

    #[test]
    fn growth_is_not_an_exchange_of_energy() {
        for (quarters, drag, bounded) in [
            ([1.0, 1.0, 1.0, 1.005], 0.0, true),
            ([1.0, 1.0, 1.1, 1.02], 0.0, false),
            ([1.0, 1e-4, 1e-8, 1e-9], 0.4, true),
            // A mode that grows while the others decay.
            ([1.0, 1e-5, 2e-5, 3e-5], 0.4, false),
            ([1.0, 1e-20, 1e-20, 2e-20], 0.0, true),
            ([1.0, 1.0, f64::NAN, f64::NAN], 0.0, false),
        ] {
            assert_eq!(is_bounded(quarters, drag), bounded, "{quarters:?}");
        }
    }

    #[test]
    fn small_motions_are_stable_up_to_the_limit() {
        for (method, dt, expected) in [
            (Method::Verlet, 0.18, true),
            (Method::Verlet, 0.22, false),
            (Method::Rk2, 0.02, false),
            (Method::ForwardEuler, 0.02, false),
            (Method::BackwardEuler, 1.0, true),
        ] {
            let mut cloth = flat(method, square(6)).unwrap();
            let stable = small(&mut *cloth, &CASES[0], dt).unwrap();
            assert_eq!(stable, expected, "{method} {dt}");
        }
    }
}
