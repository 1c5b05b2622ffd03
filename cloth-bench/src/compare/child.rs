//! Running a script with all it starts, for a limited time.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};

/// How a script ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With this status; `None` if a signal ended it.
    Status(Option<i32>),
    /// It took too long, and was killed with all it had started.
    TimeLimit,
}

/// What a script printed, and how it ended.
#[derive(Clone, Debug)]
pub struct Output {
    /// How it ended.
    pub ended: Ended,
    /// Its standard output.
    pub stdout: String,
    /// Its messages.
    pub stderr: String,
}

/// Between two looks at a running script.
const PAUSE: Duration = Duration::from_millis(20);
/// How long an ended script's output may take to arrive.
const LATE: Duration = Duration::from_secs(2);
/// Most output that is kept: a script that prints without end must not fill the
/// memory.
const MOST: u64 = 64 << 20;

/// Process group of the script that runs now; 0 where none does.
static RUNNING: AtomicI32 = AtomicI32::new(0);

/// Runs `command` to its end, or for `limit`.
///
/// # Errors
/// If it cannot be started.
pub fn run(command: &mut Command, limit: Option<Duration>) -> Result<Output, String> {
    end_with_the_program();
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |error: std::io::Error| format!("{name}: {error}");
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    // A group of its own, so that an emulator ends with its script.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.spawn().map_err(failed)?;
    RUNNING.store(child.id() as i32, Ordering::SeqCst);
    let stdout = Reader::new(child.stdout.take());
    let stderr = Reader::new(child.stderr.take());

    let start = Instant::now();
    let ended = loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            break Ended::Status(status.code());
        }
        if limit.is_some_and(|limit| start.elapsed() >= limit) {
            break Ended::TimeLimit;
        }
        sleep(PAUSE);
    };
    kill_group(RUNNING.swap(0, Ordering::SeqCst));
    if ended == Ended::TimeLimit {
        kill(&mut child);
    }
    Ok(Output {
        ended,
        stdout: stdout.text(),
        stderr: stderr.text(),
    })
}

/// Ends a child that may have ended already, and collects its status.
fn kill(child: &mut Child) {
    // Both fail only for a process that is gone.
    let _ = child.kill();
    let _ = child.wait();
}

/// Ends what is left of a process group, if anything is.
fn kill_group(group: i32) {
    #[cfg(unix)]
    if group > 0 {
        use nix::sys::signal::{Signal, killpg};
        // Fails where all have ended, which is what is wanted.
        let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
    }
    #[cfg(not(unix))]
    let _ = group;
}

/// A script in a group of its own does not hear the terminal's interrupt: it is
/// passed on.
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

/// Reads a pipe beside the running script, which would stop at a full one.
struct Reader {
    bytes: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<()>,
}

impl Reader {
    fn new(pipe: Option<impl Read + Send + 'static>) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&bytes);
        let thread = std::thread::spawn(move || {
            let Some(pipe) = pipe else { return };
            let mut pipe = pipe.take(MOST);
            let mut part = [0; 4096];
            while let Ok(count @ 1..) = pipe.read(&mut part) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&part[..count]);
            }
        });
        Self { bytes, thread }
    }

    /// All that has come. Something that left the script's group could hold the
    /// pipe open: it is not waited for.
    fn text(self) -> String {
        let start = Instant::now();
        while !self.thread.is_finished() && start.elapsed() < LATE {
            sleep(PAUSE);
        }
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
