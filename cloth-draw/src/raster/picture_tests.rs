//! Whole pictures, small enough to be read.

use glam::Vec3;

use super::color::unpack;
use super::{Framebuffer, draw, draw_all};
use crate::camera::Camera;
use crate::look::{Look, Paint, Surface, Texture, Theme};
use crate::picture::{Arrow, Picture, PlaneShape, SphereShape, SpringLine};
use crate::solid::Solid;
use cloth_core::SpringKind;

/// A square of 2 × 2 m, upright, facing the camera; rows go down.
const POSITIONS: [[f32; 3]; 4] = [
    [-1.0, 1.0, 0.0],
    [1.0, 1.0, 0.0],
    [-1.0, -1.0, 0.0],
    [1.0, -1.0, 0.0],
];
const TRIANGLES: [[u32; 3]; 2] = [[0, 2, 1], [1, 2, 3]];
const NORMALS: [[f32; 3]; 4] = [[0.0, 0.0, 1.0]; 4];
const SPRINGS: [SpringLine; 3] = [
    spring([0, 1], SpringKind::Structural),
    spring([1, 2], SpringKind::Shear),
    spring([2, 3], SpringKind::Bend),
];

const fn spring(ends: [u32; 2], kind: SpringKind) -> SpringLine {
    SpringLine { ends, kind }
}

fn square() -> Picture<'static> {
    Picture {
        positions: &POSITIONS,
        normals: &NORMALS,
        triangles: &TRIANGLES,
        springs: &SPRINGS,
        columns: 2,
        rows: 2,
        ..Picture::default()
    }
}

/// Sees 4 m of height at the square, from the front or from behind.
fn camera(side: f32) -> Camera {
    Camera {
        eye: Vec3::new(0.0, 0.0, 5.0 * side),
        target: Vec3::ZERO,
        field_of_view: 2.0 * 0.4_f32.atan(),
        aside: 0.0,
        below: 0.0,
    }
}

/// The viewer's look, springs alone, and both.
fn looks() -> [Look; 3] {
    let with_wind = Look {
        wind: true,
        ..Look::DEFAULT
    };
    let springs = Look {
        springs: [true; 3],
        ..with_wind.clone()
    };
    let alone = Look {
        surface: Surface::None,
        ..springs.clone()
    };
    [with_wind, alone, springs]
}

/// One letter a pixel, by what colour it is:
///
/// `.` nothing, `o` the front of the cloth, `b` its back, `s` the grey of spheres and floors, `|` a
/// structural, `/` a shear and `-` a bend spring, `!` an arrow.
fn letter(color: u32, is_empty: bool) -> char {
    let [red, green, blue] = unpack(color).to_array();
    let brightest = red.max(green).max(blue);
    let saturation = (brightest - red.min(green).min(blue)) / brightest.max(1.0);
    if is_empty {
        '.'
    } else if saturation < 0.25 {
        's'
    } else if red == brightest && green < red * 0.35 {
        '!'
    } else if red == brightest && blue < red * 0.3 {
        '-'
    } else if red == brightest {
        'o'
    } else if green == brightest && blue < green * 0.7 {
        '/'
    } else if blue > green * 1.2 && blue > 150.0 {
        '|'
    } else {
        'b'
    }
}

/// The rows of a picture as letters, see [`letter`], and how many empty ones come before them.
fn to_text(frame: &Framebuffer) -> (usize, Vec<String>) {
    let pixels = frame.colors.iter().zip(&frame.depths);
    let letters: Vec<char> = pixels.map(|(c, depth)| letter(*c, *depth == 0.0)).collect();
    let rows = letters.chunks(frame.width).map(String::from_iter);
    let is_empty = |row: &String| row.chars().all(|c| c == '.');
    let above = rows.clone().take_while(is_empty).count();
    let mut rows: Vec<_> = rows.skip(above).collect();
    while rows.last().is_some_and(is_empty) {
        rows.pop();
    }
    (above, rows)
}

