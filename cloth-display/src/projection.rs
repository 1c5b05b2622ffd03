//! The camera for one picture, in whole numbers.
//!
//! A length is counted in units of 1/8,192 of the camera's distance, from its target: about
//! 1/28 of a pixel of a display of 240 rows, the same for every scale of cloth. So places and
//! axes have 16 bits, products and sums of three of them 32, which a Cortex-M0 multiplies in a
//! cycle or a few; its software floats take some hundred each.

use crate::viewpoint::Viewpoint;
use cloth_core::{Scalar, Units};

/// Units from eye to target.
const DISTANCE: f64 = 8192.0;
/// Most units a rest spacing: `Scalar::cell` of fixed point takes no more.
const FINEST: f64 = 1023.0;
/// Furthest place from the target along an axis, units: what is as far or further is not drawn.
const REACH: i32 = (1 << 15) - 1;
/// Bits after the point of the axes.
const AXIS_BITS: u32 = 14;
/// Subpixels in a pixel.
pub(crate) const SUBPIXELS: i32 = 16;
/// The largest coordinate on the picture, subpixels: so areas fit into 32 bits.
pub(crate) const FURTHEST: i32 = (1 << 14) - 1;

/// A camera for one picture of one cloth.
pub(crate) struct Projection<T> {
    /// Units a rest spacing.
    scale: T,
    /// The target as the engine counts places, units.
    target: [i32; 3],
    /// To the right, up and forward, times 2^14.
    pub(crate) axes: [[i32; 3]; 3],
    /// From eye to target, units.
    distance: i32,
    /// The same camera for colliders, which are placed in metres.
    pub(crate) sight: Sight,
}

/// A place on the picture and how near it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spot {
    /// Subpixels right and down.
    pub(crate) at: [i16; 2],
    /// Larger is nearer, and linear over the picture, as it is one over the depth; 0 is not to be seen.
    pub(crate) near: u16,
}

impl Spot {
    #[inline(always)]
    pub(crate) fn place(self) -> [i32; 2] {
        self.at.map(i32::from)
    }
}

impl<T: Scalar> Projection<T> {
    /// The projection of a camera for a picture of width × height pixels.
    pub(crate) fn new(camera: &Viewpoint, units: &Units, (width, height): (usize, usize)) -> Self {
        let camera = camera.in_range();
        let away = f64::from(camera.distance);
        let scale = T::from_f64((DISTANCE * units.spacing / away).min(FINEST));
        // The scale as it was rounded.
        let distance = away / units.spacing * scale.to_f64();
        let distance = (libm::rint(distance) as i32).clamp(1, 2 * DISTANCE as i32);
        let axes = axes(&camera);
        let one = f64::from(1 << AXIS_BITS);
        let half = 0.5 * width.min(height) as f32 * SUBPIXELS as f32;
        let focal = half / libm::tanf(0.5 * camera.field_of_view);
        Self {
            scale,
            target: units.position::<T>(camera.target).map(|v| v.cell(scale)),
            axes,
            distance,
            sight: Sight {
                target: camera.target,
                units_a_metre: scale.to_f64() / units.spacing,
                axes: axes.map(|axis| axis.map(|v| f64::from(v) / one)),
                distance: f64::from(distance),
                near: (distance / 8).max(1),
                focal: (libm::rintf(focal) as i32).clamp(1, 1 << 14),
                centre: [width, height].map(|n| n as i32 * SUBPIXELS / 2),
            },
        }
    }

    /// Units from the target to one of the engine's positions, along the world's axes, held within
    /// what is drawn.
    #[inline]
    pub(crate) fn local(&self, position: [T; 3]) -> [i32; 3] {
        let one = |axis: usize| {
            let from_target = position[axis]
                .cell(self.scale)
                .saturating_sub(self.target[axis]);
            from_target.clamp(-REACH, REACH)
        };
        [one(0), one(1), one(2)]
    }

    /// The eye, seen from the target.
    pub(crate) fn eye(&self) -> [i32; 3] {
        let [_, _, forward] = self.axes;
        forward.map(|v| -((v * self.distance) >> AXIS_BITS))
    }

    /// Pixels that a rest spacing covers where the target is, seen from the front.
    pub(crate) fn pixels_a_spacing(&self) -> f32 {
        let units = self.scale.to_f64() as f32;
        units * self.sight.focal as f32 / (self.distance * SUBPIXELS) as f32
    }

    /// Where a place that is so far from the target appears; `None` where it is too near, behind
    /// the camera, or too far away or aside.
    #[inline]
    pub(crate) fn project(&self, local: [i32; 3]) -> Option<Spot> {
        let [right, up, forward] = self.axes;
        let (near, focal, centre) = (self.sight.near, self.sight.focal, self.sight.centre);
        let depth = self.distance + along(forward, local);
        let is_far = local.iter().any(|&v| v <= -REACH || v >= REACH);
        if depth < near || is_far {
            return None;
        }
        let x = centre[0] + (along(right, local) * focal).div_euclid(depth);
        let y = centre[1] - (along(up, local) * focal).div_euclid(depth);
        let is_there = x.abs() <= FURTHEST && y.abs() <= FURTHEST;
        is_there.then_some(Spot {
            at: [x as i16, y as i16],
            // 65,535 at the least depth that is drawn, half of it at twice that depth; never 0.
            near: ((near << 16) / depth).clamp(1, 0xffff) as u16,
        })
    }
}

/// Units along an axis. Axes have length 1, so no sum is beyond √3 · 2^29.
#[inline(always)]
fn along(axis: [i32; 3], local: [i32; 3]) -> i32 {
    (axis[0] * local[0] + axis[1] * local[1] + axis[2] * local[2]) >> AXIS_BITS
}

