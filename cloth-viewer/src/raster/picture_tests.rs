//! Whole pictures, small enough to be read.

use glam::Vec3;

use super::ascii::assert_looks_like;
use super::{Framebuffer, draw};
use crate::camera::Camera;
use crate::picture::{Arrow, Picture, PlaneShape, SphereShape, SpringKind, SpringLine, View};
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
    }
}

fn drawn(picture: &Picture, view: View, camera: &Camera) -> Framebuffer {
    let mut frame = Framebuffer::new(24, 12);
    draw(std::slice::from_ref(picture), view, camera, &mut frame);
    frame
}

#[test]
fn front() {
    assert_looks_like(
        &drawn(&square(), View::Shaded, &camera(1.0)),
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
        &drawn(&square(), View::Shaded, &camera(-1.0)),
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
        &drawn(&square(), View::Wireframe, &camera(1.0)),
        &[
            "........................",
            "........................",
            "........................",
            ".........|||||||........",
            "............../.........",
            "............./..........",
            "............/...........",
            ".........../............",
            "........../.............",
            ".........---...-........",
            "........................",
            "........................",
        ],
    );
}

#[test]
fn springs_on_the_surface() {
    assert_looks_like(
        &drawn(&square(), View::ShadedWireframe, &camera(1.0)),
        &[
            "........................",
            "........................",
            "........................",
            ".........|||||||........",
            ".........ooooo/.........",
            ".........oooo/o.........",
            ".........ooo/oo.........",
            ".........oo/ooo.........",
            ".........o/oooo.........",
            "........./..............",
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
        &drawn(&picture, View::Shaded, &camera(1.0)),
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
        &drawn(&picture, View::Shaded, &camera(1.0)),
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
    for view in [View::Shaded, View::Wireframe, View::ShadedWireframe] {
        let picture = Picture {
            columns: 4,
            rows: 1,
            triangles: &[],
            ..square()
        };
        assert_looks_like(
            &drawn(&picture, view, &camera(1.0)),
            &[
                "........................",
                "........................",
                ".........ooooooo........",
                ".........ooooooo........",
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
        &drawn(&picture, View::Shaded, &camera(1.0)),
        &[
            "........................",
            "........................",
            "........................",
            ".........oooooo.........",
            ".........oooooo!........",
            ".........oooooo.!!......",
            ".....!!!!!!!!!!!!!!.....",
            ".........oooooo!!.......",
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
        &drawn(&picture, View::Shaded, &camera),
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
        &drawn(&square(), View::Shaded, &camera),
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
        };
        for eye in [Vec3::Z, Vec3::ZERO, Vec3::NAN, Vec3::splat(1e30), Vec3::Y] {
            let camera = Camera { eye, ..camera(1.0) };
            for (width, height) in [(0, 0), (0, 7), (7, 0), (1, 1), (24, 12)] {
                let mut frame = Framebuffer::new(width, height);
                for view in [View::Shaded, View::Wireframe, View::ShadedWireframe] {
                    draw(&[picture], view, &camera, &mut frame);
                }
            }
        }
    }
}
