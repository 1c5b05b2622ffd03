//! Facets against rays through half spaces, in floating point.

extern crate std;
use super::*;
use embedded_graphics_core::pixelcolor::IntoStorage;
use std::vec::Vec;

const SIZE: usize = 120;
const SIGHT: Sight = Sight::STRAIGHT;
const PALETTE: Palette = Palette::COLOUR;

/// All points with a product of at most the number.
type HalfSpace = (Vector, f64);

fn drawn(collider: &ColliderScene, sight: &Sight) -> Band<SIZE, SIZE> {
    let mut facets = Facets::EMPTY;
    facets.add(collider, sight);
    let mut band = Band::EMPTY;
    band.clear(0, PALETTE.background.into_storage());
    facets.draw(&mut band, &PALETTE);
    band
}

/// The nearness of each pixel, 0 where nothing is drawn.
fn nears(band: &mut Band<SIZE, SIZE>) -> Vec<u16> {
    let all = band.clip([0, 0], [119, 119]).unwrap();
    let rows = (0..SIZE as u16).flat_map(|y| band.row_mut(all, y).1.to_vec());
    rows.collect()
}

/// The ray through the middle of a pixel.
fn ray(pixel: usize) -> Vector {
    let [x, y] = [pixel % SIZE, pixel / SIZE].map(|v| v as f64);
    [(x - 59.5) / 140.0, (59.5 - y) / 140.0, 1.0]
}

/// Where a ray from the origin enters what is in all half spaces, with the number of the one
/// that it enters last.
fn enters(ray: Vector, spaces: &[HalfSpace]) -> Option<(f64, usize)> {
    let (mut from, mut to, mut through) = (0.0, f64::INFINITY, None);
    for (number, &(normal, most)) in spaces.iter().enumerate() {
        let (change, left) = (dot(ray, normal), most);
        if change < 0.0 {
            if left / change > from {
                (from, through) = (left / change, Some(number));
            }
        } else if change > 0.0 {
            to = to.min(left / change);
        } else if left < 0.0 {
            return None;
        }
    }
    through.filter(|_| from < to).map(|number| (from, number))
}

/// Pixels, and depths, are those of rays that meet one of the first `sides` half spaces' faces;
/// returns how many pixels there are. Within a third of a pixel of an edge either is right.
fn assert_as_rays(near: &[u16], spaces: &[HalfSpace], sides: usize) -> usize {
    let mut count = 0;
    for (pixel, &near) in near.iter().enumerate() {
        let at = ray(pixel);
        let off = 0.3 / 140.0;
        let around = [[off, 0.0], [-off, 0.0], [0.0, off], [0.0, -off]];
        let face = |ray| {
            let face = enters(ray, spaces).filter(|(depth, _)| *depth >= f64::from(SIGHT.near));
            face.filter(|&(_, face)| face < sides)
        };
        let here = face(at);
        let is_inside = around
            .iter()
            .all(|[x, y]| face([at[0] + x, at[1] + y, 1.0]).map(|f| f.1) == here.map(|f| f.1));
        if is_inside {
            assert_eq!(
                near > 0,
                here.is_some(),
                "{} {}",
                pixel % SIZE,
                pixel / SIZE
            );
            if let Some((depth, _)) = here {
                let expected = (65_536.0 * f64::from(SIGHT.near) / depth).min(65_535.0);
                let error = (f64::from(near) - expected).abs();
                assert!(error < 3.0 + expected * 4e-3, "{near} {expected}");
                count += 1;
            }
        }
    }
    count
}

#[test]
fn a_box_is_where_rays_meet_it() {
    for (center, size, turn) in [
        ([0.0, 0.0, 8000.0], [3000.0, 2000.0, 1500.0], [0.0; 3]),
        (
            [500.0, -800.0, 7000.0],
            [2000.0, 500.0, 3000.0],
            [20.0, 35.0, -10.0],
        ),
    ] {
        let mut collider = ColliderScene::cuboid(center, size);
        if let ColliderScene::Box { turn: angles, .. } = &mut collider {
            *angles = turn;
        }
        let axes = ColliderScene::axes(turn);
        let faces = (0..6).map(|i| {
            let normal = axes[i / 2].map(|v| if i % 2 == 0 { v } else { -v });
            (normal, dot(normal, center) + 0.5 * size[i / 2])
        });
        let spaces: Vec<_> = faces.collect();
        let near = nears(&mut drawn(&collider, &SIGHT));
        assert!(assert_as_rays(&near, &spaces, 6) > 500);
    }
}

