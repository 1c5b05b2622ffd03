//! The smallest loop: a cloth that hangs from two corners, for a second.
//!
//! `cargo run --release -p cloth-core --example smallest`

use cloth_core::{Const, SettingError, Simulation, scenes};

/// Runs it, and prints where the middle of the lower edge is and the state's hash.
///
/// # Errors
/// None with this scene: it is in range on this grid.
pub fn main() -> Result<(), SettingError> {
    // On a board this is a `static`; see cloth-bench/boards.
    let mut cloth = Simulation::<f32, Const<16, 16>>::EMPTY;
    cloth.reset(&scenes::PINNED2.scene)?;
    let start = cloth.position(8, 15).unwrap_or_default();
    for _ in 0..60 {
        cloth.step();
    }
    let end = cloth.position(8, 15).unwrap_or_default();
    println!(
        "from {start:.2?} m to {end:.2?} m; {:016x}",
        cloth.state_hash()
    );
    // What is pinned stays.
    assert_eq!(cloth.velocity(0, 0), Some([0.0; 3]));
    assert!(end[1] < start[1], "it falls");
    Ok(())
}
