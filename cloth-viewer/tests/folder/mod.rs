//! A folder for one test, the viewer run in it, and pictures that are read back.

// Each test that includes this file uses a part of it.
#![allow(dead_code)]

use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An empty folder of its own for one test, removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cloth-cli-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Runs the viewer in this folder, without a display.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// How the viewer is run.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cloth-viewer"));
        command.args(arguments).current_dir(&self.0);
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command
    }

    /// Names of the files in a folder within this one.
    pub fn names(&self, folder: &str) -> Vec<String> {
        names(&self.0.join(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Names of the files in a folder, in order.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

/// What a run that succeeds has printed.
pub fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The one line on standard error, and the exit code, of a run that fails.
pub fn failure(output: &Output) -> (String, i32) {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(output.stdout.is_empty(), "{output:?}");
    (text, output.status.code().unwrap())
}

/// Width, height and bytes of a picture; it is read to its end.
pub fn png(path: &Path) -> ((u32, u32), Vec<u8>) {
    let file = fs::File::open(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let mut reader = png::Decoder::new(BufReader::new(file)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    reader.finish().unwrap();
    (reader.info().size(), bytes)
}

/// Compares red, green and blue of all pixels with a kept picture: on the whole they are the same, and few differ
/// clearly. `CLOTH_PICTURES=write` makes the picture anew. Look at it before it is committed.
pub fn assert_looks_as_it_did(path: &Path, width: usize, now: &[u8]) {
    if std::env::var_os("CLOTH_PICTURES").is_some_and(|value| value == "write") {
        return save(path, width, now);
    }
    let ((expected_width, _), expected) = png(path);
    assert_eq!(
        (expected_width as usize, expected.len()),
        (width, now.len())
    );
    let differences = || now.iter().zip(&expected).map(|(a, b)| a.abs_diff(*b));
    let mean = differences().map(f64::from).sum::<f64>() / now.len() as f64;
    let clear = differences().filter(|difference| *difference > 32).count();
    let share = clear as f64 / now.len() as f64;
    assert!(mean < 1.0 && share <= 0.005, "{path:?}: {mean} {share}");
}

/// Writes a picture as PNG.
pub fn save(path: &Path, width: usize, pixels: &[u8]) {
    let file = fs::File::create(path).unwrap();
    let height = pixels.len() / 3 / width;
    let mut encoder = png::Encoder::new(file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(pixels).unwrap();
}
