//! The same bits from every form of the hot loops: no result depends on the width. In a release build,
//! for with debug assertions there is one form.
//!
//!     cargo test --release -p cloth-tests --test widths

use cloth_core::simd::{Width, use_at_most};
use cloth_core::{Phase, Verlet};
use cloth_tests::everything::{Mark, assert_same, cases, trace};
use cloth_tests::{empty, skip};

/// In vectors and in `f32`, for only those loops have several forms. The width is the whole program's:
/// so all is one test.
#[test]
fn every_width_gives_the_bits_of_the_baseline() {
    for width in [Width::Avx2, Width::Avx512] {
        if Width::detected() < width {
            let needs = format!("a release and {width:?} (x86-64)");
            skip(
                "every_width",
                &needs,
                "in a release on a processor that has it",
            );
            continue;
        }
        let mut limited = 0;
        for (columns, rows) in [
            (1, 1),
            (1, 9),
            (7, 5),
            (16, 16),
            (30, 30),
            (33, 17),
            (50, 50),
            (64, 64),
        ] {
            for scene in cases(columns, rows, true) {
                let [expected, found] = [Width::Baseline, width].map(|width| {
                    use_at_most(width);
                    trace(&mut *empty::<f32, Verlet>(columns, rows), &scene, 20)
                });
                let what = format!("{columns} x {rows}, {:?}, {width:?}", scene.solver.mode);
                assert_same(&found, &expected, &what);
                // What the comparison rests on: a step tells at least of these phases.
                for phase in [Phase::Integrate, Phase::Collide] {
                    let told = |mark: &Mark| matches!(mark, Mark::State(p, _) if *p == phase);
                    assert!(found.iter().any(told), "{phase:?}");
                }
                let passes = found.iter().map(|mark| match mark {
                    Mark::Step([_, passes, ..]) => *passes,
                    Mark::State(..) => 0,
                });
                limited += passes.sum::<u64>();
            }
        }
        assert!(limited > 0, "the limit never acted");
        use_at_most(Width::Avx512);
    }
}
