//! What may happen to a cloth between steps.

use crate::Pick;
use crate::steps::Start;
use arbitrary::Arbitrary;
use cloth_core::host::AnySimulation;

/// A place (m) or a velocity (m/s): mostly near the cloth, sometimes anywhere.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Place(Pick, [i16; 3]);

impl Place {
    /// In m.
    pub fn get(self) -> [f64; 3] {
        let far = self.0.of(&[0.1, 1.0, 1.0, 10.0, 1e4, 1e12, 1e30, 3e38]);
        self.1.map(|x| far * f64::from(x) / 32_768.0)
    }
}

/// All particles elsewhere: moved together, folded, flattened to a line or a point, crumpled.
#[derive(Arbitrary, Clone, Debug)]
pub struct Shape {
    to: Place,
    velocity: Place,
    crumpled: Pick,
    stretched: [Pick; 3],
    noise: u16,
}

/// One thing that happens.
#[derive(Arbitrary, Clone, Debug)]
pub enum Act {
    Step,
    Reset,
    Change(Start),
    Pull([Pick; 2], Place),
    Pin([Pick; 2], bool),
    Cut([Pick; 2]),
    Push(Pick, Place, Place),
    Place([Pick; 2], Place, Place),
    Shape(Shape),
}

impl Shape {
    /// Column, row, place and velocity of each particle.
    pub fn places(&self, sim: &dyn AnySimulation) -> Vec<(usize, usize, [f64; 3], [f64; 3])> {
        let (columns, rows) = (sim.columns(), sim.rows());
        let spacing = sim.scene().cloth.spacing(columns, rows);
        let crumpled = spacing * self.crumpled.of(&[0.0, 1e-6, 0.1, 0.5, 2.0, 20.0]);
        let part = |pick: Pick| *pick.of(&[1.0, 0.0, 1e-3, -1.0, 0.5, 4.0]);
        let stretched = self.stretched.map(part);
        let mut noise = u64::from(self.noise);
        let mut random = || {
            noise = noise.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (noise >> 40) as f64 / f64::from(1 << 23) - 1.0
        };
        let (to, velocity) = (self.to.get(), self.velocity.get());
        let particles = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let moved = particles.map(|(column, row)| {
            let from = sim.position(column, row).expect("in the grid");
            let place = [0, 1, 2].map(|i| stretched[i] * from[i] + to[i] + crumpled * random());
            (column, row, place, velocity)
        });
        moved.collect()
    }
}

impl Act {
    /// Does it; whether it was done and not refused.
    pub fn apply(&self, sim: &mut dyn AnySimulation) -> bool {
        let (columns, rows) = (sim.columns(), sim.rows());
        let at = |at: &[Pick; 2]| (at[0].below(columns), at[1].below(rows));
        match self {
            Self::Step => sim.step(),
            Self::Reset => {
                let scene = *sim.scene();
                return sim.reset(&scene).is_ok();
            }
            Self::Change(start) => return sim.change(&start.scene()).is_ok(),
            Self::Cut(place) => return sim.cut(at(place).0, at(place).1).is_ok(),
            Self::Pull(place, to) => sim.drag(at(place).0, at(place).1, to.get().map(|x| x as f32)),
            Self::Pin(place, pinned) => sim.set_pinned(at(place).0, at(place).1, *pinned),
            Self::Push(which, to, velocity) => {
                let count = sim.scene().colliders.iter().count();
                sim.move_collider(which.below(count), to.get(), velocity.get());
            }
            Self::Place(place, to, velocity) => {
                sim.place(at(place).0, at(place).1, to.get(), velocity.get());
            }
            Self::Shape(shape) => {
                for (column, row, to, velocity) in shape.places(sim) {
                    sim.place(column, row, to, velocity);
                }
            }
        }
        true
    }
}
