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
    ("backward-euler", "f32", [0x66409d3d0d11823e, 0x86dae3c568e2c3c8, 0x005f02c06ed80d0c, 0xd17d0b67d656e74a]),
    ("imex", "f32", [0xae911a85ed9a7125, 0x0c916543465d2ffe, 0x0ec3ddf8e16a7c24, 0xc4536833bd4f67d5]),
    ("forward-euler", "f64", [0xf8c9c3fc2439cfa9, 0xde6e31de8d0960ba, 0x4d850c6276e983c3, 0xd4d14c4cacc93f6a]),
    ("symplectic-euler", "f64", [0xe9ae921dc19ae003, 0x6fb58d163c40915e, 0x38aff1003bcdefae, 0xf10ddf615daf281b]),
    ("verlet", "f64", [0xffb04935ddf9520d, 0x2d6dccbdb6bccc91, 0xdacd23b2e5193252, 0x3435143bf4b1bb58]),
    ("rk2", "f64", [0xc652eda9c98e05cd, 0xb2a5b8112c641935, 0x75986066934027cd, 0x1f418efc869f6eaa]),
    ("rk4", "f64", [0x39ecb99be7c3f8d4, 0xa10d67c085c7dc10, 0x685c03e39e4a0857, 0xc63c9be04e0f880d]),
    ("backward-euler", "f64", [0x7c2a129a50b15de7, 0xf3fea0c50570f2a4, 0x979f92cff1e636ef, 0x9b0e65f54d73ac07]),
    ("imex", "f64", [0xc8ff47b1c6b2c75c, 0x3dfc25c4694be4d0, 0xe4eaadefd11b3754, 0xb0684d4aec150825]),
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
