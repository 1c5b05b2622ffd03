//! Balls, capsules and boxes as triangles, and the rods that a cloth hangs on.

use cloth_core::Scene;
use glam::{DMat3, DVec3};

/// Corners around a capsule.
const AROUND: u32 = 32;
/// Half the thickness of a rod, in parts of the edge's length.
const ROD: f64 = 0.011;
/// How far a rod reaches beyond the edge, in parts of its length.
const BEYOND: f64 = 0.04;

/// A body as triangles, wound counter-clockwise seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solid {
    /// Corners, m.
    pub corners: Vec<[f32; 3]>,
    /// The unit normal at each corner.
    pub normals: Vec<[f32; 3]>,
    /// Indices of the triangles' corners; all are in range.
    pub triangles: Vec<[u32; 3]>,
}

impl Solid {
    fn corner(&mut self, place: DVec3, normal: DVec3) {
        self.corners.push(place.as_vec3().into());
        self.normals.push(normal.as_vec3().into());
    }

    fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.triangles.extend([[a, b, c], [a, c, d]]);
    }

    /// All points within `radius` of the segment from `start` to `end`.
    #[must_use]
    pub fn capsule(start: [f64; 3], end: [f64; 3], radius: f64) -> Self {
        Self::round(start, end, radius, AROUND)
    }

    /// A capsule with `around` corners around it. With both ends in one place it is a ball.
    pub(crate) fn round(start: [f64; 3], end: [f64; 3], radius: f64, around: u32) -> Self {
        let (start, end) = (DVec3::from(start), DVec3::from(end));
        let axis = (end - start).try_normalize().unwrap_or(DVec3::Y);
        let (right, front) = axis.any_orthonormal_pair();
        let mut solid = Self::default();
        // Rings from the pole at the start to that at the end; the equator comes
        // twice, at both ends of the straight part.
        let rings = around / 4;
        let half = std::f64::consts::FRAC_PI_2;
        let lower = (0..=rings).map(|i| (start, f64::from(i) / f64::from(rings) - 1.0));
        let upper = (0..=rings).map(|i| (end, f64::from(i) / f64::from(rings)));
        for (middle, part) in lower.chain(upper) {
            let (height, width) = libm::sincos(half * part);
            for j in 0..around {
                let turn = std::f64::consts::TAU * f64::from(j) / f64::from(around);
                let (sin, cos) = libm::sincos(turn);
                let normal = axis * height + (right * cos + front * sin) * width;
                solid.corner(middle + normal * radius, normal);
            }
        }
        for ring in 0..2 * rings + 1 {
            for j in 0..around {
                let (a, b) = (ring * around + j, ring * around + (j + 1) % around);
                solid.quad([a, b, b + around, a + around]);
            }
        }
        solid
    }

    /// The box with these edges: unit vectors along them, and half their lengths.
    #[must_use]
    pub fn cuboid(center: [f64; 3], axes: [[f64; 3]; 3], half: [f64; 3]) -> Self {
        let axes = DMat3::from_cols_array_2d(&axes);
        let mut solid = Self::default();
        for axis in 0..3 {
            for side in [1.0, -1.0] {
                let unit = |i: usize| DVec3::AXES[(axis + i) % 3];
                let normal = axes * (unit(0) * side);
                let first = solid.corners.len() as u32;
                for (u, v) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                    let local = (unit(0) + unit(1) * u + unit(2) * v) * side;
                    let place = DVec3::from(center) + axes * (local * DVec3::from(half));
                    solid.corner(place, normal);
                }
                let [a, b, c, d] = [0, 1, 2, 3].map(|i| first + i);
                let [b, d] = if side > 0.0 { [b, d] } else { [d, b] };
                solid.quad([a, b, c, d]);
            }
        }
        solid
    }
}

