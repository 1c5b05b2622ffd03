//! Tables over all targets: this machine, the emulated ones and logs of boards.

mod agreement;
mod findings;
mod script;
mod tables;

use crate::cli::EmulationArguments;
use crate::host;
use crate::log::Record;
use crate::{write, write_json};
use findings::Findings;
use script::Firmware;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The exit status if a tool is missing, as that of the scripts.
const MISSING: u8 = 3;

/// The name of this machine among the targets.
const HOST: &str = "host";

/// Runs the emulated machines and prints their tables.
///
/// # Errors
/// If nothing can be run, or the file cannot be written.
pub fn emulate(arguments: &EmulationArguments, json: Option<&Path>) -> Result<ExitCode, String> {
    let mut findings = Findings::default();
    let firmware = Firmware::find(arguments.firmware.as_deref())?;
    findings.emulate(&firmware, &arguments.only, arguments)?;
    let verdict = findings.judge();
    findings.finish(&verdict, json, MISSING)
}

/// Reads logs and prints their tables.
///
/// # Errors
/// If a file cannot be read or written.
pub fn import(logs: &[PathBuf], json: Option<&Path>) -> Result<ExitCode, String> {
    let mut findings = Findings::default();
    findings.read_logs(logs)?;
    let verdict = findings.judge();
    findings.finish(&verdict, json, MISSING)
}

/// Measures this machine, runs the emulated ones, reads logs, and writes tables over all of them. A
/// missing tool is named, but is no failure.
///
/// # Errors
/// If something cannot be run at all, or a file cannot be read or written.
pub fn compare(
    logs: &[PathBuf],
    emulation: &EmulationArguments,
    json: Option<&Path>,
    out: &Path,
) -> Result<ExitCode, String> {
    std::fs::create_dir_all(out).map_err(|error| format!("--out {}: {error}", out.display()))?;
    let mut findings = Findings::default();
    // First, so that a wrong name is known at once.
    findings.read_logs(logs)?;
    let all = emulation.only.is_empty();
    let mut machines = emulation.only.clone();
    machines.retain(|name| name != HOST);
    if all || !machines.is_empty() {
        match Firmware::find(emulation.firmware.as_deref()) {
            Ok(firmware) => findings.emulate(&firmware, &machines, emulation)?,
            // No machine was named: compare the others.
            Err(message) if all && emulation.firmware.is_none() => {
                let message = format!("emulated machines: {message}");
                findings.missing.push(message);
            }
            Err(message) => return Err(message),
        }
    }
    if all || machines.len() < emulation.only.len() {
        findings.take(host::measure_workload(emulation.grid)?);
    }
    let verdict = findings.judge();
    write_all(&findings.records, out)?;
    findings.finish(&verdict, json, 0)
}

/// Writes the records as CSV and JSON.
fn write_all(records: &[Record], out: &Path) -> Result<(), String> {
    let (steps, _) = tables::steps(records);
    if steps.is_empty() {
        eprintln!("{}: nothing to write", out.display());
        return Ok(());
    }
    write(&out.join("compare.csv"), &tables::csv(&steps)?)?;
    write_json(Some(&out.join("compare.json")), records)
}
