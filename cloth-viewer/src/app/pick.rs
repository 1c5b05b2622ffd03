//! Which particle is under the cursor.

use cloth_core::scene::ColliderScene;
use cloth_draw::camera::Camera;
use cloth_draw::picture::Picture;
use glam::{DVec3, Vec3};

/// How far from a particle a click may be where there is no surface, pixels.
const REACH: f32 = 24.0;

/// Something under the cursor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Its number: of a particle row · columns + column, of a collider its place in the scene.
    pub index: usize,
    /// How far away it is, m.
    pub depth: f32,
}

/// The particle that a click at `cursor` (pixels) means.
///
/// It is the nearest corner of the triangle in front, or, beside the cloth or on a string, the
/// nearest particle within 24 pixels.
#[must_use]
pub fn cloth(
    picture: &Picture<'_>,
    camera: &Camera,
    cursor: (f32, f32),
    size: (usize, usize),
) -> Option<Hit> {
    surface(picture, camera, cursor, size).or_else(|| nearby(picture, camera, cursor, size))
}

/// The collider under the cursor; capsules and boxes count as balls about their middle.
#[must_use]
pub fn collider(
    colliders: &[ColliderScene],
    camera: &Camera,
    cursor: (f32, f32),
    size: (usize, usize),
) -> Option<Hit> {
    let (eye, direction) = camera.ray(cursor.0, cursor.1, size);
    let depths = colliders.iter().enumerate().filter_map(|(index, body)| {
        let (center, radius) = ball_about(body)?;
        let depth = ball(eye, direction, center, radius)?;
        Some(Hit { index, depth })
    });
    depths.min_by(|a, b| a.depth.total_cmp(&b.depth))
}

/// The ball by which a press finds a body: balls as they are, capsules and boxes about their middle.
#[must_use]
pub fn ball_about(body: &ColliderScene) -> Option<(Vec3, f32)> {
    let (center, radius) = match *body {
        ColliderScene::Sphere { center, radius, .. } => (DVec3::from(center), radius),
        ColliderScene::Capsule {
            start, end, radius, ..
        } => {
            let (start, end) = (DVec3::from(start), DVec3::from(end));
            (0.5 * (start + end), 0.25 * start.distance(end) + radius)
        }
        ColliderScene::Box { center, size, .. } => {
            (DVec3::from(center), 0.4 * DVec3::from(size).max_element())
        }
        ColliderScene::Plane { .. } => return None,
    };
    Some((center.as_vec3(), radius as f32))
}

/// How far along a ray a ball begins.
fn ball(eye: Vec3, direction: Vec3, center: Vec3, radius: f32) -> Option<f32> {
    let way = center - eye;
    let along = way.dot(direction);
    let inside = radius * radius - (way - direction * along).length_squared();
    let depth = along - inside.max(0.0).sqrt();
    (inside >= 0.0 && depth > 0.0).then_some(depth)
}

/// The particle that is nearest to where the cursor meets the surface.
#[must_use]
pub fn surface(
    picture: &Picture<'_>,
    camera: &Camera,
    cursor: (f32, f32),
    size: (usize, usize),
) -> Option<Hit> {
    let (eye, direction) = camera.ray(cursor.0, cursor.1, size);
    let corner = |index: u32| {
        picture
            .positions
            .get(index as usize)
            .map(|&p| Vec3::from(p))
    };
    let mut nearest: Option<(f32, [u32; 3])> = None;
    for &triangle in picture.triangles {
        let [Some(a), Some(b), Some(c)] = triangle.map(corner) else {
            continue;
        };
        if let Some(distance) = hit(eye, direction, [a, b, c])
            && nearest.is_none_or(|(before, _)| distance < before)
        {
            nearest = Some((distance, triangle));
        }
    }
    let (distance, triangle) = nearest?;
    let point = eye + direction * distance;
    let gap = |index: &u32| corner(*index).map_or(f32::INFINITY, |p| p.distance_squared(point));
    let corner = triangle
        .into_iter()
        .min_by(|a, b| gap(a).total_cmp(&gap(b)));
    corner.map(|index| Hit {
        index: index as usize,
        depth: distance,
    })
}

/// How far along a ray a triangle is, from either side (Möller and Trumbore 1997).
fn hit(eye: Vec3, direction: Vec3, [a, b, c]: [Vec3; 3]) -> Option<f32> {
    let (ab, ac) = (b - a, c - a);
    let across = direction.cross(ac);
    let inverse = 1.0 / ab.dot(across);
    let from_a = eye - a;
    let u = from_a.dot(across) * inverse;
    let around = from_a.cross(ab);
    let v = direction.dot(around) * inverse;
    let distance = ac.dot(around) * inverse;
    // Degenerate triangles give NaN, which no comparison accepts.
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance > 0.0).then_some(distance)
}

fn nearby(
    picture: &Picture<'_>,
    camera: &Camera,
    cursor: (f32, f32),
    size: (usize, usize),
) -> Option<Hit> {
    let lens = camera.lens(size);
    let gaps = picture.positions.iter().enumerate().filter_map(|(i, &p)| {
        let view = lens.to_view(Vec3::from(p));
        let (x, y) = lens.to_screen(view);
        let gap = (x - cursor.0).hypot(y - cursor.1);
        let found = Hit {
            index: i,
            depth: view.length(),
        };
        (view.z >= lens.near && gap <= REACH).then_some((found, gap))
    });
    gaps.min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(found, _)| found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: (usize, usize) = (640, 480);

    fn camera() -> Camera {
        let mut camera = Camera::framing([-1.0; 3], [1.0; 3]);
        (camera.eye, camera.target) = (Vec3::new(0.2, 0.3, 5.0), Vec3::ZERO);
        camera
    }

    fn particle(picture: &Picture<'_>, cursor: (f32, f32)) -> Option<usize> {
        cloth(picture, &camera(), cursor, SIZE).map(|found| found.index)
    }

    /// Two upright sheets of 3 × 3 particles, one a metre behind the other.
    #[test]
    fn every_particle_in_front_can_be_picked_and_none_behind_it() {
        let places = [-1.0, 0.0]
            .map(|z| [0, 1, 2].map(|y| [0, 1, 2].map(|x| [x as f32 - 1.0, 1.0 - y as f32, z])));
        let positions = places.concat().concat();
        let sheet = || cloth_core::triangles(3, 3);
        let both = [0, 9].map(|first| sheet().map(move |t| t.map(|i| i as u32 + first)));
        let triangles: Vec<_> = both.into_iter().flatten().collect();
        let picture = Picture {
            positions: &positions,
            triangles: &triangles,
            ..Picture::default()
        };
        for (i, &position) in positions.iter().enumerate().skip(9) {
            let (x, y, _) = camera().project(position.into(), SIZE).unwrap();
            // A little inwards, so that the click is on the sheet; a little outwards, beside it.
            for way in [-4.0, 9.0] {
                let cursor = (x + way * position[0], y - way * position[1]);
                assert_eq!(particle(&picture, cursor), Some(i));
            }
        }
        assert_eq!(particle(&picture, (2.0, 2.0)), None);
    }

    #[test]
    fn strings_and_broken_positions_can_be_clicked_at() {
        let picture = Picture {
            positions: &[[0.0; 3], [f32::NAN; 3], [1.0, 0.0, 0.0]],
            triangles: &[[0, 1, 2], [0, 2, 9]],
            ..Picture::default()
        };
        let (x, y, _) = camera().project(Vec3::X, SIZE).unwrap();
        assert_eq!(particle(&picture, (x, y + 3.0)), Some(2));
    }
}
