//! What the phases of the benchmark's steps cost on each core: `figures.txt`, read and fitted.

use super::links::links;
use cloth_core::Mode;
use cloth_core::host::{Format, GridSize};
use cloth_core::scenes;
use std::sync::OnceLock;

/// Springs, and constraints, in lists of both.
pub(super) const HOOKE: usize = 0;
pub(super) const CONSTRAINT: usize = 1;

/// Passes of the benchmark's constraint mode: `cloth_bench::workload::ITERATIONS`.
const PASSES: f64 = 4.0;

/// Cost of a phase: so much an item (a link, a particle) and so much a row of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Phase {
    item: f64,
    row: f64,
}

impl Phase {
    /// Through what was measured on the smallest and the largest grid: items, rows, cost.
    fn fit(measured: &[[f64; 3]]) -> Self {
        let (Some(&[items, rows, cost]), Some(&[many, far, dear])) =
            (measured.first(), measured.last())
        else {
            return Self::default();
        };
        let area = many * rows - items * far;
        match area > 0.0 {
            true => Self {
                item: (dear * rows - cost * far) / area,
                row: (many * cost - items * dear) / area,
            },
            false => Self {
                item: cost / items,
                row: 0.0,
            },
        }
    }

    /// The cost of so many items in so many rows.
    pub(super) fn of(self, items: f64, rows: f64) -> f64 {
        self.item * items + self.row * rows
    }
}

/// What the phases cost on a machine in a format.
#[derive(Clone, Debug, Default)]
pub(super) struct Costs {
    pub(super) springs: Phase,
    pub(super) constraints: Phase,
    /// With springs and with constraints.
    pub(super) integrate: [Phase; 2],
    pub(super) collide: [Phase; 2],
    pub(super) limit: [Phase; 2],
    /// A particle of a cloth in two layers.
    pub(super) self_collide: Option<Phase>,
    /// Of springs, of constraints, with contacts of the cloth with itself: columns and bytes, from the
    /// smallest grid.
    stacks: [Vec<[f64; 2]>; 3],
    /// Bytes of the largest image.
    pub(super) flash: usize,
}

impl Costs {
    /// The stack of a step, bytes: it grows with the columns.
    pub(super) fn stack(&self, mode: Mode, folded: bool, grid: GridSize) -> usize {
        let kind = match mode {
            Mode::Hooke => HOOKE,
            _ => CONSTRAINT,
        };
        // A line above all that was measured, from the smallest grid to the largest.
        let line = |kind: usize| {
            let all = &self.stacks[kind];
            let slope = match (all.first(), all.last()) {
                (Some([near, few]), Some([far, more])) if near < far => (more - few) / (far - near),
                _ => 0.0,
            };
            let slope = slope.max(0.0);
            let own = all.iter().map(|[side, bytes]| bytes - slope * side);
            own.fold(0.0, f64::max) + slope * grid.columns as f64
        };
        let folded = if folded { line(2) } else { 0.0 };
        line(kind).max(folded) as usize
    }
}

/// A line of `figures.txt`.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub(super) machine: &'static str,
    /// `f32-16` or the like.
    pub(super) image: &'static str,
    pub(super) solver: &'static str,
    /// springs, integrate, constraints, limit, self-collide, collide.
    pub(super) phases: [f64; 6],
    /// Bytes.
    pub(super) stack: f64,
    pub(super) flash: usize,
}

impl Measured {
    /// Columns, and rows: all grids are square.
    pub(super) fn side(&self) -> usize {
        let side = self.image.rsplit('-').next();
        side.and_then(|side| side.parse().ok()).unwrap_or(0)
    }

    fn is_of(&self, machine: &str, format: Format) -> bool {
        let kind = self.image.split('-').next();
        // The RP2040's folded cloth is in fixed point, that of the others in `f32`.
        let folded = match self.machine {
            "rp2040" => Format::Fixed,
            _ => Format::F32,
        };
        let is = match kind {
            Some("f32") => Format::F32,
            Some("fixed") => Format::Fixed,
            _ => folded,
        };
        self.machine == machine && is == format
    }
}

