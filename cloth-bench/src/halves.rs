//! The workload on two cores: each moves half of the columns.

use crate::printed_line::PrintedLine;
use crate::run::size;
use crate::step_cost::{StepCost, Target, measure, publish};
use crate::workload::{ITERATIONS, MEASURED, WARM_UP, Workload, links};
use cloth_core::{
    BendNeighbours, Const, Half, Scalar, Scene, SettingError, Simulation, Verlet, WithSeam,
};
use core::fmt::Write;
use heapless::String;

/// A half of the cloth: so many columns of it.
pub type HalfCloth<T, const PART: usize, const H: usize> =
    Simulation<T, Const<PART, H>, Verlet, Scene, WithSeam>;

/// The cloth that is made of both when it is looked at.
pub type WholeCloth<T, const W: usize, const H: usize> = Simulation<T, Const<W, H>, Verlet, Scene>;

/// What the core with the left half does: as [`run`](crate::run) of constraint mode, without the traces of
/// single steps and without normals. The other core must [`follow_halves`] meanwhile. Whole is memory for a
/// look at both.
///
/// # Errors
/// If the workload's values are out of range for this number format.
pub fn run_halves<P, T, const W: usize, const PART: usize, const H: usize>(
    target: &mut P,
    (left, half): (&mut HalfCloth<T, PART, H>, Half),
    whole: &mut WholeCloth<T, W, H>,
) -> Result<(), SettingError>
where
    P: Target,
    T: Scalar,
{
    let mut grid = String::<16>::new();
    // The longest grid has room.
    let _ = write!(grid, "{W}x{H}");
    whole.reset(&(Workload::CONSTRAINT.scene)(W, H))?;
    restart(left, half)?;
    left.run(P::STEPS);
    whole.gather(left);
    let mut hash = String::<16>::new();
    let _ = write!(hash, "{:016x}", whole.state_hash());

    restart(left, half)?;
    left.run(WARM_UP);
    let mut costs = [StepCost::default(); MEASURED as usize];
    target.paint_stack();
    for cost in &mut costs {
        *cost = measure(left, &mut || target.count());
    }
    let line = PrintedLine {
        target: P::NAME,
        clock_hz: (P::CLOCK_HZ > 0).then_some(P::CLOCK_HZ),
        implementation: "cloth-core",
        scalar: T::NAME,
        solver: "constraint-halves",
        grid: &grid,
        particles: (W * H) as u32,
        constraints: links(W, H, BendNeighbours::Four) as u32,
        iterations: ITERATIONS,
        ram_bytes: Some(2 * size_of_val(left) as u32),
        stack_bytes: target.stack_used(),
        ..PrintedLine::default()
    };
    publish(target, line, &costs, &hash);
    Ok(())
}

/// What the core with the right half does meanwhile, with as many steps to the hash.
///
/// # Errors
/// As [`run_halves`].
pub fn follow_halves<T, const PART: usize, const H: usize>(
    right: &mut HalfCloth<T, PART, H>,
    half: Half,
    steps: u32,
) -> Result<(), SettingError>
where
    T: Scalar,
{
    restart(right, half)?;
    right.run(steps);
    right.give();
    restart(right, half)?;
    right.run(WARM_UP + MEASURED);
    Ok(())
}

#[inline(never)]
fn restart<T: Scalar, const PART: usize, const H: usize>(
    simulation: &mut HalfCloth<T, PART, H>,
    half: Half,
) -> Result<(), SettingError> {
    let (columns, rows) = size(simulation);
    simulation.reset_half(half, &(Workload::CONSTRAINT.scene)(2 * columns, rows))
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use crate::step_cost::Unit;
    use cloth_core::{Fixed, Phase, Seam};
    use std::boxed::Box;
    use std::string::{String, ToString};
    use std::thread;
    use std::vec::Vec;

    struct Lines(Vec<String>, u64);

    impl Target for Lines {
        const NAME: &'static str = "test";
        const CLOCK_HZ: u32 = 0;
        const UNIT: Unit = Unit::Instructions;
        const STEPS: u32 = 30;

        fn count(&mut self) -> u64 {
            self.1 += 1;
            self.1
        }
        fn print(&mut self, line: &str) {
            self.0.push(line.to_string());
        }
    }

    #[test]
    fn both_halves_print_the_hash_of_the_whole() {
        static SEAM: Seam = Seam::new();
        let [left, right] = SEAM.halves();
        let mut lines = Lines(Vec::new(), 0);
        thread::scope(|s| {
            s.spawn(|| {
                let mut half = Box::new(HalfCloth::<Fixed, 8, 16>::EMPTY);
                follow_halves(&mut half, right, Lines::STEPS).unwrap();
            });
            let mut half = Box::new(HalfCloth::<Fixed, 8, 16>::EMPTY);
            let mut whole = Box::new(WholeCloth::<Fixed, 16, 16>::EMPTY);
            run_halves(&mut lines, (&mut half, left), &mut whole).unwrap();
        });
        let mut whole = Box::new(WholeCloth::<Fixed, 16, 16>::EMPTY);
        whole.reset((Workload::CONSTRAINT.scene)(16, 16)).unwrap();
        whole.run(Lines::STEPS);
        let hash = std::format!("\"state_hash\":\"{:016x}\"", whole.state_hash());
        let step = lines.0.last().unwrap();
        assert!(step.contains(&hash), "{step}");
        assert!(step.contains("\"phase\":\"step\""), "{step}");
        assert_eq!(lines.0.len(), Phase::ALL.len() + 1);
    }
}
