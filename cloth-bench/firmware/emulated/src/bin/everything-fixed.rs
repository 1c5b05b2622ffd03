//! All of the engine in fixed point: each method that it takes, with all that a scene can ask for.
#![no_std]
#![no_main]

cloth_emulated::everything!(
    cloth_core::Fixed,
    Verlet,
    SymplecticEuler,
    ForwardEuler,
    Rk2,
    Rk4
);
