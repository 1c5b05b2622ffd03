//! Text over the picture: the heads-up line, the list of keys.

use crate::raster::Framebuffer;
use crate::raster::text::{draw_text, fill_box, text_size};
use crate::scene_file::SceneFile;
use std::fmt;
use std::time::Duration;

/// How often the figures change: more often nobody could read them.
const WINDOW: Duration = Duration::from_millis(500);
const TEXT: u32 = 0x00f0_f0f0;
const PANEL: u32 = 0x0010_1418;
const MARGIN: i32 = 8;

const KEYS: &str = "\
left drag    pull the cloth
right drag   orbit
wheel        zoom
W A S D      fly forward, left, back, right
Space X      fly up, down
O            orbit by itself
P            pause
N            one step; held, step by step
R            reset
M            view: shaded, wireframe, both
C            mode: springs, constraints, PBD, XPBD
V            wind
PgUp PgDn    previous, next scene
F1           this list
Esc          quit";

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

/// Draws lines of text in the top left corner; empty ones take no room.
pub(super) fn draw_lines(frame: &mut Framebuffer, lines: &[String]) {
    let mut y = 0;
    for line in lines.iter().filter(|line| !line.is_empty()) {
        let (_, height) = text_size(line, 1);
        fill_box(
            frame,
            (0, y),
            (frame.width() as u32, height + 6),
            PANEL,
            0.6,
        );
        draw_text(frame, MARGIN, y + 3, line, TEXT, 1);
        y += height as i32 + 6;
    }
}

/// Draws the list of keys, and the first scenes of the library with theirs.
pub(super) fn draw_help(frame: &mut Framebuffer, library: &[SceneFile]) {
    let mut text = KEYS.to_owned();
    for (i, scene) in library.iter().take(9).enumerate() {
        text.push_str(&format!("\n{:<13}{}", i + 1, scene.name));
    }
    let (width, height) = text_size(&text, 1);
    let corner = (2 * MARGIN, 4 * MARGIN);
    let size = (width + 2 * MARGIN as u32, height + 2 * MARGIN as u32);
    fill_box(frame, corner, size, PANEL, 0.75);
    draw_text(frame, corner.0 + MARGIN, corner.1 + MARGIN, &text, TEXT, 1);
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
    fn the_help_names_the_scenes_of_the_number_keys() {
        let mut frame = Framebuffer::new(800, 600);
        let before = frame.clone();
        draw_help(&mut frame, &crate::cli::library());
        assert_ne!(frame, before);
        draw_help(&mut Framebuffer::new(0, 0), &[]);
    }
}
