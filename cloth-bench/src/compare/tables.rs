//! Tables of the measurements. Instructions, estimated cycles, measured cycles and nanoseconds never
//! share a column.

use super::script::Image;
use crate::log::Record;
use crate::table::{Table, TableCell};
use serde_json::Value;

/// A unit of cost.
#[derive(Clone, Copy, Debug)]
pub struct CostUnit {
    /// The name in a table's title.
    pub name: &'static str,
    /// A record's cost in this unit.
    pub of: fn(&Record) -> Option<u64>,
}

/// All units, in the order of the tables.
pub const UNITS: [CostUnit; 4] = [
    CostUnit {
        name: "instructions",
        of: |record| record.instructions,
    },
    CostUnit {
        name: "est. cycles",
        of: |record| record.cycles_estimated,
    },
    CostUnit {
        name: "cycles",
        of: |record| record.cycles_measured,
    },
    CostUnit {
        name: "ns",
        of: |record| record.ns,
    },
];

impl CostUnit {
    /// Cost for each particle of the grid.
    pub fn per_particle(&self, record: &Record) -> Option<f64> {
        Some((self.of)(record)? as f64 / f64::from(record.particles))
    }

    /// Cost for each constraint and pass: the step over (constraints × iterations).
    pub fn per_link(&self, record: &Record) -> Option<f64> {
        let count = f64::from(record.constraints) * f64::from(record.iterations);
        let cost = (self.of)(record)? as f64;
        (count > 0.0).then(|| cost / count)
    }

    /// The textbook's cost of the same workload over this record's.
    fn textbook(&self, record: &Record, steps: &[&Record]) -> Option<f64> {
        let [implementation, rest @ ..] = record.workload();
        let same = |other: &&&Record| {
            let [implementation, others @ ..] = other.workload();
            other.target == record.target && implementation == "textbook" && others == rest
        };
        let theirs = (self.of)(steps.iter().find(same)?)?;
        let ours = (self.of)(record).filter(|&cost| cost > 0)?;
        (implementation != "textbook").then(|| theirs as f64 / ours as f64)
    }
}

