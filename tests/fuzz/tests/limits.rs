//! How large, how small, how long: what is taken, what is refused, and that it is right at both ends.

use cloth_core::host::{Format, GridSize, Method, start};
use cloth_core::scene::ColliderScene;
use cloth_core::{Const, Damping, Mode, Scene, Simulation};

/// A sheet that hangs from its upper edge, of links that do not stretch.
fn sheet(width: f64) -> Scene {
    let mut scene = Scene::DEFAULT;
    scene.cloth.width = width;
    scene.cloth.down = [0.0, -0.6, 0.8];
    scene.pins.top_edge = true;
    scene.solver.mode = Mode::Constraint;
    scene.solver.damping = Damping::Rate(0.5);
    // Gravity grows with the cloth, so that all of them move alike.
    scene.forces.gravity = [0.0, -9.81 * width, 0.0];
    scene
}

/// The lower edge's middle after 20 steps, in widths.
fn fallen(width: f64, format: Format) -> [f64; 3] {
    let mut cloth = start(&sheet(width), grid(9, 7), Method::Verlet, format).unwrap();
    for _ in 0..20 {
        cloth.step();
    }
    cloth.position(4, 6).unwrap().map(|x| x / width)
}

/// By its dimensions, a fall in widths does not depend on the width: what is left is rounding, which is one
/// of the format's numbers for each substep that a place has gone through.
#[test]
fn a_cloth_of_a_millimetre_falls_as_one_of_a_kilometre() {
    let start = [0.0, -0.6 * 0.375, 0.8 * 0.375];
    let substeps = f64::from(20 * sheet(1.0).constraints.substeps);
    for (format, unit) in [
        (Format::F64, f64::EPSILON),
        (Format::F32, f64::from(f32::EPSILON)),
        // A place is a whole number of 2⁻²⁰ spacings of an eighth of the width.
        (Format::Fixed, 0.125 * f64::from(2.0_f32.powi(-20))),
    ] {
        let expected = fallen(1.0, format);
        let way = (expected[1] - start[1]).hypot(expected[2] - start[2]);
        assert!(
            (0.02..0.7).contains(&way),
            "{format}: it has moved by {way} widths"
        );
        for width in [1e-3, 0.037, 0.3, 7.9, 1e3] {
            let found = fallen(width, format);
            for axis in 0..3 {
                let error = (found[axis] - expected[axis]).abs();
                // Constants differ by a rounding, too; links pass on what is off.
                let most = 4.0 * unit * substeps;
                assert!(
                    error <= most,
                    "{format}, {width} m, axis {axis}: {error:e} of {most:e}"
                );
            }
        }
    }
}

fn grid(columns: usize, rows: usize) -> GridSize {
    GridSize { columns, rows }
}

/// That a scene runs, and stays finite.
#[track_caller]
fn runs(scene: &Scene, grid: GridSize, format: Format) {
    let mut cloth = start(scene, grid, Method::Verlet, format)
        .unwrap_or_else(|error| panic!("{format} {grid}: {error}"));
    cloth.step();
    let end = cloth.position(grid.columns - 1, grid.rows - 1).unwrap();
    assert!(
        end.iter().all(|x| x.is_finite()),
        "{format} {grid}: {end:?}"
    );
}

/// That a scene is refused with these words.
#[track_caller]
fn is_refused(scene: &Scene, grid: GridSize, format: Format, words: &[&str]) {
    let error = start(scene, grid, Method::Verlet, format).err();
    let said = error.expect("it is refused").to_string();
    for word in words {
        assert!(said.contains(word), "{format} {grid}: {word:?} in {said:?}");
    }
}

#[test]
fn the_smallest_and_the_largest_cloth_run_and_the_next_are_refused() {
    let words = ["cloth.width", "0.001 to 1000 m"];
    for format in Format::ALL {
        for width in [1e-3, 1e3] {
            runs(&sheet(width), grid(4, 4), format);
        }
        for width in [1e-3_f64.next_down(), 1e3_f64.next_up(), 0.0, f64::NAN] {
            is_refused(&sheet(width), grid(4, 4), format, &words);
        }
    }
}