/// All lines.
pub(super) fn lines() -> impl Iterator<Item = Measured> {
    let lines = include_str!("figures.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.filter_map(measured)
}

/// The costs on all machines.
#[derive(Debug)]
pub(super) struct Figures(Vec<(&'static str, Format, Costs)>);

impl Figures {
    /// They are read once.
    pub(super) fn get() -> &'static Self {
        static FIGURES: OnceLock<Figures> = OnceLock::new();
        FIGURES.get_or_init(|| {
            let all: Vec<_> = lines().collect();
            let mut costs = Vec::new();
            for machine in ["m0", "m4f", "m33", "rv32imac", "rp2040"] {
                for format in [Format::F32, Format::Fixed] {
                    let fitted = fitted(&all, machine, format);
                    costs.extend(fitted.map(|costs| (machine, format, costs)));
                }
            }
            Self(costs)
        })
    }

    /// The costs on a machine in a format, if they were measured.
    pub(super) fn costs(&self, machine: &str, format: Format) -> Option<&Costs> {
        let mut all = self.0.iter();
        let found = all.find(|(name, of, _)| *name == machine && *of == format);
        found.map(|(_, _, costs)| costs)
    }
}

/// A line: machine, image, solver, six phases, stack, flash.
fn measured(line: &'static str) -> Option<Measured> {
    let mut words = line.split_whitespace();
    let [machine, image, solver] = [words.next()?, words.next()?, words.next()?];
    let mut number = || words.next()?.parse::<f64>().ok();
    let mut phases = [0.0; 6];
    for phase in &mut phases {
        *phase = number()?;
    }
    Some(Measured {
        machine,
        image,
        solver,
        phases,
        stack: number()?,
        flash: number()? as usize,
    })
}

fn fitted(all: &[Measured], machine: &str, format: Format) -> Option<Costs> {
    let of = |solver: &str| -> Vec<&Measured> {
        let lines = all.iter().filter(|line| line.is_of(machine, format));
        let mut lines: Vec<_> = lines.filter(|line| line.solver == solver).collect();
        lines.sort_by_key(|line| line.side());
        lines
    };
    let [springs, constraints, folded] = [
        of("hooke-verlet"),
        of("constraint"),
        of("constraint-folded"),
    ];
    if springs.is_empty() || constraints.is_empty() {
        return None;
    }
    let phase = |lines: &[&Measured], i: usize, items: fn(f64, f64) -> [f64; 2]| {
        let measured = lines.iter().map(|line| {
            let side = line.side();
            let grid = GridSize {
                columns: side,
                rows: side,
            };
            let solved = links(&scenes::FOUR_CORNERS_SPHERE.scene, grid).count;
            let [items, rows] = items(solved as f64, side as f64);
            [items, rows, line.phases[i]]
        });
        Phase::fit(&measured.collect::<Vec<_>>())
    };
    let particles = |_, side| [side * side, side];
    let stacks = [&springs, &constraints, &folded].map(|lines| {
        let stack = |line: &&Measured| [line.side() as f64, line.stack];
        lines.iter().map(stack).collect()
    });
    Some(Costs {
        springs: phase(&springs, 0, |links, side| [links, 6.0 * side]),
        constraints: phase(&constraints, 2, |links, side| {
            [PASSES * links, PASSES * 6.0 * side]
        }),
        integrate: [&springs, &constraints].map(|lines| phase(lines, 1, particles)),
        collide: [&springs, &constraints].map(|lines| phase(lines, 5, particles)),
        limit: [&springs, &constraints].map(|lines| phase(lines, 3, particles)),
        self_collide: (!folded.is_empty())
            .then(|| phase(&folded[folded.len() - 1..], 4, particles)),
        stacks,
        flash: springs.iter().chain(&folded).map(|line| line.flash).max()?,
    })
}
