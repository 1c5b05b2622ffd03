//! All cloths of a picture: the scene's own, and the one beside it if the scene names one.

use crate::action::Setup;
use crate::beside::Beside;
use crate::reach::Reach;
use cloth_core::host::{AnySimulation, GridSize, Method, StartError, start};
use cloth_core::{Phase, Scene};
use cloth_draw::camera::Camera;
use cloth_draw::look::Look;
use cloth_draw::marks::Marks;
use cloth_draw::picture::Picture;
use cloth_draw::raster::{Framebuffer, draw};
use cloth_draw::stage::Stage;
use std::cell::OnceCell;

/// Most steps of the cloth beside for one of the scene's.
const MOST_STEPS: usize = 16;

/// Simulations that keep time with each other.
///
/// The first is the scene's own: it is what is measured, dragged, hashed and written out. The one
/// beside it is there to compare.
#[derive(Clone, Debug)]
pub struct Simulations {
    first: Box<dyn AnySimulation>,
    beside: Option<Box<dyn AnySimulation>>,
}

impl Simulations {
    /// One step of the scene's own simulation; `ended` is told of every phase that has ended.
    /// [`Simulations::follow`] comes after it.
    pub fn step_observed(&mut self, ended: &mut dyn FnMut(Phase)) {
        self.first.step_observed(ended);
    }

    /// Steps the simulation beside to the time of the scene's own. Apart from
    /// [`Simulations::step_observed`], so that this gives the cost of one cloth.
    pub fn follow(&mut self) {
        let Some(beside) = &mut self.beside else {
            return;
        };
        for _ in 0..MOST_STEPS {
            let half_a_step = 0.5 / beside.scene().solver.steps_per_second;
            if beside.time() + half_a_step < self.first.time() {
                beside.step();
            }
        }
    }

    /// The longest stable substep for the cloth as it is now, s. Infinite where all are stable.
    pub fn stable_dt(&mut self) -> f64 {
        self.first.stable_dt()
    }

    fn all(&mut self) -> impl Iterator<Item = &mut (dyn AnySimulation + 'static)> {
        let all = [&mut self.first].into_iter().chain(&mut self.beside);
        all.map(|simulation| &mut **simulation)
    }
}

/// The cloths that a picture shows, and what is seen of them.
#[derive(Debug)]
pub struct Cloths {
    simulations: Simulations,
    first: Stage,
    beside: Option<Stage>,
    /// What was started.
    started: Vec<(Scene, GridSize)>,
    /// Where that comes to; worked out for the first picture.
    reach: OnceCell<Reach>,
}

impl Cloths {
    /// Starts a set-up, and the scene that it wants beside it.
    ///
    /// # Errors
    /// If one of them cannot run on its grid.
    pub fn new(setup: &Setup) -> Result<Self, StartError> {
        let started = |scene: &Scene, grid| -> Result<_, StartError> {
            let mut simulation = start(scene, grid, setup.method, setup.format)?;
            let stage = Stage::with_room(&mut *simulation)?;
            Ok((simulation, stage))
        };
        let own = (setup.file.scene, setup.grid);
        let other = Beside::of(setup).map(|beside| (beside.scene, beside.grid));
        let beside = other.map(|(scene, grid)| started(&scene, grid));
        let (simulation, first) = started(&own.0, own.1)?;
        let (beside, beside_stage) = beside.transpose()?.unzip();
        Ok(Self {
            simulations: Simulations {
                first: simulation,
                beside,
            },
            first,
            beside: beside_stage,
            started: [own].into_iter().chain(other).collect(),
            reach: OnceCell::new(),
        })
    }

    /// Where all of them come to.
    pub fn reach(&self) -> &Reach {
        self.reach.get_or_init(|| Reach::of(&self.started))
    }

    /// The scene's own simulation.
    #[must_use]
    pub fn simulation(&self) -> &dyn AnySimulation {
        &*self.simulations.first
    }

    /// The scene's own simulation, to be changed.
    pub fn simulation_mut(&mut self) -> &mut dyn AnySimulation {
        &mut *self.simulations.first
    }

    /// All simulations.
    #[must_use]
    pub fn simulations(&self) -> &Simulations {
        &self.simulations
    }

    /// All simulations, to be changed.
    pub fn simulations_mut(&mut self) -> &mut Simulations {
        &mut self.simulations
    }

    /// What is seen of the scene's own simulation.
    #[must_use]
    pub fn stage(&self) -> &Stage {
        &self.first
    }

    /// The simulation beside, if there is one.
    #[must_use]
    pub fn beside(&self) -> Option<&dyn AnySimulation> {
        self.simulations.beside.as_deref()
    }

    /// One step of the scene's own simulation; [`Simulations::follow`] comes after it.
    pub fn step(&mut self) {
        self.simulations.first.step();
    }

    /// Puts all cloths where their scenes start them, at rest.
    ///
    /// # Errors
    /// A value out of range, or no memory; that cloth is then as it was before.
    pub fn reset(&mut self) -> Result<(), StartError> {
        for simulation in self.simulations.all() {
            let scene = *simulation.scene();
            simulation.reset(&scene)?;
        }
        Ok(())
    }

