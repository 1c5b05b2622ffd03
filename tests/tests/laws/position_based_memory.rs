//! What PBD and XPBD keep of a link from pass to pass: who has a memory for it, what is
//! refused without one, switches between the two while running, and what it takes.

use cloth_core::{Const, Extras, Method, Mode, Scene, Simulation, Verlet, WithMultipliers, scenes};
use cloth_tests::measure::{largest_difference, positions, velocities};
use cloth_tests::{begin_having, empty_having};

#[test]
fn what_needs_a_memory_of_links_is_refused_without_one() {
    let mut passes = scenes::ALL[0].scene;
    passes.solver.mode = Mode::Xpbd;
    passes.xpbd.iterations = 2;
    let mut damped = scenes::ALL[0].scene;
    damped.solver.mode = Mode::Xpbd;
    damped.xpbd.damping = 0.01;
    for (scene, key, value) in [
        (passes, "xpbd.iterations", 2.0),
        (damped, "xpbd.damping", 0.01),
    ] {
        scene.validate().expect("in range");
        let mut sim = begin_having::<f32, Verlet, (), 6, 5>(&scenes::ALL[0].scene);
        sim.run(3);
        let before = (sim.state_hash(), *sim.scene());
        for error in [sim.reset(&scene), sim.change(&scene)] {
            let error = error.expect_err(key);
            assert_eq!((error.key, error.value), (key, value));
            assert!(error.allowed.contains("Multipliers"), "{}", error.allowed);
        }
        assert_eq!((sim.state_hash(), *sim.scene()), before);
        // In another mode the value does no harm; a switch to XPBD is refused.
        let mut other = scene;
        other.solver.mode = Mode::Pbd;
        sim.change(&other).expect("PBD needs no memory");
        assert_eq!(sim.set_mode(Mode::Xpbd).unwrap_err().key, key);
        assert_eq!(sim.scene().solver.mode, Mode::Pbd);
        let mut remembers = empty_having::<f32, Verlet, WithMultipliers>(6, 5);
        remembers.reset(&scene).expect("there is a memory");
        remembers.change(&other).expect("nor does it harm");
        remembers.set_mode(Mode::Xpbd).expect("there is a memory");
    }
}

#[test]
fn a_scheme_that_remembers_moves_as_verlet_does_where_nothing_needs_it() {
    for mode in Mode::ALL {
        let mut scene = scenes::ALL[0].scene;
        scene.solver.mode = mode;
        let mut plain = begin_having::<f32, Verlet, (), 9, 8>(&scene);
        let mut remembers = begin_having::<f32, Verlet, WithMultipliers, 9, 8>(&scene);
        plain.run(20);
        remembers.run(20);
        assert_eq!(plain.state_hash(), remembers.state_hash(), "{mode:?}");
    }
}

/// Switches to and fro between PBD and XPBD while the default scene's cloth
/// falls, with changes of the time step.
fn switch<E: Extras>(iterations: u32) {
    let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
    scene.solver.mode = Mode::Pbd;
    (scene.pbd.substeps, scene.xpbd.substeps) = (10, 15);
    scene.xpbd.iterations = iterations;
    let mut sim = begin_having::<f32, Verlet, E, 16, 16>(&scene);
    let mut fastest = 0.0_f64;
    for frame in 0..180 {
        if frame % 20 == 19 {
            let (x, v) = (positions(&*sim), velocities(&*sim));
            let mode = match sim.scene().solver.mode {
                Mode::Pbd => Mode::Xpbd,
                _ => Mode::Pbd,
            };
            sim.set_mode(mode).unwrap();
            assert_eq!(sim.scene().solver.mode, mode);
            // The sheet is within 2 m; velocities are differences of places.
            assert_eq!(positions(&*sim), x);
            let error = 4.0 * f64::from(f32::EPSILON) * 2.0 / sim.units().dt;
            assert!(largest_difference(&velocities(&*sim), &v) <= error);
        }
        let before = positions(&*sim);
        sim.step();
        fastest = fastest.max(largest_difference(&before, &positions(&*sim)));
    }
    // Falling 1.2 m gains at most √(2·9.8·1.2) = 4.85 m/s, 0.081 m a frame.
    assert!((0.005..0.081).contains(&fastest), "{fastest}");
}

#[test]
fn pbd_and_xpbd_switch_while_running() {
    switch::<()>(1);
    switch::<WithMultipliers>(4);
}

#[test]
fn memory_is_as_stated() {
    use cloth_core::constraint::Multipliers;
    const PARTICLES: usize = 16 * 16;
    type G = Const<16, 16>;
    type Motion<T> = <Verlet as Method>::State<T, G>;
    assert_eq!(size_of::<Motion<f32>>(), 12 * PARTICLES);
    assert_eq!(size_of::<Multipliers<f32, G>>(), 32 * PARTICLES);
    let both = [
        size_of::<(Motion<f32>, Multipliers<f32, G>)>(),
        size_of::<(Motion<f64>, Multipliers<f64, G>)>(),
    ];
    assert_eq!(both, [44 * PARTICLES, 88 * PARTICLES]);
    // Tethers store nothing a particle.
    assert!(size_of::<cloth_core::constraint::Tethers<f32>>() <= 8);
    // The cloth and its scheme, and nothing else a particle: the scene is what is left.
    let whole = Simulation::<f32, G>::BYTES;
    assert!(
        (size_of::<Scene>()..4096).contains(&(whole - 28 * PARTICLES)),
        "{whole}"
    );
}
