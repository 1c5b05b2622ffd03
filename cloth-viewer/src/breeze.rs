//! Wind for scenes that have none of their own.

use cloth_core::Scene;
use cloth_core::scene::{PositionalWindScene, WindScene};

/// Velocity of the breeze for scenes that have no wind of their own, m/s. It comes a little from
/// below: a wind along a flat sheet would not move it.
const BREEZE: [f64; 3] = [1.5, 0.5, -1.2];

/// S0's wind for scenes that have none of their own.
pub(crate) const WAVES: PositionalWindScene = PositionalWindScene {
    coefficient: 12.0,
    wave_number: 1.0,
    rate: 2.0,
};

/// The breeze for a scene that has no wind of its own.
pub(crate) fn breeze(scene: &Scene) -> WindScene {
    WindScene {
        velocity: BREEZE,
        // At 2 m/s head on it presses with half of the cloth's weight, whatever that is.
        coefficient: (0.25 * 9.8 * scene.cloth.density).min(1e4),
    }
}
