//! Floors: a checker pattern that fades into the background with distance.

use glam::{Vec2, Vec3};

use super::fill::Strip;
use super::light::{least, light, most, pack_quick, whole};
use super::pixels::POSITIVE;
use super::shadow::Occlusion;
use crate::camera::{Camera, Lens};
use crate::look::{Look, Theme};
use crate::picture::{Picture, PlaneShape};
use crate::solid::Solid;

/// Colours of the two kinds of check, on dark and on light.
const CHECKS: [[[f32; 3]; 2]; 2] = [
    [[98.0, 103.0, 111.0], [112.0, 117.0, 125.0]],
    [[196.0, 201.0, 208.0], [214.0, 219.0, 226.0]],
];
/// Floors are drawn this much farther away than they are, as a factor for 1 / depth, so that cloth
/// lying on one is not mixed with it.
const BIAS: f32 = 0.998;
/// Pixels worked on together.
const PIXELS: usize = 64;
/// Shadows are looked up at every eighth pixel.
const APART: usize = 8;

/// What is the same for all pixels of a floor.
#[derive(Clone, Debug)]
pub(super) struct Floor {
    /// 1 / depth of a ray along the camera's axes is `across · ray`.
    across: Vec3,
    /// The eye, measured along the plane from the middle of the fading circle; the circle's
    /// radius is 1.
    eye: [f32; 2],
    /// The same two directions along the camera's axes.
    axes: [Vec3; 2],
    /// Checks in one radius.
    checks: f32,
    /// Where the circle's middle lies among the checks, as a positive number of checks.
    origin: [f32; 2],
    /// Lit colours of the checks.
    colors: [Vec3; 2],
    shadows: Option<Occlusion>,
}