/// A rod along each edge that is pinned as a whole; only to be looked at. An upright one stands on the ground,
/// whose height is given in m.
pub(crate) fn rods(
    scene: &Scene,
    (columns, rows): (usize, usize),
    ground: Option<f32>,
) -> impl Iterator<Item = Solid> {
    let (right, bottom) = (columns.saturating_sub(1), rows.saturating_sub(1));
    let pins = &scene.pins;
    let edges = [
        (pins.top_edge, [0, 0], [right, 0]),
        (pins.bottom_edge, [0, bottom], [right, bottom]),
        (pins.left_edge, [0, 0], [0, bottom]),
        (pins.right_edge, [right, 0], [right, bottom]),
    ];
    let start =
        move |[column, row]: [usize; 2]| DVec3::from(scene.cloth.start(columns, rows, column, row));
    let pinned = edges.into_iter().filter(|(pinned, ..)| *pinned);
    pinned.filter_map(move |(_, first, last)| {
        let (mut from, mut to) = (start(first), start(last));
        if from.y > to.y {
            (from, to) = (to, from);
        }
        let length = from.distance(to);
        let along = (to - from).try_normalize()?;
        (from, to) = (from - along * BEYOND * length, to + along * BEYOND * length);
        if along.y > 0.99
            && let Some(ground) = ground
        {
            from.y = from.y.min(f64::from(ground));
        }
        Some(Solid::capsule(from.into(), to.into(), ROD * length))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloth_core::scenes;

    /// Volume by the divergence theorem: right only if closed and wound outwards.
    fn volume(solid: &Solid) -> f64 {
        let at = |i: u32| DVec3::from(solid.corners[i as usize].map(f64::from));
        let part = |&[a, b, c]: &[u32; 3]| at(a).dot(at(b).cross(at(c))) / 6.0;
        solid.triangles.iter().map(part).sum()
    }

    #[test]
    fn boxes_and_capsules_are_closed_and_wound_outwards() {
        let turned = DMat3::from_rotation_z(0.3).to_cols_array_2d();
        let cuboid = Solid::cuboid([1.0, 2.0, 3.0], turned, [0.5, 1.0, 1.5]);
        let capsule = Solid::capsule([1.0, 0.0, 0.0], [1.0, 2.0, 1.0], 0.5);
        let round = std::f64::consts::PI * (0.25 * 5.0_f64.sqrt() + 0.5 / 3.0);
        for (solid, middle, exact, least) in [
            (cuboid, [1.0, 2.0, 3.0], 6.0, 0.99999),
            (capsule, [1.0, 1.0, 0.5], round, 0.98),
        ] {
            let part = volume(&solid) / exact;
            assert!(part > least && part < 1.00001, "{part}");
            for (corner, normal) in solid.corners.iter().zip(&solid.normals) {
                let out = DVec3::from(corner.map(f64::from)) - DVec3::from(middle);
                let normal = DVec3::from(normal.map(f64::from));
                assert!(out.dot(normal) > 0.0 && (normal.length() - 1.0).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn a_flag_has_a_pole_that_stands_on_the_ground_and_a_curtain_a_rod() {
        let heights = |scene: &Scene, rows| {
            let solids: Vec<_> = rods(scene, (4, rows), Some(-0.5)).collect();
            assert_eq!(solids.len(), 1);
            let heights = solids[0].corners.iter().map(|corner| corner[1]);
            heights.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), y| {
                (low.min(y), high.max(y))
            })
        };
        // The flag's edge is at x = 0, from y = 2 to y = 1.
        let (low, high) = heights(&scenes::FLAG.scene, 3);
        assert!(low < -0.49 && low > -0.6, "{low}");
        assert!(high > 2.0 && high < 2.1, "{high}");
        let (low, high) = heights(&scenes::SPHERE_APPROACH.scene, 4);
        assert!(low > 2.1 && high < 2.3, "{low} {high}");
        assert_eq!(rods(&scenes::PINNED4.scene, (4, 3), None).count(), 0);
    }
}