#[test]
fn small_pictures_show_what_is_there() {
    let square = square();
    let ball = |depth| SphereShape {
        center: [1.0, 0.0, depth],
        radius: 0.7,
    };
    let (through, behind) = ([ball(0.0)], [ball(-0.8)]);
    let with = |spheres| Picture { spheres, ..square };
    let arrows = &[Arrow {
        from: [-2.0, 0.0, 0.5],
        to: [2.0, 0.0, 0.5],
    }];
    let planes = &[PlaneShape {
        point: [0.0, 0.0, 0.0],
        normal: [0.0, 2.0, 0.0],
    }];
    let string = Picture {
        columns: 4,
        rows: 1,
        triangles: &[],
        ..square
    };
    let [surface, springs, _] = looks();
    let [front, back] = [1.0, -1.0].map(camera);
    let mut raised = front;
    raised.orbit(0.0, 0.3);
    // Above the middle of the lower half, looking along the cloth.
    let along = Camera {
        eye: Vec3::new(0.0, -0.5, 0.2),
        target: Vec3::new(0.0, 1.0, 0.0),
        ..front
    };
    let six = |row| vec![row; 6];
    let line = vec![".........oooooo........."; 2];
    let cases = [
        (
            "front",
            square,
            &surface,
            front,
            3,
            six(".........oooooo........."),
        ),
        (
            "back",
            square,
            &surface,
            back,
            3,
            six(".........bbbbbb........."),
        ),
        (
            "springs of each kind",
            square,
            &springs,
            front,
            3,
            vec![
                ".........bbbbbb.........",
                "............./..........",
                "............/...........",
                ".........../............",
                "........../.............",
                "........./..ooo.........",
                "............ooo.........",
            ],
        ),
        (
            "a sphere half-way through the cloth",
            with(&through),
            &surface,
            front,
            3,
            vec![
                ".........oooooo.........",
                ".........oooooss........",
                ".........oooossss.......",
                ".........oooossss.......",
                ".........oooooss........",
                ".........oooooo.........",
            ],
        ),
        (
            "a sphere behind the cloth",
            with(&behind),
            &surface,
            front,
            3,
            vec![
                ".........oooooo.........",
                ".........oooooos........",
                ".........oooooos........",
                ".........oooooos........",
                ".........oooooos........",
                ".........oooooo.........",
            ],
        ),
        ("a string", string, &surface, front, 2, line),
        (
            "an arrow",
            Picture { arrows, ..square },
            &surface,
            front,
            3,
            vec![
                ".........oooooo.........",
                ".........oooooo.........",
                "......ooo!!!!!!!!!......",
                "......ooo!!!!!!!!!......",
                ".........oooooo.........",
                ".........oooooo.........",
            ],
        ),
        (
            "a floor cuts the cloth and fades out",
            Picture { planes, ..square },
            &surface,
            raised,
            3,
            [
                vec!["sssssssssoooooosssssssss"; 3],
                vec!["ssssssssssssssssssssssss"; 6],
            ]
            .concat(),
        ),
        (
            "part of the cloth behind the camera",
            square,
            &surface,
            along,
            6,
            six("oooooooooooooooooooooooo"),
        ),
    ];
    for (name, picture, look, camera, above, rows) in cases {
        let mut frame = Framebuffer::new(24, 12);
        // Without smooth edges, so that each pixel shows one thing.
        draw_all(&[picture], look, &camera, &mut frame, 0.1, false);
        let found = to_text(&frame);
        let expected = (above, rows.into_iter().map(String::from).collect());
        assert!(found == expected, "{name}: {found:#?} {expected:#?}");
    }
}

/// Pixels of a picture of a sphere that show it, by their depths.
fn sphere_drawn(center: [f32; 3], radius: f32) -> (Vec<f32>, usize) {
    let picture = Picture {
        spheres: &[SphereShape { center, radius }],
        ..Picture::default()
    };
    let camera = Camera {
        eye: Vec3::ZERO,
        target: Vec3::NEG_Z,
        field_of_view: 0.8,
        ..camera(1.0)
    };
    let mut frame = Framebuffer::new(400, 400);
    draw(&[picture], &Look::DEFAULT, &camera, &mut frame);
    let count = frame.depths.iter().filter(|depth| **depth > 0.0).count();
    (frame.depths, count)
}

