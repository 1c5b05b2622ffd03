//! What a case is: its question, what the engine made of it before, and what is asked of it now.

use super::ask::{Measure, Question};
use cloth_core::host::Format;

/// A case.
#[derive(Debug)]
pub struct Case {
    /// What is asked.
    pub question: Question,
    /// The answer's unit: `%` for a part of the right answer, nothing for a plain number.
    pub unit: &'static str,
    /// What is known of it, format by format.
    pub known: &'static [Known],
}

/// What is known of a case in a format.
#[derive(Debug)]
pub struct Known {
    /// The format.
    pub format: Format,
    /// What this command printed for the engine of commit 09d9285; none where the scene was
    /// refused.
    pub before: Option<f64>,
    /// What the answer is to be: nothing where it is an error.
    pub expected: f64,
    /// How far from it the answer may be, either way.
    pub bound: f64,
    /// Whether it takes ten seconds or more: asked by the command alone, not by the tests.
    pub long: bool,
}

impl Known {
    /// As it is, but long.
    pub const fn long(self) -> Self {
        Self { long: true, ..self }
    }

    /// Whether an answer is within the bound; what is not a number is not.
    pub fn holds(&self, now: f64) -> bool {
        (now - self.expected).abs() <= self.bound
    }
}

/// An error and its bound.
pub const fn known(format: Format, before: Option<f64>, bound: f64) -> Known {
    near(format, before, 0.0, bound)
}

/// A value, what it is to be, and how far it may be off.
pub const fn near(format: Format, before: Option<f64>, expected: f64, bound: f64) -> Known {
    Known {
        format,
        before,
        expected,
        bound,
        long: false,
    }
}

/// A case that a function measures.
pub const fn case(
    name: &'static str,
    unit: &'static str,
    measure: Measure,
    known: &'static [Known],
) -> Case {
    Case {
        question: Question::Of(name, measure),
        unit,
        known,
    }
}