/// The longest in both directions; a longer one, and none, are refused.
#[test]
fn the_longest_grids_run_and_the_next_are_refused() {
    for format in [Format::F32, Format::F64] {
        for (columns, rows) in [(4096, 2), (2, 4096), (4096, 1), (1, 4096), (1, 1)] {
            runs(&sheet(1.0), grid(columns, rows), format);
        }
        for (columns, rows) in [(4097, 1), (1, 4097), (0, 1), (1, 0)] {
            is_refused(&sheet(1.0), grid(columns, rows), format, &["1 to 4096"]);
        }
    }
    // From its middle a cloth of 1,025 along an axis reaches 512 spacings.
    let mut scene = sheet(1.0);
    scene.cloth.down = [0.0, -1.0, 0.0];
    for (columns, rows) in [(1025, 2), (2, 1025)] {
        runs(&scene, grid(columns, rows), Format::Fixed);
    }
    for (columns, rows) in [(1026, 2), (2, 1026)] {
        let words = ["cloth.width", "less"];
        is_refused(&scene, grid(columns, rows), Format::Fixed, &words);
    }
}

#[test]
fn a_particle_is_placed_in_the_farthest_place_and_no_further() {
    let mut cloth = Simulation::<f64, Const<4, 4>>::EMPTY;
    cloth.reset(&sheet(1.0)).unwrap();
    for axis in 0..3 {
        let mut place = [0.0; 3];
        for far in [-1e7, 1e7] {
            place[axis] = far;
            cloth.place(1, 2, place, [0.0; 3]).unwrap();
            let before = cloth.state_hash();
            place[axis] = far + far.signum() * 1e-8;
            assert!(cloth.place(1, 2, place, [0.0; 3]).is_err(), "{place:?}");
            assert_eq!(cloth.state_hash(), before);
        }
    }
}

#[test]
fn the_farthest_collider_is_taken_and_the_next_is_refused() {
    // Small enough that 10⁹ spacings are in the world.
    let size = grid(101, 3);
    let spacing = sheet(0.5).cloth.spacing(size.columns, size.rows);
    for (format, most) in [
        (Format::F32, 1e9),
        (Format::F64, 1e9),
        (Format::Fixed, 512.0),
    ] {
        for axis in 0..3 {
            let far = most * spacing;
            let ball = |distance: f64| {
                let mut scene = sheet(0.5);
                let mut center = [0.0; 3];
                center[axis] = distance;
                let ball = ColliderScene::sphere(center, 0.1).with_friction(0.3);
                scene.colliders.push(ball).unwrap();
                scene
            };
            runs(&ball(far), size, format);
            runs(&ball(-far), size, format);
            for next in [far.next_up(), -far.next_up()] {
                let words = ["colliders.sphere.center", "less"];
                is_refused(&ball(next), size, format, &words);
            }
        }
    }
}

/// Time is a sum in `f64`, one summand a substep, at rates whose steps are no numbers of `f64`.
#[test]
fn time_is_the_sum_of_its_substeps() {
    for rate in [97.0, 480.0, 1800.0, 999.9] {
        let mut scene = Scene::DEFAULT;
        scene.solver.substeps = 1;
        scene.solver.mode = Mode::Hooke;
        scene.solver.steps_per_second = rate;
        let mut cloth = Simulation::<f32, Const<1, 1>>::EMPTY;
        cloth.reset(&scene).unwrap();
        cloth.run(1_000_000);
        let mut sum = 0.0;
        (0..1_000_000).for_each(|_| sum += 1.0 / rate);
        assert_eq!(cloth.time(), sum, "at {rate} Hz");
        assert!(cloth.velocity(0, 0).unwrap().iter().all(|v| v.is_finite()));
    }
}
