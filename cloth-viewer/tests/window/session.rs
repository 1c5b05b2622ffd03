//! A screen of its own, the program on it, and hands for keys and mouse.

use crate::screen::Shot;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Size of the screen, pixels. A window may be larger.
pub const SIZE: (usize, usize) = (640, 400);
/// Longest wait for anything: a busy machine is slow, a broken program never gets there.
const LIMIT: Duration = Duration::from_secs(20);
/// Time in which a key is mostly answered.
const ANSWERED: Duration = Duration::from_millis(300);
/// Time between two looks.
const BETWEEN: Duration = Duration::from_millis(10);

/// A process that ends with the test, however that ends.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The program in its window. Fields are dropped in their order: the program before its screen.
pub struct Session {
    program: Process,
    server: Process,
    folder: Folder,
    display: String,
}

impl Session {
    /// Opens a screen of [`SIZE`] and the program on it.
    pub fn open(arguments: &[&str]) -> Self {
        Self::open_on(SIZE, arguments)
    }

    /// Opens a screen and the program on it.
    pub fn open_on(size: (usize, usize), arguments: &[&str]) -> Self {
        let folder = Folder::new();
        let (server, display) = screen(&folder, size);
        let program = Command::new(env!("CARGO_BIN_EXE_cloth-viewer"))
            .args(arguments)
            .env("DISPLAY", &display)
            .env_remove("WAYLAND_DISPLAY")
            .current_dir(&folder.0)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the viewer starts");
        let mut session = Self {
            program: Process(program),
            server,
            folder,
            display,
        };
        session.until("a cloth", |shot| shot.cloth().0 > 500);
        session
    }

    /// What the screen shows now.
    pub fn shot(&mut self) -> Shot {
        let file = self.folder.0.join("Xvfb_screen0");
        let until = Instant::now() + LIMIT;
        loop {
            if let Some(shot) = Shot::read(&file) {
                return shot;
            }
            assert!(Instant::now() < until, "Xvfb writes no picture");
            sleep(BETWEEN);
        }
    }

    /// Waits for a picture that is as it should be.
    pub fn until(&mut self, what: &str, mut holds: impl FnMut(&Shot) -> bool) -> Shot {
        let until = Instant::now() + LIMIT;
        loop {
            let shot = self.shot();
            if holds(&shot) {
                return shot;
            }
            assert!(Instant::now() < until, "waiting for {what}: {shot:?}");
            self.look_again(what);
        }
    }

    /// Waits a little; the program must be there still.
    pub fn look_again(&mut self, what: &str) {
        assert!(
            self.status().is_none(),
            "waiting for {what}: the viewer ended"
        );
        sleep(BETWEEN);
    }

    /// Waits until the picture has changed so often.
    pub fn pictures(&mut self, count: usize) {
        let mut last = self.shot();
        for _ in 0..count {
            last = self.until("another picture", |shot| *shot != last);
        }
    }

    /// Waits for a title that ends like this.
    pub fn until_title(&mut self, end: &str) {
        let until = Instant::now() + LIMIT;
        loop {
            let title = self.title();
            if title.ends_with(end) {
                return;
            }
            assert!(Instant::now() < until, "waiting for {end}: {title}");
            self.look_again("a title");
        }
    }

    /// Closes the window while something is being recorded, as a user does: with the first Escape it
    /// asks. Two that a busy machine hears at once are one, so there may have to be more.
    pub fn close(&mut self) -> ExitStatus {
        let until = Instant::now() + LIMIT;
        while Instant::now() < until {
            self.tap("Escape");
            let asked = Instant::now();
            while asked.elapsed() < ANSWERED {
                if let Some(status) = self.status() {
                    return status;
                }
                sleep(BETWEEN);
            }
        }
        panic!("the viewer does not end");
    }

    fn status(&mut self) -> Option<ExitStatus> {
        self.program.0.try_wait().expect("the viewer can be asked")
    }

    /// Waits for the program to end.
    pub fn end(&mut self) -> ExitStatus {
        let until = Instant::now() + LIMIT;
        loop {
            if let Some(status) = self.status() {
                return status;
            }
            assert!(Instant::now() < until, "the viewer does not end");
            sleep(BETWEEN);
        }
    }

