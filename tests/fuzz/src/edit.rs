//! Texts that are nearly right.

use crate::{one, up_to};
use arbitrary::Unstructured;

/// Numbers at which something may end: of formats, of ranges, of what is a number.
const NUMBERS: [&str; 30] = [
    "0",
    "-0.0",
    "1",
    "-1",
    "2",
    "3",
    "0.5",
    "0.1",
    "7",
    "48",
    "1e-3",
    "1e3",
    "1e-9",
    "1e9",
    "1e-30",
    "1e30",
    "1e-38",
    "3.4e38",
    "1e-45",
    "1e300",
    "1e-320",
    "1.7976931348623157e308",
    "1e999",
    "nan",
    "inf",
    "-inf",
    "4096",
    "4097",
    "4294967296",
    "18446744073709551616",
];

/// What a number may stand in for it in a scene that is to be valid in the end.
const MILD: [&str; 16] = [
    "0.0", "1.0", "-1.0", "0.3", "0.01", "1e-6", "3.7", "17.3", "100.1", "1e4", "1e6", "1e9",
    "1e-9", "0.999", "-0.01", "2.5",
];

/// Where the numbers of a text stand.
fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    let is_part = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
    let mut last = ' ';
    for (i, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match start {
            // Not within a word.
            None if (c.is_ascii_digit() || c == '-')
                && !(last.is_alphanumeric() || last == '_' || last == '-') =>
            {
                start = Some(i);
            }
            Some(begun) if !is_part(c) => {
                if text[begun..i].chars().any(|c| c.is_ascii_digit()) {
                    found.push(begun..i);
                }
                start = None;
            }
            _ => {}
        }
        last = c;
    }
    found
}

fn change_number(text: &mut String, choices: &mut Unstructured<'_>, values: &[&str]) {
    let all = numbers(text);
    if !all.is_empty() {
        let place = one(choices, &all).clone();
        let value: &str = one::<&str>(choices, values);
        text.replace_range(place, value);
    }
}

/// A place between two characters.
fn place(text: &str, choices: &mut Unstructured<'_>) -> usize {
    let mut at = up_to(choices, text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn change_lines(text: &mut String, choices: &mut Unstructured<'_>) {
    let mut lines: Vec<_> = text.lines().map(String::from).collect();
    if lines.is_empty() {
        return;
    }
    let [a, b] = [(); 2].map(|()| up_to(choices, lines.len() - 1));
    match up_to(choices, 2) {
        0 => drop(lines.remove(a)),
        1 => lines.insert(b, lines[a].clone()),
        _ => lines.swap(a, b),
    }
    *text = lines.join("\n") + "\n";
}

fn change_characters(text: &mut String, choices: &mut Unstructured<'_>) {
    let (a, b) = (place(text, choices), place(text, choices));
    if up_to(choices, 1) == 0 {
        let end = place_before(text, a.max(b).min(a.min(b) + 64));
        text.replace_range(a.min(b)..end.max(a.min(b)), "");
        return;
    }
    let count = up_to(choices, 8);
    let bytes = choices.bytes(count).unwrap_or_default();
    text.insert_str(a, &String::from_utf8_lossy(bytes));
}

fn change_word(text: &mut String, choices: &mut Unstructured<'_>, words: &[&str]) {
    let from = *one(choices, words);
    let to = *one(choices, words);
    *text = text.replacen(from, to, 1);
}

/// Up to eight edits of any kind.
pub fn anything(text: &mut String, choices: &mut Unstructured<'_>, words: &[&str]) {
    for _ in 0..up_to(choices, 8) {
        match up_to(choices, 5) {
            0 | 1 => change_number(text, choices, &NUMBERS),
            2 => change_lines(text, choices),
            3 => change_characters(text, choices),
            _ => change_word(text, choices, words),
        }
        // A recording may have 256 MiB, but not here.
        text.truncate(place_before(text, 100_000));
    }
}

fn place_before(text: &str, most: usize) -> usize {
    let mut at = most.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Other numbers and words in a text that remains one of its kind.
pub fn values(text: &mut String, choices: &mut Unstructured<'_>, words: &[&str]) {
    for _ in 0..up_to(choices, 6) {
        match up_to(choices, 4) {
            0 => change_word(text, choices, words),
            1 => change_number(text, choices, &NUMBERS),
            _ => change_number(text, choices, &MILD),
        }
    }
}