/// Right, up and forward of a camera, times 2^14.
fn axes(camera: &Viewpoint) -> [[i32; 3]; 3] {
    let (sin_yaw, cos_yaw) = (libm::sinf(camera.yaw), libm::cosf(camera.yaw));
    let (sin_pitch, cos_pitch) = (libm::sinf(camera.pitch), libm::cosf(camera.pitch));
    let axes = [
        [cos_yaw, 0.0, -sin_yaw],
        [-sin_yaw * sin_pitch, cos_pitch, -cos_yaw * sin_pitch],
        [-sin_yaw * cos_pitch, -sin_pitch, -cos_yaw * cos_pitch],
    ];
    let one = (1 << AXIS_BITS) as f32;
    axes.map(|axis| axis.map(|v| libm::rintf(v * one) as i32))
}

/// The camera for places in metres, in floating point.
#[derive(Clone, Copy)]
pub(crate) struct Sight {
    /// In the middle of the picture, m.
    pub(crate) target: [f64; 3],
    pub(crate) units_a_metre: f64,
    /// To the right, up and forward.
    pub(crate) axes: [[f64; 3]; 3],
    /// From eye to target, units.
    pub(crate) distance: f64,
    /// The least depth that is drawn, units.
    pub(crate) near: i32,
    /// Subpixels that a unit covers at a depth of a unit.
    pub(crate) focal: i32,
    /// The middle of the picture, subpixels.
    pub(crate) centre: [i32; 2],
}

impl Sight {
    /// From eye to target, m.
    pub(crate) fn metres_away(&self) -> f64 {
        self.distance / self.units_a_metre
    }

    /// A direction along the camera's axes.
    pub(crate) fn turned(&self, direction: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = direction;
        self.axes
            .map(|axis| axis[0] * x + axis[1] * y + axis[2] * z)
    }

    /// A place in metres as the eye sees it: units to the right, up and forward.
    pub(crate) fn seen(&self, place: [f64; 3]) -> [f64; 3] {
        let from_target = [0, 1, 2].map(|i| (place[i] - self.target[i]) * self.units_a_metre);
        let [right, up, forward] = self.turned(from_target);
        [right, up, forward + self.distance]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloth_core::{Fixed, scenes};

    const SIZE: (usize, usize) = (240, 240);

    fn camera() -> Viewpoint {
        let mut camera = Viewpoint::about(&scenes::EDGE_SPHERE.scene);
        (camera.yaw, camera.pitch) = (0.7, 0.4);
        camera
    }

    /// Pixels right and down, and the depth in metres, in floating point.
    fn reference(camera: &Viewpoint, place: [f64; 3]) -> [f64; 3] {
        let (sy, cy) = libm::sincos(camera.yaw.into());
        let (sp, cp) = libm::sincos(camera.pitch.into());
        let [x, y, z] = [0, 1, 2].map(|i| place[i] - camera.target[i]);
        let dot = |axis: [f64; 3]| axis[0] * x + axis[1] * y + axis[2] * z;
        let depth = f64::from(camera.distance) + dot([-sy * cp, -sp, -cy * cp]);
        let scale = 120.0 / libm::tan(f64::from(camera.field_of_view) / 2.0) / depth;
        let (right, up) = (dot([cy, 0.0, -sy]), dot([-sy * sp, cp, -cy * sp]));
        [120.0 + scale * right, 120.0 - scale * up, depth]
    }

    fn within_a_tenth_of_a_pixel<T: Scalar>() {
        let (camera, scene) = (camera(), &scenes::EDGE_SPHERE.scene);
        let units = Units::new(scene, 32, 32);
        let projection = Projection::<T>::new(&camera, &units, SIZE);
        let seen = |place| projection.project(projection.local(units.position(place)));
        for i in 0..1000 {
            let part = |k: u32| f64::from((i * k) % 1000) / 500.0 - 1.0;
            let place = [part(7), 1.2 + part(31), part(113)];
            let [x, y, depth] = reference(&camera, place);
            let spot = seen(place).unwrap();
            let [right, down] = spot.place().map(|v| f64::from(v) / 16.0);
            let error = (right - x).abs().max((down - y).abs());
            assert!(error < 0.15, "{spot:?} {x} {y}");
            let near = 65536.0 * f64::from(camera.distance) / 8.0 / depth;
            assert!((f64::from(spot.near) - near).abs() < 4.0 + near * 1e-3);
        }
        // The eye, and what is behind it.
        for part in [1, 2] {
            assert_eq!(projection.project(projection.eye().map(|v| part * v)), None);
        }
    }

    #[test]
    fn places_are_those_of_a_camera_in_floating_point() {
        within_a_tenth_of_a_pixel::<f32>();
        within_a_tenth_of_a_pixel::<Fixed>();
    }

    #[test]
    fn no_camera_and_no_place_overflows() {
        let units = Units::new(&scenes::EDGE_SPHERE.scene, 8, 8);
        let (huge, none) = (f32::MAX, f32::NAN);
        let values = [0.0, -1e-9, 1.5, -3.0, 1e5, huge, none, f32::INFINITY];
        for i in 0..values.len().pow(3) {
            let camera = Viewpoint {
                yaw: values[i % 8],
                distance: values[i / 8 % 8],
                field_of_view: values[i / 64],
                ..camera()
            };
            let projection = Projection::<Fixed>::new(&camera, &units, (512, 512));
            let far = REACH - 1;
            for x in [-far, 0, far] {
                for y in [-far, 1, far] {
                    let _ = [far, -far].map(|z| projection.project([x, y, z]));
                }
            }
        }
    }
}
