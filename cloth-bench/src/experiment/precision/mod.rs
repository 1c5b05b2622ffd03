//! What the number formats lose: cases with known answers, before Verlet kept what rounding
//! leaves of a displacement, and now.

mod ask;
mod cases;

use super::output::Folder;
use crate::progress::Progress;
use ask::ask;
use cases::CASES;
use std::fmt::Write;

/// Measures, prints a table and writes `precision.csv`.
pub fn run(folder: &Folder) -> Result<(), String> {
    let mut bar = Progress::new("precision", CASES.iter().map(|case| case.known.len()).sum());
    let mut rows = Vec::new();
    for case in CASES {
        for known in case.known {
            rows.push((case, known, ask(&case.question, known.format)?));
            bar.inc(1);
        }
    }
    bar.finish();
    println!(
        "{:<52} {:>6} {:>12} {:>12} {:>10}",
        "", "format", "before", "now", "bound"
    );
    let mut csv = String::from("case,unit,format,before,now,bound\n");
    for (case, known, now) in rows {
        let (name, unit, format) = (case.question.to_string(), case.unit, known.format.name());
        let before = known
            .before
            .map_or("refused".to_owned(), |v| shown(v, unit));
        let (bound, now_shown) = (shown(known.bound, unit), shown(now, unit));
        let mark = if now.abs() <= known.bound {
            ""
        } else {
            " beyond"
        };
        println!("{name:<52} {format:>6} {before:>12} {now_shown:>12} {bound:>10}{mark}");
        // Writing to a string does not fail.
        let before = known.before.map_or(String::new(), |v| v.to_string());
        let _ = writeln!(
            csv,
            "\"{name}\",{unit},{format},{before},{now},{}",
            known.bound
        );
    }
    folder.write("precision.csv", &csv)
}

/// A value with its unit; parts of one as percentages.
fn shown(value: f64, unit: &str) -> String {
    match unit {
        "%" => format!("{:+.3} %", 100.0 * value),
        _ => format!("{value:.1e} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::cases::{Case, Known};
    use super::*;

    /// All cases in a process take half a minute; each is one of some threads' work.
    #[test]
    fn every_case_is_within_its_bound() {
        let all: Vec<(&Case, &Known)> = (CASES.iter())
            .flat_map(|case| case.known.iter().map(move |known| (case, known)))
            .collect();
        let beyond = |&(case, known): &(&Case, &Known)| {
            let now = ask(&case.question, known.format).unwrap();
            let within = now.abs() <= known.bound;
            (!within).then(|| format!("{} {}: {now}", case.question, known.format.name()))
        };
        let halves: Vec<_> = std::thread::scope(|scope| {
            let even = scope.spawn(|| all.iter().step_by(2).filter_map(beyond).collect());
            let odd = all.iter().skip(1).step_by(2).filter_map(beyond).collect();
            [even.join().unwrap(), odd]
                .into_iter()
                .flat_map(|v: Vec<_>| v)
                .collect()
        });
        assert!(halves.is_empty(), "{halves:#?}");
    }
}
