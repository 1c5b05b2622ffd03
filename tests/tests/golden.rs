//! The bits of every scene after 60 steps at 16 × 16 in f32, in its own mode
//! and in constraint mode: the same on every machine, in debug and release.
//!
//! After a change that is meant to change the motion, look at the scenes, then
//! print the new table with
//! `CLOTH_ACCEPT=1 cargo test -p cloth-tests --test golden -- --nocapture`
//! and put it in place of the one below.

use cloth_core::{Mode, Scene, scenes};
use cloth_tests::begin;

/// Name, hash in the scene's own mode, hash in constraint mode.
#[rustfmt::skip]
const GOLDEN: &[(&str, u64, u64)] = &[
    ("four-corners-sphere", 0xe787e10b17051f68, 0x6c519a4b383d6293),
    ("four-corners", 0x8296d2664043fcee, 0x99ecfe33b85730c6),
    ("edge-sphere", 0x0b5958fb11258a94, 0x73254b85f2cdaedd),
    ("drape-sphere", 0x013f54541f4e311e, 0xb736432c09942fb4),
    ("four-corners-wind", 0x0986c8a966f17b4e, 0xe6555ec79090754b),
    ("sphere-approach", 0x5db0fa85d10b8c58, 0x1c8fb26c9c824d9d),
    ("string", 0x1257f08bf6fb4e3b, 0xcaf614bb4c8e6e2f),
    ("super-elastic", 0xeefb93daec9dcbad, 0x10d7f11ec4fb486b),
    ("super-elastic-limited", 0x5c6358cbb2c09ae6, 0xdceb4751a819b177),
    ("cross-wind", 0x4e411906d1d9d83d, 0xa075cab4695d4b14),
    ("sphere-wind", 0x79122755676af3b8, 0x29b87136c31ba075),
    ("ball-and-floor", 0xc4191619e8ac3b96, 0x9b29886f9af78f0a),
    ("flag", 0xf06c5a933c8fbd9c, 0xe268789e223e5592),
    ("pinned2", 0xc5ed07b9800c21bc, 0x46a53bee57ce85cd),
    ("pinned4", 0xe3f00457b7d003e9, 0xf90beec9f1662a51),
    ("sphere", 0xc6454fa6785dfe29, 0x4b6054969aabcec8),
    ("plane", 0x3bec7ce9bb59e2ae, 0x3559376e27f2df9b),
];

fn hash(scene: &Scene) -> u64 {
    let mut sim = begin::<f32, 16, 16>(scene);
    sim.run(60);
    sim.state_hash()
}

fn hashes(scene: &Scene) -> [u64; 2] {
    let mut constraint = *scene;
    constraint.solver.mode = Mode::Constraint;
    [hash(scene), hash(&constraint)]
}

#[test]
fn v22_every_scene_has_the_recorded_bits() {
    let accept = std::env::var_os("CLOTH_ACCEPT").is_some();
    let mut table = String::new();
    let mut wrong = Vec::new();
    for named in scenes::ALL {
        let [own, constraint] = hashes(&named.scene);
        let row = format!(
            "    (\"{}\", 0x{own:016x}, 0x{constraint:016x}),\n",
            named.name
        );
        let known = GOLDEN.iter().find(|(name, ..)| *name == named.name);
        if known != Some(&(named.name, own, constraint)) {
            wrong.push(row.clone());
        }
        table += &row;
    }
    if accept {
        println!("{table}");
        return;
    }
    assert!(
        wrong.is_empty() && GOLDEN.len() == scenes::ALL.len(),
        "these scenes moved otherwise than recorded; they now have\n{}\n\
         If that is meant: CLOTH_ACCEPT=1 cargo test -p cloth-tests --test golden -- --nocapture \
         prints the whole table for tests/tests/golden.rs.",
        wrong.concat()
    );
}
