//! Time of a step and of its parts, on one core.
//!
//! ```sh
//! cargo bench -p cloth-bench
//! cargo bench -p cloth-bench -- normals        # those with this in their name
//! ```

mod parts;

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

/// Every part on every grid.
fn parts() -> impl Iterator<Item = (Part, usize)> {
    PARTS.into_iter().flat_map(|part| SIDES.map(|n| (part, n)))
}

fn main() {
    divan::main();
}

#[divan::bench(args = parts())]
fn step(bencher: Bencher, (part, n): (Part, usize)) {
    let mut cloth = part.cloth(n);
    let bencher = bencher.counter(ItemsCount::new(n * n));
    bencher.bench_local(|| cloth.step());
}

/// Normals, written into a list.
#[divan::bench(args = SIDES)]
fn normals(bencher: Bencher, n: usize) {
    let mut cloth = Part::Constraint.cloth(n);
    let mut normals = Vec::new();
    let bencher = bencher.counter(ItemsCount::new(n * n));
    bencher.bench_local(|| cloth.normals(&mut normals));
}

/// What a limit looks at before each pass.
#[divan::bench(args = SIDES)]
fn largest_strain(bencher: Bencher, n: usize) {
    let cloth = Part::Constraint.cloth(n);
    let bencher = bencher.counter(ItemsCount::new(n * n));
    bencher.bench_local(|| cloth.measure());
}
