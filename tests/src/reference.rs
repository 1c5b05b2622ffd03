//! The engine's algorithms once more, as plainly as they can be written: lists
//! of springs, one particle at a time, no rows, no kernels.

use crate::measure::{Vector, add, cross, dot, length, scale, sub};
use cloth_core::scene::SpringScene;
use cloth_core::{SpringKind, springs};

/// The forces of the springs whose ends `counts` accepts, of a grid of particles of mass 1 and spacing 1, from
/// positions and velocities, added up spring by spring.
#[must_use]
pub fn spring_forces(
    (columns, rows): (usize, usize),
    scene: &SpringScene,
    x: &[Vector],
    v: &[Vector],
    counts: impl Fn([usize; 2]) -> bool,
) -> Vec<Vector> {
    let mut force = vec![[0.0; 3]; columns * rows];
    let springs = springs(columns, rows, scene.bend_neighbours);
    for spring in springs.filter(|spring| counts(spring.ends)) {
        let [a, b] = spring.ends;
        let d = sub(x[b], x[a]);
        let rate = dot(sub(v[b], v[a]), d) / length(d);
        let stretched = stiffness(scene, spring.kind) * (length(d) - spring.rest);
        let pull = scale(d, (stretched + scene.damping * rate) / length(d));
        force[a] = add(force[a], pull);
        force[b] = sub(force[b], pull);
    }
    force
}

/// Depth of the lowest particle below the ends (m) of a string at rest, of `links` equal springs (an even number)
/// that carry a weight (N) at each inner joint, with its ends `span` apart.
///
/// In equilibrium the horizontal tension H is the same in all links, and the
/// vertical one of link i of n is (i + ½ − n/2)·weight. A link's length is its
/// rest length plus tension over stiffness. H follows from the span by
/// bisection: the span grows with H.
#[must_use]
pub fn hanging_string(links: usize, rest: f64, weight: f64, stiffness: f64, span: f64) -> f64 {
    let shape = |horizontal: f64| {
        let mut extent = [0.0, 0.0];
        for i in links / 2..links {
            let vertical = (i as f64 + 0.5 - links as f64 / 2.0) * weight;
            let tension = horizontal.hypot(vertical);
            let length = rest + tension / stiffness;
            extent[0] += 2.0 * length * horizontal / tension;
            extent[1] += length * vertical / tension;
        }
        extent
    };
    let (mut low, mut high) = (0.0, 1e3 * weight * links as f64);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if shape(middle)[0] < span {
            low = middle;
        } else {
            high = middle;
        }
    }
    shape(low)[1]
}

/// Stiffness of a family's springs, N/m.
#[must_use]
pub const fn stiffness(scene: &SpringScene, kind: SpringKind) -> f64 {
    match kind {
        SpringKind::Structural => scene.structural,
        SpringKind::Shear => scene.shear,
        SpringKind::Bend => scene.bend,
    }
}

/// Sums of the area vectors of the triangles around each particle, made unit vectors.
#[must_use]
pub fn vertex_normals(triangles: &[[usize; 3]], x: &[Vector]) -> Vec<Vector> {
    let mut sum = vec![[0.0; 3]; x.len()];
    for &corners in triangles {
        let [a, b, c] = corners.map(|i| x[i]);
        let area = cross(sub(b, a), sub(c, a));
        for i in corners {
            sum[i] = add(sum[i], area);
        }
    }
    let unit = |v| match length(v) {
        0.0 => v,
        size => scale(v, 1.0 / size),
    };
    sum.into_iter().map(unit).collect()
}
