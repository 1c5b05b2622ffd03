//! Kernels with broken links against lists of links from which the broken ones are
//! left out, bit for bit.

use cloth_core::scene::{LimitScene, TearScene};
use cloth_core::{BendNeighbours, Fixed, Mode, Scalar, Scene, Verlet};
use cloth_tests::measure::{assert_near3, length, positions, scale, sub, velocities, weights};
use cloth_tests::reference::spring_forces_of;
use cloth_tests::torn::{Ends, broken, cut_some, pass, solve};
use cloth_tests::{Noise, Sim, all, bare, begin, begin_with, for_sizes, shake};

const ROOT: f64 = core::f64::consts::SQRT_2;
const REST: [f64; 4] = [1.0, ROOT, 2.0, 2.0 * ROOT];

macro_rules! sizes {
    ($body:ident::<f32>) => {
        for_sizes!($body::<f32>: (1, 1), (1, 9), (9, 1), (2, 2), (3, 5), (8, 8), (13, 3), (17, 5), (33, 4))
    };
    ($body:ident::<$t:ty>) => {
        for_sizes!($body::<$t>: (1, 4), (5, 1), (6, 4), (11, 6))
    };
}

fn scene(columns: usize, rows: usize, mode: Mode) -> Scene {
    let mut scene = bare(columns, rows);
    scene.solver.mode = mode;
    scene.tear = Some(TearScene::DEFAULT);
    (scene.pbd.substeps, scene.xpbd.substeps) = (1, 1);
    (scene.pbd.iterations, scene.xpbd.iterations) = (1, 1);
    scene
}

/// Where the first pass of the first substep begins to round, after integration has: multiples
/// of the golden ratio.
const FIRST: u32 = 0x9e37_79b9_u32.wrapping_mul(2);

/// Positions and weights as the engine has them.
fn state<T: Scalar>(sim: &Sim<T>) -> (Vec<[T; 3]>, Vec<T>) {
    let grid = sim.cloth().positions();
    let at = |(c, r)| grid.get(c, r).expect("in the grid");
    (all(sim).map(at).collect(), weights(sim))
}

/// Crumples a cloth, pins one particle in about five and cuts a part of its links.
fn prepare<T: Scalar>(sim: &mut Sim<T>, seed: u64, part: f64) -> Ends {
    let mut noise = Noise::new(seed);
    shake(sim, &mut noise, 0.6, 0.0);
    for (column, row) in all(sim) {
        if noise.number() > 0.6 {
            sim.pin(column, row).expect("in the grid");
        }
    }
    let cut = cut_some(sim, &mut noise, part);
    assert_eq!(broken(sim), cut);
    cut
}

/// One substep of one pass downwards, for cloths from whole to cut to pieces.
fn matches<T: Scalar, const W: usize, const H: usize>(
    scene: &Scene,
    pull: impl Fn([T; 3], usize, bool) -> [T; 3],
) {
    for (seed, part) in [(1, 0.0), (2, 0.05), (3, 0.3), (4, 1.0)] {
        let mut sim = begin::<T, W, H>(scene);
        let cut = prepare(&mut sim, seed + 10 * (W * H) as u64, part);
        let (mut x, weight) = state(&sim);
        let turns = pass((W, H), scene.bend_neighbours(), true, true);
        solve(&mut x, &weight, (&turns, true), W, &cut, &pull);
        sim.step();
        let mode = scene.solver.mode;
        let got = state(&sim).0;
        assert!(
            got == x,
            "{mode:?} {W} × {H} {} {part}: {got:?} {x:?}",
            T::NAME
        );
    }
}

fn constraint_mode<T: Scalar, const W: usize, const H: usize>() {
    for neighbours in [BendNeighbours::Four, BendNeighbours::Eight] {
        let mut scene = scene(W, H, Mode::Constraint);
        let stiffness = [0.9, 0.6, 0.2, 0.2];
        [
            scene.constraints.structural,
            scene.constraints.shear,
            scene.constraints.bend,
            _,
        ] = stiffness;
        scene.constraints.bend_neighbours = neighbours;
        let pull = |d, family: usize, held| {
            let link = T::link(REST[family], 0.5 * stiffness[family]);
            let link = T::rounded(&link, FIRST);
            T::pull::<false>(d, &if held { T::twice(&link) } else { link })
        };
        matches::<T, W, H>(&scene, pull);
    }
}

#[test]
fn constraint_mode_leaves_broken_links_out() {
    sizes!(constraint_mode::<f32>);
    sizes!(constraint_mode::<f64>);
    sizes!(constraint_mode::<Fixed>);
}

