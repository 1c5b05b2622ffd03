//! Fixed point and the approximate format against `f64`: how far apart the same cloth ends over the scenes,
//! what fixed point refuses, how wrong approximate roots and links are, and that both stay finite.

use cloth_core::{Approximate, BackwardEuler, Imex, Rk4, integrate};
use cloth_tests::prelude::*;
use cloth_tests::{empty, start};

fn small(scene: &Scene, mode: Mode) -> Scene {
    in_mode(sized(scene, 8, 8), mode)
}

/// Where a cloth is in the end: after a second.
fn end(scene: &Scene, format: Format) -> Vec<Vector> {
    let mut sim = verlet(scene, format);
    sim.run(60);
    sim.positions()
}

fn approximate(scene: &Scene) -> Vec<Vector> {
    let mut sim = start::<Approximate, cloth_core::Verlet, WithAll>(scene, 8, 8);
    sim.run(60);
    sim.positions()
}

/// Of each scene: what was found of the approximate format, in rest spacings, as the scene is and in
/// constraint mode. Each stays within half and twice of it. And the bound of fixed point: for those
/// that come to rest, or hang, the same motion in every format.
const FOUND: [(&str, [f64; 2], f64); 26] = [
    ("four-corners-sphere", [0.0806, 0.0134], 4.5),
    ("four-corners", [0.124, 0.0504], 0.1),
    ("edge-sphere", [0.161, 0.0966], 4.5),
    ("drape-sphere", [0.129, 0.762], 4.5),
    ("four-corners-wind", [0.117, 0.0523], 0.1),
    ("sphere-approach", [0.055, 0.0684], 4.5),
    ("string", [0.142, 0.116], 4.5),
    ("super-elastic", [0.0118, 0.00044], 4.5),
    ("super-elastic-limited", [0.0527, 0.00044], 0.1),
    ("cross-wind", [0.0625, 0.0424], 4.5),
    ("sphere-wind", [0.133, 0.0438], 4.5),
    ("ball-and-floor", [0.401, 0.289], 4.5),
    ("flag", [0.0985, 0.0631], 4.5),
    ("pinned2", [0.104, 0.0181], 4.5),
    ("pinned4", [0.0981, 0.0563], 0.1),
    ("sphere", [0.143, 0.0824], 4.5),
    // In constraint mode `f32` is 0.0007 from `f64`: chance.
    ("plane", [0.0519, 0.000564], 4.5),
    ("self-collision", [0.3176, 0.013], 4.5),
    ("fold", [0.601, 2.33], 4.5),
    ("three-layers", [0.537, 1.89], 4.5),
    ("bullet", [0.0606, 0.115], 4.5),
    ("squeeze", [2.34, 92.0], 4.5),
    ("incline", [0.00166, 0.0309], 4.5),
    ("capsule", [2.93, 0.954], 4.5),
    ("tear", [0.0374, 0.0786], 4.5),
    ("drape", [0.666, 0.514], 4.5),
];

