//! Whole pictures, small enough to be read.

use glam::Vec3;

use super::ascii::assert_looks_like;
use super::{Framebuffer, draw, draw_all};
use crate::camera::Camera;
use crate::look::{Look, Paint, Surface, Texture, Theme};
use crate::picture::{Arrow, Picture, PlaneShape, SphereShape, SpringKind, SpringLine};
use crate::solid::Solid;

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
    SpringLine {
        ends: [0, 1],
        kind: SpringKind::Structural,
    },
    SpringLine {
        ends: [1, 2],
        kind: SpringKind::Shear,
    },
    SpringLine {
        ends: [2, 3],
        kind: SpringKind::Bend,
    },
];

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

/// Without smooth edges of surfaces, so that each pixel shows one thing.
fn drawn(picture: &Picture, look: &Look, camera: &Camera) -> Framebuffer {
    let mut frame = Framebuffer::new(24, 12);
    draw_all(&[*picture], look, camera, &mut frame, 0.1, false);
    frame
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

#[test]
fn front() {
    assert_looks_like(
        &drawn(&square(), &looks()[0], &camera(1.0)),
        &[
            "........................",
            "........................",
            "........................",
            ".........oooooo.........",
            ".........oooooo.........",
            ".........oooooo.........",
            ".........oooooo.........",
            ".........oooooo.........",
            ".........oooooo.........",
            "........................",
            "........................",
            "........................",
        ],
    );
}

#[test]
fn back() {
    assert_looks_like(
        &drawn(&square(), &looks()[0], &camera(-1.0)),
        &[
            "........................",
            "........................",
            "........................",
            ".........bbbbbb.........",
            ".........bbbbbb.........",
            ".........bbbbbb.........",
            ".........bbbbbb.........",
            ".........bbbbbb.........",
            ".........bbbbbb.........",
            "........................",
            "........................",
            "........................",
        ],
    );
}

#[test]
fn springs_of_each_kind() {
    assert_looks_like(
        &drawn(&square(), &looks()[1], &camera(1.0)),
        &[
            "........................",
            "........................",
            "........................",
            ".........bbbbbb.........",
            "............./..........",
            "............/...........",
            ".........../............",
            "........../.............",
            "........./..ooo.........",
            "............ooo.........",
            "........................",
            "........................",
        ],
    );
}

#[test]
fn springs_on_the_surface() {
    assert_looks_like(
        &drawn(&square(), &looks()[2], &camera(1.0)),
        &[
            "........................",
            "........................",
            "........................",
            ".........oooosb.........",
            ".........oooo/o.........",
            ".........ooo/oo.........",
            ".........oo/ooo.........",
            ".........o/oooo.........",
            "........./ooooo.........",
            "............ooo.........",
            "........................",
            "........................",
        ],
    );
}

#[test]
fn a_sphere_half_way_through_the_cloth() {
    let spheres = [SphereShape {
        center: [1.0, 0.0, 0.0],
        radius: 0.7,
    }];
    let picture = Picture {
        spheres: &spheres,
        ..square()
    };
    assert_looks_like(
        &drawn(&picture, &looks()[0], &camera(1.0)),
        &[
            "........................",
            "........................",
            "........................",
            ".........oooooo.........",
            ".........ooooosss.......",
            ".........oooossss.......",
            ".........oooossss.......",
            ".........ooooosss.......",
            ".........oooooo.........",
            "........................",
            "........................",
            "........................",
        ],
    );
}

#[test]
fn a_sphere_behind_the_cloth() {
    let spheres = [SphereShape {
        center: [1.0, 0.0, -0.8],
        radius: 0.7,
    }];
    let picture = Picture {
        spheres: &spheres,
        ..square()
    };
    assert_looks_like(
        &drawn(&picture, &looks()[0], &camera(1.0)),
        &[
            "........................",
            "........................",
            "........................",
            ".........oooooo.........",
            ".........oooooos........",
            ".........oooooos........",
            ".........oooooos........",
            ".........oooooos........",
            ".........oooooo.........",
            "........................",
            "........................",
            "........................",
        ],
    );
}

#[test]
fn a_string_is_seen_in_every_view() {
    for look in &looks() {
        let picture = Picture {
            columns: 4,
            rows: 1,
            triangles: &[],
            ..square()
        };
        assert_looks_like(
            &drawn(&picture, look, &camera(1.0)),
            &[
                "........................",
                "........................",
                ".........oooooo.........",
                ".........oooooo.........",
                "........................",
                "........................",
                "........................",
                "........................",
                "........................",
                "........................",
                "........................",
                "........................",
            ],
        );
    }
}

#[test]
fn an_arrow() {
    let arrows = [Arrow {
        from: [-2.0, 0.0, 0.5],
        to: [2.0, 0.0, 0.5],
    }];
    let picture = Picture {
        arrows: &arrows,
        ..square()
    };
    assert_looks_like(
        &drawn(&picture, &looks()[0], &camera(1.0)),
        &[
            "........................",
            "........................",
            "........................",
            ".........oooooo.........",
            ".........oooooo.........",
            "......ooo!!!!!!!!!......",
            "......ooo!!!!!!!!!......",
            ".........oooooo.........",
            ".........oooooo.........",
            "........................",
            "........................",
            "........................",
        ],
    );
}

#[test]
fn a_floor_cuts_the_cloth_and_fades_out() {
    let planes = [PlaneShape {
        point: [0.0, 0.0, 0.0],
        normal: [0.0, 2.0, 0.0],
    }];
    let picture = Picture {
        planes: &planes,
        ..square()
    };
    let mut camera = camera(1.0);
    camera.orbit(0.0, 0.3);
    assert_looks_like(
        &drawn(&picture, &looks()[0], &camera),
        &[
            "........................",
            "........................",
            "........................",
            "sssssssssoooooosssssssss",
            "sssssssssoooooosssssssss",
            "sssssssssoooooosssssssss",
            "ssssssssssssssssssssssss",
            "ssssssssssssssssssssssss",
            "ssssssssssssssssssssssss",
            "ssssssssssssssssssssssss",
            "ssssssssssssssssssssssss",
            "ssssssssssssssssssssssss",
        ],
    );
}

#[test]
fn part_of_the_cloth_behind_the_camera() {
    let mut camera = camera(1.0);
    // Above the middle of the lower half, looking along the cloth.
    camera.eye = Vec3::new(0.0, -0.5, 0.2);
    camera.target = Vec3::new(0.0, 1.0, 0.0);
    assert_looks_like(
        &drawn(&square(), &looks()[0], &camera),
        &[
            "........................",
            "........................",
            "........................",
            "........................",
            "........................",
            "........................",
            "oooooooooooooooooooooooo",
            "oooooooooooooooooooooooo",
            "oooooooooooooooooooooooo",
            "oooooooooooooooooooooooo",
            "oooooooooooooooooooooooo",
            "oooooooooooooooooooooooo",
        ],
    );
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
    let indices = 0..odd.len() as u32 + 2;
    let pairs: Vec<_> = indices
        .clone()
        .flat_map(|a| indices.clone().map(move |b| [a, b]))
        .collect();
    let triangles: Vec<_> = pairs
        .iter()
        .flat_map(|[a, b]| (0..11).map(|c| [*a, *b, c]))
        .collect();
    let kind = SpringKind::Structural;
    let springs: Vec<_> = pairs
        .iter()
        .map(|ends| SpringLine { ends: *ends, kind })
        .collect();
    let ends = odd
        .iter()
        .flat_map(|from| odd.iter().map(|to| (*from, *to)));
    let arrows: Vec<_> = ends.map(|(from, to)| Arrow { from, to }).collect();
    let spheres: Vec<_> = odd
        .iter()
        .map(|p| SphereShape {
            center: *p,
            radius: p[0],
        })
        .collect();
    let level = [0.0, -1.0, 0.0];
    let planes: Vec<_> = odd
        .iter()
        .map(|p| PlaneShape {
            point: *p,
            normal: *p,
        })
        .chain([PlaneShape {
            point: level,
            normal: [0.0, 1.0, 0.0],
        }])
        .collect();
    let solids: Vec<_> = odd
        .iter()
        .map(|p| p.map(f64::from))
        .flat_map(|p| {
            let rod = Solid::capsule(p, [0.0; 3], p[0]);
            [rod, Solid::cuboid(p, [p; 3], p)]
        })
        .collect();
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
            for (width, height) in [(0, 0), (0, 7), (7, 0), (1, 1), (24, 12)] {
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
fn threads_do_not_change_a_picture() {
    with_waves(|picture| {
        for look in every_look() {
            let [one, two] = [1, 2].map(|threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
                let mut frame = Framebuffer::new(307, 211);
                let pool = pool.build().unwrap();
                pool.install(|| draw(&[*picture], &look, &waves_camera(), &mut frame));
                frame
            });
            assert!(one == two, "{look:?}");
        }
    });
}

#[test]
fn a_buffer_that_was_used_before_gives_the_same_picture() {
    with_waves(|picture| {
        let mut used = Framebuffer::new(307, 211);
        for look in every_look() {
            draw(&[*picture], &look, &waves_camera(), &mut used);
            let mut fresh = Framebuffer::new(307, 211);
            draw(&[*picture], &look, &waves_camera(), &mut fresh);
            assert!(fresh == used, "{look:?}");
        }
    });
}

/// From the second picture of a floor on its colours are known; over it and under it things move.
#[test]
fn a_floor_that_was_seen_before_gives_the_same_picture() {
    with_waves(|picture| {
        let mut used = Framebuffer::new(307, 211);
        let mut moved = picture.positions.to_vec();
        let eyes = [[0.0, 1.5, 6.0], [0.0, -2.9, 6.0]].map(Vec3::from);
        for (eye, theme) in [
            (eyes[0], Theme::Dark),
            (eyes[1], Theme::Dark),
            (eyes[0], Theme::Light),
        ] {
            let camera = Camera {
                eye,
                ..waves_camera()
            };
            let look = Look {
                theme,
                ..Look::DEFAULT
            };
            for _ in 0..4 {
                let picture = Picture {
                    positions: &moved,
                    ..*picture
                };
                draw(&[picture], &look, &camera, &mut used);
                let mut fresh = Framebuffer::new(307, 211);
                draw(&[picture], &look, &camera, &mut fresh);
                assert!(fresh == used, "{eye} {theme:?}");
                for place in &mut moved {
                    place[1] -= 0.31;
                }
            }
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
        let edges = pixels.filter(|((_, rough), smooth)| rough != smooth);
        let (count, before, after) = edges.fold((0, 0, 0), |(n, before, after), ((q, r), s)| {
            (
                n + 1,
                before + difference(*q, *r),
                after + difference(*q, *s),
            )
        });
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
                aside: 0.0,
                below: 0.0,
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
