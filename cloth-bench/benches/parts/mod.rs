//! What both benches run: steps of the workload, and scenes that leave parts of
//! a step out. Exact phases are what `cloth-bench host` measures.

use cloth_bench::{ITERATIONS, WARM_UP, frame, scene};
use cloth_core::scene::{Colliders, Scene};
use cloth_core::{Mode, Simulation, Verlet};

/// A cloth of N × N particles.
pub type Cloth<const N: usize> = Simulation<f32, Verlet<f32, N, N>, N, N>;

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

    /// A cloth in motion.
    pub fn cloth<const N: usize>(self) -> Box<Cloth<N>> {
        let mut cloth = Box::new(Cloth::EMPTY);
        let result = cloth.reset(&self.scene(N));
        result.expect("the workload's values are in range");
        cloth.run(WARM_UP);
        cloth
    }
}
