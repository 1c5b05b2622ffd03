//! Targets for fuzzing. Each makes of any bytes what a user or a file may bring, and
//! panics where that is neither done nor refused with a reason.
//!
//! An input is derived from bytes by its type, so that it leads past the first check of a parser: a text is
//! one that the project writes itself, with a few edits. [`TARGETS`] has all of them; `cargo test -p cloth-fuzz`
//! gives each random bytes for some seconds, `tests/fuzz/run TARGET SECONDS` gives it to libFuzzer.

mod act;
mod both_storages;
mod edit;
mod files;
mod steps;
mod words;

use arbitrary::{Arbitrary, Unstructured};

/// What a target makes of its bytes, and checks.
pub type Target = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Target); 5] = [
    ("scene-file", check::<files::SceneText>),
    ("recording", check::<files::Recorded>),
    ("command-line", check::<words::CommandLine>),
    ("bench-log", check::<files::BenchLog>),
    ("steps", check::<steps::Changes>),
];

/// An input.
trait Input: for<'a> Arbitrary<'a> {
    /// Gives it to the program.
    fn check(&self);
}

fn check<I: Input>(bytes: &[u8]) {
    if let Ok(input) = I::arbitrary_take_rest(Unstructured::new(bytes)) {
        input.check();
    }
}

/// A choice of one of several.
#[derive(Arbitrary, Clone, Copy, Debug)]
struct Pick(u16);

impl Pick {
    fn of<T>(self, all: &[T]) -> &T {
        &all[self.below(all.len())]
    }

    /// A word of a text.
    fn word(self, text: &str) -> &str {
        let count = text.split_whitespace().count();
        let mut words = text.split_whitespace();
        words.nth(self.below(count)).unwrap_or_default()
    }

    /// A number below `count`; 0 if there is none.
    fn below(self, count: usize) -> usize {
        usize::from(self.0) % count.max(1)
    }
}
