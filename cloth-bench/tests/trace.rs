//! What a target prints of each step: a hash for every phase that leaves a state.

use cloth_bench::{TRACE_LENGTH, TRACED, Target, Unit, Workload, run};
use cloth_core::{Const, Grid, Phase, Scene, Simulation, Verlet, WithSelfCollision};

/// Keeps the hashes that are printed.
#[derive(Default)]
struct Printed(Vec<String>);

impl Target for Printed {
    const NAME: &'static str = "host";
    const CLOCK_HZ: u32 = 0;
    const UNIT: Unit = Unit::Nanoseconds;
    const STEPS: u32 = 3;

    fn count(&mut self) -> u64 {
        0
    }

    fn print(&mut self, line: &str) {
        if let Some((_, hashes)) = line.split_once("\"hashes\":\"") {
            self.0.push(hashes.split('"').next().unwrap().to_owned());
        }
    }
}

#[test]
fn all_phases_but_springs_are_traced() {
    let left_out: Vec<_> = Phase::ALL
        .into_iter()
        .filter(|phase| !TRACED.contains(phase))
        .collect();
    assert_eq!(left_out, [Phase::Springs]);
}

#[test]
fn self_collision_is_traced_where_there_is_some() {
    type Cloth = Simulation<f32, Const<8, 8>, Verlet, Scene, WithSelfCollision>;
    for (workload, collides) in [(Workload::FOLDED, true), (Workload::CONSTRAINT, false)] {
        let (mut printed, mut cloth) = (Printed::default(), Box::new(Cloth::EMPTY));
        let mut normals = Grid::ZERO;
        run(&mut printed, &mut cloth, &mut normals, &workload).unwrap();
        assert_eq!(printed.0.len(), 3);
        for hashes in &printed.0 {
            assert_eq!(hashes.len(), TRACE_LENGTH, "{hashes}");
            let hashes: Vec<_> = hashes.split(' ').collect();
            assert_eq!(hashes.len(), TRACED.len());
            for (phase, hash) in TRACED.into_iter().zip(hashes) {
                let ran = match phase {
                    Phase::SelfCollide => collides,
                    _ => true,
                };
                assert_eq!(hash != "00000000", ran, "{phase:?}");
            }
        }
    }
}
