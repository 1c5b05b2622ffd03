//! V22 for every scheme: the bits of some scenes after 30 steps at 10 × 8, the
//! same on every machine, in debug and release; in f32 also in arrays.
//!
//! After a change that is meant to change the motion, print the new table with
//! `CLOTH_ACCEPT=1 cargo test -p cloth-tests --test methods v22_every_scheme -- --nocapture`
//! and put it in place of the one below.

use cloth_core::{Scalar, Scene, scenes};
use cloth_tests::{Tight, begin_with, in_arrays, with_schemes};

/// Method, scalar, hashes of the scenes of [`SCENES`].
type Bits = (&'static str, &'static str, [u64; 4]);

#[rustfmt::skip]
const GOLDEN: &[Bits] = &[
    ("forward-euler", "f32", [0x0062cc14135eb1aa, 0x741294ff82ef914b, 0x15dd0815444eb25d, 0xfbb53b8cec16a6c5]),
    ("symplectic-euler", "f32", [0x9bc0243c4e79364a, 0x155f7062278bfbbb, 0xc283ae8de6b6e87d, 0xfd258fd140e27218]),
    ("verlet", "f32", [0xe532add4edd8c3a4, 0xbb014058a5674227, 0x0e1a6c7bfb012ab0, 0x663ade51350ebae4]),
    ("rk2", "f32", [0x0122eeef407e3436, 0xb75600884910570f, 0x2402c1eb118fb504, 0x1357939875a71e3f]),
    ("rk4", "f32", [0xd03ceae4cdcee6fe, 0xddb8a913f4032388, 0x30b2cd01045eb3f2, 0x6c824f822736cf79]),
    ("backward-euler", "f32", [0x84328df7ded4f09d, 0x86dae3c568e2c3c8, 0x005f02c06ed80d0c, 0xb26fd7205f3931f8]),
    ("imex", "f32", [0x603d092a1815e7c9, 0x0c916543465d2ffe, 0x0ec3ddf8e16a7c24, 0xcd0d319fa3d68602]),
    ("forward-euler", "f64", [0xe90d03962b8bdaad, 0xde6e31de8d0960ba, 0x27e9255f48ab1f7b, 0xbad6332fc0e15836]),
    ("symplectic-euler", "f64", [0x041576c4fc765128, 0x6fb58d163c40915e, 0xd8f114a95cd91ee4, 0xcd94456d077be3bf]),
    ("verlet", "f64", [0x6301b4c47bdad5be, 0x2d6dccbdb6bccc91, 0xbe4fe9e93051309a, 0x341adbe4b5caf80a]),
    ("rk2", "f64", [0x64faf075fc801b48, 0xb2a5b8112c641935, 0x4d444af8620398fb, 0x65ab60230066d63a]),
    ("rk4", "f64", [0x64031de99ca331fc, 0xa10d67c085c7dc10, 0xab7ebfc3df4f5edc, 0x4c9b33ab423b2089]),
    ("backward-euler", "f64", [0x75602bab083687af, 0xf3fea0c50570f2a4, 0xce607e544701382e, 0xcd90ae5338d9cfc8]),
    ("imex", "f64", [0xe8f240db01a61d4a, 0xdf784bd67b0a159f, 0x303aa906518c06d3, 0x6d0d8478bbf055f2]),
];

const SCENES: [&Scene; 4] = [
    &scenes::FOUR_CORNERS_SPHERE.scene,
    &scenes::FLAG.scene,
    &scenes::CROSS_WIND.scene,
    &scenes::DRAPE_SPHERE.scene,
];

fn bits<T: Scalar, S: Tight, const W: usize, const H: usize>(found: &mut Vec<Bits>) {
    let hashes = SCENES.map(|scene| {
        let mut sim = begin_with::<T, S, W, H>(scene);
        sim.run(30);
        sim.state_hash()
    });
    found.push((S::NAME, T::NAME, hashes));
}

/// As [`bits`], with the same bits in arrays.
fn in_both<T: Scalar, S: Tight, const W: usize, const H: usize>(found: &mut Vec<Bits>) {
    bits::<T, S, W, H>(found);
    let hashes = SCENES.map(|scene| {
        let mut arrays = in_arrays::<T, S, W, H>();
        arrays.reset(scene).expect("the scene is valid");
        arrays.run(30);
        arrays.state_hash()
    });
    assert_eq!(found.last(), Some(&(S::NAME, T::NAME, hashes)));
}

#[test]
fn v22_every_scheme_has_the_recorded_bits() {
    let mut found = Vec::new();
    with_schemes!(in_both(&mut found): f32, 10 by 8; all);
    // `storages` compares some of these in both.
    with_schemes!(bits(&mut found): f64, 10 by 8; all);
    let mut table = String::new();
    for (scheme, scalar, [a, b, c, d]) in &found {
        table += &format!(
            "    (\"{scheme}\", \"{scalar}\", [0x{a:016x}, 0x{b:016x}, 0x{c:016x}, 0x{d:016x}]),\n"
        );
    }
    if std::env::var_os("CLOTH_ACCEPT").is_some() {
        println!("{table}");
        return;
    }
    assert!(
        found == GOLDEN,
        "these move otherwise than recorded; now\n{table}\nIf that is meant: \
         CLOTH_ACCEPT=1 cargo test -p cloth-tests --test methods v22_every_scheme -- --nocapture"
    );
}
