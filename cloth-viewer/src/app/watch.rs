//! What the viewer watches: the longest stable substep, and the cloth's history for the plots.

use crate::panel::Sample;
use crate::stability::is_well;
use crate::stats::PhaseTimes;
use cloth_core::host::AnySimulation;
use cloth_core::{Mode, Phase};
use cloth_draw::energy::Energy;
use std::time::Duration;

/// Most samples: the last seconds of most scenes.
const SAMPLES: usize = 600;
/// Time between two looks at the longest stable step, which costs up to some hundred evaluations
/// of forces.
const BETWEEN: Duration = Duration::from_secs(1);
/// Larger cloths are looked at only when a value has changed.
const LARGE: usize = 128 * 128;

/// The longest stable step, and the last samples.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// The longest stable substep, s, if it is known.
    pub(super) stable_dt: Option<f64>,
    /// Whether it was looked for since a value changed.
    sought: bool,
    /// Whether anything has happened to the cloth since, and how long ago that was.
    moved: bool,
    age: Duration,
    /// Oldest first.
    pub(super) samples: Vec<Sample>,
    start: Option<f64>,
    phases: [f64; Phase::ALL.len()],
}

impl Watch {
    /// A value has changed: the longest stable step is another one.
    pub(super) fn changed(&mut self) {
        self.sought = false;
    }

    /// Something has happened to the cloth: the longest stable step may be another one.
    pub(super) fn moved(&mut self) {
        self.moved = true;
    }

    /// Goes back to a time (s): what came after has not happened.
    pub(super) fn rewind(&mut self, time: f64) {
        self.samples.retain(|sample| sample.time <= time);
        self.changed();
    }

    /// Another start: the history belongs to the previous cloth.
    pub(super) fn restart(&mut self) {
        self.samples.clear();
        self.start = None;
        self.changed();
    }

    /// Whether to look for the longest stable step: now and then, while the cloth moves and is well.
    pub(super) fn is_due(&mut self, simulation: &dyn AnySimulation, elapsed: Duration) -> bool {
        self.age = self.age.saturating_add(elapsed);
        let small = simulation.columns() * simulation.rows() < LARGE;
        let again = small && self.moved && self.age >= BETWEEN;
        (!self.sought || again) && is_well(simulation)
    }

    /// The search begins: what happens from now on is not in what it finds.
    pub(super) fn seek(&mut self) {
        (self.sought, self.moved, self.age) = (true, false, Duration::ZERO);
    }

    /// Takes over the longest stable step, s.
    pub(super) fn found(&mut self, stable_dt: f64) {
        self.stable_dt = (stable_dt >= 0.0).then_some(stable_dt);
    }

    /// Takes over a step's times.
    pub(super) fn phases(&mut self, times: &PhaseTimes) {
        self.phases = times.map(|time| time.as_secs_f64() * 1e6);
    }

    /// Takes a sample.
    pub(super) fn sample(&mut self, simulation: &dyn AnySimulation) {
        let energy = energy(simulation);
        let start = *self.start.get_or_insert(energy.gravity);
        if self.samples.len() == SAMPLES {
            self.samples.remove(0);
        }
        self.samples.push(Sample {
            time: simulation.time(),
            kinetic: energy.kinetic,
            potential: energy.gravity - start,
            elastic: energy.spring,
            strain: simulation.measure().largest_strain.unwrap_or_default(),
            phases: self.phases,
        });
    }
}

fn energy(simulation: &dyn AnySimulation) -> Energy {
    let (mut positions, mut velocities) = (Vec::new(), Vec::new());
    simulation.positions(&mut positions);
    simulation.velocities(&mut velocities);
    let wide = |list: Vec<[f32; 3]>| -> Vec<_> { list.iter().map(|v| v.map(f64::from)).collect() };
    let scene = simulation.scene();
    let springs = scene.solver.mode == Mode::Hooke;
    Energy::of(
        scene,
        (simulation.columns(), simulation.rows()),
        &wide(positions),
        &wide(velocities),
        |ends| springs && simulation.is_whole(ends),
    )
}
