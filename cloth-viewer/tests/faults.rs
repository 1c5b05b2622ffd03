//! Faults from outside, with the program as a user runs it: a message that names the place, nothing
//! half-written under a final name, nothing of the user's overwritten.
//!
//! The loss of a display is among the tests of the window.
#![cfg(unix)]

mod folder;

use folder::{Folder, failure, png, stdout};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Longest wait for anything.
const LIMIT: Duration = Duration::from_secs(60);
/// A scene that is quick to compute.
const SMALL: [&str; 5] = ["four-corners", "--grid", "8", "--size", "64x64"];
/// So many steps that no run of a test comes to their end.
const LONG: [&str; 2] = ["--frames", "1000000"];
/// Files of at most four blocks, as where the disk is full: the write fails.
const CRAMPED: &str = "trap '' XFSZ; ulimit -f 4";
const SIGKILL: i32 = 9;
const SIGTERM: i32 = 15;

/// The same run, after a shell has done something.
fn in_shell(run: &Command, first: &str) -> Command {
    let mut shell = Command::new("sh");
    let script = format!("{first}; exec \"$0\" \"$@\"");
    shell.args(["-c", &script]).arg(run.get_program());
    shell.args(run.get_args());
    shell.current_dir(run.get_current_dir().unwrap());
    shell.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    shell
}

#[test]
fn a_full_disk_leaves_what_was_there() {
    let folder = Folder::new("full");
    let picture = ["four-corners", "--frames", "2", "--size", "640x400"];
    let outputs = [
        (&["--out", "a.png"][..], "a.png"),
        (&["--out", "a.gif"], "a.gif"),
        (&["--out", "frames/"], "frames/frame-00000.png"),
        (&["--export", "a.obj"], "a.obj"),
    ];
    for was in [None, Some("mine")] {
        for (arguments, place) in outputs {
            let path = folder.0.join(place);
            let _ = fs::create_dir(folder.0.join("frames"));
            was.inspect(|was| fs::write(&path, was).unwrap());
            let command = folder.command(&[&picture[..], arguments].concat());
            let output = in_shell(&command, CRAMPED).output().unwrap();
            let text = String::from_utf8_lossy(&output.stderr);
            let said = format!("error: cannot write {place}: File too large");
            assert!(text.starts_with(&said), "{text}");
            assert_eq!(output.status.code(), Some(1));
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), was);
            // Nothing beside it either.
            let names = folder.names(Path::new(place).parent().unwrap().to_str().unwrap());
            assert!(!names.iter().any(|name| name.starts_with('.')), "{names:?}");
        }
    }
    // With room for them they are written.
    for (arguments, place) in outputs {
        stdout(&folder.run(&[&picture[..], arguments].concat()));
        assert!(fs::metadata(folder.0.join(place)).unwrap().len() > 4 * 1024);
    }
}

/// A run that goes on until it is killed, once this holds. It ends with the test, however that ends.
struct Running(Child);

impl Running {
    fn until(mut command: Command, mut holds: impl FnMut() -> bool) -> Self {
        let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut running = Self(quiet.spawn().unwrap());
        let until = Instant::now() + LIMIT;
        while !holds() {
            assert!(Instant::now() < until && running.0.try_wait().unwrap().is_none());
            sleep(Duration::from_millis(5));
        }
        running
    }

    /// Sends it a signal that ends it.
    fn kill(mut self, signal: i32) {
        let status = Command::new("sh")
            .args(["-c", &format!("kill -{signal} {}", self.0.id())])
            .status();
        assert!(status.unwrap().success());
        assert_eq!(self.0.wait().unwrap().signal(), Some(signal));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether a file has anything in it.
fn has_begun(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.len() > 0)
}

#[test]
fn a_killed_run_leaves_the_old_animation_and_the_next_one_takes_its_place() {
    for (signal, was) in [(SIGKILL, None), (SIGTERM, Some("mine"))] {
        let folder = Folder::new(&format!("killed-{signal}"));
        let path = folder.0.join("k.gif");
        let hidden = folder.0.join(".k.gif.cloth.partial");
        was.inspect(|was| fs::write(&path, was).unwrap());
        let arguments = [&SMALL[..], &["--out", "k.gif"]].concat();
        let long = folder.command(&[&arguments[..], &LONG].concat());
        let running = Running::until(long, || has_begun(&hidden));
        // Nobody else may, as long as it is being written.
        let (text, code) = failure(&folder.run(&arguments));
        let said = "error: cannot write k.gif: another program is writing it, in ";
        assert!(code == 1 && text.starts_with(said), "{text}");
        running.kill(signal);
        assert!(hidden.exists());
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), was);
        stdout(&folder.run(&[&arguments[..], &["--frames", "2"]].concat()));
        assert_eq!(folder.names(""), ["k.gif"]);
        assert!(fs::read(&path).unwrap().starts_with(b"GIF89a"));
    }
}

/// Starts runs in one moment, of pictures as wide as each number says, and waits for all.
fn run_at_once(folder: &Folder, widths: &BTreeSet<u32>) {
    let gate = folder.0.join("gate");
    let made = Command::new("mkfifo").arg(&gate).status().unwrap();
    assert!(made.success());
    let start = |width: &u32| {
        let size = format!("{width}x64");
        let run = folder.command(&["four-corners", "--grid", "8", "--size", &size]);
        // Each waits at a gate that opens for all.
        let mut waiting = in_shell(&run, ": < gate");
        let piped = waiting.stdout(Stdio::piped()).stderr(Stdio::piped());
        piped.spawn().unwrap()
    };
    let running: Vec<_> = widths.iter().map(start).collect();
    sleep(Duration::from_millis(200));
    let _open = File::options().write(true).open(gate).unwrap();
    for run in running {
        stdout(&run.wait_with_output().unwrap());
    }
}

/// Where a number could be taken twice, a file was lost in every third such round.
#[test]
fn runs_at_the_same_time_take_different_names() {
    for round in 0..3 {
        let folder = Folder::new(&format!("same-time-{round}"));
        let path = |name: &str| folder.0.join("cloth-out").join(name);
        fs::create_dir(folder.0.join("cloth-out")).unwrap();
        fs::write(path("four-corners-002.png"), "mine").unwrap();
        let widths: BTreeSet<u32> = (64..72).collect();
        run_at_once(&folder, &widths);
        assert_eq!(fs::read(path("four-corners-002.png")).unwrap(), b"mine");
        let names = folder.names("cloth-out");
        assert_eq!(names.len(), 2 * widths.len() + 1, "{names:?}");
        let animations = names.iter().filter(|name| name.ends_with(".gif"));
        let width = |name: &String| {
            let animation = File::open(path(name)).unwrap();
            let gif = gif::DecodeOptions::new().read_info(animation).unwrap();
            // A run's picture has the number of its animation.
            let width = u32::from(gif.width());
            assert_eq!(png(&path(&name.replace("gif", "png"))).0.0, width);
            width
        };
        assert_eq!(animations.map(width).collect::<BTreeSet<_>>(), widths);
    }
}
