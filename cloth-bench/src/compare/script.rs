//! The firmware's scripts: they name the machines, build images and run them, for a limited time.

use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Once;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A script's exit status if a tool is missing.
const MISSING: i32 = 3;

/// A machine that can be emulated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emulator {
    /// Its name, and that of the target.
    pub name: String,
    /// Clock, Hz; 0 if it has none.
    pub clock_hz: u32,
    /// Names of the images that fit.
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
    pub flash_bytes: u32,
    /// Static memory, without the stack.
    pub static_ram_bytes: u32,
}

/// Why a script failed.
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
    /// The folder given, or that of the sources from which this program was built.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(given: Option<&Path>) -> Result<Self, String> {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("firmware");
        let machines = given.unwrap_or(&sources).join("machines");
        if !machines.is_file() {
            let path = machines.display();
            return Err(format!("no script {path} with the names of the machines"));
        }
        match given.unwrap_or(&sources).canonicalize() {
            Ok(folder) => Ok(Self(folder)),
            Err(error) => Err(format!("the firmware's folder: {error}")),
        }
    }

    /// All machines.
    ///
    /// # Errors
    /// If the script fails or prints something else.
    pub fn machines(&self) -> Result<Vec<Emulator>, String> {
        let (text, ended) = self.script("machines", &[], None);
        if let Err(Trouble::Missing(said) | Trouble::Failed(said)) = ended {
            return Err(format!("firmware/{said}"));
        }
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        lines
            .map(|line| machine(line).ok_or(format!("firmware/machines: not a machine: {line:?}")))
            .collect()
    }

    /// Builds images for a machine.
    ///
    /// # Errors
    /// The script's message, if it fails.
    pub fn build(&self, machine: &str, images: &[String]) -> Result<Vec<Image>, Trouble> {
        let words: Vec<&str> = [machine]
            .into_iter()
            .chain(images.iter().map(String::as_str))
            .collect();
        let (text, ended) = self.script("build", &words, None);
        ended?;
        let built: Vec<Image> = text.lines().filter_map(image).collect();
        let absent = |name: &&String| !built.iter().any(|image| image.name == **name);
        match images.iter().find(absent) {
            Some(name) => Err(Trouble::Failed(format!(
                "build did not name the image {name}"
            ))),
            None => Ok(built),
        }
    }

    /// Runs an image in its emulator for at most `limit`: its output, and how it ended.
    pub fn run(
        &self,
        machine: &str,
        path: &Path,
        limit: Duration,
    ) -> (String, Result<(), Trouble>) {
        self.script("run", &[machine, &path.to_string_lossy()], Some(limit))
    }

    /// Runs a script: its output, and how it ended.
    fn script(
        &self,
        name: &str,
        words: &[&str],
        limit: Option<Duration>,
    ) -> (String, Result<(), Trouble>) {
        let mut command = Command::new(self.0.join(name));
        let (status, stdout, stderr) = match run(command.args(words), limit) {
            Ok(output) => output,
            Err(error) => {
                return (
                    String::new(),
                    Err(Trouble::Failed(format!("{name}: {error}"))),
                );
            }
        };
        let said = last_lines(&stderr);
        let ended = match (status.map(|status| status.code()), limit) {
            (Some(Some(0)), _) => Ok(()),
            (Some(Some(MISSING)), _) => Err(Trouble::Missing(said)),
            (Some(Some(status)), _) => {
                let text = format!("{name} failed with status {status}: {said}");
                Err(Trouble::Failed(text))
            }
            (None, Some(limit)) => Err(Trouble::Failed(format!(
                "killed after the time limit of {} s (--time-limit)",
                limit.as_secs_f64()
            ))),
            _ => Err(Trouble::Failed(format!("{name} was killed"))),
        };
        (stdout, ended)
    }
}

/// The last lines of a script's messages, which have the reason.
fn last_lines(text: &str) -> String {
    const LINES: usize = 12;
    let lines: Vec<&str> = text.trim().lines().collect();
    lines[lines.len().saturating_sub(LINES)..].join("\n")
}

/// `m0 16000000 f32-8 f32-16`
fn machine(line: &str) -> Option<Emulator> {
    let mut words = line.split_whitespace().map(str::to_owned);
    Some(Emulator {
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

/// Time between two checks of a running script.
const PAUSE: Duration = Duration::from_millis(20);
/// The most output that is read: a script may print without end.
const MOST: u64 = 64 << 20;

/// Process group of the running script, or 0.
static RUNNING: AtomicI32 = AtomicI32::new(0);

/// Runs `command` to its end, or for `limit`, and kills all that it has started: its status, if it
/// ended, its output and its messages. It writes into files: a pipe would have to be read meanwhile,
/// and a process that the script has started could hold it open.
fn run(
    command: &mut Command,
    limit: Option<Duration>,
) -> std::io::Result<(Option<ExitStatus>, String, String)> {
    end_with_the_program();
    let (stdout, stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    command
        .stdin(Stdio::null())
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?);
    // A group of its own, so that an emulator ends with its script.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.spawn()?;
    RUNNING.store(child.id() as i32, Ordering::SeqCst);
    let start = Instant::now();
    let mut status = child.try_wait()?;
    while status.is_none() && limit.is_none_or(|limit| start.elapsed() < limit) {
        sleep(PAUSE);
        status = child.try_wait()?;
    }
    kill_group(RUNNING.swap(0, Ordering::SeqCst));
    // Both fail only if the process is gone.
    let _ = child.kill();
    let _ = child.wait();
    Ok((status, text(stdout)?, text(stderr)?))
}

/// The contents of a file.
fn text(mut file: std::fs::File) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.take(MOST).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Kills the processes of a group that still run.
fn kill_group(group: i32) {
    #[cfg(unix)]
    if group > 0 {
        use nix::sys::signal::{Signal, killpg};
        // It fails if all have ended.
        let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
    }
    #[cfg(not(unix))]
    let _ = group;
}

/// Kills the running script at an interrupt, which does not reach a group of its own.
fn end_with_the_program() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let handler = || {
            kill_group(RUNNING.load(Ordering::SeqCst));
            // The shell's status for an interrupted command.
            std::process::exit(130);
        };
        if let Err(error) = ctrlc::set_handler(handler) {
            eprintln!("cloth-bench: an interrupt will not stop emulators: {error}");
        }
    });
}
