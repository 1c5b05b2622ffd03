//! `stable_dt` with damping along springs, against the edge at which the engine's own step begins
//! to grow.

use super::ask::{Cloth, bare, start};
use super::case::{Case, Known, case, near};
use crate::experiment::find::{Limit, Search, largest};
use crate::experiment::methods::{State, reset};
use cloth_core::host::{Format, Method};
use cloth_core::{Mode, Scene};
use std::sync::OnceLock;

/// Stiffnesses, N/m: alike, and as springs mostly are.
const STIFFNESS: [[f64; 3]; 3] = [[10.0; 3], [15.0, 10.0, 2.0], [100.0, 10.0, 1.0]];
/// Damping along springs, kg/s: from hardly any to creeping.
const DAMPING: [f64; 5] = [0.1, 0.4, 2.0, 10.0, 50.0];
/// How far a particle is moved, m, and how fast, m/s: large against rounding, small against the
/// spacing of 1 m.
const MOVED: f64 = 1e-4;

/// A square matrix, row by row.
struct Matrix {
    size: usize,
    values: Vec<f64>,
}

impl Matrix {
    fn squared(&self) -> Self {
        let mut values = vec![0.0; self.size * self.size];
        let rows = self.values.chunks(self.size);
        for (row, out) in rows.zip(values.chunks_mut(self.size)) {
            for (&a, other) in row.iter().zip(self.values.chunks(self.size)) {
                out.iter_mut().zip(other).for_each(|(o, b)| *o += a * b);
            }
        }
        let size = self.size;
        Self { size, values }
    }

    /// Whether its powers grow, by repeated squares up to the 2³⁰th.
    fn grows(mut self) -> bool {
        let mut logarithm = 0.0;
        for power in 0..30 {
            let norm = self.values.iter().map(|v| v * v).sum::<f64>().sqrt();
            self.values.iter_mut().for_each(|v| *v /= norm);
            logarithm += norm.ln() / f64::from(1 << power);
            // Far beyond what a matrix that is not symmetric does for a while.
            if logarithm * f64::from(1 << power) > 60.0 {
                return true;
            }
            self = self.squared();
        }
        logarithm > 1e-7
    }
}

/// Columns and rows.
type Size = (usize, usize);

/// A flat sheet between two corners, particles of 1 kg 1 m apart, one substep a step.
fn sheet((columns, rows): Size, [structural, shear, bend]: [f64; 3], damping: f64) -> Scene {
    let mut scene = bare(columns, rows, Mode::Hooke, 1);
    scene.cloth.width = (columns - 1) as f64;
    scene.cloth.density = (columns * rows) as f64 / ((columns - 1) * (rows - 1)) as f64;
    (scene.pins.top_left, scene.pins.top_right) = (true, true);
    scene.forces.gravity = [0.0; 3];
    let springs = &mut scene.springs;
    (springs.structural, springs.shear, springs.bend) = (structural, shear, bend);
    springs.damping = damping;
    scene
}

/// A coordinate: whose it is, whether of its velocity, and the axis.
type Coordinate = (usize, bool, usize);

/// Coordinates that can move: in the sheet's plane, x and z. Across it no spring pulls, to first
/// order.
fn coordinates((columns, rows): Size) -> Vec<Coordinate> {
    let free = (0..columns * rows).filter(|&i| i != 0 && i != columns - 1);
    let each = |i| [(i, false, 0), (i, false, 2), (i, true, 0), (i, true, 2)];
    free.flat_map(each).collect()
}

/// What a step makes of each coordinate's small change: half the difference of two steps.
fn step(cloth: &mut Cloth, flat: &State, all: &[Coordinate]) -> Matrix {
    let mut after = |(i, speed, axis): Coordinate, by: f64| {
        let mut state = flat.clone();
        let lists = [&mut state.position, &mut state.velocity];
        lists[usize::from(speed)][i][axis] += by;
        state.place(&mut **cloth);
        cloth.step();
        State::of(&**cloth)
    };
    let size = all.len();
    let mut values = vec![0.0; size * size];
    for (column, &from) in all.iter().enumerate() {
        let [up, down] = [after(from, MOVED), after(from, -MOVED)];
        for (row, &(i, speed, axis)) in all.iter().enumerate() {
            let of = |s: &State| [&s.position, &s.velocity][usize::from(speed)][i][axis];
            values[row * size + column] = (of(&up) - of(&down)) / (2.0 * MOVED);
        }
    }
    Matrix { size, values }
}

