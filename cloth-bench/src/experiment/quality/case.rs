//! What is simulated: three ways to hold a sheet, and the solvers' settings.

use cloth_core::host::GridSize;
use cloth_core::scene::{ColliderScene, List, TetherScene};
use cloth_core::{Mode, Scene};

/// How the sheet is held. It is 2 m wide and horizontal at the start; the ball
/// of 0.5 m has its centre 0.75 m below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// Hangs from four corners, over the ball.
    FourCorners,
    /// Swings from two corners, without a ball.
    TwoCorners,
    /// Falls on the ball.
    Drape,
}

impl Hold {
    pub const ALL: [Self; 3] = [Self::FourCorners, Self::TwoCorners, Self::Drape];

    pub const fn name(self) -> &'static str {
        match self {
            Self::FourCorners => "four-corners",
            Self::TwoCorners => "two-corners",
            Self::Drape => "drape",
        }
    }
}

/// A solver and how much it may do in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    pub mode: Mode,
    /// For springs: those at 50 columns; a finer grid has more.
    pub substeps: u32,
    pub iterations: u32,
    pub tethers: bool,
}

impl Setting {
    /// Name of its line in a chart: all but the number of substeps.
    pub fn line(&self) -> String {
        let passes = match self.iterations {
            1 => String::new(),
            n => format!(", {n} passes"),
        };
        let tethers = if self.tethers { " + tethers" } else { "" };
        format!("{}{passes}{tethers}", self.mode.name())
    }
}

/// Every solver, by substeps. Springs are stable from 16 substeps on at 50
/// columns and the stiffness of the library's scenes.
pub fn settings() -> Vec<Setting> {
    let substeps = [2, 4, 8, 15, 30];
    let mut all = Vec::new();
    let mut add = |mode, substeps: &[u32], iterations, tethers| {
        all.extend(substeps.iter().map(|&substeps| Setting {
            mode,
            substeps,
            iterations,
            tethers,
        }));
    };
    add(Mode::Hooke, &[48], 1, false);
    for tethers in [false, true] {
        add(Mode::Constraint, &substeps, 1, tethers);
        add(Mode::Pbd, &substeps, 1, tethers);
        add(Mode::Xpbd, &substeps, 1, tethers);
    }
    // As many links as substeps of one pass have, in one substep.
    for iterations in [4, 15] {
        add(Mode::Constraint, &[1], iterations, false);
        add(Mode::Xpbd, &[1], iterations, false);
    }
    all
}

/// The scene of a case, 60 frames a second.
pub fn scene(hold: Hold, setting: &Setting, grid: GridSize) -> Scene {
    let mut scene = Scene::DEFAULT;
    (scene.cloth.columns, scene.cloth.rows) = (grid.columns, grid.rows);
    scene.cloth.width = 2.0;
    scene.solver.mode = setting.mode;
    scene.solver.steps_per_second = 60.0;
    scene.solver.substeps = setting.substeps;
    (scene.springs.structural, scene.springs.shear) = (500.0, 500.0);
    scene.springs.bend = 25.0;
    scene.constraints.substeps = setting.substeps;
    scene.constraints.iterations = setting.iterations;
    scene.pbd.substeps = setting.substeps;
    scene.pbd.iterations = setting.iterations;
    scene.xpbd.substeps = setting.substeps;
    scene.xpbd.iterations = setting.iterations;
    scene.tethers = setting.tethers.then_some(TetherScene::DEFAULT);
    let upper = hold != Hold::Drape;
    (scene.pins.top_left, scene.pins.top_right) = (upper, upper);
    let lower = hold == Hold::FourCorners;
    (scene.pins.bottom_left, scene.pins.bottom_right) = (lower, lower);
    if hold != Hold::TwoCorners {
        let ball = ColliderScene::Sphere {
            center: [0.0, -0.75, 0.0],
            radius: 0.5,
            friction: 0.3,
            velocity: [0.0; 3],
            period: 0.0,
        };
        scene.colliders = List([Some(ball), None, None, None]);
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::square;

    #[test]
    fn every_scene_is_valid() {
        for hold in Hold::ALL {
            for setting in settings() {
                let scene = scene(hold, &setting, square(64));
                scene.validate().unwrap();
                assert_eq!(scene.tethers.is_some(), setting.tethers);
            }
        }
    }
}
