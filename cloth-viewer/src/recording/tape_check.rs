//! Which actions a recording may hold, checked both when it is written and when it is read.

use crate::action::{Action, Setup};
use cloth_core::Scene;
use cloth_core::host::{GridSize, MAX_SIDE, StartError};

/// Most steps in a recording: 193 days at 60 steps a second.
pub const MAX_STEPS: u64 = 1_000_000_000;

/// What limits the next action of a recording: grid, colliders and steps so far.
#[derive(Debug)]
pub(super) struct Checker {
    grid: GridSize,
    colliders: usize,
    pub(super) steps: u64,
}

impl Checker {
    /// Checks the start of a recording.
    pub(super) fn new(setup: &Setup) -> Result<Self, String> {
        let mut checker = Self {
            grid: setup.grid,
            colliders: 0,
            steps: 0,
        };
        checker.start(setup)?;
        Ok(checker)
    }

    /// Takes several steps.
    pub(super) fn step(&mut self, count: u64) -> Result<(), String> {
        match self.steps.checked_add(count) {
            Some(steps) if count > 0 && steps <= MAX_STEPS => self.steps = steps,
            _ => {
                return Err(format!(
                    "{count} steps after {} are too few or too many: allowed are 1 or more, and \
                     {MAX_STEPS} in all",
                    self.steps
                ));
            }
        }
        Ok(())
    }

    /// Takes an action; the error says what is wrong and what is allowed.
    pub(super) fn apply(&mut self, action: &Action) -> Result<(), String> {
        match action {
            Action::Start(setup) => self.start(setup),
            Action::Reset | Action::Method(_) => Ok(()),
            Action::Change(scene) => self.scene(scene),
            Action::Step => self.step(1),
            Action::Pull {
                column,
                row,
                target,
            } => {
                self.particle(*column, *row)?;
                finite("target", &target.map(f64::from))
            }
            Action::LetGo { column, row, .. }
            | Action::Pin { column, row, .. }
            | Action::Cut { column, row } => self.particle(*column, *row),
            Action::Push {
                collider,
                center,
                velocity,
            } => {
                self.collider(*collider)?;
                finite("center", center)?;
                finite("velocity", velocity)
            }
        }
    }

    fn start(&mut self, setup: &Setup) -> Result<(), String> {
        self.grid = setup.grid;
        let GridSize { columns, rows } = self.grid;
        if ![columns, rows].iter().all(|n| (1..=MAX_SIDE).contains(n)) {
            return Err(StartError::Size(self.grid).to_string());
        }
        self.scene(&setup.file.scene)
    }

    fn scene(&mut self, scene: &Scene) -> Result<(), String> {
        self.colliders = scene.colliders.iter().count();
        scene.validate().map_err(|error| error.to_string())
    }

    fn particle(&self, column: usize, row: usize) -> Result<(), String> {
        let GridSize { columns, rows } = self.grid;
        if column < columns && row < rows {
            return Ok(());
        }
        Err(format!(
            "there is no particle ({column}, {row}): allowed are columns 0 to {} and rows 0 to {}",
            columns.saturating_sub(1),
            rows.saturating_sub(1)
        ))
    }

    fn collider(&self, collider: usize) -> Result<(), String> {
        if collider < self.colliders {
            return Ok(());
        }
        Err(format!(
            "there is no collider {collider}: the scene has {}, counted from 0",
            self.colliders
        ))
    }
}

fn finite(key: &str, numbers: &[f64; 3]) -> Result<(), String> {
    match numbers.iter().find(|number| !number.is_finite()) {
        None => Ok(()),
        Some(number) => Err(format!(
            "{key}: {number} is not allowed: allowed are finite numbers"
        )),
    }
}
