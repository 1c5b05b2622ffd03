//! V22 for every scheme: the bits of some scenes after 30 steps at 10 × 8, the
//! same on every machine, in debug and release.
//!
//! After a change that is meant to change the motion, print the new table with
//! `CLOTH_ACCEPT=1 cargo test -p cloth-tests --test schemes_golden -- --nocapture`
//! and put it in place of the one below.

use cloth_core::{Scalar, Scene, scenes};
use cloth_tests::{Tight, begin_with, with_schemes};

/// Scheme, scalar, hashes of the scenes of [`SCENES`].
type Bits = (&'static str, &'static str, [u64; 4]);

#[rustfmt::skip]
const GOLDEN: &[Bits] = &[
    ("forward-euler", "f32", [0x6a17c7e403b990ab, 0x97670e3f70f7db51, 0xdb2e5d41516f0da2, 0xc19df7ce71c1cd81]),
    ("symplectic-euler", "f32", [0x32d5b4f7b38ec974, 0x84a810e8549bc466, 0xa5a479ab309252d0, 0xb91ab5f3d8294b7e]),
    ("verlet", "f32", [0x156bf11292009b3b, 0x8621c336996dde75, 0x5d66a74629609a0c, 0x58587fcf955f9fc3]),
    ("rk2", "f32", [0x44415780d1767cd7, 0x6c5ee22584d96882, 0x6f5e79c42d3a28e0, 0x9f2f10988c771530]),
    ("rk4", "f32", [0x9b7c3af87f3b7544, 0xc750bcf35518a112, 0x1d4f9b743906dc5d, 0xf26ef1540664ff71]),
    ("backward-euler", "f32", [0x0fc97ee56e3af9a6, 0x9416e09b99421ef1, 0x3f4960625ffb1815, 0x88ee8153ee7e7e7b]),
    ("imex", "f32", [0x1a539231e4e98d49, 0xecbffc06c10400ff, 0x101acf211d3b7611, 0xf82f3ff18c892c4c]),
    ("forward-euler", "f64", [0x0107e4ceba2fe948, 0x9f1055d7b9a63f52, 0x4ec2571afcd1f863, 0xb5ad827c619bfcde]),
    ("symplectic-euler", "f64", [0xf4081969dc7de01e, 0x21e64e8331172a00, 0x2162ad0784bb034a, 0x8f75280ce51a23d9]),
    ("verlet", "f64", [0xdca3101b26932305, 0x443b9adad2cc1ddd, 0x945c9a70bed5bb10, 0x80bab3b9b5f53d47]),
    ("rk2", "f64", [0x5800eec46aecee94, 0x7da32c8881acd6cc, 0x3acea8777c93503c, 0x1096e96d7e014095]),
    ("rk4", "f64", [0x704790aec3f1f8db, 0x7cc38d5b9a78e205, 0xea1f6079048cccab, 0x535094288be74c22]),
    ("backward-euler", "f64", [0x6c1b2aef562aebe3, 0x0f7123b2c2ad1063, 0x4c970c9a1b645716, 0x3b810eb60264b505]),
    ("imex", "f64", [0xae4f64e1d8fce030, 0x885dfa054faa7cfd, 0xa50904504335b184, 0x2ebf633025f12ca3]),
];

const SCENES: [&Scene; 4] = [
    &scenes::FOUR_CORNERS_SPHERE.scene,
    &scenes::FLAG.scene,
    &scenes::CROSS_WIND.scene,
    &scenes::DRAPE_SPHERE.scene,
];

fn bits<T: Scalar, S: Tight<T, W, H>, const W: usize, const H: usize>(found: &mut Vec<Bits>) {
    let hashes = SCENES.map(|scene| {
        let mut sim = begin_with::<T, S, W, H>(scene);
        sim.run(30);
        sim.state_hash()
    });
    found.push((S::NAME, T::NAME, hashes));
}

#[test]
fn v22_every_scheme_has_the_recorded_bits() {
    let mut found = Vec::new();
    with_schemes!(bits(&mut found): f32, 10 by 8; all);
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
         CLOTH_ACCEPT=1 cargo test -p cloth-tests --test schemes_golden -- --nocapture"
    );
}
