//! A recording of states, for another machine to compare with: a scene of the
//! library, hands that act at given steps, and the state after each step.
//!
//! The lines are JSON, one a line: first what is recorded, then `state` with the number of steps, the
//! state's hash, and the bits of the recorded particles' x, y and z in rest spacings (8 hexadecimal
//! digits each); `attach`, `pin` and `unpin` for what a hand does before a step; at last `end`.

use crate::target::Target;
use cloth_core::{
    Extent, Extras, Method, Mode, NamedScene, Scalar, Scene, SettingError, Simulation, scenes,
};
use core::fmt::Write;
use heapless::String;

/// Most characters of a line.
const LINE: usize = 512;

/// What is recorded.
#[derive(Clone, Copy, Debug)]
pub struct Recording {
    /// The scene of the library.
    pub scene: &'static NamedScene,
    /// The model, in place of the scene's own.
    pub mode: Mode,
    /// Steps, a multiple of `every`.
    pub steps: u32,
    /// Steps from one recorded state to the next.
    pub every: u32,
    /// Columns and rows of the particles whose positions are recorded: 8 at most.
    pub particles: &'static [[usize; 2]],
    /// What hands do, in order; each after a recorded state.
    pub hands: &'static [Hand],
}

/// What a hand does.
#[derive(Clone, Copy, Debug)]
pub struct Hand {
    /// The step before which it acts, from 1.
    pub before: u32,
    /// The particle's column and row.
    pub at: [usize; 2],
    /// What it does with the particle.
    pub does: Does,
}

/// What a hand does with a particle.
#[derive(Clone, Copy, Debug)]
pub enum Does {
    /// Takes hold of it and moves it with this velocity, m/s.
    Attach([f64; 3]),
    /// Pins it where it is.
    Pin,
    /// Lets it go.
    Unpin,
}

impl Recording {
    /// A cloth that a ball and two hands tear.
    pub const TEAR: Self = Self {
        scene: &scenes::TEAR,
        mode: Mode::Constraint,
        steps: 60,
        every: 1,
        particles: &[[3, 4], [5, 2]],
        hands: &[
            Hand {
                before: 11,
                at: [5, 2],
                does: Does::Attach([0.25, 1.5, -0.125]),
            },
            Hand {
                before: 21,
                at: [0, 7],
                does: Does::Unpin,
            },
            Hand {
                before: 31,
                at: [5, 2],
                does: Does::Unpin,
            },
            Hand {
                before: 41,
                at: [3, 4],
                does: Does::Pin,
            },
        ],
    };
}

