//! The lines that `emulated/main.c` prints, from the engine itself on this machine.

use cloth::Cloth;
use cloth_core::scene::Known;

/// The step, the state's hash, and the bits of one particle's position.
fn print(step: u32, cloth: &Cloth) {
    let hash = cloth.state_hash();
    let place = cloth.position(8, 8).unwrap_or_default();
    let [x, y, z] = place.map(|v| (v as f32).to_bits());
    println!(
        r#"{{"step":{step},"state_hash":"{hash:016x}","position":"{x:08x} {y:08x} {z:08x}"}}"#
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut cloth = Cloth::EMPTY;
    cloth.reset(Known::new())?;
    cloth.run(30);
    print(30, &cloth);
    // A hand raises a corner, then lets it go; a free particle is held.
    cloth.attach(15, 15, [-0.5, 0.25, 0.0])?;
    cloth.run(30);
    print(60, &cloth);
    cloth.unpin(15, 15)?;
    cloth.pin(8, 4)?;
    cloth.run(30);
    print(90, &cloth);
    Ok(())
}
