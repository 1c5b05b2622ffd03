//! Table, CSV and chart of the stability experiment.

use super::super::chart::Bars;
use super::super::find::Limit;
use super::super::methods::label;
use super::super::output::{Folder, short};
use super::super::theory;
use super::{DRAG, Finding, SEARCH, SEARCH_FREE, Test, hanging};
use cloth_core::host::GridSize;
use std::fmt::Write;

/// Prints the table and writes the files.
pub fn write(
    folder: &Folder,
    grid: GridSize,
    tests: &[(&str, Test)],
    findings: &[Finding],
) -> Result<(), String> {
    print_setting(grid);
    let lambda = theory::largest_lambda(super::STIFFNESS);
    print_limits(tests, findings, lambda);
    print_costs(findings);
    folder.write("stability.csv", &csv(tests, findings, lambda))?;
    folder.write("stability-tries.csv", &tries(tests, findings))?;
    folder.write(
        "stability.svg",
        &chart(grid, tests, findings, lambda).svg()?,
    )
}

fn print_setting(grid: GridSize) {
    println!(
        "{grid} particles of 1 kg, 1 m apart; stretch {} N/m, shear {} N/m, bend {} N/m; two corners pinned; f64.",
        super::STRETCH,
        super::SHEAR,
        super::BEND
    );
    println!(
        "small: no gravity, every particle moved at random by up to 0.0001 m in the plane. Stable: the mean kinetic\n\
         \x20 energy of the last quarter of 400 s is at most 1.01 times that of the second quarter (with drag: of 100 s,\n\
         \x20 at most 1 times), or less than 1e-10 of the first. That catches growth of the amplitude by 2.5e-5 a second."
    );
    println!(
        "hangs: let go flat, moved at random by up to {} m, drag {DRAG} kg/s, {} s. Stable: at no time more than\n\
         \x20 twice as fast (root mean square over all particles) as Verlet at dt = {} s, and over the last quarter at most twice as fast\n\
         \x20 plus 1 % of the peak.",
        hanging::DISTURBANCE,
        hanging::TIME,
        hanging::TINY
    );
    println!(
        "Provot: one pass of the 110 % limit after each step. constraint: 4 passes, no springs; only the speed at any\n\
         \x20 time counts, since constraints are softer at longer steps.\n\
         Bisection to {} %, from {} s (c=0: {} s) to {} s. theory: largest dt with no eigenvalue outside of the unit\n\
         \x20 circle, for all λ up to that of the flat sheet.",
        SEARCH.tolerance * 100.0,
        SEARCH.low,
        SEARCH_FREE.low,
        SEARCH.high
    );
}

/// Theory's limit for a test, where there is one.
fn theoretical(finding: &Finding, test: Test, lambda: f64) -> Option<Limit> {
    match test {
        Test::Linear(0.0) => Some(theory::limit(finding.method, lambda, 0.0, &SEARCH_FREE)),
        Test::Linear(drag) => Some(theory::limit(finding.method, lambda, drag, &SEARCH)),
        Test::Hanging(_) => None,
    }
}

fn print_limits(tests: &[(&str, Test)], findings: &[Finding], lambda: f64) {
    println!("\nLargest stable dt, s; theory with λ = {lambda:.1}/s² in brackets");
    print!("{:<17}", "scheme");
    for (name, test) in tests {
        let width = column(*test);
        print!(" {name:>width$}");
    }
    println!("{:>17}", "stable_dt, c=0.4");
    for finding in findings {
        print!("{:<17}", label(finding.method));
        for ((_, test), limit) in tests.iter().zip(&finding.limits) {
            let mut text = limit.text();
            if let Some(theory) = theoretical(finding, *test, lambda) {
                let _ = write!(text, " ({})", theory.text());
            }
            let width = column(*test);
            print!(" {text:>width$}");
        }
        println!("{:>17}", engine(finding.engine));
    }
    println!(
        "\nWithout drag at dt = {} s the small motions",
        SEARCH_FREE.low
    );
    for finding in findings {
        let said = match finding.slow_growth {
            rate if rate.is_nan() || rate <= -0.5e-5 => "decay",
            rate if rate < 2.5e-5 => "neither grow nor decay",
            _ => "grow",
        };
        let rate = finding.slow_growth;
        println!(
            "{:<17} {said}, {rate:+.1e} per second",
            label(finding.method)
        );
    }
}

