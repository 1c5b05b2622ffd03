//! The parser for lines that targets print, with whatever emulators and probes add, and for the arrays
//! that this program writes.

use crate::grid_size;
use crate::printed_line::{PrintedLine, TRACED, TraceLine};
use cloth_core::Phase;
use serde::de::DeserializeOwned;
use serde_json::{Deserializer, Value};

/// One phase of one workload on one target.
pub type Record = PrintedLine<String>;

/// The hashes of one step.
pub type StepTrace = TraceLine<String>;

/// The contents of a log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// Measurements.
    pub records: Vec<Record>,
    /// Hashes of steps.
    pub traces: Vec<StepTrace>,
    /// Garbled lines, with their numbers, and a missing end.
    pub warnings: Vec<String>,
    /// Panics and faults of the target.
    pub errors: Vec<String>,
    /// Whether the end line came after the last measurement.
    pub complete: bool,
}

/// Reads a log, or a JSON array of records.
pub fn read(source: &str, text: &str) -> Log {
    let mut log = Log::default();
    match serde_json::from_str::<Vec<Value>>(text) {
        Ok(values) => {
            for (i, value) in values.into_iter().enumerate() {
                log.add(source, &format!("entry {}", i + 1), value);
            }
            // A file with its closing bracket is complete.
            log.complete = true;
        }
        Err(_) => {
            for (i, line) in text.lines().enumerate() {
                log.add_line(source, &format!("line {}", i + 1), line);
            }
        }
    }
    let found = log.records.len() + log.traces.len();
    if found == 0 {
        log.warnings.push(format!("{source}: no measurements"));
    } else if !log.complete && log.errors.is_empty() {
        log.warnings.push(format!(
            "{source}: truncated: the end line is missing; what is there is used"
        ));
    }
    log
}

impl Log {
    /// Adds all objects of a line, whatever a probe writes around them. The remains of an object are a
    /// warning.
    fn add_line(&mut self, source: &str, place: &str, line: &str) {
        let mut lost = String::new();
        let mut rest = line;
        while let Some(start) = rest.find('{') {
            let (before, object) = rest.split_at(start);
            lost.push_str(before);
            let mut values = Deserializer::from_str(object).into_iter::<Value>();
            if let Some(Ok(value)) = values.next() {
                self.add(source, place, value);
                rest = &object[values.byte_offset()..];
            } else {
                lost.push('{');
                rest = &object[1..];
            }
        }
        lost.push_str(rest);
        let lost = lost.trim();
        // A panic is an error even if its end is missing.
        if lost.contains("{\"panic\"") || lost.contains("{\"fault\"") {
            self.errors.push(format!("{source}: {place}: {lost}"));
        } else if MARKS.iter().any(|mark| lost.contains(mark)) {
            self.garbled(source, place, shortened(lost));
        }
    }

    fn garbled(&mut self, source: &str, place: &str, text: String) {
        let text = format!("{source}: {place}: skipped a garbled line: {text}");
        self.warnings.push(text);
    }

    /// Adds an object, if it is one of ours.
    fn add(&mut self, source: &str, place: &str, value: Value) {
        for (key, what) in [("panic", "panicked"), ("fault", "fault")] {
            if let Some(said) = value.get(key) {
                let said = said.as_str().map_or(said.to_string(), str::to_owned);
                let text = format!("{source}: {place}: {what}: {said}");
                return self.errors.push(text);
            }
        }
        if value.get("end").and_then(Value::as_bool) == Some(true) {
            self.complete = true;
            return;
        }
        let source = source.to_owned();
        let read = if value.get("trace").is_some() {
            checked(value, StepTrace::check).map(|trace| {
                let source = source.clone();
                self.traces.push(StepTrace { source, ..trace });
            })
        } else if OURS.iter().any(|key| value.get(key).is_some()) {
            checked(value, Record::check).map(|record| {
                let source = source.clone();
                self.records.push(Record { source, ..record });
            })
        } else {
            return;
        };
        match read {
            Ok(()) => self.complete = false,
            Err(text) => self.garbled(&source, place, text),
        }
    }
}

/// Reads an object and checks its values.
fn checked<T: DeserializeOwned>(
    value: Value,
    check: impl Fn(&T) -> Result<(), String>,
) -> Result<T, String> {
    let read: T = serde_json::from_value(value).map_err(|error| error.to_string())?;
    check(&read).map(|()| read)
}

/// Every measurement has at least one of these keys, even a garbled one.
const OURS: [&str; 4] = ["target", "phase", "solver", "state_hash"];

/// Signs that a text was part of a measurement.
const MARKS: [&str; 7] = [
    "{\"",
    "\"target\":",
    "\"scalar\":",
    "\"solver\":",
    "\"phase\":",
    "\"hashes\":",
    "\"state_hash\":",
];

fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl Record {
    /// Checks the values: a line can lose a character and still be JSON.
    ///
    /// # Errors
    /// The first wrong value.
    pub fn check(&self) -> Result<(), String> {
        if self.target.is_empty() {
            return Err("no target".to_owned());
        }
        let phases = Phase::ALL.map(Phase::name).into_iter();
        let mut phases = phases.chain(["normals", "step"]);
        if !phases.any(|phase| phase == self.phase) {
            return Err(format!("unknown phase {:?}", self.phase));
        }
        if particles(&self.grid) != Some(self.particles as usize) {
            let (grid, particles) = (&self.grid, self.particles);
            return Err(format!("grid {grid:?} has not {particles} particles"));
        }
        match &self.state_hash {
            Some(hash) if !is_hash(hash, 16) => Err(format!("{hash:?} is no hash")),
            _ => Ok(()),
        }
    }

    /// Implementation, number format, solver and grid.
    pub fn workload(&self) -> [&str; 4] {
        [&self.implementation, &self.scalar, &self.solver, &self.grid]
    }

    /// Whether the workload and the target are the same.
    pub fn same_run(&self, other: &Self) -> bool {
        self.target == other.target && self.workload() == other.workload()
    }
}

impl StepTrace {
    /// As [`Record::check`].
    ///
    /// # Errors
    /// The first wrong value.
    pub fn check(&self) -> Result<(), String> {
        if self.target.is_empty() || particles(&self.grid).is_none() {
            return Err(format!("no target, or no grid: {:?}", self.grid));
        }
        let mut hashes = self.hashes.split(' ');
        let all = self.hashes.split(' ').count() == TRACED.len();
        if self.trace == 0 || !all || !hashes.all(|hash| is_hash(hash, 8)) {
            return Err(format!("{:?} are not the hashes of a step", self.hashes));
        }
        Ok(())
    }
}

/// Particles of a grid, `32x32`.
fn particles(text: &str) -> Option<usize> {
    let size = grid_size::parse(text).ok()?;
    (grid_size::name(size) == text).then(|| grid_size::particles(size))
}

fn is_hash(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// All records as a JSON array.
///
/// # Errors
/// If they cannot be written as JSON.
pub fn json(records: &[Record]) -> Result<String, String> {
    let mut text = serde_json::to_string_pretty(records).map_err(|e| e.to_string())?;
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: &str = r#"{"target":"m4f","clock_hz":25000000,"implementation":"cloth-core","scalar":"f32","solver":"constraint","grid":"8x8","particles":64,"constraints":306,"iterations":4,"phase":"step","instructions":70000,"steps":100,"state_hash":"0123456789abcdef"}"#;
    const TRACE: &str = r#"{"target":"m4f","scalar":"f32","solver":"constraint","grid":"8x8","trace":1,"hashes":"00000001 00000002 00000003 00000004 00000005"}"#;
    const END: &str = r#"{"end":true}"#;

    #[test]
    fn a_log_is_read_behind_prefixes_and_colours() {
        let text = format!(
            "boot\n0.000012 INFO  {TRACE}\n\u{1b}[32m[12:00:01.5] {STEP}\u{1b}[0m\n└─ main.rs:12\nUse {{braces}} freely\n{END}\n"
        );
        let log = read("a.log", &text);
        assert_eq!((log.records.len(), log.traces.len()), (1, 1));
        assert_eq!(log.warnings, [""; 0]);
        assert!(log.complete && log.errors.is_empty());
        let record = &log.records[0];
        assert_eq!((record.instructions, record.ns), (Some(70_000), None));
        assert_eq!(record.source, "a.log");
    }

    #[test]
    fn garbled_lines_are_named_and_the_rest_is_kept() {
        let (cut, tail) = (&STEP[..100], &STEP[60..]);
        let wrong = STEP.replace("\"8x8\"", "\"8x9\"");
        let text = format!("{STEP}\n{cut}\n{tail}\n{wrong}\n{cut}{STEP}\n{END}\n");
        let log = read("a.log", &text);
        assert_eq!((log.records.len(), log.complete), (2, true));
        assert_eq!(log.warnings.len(), 4, "{:#?}", log.warnings);
        for (warning, line) in log.warnings.iter().zip([2, 3, 4, 5]) {
            let place = format!("a.log: line {line}: ");
            assert!(warning.starts_with(&place), "{warning}");
        }
    }

    #[test]
    fn truncated_logs_panics_and_faults_are_reported() {
        let truncated = "a.log: truncated: the end line is missing; what is there is used";
        let panicked = "a.log: line 2: panicked: x.rs:7: too hot";
        let fault = "a.log: line 2: fault: HardFault pc=0x00000100";
        let cut = r#"a.log: line 2: {"panic":"src/ma"#;
        for (ending, warning, error) in [
            ("", Some(truncated), None),
            (r#"{"panic":"x.rs:7: too hot"}"#, None, Some(panicked)),
            (r#"{"fault":"HardFault pc=0x00000100"}"#, None, Some(fault)),
            (r#"{"panic":"src/ma"#, None, Some(cut)),
        ] {
            let log = read("a.log", &format!("{STEP}\n{ending}"));
            assert_eq!(log.warnings, Vec::from_iter(warning), "{ending}");
            assert_eq!(log.errors, Vec::from_iter(error), "{ending}");
            assert!(!log.complete && log.records.len() == 1);
        }
        let nothing = read("a.log", "hello\n");
        assert_eq!(nothing.warnings, ["a.log: no measurements"]);
    }

    #[test]
    fn what_the_program_writes_it_reads() {
        let mut record = read("", STEP).records.remove(0);
        record.flash_bytes = Some(12_345);
        let text = json(&[record.clone()]).unwrap();
        let mut log = read("", &text);
        assert!(log.complete && log.warnings.is_empty());
        assert_eq!(log.records.remove(0), record);
    }
}
