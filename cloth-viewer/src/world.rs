//! The simulated world: a scene on a grid, and everything that may happen to it.
//!
//! Whatever changes the simulation is an [`Action`] and goes through [`World::apply`]. A list of actions is
//! therefore all that is needed to run the same thing again, with the same bits.

use crate::action::{Action, Setup};
use crate::cloths::Cloths;
use crate::error::Error;
use crate::simulations::Simulations;
use cloth_core::Phase;
use cloth_core::host::AnySimulation;

/// The world as it now is.
#[derive(Debug)]
pub struct World {
    setup: Setup,
    cloths: Cloths,
}

impl World {
    /// Starts a set-up.
    ///
    /// # Errors
    /// If the scene cannot run on its grid.
    pub fn new(setup: Setup) -> Result<Self, Error> {
        let cloths = Cloths::new(&setup)?;
        Ok(Self { setup, cloths })
    }

    /// What is simulated, with the values that now apply.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut setup = self.setup.clone();
        setup.file.scene = *self.simulation().scene();
        setup
    }

    /// What was started, with the values of then.
    #[must_use]
    pub fn original(&self) -> &Setup {
        &self.setup
    }

    /// The simulation.
    #[must_use]
    pub fn simulation(&self) -> &dyn AnySimulation {
        self.cloths.simulation()
    }

    /// All cloths.
    #[must_use]
    pub fn cloths(&self) -> &Cloths {
        &self.cloths
    }

    /// Takes over where everything is, for the next picture.
    pub fn update(&mut self) {
        self.cloths.update();
    }

    /// The longest stable substep for the cloth as it is now, s. Infinite where all are stable.
    pub fn stable_dt(&mut self) -> f64 {
        self.cloths.simulations_mut().stable_dt()
    }

    /// Goes on from another state of the same simulations; returns the one that was.
    pub fn put(&mut self, state: Simulations) -> Simulations {
        self.setup.method = state.first().method();
        std::mem::replace(self.cloths.simulations_mut(), state)
    }

    /// Makes a step; `ended`, if there is one, is told of every phase of it that has ended, so that a clock can
    /// be read.
    pub fn step_observed(&mut self, ended: Option<&mut dyn FnMut(Phase)>) {
        let simulations = self.cloths.simulations_mut();
        simulations.step_observed(ended);
        simulations.follow();
    }

    /// Does one thing.
    ///
    /// # Errors
    /// If it is refused; the world is then as it was before.
    pub fn apply(&mut self, action: &Action) -> Result<(), Error> {
        match action {
            Action::Start(setup) => *self = Self::new((**setup).clone())?,
            action => self.cloths.simulations_mut().apply(action)?,
        }
        if let Action::Method(method) = *action {
            self.setup.method = method;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::find_scene;
    use cloth_core::host::{Format, Method, grid_for};

    fn setup(name: &str) -> Setup {
        let file = find_scene(name).unwrap();
        Setup {
            grid: grid_for(&file.scene, Some(8)),
            method: Method::Verlet,
            format: Format::F32,
            file,
        }
    }

    #[test]
    fn what_is_refused_changes_nothing() {
        let mut world = World::new(setup("four-corners-sphere")).unwrap();
        world.apply(&Action::Step).unwrap();
        let before = world.setup();
        let hash = world.simulation().state_hash();
        let mut wrong = before.clone();
        wrong.file.scene.cloth.density = -1.0;
        let cut = Action::Cut { column: 3, row: 3 };
        for action in [
            Action::Change(Box::new(wrong.file.scene)),
            Action::Start(Box::new(wrong)),
            cut,
        ] {
            assert!(world.apply(&action).is_err());
            assert_eq!(world.setup(), before);
            assert_eq!(world.simulation().state_hash(), hash);
        }
    }

    #[test]
    fn a_reset_keeps_the_values_and_a_start_brings_its_own() {
        let mut world = World::new(setup("four-corners")).unwrap();
        let start = world.simulation().state_hash();
        let mut scene = *world.simulation().scene();
        scene.cloth.density = 2.0;
        world.apply(&Action::Change(Box::new(scene))).unwrap();
        for _ in 0..3 {
            world.apply(&Action::Step).unwrap();
        }
        assert!(world.simulation().time() > 0.0);
        world.apply(&Action::Reset).unwrap();
        assert_eq!(world.simulation().time(), 0.0);
        assert_eq!(world.simulation().state_hash(), start);
        assert_eq!(world.setup().file.scene.cloth.density, 2.0);
        world
            .apply(&Action::Start(Box::new(setup("flag"))))
            .unwrap();
        assert_eq!(world.setup(), setup("flag"));
    }
}
