//! What holds a cloth that is pinned along an edge: a pole, or a rod. Only to be looked at.

use crate::solid::Solid;
use cloth_core::Scene;
use glam::DVec3;

/// Half the thickness, in parts of the edge's length.
const RADIUS: f64 = 0.011;
/// How far it stands out beyond the edge, in parts of its length.
const BEYOND: f64 = 0.04;

/// A rod along each edge that is pinned as a whole. An upright one stands on the ground, at the
/// height that is given, m.
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
        Some(Solid::capsule(from.into(), to.into(), RADIUS * length))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloth_core::scenes;

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
        assert!(
            low < -0.49 && low > -0.6 && high > 2.0 && high < 2.1,
            "{low} {high}"
        );
        let (low, high) = heights(&scenes::SPHERE_APPROACH.scene, 4);
        assert!(low > 2.1 && high < 2.3, "{low} {high}");
        assert_eq!(rods(&scenes::PINNED4.scene, (4, 3), None).count(), 0);
    }
}
