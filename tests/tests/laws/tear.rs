//! Tearing: what breaks, what is left, and what may ask for it.

use cloth_core::{Extras, Fixed, WithMultipliers, integrate};
use cloth_tests::prelude::*;
use cloth_tests::reference::{stiffness, vertex_normals};
use cloth_tests::start;
use cloth_tests::torn::{Ends, broken, cut_some, with_bends};

const fn tearing(strain: Option<f64>) -> Option<TearScene> {
    Some(TearScene { strain })
}

/// A bare sheet that can be cut.
fn cuttable(columns: usize, rows: usize) -> Scene {
    let mut scene = bare(columns, rows);
    scene.tear = tearing(None);
    scene
}

/// All structural and shear links of a shaken cloth that are as long as that, and no
/// others, break within the substep; families without strength are no links.
#[test]
fn what_breaks_is_what_is_too_long() {
    let sizes = pairs([1, 2, 5, 9, 17, 33], [1, 2, 4, 7]);
    let strengths = [(1e-4, 1e-4), (1e-4, 0.0), (0.0, 1e-4)];
    for (((w, h), format), (structural, shear)) in pairs(pairs(sizes, Format::ALL), strengths) {
        let mut scene = bare(w, h);
        (scene.springs.structural, scene.springs.shear) = (structural, shear);
        scene.tear = tearing(Some(0.2));
        let mut sim = verlet(&scene, format);
        shake(&mut sim, &mut Noise::new(3), 0.35, 0.0);
        assert_eq!(broken(&sim), Ends::new());
        sim.step();
        let kinds = [SpringKind::Structural, SpringKind::Shear];
        let long = sim.stretches(&kinds).into_iter();
        let long = long.filter(|(s, part)| stiffness(&scene.springs, s.kind) > 0.0 && *part >= 1.2);
        let expected: Ends = long.map(|(spring, _)| spring.ends).collect();
        assert!(w.min(h) < 3 || structural == 0.0 || !expected.is_empty());
        let expected = with_bends(w, h, expected);
        assert_eq!(broken(&sim), expected, "{w} × {h} {format}");
        // What is broken stays so, whatever its length is later.
        for (c, r) in particles(w, h) {
            sim.place(c, r, scene.cloth.start(w, h, c, r), [0.0; 3]);
        }
        sim.step();
        assert_eq!(broken(&sim), expected);
        sim.reset(&scene).unwrap();
        assert!(!sim.is_torn());
    }
}

fn hanging(mode: Mode, rows: usize) -> Scene {
    let mut scene = cuttable(6, rows);
    // The same particles in either grid.
    scene.cloth.density = (6 * rows) as f64 / (5 * (rows - 1)) as f64;
    scene.cloth.down = [0.0, -1.0, 0.0];
    scene.cloth.center = [0.0, -0.5 * (rows - 1) as f64, 0.0];
    scene.solver.mode = mode;
    scene.pins.top_edge = true;
    stiffen(&mut scene, [0.05, 0.03, 0.01]);
    scene.springs.bend_neighbours = BendNeighbours::Eight;
    let c = &mut scene.constraints;
    (c.structural, c.shear, c.bend, c.iterations) = (0.9, 0.6, 0.2, 3);
    (scene.pbd.substeps, scene.xpbd.substeps) = (1, 1);
    scene.forces.gravity = [0.0, -1e-4, 0.0];
    scene
}

/// After a full cut the lower half falls as a free body, and the upper hangs as a cloth
/// of its own size.
#[test]
fn two_halves_know_nothing_of_each_other() {
    for (method, mode) in pairs(Method::ALL, Mode::ALL) {
        let mut small = hanging(mode, 4);
        small.tear = None;
        let mut upper = Trial::new(&small, method, F64);
        let mut sim = Trial::new(&hanging(mode, 8), method, F64);
        for column in 0..6 {
            for link in [Link::Down, Link::DownRight, Link::DownLeft] {
                // At an edge one of them is missing.
                let _ = sim.any_mut().break_link(column, 3, link);
            }
        }
        let height = |sim: &Trial| sim.positions()[24..].iter().map(|x| x[1]).sum::<f64>() / 24.0;
        let start = height(&sim);
        upper.run(60);
        sim.run(60);
        // ½·g·t², and half a step more or less by how a method begins.
        let (g, t) = (1e-4, 60.0);
        assert_near(start - height(&sim), 0.5 * g * t * t, 0.5 * g * t + 1e-9);
        let speed = sim.velocities()[24..].iter().map(|v| v[1]).sum::<f64>() / 24.0;
        assert_near(speed, -g * t, 0.5 * g + 1e-9);
        // Implicit methods solve both halves as one system, to a tolerance.
        let error = match (method, mode) {
            (BackwardEuler | Imex, Mode::Hooke) => 1e-3,
            _ => 1e-12,
        };
        for (got, expected) in sim.positions().into_iter().zip(upper.positions()) {
            assert_near3(got, expected, error);
        }
    }
}

