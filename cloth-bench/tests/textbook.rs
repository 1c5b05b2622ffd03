//! The textbook's cloth against the engine's: the same sheet, pinned alike.

use cloth_bench::textbook::{Listed, ListedLink, Particle, Textbook};
use cloth_bench::{FRAME_SUBSTEPS, ITERATIONS, frame, link_count, scene};
use cloth_core::{BendNeighbours, Dyn, Mode, Simulation, springs};

const N: usize = 16;
const LINKS: usize = link_count(N, N);

type Cloth = Textbook<{ N * N }, LINKS>;

/// A cloth in vectors.
fn listed(columns: usize, rows: usize) -> Listed<Vec<Particle>, Vec<ListedLink>> {
    let particles = vec![Particle::NONE; columns * rows];
    Listed::new(particles, vec![ListedLink::NONE; link_count(columns, rows)])
}

#[test]
fn another_grid_is_refused() {
    assert_eq!(LINKS, springs(N, N, BendNeighbours::Four).count());
    let scene = scene(Mode::Constraint, ITERATIONS, N, N);
    let mut cloth = Cloth::EMPTY;
    assert_eq!(cloth.reset(&scene, N, N), Ok(()));
    assert!(cloth.reset(&scene, N, N + 1).is_err());
    // One particle more than 16 bits can name.
    assert_eq!(listed(65_536, 1).reset(&scene, 65_536, 1), Ok(()));
    assert!(listed(65_537, 1).reset(&scene, 65_537, 1).is_err());
}

#[test]
fn a_frame_is_the_same_work_for_both() {
    const SIDE: usize = 32;
    let whole = frame(SIDE, SIDE);
    assert!((whole.dt(SIDE, SIDE) * 60.0 * f64::from(FRAME_SUBSTEPS) - 1.0).abs() < 1e-12);
    let mut single = whole;
    single.solver.steps_per_second *= f64::from(FRAME_SUBSTEPS);
    single.constraints.substeps = 1;
    let mut textbook = listed(SIDE, SIDE);
    textbook.reset(&single, SIDE, SIDE).unwrap();
    let mut engine = Simulation::<f32, Dyn>::with_size(Dyn::new(SIDE, SIDE)).unwrap();
    engine.reset(&whole).unwrap();
    for frames in [10, 50] {
        textbook.run(frames * FRAME_SUBSTEPS);
        engine.run(frames);
        let middle = SIDE / 2 * SIDE + SIDE / 2;
        let ours = engine.position(SIDE / 2, SIDE / 2).unwrap();
        let theirs = textbook.position(middle).unwrap().map(f64::from);
        let apart = (0..3).map(|k| (ours[k] - theirs[k]).powi(2)).sum::<f64>();
        // The sheet is 2 m wide: neither has blown up.
        assert!(apart.sqrt() < 0.02, "{frames}: {ours:?} {theirs:?}");
    }
}

#[test]
fn the_ball_keeps_particles_out() {
    for mode in [Mode::Hooke, Mode::Constraint] {
        let scene = scene(mode, ITERATIONS, N, N);
        let mut cloth = Cloth::EMPTY;
        cloth.reset(&scene, N, N).unwrap();
        cloth.run(200);
        let places = (0..N * N).map(|i| cloth.position(i).unwrap());
        let distances = places.map(|p| p[0].hypot(p[1] - 0.71).hypot(p[2]));
        let least = distances.fold(f32::INFINITY, f32::min);
        // The ball's 0.5 m and the particle's 0.01 m: the cloth lies on it.
        assert!((least - 0.51).abs() < 1e-4, "{least}");
    }
}
