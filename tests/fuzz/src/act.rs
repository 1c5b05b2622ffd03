//! What may happen to a cloth between steps.

use crate::files::METHODS;
use crate::{one, steps, up_to};
use arbitrary::Unstructured;
use cloth_core::host::AnySimulation;
use cloth_viewer::action::Action;
use cloth_viewer::simulations::Simulations;
use cloth_viewer::world::World;

/// A particle put somewhere: column, row, place (m), velocity (m/s).
pub type Placed = (usize, usize, [f64; 3], [f64; 3]);

/// One thing that happens.
#[derive(Debug)]
pub enum Act {
    /// What the viewer does, too.
    Do(Action),
    /// Particles are put elsewhere, as a program can do that starts from a shape of its own.
    Place(Vec<Placed>),
}

/// A place: mostly near the cloth, sometimes anywhere.
fn place(choices: &mut Unstructured<'_>) -> [f64; 3] {
    let far = [0.1, 1.0, 1.0, 10.0, 1e4, 1e12, 1e30, 3e38];
    let scale = *one(choices, &far);
    [(); 3].map(|()| scale * (up_to(choices, 2000) as f64 * 1e-3 - 1.0))
}

/// Any one thing. Where the bytes have ended it is a step.
pub fn any(simulation: &dyn AnySimulation, choices: &mut Unstructured<'_>) -> Act {
    let mut colliders = Vec::new();
    simulation.colliders(&mut colliders);
    let what = up_to(choices, 15);
    let column = up_to(choices, simulation.columns() - 1);
    let row = up_to(choices, simulation.rows() - 1);
    let pinned = up_to(choices, 1) == 1;
    Act::Do(match what {
        4 => Action::Reset,
        5 => Action::Change(Box::new(steps::scene(choices).scene)),
        6 => Action::Method(*one(choices, &METHODS)),
        7 => Action::Pull {
            column,
            row,
            target: place(choices).map(|x| x as f32),
        },
        8 => Action::LetGo {
            column,
            row,
            pinned,
        },
        9 => Action::Pin {
            column,
            row,
            pinned,
        },
        10 | 11 => Action::Cut { column, row },
        12 if !colliders.is_empty() => Action::Push {
            collider: up_to(choices, colliders.len() - 1),
            center: place(choices),
            velocity: place(choices),
        },
        13 => return Act::Place(vec![(column, row, place(choices), place(choices))]),
        14 => return Act::Place(all_placed(simulation, choices)),
        _ => Action::Step,
    })
}

/// All particles elsewhere: moved together, folded, flattened to a line or a point, crumpled.
pub fn all_placed(simulation: &dyn AnySimulation, choices: &mut Unstructured<'_>) -> Vec<Placed> {
    let [columns, rows] = [simulation.columns(), simulation.rows()];
    let spacing = simulation.scene().cloth.spacing(columns, rows);
    let (to, velocity) = (place(choices), place(choices));
    let crumpled = spacing * *one(choices, &[0.0, 1e-6, 0.1, 0.5, 2.0, 20.0]);
    let stretched = [(); 3].map(|()| *one(choices, &[1.0, 0.0, 1e-3, -1.0, 0.5, 4.0]));
    let mut noise = up_to(choices, 0xffff) as u64;
    let mut random = || {
        noise = noise.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (noise >> 40) as f64 / f64::from(1 << 23) - 1.0
    };
    let particles = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    particles
        .map(|(column, row)| {
            let from = simulation.position(column, row).expect("in the grid");
            let aside = |i: usize| stretched[i] * from[i] + to[i] + crumpled * random();
            (column, row, [0, 1, 2].map(aside), velocity)
        })
        .collect()
}

/// Does it to the host's simulations; whether it was done and not refused.
pub fn apply(simulations: &mut Simulations, act: &Act) -> bool {
    match act {
        Act::Do(action) => simulations.apply(action).is_ok(),
        Act::Place(all) => {
            let mut first = simulations.first().boxed_clone();
            for &(column, row, place, velocity) in all {
                first.place(column, row, place, velocity);
            }
            *simulations = Simulations::new(first, None);
            true
        }
    }
}

/// As [`apply`], to a world without a cloth beside.
pub fn apply_to_world(world: &mut World, act: &Act) -> bool {
    if let Act::Do(action) = act {
        return world.apply(action).is_ok();
    }
    let mut simulations = world.cloths().simulations().clone();
    let done = apply(&mut simulations, act);
    world.put(simulations);
    done
}
