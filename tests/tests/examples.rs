//! The engine's examples and those of the tests run, on small grids, and what they assert holds.

#[path = "../examples/heap.rs"]
mod heap;
#[path = "../../cloth-core/examples/own_collider.rs"]
mod own_collider;
#[path = "../../cloth-core/examples/own_force.rs"]
mod own_force;
#[path = "../../cloth-core/examples/self_collision_cost.rs"]
mod self_collision_cost;
#[path = "../../cloth-core/examples/smallest.rs"]
mod smallest;
#[path = "../../cloth-core/examples/tear_cost.rs"]
mod tear_cost;

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

#[test]
fn what_contacts_with_itself_cost() {
    self_collision_cost::run(16);
}

#[test]
fn what_tearing_costs() {
    tear_cost::run(&[8]);
}
