//! Wind that can be switched on and off.

use cloth_core::Scene;
use cloth_core::scene::{PositionalWindScene, WindScene};

/// Velocity of the breeze for scenes that have no wind of their own, m/s. It comes a little from
/// below: a wind along a flat sheet would not move it.
const BREEZE: [f64; 3] = [1.5, 0.5, -1.2];

/// The wind that a scene has when it blows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wind {
    positional: Option<PositionalWindScene>,
    aerodynamic: Option<WindScene>,
}

impl Wind {
    /// The scene's own wind, or else a breeze.
    pub(super) fn new(scene: &Scene) -> Self {
        let forces = &scene.forces;
        let breeze = WindScene {
            velocity: BREEZE,
            // At 2 m/s head on it presses with half of the cloth's weight, whatever that is.
            coefficient: (0.25 * 9.8 * scene.cloth.density).min(1e4),
        };
        Self {
            positional: forces.positional_wind,
            aerodynamic: match Self::blows(scene) {
                true => forces.wind,
                false => Some(breeze),
            },
        }
    }

    /// Whether there is wind in a scene.
    pub(super) fn blows(scene: &Scene) -> bool {
        scene.forces.wind.is_some() || scene.forces.positional_wind.is_some()
    }

    /// Turns the wind off in `scene` if it blows, else on.
    pub(super) fn switch(&self, scene: &mut Scene) {
        let forces = &mut scene.forces;
        if forces.wind.is_some() || forces.positional_wind.is_some() {
            (forces.wind, forces.positional_wind) = (None, None);
        } else {
            (forces.wind, forces.positional_wind) = (self.aerodynamic, self.positional);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloth_core::scenes;

    #[test]
    fn a_scene_gets_its_own_wind_back() {
        for named in scenes::ALL {
            let mut scene = named.scene;
            let wind = Wind::new(&scene);
            let before = Wind::blows(&scene);
            wind.switch(&mut scene);
            assert_eq!(Wind::blows(&scene), !before, "{}", named.name);
            assert_eq!(scene.validate(), Ok(()));
            wind.switch(&mut scene);
            assert_eq!(scene, named.scene);
        }
    }
}