#[test]
fn a_particle_that_is_cut_off_has_no_link_left() {
    let mut sim = verlet(&hanging(Mode::Constraint, 8), F64);
    let cut = [(2, 3), (5, 7), (0, 0)];
    for (column, row) in cut {
        sim.cut(column, row).unwrap();
    }
    for spring in springs(6, 8, BendNeighbours::Four).filter(|s| s.kind != SpringKind::Bend) {
        let of_cut = spring.ends.iter().any(|i| cut.contains(&(i % 6, i / 6)));
        assert_eq!(sim.is_whole(spring.ends), !of_cut);
    }
    let sim = sim.of::<f64, cloth_core::Verlet>();
    for link in Link::ALL {
        assert!(sim.is_broken(2, 3, link) && !sim.is_broken(2, 5, link));
    }
}

/// And normals are the sums of the areas of those that are left.
#[test]
fn s2_15_triangles_are_gone_exactly_around_broken_sides() {
    let sizes = pairs([1, 2, 3, 8, 9, 17], [1, 2, 5, 9]);
    let sheets = pairs(sizes, [0.0, 0.02, 0.3, 1.0]);
    for (((w, h), part), (format, error)) in pairs(sheets, [(F32, 2e-6), (F64, 1e-14)]) {
        let mut scene = cuttable(w, h);
        // Without the memory for broken links, too.
        scene.tear = scene.tear.filter(|_| part > 0.0);
        let mut sim = verlet(&scene, format);
        let mut noise = Noise::new(w as u64);
        shake(&mut sim, &mut noise, 0.3, 0.0);
        let cut = cut_some(&mut sim, &mut noise, part);
        let whole = |a: usize, b: usize| !cut.contains(&[a.min(b), a.max(b)]);
        let there = |&[a, b, c]: &[usize; 3]| whole(a, b) && whole(b, c) && whole(c, a);
        let expected: Vec<_> = triangles(w, h).filter(there).collect();
        assert_eq!(sim.triangles(), expected);
        let expected = vertex_normals(&expected, &sim.positions());
        for (got, expected) in sim.any().normals().into_iter().zip(expected) {
            assert_near3(got, expected, error);
        }
    }
}

/// Air presses on the triangles that are there: on all particles together by as much
/// as on their area.
#[test]
fn wind_finds_no_hold_where_triangles_are_gone() {
    let mut scene = cuttable(6, 5);
    scene.forces.wind = wind([0.0, 1e-3, 0.0], 0.1);
    for part in [0.0, 0.2, 0.6, 1.0] {
        let mut sim = verlet(&scene, F64);
        cut_some(&mut sim, &mut Noise::new(8), part);
        let area = 0.5 * sim.triangles().len() as f64;
        sim.step();
        let up: f64 = sim.velocities().iter().map(|v| v[1]).sum();
        assert_near(up, 0.1 * 1e-3 * area, 1e-15);
    }
}

/// Other scenes that cannot tear are in `refused`.
#[test]
fn a_torn_cloth_gets_no_tethers() {
    let mut scene = sized(&scenes::FOUR_CORNERS.scene, 8, 8);
    (scene.limit, scene.tear) = (None, tearing(Some(0.3)));
    let mut tethered = scene;
    (tethered.tear, tethered.tethers) = (None, Some(TetherScene::default()));
    let mut sim = verlet(&scene, F32);
    sim.change(&tethered).expect("it is whole");
    sim.change(&scene).unwrap();
    sim.cut(3, 3).unwrap();
    let before = sim.state_hash();
    let error = sim.change(&tethered).unwrap_err();
    assert!(error.key == "tethers" && error.allowed.contains("reset"));
    assert_eq!(sim.state_hash(), before);
    sim.reset(&tethered).expect("it is whole again");
}

