//! The energy of a cloth.

use cloth_core::{Scene, SpringKind, springs};

/// Energy of a state, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// ½mv² of all particles.
    pub kinetic: f64,
    /// ½k(l − l₀)² of all springs.
    pub spring: f64,
    /// −m·g·x of the free particles, zero at the origin.
    pub gravity: f64,
}

impl Energy {
    /// The energy in Hooke mode on a grid of columns × rows: positions in m, velocities in m/s, row
    /// by row. Springs count whose ends are `whole`.
    pub fn of(
        scene: &Scene,
        (columns, rows): (usize, usize),
        positions: &[[f64; 3]],
        velocities: &[[f64; 3]],
        whole: impl Fn([usize; 2]) -> bool,
    ) -> Self {
        let mass = scene.cloth.particle_mass(columns, rows);
        let spacing = scene.cloth.spacing(columns, rows);
        let squared = |v: &[f64; 3]| v.iter().map(|v| v * v).sum::<f64>();
        let kinetic = 0.5 * mass * velocities.iter().map(squared).sum::<f64>();
        let free = |i: &usize| !scene.pins.holds(columns, rows, i % columns, i / columns);
        let weight = |i: usize| {
            let height: f64 = (0..3)
                .map(|a| positions[i][a] * scene.forces.gravity[a])
                .sum();
            -mass * height
        };
        let gravity = (0..columns * rows).filter(free).map(weight).sum();
        let family = |kind| match kind {
            SpringKind::Structural => scene.springs.structural,
            SpringKind::Shear => scene.springs.shear,
            SpringKind::Bend => scene.springs.bend,
        };
        let mut spring = 0.0;
        let all = springs(columns, rows, scene.springs.bend_neighbours);
        for part in all.filter(|part| whole(part.ends)) {
            let [a, b] = part.ends.map(|i| positions[i]);
            let rest = part.rest * spacing;
            let shared = if scene.springs.per_length { rest } else { 1.0 };
            let length = squared(&[0, 1, 2].map(|i| b[i] - a[i])).sqrt();
            spring += 0.5 * family(part.kind) / shared * (length - rest) * (length - rest);
        }
        Self {
            kinetic,
            spring,
            gravity,
        }
    }

    /// The sum.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.kinetic + self.spring + self.gravity
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn energy_of_a_known_state() {
        let mut scene = Scene::DEFAULT;
        (scene.cloth.columns, scene.cloth.rows) = (1, 2);
        (scene.cloth.width, scene.cloth.density) = (1.0, 6.0);
        scene.pins.top_left = true;
        scene.springs.structural = 8.0;
        scene.forces.gravity = [0.0, -10.0, 0.0];
        // 3 kg each. The lower one is half a metre too low, at 2 m/s.
        let positions = [[0.0, 5.0, 0.0], [0.0, 3.5, 0.0]];
        let velocities = [[0.0; 3], [0.0, 0.0, 2.0]];
        let energy = Energy::of(&scene, (1, 2), &positions, &velocities, |_| true);
        assert!((energy.kinetic - 6.0).abs() < 1e-12);
        assert!((energy.spring - 1.0).abs() < 1e-12);
        assert!((energy.gravity - 105.0).abs() < 1e-12);
        assert!((energy.total() - 112.0).abs() < 1e-12);
        let torn = Energy::of(&scene, (1, 2), &positions, &velocities, |_| false);
        assert_eq!(torn.spring, 0.0);
    }
}
