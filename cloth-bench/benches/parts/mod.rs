//! What both benches run: steps of the workload, and scenes that leave parts of
//! a step out. Exact phases are what `cloth-bench host` measures.

use cloth_bench::{ITERATIONS, WARM_UP, frame, scene};
use cloth_core::Mode;
use cloth_core::host::{AnySimulation, Format, GridSize, Method, start};
use cloth_core::scene::{Colliders, Scene};

/// A cloth as a host has it.
pub type Cloth = Box<dyn AnySimulation>;

/// Which scene is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The workload with springs.
    Hooke,
    /// The workload with four passes of constraints.
    Constraint,
    /// A whole frame: 15 substeps of one pass.
    Frame,
    /// A pass over all six families, and integration.
    Pass,
    /// Contacts with a ball, and integration.
    Collide,
    /// Gravity alone.
    Integrate,
}

impl Part {
    fn scene(self, n: usize) -> Scene {
        let mut bare = scene(Mode::Constraint, 1, n, n);
        bare.limit = None;
        let families = &mut bare.constraints;
        if self != Self::Pass {
            (families.structural, families.shear, families.bend) = (0.0, 0.0, 0.0);
        }
        match self {
            Self::Hooke => scene(Mode::Hooke, ITERATIONS, n, n),
            Self::Constraint => scene(Mode::Constraint, ITERATIONS, n, n),
            Self::Frame => frame(n, n),
            Self::Collide => bare,
            Self::Pass | Self::Integrate => Scene {
                colliders: Colliders::EMPTY,
                ..bare
            },
        }
    }

    /// A cloth of n × n particles in motion.
    pub fn cloth(self, n: usize) -> Cloth {
        let (columns, rows) = (n, n);
        let grid = GridSize { columns, rows };
        let started = start(&self.scene(n), grid, Method::Verlet, Format::F32);
        let mut cloth = started.expect("the workload's values are in range");
        for _ in 0..WARM_UP {
            cloth.step();
        }
        cloth
    }
}
