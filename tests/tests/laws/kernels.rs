//! The kernels against plain lists of springs and links, from which the broken ones are left out, bit for
//! bit: at sizes that are odd, even, narrow and not square. No link is lost at a row's end, and the
//! documented order is the one that runs.

use cloth_core::{Fixed as Point, Verlet};
use cloth_tests::prelude::*;
use cloth_tests::reference::spring_forces;
use cloth_tests::torn::{Ends, broken, cut_some, pass, solve};

const ROOT: f64 = core::f64::consts::SQRT_2;
const REST: [f64; 4] = [1.0, ROOT, 2.0, 2.0 * ROOT];
const NEIGHBOURS: [BendNeighbours; 2] = [BendNeighbours::Four, BendNeighbours::Eight];

/// Columns and rows.
type Size = (usize, usize);

#[rustfmt::skip]
const SIZES: [Size; 27] = [
    (1, 1), (1, 2), (1, 3), (1, 4), (1, 9), (2, 1), (3, 1), (4, 1), (5, 1), (8, 1), (9, 1), (2, 2), (3, 3),
    (5, 3), (3, 5), (6, 4), (7, 7), (8, 8), (9, 4), (10, 3), (11, 6), (12, 2), (13, 3), (16, 3), (17, 5),
    (31, 2), (33, 4),
];

fn scene((columns, rows): Size, mode: Mode) -> Scene {
    let mut scene = in_mode(bare(columns, rows), mode);
    scene.tear = Some(TearScene::default());
    (scene.pbd.substeps, scene.xpbd.substeps) = (1, 1);
    (scene.pbd.iterations, scene.xpbd.iterations) = (1, 1);
    scene
}

/// Where the first pass of the first substep begins to round, after integration has: multiples
/// of the golden ratio.
const FIRST: u32 = 0x9e37_79b9_u32.wrapping_mul(2);

/// Positions and weights as the engine has them.
fn state<T: Scalar>(sim: &mut Trial) -> (Vec<[T; 3]>, Vec<T>) {
    let particles: Vec<_> = all(sim).collect();
    let sim = sim.of::<T, Verlet>();
    let grid = sim.cloth().positions();
    let at = |(c, r)| grid.get(c, r).expect("in the grid");
    (particles.into_iter().map(at).collect(), weights(sim))
}

/// The scene, without the memory for broken links if none is to be cut: then other loops run.
fn torn(scene: &Scene, part: f64) -> Scene {
    let mut scene = *scene;
    scene.tear = scene.tear.filter(|_| part > 0.0);
    scene
}

/// Crumples a cloth, pins one particle in about five and cuts a part of its links.
fn prepare<T: Scalar>(scene: &Scene, seed: u64, part: f64) -> (Trial, Ends) {
    let format = Format::ALL.into_iter().find(|format| match format {
        F32 => T::NAME == "f32",
        F64 => T::NAME == "f64",
        Fixed => true,
    });
    let mut sim = verlet(&torn(scene, part), format.expect("one of these"));
    let mut noise = Noise::new(seed);
    shake(&mut sim, &mut noise, 0.6, 0.0);
    for (column, row) in all(&sim) {
        if noise.number() > 0.6 {
            sim.pin(column, row);
        }
    }
    let cut = cut_some(&mut sim, &mut noise, part);
    assert_eq!(broken(&sim), cut);
    (sim, cut)
}

/// One substep of so many passes, down and up in turn, for cloths from whole to cut to pieces. Equal
/// bits; only the sign of a zero may differ. The limit reports a pass, down and up, if it moved anything.
fn matches<T: Scalar>(scene: &Scene, passes: u32, pull: impl Fn([T; 3], usize, bool) -> [T; 3]) {
    let size = (scene.cloth.columns, scene.cloth.rows);
    for (seed, part) in [(1, 0.0), (2, 0.05), (3, 0.3), (4, 1.0)] {
        let seed = seed + 10 * (size.0 * size.1) as u64;
        let (mut sim, cut) = prepare::<T>(scene, seed, part);
        let (mut x, weight) = state(&mut sim);
        let before = x.clone();
        for number in 0..passes {
            let down = number % 2 == 0;
            let turns = pass(size, scene.bend_neighbours(), down);
            solve(&mut x, &weight, (&turns, down), size.0, &cut, &pull);
        }
        sim.step();
        let what = format!("{:?} {size:?} {} {part}", scene.solver.mode, T::NAME);
        assert!(state::<T>(&mut sim).0 == x, "{what}");
        let limited = scene.limit.is_some() && x != before;
        assert_eq!(sim.limit_passes(), u32::from(limited), "{what}");
    }
}