/// The engine's estimate.
fn engine(dt: f64) -> String {
    match dt {
        f64::INFINITY => "any".to_owned(),
        0.0 => "none".to_owned(),
        dt => short(dt),
    }
}

const fn column(test: Test) -> usize {
    match test {
        Test::Linear(_) => 19,
        Test::Hanging(_) => 17,
    }
}

fn print_costs(findings: &[Finding]) {
    println!("\nAt the largest stable dt of the hanging cloth, g = 0.1 m/s²");
    println!(
        "{:<17} {:>9} {:>12} {:>16} {:>10} {:>12}",
        "scheme", "dt, s", "evaluations", "dt/evaluation, s", "µs a step", "dt/µs, s"
    );
    for f in findings {
        let dt = f.limits[2].value();
        println!(
            "{:<17} {:>9} {:>12.1} {:>16} {:>10.1} {:>12}",
            label(f.method),
            f.limits[2].text(),
            f.evaluations,
            short(dt / f.evaluations),
            f.microseconds,
            short(dt / f.microseconds)
        );
    }
    println!(
        "An evaluation is one of the forces of all springs, or one product with their Jacobian.\n"
    );
}

fn csv(tests: &[(&str, Test)], findings: &[Finding], lambda: f64) -> String {
    let mut text = String::from(
        "scheme,test,dt_s,is,theory_s,evaluations_a_step,us_a_step,dt_per_evaluation_s,dt_per_us_s\n",
    );
    let is = |limit: Limit| match limit {
        Limit::At(_) => "limit",
        Limit::Below(_) => "unstable here and above",
        Limit::Above(_) => "stable up to here",
    };
    for f in findings {
        for ((name, test), limit) in tests.iter().zip(&f.limits) {
            let theory = theoretical(f, *test, lambda)
                .map_or_else(String::new, |theory| theory.value().to_string());
            let dt = limit.value();
            let _ = writeln!(
                text,
                "{},\"{name}\",{dt},{},{theory},{},{},{},{}",
                label(f.method),
                is(*limit),
                f.evaluations,
                f.microseconds,
                dt / f.evaluations,
                dt / f.microseconds
            );
        }
    }
    text
}

/// Every time step tried.
fn tries(tests: &[(&str, Test)], findings: &[Finding]) -> String {
    let mut text =
        String::from("scheme,test,dt_s,ratio_or_peak,rate_or_late_speed,stable,seconds\n");
    for f in findings {
        for ((name, _), tries) in tests.iter().zip(&f.tries) {
            for t in tries {
                let [first, second] = t.figures;
                let _ = writeln!(
                    text,
                    "{},\"{name}\",{},{first},{second},{},{:.2}",
                    label(f.method),
                    t.dt,
                    t.stable,
                    t.seconds
                );
            }
        }
    }
    text
}

fn chart(grid: GridSize, tests: &[(&str, Test)], findings: &[Finding], lambda: f64) -> Bars {
    let mut names = vec![String::from("theory, c = 0.4")];
    names.extend(tests.iter().map(|(name, _)| (*name).to_owned()));
    let bar = |limit: Limit| match limit {
        Limit::Below(_) => (
            f64::NAN,
            format!("unstable at every dt tried, {}", limit.text()),
        ),
        _ => (limit.value(), limit.text()),
    };
    let groups = findings.iter().map(|f| {
        let theory = theory::limit(f.method, lambda, DRAG, &SEARCH);
        let mut bars = vec![bar(theory)];
        bars.extend(f.limits.iter().map(|&limit| bar(limit)));
        (label(f.method).to_owned(), bars)
    });
    Bars {
        title: format!("Largest stable time step: {grid}, stretch 15, shear 10, bend 2, c = 0.4"),
        label: "dt, s",
        range: SEARCH.low..20.0,
        names,
        groups: groups.collect(),
    }
}