/// The records of whole steps, one for each workload on each target, sorted; a later one replaces an
/// earlier one. And a sentence for each that was replaced.
pub fn steps(records: &[Record]) -> (Vec<&Record>, Vec<String>) {
    let mut kept: Vec<&Record> = Vec::new();
    let mut twice = Vec::new();
    for record in records.iter().filter(|r| r.phase == "step") {
        match kept.iter_mut().find(|r| r.same_run(record)) {
            None => kept.push(record),
            Some(earlier) => {
                twice.push(format!(
                    "{}, {}: measured by {} and {}; the later is shown",
                    record.target,
                    record.workload().join(", "),
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

/// Steps a second at the target's clock; `None` if only instructions are known.
fn steps_a_second(record: &Record) -> Option<f64> {
    let some = |cost: Option<u64>| cost.filter(|&cost| cost > 0);
    let at_clock = |cycles| Some(f64::from(record.clock_hz?) / some(cycles)? as f64);
    at_clock(record.cycles_measured)
        .or_else(|| Some(1e9 / some(record.ns)? as f64))
        .or_else(|| at_clock(record.cycles_estimated))
}

/// All tables that have rows.
pub fn tables(steps: &[&Record], images: &[(String, Image)]) -> Vec<Table> {
    let mut tables: Vec<Table> = UNITS.iter().map(|unit| cost_table(steps, unit)).collect();
    tables.push(image_table(images));
    tables.retain(|table| !table.is_empty());
    tables
}

const RUN: [&str; 5] = ["target", "scalar", "solver", "grid", "implementation"];

fn run_cells(r: &Record) -> [TableCell; 5] {
    [&r.target, &r.scalar, &r.solver, &r.grid, &r.implementation].map(TableCell::from)
}

fn memory(record: &Record) -> [TableCell; 4] {
    let bytes = [
        record.flash_bytes,
        record.static_ram_bytes,
        record.ram_bytes,
        record.stack_bytes,
    ];
    bytes.map(|bytes| bytes.map_or_else(TableCell::default, TableCell::from))
}

/// The costs in one unit.
fn cost_table(steps: &[&Record], unit: &CostUnit) -> Table {
    let note = "The step of the workload, over its particles, and over its links and passes; the textbook's \
                step over\nthis one; memory in bytes. Instructions and estimated cycles come from emulators. \
                Steps a second at the\ntarget's clock; instructions alone do not give them.";
    let numbers = [
        "step",
        "a particle",
        "a link and pass",
        "textbook / this",
        "steps/s",
        "flash",
        "static RAM",
        "simulation",
        "stack",
    ];
    let mut table = Table::new(note, &RUN, &numbers);
    table.title = format!("Cost of a step: {}", unit.name);
    for record in steps {
        let Some(cost) = (unit.of)(record) else {
            continue;
        };
        let rate = steps_a_second(record).filter(|_| unit.name != "instructions");
        let figures = [
            cost.into(),
            TableCell::known(unit.per_particle(record), 1),
            TableCell::known(unit.per_link(record), 1),
            TableCell::known(unit.textbook(record, steps), 2),
            TableCell::known(rate, if rate < Some(100.0) { 1 } else { 0 }),
        ];
        table.row(
            run_cells(record)
                .into_iter()
                .chain(figures)
                .chain(memory(record)),
        );
    }
    table
}

fn image_table(images: &[(String, Image)]) -> Table {
    let note = "Bytes of the linked images; static RAM is without the stack.";
    let mut table = Table::new(note, &["target", "image"], &["flash", "static RAM"]);
    table.title = "Images".to_owned();
    for (machine, image) in images {
        table.row([
            machine.into(),
            (&image.name).into(),
            image.flash_bytes.into(),
            image.static_ram_bytes.into(),
        ]);
    }
    table
}

/// The columns of the CSV: keys of records, those of the workload first.
const KEYS: &str = "target scalar solver grid implementation particles constraints iterations \
                    clock_hz instructions cycles_estimated cycles_measured ns flash_bytes \
                    static_ram_bytes ram_bytes stack_bytes steps state_hash";

/// Every run as a line of CSV.
///
/// # Errors
/// If a record cannot be written as JSON.
pub fn csv(steps: &[&Record]) -> Result<String, String> {
    let keys: Vec<&str> = KEYS.split(' ').collect();
    let mut table = Table::new("", &keys, &[]);
    for record in steps {
        let record = serde_json::to_value(record).map_err(|error| error.to_string())?;
        table.row(keys.iter().map(|key| match &record[*key] {
            Value::Null => TableCell::default(),
            Value::String(text) => text.into(),
            other => other.into(),
        }));
    }
    Ok(table.csv())
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A step in constraint mode on an N × N grid.
    pub fn step(target: &str, implementation: &str, n: u32) -> Record {
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
    fn units_stay_apart() {
        let mut ours = step("m4f", "cloth-core", 8);
        let mut theirs = step("m4f", "textbook", 8);
        (ours.clock_hz, ours.instructions) = (Some(25_000_000), Some(100));
        theirs.instructions = Some(250);
        // Instructions alone do not give a time.
        assert_eq!(steps_a_second(&ours), None);
        ours.cycles_estimated = Some(500_000);
        assert_eq!(steps_a_second(&ours), Some(50.0));
        (ours.cycles_measured, theirs.cycles_estimated) = (Some(1_000_000), None);
        assert_eq!(steps_a_second(&ours), Some(25.0));
        let steps = [&ours, &theirs, &step("m0", "textbook", 8)];
        let ratio = |record| UNITS.map(|unit| unit.textbook(record, &steps));
        assert_eq!(ratio(&ours), [Some(2.5), None, None, None]);
        assert_eq!(ratio(&theirs), [None; 4]);
        let [instructions, ..] = UNITS;
        assert_eq!(instructions.per_particle(&theirs), Some(250.0 / 64.0));
        assert_eq!(instructions.per_link(&theirs), Some(250.0 / 1536.0));
    }

    #[test]
    fn a_later_measurement_replaces_an_earlier_one_in_the_file() {
        let timed = |ns| Record {
            ns: Some(ns),
            ..step("host", "cloth-core", 8)
        };
        let mut counted = step("m0", "cloth-core", 8);
        (counted.instructions, counted.state_hash) = (Some(123_456), Some("0f".to_owned()));
        let records = [timed(1), counted, timed(2)];
        let (steps, twice) = steps(&records);
        assert_eq!(twice.len(), 1);
        let lines = [
            KEYS.replace(' ', ","),
            "host,f32,constraint,8x8,cloth-core,64,384,4,,,,,2,,,,,,".to_owned(),
            "m0,f32,constraint,8x8,cloth-core,64,384,4,,123456,,,,,,,,,0f\n".to_owned(),
        ];
        assert_eq!(csv(&steps).unwrap(), lines.join("\n"));
    }
}
