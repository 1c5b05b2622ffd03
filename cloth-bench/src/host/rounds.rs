//! Measuring several things in turn, so that what else the machine does in the
//! meantime falls on all of them alike.

use crate::log::{Record, StepTrace};
use cloth_bench::WARM_UP;
use std::time::{Duration, Instant};

/// Most turns whose median is taken: more than the workload's own few, because
/// this machine does other things beside.
pub const MOST: usize = 301;

/// Fewest turns, however long they take.
pub const FEWEST: usize = 3;

/// Time for the turns. Halving it makes the medians of the larger grids
/// noisier.
pub const TIME: Duration = Duration::from_millis(1500);

/// How long a turn is, if one round is shorter: so that what the others left in the
/// caches and in the tables of branches does not decide.
const TURN: Duration = Duration::from_millis(1);

/// Most rounds of a turn.
const IN_A_TURN: usize = 16;

/// A phase's name, and what it cost, ns.
pub type PhaseTime = (&'static str, u64);

/// One of the things that are measured in turn.
pub struct Contender {
    /// Says what it is; phase and cost are filled in.
    pub record: Record,
    /// Its states, step by step.
    pub traces: Vec<StepTrace>,
    /// Runs it once.
    pub round: Box<dyn FnMut() -> Vec<PhaseTime>>,
}

impl Contender {
    /// What is run again and again, and is not traced.
    pub fn new(record: Record, round: impl FnMut() -> Vec<PhaseTime> + 'static) -> Self {
        Self {
            record,
            traces: Vec::new(),
            round: Box::new(round),
        }
    }
}

/// Runs all entries in turn, again and again, and returns the median of each
/// phase.
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
        // The state is that after whole steps.
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
    use std::cell::{Cell, RefCell};
    use std::rc::Rc;

    /// Two entries, whose rounds take so long by a clock of their own: the order of the rounds, and what is
    /// found. Not by the machine's clock: it may do other things for longer than a turn.
    fn take_turns(time: Duration) -> (String, Vec<Record>) {
        let order = Rc::new(RefCell::new(String::new()));
        let clock = Rc::new(Cell::new(Duration::ZERO));
        let entry = |name: char, base: u64| {
            let (order, clock, mut count) = (Rc::clone(&order), Rc::clone(&clock), 0);
            let record = Record {
                implementation: name.to_string(),
                state_hash: Some("0".to_owned()),
                ..Record::default()
            };
            Contender::new(record, move || {
                order.borrow_mut().push(name);
                clock.set(clock.get() + time);
                count += 1;
                vec![("limit", 7), ("step", base + count)]
            })
        };
        let records = interleave_by(vec![entry('a', 0), entry('b', 1000)], || clock.get());
        (order.take(), records)
    }

    #[test]
    fn a_long_round_is_a_turn_and_a_few_are_enough() {
        // The first turn of both does not count: it takes a quarter of the time and more.
        let (order, records) = take_turns(TIME / 4);
        assert_eq!(order, "ab".repeat(1 + FEWEST));
        assert_eq!(records[1].ns, Some(3));
    }

    #[test]
    fn entries_take_turns_and_medians_are_taken() {
        let (order, records) = take_turns(Duration::ZERO);
        // Both are fast: all rounds are made, and the first ten do not count.
        let turn = ["a".repeat(IN_A_TURN), "b".repeat(IN_A_TURN)].concat();
        assert_eq!(order, "ab".repeat(10) + &turn.repeat(MOST));
        let found: Vec<_> = (records.iter())
            .map(|r| (r.implementation.as_str(), r.phase.as_str(), r.ns.unwrap()))
            .collect();
        let middle = (MOST * IN_A_TURN / 2 + 1) as u64;
        let wanted = [
            ("a", "limit", 7),
            ("a", "step", 10 + middle),
            ("b", "limit", 7),
            ("b", "step", 1010 + middle),
        ];
        assert_eq!(found, wanted);
        assert_eq!(records[0].state_hash, None);
        assert!(records[1].state_hash.is_some());
    }
}
