//! The tables: for the terminal, as Markdown, as CSV.

use super::figures::{Unit, capabilities, per_constraint, per_particle, ratios, steps_a_second};
use crate::record::Record;
use comfy_table::{CellAlignment, Table, TableStyle, presets};

/// A table and what is to be said of it.
#[derive(Clone, Debug)]
pub struct Sheet {
    title: String,
    note: &'static str,
    heading: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Columns of words, before those of numbers.
    words: usize,
}

impl Sheet {
    fn new<const N: usize>(title: &str, note: &'static str, words: [&str; N]) -> Self {
        Self {
            title: title.to_owned(),
            note,
            heading: words.map(str::to_owned).to_vec(),
            rows: Vec::new(),
            words: N,
        }
    }

    /// The table for a terminal.
    pub fn terminal(&self) -> String {
        format!(
            "{}\n{}\n{}\n",
            self.title,
            self.note,
            self.table(presets::ASCII_BORDERS_ONLY_CONDENSED)
        )
    }

    /// The table as a section of a Markdown file.
    pub fn markdown(&self) -> String {
        let table = self.table(presets::ASCII_MARKDOWN);
        format!("## {}\n\n{}\n\n{table}\n", self.title, self.note)
    }

    fn table(&self, style: TableStyle) -> Table {
        let mut table = Table::new();
        table.load_style(style);
        table.set_header(&self.heading);
        for row in &self.rows {
            table.add_row(row);
        }
        for column in table.column_iter_mut().skip(self.words) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table
    }
}

/// All tables that have rows.
pub fn sheets(steps: &[&Record], footprints: &[Footprint]) -> Vec<Sheet> {
    let mut sheets = vec![step_sheet(steps)];
    sheets.extend(Unit::ALL.map(|unit| cost_sheet(steps, unit)));
    sheets.push(capability_sheet(steps));
    sheets.push(ratio_sheet(steps));
    sheets.push(image_sheet(footprints));
    sheets.retain(|sheet| !sheet.rows.is_empty());
    sheets
}

/// Memory of one image on one machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// The machine.
    pub target: String,
    /// The image.
    pub image: String,
    /// Size in flash.
    pub flash_bytes: u64,
    /// Static memory, without the stack.
    pub static_ram_bytes: u64,
}

const RUN: [&str; 5] = ["target", "scalar", "solver", "grid", "implementation"];

fn run_cells(record: &Record) -> Vec<String> {
    [
        &record.target,
        &record.scalar,
        &record.solver,
        &record.grid,
        &record.implementation,
    ]
    .map(Clone::clone)
    .to_vec()
}

fn whole(value: Option<u64>) -> String {
    value.map_or(String::new(), |v| v.to_string())
}

fn step_sheet(steps: &[&Record]) -> Sheet {
    let note = "Cost of a step of the workload, and memory in bytes. Instructions and \
                estimated cycles come from emulators. Steps a second at the target's clock; \
                instructions alone do not tell them.";
    let mut sheet = Sheet::new("A step", note, RUN);
    let units = Unit::ALL.map(Unit::name);
    let others = ["steps/s", "flash", "static RAM", "simulation", "stack"];
    let columns = units.into_iter().chain(others);
    sheet.heading.extend(columns.map(str::to_owned));
    for record in steps {
        let mut row = run_cells(record);
        row.extend(Unit::ALL.map(|unit| whole(unit.of(record))));
        row.push(rate(record));
        row.extend(memory(record).map(whole));
        sheet.rows.push(row);
    }
    sheet
}

fn rate(record: &Record) -> String {
    match steps_a_second(record) {
        Some((rate, _)) if rate < 100.0 => format!("{rate:.1}"),
        Some((rate, _)) => format!("{rate:.0}"),
        None => String::new(),
    }
}

fn memory(record: &Record) -> [Option<u64>; 4] {
    [
        record.flash_bytes,
        record.static_ram_bytes,
        record.ram_bytes,
        record.stack_bytes,
    ]
}

/// One unit's costs; a table each, so that no column holds two units.
fn cost_sheet(steps: &[&Record], unit: Unit) -> Sheet {
    let note = "The step over the particles, and over constraints × passes.";
    let name = unit.name();
    let title = format!("Cost of a particle, and of a link in a pass: {name}");
    let mut sheet = Sheet::new(&title, note, RUN);
    let columns = [format!("{name}/particle"), format!("{name}/link·pass")];
    sheet.heading.extend(columns);
    for record in steps {
        if let Some(particle) = per_particle(record, unit) {
            let mut row = run_cells(record);
            row.push(format!("{particle:.1}"));
            let link = per_constraint(record, unit);
            row.push(link.map_or(String::new(), |v| format!("{v:.1}")));
            sheet.rows.push(row);
        }
    }
    sheet
}

fn capability_sheet(steps: &[&Record]) -> Sheet {
    let note = "The largest measured grid of which the target makes 30 and 60 frames a second \
                at its clock. A frame is one step of the workload, without normals or drawing. \
                With + it is the largest that was measured.";
    let words = ["target", "scalar", "solver", "implementation", "told by"];
    let mut sheet = Sheet::new("Largest grid", note, words);
    sheet
        .heading
        .extend(["at 30/s", "at 60/s"].map(str::to_owned));
    for found in capabilities(steps) {
        let grid = |grid: Option<&str>| match grid {
            None => "none".to_owned(),
            Some(grid) if grid == found.largest => format!("{grid}+"),
            Some(grid) => grid.to_owned(),
        };
        let of = found.of;
        let mut row = [&of.target, &of.scalar, &of.solver, &of.implementation]
            .map(Clone::clone)
            .to_vec();
        row.extend([
            found.basis.name().to_owned(),
            grid(found.at_30),
            grid(found.at_60),
        ]);
        sheet.rows.push(row);
    }
    sheet
}

