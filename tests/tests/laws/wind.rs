//! Wind on triangles (V14; S2, mistake 7).

use cloth_tests::prelude::*;

const W: usize = 6;
const H: usize = 4;
const C: f64 = 0.03;
const AREA: f64 = 15.0;

const RIGHT: Vector = [1.0, 0.0, 0.0];
const DOWN: Vector = [0.0, -1.0, 0.0];

/// A sheet of 5 m × 3 m in the plane of `across` and `down`.
fn sheet(across: Vector, down: Vector, wind: Vector) -> Scene {
    let mut scene = bare(W, H);
    (scene.cloth.across, scene.cloth.down) = (across, down);
    scene.forces.wind = cloth_tests::wind(wind, C);
    scene
}

/// The sum of the forces (N) after one substep from rest: the mass is 1 kg and
/// the substep 1 s, so that it is the sum of the velocities.
fn total(across: Vector, down: Vector, wind: Vector) -> Vector {
    let mut sim = verlet(&sheet(across, down, wind), F64);
    sim.step();
    sum(&sim.velocities())
}

#[test]
fn v14_the_force_is_c_a_v_by_the_cosine_and_normal() {
    for speed in [0.5, 1.0, -2.0] {
        let force = total(RIGHT, DOWN, [0.0, 0.0, speed]);
        assert_near3(force, [0.0, 0.0, C * AREA * speed], 1e-13);
    }
    for degrees in (0..=180).step_by(7) {
        let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
        let force = total(RIGHT, DOWN, [2.0 * sin, 0.0, 2.0 * cos]);
        assert_near3(force, [0.0, 0.0, C * AREA * 2.0 * cos], 1e-13);
    }
    // Edge-on there is none at all.
    for wind in [[3.0, 0.0, 0.0], [0.0, -2.0, 0.0], [1.0, 2.0, 0.0]] {
        assert_eq!(total(RIGHT, DOWN, wind), [0.0; 3]);
    }
    // The side that faces the wind does not matter.
    let wind = [0.3, -0.2, 1.1];
    let back = total([-1.0, 0.0, 0.0], DOWN, wind);
    assert_near3(total(RIGHT, DOWN, wind), back, 1e-13);
}

/// The force on every particle, triangle by triangle as S2 means it.
fn brute_force(x: &[Vector], v: &[Vector], wind: Vector) -> Vec<Vector> {
    let mut force = vec![[0.0; 3]; x.len()];
    for corners in triangles(W, H) {
        let [a, b, c] = corners.map(|i| x[i]);
        let normal = scale(cross(sub(b, a), sub(c, a)), 0.5);
        let mean = scale(sum(&corners.map(|i| v[i])), 1.0 / 3.0);
        let size = C * dot(normal, sub(wind, mean)) / length(normal);
        for i in corners {
            force[i] = add(force[i], scale(normal, size / 3.0));
        }
    }
    force
}

/// Of crumpled sheets in motion: the mean velocity of a triangle's corners counts, and cloth that moves with the
/// wind feels nothing.
#[test]
fn s2_7_wind_is_a_dot_product_on_each_triangle() {
    let wind = [0.7, -0.3, 0.9];
    for (seed, speed) in [(7, 0.2), (8, 0.2), (9, 0.0)] {
        let mut sim = verlet(&sheet(RIGHT, DOWN, wind), F64);
        shake(&mut sim, &mut Noise::new(seed), 0.3, speed);
        if speed == 0.0 {
            for (c, r) in particles(W, H) {
                sim.place(c, r, sim.position(c, r), wind);
            }
        }
        let (x, v) = (sim.positions(), sim.velocities());
        sim.step();
        let expected = brute_force(&x, &v, wind);
        for (i, now) in sim.velocities().into_iter().enumerate() {
            assert_near3(sub(now, v[i]), expected[i], 1e-14);
            assert!(speed > 0.0 || length(expected[i]) < 1e-15);
        }
    }
}

#[test]
fn v14_the_force_does_not_depend_on_the_resolution() {
    // The same sheet of 2 m × 2 m, 0.2 kg/m², as 9 × 9 and as 5 × 5 particles.
    let [fine, coarse] = [9, 5].map(|side| {
        let mut scene = bare(side, side);
        (scene.cloth.width, scene.cloth.density) = (2.0, 0.2);
        scene.solver.steps_per_second = 1000.0;
        scene.forces.wind = wind([1.0, 3.0, -2.0], 0.5);
        let mut sim = verlet(&scene, F64);
        sim.step();
        scale(sum(&sim.velocities()), sim.units().mass / sim.units().dt)
    });
    assert_near(fine[1], 0.5 * 4.0 * 3.0, 1e-10);
    assert_near3(fine, coarse, 1e-10);
}
