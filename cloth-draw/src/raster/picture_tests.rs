//! Whole pictures, small enough to be read.

use glam::Vec3;
use std::f32::consts::PI;
use std::sync::Arc;

use super::light::unpack;
use super::{Framebuffer, draw, draw_all};
use crate::camera::Camera;
use crate::look::{Look, Paint, Surface, Texture, Theme};
use crate::picture::{Arrow, Picture, PlaneShape, SphereShape, SpringLine};
use crate::solid::Solid;
use crate::stage::Stage;
use cloth_core::SpringKind;
use cloth_core::host::{Format, Method, grid_for, start};
use cloth_core::scenes;

/// A square of 2 × 2 m, upright, facing the camera; rows go down.
fn square() -> Picture<'static> {
    Picture {
        positions: &[
            [-1.0, 1.0, 0.0],
            [1.0, 1.0, 0.0],
            [-1.0, -1.0, 0.0],
            [1.0, -1.0, 0.0],
        ],
        normals: &[[0.0, 0.0, 1.0]; 4],
        triangles: &[[0, 2, 1], [1, 2, 3]],
        columns: 2,
        rows: 2,
        ..Picture::default()
    }
}

const fn spring(ends: [u32; 2]) -> SpringLine {
    let kind = SpringKind::Structural;
    SpringLine { ends, kind }
}

const fn sphere(center: [f32; 3], radius: f32) -> SphereShape {
    SphereShape { center, radius }
}

const fn plane(point: [f32; 3], normal: [f32; 3]) -> PlaneShape {
    PlaneShape { point, normal }
}

/// Sees 4 m of height at a distance of 5 m.
fn camera(eye: Vec3, target: Vec3) -> Camera {
    Camera {
        eye,
        target,
        field_of_view: 2.0 * 0.4_f32.atan(),
        aside: 0.0,
        below: 0.0,
    }
}

fn front() -> Camera {
    camera(Vec3::Z * 5.0, Vec3::ZERO)
}

/// The usual look, changed.
fn look(change: impl Fn(&mut Look)) -> Look {
    let mut look = Look::DEFAULT;
    change(&mut look);
    look
}

fn drawn(picture: &Picture<'_>, look: &Look, camera: &Camera, size: (usize, usize)) -> Framebuffer {
    let mut frame = Framebuffer::new(size.0, size.1);
    draw(&[*picture], look, camera, &mut frame);
    frame
}

/// The bytes of a pixel: 0, red, green and blue.
fn pixel(frame: &Framebuffer, x: usize, y: usize) -> [u8; 4] {
    frame.colors[y * frame.width + x].to_be_bytes()
}

/// One letter a pixel, by what colour it is:
///
/// `.` nothing, `o` the front of the cloth, `b` its back, `s` the grey of spheres and floors, `!` an arrow.
fn letter(color: u32, depth: f32) -> char {
    let [red, green, blue] = unpack(color).to_array();
    let brightest = red.max(green).max(blue);
    let saturation = (brightest - red.min(green).min(blue)) / brightest.max(1.0);
    match red == brightest {
        _ if depth == 0.0 => '.',
        _ if saturation < 0.25 => 's',
        true if green < red * 0.35 => '!',
        true => 'o',
        false => 'b',
    }
}

/// A picture of 24 × 12 pixels shows, after so many empty rows, each of these so often, and nothing below.
fn shows(picture: Picture<'_>, look: &Look, camera: Camera, above: usize, rows: &[(usize, &str)]) {
    let mut frame = Framebuffer::new(24, 12);
    // Without smooth edges, so that each pixel shows one thing.
    draw_all(&[picture], look, &camera, &mut frame, 0.1, false);
    let pixels = frame.colors.iter().zip(&frame.depths);
    let letters = pixels.map(|(color, depth)| letter(*color, *depth));
    let letters: Vec<char> = letters.collect();
    let found: Vec<_> = letters.chunks(24).map(String::from_iter).collect();
    let rows = rows.iter().flat_map(|(count, row)| vec![*row; *count]);
    let mut expected: Vec<_> = vec!["........................"; above];
    expected.extend(rows);
    expected.resize(12, expected[0]);
    assert_eq!(found, expected);
}

