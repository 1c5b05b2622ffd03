//! Reading a recording: all of it is checked before any of it is used.

use super::tape_check::Checker;
use super::tape_line::{Header, Line, plain};
use super::{End, Entry, MAX_BYTES, Recording, VERSION};
use crate::action::{Action, Setup};
use crate::error::{FileError, read_text};
use std::path::Path;

/// Reads a recording.
///
/// # Errors
/// A file that is missing, unreadable, too large or not text; and as [`parse`].
pub fn read(path: &Path) -> Result<Recording, FileError> {
    let text = read_text(path, MAX_BYTES, "recordings are JSON")?;
    parse(&text, &path.display().to_string())
}

/// Reads a recording from its text. `file` is what errors call it.
///
/// # Errors
/// A version that is not known; a line that is no action, with an unknown key, a wrong type or a
/// value that is not allowed; no end, or one after another number of steps.
pub fn parse(text: &str, file: &str) -> Result<Recording, FileError> {
    let reading = beginning(text, file)?;
    let end = reading.end.ok_or_else(|| {
        let problem = "the recording breaks off: its last line must be {\"end\":…}";
        FileError::new(file, reading.last, problem)
    })?;
    Ok(Recording {
        setup: reading.setup,
        entries: reading.entries,
        end,
    })
}

/// Completes the text that a killed program left of a recording: drops a line that breaks off,
/// and adds an end without a hash.
///
/// # Errors
/// As [`parse`], but for the end.
pub(crate) fn completed(text: &str, file: &str) -> Result<String, FileError> {
    let whole = text.rfind('\n').map_or("", |last| &text[..=last]);
    let reading = beginning(whole, file)?;
    if reading.end.is_some() {
        return Ok(whole.to_owned());
    }
    let steps = reading.checker.steps;
    Ok(format!(
        "{whole}{{\"end\":{{\"steps\":{steps},\"hash\":null}}}}\n"
    ))
}

/// Reads all lines; the last need not be the end.
fn beginning(text: &str, file: &str) -> Result<Reading, FileError> {
    let lines = text.lines().map(str::trim).zip(1..);
    let mut lines = lines.filter(|(line, _)| !line.is_empty());
    let (first, number) = lines.next().unwrap_or(("", 1));
    header(first).map_err(|problem| FileError::new(file, number, problem))?;
    let (second, number) = lines.next().unwrap_or(("", number + 1));
    let mut reading =
        Reading::start(second, number).map_err(|problem| FileError::new(file, number, problem))?;
    for (line, number) in lines {
        let taken = reading.take(line, number);
        taken.map_err(|problem| FileError::new(file, number, problem))?;
    }
    Ok(reading)
}

fn header(line: &str) -> Result<(), String> {
    // The version first: another one may have other keys.
    let value: Option<serde_json::Value> = serde_json::from_str(line).ok();
    let version = value.as_ref().and_then(|value| value.get("cloth-tape"));
    let Some(version) = version else {
        return Err(format!(
            "this is no recording: its first line must be {{\"cloth-tape\":{VERSION}}}"
        ));
    };
    match version.as_u64() {
        Some(VERSION) => {}
        Some(1) => {
            return Err(format!(
                "version 1 of the format is of an earlier release, whose steps had other bits: \
                 allowed is {VERSION}"
            ));
        }
        _ => {
            return Err(format!(
                "version {version} of the format is not known: allowed is {VERSION}"
            ));
        }
    }
    let header: Result<Header, _> = serde_json::from_str(line);
    header.map(drop).map_err(|error| plain(&error))
}

/// What has been read so far.
struct Reading {
    setup: Setup,
    checker: Checker,
    entries: Vec<Entry>,
    end: Option<End>,
    /// Number of the last line.
    last: usize,
}

impl Reading {
    /// Reads the second line.
    fn start(line: &str, number: usize) -> Result<Self, String> {
        if line.is_empty() {
            return Err("the recording breaks off before its second line".to_owned());
        }
        let line: Line = serde_json::from_str(line).map_err(|error| plain(&error))?;
        let Line::Do(Action::Start(setup)) = line else {
            return Err("the second line must be {\"do\":{\"start\":…}}".to_owned());
        };
        Ok(Self {
            checker: Checker::new(&setup)?,
            setup: (*setup).clone(),
            entries: vec![Entry {
                line: number,
                action: Action::Start(setup),
                times: 1,
            }],
            end: None,
            last: number,
        })
    }

    /// Reads any other line.
    fn take(&mut self, line: &str, number: usize) -> Result<(), String> {
        self.last = number;
        if self.end.is_some() {
            return Err("nothing may follow the end".to_owned());
        }
        let line: Line = serde_json::from_str(line).map_err(|error| plain(&error))?;
        let (action, times) = match line {
            Line::Do(action) => {
                self.checker.apply(&action)?;
                (action, 1)
            }
            Line::Steps(count) => {
                self.checker.step(count)?;
                (Action::Step, count)
            }
            Line::End(end) => {
                let made = self.checker.steps;
                if end.steps != made {
                    let steps = end.steps;
                    return Err(format!(
                        "the end is after {steps} steps, the lines have {made}"
                    ));
                }
                self.end = Some(end);
                return Ok(());
            }
        };
        self.entries.push(Entry {
            line: number,
            action,
            times,
        });
        Ok(())
    }
}
