//! The cloth of Fig 6.1, let go flat and hanging by two corners.

use super::super::methods::speed;
use super::linear::start;
use super::{CLOCK, Case};
use cloth_core::host::AnySimulation;

/// Simulated time, s.
pub const TIME: f64 = 300.0;
/// Time step of the run that others are measured against, s.
pub const TINY: f64 = 0.02;
/// Time between two looks, s, or a step where that is longer.
const LOOK: f64 = 0.1;
/// Largest displacement of a particle at the start, m: a flat sheet that sinks
/// has nothing in its highest modes that could grow, and rounding takes long.
pub const DISTURBANCE: f64 = 1e-3;
/// How much faster than the run with the tiny step is still the same motion.
pub const FACTOR: f64 = 2.0;
/// Part of the tiny run's peak that the late speed may have in any case: the
/// cloth has come to rest but for this.
const REST: f64 = 0.01;

/// Speeds in the course of a run: roots of mean squares over all particles, m/s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Track {
    /// The largest.
    pub peak: f64,
    /// Over the last quarter of the time.
    pub late: f64,
}

impl Track {
    /// Whether a run is still the motion of the run with a tiny step: never
    /// more than twice as fast, and at the end as slow.
    ///
    /// A scheme that grows slowly, or rattles without end, is too fast late.
    pub fn is_like(&self, tiny: &Self) -> bool {
        // Comparisons that a NaN fails.
        self.is_whole(tiny) && self.late <= FACTOR * tiny.late + REST * tiny.peak
    }

    /// Whether a run has at least not blown up. Constraints are softer the
    /// longer the step, so their late motion is another one without being
    /// unstable.
    pub fn is_whole(&self, tiny: &Self) -> bool {
        self.peak <= FACTOR * tiny.peak
    }
}

/// Runs a case at one time step; ends early when a speed exceeds `most`.
pub fn run(
    cloth: &mut dyn AnySimulation,
    case: &Case,
    dt: f64,
    most: f64,
) -> Result<Track, String> {
    start(cloth, case, dt, [DISTURBANCE; 3])?;
    let steps = (TIME / dt).ceil() as usize;
    let stride = ((LOOK / dt) as usize).max(1);
    let (mut track, mut velocities) = (Track::default(), Vec::new());
    let (mut sum, mut count) = (0.0, 0.0);
    for step in 0..steps {
        cloth.step();
        if step % stride != 0 {
            continue;
        }
        // The scene's second is longer than the experiment's.
        let speed = speed(cloth, &mut velocities) / CLOCK;
        if speed.is_nan() || speed > most {
            return Ok(Track {
                peak: f64::INFINITY,
                late: f64::INFINITY,
            });
        }
        track.peak = track.peak.max(speed);
        if 4 * step >= 3 * steps {
            sum += speed * speed;
            count += 1.0;
        }
    }
    track.late = (sum / f64::max(count, 1.0)).sqrt();
    Ok(track)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_looks_at_the_peak_and_at_the_end() {
        let tiny = Track {
            peak: 4.0,
            late: 0.1,
        };
        let like = |peak, late| Track { peak, late }.is_like(&tiny);
        assert!(like(4.2, 0.1) && like(7.9, 0.23));
        let late = 3.0;
        assert!(Track { peak: 4.2, late }.is_whole(&tiny));
        assert!(!like(8.1, 0.1));
        assert!(!like(4.0, 0.25));
        assert!(!like(f64::NAN, 0.1) && !like(4.0, f64::NAN));
    }
}
