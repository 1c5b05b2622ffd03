//! The tables of memory, computed from the types.

extern crate std;

use crate::scene::{Known, KnownScene};
use crate::{
    BackwardEuler, Cloth, Const, Extras, Fixed, ForwardEuler, Imex, Method, Rk2, Rk4, Scalar,
    Scene, Simulation, SymplecticEuler, Verlet, WithMultipliers, WithSelfCollision, WithTearing,
};
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

/// What the chapter says.
const CHAPTER: &str = include_str!("memory_and_cost.md");

/// A scene that the compiler knows takes no memory.
#[derive(Clone, Debug)]
struct InFlash;

impl KnownScene for InFlash {
    const SCENE: &'static Scene = &Scene::DEFAULT;
}

/// Bytes of a simulation of N × N particles, its scene known to the compiler.
const fn bytes<const N: usize, T: Scalar, M: Method, E: Extras>() -> usize {
    Simulation::<T, Const<N, N>, M, Known<InFlash>, E>::BYTES
}

fn line(name: &str, cells: &[usize]) -> String {
    let cells: Vec<_> = cells.iter().map(ToString::to_string).collect();
    format!("| {name} | {} |", cells.join(" | "))
}

/// Commas between thousands are for readers.
#[track_caller]
fn assert_has(lines: &[String]) {
    let chapter = CHAPTER.replace(',', "");
    let missing = lines.iter().any(|line| !chapter.lines().any(|l| l == line));
    assert!(!missing, "the table is to be:\n{}", lines.join("\n"));
}

/// Bytes of the cloth itself, of a method's state and of extra memory, on N × N particles.
fn parts<const N: usize, T: Scalar, M: Method, E: Extras>() -> [usize; 3] {
    [
        size_of::<Cloth<T, Const<N, N>>>(),
        size_of::<M::State<T, Const<N, N>>>(),
        bytes::<N, T, Verlet, E>() - bytes::<N, T, Verlet, ()>(),
    ]
}

/// Bytes a particle in each format, with one of these types: from two grids, as both take some hundred bytes more.
fn a_particle<M: Method, E: Extras>(name: &str, part: usize) -> String {
    let difference =
        |small: [usize; 3], large: [usize; 3]| (large[part] - small[part]) / (128 * 128 - 64 * 64);
    let cells = [
        difference(parts::<64, f32, M, E>(), parts::<128, f32, M, E>()),
        difference(parts::<64, Fixed, M, E>(), parts::<128, Fixed, M, E>()),
        difference(parts::<64, f64, M, E>(), parts::<128, f64, M, E>()),
    ];
    line(name, &cells)
}

#[test]
fn bytes_of_a_particle_are_as_written() {
    assert_has(&[
        a_particle::<Verlet, ()>("the cloth itself", 0),
        a_particle::<Verlet, ()>("Verlet", 1),
        a_particle::<SymplecticEuler, ()>("symplectic Euler", 1),
        a_particle::<ForwardEuler, ()>("forward Euler", 1),
        a_particle::<Rk2, ()>("RK2", 1),
        a_particle::<Rk4, ()>("RK4", 1),
        a_particle::<Imex, ()>("IMEX", 1),
        a_particle::<BackwardEuler, ()>("backward Euler", 1),
        a_particle::<Verlet, WithTearing>("tearing", 2),
        a_particle::<Verlet, WithMultipliers>("multipliers of XPBD", 2),
        a_particle::<Verlet, WithSelfCollision>("contacts with itself", 2),
    ]);
}