/// The correction of an end by the formula: stiffness · (length − rest)/length, shared by the free ends.
fn correction<T: Scalar>(d: [T; 3], rest: f64, stiffness: f64, held: bool, limit: bool) -> [T; 3] {
    let rest = T::from_f64(rest);
    let length = T::norm(d[0], d[1], d[2]);
    if length <= T::ZERO || limit && length <= rest {
        return [T::ZERO; 3];
    }
    let weights = if held { T::ONE } else { T::ONE + T::ONE };
    let factor = T::from_f64(stiffness) * ((length - rest) / (length * weights));
    d.map(|along| factor * along)
}

fn constraint_mode<T: Scalar>(size: Size, by_formula: bool) {
    for neighbours in NEIGHBOURS {
        for passes in 1..=if by_formula { 3 } else { 1 } {
            let mut scene = scene(size, Mode::Constraint);
            let stiffness = [0.9, 0.6, 0.2, 0.2];
            let links = &mut scene.constraints;
            [links.structural, links.shear, links.bend, _] = stiffness;
            (links.bend_neighbours, links.iterations) = (neighbours, passes);
            matches::<T>(&scene, passes, |d, family, held| {
                let (rest, stiffness) = (REST[family], stiffness[family]);
                if by_formula {
                    return correction(d, rest, stiffness, held, false);
                }
                let link = T::rounded(&T::link(rest, 0.5 * stiffness), FIRST);
                T::pull::<false>(d, &if held { T::twice(&link) } else { link })
            });
        }
    }
}

#[test]
fn constraint_mode_runs_in_the_documented_order_without_broken_links() {
    for size in SIZES {
        constraint_mode::<f32>(size, true);
        constraint_mode::<f64>(size, true);
        constraint_mode::<Point>(size, false);
    }
}

/// A link that resists pressure by another part than tension.
fn pliant<T: Scalar>(d: [T; 3], rest: f64, [tension, pressure]: [f64; 2]) -> [T; 3] {
    let links = [T::link(rest, pressure), T::link(rest, tension - pressure)];
    let [soft, extra] = links.map(|link| T::rounded(&link, FIRST));
    T::pull_pliant(d, &soft, &extra)
}

fn position_based<T: Scalar>(size: Size, passes: u32) {
    let mut pbd = scene(size, Mode::Pbd);
    let stiffness = [1.0, 0.5, 0.25, 0.25];
    [pbd.pbd.structural, pbd.pbd.shear, pbd.pbd.bend, _] = stiffness;
    (pbd.pbd.compression, pbd.pbd.iterations) = (0.125, passes);
    pbd.pbd.bend_neighbours = BendNeighbours::Eight;
    // All passes together remove the part k of an error.
    let a_pass = |k: f64| f64::from((1.0 - (1.0 - k).powf(1.0 / f64::from(passes))) as f32);
    matches::<T>(&pbd, passes, |d, family, held| {
        let share = if held { 1.0 } else { 0.5 };
        let parts = [1.0, 0.125].map(|part| share * a_pass(part * stiffness[family]));
        pliant(d, REST[family], parts)
    });
    let mut xpbd = scene(size, Mode::Xpbd);
    let compliance = [0.0, 1.0, 8.0, 8.0];
    [xpbd.xpbd.structural, xpbd.xpbd.shear, xpbd.xpbd.bend, _] = compliance;
    xpbd.xpbd.compression = 4.0;
    xpbd.xpbd.bend_neighbours = BendNeighbours::Eight;
    matches::<T>(&xpbd, 1, |d, family, held| {
        let part = |c: f64| 1.0 / (c + if held { 1.0 } else { 2.0 });
        let c = compliance[family];
        pliant(d, REST[family], [part(c), part(c.max(4.0))])
    });
}

#[test]
fn pbd_and_xpbd_leave_broken_links_out() {
    for size in SIZES {
        for passes in 1..=3 {
            position_based::<f32>(size, passes);
            position_based::<f64>(size, passes);
        }
        position_based::<Point>(size, 1);
    }
}

fn limited<T: Scalar>(size: Size) {
    let mut scene = scene(size, Mode::Hooke);
    let ratio = 1.1;
    scene.limit = limit(ratio, 1);
    matches::<T>(&scene, 2, |d, family, held| {
        let target = (1.0 + (ratio - 1.0) * 0.8) * REST[family];
        let is_bend = family > 1;
        correction(d, target, if is_bend { 0.0 } else { 1.0 }, held, true)
    });
}

#[test]
fn the_limit_runs_in_the_documented_order_and_neither_shortens_nor_counts_broken_links() {
    for size in SIZES {
        limited::<f32>(size);
        limited::<f64>(size);
    }
}

