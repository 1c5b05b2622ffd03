//! What a picture may mark on a cloth: strains, and where it touches something.

use crate::picture::SpringLine;
use cloth_core::SpringKind;
use cloth_core::collide::{Capsule, Cuboid, Plane, Shape, Sphere};
use cloth_core::scene::ColliderScene;
use glam::{IVec3, Vec3};
use std::collections::HashMap;

/// How far from a collider a particle still touches it, in cells' widths.
const NEAR: f64 = 0.05;
/// How far apart two layers still touch, in thicknesses.
const LOOSE: f32 = 1.02;
/// At most this many particles of a box of the search are tried.
const CROWD: usize = 64;

/// Strains and contacts of a cloth; empty where they are not shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// The strain farthest from 0 among each particle's structural and shear links.
    pub strains: Vec<f32>,
    /// The strain at both ends of the scale of colours.
    pub strain_range: f32,
    /// Particles that touch a collider or the cloth itself.
    pub contacts: Vec<u32>,
}

/// The strain at each particle: l / l₀ − 1 of that one of its structural and shear links that is
/// strained most. `spacing` is the rest length of a structural link, m.
#[must_use]
pub fn strains(positions: &[[f32; 3]], springs: &[SpringLine], spacing: f32) -> Vec<f32> {
    let mut strains = vec![0.0_f32; positions.len()];
    for spring in springs {
        let rest = match spring.kind {
            SpringKind::Structural => spacing,
            SpringKind::Shear => spacing * std::f32::consts::SQRT_2,
            SpringKind::Bend => continue,
        };
        let ends = spring.ends.map(|end| end as usize);
        let [Some(a), Some(b)] = ends.map(|end| positions.get(end)) else {
            continue;
        };
        let strain = Vec3::from(*a).distance(Vec3::from(*b)) / rest - 1.0;
        for end in ends {
            if strain.abs() > strains[end].abs() {
                strains[end] = strain;
            }
        }
    }
    strains
}

/// A scale's end that is a round number (1, 2 or 5 times a power of ten) and takes in all strains,
/// 1 % at least and 100 % at most.
#[must_use]
pub fn round_range(strains: &[f32]) -> f32 {
    let finite = strains.iter().filter(|strain| strain.is_finite());
    let largest = finite.fold(0.0_f32, |largest, strain| largest.max(strain.abs()));
    let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
    steps
        .into_iter()
        .find(|step| largest <= *step)
        .unwrap_or(1.0)
}

/// Particles that touch a collider: those within their radius of it, and a little more.
#[must_use]
pub fn on_colliders(
    positions: &[[f32; 3]],
    colliders: &[ColliderScene],
    radius: f64,
    spacing: f64,
) -> Vec<bool> {
    let reach = radius + NEAR * spacing;
    let touches = |place: &[f32; 3]| {
        let place = place.map(f64::from);
        let is_finite = place.iter().all(|x| x.is_finite());
        is_finite && colliders.iter().any(|c| distance(c, place) <= reach)
    };
    positions.iter().map(touches).collect()
}

/// How far a place is outside of a collider, m; negative inside.
fn distance(collider: &ColliderScene, place: [f64; 3]) -> f64 {
    let (distance, _) = match *collider {
        ColliderScene::Sphere { center, radius, .. } => Sphere { center, radius }.distance(place),
        ColliderScene::Plane { point, normal, .. } => Plane { point, normal }.distance(place),
        ColliderScene::Capsule {
            start, end, radius, ..
        } => {
            let along = [0, 1, 2].map(|i| end[i] - start[i]);
            Capsule::new(start, along, radius).distance(place)
        }
        ColliderScene::Box {
            center, size, turn, ..
        } => Cuboid {
            center,
            axes: ColliderScene::axes(turn),
            half: size.map(|v| 0.5 * v),
            radius: 0.0,
        }
        .distance(place),
    };
    distance
}