    /// Takes the screen away while the program runs, and waits for its end.
    pub fn lose_display(&mut self) -> ExitStatus {
        self.server.0.kill().expect("Xvfb runs");
        self.end()
    }

    /// Presses a key and lets it go at once.
    pub fn tap(&self, key: &str) {
        self.xdotool(&["key", key]);
    }

    /// Moves the cursor, (x, y) from the top left.
    pub fn point(&self, (x, y): (usize, usize)) {
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
    }

    /// Presses a mouse button (1 left, 2 middle, 3 right), or lets it go.
    pub fn hold(&self, button: u8, down: bool) {
        let what = if down { "mousedown" } else { "mouseup" };
        self.xdotool(&[what, &button.to_string()]);
    }

    /// Turns the wheel by a notch, away from the user or towards.
    pub fn wheel(&self, away: bool) {
        self.xdotool(&["click", if away { "4" } else { "5" }]);
    }

    /// Presses a key, or lets it go.
    pub fn hold_key(&self, key: &str, down: bool) {
        self.xdotool(&[if down { "keydown" } else { "keyup" }, key]);
    }

    /// Gives the window another size.
    pub fn resize(&self, (width, height): (usize, usize)) {
        let (width, height) = (width.to_string(), height.to_string());
        // Its title says more where time goes slower than it should.
        let name = "^cloth-viewer";
        self.xdotool(&["search", "--name", name, "windowsize", &width, &height]);
    }

    /// Where the program was started.
    pub fn folder(&self) -> &Path {
        &self.folder.0
    }

    /// Processor time that the program has used.
    pub fn used(&self) -> Duration {
        let stat = format!("/proc/{}/stat", self.program.0.id());
        let stat = std::fs::read_to_string(stat).expect("the program runs");
        // The name, in brackets, may hold spaces. After it user and system time are the 12th and
        // 13th word, in hundredths of a second.
        let (_, words) = stat.rsplit_once(") ").expect("a name in brackets");
        let words = words.split(' ').skip(11).take(2);
        let ticks: u64 = words.map(|word| word.parse::<u64>().expect("ticks")).sum();
        Duration::from_millis(10 * ticks)
    }

    /// The titles of the program's windows.
    fn title(&self) -> String {
        let output = Command::new("xdotool")
            .args(["search", "--name", "^cloth-viewer", "getwindowname"])
            .env("DISPLAY", &self.display)
            .output()
            .expect("xdotool is there");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// What the program has printed, once it has ended.
    pub fn output(&mut self) -> String {
        let mut text = String::new();
        if let Some(mut output) = self.program.0.stdout.take() {
            let _ = output.read_to_string(&mut text);
        }
        text
    }

    fn xdotool(&self, arguments: &[&str]) {
        let status = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.display)
            .status()
            .expect("xdotool is there");
        assert!(status.success(), "xdotool {arguments:?}: {status}");
    }
}

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("cloth-window-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder for temporary files");
        Self(path)
    }
}

/// Starts Xvfb on a display that is free, and returns it with the display's name.
fn screen(folder: &Folder, (width, height): (usize, usize)) -> (Process, String) {
    let mut server = Command::new("Xvfb")
        // It writes the display's number to standard output when it is ready.
        // `-r`: held keys do not repeat, or one that is tapped while the machine stands still for half
        // a second would count twice.
        .args([
            "-displayfd",
            "1",
            "-nolisten",
            "tcp",
            "-noreset",
            "-r",
            // It would be drawn into what is compared.
            "-nocursor",
            "-fbdir",
        ])
        .arg(&folder.0)
        .args(["-screen", "0", &format!("{width}x{height}x24")])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb is there");
    let output = server.stdout.take().expect("it is piped");
    let server = Process(server);
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        let _ = BufReader::new(output).read_line(&mut line);
        let _ = sender.send(line);
    });
    let line = receiver.recv_timeout(LIMIT).unwrap_or_default();
    let number: u32 = line.trim().parse().expect("Xvfb names its display");
    (server, format!(":{number}"))
}