/// A link that resists pressure by another part than tension.
fn pliant<T: Scalar>(d: [T; 3], rest: f64, [tension, pressure]: [f64; 2]) -> [T; 3] {
    let links = [T::link(rest, pressure), T::link(rest, tension - pressure)];
    let [soft, extra] = links.map(|link| T::rounded(&link, FIRST));
    T::pull_pliant(d, &soft, &extra)
}

fn pbd<T: Scalar, const W: usize, const H: usize>() {
    let mut scene = scene(W, H, Mode::Pbd);
    let stiffness = [1.0, 0.5, 0.25, 0.25];
    [scene.pbd.structural, scene.pbd.shear, scene.pbd.bend, _] = stiffness;
    scene.pbd.compression = 0.125;
    scene.pbd.bend_neighbours = BendNeighbours::Eight;
    matches::<T, W, H>(&scene, |d, family, held| {
        let part = stiffness[family] * if held { 1.0 } else { 0.5 };
        pliant(d, REST[family], [part, 0.125 * part])
    });
}

#[test]
fn pbd_leaves_broken_links_out() {
    sizes!(pbd::<f32>);
    sizes!(pbd::<f64>);
    sizes!(pbd::<Fixed>);
}

fn xpbd<T: Scalar, const W: usize, const H: usize>() {
    let mut scene = scene(W, H, Mode::Xpbd);
    let compliance = [0.0, 1.0, 8.0, 8.0];
    [scene.xpbd.structural, scene.xpbd.shear, scene.xpbd.bend, _] = compliance;
    scene.xpbd.compression = 4.0;
    scene.xpbd.bend_neighbours = BendNeighbours::Eight;
    matches::<T, W, H>(&scene, |d, family, held| {
        let part = |c: f64| 1.0 / (c + if held { 1.0 } else { 2.0 });
        let c = compliance[family];
        pliant(d, REST[family], [part(c), part(c.max(4.0))])
    });
}

#[test]
fn xpbd_leaves_broken_links_out() {
    sizes!(xpbd::<f32>);
    sizes!(xpbd::<f64>);
    sizes!(xpbd::<Fixed>);
}

fn limit<T: Scalar, const W: usize, const H: usize>() {
    let mut scene = scene(W, H, Mode::Hooke);
    let (ratio, passes) = (1.1, 1);
    scene.limit = Some(LimitScene { ratio, passes });
    for (seed, part) in [(5, 0.05), (6, 0.3), (7, 1.0)] {
        let mut sim = begin::<T, W, H>(&scene);
        let cut = prepare(&mut sim, seed + 10 * (W * H) as u64, part);
        let (mut x, weight) = state(&sim);
        sim.step();
        // Whole links longer than what they would be shortened to, and that could move.
        let long = |x: &[[T; 3]]| {
            pass((W, H), BendNeighbours::Four, true, true)
                .into_iter()
                .filter(|(ends, family)| *family < 2 && !cut.contains(ends))
                .filter(|&([a, b], _)| weight[a] + weight[b] > T::ZERO)
                .any(|([a, b], family)| {
                    let d = sub(x[b].map(T::to_f64), x[a].map(T::to_f64));
                    length(d) / REST[family] > 1.08 + 1e-9
                })
        };
        let passes = u32::from(long(&x));
        assert_eq!(sim.limit_passes(), passes, "{W} × {H} {part}");
        for down in [true, false] {
            let turns: Vec<_> = pass((W, H), BendNeighbours::Four, down, true)
                .into_iter()
                .filter(|(_, family)| passes > 0 && *family < 2)
                .collect();
            solve(
                &mut x,
                &weight,
                (&turns, down),
                W,
                &cut,
                |d, family, held| {
                    let target = (1.0 + (ratio - 1.0) * 0.8) * REST[family];
                    let part = if held { 1.0 } else { 0.5 };
                    T::pull::<true>(d, &T::rounded(&T::link(target, part), FIRST))
                },
            );
        }
        assert!(state(&sim).0 == x, "{W} × {H} {} {part}", T::NAME);
    }
}

#[test]
fn the_limit_neither_shortens_nor_counts_broken_links() {
    sizes!(limit::<f32>);
    sizes!(limit::<f64>);
}