#[test]
fn a_capsule_is_a_prism_between_its_balls() {
    let (start, end, radius) = ([-2000.0, 300.0, 8000.0], [2000.0, -500.0, 7000.0], 600.0);
    let capsule = ColliderScene::capsule(start, end, radius);
    let axis = difference(end, start);
    let length = libm::sqrt(dot(axis, axis));
    let axis = axis.map(|v| v / length);
    let [u, v] = across(axis);
    let inner = radius * libm::cos(core::f64::consts::PI / SIDES as f64);
    let faces = (0..SIDES).map(|side| {
        let angle = core::f64::consts::TAU * (side as f64 + 0.5) / SIDES as f64;
        let normal = along(u.map(|x| libm::cos(angle) * x), v, libm::sin(angle));
        (normal, dot(normal, start) + inner)
    });
    let back = axis.map(|v| -v);
    let caps = [(axis, dot(axis, end)), (back, dot(back, start))];
    let spaces: Vec<_> = faces.chain(caps).collect();
    let near = nears(&mut drawn(&capsule, &SIGHT));
    assert!(assert_as_rays(&near, &spaces, SIDES) > 400);
}

#[test]
fn a_floor_that_runs_under_the_eye_has_no_hole_in_the_picture() {
    let sight = Sight {
        target: [0.0, 0.0, 0.0],
        // The eye stays at the origin: the target is ahead of it.
        ..SIGHT
    };
    // A wall of floor so near that its corners are behind the eye.
    let normal = [0.0, 0.8, -0.6];
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, z]| {
        let place = along([0.0, -900.0, 0.0], [1.0, 0.0, 0.0], 6000.0 * x);
        along(place, [0.0, 0.6, 0.8], 6000.0 * z)
    });
    let mut facets = Facets::EMPTY;
    facets.add_face(corners, normal, Tint::Floor(0), &sight);
    let mut band = Band::EMPTY;
    band.clear(0, 0);
    facets.draw(&mut band, &PALETTE);
    let sides = [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]].map(|side| (side, 6000.0));
    let ends = [1.0, -1.0].map(|sign| {
        let out = [0.0, 0.6, 0.8].map(|v| sign * v);
        (out, dot(out, [0.0, -900.0, 0.0]) + 6000.0)
    });
    let floor = (normal, dot(normal, [0.0, -900.0, 0.0]));
    let spaces = [&[floor][..], &sides[..], &ends[..]].concat();
    assert!(assert_as_rays(&nears(&mut band), &spaces, 1) > 3000);
}

#[test]
fn a_floor_lies_below_what_the_camera_looks_at_and_is_not_seen_from_below() {
    let sight = Sight {
        target: [300.0, 0.0, 0.0],
        distance: 8000.0,
        ..SIGHT
    };
    let up = [0.0, libm::cos(0.4), -libm::sin(0.4)];
    let point = [0.0, -700.0, 0.0];
    let near = nears(&mut drawn(&ColliderScene::plane(point, up), &sight));
    let count = near.iter().filter(|&&near| near > 0).count();
    assert!((3000..SIZE * SIZE).contains(&count), "{count}");
    // Straight below the target, 700 · cos 0.4 and forward of it 700 · sin 0.4 · cos 0.4.
    let seen = sight.seen(along(
        sight.target,
        up,
        -dot(difference(sight.target, point), up),
    ));
    let at = project(seen, &sight);
    let pixel = (at.y / SUBPIXELS) as usize * SIZE + (at.x / SUBPIXELS) as usize;
    assert!(
        near[pixel].abs_diff(at.near) < 60,
        "{} {}",
        near[pixel],
        at.near
    );
    let below = up.map(|v| -v);
    let near = nears(&mut drawn(&ColliderScene::plane(point, below), &sight));
    assert!(near.iter().all(|&near| near == 0));
}

#[test]
fn four_floors_fit_and_nothing_is_too_large() {
    let mut facets = Facets::EMPTY;
    let sight = Sight {
        distance: 8000.0,
        ..SIGHT
    };
    for _ in 0..MAX_COLLIDERS {
        facets.add(
            &ColliderScene::plane([0.0, -700.0, 0.0], [0.0, 0.6, -0.8]),
            &sight,
        );
    }
    assert_eq!(facets.count, MOST);
    for far in [0.0, 1e-300, 1e9, 1e300, f64::MAX, f64::INFINITY, f64::NAN] {
        for collider in [
            ColliderScene::plane([far, -far, 1.0], [0.0, 1.0, 0.0]),
            ColliderScene::capsule([far; 3], [-far, 0.0, far], far),
            ColliderScene::cuboid([0.0, far, far], [far; 3]),
        ] {
            let _ = drawn(&collider, &sight);
        }
    }
}
