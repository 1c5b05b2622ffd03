//! What a scene would cost on a microcontroller's board: memory, and the time of a step.
//!
//! Memory is counted by the engine's own types. Time is put together from what the phases of the
//! benchmark's steps cost on each core (`figures.txt`): so much a link, a particle, a row. Instructions are
//! not cycles: where only they are known a time is the least that it can be, and so it is where a
//! scene has something that was not measured. Boards themselves have not been measured.

mod figures;
mod links;
mod ram;
#[cfg(test)]
mod tests;

pub use links::{Links, links};
pub use ram::bytes;

use cloth_core::host::{Format, GridSize, Method};
use cloth_core::{Mode, Scene};
use figures::{CONSTRAINT, Costs, Figures};

/// What a root and a division take together on a Cortex-M4F, cycles more than an instruction each: 14
/// cycles each, by the core's Technical Reference Manual (Arm DDI 0439).
const ROOT_AND_DIVISION: f64 = 26.0;

/// A board that a scene could run on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Board {
    /// Its name.
    pub name: &'static str,
    /// Its microcontroller and core.
    pub chip: &'static str,
    /// Clock of the core, MHz.
    pub clock: f64,
    /// Memory, bytes.
    pub ram: usize,
    /// The emulated machine that stands for it in fixed point, and in `f32`.
    machines: [&'static str; 2],
    /// Whether the core never makes more than an instruction a cycle.
    one_at_a_time: bool,
    /// Whether it has roots and divisions of `f32`.
    has_floats: bool,
}

const fn board(
    name: &'static str,
    chip: &'static str,
    (clock, kibibytes): (f64, usize),
    machines: [&'static str; 2],
) -> Board {
    Board {
        name,
        chip,
        clock,
        ram: kibibytes << 10,
        machines,
        one_at_a_time: true,
        has_floats: true,
    }
}

/// The boards that `cloth-bench/boards` has images for.
pub const BOARDS: [Board; 5] = [
    // The emulator's model of the core knows fixed point alone: images in `f32` were not run in it.
    Board {
        has_floats: false,
        ..board("Pico", "RP2040, Cortex-M0+", (125.0, 264), ["rp2040", "m0"])
    },
    // A Cortex-M33 can make two small instructions in a cycle.
    Board {
        one_at_a_time: false,
        ..board("Pico 2", "RP2350, Cortex-M33", (150.0, 520), ["m33"; 2])
    },
    board(
        "Black Pill",
        "STM32F411, Cortex-M4F",
        (100.0, 128),
        ["m4f"; 2],
    ),
    board("nRF52840 DK", "Cortex-M4F", (64.0, 256), ["m4f"; 2]),
    Board {
        has_floats: false,
        ..board("ESP32-C3", "RV32IMC", (160.0, 400), ["rv32imac"; 2])
    },
];

/// What a scene costs on a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The simulation and the stack of a step, bytes.
    pub ram: usize,
    /// Program of the image that measures this, bytes: one for the scene alone is smaller.
    pub flash: Option<usize>,
    /// A step of the scene, if such steps were measured.
    pub step: Option<Step>,
}

/// The time of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// s.
    pub seconds: f64,
    /// Whether it takes at least so long; otherwise it takes about so long.
    pub at_least: bool,
}

/// What is estimated.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Its grid.
    pub grid: GridSize,
    /// The integration method.
    pub method: Method,
    /// The number format.
    pub format: Format,
}

