//! The tables of this machine's figures.

use super::rounds::{FEWEST, MOST};
use super::{FRAME, TEXTBOOK_PASSES, tethers};
use crate::experiment::quality::case::Hold;
use crate::record::Record;
use cloth_bench::{FRAME_SUBSTEPS, ITERATIONS};
use comfy_table::{CellAlignment, Table, presets};

/// Prints what is above the rows of [`print_rows`].
pub fn print_heading() {
    println!(
        "Medians of {FEWEST} to {MOST} turns of up to 1 ms, one core, one ball, ns; \
         constraint mode with {ITERATIONS} passes.\nNormals are written into a list. \
         ns/link·pass is that of springs or constraints alone.\nThe last column is the \
         textbook's step over cloth-core's. {FRAME} is a frame of {FRAME_SUBSTEPS} \
         substeps of one pass,\nwithout limit."
    );
    println!(
        "{:>9} {:<17} {:<7} {:<10} {:>9} {:>9} {:>11} {:>9} {:>9} {:>9} {:>10} {:>11} {:>12} {:>8}",
        "grid",
        "solver",
        "scalar",
        "",
        "springs",
        "integrate",
        "constraints",
        "limit",
        "collide",
        "normals",
        "step",
        "ns/particle",
        "ns/link·pass",
        "textbook"
    );
}

/// Prints the rows of one workload: number formats and implementations.
pub fn print_rows(records: &[Record]) {
    for record in records.iter().filter(|r| r.phase == "step") {
        let of = |implementation: &str, phase: &str| {
            let same = |r: &&Record| {
                r.implementation == implementation
                    && r.phase == phase
                    && (&r.scalar, r.iterations) == (&record.scalar, record.iterations)
            };
            records.iter().find(same).and_then(|r| r.ns)
        };
        let name = record.implementation.as_str();
        let cell = |phase| of(name, phase).map_or("-".to_owned(), |ns| ns.to_string());
        let step = record.ns.unwrap_or(0) as f64;
        let ratio = match (name, of("cloth-core", "step")) {
            ("textbook", Some(ns)) if ns > 0 => format!("{:.2}", step / ns as f64),
            _ => String::new(),
        };
        let links = of(name, "springs").zip(of(name, "constraints"));
        let link = links.map_or("-".to_owned(), |(springs, constraints)| {
            let count = record.constraints * record.iterations;
            number((springs + constraints) as f64 / count as f64, 2)
        });
        println!(
            "{:>9} {:<17} {:<7} {:<10} {:>9} {:>9} {:>11} {:>9} {:>9} {:>9} {:>10} {:>11.2} {:>12} {:>8}",
            record.grid,
            record.solver,
            record.scalar,
            name,
            cell("springs"),
            cell("integrate"),
            cell("constraints"),
            cell("limit"),
            cell("collide"),
            cell("normals"),
            cell("step"),
            step / record.particles as f64,
            link,
            ratio
        );
    }
}

/// A number with so many decimals; of a grid without links some are none.
fn number(value: f64, decimals: usize) -> String {
    match value.is_finite() {
        true => format!("{value:.decimals$}"),
        false => "-".to_owned(),
    }
}

/// A grid's figures side by side, all `f32`, ns.
struct Speed<'a> {
    grid: &'a str,
    /// Of a link in a pass of constraint mode.
    engine: f64,
    textbook: f64,
    limit: f64,
    /// Of a particle in a whole frame.
    frame: f64,
    textbook_frame: f64,
    /// Of a particle in a step of the workload.
    step: f64,
}

impl<'a> Speed<'a> {
    /// `None` if a figure is missing.
    fn of(records: &'a [Record], grid: &'a str) -> Option<Self> {
        let find = |implementation: &str, solver: &str, phase: &str| {
            let same = |r: &&Record| {
                r.grid == grid
                    && (r.scalar == "f32" && r.implementation == implementation)
                    && (r.solver == solver && r.phase == phase)
            };
            // The textbook's passes are compared with 15 of them: the last.
            records.iter().rfind(same)
        };
        let link = |implementation| {
            let record = find(implementation, "constraint", "constraints")?;
            Some(record.ns? as f64 / (record.constraints * record.iterations) as f64)
        };
        let particle = |implementation, solver| {
            let record = find(implementation, solver, "step")?;
            Some(record.ns? as f64 / record.particles as f64)
        };
        Some(Self {
            grid,
            engine: link("cloth-core")?,
            textbook: link("textbook")?,
            limit: link("limit")?,
            frame: particle("cloth-core", FRAME)?,
            textbook_frame: particle("textbook", FRAME)?,
            step: particle("cloth-core", "constraint")?,
        })
    }
}

/// Prints the engine beside the textbook and the arithmetic limit.
pub fn print_speed(records: &[Record]) {
    let mut grids: Vec<&str> = records.iter().map(|r| r.grid.as_str()).collect();
    grids.dedup();
    let speeds: Vec<Speed> = (grids.iter())
        .filter_map(|grid| Speed::of(records, grid))
        .collect();
    println!(
        "\nConstraint mode in f32: ns of a link in a pass (the textbook's of {TEXTBOOK_PASSES} \
         passes; the limit\nis a root and a division for each link and nothing else), and of a \
         particle in a\nframe of {FRAME_SUBSTEPS} substeps.\n\n{}",
        speed_table(&speeds)
    );
    print_tethers(records, &grids);
    let side = |grid: &str| speeds.iter().find(|s| s.grid == grid);
    if let (Some(small), Some(large)) = (side("64x64"), side("1024x1024")) {
        println!(
            "\nA particle at 1024x1024 costs {:.2} times one at 64x64 in a frame, {:.2} times in \
             a step.",
            large.frame / small.frame,
            large.step / small.step
        );
    }
}

/// Prints how much longer a frame takes with tethers.
fn print_tethers(records: &[Record], grids: &[&str]) {
    let ns = |grid: &str, hold: Hold, phase: &str| {
        let same =
            |r: &&Record| r.grid == grid && (r.solver == tethers::name(hold) && r.phase == phase);
        records
            .iter()
            .find(same)
            .and_then(|r| r.ns)
            .map(|ns| ns as f64)
    };
    println!(
        "\nTethers, XPBD, {FRAME_SUBSTEPS} substeps: a frame with them over one without, from \
         the same state."
    );
    for grid in grids {
        for hold in [Hold::TwoCorners, Hold::FourCorners] {
            let found = ns(grid, hold, "step").zip(ns(grid, hold, "tethers"));
            if let Some((step, tethers)) = found {
                println!("{grid:>9} {:<13} {:.2}", hold.name(), 1.0 + tethers / step);
            }
        }
    }
}

fn speed_table(speeds: &[Speed]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header([
        "grid",
        "cloth-core",
        "textbook",
        "limit",
        "textbook / cloth-core",
        "cloth-core / limit",
        "frame, cloth-core",
        "frame, textbook",
        "textbook / cloth-core",
    ]);
    for speed in speeds {
        table.add_row([
            speed.grid.to_owned(),
            number(speed.engine, 2),
            number(speed.textbook, 2),
            number(speed.limit, 2),
            number(speed.textbook / speed.engine, 1),
            number(speed.engine / speed.limit, 2),
            number(speed.frame, 0),
            number(speed.textbook_frame, 0),
            number(speed.textbook_frame / speed.frame, 1),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