/// Runs a recording's scene and prints its lines.
///
/// # Errors
/// If the scene is out of range for this number format.
pub fn record<P, T, G, M, E>(
    target: &mut P,
    simulation: &mut Simulation<T, G, M, Scene, E>,
    recording: &Recording,
) -> Result<(), SettingError>
where
    P: Target,
    T: Scalar,
    G: Extent,
    M: Method,
    E: Extras,
{
    restart(simulation, recording)?;
    start::<P, T>(target, recording, crate::run::size(simulation).into());
    state(target, simulation, recording, 0);
    let mut lines = 1;
    for step in 1..=recording.steps {
        for hand in recording.hands.iter().filter(|hand| hand.before == step) {
            act(target, simulation, hand);
            lines += 1;
        }
        simulation.step();
        if step.is_multiple_of(recording.every) {
            state(target, simulation, recording, step);
            lines += 1;
        }
    }
    let mut line = String::<LINE>::new();
    let steps = recording.steps;
    // There is room, here and below: numbers have an end.
    let _ = write!(line, r#"{{"end":{{"steps":{steps},"lines":{lines}}}}}"#);
    target.print(&line);
    Ok(())
}

/// Not inlined: the scene's stack is given back.
#[inline(never)]
fn restart<T, G, M, E>(
    simulation: &mut Simulation<T, G, M, Scene, E>,
    recording: &Recording,
) -> Result<(), SettingError>
where
    T: Scalar,
    G: Extent,
    M: Method,
    E: Extras,
{
    let mut scene = recording.scene.scene;
    scene.solver.mode = recording.mode;
    simulation.reset(&scene)
}

/// The first line.
#[inline(never)]
fn start<P: Target, T: Scalar>(target: &mut P, recording: &Recording, [w, h]: [usize; 2]) {
    let mut line = String::<LINE>::new();
    let (name, scene, scalar) = (P::NAME, recording.scene.name, T::NAME);
    let (mode, steps, every) = (recording.mode.name(), recording.steps, recording.every);
    let _ = write!(
        line,
        r#"{{"cloth-board":1,"target":"{name}","scene":"{scene}","grid":[{w},{h}],"scalar":"{scalar}","mode":"{mode}","steps":{steps},"every":{every},"particles":["#
    );
    for (i, [column, row]) in recording.particles.iter().enumerate() {
        let _ = write!(line, "{}[{column},{row}]", comma(i));
    }
    let _ = write!(line, "]}}");
    target.print(&line);
}

/// Prints what a hand does, and does it.
#[inline(never)]
fn act<P, T, G, M, E>(target: &mut P, simulation: &mut Simulation<T, G, M, Scene, E>, hand: &Hand)
where
    P: Target,
    T: Scalar,
    G: Extent,
    M: Method,
    E: Extras,
{
    let (before, [column, row]) = (hand.before, hand.at);
    let mut line = String::<LINE>::new();
    let (word, done) = match hand.does {
        Does::Attach(velocity) => {
            let done = simulation.attach(column, row, velocity).is_ok();
            ("attach", done)
        }
        Does::Pin => ("pin", simulation.pin(column, row).is_ok()),
        Does::Unpin => ("unpin", simulation.unpin(column, row).is_ok()),
    };
    let _ = write!(
        line,
        r#"{{"{word}":{{"before":{before},"at":[{column},{row}]"#
    );
    if let Does::Attach([x, y, z]) = hand.does {
        let _ = write!(line, r#","velocity":[{x:?},{y:?},{z:?}]"#);
    }
    let _ = write!(line, "}}}}");
    // What was refused is not recorded: the count of lines then tells.
    if done {
        target.print(&line);
    }
}

/// The state after so many steps.
#[inline(never)]
fn state<P, T, G, M, E>(
    target: &mut P,
    simulation: &Simulation<T, G, M, Scene, E>,
    recording: &Recording,
    step: u32,
) where
    P: Target,
    T: Scalar,
    G: Extent,
    M: Method,
    E: Extras,
{
    let mut line = String::<LINE>::new();
    let hash = simulation.state_hash();
    let _ = write!(
        line,
        r#"{{"state":{{"step":{step},"hash":"{hash:016x}","bits":["#
    );
    for (i, &[column, row]) in recording.particles.iter().enumerate() {
        let place = simulation.cloth().positions().get(column, row);
        let [x, y, z] = place.unwrap_or([T::ZERO; 3]).map(T::bits);
        let _ = write!(line, r#"{}"{x:08x} {y:08x} {z:08x}""#, comma(i));
    }
    let _ = write!(line, "]}}}}");
    target.print(&line);
}

/// What stands before the element of a list.
fn comma(i: usize) -> &'static str {
    if i > 0 { "," } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The recording must show what it is for: links break, and hands matter.
    #[test]
    fn what_is_recorded_tears() {
        use cloth_core::{Const, Verlet, WithTearing};
        type Cloth = Simulation<f32, Const<8, 8>, Verlet, Scene, WithTearing>;
        let recording = Recording::TEAR;
        let mut cloth = Cloth::EMPTY;
        restart(&mut cloth, &recording).unwrap();
        for _ in 0..recording.steps {
            cloth.step();
        }
        assert!(cloth.is_torn());
        assert!(recording.steps.is_multiple_of(recording.every));
        for hand in recording.hands {
            assert!((1..=recording.steps).contains(&hand.before));
            assert!((hand.before - 1).is_multiple_of(recording.every));
        }
    }
}
