//! The simulated world: a scene on a grid, what is seen of it, and everything that may happen to it.
//!
//! Whatever changes the simulation is an [`Action`] and goes through [`World::apply`]. A list of actions is
//! therefore all that is needed to run the same thing again, with the same bits.

use crate::action::{Action, Setup};
use crate::error::Error;
use crate::reach::Reach;
use crate::simulations::Simulations;
use cloth_core::host::{AnySimulation, GridSize, StartError, grid_for, start};
use cloth_core::{Phase, Scene, scenes};
use cloth_draw::camera::Camera;
use cloth_draw::look::Look;
use cloth_draw::marks::Marks;
use cloth_draw::picture::Picture;
use cloth_draw::raster::{Framebuffer, draw};
use cloth_draw::stage::Stage;
use glam::Vec3;
use std::cell::OnceCell;

/// The world as it now is.
#[derive(Debug)]
pub struct World {
    /// What was started; the method is that of now.
    setup: Setup,
    simulations: Simulations,
    /// What is seen of the scene's own simulation, and of the one beside it if the scene names one.
    stage: Stage,
    beside: Option<Stage>,
    /// Where they will come to; worked out for the first picture.
    reach: OnceCell<Reach>,
}

impl World {
    /// Starts a set-up, and the scene that it wants beside it.
    ///
    /// # Errors
    /// If one of them cannot run on its grid.
    pub fn new(setup: Setup) -> Result<Self, Error> {
        let started = |(scene, grid): (Scene, GridSize)| -> Result<_, StartError> {
            let mut simulation = start(&scene, grid, setup.method, setup.format)?;
            let stage = Stage::new(&mut *simulation)?;
            Ok((simulation, stage))
        };
        let (simulation, stage) = started((setup.file.scene, setup.grid))?;
        let other = beside(&setup).map(started).transpose()?;
        let (other, beside) = other.unzip();
        Ok(Self {
            setup,
            simulations: Simulations::new(simulation, other),
            stage,
            beside,
            reach: OnceCell::new(),
        })
    }

    /// What is simulated, with the values that now apply.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut setup = self.setup.clone();
        setup.file.scene = *self.simulation().scene();
        setup
    }

    /// What was started, with its values at the start.
    #[must_use]
    pub fn original(&self) -> &Setup {
        &self.setup
    }

    /// The scene's own simulation.
    #[must_use]
    pub fn simulation(&self) -> &dyn AnySimulation {
        self.simulations.first()
    }

    /// All simulations: the state that the next step depends on.
    #[must_use]
    pub fn state(&self) -> &Simulations {
        &self.simulations
    }

    /// Goes on from another state of the same simulations; returns the one that was.
    pub fn put(&mut self, state: Simulations) -> Simulations {
        self.setup.method = state.first().method();
        std::mem::replace(&mut self.simulations, state)
    }

    /// What is seen of the scene's own simulation.
    #[must_use]
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Where all cloths will come to.
    pub fn reach(&self) -> &Reach {
        let own = (self.setup.file.scene, self.setup.grid);
        let both = || [own].into_iter().chain(beside(&self.setup));
        self.reach
            .get_or_init(|| Reach::of(&both().collect::<Vec<_>>()))
    }

    /// The longest stable substep for the cloth as it is now, s. Infinite where all are stable.
    pub fn stable_dt(&mut self) -> f64 {
        self.simulations.stable_dt()
    }

    /// Makes a step; `ended`, if there is one, is told of every phase of it that has ended, so that a clock can
    /// be read.
    pub fn step_observed(&mut self, ended: Option<&mut dyn FnMut(Phase)>) {
        self.simulations.step_observed(ended);
        self.simulations.follow();
    }

    /// Does one thing.
    ///
    /// # Errors
    /// If it is refused; the world is then as it was before.
    pub fn apply(&mut self, action: &Action) -> Result<(), Error> {
        match action {
            Action::Start(setup) => *self = Self::new((**setup).clone())?,
            action => self.simulations.apply(action)?,
        }
        if let Action::Method(method) = *action {
            self.setup.method = method;
        }
        Ok(())
    }

    /// Takes over where everything is, for the next picture.
    pub fn update(&mut self) {
        let ground = self.reach().ground;
        let stages = [&mut self.stage].into_iter().chain(&mut self.beside);
        for (stage, simulation) in stages.zip(self.simulations.all()) {
            stage.ground = ground;
            stage.update(simulation);
        }
    }

    /// Whether a particle is further than `least` (m) from where it was at the last [`World::update`], or a
    /// collider is elsewhere.
    #[must_use]
    pub fn has_moved(&self, least: f32) -> bool {
        let (mut positions, mut colliders) = (Vec::new(), Vec::new());
        let stages = [&self.stage].into_iter().chain(&self.beside);
        let simulations = [self.simulations.first()].into_iter();
        let both = simulations.chain(self.simulations.beside()).zip(stages);
        both.into_iter().any(|(simulation, stage)| {
            simulation.positions(&mut positions);
            simulation.colliders(&mut colliders);
            let mut pairs = positions.iter().zip(&stage.positions);
            // Not a number has moved, too.
            let is_near =
                |(a, b): (&[f32; 3], &[f32; 3])| Vec3::from(*a).distance(Vec3::from(*b)) <= least;
            colliders != stage.colliders || !pairs.all(is_near)
        })
    }

    /// Draws all cloths.
    pub fn draw(&self, look: &Look, camera: &Camera, frame: &mut Framebuffer) {
        let marks = self.stage.marks(look);
        let own = shown(&self.stage, &marks);
        match &self.beside {
            None => draw(&[own], look, camera, frame),
            Some(stage) => {
                let marks = stage.marks(look);
                // They stand on one floor.
                let beside = Picture {
                    planes: &[],
                    ..shown(stage, &marks)
                };
                draw(&[own, beside], look, camera, frame);
            }
        }
    }
}

