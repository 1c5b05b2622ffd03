//! A grid known to the compiler and one that is a value, in one thread and in several: the same bits,
//! whatever happens to them.

use crate::act::{self, Act};
use crate::{one, steps, up_to};
use arbitrary::Unstructured;
use cloth_core::host::{self, Format, GridSize, Method, start};
use cloth_core::{
    BackwardEuler, Const, Fixed, ForwardEuler, Imex, Rk2, Rk4, Scalar, Scene, Simulation,
    SymplecticEuler, Verlet, WithAll, integrate,
};
use cloth_viewer::action::Action;
use cloth_viewer::simulations::Simulations;
use std::sync::OnceLock;

/// A simulation in arrays.
type Known<T, M, const W: usize, const H: usize> = Simulation<T, Const<W, H>, M, Scene, WithAll>;

/// Runs a scene in both storages.
type Compare = fn(&Scene, Format, Method, &mut Unstructured<'_>);

/// What is compared. The last has more rows than one block, which several threads share.
const ALL: [(Format, Method, Compare); 16] = [
    (Format::F32, Method::Verlet, same::<f32, Verlet, 8, 8>),
    (Format::F32, Method::Verlet, same::<f32, Verlet, 11, 5>),
    (
        Format::F32,
        Method::SymplecticEuler,
        same::<f32, SymplecticEuler, 11, 5>,
    ),
    (
        Format::F32,
        Method::ForwardEuler,
        same::<f32, ForwardEuler, 11, 5>,
    ),
    (Format::F32, Method::Rk2, same::<f32, Rk2, 11, 5>),
    (Format::F32, Method::Rk4, same::<f32, Rk4, 11, 5>),
    (
        Format::F32,
        Method::BackwardEuler,
        same::<f32, BackwardEuler, 11, 5>,
    ),
    (Format::F32, Method::Imex, same::<f32, Imex, 11, 5>),
    (Format::F64, Method::Verlet, same::<f64, Verlet, 11, 5>),
    (Format::F64, Method::Rk4, same::<f64, Rk4, 11, 5>),
    (
        Format::F64,
        Method::BackwardEuler,
        same::<f64, BackwardEuler, 11, 5>,
    ),
    (Format::Fixed, Method::Verlet, same::<Fixed, Verlet, 8, 8>),
    (Format::Fixed, Method::Verlet, same::<Fixed, Verlet, 11, 5>),
    (
        Format::Fixed,
        Method::SymplecticEuler,
        same::<Fixed, SymplecticEuler, 11, 5>,
    ),
    (Format::Fixed, Method::Rk4, same::<Fixed, Rk4, 11, 5>),
    (Format::F32, Method::Verlet, same::<f32, Verlet, 3, 300>),
];

/// The same scene and the same changes in both storages.
pub fn storages(choices: &mut Unstructured<'_>) {
    let scene = steps::scene(choices).scene;
    let (format, method, compare) = *one(choices, &ALL);
    compare(&scene, format, method, choices);
}

fn same<T: Scalar, M: integrate::Method, const W: usize, const H: usize>(
    scene: &Scene,
    format: Format,
    method: Method,
    choices: &mut Unstructured<'_>,
) {
    let grid = GridSize {
        columns: W,
        rows: H,
    };
    let mut known = Known::<T, M, W, H>::boxed();
    let started = known.reset(scene);
    let mut host = match start(scene, grid, method, format) {
        Ok(first) => Simulations::new(first, None),
        Err(error) => {
            assert!(started.is_err(), "{error}");
            return;
        }
    };
    started.expect("what one storage takes the other takes");
    let mut done = Vec::new();
    // A large grid has few.
    let most = if H > 64 { 1 } else { 12 };
    for _ in 0..2 + up_to(choices, most) {
        let mut act = act::any(host.first(), choices);
        if matches!(act, Act::Do(Action::Method(_))) {
            // In arrays the method is a type.
            act = Act::Do(Action::Step);
        }
        let taken = [act::apply(&mut host, &act), apply(&mut known, &act)];
        done.push(act);
        let here = || format!("{method}, {format}, {W} x {H}\n{scene:#?}\nafter {done:#?}");
        assert_eq!(taken[0], taken[1], "done and done in arrays; {}", here());
        if known.state_hash() != host.first().state_hash() {
            panic!("{:?} in {}", difference(&known, &host), here());
        }
    }
    assert_eq!(known.measure(), host.first().measure(), "after {done:#?}");
}

/// As [`act::apply`].
fn apply<T: Scalar, M: integrate::Method, const W: usize, const H: usize>(
    known: &mut Known<T, M, W, H>,
    act: &Act,
) -> bool {
    let action = match act {
        Act::Do(action) => action,
        Act::Place(all) => {
            for &(column, row, place, velocity) in all {
                // As with the host, what is refused is left where it was.
                let _ = known.place(column, row, place, velocity);
            }
            return true;
        }
    };
    match *action {
        Action::Reset => known.reset(*known.scene()).is_ok(),
        Action::Change(ref scene) => known.change(**scene).is_ok(),
        Action::Cut { column, row } => known.cut_particle(column, row).is_ok(),
        Action::Start(_) | Action::Method(_) => false,
        Action::Step => {
            step(known);
            true
        }
        Action::Pull {
            column,
            row,
            target,
        } => {
            host::drag(known, column, row, target);
            true
        }
        Action::LetGo {
            column,
            row,
            pinned,
        } => known.unpin(column, row).is_ok() && (!pinned || known.pin(column, row).is_ok()),
        Action::Pin {
            column,
            row,
            pinned: true,
        } => known.pin(column, row).is_ok(),
        Action::Pin { column, row, .. } => known.unpin(column, row).is_ok(),
        Action::Push {
            collider,
            center,
            velocity,
        } => {
            // The host does not tell what is refused.
            let _ = known.move_collider(collider, center, velocity);
            true
        }
    }
}

/// A step in one thread: the host has as many as the processor.
fn step<T: Scalar, M: integrate::Method, const W: usize, const H: usize>(
    known: &mut Known<T, M, W, H>,
) {
    static ONE: OnceLock<rayon::ThreadPool> = OnceLock::new();
    if H <= 256 {
        // Blocks of rows are for more.
        return known.step();
    }
    let one = ONE.get_or_init(|| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1);
        pool.build().expect("a thread can be started")
    });
    one.install(|| known.step());
}

/// A particle's column and row, and its place and velocity in either storage.
type Differs = ([usize; 2], [[f64; 3]; 2], [[f64; 3]; 2]);

/// The first particle that differs.
fn difference<T: Scalar, M: integrate::Method, const W: usize, const H: usize>(
    known: &Known<T, M, W, H>,
    host: &Simulations,
) -> Option<Differs> {
    // In bits: a zero has a sign.
    let bits = |state: [[f64; 3]; 2]| state.map(|v| v.map(f64::to_bits));
    let host = host.first();
    (0..W * H).map(|i| [i % W, i / W]).find_map(|[c, r]| {
        let state = |[x, v]: [Option<[f64; 3]>; 2]| [x, v].map(|v| v.expect("in the grid"));
        let a = state([known.position(c, r), known.velocity(c, r)]);
        let b = state([host.position(c, r), host.velocity(c, r)]);
        (bits(a) != bits(b)).then_some(([c, r], a, b))
    })
}
