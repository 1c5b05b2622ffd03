//! Whether all targets computed the same bits, and where two first differ.

use crate::log::{Record, StepTrace};
use cloth_bench::TRACED;
use std::collections::{HashMap, HashSet};

/// How much was compared, and the differences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Hashes compared with that of another target.
    pub hashes: usize,
    /// Traced steps compared with those of another target.
    pub steps: usize,
    /// One sentence for each.
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

/// Compares the hashes of every workload over all targets, and the traces step by step as far as both
/// have them.
pub fn check(records: &[Record], traces: &[StepTrace]) -> Agreement {
    let mut verdict = Agreement::default();
    compare_traces(traces, &mut verdict);
    compare_hashes(records, &mut verdict);
    verdict
}

/// Finds the first difference of every target from the first one that traced that step.
fn compare_traces(traces: &[StepTrace], verdict: &mut Agreement) {
    let mut sorted = host_first(traces, |trace| &trace.target);
    // Logs need not be in order: the earliest step counts.
    sorted.sort_by_key(|trace| trace.trace);
    let mut first: HashMap<(Computed, u32), &StepTrace> = HashMap::new();
    let mut differing: HashSet<(Computed, String)> = HashSet::new();
    for trace in sorted {
        let workload = [&trace.solver, &trace.scalar, &trace.grid].map(String::as_str);
        let other = *first.entry((workload, trace.trace)).or_insert(trace);
        if std::ptr::eq(other, trace) {
            continue;
        }
        verdict.steps += 1;
        let Some(phase) = differing_phase(&other.hashes, &trace.hashes) else {
            continue;
        };
        let who = named(&trace.target, &trace.source);
        if differing.insert((workload, who.clone())) {
            verdict.differences.push(format!(
                "the states of {} and {who} differ: cloth-core, {}: first in step {}, phase {phase}",
                named(&other.target, &other.source),
                workload.join(", "),
                trace.trace,
            ));
        }
    }
}

/// Compares every hash with the first one of its workload after as many steps.
fn compare_hashes(records: &[Record], verdict: &mut Agreement) {
    let mut first: HashMap<_, (&str, String)> = HashMap::new();
    for record in host_first(records, |record| &record.target) {
        let (Some(hash), Some(steps)) = (&record.state_hash, record.steps) else {
            continue;
        };
        let [implementation, scalar, solver, grid] = record.workload();
        let workload = [implementation, solver, scalar, grid];
        let who = named(&record.target, &record.source);
        let Some((known, other)) = first.get(&(workload, steps)) else {
            first.insert((workload, steps), (hash, who));
            continue;
        };
        verdict.hashes += 1;
        if known != hash {
            verdict.differences.push(format!(
                "the states of {other} and {who} differ: {}: after {steps} steps {known} and {hash}",
                workload.join(", ")
            ));
        }
    }
}

fn differing_phase(one: &str, other: &str) -> Option<&'static str> {
    let mut pairs = one.split(' ').zip(other.split(' ')).zip(TRACED);
    pairs.find_map(|((a, b), phase)| (a != b).then_some(phase.name()))
}

/// Those of the host first, so that others are compared with it.
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
    use crate::compare::tables::tests::step;

    fn trace(target: &str, trace: u32, hashes: &str) -> StepTrace {
        let of = step(target, "cloth-core", 8);
        StepTrace {
            target: of.target,
            scalar: of.scalar,
            solver: of.solver,
            grid: of.grid,
            trace,
            hashes: hashes.to_owned(),
            source: of.source,
        }
    }

    fn hashed(target: &str, steps: u32, hash: &str) -> Record {
        Record {
            steps: Some(steps),
            state_hash: Some(hash.to_owned()),
            ..step(target, "cloth-core", 8)
        }
    }

    #[test]
    fn a_difference_is_found_with_its_step_and_phase() {
        let same = "00000001 00000002 00000003 00000004 00000005";
        let mut traces: Vec<StepTrace> = (1..=9)
            .flat_map(|step| ["m0", "m4f", "host"].map(|target| trace(target, step, same)))
            .collect();
        // A step that only one target traced, and hashes after other steps, are not compared.
        traces.push(trace("host", 10, "0 0 0 0 0"));
        let records = [("m0", 20, "c"), ("m4f", 9, "b"), ("host", 9, "a")]
            .map(|(target, steps, hash)| hashed(target, steps, hash));
        let verdict = check(&[], &traces);
        assert_eq!((verdict.steps, verdict.differences.len()), (18, 0));

        // Both the constraints and the phases after them: the first is named.
        for t in traces.iter_mut().filter(|t| t.target == "m4f") {
            if t.trace >= 5 {
                t.hashes = "00000001 f0000002 f0000003 f0000004 f0000005".to_owned();
            }
        }
        let verdict = check(&records, &traces);
        assert_eq!((verdict.hashes, verdict.steps), (1, 18));
        let said = "the states of host (made up) and m4f (made up) differ: cloth-core, constraint, f32, 8x8: ";
        let found = [
            "first in step 5, phase constraints",
            "after 9 steps a and b",
        ];
        assert_eq!(
            verdict.differences,
            found.map(|text| format!("{said}{text}"))
        );
    }
}
