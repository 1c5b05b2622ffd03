//! A cloth that tears while hands hold, pin and release its particles, which the workloads do not do.

use crate::printed_line::PrintedLine;
use crate::run::{grid_name, size, trace};
use crate::step_cost::Target;
use cloth_core::{Extent, Extras, Method, Mode, Scalar, Scene, SettingError, Simulation, scenes};

/// Steps that are traced.
const STEPS: u32 = 60;

/// Runs the scene `tear` in constraint mode, on the simulation's grid, with hands that act at given
/// steps: prints a [`TraceLine`](crate::TraceLine) for every step, for `cloth-bench compare`, and the
/// end.
///
/// # Errors
/// If the scene is out of range for this number format.
pub fn record<P: Target, T: Scalar, G: Extent, M: Method, E: Extras>(
    target: &mut P,
    simulation: &mut Simulation<T, G, M, Scene, E>,
) -> Result<(), SettingError> {
    restart(simulation)?;
    let grid = grid_name(size(simulation));
    let line = PrintedLine {
        target: P::NAME,
        scalar: T::NAME,
        solver: "constraint-torn",
        grid: &grid,
        ..PrintedLine::default()
    };
    for step in 1..=STEPS {
        act(simulation, step);
        trace(target, simulation, &line, step);
    }
    target.print(r#"{"end":true}"#);
    Ok(())
}

/// Not inlined, so that the scene's stack is freed.
#[inline(never)]
fn restart<T: Scalar, G: Extent, M: Method, E: Extras>(
    simulation: &mut Simulation<T, G, M, Scene, E>,
) -> Result<(), SettingError> {
    let mut scene = scenes::TEAR.scene;
    scene.solver.mode = Mode::Constraint;
    simulation.reset(&scene)
}

/// The hands' actions before a step.
fn act<T: Scalar, G: Extent, M: Method, E: Extras>(
    simulation: &mut Simulation<T, G, M, Scene, E>,
    step: u32,
) {
    // An action that only one target refuses shows in its hashes.
    let _ = match step {
        11 => simulation.attach(5, 2, [0.25, 1.5, -0.125]).is_ok(),
        21 => simulation.unpin(0, 7).is_ok(),
        31 => simulation.unpin(5, 2).is_ok(),
        41 => simulation.pin(3, 4).is_ok(),
        _ => true,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloth_core::{Const, Verlet, WithTearing};

    /// Links break, and each action has its effect.
    #[test]
    fn the_cloth_tears_and_hands_hold_it() {
        type Cloth = Simulation<f32, Const<8, 8>, Verlet, Scene, WithTearing>;
        let mut cloth = Cloth::EMPTY;
        restart(&mut cloth).unwrap();
        for step in 1..=STEPS {
            act(&mut cloth, step);
            cloth.step();
            let places = [[5, 2], [0, 7], [3, 4]];
            let pinned = places.map(|[column, row]| cloth.cloth().is_pinned(column, row));
            assert_eq!(
                pinned,
                [(11..31).contains(&step), step < 21, step >= 41],
                "{step}"
            );
        }
        assert!(cloth.is_torn());
    }
}
