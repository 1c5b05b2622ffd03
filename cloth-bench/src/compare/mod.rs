//! One table and one picture over all targets: this machine, the emulated ones
//! and logs captured from boards.

mod chart;
mod check;
mod child;
mod emulate;
mod figures;
mod findings;
mod firmware;
mod tables;

use crate::host;
use crate::record::{check_json_path, json};
use crate::whole_file;
use cloth_core::host::GridSize;
use emulate::{Choice, emulate};
use findings::Findings;
use firmware::Firmware;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// The status of a run that did all it could, but lacked a tool; the scripts
/// have the same.
const MISSING: u8 = 3;

/// Where and how to emulate.
#[derive(Debug)]
pub struct Emulation {
    /// Targets by name; all where there are none.
    pub only: Vec<String>,
    /// The grid; all where there is none.
    pub grid: Option<GridSize>,
    /// Time for one image.
    pub time_limit: Duration,
    /// The folder of the scripts, if not the usual one.
    pub firmware: Option<PathBuf>,
}

impl Emulation {
    fn firmware(&self) -> Result<Firmware, String> {
        Firmware::find(self.firmware.as_deref())
    }

    fn run(&self, firmware: &Firmware) -> Result<Findings, String> {
        let choice = Choice {
            only: self.only.clone(),
            grid: self.grid,
            limit: self.time_limit,
        };
        emulate(firmware, &choice)
    }
}

/// Runs the emulated machines and prints what they cost.
///
/// # Errors
/// If nothing can be run, or the file cannot be written.
pub fn run_emulated(emulation: &Emulation, json: Option<&Path>) -> Result<ExitCode, String> {
    check_json_path(json)?;
    let mut findings = emulation.run(&emulation.firmware()?)?;
    let verdict = findings.judge();
    findings.finish(&verdict, json, MISSING)
}

/// Reads logs and prints what they hold.
///
/// # Errors
/// If a file cannot be read or written.
pub fn import(logs: &[PathBuf], json: Option<&Path>) -> Result<ExitCode, String> {
    check_json_path(json)?;
    let mut findings = Findings::default();
    findings.read_logs(logs)?;
    let verdict = findings.judge();
    findings.finish(&verdict, json, MISSING)
}

/// Measures this machine, runs the emulated ones, reads logs, and writes tables
/// and a picture over all of them. A missing tool is told, and no failure: the
/// other targets' figures are what was asked for.
///
/// # Errors
/// If something cannot be run at all, or a file cannot be read or written.
pub fn compare(
    logs: &[PathBuf],
    mut emulation: Emulation,
    json: Option<&Path>,
    out: &Path,
) -> Result<ExitCode, String> {
    check_json_path(json)?;
    std::fs::create_dir_all(out).map_err(|error| format!("--out {}: {error}", out.display()))?;
    let mut findings = Findings::default();
    // First, so that a wrong name is known at once.
    findings.read_logs(logs)?;
    let all = emulation.only.is_empty();
    let host = all || emulation.only.iter().any(|name| name == HOST);
    emulation.only.retain(|name| name != HOST);
    if all || !emulation.only.is_empty() {
        match emulation.firmware() {
            Ok(firmware) => findings.join(emulation.run(&firmware)?),
            // Nobody asked for a machine: the others can be compared without.
            Err(message) if all && emulation.firmware.is_none() => {
                findings
                    .missing
                    .push(format!("emulated machines: {message}"));
            }
            Err(message) => return Err(message),
        }
    }
    if host {
        findings.take(host::measure_workload(emulation.grid)?);
    }
    let verdict = findings.judge();
    write_all(&findings, &verdict, out)?;
    findings.finish(&verdict, json, 0)
}

/// The name of this machine among the targets.
const HOST: &str = "host";

/// Writes all files, when all are complete.
fn write_all(findings: &Findings, verdict: &str, out: &Path) -> Result<(), String> {
    let (steps, _) = figures::steps(&findings.records);
    if steps.is_empty() {
        eprintln!("{}: nothing to write", out.display());
        return Ok(());
    }
    let files = [
        ("compare.csv", tables::csv(&steps)?),
        ("compare.md", markdown(findings, verdict)),
        ("compare.json", json(&findings.records)?),
        ("compare.svg", chart::svg(&steps)?),
    ];
    for (name, text) in files {
        let path = out.join(name);
        whole_file::write(&path, text.as_bytes())?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

fn markdown(findings: &Findings, verdict: &str) -> String {
    let mut text = "# What a cloth step costs\n\n![Cost by target](compare.svg)\n\n".to_owned();
    for sheet in findings.sheets() {
        text.push_str(&sheet.markdown());
        text.push('\n');
    }
    text.push_str(&format!("## Checks\n\n{verdict}\n"));
    let lists = [&findings.errors, &findings.missing, &findings.warnings];
    let lines = lists.into_iter().flatten();
    // A list entry is one line, also where a script said more.
    let entries: Vec<String> = lines
        .map(|l| format!("- {}\n", l.replace('\n', " ")))
        .collect();
    if !entries.is_empty() {
        text.push_str(&format!("\n## What went wrong\n\n{}", entries.concat()));
    }
    text
}