impl Subject<'_> {
    /// What it costs on a board.
    #[must_use]
    pub fn on(&self, board: &Board) -> Estimate {
        let figures = Figures::get();
        let machine = match self.format {
            Format::Fixed => board.machines[0],
            Format::F32 | Format::F64 => board.machines[1],
        };
        let costs = figures.costs(machine, self.format);
        let folded = self.scene.self_collision.is_some();
        let stack = costs.map(|costs| costs.stack(self.scene.solver.mode, folded, self.grid));
        Estimate {
            ram: bytes(self.scene, self.grid, self.method, self.format) + stack.unwrap_or(0),
            flash: costs.map(|costs| costs.flash),
            step: costs
                .filter(|_| self.method == Method::Verlet)
                .map(|costs| self.step(board, machine, costs)),
        }
    }

    fn step(&self, board: &Board, machine: &str, costs: &Costs) -> Step {
        let GridSize { columns, rows } = self.grid;
        let substeps = f64::from(self.scene.substeps(columns, rows));
        let floats = board.has_floats && self.format == Format::F32;
        let cycles = substeps * self.substep(costs, floats);
        let is_model = machine == "rp2040";
        let whole = self.left_out(costs).is_empty();
        Step {
            seconds: cycles / (1e6 * board.clock),
            at_least: !whole || board.one_at_a_time && !is_model,
        }
    }

    /// Instructions of a substep, or cycles where the machine counts them; with `floats` roots and
    /// divisions take longer.
    fn substep(&self, costs: &Costs, floats: bool) -> f64 {
        let scene = self.scene;
        let GridSize { columns, rows } = self.grid;
        let (particles, rows) = ((columns * rows) as f64, rows as f64);
        let links = links(scene, self.grid);
        let extra = if floats { ROOT_AND_DIVISION } else { 0.0 };
        let pass = |phase: figures::Phase| {
            phase.of(links.count as f64, rows * links.families as f64) + extra * links.count as f64
        };
        let (mode, phase, passes) = match scene.solver.mode {
            Mode::Hooke => (figures::HOOKE, costs.springs, 1),
            Mode::Constraint => (CONSTRAINT, costs.constraints, scene.constraints.iterations),
            Mode::Pbd => (CONSTRAINT, costs.constraints, scene.pbd.iterations),
            Mode::Xpbd => (CONSTRAINT, costs.constraints, scene.xpbd.iterations),
        };
        let each = |phase: figures::Phase| phase.of(particles, rows);
        let mut cycles = f64::from(passes) * pass(phase) + each(costs.integrate[mode]);
        cycles += each(costs.collide[mode]) * scene.colliders.iter().count() as f64;
        if scene.limit.is_some() {
            cycles += each(costs.limit[mode]);
        }
        if let (Some(_), Some(phase)) = (scene.self_collision, costs.self_collide) {
            cycles += phase.of(particles, 0.0);
        }
        cycles
    }

    /// What the scene has that no board's figures are of.
    #[must_use]
    fn left_out(&self, costs: &Costs) -> Vec<&'static str> {
        let scene = self.scene;
        let (forces, mode) = (&scene.forces, scene.solver.mode);
        let winds = forces.wind.is_some() || forces.positional_wind.is_some();
        let links = mode == Mode::Pbd || mode == Mode::Xpbd;
        let contacts = scene.self_collision.is_some() && costs.self_collide.is_none();
        let all = [
            (scene.limit.is_some(), "passes of the strain limit"),
            (links, "what links with pressure and compliance take more"),
            (
                mode == Mode::Hooke && scene.springs.damping > 0.0,
                "spring damping",
            ),
            (scene.tethers.is_some() && links, "tethers"),
            (winds || forces.air_drag > 0.0, "wind and drag"),
            (scene.tear.is_some(), "tearing"),
            (contacts, "contacts with itself"),
        ];
        let is = |(is, what): (bool, &'static str)| is.then_some(what);
        all.into_iter().filter_map(is).collect()
    }

    /// What the scene has that at least one board's time leaves out.
    #[must_use]
    pub fn unmeasured(&self) -> Vec<&'static str> {
        let figures = Figures::get();
        let machines = BOARDS.iter().flat_map(|board| board.machines);
        let costs = machines.filter_map(|machine| figures.costs(machine, self.format));
        let longest = costs.map(|costs| self.left_out(costs));
        longest.max_by_key(Vec::len).unwrap_or_default()
    }
}
