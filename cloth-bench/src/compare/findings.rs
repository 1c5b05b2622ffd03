//! What has been found of all targets, and how it is told.

use super::agreement::check;
use super::script::{Emulator, Firmware, Image, Trouble};
use super::tables::{self, Footprint, steps};
use crate::cli::EmulationArguments;
use crate::grid_size;
use crate::log::{self, Log, Record, StepTrace, write_json};
use crate::progress_line::ProgressLine;
use crate::table::Table;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// The image without figures: it shows the least flash and memory.
const MINIMAL: &str = "minimal";

/// What was measured, and what went wrong.
#[derive(Debug, Default)]
pub struct Findings {
    /// Measurements.
    pub records: Vec<Record>,
    /// Hashes of steps.
    pub traces: Vec<StepTrace>,
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
    fn trouble(&mut self, name: &str, trouble: Trouble) {
        match trouble {
            Trouble::Missing(text) => self.missing.push(format!("{name}: missing: {text}")),
            Trouble::Failed(text) => self.errors.push(format!("{name}: {text}")),
        }
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

    /// Builds and runs the images of the machines named, or of all. One image's failure does not
    /// stop the others: it is among the findings.
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
        if let Some(unknown) = only
            .iter()
            .find(|name| machines.iter().all(|m| m.name != **name))
        {
            let names: Vec<&str> = machines.iter().map(|m| m.name.as_str()).collect();
            return Err(format!("--only {unknown}: there are {}", names.join(", ")));
        }
        machines.retain(|machine| only.is_empty() || only.contains(&machine.name));
        if let Some(grid) = arguments.grid {
            let suffix = format!("-{}", grid_size::short_name(grid));
            for machine in &mut machines {
                machine.images.retain(|image| image.ends_with(&suffix));
            }
        }
        let total = machines
            .iter()
            .map(|machine| 1 + machine.images.len())
            .sum();
        let mut progress = ProgressLine::new("emulate", total);
        for machine in &machines {
            if machine.images.is_empty() {
                eprintln!("{}: holds no image of this grid", machine.name);
            } else {
                self.emulate_machine(firmware, machine, arguments.time_limit, &mut progress);
            }
        }
        Ok(())
    }

    fn emulate_machine(
        &mut self,
        firmware: &Firmware,
        machine: &Emulator,
        time_limit: u64,
        progress: &mut ProgressLine,
    ) {
        let name = &machine.name;
        progress.say(&format!("{name}: building"));
        let images = match firmware.build(name, &machine.images) {
            Ok(images) => images,
            Err(trouble) => return self.trouble(name, trouble),
        };
        progress.done(1);
        for image in &images {
            progress.say(&format!("{name} {}", image.name));
            self.footprints.push(Footprint {
                target: name.clone(),
                image: image.name.clone(),
                flash_bytes: image.flash_bytes,
                static_ram_bytes: image.static_ram_bytes,
            });
            let limit = Duration::from_secs(time_limit);
            let (text, ended) = firmware.run(name, &image.path, limit);
            if let Err(trouble @ Trouble::Missing(_)) = ended {
                return self.trouble(name, trouble);
            }
            self.take_output(machine, image, &text);
            if let Err(trouble) = ended {
                self.trouble(&format!("{name} {}", image.name), trouble);
            }
            progress.done(1);
        }
    }

    /// Adds what an image has printed.
    fn take_output(&mut self, machine: &Emulator, image: &Image, text: &str) {
        let mut log = log::read(&format!("{} {}", machine.name, image.name), text);
        // A minimal image prints no measurements, and has none to lose.
        if image.name == MINIMAL {
            log.warnings.clear();
        }
        for record in &mut log.records {
            record.flash_bytes = Some(image.flash_bytes);
            record.static_ram_bytes = Some(image.static_ram_bytes);
            // 0: the machine has no clock of its own.
            let clock = Some(machine.clock_hz).filter(|&hz| hz > 0);
            record.clock_hz = record.clock_hz.or(clock);
        }
        // Here a lost line is no noise of a probe, but a mistake.
        log.errors.append(&mut log.warnings);
        self.take(log);
    }

    /// Compares the hashes of all targets: differences join the errors. What
    /// was compared is the result.
    pub fn judge(&mut self) -> String {
        self.warnings.extend(steps(&self.records).1);
        let verdict = check(&self.records, &self.traces);
        let said = verdict.to_string();
        self.errors.extend(verdict.differences);
        if self.records.is_empty() && self.footprints.is_empty() && self.missing.is_empty() {
            self.errors.push("there are no measurements".to_owned());
        }
        said
    }

    /// The tables of all measurements.
    pub fn tables(&self) -> Vec<Table> {
        tables::tables(&steps(&self.records).0, &self.footprints)
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
        for table in self.tables() {
            println!("{}", table.terminal());
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
