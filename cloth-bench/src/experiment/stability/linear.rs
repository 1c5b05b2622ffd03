//! Growth of small motions: without gravity, in the plane of the sheet.
//!
//! Every particle is moved by a random distance, so that every in-plane mode
//! has its part. Small motions are linear, and motion in the plane stays there,
//! so what is measured is what linear theory speaks of.

use super::super::methods::{State, grid, reset, speed};
use super::{Case, scene};
use cloth_core::host::{AnySimulation, GridSize};

/// Largest displacement at the start, in rest spacings. Large against rounding,
/// small against 1.
const AMPLITUDE: f64 = 1e-4;
/// Simulated time, s: undamped growth is slow and needs long, but with drag the
/// modes decay to rounding errors.
const TIME_FREE: f64 = 400.0;
const TIME_DRAG: f64 = 100.0;
/// The time in which a motion that blows up is taken to have its first energy, s.
const EARLY: f64 = 1.0;
/// Growth of the undamped kinetic energy that is not counted, since energy goes
/// to and fro between kinetic and spring.
const TOLERANCE: f64 = 1.01;
/// A motion that has shrunk to this part of its kinetic energy has died out,
/// and what is left is rounding.
const DEAD: f64 = 1e-10;

/// How small motions fare at one time step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// Kinetic energy in the last quarter of the time over that in the second.
    pub ratio: f64,
    /// The same as a rate of growth of the amplitude, 1/s.
    pub rate: f64,
    /// The verdict.
    pub stable: bool,
}

/// Judges kinetic energies: the means over four quarters of a time.
pub fn judge(quarters: [f64; 4], time: f64, drag: f64) -> Growth {
    let [first, second, _, last] = quarters;
    let ratio = last / second;
    let allowed = if drag > 0.0 { 1.0 } else { TOLERANCE };
    let dead = last < DEAD * first;
    Growth {
        ratio,
        rate: 0.5 * ratio.ln() / (0.5 * time),
        stable: dead || ratio <= allowed,
    }
}

/// Runs small motions at one time step.
pub fn growth(cloth: &mut dyn AnySimulation, drag: f64, dt: f64) -> Result<Growth, String> {
    let case = Case { drag, ..Case::FLAT };
    start(cloth, &case, dt, [AMPLITUDE, 0.0, AMPLITUDE])?;
    let mut velocities = Vec::new();
    let time = if drag > 0.0 { TIME_DRAG } else { TIME_FREE };
    let steps = (time / dt).ceil() as usize;
    let mut quarters = [0.0; 4];
    let mut counts = [0.0; 4];
    let mut first = f64::MIN_POSITIVE;
    for step in 0..steps {
        cloth.step();
        let energy = speed(cloth, &mut velocities).powi(2);
        if step as f64 * dt < EARLY {
            first = first.max(energy);
        }
        let quarter = 4 * step / steps;
        quarters[quarter] += energy;
        counts[quarter] += 1.0;
        if !energy.is_finite() || energy > 1.0 {
            let rate = 0.5 * (energy / first).ln() / (step as f64 * dt);
            return Ok(Growth {
                ratio: f64::INFINITY,
                rate,
                stable: false,
            });
        }
    }
    for (sum, count) in quarters.iter_mut().zip(counts) {
        *sum /= f64::max(count, 1.0);
    }
    Ok(judge(quarters, time, drag))
}

/// Starts a case, every particle moved at random.
pub fn start(
    cloth: &mut dyn AnySimulation,
    case: &Case,
    dt: f64,
    most: [f64; 3],
) -> Result<(), String> {
    let grid = grid(cloth);
    reset(cloth, &scene(case, grid, dt))?;
    let mut state = State::of(cloth);
    disturb(&mut state, grid, most);
    state.place(cloth);
    Ok(())
}

/// Moves all free particles by random distances up to `most`, always the same.
fn disturb(state: &mut State, grid: GridSize, most: [f64; 3]) {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    for (i, x) in state.position.iter_mut().enumerate() {
        let moved = most.map(|most| most * random());
        // The two pinned corners of the first row stay.
        if i != 0 && i != grid.columns - 1 {
            *x = [0, 1, 2].map(|axis| x[axis] + moved[axis]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::methods::begin;
    use crate::grid::square;
    use cloth_core::host::{Format, Method};

    #[test]
    fn growth_is_told_from_going_to_and_fro() {
        assert!(judge([1.0, 1.0, 1.0, 1.005], 400.0, 0.0).stable);
        assert!(!judge([1.0, 1.0, 1.1, 1.02], 400.0, 0.0).stable);
        assert!(judge([1.0, 1e-4, 1e-8, 1e-9], 100.0, 0.4).stable);
        // A mode that takes over from the others while they decay.
        assert!(!judge([1.0, 1e-5, 2e-5, 3e-5], 100.0, 0.4).stable);
        assert!(judge([1.0, 1e-20, 1e-20, 2e-20], 100.0, 0.0).stable);
        assert!(!judge([1.0, 1.0, f64::NAN, f64::NAN], 100.0, 0.0).stable);
        let e = std::f64::consts::E;
        let rate = judge([1.0, 1.0, 1.0, e * e], 400.0, 0.0).rate;
        assert!((rate - 1.0 / 200.0).abs() < 1e-12);
    }

    #[test]
    fn small_motions_tell_stable_from_unstable_and_slowly_unstable() {
        let stable = |method: Method, dt| {
            let flat = scene(&Case::FLAT, square(6), dt);
            let mut cloth = begin(&flat, square(6), method, Format::F64).unwrap();
            growth(&mut *cloth, 0.0, dt).unwrap().stable
        };
        assert!(stable(Method::Verlet, 0.18));
        assert!(!stable(Method::Verlet, 0.22));
        assert!(!stable(Method::Rk2, 0.02));
        assert!(!stable(Method::ForwardEuler, 0.02));
        assert!(stable(Method::BackwardEuler, 1.0));
    }
}
