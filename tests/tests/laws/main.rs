//! What the engine must obey: analytic answers, brute force, references, kept bits.
//!
//! One program, so that what its parts have in common is compiled once. What changes a
//! whole process (allocation, widths, threads) has a program of its own.

mod approximate;
mod bullet;
mod contact;
mod corners;
mod free_motion;
mod grid_of_springs;
mod incline;
mod live;
mod mesh;
mod momentum;
mod moving_colliders;
mod order;
mod pendulum;
mod position_based;
mod position_based_memory;
mod scenes_hold;
mod schemes_change;
mod schemes_golden;
mod schemes_mistakes;
mod schemes_momentum;
mod schemes_oscillator;
mod schemes_rest;
mod schemes_solver;
mod schemes_stable_dt;
mod self_collision;
mod shapes;
mod springs;
mod stiffness;
mod strings;
mod symmetry;
mod tear;
mod tear_order;
mod tethers;
mod wind;
