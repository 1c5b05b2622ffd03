//! Wind on triangles (V14; S2, mistake 7).

use cloth_core::Scene;
use cloth_core::scene::WindScene;
use cloth_tests::measure::{
    Vector, add, assert_near, assert_near3, cross, dot, length, positions, scale, sub, velocities,
};
use cloth_tests::{Noise, bare, begin, shake};

const W: usize = 6;
const H: usize = 4;
const C: f64 = 0.03;

/// A sheet of 5 m × 3 m in the plane of `across` and `down`.
fn sheet(across: Vector, down: Vector, wind: Vector) -> Scene {
    let mut scene = bare(W, H);
    scene.cloth.across = across;
    scene.cloth.down = down;
    scene.forces.wind = Some(WindScene {
        velocity: wind,
        coefficient: C,
    });
    scene
}

/// The sum of the forces (N) after one substep from rest: the mass is 1 kg and
/// the substep 1 s, so that it is the sum of the velocities.
fn total(scene: &Scene) -> Vector {
    let mut sim = begin::<f64, W, H>(scene);
    sim.step();
    velocities(&sim).into_iter().fold([0.0; 3], add)
}

const AREA: f64 = 15.0;

#[test]
fn v14_at_normal_incidence_the_force_is_c_a_v() {
    for speed in [0.5, 1.0, -2.0] {
        let scene = sheet([1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, speed]);
        assert_near3(total(&scene), [0.0, 0.0, C * AREA * speed], 1e-13);
    }
}

#[test]
fn v14_the_force_is_normal_and_falls_with_the_cosine() {
    for degrees in (0..=180).step_by(7) {
        let angle = f64::from(degrees).to_radians();
        let wind = [2.0 * angle.sin(), 0.0, 2.0 * angle.cos()];
        let scene = sheet([1.0, 0.0, 0.0], [0.0, -1.0, 0.0], wind);
        let expected = C * AREA * 2.0 * angle.cos();
        assert_near3(total(&scene), [0.0, 0.0, expected], 1e-13);
    }
}

#[test]
fn v14_edge_on_there_is_none_at_all() {
    for wind in [[3.0, 0.0, 0.0], [0.0, -2.0, 0.0], [1.0, 2.0, 0.0]] {
        let scene = sheet([1.0, 0.0, 0.0], [0.0, -1.0, 0.0], wind);
        assert_eq!(total(&scene), [0.0; 3]);
    }
}

#[test]
fn v14_the_side_that_faces_the_wind_does_not_matter() {
    let wind = [0.3, -0.2, 1.1];
    let face = total(&sheet([1.0, 0.0, 0.0], [0.0, -1.0, 0.0], wind));
    let back = total(&sheet([-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], wind));
    assert_near3(face, back, 1e-13);
}

#[test]
fn v14_cloth_that_moves_with_the_wind_feels_nothing() {
    let wind = [0.25, -0.5, 0.125];
    let scene = sheet([0.6, 0.0, 0.8], [0.0, -1.0, 0.0], wind);
    let mut sim = begin::<f64, W, H>(&scene);
    shake(&mut sim, &mut Noise::new(1), 0.3, 0.0);
    for (i, x) in positions(&sim).into_iter().enumerate() {
        sim.place(i % W, i / W, x, wind).unwrap();
    }
    sim.run(50);
    for v in velocities(&sim) {
        assert_near3(v, wind, 1e-13);
    }
}

#[test]
fn v14_the_mean_velocity_of_the_corners_counts() {
    // A sheet moving at v in still air feels what one at rest feels in −v.
    let velocity = [0.2, 0.1, -0.4];
    let still = sheet([1.0, 0.0, 0.0], [0.0, 0.6, 0.8], [0.0; 3]);
    let mut sim = begin::<f64, W, H>(&still);
    for (i, x) in positions(&sim).into_iter().enumerate() {
        sim.place(i % W, i / W, x, velocity).unwrap();
    }
    sim.step();
    let slowed = (velocities(&sim).iter()).fold([0.0; 3], |sum, &v| add(sum, sub(v, velocity)));
    let blown = total(&sheet(
        [1.0, 0.0, 0.0],
        [0.0, 0.6, 0.8],
        scale(velocity, -1.0),
    ));
    assert_near3(slowed, blown, 1e-13);
    assert!(length(slowed) > 0.01);
}

/// The force on every particle, triangle by triangle as S2 means it.
fn brute_force(x: &[Vector], v: &[Vector], wind: Vector) -> Vec<Vector> {
    let mut force = vec![[0.0; 3]; x.len()];
    for corners in cloth_core::triangles(W, H) {
        let [a, b, c] = corners.map(|i| x[i]);
        let normal = scale(cross(sub(b, a), sub(c, a)), 0.5);
        let mean = corners
            .iter()
            .fold([0.0; 3], |sum, &i| add(sum, scale(v[i], 1.0 / 3.0)));
        let size = C * dot(normal, sub(wind, mean)) / length(normal);
        for i in corners {
            force[i] = add(force[i], scale(normal, size / 3.0));
        }
    }
    force
}

#[test]
fn s2_7_wind_is_a_dot_product_on_each_triangle() {
    let wind = [0.7, -0.3, 0.9];
    let scene = sheet([1.0, 0.0, 0.0], [0.0, -1.0, 0.0], wind);
    let mut sim = begin::<f64, W, H>(&scene);
    shake(&mut sim, &mut Noise::new(7), 0.3, 0.2);
    let (x, v) = (positions(&sim), velocities(&sim));
    sim.step();
    let expected = brute_force(&x, &v, wind);
    for (i, now) in velocities(&sim).into_iter().enumerate() {
        assert_near3(sub(now, v[i]), expected[i], 1e-14);
    }
}

#[test]
fn v14_the_force_does_not_depend_on_the_resolution() {
    // The same sheet of 2 m × 2 m, 0.2 kg/m², as 9 × 9 and as 5 × 5 particles.
    let mut scene = bare(9, 9);
    scene.cloth.width = 2.0;
    scene.cloth.density = 0.2;
    scene.solver.steps_per_second = 1000.0;
    scene.forces.wind = Some(WindScene {
        velocity: [1.0, 3.0, -2.0],
        coefficient: 0.5,
    });
    let force =
        |mass: f64, dt: f64, v: Vec<Vector>| scale(v.into_iter().fold([0.0; 3], add), mass / dt);
    let mut fine = begin::<f64, 9, 9>(&scene);
    fine.step();
    let fine = force(fine.units().mass, fine.units().dt, velocities(&fine));
    scene.cloth.columns = 5;
    scene.cloth.rows = 5;
    let mut coarse = begin::<f64, 5, 5>(&scene);
    coarse.step();
    let coarse = force(coarse.units().mass, coarse.units().dt, velocities(&coarse));
    assert_near(fine[1], 0.5 * 4.0 * 3.0, 1e-10);
    assert_near3(fine, coarse, 1e-10);
}
