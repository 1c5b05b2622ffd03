//! The same scene in vectors, as a host has it, and in arrays, whose size the compiler knows; in several threads and
//! in one.

use crate::Pick;
use crate::act::Act;
use cloth_core::host::{AnySimulation, Format, GridSize, Method, drag, start};
use cloth_core::{
    BackwardEuler, Const, Fixed, ForwardEuler, Imex, Rk2, Rk4, Scalar, Scene, Simulation,
    SymplecticEuler, Verlet, WithAll, integrate,
};

/// A simulation in arrays.
type InArrays<T, M, const W: usize, const H: usize> = Simulation<T, Const<W, H>, M, Scene, WithAll>;

/// Does an act; false if it was refused.
pub type Apply = Box<dyn FnMut(&Act, &mut dyn AnySimulation) -> bool>;

/// A host's simulation, and the function that acts on it.
pub type Started = (Box<dyn AnySimulation>, Apply);

/// Starts a scene in both storages, where it can run.
type Both = fn(&Scene, Format, Method) -> Option<Started>;

/// What is compared: strings, and grids of one vector a lane and of several. The last has more rows than one block,
/// which several threads share.
#[rustfmt::skip]
const ALL: [(Format, Method, Both); 10] = [
    (Format::F32, Method::Verlet, both::<f32, Verlet, 33, 5>),
    (Format::F32, Method::SymplecticEuler, both::<f32, SymplecticEuler, 1, 9>),
    (Format::F32, Method::ForwardEuler, both::<f32, ForwardEuler, 9, 1>),
    (Format::F32, Method::Rk2, both::<f32, Rk2, 17, 8>),
    (Format::F32, Method::Rk4, both::<f32, Rk4, 11, 5>),
    (Format::F32, Method::BackwardEuler, both::<f32, BackwardEuler, 10, 8>),
    (Format::F32, Method::Imex, both::<f32, Imex, 11, 5>),
    (Format::F64, Method::Verlet, both::<f64, Verlet, 13, 11>),
    (Format::Fixed, Method::Verlet, both::<Fixed, Verlet, 15, 4>),
    (Format::F32, Method::Verlet, both::<f32, Verlet, 3, 300>),
];

/// Starts a scene in both storages. An act is then done in both, and must leave the same bits.
pub fn start_both(which: Pick, scene: &Scene) -> Option<Started> {
    let (format, method, both) = *which.of(&ALL);
    both(scene, format, method)
}

fn both<T: Scalar, M: integrate::Method, const W: usize, const H: usize>(
    scene: &Scene,
    format: Format,
    method: Method,
) -> Option<Started> {
    let (columns, rows) = (W, H);
    let mut arrays = Box::new(InArrays::<T, M, W, H>::EMPTY);
    let taken = arrays.reset(scene).is_ok();
    let host = start(scene, GridSize { columns, rows }, method, format);
    assert_eq!(taken, host.is_ok(), "in arrays and in vectors");
    let apply = move |act: &Act, host: &mut dyn AnySimulation| {
        let done = [apply(&mut arrays, act, host), act.apply(host)];
        let same = [
            arrays.state_hash() == host.state_hash(),
            arrays.measure() == host.measure(),
        ];
        let what = (method, format, W, H, act, done, same);
        assert!(
            done[0] == done[1] && same == [true; 2],
            "{what:#?} in {:#?}",
            host.scene()
        );
        done[1]
    };
    Some((host.ok()?, Box::new(apply)))
}

/// As [`Act::apply`], in arrays. What a host refuses without saying so counts as done. Shapes begin with the host's
/// particles.
fn apply<T: Scalar, M: integrate::Method, const W: usize, const H: usize>(
    arrays: &mut InArrays<T, M, W, H>,
    act: &Act,
    host: &dyn AnySimulation,
) -> bool {
    let at = |at: &[Pick; 2]| (at[0].below(W), at[1].below(H));
    match act {
        // Blocks of rows are for more. The host has as many threads as the processor.
        Act::Step if H <= 256 => arrays.step(),
        Act::Step => {
            let one = rayon::ThreadPoolBuilder::new().num_threads(1).build();
            one.expect("a thread can be started")
                .install(|| arrays.step());
        }
        Act::Reset => return arrays.reset(*arrays.scene()).is_ok(),
        Act::Change(start) => return arrays.change(start.scene()).is_ok(),
        Act::Cut(place) => return arrays.cut_particle(at(place).0, at(place).1).is_ok(),
        Act::Pull(place, to) => drag(arrays, at(place).0, at(place).1, to.get().map(|x| x as f32)),
        Act::Pin(place, pinned) => {
            let _ = arrays.unpin(at(place).0, at(place).1);
            if *pinned {
                let _ = arrays.pin(at(place).0, at(place).1);
            }
        }
        Act::Push(which, to, velocity) => {
            let count = arrays.scene().colliders.iter().count();
            let _ = arrays.move_collider(which.below(count), to.get(), velocity.get());
        }
        Act::Place(place, to, velocity) => {
            let _ = arrays.place(at(place).0, at(place).1, to.get(), velocity.get());
        }
        Act::Shape(shape) => {
            for (column, row, place, velocity) in shape.places(host) {
                let _ = arrays.place(column, row, place, velocity);
            }
        }
    }
    true
}
