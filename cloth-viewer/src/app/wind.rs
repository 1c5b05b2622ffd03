//! Wind that can be switched on and off.

use crate::breeze::{WAVES, breeze};
use cloth_core::Scene;
use cloth_core::scene::{PositionalWindScene, WindScene};

/// What blows when wind is switched on: the last values of each kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wind {
    positional: PositionalWindScene,
    aerodynamic: WindScene,
    /// Which of the two blew last, in the order of the fields.
    blew: [bool; 2],
}

impl Wind {
    /// The scene's own wind, or else a breeze.
    pub(super) fn new(scene: &Scene) -> Self {
        let mut wind = Self {
            positional: WAVES,
            aerodynamic: breeze(scene),
            blew: [false, true],
        };
        wind.note(scene);
        wind
    }

    /// Whether there is wind in a scene.
    pub(super) fn blows(scene: &Scene) -> bool {
        scene.forces.wind.is_some() || scene.forces.positional_wind.is_some()
    }

    /// Notes the wind of a scene that is about to change.
    pub(super) fn note(&mut self, scene: &Scene) {
        let forces = &scene.forces;
        self.positional = forces.positional_wind.unwrap_or(self.positional);
        self.aerodynamic = forces.wind.unwrap_or(self.aerodynamic);
        if Self::blows(scene) {
            self.blew = [forces.positional_wind.is_some(), forces.wind.is_some()];
        }
    }

    /// Turns the wind off in `scene` if it blows, else on.
    pub(super) fn switch(&self, scene: &mut Scene) {
        let on = !Self::blows(scene);
        let [positional, aerodynamic] = self.blew.map(|blew| blew && on);
        scene.forces.positional_wind = positional.then_some(self.positional);
        scene.forces.wind = aerodynamic.then_some(self.aerodynamic);
    }

    /// The last values of each kind, whether they blow or not.
    pub(super) fn last(&self) -> (WindScene, PositionalWindScene) {
        (self.aerodynamic, self.positional)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;
    use crate::cli::Cli;
    use crate::input::{Command, Input};
    use clap::Parser;
    use cloth_core::scenes;
    use cloth_draw::raster::Framebuffer;
    use std::time::Duration;

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

    /// Presses and lets go the left button over a control of the panel.
    fn click(app: &mut App, name: &str) {
        let mut frame = Framebuffer::new(1000, 2200);
        let mut input = Input {
            size: frame.size(),
            elapsed: Duration::from_millis(1),
            ..Input::default()
        };
        // What is laid out takes its place a picture later.
        for _ in 0..2 {
            app.update(&input);
            app.draw(&mut frame);
        }
        let node = app.panel_mut().nodes().iter().find(|n| n.name == name);
        input.cursor = Some(node.expect(name).middle());
        for down in [false, true, false, false] {
            input.left = down;
            app.update(&input);
            app.draw(&mut frame);
        }
    }

    #[test]
    fn wind_that_is_switched_on_again_is_as_it_was_last() {
        let plan = Cli::parse_from(["cloth-viewer", "four-corners", "--grid", "8"]);
        let mut app = App::new(&plan.plan().unwrap()).unwrap();
        app.panel_mut().list_nodes(true);
        click(&mut app, "Forces");
        click(&mut app, "Wind");
        let density = app.simulation().scene().cloth.density;
        let mut wind = app.simulation().scene().forces.wind.unwrap();
        assert!((wind.coefficient / (0.25 * 9.8 * density) - 1.0).abs() < 1e-12);
        (wind.velocity, wind.coefficient) = ([3.0, 0.0, 1.0], 0.7);
        let mut scene = *app.simulation().scene();
        scene.forces.wind = Some(wind);
        app.change(&scene);
        for _ in 0..2 {
            click(&mut app, "Wind");
            assert_eq!(app.simulation().scene().forces.wind, None);
            click(&mut app, "Wind");
            assert_eq!(app.simulation().scene().forces.wind, Some(wind));
        }
        // The key gives back the same; and of two winds, those that blew.
        for blows in [None, Some(wind)] {
            app.update(&Input {
                commands: vec![Command::Wind],
                ..Input::default()
            });
            assert_eq!(app.simulation().scene().forces.wind, blows);
            assert_eq!(app.simulation().scene().forces.positional_wind, None);
        }
    }
}