#[test]
fn a_sphere_covers_the_pixels_whose_rays_meet_it() {
    let focal = 200.0 / 0.4_f32.tan();
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
        let around = 2.0 * (std::f32::consts::PI * met as f32).sqrt();
        assert!(wrong as f32 <= 0.3 * around, "{center:?}: {wrong} of {met}");
    }
    // The middle is one radius nearer than the centre.
    let (depths, _) = sphere_drawn([0.0, 0.0, -3.0], 0.5);
    assert!((depths[200 * 400 + 200].recip() - 2.5).abs() < 2e-3);
    // The camera just outside a large sphere sees nothing else.
    assert_eq!(sphere_drawn([0.0, 0.0, -1.05], 1.0).1, 400 * 400);
    for (center, radius) in [
        ([0.0, 0.0, 3.0], 0.5),
        ([0.0, 0.0, -3.0], 0.0),
        ([0.0, 0.0, -3.0], -1.0),
        ([0.0, 0.0, -3.0], f32::NAN),
        ([0.0, 0.0, -3.0], f32::INFINITY),
        ([f32::NAN, 0.0, -3.0], 0.5),
        ([0.0, 0.0, 0.0], 0.5),
    ] {
        assert_eq!(sphere_drawn(center, radius).1, 0, "{center:?} {radius}");
    }
}

#[test]
fn what_cannot_be_drawn_is_left_out() {
    let mut odd = POSITIONS.to_vec();
    odd.extend([
        [f32::NAN; 3],
        [f32::INFINITY; 3],
        [f32::MAX; 3],
        [1e20, -1e20, 3.0],
        [0.0; 3],
    ]);
    let count = odd.len() as u32 + 2;
    let pairs = (0..count * count).map(|i| [i / count, i % count]);
    let triangles: Vec<_> = pairs
        .clone()
        .flat_map(|[a, b]| (0..count).map(move |c| [a, b, c]))
        .collect();
    let springs: Vec<_> = pairs
        .map(|ends| spring(ends, SpringKind::Structural))
        .collect();
    let ends = odd
        .iter()
        .flat_map(|from| odd.iter().map(move |to| [*from, *to]));
    let arrows: Vec<_> = ends.map(|[from, to]| Arrow { from, to }).collect();
    let sphere = |p: &[f32; 3]| SphereShape {
        center: *p,
        radius: p[0],
    };
    let plane = |p: &[f32; 3]| PlaneShape {
        point: *p,
        normal: p.map(|x| -x),
    };
    let spheres: Vec<_> = odd.iter().map(sphere).collect();
    let level = [[0.0, -1.0, 0.0]];
    let planes: Vec<_> = odd.iter().chain(&level).map(plane).collect();
    let places = odd.iter().map(|p| p.map(f64::from));
    let solids = places.flat_map(|p| {
        let rod = Solid::capsule(p, [0.0; 3], p[0]);
        [rod, Solid::cuboid(p, [p; 3], p)]
    });
    let solids: Vec<_> = solids.collect();
    for (columns, rows) in [(0, 0), (1, 9), (3, 3), (usize::MAX, 2)] {
        let picture = Picture {
            positions: &odd,
            normals: &odd,
            triangles: &triangles,
            springs: &springs,
            columns,
            rows,
            spheres: &spheres,
            solids: &solids,
            planes: &planes,
            arrows: &arrows,
            strains: &[f32::NAN, 1e30, 0.1],
            strain_range: f32::NAN,
            contacts: &[0, 4, 5, 99],
        };
        for eye in [Vec3::Z, Vec3::ZERO, Vec3::NAN, Vec3::splat(1e30), Vec3::Y] {
            let camera = Camera { eye, ..camera(1.0) };
            for (width, height) in [(0, 7), (7, 0), (1, 1), (24, 12)] {
                let mut frame = Framebuffer::new(width, height);
                for look in &every_look() {
                    draw(&[picture], look, &camera, &mut frame);
                }
            }
        }
    }
}

