//! The simulations of a picture, and what happens to them: all of the state that a step depends on.

use crate::action::Action;
use crate::error::Error;
use cloth_core::host::{AnySimulation, Method, StartError};
use cloth_core::{Phase, Scene};

/// Most steps of the cloth beside for one of the scene's.
const MOST_STEPS: usize = 16;

/// Simulations that keep time with each other.
///
/// The scene's own is what is measured, dragged, hashed and written out. The one beside it is there to
/// compare.
#[derive(Clone, Debug)]
pub struct Simulations {
    /// The scene's own simulation.
    pub first: Box<dyn AnySimulation>,
    /// The one beside it, if the scene names one.
    pub beside: Option<Box<dyn AnySimulation>>,
}

impl Simulations {
    /// Both, to read from: reading normals needs memory of the simulation.
    pub(crate) fn all(&mut self) -> impl Iterator<Item = &mut (dyn AnySimulation + 'static)> {
        let all = [&mut self.first].into_iter().chain(&mut self.beside);
        all.map(|simulation| &mut **simulation)
    }

    /// A step; `ended`, if there is one, is told of every phase of the scene's own simulation that has ended, so
    /// that a clock can be read. The one beside steps to the time of the scene's own.
    pub fn step_observed(&mut self, ended: Option<&mut dyn FnMut(Phase)>) {
        match ended {
            Some(ended) => self.first.step_observed(&mut |phase, _| ended(phase)),
            None => self.first.step(),
        }
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

    /// Does one thing. A start is not done: it makes other simulations.
    ///
    /// # Errors
    /// If it is refused; all is then as it was before.
    pub fn apply(&mut self, action: &Action) -> Result<(), Error> {
        let simulation = &mut self.first;
        match *action {
            Action::Start(_) => {}
            Action::Reset => self.reset()?,
            Action::Change(ref scene) => self.change(scene)?,
            Action::Method(method) => self.change_method(method)?,
            Action::Step => self.step_observed(None),
            Action::Pull {
                column,
                row,
                target,
            } => simulation.drag(column, row, target),
            Action::LetGo {
                column,
                row,
                pinned,
            }
            | Action::Pin {
                column,
                row,
                pinned,
            } => simulation.set_pinned(column, row, pinned),
            Action::Cut { column, row } => simulation.cut(column, row)?,
            Action::Push {
                collider,
                center,
                velocity,
            } => simulation.move_collider(collider, center, velocity),
        }
        Ok(())
    }

    /// Puts all cloths where their scenes start them, at rest. A cloth that cannot is left as it
    /// was before.
    fn reset(&mut self) -> Result<(), StartError> {
        for simulation in self.all() {
            let scene = *simulation.scene();
            simulation.reset(&scene)?;
        }
        Ok(())
    }

    /// Takes over a scene's values while the cloth moves on. Mode and wind hold for the one
    /// beside too.
    fn change(&mut self, scene: &Scene) -> Result<(), StartError> {
        let Self { first, beside } = self;
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
        Ok(())
    }

    /// Goes on with another method; the one beside too, if it can.
    fn change_method(&mut self, method: Method) -> Result<(), StartError> {
        self.first = self.first.with_method(method)?;
        // It is there to compare with: with its own method it is still of use.
        if let Some(beside) = &mut self.beside
            && let Ok(other) = beside.with_method(method)
        {
            *beside = other;
        }
        Ok(())
    }
}