fn ratio_sheet(steps: &[&Record]) -> Sheet {
    let note = "The textbook's step over cloth-core's, both counted in the same unit: above 1, \
                cloth-core costs less.";
    let words = ["target", "scalar", "solver", "grid", "counted in"];
    let mut sheet = Sheet::new("Textbook over cloth-core", note, words);
    sheet.heading.push("ratio".to_owned());
    for found in ratios(steps) {
        let of = found.of;
        let mut row = [&of.target, &of.scalar, &of.solver, &of.grid]
            .map(Clone::clone)
            .to_vec();
        row.push(found.unit.name().to_owned());
        row.push(format!("{:.2}", found.ratio));
        sheet.rows.push(row);
    }
    sheet
}

fn image_sheet(footprints: &[Footprint]) -> Sheet {
    let note = "Bytes of the linked images; static RAM is without the stack.";
    let mut sheet = Sheet::new("Images", note, ["target", "image"]);
    sheet
        .heading
        .extend(["flash", "static RAM"].map(str::to_owned));
    for image in footprints {
        sheet.rows.push(vec![
            image.target.clone(),
            image.image.clone(),
            image.flash_bytes.to_string(),
            image.static_ram_bytes.to_string(),
        ]);
    }
    sheet
}

/// Every run as a line of CSV, unrounded, each unit in columns of its own.
///
/// # Errors
/// If it cannot be written.
pub fn csv(steps: &[&Record]) -> Result<String, String> {
    let said = |error: &dyn std::fmt::Display| format!("the CSV: {error}");
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut heading = RUN.map(str::to_owned).to_vec();
    heading.extend(["particles", "constraints", "iterations", "clock_hz"].map(str::to_owned));
    for unit in Unit::ALL.map(Unit::key) {
        heading.extend([
            unit.to_owned(),
            format!("{unit}_per_particle"),
            format!("{unit}_per_constraint_iteration"),
        ]);
    }
    let others = [
        "steps_per_second",
        "steps_per_second_from",
        "flash_bytes",
        "static_ram_bytes",
        "ram_bytes",
        "stack_bytes",
        "steps",
        "state_hash",
    ];
    heading.extend(others.map(str::to_owned));
    writer.write_record(&heading).map_err(|e| said(&e))?;
    for record in steps {
        writer.write_record(csv_row(record)).map_err(|e| said(&e))?;
    }
    let bytes = writer.into_inner().map_err(|e| said(&e))?;
    String::from_utf8(bytes).map_err(|e| said(&e))
}

fn csv_row(record: &Record) -> Vec<String> {
    let number = |v: Option<f64>| v.map_or(String::new(), |v| v.to_string());
    let mut row = run_cells(record);
    row.extend([record.particles, record.constraints, record.iterations].map(|n| n.to_string()));
    row.push(whole(record.clock_hz));
    for unit in Unit::ALL {
        row.extend([
            whole(unit.of(record)),
            number(per_particle(record, unit)),
            number(per_constraint(record, unit)),
        ]);
    }
    let rate = steps_a_second(record);
    row.push(number(rate.map(|(rate, _)| rate)));
    row.push(rate.map_or(String::new(), |(_, basis)| basis.name().to_owned()));
    row.extend(memory(record).map(whole));
    row.push(whole(record.steps.map(u64::from)));
    row.push(record.state_hash.clone().unwrap_or_default());
    row
}

#[cfg(test)]
mod tests {
    use super::super::figures::tests::step;
    use super::*;

    #[test]
    fn units_have_columns_of_their_own() {
        let mut counted = step("m0", "cloth-core", 8);
        counted.instructions = Some(123_456);
        let mut timed = step("host", "textbook", 8);
        timed.ns = Some(6400);
        let text = csv(&[&counted, &timed]).unwrap();
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let heading = reader.headers().unwrap().clone();
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        let cell = |row: usize, name: &str| {
            let column = heading.iter().position(|h| h == name).unwrap();
            rows[row][column].to_owned()
        };
        assert_eq!(cell(0, "instructions"), "123456");
        assert_eq!(cell(0, "ns"), "");
        assert_eq!(cell(0, "steps_per_second"), "");
        assert_eq!(cell(1, "ns_per_particle"), "100");
        assert_eq!(cell(1, "steps_per_second"), "156250");
        assert_eq!(cell(1, "instructions"), "");
    }

    #[test]
    fn markdown_has_a_row_for_each_run() {
        let mut ours = step("host", "cloth-core", 8);
        ours.ns = Some(1000);
        let mut theirs = step("host", "textbook", 8);
        theirs.ns = Some(2500);
        let text: String = sheets(&[&ours, &theirs], &[])
            .iter()
            .map(Sheet::markdown)
            .collect();
        assert!(text.contains("## Textbook over cloth-core"));
        let cells =
            |line: &str| -> Vec<String> { line.split('|').map(|c| c.trim().to_owned()).collect() };
        let rows: Vec<Vec<String>> = text.lines().map(cells).collect();
        let wanted = ["", "host", "f32", "constraint", "8x8", "ns", "2.50", ""];
        assert!(rows.iter().any(|row| row == &wanted), "{text}");
        assert!(!text.contains("## Images"));
    }
}
