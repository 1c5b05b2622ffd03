//! One target for libFuzzer: the one that `CLOTH_FUZZ` names.

#![no_main]

use cloth_fuzz::{TARGETS, Target};
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

fn chosen() -> Target {
    let name = std::env::var("CLOTH_FUZZ").unwrap_or_default();
    let names = TARGETS.map(|(name, _)| name).join(", ");
    let target = TARGETS.iter().find(|(known, _)| *known == name);
    target
        .unwrap_or_else(|| panic!("CLOTH_FUZZ={name:?}: allowed are {names}"))
        .1
}

static TARGET: OnceLock<Target> = OnceLock::new();

fuzz_target!(|bytes: &[u8]| TARGET.get_or_init(chosen)(bytes));
