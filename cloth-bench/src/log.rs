//! The one parser: lines that targets print, as emulators pass them on, as
//! probes capture them, and the arrays that this program writes.

use crate::record::{Record, Trace};
use serde_json::{Deserializer, Value};

/// What a log holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// Measurements.
    pub records: Vec<Record>,
    /// Hashes of steps.
    pub traces: Vec<Trace>,
    /// Lines that were lost, with their numbers, and a missing end.
    pub warnings: Vec<String>,
    /// The target's own panics and faults.
    pub errors: Vec<String>,
    /// Whether the end line came after the last measurement.
    pub complete: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Item {
    Record(Box<Record>),
    Trace(Trace),
    End,
    /// A panic or a fault, with what the target says of it.
    Failure(String),
}

/// Reads a log, or a JSON array of records.
pub fn read(source: &str, text: &str) -> Log {
    let mut log = Log::default();
    match serde_json::from_str::<Vec<Value>>(text) {
        Ok(values) => {
            for (i, value) in values.into_iter().enumerate() {
                if let Some(item) = classify(value) {
                    log.add(source, &format!("entry {}", i + 1), item);
                }
            }
            // A file with its closing bracket is whole.
            log.complete = true;
        }
        Err(_) => {
            for (i, line) in text.lines().enumerate() {
                for item in items(line) {
                    log.add(source, &format!("line {}", i + 1), item);
                }
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
    fn add(&mut self, source: &str, place: &str, item: Result<Item, String>) {
        match item {
            Ok(Item::Record(mut record)) => {
                record.source = source.to_owned();
                self.records.push(*record);
                self.complete = false;
            }
            Ok(Item::Trace(mut trace)) => {
                trace.source = source.to_owned();
                self.traces.push(trace);
                self.complete = false;
            }
            Ok(Item::End) => self.complete = true,
            Ok(Item::Failure(text)) => {
                self.errors.push(format!("{source}: {place}: {text}"));
            }
            Err(text) => {
                let text = format!("{source}: {place}: skipped a garbled line: {text}");
                self.warnings.push(text);
            }
        }
    }
}

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

/// All objects of a line, behind whatever a probe writes before them. Text that
/// was an object once is an error.
fn items(line: &str) -> Vec<Result<Item, String>> {
    let mut found = Vec::new();
    let mut lost = String::new();
    let mut rest = line;
    while let Some(start) = rest.find('{') {
        let (before, object) = rest.split_at(start);
        lost.push_str(before);
        let mut values = Deserializer::from_str(object).into_iter::<Value>();
        if let Some(Ok(value)) = values.next() {
            found.extend(classify(value));
            rest = &object[values.byte_offset()..];
        } else {
            lost.push('{');
            rest = &object[1..];
        }
    }
    lost.push_str(rest);
    // A panic is one, even if its end did not come through.
    if lost.contains("{\"panic\"") || lost.contains("{\"fault\"") {
        found.push(Ok(Item::Failure(lost.trim().to_owned())));
    } else if MARKS.iter().any(|mark| lost.contains(mark)) {
        found.push(Err(shortened(lost.trim())));
    }
    found
}

/// What an object is; `None` if it is none of ours.
fn classify(value: Value) -> Option<Result<Item, String>> {
    for (key, what) in [("panic", "panicked"), ("fault", "fault")] {
        if let Some(said) = value.get(key) {
            let said = said.as_str().map_or(said.to_string(), str::to_owned);
            return Some(Ok(Item::Failure(format!("{what}: {said}"))));
        }
    }
    if value.get("end").and_then(Value::as_bool) == Some(true) {
        return Some(Ok(Item::End));
    }
    if value.get("trace").is_some() {
        let trace = serde_json::from_value::<Trace>(value).map_err(|e| e.to_string());
        return Some(trace.and_then(|t| t.check().map(|()| Item::Trace(t))));
    }
    let ours = ["target", "phase", "solver", "state_hash"];
    if ours.iter().any(|key| value.get(key).is_some()) {
        let record = serde_json::from_value::<Record>(value).map_err(|e| e.to_string());
        let checked = record.and_then(|r| r.check().map(|()| r));
        return Some(checked.map(|r| Item::Record(Box::new(r))));
    }
    None
}

fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
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
        let text = crate::record::json(&[record.clone()]).unwrap();
        let mut log = read("", &text);
        assert!(log.complete && log.warnings.is_empty());
        assert_eq!(log.records.remove(0), record);
    }
}