    /// Takes over a scene's values while the cloth moves on. Mode and wind hold for the one
    /// beside too.
    ///
    /// # Errors
    /// If one of them cannot; all are then as they were before.
    pub fn change(&mut self, scene: &Scene) -> Result<(), StartError> {
        let Simulations { first, beside } = &mut self.simulations;
        let before = *first.scene();
        first.change(scene)?;
        if let Some(beside) = beside {
            let mut other = *beside.scene();
            other.solver.mode = scene.solver.mode;
            other.forces.wind = scene.forces.wind;
            other.forces.positional_wind = scene.forces.positional_wind;
            beside.change(&other).or_else(|refusal| {
                first.change(&before)?;
                Err(refusal)
            })?;
        }
        for (stage, simulation) in self.all() {
            stage.set_mesh(simulation);
        }
        Ok(())
    }

    /// Goes on with another method; the one beside too, if it can.
    ///
    /// # Errors
    /// If the scene is not for that method, or no memory; all is then as it was before.
    pub fn change_method(&mut self, method: Method) -> Result<(), StartError> {
        let Simulations { first, beside } = &mut self.simulations;
        *first = first.with_method(method)?;
        // It is there to compare with: with its own method it is still of use.
        if let Some(beside) = beside
            && let Ok(other) = beside.with_method(method)
        {
            *beside = other;
        }
        Ok(())
    }

    /// Takes over where everything is, for the next picture.
    pub fn update(&mut self) {
        let ground = self.reach().ground;
        for (stage, simulation) in self.all() {
            stage.ground = ground;
            stage.update(simulation);
        }
    }

    fn all(&mut self) -> impl Iterator<Item = (&mut Stage, &mut (dyn AnySimulation + 'static))> {
        let stages = [&mut self.first].into_iter().chain(&mut self.beside);
        stages.zip(self.simulations.all())
    }

    /// Draws all cloths.
    pub fn draw(&self, look: &Look, camera: &Camera, frame: &mut Framebuffer) {
        let marks = self.first.marks(look);
        let first = shown(&self.first, &marks);
        match &self.beside {
            None => draw(&[first], look, camera, frame),
            Some(stage) => {
                let marks = stage.marks(look);
                // They stand on one floor.
                let beside = Picture {
                    planes: &[],
                    ..shown(stage, &marks)
                };
                draw(&[first, beside], look, camera, frame);
            }
        }
    }
}

/// What a stage shows, with marks.
fn shown<'a>(stage: &'a Stage, marks: &'a Marks) -> Picture<'a> {
    Picture {
        strains: &marks.strains,
        strain_range: marks.strain_range,
        contacts: &marks.contacts,
        ..stage.picture(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::Parser;
    use cloth_core::Mode;

    fn cloths(arguments: &[&str]) -> Cloths {
        let all = ["cloth-viewer", "--grid", "8"].iter().chain(arguments);
        Cloths::new(&Cli::try_parse_from(all).unwrap().plan().unwrap().setup).unwrap()
    }

    #[test]
    fn the_cloth_beside_runs_as_it_would_alone() {
        let mut both = cloths(&["super-elastic"]);
        let mut alone = cloths(&["super-elastic-limited"]);
        assert!(alone.beside().is_none());
        let start = both.beside().unwrap().state_hash();
        for _ in 0..20 {
            both.step();
            both.simulations_mut().follow();
            alone.step();
        }
        let hash = |both: &Cloths| both.beside().unwrap().state_hash();
        assert_eq!(hash(&both), alone.simulation().state_hash());
        assert_ne!(hash(&both), start);
        both.reset().unwrap();
        assert_eq!(hash(&both), start);
        // Nothing is due before the next step.
        both.simulations_mut().follow();
        assert_eq!(hash(&both), start);
    }

    #[test]
    fn mode_and_wind_hold_for_both() {
        let mut both = cloths(&["super-elastic"]);
        let mut scene = *both.simulation().scene();
        scene.solver.mode = Mode::Constraint;
        scene.forces.wind = Some(cloth_core::scene::WindScene {
            velocity: [1.0, 0.0, 0.0],
            coefficient: 1.0,
        });
        both.change(&scene).unwrap();
        let beside = *both.beside().unwrap().scene();
        assert_eq!(beside.solver.mode, Mode::Constraint);
        assert_eq!(beside.forces.wind, scene.forces.wind);
        assert!(beside.limit.is_some());
    }

    #[test]
    fn both_are_drawn() {
        let mut both = cloths(&["super-elastic"]);
        let camera = Camera::framing([-2.5, -1.5, -1.0], [2.5, 2.5, 1.0]);
        let mut frame = Framebuffer::new(160, 90);
        both.update();
        both.draw(&Look::DEFAULT, &camera, &mut frame);
        let empty = Framebuffer::new(160, 90);
        let drawn = |half: usize| {
            let pixels = frame.pixels().iter().zip(empty.pixels()).enumerate();
            let drawn = pixels.filter(|(i, (a, b))| i % 160 / 80 == half && a != b);
            drawn.count()
        };
        assert!(
            drawn(0) > 300 && drawn(1) > 300,
            "{} {}",
            drawn(0),
            drawn(1)
        );
    }
}