/// XPBD with a memory of links, from the equations: two passes, damped.
fn remembered<const W: usize, const H: usize>() {
    let mut scene = scene(W, H, Mode::Xpbd);
    let (compliance, beta) = ([0.5, 1.0, 8.0, 8.0], 0.25);
    [scene.xpbd.structural, scene.xpbd.shear, scene.xpbd.bend, _] = compliance;
    (scene.xpbd.compression, scene.xpbd.damping) = (4.0, beta);
    scene.xpbd.iterations = 2;
    let mut sim = begin_with::<f64, Verlet, W, H>(&scene);
    let cut = prepare(&mut sim, 77 + W as u64, 0.3);
    let (mut x, weight) = state(&sim);
    let start = x.clone();
    let mut tensions = std::collections::BTreeMap::<[usize; 2], f64>::new();
    for down in [true, false] {
        for (ends, family) in pass((W, H), BendNeighbours::Four, down, false) {
            let [a, b] = ends;
            let (d, w) = (sub(x[b], x[a]), weight[a] + weight[b]);
            if cut.contains(&ends) || w == 0.0 {
                continue;
            }
            let tension = tensions.entry(ends).or_default();
            let excess = length(d) - REST[family];
            let c = compliance[family];
            let c = if excess + w * *tension < 0.0 {
                c.max(4.0)
            } else {
                c
            };
            let moved = sub(sub(x[b], start[b]), sub(x[a], start[a]));
            let apart = cloth_tests::measure::dot(d, moved) / length(d);
            let gamma = c * beta;
            let change = (excess - c * *tension + gamma * apart) / ((1.0 + gamma) * w + c);
            *tension += change;
            let pull = scale(d, change / length(d));
            x[a] = core::array::from_fn(|i| x[a][i] + weight[a] * pull[i]);
            x[b] = sub(x[b], scale(pull, weight[b]));
        }
    }
    sim.step();
    for (got, expected) in state(&sim).0.into_iter().zip(x) {
        assert_near3(got, expected, 1e-11);
    }
}

#[test]
fn xpbd_with_a_memory_of_links_leaves_broken_ones_out() {
    for_sizes!(remembered: (1, 6), (7, 1), (5, 4), (9, 7));
}

/// One substep of springs and wind, against sums over what is left.
fn hooke<T: Scalar, const W: usize, const H: usize>() {
    let epsilon = if T::NAME == "f32" { 1.2e-7 } else { 2.3e-16 };
    for neighbours in [BendNeighbours::Four, BendNeighbours::Eight] {
        for damping in [0.0, 0.05] {
            let mut scene = scene(W, H, Mode::Hooke);
            [
                scene.springs.structural,
                scene.springs.shear,
                scene.springs.bend,
            ] = [0.11, 0.07, 0.03];
            scene.springs.damping = damping;
            scene.springs.bend_neighbours = neighbours;
            let mut sim = begin::<T, W, H>(&scene);
            let mut noise = Noise::new((W + 100 * H) as u64);
            shake(&mut sim, &mut noise, 0.3, 0.1);
            let cut = cut_some(&mut sim, &mut noise, 0.3);
            let (x, v) = (positions(&sim), velocities(&sim));
            sim.step();
            let whole = |ends| !cut.contains(&ends);
            let force = spring_forces_of((W, H), &scene.springs, &x, &v, whole);
            let error = epsilon * (4.0 + W.max(H) as f64);
            for (i, now) in velocities(&sim).into_iter().enumerate() {
                let expected = core::array::from_fn(|k| v[i][k] + force[i][k]);
                assert_near3(now, expected, error);
            }
        }
    }
}

#[test]
fn broken_springs_have_no_force() {
    sizes!(hooke::<f32>);
    sizes!(hooke::<f64>);
}

/// A grid of several blocks, cut across: what is above the cut does not know what is
/// below, wherever the cut is, at the edges of blocks above all.
#[test]
fn nothing_passes_a_cut_across_a_large_grid() {
    use cloth_core::Link;
    const ROWS: usize = 300;
    let mut scene = scene(3, ROWS, Mode::Constraint);
    scene.constraints.structural = 0.9;
    scene.constraints.shear = 0.6;
    scene.constraints.bend = 0.2;
    scene.constraints.bend_neighbours = BendNeighbours::Eight;
    scene.constraints.iterations = 3;
    for last in [61, 62, 63, 64, 65, 130, 255] {
        let run = |other: u64| {
            let mut sim = begin::<f32, 3, ROWS>(&scene);
            shake(&mut sim, &mut Noise::new(9), 0.4, 0.0);
            let mut noise = Noise::new(other);
            for row in last + 1..ROWS {
                for column in 0..3 {
                    let place = noise.vector(50.0);
                    sim.place(column, row, place, [0.0; 3]).unwrap();
                }
            }
            for column in 0..3 {
                for link in [Link::Down, Link::DownRight, Link::DownLeft] {
                    // At an edge one of them is missing.
                    let _ = sim.break_link(column, last, link);
                }
            }
            sim.run(2);
            state(&sim).0
        };
        let (one, two) = (run(1), run(2));
        let above = 3 * (last + 1);
        assert!(one[..above] == two[..above], "cut below row {last}");
        assert!(one[above..] != two[above..]);
    }
}
