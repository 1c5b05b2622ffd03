//! What has been found, and how it is told.

use super::check;
use super::figures;
use super::firmware::Trouble;
use super::tables::Footprint;
use super::tables::{self, Sheet};
use crate::log::{self, Log};
use crate::record::{Record, Trace, write_json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What was measured, and what went wrong.
#[derive(Debug, Default)]
pub struct Findings {
    /// Measurements.
    pub records: Vec<Record>,
    /// Hashes of steps.
    pub traces: Vec<Trace>,
    /// Memory of images.
    pub footprints: Vec<Footprint>,
    /// What was lost or is doubtful.
    pub warnings: Vec<String>,
    /// What failed, or differs.
    pub errors: Vec<String>,
    /// Tools that were not there.
    pub missing: Vec<String>,
}

impl Findings {
    /// Adds what a log holds.
    pub fn take(&mut self, log: Log) {
        self.records.extend(log.records);
        self.traces.extend(log.traces);
        self.warnings.extend(log.warnings);
        self.errors.extend(log.errors);
    }

    /// Adds what stopped `name`.
    pub fn trouble(&mut self, name: &str, trouble: Trouble) {
        match trouble {
            Trouble::Missing(text) => self.missing.push(format!("{name}: missing: {text}")),
            Trouble::Failed(text) => self.errors.push(format!("{name}: {text}")),
        }
    }

    /// Adds what was found elsewhere.
    pub fn join(&mut self, other: Self) {
        self.records.extend(other.records);
        self.traces.extend(other.traces);
        self.footprints.extend(other.footprints);
        self.warnings.extend(other.warnings);
        self.errors.extend(other.errors);
        self.missing.extend(other.missing);
    }

    /// Adds what the files hold.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn read_logs(&mut self, logs: &[PathBuf]) -> Result<(), String> {
        for path in logs {
            let name = path.display().to_string();
            let bytes = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
            // What a wire garbled need not be UTF-8.
            self.take(log::read(&name, &String::from_utf8_lossy(&bytes)));
        }
        Ok(())
    }

    /// Compares the hashes of all targets: differences join the errors. What
    /// was compared is the result.
    pub fn judge(&mut self) -> String {
        let (_, twice) = figures::steps(&self.records);
        self.warnings.extend(twice);
        let verdict = check::check(&self.records, &self.traces);
        let said = verdict.to_string();
        self.errors.extend(verdict.differences);
        if self.records.is_empty() && self.footprints.is_empty() && self.missing.is_empty() {
            self.errors.push("there are no measurements".to_owned());
        }
        said
    }

    /// The tables of all measurements.
    pub fn sheets(&self) -> Vec<Sheet> {
        tables::sheets(&figures::steps(&self.records).0, &self.footprints)
    }

    /// Prints the tables, what was compared and what went wrong; writes the
    /// records. The status is 1 if targets differ or something failed,
    /// `missing` if a tool was not there, else 0.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(
        self,
        verdict: &str,
        json: Option<&Path>,
        missing: u8,
    ) -> Result<ExitCode, String> {
        for sheet in self.sheets() {
            println!("{}", sheet.terminal());
        }
        println!("{verdict}");
        if let Some(path) = json {
            write_json(path, &self.records)?;
        }
        for line in &self.warnings {
            eprintln!("warning: {line}");
        }
        for line in &self.missing {
            eprintln!("{line}");
        }
        for line in &self.errors {
            eprintln!("error: {line}");
        }
        Ok(match (self.errors.is_empty(), self.missing.is_empty()) {
            (false, _) => ExitCode::FAILURE,
            (true, false) => ExitCode::from(missing),
            (true, true) => ExitCode::SUCCESS,
        })
    }
}
