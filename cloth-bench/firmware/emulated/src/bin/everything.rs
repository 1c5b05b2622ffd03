//! All of the engine: a step of each scene of the library with each method, with memory for all that a scene can ask
//! for.
#![no_std]
#![no_main]

use cloth_core::{
    Const, ForwardEuler, Method, Rk2, Rk4, Scene, Simulation, SymplecticEuler, Verlet, WithAll,
    scenes,
};
use cloth_emulated::{Number, end, entry, print_parts};

/// A step of each scene that the format and the method take; prints how many those were, and of how many.
#[inline(never)]
fn step_each<M: Method>() {
    let mut simulation = Simulation::<Number, Const<7, 6>, M, Scene, WithAll>::EMPTY;
    let mut steps = 0;
    for named in scenes::ALL {
        if simulation.reset(&named.scene).is_ok() {
            simulation.step();
            steps += 1;
        }
    }
    // There are fewer than a hundred.
    let digits = |n: usize| [n / 10, n % 10].map(|digit| b'0' + digit as u8);
    let [taken, all] = [steps, scenes::ALL.len()].map(digits);
    print_parts(&[b"{\"scenes\":", &taken, b",\"of\":", &all, b"}"]);
}

#[entry]
fn main() -> ! {
    step_each::<Verlet>();
    step_each::<SymplecticEuler>();
    step_each::<ForwardEuler>();
    step_each::<Rk2>();
    step_each::<Rk4>();
    #[cfg(not(cloth = "fixed"))]
    {
        step_each::<cloth_core::BackwardEuler>();
        step_each::<cloth_core::Imex>();
    }
    end()
}
