//! How many links a pass solves.

use cloth_core::host::GridSize;
use cloth_core::{BendNeighbours, Mode, Scene, bend_count, shear_count, structural_count};

/// The links of a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// All of them.
    pub count: usize,
    /// Families of them: all that lie in one direction and are of one length.
    pub families: usize,
}

/// The links that a pass of the scene's mode solves on a grid. Springs of no stiffness are evaluated
/// like others; constraints of no stiffness are left out.
#[must_use]
pub fn links(scene: &Scene, grid: GridSize) -> Links {
    let on = match scene.solver.mode {
        Mode::Hooke => [true; 3],
        Mode::Constraint => {
            let it = &scene.constraints;
            [it.structural, it.shear, it.bend].map(|stiffness| stiffness > 0.0)
        }
        Mode::Pbd => {
            let it = &scene.pbd;
            [it.structural, it.shear, it.bend].map(|stiffness| stiffness > 0.0)
        }
        Mode::Xpbd => {
            let it = &scene.xpbd;
            [it.structural, it.shear, it.bend].map(|compliance| compliance < f64::INFINITY)
        }
    };
    let GridSize { columns, rows } = grid;
    let neighbours = scene.bend_neighbours();
    let diagonals = match neighbours {
        // Without their stiffness springs along the diagonals are no springs.
        BendNeighbours::Eight if scene.solver.mode == Mode::Hooke => scene.springs.bend > 0.0,
        BendNeighbours::Eight => true,
        BendNeighbours::Four => false,
    };
    let neighbours = match diagonals {
        true => BendNeighbours::Eight,
        false => BendNeighbours::Four,
    };
    let all = [
        (structural_count(columns, rows), 2),
        (shear_count(columns, rows), 2),
        (
            bend_count(columns, rows, neighbours),
            if diagonals { 4 } else { 2 },
        ),
    ];
    let solved = all.into_iter().zip(on).filter(|(_, on)| *on);
    solved.fold(Links::default(), |sum, ((count, families), _)| Links {
        count: sum.count + count,
        families: sum.families + families,
    })
}