/// A look for every value of every choice.
fn every_look() -> Vec<Look> {
    let texture = Texture {
        width: 2,
        height: 1,
        pixels: vec![0x00ff_0000, 0x0000_00ff],
    };
    let all = Look {
        texture: Some(std::sync::Arc::new(texture)),
        mesh: true,
        normals: true,
        contacts: true,
        ..looks()[2].clone()
    };
    let mut found = looks().to_vec();
    found.extend(Surface::ALL.map(|surface| Look {
        surface,
        ..all.clone()
    }));
    found.extend(Paint::ALL.map(|paint| Look {
        paint,
        theme: Theme::Light,
        ..all.clone()
    }));
    found
}

/// A sheet of waves with a ball through it, above a floor.
fn with_waves(test: impl Fn(&Picture<'_>)) {
    let (columns, rows) = (33, 25);
    let place = |i: usize| {
        let (x, z) = (
            (i % columns) as f32 / 16.0 - 1.0,
            (i / columns) as f32 / 12.0 - 1.0,
        );
        [x, 0.2 * (x * 4.0 + z).sin(), z]
    };
    let positions: Vec<_> = (0..columns * rows).map(place).collect();
    let triangles: Vec<_> = (0..(columns - 1) * (rows - 1))
        .map(|cell| (cell / (columns - 1) * columns + cell % (columns - 1)) as u32)
        .flat_map(|i| [[i, i + 33, i + 1], [i + 1, i + 33, i + 34]])
        .collect();
    let normal = |p: &[f32; 3]| {
        let slope = (p[0] * 4.0 + p[2]).cos();
        Vec3::new(-0.8 * slope, 1.0, -0.2 * slope)
            .normalize()
            .into()
    };
    let normals: Vec<[f32; 3]> = positions.iter().map(normal).collect();
    let strains: Vec<_> = positions.iter().map(|p| p[0] * 0.1).collect();
    test(&Picture {
        positions: &positions,
        normals: &normals,
        triangles: &triangles,
        springs: &SPRINGS,
        columns,
        rows,
        spheres: &[SphereShape {
            center: [0.3, -0.2, 0.1],
            radius: 0.5,
        }],
        solids: &[Solid::cuboid(
            [-0.6, -0.5, 0.3],
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [0.2, 0.2, 0.3],
        )],
        planes: &[PlaneShape {
            point: [0.0, -0.7, 0.0],
            normal: [0.0, 1.0, 0.0],
        }],
        strains: &strains,
        strain_range: 0.1,
        contacts: &[5, 40, 400],
        ..Picture::default()
    });
}

fn waves_camera() -> Camera {
    Camera::framing([-1.0, -0.5, -1.0], [1.0, 0.5, 1.0])
}

#[test]
fn neither_threads_nor_what_a_buffer_held_change_a_picture() {
    with_waves(|picture| {
        let mut used = Framebuffer::new(307, 211);
        for look in every_look() {
            let draw_on = |frame: &mut Framebuffer, threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
                let pool = pool.build().unwrap();
                pool.install(|| draw(&[*picture], &look, &waves_camera(), frame));
            };
            let mut fresh = Framebuffer::new(307, 211);
            draw_on(&mut fresh, 1);
            draw_on(&mut used, 2);
            assert!(fresh == used, "{look:?}");
        }
    });
}

#[test]
fn edges_are_nearer_to_those_of_a_picture_drawn_four_times_as_large() {
    with_waves(|picture| {
        let look = Look {
            shadow: false,
            ..Look::DEFAULT
        };
        let mut sharp = Framebuffer::new(1280, 880);
        draw(&[*picture], &look, &waves_camera(), &mut sharp);
        let (mut half, mut quarter) = (Framebuffer::default(), Framebuffer::default());
        sharp.halve_into(&mut half);
        half.halve_into(&mut quarter);
        let mut smooth = Framebuffer::new(320, 220);
        draw(&[*picture], &look, &waves_camera(), &mut smooth);
        let mut rough = Framebuffer::new(320, 220);
        draw_all(&[*picture], &look, &waves_camera(), &mut rough, 0.1, false);
        let pixels = quarter
            .pixels()
            .iter()
            .zip(rough.pixels())
            .zip(smooth.pixels());
        let difference = |a: u32, b: u32| {
            let pairs = a.to_be_bytes().into_iter().zip(b.to_be_bytes());
            pairs.map(|(a, b)| u32::from(a.abs_diff(b))).sum::<u32>()
        };
        let (mut count, mut before, mut after) = (0, 0, 0);
        for ((sharp, rough), smooth) in pixels.filter(|((_, rough), smooth)| rough != smooth) {
            count += 1;
            before += difference(*sharp, *rough);
            after += difference(*sharp, *smooth);
        }
        assert!(count > 2000, "{count}");
        let share = after as f32 / before as f32;
        assert!(share < 0.65, "{share} of {before} at {count} pixels");
    });
}

