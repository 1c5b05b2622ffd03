//! Targets for fuzzing. Each takes any bytes, makes of them what a user or a file may bring, and
//! panics where that is neither done nor refused with a reason.
//!
//! Bytes are read as choices, so that they lead past the first check of a parser: a text is one that
//! the project writes itself, with a few edits. [`TARGETS`] has all of them; `cargo test -p cloth-fuzz`
//! gives each random bytes for some seconds, `tests/fuzz/run TARGET SECONDS` gives it to libFuzzer.

mod act;
mod edit;
mod files;
mod steps;
mod storages;
mod words;

pub use arbitrary::Unstructured;

/// What a target makes of its bytes.
pub type Target = fn(&mut Unstructured<'_>);

/// All targets by name.
pub const TARGETS: [(&str, Target); 7] = [
    ("scene-file", files::scene_file),
    ("recording", files::recording),
    ("command-line", words::command_line),
    ("bench-log", files::bench_log),
    ("bench-line", words::bench_line),
    ("steps", steps::changes),
    ("storages", storages::storages),
];

/// Runs a target on bytes.
pub fn run(target: Target, bytes: &[u8]) {
    target(&mut Unstructured::new(bytes));
}

/// A number from 0 to `most`; 0 where the bytes have come to an end.
fn up_to(choices: &mut Unstructured<'_>, most: usize) -> usize {
    choices.int_in_range(0..=most).unwrap_or_default()
}

/// One of several.
fn one<'a, T>(choices: &mut Unstructured<'_>, all: &'a [T]) -> &'a T {
    &all[up_to(choices, all.len() - 1)]
}
