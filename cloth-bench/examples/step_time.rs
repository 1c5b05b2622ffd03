//! How long steps take, ns: constraint mode and XPBD on 64 × 64 and 128 × 128 particles, in `f32`, on
//! one core; for each kind of vectors that the program has. `cloth-viewer/web/speed` runs it as
//! WebAssembly in a browser too, in turn with this machine's own.
//!
//! ```sh
//! cargo run --release -p cloth-bench --example step_time
//! ```

use cloth_bench::{ITERATIONS, WARM_UP, scene};
use cloth_core::{Dyn, Mode, Scene, Simulation, Verlet, WithAll};
use std::time::Instant;

/// Steps whose median is taken.
const STEPS: usize = 41;

type Cloth = Simulation<f32, Dyn, Verlet, Scene, WithAll>;

fn main() -> Result<(), String> {
    #[cfg(feature = "host")]
    for width in cloth_core::Width::ALL {
        cloth_core::use_at_most(width);
        if cloth_core::Width::detected() >= width {
            measure(&format!("{width:?}").to_lowercase())?;
        }
    }
    #[cfg(not(feature = "host"))]
    measure(match cfg!(target_feature = "simd128") {
        true => "vectors",
        false => "scalar",
    })?;
    Ok(())
}

/// Prints form, model, columns and the median of a step.
fn measure(form: &str) -> Result<(), String> {
    for mode in [Mode::Constraint, Mode::Xpbd] {
        for side in [64, 128] {
            let said = |error: &dyn std::fmt::Display| error.to_string();
            let mut cloth = Cloth::with_size(Dyn::new(side, side)).map_err(|e| said(&e))?;
            (cloth.reset(&scene(mode, ITERATIONS, side, side))).map_err(|e| said(&e))?;
            cloth.run(WARM_UP);
            let mut times = [0; STEPS];
            for time in &mut times {
                let start = Instant::now();
                cloth.step();
                *time = start.elapsed().as_nanos();
            }
            times.sort_unstable();
            println!("{form} {} {side} {}", mode.name(), times[STEPS / 2]);
        }
    }
    Ok(())
}
