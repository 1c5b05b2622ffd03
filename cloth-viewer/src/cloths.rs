//! All cloths of a picture: the scene's own, and the one beside it if the scene names one.

use crate::action::Setup;
use crate::reach::Reach;
use crate::simulations::Simulations;
use cloth_core::host::{AnySimulation, GridSize, StartError, grid_for, start};
use cloth_core::{Scene, scenes};
use cloth_draw::camera::Camera;
use cloth_draw::look::Look;
use cloth_draw::marks::Marks;
use cloth_draw::picture::Picture;
use cloth_draw::raster::{Framebuffer, draw};
use cloth_draw::stage::Stage;
use std::cell::OnceCell;

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
        let other = beside(setup);
        let beside = other.map(|(scene, grid)| started(&scene, grid));
        let (simulation, first) = started(&own.0, own.1)?;
        let (beside, beside_stage) = beside.transpose()?.unzip();
        Ok(Self {
            simulations: Simulations::new(simulation, beside),
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
        self.simulations.first()
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
        self.simulations.beside()
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
        ..stage.picture(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;
    use crate::cli::Cli;
    use clap::Parser;
    use cloth_core::Mode;

    fn cloths(arguments: &[&str]) -> Cloths {
        let all = ["cloth-viewer", "--grid", "8"].iter().chain(arguments);
        Cloths::new(&Cli::try_parse_from(all).unwrap().plan().unwrap().setup).unwrap()
    }

    fn step(cloths: &mut Cloths) {
        cloths.simulations_mut().apply(&Action::Step).unwrap();
    }

    #[test]
    fn the_cloth_beside_runs_as_it_would_alone() {
        let mut both = cloths(&["super-elastic"]);
        let mut alone = cloths(&["super-elastic-limited"]);
        assert!(alone.beside().is_none());
        let start = both.beside().unwrap().state_hash();
        for _ in 0..20 {
            step(&mut both);
            step(&mut alone);
        }
        let hash = |both: &Cloths| both.beside().unwrap().state_hash();
        assert_eq!(hash(&both), alone.simulation().state_hash());
        assert_ne!(hash(&both), start);
        both.simulations_mut().apply(&Action::Reset).unwrap();
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
        let change = Action::Change(Box::new(scene));
        both.simulations_mut().apply(&change).unwrap();
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
