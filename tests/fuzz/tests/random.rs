//! Each target for a while: first what was found and kept, then random bytes.

use cloth_fuzz::{TARGETS, Target, run};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long random bytes are tried; `CLOTH_FUZZ_SECONDS` says otherwise.
const SECONDS: u64 = 30;
/// Bytes of one run, at most.
const LONGEST: usize = 512;

/// Runs that failed once, by target.
const FAILED: [(&str, &[u64]); 2] = [("steps", &[663]), ("storages", &[18172, 21283])];

fn seconds() -> Duration {
    let asked = std::env::var("CLOTH_FUZZ_SECONDS").ok();
    let asked = asked.map(|text| text.parse().expect("CLOTH_FUZZ_SECONDS: a whole number"));
    Duration::from_secs(asked.unwrap_or(SECONDS))
}

/// The bytes of a run, told by its number alone.
fn bytes(number: u64) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(number);
    let length = random.usize(..=LONGEST);
    (0..length).map(|_| random.u8(..)).collect()
}

fn try_one(target: Target, bytes: &[u8], what: &str) {
    let begun = Instant::now();
    let ended = catch_unwind(AssertUnwindSafe(|| run(target, bytes)));
    assert!(ended.is_ok(), "{what} failed");
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(20), "{what} took {took:?}");
}

/// What is kept of longer runs: a line of hexadecimal digits for each.
fn kept(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let text = std::fs::read_to_string(folder.join(name)).expect("a kept corpus");
    let byte = |pair: &[u8]| {
        let digits = std::str::from_utf8(pair).expect("digits");
        u8::from_str_radix(digits, 16).expect("hexadecimal digits")
    };
    let line = |line: &str| line.as_bytes().chunks(2).map(byte).collect();
    text.lines().map(line).collect()
}

fn fuzz(name: &str) {
    let (_, target) = TARGETS
        .iter()
        .find(|(known, _)| *known == name)
        .expect("a target");
    for (number, bytes) in kept(name).iter().enumerate() {
        try_one(
            *target,
            bytes,
            &format!("{name}, line {} of the corpus", number + 1),
        );
    }
    // One that failed, alone, with all that it says.
    if let Ok(number) = std::env::var("CLOTH_FUZZ_RUN") {
        let number = number.parse().expect("CLOTH_FUZZ_RUN: a whole number");
        return run(*target, &bytes(number));
    }
    let failed = FAILED.iter().filter(|(known, _)| *known == name);
    for number in failed.flat_map(|(_, numbers)| *numbers) {
        try_one(*target, &bytes(*number), &format!("{name}, run {number}"));
    }
    let begun = Instant::now();
    let mut number = 0;
    while begun.elapsed() < seconds() {
        try_one(*target, &bytes(number), &format!("{name}, run {number}"));
        number += 1;
    }
    println!("{name}: {number} runs");
    assert!(number > 20, "{number} runs");
}

#[test]
fn scene_files() {
    fuzz("scene-file");
}

#[test]
fn recordings() {
    fuzz("recording");
}

#[test]
fn board_logs() {
    fuzz("board-log");
}

#[test]
fn command_lines() {
    fuzz("command-line");
}

#[test]
fn settings_and_changes() {
    fuzz("steps");
}

#[test]
fn both_storages() {
    fuzz("storages");
}

#[test]
fn every_target_is_tried() {
    assert_eq!(TARGETS.len(), 6);
}
