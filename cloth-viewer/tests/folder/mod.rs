//! A folder for one test, and the viewer run in it.

use std::path::PathBuf;
use std::process::{Command, Output};

/// An empty folder of its own for one test, removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cloth-cli-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
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
        let entries = std::fs::read_dir(self.0.join(folder)).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
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
