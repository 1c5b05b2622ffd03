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
    ("forward-euler", "f32", [0xc287eb32e65dad45, 0xe7422450d982274d, 0xc4208e5b9e55a486, 0x67cf17d48fde5adb]),
    ("symplectic-euler", "f32", [0x71e9f34708d61c18, 0x1d56e70b3c475f37, 0x763fbcc238086aa1, 0x534eeb1a9df3d5f3]),
    ("verlet", "f32", [0xb02557daab4b361b, 0x0fcd08d477cddde5, 0x70c3d50877309b05, 0xffc5df1568be97e0]),
    ("rk2", "f32", [0x5bb43e81c5220e7f, 0x5e82372aa57a9ca2, 0xe177991b4b3c372d, 0x248ac2b352f3cf02]),
    ("rk4", "f32", [0xcbd46a9a778841d1, 0xd6f43517dbe5e4a7, 0x0178410d75265582, 0x8fe746fa65c267b9]),
    ("backward-euler", "f32", [0x59dcd287f3e94a98, 0x8fc343aa5b261033, 0x7c2d9aada1ce18fb, 0x8fb87f103c54dafb]),
    ("imex", "f32", [0xc2b1c907b5828a89, 0x8dcaa0e347ecf6e4, 0xf716e1cffc59609c, 0x801f5337474072c4]),
    ("forward-euler", "f64", [0x5f417c0cc32b2baf, 0x6c99cfd2ff6ca28f, 0x5e552d2d4a2975b9, 0x77a6458060bf6b81]),
    ("symplectic-euler", "f64", [0xf1f7c5e3c0b6c0f5, 0xe3a81673f48c4baa, 0xc8493a4b6d02b1c0, 0xab2e011f30876b11]),
    ("verlet", "f64", [0xc1cd5a6f2ae76e47, 0x06b4a64fc008631d, 0x79f9e861b69ccc9c, 0x518ec0ae31330bf0]),
    ("rk2", "f64", [0xa4491493f26ce542, 0x07818d5923250ff5, 0x4c03b15b6a7b1702, 0x61c41e5033a181f0]),
    ("rk4", "f64", [0xcf66e0dfc652397e, 0x7ed158fe27f5b66c, 0xbbcf70e1366e9769, 0xba4f889e4cdd3222]),
    ("backward-euler", "f64", [0x37f09c3fe16dd435, 0x29b61d1c2feb8872, 0x3e44b52a65325f05, 0x6e2d06696727ade8]),
    ("imex", "f64", [0xb20dc600555abb02, 0x30df0682aff1ce5e, 0x73f934dd098f8ca9, 0xe11a87b7640663f4]),
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
