//! Tables for the terminal and as CSV.

use std::fmt::Display;

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableCell {
    /// As a table shows it.
    shown: String,
    /// As a CSV file has it: a number with all its digits.
    exact: String,
}

impl TableCell {
    /// A number with so many decimals; a dash if it is not finite.
    pub fn number(value: f64, decimals: usize) -> Self {
        let shown = match value.is_finite() {
            true => format!("{value:.decimals$}"),
            false => "-".to_owned(),
        };
        let exact = value.to_string();
        Self { shown, exact }
    }

    /// A number with a few significant digits.
    pub fn short(value: f64) -> Self {
        let (shown, exact) = (short(value), value.to_string());
        Self { shown, exact }
    }

    /// As [`number`](TableCell::number); empty for `None`.
    pub fn known(value: Option<f64>, decimals: usize) -> Self {
        value.map_or_else(Self::default, |value| Self::number(value, decimals))
    }
}

impl<T: Display> From<T> for TableCell {
    fn from(text: T) -> Self {
        let exact = text.to_string();
        let shown = exact.clone();
        Self { shown, exact }
    }
}

/// A table with its title and note.
#[derive(Clone, Debug)]
pub struct Table {
    /// Above the table; may be empty.
    pub title: String,
    /// The meaning of the columns.
    pub note: String,
    heading: Vec<String>,
    /// Columns of words, aligned left, before those of numbers.
    words: usize,
    rows: Vec<Vec<TableCell>>,
}

impl Table {
    /// A table without rows.
    pub fn new(note: impl Into<String>, words: &[&str], numbers: &[&str]) -> Self {
        Self {
            title: String::new(),
            note: note.into(),
            heading: [words, numbers]
                .concat()
                .into_iter()
                .map(str::to_owned)
                .collect(),
            words: words.len(),
            rows: Vec::new(),
        }
    }

    /// Adds a row: a cell for each column.
    pub fn row(&mut self, cells: impl IntoIterator<Item = TableCell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The table for a terminal.
    pub fn terminal(&self) -> String {
        let lines = self.aligned();
        let (first, rest) = lines.split_first().expect("there is a heading");
        let head = [self.title.as_str(), &self.note]
            .into_iter()
            .filter(|line| !line.is_empty());
        let lines = head
            .chain([first.trim_end()])
            .chain(rest.iter().map(|line| line.trim_end()));
        lines.map(|line| format!("{line}\n")).collect()
    }

    /// All rows with all digits.
    pub fn csv(&self) -> String {
        let quoted = |text: &str| match text.contains([',', '"']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.to_owned(),
        };
        let heading = self
            .heading
            .iter()
            .map(|name| quoted(name))
            .collect::<Vec<_>>();
        let rows = self
            .rows
            .iter()
            .map(|row| row.iter().map(|cell| quoted(&cell.exact)).collect());
        let lines = [heading].into_iter().chain(rows);
        lines
            .map(|cells: Vec<String>| cells.join(",") + "\n")
            .collect()
    }

    /// The heading and the rows, with aligned columns.
    fn aligned(&self) -> Vec<String> {
        let heading = self.heading.iter().map(String::as_str).collect();
        let rows = self
            .rows
            .iter()
            .map(|row| row.iter().map(|cell| cell.shown.as_str()).collect());
        let lines: Vec<Vec<&str>> = [heading].into_iter().chain(rows).collect();
        let width = |column: usize| {
            let cells = lines.iter().filter_map(|line| line.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.heading.len()).map(width).collect();
        let line = |line: &Vec<&str>| {
            let cells = line.iter().zip(&widths).enumerate();
            let cells = cells.map(|(i, (cell, &width))| match i < self.words {
                true => format!("{cell:<width$}"),
                false => format!("{cell:>width$}"),
            });
            cells.collect::<Vec<_>>().join("  ")
        };
        lines.iter().map(line).collect()
    }
}

/// A number with a few significant digits.
pub fn short(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        v if !v.is_finite() => "-".to_owned(),
        v if !(1e-3..1e5).contains(&v) => format!("{value:.2e}"),
        v if v < 1.0 => format!("{value:.4}"),
        v if v < 100.0 => format!("{value:.3}"),
        _ => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_aligned_and_its_file_has_all_digits() {
        let mut table = Table::new("Lengths.", &["what"], &["m", "of 3"]);
        table.row(["a, b".into(), TableCell::number(0.123_456, 2), 3.into()]);
        table.row([
            "c".into(),
            TableCell::number(f64::NAN, 2),
            TableCell::known(None, 1),
        ]);
        let terminal = "Lengths.\nwhat     m  of 3\na, b  0.12     3\nc        -\n";
        assert_eq!(table.terminal(), terminal);
        assert_eq!(table.csv(), "what,m,of 3\n\"a, b\",0.123456,3\nc,NaN,\n");
    }

    #[test]
    fn numbers_are_short() {
        let texts = [0.195_97, 1234.5, f64::NAN, 2.5e-6].map(short);
        assert_eq!(texts, ["0.1960", "1234", "-", "2.50e-6"]);
    }
}
