//! Bytes that simulations take, counted by the engine's own types.

use cloth_core::host::{AnySimulation, Format, Method};
use cloth_core::integrate;
use cloth_core::{
    BackwardEuler, Const, ForwardEuler, Imex, Mode, Rk2, Rk4, Scene, SymplecticEuler, Verlet,
};

/// What is kept of a simulation beside what grows with its grid: the scene, colliders, tables. Bytes.
const FIXED: usize = 8 << 10;
/// Lists of a simulation, at most, and bytes that one takes so as to begin where a cache line does.
const LISTS: usize = 32;
const LINE: usize = 64;
/// Lanes of a row that a substep works in, as a whole and for each part of the rows, and rows of a part from twice as
/// many on: as the engine's `scratch.rs` and `blocks.rs` have them.
const WHOLE: usize = 28;
const SCRATCH: usize = 16;
const PART: usize = 64;
/// Columns and rows of a patch of particles that are compared at once, as `self_collide/patch.rs` has them.
const PATCH: usize = 8;

/// Memory that a simulation has since a scene asked for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// For contacts of the cloth with itself.
    pub self_collision: bool,
    /// For broken links.
    pub tear: bool,
    /// For XPBD's multipliers.
    pub multipliers: bool,
}

impl Extras {
    /// What a scene asks for.
    #[must_use]
    pub fn of(scene: &Scene) -> Self {
        let xpbd = &scene.xpbd;
        Self {
            self_collision: scene.self_collision.is_some(),
            tear: scene.tear.is_some(),
            multipliers: scene.solver.mode == Mode::Xpbd
                && (xpbd.iterations > 1 || xpbd.damping > 0.0),
        }
    }

    /// What both have.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            self_collision: self.self_collision || other.self_collision,
            tear: self.tear || other.tear,
            multipliers: self.multipliers || other.multipliers,
        }
    }
}

/// Bytes of a number.
#[must_use]
pub const fn number(format: Format) -> usize {
    match format {
        Format::F32 | Format::Fixed => 4,
        Format::F64 => 8,
    }
}

/// Numbers a particle that a method carries from substep to substep.
#[must_use]
pub const fn carried(method: Method) -> usize {
    const fn of<M: integrate::Method>() -> usize {
        size_of::<M::State<f32, Const<64, 64>>>() / (64 * 64 * size_of::<f32>())
    }
    match method {
        Method::Verlet => of::<Verlet>(),
        Method::SymplecticEuler => of::<SymplecticEuler>(),
        Method::ForwardEuler => of::<ForwardEuler>(),
        Method::Rk2 => of::<Rk2>(),
        Method::Rk4 => of::<Rk4>(),
        Method::BackwardEuler => of::<BackwardEuler>(),
        Method::Imex => of::<Imex>(),
    }
}

/// Bytes of a copy of a simulation on a host, with the memory of `extras`: a little too many, never
/// too few.
#[must_use]
pub fn of_copy(simulation: &dyn AnySimulation, extras: Extras) -> usize {
    let number = number(simulation.format());
    // A row on a host is whole vectors of eight, and four of them from 17 columns on.
    let columns = match simulation.columns() {
        1 => 8,
        2..=16 => 16,
        columns => columns.next_multiple_of(32),
    };
    let rows = simulation.rows();
    let lanes = carried(simulation.method())
        // Positions, and two grids to read normals from and to search for the stable step.
        + 3 * 3
        + if extras.self_collision { 3 } else { 0 }
        + if extras.multipliers { 8 } else { 0 }
        // Forces, where several threads make them.
        + if rows >= 2 * PART { 3 } else { 0 };
    let bytes = number * lanes
        // The mark.
        + 4
        // Six pairs of two numbers of four bytes; in `f32` room for them in blocks, too.
        + match (extras.self_collision, simulation.format()) {
            (false, _) => 0,
            (true, Format::F32) => 96,
            (true, _) => 48,
        }
        + usize::from(extras.tear);
    let parts = if rows >= 2 * PART {
        rows.div_ceil(PART)
    } else {
        1
    };
    let scratch = (WHOLE + SCRATCH * parts) * number * columns;
    // Boxes of tiles, where they were and are, and flags of rows.
    let across = (2 * 6 * number + 16) * columns + 4 * rows;
    let patches = if extras.self_collision {
        patches(simulation.columns(), rows) * ((PATCH * PATCH * 3 + 6) * number + 24)
    } else {
        0
    };
    bytes * columns * rows + scratch + across + patches + LISTS * LINE + FIXED
}

/// Patches of the tiles of a grid, as the engine's `self_collide/patch.rs` has them.
fn patches(columns: usize, rows: usize) -> usize {
    let across = columns.isqrt().max(1);
    let down = across.min(rows);
    let most = |length: usize, parts: usize| length.div_ceil(parts).div_ceil(PATCH);
    across * down * most(columns, across) * most(rows, down)
}

#[cfg(test)]
mod tests {
    use super::*;
    use allocation_counter::measure;
    use cloth_core::host::{GridSize, start};
    use cloth_core::scenes;

    /// Of what the system is asked for. Scenes with each of the extras, and all of them after
    /// changes.
    #[test]
    fn a_copy_takes_as_much_as_is_said_and_hardly_less() {
        let mut least = f64::INFINITY;
        for (columns, rows) in [(1, 1), (9, 40), (33, 20), (64, 64), (40, 128), (40, 300)] {
            let grid = GridSize { columns, rows };
            for name in ["four-corners-sphere", "tear", "self-collision"] {
                let named = scenes::ALL.iter().find(|scene| scene.name == name);
                let mut scene = named.unwrap().scene;
                for mode in [Mode::Hooke, Mode::Xpbd] {
                    scene.solver.mode = mode;
                    scene.xpbd.iterations = 2;
                    for (method, format) in Method::ALL
                        .into_iter()
                        .flat_map(|method| Format::ALL.map(|format| (method, format)))
                    {
                        let Ok(mut cloth) = start(&scene, grid, method, format) else {
                            continue;
                        };
                        cloth.step();
                        let taken = measure(|| drop(cloth.boxed_clone())).bytes_max as f64;
                        let said = of_copy(&*cloth, Extras::of(&scene)) as f64;
                        assert!(
                            taken <= said,
                            "{name} {grid} {method} {format}: {taken} {said}"
                        );
                        if columns * rows > 1000 {
                            least = least.min(taken / said);
                        }
                    }
                }
            }
        }
        assert!(least > 0.8, "{least}");
    }

    #[test]
    fn what_was_asked_for_stays() {
        let [tear, layers] = [scenes::TEAR.scene, scenes::SELF_COLLISION.scene];
        let both = Extras::of(&tear).and(Extras::of(&layers));
        assert!(both.tear && both.self_collision && !both.multipliers);
        assert_eq!(Extras::of(&scenes::FOUR_CORNERS.scene), Extras::default());
    }
}