/// The scene of the library that a set-up wants beside it, to be compared with: in the set-up's mode, on a grid of
/// its size.
fn beside(setup: &Setup) -> Option<(Scene, GridSize)> {
    let file = &setup.file;
    let name = file.beside.as_deref()?;
    let named = scenes::ALL.iter().find(|scene| scene.name == name)?;
    let mut scene = named.scene;
    scene.solver.mode = file.scene.solver.mode;
    let own = GridSize::of(&file.scene);
    let longer = setup.grid.columns.max(setup.grid.rows);
    let grid = match GridSize::of(&scene) == own {
        true => setup.grid,
        false => grid_for(&scene, (own != setup.grid).then_some(longer)),
    };
    Some((scene, grid))
}

/// What a stage shows, with marks.
fn shown<'a>(stage: &'a Stage, marks: &'a Marks) -> Picture<'a> {
    Picture {
        strains: &marks.strains,
        strain_range: marks.strain_range,
        contacts: &marks.contacts,
        ..stage.picture()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::setup;
    use cloth_core::Mode;
    use cloth_core::scene::WindScene;

    fn world(name: &str) -> World {
        World::new(setup(name)).unwrap()
    }

    #[test]
    fn what_is_refused_changes_nothing() {
        let mut world = world("four-corners-sphere");
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

    /// The cloth beside runs as it would alone, and takes over mode and wind.
    #[test]
    fn what_happens_to_the_world_happens_to_the_cloth_beside_too() {
        let (mut both, mut alone) = (world("super-elastic"), world("super-elastic-limited"));
        let hash = |both: &World| both.state().beside().unwrap().state_hash();
        let start = hash(&both);
        for _ in 0..20 {
            both.apply(&Action::Step).unwrap();
            alone.apply(&Action::Step).unwrap();
        }
        assert!(alone.state().beside().is_none() && hash(&both) != start);
        assert_eq!(hash(&both), alone.simulation().state_hash());
        let mut scene = *both.simulation().scene();
        scene.solver.mode = Mode::Constraint;
        scene.forces.wind = Some(WindScene {
            velocity: [1.0, 0.0, 0.0],
            coefficient: 1.0,
        });
        both.apply(&Action::Change(Box::new(scene))).unwrap();
        let beside = both.state().beside().unwrap().scene();
        assert_eq!(beside.solver.mode, Mode::Constraint);
        assert_eq!(beside.forces.wind, scene.forces.wind);
        assert!(beside.limit.is_some());
        both.apply(&Action::Reset).unwrap();
        assert_eq!(hash(&both), start);
    }

    #[test]
    fn a_reset_keeps_the_values_and_a_start_brings_its_own() {
        let mut world = world("four-corners");
        let start = world.simulation().state_hash();
        let mut scene = *world.simulation().scene();
        scene.cloth.density = 2.0;
        let change = Action::Change(Box::new(scene));
        for action in [change, Action::Step, Action::Step, Action::Reset] {
            world.apply(&action).unwrap();
        }
        assert_eq!(world.simulation().state_hash(), start);
        assert_eq!(world.setup().file.scene.cloth.density, 2.0);
        let other = Box::new(setup("flag"));
        world.apply(&Action::Start(other)).unwrap();
        assert_eq!(world.setup(), setup("flag"));
    }
}
