//! Floors: a checker pattern that fades into the background with distance.

use glam::Vec3;

use super::color::{least, most, pack_quick, whole};
use super::light::light;
use super::pixels::POSITIVE;
use super::shadow::Occlusion;
use super::strip::{FLOOR, Strip};
use crate::camera::{Camera, Lens};
use crate::look::{Look, Theme};
use crate::picture::{Picture, PlaneShape};
use crate::solid::Solid;

/// Colours of the two kinds of check, on dark and on light.
const CHECKS: [[Vec3; 2]; 2] = [
    [
        Vec3::new(98.0, 103.0, 111.0),
        Vec3::new(112.0, 117.0, 125.0),
    ],
    [
        Vec3::new(196.0, 201.0, 208.0),
        Vec3::new(214.0, 219.0, 226.0),
    ],
];
/// A floor is taken to be this much farther away than it is, as a factor for 1 / depth, so that
/// cloth lying on it is not mixed with it.
const BIAS: f32 = 0.998;
/// Pixels worked on together.
const PIXELS: usize = 64;
/// Set in a remembered colour once it is worked out, and where the floor is seen.
const KNOWN: u32 = 1 << 24;
const SEEN: u32 = 1 << 25;
/// Pixels from one place where shadows are looked up to the next.
const APART: usize = 8;

/// What is the same for all pixels of a floor.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Floor {
    /// Camera axes' share of the plane's normal; 1 / depth of a ray is `across · ray`.
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
    /// The circle's middle, and one radius along each direction, in metres.
    plan: [Vec3; 3],
    /// Out of the solid side, unit length.
    normal: Vec3,
    /// The cloth's size, m.
    size: f32,
    shadows: Option<Occlusion>,
}

impl Floor {
    /// The floor that a plane is, if it is seen; its front only. `size` is that of the cloth, m.
    pub(super) fn new(
        (lens, camera): (&Lens, &Camera),
        (plane, size): (&PlaneShape, f32),
        look: &Look,
    ) -> Option<Self> {
        let normal = Vec3::from(plane.normal).try_normalize()?;
        let point = Vec3::from(plane.point);
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
        let floor = Self {
            across: lens.turn(normal) * (-BIAS / height),
            eye: directions.map(|direction| direction.dot(lens.eye - middle) / radius),
            axes: directions.map(|direction| lens.turn(direction) / radius),
            checks: radius / check,
            // Only the place within a pair of checks matters.
            origin: directions
                .map(|direction| (direction.dot(middle) / check).rem_euclid(2.0) + POSITIVE),
            colors: colors.map(|color| color * light),
            plan: [middle, directions[0] * radius, directions[1] * radius],
            normal,
            size,
            shadows: None,
        };
        let usable = floor.eye.iter().chain(&floor.origin).all(|x| x.is_finite());
        (usable && floor.checks < POSITIVE * 0.5).then_some(floor)
    }

