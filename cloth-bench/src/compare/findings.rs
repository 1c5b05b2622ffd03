//! The measurements of all targets, and their report.

use super::agreement::check;
use super::script::{Emulator, Firmware, Image, Trouble};
use super::tables::{self, steps};
use crate::cli::EmulationArguments;
use crate::grid_size;
use crate::log::{self, Log, Record, StepTrace};
use crate::table::Table;
use crate::{progress, write_json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// The image without measurements: it shows the least flash and memory.
const MINIMAL: &str = "minimal";

/// Measurements and messages.
#[derive(Debug, Default)]
pub struct Findings {
    /// Measurements.
    pub records: Vec<Record>,
    /// Hashes of steps.
    pub traces: Vec<StepTrace>,
    /// Images that were built, with the machine's name.
    pub images: Vec<(String, Image)>,
    /// Lost lines, and measurements that were replaced.
    pub warnings: Vec<String>,
    /// Failures and differences.
    pub errors: Vec<String>,
    /// Missing tools.
    pub missing: Vec<String>,
}

impl Findings {
    /// Adds the contents of a log.
    pub fn take(&mut self, log: Log) {
        self.records.extend(log.records);
        self.traces.extend(log.traces);
        self.warnings.extend(log.warnings);
        self.errors.extend(log.errors);
    }

    /// Adds why `name` did not run.
    fn trouble(&mut self, name: &str, trouble: Trouble) {
        match trouble {
            Trouble::Missing(text) => self.missing.push(format!("{name}: missing: {text}")),
            Trouble::Failed(text) => self.errors.push(format!("{name}: {text}")),
        }
    }

    /// Adds the contents of logs.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn read_logs(&mut self, logs: &[PathBuf]) -> Result<(), String> {
        for path in logs {
            let name = path.display().to_string();
            let bytes = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
            // A garbled line may not be UTF-8.
            self.take(log::read(&name, &String::from_utf8_lossy(&bytes)));
        }
        Ok(())
    }

    /// Builds and runs the images of the machines named, or of all. An image that fails does not stop
    /// the others.
    ///
    /// # Errors
    /// If a machine is named that does not exist.
    pub fn emulate(
        &mut self,
        firmware: &Firmware,
        only: &[String],
        arguments: &EmulationArguments,
    ) -> Result<(), String> {
        let mut machines = firmware.machines()?;
        let names: Vec<&str> = machines.iter().map(|m| m.name.as_str()).collect();
        if let Some(unknown) = only.iter().find(|name| !names.contains(&name.as_str())) {
            return Err(format!("--only {unknown}: there are {}", names.join(", ")));
        }
        machines.retain(|machine| only.is_empty() || only.contains(&machine.name));
        if let Some(grid) = arguments.grid {
            let suffix = format!("-{}", grid_size::short_name(grid));
            for machine in &mut machines {
                machine.images.retain(|image| image.ends_with(&suffix));
            }
        }
        let limit = Duration::from_secs(arguments.time_limit);
        for (done, machine) in machines.iter().enumerate() {
            progress(&machine.name, done, machines.len());
            if machine.images.is_empty() {
                eprintln!("{}: holds no image of this grid", machine.name);
            } else {
                self.emulate_machine(firmware, machine, limit);
            }
        }
        progress("emulate", machines.len(), machines.len());
        Ok(())
    }

    fn emulate_machine(&mut self, firmware: &Firmware, machine: &Emulator, limit: Duration) {
        let name = &machine.name;
        let images = match firmware.build(name, &machine.images) {
            Ok(images) => images,
            Err(trouble) => return self.trouble(name, trouble),
        };
        for image in &images {
            self.images.push((name.clone(), image.clone()));
            let (text, ended) = firmware.run(name, &image.path, limit);
            if let Err(trouble @ Trouble::Missing(_)) = ended {
                return self.trouble(name, trouble);
            }
            self.take_output(machine, image, &text);
            if let Err(trouble) = ended {
                self.trouble(&format!("{name} {}", image.name), trouble);
            }
        }
    }

    /// Adds the lines that an image printed.
    fn take_output(&mut self, machine: &Emulator, image: &Image, text: &str) {
        let mut log = log::read(&format!("{} {}", machine.name, image.name), text);
        // The minimal image prints no measurements.
        if image.name == MINIMAL {
            log.warnings.clear();
        }
        for record in &mut log.records {
            record.flash_bytes = Some(image.flash_bytes);
            record.static_ram_bytes = Some(image.static_ram_bytes);
            // 0: the machine has no clock.
            let clock = Some(machine.clock_hz).filter(|&hz| hz > 0);
            record.clock_hz = record.clock_hz.or(clock);
        }
        // An emulator loses no lines: here a warning is a mistake.
        log.errors.append(&mut log.warnings);
        self.take(log);
    }

    /// Compares the hashes of all targets: differences are errors. The result is the verdict.
    pub fn judge(&mut self) -> String {
        self.warnings.extend(steps(&self.records).1);
        let verdict = check(&self.records, &self.traces);
        let said = verdict.to_string();
        self.errors.extend(verdict.differences);
        if self.records.is_empty() && self.images.is_empty() && self.missing.is_empty() {
            self.errors.push("there are no measurements".to_owned());
        }
        said
    }

    /// The tables of all measurements.
    pub fn tables(&self) -> Vec<Table> {
        tables::tables(&steps(&self.records).0, &self.images)
    }

    /// Prints tables, verdict and messages; writes the records. The status is 1 if targets differ or
    /// something failed, `missing` if a tool is missing, else 0.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(
        self,
        verdict: &str,
        json: Option<&Path>,
        missing: u8,
    ) -> Result<ExitCode, String> {
        for table in self.tables() {
            println!("{}", table.terminal());
        }
        println!("{verdict}");
        write_json(json, &self.records)?;
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
