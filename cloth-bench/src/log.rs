//! The one parser: lines that targets print, as emulators pass them on, as
//! probes capture them, and the arrays that this program writes.

use crate::grid_size;
use crate::printed_line::{PrintedLine, TRACED, TraceLine};
use cloth_core::Phase;
use serde_json::{Deserializer, Value};

/// One phase of one workload on one target.
pub type Record = PrintedLine<String>;

/// The hashes of one step.
pub type StepTrace = TraceLine<String>;

/// What a log holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// Measurements.
    pub records: Vec<Record>,
    /// Hashes of steps.
    pub traces: Vec<StepTrace>,
    /// Lines that were lost, with their numbers, and a missing end.
    pub warnings: Vec<String>,
    /// The target's own panics and faults.
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
            // A file with its closing bracket is whole.
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
    /// Adds all objects of a line, behind whatever a probe writes before them. Text that
    /// was an object once is a warning.
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
        // A panic is one, even if its end did not come through.
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
        } else if value.get("trace").is_some() {
            let read = serde_json::from_value::<StepTrace>(value).map_err(|e| e.to_string());
            match read.and_then(|trace| trace.check().map(|()| trace)) {
                Ok(trace) => {
                    let source = source.to_owned();
                    self.traces.push(StepTrace { source, ..trace });
                    self.complete = false;
                }
                Err(text) => self.garbled(source, place, text),
            }
        } else if OURS.iter().any(|key| value.get(key).is_some()) {
            let read = serde_json::from_value::<Record>(value).map_err(|e| e.to_string());
            match read.and_then(|record| record.check().map(|()| record)) {
                Ok(record) => {
                    let source = source.to_owned();
                    self.records.push(Record { source, ..record });
                    self.complete = false;
                }
                Err(text) => self.garbled(source, place, text),
            }
        }
    }
}

/// Keys of which an object with a measurement has one, whatever it has lost.
const OURS: [&str; 4] = ["target", "phase", "solver", "state_hash"];

/// What shows that a piece of text was a measurement, or part of one.
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
    /// What is wrong with the values, as far as they tell: a line can lose a
    /// character and still be JSON.
    ///
    /// # Errors
    /// The first thing found.
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

    /// What was computed, wherever: implementation, number format, solver and grid.
    pub fn workload(&self) -> [&str; 4] {
        [&self.implementation, &self.scalar, &self.solver, &self.grid]
    }

    /// Whether the workload and the target are the same, whatever the phase.
    pub fn same_run(&self, other: &Self) -> bool {
        self.target == other.target && self.workload() == other.workload()
    }
}

impl StepTrace {
    /// As [`Record`]'s.
    ///
    /// # Errors
    /// As there.
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

/// Particles of a grid as tables write it, `32x32`.
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
        assert_eq!(record.instructions, Some(70_000));
        assert_eq!((record.ns, record.flash_bytes), (None, None));
        assert_eq!(record.source, "a.log");
    }

    #[test]
    fn garbled_lines_are_named_and_the_rest_is_kept() {
        let cut = &STEP[..100];
        let tail = &STEP[60..];
        let wrong = STEP.replace("\"8x8\"", "\"8x9\"");
        let text = format!("{STEP}\n{cut}\n{tail}\n{wrong}\n{cut}{STEP}\n{END}\n");
        let log = read("a.log", &text);
        assert_eq!(log.records.len(), 2);
        assert!(log.complete);
        assert_eq!(log.warnings.len(), 4, "{:#?}", log.warnings);
        for (warning, line) in log.warnings.iter().zip([2, 3, 4, 5]) {
            let place = format!("a.log: line {line}: ");
            assert!(warning.starts_with(&place), "{warning}");
        }
    }

    #[test]
    fn a_log_without_its_end_is_truncated() {
        let log = read("a.log", STEP);
        assert!(!log.complete);
        assert!(log.warnings[0].contains("truncated"), "{:?}", log.warnings);
        let again = read("a.log", &format!("{STEP}\n{END}\n{STEP}\n"));
        assert!(!again.complete);
        let nothing = read("a.log", "hello\n");
        assert_eq!(nothing.warnings, ["a.log: no measurements"]);
    }

    #[test]
    fn panics_and_faults_are_errors() {
        let text = format!("{STEP}\n{{\"panic\":\"src/main.rs:7: too hot\"}}\n");
        let log = read("a.log", &text);
        assert_eq!(
            log.errors,
            ["a.log: line 2: panicked: src/main.rs:7: too hot"]
        );
        assert_eq!(log.records.len(), 1);
        let fault = read("a.log", "{\"fault\":\"HardFault pc=0x00000100\"}");
        assert!(fault.errors[0].ends_with("fault: HardFault pc=0x00000100"));
        let cut = read("a.log", "{\"panic\":\"src/ma");
        assert_eq!(cut.errors.len(), 1);
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