/// f32 is measured too: it shows how little of the distance is the scenes' own sensitivity. A cloth that
/// slides over a ball or flutters drifts apart from its twin in any format.
#[test]
fn every_scene_ends_as_far_from_f64_as_documented() {
    let (mut all, mut wrong) = ([const { Vec::new() }; 3], Vec::new());
    for named in scenes::ALL {
        let (_, found, bound) = FOUND.iter().find(|(name, ..)| *name == named.name).unwrap();
        let own = named.scene.solver.mode;
        for (mode, found) in [own, Mode::Constraint].into_iter().zip(found) {
            let scene = small(&named.scene, mode);
            let exact = end(&scene, F64);
            let spacing = scene.cloth.spacing(8, 8);
            let apart = |end: Vec<Vector>| {
                let ways = end.iter().zip(&exact).map(|(a, b)| length(sub(*a, *b)));
                ways.sum::<f64>() / 64.0 / spacing
            };
            let rough = apart(approximate(&scene));
            let [fixed, float] = [Fixed, F32].map(|format| apart(end(&scene, format)));
            let what = format!("{} {mode:?}: {rough:.5} {fixed:.5} {float:.5}", named.name);
            // In constraint mode on eight columns this is chance, where rounding alone moves `f32` by a rest
            // spacing: of a cloth in four layers every link lies in a fold, which rigid links throw open.
            let chance = named.name == "squeeze" && mode == Mode::Constraint && mode != own;
            // Not zero: then the format would not be another one.
            let far = 0.0 < fixed && fixed < *bound;
            let near = (float < 1.0) != chance;
            if !(0.5 * found..2.0 * found).contains(&rough) || !(far || chance) || !near {
                wrong.push(what);
            }
            all[0].push(rough);
            all[1].extend((!chance).then_some(fixed));
            all[2].push(float);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let [rough, fixed, float] = all.map(|mut distances| {
        distances.sort_by(f64::total_cmp);
        distances[distances.len() / 2]
    });
    assert!((0.04..0.16).contains(&rough), "{rough}");
    assert!((0.001..0.02).contains(&fixed), "{fixed}");
    assert!((0.0..0.002).contains(&float), "{float}");
}

/// What fixed point says of a scene that `f32` takes.
#[track_caller]
fn refused(scene: &Scene, method: Method) -> Result<(), &'static str> {
    let [float, fixed] = [F32, Fixed].map(|format| Trial::try_new(scene, method, format));
    float.expect("in range");
    fixed.map_or_else(|error| Err(error.key), |_| Ok(()))
}

/// Sets a number of a scene.
type Set = fn(&mut Scene, f64);

/// Puts the cloth and the ball so far apart along x, m.
fn apart(scene: &mut Scene, cloth: f64, ball: f64) {
    scene.cloth.center[0] = cloth;
    if let Some(collider) = &mut scene.colliders.0[0] {
        collider.place_mut()[0] = cloth + ball;
    }
}

/// What is too large for fixed point, and what would round away in it: next to the bound on either side.
#[test]
fn what_fixed_point_cannot_hold_is_refused_by_name() {
    let mut large = small(&scenes::FOUR_CORNERS_SPHERE.scene, Mode::Constraint);
    (large.cloth.columns, large.cloth.rows) = (16, 16);
    // 16 × 16 of 2 m at 3,000 substeps a second: 0.133 m and 1/3000 s.
    let mut fine = bare(16, 16);
    (fine.cloth.width, fine.cloth.density) = (2.0, 0.2);
    (fine.solver.steps_per_second, fine.solver.substeps) = (60.0, 50);
    let bits = 16.0 / f64::from(1 << 20);
    // A particle has 3.125 g, so that 1 kg/s is 0.1067 a substep. And 16 bits a substep are 6.1 mm/s.
    let drag = [1.01, 0.99].map(|part| part * bits / 0.106_667);
    let slow = [1.01, 0.99].map(|part| part * bits * 2.0 / 15.0 * 3000.0);
    #[rustfmt::skip]
    let all: [(Scene, Method, &str, [f64; 2], Set); 10] = [
        (large, Verlet, "constraints.iterations", [16.0, 17.0], |s, n| s.constraints.iterations = n as u32),
        // 512 spacings of 2/15 m are 68 m, counted from the cloth.
        (large, Verlet, "colliders.sphere.center", [-68.0, -68.5], |s, x| apart(s, 0.0, x)),
        (large, Verlet, "colliders.sphere.center", [-68.0, -68.5], |s, x| apart(s, 68.0, x)),
        (large, Verlet, "colliders.sphere.center", [-68.0, -68.5], |s, x| apart(s, -1e6, x)),
        // 64 spacings a substep of 1/8 s, squared: 546 m/s².
        (large, Verlet, "forces.gravity", [545.0, 547.0], |s, g| {
            (s.solver.steps_per_second, s.forces.gravity[1]) = (1.0, -g);
        }),
        // 16 · 2⁻²⁰ spacings a substep² are 18.3 m/s², and a thousandth of it with remainders.
        (fine, SymplecticEuler, "forces.gravity", [18.4, 18.2], |s, g| s.forces.gravity[2] = g),
        (fine, Verlet, "forces.gravity", [0.0180, 0.0178], |s, g| s.forces.gravity[2] = g),
        (fine, Verlet, "springs.damping", drag, |s, c| (s.springs.structural, s.springs.damping) = (1.0, c)),
        (fine, Verlet, "forces.air-drag", drag, |s, c| s.forces.air_drag = c),
        (fine, Verlet, "colliders.sphere.velocity", slow, |s, v| {
            let ball = ColliderScene::sphere([0.0, -3.0, 0.0], 0.5).moving([0.0, v, 0.0]);
            s.colliders.push(ball).expect("there is room");
        }),
    ];
    for (base, method, key, [fits, does_not], set) in all {
        for (value, expected) in [(fits, Ok(())), (does_not, Err(key))] {
            let mut scene = base;
            set(&mut scene, value);
            assert_eq!(refused(&scene, method), expected, "{method} {value}");
        }
    }
    // No gravity is no gravity that rounds away.
    assert_eq!(refused(&fine, SymplecticEuler), Ok(()));
}

/// A ball that is moved out of the range stays at its end: differences from it
/// would not fit otherwise.
#[test]
fn a_ball_moved_far_away_stays_in_range() {
    let scene = small(&scenes::FOUR_CORNERS_SPHERE.scene, Mode::Constraint);
    let mut sim = verlet(&scene, Fixed);
    sim.move_collider(0, [1e6, -1e6, 0.0], [1e6, 0.0, 0.0]);
    sim.run(3);
    let (units, center) = (sim.units(), sim.collider());
    let end = 512.0 * units.spacing;
    assert_near(center[0] - units.origin[0], end, 1e-3);
    assert_near(center[1] - units.origin[1], -end, 1e-3);
}

/// Every scene in Hooke mode, too stiff for its time step, and in constraint mode.
fn unstable() -> impl Iterator<Item = Scene> {
    pairs(scenes::ALL, [Mode::Hooke, Mode::Constraint]).map(|(named, mode)| {
        let mut scene = small(&named.scene, mode);
        (scene.solver.substeps, scene.constraints.substeps) = (1, 1);
        scene.springs.structural *= 4.0;
        scene.springs.damping = 0.0;
        scene
    })
}

/// A debug build reports every overflow, of fixed point and of the integers in approximate roots: there is
/// none, however wildly an unstable cloth flies.
#[test]
fn an_unstable_cloth_stays_within_the_range() {
    for mut scene in unstable() {
        scene.constraints.iterations = 16;
        let Ok(mut sim) = Trial::try_new(&sized(&scene, 12, 12), Verlet, Fixed) else {
            continue;
        };
        sim.run(200);
        let (reach, units) = (512.0 + 480.0 + 1e-6, sim.units());
        for v in sim.positions() {
            let reached = sub(v, units.origin).map(|v| v.abs() / units.spacing);
            assert!(reached.iter().all(|v| *v <= reach), "{scene:?}");
        }
    }
}

/// With one method of each kind: the implicit ones take roots and quotients of their own.
#[test]
fn an_unstable_cloth_stays_finite_in_the_approximate_format() {
    fn stays<M: integrate::Method>(steps: u32) {
        let mut sim = empty::<Approximate, M, WithAll>(8, 8);
        for scene in unstable() {
            sim.reset(&scene).expect("it is valid");
            sim.run(steps);
            assert!(is_finite(&*sim), "{} {scene:?}", M::NAME);
        }
    }
    stays::<cloth_core::Verlet>(60);
    stays::<Rk4>(2);
    stays::<BackwardEuler>(2);
    stays::<Imex>(2);
}

/// Lengths from `from`, evenly spread over two powers of two, in which the
/// estimates of roots repeat.
fn lengths(from: f64) -> impl Iterator<Item = f64> {
    (0..20_000).map(move |i| from * f64::exp2(f64::from(i) / 10_000.0))
}

/// Asserts that each end is within a hundredth of a percent of what is expected.
#[track_caller]
fn assert_ends(numbers: impl Iterator<Item = f64>, expected: [f64; 2]) {
    let found = ends(&numbers.collect::<Vec<_>>());
    (0..2).for_each(|i| assert_near(found[i], expected[i], 1e-4));
}

#[test]
fn approximate_roots_are_as_wrong_as_documented() {
    for from in [1e-6, 0.5, 1.0, 3e5] {
        let norm = |x: f64| {
            let x = Approximate::from_f64(x);
            let norm = Approximate::norm(Approximate::ZERO, x, Approximate::ZERO);
            norm.to_f64() / x.to_f64() - 1.0
        };
        assert_ends(lengths(from).map(norm), [-0.0344, 0.0340]);
        let root = |x: f64| {
            let squared = Approximate::from_f64(x * x);
            squared.square_root().to_f64() / squared.to_f64().sqrt() - 1.0
        };
        assert_ends(lengths(from).map(root), [0.0, 0.0607]);
    }
    for exact in [0.25, 1.0, 4.0, 1024.0] {
        let squared = Approximate::from_f64(exact * exact);
        assert_eq!(squared.square_root().to_f64(), exact);
    }
}

/// Rest lengths of the cloth's links, and the errors of a pull, parts of strength · rest: how far the
/// inverse root is off, less its error at the rest length.
const RESTS: [(f64, [f64; 2]); 4] = [
    (1.0, [-0.0701, 0.0006]),
    (2.0, [-0.0701, 0.0006]),
    (std::f64::consts::SQRT_2, [-0.0208, 0.0467]),
    (2.828_427_124_746, [-0.0208, 0.0467]),
];

fn pull(d: Vector, rest: f64, strength: f64) -> Vector {
    let link = Approximate::link(rest, strength);
    Approximate::pull::<false>(d.map(Approximate::from_f64), &link).map(Approximate::to_f64)
}

/// In every direction, at every length: the error along d is the part of
/// strength · rest by which the inverse root is wrong, and never more.
#[test]
fn an_approximate_pull_is_wrong_by_a_part_of_the_rest_length() {
    let mut noise = Noise::new(1);
    for (rest, expected) in RESTS {
        for strength in [0.1, 0.5, 1.0] {
            let error = |distance: f64| {
                let d = noise.vector(1.0);
                let d = d.map(|v| v * distance / length(d));
                let got = pull(d, rest, strength);
                let wrong = |i: usize| got[i] - strength * (1.0 - rest / distance) * d[i];
                let along: f64 = (0..3).map(|i| wrong(i) * d[i] / distance).sum();
                along / (strength * rest)
            };
            assert_ends(lengths(0.5 * rest).map(error), expected);
        }
    }
}

/// Where the pull changes its sign, and how steeply it grows around there.
#[test]
fn rest_lengths_are_right_and_stiffness_as_wrong_as_documented() {
    let side = [0.45..0.6, 1.7..1.95];
    let diagonal = [0.6..0.75, 1.3..1.5];
    for ((rest, _), bounds) in RESTS.into_iter().zip([&side, &side, &diagonal, &diagonal]) {
        let along = |length: f64| pull([length, 0.0, 0.0], rest, 1.0)[0];
        let (mut short, mut long) = (0.9 * rest, 1.1 * rest);
        while long - short > 1e-6 {
            let middle = 0.5 * (short + long);
            match along(middle) < 0.0 {
                true => short = middle,
                false => long = middle,
            }
        }
        // That much is prepared for: a link comes to rest at its rest length.
        assert_near(short / rest, 1.0, 1e-4);
        // 1 were it exact; within 8 % of the rest length.
        let step = 2e-3 * rest;
        let steepness = |i: i32| {
            let length = rest * (1.0 + f64::from(i) / 1000.0);
            (along(length + step) - along(length - step)) / (2.0 * step)
        };
        let stiffness = ends(&(-80..=80).map(steepness).collect::<Vec<_>>());
        let within = (0..2).all(|i| bounds[i].contains(&stiffness[i]));
        assert!(within, "{rest}: {stiffness:?}");
        // A limit only shortens.
        let link = Approximate::link(rest, 0.5);
        for length in lengths(0.5 * rest) {
            let d = [length, 0.0, 0.0].map(Approximate::from_f64);
            let [free, ..] = Approximate::pull::<false>(d, &link);
            let [limited, ..] = Approximate::pull::<true>(d, &link);
            assert_eq!(limited, free.most(Approximate::ZERO), "{rest} {length}");
        }
    }
}

#[test]
fn approximate_edges_are_finite() {
    let zero = Approximate::ZERO;
    assert_eq!(Approximate::norm(zero, -zero, zero), zero);
    for none in [0.0, -0.0, -1.0, -1e9, f64::NAN] {
        assert_eq!(Approximate::from_f64(none).square_root(), zero, "{none}");
    }
    let largest = Approximate::MAX_COEFFICIENT;
    for (rest, strength) in [(1.0, 1.0), (2.828 * largest, 2.0 * largest)] {
        assert_eq!(pull([0.0; 3], rest, strength), [0.0; 3]);
        assert_eq!(pull([0.0, -0.0, 0.0], rest, strength), [0.0; 3]);
        for exponent in -46..=9 {
            let x = 10.0_f64.powi(exponent);
            let got = pull([x, -x, x], rest, strength);
            assert!(got.iter().all(|v| v.is_finite()), "{x}: {got:?}");
            let norm = Approximate::from_f64(x);
            let norm = Approximate::norm(norm, -norm, norm).to_f64();
            assert!(norm.is_finite() && norm >= 0.0, "{x}: {norm}");
        }
    }
    // Nothing is pulled further than the rest length, however near the ends.
    for exponent in -46..0 {
        let [x, ..] = pull([10.0_f64.powi(exponent), 0.0, 0.0], 1.0, 1.0);
        assert!((-1.0702..=0.0).contains(&x), "1e{exponent}: {x}");
    }
}
