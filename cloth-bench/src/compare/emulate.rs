//! Every image on every emulated machine.

use super::findings::Findings;
use super::firmware::{Firmware, Image, Machine, Trouble};
use super::tables::Footprint;
use crate::grid;
use crate::log;
use crate::progress::Progress;
use cloth_core::host::GridSize;
use std::time::{Duration, Instant};

/// What is emulated, and how long an image may take.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Machines by name; all where there are none.
    pub only: Vec<String>,
    /// The grid; all where there is none.
    pub grid: Option<GridSize>,
    /// Time limit for one image.
    pub limit: Duration,
}

/// The image without figures: it shows the least flash and memory.
const MINIMAL: &str = "minimal";

/// Builds and runs what was chosen. One image's failure does not stop the
/// others; it is among the findings.
///
/// # Errors
/// If a machine is chosen that does not exist.
pub fn emulate(firmware: &Firmware, choice: &Choice) -> Result<Findings, String> {
    let machines = chosen(firmware.machines()?, choice)?;
    let mut findings = Findings::default();
    let total = machines.iter().map(|m| 1 + m.images.len()).sum();
    let mut bar = Progress::new("emulate", total);
    for machine in &machines {
        emulate_machine(firmware, machine, choice.limit, &mut bar, &mut findings);
    }
    bar.finish();
    Ok(findings)
}

/// The machines asked for, each with the images asked for.
fn chosen(machines: Vec<Machine>, choice: &Choice) -> Result<Vec<Machine>, String> {
    let names: Vec<&str> = machines.iter().map(|m| m.name.as_str()).collect();
    if let Some(unknown) = choice.only.iter().find(|n| !names.contains(&n.as_str())) {
        return Err(format!("--only {unknown}: there are {}", names.join(", ")));
    }
    let suffix = choice
        .grid
        .map(|grid| format!("-{}", grid::short_name(grid)));
    let mut kept = Vec::new();
    for mut machine in machines {
        if !choice.only.is_empty() && !choice.only.contains(&machine.name) {
            continue;
        }
        if let Some(suffix) = &suffix {
            machine
                .images
                .retain(|image| image.ends_with(suffix.as_str()));
        }
        if machine.images.is_empty() {
            eprintln!("{}: holds no image of this grid", machine.name);
        } else {
            kept.push(machine);
        }
    }
    Ok(kept)
}

fn emulate_machine(
    firmware: &Firmware,
    machine: &Machine,
    limit: Duration,
    bar: &mut Progress,
    findings: &mut Findings,
) {
    let name = &machine.name;
    bar.set_message(format!("{name}: building {} images", machine.images.len()));
    let built = firmware.build(name, &machine.images);
    bar.inc(1);
    let images = match built {
        Ok(images) => images,
        Err(trouble) => {
            bar.inc(machine.images.len());
            findings.trouble(name, trouble);
            return;
        }
    };
    for image in &images {
        bar.set_message(format!("{name}: {}", image.name));
        let start = Instant::now();
        let missing = run_image(firmware, machine, image, limit, findings);
        bar.inc(1);
        if missing {
            return;
        }
        let seconds = start.elapsed().as_secs_f64();
        bar.line(&format!("{name} {}: {seconds:.1} s", image.name));
    }
}

/// Runs one image; whether the emulator is missing.
fn run_image(
    firmware: &Firmware,
    machine: &Machine,
    image: &Image,
    limit: Duration,
    findings: &mut Findings,
) -> bool {
    findings.footprints.push(Footprint {
        target: machine.name.clone(),
        image: image.name.clone(),
        flash_bytes: image.flash_bytes,
        static_ram_bytes: image.static_ram_bytes,
    });
    let source = format!("{} {}", machine.name, image.name);
    let (text, ended) = firmware.run(&machine.name, &image.path, limit);
    if let Err(trouble @ Trouble::Missing(_)) = ended {
        findings.trouble(&machine.name, trouble);
        return true;
    }
    // A minimal image prints no measurements, and has none to lose.
    let mut log = log::read(&source, &text);
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
    if let Err(trouble) = ended {
        findings.trouble(&source, trouble);
    }
    findings.take(log);
    false
}
