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
    parse(&text_of(path, &file)?, &file)
}

/// The text of a file that errors call `file`.
pub(super) fn text_of(path: &Path, file: &str) -> Result<String, RecordingError> {
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
    let bytes = fs::read(path).map_err(unreadable)?;
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
        end: None,
    };
    let mut last = number;
    for (number, line) in lines {
        last = number;
        let taken = reading.take(number, line);
        taken.map_err(|problem| fault(number, problem))?;
    }
    let Reading { entries, end, .. } = reading;
    let end = end.ok_or_else(|| {
        let problem = "the recording breaks off: its last line must be {\"end\":…}";
        fault(last, problem.to_owned())
    })?;
    Ok(Recording {
        setup,
        entries,
        end,
    })
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
    checker: Checker,
    entries: Vec<Entry>,
    end: Option<End>,
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
