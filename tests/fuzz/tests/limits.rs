//! How large, how small, how long: what is taken, what is refused, and that it is right at both ends.

use cloth_core::host::{Format, GridSize, Method, start};
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
    let grid = GridSize {
        columns: 9,
        rows: 7,
    };
    let mut cloth = start(&sheet(width), grid, Method::Verlet, format).unwrap();
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

#[test]
fn a_smaller_and_a_larger_cloth_are_refused_with_the_range() {
    for width in [0.99e-3, 1000.1, 0.0, f64::NAN] {
        let grid = GridSize {
            columns: 4,
            rows: 4,
        };
        let error = start(&sheet(width), grid, Method::Verlet, Format::F32).err();
        let text = error.unwrap().to_string();
        assert!(
            text.contains("cloth.width") && text.contains("0.001 to 1000 m"),
            "{text}"
        );
    }
}

/// One row or column of the longest; a longer one, and none, are refused.
#[test]
fn the_longest_grids_run_and_longer_ones_are_refused() {
    for (format, most) in [
        (Format::F32, 4096),
        (Format::F64, 4096),
        (Format::Fixed, 1024),
    ] {
        for (columns, rows) in [(most, 2), (2, most)] {
            let grid = GridSize { columns, rows };
            let mut cloth = start(&sheet(1.0), grid, Method::Verlet, format).unwrap();
            cloth.step();
            let [x, y, z] = cloth.position(columns - 1, rows - 1).unwrap();
            assert!(
                x.is_finite() && y.is_finite() && z.is_finite(),
                "{format} {grid}"
            );
        }
    }
    let refusal = |columns, rows, format| {
        let grid = GridSize { columns, rows };
        start(&sheet(1.0), grid, Method::Verlet, format)
            .err()
            .map(|error| error.to_string())
    };
    for (columns, rows) in [(4097, 1), (1, 4097), (0, 1)] {
        let said = refusal(columns, rows, Format::F32).unwrap();
        assert!(said.contains("1 to 4096"), "{said}");
    }
    // Half of 1025 spacings is more than 512.
    let said = refusal(1026, 1, Format::Fixed).unwrap();
    assert!(
        said.contains("cloth.width") && said.contains("1026"),
        "{said}"
    );
}

/// Time is a sum in `f64`: each of n substeps rounds it by half a unit in its last place, so after n it is off by a
/// part of n · 2⁻⁵³ at most, here 10⁻¹⁰ of three hours.
#[test]
fn time_is_right_after_a_million_substeps() {
    let mut scene = Scene::DEFAULT;
    scene.solver.substeps = 1;
    scene.solver.mode = Mode::Hooke;
    scene.solver.steps_per_second = 97.0;
    let mut cloth = Simulation::<f32, Const<1, 1>>::EMPTY;
    cloth.reset(&scene).unwrap();
    let steps = 1_000_000;
    cloth.run(steps);
    let exact = f64::from(steps) / 97.0;
    let off = (cloth.time() / exact - 1.0).abs();
    assert!(off <= f64::from(steps) * 2.0_f64.powi(-53), "{off:e}");
    assert!(cloth.velocity(0, 0).unwrap().iter().all(|v| v.is_finite()));
}