#[test]
fn small_pictures_show_what_is_there() {
    let square = square();
    let lit = look(|look| look.wind = true);
    let [through, behind] = [0.0, -0.8].map(|depth| [sphere([1.0, 0.0, depth], 0.7)]);
    let with = |spheres| Picture { spheres, ..square };
    let (from, to) = ([-2.0, 0.0, 0.5], [2.0, 0.0, 0.5]);
    let arrows = &[Arrow { from, to }];
    let arrow = Picture { arrows, ..square };
    let planes = &[plane([0.0; 3], [0.0, 2.0, 0.0])];
    let floor = Picture { planes, ..square };
    let mut string = square;
    (string.rows, string.triangles) = (1, &[]);
    string.springs = const { &[spring([0, 1])] };
    let mut raised = front();
    raised.orbit(0.0, 0.3);
    // Above the middle of the lower half, looking along the cloth: part of it is behind the camera.
    let along = camera(Vec3::new(0.0, -0.5, 0.2), Vec3::Y);
    let cloth = ".........oooooo.........";
    shows(square, &lit, front(), 3, &[(6, cloth)]);
    let behind_it = camera(Vec3::Z * -5.0, Vec3::ZERO);
    shows(
        square,
        &lit,
        behind_it,
        3,
        &[(6, ".........bbbbbb.........")],
    );
    let half = [
        (1, cloth),
        (1, ".........oooooss........"),
        (2, ".........oooossss......."),
        (1, ".........oooooss........"),
        (1, cloth),
    ];
    shows(with(&through), &lit, front(), 3, &half);
    let beside = [(1, cloth), (4, ".........oooooos........"), (1, cloth)];
    shows(with(&behind), &lit, front(), 3, &beside);
    shows(string, &lit, front(), 2, &[(2, cloth)]);
    let wind = [(2, cloth), (2, "......ooo!!!!!!!!!......"), (2, cloth)];
    shows(arrow, &lit, front(), 3, &wind);
    let (cut, ground) = ("sssssssssoooooosssssssss", "ssssssssssssssssssssssss");
    shows(floor, &lit, raised, 3, &[(3, cut), (6, ground)]);
    shows(square, &lit, along, 6, &[(6, "oooooooooooooooooooooooo")]);
}

/// The depths of a picture of a sphere, seen from the origin along −z, and how many pixels show it.
fn sphere_drawn(center: [f32; 3], radius: f32) -> (Vec<f32>, usize) {
    let picture = Picture {
        spheres: &[sphere(center, radius)],
        ..Picture::default()
    };
    let camera = camera(Vec3::ZERO, Vec3::NEG_Z);
    let frame = drawn(&picture, &Look::DEFAULT, &camera, (400, 400));
    let count = frame.depths.iter().filter(|depth| **depth > 0.0).count();
    (frame.depths, count)
}

#[test]
fn a_sphere_covers_the_pixels_whose_rays_meet_it() {
    let focal = 200.0 / 0.4;
    for (center, radius) in [
        ([0.0, 0.0, -3.0], 0.5),
        ([0.9, -0.7, -3.0], 0.4),
        ([0.0, 0.1, -9.0], 0.05),
    ] {
        let (depths, _) = sphere_drawn(center, radius);
        let middle = Vec3::new(center[0], center[1], -center[2]);
        let (mut met, mut wrong) = (0, 0);
        for (i, depth) in depths.iter().enumerate() {
            let [x, y] = [(i % 400) as f32 - 199.5, 199.5 - (i / 400) as f32];
            let ray = Vec3::new(x / focal, y / focal, 1.0);
            let is_met = ray.length() * radius >= ray.cross(middle).length();
            met += usize::from(is_met);
            wrong += usize::from(is_met != (*depth > 0.0));
        }
        // The outline is a polygon, up to a quarter of a pixel inside of the circle.
        let around = 2.0 * (PI * met as f32).sqrt();
        assert!(wrong as f32 <= 0.3 * around, "{center:?}: {wrong} of {met}");
    }
    // The middle is one radius nearer than the centre.
    let (depths, _) = sphere_drawn([0.0, 0.0, -3.0], 0.5);
    assert!((depths[200 * 400 + 200].recip() - 2.5).abs() < 2e-3);
    // The camera just outside a large sphere sees nothing else; behind it and inside there is nothing to see.
    for (depth, count) in [
        (-1.05, 400 * 400),
        (0.0, 0),
        (0.5, 0),
        (3.0, 0),
        (f32::NAN, 0),
    ] {
        assert_eq!(sphere_drawn([0.0, 0.0, depth], 1.0).1, count, "{depth}");
    }
    for radius in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(sphere_drawn([0.0, 0.0, -3.0], radius).1, 0, "{radius}");
    }
}

