//! What follows from the measurements. Instructions, estimated cycles, measured
//! cycles and nanoseconds are never put together.

use crate::record::Record;

/// What a cost is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unit {
    /// Instructions of an emulated core.
    Instructions,
    /// Cycles of an emulator's model.
    CyclesEstimated,
    /// Cycles of hardware.
    CyclesMeasured,
    /// Time.
    Nanoseconds,
}

impl Unit {
    /// All units, in the order of the tables' columns.
    pub const ALL: [Self; 4] = [
        Self::Instructions,
        Self::CyclesEstimated,
        Self::CyclesMeasured,
        Self::Nanoseconds,
    ];

    /// The key of records, and the column of the CSV.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Instructions => "instructions",
            Self::CyclesEstimated => "cycles_estimated",
            Self::CyclesMeasured => "cycles_measured",
            Self::Nanoseconds => "ns",
        }
    }

    /// The name for readers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Instructions => "instructions",
            Self::CyclesEstimated => "est. cycles",
            Self::CyclesMeasured => "cycles",
            Self::Nanoseconds => "ns",
        }
    }

    /// A record's cost in this unit.
    pub const fn of(self, record: &Record) -> Option<u64> {
        match self {
            Self::Instructions => record.instructions,
            Self::CyclesEstimated => record.cycles_estimated,
            Self::CyclesMeasured => record.cycles_measured,
            Self::Nanoseconds => record.ns,
        }
    }
}

/// The records of whole steps, one for each workload on each target, sorted; a
/// later one stands in for an earlier one. And what was measured twice.
pub fn steps(records: &[Record]) -> (Vec<&Record>, Vec<String>) {
    let mut kept: Vec<&Record> = Vec::new();
    let mut twice = Vec::new();
    for record in records.iter().filter(|r| r.phase == "step") {
        match kept.iter_mut().find(|r| r.same_run(record)) {
            None => kept.push(record),
            Some(earlier) => {
                twice.push(format!(
                    "{}, {}, {}, {}, {}: measured by {} and {}; the later is shown",
                    record.target,
                    record.implementation,
                    record.solver,
                    record.scalar,
                    record.grid,
                    earlier.source,
                    record.source
                ));
                *earlier = record;
            }
        }
    }
    kept.sort_by_key(|r| {
        let host = r.target != "host";
        let names = (&r.target, &r.scalar, &r.solver);
        (host, names, r.particles, &r.implementation)
    });
    (kept, twice)
}

/// Cost for each particle of the grid.
pub fn per_particle(record: &Record, unit: Unit) -> Option<f64> {
    Some(unit.of(record)? as f64 / record.particles as f64)
}

/// Cost for each constraint and pass: the step over (constraints × iterations).
pub fn per_constraint(record: &Record, unit: Unit) -> Option<f64> {
    let count = record.constraints * record.iterations;
    let cost = unit.of(record)? as f64;
    (count > 0).then(|| cost / count as f64)
}

/// What a number of steps a second was taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Hardware's cycles, at its clock.
    Cycles,
    /// A clock on the wall.
    Time,
    /// A model's cycles, at the hardware's clock.
    EstimatedCycles,
}

impl Basis {
    /// The name for readers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cycles => "cycles",
            Self::Time => "ns",
            Self::EstimatedCycles => "est. cycles",
        }
    }
}

/// Steps a second at the target's clock; `None` where only instructions are
/// known, which say nothing of time.
pub fn steps_a_second(record: &Record) -> Option<(f64, Basis)> {
    let at_clock = |cycles: Option<u64>| {
        let cycles = cycles.filter(|&c| c > 0)?;
        Some(record.clock_hz? as f64 / cycles as f64)
    };
    let timed = || Some(1e9 / record.ns.filter(|&ns| ns > 0)? as f64);
    at_clock(record.cycles_measured)
        .map(|rate| (rate, Basis::Cycles))
        .or_else(|| timed().map(|rate| (rate, Basis::Time)))
        .or_else(|| at_clock(record.cycles_estimated).map(|rate| (rate, Basis::EstimatedCycles)))
}

/// The largest grids that a target steps 30 and 60 times a second.
#[derive(Clone, Debug, PartialEq)]
pub struct Capability<'a> {
    /// One of the runs: its target, implementation, solver and scalar count.
    pub of: &'a Record,
    /// What tells the time.
    pub basis: Basis,
    /// The largest measured grid with 30 steps a second.
    pub at_30: Option<&'a str>,
    /// The same for 60.
    pub at_60: Option<&'a str>,
    /// The largest measured grid: a target that reaches it might reach more.
    pub largest: &'a str,
}

/// One for each (target, scalar, solver, implementation) whose time is known.
pub fn capabilities<'a>(steps: &[&'a Record]) -> Vec<Capability<'a>> {
    let mut found: Vec<Capability> = Vec::new();
    let mut sorted = steps.to_vec();
    // Stable: of equal size, the order of the table.
    sorted.sort_by_key(|r| r.particles);
    for record in sorted {
        let Some((rate, basis)) = steps_a_second(record) else {
            continue;
        };
        let same = |c: &Capability| {
            let key =
                |r: &Record| [&r.target, &r.scalar, &r.solver, &r.implementation].map(Clone::clone);
            key(c.of) == key(record) && c.basis == basis
        };
        let at = found.iter().position(same).unwrap_or_else(|| {
            found.push(Capability {
                of: record,
                basis,
                at_30: None,
                at_60: None,
                largest: &record.grid,
            });
            found.len() - 1
        });
        found[at].largest = &record.grid;
        if rate >= 30.0 {
            found[at].at_30 = Some(&record.grid);
        }
        if rate >= 60.0 {
            found[at].at_60 = Some(&record.grid);
        }
    }
    let place = |c: &Capability| steps.iter().position(|r| c.of.same_run(r));
    found.sort_by_key(place);
    found
}

