//! Reading a board's recording.

use super::super::line::{hash_of, plain};
use super::super::read::{bytes_of, lines};
use super::super::{RecordingError, board};
use super::{BoardRecording, Event, EventKind, Format, Hand, State};
use cloth_core::host::{GridSize, MAX_SIDE, StartError};
use cloth_core::{Fixed, Mode, NamedScene, Scalar, scenes};
use serde::Deserialize;
use std::path::Path;

/// Most steps of a board's recording.
pub const MAX_STEPS: u32 = 1_000_000;
/// Most particles whose positions a board records.
pub const MAX_PARTICLES: usize = 64;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Header {
    #[serde(rename = "cloth-board")]
    _version: u64,
    target: String,
    scene: String,
    grid: [usize; 2],
    scalar: String,
    mode: String,
    steps: u32,
    every: u32,
    particles: Vec<[usize; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
enum Line {
    State {
        step: u32,
        hash: String,
        bits: Vec<String>,
    },
    Attach {
        before: u32,
        at: [usize; 2],
        velocity: [f64; 3],
    },
    Pin {
        before: u32,
        at: [usize; 2],
    },
    Unpin {
        before: u32,
        at: [usize; 2],
    },
    End {
        steps: u32,
        lines: usize,
    },
}

/// Whether a text is a board's recording, rather than the viewer's.
pub(in super::super) fn is_recording(text: &str) -> bool {
    lines(text).any(|(_, line)| is_header(line))
}

fn is_header(line: &str) -> bool {
    line.starts_with("{\"cloth-board\"")
}

/// Reads a board's recording.
///
/// # Errors
/// A file that is missing, unreadable or too large; and as [`parse`].
pub fn read(path: &Path) -> Result<BoardRecording, RecordingError> {
    let file = path.display().to_string();
    parse(&String::from_utf8_lossy(&bytes_of(path, &file)?), &file)
}

/// Reads a board's recording from a log: what stands before its first line and after its last one
/// is left alone. `file` is what errors call it.
///
/// # Errors
/// A version, scene, grid, number format or mode that is not known; a line that is none of a
/// recording's, or with a value that is not allowed; a line that is missing.
pub fn parse(text: &str, file: &str) -> Result<BoardRecording, RecordingError> {
    let fault = |line: usize, problem: String| RecordingError::new(file, line, problem);
    let mut lines = lines(text).skip_while(|(_, line)| !is_header(line));
    let Some((number, first)) = lines.next() else {
        let problem = "this is no board's recording: none of its lines is {\"cloth-board\":1,…}";
        return Err(fault(1, problem.to_owned()));
    };
    let started = Reading::start(first, file);
    let mut reading = started.map_err(|problem| fault(number, problem))?;
    let mut last = number;
    for (number, line) in lines {
        last = number;
        let taken = reading.take(number, line);
        if taken.map_err(|problem| fault(number, problem))? {
            return Ok(reading.recording);
        }
    }
    let problem = "the recording breaks off: its last line must be {\"end\":…}";
    Err(fault(last, problem.to_owned()))
}

struct Reading {
    recording: BoardRecording,
    /// Steps from one state to the next.
    every: u32,
    /// The step of the next state; the first is before all steps.
    next: u32,
    /// Lines since the first.
    lines: usize,
}

impl Reading {
    fn start(line: &str, file: &str) -> Result<Self, String> {
        version(line)?;
        let header: Header = serde_json::from_str(line).map_err(|error| plain(&error))?;
        let allowed = 1..=MAX_STEPS;
        if !allowed.contains(&header.steps) || !allowed.contains(&header.every) {
            let (steps, every) = (header.steps, header.every);
            return Err(format!(
                "steps {steps}, every {every}: allowed are 1 to {MAX_STEPS}"
            ));
        }
        let recording = recording(header, file)?;
        Ok(Self {
            every: recording.1,
            recording: recording.0,
            next: 0,
            lines: 0,
        })
    }

    /// Takes a line; `true` for the last one.
    fn take(&mut self, number: usize, line: &str) -> Result<bool, String> {
        let line: Line = serde_json::from_str(line).map_err(|error| plain(&error))?;
        let kind = match line {
            Line::State { step, hash, bits } => self.state(step, &hash, &bits)?,
            Line::Attach {
                before,
                at,
                velocity,
            } => self.hand(before, at, Hand::Attach(velocity))?,
            Line::Pin { before, at } => self.hand(before, at, Hand::Pin)?,
            Line::Unpin { before, at } => self.hand(before, at, Hand::Unpin)?,
            Line::End { steps, lines } => return self.end(steps, lines).map(|()| true),
        };
        self.lines += 1;
        self.recording.events.push(Event { line: number, kind });
        Ok(false)
    }

    fn state(&mut self, step: u32, hash: &str, bits: &[String]) -> Result<EventKind, String> {
        if step != self.next {
            let next = self.next;
            return Err(format!(
                "the state of step {next} is missing: here is {step}"
            ));
        }
        if step > self.recording.steps {
            let steps = self.recording.steps;
            return Err(format!(
                "step {step}: allowed are {steps}, as the first line says"
            ));
        }
        self.next += self.every;
        let expected = self.recording.particles.len();
        if bits.len() != expected {
            let found = bits.len();
            return Err(format!("bits of {found} particles: allowed are {expected}"));
        }
        let bits: Result<_, _> = bits.iter().map(|text| bits_of(text)).collect();
        Ok(EventKind::State(State {
            step,
            hash: hash_of(hash)?,
            bits: bits?,
        }))
    }

    fn hand(&self, before: u32, at: [usize; 2], hand: Hand) -> Result<EventKind, String> {
        inside(self.recording.grid, at)?;
        // The last state was of so many steps.
        let made = self.next.checked_sub(self.every);
        if made.is_none_or(|made| before != made + 1) {
            let allowed = made.map_or("none before a state".to_owned(), |made| {
                format!("{}, the step after the last state", made + 1)
            });
            return Err(format!("a hand before step {before}: allowed is {allowed}"));
        }
        if let Hand::Attach(velocity) = hand
            && velocity.iter().any(|v| !v.is_finite())
        {
            return Err("a hand's velocity must be finite".to_owned());
        }
        Ok(EventKind::Hand { at, hand })
    }

    fn end(&self, steps: u32, lines: usize) -> Result<(), String> {
        let last = self.next.saturating_sub(self.every);
        if steps != self.recording.steps || steps != last {
            let announced = self.recording.steps;
            return Err(format!(
                "the end is after {steps} steps: announced are {announced}, here are {last}"
            ));
        }
        if lines != self.lines {
            let found = self.lines;
            return Err(format!("{lines} lines were written, here are {found}"));
        }
        Ok(())
    }
}

fn version(line: &str) -> Result<(), String> {
    let value: serde_json::Value = serde_json::from_str(line).map_err(|error| plain(&error))?;
    match value.get("cloth-board") {
        Some(version) if version.as_u64() == Some(board::VERSION) => Ok(()),
        version => Err(format!(
            "version {} of the format is not known: allowed is {}",
            version.unwrap_or(&serde_json::Value::Null),
            board::VERSION
        )),
    }
}

/// The recording that a first line announces, and how often it has states.
fn recording(header: Header, file: &str) -> Result<(BoardRecording, u32), String> {
    if !header.steps.is_multiple_of(header.every) {
        let (steps, every) = (header.steps, header.every);
        return Err(format!("{steps} steps are no multiple of every {every}"));
    }
    let [columns, rows] = header.grid;
    let grid = GridSize { columns, rows };
    if !header.grid.iter().all(|n| (1..=MAX_SIDE).contains(n)) {
        return Err(StartError::Size(grid).to_string());
    }
    if header.particles.len() > MAX_PARTICLES {
        let found = header.particles.len();
        return Err(format!("{found} particles: allowed are {MAX_PARTICLES}"));
    }
    let mut places = header.particles.iter();
    places.try_for_each(|&at| inside(grid, at))?;
    let recording = BoardRecording {
        file: file.to_owned(),
        scene: scene_of(&header.scene)?,
        format: format_of(&header.scalar)?,
        mode: mode_of(&header.mode)?,
        target: header.target,
        grid,
        steps: header.steps,
        particles: header.particles,
        events: Vec::new(),
    };
    Ok((recording, header.every))
}

fn scene_of(name: &str) -> Result<NamedScene, String> {
    let found = scenes::ALL.iter().find(|scene| scene.name == name);
    found.copied().ok_or_else(|| {
        let names: Vec<_> = scenes::ALL.iter().map(|scene| scene.name).collect();
        format!(
            "no scene {name:?} in the library: allowed are {}",
            names.join(", ")
        )
    })
}

fn format_of(name: &str) -> Result<Format, String> {
    match name {
        f32::NAME => Ok(Format::F32),
        Fixed::NAME => Ok(Format::Fixed),
        _ => Err(format!(
            "no number format {name:?}: allowed are {}, {}",
            f32::NAME,
            Fixed::NAME
        )),
    }
}

fn mode_of(name: &str) -> Result<Mode, String> {
    let found = Mode::ALL.into_iter().find(|mode| mode.name() == name);
    found.ok_or_else(|| {
        let names = Mode::ALL.map(Mode::name).join(", ");
        format!("no mode {name:?}: allowed are {names}")
    })
}

fn inside(grid: GridSize, [column, row]: [usize; 2]) -> Result<(), String> {
    if column < grid.columns && row < grid.rows {
        return Ok(());
    }
    Err(format!("there is no particle ({column}, {row}) in {grid}"))
}

/// Three numbers of 8 hex digits each.
fn bits_of(text: &str) -> Result<[u32; 3], String> {
    let wrong = || format!("{text:?} are no bits: allowed are three times 8 hexadecimal digits");
    let mut bits = [0; 3];
    let mut words = text.split(' ');
    for number in &mut bits {
        let word = words
            .next()
            .filter(|word| word.len() == 8 && word.bytes().all(|b| b.is_ascii_hexdigit()));
        *number = word
            .and_then(|word| u32::from_str_radix(word, 16).ok())
            .ok_or_else(wrong)?;
    }
    words.next().map_or(Ok(bits), |_| Err(wrong()))
}
