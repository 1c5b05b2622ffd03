//! The simulated world: a scene on a grid, and everything that may happen to it.
//!
//! Whatever changes the simulation is an [`Act`] and goes through [`World::act`]. A list of acts is
//! therefore all that is needed to run the same thing again, with the same bits.

use crate::act::{Act, Setup};
use crate::cloths::Cloths;
use crate::error::Error;
use crate::recording::Player;
use cloth_core::Phase;
use cloth_core::host::{AnySimulation, Method};

/// The world as it now is.
#[derive(Debug)]
pub struct World {
    setup: Setup,
    cloths: Cloths,
    /// Steps since the start or the last reset.
    steps: u64,
}

impl World {
    /// Starts a set-up.
    ///
    /// # Errors
    /// If the scene cannot run on its grid.
    pub fn new(setup: Setup) -> Result<Self, Error> {
        let cloths = Cloths::new(&setup)?;
        Ok(Self {
            setup,
            cloths,
            steps: 0,
        })
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
        self.cloths.simulation_mut().stable_dt()
    }

    /// Steps since the start or the last reset.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Does one thing.
    ///
    /// # Errors
    /// If it is refused; the world is then as it was before.
    pub fn act(&mut self, act: &Act) -> Result<(), Error> {
        self.act_observed(act, &mut |_| {})
    }

    /// As [`World::act`]; `ended` is told of every phase of a step that has ended, so that a clock
    /// can be read.
    ///
    /// # Errors
    /// As [`World::act`].
    pub fn act_observed(&mut self, act: &Act, ended: &mut dyn FnMut(Phase)) -> Result<(), Error> {
        let simulation = self.cloths.simulation_mut();
        match *act {
            Act::Start(ref setup) => *self = Self::new((**setup).clone())?,
            Act::Reset => {
                self.cloths.reset()?;
                self.steps = 0;
            }
            Act::Change(ref scene) => self.cloths.change(scene)?,
            Act::Method(method) => self.change_method(method)?,
            Act::Step => {
                self.cloths.step_observed(ended);
                self.cloths.follow();
                self.steps += 1;
            }
            Act::Pull {
                column,
                row,
                target,
            } => simulation.drag(column, row, target),
            Act::LetGo {
                column,
                row,
                pinned,
            } => simulation.release(column, row, pinned),
            Act::Pin {
                column,
                row,
                pinned,
            } => simulation.set_pinned(column, row, pinned),
            Act::Cut { column, row } => simulation.cut(column, row)?,
            Act::Push {
                collider,
                center,
                velocity,
            } => simulation.move_collider(collider, center, velocity),
        }
        Ok(())
    }

    fn change_method(&mut self, method: Method) -> Result<(), Error> {
        self.cloths.change_method(method)?;
        self.setup.method = method;
        Ok(())
    }
}

impl Player for World {
    type Error = Error;

    fn act(&mut self, act: &Act) -> Result<(), Error> {
        Self::act(self, act)
    }

    fn state_hash(&self) -> u64 {
        self.simulation().state_hash()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::find_scene;
    use cloth_core::host::{Format, grid_for};

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
        world.act(&Act::Step).unwrap();
        let before = world.setup();
        let hash = world.simulation().state_hash();
        let mut wrong = before.clone();
        wrong.file.scene.cloth.density = -1.0;
        let cut = Act::Cut { column: 3, row: 3 };
        for act in [
            Act::Change(Box::new(wrong.file.scene)),
            Act::Start(Box::new(wrong)),
            cut,
        ] {
            assert!(world.act(&act).is_err());
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
        world.act(&Act::Change(Box::new(scene))).unwrap();
        for _ in 0..3 {
            world.act(&Act::Step).unwrap();
        }
        assert_eq!(world.steps(), 3);
        world.act(&Act::Reset).unwrap();
        assert_eq!((world.steps(), world.simulation().state_hash()), (0, start));
        assert_eq!(world.setup().file.scene.cloth.density, 2.0);
        world.act(&Act::Start(Box::new(setup("flag")))).unwrap();
        assert_eq!(world.setup(), setup("flag"));
    }
}
