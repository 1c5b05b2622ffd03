//! What steps and pictures cost: medians for a table, means of half a second for the line at the top.

use cloth_core::Phase;
use std::collections::VecDeque;
use std::fmt;
use std::time::{Duration, Instant};

/// Most measurements of each kind; later ones replace the oldest.
const MOST: usize = 4096;
/// How often the figures of the line at the top change: more often nobody could read them.
const WINDOW: Duration = Duration::from_millis(500);
/// Where less than this part of the wanted time is simulated, the line says how fast time goes.
const SLOW: f64 = 0.9;

/// How long each phase of a step took, as [`Phase::ALL`] lists them.
pub type PhaseTimes = [Duration; Phase::ALL.len()];

/// What a step has cost.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// All of it.
    pub time: Duration,
    /// By phase, if it was measured so: that takes time itself.
    pub phases: Option<PhaseTimes>,
}

impl Cost {
    /// Measures a step, `by_phase` only where that is wanted: the clock costs time itself, some 20 ns a reading, two
    /// readings a row and substep.
    pub fn measure(by_phase: bool, step: impl FnOnce(Option<&mut dyn FnMut(Phase)>)) -> Self {
        let started = Instant::now();
        let mut phases = by_phase.then(PhaseTimes::default);
        match &mut phases {
            Some(times) => {
                let mut last = started;
                step(Some(&mut |phase| {
                    let now = Instant::now();
                    times[phase as usize] += now - last;
                    last = now;
                }));
            }
            None => step(None),
        }
        let time = started.elapsed();
        Self { time, phases }
    }
}

/// Measured times. Medians are given: they do not care about the odd interruption.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// What was measured, for the table's first line.
    pub title: String,
    /// Time that a step simulates, s.
    pub step_seconds: f64,
    steps: VecDeque<Duration>,
    phases: VecDeque<PhaseTimes>,
    pictures: VecDeque<Duration>,
    panels: VecDeque<Duration>,
}

/// Keeps the last few.
fn push<T>(recent: &mut VecDeque<T>, value: T) {
    if recent.len() == MOST {
        recent.pop_front();
    }
    recent.push_back(value);
}

/// The median of some duration of each value; zero if there are none.
fn median<T>(recent: &VecDeque<T>, of: impl Fn(&T) -> Duration) -> Duration {
    let mut times: Vec<_> = recent.iter().map(of).collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

impl Stats {
    /// Nothing measured yet; `title` says what will be, and a step simulates `step_seconds`.
    #[must_use]
    pub fn new(title: String, step_seconds: f64) -> Self {
        Self {
            title,
            step_seconds,
            ..Self::default()
        }
    }

    /// Takes in what a step has cost: its phases, or the whole where the clock was not read within.
    pub fn step(&mut self, cost: Cost) {
        match cost.phases {
            Some(times) => push(&mut self.phases, times),
            None => push(&mut self.steps, cost.time),
        }
    }

    /// Takes in the time of drawing a picture.
    pub fn picture(&mut self, time: Duration) {
        push(&mut self.pictures, time);
    }

    /// Takes in the time of drawing the panel.
    pub fn panel(&mut self, time: Duration) {
        push(&mut self.panels, time);
    }

    /// Median time of a step.
    #[must_use]
    pub fn median_step(&self) -> Duration {
        median(&self.steps, |time| *time)
    }

    /// How fast steps alone are, in words.
    #[must_use]
    pub fn speed(&self) -> String {
        real_time(self.step_seconds / self.median_step().as_secs_f64())
    }
}

/// How fast time goes, in words: simulated time over the time that it takes.
#[must_use]
pub fn real_time(factor: f64) -> String {
    // One decimal, or as many as it takes to see that it is not nothing.
    let decimals = match factor {
        fast if fast >= 10.0 => 0,
        _ => (-factor.log10()).ceil().clamp(1.0, 6.0) as usize,
    };
    format!("{factor:.decimals$} × real time")
}

/// Microseconds.
fn us(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        for phase in Phase::ALL {
            let time = median(&self.phases, |times| times[phase as usize]);
            if time > Duration::ZERO {
                writeln!(f, "  {:<12}{:>10.1} µs", phase.name(), us(time))?;
            }
        }
        let steps = self.steps.len();
        let step = us(self.median_step());
        writeln!(
            f,
            "  {:<12}{step:>10.1} µs  (median of {steps} steps)",
            "step"
        )?;
        if steps > 0 && self.step_seconds > 0.0 {
            writeln!(f, "  {:<12}{:>21}", "speed", self.speed())?;
        }
        for (name, recent) in [("raster", &self.pictures), ("panel", &self.panels)] {
            let pictures = recent.len();
            if pictures > 0 {
                let time = us(median(recent, |time| *time));
                writeln!(
                    f,
                    "  {name:<12}{time:>10.1} µs  (median of {pictures} pictures)"
                )?;
            }
        }
        Ok(())
    }
}

