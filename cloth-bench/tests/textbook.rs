//! The textbook's cloth against the engine's: the same sheet, hung alike.

use cloth_bench::textbook::{
    Index, Link, Listed, Particle, Textbook, TextbookError, link_count, run_textbook,
};
use cloth_bench::{FRAME_SUBSTEPS, ITERATIONS, Target, Unit, frame, scene};
use cloth_core::{BendNeighbours, Dyn, Mode, Phase, Simulation, springs};

const N: usize = 16;
const PARTICLES: usize = N * N;
const LINKS: usize = link_count(N, N);

type Cloth = Textbook<PARTICLES, LINKS>;

#[test]
fn as_many_links_as_the_grid_has() {
    assert_eq!(LINKS, springs(N, N, BendNeighbours::Four).count());
    for mode in [Mode::Hooke, Mode::Constraint] {
        let mut cloth = Cloth::EMPTY;
        let scene = scene(mode, ITERATIONS, N, N);
        assert_eq!(cloth.reset(&scene, N, N), Ok(()));
        assert!(cloth.largest_strain().abs() < 1e-5);
        assert_eq!(cloth.reset(&scene, N, N + 1), Err(TextbookError::Particles));
        let mut short = Textbook::<PARTICLES, { LINKS - 1 }>::EMPTY;
        assert_eq!(short.reset(&scene, N, N), Err(TextbookError::Links));
        let mut long = Textbook::<PARTICLES, { LINKS + 1 }>::EMPTY;
        assert_eq!(long.reset(&scene, N, N), Err(TextbookError::Links));
    }
}

/// Mean distance between the two cloths' particles after `steps`, m, and the
/// largest strain of the textbook's and of the engine's.
fn apart(mode: Mode, steps: u32) -> (f64, f64, f64) {
    let scene = scene(mode, ITERATIONS, N, N);
    let mut textbook = Cloth::EMPTY;
    textbook.reset(&scene, N, N).unwrap();
    textbook.run(steps);
    let mut engine = Simulation::<f32, Dyn>::with_size(Dyn::new(N, N)).unwrap();
    engine.reset(&scene).unwrap();
    engine.run(steps);
    let mut sum = 0.0;
    for i in 0..PARTICLES {
        let a = textbook.position(i).unwrap().map(f64::from);
        let b = engine.position(i % N, i / N).unwrap();
        sum += (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt();
    }
    let strain = f64::from(textbook.largest_strain());
    (
        sum / PARTICLES as f64,
        strain,
        engine.measure().largest_strain.unwrap(),
    )
}

#[test]
fn both_hang_alike() {
    // The sheet is 2 m wide with spacings of 0.13 m. Springs are summed in
    // another order only; constraints are solved in another order, which a few
    // passes do not even out.
    for (mode, steps, most) in [
        (Mode::Hooke, 10, 1e-5),
        (Mode::Hooke, 100, 1e-3),
        (Mode::Constraint, 10, 5e-4),
        (Mode::Constraint, 400, 2e-2),
    ] {
        let (mean, strain, engine) = apart(mode, steps);
        println!("{mode:?} {steps}: {mean:.2e} m apart, strain {strain:.4} and {engine:.4}");
        assert!(mean < most, "{mode:?}, {steps} steps: {mean} m apart");
        assert!(mean.is_finite() && strain < 0.12, "{mode:?}: {strain}");
        assert!(
            (strain - engine).abs() < 0.05,
            "{mode:?}: {strain}, {engine}"
        );
    }
}

/// A cloth in vectors.
fn listed<I: Index>(side: usize) -> Listed<I, Vec<Particle>, Vec<Link<I>>> {
    let particles = vec![Particle::NONE; side * side];
    Listed::new(particles, vec![Link::NONE; link_count(side, side)])
}

#[test]
fn wide_indices_change_no_bit() {
    for mode in [Mode::Hooke, Mode::Constraint] {
        let scene = scene(mode, ITERATIONS, N, N);
        let mut narrow = Cloth::EMPTY;
        let mut wide = listed::<u32>(N);
        narrow.reset(&scene, N, N).unwrap();
        wide.reset(&scene, N, N).unwrap();
        let before = wide.state_hash();
        narrow.run(50);
        wide.run(50);
        assert_eq!(narrow.state_hash(), wide.state_hash(), "{mode:?}");
        assert_ne!(wide.state_hash(), before);
    }
    // One particle more than 16 bits can name.
    let scene = scene(Mode::Constraint, 1, 65_537, 1);
    let particles = vec![Particle::NONE; 65_537];
    let links = vec![Link::<u16>::NONE; link_count(65_537, 1)];
    let result = Listed::new(particles, links).reset(&scene, 65_537, 1);
    assert_eq!(result, Err(TextbookError::Particles));
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
    let mut textbook = listed::<u16>(SIDE);
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
        let strain = textbook.largest_strain();
        println!(
            "{frames} more frames: {:.1e} m apart, strain {strain}",
            apart.sqrt()
        );
        // The sheet is 2 m wide: neither has run away, or become no number.
        assert!(apart.sqrt() < 0.02, "{frames}: {ours:?} {theirs:?}");
        assert!(strain > 0.0 && strain < 0.2, "{frames}: {strain}");
    }
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

struct Counter(u64, Vec<String>);

impl Target for Counter {
    const NAME: &'static str = "counter";
    const CLOCK_HZ: u32 = 1_000_000;
    const UNIT: Unit = Unit::Instructions;

    fn count(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }

    fn print(&mut self, line: &str) {
        self.1.push(line.to_owned());
    }
}

#[test]
fn every_phase_is_printed() {
    let mut cloth = Cloth::EMPTY;
    for mode in [Mode::Hooke, Mode::Constraint] {
        let mut target = Counter(0, Vec::new());
        run_textbook(&mut target, &mut cloth, N, N, mode).unwrap();
        // The phases and the step.
        assert_eq!(target.1.len(), Phase::ALL.len() + 1, "{:#?}", target.1);
        let last = target.1.last().unwrap();
        for part in [
            "\"implementation\":\"textbook\"",
            "\"phase\":\"step\"",
            "\"grid\":\"16x16\"",
            "\"state_hash\"",
        ] {
            assert!(last.contains(part), "{last}");
        }
    }
}