#[test]
fn what_is_no_link_is_not_cut() {
    let mut sim = verlet(&bare(5, 4), F32);
    let broken = sim.any_mut().break_link(1, 1, Link::Right);
    assert_eq!(broken, Err(ParticleError::Untearable));
    assert_eq!(sim.cut(1, 1), Err(ParticleError::Untearable));
    sim.reset(&cuttable(5, 4)).unwrap();
    for ((column, row), link) in pairs(particles(5, 4), Link::ALL) {
        let end = link.end(column, row).filter(|&(c, r)| c < 5 && r < 4);
        let broken = sim.any_mut().break_link(column, row, link);
        assert_eq!(broken, end.map(|_| ()).ok_or(ParticleError::NoLink));
    }
    assert!(sim.triangles().is_empty());
    sim.run(3);
    assert!(is_finite(&sim));
}

#[test]
fn a_cloth_that_does_not_tear_has_the_bits_of_one_that_cannot() {
    fn same<T: Scalar, M: integrate::Method, E: Extras>(method: Method, format: Format) {
        for (named, mode) in pairs([&scenes::FOUR_CORNERS_SPHERE, &scenes::FLAG], Mode::ALL) {
            let mut scene = in_mode(named.scene, mode);
            (scene.cloth.columns, scene.cloth.rows) = (9, 7);
            (scene.limit, scene.self_collision) = (None, None);
            let mut cannot = start::<T, M, E>(&scene, 9, 7);
            scene.tear = tearing(Some(10.0));
            let mut does_not = Trial::new(&scene, method, format);
            for _ in 0..3 {
                cannot.run(5);
                does_not.run(5);
                assert!(!does_not.is_torn());
                let hashes = [cannot.state_hash(), does_not.state_hash()];
                assert_eq!(hashes[0], hashes[1], "{method} {mode:?}");
            }
        }
    }
    same::<f32, cloth_core::Verlet, ()>(Verlet, F32);
    same::<Fixed, cloth_core::Verlet, ()>(Verlet, Fixed);
    same::<f64, cloth_core::Verlet, WithMultipliers>(Verlet, F64);
    same::<f32, cloth_core::BackwardEuler, ()>(BackwardEuler, F32);
}

/// The scene in every mode, format and with every method: links break, nothing runs away.
#[test]
fn the_scene_tears_in_every_mode_with_every_method() {
    let formats = Format::ALL.map(|format| (Verlet, format));
    let methods = Method::ALL.map(|method| (method, F32));
    for ((method, format), mode) in pairs([&formats[..], &methods].concat(), Mode::ALL) {
        let scene = in_mode(sized(&scenes::TEAR.scene, 12, 12), mode);
        let mut sim = Trial::new(&scene, method, format);
        let what = format!("{} {mode:?}", sim.name());
        for _ in 0..60 {
            sim.step();
            assert!(is_finite(&sim), "{what}");
        }
        assert!(sim.is_torn(), "{what}");
        // Springs that no time step keeps stable tear all.
        let least = match (method, mode) {
            (ForwardEuler | Rk2, Mode::Hooke) => 0,
            _ => 100,
        };
        let left = sim.triangles().len();
        assert!((least..2 * 11 * 11).contains(&left), "{left} {what}");
    }
}

/// In its own mode and at its own size the ball leaves through a hole in the middle,
/// and the cloth stays in its frame.
#[test]
fn the_ball_goes_through_the_cloth() {
    let mut sim = verlet(&sized(&scenes::TEAR.scene, 24, 24), F32);
    sim.run(60);
    for (column, row) in (0..24).flat_map(|i| [(i, 0), (i, 23), (0, i), (23, i)]) {
        assert_eq!(sim.position(column, row)[1], 0.0);
    }
    // The ball is 0.55 m below by then; what it has pushed there swings back.
    sim.run(60);
    let heights = sim.positions().into_iter().map(|x| x[1]);
    let lowest = heights.fold(0.0, f64::min);
    assert!(lowest > -0.6 && lowest < -0.05, "{lowest}");
    let gone = 2 * 23 * 23 - sim.triangles().len();
    assert!((20..2 * 23 * 23 / 2).contains(&gone), "{gone}");
}
