//! Memory on a board, by the engine's own types for grids of a known size.

use crate::memory::Extras;
use cloth_core::host::{Format, GridSize, Method};
use cloth_core::{
    BackwardEuler, Const, Fixed, ForwardEuler, Imex, Multipliers, Rk2, Rk4, Scalar, Scene,
    SelfCollision, Simulation, SymplecticEuler, Tearing, Verlet, integrate,
};

/// Bytes on grids of 8 × 8, 16 × 8, 8 × 16 and 16 × 16: what a type takes has a share of its own, one
/// a column, one a row and one a particle.
type Sizes = [usize; 4];

type Small = Const<8, 8>;
type Wide = Const<16, 8>;
type Tall = Const<8, 16>;
type Large = Const<16, 16>;

/// Bytes on another grid.
fn on(grid: GridSize, [small, wide, tall, large]: Sizes) -> usize {
    let side = |side: usize| (side as f64 - 8.0) / 8.0;
    let (x, y) = (side(grid.columns), side(grid.rows));
    let [small, wide, tall, large] = [small, wide, tall, large].map(|bytes| bytes as f64);
    let bytes =
        small + (wide - small) * x + (tall - small) * y + (large - wide - tall + small) * x * y;
    bytes.ceil().max(0.0) as usize
}

/// A simulation by Verlet with its scene in flash.
fn simulation<T: Scalar>() -> Sizes {
    [
        size_of::<Simulation<T, Small, Verlet, &'static Scene>>(),
        size_of::<Simulation<T, Wide, Verlet, &'static Scene>>(),
        size_of::<Simulation<T, Tall, Verlet, &'static Scene>>(),
        size_of::<Simulation<T, Large, Verlet, &'static Scene>>(),
    ]
}

/// What a method carries.
fn state<T: Scalar, M: integrate::Method>() -> Sizes {
    [
        size_of::<M::State<T, Small>>(),
        size_of::<M::State<T, Wide>>(),
        size_of::<M::State<T, Tall>>(),
        size_of::<M::State<T, Large>>(),
    ]
}

fn self_collision<T: Scalar>() -> Sizes {
    [
        size_of::<SelfCollision<T, Small>>(),
        size_of::<SelfCollision<T, Wide>>(),
        size_of::<SelfCollision<T, Tall>>(),
        size_of::<SelfCollision<T, Large>>(),
    ]
}

fn tearing() -> Sizes {
    [
        size_of::<Tearing<Small>>(),
        size_of::<Tearing<Wide>>(),
        size_of::<Tearing<Tall>>(),
        size_of::<Tearing<Large>>(),
    ]
}

fn multipliers<T: Scalar>() -> Sizes {
    [
        size_of::<Multipliers<T, Small>>(),
        size_of::<Multipliers<T, Wide>>(),
        size_of::<Multipliers<T, Tall>>(),
        size_of::<Multipliers<T, Large>>(),
    ]
}

/// Bytes of a scene's simulation on a board, with the scene in flash and without the stack.
#[must_use]
pub fn bytes(scene: &Scene, grid: GridSize, method: Method, format: Format) -> usize {
    let extras = Extras::of(scene);
    match format {
        Format::F32 => of::<f32>(grid, method, extras),
        Format::F64 => of::<f64>(grid, method, extras),
        Format::Fixed => of::<Fixed>(grid, method, extras),
    }
}

fn of<T: Scalar>(grid: GridSize, method: Method, extras: Extras) -> usize {
    let carried = match method {
        Method::Verlet => state::<T, Verlet>(),
        Method::SymplecticEuler => state::<T, SymplecticEuler>(),
        Method::ForwardEuler => state::<T, ForwardEuler>(),
        Method::Rk2 => state::<T, Rk2>(),
        Method::Rk4 => state::<T, Rk4>(),
        Method::BackwardEuler => state::<T, BackwardEuler>(),
        Method::Imex => state::<T, Imex>(),
    };
    let of = |is: bool, sizes: Sizes| if is { on(grid, sizes) } else { 0 };
    on(grid, simulation::<T>()) - on(grid, state::<T, Verlet>())
        + on(grid, carried)
        + of(extras.self_collision, self_collision::<T>())
        + of(extras.tear, tearing())
        + of(extras.multipliers, multipliers::<T>())
}