impl Floor {
    /// The floor that a plane is, if it is seen; its front only. What is in the pictures, and the bodies, throw
    /// shadows on it; `size` is that of the cloth, m.
    pub(super) fn new(
        (lens, camera): (&Lens, &Camera),
        (plane, size): (&PlaneShape, f32),
        look: &Look,
        pictures: &[Picture<'_>],
        bodies: &[&Solid],
    ) -> Option<Self> {
        let normal = Vec3::from(plane.normal).try_normalize()?;
        let point = Vec3::from(plane.point);
        let size = if size > 0.0 { size } else { 1.0 };
        let height = normal.dot(lens.eye - point);
        if !(height > lens.near && height < 1e9) {
            return None;
        }
        let directions = directions(normal);
        let middle = camera.target - normal * normal.dot(camera.target - point);
        // A power of two, so that a cloth that stretches a little does not change the floor.
        let check = libm::exp2f(libm::log2f(size * 0.25).round());
        let radius = check * 12.0 + (camera.eye - camera.target).length() * 1.5;
        let colors = CHECKS[usize::from(look.theme == Theme::Light)];
        let light = Vec3::from(light(normal.to_array(), &look.shine));
        let mut floor = Self {
            across: lens.turn(normal) * (-BIAS / height),
            eye: directions.map(|direction| direction.dot(lens.eye - middle) / radius),
            axes: directions.map(|direction| lens.turn(direction) / radius),
            checks: radius / check,
            // Only the place within a pair of checks matters.
            origin: directions
                .map(|direction| (direction.dot(middle) / check).rem_euclid(2.0) + POSITIVE),
            colors: colors.map(|color| Vec3::from(color) * light),
            shadows: None,
        };
        let usable = floor.eye.iter().chain(&floor.origin).all(|x| x.is_finite());
        if !(usable && floor.checks < POSITIVE * 0.5) {
            return None;
        }
        if look.shadow {
            let axes = directions.map(|direction| direction / radius);
            let on_floor = |place: &[f32; 3]| {
                let way = Vec3::from(*place) - middle;
                Vec3::new(way.dot(axes[0]), way.dot(axes[1]), way.dot(normal))
            };
            floor.shadows = Occlusion::new(pictures, bodies, on_floor, size);
        }
        Some(floor)
    }

    /// Draws the floor into a row of a strip, behind all that is there; `kind` is what its pixels are
    /// noted as.
    #[inline(always)]
    pub(super) fn draw_row(&self, strip: &mut Strip<'_>, row: usize, lens: &Lens, kind: u8) {
        let up = (lens.center.1 - (strip.first + row) as f32 - 0.5) / lens.focal;
        let left = (0.5 - lens.center.0) / lens.focal;
        let ray = Vec3::new(left, up, 1.0);
        let linear = |direction: Vec3| (direction.dot(ray), direction.x * lens.focal.recip());
        let mut line = [self.across, self.axes[0], self.axes[1]].map(linear);
        let places = row * strip.width..(row + 1) * strip.width;
        let (start, step) = line[0];
        if start <= 0.0 && start + step * places.len() as f32 <= 0.0 {
            return;
        }
        for from in places.clone().step_by(PIXELS) {
            let here = from..(from + PIXELS).min(places.end);
            let depths = &mut strip.depths[here.clone()];
            let nearest = at(line[0], 0).max(at(line[0], PIXELS));
            if depths.iter().any(|depth| nearest > *depth) {
                let mut lights = [1.0; PIXELS];
                if let Some(shadows) = &self.shadows {
                    self.shade(&mut lights, &line, shadows);
                }
                let colors = &mut strip.colors[here.clone()];
                let pixels = (colors, depths, &mut strip.kinds[here]);
                self.blend(pixels, &line, &lights, kind);
            }
            for (left, step) in &mut line {
                *left += *step * PIXELS as f32;
            }
        }
    }

    /// Works out the light along a piece of a row, 1 where there is no shadow: exactly at every eighth
    /// pixel, linearly between.
    fn shade(&self, lights: &mut [f32; PIXELS], line: &[Along; 3], shadows: &Occlusion) {
        let place = |x: usize| {
            let distance = at(line[0], x).recip();
            let u = self.eye[0] + distance * at(line[1], x);
            let v = self.eye[1] + distance * at(line[2], x);
            shadows.on_map(Vec2::new(u, v))
        };
        let is_there = |x: usize| at(line[0], x) > 0.0;
        if is_there(0) && is_there(PIXELS) && Occlusion::misses([0, PIXELS].map(place)) {
            return;
        }
        let light = |x: usize| match is_there(x) {
            true => shadows.light_at(place(x)),
            false => 1.0,
        };
        let mut from = light(0);
        for (number, lights) in lights.chunks_exact_mut(APART).enumerate() {
            let to = light((number + 1) * APART);
            let step = (to - from) / APART as f32;
            for (i, light) in lights.iter_mut().enumerate() {
                *light = from + step * i as f32;
            }
            from = to;
        }
    }

    /// Blends it with part of a row. Every pixel is computed, and hidden ones keep their colour:
    /// without branches the compiler makes wide instructions.
    #[inline(always)]
    fn blend(
        &self,
        (colors, depths, kinds): (&mut [u32], &mut [f32], &mut [u8]),
        line: &[Along; 3],
        lights: &[f32; PIXELS],
        kind: u8,
    ) {
        let [dark, light] = self.colors;
        // Copies are known not to overlap.
        let count = colors.len().min(PIXELS);
        let (mut color, mut depth, mut noted) = ([0; PIXELS], [0.0; PIXELS], [0; PIXELS]);
        color[..count].copy_from_slice(&colors[..count]);
        depth[..count].copy_from_slice(&depths[..count]);
        noted[..count].copy_from_slice(&kinds[..count]);
        let mut seen = [0_u32; PIXELS];
        for i in 0..PIXELS {
            let inverse = at(line[0], i);
            let distance = inverse.recip();
            let u = self.eye[0] + distance * at(line[1], i);
            let v = self.eye[1] + distance * at(line[2], i);
            let near_middle = most(1.0 - (u * u + v * v), 0.0);
            let is_seen = (inverse > depth[i]) & (near_middle > 0.0);
            let fading = near_middle * near_middle;
            let opacity = if is_seen { fading } else { 0.0 };
            let check = whole(u * self.checks + self.origin[0])
                .wrapping_add(whole(v * self.checks + self.origin[1]));
            let share = (check & 1) as i32 as f32;
            let blend = |shift: u32, dark: f32, light: f32| {
                let old = (color[i] >> shift & 0xff) as i32 as f32;
                let new = least((dark + (light - dark) * share) * lights[i], 255.0);
                old + (new - old) * opacity
            };
            color[i] = pack_quick(
                blend(16, dark.x, light.x),
                blend(8, dark.y, light.y),
                blend(0, dark.z, light.z),
            );
            depth[i] = if is_seen { inverse } else { depth[i] };
            seen[i] = u32::from(is_seen);
        }
        for i in 0..PIXELS {
            noted[i] = if seen[i] != 0 { kind } else { noted[i] };
        }
        colors.copy_from_slice(&color[..count]);
        depths.copy_from_slice(&depth[..count]);
        kinds.copy_from_slice(&noted[..count]);
    }
}

/// A number that changes evenly along a row: at the left, and from pixel to pixel.
type Along = (f32, f32);

#[inline(always)]
fn at((left, step): Along, pixel: usize) -> f32 {
    left + step * (pixel as i32 as f32)
}

/// Two directions along a floor.
fn directions(normal: Vec3) -> [Vec3; 2] {
    let along = match normal.y.abs() > 0.9 {
        // On level ground checks lie along the world's axes.
        true => (Vec3::X - normal * normal.x).normalize(),
        false => normal.any_orthonormal_vector(),
    };
    [along, along.cross(normal)]
}
