//! Friction on a tilted plane and box (V15), in every mode and with every method.

use cloth_tests::prelude::*;

const G: f64 = 9.8;

/// A sheet that lies on a plane tilted by `degrees` about z: downhill
/// is the direction of the columns.
fn slope(columns: usize, rows: usize, degrees: f64, friction: f64) -> Scene {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let mut scene = bare(columns, rows);
    scene.cloth.across = [cos, -sin, 0.0];
    scene.cloth.center = [3.3, -1.7, 0.4];
    scene.forces.gravity = [0.0, -G, 0.0];
    scene.solver.steps_per_second = 600.0;
    let plane = ColliderScene::plane(scene.cloth.center, [sin, cos, 0.0]);
    let _ = scene.colliders.push(plane.with_friction(friction));
    scene
}

/// The slope's point and normal.
fn plane(scene: &mut Scene) -> (&mut Vector, Vector) {
    match &mut scene.colliders.0[0] {
        Some(ColliderScene::Plane { point, normal, .. }) => (point, *normal),
        _ => unreachable!("the slope is a plane"),
    }
}

/// The same on the top of a box.
fn on_a_box(mut scene: Scene) -> Scene {
    let friction = scene.colliders.0[0].map_or(0.0, |plane| plane.motion().0);
    let (point, normal) = plane(&mut scene);
    let center = sub(*point, scale(normal, 1.5));
    let turn = [0.0, 0.0, -normal[0].atan2(normal[1]).to_degrees()];
    let block = turned_box(center, [600.0, 3.0, 60.0], turn);
    scene.colliders.0[0] = Some(block.with_friction(friction));
    scene
}

fn on_both(scene: Scene) -> [Scene; 2] {
    [scene, on_a_box(scene)]
}

/// Asserts that rounding moves a settled sheet by no more than so many ulps in 10⁴ steps, and no further in 10⁴ more.
fn stays(scene: &Scene, method: Method, format: Format, ulps: f64) {
    let mut sim = Trial::new(scene, method, format);
    sim.run(100);
    let start = sim.positions();
    for _ in 0..2 {
        sim.run(10_000);
        let moved = largest_difference(&start, &sim.positions()) / epsilon(format);
        let what = format!("{} {:?} {moved}", sim.name(), scene.solver.mode);
        assert!(moved <= ulps, "{what}");
    }
}

/// Asserts that nothing moves at all. A start that rounding has put beside the surface settles on it, ulp by ulp.
fn assert_no_creep(scene: &Scene) {
    for format in [F32, F64] {
        let mut sim = verlet(scene, format);
        let start = sim.positions();
        sim.run(100);
        let settled = largest_difference(&start, &sim.positions()) / epsilon(format);
        assert!(settled <= 32.0, "it settles by {settled} ulps");
        stays(scene, Verlet, format, 0.0);
    }
}

/// Angles, whose tangents the coefficients are just above or below.
const ANGLES: [f64; 4] = [5.0, 20.0, 35.0, 50.0];

fn tangent(degrees: f64) -> f64 {
    degrees.to_radians().tan()
}

#[test]
fn v15_below_the_angle_of_friction_nothing_creeps() {
    for degrees in ANGLES {
        for mode in Mode::ALL {
            let scene = in_mode(slope(1, 1, degrees, tangent(degrees) * 1.0001), mode);
            if matches!(mode, Mode::Hooke | Mode::Constraint) {
                assert_no_creep(&scene);
            }
            assert_no_creep(&on_a_box(scene));
        }
        let mut scene = slope(5, 4, degrees, tangent(degrees) * 1.01);
        stiffen(&mut scene, [500.0, 300.0, 30.0]);
        assert_no_creep(&scene);
    }
}

#[test]
fn v15_nothing_creeps_wherever_it_lies() {
    // Roundings differ from place to place: none may add up.
    let mut noise = Noise::new(15);
    for _ in 0..40 {
        let degrees = 25.0 + 20.0 * noise.number();
        let mut scene = slope(1, 1, degrees, tangent(degrees) * 1.001);
        let center = noise.vector(20.0);
        scene.cloth.center = center;
        // The plane goes through the particle, but not at its point.
        let (point, normal) = plane(&mut scene);
        let along = [normal[1], -normal[0], 0.0];
        *point = add(center, scale(along, 7.0 * noise.number()));
        assert_no_creep(&scene);
    }
    // On the side of a ball, up to 44° from the top, where 45° would slide.
    for _ in 0..20 {
        let mut scene = slope(1, 1, 0.0, 0.0);
        let center = noise.vector(5.0);
        scene.colliders.0[0] = Some(ColliderScene::sphere(center, 2.0).with_friction(1.0));
        let (angle, turn) = (44.0_f64.to_radians() * noise.number(), 3.0 * noise.number());
        let (sin, cos) = angle.sin_cos();
        let out = [sin * turn.cos(), cos, sin * turn.sin()];
        scene.cloth.center = add(center, scale(out, 2.0));
        assert_no_creep(&scene);
    }
}

/// A sheet with links of every mode: structural, shear, bend.
fn linked(degrees: f64, friction: f64, mode: Mode) -> Scene {
    let mut scene = in_mode(slope(5, 4, degrees, friction), mode);
    stiffen(&mut scene, [500.0, 300.0, 30.0]);
    let links = &mut scene.constraints;
    (links.structural, links.shear, links.bend) = (1.0, 1.0, 0.1);
    links.iterations = 4;
    set_substeps(&mut scene, 2);
    scene
}