    /// Lets what is in the pictures, and the bodies, throw shadows on it.
    pub(super) fn add_shadows(&mut self, pictures: &[Picture<'_>], bodies: &[&Solid]) {
        self.shadows = Occlusion::new(pictures, bodies, self.plan[0], self.normal, self.size);
    }

    /// Draws the part of the floor that is in a row of a strip, behind all that is there; `sky` is the
    /// row's background, `number` that of the floor.
    #[inline(always)]
    pub(super) fn draw_row(
        &self,
        strip: &mut Strip<'_>,
        row: usize,
        lens: &Lens,
        sky: u32,
        number: usize,
    ) {
        let kind = FLOOR + (number % 16) as u8;
        let up = (lens.center.1 - (strip.first + row) as f32 - 0.5) / lens.focal;
        let left = (0.5 - lens.center.0) / lens.focal;
        let mut line = Line::new(self, Vec3::new(left, up, 1.0), lens.focal.recip());
        let places = row * strip.width..(row + 1) * strip.width;
        let (start, step) = line.inverse;
        if start <= 0.0 && start + step * places.len() as f32 <= 0.0 {
            return;
        }
        for from in places.clone().step_by(PIXELS) {
            let here = from..(from + PIXELS).min(places.end);
            let depths = &mut strip.depths[here.clone()];
            let nearest = line.at(line.inverse, 0).max(line.at(line.inverse, PIXELS));
            if depths.iter().any(|depth| nearest > *depth) {
                let mut lights = [1.0; PIXELS];
                let shadows = self.shadows.as_ref();
                let is_shaded = shadows.is_some_and(|s| self.shade(&mut lights, &line, s));
                let colors = &mut strip.colors[here.clone()];
                let pixels = (colors, depths, &mut strip.kinds[here.clone()]);
                if number > 0 || is_shaded || strip.known.is_empty() {
                    self.blend(pixels, &line, &lights, kind);
                } else {
                    let known = &mut strip.known[here];
                    if known[0] & KNOWN == 0 {
                        self.learn(known, &line, sky);
                    }
                    let (colors, depths, kinds) = pixels;
                    if !show(
                        known,
                        (&mut *colors, &mut *depths, &mut *kinds),
                        &line,
                        kind,
                    ) {
                        self.blend((colors, depths, kinds), &line, &lights, kind);
                    }
                }
            }
            for (left, step) in [&mut line.inverse, &mut line.u, &mut line.v] {
                *left += *step * PIXELS as f32;
            }
        }
    }

    /// Works out the light along a piece of a row, which is 1 where it is not changed: exactly at
    /// some pixels, evenly between them. Returns whether it is changed anywhere.
    fn shade(&self, lights: &mut [f32; PIXELS], line: &Line, shadows: &Occlusion) -> bool {
        let place = |x: usize| {
            let distance = line.at(line.inverse, x).recip();
            let u = self.eye[0] + distance * line.at(line.u, x);
            let v = self.eye[1] + distance * line.at(line.v, x);
            let [middle, across, along] = self.plan;
            middle + across * u + along * v
        };
        let is_there = |x: usize| line.at(line.inverse, x) > 0.0;
        if is_there(0) && is_there(PIXELS) && shadows.misses([0, PIXELS].map(place)) {
            return false;
        }
        let at = |x: usize| match is_there(x) {
            true => shadows.light_at(place(x)),
            false => 1.0,
        };
        let mut from = at(0);
        for (number, lights) in lights.chunks_exact_mut(APART).enumerate() {
            let to = at((number + 1) * APART);
            let step = (to - from) / APART as f32;
            for (i, light) in lights.iter_mut().enumerate() {
                *light = from + step * i as f32;
            }
            from = to;
        }
        lights.iter().any(|light| *light != 1.0)
    }

    /// Works out the colours of part of a row without shadows, before the background.
    #[inline(always)]
    fn learn(&self, known: &mut [u32], line: &Line, sky: u32) {
        let (mut depths, mut kinds) = ([0.0; PIXELS], [0; PIXELS]);
        known.fill(sky);
        let count = known.len();
        let pixels = (&mut *known, &mut depths[..count], &mut kinds[..count]);
        self.blend(pixels, line, &[1.0; PIXELS], 1);
        for (known, is_seen) in known.iter_mut().zip(kinds) {
            *known |= KNOWN | (u32::from(is_seen) * SEEN);
        }
    }

    /// Blends it with part of a row. Every pixel is worked out and what is hidden is then left as
    /// it was: without branches the compiler makes wide instructions.
    #[inline(always)]
    fn blend(
        &self,
        (colors, depths, kinds): (&mut [u32], &mut [f32], &mut [u8]),
        line: &Line,
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
            let inverse = line.at(line.inverse, i);
            let distance = inverse.recip();
            let u = self.eye[0] + distance * line.at(line.u, i);
            let v = self.eye[1] + distance * line.at(line.v, i);
            let near_middle = most(1.0 - (u * u + v * v), 0.0);
            let is_seen = (inverse > depth[i]) & (near_middle > 0.0);
            let opacity = if is_seen {
                near_middle * near_middle
            } else {
                0.0
            };
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

/// Shows part of a row as it is known, where nothing is yet. Returns whether it could: where the
/// floor is before something, it is mixed with that.
#[inline(always)]
fn show(
    known: &[u32],
    (colors, depths, kinds): (&mut [u32], &mut [f32], &mut [u8]),
    line: &Line,
    kind: u8,
) -> bool {
    let mut is_before = 0;
    for (i, depth) in depths.iter().enumerate() {
        is_before |= u32::from((*depth != 0.0) & (line.at(line.inverse, i) > *depth));
    }
    if is_before != 0 {
        return false;
    }
    let pixels = colors.iter_mut().zip(depths).zip(kinds).zip(known);
    for (i, (((color, depth), noted), known)) in pixels.enumerate() {
        let seen = (*known & SEEN != 0) & (*depth == 0.0);
        *color = if seen { *known & 0x00ff_ffff } else { *color };
        *depth = if seen {
            line.at(line.inverse, i)
        } else {
            *depth
        };
        *noted = if seen { kind } else { *noted };
    }
    true
}

/// The colours of the picture's first floor, without shadows: while the camera is still, they are those
/// of the picture before.
#[derive(Clone, Debug, Default)]
pub(super) struct Ground {
    /// What they depend on: the floor, the camera, the background, the picture's size.
    of: Option<(Floor, Lens, Theme, (usize, usize))>,
    /// Whether this picture's are those of the one before.
    is_still: bool,
    /// With [`KNOWN`] and [`SEEN`]; a piece of a row is worked out when it is first wanted.
    colors: Vec<u32>,
}

impl Ground {
    /// Tells of the floor of the next picture, before shadows are added to it.
    pub(super) fn meet(
        &mut self,
        floor: Option<&Floor>,
        lens: &Lens,
        theme: Theme,
        size: (usize, usize),
    ) {
        // The cloth's size matters to shadows only.
        let floor = floor.map(|floor| Floor {
            size: 0.0,
            ..floor.clone()
        });
        let now = floor.map(|floor| (floor, *lens, theme, size));
        let was_still = std::mem::replace(&mut self.is_still, now.is_some() && now == self.of);
        self.of = now;
        self.colors.resize(size.0 * size.1, 0);
        // While a camera turns there is nothing to remember.
        if self.is_still && !was_still {
            self.colors.fill(0);
        }
    }

    /// The colours, and whether they are to be used.
    pub(super) fn known(&mut self) -> (&mut [u32], bool) {
        (&mut self.colors, self.is_still)
    }
}

/// What changes evenly along a row: (value at the left, change per pixel).
#[derive(Clone, Copy, Debug)]
struct Line {
    inverse: (f32, f32),
    u: (f32, f32),
    v: (f32, f32),
}

impl Line {
    fn new(floor: &Floor, left: Vec3, step: f32) -> Self {
        let linear = |direction: Vec3| (direction.dot(left), direction.x * step);
        Self {
            inverse: linear(floor.across),
            u: linear(floor.axes[0]),
            v: linear(floor.axes[1]),
        }
    }

    #[inline(always)]
    fn at(&self, (left, step): (f32, f32), pixel: usize) -> f32 {
        left + step * (pixel as i32 as f32)
    }
}

/// Two directions along a floor.
fn directions(normal: Vec3) -> [Vec3; 2] {
    if normal.y.abs() > 0.9 {
        // On level ground checks lie along the world's axes.
        let x = (Vec3::X - normal * normal.x).normalize();
        [x, x.cross(normal)]
    } else {
        let along = normal.any_orthonormal_vector();
        [along, along.cross(normal)]
    }
}

/// Length of the cloth's longer side in metres, along the cloth; 1 where there is no telling.
///
/// Unlike the box around it, this hardly changes while a cloth falls and folds.
pub(super) fn cloth_size(picture: &Picture) -> f32 {
    let length = |count: usize, stride: usize| -> f32 {
        let ends = (1..count).map(|i| (i * stride, (i - 1) * stride));
        ends.map_while(|(a, b)| Some((picture.positions.get(a)?, picture.positions.get(b)?)))
            .map(|(a, b)| Vec3::from(*a).distance(Vec3::from(*b)))
            .sum()
    };
    let size = length(picture.columns, 1).max(length(picture.rows, picture.columns));
    if size.is_finite() && size > 0.0 {
        size
    } else {
        1.0
    }
}
