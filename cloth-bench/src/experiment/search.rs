//! Search for a limit, and the fit of an order.

use crate::table::short;

/// The result of a search for the largest value that passes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// The largest value that passed.
    At(f64),
    /// Even the smallest value fails.
    Below(f64),
    /// Even the largest value passes.
    Above(f64),
}

impl Limit {
    /// The limit, or the end of the search range on its side.
    pub const fn value(self) -> f64 {
        match self {
            Self::At(value) | Self::Below(value) | Self::Above(value) => value,
        }
    }

    /// As tables print it.
    pub fn text(self) -> String {
        match self {
            Self::At(value) => short(value),
            Self::Below(value) => format!("< {value}"),
            Self::Above(value) => format!("≥ {value}"),
        }
    }
}

/// The range of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Search {
    /// Smallest value tried.
    pub low: f64,
    /// Largest value tried.
    pub high: f64,
    /// First value tried.
    pub start: f64,
    /// Relative width of the last bracket.
    pub tolerance: f64,
}

/// The largest value for which `passes` is true, if it is true below some limit
/// and false above: doubling or halving from the start until the limit is
/// between two tries, then bisection.
///
/// It begins at `start`, as both ends may be slow to simulate.
pub fn largest(search: &Search, mut passes: impl FnMut(f64) -> bool) -> Limit {
    let (mut good, mut bad) = (search.start, search.start);
    if passes(search.start) {
        loop {
            if good >= search.high {
                return Limit::Above(search.high);
            }
            bad = (2.0 * good).min(search.high);
            if !passes(bad) {
                break;
            }
            good = bad;
        }
    } else {
        loop {
            if bad <= search.low {
                return Limit::Below(search.low);
            }
            good = (0.5 * bad).max(search.low);
            if passes(good) {
                break;
            }
            bad = good;
        }
    }
    while bad > good * (1.0 + search.tolerance) {
        let middle = (good * bad).sqrt();
        if passes(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    Limit::At(good)
}

/// Slope of the straight line through the points (ln x, ln y), by least
/// squares: the order of an error y in a step x.
pub fn order(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let logs = || points.iter().map(|&(x, y)| (x.ln(), y.ln()));
    let mean_x = logs().map(|(x, _)| x).sum::<f64>() / n;
    let mean_y = logs().map(|(_, y)| y).sum::<f64>() / n;
    let above: f64 = logs().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let below: f64 = logs().map(|(x, _)| (x - mean_x) * (x - mean_x)).sum();
    above / below
}

/// Mean time of a step from the times and iterations of all steps: the least time of an iteration, times
/// their mean number. Other programs can only make a step slower, so the fastest counts.
pub fn undisturbed(steps: &[(f64, f64)]) -> f64 {
    let pace = steps.iter().map(|(time, work)| time / work);
    let work: f64 = steps.iter().map(|(_, work)| work).sum();
    pace.fold(f64::INFINITY, f64::min) * work / steps.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_found_within_the_range() {
        let search = Search {
            low: 0.001,
            high: 10.0,
            start: 0.02,
            tolerance: 0.001,
        };
        for limit in [0.0015, 0.019, 0.02, 0.021, 0.7, 9.0] {
            let found = largest(&search, |x| x <= limit).value();
            assert!(found <= limit && found > 0.998 * limit, "{found} {limit}");
        }
        assert_eq!(largest(&search, |_| true), Limit::Above(10.0));
        assert_eq!(largest(&search, |_| false), Limit::Below(0.001));
    }

    #[test]
    fn a_disturbed_step_does_not_count() {
        let steps = [(2.0, 1.0), (90.0, 3.0), (4.0, 2.0)];
        assert_eq!(undisturbed(&steps), 4.0);
    }

    #[test]
    fn the_order_of_a_power_is_its_exponent() {
        let points = [0.1, 0.05, 0.025].map(|x: f64| (x, 3.0 * x.powf(2.5)));
        assert!((order(&points) - 2.5).abs() < 1e-12);
    }
}
