//! The lines that a target prints: for each step a hash after every phase that leaves a state, then
//! the cost of each phase.

use cloth_bench::{TRACE_LENGTH, TRACED, Target, Unit, Workload, run};
use cloth_core::{Const, Grid, Phase, Scene, Simulation, Verlet, WithSelfCollision};

/// Keeps the lines.
#[derive(Default)]
struct Printed {
    count: u64,
    lines: Vec<String>,
}

impl Target for Printed {
    const NAME: &'static str = "host";
    const CLOCK_HZ: u32 = 1_000_000;
    const UNIT: Unit = Unit::Instructions;
    const STEPS: u32 = 3;

    fn count(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    fn print(&mut self, line: &str) {
        self.lines.push(line.to_owned());
    }
}

#[test]
fn every_phase_that_leaves_a_state_is_traced() {
    assert_eq!(TRACED, Phase::ALL[1..]);
    type Cloth = Simulation<f32, Const<8, 8>, Verlet, Scene, WithSelfCollision>;
    for (workload, collides) in [(Workload::FOLDED, true), (Workload::CONSTRAINT, false)] {
        let (mut printed, mut cloth) = (Printed::default(), Box::new(Cloth::EMPTY));
        let mut normals = Grid::ZERO;
        run(&mut printed, &mut cloth, &mut normals, &workload).unwrap();
        let (traces, costs) = printed.lines.split_at(Printed::STEPS as usize);
        // The phases, normals and the step.
        assert_eq!(costs.len(), Phase::ALL.len() + 2);
        for line in traces {
            let (_, hashes) = line.split_once("\"hashes\":\"").unwrap();
            let hashes = hashes.trim_end_matches("\"}");
            assert_eq!(hashes.len(), TRACE_LENGTH, "{hashes}");
            for (phase, hash) in TRACED.into_iter().zip(hashes.split(' ')) {
                let ran = phase != Phase::SelfCollide || collides;
                assert_eq!(hash != "00000000", ran, "{phase:?}");
            }
        }
    }
}
