//! How fast it goes, for the line at the top.

use crate::stats::real_time;
use std::fmt;
use std::time::Duration;

/// How often the figures change: more often nobody could read them.
const WINDOW: Duration = Duration::from_millis(500);
/// Where less than this part of the wanted time is simulated, the line says how fast time goes.
const SLOW: f64 = 0.9;

/// Means over the last half second.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Meter {
    elapsed: Duration,
    frames: u32,
    steps: u32,
    step_time: Duration,
    picture_time: Duration,
    /// Time that was to be simulated, time that was, and what the clock showed meanwhile, s.
    wanted: f64,
    simulated: f64,
    running: f64,
    /// What is shown until the next half second is over.
    shown: Option<Figures>,
}

#[derive(Clone, Copy, Debug)]
struct Figures {
    fps: f64,
    step: Option<f64>,
    picture: f64,
    /// Simulated time over real time, where it is less than it should be.
    behind: Option<f64>,
}

impl Meter {
    /// A picture was shown, so long after the one before.
    pub(super) fn frame(&mut self, elapsed: Duration) {
        self.elapsed += elapsed;
        self.frames += 1;
        if self.elapsed < WINDOW {
            return;
        }
        let us = |time: Duration, n: u32| time.as_secs_f64() * 1e6 / f64::from(n.max(1));
        let figures = Figures {
            fps: f64::from(self.frames) / self.elapsed.as_secs_f64(),
            step: (self.steps > 0).then(|| us(self.step_time, self.steps)),
            picture: us(self.picture_time, self.frames),
            behind: (self.simulated < SLOW * self.wanted).then(|| self.simulated / self.running),
        };
        *self = Self {
            shown: Some(figures),
            ..Self::default()
        };
    }

    /// Time was to go on at a `speed` (1: as the clock) for as long as `elapsed`, and so many
    /// seconds were simulated.
    pub(super) fn ran(&mut self, elapsed: Duration, speed: f64, simulated: f64) {
        let elapsed = elapsed.as_secs_f64();
        self.running += elapsed;
        self.wanted += elapsed * speed;
        self.simulated += simulated;
    }

    /// How fast time goes, in words, where it is slower than it should be.
    pub(super) fn behind(&self) -> Option<String> {
        self.shown?.behind.map(real_time)
    }

    /// A step took so long.
    pub(super) fn step(&mut self, time: Duration) {
        self.steps += 1;
        self.step_time += time;
    }

    /// Drawing a picture took so long.
    pub(super) fn picture(&mut self, time: Duration) {
        self.picture_time += time;
    }
}

impl fmt::Display for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(figures) = self.shown else {
            return f.write_str("- fps");
        };
        write!(f, "{:.0} fps", figures.fps)?;
        if let Some(step) = figures.step {
            write!(f, " · step {step:.0} µs")?;
        }
        write!(f, " · raster {:.0} µs", figures.picture)?;
        self.behind()
            .map_or(Ok(()), |behind| write!(f, " · {behind}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_meter_shows_means_of_half_a_second() {
        let mut meter = Meter::default();
        assert_eq!(meter.to_string(), "- fps");
        for _ in 0..25 {
            meter.step(Duration::from_micros(200));
            meter.step(Duration::from_micros(400));
            meter.picture(Duration::from_micros(1500));
            meter.frame(Duration::from_millis(20));
        }
        assert_eq!(meter.to_string(), "50 fps · step 300 µs · raster 1500 µs");
        meter.frame(Duration::from_millis(100));
        assert_eq!(meter.to_string(), "50 fps · step 300 µs · raster 1500 µs");
        meter.frame(Duration::from_millis(400));
        assert_eq!(meter.to_string(), "4 fps · raster 0 µs");
    }

    #[test]
    fn a_cloth_that_is_behind_says_how_fast_time_goes() {
        let line = |speed, simulated| {
            let mut meter = Meter::default();
            for _ in 0..5 {
                meter.ran(Duration::from_millis(100), speed, simulated);
                meter.frame(Duration::from_millis(100));
            }
            meter.to_string()
        };
        assert_eq!(line(1.0, 0.1), "10 fps · raster 0 µs");
        assert_eq!(line(0.25, 0.025), "10 fps · raster 0 µs");
        assert_eq!(line(1.0, 0.03), "10 fps · raster 0 µs · 0.3 × real time");
        assert_eq!(line(0.25, 0.01), "10 fps · raster 0 µs · 0.1 × real time");
    }
}