/// `stable_dt` as a part of the edge; nothing where it is more than a hundred times too short.
fn part(method: Method, size: Size, stiffness: [f64; 3], damping: f64) -> Result<f64, String> {
    let mut scene = sheet(size, stiffness, damping);
    let mut cloth = start(&scene, (method, Format::F64))?;
    let (flat, all) = (State::of(&*cloth), coordinates(size));
    let dt = cloth.stable_dt();
    if dt == 0.0 {
        return Ok(0.0);
    }
    let mut refused = Ok(());
    let search = Search {
        low: 0.01 * dt,
        high: 100.0 * dt,
        start: dt,
        tolerance: 1e-4,
    };
    let edge = largest(&search, |dt| {
        scene.solver.steps_per_second = 1.0 / dt;
        refused = refused.clone().and(reset(&mut *cloth, &scene));
        refused.is_ok() && !step(&mut cloth, &flat, &all).grows()
    });
    refused?;
    match edge {
        Limit::Above(_) => Ok(0.0),
        edge => Ok(dt / edge.value()),
    }
}

/// The methods that are asked, and what each came to: two rows of the table share a measurement.
const METHODS: [Method; 5] = [
    Method::Verlet,
    Method::SymplecticEuler,
    Method::Rk2,
    Method::Rk4,
    Method::ForwardEuler,
];
static PARTS: [OnceLock<Result<[f64; 2], String>>; METHODS.len()] =
    [const { OnceLock::new() }; METHODS.len()];

/// The least and the most of all stiffnesses and dampings.
fn parts(method: Method) -> Result<[f64; 2], String> {
    let of = METHODS.iter().zip(&PARTS).find(|(of, _)| **of == method);
    let (_, known) = of.ok_or("not a method of this table")?;
    known.get_or_init(|| measured(method)).clone()
}

fn measured(method: Method) -> Result<[f64; 2], String> {
    let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
    for stiffness in STIFFNESS {
        for damping in DAMPING {
            let part = part(method, (4, 4), stiffness, damping)?;
            (least, most) = (least.min(part), most.max(part));
        }
    }
    Ok([least, most])
}

/// Never above the edge, and three quarters of it at least: near critical damping RK4's limit is
/// early, forward Euler's where springs are of different stiffness.
const fn below(before: f64) -> Known {
    near(Format::F64, Some(before), 0.875, 0.125)
}

pub const CASES: &[Case] = &[
    case(
        "stable_dt, Verlet: the least part of the edge",
        "",
        |_| parts(Method::Verlet).map(|[least, _]| least),
        &[below(0.985)],
    ),
    case(
        "stable_dt, Verlet: the most",
        "",
        |_| parts(Method::Verlet).map(|[_, most]| most),
        &[below(1.0)],
    ),
    case(
        "stable_dt, symplectic Euler: the least part of the edge",
        "",
        |_| parts(Method::SymplecticEuler).map(|[least, _]| least),
        &[below(0.985)],
    ),
    case(
        "stable_dt, symplectic Euler: the most",
        "",
        |_| parts(Method::SymplecticEuler).map(|[_, most]| most),
        &[below(1.0)],
    ),
    case(
        "stable_dt, RK2: the least part of the edge",
        "",
        |_| parts(Method::Rk2).map(|[least, _]| least),
        &[below(0.0)],
    ),
    case(
        "stable_dt, RK2: the most",
        "",
        |_| parts(Method::Rk2).map(|[_, most]| most),
        &[below(0.0)],
    ),
    case(
        "stable_dt, RK4: the least part of the edge",
        "",
        |_| parts(Method::Rk4).map(|[least, _]| least),
        &[below(0.583)],
    ),
    case(
        "stable_dt, RK4: the most",
        "",
        |_| parts(Method::Rk4).map(|[_, most]| most),
        &[below(0.9995)],
    ),
    case(
        "stable_dt, forward Euler: the least part of the edge",
        "",
        |_| parts(Method::ForwardEuler).map(|[least, _]| least),
        &[below(0.0)],
    ),
    case(
        "stable_dt, forward Euler: the most",
        "",
        |_| parts(Method::ForwardEuler).map(|[_, most]| most),
        &[below(0.0)],
    ),
    case(
        "stable_dt, RK4 near critical damping, 6 × 5",
        "",
        |_| part(Method::Rk4, (6, 5), STIFFNESS[1], 2.0),
        &[below(0.527)],
    ),
];
