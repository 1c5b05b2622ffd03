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

/// A simulation and what is seen of it.
#[derive(Debug)]
struct ClothView {
    simulation: Box<dyn AnySimulation>,
    stage: Stage,
}

impl ClothView {
    fn reset(&mut self) -> Result<(), StartError> {
        let scene = *self.simulation.scene();
        self.simulation.reset(&scene)
    }

    fn change(&mut self, scene: &Scene) -> Result<(), StartError> {
        self.simulation.change(scene)?;
        self.stage.set_mesh(&*self.simulation);
        Ok(())
    }

    fn change_method(&mut self, method: Method) -> Result<(), StartError> {
        self.simulation = self.simulation.with_method(method)?;
        Ok(())
    }
}

/// The cloths that a picture shows.
///
/// The first is the scene's own: it is what is measured, dragged, hashed and written out. The one
/// beside it keeps time with it, and is there to compare.
#[derive(Debug)]
pub struct Cloths {
    first: ClothView,
    beside: Option<ClothView>,
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
        let view = |scene: &Scene, grid| -> Result<ClothView, StartError> {
            let mut simulation = start(scene, grid, setup.method, setup.format)?;
            let stage = Stage::with_room(&mut *simulation)?;
            Ok(ClothView { simulation, stage })
        };
        let beside = Beside::of(setup);
        let own = (setup.file.scene, setup.grid);
        let other = beside.as_ref().map(|beside| (beside.scene, beside.grid));
        Ok(Self {
            started: [own].into_iter().chain(other).collect(),
            reach: OnceCell::new(),
            first: view(&setup.file.scene, setup.grid)?,
            beside: beside.map(|b| view(&b.scene, b.grid)).transpose()?,
        })
    }

    /// Where all of them come to.
    pub fn reach(&self) -> &Reach {
        self.reach.get_or_init(|| Reach::of(&self.started))
    }

    /// The scene's own simulation.
    #[must_use]
    pub fn simulation(&self) -> &dyn AnySimulation {
        &*self.first.simulation
    }

    /// The scene's own simulation, to be changed.
    pub fn simulation_mut(&mut self) -> &mut dyn AnySimulation {
        &mut *self.first.simulation
    }

    /// What is seen of the scene's own simulation.
    #[must_use]
    pub fn stage(&self) -> &Stage {
        &self.first.stage
    }

    /// The simulation beside, if there is one.
    #[must_use]
    pub fn beside(&self) -> Option<&dyn AnySimulation> {
        self.beside.as_ref().map(|view| &*view.simulation)
    }

    /// One step of the scene's own simulation; [`Cloths::follow`] comes after it.
    pub fn step(&mut self) {
        self.first.simulation.step();
    }

    /// As [`Cloths::step`]; `ended` is told of every phase that has ended.
    pub fn step_observed(&mut self, ended: &mut dyn FnMut(Phase)) {
        self.first.simulation.step_observed(ended);
    }

    /// Steps the simulation beside to the time of the scene's own. Apart from [`Cloths::step`], so
    /// that this gives the cost of one cloth.
    pub fn follow(&mut self) {
        let Some(beside) = &mut self.beside else {
            return;
        };
        for _ in 0..MOST_STEPS {
            let half_a_step = 0.5 / beside.simulation.scene().solver.steps_per_second;
            if beside.simulation.time() + half_a_step < self.first.simulation.time() {
                beside.simulation.step();
            }
        }
    }

    /// Puts all cloths where their scenes start them, at rest.
    ///
    /// # Errors
    /// A value out of range, or no memory; that cloth is then as it was before.
    pub fn reset(&mut self) -> Result<(), StartError> {
        self.first.reset()?;
        self.beside.as_mut().map_or(Ok(()), ClothView::reset)
    }

    /// Takes over a scene's values while the cloth moves on. Mode and wind hold for the one
    /// beside too.
    ///
    /// # Errors
    /// If one of them cannot; all are then as they were before.
    pub fn change(&mut self, scene: &Scene) -> Result<(), StartError> {
        let before = *self.first.simulation.scene();
        self.first.change(scene)?;
        let Some(beside) = &mut self.beside else {
            return Ok(());
        };
        let mut other = *beside.simulation.scene();
        other.solver.mode = scene.solver.mode;
        other.forces.wind = scene.forces.wind;
        other.forces.positional_wind = scene.forces.positional_wind;
        beside.change(&other).or_else(|refusal| {
            self.first.change(&before)?;
            Err(refusal)
        })
    }

    /// Goes on with another method; the one beside too, if it can.
    ///
    /// # Errors
    /// If the scene is not for that method, or no memory; all is then as it was before.
    pub fn change_method(&mut self, method: Method) -> Result<(), StartError> {
        self.first.change_method(method)?;
        if let Some(beside) = &mut self.beside {
            // It is there to compare with: with its own method it is still of use.
            let _ = beside.change_method(method);
        }
        Ok(())
    }

    /// Takes over where everything is, for the next picture.
    pub fn update(&mut self) {
        let ground = self.reach().ground;
        for view in [&mut self.first].into_iter().chain(&mut self.beside) {
            view.stage.ground = ground;
            view.stage.update(&mut *view.simulation);
        }
    }

    /// Draws all cloths.
    pub fn draw(&self, look: &Look, camera: &Camera, frame: &mut Framebuffer) {
        let marks = self.first.stage.marks(look);
        let first = shown(&self.first.stage, &marks);
        match &self.beside {
            None => draw(&[first], look, camera, frame),
            Some(view) => {
                let marks = view.stage.marks(look);
                // They stand on one floor.
                let beside = Picture {
                    planes: &[],
                    ..shown(&view.stage, &marks)
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
            both.follow();
            alone.step();
        }
        let hash = |both: &Cloths| both.beside().unwrap().state_hash();
        assert_eq!(hash(&both), alone.simulation().state_hash());
        assert_ne!(hash(&both), start);
        both.reset().unwrap();
        assert_eq!(hash(&both), start);
        // Nothing is due before the next step.
        both.follow();
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
