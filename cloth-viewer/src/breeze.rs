//! Wind that can be switched on and off, also in scenes that have none of their own.

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

/// Whether there is wind in a scene.
pub(crate) fn blows(scene: &Scene) -> bool {
    scene.forces.wind.is_some() || scene.forces.positional_wind.is_some()
}

/// What blows when wind is switched on: the last values of each kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wind {
    pub(crate) positional: PositionalWindScene,
    pub(crate) aerodynamic: WindScene,
    /// Which of the two blew last, in the order of the fields.
    blew: [bool; 2],
}

impl Wind {
    /// The scene's own wind, or else a breeze.
    pub(crate) fn new(scene: &Scene) -> Self {
        let mut wind = Self {
            positional: WAVES,
            aerodynamic: breeze(scene),
            blew: [false, true],
        };
        wind.note(scene);
        wind
    }

    /// Notes the wind of a scene that is about to change.
    pub(crate) fn note(&mut self, scene: &Scene) {
        let forces = &scene.forces;
        self.positional = forces.positional_wind.unwrap_or(self.positional);
        self.aerodynamic = forces.wind.unwrap_or(self.aerodynamic);
        if blows(scene) {
            self.blew = [forces.positional_wind.is_some(), forces.wind.is_some()];
        }
    }

    /// Turns the wind off in `scene` if it blows, else on.
    pub(crate) fn switch(&self, scene: &mut Scene) {
        let on = !blows(scene);
        let [positional, aerodynamic] = self.blew.map(|blew| blew && on);
        scene.forces.positional_wind = positional.then_some(self.positional);
        scene.forces.wind = aerodynamic.then_some(self.aerodynamic);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloth_core::scenes;

    #[test]
    fn wind_that_is_switched_on_again_is_as_it_was_last() {
        for named in scenes::ALL {
            let mut scene = named.scene;
            let mut wind = Wind::new(&scene);
            let before = blows(&scene);
            wind.switch(&mut scene);
            assert_eq!(blows(&scene), !before, "{}", named.name);
            assert_eq!(scene.validate(), Ok(()));
            wind.switch(&mut scene);
            assert_eq!(scene, named.scene);
            scene.forces.wind = Some(WindScene {
                velocity: [3.0, 0.0, 1.0],
                coefficient: 0.7,
            });
            let changed = scene;
            for expected in [false, true] {
                wind.note(&scene);
                wind.switch(&mut scene);
                assert_eq!(scene == changed, expected, "{}", named.name);
            }
        }
    }
}
