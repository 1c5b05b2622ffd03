//! A step in rayon's threads, and one outside of them.

use cloth_core::host::{Format, GridSize, Method, start};
use cloth_core::{Mode, scenes};

/// `step` goes into the pool, where grids from 128 rows on are done in parts; with somebody who looks on, who may
/// be in this thread alone, they are not.
#[test]
fn a_step_in_the_pool_has_the_bits_of_one_outside() {
    for rows in [127, 128, 150, 300] {
        for mode in Mode::ALL {
            let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
            scene.solver.mode = mode;
            let grid = GridSize { columns: 21, rows };
            let begin = || start(&scene, grid, Method::Verlet, Format::F32).unwrap();
            let (mut inside, mut outside) = (begin(), begin());
            for step in 0..3 {
                inside.step();
                outside.step_observed(&mut |_| {});
                let what = format!("{mode:?}, {rows} rows, step {step}");
                assert_eq!(inside.state_hash(), outside.state_hash(), "{what}");
            }
        }
    }
}
