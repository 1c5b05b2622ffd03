//! What steps and pictures cost.

use crate::phase_times::{Cost, PhaseTimes};
use cloth_core::Phase;
use std::fmt;
use std::time::Duration;

/// Most measurements of each kind; later ones replace the oldest.
const MOST: usize = 4096;

/// Measured times. Medians are given: they do not care about the odd interruption.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// What was measured, for the table's first line.
    pub title: String,
    /// Time that a step simulates, s.
    pub step_seconds: f64,
    steps: Recent<Duration>,
    phases: Recent<PhaseTimes>,
    pictures: Recent<Duration>,
    panels: Recent<Duration>,
    /// From picture to picture while something was dragged: how many, and the longest.
    dragged: (u32, Duration),
}

/// The last few measurements of one kind.
#[derive(Clone, Debug, Default)]
struct Recent<T> {
    values: Vec<T>,
    next: usize,
}

impl<T: Copy> Recent<T> {
    fn push(&mut self, value: T) {
        if self.values.len() < MOST {
            self.values.push(value);
        } else {
            self.values[self.next] = value;
            self.next = (self.next + 1) % MOST;
        }
    }

    /// The median of some duration of each value; zero if there are none.
    fn median(&self, of: impl Fn(&T) -> Duration) -> Duration {
        let mut times: Vec<_> = self.values.iter().map(of).collect();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default()
    }
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
            Some(times) => self.phases.push(times),
            None => self.steps.push(cost.time),
        }
    }

    /// Takes in the time of drawing a picture.
    pub fn picture(&mut self, time: Duration) {
        self.pictures.push(time);
    }

    /// Takes in the time of drawing the panel.
    pub fn panel(&mut self, time: Duration) {
        self.panels.push(time);
    }

    /// Takes in the time from picture to picture while something is dragged.
    pub fn dragged(&mut self, time: Duration) {
        self.dragged.0 += 1;
        self.dragged.1 = self.dragged.1.max(time);
    }

    /// Median time of a step.
    #[must_use]
    pub fn median_step(&self) -> Duration {
        self.steps.median(|time| *time)
    }

    /// How fast steps alone are, in words.
    #[must_use]
    pub fn speed(&self) -> String {
        real_time(self.step_seconds / self.median_step().as_secs_f64())
    }

    /// Median time of drawing a picture.
    #[must_use]
    pub fn median_picture(&self) -> Duration {
        self.pictures.median(|time| *time)
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
            let time = self.phases.median(|times| times.of(phase));
            if time > Duration::ZERO {
                writeln!(f, "  {:<12}{:>10.1} µs", phase.name(), us(time))?;
            }
        }
        let steps = self.steps.values.len();
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
            let pictures = recent.values.len();
            if pictures > 0 {
                let time = us(recent.median(|time| *time));
                writeln!(
                    f,
                    "  {name:<12}{time:>10.1} µs  (median of {pictures} pictures)"
                )?;
            }
        }
        let (pictures, longest) = self.dragged;
        if pictures > 0 {
            let longest = us(longest);
            writeln!(
                f,
                "  {:<12}{longest:>10.1} µs  (longest from picture to picture, of {pictures})",
                "dragging"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_drag_is_told() {
        let mut stats = Stats::default();
        assert!(!stats.to_string().contains("dragging"));
        for millis in [16, 40, 20] {
            stats.dragged(Duration::from_millis(millis));
        }
        let text = stats.to_string();
        assert!(
            text.contains("40000.0 µs  (longest from picture to picture, of 3)"),
            "{text}"
        );
    }

    #[test]
    fn the_speed_has_a_digit_that_tells() {
        for (factor, text) in [
            (123.4, "123 × real time"),
            (1.84, "1.8 × real time"),
            (0.3, "0.3 × real time"),
            (0.034, "0.03 × real time"),
            (0.000_51, "0.0005 × real time"),
            (0.0, "0.000000 × real time"),
        ] {
            assert_eq!(real_time(factor), text);
        }
    }

    fn whole(micros: u64) -> Cost {
        Cost {
            time: Duration::from_micros(micros),
            phases: None,
        }
    }

    #[test]
    fn medians_ignore_outliers_and_old_values() {
        let mut stats = Stats::default();
        assert_eq!(stats.median_step(), Duration::ZERO);
        for micros in [5, 1, 900, 4, 3] {
            stats.step(whole(micros));
        }
        assert_eq!(stats.median_step(), Duration::from_micros(4));
        for _ in 0..2 * MOST {
            stats.step(whole(7));
        }
        assert_eq!(stats.steps.values.len(), MOST);
        assert!(stats.steps.values.iter().all(|t| t.as_micros() == 7));
    }

    #[test]
    fn the_table_names_the_phases_that_took_time() {
        let mut stats = Stats::new("what".to_owned(), 4e-4);
        let mut times = PhaseTimes::default();
        times.add(Phase::Limit, Duration::from_micros(1500));
        stats.step(Cost {
            time: times.total(),
            phases: Some(times),
        });
        stats.step(whole(1600));
        let table = stats.to_string();
        assert!(table.starts_with("what\n"), "{table}");
        assert!(table.contains("limit           1500.0 µs\n"), "{table}");
        assert!(
            table.contains("step            1600.0 µs  (median of 1 steps)"),
            "{table}"
        );
        assert!(
            table.contains("speed             0.2 × real time\n"),
            "{table}"
        );
        assert!(
            !table.contains("springs") && !table.contains("raster"),
            "{table}"
        );
    }
}
