//! Reading a recording: all of it is checked before any of it is used.

use super::check::Checker;
use super::line::{Header, Line, Said, plain};
use super::{End, Entry, MAX_BYTES, Recording, RecordingError, VERSION};
use crate::action::{Action, Setup};
use std::fs;
use std::path::Path;

/// Reads a recording.
///
/// # Errors
/// A file that is missing, unreadable, too large or not text; and as [`parse`].
pub fn read(path: &Path) -> Result<Recording, RecordingError> {
    let file = path.display().to_string();
    parse(&text_of(bytes_of(path, &file)?, &file)?, &file)
}

/// The bytes of a file that errors call `file`.
pub(super) fn bytes_of(path: &Path, file: &str) -> Result<Vec<u8>, RecordingError> {
    let unreadable = |error: std::io::Error| {
        RecordingError::new(file, 0, format!("cannot read the file: {error}"))
    };
    let found = fs::metadata(path).map_err(unreadable)?;
    if !found.is_file() {
        return Err(RecordingError::new(file, 0, "this is not a file"));
    }
    if found.len() > MAX_BYTES {
        let length = found.len();
        let problem = format!("{length} bytes are too many: allowed are {MAX_BYTES}");
        return Err(RecordingError::new(file, 0, problem));
    }
    fs::read(path).map_err(unreadable)
}

/// The text that a file's bytes are.
pub(super) fn text_of(bytes: Vec<u8>, file: &str) -> Result<String, RecordingError> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&b| b == b'\n').count();
        RecordingError::new(file, line, "not a text file: recordings are JSON in UTF-8")
    })
}

/// Reads a recording from its text. `file` is what errors call it.
///
/// # Errors
/// A version that is not known; a line that is no action, with an unknown key, a wrong type or a
/// value that is not allowed; a grid that is not built in; no end, or one of other steps.
pub fn parse(text: &str, file: &str) -> Result<Recording, RecordingError> {
    let reading = beginning(text, file)?;
    let end = reading.end.ok_or_else(|| {
        let problem = "the recording breaks off: its last line must be {\"end\":…}";
        RecordingError::new(file, reading.last, problem)
    })?;
    Ok(Recording {
        setup: reading.setup,
        entries: reading.entries,
        end,
    })
}

/// What a program that was ended in the middle had written of a recording, as a whole one: without
/// a line that breaks off, and with an end.
///
/// # Errors
/// As [`parse`], but for the end.
pub(crate) fn completed(text: &str, file: &str) -> Result<String, RecordingError> {
    let whole = text.rfind('\n').map_or("", |last| &text[..=last]);
    let reading = beginning(whole, file)?;
    if reading.end.is_some() {
        return Ok(whole.to_owned());
    }
    let steps = reading.checker.steps();
    Ok(format!(
        "{whole}{{\"end\":{{\"steps\":{steps},\"hash\":null}}}}\n"
    ))
}

/// Reads all lines, of which the last need not be the end.
fn beginning(text: &str, file: &str) -> Result<Reading, RecordingError> {
    let mut lines = lines(text);
    let fault = |line: usize, problem: String| RecordingError::new(file, line, problem);
    let (number, first) = lines.next().unwrap_or((1, ""));
    header(first).map_err(|problem| fault(number, problem))?;
    let (number, second) = lines.next().unwrap_or((number + 1, ""));
    let setup = start(second).map_err(|problem| fault(number, problem))?;
    let checker = Checker::new(&setup).map_err(|problem| fault(number, problem))?;
    let mut reading = Reading {
        checker,
        entries: vec![Entry {
            line: number,
            action: Action::Start(Box::new(setup.clone())),
            times: 1,
        }],
        setup,
        end: None,
        last: number,
    };
    for (number, line) in lines {
        reading.last = number;
        let taken = reading.take(number, line);
        taken.map_err(|problem| fault(number, problem))?;
    }
    Ok(reading)
}

/// Lines with their numbers, without empty ones.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate();
    lines
        .map(|(i, line)| (i + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty())
}

fn header(line: &str) -> Result<(), String> {
    // The version first: a later one may have other keys.
    let value: Option<serde_json::Value> = serde_json::from_str(line).ok();
    let version = value.as_ref().and_then(|value| value.get("cloth-tape"));
    let Some(version) = version else {
        return Err("this is no recording: its first line must be {\"cloth-tape\":1}".to_owned());
    };
    if version.as_u64() != Some(VERSION) {
        return Err(format!(
            "version {version} of the format is not known: allowed is {VERSION}"
        ));
    }
    let header: Result<Header, _> = serde_json::from_str(line);
    header.map(drop).map_err(|error| plain(&error))
}

fn start(line: &str) -> Result<Setup, String> {
    let start = "the second line must be {\"start\":…}";
    if line.is_empty() {
        return Err(format!("the recording breaks off: {start}"));
    }
    let line: Line = serde_json::from_str(line).map_err(|error| plain(&error))?;
    match line.said()? {
        Said::Action(Action::Start(setup)) => Ok(*setup),
        _ => Err(start.to_owned()),
    }
}

struct Reading {
    setup: Setup,
    checker: Checker,
    entries: Vec<Entry>,
    end: Option<End>,
    /// The number of the last line.
    last: usize,
}

impl Reading {
    fn take(&mut self, number: usize, line: &str) -> Result<(), String> {
        if self.end.is_some() {
            return Err("nothing may follow the end".to_owned());
        }
        let line: Line = serde_json::from_str(line).map_err(|error| plain(&error))?;
        match line.said()? {
            Said::Action(action) => {
                self.checker.apply(&action)?;
                self.entries.push(Entry {
                    line: number,
                    action,
                    times: 1,
                });
            }
            Said::Steps(count) => {
                self.checker.step(count)?;
                self.entries.push(Entry {
                    line: number,
                    action: Action::Step,
                    times: count,
                });
            }
            Said::End { steps, hash } => {
                let made = self.checker.steps();
                if steps != made {
                    return Err(format!(
                        "the end is after {steps} steps, the lines have {made}"
                    ));
                }
                self.end = Some(End { steps, hash });
            }
        }
        Ok(())
    }
}
