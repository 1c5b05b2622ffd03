//! Measuring several things in turn, so that other load on the machine slows all of them alike.

use crate::log::{Record, StepTrace};
use cloth_bench::WARM_UP;
use std::time::{Duration, Instant};

/// Most turns whose median is taken: more than on other targets, because this machine has other load.
pub const MOST: usize = 301;

/// Fewest turns.
pub const FEWEST: usize = 3;

/// Time for the turns. Halving it makes the medians of the larger grids
/// noisier.
pub const TIME: Duration = Duration::from_millis(1500);

/// The least length of a turn: caches and branch predictors must recover from the other entries.
const TURN: Duration = Duration::from_millis(1);

/// Most rounds in a turn.
const IN_A_TURN: usize = 16;

/// A phase's name and time, ns.
pub type PhaseTime = (&'static str, u64);

/// An implementation that is measured in turn with others.
pub struct Contender {
    /// The record to print; phase and cost are filled in.
    pub record: Record,
    /// The hashes of its steps.
    pub traces: Vec<StepTrace>,
    /// Runs it once.
    pub round: Box<dyn FnMut() -> Vec<PhaseTime>>,
}

impl Contender {
    /// An entry without traces.
    pub fn new(record: Record, round: impl FnMut() -> Vec<PhaseTime> + 'static) -> Self {
        Self {
            record,
            traces: Vec::new(),
            round: Box::new(round),
        }
    }
}

/// Runs all entries in turn, again and again, and returns the median of each phase.
pub fn interleave(entries: Vec<Contender>) -> Vec<Record> {
    let start = Instant::now();
    interleave_by(entries, || start.elapsed())
}

/// As [`interleave`], by a clock.
fn interleave_by(entries: Vec<Contender>, now: impl Fn() -> Duration) -> Vec<Record> {
    let (records, mut rounds): (Vec<Record>, Vec<_>) =
        entries.into_iter().map(|e| (e.record, e.round)).unzip();
    let mut figures = vec![Vec::new(); records.len()];
    let mut start = now();
    let mut warm_up = 0;
    while warm_up == 0 || warm_up < WARM_UP && now() - start < TIME / 4 {
        rounds.iter_mut().for_each(|round| drop(round()));
        warm_up += 1;
    }
    start = now();
    for done in 0..MOST {
        if done >= FEWEST && now() - start > TIME {
            break;
        }
        for (round, figures) in rounds.iter_mut().zip(&mut figures) {
            let turn = now();
            for _ in 0..IN_A_TURN {
                figures.push(round());
                if now() - turn > TURN {
                    break;
                }
            }
        }
    }
    let all = records.iter().zip(&figures);
    all.flat_map(|(record, figures)| medians(record, figures))
        .collect()
}

/// A record for each phase.
fn medians(record: &Record, rounds: &[Vec<PhaseTime>]) -> Vec<Record> {
    let phases = rounds.first().into_iter().flatten().enumerate();
    let of = |(at, &(phase, _)): (usize, &PhaseTime)| {
        let mut values: Vec<u64> = rounds.iter().map(|round| round[at].1).collect();
        values.sort_unstable();
        // The hash belongs to whole steps.
        let whole = phase == "step";
        Record {
            phase: phase.to_owned(),
            ns: Some(values[values.len() / 2]),
            steps: record.steps.filter(|_| whole),
            state_hash: record.state_hash.clone().filter(|_| whole),
            ..record.clone()
        }
    };
    phases.map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[test]
    fn entries_take_turns_and_medians_are_taken() {
        let order = Rc::new(RefCell::new(String::new()));
        let entry = |name: char, base: u64| {
            let (order, mut count) = (Rc::clone(&order), 0);
            Contender::new(Record::default(), move || {
                order.borrow_mut().push(name);
                count += 1;
                vec![("limit", 7), ("step", base + count)]
            })
        };
        // No time passes: all rounds are made, and the first ten do not count.
        let entries = vec![entry('a', 0), entry('b', 1000)];
        let records = interleave_by(entries, || Duration::ZERO);
        let turn = ["a".repeat(IN_A_TURN), "b".repeat(IN_A_TURN)].concat();
        assert_eq!(order.take(), "ab".repeat(10) + &turn.repeat(MOST));
        let middle = (MOST * IN_A_TURN / 2 + 1) as u64;
        let times: Vec<_> = records.iter().map(|record| record.ns).collect();
        assert_eq!(times, [7, 10 + middle, 7, 1010 + middle].map(Some));
    }
}
