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