/// A texture of two columns.
fn texture<const N: usize>(pixels: [u32; N]) -> Option<Arc<Texture>> {
    Some(Arc::new(Texture {
        width: 2,
        height: N / 2,
        pixels: pixels.to_vec(),
    }))
}

/// A look for every value of every choice.
fn every_look() -> Vec<Look> {
    let all = look(|look| {
        look.texture = texture([0x00ff_0000, 0x0000_00ff]);
        look.springs = [true; 3];
        (look.mesh, look.normals, look.contacts, look.wind) = (true, true, true, true);
    });
    let mut looks = vec![Look::DEFAULT];
    for (surface, paint) in Surface::ALL.into_iter().zip(Paint::ALL.into_iter().cycle()) {
        let theme = [Theme::Dark, Theme::Light][looks.len() % 2];
        let mut look = all.clone();
        (look.surface, look.paint, look.theme) = (surface, paint, theme);
        looks.push(look);
    }
    looks
}

#[test]
fn what_cannot_be_drawn_is_left_out() {
    let mut odd = square().positions.to_vec();
    odd.extend([[f32::NAN; 3], [f32::INFINITY; 3], [f32::MAX; 3], [0.0; 3]]);
    odd.push([1e20, -1e20, 3.0]);
    let count = odd.len() as u32 + 2;
    let pairs = (0..count * count).map(|i| [i / count, i % count]);
    let triangles = pairs
        .clone()
        .flat_map(|[a, b]| (0..count).map(move |c| [a, b, c]));
    let springs: Vec<_> = pairs.map(spring).collect();
    let ends = odd.iter().flat_map(|a| odd.iter().map(move |b| (*a, *b)));
    let arrows: Vec<_> = ends.map(|(from, to)| Arrow { from, to }).collect();
    let spheres: Vec<_> = odd.iter().map(|p| sphere(*p, p[0])).collect();
    let places = odd.iter().chain(&[[0.0, -1.0, 0.0]]);
    let planes = places.map(|p| plane(*p, p.map(|x| -x)));
    let solids = odd.iter().map(|p| p.map(f64::from)).flat_map(|p| {
        let rod = Solid::capsule(p, [0.0; 3], p[0]);
        [rod, Solid::cuboid(p, [p; 3], p)]
    });
    let mut picture = Picture {
        positions: &odd,
        normals: &odd,
        triangles: &triangles.collect::<Vec<_>>(),
        springs: &springs,
        size: f32::NAN,
        spheres: &spheres,
        solids: &solids.collect::<Vec<_>>(),
        planes: &planes.collect::<Vec<_>>(),
        arrows: &arrows,
        strains: &[f32::NAN, 1e30, 0.1],
        strain_range: f32::NAN,
        contacts: &[0, 4, 5, 99],
        ..square()
    };
    for (columns, rows) in [(0, 0), (1, 9), (3, 3), (usize::MAX, 2)] {
        (picture.columns, picture.rows) = (columns, rows);
        for eye in [Vec3::Z, Vec3::ZERO, Vec3::NAN, Vec3::splat(1e30), Vec3::Y] {
            for size in [(0, 7), (7, 0), (1, 1), (24, 12)] {
                for look in &every_look() {
                    drawn(&picture, look, &camera(eye, Vec3::ZERO), size);
                }
            }
        }
    }
}

