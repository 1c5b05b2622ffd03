//! Running what a board ran, beside its recording.

use super::super::TapeError;
use super::report::{Difference, Report, What};
use super::{EventKind, Format, Hand, Recording, State};
use cloth_core::{Fixed, Scalar, Scene, SelfCollision, Simulation, Tearing, Verlet};

/// The grids on which a board's recording can be run here.
pub(super) const GRIDS: [[usize; 2]; 2] = [[8, 8], [16, 16]];

type Cloth<T, const W: usize, const H: usize> =
    Simulation<T, Verlet<T, W, H>, W, H, Scene, SelfCollision<T, W, H>, Tearing<W, H>>;

/// Runs the same scene with the same hands, and compares each recorded state with the one here.
///
/// # Errors
/// A scene that cannot run with this mode and number format, more hands than there may be.
pub fn compare(recording: &Recording) -> Result<Report, TapeError> {
    let grid = [recording.grid.columns, recording.grid.rows];
    let difference = match (grid, recording.format) {
        ([8, 8], Format::F32) => run::<f32, 8, 8>(recording),
        ([8, 8], Format::Fixed) => run::<Fixed, 8, 8>(recording),
        ([16, 16], Format::F32) => run::<f32, 16, 16>(recording),
        ([16, 16], Format::Fixed) => run::<Fixed, 16, 16>(recording),
        // Refused when it was read.
        _ => return Err(TapeError::new(&recording.file, 1, "no such grid here")),
    }?;
    Ok(Report::new(recording, difference))
}

fn run<T: Scalar, const W: usize, const H: usize>(
    recording: &Recording,
) -> Result<Option<Difference>, TapeError> {
    let fault = |line, problem: String| TapeError::new(&recording.file, line, problem);
    let mut cloth = Box::new(Cloth::<T, W, H>::EMPTY);
    let mut scene = recording.scene.scene;
    scene.solver.mode = recording.mode;
    let started = cloth.reset(&scene);
    started.map_err(|error| fault(1, error.to_string()))?;
    let mut made = 0;
    for event in &recording.events {
        match &event.kind {
            EventKind::Hand { at, hand } => {
                move_hand(&mut cloth, *at, *hand).map_err(|problem| fault(event.line, problem))?
            }
            EventKind::State(state) => {
                cloth.run(state.step - made);
                made = state.step;
                if let Some(what) = difference(&cloth, &recording.particles, state) {
                    return Ok(Some(Difference { step: made, what }));
                }
            }
        }
    }
    Ok(None)
}

fn move_hand<T: Scalar, const W: usize, const H: usize>(
    cloth: &mut Cloth<T, W, H>,
    [column, row]: [usize; 2],
    hand: Hand,
) -> Result<(), String> {
    match hand {
        Hand::Attach(velocity) => {
            let attached = cloth.attach(column, row, velocity);
            attached.map_err(|error| error.to_string())
        }
        Hand::Pin => cloth.pin(column, row).map_err(|error| error.to_string()),
        Hand::Unpin => cloth.unpin(column, row).map_err(|error| error.to_string()),
    }
}

/// The first thing that is not as it was on the board.
fn difference<T: Scalar, const W: usize, const H: usize>(
    cloth: &Cloth<T, W, H>,
    particles: &[[usize; 2]],
    state: &State,
) -> Option<What> {
    for (&at, board) in particles.iter().zip(&state.bits) {
        let here = cloth.cloth().positions().get(at[0], at[1])?;
        for (axis, (&board, here)) in board.iter().zip(here).enumerate() {
            // Both formats have 32 bits.
            let here = here.bits() as u32;
            if board != here {
                return Some(What::Particle {
                    at,
                    axis,
                    board,
                    here,
                });
            }
        }
    }
    let here = cloth.state_hash();
    (state.hash != here).then_some(What::Hash {
        board: state.hash,
        here,
    })
}
