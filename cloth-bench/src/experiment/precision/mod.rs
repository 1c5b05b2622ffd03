//! Cases with known answers: what the number formats and the methods made of them before Verlet
//! kept what rounding leaves of a displacement (commit 09d9285), and now.

mod ask;
mod case;
mod cases;
mod edges;
mod implicit;
mod jumps;
mod mirror;
mod rests;
mod spins;

use super::output::Folder;
use crate::progress::Progress;
use ask::ask;
use case::{Case, Known};

/// All cases, in groups.
const GROUPS: [(&str, &[Case]); 7] = [
    ("number formats", cases::CASES),
    ("what can rest, rests", rests::CASES),
    ("free spins", spins::CASES),
    ("backward Euler", implicit::CASES),
    ("stable steps of damped springs", edges::CASES),
    ("a collider that jumps", jumps::CASES),
    ("symmetry", mirror::CASES),
];

/// Every case in each of its formats.
fn all() -> impl Iterator<Item = (&'static Case, &'static Known)> {
    let cases = GROUPS.iter().flat_map(|(_, cases)| cases.iter());
    cases.flat_map(|case| case.known.iter().map(move |known| (case, known)))
}

/// Measures, prints a table and writes `precision.csv`.
pub fn run(folder: &Folder) -> Result<(), String> {
    let share = |known: &Known| if known.long { 20 } else { 1 };
    let mut bar = Progress::new("precision", all().map(|(_, known)| share(known)).sum());
    let mut answers = Vec::new();
    for (case, known) in all() {
        answers.push(ask(&case.question, known.format)?);
        bar.inc(share(known));
    }
    bar.finish();
    let mut csv = String::from("group,case,unit,format,before,now,expected,bound\n");
    let mut answers = answers.into_iter();
    for (group, cases) in GROUPS {
        println!(
            "{group:<58} {:>6} {:>12} {:>12} {:>14}",
            "format", "before", "now", "bound"
        );
        for case in cases {
            for (known, now) in case.known.iter().zip(&mut answers) {
                println!("{}", line(case, known, now));
                csv += &record(group, case, known, now);
            }
        }
        println!();
    }
    folder.write("precision.csv", &csv)
}

/// A row of the table.
fn line(case: &Case, known: &Known, now: f64) -> String {
    let (name, format) = (case.question.to_string(), known.format.name());
    let before = known.before.map(|v| shown(v, case.unit));
    let before = before.unwrap_or("refused".to_owned());
    let (now_shown, bound) = (shown(now, case.unit), allowed(known, case.unit));
    let mark = if known.holds(now) { "" } else { " beyond" };
    format!("{name:<58} {format:>6} {before:>12} {now_shown:>12} {bound:>14}{mark}")
}

/// What is asked of an answer.
fn allowed(known: &Known, unit: &str) -> String {
    let Known {
        expected, bound, ..
    } = *known;
    match unit {
        "%" => format!("± {} %", 100.0 * bound),
        "" if expected != 0.0 => format!("{expected} ± {bound}"),
        "" => format!("± {bound}"),
        _ => format!("± {bound:.1e} {unit}"),
    }
}

/// A row of the file.
fn record(group: &str, case: &Case, known: &Known, now: f64) -> String {
    let before = known.before.map_or(String::new(), |v| v.to_string());
    let (name, unit, format) = (&case.question, case.unit, known.format.name());
    let (expected, bound) = (known.expected, known.bound);
    format!("\"{group}\",\"{name}\",{unit},{format},{before},{now},{expected},{bound}\n")
}

/// A value with its unit: parts of one as percentages, ratios as they are.
fn shown(value: f64, unit: &str) -> String {
    match unit {
        "%" => format!("{:+.3} %", 100.0 * value),
        "" => format!("{value:.4}"),
        _ => format!("{value:.1e} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// All but the long ones, which the command asks: a minute's work that two threads take in turn.
    #[test]
    fn every_case_is_within_its_bound() {
        let all = all().filter(|(_, known)| !known.long);
        let (all, next): (Vec<_>, _) = (all.collect(), AtomicUsize::new(0));
        let beyond = |&(case, known): &(&Case, &Known)| {
            let now = ask(&case.question, known.format).unwrap();
            let name = || format!("{} {}: {now}", case.question, known.format.name());
            (!known.holds(now)).then(name)
        };
        let work = || -> Vec<String> {
            let taken = std::iter::from_fn(|| all.get(next.fetch_add(1, Ordering::Relaxed)));
            taken.filter_map(beyond).collect()
        };
        let failed = std::thread::scope(|scope| {
            let other = scope.spawn(work);
            [work(), other.join().unwrap()].concat()
        });
        assert!(failed.is_empty(), "{failed:#?}");
    }
}
