//! How fast it goes, for the line at the top.

use std::fmt;
use std::time::Duration;

/// How often the figures change: more often nobody could read them.
const WINDOW: Duration = Duration::from_millis(500);
/// Means over the last half second.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Meter {
    elapsed: Duration,
    frames: u32,
    steps: u32,
    step_time: Duration,
    picture_time: Duration,
    /// What is shown until the next half second is over.
    shown: Option<Figures>,
}

#[derive(Clone, Copy, Debug)]
struct Figures {
    fps: f64,
    step: Option<f64>,
    picture: f64,
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
        };
        *self = Self {
            shown: Some(figures),
            ..Self::default()
        };
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
        write!(f, " · raster {:.0} µs", figures.picture)
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
}