/// A textbook's cost over the engine's, for one workload and unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio<'a> {
    /// The engine's run.
    pub of: &'a Record,
    /// What both were counted in.
    pub unit: Unit,
    /// The quotient of the steps.
    pub ratio: f64,
}

/// All ratios textbook / cloth-core.
pub fn ratios<'a>(steps: &[&'a Record]) -> Vec<Ratio<'a>> {
    let mut found = Vec::new();
    for &of in steps.iter().filter(|r| r.implementation == "cloth-core") {
        let same = |r: &&&Record| {
            let key = |r: &Record| [&r.target, &r.scalar, &r.solver, &r.grid].map(Clone::clone);
            r.implementation == "textbook" && key(r) == key(of)
        };
        let Some(textbook) = steps.iter().find(same) else {
            continue;
        };
        for unit in Unit::ALL {
            if let (Some(cost @ 1..), Some(theirs)) = (unit.of(of), unit.of(textbook)) {
                let ratio = theirs as f64 / cost as f64;
                found.push(Ratio { of, unit, ratio });
            }
        }
    }
    found
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A whole step of the constraint model on an N × N grid.
    pub fn step(target: &str, implementation: &str, n: u64) -> Record {
        Record {
            target: target.to_owned(),
            implementation: implementation.to_owned(),
            scalar: "f32".to_owned(),
            solver: "constraint".to_owned(),
            grid: format!("{n}x{n}"),
            particles: n * n,
            constraints: 6 * n * n,
            iterations: 4,
            phase: "step".to_owned(),
            source: "made up".to_owned(),
            ..Record::default()
        }
    }

    #[test]
    fn steps_a_second_need_cycles_or_time() {
        let mut record = step("m4f", "cloth-core", 8);
        record.clock_hz = Some(25_000_000);
        record.instructions = Some(250_000);
        assert_eq!(steps_a_second(&record), None);
        record.cycles_estimated = Some(500_000);
        assert_eq!(
            steps_a_second(&record),
            Some((50.0, Basis::EstimatedCycles))
        );
        record.cycles_measured = Some(1_000_000);
        assert_eq!(steps_a_second(&record), Some((25.0, Basis::Cycles)));
        record.clock_hz = None;
        assert_eq!(steps_a_second(&record), None);
        record.ns = Some(1_000_000);
        assert_eq!(steps_a_second(&record), Some((1000.0, Basis::Time)));
        assert_eq!(per_particle(&record, Unit::Nanoseconds), Some(15_625.0));
        let link = per_constraint(&record, Unit::Instructions).unwrap();
        assert!((link - 250_000.0 / 1536.0).abs() < 1e-9);
    }

    #[test]
    fn the_largest_grid_that_is_fast_enough() {
        let run = |n: u64, cycles: u64| Record {
            clock_hz: Some(60_000_000),
            cycles_measured: Some(cycles),
            ..step("board", "cloth-core", n)
        };
        // 100, 60, 30 and 29.99 steps a second; not in order.
        let records = [
            run(24, 2_000_000),
            run(8, 600_000),
            run(32, 2_000_667),
            run(16, 1_000_000),
        ];
        let (steps, twice) = steps(&records);
        assert!(twice.is_empty());
        let found = capabilities(&steps);
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].at_30, found[0].at_60, found[0].largest),
            (Some("24x24"), Some("16x16"), "32x32")
        );
        let slow = run(8, 60_000_000);
        let found = capabilities(&[&slow]);
        assert_eq!((found[0].at_30, found[0].at_60), (None, None));
        let counted = Record {
            instructions: Some(1),
            ..step("m0", "cloth-core", 8)
        };
        assert!(capabilities(&[&counted]).is_empty());
    }

    #[test]
    fn ratios_stay_within_a_unit() {
        let mut ours = step("m4f", "cloth-core", 8);
        let mut theirs = step("m4f", "textbook", 8);
        (ours.instructions, theirs.instructions) = (Some(100), Some(250));
        (ours.ns, theirs.cycles_measured) = (Some(7), Some(9));
        let other = step("m0", "textbook", 8);
        let found = ratios(&[&ours, &theirs, &other]);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].unit, found[0].ratio), (Unit::Instructions, 2.5));
    }

    #[test]
    fn a_later_measurement_replaces_an_earlier_one() {
        let old = Record {
            ns: Some(1),
            ..step("host", "cloth-core", 8)
        };
        let new = Record {
            ns: Some(2),
            ..old.clone()
        };
        let records = [old, new];
        let (steps, twice) = steps(&records);
        assert_eq!((steps.len(), steps[0].ns), (1, Some(2)));
        assert_eq!(twice.len(), 1);
    }
}
