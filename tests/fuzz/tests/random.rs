//! Each target for a while on random bytes.

use cloth_fuzz::{TARGETS, Target};
use std::panic::catch_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long one run may take.
const LIMIT: Duration = Duration::from_secs(20);
/// Bytes of one run, at most.
const LONGEST: usize = 512;

/// A number that the environment may set.
fn asked(name: &str) -> Option<u64> {
    let number = std::env::var(name).ok()?.parse();
    Some(number.unwrap_or_else(|_| panic!("{name}: a whole number")))
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
        target(&input);
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

/// For so many seconds, where `CLOTH_FUZZ_SECONDS` does not say otherwise.
fn fuzz(name: &str, seconds: u64) {
    let named = TARGETS.iter().find(|(known, _)| *known == name);
    let target = named.expect("a target").1;
    // One that failed, alone, with all that it says.
    if let Some(number) = asked("CLOTH_FUZZ_RUN") {
        return target(&bytes(number));
    }
    let seconds = Duration::from_secs(asked("CLOTH_FUZZ_SECONDS").unwrap_or(seconds));
    let begun = Instant::now();
    let mut number = 0;
    while begun.elapsed() < seconds {
        let what = format!("{name}, run {number}");
        try_one(target, &bytes(number), &what, LIMIT);
        number += 1;
    }
    println!("{name}: {number} runs");
    assert!(number > 20, "{number} runs");
}

#[test]
fn scene_files() {
    fuzz("scene-file", 5);
}

#[test]
fn recordings() {
    fuzz("recording", 5);
}

/// Parsers alone take no time.
#[test]
fn command_lines_and_logs_of_measurements() {
    fuzz("command-line", 2);
    fuzz("bench-log", 2);
}

/// Half of the runs are in both storages.
#[test]
fn settings_and_changes() {
    fuzz("steps", 10);
}

#[test]
fn a_run_that_panics_or_never_ends_is_named() {
    let said = |target, limit| {
        let failed = catch_unwind(|| try_one(target, &[1, 7], "odd", limit));
        *failed.unwrap_err().downcast::<String>().expect("words")
    };
    assert_eq!(said(|_| panic!("as it should"), LIMIT), "odd failed: 0107");
    let parked = said(|_| thread::sleep(LIMIT), Duration::from_millis(50));
    assert_eq!(parked, "odd has not ended after 50ms: 0107");
}
