//! Running what a board ran, beside its recording.

use super::super::RecordingError;
use super::report::{Difference, Report, What};
use super::{BoardRecording, EventKind, Format, Hand, State};
use cloth_core::{Dyn, Fixed, Scalar, Scene, Simulation, Verlet, WithAll};

/// A cloth that can do all that a board's can.
pub type Cloth<T> = Simulation<T, Dyn, Verlet, Scene, WithAll>;

/// Runs the same scene with the same hands, and compares each recorded state with the one here.
///
/// # Errors
/// A scene that cannot run with this mode and number format, more hands than there may be.
pub fn compare(recording: &BoardRecording) -> Result<Report, RecordingError> {
    let difference = match recording.format {
        Format::F32 => watch::<f32, _>(recording, &mut |_, _| Ok(())),
        Format::Fixed => watch::<Fixed, _>(recording, &mut |_, _| Ok(())),
    }?;
    Ok(Report::new(recording, difference))
}

/// What gets the cloth here and the board's hash at a state that is the same.
pub type Seen<'a, T, E> = dyn FnMut(&Cloth<T>, u64) -> Result<(), E> + 'a;

/// As [`compare`], up to the first difference; `seen` is told of each recorded state that is the
/// same.
///
/// # Errors
/// As [`compare`], and those of `seen`.
pub fn watch<T: Scalar, E: From<RecordingError>>(
    recording: &BoardRecording,
    seen: &mut Seen<'_, T, E>,
) -> Result<Option<Difference>, E> {
    let fault = |line, problem: String| RecordingError::new(&recording.file, line, problem);
    let mut scene = recording.scene.scene;
    scene.solver.mode = recording.mode;
    let extent = Dyn::new(recording.grid.columns, recording.grid.rows);
    let room = Cloth::<T>::for_scene(extent, &scene);
    let mut cloth = room.map_err(|error| fault(1, error.to_string()))?;
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
                seen(&cloth, state.hash)?;
            }
        }
    }
    Ok(None)
}

fn move_hand<T: Scalar>(
    cloth: &mut Cloth<T>,
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
fn difference<T: Scalar>(
    cloth: &Cloth<T>,
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
