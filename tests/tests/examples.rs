//! The engine's examples and those of the tests run, on small grids, and what they assert holds.

#[path = "../examples/heap.rs"]
mod heap;
#[path = "../../cloth-core/examples/own_collider.rs"]
mod own_collider;
#[path = "../../cloth-core/examples/own_force.rs"]
mod own_force;
#[path = "../../cloth-core/examples/smallest.rs"]
mod smallest;

#[test]
fn the_smallest_loop() {
    smallest::main().unwrap();
}

#[test]
fn a_collider_of_ones_own() {
    own_collider::main().unwrap();
}

#[test]
fn a_force_of_ones_own() {
    own_force::main().unwrap();
}

#[test]
fn what_a_heap_costs() {
    heap::run(8, 2, 2, &[4]);
}
