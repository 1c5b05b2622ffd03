//! All of the engine in `f32`: each method, with all that a scene can ask for.
#![no_std]
#![no_main]

cloth_emulated::everything!(
    f32,
    Verlet,
    SymplecticEuler,
    ForwardEuler,
    Rk2,
    Rk4,
    BackwardEuler,
    Imex
);
