//! Growth of small motions: without gravity, in the plane of the sheet.
//!
//! Every particle is moved by a random distance, so that every in-plane mode
//! has its part. Small motions are linear, and motion in the plane stays there,
//! so what is measured is what linear theory speaks of.

use super::super::body::{Body, State};
use super::{Case, scene};

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
pub fn growth(body: &mut dyn Body, drag: f64, dt: f64) -> Result<Growth, String> {
    let case = Case { drag, ..Case::FLAT };
    body.reset(&scene(&case, body.grid(), dt))
        .map_err(|e| e.to_string())?;
    let mut state = State::default();
    body.read(&mut state);
    disturb(&mut state, body.grid(), [AMPLITUDE, 0.0, AMPLITUDE]);
    body.place(&state);
    let time = if drag > 0.0 { TIME_DRAG } else { TIME_FREE };
    let steps = (time / dt).ceil() as usize;
    let mut quarters = [0.0; 4];
    let mut counts = [0.0; 4];
    let mut first = f64::MIN_POSITIVE;
    for step in 0..steps {
        body.step();
        let energy = body.speed().powi(2);
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

/// Moves all free particles by random distances up to `most`, always the same.
pub fn disturb(state: &mut State, (columns, _): (usize, usize), most: [f64; 3]) {
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
        if i != 0 && i != columns - 1 {
            *x = [0, 1, 2].map(|axis| x[axis] + moved[axis]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::body::Kind;

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
        let stable = |kind: Kind, dt| {
            let mut body = kind.body::<f64, 6, 6>();
            growth(&mut *body, 0.0, dt).unwrap().stable
        };
        assert!(stable(Kind::Verlet, 0.18));
        assert!(!stable(Kind::Verlet, 0.22));
        assert!(!stable(Kind::Rk2, 0.02));
        assert!(!stable(Kind::ForwardEuler, 0.02));
        assert!(stable(Kind::BackwardEuler, 1.0));
    }
}
