use super::*;
use crate::host::{Format, Method, start};
use crate::scene::Damping;
use crate::topology::{SpringKind, springs};

const BOTH: [BendNeighbours; 2] = [BendNeighbours::Four, BendNeighbours::Eight];

fn scene(fabric: &Fabric, width: f64, grid: GridSize, neighbours: BendNeighbours) -> Scene {
    let mut scene = Scene::DEFAULT;
    scene.cloth.width = width;
    (scene.springs.bend_neighbours, scene.xpbd.bend_neighbours) = (neighbours, neighbours);
    fabric.apply(&mut scene, grid);
    scene.validate().unwrap();
    scene
}

fn grids() -> [(GridSize, f64); 3] {
    let grid = |columns, rows| GridSize { columns, rows };
    [(grid(60, 60), 1.5), (grid(41, 17), 0.8), (grid(12, 90), 0.3)]
}

/// Energy by area of the sheet far from its edges, J/m²: of all springs whose middle is in the cells
/// at a distance of at least two from an edge, which are as many of each family as cells.
fn energy(scene: &Scene, grid: GridSize, place: impl Fn(f64, f64) -> [f64; 3]) -> f64 {
    let (columns, rows) = (grid.columns, grid.rows);
    let h = scene.cloth.spacing(columns, rows);
    let cell = |index: usize| [index % columns, index / columns];
    let inside = |[column, row]: [usize; 2]| {
        (2..columns - 4).contains(&column) && (2..rows - 4).contains(&row)
    };
    let mut sum = 0.0;
    for spring in springs(columns, rows, scene.springs.bend_neighbours) {
        let [from, to] = spring.ends.map(cell);
        // The upper left corner of what a spring spans; one spring of a family for each.
        if !inside([from[0].min(to[0]), from[1].min(to[1])]) {
            continue;
        }
        let [a, b] = [from, to].map(|[c, r]| place(c as f64 * h, r as f64 * h));
        let length = (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt();
        let springs = &scene.springs;
        let k = match spring.kind {
            SpringKind::Structural => springs.structural,
            SpringKind::Shear => springs.shear,
            SpringKind::Bend => springs.bend,
        };
        let rest = spring.rest * h;
        let k = if springs.per_length { k / rest } else { k };
        sum += 0.5 * k * (length - rest).powi(2);
    }
    sum / (((columns - 6) * (rows - 6)) as f64 * h * h)
}

fn near(got: f64, expected: f64, part: f64, what: &str) {
    assert!(
        (got / expected - 1.0).abs() < part,
        "{what}: {got} in place of {expected}"
    );
}

/// Does something with every fabric on every grid, with every kind of springs.
fn each(mut check: impl FnMut(&Fabric, &Scene, GridSize)) {
    for fabric in Fabric::all() {
        for (grid, width) in grids() {
            for neighbours in BOTH {
                for per_length in [false, true] {
                    let mut scene = scene(fabric, width, grid, neighbours);
                    scene.springs.per_length = per_length;
                    fabric.apply(&mut scene, grid);
                    check(fabric, &scene, grid);
                }
            }
        }
    }
}

#[test]
fn a_strip_with_free_sides_and_a_sheared_one_cost_what_they_should() {
    // What is not linear is of this order.
    let small = 1e-5;
    each(|fabric, scene, grid| {
        for turned in [false, true] {
            let stretched = |along: f64, beside: f64| {
                energy(scene, grid, |x, y| match turned {
                    false => [x * (1.0 + along), y * (1.0 + beside), 0.0],
                    true => [x * (1.0 + beside), y * (1.0 + along), 0.0],
                })
            };
            // It narrows until it costs least: the bottom of a parabola through three points.
            let [less, as_is, more] = [-small, 0.0, small].map(|beside| stretched(small, beside));
            let bottom = as_is - (more - less).powi(2) / (8.0 * (more + less - 2.0 * as_is));
            let expected = 0.5 * fabric.stretch * small * small;
            near(bottom, expected, 10.0 * small, fabric.name);
        }
        let sheared = energy(scene, grid, |x, y| [x + small * y, y, 0.0]);
        let expected = 0.5 * fabric.shear * small * small;
        near(sheared, expected, 10.0 * small, fabric.name);
    });
}

/// A sheet on a cylinder, its particles as far apart as on the flat.
fn rolled(h: f64, radius: f64, turned: bool) -> impl Fn(f64, f64) -> [f64; 3] {
    let angle = 2.0 * (h / (2.0 * radius)).asin() / h;
    move |x, y| {
        let (x, y) = if turned { (y, x) } else { (x, y) };
        let (sine, cosine) = (angle * x).sin_cos();
        match turned {
            false => [radius * sine, y, radius * (1.0 - cosine)],
            true => [y, radius * sine, radius * (1.0 - cosine)],
        }
    }
}

#[test]
fn a_fold_of_two_spacings_costs_what_it_should_and_a_wider_one_less() {
    each(|fabric, scene, grid| {
        let h = scene.cloth.spacing(grid.columns, grid.rows);
        for turned in [false, true] {
            let cost = |radius: f64| energy(scene, grid, rolled(h, radius, turned));
            let right = |radius: f64| 0.5 * fabric.bending / (radius * radius);
            // Bend springs that would take more than half of what stretch needs are softer.
            let softer = fabric.name == "leather" && h < 0.0045;
            if softer {
                let part = cost(2.0 * h) / right(2.0 * h);
                assert!((0.05..0.9).contains(&part), "{part}");
                continue;
            }
            near(cost(2.0 * h), right(2.0 * h), 1e-9, fabric.name);
            // (2·h/R)² of it, but for what R = 2·h is beyond the first order of h/R: 3 %.
            let part = cost(8.0 * h) / right(8.0 * h) * 16.0;
            assert!((0.96..1.0).contains(&part), "{part}");
        }
    });
}

#[test]
fn compliances_are_those_of_the_springs() {
    for fabric in Fabric::all() {
        for neighbours in BOTH {
            let (grid, width) = grids()[0];
            let Scene { springs, xpbd, .. } = scene(fabric, width, grid, neighbours);
            for (k, compliance) in [
                (springs.structural, xpbd.structural),
                (springs.shear, xpbd.shear),
                (springs.bend, xpbd.bend),
            ] {
                assert!(k > 0.0);
                near(k * compliance, 1.0, 1e-15, fabric.name);
            }
            assert!(xpbd.compression <= xpbd.bend && xpbd.compression <= 0.05);
        }
    }
}

/// A strip that hangs from its upper edge is longer by ρ·g·L²/(2·Y). The masses of the particles, rows
/// of which are held and loaded alike, make exactly that of a chain; what differs is that
/// - n columns have n structural links beside each other where the width has n − 1 of them: stiffer
///   by at most n/(n − 1);
/// - at the held edge it cannot narrow: there C takes the place of Y, along a part of the length that
///   is not bounded here;
/// - at both ends one row of bend springs of two is missing: softer by at most 2·k_b in two links of
///   all, which carry between them no more than twice the mean load.
#[test]
fn a_hanging_strip_stretches_by_its_weight() {
    let grid = GridSize {
        columns: 9,
        rows: 65,
    };
    for fabric in Fabric::all() {
        let mut scene = scene(fabric, 0.1, grid, BendNeighbours::Four);
        let spacing = scene.cloth.spacing(grid.columns, grid.rows);
        scene.cloth.down = [0.0, -1.0, 0.0];
        scene.pins.top_edge = true;
        let length = 64.0 * spacing;
        // Half as long as the slowest swing of the strip along itself.
        let swing = 4.0 * length * (fabric.density / fabric.stretch).sqrt();
        scene.solver.damping = Damping::Rate(4.0 / swing);
        scene.solver.steps_per_second = 10.0 / swing;
        let limit = {
            scene.solver.substeps = 1000;
            let mut cloth = start(&scene, grid, Method::Verlet, Format::F64).unwrap();
            cloth.stable_dt()
        };
        let substeps = (1.0 / (0.8 * limit * scene.solver.steps_per_second)).ceil();
        assert!(substeps < 1000.0, "{substeps}");
        scene.solver.substeps = substeps as u32;
        let mut cloth = start(&scene, grid, Method::Verlet, Format::F64).unwrap();
        for _ in 0..200 {
            cloth.step();
        }
        let mut positions = super::super::Vec::new();
        cloth.positions(&mut positions);
        let middle = |row: usize| f64::from(positions[row * 9 + 4][1]);
        let longer = middle(0) - middle(64) - length;
        let expected = fabric.density * 9.8 * length * length / (2.0 * fabric.stretch);
        panic!("{} {longer} {expected} {}", fabric.name, longer/expected);
    }
}
