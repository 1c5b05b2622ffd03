//! The firmware's scripts: which machines there are, how an image is built and
//! run.

use super::child::{Ended, Output, run};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The status by which a script says that a tool is missing.
const MISSING: i32 = 3;

/// A machine that can be emulated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Its name, and that of the target.
    pub name: String,
    /// Clock, Hz; 0 where it has none.
    pub clock_hz: u64,
    /// Names of the images that it can hold.
    pub images: Vec<String>,
}

/// An image that was built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Its name, for example `f32-16`.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// Size in flash.
    pub flash_bytes: u64,
    /// Static memory, without the stack.
    pub static_ram_bytes: u64,
}

/// Why a script did not do its work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A tool is missing; the script says how to install it.
    Missing(String),
    /// Anything else.
    Failed(String),
}

/// The folder with the scripts.
#[derive(Clone, Debug)]
pub struct Firmware(PathBuf);

impl Firmware {
    /// The folder given; else that of the sources this program was built from;
    /// else that of the current directory.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(given: Option<&Path>) -> Result<Self, String> {
        let usual = [
            Path::new(env!("CARGO_MANIFEST_DIR")).join("firmware"),
            PathBuf::from("cloth-bench/firmware"),
            PathBuf::from("firmware"),
        ];
        let places = given.map_or(usual.to_vec(), |place| vec![place.to_owned()]);
        let found = places.iter().find(|place| place.join("machines").is_file());
        match found.map(|place| place.canonicalize()) {
            Some(Ok(place)) => Ok(Self(place)),
            Some(Err(error)) => Err(format!("the firmware's folder: {error}")),
            None => Err(format!(
                "no script {} with the names of the machines",
                places[0].join("machines").display()
            )),
        }
    }

    /// All machines.
    ///
    /// # Errors
    /// If the script fails or prints something else.
    pub fn machines(&self) -> Result<Vec<Machine>, String> {
        let output = run(&mut Command::new(self.0.join("machines")), None)?;
        if output.ended != Ended::Status(Some(0)) {
            return Err(format!("firmware/machines failed: {}", said(&output)));
        }
        let lines = output.stdout.lines().filter(|line| !line.trim().is_empty());
        lines
            .map(|line| machine(line).ok_or(format!("firmware/machines: not a machine: {line:?}")))
            .collect()
    }

    /// Builds images for a machine.
    ///
    /// # Errors
    /// What the script says, if it fails.
    pub fn build(&self, machine: &str, images: &[String]) -> Result<Vec<Image>, Trouble> {
        let mut command = Command::new(self.0.join("build"));
        let output = run(command.arg(machine).args(images), None).map_err(Trouble::Failed)?;
        succeeded(&output, "build")?;
        let built: Vec<Image> = output.stdout.lines().filter_map(image).collect();
        let absent = |name: &&String| !built.iter().any(|image| image.name == **name);
        match images.iter().find(absent) {
            Some(name) => Err(Trouble::Failed(format!(
                "build did not name the image {name}"
            ))),
            None => Ok(built),
        }
    }

    /// Runs an image in its emulator for `limit` at most: what it printed, and
    /// what went wrong.
    pub fn run(
        &self,
        machine: &str,
        path: &Path,
        limit: Duration,
    ) -> (String, Result<(), Trouble>) {
        let mut command = Command::new(self.0.join("run"));
        match run(command.arg(machine).arg(path), Some(limit)) {
            Ok(output) => {
                let ended = match output.ended {
                    Ended::TimeLimit => Err(Trouble::Failed(format!(
                        "killed after the time limit of {} s (--time-limit)",
                        limit.as_secs_f64()
                    ))),
                    Ended::Status(_) => succeeded(&output, "run"),
                };
                (output.stdout, ended)
            }
            Err(message) => (String::new(), Err(Trouble::Failed(message))),
        }
    }
}

fn succeeded(output: &Output, script: &str) -> Result<(), Trouble> {
    match output.ended {
        Ended::Status(Some(0)) => Ok(()),
        Ended::Status(Some(MISSING)) => Err(Trouble::Missing(said(output))),
        Ended::Status(Some(status)) => Err(Trouble::Failed(format!(
            "{script} failed with status {status}: {}",
            said(output)
        ))),
        _ => Err(Trouble::Failed(format!("{script} was killed"))),
    }
}

/// The last lines of a script's messages.
fn said(output: &Output) -> String {
    const LINES: usize = 12;
    let lines: Vec<&str> = output.stderr.trim().lines().collect();
    lines[lines.len().saturating_sub(LINES)..].join("\n")
}

/// `m0 16000000 f32-8 f32-16`
fn machine(line: &str) -> Option<Machine> {
    let mut words = line.split_whitespace().map(str::to_owned);
    Some(Machine {
        name: words.next()?,
        clock_hz: words.next()?.parse().ok()?,
        images: words.collect(),
    })
}

/// `f32-8 /a/path with spaces 12345 6789`
fn image(line: &str) -> Option<Image> {
    let (name, rest) = line.trim().split_once(' ')?;
    let (rest, ram) = rest.rsplit_once(' ')?;
    let (path, flash) = rest.rsplit_once(' ')?;
    Some(Image {
        name: name.to_owned(),
        path: PathBuf::from(path),
        flash_bytes: flash.parse().ok()?,
        static_ram_bytes: ram.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scripts_lines_are_read() {
        let m0 = machine("m0 16000000 f32-8 minimal").unwrap();
        assert_eq!((m0.name.as_str(), m0.clock_hz), ("m0", 16_000_000));
        assert_eq!(m0.images, ["f32-8", "minimal"]);
        assert_eq!(machine("m0 fast"), None);
        let built = image("f32-8 /a b/image.elf 12345 678").unwrap();
        assert_eq!(built.path, Path::new("/a b/image.elf"));
        assert_eq!((built.flash_bytes, built.static_ram_bytes), (12_345, 678));
        assert_eq!(image("f32-8 12345"), None);
    }
}
