//! How long a step takes, ns: constraint mode, XPBD and springs on 64 × 64 and 128 × 128 particles, in `f32`,
//! on one core; for each kind of vectors that the program has. `cloth-viewer/web/speed` runs it as
//! WebAssembly in a browser too, in turn with this machine's own.
//!
//! ```sh
//! cargo run --release -p cloth-bench --example step_time
//! ```

use cloth_bench::{ITERATIONS, WARM_UP, scene};
#[cfg(feature = "host")]
use cloth_core::simd::{Width, use_at_most};
use cloth_core::{Dyn, Mode, Scene, Simulation, Verlet, WithAll};
use std::time::Instant;

/// Particles whose steps are timed together: a browser's clock tells tenths of a millisecond.
const TOGETHER: u32 = 1 << 19;
/// Times of which the shortest counts: what others do on the machine only makes them longer.
const TIMES: usize = 9;

type Cloth = Simulation<f32, Dyn, Verlet, Scene, WithAll>;

fn main() -> Result<(), String> {
    #[cfg(feature = "host")]
    for width in Width::ALL {
        // What the processor has, whatever is to be used.
        if Width::detected() >= width {
            use_at_most(width);
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

/// Prints form, model, columns and what a step takes.
fn measure(form: &str) -> Result<(), String> {
    for mode in [Mode::Constraint, Mode::Xpbd, Mode::Hooke] {
        for side in [64, 128] {
            let said = |error: &dyn std::fmt::Display| error.to_string();
            let mut cloth = Cloth::with_size(Dyn::new(side, side)).map_err(|e| said(&e))?;
            (cloth.reset(&scene(mode, ITERATIONS, side, side))).map_err(|e| said(&e))?;
            cloth.run(WARM_UP);
            let steps = TOGETHER / (side * side) as u32;
            let mut least = u128::MAX;
            for _ in 0..TIMES {
                let start = Instant::now();
                cloth.run(steps);
                least = least.min(start.elapsed().as_nanos());
            }
            println!(
                "{form} {} {side} {}",
                mode.name(),
                least / u128::from(steps)
            );
        }
    }
    Ok(())
}