/// A cloth on a ball above a floor, and a camera that sees all of it.
fn draped() -> (Picture<'static>, Camera) {
    let scene = &scenes::BALL_AND_FLOOR.scene;
    let grid = grid_for(scene, Some(32));
    let mut simulation = start(scene, grid, Method::Verlet, Format::F32).unwrap();
    (0..40).for_each(|_| simulation.step());
    let stage = Box::leak(Box::new(Stage::new(&mut *simulation).unwrap()));
    let marked = look(|look| (look.surface, look.contacts) = (Surface::Strain, true));
    let marks = Box::leak(Box::new(stage.marks(&marked)));
    let picture = Picture {
        strains: &marks.strains,
        strain_range: marks.strain_range,
        contacts: &marks.contacts,
        ..stage.picture()
    };
    let (low, high) = picture.bounds().unwrap();
    (picture, Camera::framing(low, high))
}

#[test]
fn neither_threads_nor_what_a_buffer_held_change_a_picture() {
    let (picture, camera) = draped();
    let mut used = Framebuffer::new(307, 211);
    for look in every_look() {
        let mut fresh = Framebuffer::new(307, 211);
        for (frame, threads) in [(&mut fresh, 1), (&mut used, 2)] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let drawing = || draw(&[picture], &look, &camera, frame);
            pool.build().unwrap().install(drawing);
        }
        assert!(fresh == used, "{look:?}");
    }
}

#[test]
fn edges_are_nearer_to_those_of_a_picture_drawn_four_times_as_large() {
    let (picture, camera) = draped();
    let look = look(|look| look.shadow = false);
    let sharp = drawn(&picture, &look, &camera, (1280, 880));
    let (mut half, mut quarter) = (Framebuffer::default(), Framebuffer::default());
    sharp.halve_into(&mut half);
    half.halve_into(&mut quarter);
    let smooth = drawn(&picture, &look, &camera, (320, 220));
    let mut rough = Framebuffer::new(320, 220);
    draw_all(&[picture], &look, &camera, &mut rough, 0.1, false);
    let [quarter, rough, smooth] = [quarter, rough, smooth].map(|frame| frame.to_rgb());
    let changed = (0..rough.len()).filter(|i| rough[*i] != smooth[*i]);
    assert!(changed.clone().count() > 2000);
    let off = |frame: &[u8], i: usize| u32::from(frame[i].abs_diff(quarter[i]));
    let sum = |frame| -> u32 { changed.clone().map(|i| off(frame, i)).sum() };
    let share = sum(&smooth) as f32 / sum(&rough) as f32;
    assert!(share < 0.65, "{share}");
}

#[test]
fn what_is_over_a_floor_darkens_it() {
    // Level, 0.3 m above the floor, and seen from a little higher.
    let place = |[x, z, _]: &[f32; 3]| [*x, 0.3, -z];
    let positions: Vec<_> = square().positions.iter().map(place).collect();
    let picture = Picture {
        positions: &positions,
        planes: &[plane([0.0; 3], [0.0, 1.0, 0.0])],
        ..square()
    };
    let camera = camera(Vec3::new(0.0, 0.6, 6.0), Vec3::ZERO);
    let [[near, far], [bare_near, bare_far]] = [true, false].map(|shadow| {
        let look = look(|look| look.shadow = shadow);
        let frame = drawn(&picture, &look, &camera, (200, 100));
        [0.5, 3.0].map(|z| {
            let place = camera.project(Vec3::Z * z, (200, 100));
            let (x, y, _) = place.unwrap();
            u32::from(pixel(&frame, x as usize, y as usize)[3])
        })
    });
    assert_eq!(far, bare_far);
    let is_darker = near + 8 < bare_near && near * 3 > bare_near;
    assert!(is_darker, "{near} {bare_near}");
}

/// The first row of a cloth is at the upper edge of a texture, as in an OBJ file's coordinates.
#[test]
fn a_texture_lies_with_its_first_row_along_that_of_the_cloth() {
    let quarters = [0x00ff_0000, 0x0000_ff00, 0x0000_00ff, 0x00ff_ffff_u32];
    let look = look(|look| (look.paint, look.texture) = (Paint::Texture, texture(quarters)));
    let frame = drawn(&square(), &look, &front(), (24, 12));
    let found = [(10, 4), (13, 4), (10, 7), (13, 7)].map(|(x, y)| pixel(&frame, x, y));
    let strong = |channels: [u8; 4]| channels.map(|channel| channel > 110);
    let expected = quarters.map(|color| strong(color.to_be_bytes()));
    assert_eq!(found.map(strong), expected, "{found:?}");
}