/// In f32 a link's rounding is more than a hundredth of the pull of a substep.
const MARGINS: [(Format, f64); 2] = [(F64, 1.01), (F32, 1.5)];

#[test]
fn v15_a_sheet_does_not_creep_in_any_mode() {
    for ((degrees, mode), (format, margin)) in pairs(pairs([5.0, 35.0], Mode::ALL), MARGINS) {
        for scene in on_both(linked(degrees, margin * tangent(degrees), mode)) {
            stays(&scene, Verlet, format, 32.0);
        }
    }
}

#[test]
fn v15_a_sheet_does_not_creep_with_any_method() {
    let ways = pairs(Method::ALL, [Mode::Hooke, Mode::Constraint]);
    for ((method, mode), (format, margin)) in pairs(ways, MARGINS) {
        // Forward Euler touches the ground in every second substep alone: what constraints move
        // between is not held.
        if method == ForwardEuler && mode == Mode::Constraint {
            continue;
        }
        let mut scene = linked(35.0, margin * tangent(35.0), mode);
        // Forward Euler's springs grow at any time step: softer ones, slower.
        stiffen(&mut scene, [50.0, 30.0, 3.0]);
        for scene in on_both(scene) {
            stays(&scene, method, format, 32.0);
        }
    }
}

/// Slides for a second beyond the angle of friction: the speed is Coulomb's, and the way too but for an error of
/// first order in the time step. Verlet's way on a plane is n(n+1)/2 · a · dt².
#[test]
fn v15_above_the_angle_of_friction_it_slides_by_coulombs_law() {
    let slopes = pairs(ANGLES, [0.0, 0.5, 0.9, 0.99, 0.9999]);
    for ((degrees, part), (columns, rows)) in pairs(slopes, [(1, 1), (2, 2), (4, 3)]) {
        let friction = tangent(degrees) * part;
        let (sin, cos) = degrees.to_radians().sin_cos();
        let (acceleration, downhill) = (G * (sin - friction * cos), [cos, -sin, 0.0]);
        let scenes = on_both(slope(columns, rows, degrees, friction));
        for ((i, scene), method) in pairs(scenes.iter().enumerate(), Method::ALL) {
            let exact = method == Verlet && i == 0;
            // Elsewhere it would take far more than a second to tell the last two from rest.
            if !exact && (part > 0.99 || columns != 2) {
                continue;
            }
            let mut sim = Trial::new(scene, method, F64);
            let start = sim.positions();
            sim.run(600);
            let dt = sim.units().dt;
            let (way, error) = match exact {
                true => (600.0 * 601.0 / 2.0 * acceleration * dt * dt, 1e-9),
                false => (0.5 * acceleration, 2.0 * G * dt),
            };
            for (a, b) in start.iter().zip(sim.positions()) {
                let moved = sub(b, *a);
                let down = dot(moved, downhill);
                assert_near(down, way, error);
                assert!(down > 0.0, "{method} {degrees}° {part}: uphill");
                let aside = length(sub(moved, scale(downhill, way)));
                assert!(!exact || aside < error, "{method} {degrees}°: {aside:e}");
            }
            for v in sim.velocities() {
                assert_near(dot(v, downhill), acceleration, error);
            }
        }
    }
}

#[test]
fn a_moving_box_carries_a_sheet_along() {
    for mode in Mode::ALL {
        let friction = 0.4;
        let mut scene = on_a_box(linked(0.0, friction, mode));
        let belt = [1.2, 0.0, -0.5];
        scene.colliders.0[0] = scene.colliders.0[0].map(|block| block.moving(belt));
        let mut sim = verlet(&scene, F64);
        // It slips until it has the belt's speed: after v/(μg).
        let slips = length(belt) / (friction * G);
        let half = (0.5 * slips * scene.solver.steps_per_second) as u32;
        sim.run(half);
        let reached = friction * G * sim.time();
        for v in sim.velocities() {
            let speed = dot(v, belt) / length(belt);
            assert_near(speed, reached, 2.0 * G * sim.units().dt);
        }
        sim.run(half + 6);
        let (start, time) = (sim.positions(), sim.time());
        for _ in 0..5 {
            sim.run(1000);
            let carried = scale(belt, sim.time() - time);
            for (&a, b) in start.iter().zip(sim.positions()) {
                let slip = length(sub(sub(b, a), carried));
                assert!(slip < 1e-10, "{mode:?} slips by {slip:e}");
            }
        }
    }
}

#[test]
fn friction_stops_a_sliding_particle_and_never_reverses_it() {
    // On the level: stops after v/(μ·g), within v²/(2μg), for good.
    let (slows, speed) = (0.4 * G, 2.0);
    let mut sim = verlet(&slope(1, 1, 0.0, 0.4), F64);
    let (start, dt) = (sim.position(0, 0), sim.units().dt);
    sim.place(0, 0, start, [speed, 0.0, 0.0]);
    let mut before = speed;
    while before > 0.0 {
        sim.step();
        let v = sim.velocity(0, 0)[0];
        assert!(v >= 0.0 && v < before);
        assert!(v == 0.0 || (before - v - slows * dt).abs() <= 1e-10);
        before = v;
    }
    assert_near(sim.time(), speed / slows, 1.5 * dt);
    let rest = sim.position(0, 0);
    let way = speed * speed / (2.0 * slows);
    assert_near(rest[0] - start[0], way, speed * dt);
    sim.run(10_000);
    assert_eq!(sim.position(0, 0), rest);
}
