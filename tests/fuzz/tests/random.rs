//! Each target for a while: first what was found and kept, then random bytes.

use cloth_fuzz::{TARGETS, Target, run};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long random bytes are tried; `CLOTH_FUZZ_SECONDS` says otherwise.
const SECONDS: u64 = 10;
/// The same where a run takes no time: a parser alone.
const FEWER: u64 = 3;
/// How long one run may take.
const LIMIT: Duration = Duration::from_secs(20);
/// Bytes of one run, at most.
const LONGEST: usize = 512;

fn seconds(usual: u64) -> Duration {
    let asked = std::env::var("CLOTH_FUZZ_SECONDS").ok();
    let asked = asked.map(|text| text.parse().expect("CLOTH_FUZZ_SECONDS: a whole number"));
    Duration::from_secs(asked.unwrap_or(usual))
}

/// The bytes of a run, told by its number alone.
fn bytes(number: u64) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(number);
    let length = random.usize(..=LONGEST);
    (0..length).map(|_| random.u8(..)).collect()
}

/// Runs a target in a thread of its own, so that one that never ends is noticed and named.
fn try_one(target: Target, bytes: &[u8], what: &str, limit: Duration) {
    let (ended, end) = channel();
    let input = bytes.to_vec();
    thread::spawn(move || {
        run(target, &input);
        let _ = ended.send(());
    });
    let told = match end.recv_timeout(limit) {
        Ok(()) => return,
        // The sender is gone: it has panicked.
        Err(RecvTimeoutError::Disconnected) => "failed".to_owned(),
        Err(RecvTimeoutError::Timeout) => format!("has not ended after {limit:?}"),
    };
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    panic!("{what} {told}: {hex}");
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

fn fuzz(name: &str, seconds: Duration) {
    let named = TARGETS.iter().find(|(known, _)| *known == name);
    let target = named.expect("a target").1;
    for (line, bytes) in kept(name).iter().enumerate() {
        let what = format!("{name}, line {} of the corpus", line + 1);
        try_one(target, bytes, &what, LIMIT);
    }
    // One that failed, alone, with all that it says.
    if let Ok(number) = std::env::var("CLOTH_FUZZ_RUN") {
        let number = number.parse().expect("CLOTH_FUZZ_RUN: a whole number");
        return run(target, &bytes(number));
    }
    let begun = Instant::now();
    let mut number = 0;
    while begun.elapsed() < seconds {
        try_one(
            target,
            &bytes(number),
            &format!("{name}, run {number}"),
            LIMIT,
        );
        number += 1;
    }
    println!("{name}: {number} runs");
    assert!(number > 20, "{number} runs");
}

#[test]
fn scene_files() {
    fuzz("scene-file", seconds(SECONDS));
}

#[test]
fn recordings() {
    fuzz("recording", seconds(SECONDS));
}

#[test]
fn command_lines() {
    fuzz("command-line", seconds(FEWER));
    fuzz("bench-line", seconds(FEWER));
}

#[test]
fn logs_of_measurements() {
    fuzz("bench-log", seconds(FEWER));
}

#[test]
fn settings_and_changes() {
    fuzz("steps", seconds(SECONDS));
}

#[test]
fn both_storages() {
    fuzz("storages", seconds(SECONDS));
}

#[test]
#[should_panic(expected = "never has not ended after 50ms: 07")]
fn a_run_that_never_ends_is_named() {
    let limit = Duration::from_millis(50);
    try_one(|_| loop_for_ever(), &[7], "never", limit);
}

fn loop_for_ever() {
    loop {
        thread::park();
    }
}

#[test]
#[should_panic(expected = "odd failed: 0102")]
fn a_run_that_panics_is_named() {
    try_one(|_| panic!("as it should"), &[1, 2], "odd", LIMIT);
}

#[test]
fn every_target_is_tried() {
    assert_eq!(TARGETS.len(), 8);
}
