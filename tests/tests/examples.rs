//! The engine's example and that of the tests run, and what they assert holds.

#[path = "../examples/heap.rs"]
mod heap;
#[path = "../../cloth-core/examples/own_force.rs"]
mod own_force;

#[test]
fn a_force_of_ones_own() {
    own_force::main().unwrap();
}

#[test]
fn what_a_heap_costs() {
    heap::run(8, 2, 2, &[4]);
}