#[test]
fn halves_are_those_of_the_two_ways_of_lighting() {
    with_waves(|picture| {
        let with = |surface| {
            let look = Look {
                surface,
                ..Look::DEFAULT
            };
            let mut frame = Framebuffer::new(200, 100);
            draw(&[*picture], &look, &waves_camera(), &mut frame);
            frame
        };
        let [split, left, right] = [Surface::Split, Surface::Gouraud, Surface::Phong].map(with);
        let mut differ = 0;
        for y in 0..100 {
            // The smoothing looks across the middle.
            for x in (0..95).chain(105..200) {
                let [split, left, right] = [&split, &left, &right].map(|f| f.pixel(x, y));
                // Rays are counted from the middle there: the last digit may differ.
                let expected = if x < 100 { left } else { right }.unwrap().to_be_bytes();
                let found = split.unwrap().to_be_bytes();
                let pairs = found.iter().zip(expected);
                let close = pairs.into_iter().all(|(a, b)| a.abs_diff(b) <= 2);
                assert!(close, "{x} {y}: {found:?} {expected:?}");
                differ += usize::from(left != right);
            }
        }
        // Highlights differ, and little else.
        assert!(differ > 100, "{differ}");
    });
}

#[test]
fn what_is_over_a_floor_darkens_it() {
    with_waves(|picture| {
        let with = |shadow| {
            let look = Look {
                shadow,
                ..Look::DEFAULT
            };
            let mut frame = Framebuffer::new(200, 100);
            let camera = Camera {
                eye: Vec3::new(0.0, 1.5, 6.0),
                target: Vec3::new(0.0, -0.7, 0.0),
                field_of_view: 0.8,
                ..camera(1.0)
            };
            draw(&[*picture], &look, &camera, &mut frame);
            let place = |point| {
                let (x, y, _) = camera.project(point, (200, 100)).unwrap();
                frame.pixel(x as usize, y as usize).unwrap() & 0xff
            };
            [Vec3::new(0.0, -0.7, 1.05), Vec3::new(0.0, -0.7, 3.0)].map(place)
        };
        let ([near, far], [bare_near, bare_far]) = (with(true), with(false));
        assert_eq!(far, bare_far);
        assert!(
            near + 8 < bare_near && near * 3 > bare_near,
            "{near} {bare_near}"
        );
    });
}

/// The first row of a cloth is at the upper edge of a texture, as in an OBJ file's coordinates.
#[test]
fn a_texture_lies_with_its_first_row_along_that_of_the_cloth() {
    let quarters = [0x00ff_0000, 0x0000_ff00, 0x0000_00ff, 0x00ff_ffff];
    let texture = Texture {
        width: 2,
        height: 2,
        pixels: quarters.to_vec(),
    };
    let look = Look {
        paint: Paint::Texture,
        texture: Some(std::sync::Arc::new(texture)),
        ..Look::DEFAULT
    };
    let mut frame = Framebuffer::new(24, 12);
    draw(&[square()], &look, &camera(1.0), &mut frame);
    let strong = |color: u32| [16, 8, 0].map(|shift| (color >> shift) & 0xff > 110);
    let found = [(10, 4), (13, 4), (10, 7), (13, 7)].map(|(x, y)| frame.pixel(x, y).unwrap());
    assert_eq!(found.map(strong), quarters.map(strong), "{found:x?}");
}
