//! A screen of its own, the program on it, hands for keys and mouse, and eyes.

use crate::folder::Folder;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Size of the screen, pixels. A window may be larger.
pub const SIZE: (usize, usize) = (640, 400);
/// Height of the heads-up text, which shows how fast this machine is: in narrow windows two lines
/// where the numbers are long.
pub const LINE: usize = 52;
/// Longest wait for anything: a busy machine is slow, a broken program never gets there.
pub const LIMIT: Duration = Duration::from_secs(20);
/// Longer than the window takes to hear of a button, shorter than a click may.
pub const CLICK: Duration = Duration::from_millis(100);
/// As long as a picture that rests stays the same.
const RESTS: Duration = Duration::from_millis(200);
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

/// The program in its window. Fields are dropped in their order: the program before its screen.
pub struct Session {
    program: Process,
    server: Process,
    /// Where the program was started.
    pub folder: Folder,
    display: String,
}

impl Session {
    /// Opens a screen and the program on it.
    pub fn open(size: (usize, usize), arguments: &[&str]) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = Folder::new(&format!("window-{number}"));
        let (server, display) = screen(&folder.0, size);
        let program = (folder.command(arguments))
            .env("DISPLAY", &display)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the viewer starts");
        let mut session = Self {
            program: Process(program),
            server,
            folder,
            display,
        };
        session.until("a cloth", |shot| shot.cloth() > 500);
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
            assert!(Instant::now() < until, "waiting for {what}");
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

    /// Waits until the part of a window of this size, below the text at the top, stays as it is for a while.
    pub fn rests(&mut self, size: (usize, usize)) -> Shot {
        let mut last = (self.shot().of_window(size), Instant::now());
        self.until("a rest", |shot| {
            let now = shot.of_window(size);
            if now != last.0 {
                last = (now, Instant::now());
            }
            last.1.elapsed() > RESTS
        });
        last.0
    }

    /// Presses a key in a window of this size that rests, and waits until so many pixels have changed.
    pub fn tap_and_see(&mut self, key: &str, size: (usize, usize), pixels: usize) {
        let before = self.rests(size);
        self.tap(key);
        self.until(key, |shot| shot.of_window(size).changed(&before) >= pixels);
    }

    fn status(&mut self) -> Option<ExitStatus> {
        self.program.0.try_wait().expect("the viewer can be asked")
    }

    /// Closes the window, as a user does. While something is being recorded it asks; and two presses that a busy
    /// machine hears at once are one. So there may have to be several.
    pub fn close(&mut self) -> Option<i32> {
        for _ in 0..50 {
            if self.status().is_none() {
                self.tap("Escape");
                sleep(Duration::from_millis(300));
            }
        }
        self.status().expect("the viewer ends").code()
    }

    /// Takes the screen away while the program runs, and waits for its end.
    pub fn lose_display(&mut self) -> Option<i32> {
        self.server.0.kill().expect("Xvfb runs");
        self.program.0.wait().expect("the viewer ends").code()
    }

    /// Presses a key and lets it go at once.
    pub fn tap(&self, key: &str) {
        self.xdotool(&["key", key]);
    }

    /// Presses a key, or lets it go.
    pub fn hold_key(&self, key: &str, down: bool) {
        self.xdotool(&[if down { "keydown" } else { "keyup" }, key]);
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

    pub fn xdotool(&self, arguments: &[&str]) {
        let status = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.display)
            .status()
            .expect("xdotool is there");
        assert!(status.success(), "xdotool {arguments:?}: {status}");
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
}

/// Starts Xvfb on a display that is free, and returns it with the display's name.
fn screen(folder: &Path, (width, height): (usize, usize)) -> (Process, String) {
    // `-displayfd`: it writes the display's number to standard output when it is ready. `-r`: held keys do not repeat,
    // or one that is tapped while the machine stands still for half a second would count twice. `-nocursor`: it would
    // be drawn into what is compared.
    let mut server = Command::new("Xvfb")
        .args("-displayfd 1 -nolisten tcp -noreset -r -nocursor -fbdir".split(' '))
        .arg(folder)
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

/// Pixels as `0x00RRGGBB`, row by row from the top.
#[derive(Clone)]
pub struct Shot {
    /// Pixels in a row.
    pub width: usize,
    /// The pixels.
    pub pixels: Vec<u32>,
}

/// Whether two pixels are the same, but for rounding: letters lie in egui's texture in the order in
/// which they were needed first, which depends on how many pictures were drawn.
fn is_same((a, b): (&u32, &u32)) -> bool {
    let mut parts = a.to_be_bytes().into_iter().zip(b.to_be_bytes());
    parts.all(|(a, b)| a.abs_diff(b) <= 1)
}

impl PartialEq for Shot {
    fn eq(&self, other: &Self) -> bool {
        self.width == other.width && self.changed(other) == 0
    }
}

impl Shot {
    /// Reads the file that Xvfb keeps its screen in, in the X window dump format: a header of 32-bit numbers, highest
    /// byte first, a table of colours of 12 bytes each, the pixels. `None` while not all of it is written.
    fn read(path: &Path) -> Option<Self> {
        let bytes = std::fs::read(path).ok()?;
        // Numbered as `XWDFile.h` lists them.
        let number = |at: usize| {
            let four = bytes.get(4 * at..4 * at + 4)?;
            Some(u32::from_be_bytes(four.try_into().ok()?) as usize)
        };
        let [header, version, width, height] = [number(0)?, number(1)?, number(4)?, number(5)?];
        let [order, bits, line, colors] = [number(7)?, number(11)?, number(12)?, number(19)?];
        if version != 7 || bits != 32 {
            return None;
        }
        let from_bytes = if order == 0 {
            u32::from_le_bytes
        } else {
            u32::from_be_bytes
        };
        let start = header + colors * 12;
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            let row = bytes.get(start + y * line..)?.get(..4 * width)?;
            // The highest byte means nothing at 24 bits of colour.
            let row = row.chunks_exact(4);
            pixels.extend(row.map(|b| from_bytes([b[0], b[1], b[2], b[3]]) & 0x00ff_ffff));
        }
        Some(Self { width, pixels })
    }

    /// Red, green and blue of all pixels.
    pub fn bytes(&self) -> Vec<u8> {
        let colors = self.pixels.iter();
        colors
            .flat_map(|color| color.to_be_bytes()[1..].to_vec())
            .collect()
    }

    /// The part of a window of this size at the top left, below the heads-up text.
    pub fn of_window(&self, (width, height): (usize, usize)) -> Self {
        let rows = self.pixels.chunks_exact(self.width).take(height).skip(LINE);
        let rows = rows.flat_map(|row| &row[..width.min(self.width)]);
        let pixels = rows.copied().collect();
        Self { width, pixels }
    }

    /// Pixels of the cloth's hues, coral and teal: background, floor and ball are grey.
    pub fn cloth(&self) -> usize {
        let is_cloth = |pixel: &&u32| {
            let [_, red, green, blue] = pixel.to_be_bytes().map(i32::from);
            red - blue > 40 && red > green || blue - red > 20 && green - red > 15
        };
        self.pixels.iter().filter(is_cloth).count()
    }

    /// Pixels that differ from another picture's.
    pub fn changed(&self, other: &Self) -> usize {
        let pairs = self.pixels.iter().zip(&other.pixels);
        pairs.filter(|pair| !is_same(*pair)).count()
            + self.pixels.len().abs_diff(other.pixels.len())
    }
}
