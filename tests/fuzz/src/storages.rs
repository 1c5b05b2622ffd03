//! A grid known to the compiler and one that is a value, in one thread and in several: the same bits,
//! whatever happens to them.

use crate::act::Act;
use crate::steps::Start;
use crate::{Input, Pick};
use arbitrary::Arbitrary;
use cloth_core::host::{Format, GridSize, Method, drag, start};
use cloth_core::{
    BackwardEuler, Const, Fixed, ForwardEuler, Imex, Rk2, Rk4, Scalar, Scene, Simulation,
    SymplecticEuler, Verlet, WithAll, integrate,
};
use std::thread::Builder;

/// A simulation in arrays.
type Known<T, M, const W: usize, const H: usize> = Simulation<T, Const<W, H>, M, Scene, WithAll>;

/// Runs a scene in both storages.
type Compare = fn(&Scene, Format, Method, &[Act]);

/// What is compared. The last has more rows than one block, which several threads share.
#[rustfmt::skip]
const ALL: [(Format, Method, Compare); 10] = [
    (Format::F32, Method::Verlet, same::<f32, Verlet, 11, 5>),
    (Format::F32, Method::SymplecticEuler, same::<f32, SymplecticEuler, 11, 5>),
    (Format::F32, Method::ForwardEuler, same::<f32, ForwardEuler, 11, 5>),
    (Format::F32, Method::Rk2, same::<f32, Rk2, 11, 5>),
    (Format::F32, Method::Rk4, same::<f32, Rk4, 11, 5>),
    (Format::F32, Method::BackwardEuler, same::<f32, BackwardEuler, 11, 5>),
    (Format::F32, Method::Imex, same::<f32, Imex, 11, 5>),
    (Format::F64, Method::Verlet, same::<f64, Verlet, 11, 5>),
    (Format::Fixed, Method::Verlet, same::<Fixed, Verlet, 11, 5>),
    (Format::F32, Method::Verlet, same::<f32, Verlet, 3, 300>),
];

/// The same scene and the same changes in both storages.
#[derive(Arbitrary, Clone, Debug)]
pub struct Both {
    start: Start,
    which: Pick,
    acts: Vec<Act>,
}

impl Input for Both {
    fn check(&self) {
        let (format, method, compare) = *self.which.of(&ALL);
        compare(&self.start.scene(), format, method, &self.acts);
    }
}

/// A value in a box, made in a thread whose stack has room for it.
fn empty<S: Send + 'static>(make: fn() -> S) -> Box<S> {
    let thread = Builder::new().stack_size(4 * size_of::<S>() + (1 << 20));
    let made = thread.spawn(move || Box::new(make()));
    made.expect("there is memory").join().expect("it is made")
}

fn same<T: Scalar, M: integrate::Method, const W: usize, const H: usize>(
    scene: &Scene,
    format: Format,
    method: Method,
    acts: &[Act],
) {
    let (columns, rows) = (W, H);
    let mut known = empty::<Known<T, M, W, H>>(|| Known::EMPTY);
    let started = known.reset(scene);
    let mut host = match start(scene, GridSize { columns, rows }, method, format) {
        Ok(host) => host,
        Err(error) => {
            assert!(started.is_err(), "{error}");
            return;
        }
    };
    started.expect("what one storage takes the other takes");
    // A large grid has few.
    for (i, act) in acts.iter().take(if H > 64 { 3 } else { 14 }).enumerate() {
        let shape = match act {
            Act::Shape(shape) => shape.places(&*host),
            _ => Vec::new(),
        };
        let taken = [act.apply(&mut *host), apply(&mut known, act)];
        for (column, row, place, velocity) in shape {
            // As with the host, what is refused is left where it was.
            let _ = known.place(column, row, place, velocity);
        }
        let here = || {
            format!(
                "{method}, {format}, {W} x {H}\n{scene:#?}\nafter {:#?}",
                &acts[..=i]
            )
        };
        assert_eq!(taken[0], taken[1], "done and done in arrays; {}", here());
        if known.state_hash() != host.state_hash() {
            let at = |i| (i % W, i / W);
            // In bits: a zero has a sign.
            let bits = |v: Option<[f64; 3]>| v.map(|v| v.map(f64::to_bits));
            let first = (0..W * H).map(at).find(|&(c, r)| {
                bits(known.position(c, r)) != bits(host.position(c, r))
                    || bits(known.velocity(c, r)) != bits(host.velocity(c, r))
            });
            panic!("{first:?} differs in {}", here());
        }
    }
    assert_eq!(known.measure(), host.measure(), "after {acts:#?}");
}

/// As [`Act::apply`]; what the host does not tell is taken. Shapes are placed by the caller.
fn apply<T: Scalar, M: integrate::Method, const W: usize, const H: usize>(
    known: &mut Known<T, M, W, H>,
    act: &Act,
) -> bool {
    let at = |at: &[Pick; 2]| (at[0].below(W), at[1].below(H));
    match act {
        Act::Step => step(known),
        Act::Reset => return known.reset(*known.scene()).is_ok(),
        Act::Change(start) => return known.change(start.scene()).is_ok(),
        Act::Cut(place) => return known.cut_particle(at(place).0, at(place).1).is_ok(),
        Act::Pull(place, to) => drag(known, at(place).0, at(place).1, to.get().map(|x| x as f32)),
        Act::LetGo(place, pinned) => {
            let _ = known.unpin(at(place).0, at(place).1);
            if *pinned {
                let _ = known.pin(at(place).0, at(place).1);
            }
        }
        Act::Pin(place, true) => drop(known.pin(at(place).0, at(place).1)),
        Act::Pin(place, false) => drop(known.unpin(at(place).0, at(place).1)),
        Act::Push(which, to, velocity) => {
            let count = known.scene().colliders.iter().count();
            let _ = known.move_collider(which.below(count), to.get(), velocity.get());
        }
        Act::Place(place, to, velocity) => {
            let _ = known.place(at(place).0, at(place).1, to.get(), velocity.get());
        }
        Act::Shape(_) => {}
    }
    true
}

/// A step in one thread: the host has as many as the processor.
fn step<T: Scalar, M: integrate::Method, const W: usize, const H: usize>(
    known: &mut Known<T, M, W, H>,
) {
    if H <= 256 {
        // Blocks of rows are for more.
        return known.step();
    }
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    one.expect("a thread can be started")
        .install(|| known.step());
}
