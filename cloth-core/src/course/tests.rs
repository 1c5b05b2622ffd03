//! The tables of memory, computed from the types.

extern crate std;

use crate::scene::{KeepScene, Known, KnownScene};
use crate::{
    BackwardEuler, Cloth, Const, Extras, Fixed, ForwardEuler, Imex, Method, Rk2, Rk4, Scalar,
    Scene, Simulation, SymplecticEuler, Verlet, WithMultipliers, WithSelfCollision, WithTearing,
};
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

/// The text that is compared.
const CHAPTER: &str = include_str!("memory_and_cost.md");

/// A scene known to the compiler, which takes no memory.
#[derive(Clone, Debug)]
struct InFlash;

impl KnownScene for InFlash {
    const SCENE: &'static Scene = &Scene::DEFAULT;
}

/// Bytes of a simulation of N × N particles, its scene known to the compiler.
const fn bytes<const N: usize, T: Scalar, M: Method, E: Extras>() -> usize {
    Simulation::<T, Const<N, N>, M, Known<InFlash>, E>::BYTES
}

/// With commas between the thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn line(name: &str, cells: &[usize]) -> String {
    let cells: Vec<_> = cells.iter().map(|&cell| grouped(cell)).collect();
    format!("| {name} | {} |", cells.join(" | "))
}

#[track_caller]
fn assert_has(lines: &[String]) {
    let missing = lines.iter().any(|line| !CHAPTER.lines().any(|l| l == line));
    assert!(!missing, "the table is to be:\n{}", lines.join("\n"));
}

/// Bytes a particle, from grids of 64² and 128²: what does not grow with the grid cancels.
fn a_particle(bytes: [usize; 2]) -> usize {
    (bytes[1] - bytes[0]) / (128 * 128 - 64 * 64)
}

fn method<T: Scalar, M: Method>() -> usize {
    let bytes = [
        size_of::<M::State<T, Const<64, 64>>>(),
        size_of::<M::State<T, Const<128, 128>>>(),
    ];
    a_particle(bytes)
}

fn methods<M: Method>(name: &str) -> String {
    line(
        name,
        &[method::<f32, M>(), method::<Fixed, M>(), method::<f64, M>()],
    )
}

fn extra<T: Scalar, E: Extras>() -> usize {
    a_particle([
        bytes::<64, T, Verlet, E>() - bytes::<64, T, Verlet, ()>(),
        bytes::<128, T, Verlet, E>() - bytes::<128, T, Verlet, ()>(),
    ])
}

fn extras<E: Extras>(name: &str) -> String {
    line(
        name,
        &[extra::<f32, E>(), extra::<Fixed, E>(), extra::<f64, E>()],
    )
}

fn cloth<T: Scalar>() -> usize {
    a_particle([
        size_of::<Cloth<T, Const<64, 64>>>(),
        size_of::<Cloth<T, Const<128, 128>>>(),
    ])
}

#[test]
fn bytes_of_a_particle_are_as_written() {
    assert_has(&[
        line(
            "the cloth itself",
            &[cloth::<f32>(), cloth::<Fixed>(), cloth::<f64>()],
        ),
        methods::<Verlet>("Verlet"),
        methods::<SymplecticEuler>("symplectic Euler"),
        methods::<ForwardEuler>("forward Euler"),
        methods::<Rk2>("RK2"),
        methods::<Rk4>("RK4"),
        methods::<Imex>("IMEX"),
        methods::<BackwardEuler>("backward Euler"),
        extras::<WithTearing>("tearing"),
        extras::<WithMultipliers>("multipliers of XPBD"),
        extras::<WithSelfCollision>("contacts with itself"),
    ]);
}

/// Bytes that remain after 28 for each particle, on a grid of this size.
fn rest<const N: usize, K: KeepScene>() -> usize {
    Simulation::<f32, Const<N, N>, Verlet, K>::BYTES - 28 * N * N
}

#[test]
#[cfg(target_pointer_width = "64")]
fn what_does_not_grow_is_as_written() {
    let [known, borrowed, copy] = [
        rest::<16, Known<InFlash>>(),
        rest::<16, &'static Scene>(),
        rest::<16, Scene>(),
    ];
    assert_eq!(rest::<64, Scene>(), copy);
    let [known, borrowed, copy] = [known, borrowed, copy].map(grouped);
    let told = format!(
        "in `f32` with Verlet {known} bytes where the scene is known to the compiler ([`Known`]), \
         {borrowed} with a `&'static Scene`, {copy} with a copy of the scene"
    );
    let text: Vec<_> = CHAPTER.split_whitespace().collect();
    assert!(text.join(" ").contains(&told), "it is to be: {told}");
}

#[test]
fn contacts_with_itself_take_bytes_a_column_too() {
    fn bytes<const W: usize, const H: usize>() -> usize {
        let with = Simulation::<f32, Const<W, H>, Verlet, Scene, WithSelfCollision>::BYTES;
        with - Simulation::<f32, Const<W, H>>::BYTES - 36 * W * H
    }
    let a_column = (bytes::<128, 64>() - bytes::<64, 64>()) / 64;
    assert_eq!(a_column, 24);
    assert!(CHAPTER.contains(&format!("take {a_column} bytes a column too")));
}
