//! V22 for every method: the bits of some scenes after 30 steps at 10 × 8, the
//! same on every machine, in debug and release. `storages` compares arrays.
//!
//! After a change that is meant to change the motion, print the new table with
//! `CLOTH_ACCEPT=1 cargo test -p cloth-tests --test methods -- --nocapture`
//! and put it in place of the one below.

use cloth_core::NamedScene;
use cloth_core::host::Format::{F32, F64};
use cloth_core::host::{GridSize, Method, start};
use cloth_core::scenes::{CROSS_WIND, DRAPE_SPHERE, FLAG, FOUR_CORNERS_SPHERE};
use cloth_tests::pairs;

/// Method, format, hashes of the scenes of [`SCENES`].
type Bits = (&'static str, &'static str, [u64; 4]);

#[rustfmt::skip]
const GOLDEN: &[Bits] = &[
    ("forward-euler", "f32", [0x8393d5928504c4aa, 0x29d1c979f2ad0f9d, 0x15dd0815444eb25d, 0x014ece237f20e340]),
    ("symplectic-euler", "f32", [0x6c44b97bf229e2fc, 0x155f7062278bfbbb, 0xc283ae8de6b6e87d, 0xe80a5544e922d97f]),
    ("verlet", "f32", [0x0004d949f921b014, 0xbb014058a5674227, 0x0e1a6c7bfb012ab0, 0x94ffd9c90a62446b]),
    ("rk2", "f32", [0x9b094694d93f1897, 0xf9a970e549b48948, 0x2402c1eb118fb504, 0x4bf8c8993ed7ac53]),
    ("rk4", "f32", [0x458674d821a2f190, 0xddb8a913f4032388, 0x30b2cd01045eb3f2, 0x04b737b6984eb6c9]),
    ("backward-euler", "f32", [0x66409d3d0d11823e, 0x86dae3c568e2c3c8, 0x005f02c06ed80d0c, 0xd17d0b67d656e74a]),
    ("imex", "f32", [0x3103a59f9a419f41, 0x0c916543465d2ffe, 0x0ec3ddf8e16a7c24, 0xb0e4bdf858fd4efd]),
    ("forward-euler", "f64", [0x60f0e6122104d1cf, 0xdfebeb59bc4c712a, 0x4d850c6276e983c3, 0xac90c4fcd7ad410c]),
    ("symplectic-euler", "f64", [0xce2ecc1ad36ace50, 0x6fb58d163c40915e, 0x38aff1003bcdefae, 0x51cb662697d86481]),
    ("verlet", "f64", [0xbcd46d8c730c4851, 0x2d6dccbdb6bccc91, 0xdacd23b2e5193252, 0x4d166d1e4a29a1a6]),
    ("rk2", "f64", [0x873a2e784574ef15, 0xebe73294fde1e7ff, 0x75986066934027cd, 0xfbaacce4fd637cc3]),
    ("rk4", "f64", [0x798e08cd41272b15, 0xa10d67c085c7dc10, 0x685c03e39e4a0857, 0x885b072d23ab3f8b]),
    ("backward-euler", "f64", [0xab98f458ba3d592a, 0xf3fea0c50570f2a4, 0x979f92cff1e636ef, 0x9b0e65f54d73ac07]),
    ("imex", "f64", [0xf8a29a4f266cd3b4, 0x3dfc25c4694be4d0, 0xe4eaadefd11b3754, 0x23775024c1bd9fd6]),
];

const SCENES: [&NamedScene; 4] = [&FOUR_CORNERS_SPHERE, &FLAG, &CROSS_WIND, &DRAPE_SPHERE];

#[test]
fn v22_every_method_has_the_recorded_bits() {
    let (mut table, mut wrong) = (String::new(), 0);
    let (columns, rows) = (10, 8);
    for (format, method) in pairs([F32, F64], Method::ALL) {
        let found = SCENES.map(|named| {
            let started = start(&named.scene, GridSize { columns, rows }, method, format);
            let mut sim = started.expect("the scene is valid");
            (0..30).for_each(|_| sim.step());
            sim.state_hash()
        });
        wrong += u32::from(!GOLDEN.contains(&(method.name(), format.name(), found)));
        let hex = found.map(|hash| format!("0x{hash:016x}")).join(", ");
        table += &format!("    (\"{method}\", \"{format}\", [{hex}]),\n");
    }
    if std::env::var_os("CLOTH_ACCEPT").is_some() {
        return println!("{table}");
    }
    assert_eq!(wrong, 0, "these move otherwise than recorded; now\n{table}");
}
