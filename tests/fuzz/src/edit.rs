//! Texts that are nearly right.

use crate::Pick;
use arbitrary::Arbitrary;
use std::ops::Range;

/// Numbers at which something may end: of formats, of ranges, of what is a number.
const NUMBERS: &str = "0 -0.0 1 -1 2 3 0.5 0.1 7 48 1e-3 1e3 1e-9 1e9 1e-30 1e30 1e-38 3.4e38 1e-45 1e300 1e-320 \
    1.7976931348623157e308 1e999 nan inf -inf 4096 4097 4294967296 18446744073709551616";

/// What may stand in place of a number in a scene that is to be valid in the end.
const MILD: &str = "0.0 1.0 -1.0 0.3 0.01 1e-6 3.7 17.3 100.1 1e4 1e6 1e9 1e-9 0.999 -0.01 2.5";

/// A change of a text.
#[derive(Arbitrary, Clone, Debug)]
enum Edit {
    Mild(Pick, Pick),
    Number(Pick, Pick),
    Word(Pick, Pick),
    Line(LineEdit, Pick, Pick),
    Cut(Pick, u8),
    Insert(Pick, String),
}

/// What happens to one line of a text, or to two.
#[derive(Arbitrary, Clone, Copy, Debug)]
enum LineEdit {
    Remove,
    Copy,
    Swap,
}

/// Several changes.
#[derive(Arbitrary, Clone, Debug)]
pub struct Edits(Vec<Edit>);

impl Edits {
    /// Up to eight edits of any kind; one of `known` words may come in place of another.
    pub fn anything(&self, text: &mut String, known: &str) {
        for edit in self.0.iter().take(8) {
            edit.apply(text, known);
            // A recording may have 256 MiB, but not here.
            text.truncate(text.floor_char_boundary(100_000));
        }
    }

    /// Other numbers and words in a text that remains one of its kind.
    pub fn values(&self, text: &mut String, known: &str) {
        let of_values =
            |edit: &&Edit| matches!(edit, Edit::Mild(..) | Edit::Number(..) | Edit::Word(..));
        for edit in self.0.iter().filter(of_values).take(6) {
            edit.apply(text, known);
        }
    }
}

impl Edit {
    fn apply(&self, text: &mut String, known: &str) {
        match self {
            Self::Mild(which, value) => replace(text, *which, value.word(MILD)),
            Self::Number(which, value) => replace(text, *which, value.word(NUMBERS)),
            Self::Word(from, to) => *text = text.replacen(from.word(known), to.word(known), 1),
            Self::Cut(from, length) => {
                let start = text.floor_char_boundary(from.below(text.len()));
                let end = text.floor_char_boundary(start + usize::from(length % 64));
                text.replace_range(start..end, "");
            }
            Self::Insert(at, what) => {
                let at = text.floor_char_boundary(at.below(text.len()));
                text.insert_str(at, what);
            }
            Self::Line(..) if text.is_empty() => {}
            Self::Line(what, a, b) => {
                let mut lines: Vec<_> = text.lines().collect();
                let [a, b] = [a, b].map(|pick| pick.below(lines.len()));
                match what {
                    LineEdit::Remove => drop(lines.remove(a)),
                    LineEdit::Copy => lines.insert(b, lines[a]),
                    LineEdit::Swap => lines.swap(a, b),
                }
                *text = lines.join("\n") + "\n";
            }
        }
    }
}

fn replace(text: &mut String, which: Pick, value: &str) {
    let all = numbers(text);
    if !all.is_empty() {
        text.replace_range(which.of(&all).clone(), value);
    }
}

/// Where the numbers of a text stand, but for those within words.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let is_part = |c: char| c.is_alphanumeric() || "+-._".contains(c);
    let mut found = Vec::new();
    let mut at = 0;
    for word in text.split(|c| !is_part(c)) {
        let is_number = word.starts_with(|c: char| c.is_ascii_digit() || c == '-')
            && word.chars().any(|c| c.is_ascii_digit())
            && word.chars().all(|c| !c.is_alphabetic() || "eE".contains(c));
        if is_number {
            found.push(at..at + word.len());
        }
        at += word.len();
        at += text[at..].chars().next().map_or(0, char::len_utf8);
    }
    found
}