/// Marks particles with another one that is no neighbour nearer than `thickness`, m.
///
/// Space is divided into boxes of that size, so that only the boxes around a particle are looked
/// through.
pub fn on_itself(touched: &mut [bool], positions: &[[f32; 3]], columns: usize, thickness: f32) {
    let reach = thickness * LOOSE;
    let columns = columns.max(1);
    let box_of = |place: &[f32; 3]| {
        let place = Vec3::from(*place) / reach;
        (place.abs().max_element() < 1e9).then(|| place.floor().as_ivec3())
    };
    let mut boxes: HashMap<IVec3, Vec<usize>> = HashMap::new();
    for (i, place) in positions.iter().enumerate() {
        if let Some(key) = box_of(place) {
            boxes.entry(key).or_default().push(i);
        }
    }
    let around = (0..27).map(|i| IVec3::new(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1));
    let around: Vec<_> = around.collect();
    let is_neighbour = |a: usize, b: usize| {
        (a % columns).abs_diff(b % columns) <= 1 && (a / columns).abs_diff(b / columns) <= 1
    };
    for (i, place) in positions.iter().enumerate() {
        let Some(key) = box_of(place) else { continue };
        let near = around.iter().filter_map(|way| boxes.get(&(key + *way)));
        let near = near.flat_map(|found| found.iter().take(CROWD));
        let is_close = |j: &&usize| {
            !is_neighbour(i, **j) && Vec3::from(positions[**j]).distance(Vec3::from(*place)) < reach
        };
        touched[i] |= near.into_iter().any(|j| is_close(&j));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strain_is_that_of_the_worst_link_with_its_sign() {
        // Links of 1.2, 0.7 and a diagonal of √2 · 1.05, at rest 1 and √2.
        let positions = [
            [0.0; 3],
            [1.2, 0.0, 0.0],
            [1.2, 0.7, 0.0],
            [1.05, -1.05, 0.0],
        ];
        let springs = [
            ([0, 1], SpringKind::Structural),
            ([1, 2], SpringKind::Structural),
            ([0, 3], SpringKind::Shear),
            ([2, 3], SpringKind::Bend),
            ([2, 9], SpringKind::Structural),
        ];
        let springs = springs.map(|(ends, kind)| SpringLine { ends, kind });
        let found: [f32; 4] = strains(&positions, &springs, 1.0).try_into().unwrap();
        for (found, expected) in found.iter().zip([0.2, -0.3, -0.3, 0.05]) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }

    #[test]
    fn scales_are_round_and_wide_enough() {
        for (strain, range) in [(0.0, 0.01), (-0.03, 0.05), (0.1, 0.1), (7.0, 1.0)] {
            assert_eq!(round_range(&[strain, 0.0, f32::NAN]), range);
        }
    }

    #[test]
    fn what_is_within_its_radius_of_a_collider_touches_it() {
        let ball = ColliderScene::sphere([1.0, 0.0, 0.0], 0.5);
        let positions = [[1.0, 0.52, 0.0], [1.0, 0.54, 0.0], [f32::NAN; 3]];
        let found = on_colliders(&positions, &[ball], 0.02, 0.1);
        assert_eq!(found, [true, false, false]);
    }

    #[test]
    fn the_cloth_touches_itself_where_other_particles_are_close() {
        // A row of 20 that turns back above itself: 0.08 higher, 0.1 apart along it.
        let place = |i: usize| match i {
            0..10 => [0.1 * i as f32, 0.0, 0.0],
            _ => [0.1 * (19 - i) as f32, 0.08, 0.0],
        };
        let positions: Vec<_> = (0..20).map(place).collect();
        let touched = |thickness| {
            let mut touched = vec![false; 20];
            on_itself(&mut touched, &positions, 20, thickness);
            touched
        };
        // The two at the bend are neighbours of each other.
        let expected: Vec<_> = (0..20).map(|i| i != 9 && i != 10).collect();
        assert_eq!(touched(0.09), expected);
        assert!(!touched(0.07).contains(&true));
    }
}