/// How fast it goes, for the line at the top.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meter {
    now: Sums,
    /// What is shown until the next half second is over; nothing before the first is.
    pub(crate) line: String,
    /// How fast time goes, in words, where it is slower than it should be.
    pub(crate) behind: Option<String>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    elapsed: Duration,
    frames: u32,
    steps: u32,
    step_time: Duration,
    picture_time: Duration,
    /// Time that was to be simulated, time that was, and what the clock showed meanwhile, s.
    wanted: f64,
    simulated: f64,
    running: f64,
}

impl Meter {
    /// A picture was shown, so long after the one before.
    pub(crate) fn frame(&mut self, elapsed: Duration) {
        self.now.elapsed += elapsed;
        self.now.frames += 1;
        if self.now.elapsed < WINDOW {
            return;
        }
        let now = std::mem::take(&mut self.now);
        let mean = |time: Duration, n: u32| us(time) / f64::from(n);
        let fps = f64::from(now.frames) / now.elapsed.as_secs_f64();
        self.line = format!(" · {fps:.0} fps");
        if now.steps > 0 {
            self.line += &format!(" · step {:.0} µs", mean(now.step_time, now.steps));
        }
        self.line += &format!(" · raster {:.0} µs", mean(now.picture_time, now.frames));
        let is_behind = now.simulated < SLOW * now.wanted;
        self.behind = is_behind.then(|| real_time(now.simulated / now.running));
        if let Some(behind) = &self.behind {
            self.line += &format!(" · {behind}");
        }
    }

    /// Time was to go on at a `speed` (1: as the clock) for as long as `elapsed`, and so many
    /// seconds were simulated.
    pub(crate) fn ran(&mut self, elapsed: Duration, speed: f64, simulated: f64) {
        let elapsed = elapsed.as_secs_f64();
        self.now.running += elapsed;
        self.now.wanted += elapsed * speed;
        self.now.simulated += simulated;
    }

    /// A step took so long.
    pub(crate) fn step(&mut self, time: Duration) {
        self.now.steps += 1;
        self.now.step_time += time;
    }

    /// Drawing a picture took so long.
    pub(crate) fn picture(&mut self, time: Duration) {
        self.now.picture_time += time;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_meter_shows_means_of_half_a_second_and_how_fast_time_goes() {
        // Speed, s simulated in each 20 ms.
        for (speed, simulated, behind) in [
            (1.0, 0.02, ""),
            (0.25, 0.005, ""),
            (1.0, 0.006, " · 0.3 × real time"),
            (0.25, 0.002, " · 0.1 × real time"),
        ] {
            let mut meter = Meter::default();
            for _ in 0..25 {
                meter.step(Duration::from_micros(200));
                meter.step(Duration::from_micros(400));
                meter.picture(Duration::from_micros(1500));
                meter.ran(Duration::from_millis(20), speed, simulated);
                meter.frame(Duration::from_millis(20));
            }
            let expected = format!(" · 50 fps · step 300 µs · raster 1500 µs{behind}");
            assert_eq!(meter.line, expected);
            meter.frame(Duration::from_millis(100));
            assert_eq!(meter.line, expected);
            meter.frame(Duration::from_millis(400));
            assert_eq!(meter.line, " · 4 fps · raster 0 µs");
        }
    }
}