/// XPBD with a memory of links, from the equations: one pass and two, damped.
#[test]
fn xpbd_with_a_memory_of_links_leaves_broken_ones_out() {
    for (size, passes) in pairs([(1, 6), (7, 1), (5, 4), (9, 7)], [1, 2]) {
        let mut scene = scene(size, Mode::Xpbd);
        let (compliance, beta) = ([0.5, 1.0, 8.0, 8.0], 0.25);
        let links = &mut scene.xpbd;
        [links.structural, links.shear, links.bend, _] = compliance;
        (links.compression, links.damping, links.iterations) = (4.0, beta, passes);
        let (mut sim, cut) = prepare::<f64>(&scene, 77 + size.0 as u64, 0.3);
        let (mut x, weight) = state::<f64>(&mut sim);
        let start = x.clone();
        let mut tensions = std::collections::BTreeMap::<[usize; 2], f64>::new();
        for down in [true, false].into_iter().take(passes as usize) {
            for (ends, family) in pass(size, BendNeighbours::Four, down) {
                let [a, b] = ends;
                let (d, w) = (sub(x[b], x[a]), weight[a] + weight[b]);
                if cut.contains(&ends) || w == 0.0 {
                    continue;
                }
                let tension = tensions.entry(ends).or_default();
                let excess = length(d) - REST[family];
                let is_pressed = excess + w * *tension < 0.0;
                let c = f64::max(compliance[family], if is_pressed { 4.0 } else { 0.0 });
                let moved = sub(sub(x[b], start[b]), sub(x[a], start[a]));
                let gamma = c * beta;
                let damping = gamma * dot(d, moved) / length(d);
                let change = (excess - c * *tension + damping) / ((1.0 + gamma) * w + c);
                *tension += change;
                let pull = scale(d, change / length(d));
                x[a] = core::array::from_fn(|i| x[a][i] + weight[a] * pull[i]);
                x[b] = sub(x[b], scale(pull, weight[b]));
            }
        }
        sim.step();
        for (got, expected) in state::<f64>(&mut sim).0.into_iter().zip(x) {
            assert_near3(got, expected, 1e-11);
        }
    }
}

fn springy(size: Size, neighbours: BendNeighbours, damping: f64) -> Scene {
    let mut scene = scene(size, Mode::Hooke);
    stiffen(&mut scene, [0.11, 0.07, 0.03]);
    (scene.springs.damping, scene.springs.bend_neighbours) = (damping, neighbours);
    scene
}

/// One substep of Hooke mode: each particle's change of velocity is the sum of
/// the forces of the springs that are left, up to rounding.
#[test]
fn hooke_mode_is_a_list_of_springs_without_broken_ones() {
    let sheets = pairs(pairs(SIZES, [F32, F64]), NEIGHBOURS);
    let cases = [(0.05, 0.0), (0.0, 0.3), (0.05, 0.3)];
    for (((size, format), neighbours), (damping, part)) in pairs(sheets, cases) {
        let scene = torn(&springy(size, neighbours, damping), part);
        let mut sim = verlet(&scene, format);
        let mut noise = Noise::new((size.0 + 100 * size.1) as u64);
        shake(&mut sim, &mut noise, 0.3, 0.1);
        let cut = cut_some(&mut sim, &mut noise, part);
        let (x, v) = (sim.positions(), sim.velocities());
        sim.step();
        let force = spring_forces(size, &scene.springs, &x, &v, |ends| !cut.contains(&ends));
        // 16 springs of forces below 0.1, roundings of some ulps each, and the
        // new position's own rounding, which is up to half an ulp of it.
        let error = epsilon(format) * (4.0 + size.0.max(size.1) as f64);
        for (i, now) in sim.velocities().into_iter().enumerate() {
            assert_near3(now, add(v[i], force[i]), error);
        }
    }
}

/// A grid of several blocks, cut across: what is above the cut does not know what is
/// below, wherever the cut is, at the edges of blocks above all.
#[test]
fn nothing_passes_a_cut_across_a_large_grid() {
    const ROWS: usize = 300;
    let mut scene = scene((3, ROWS), Mode::Constraint);
    let links = &mut scene.constraints;
    (links.structural, links.shear, links.bend) = (0.9, 0.6, 0.2);
    (links.bend_neighbours, links.iterations) = (BendNeighbours::Eight, 3);
    for last in [61, 62, 63, 64, 65, 130, 255] {
        let [one, two] = [1, 2].map(|other| {
            let mut sim = verlet(&scene, F32);
            shake(&mut sim, &mut Noise::new(9), 0.4, 0.0);
            let mut noise = Noise::new(other);
            for (column, row) in all(&sim).filter(|&(_, row)| row > last) {
                sim.place(column, row, noise.vector(50.0), [0.0; 3]);
            }
            for column in 0..3 {
                for link in [Link::Down, Link::DownRight, Link::DownLeft] {
                    // At an edge one of them is missing.
                    let _ = sim.any_mut().break_link(column, last, link);
                }
            }
            sim.run(2);
            sim.positions()
        });
        let above = 3 * (last + 1);
        assert!(one[..above] == two[..above], "cut below row {last}");
        assert!(one[above..] != two[above..]);
    }
}
