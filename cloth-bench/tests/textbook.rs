//! The textbook's cloth against the engine's: the same sheet, hung alike.

use cloth_bench::textbook::{Index, Listed, ListedLink, Particle, Textbook, link_count};
use cloth_bench::{FRAME_SUBSTEPS, ITERATIONS, frame, scene};
use cloth_core::{BendNeighbours, Dyn, Mode, Simulation, springs};

const N: usize = 16;
const PARTICLES: usize = N * N;
const LINKS: usize = link_count(N, N);

type Cloth = Textbook<PARTICLES, LINKS>;

/// A cloth in vectors.
fn listed<I: Index>(columns: usize, rows: usize) -> Listed<I, Vec<Particle>, Vec<ListedLink<I>>> {
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
    let mut short = Textbook::<PARTICLES, { LINKS - 1 }>::EMPTY;
    assert!(short.reset(&scene, N, N).is_err());
    // One particle more than 16 bits can name.
    assert!(listed::<u16>(65_537, 1).reset(&scene, 65_537, 1).is_err());
    assert_eq!(listed::<u32>(65_537, 1).reset(&scene, 65_537, 1), Ok(()));
}

#[test]
fn wide_indices_change_no_bit() {
    for mode in [Mode::Hooke, Mode::Constraint] {
        let scene = scene(mode, ITERATIONS, N, N);
        let (mut narrow, mut wide) = (Cloth::EMPTY, listed::<u32>(N, N));
        narrow.reset(&scene, N, N).unwrap();
        wide.reset(&scene, N, N).unwrap();
        let before = wide.state_hash();
        narrow.run(50);
        wide.run(50);
        assert_eq!(narrow.state_hash(), wide.state_hash(), "{mode:?}");
        assert_ne!(wide.state_hash(), before);
    }
}

#[test]
fn a_frame_is_the_same_work_for_both() {
    const SIDE: usize = 32;
    let whole = frame(SIDE, SIDE);
    assert_eq!(whole.substeps(SIDE, SIDE), FRAME_SUBSTEPS);
    assert!((whole.dt(SIDE, SIDE) * 60.0 * f64::from(FRAME_SUBSTEPS) - 1.0).abs() < 1e-12);
    let mut single = whole;
    single.solver.steps_per_second *= f64::from(FRAME_SUBSTEPS);
    single.constraints.substeps = 1;
    let mut textbook = listed::<u16>(SIDE, SIDE);
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
        // The sheet is 2 m wide: neither has run away, or become no number.
        assert!(apart.sqrt() < 0.02, "{frames}: {ours:?} {theirs:?}");
    }
    let spacing = whole.cloth.spacing(SIDE, SIDE) as f32;
    let strains = (1..SIDE * SIDE).filter(|i| i % SIDE > 0).map(|i| {
        let [a, b] = [i - 1, i].map(|i| textbook.position(i).unwrap());
        (b[0] - a[0]).hypot(b[1] - a[1]).hypot(b[2] - a[2]) / spacing - 1.0
    });
    let strain = strains.fold(-1.0, f32::max);
    assert!(strain > 0.0 && strain < 0.2, "{strain}");
}

#[test]
fn the_ball_keeps_particles_out() {
    for mode in [Mode::Hooke, Mode::Constraint] {
        let scene = scene(mode, ITERATIONS, N, N);
        let mut cloth = Cloth::EMPTY;
        cloth.reset(&scene, N, N).unwrap();
        cloth.run(200);
        let least = (0..PARTICLES)
            .map(|i| cloth.position(i).unwrap())
            .map(|p| p[0].hypot(p[1] - 0.71).hypot(p[2]))
            .fold(f32::INFINITY, f32::min);
        // The ball's 0.5 m and the particle's 0.01 m: the cloth lies on it.
        assert!((least - 0.51).abs() < 1e-4, "{least}");
    }
}
