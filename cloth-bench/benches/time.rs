//! Time of a step and of its parts, on one core.
//!
//! ```sh
//! cargo bench -p cloth-bench
//! cargo bench -p cloth-bench -- normals        # those with this in their name
//! ```

mod parts;

use cloth_core::Grid;
use divan::Bencher;
use divan::counter::ItemsCount;
use parts::Part;

const SIDES: [usize; 3] = [32, 64, 128];

const PARTS: [Part; 6] = [
    Part::Hooke,
    Part::Constraint,
    Part::Frame,
    Part::Pass,
    Part::Collide,
    Part::Integrate,
];

fn main() {
    divan::main();
}

#[divan::bench(args = PARTS, consts = SIDES)]
fn step<const N: usize>(bencher: Bencher, part: Part) {
    let mut cloth = part.cloth::<N>();
    let bencher = bencher.counter(ItemsCount::new(N * N));
    bencher.bench_local(|| cloth.step());
}

#[divan::bench(consts = SIDES)]
fn normals<const N: usize>(bencher: Bencher) {
    let cloth = Part::Constraint.cloth::<N>();
    let mut normals = Box::new(Grid::ZERO);
    let bencher = bencher.counter(ItemsCount::new(N * N));
    bencher.bench_local(|| cloth.normals(&mut normals));
}

/// What a limit looks at before each pass.
#[divan::bench(consts = SIDES)]
fn largest_strain<const N: usize>(bencher: Bencher) {
    let cloth = Part::Constraint.cloth::<N>();
    let bencher = bencher.counter(ItemsCount::new(N * N));
    bencher.bench_local(|| cloth.measure());
}
