//! Whether every target computed the same bits, and where two first differ.

use crate::log::{Record, StepTrace};
use cloth_bench::TRACED;
use std::collections::HashMap;

/// What has been compared, and what differs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Hashes that another target's hash was compared with.
    pub hashes: usize,
    /// Steps likewise.
    pub steps: usize,
    /// One sentence for each disagreement.
    pub differences: Vec<String>,
}

impl std::fmt::Display for Agreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (hashes, steps) = (self.hashes, self.steps);
        write!(
            f,
            "Compared between targets: {hashes} hashes of states, {steps} traced steps. "
        )?;
        match self.differences.len() {
            _ if hashes + steps == 0 => write!(f, "There was nothing to compare."),
            0 => write!(f, "All agree."),
            count => write!(f, "{count} differ."),
        }
    }
}

/// Solver, number format and grid.
type Computed<'a> = [&'a str; 3];

/// Compares the hashes of every workload over all targets, and the traces step
/// by step as far as both have them.
pub fn check(records: &[Record], traces: &[StepTrace]) -> Agreement {
    let mut verdict = Agreement::default();
    let parted = compare_traces(traces, &mut verdict);
    compare_hashes(records, &parted, &mut verdict);
    verdict
}

/// Finds the first difference of every target from the first that traced that step; the result is
/// what differs, with the target's name.
fn compare_traces<'a>(
    traces: &'a [StepTrace],
    verdict: &mut Agreement,
) -> Vec<(Computed<'a>, String)> {
    let mut sorted = host_first(traces, |trace| &trace.target);
    // Logs need not be in order: the earliest step counts.
    sorted.sort_by_key(|trace| trace.trace);
    let mut first: HashMap<(Computed, u32), &StepTrace> = HashMap::new();
    let mut parted = Vec::new();
    for trace in sorted {
        let workload = [&trace.solver, &trace.scalar, &trace.grid].map(String::as_str);
        let other = *first.entry((workload, trace.trace)).or_insert(trace);
        if std::ptr::eq(other, trace) {
            continue;
        }
        verdict.steps += 1;
        let this = (workload, named(&trace.target, &trace.source));
        let Some(phase) = differing_phase(&other.hashes, &trace.hashes) else {
            continue;
        };
        if !parted.contains(&this) {
            verdict.differences.push(format!(
                "the states of {} and {} differ: cloth-core, {}: first in step {}, phase {phase}",
                named(&other.target, &other.source),
                this.1,
                workload.join(", "),
                trace.trace,
            ));
            parted.push(this);
        }
    }
    parted
}

/// Compares every hash with the first one of its workload after as many steps.
fn compare_hashes(records: &[Record], parted: &[(Computed, String)], verdict: &mut Agreement) {
    let mut first: HashMap<_, (&str, String)> = HashMap::new();
    for record in host_first(records, |record| &record.target) {
        let (Some(hash), Some(steps)) = (&record.state_hash, record.steps) else {
            continue;
        };
        let implementation = record.implementation.as_str();
        let workload = [&record.solver, &record.scalar, &record.grid].map(String::as_str);
        let who = named(&record.target, &record.source);
        let key = (implementation, workload, steps);
        let Some((known, other)) = first.get(&key) else {
            first.insert(key, (hash, who));
            continue;
        };
        verdict.hashes += 1;
        let traced = implementation == "cloth-core";
        // Said already, with more detail.
        let told = traced
            && parted
                .iter()
                .any(|(w, name)| (*w, name) == (workload, &who));
        if known == hash || told {
            continue;
        }
        let traces = match traced {
            true => "no step that both traced differs",
            false => "its steps are not traced",
        };
        verdict.differences.push(format!(
            "the states of {other} and {who} differ: {implementation}, {}: after {steps} steps {known} and {hash}; {traces}",
            workload.join(", ")
        ));
    }
}

fn differing_phase(one: &str, other: &str) -> Option<&'static str> {
    let mut pairs = one.split(' ').zip(other.split(' ')).zip(TRACED);
    pairs.find_map(|((a, b), phase)| (a != b).then_some(phase.name()))
}

/// The host's first, so that others are compared with it.
fn host_first<T>(all: &[T], target: impl Fn(&T) -> &String) -> Vec<&T> {
    let mut sorted: Vec<&T> = all.iter().collect();
    sorted.sort_by_key(|item| target(item) != "host");
    sorted
}

fn named(target: &str, source: &str) -> String {
    format!("{target} ({source})")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(target: &str, step: u32, hashes: &str) -> StepTrace {
        StepTrace {
            target: target.to_owned(),
            scalar: "f32".to_owned(),
            solver: "constraint".to_owned(),
            grid: "8x8".to_owned(),
            trace: step,
            hashes: hashes.to_owned(),
            source: "made up".to_owned(),
        }
    }

    fn hashed(target: &str, steps: u32, hash: &str) -> Record {
        Record {
            target: target.to_owned(),
            implementation: "cloth-core".to_owned(),
            scalar: "f32".to_owned(),
            solver: "constraint".to_owned(),
            grid: "8x8".to_owned(),
            phase: "step".to_owned(),
            steps: Some(steps),
            state_hash: Some(hash.to_owned()),
            source: "made up".to_owned(),
            ..Record::default()
        }
    }

    const SAME: &str = "00000001 00000002 00000003 00000004 00000005";

    #[test]
    fn a_flipped_hash_is_found_with_its_step_and_phase() {
        let mut traces: Vec<StepTrace> = (1..=9)
            .flat_map(|step| ["m0", "m4f", "host"].map(|target| trace(target, step, SAME)))
            .collect();
        let records = [hashed("host", 9, "a"), hashed("m0", 9, "a")];
        // A step that only one target traced is not compared.
        traces.push(trace("host", 10, "0 0 0 0 0"));
        let verdict = check(&records, &traces);
        assert_eq!((verdict.hashes, verdict.steps), (1, 18));
        assert!(verdict.differences.is_empty());

        // Both the constraints and what follows: the first of them is named.
        for t in traces.iter_mut().filter(|t| t.target == "m4f") {
            if t.trace >= 5 {
                t.hashes = "00000001 f0000002 f0000003 f0000004 f0000005".to_owned();
            }
        }
        let verdict = check(&records, &traces);
        assert_eq!(
            verdict.differences,
            [
                "the states of host (made up) and m4f (made up) differ: cloth-core, constraint, f32, 8x8: first in step 5, phase constraints"
            ]
        );
    }

    #[test]
    fn hashes_are_compared_without_traces() {
        let records = [
            hashed("m0", 20, "c"),
            hashed("m4f", 100, "b"),
            hashed("host", 100, "a"),
        ];
        let verdict = check(&records, &[]);
        assert_eq!(verdict.hashes, 1);
        let [difference] = verdict.differences.as_slice() else {
            panic!("{:?}", verdict.differences);
        };
        assert!(difference.starts_with("the states of host (made up) and m4f (made up) differ"));
        assert!(difference.contains("after 100 steps a and b"));
    }
}
