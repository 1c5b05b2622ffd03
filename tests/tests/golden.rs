//! The bits of every scene after 60 steps at 16 × 16 in f32 and in fixed
//! point, in its own mode and in constraint mode: the same on every machine, in
//! debug and release.
//!
//! After a change that is meant to change the motion, look at the scenes, then
//! print the new table with
//! `CLOTH_ACCEPT=1 cargo test -p cloth-tests --test golden -- --nocapture`
//! and put it in place of the one below.

use cloth_core::{Fixed, Mode, Scalar, Scene, scenes};
use cloth_tests::begin;

/// Name; in f32 and then in fixed point: hash in the scene's own mode, hash in
/// constraint mode.
#[rustfmt::skip]
const GOLDEN: &[(&str, [u64; 4])] = &[
    ("four-corners-sphere", [0x544d2aa22a8d2f6e, 0x6dca7801f6c23d3b, 0xae1ea98123c6fc45, 0x9cfaec15d00f057e]),
    ("four-corners", [0x83e5fcd7c0d70066, 0xbfadcaef511af2a6, 0xa9c91e74570ba231, 0xbf430ba534037dd7]),
    ("edge-sphere", [0x9239c9013528040c, 0xf041128639defcff, 0x2cd817459cd219cf, 0x36a429c8a84bfcee]),
    ("drape-sphere", [0x6a7595c202f1bfcb, 0xa4b4f0a41739bf04, 0x7ecf3ef73ece85d3, 0xa22643040cd8dea9]),
    ("four-corners-wind", [0xf8ad5c8b27104980, 0x8f5f7bfbaaf6163c, 0x33a226fc594cd297, 0x97e99356d55ab6c2]),
    ("sphere-approach", [0xaeca1c1603189ce9, 0x476e6707c68675e0, 0x82a333041b969a6c, 0xc3b999a44d2aae66]),
    ("string", [0x8345e01fe6102cd4, 0x5a4eda6d709d07ac, 0x62383fcca58d9b99, 0x0478bcc73c6b8a79]),
    ("super-elastic", [0xeefb93daec9dcbad, 0xe8ce6673f1b6c3d1, 0x8b1ed04e34a7e943, 0x9526ff909311861d]),
    ("super-elastic-limited", [0x5c6358cbb2c09ae6, 0x0a3dd215f22411d7, 0x2b399219bd3f30ab, 0x81703573ef366363]),
    ("cross-wind", [0x0da50de6738753d4, 0x1f3bedc2b4377ef7, 0xa43455dfaf1fb5e9, 0x7160aeb6caa43880]),
    ("sphere-wind", [0x1e857d4329da3a96, 0xcf0699f08c239ccc, 0x687c5619049af462, 0xbfce3df2bac67c40]),
    ("ball-and-floor", [0xafb47094a7c70e3b, 0x9decda979b16e1f5, 0xef3a0fafda0f0b5d, 0xb442c73ea834ebcd]),
    ("flag", [0x54ee6f14c08065da, 0x3fc38156e89618be, 0xe9b35ec486ed398b, 0x622aa6df2366baf1]),
    ("pinned2", [0x4041698ea5e033e9, 0x653db7e284621c4c, 0xa56c0c5ff9809d30, 0x74f3607810c0af1c]),
    ("pinned4", [0x5ba8b2e0cca0d6af, 0x018d99b89f70b143, 0x99cc4181206c5d3e, 0x19a92f23c78d98ee]),
    ("sphere", [0x4230d5a321406f4e, 0x9d5bed078a746851, 0xe5e6f34bef9c5787, 0x56a3ad64d31098b8]),
    ("plane", [0xb0ad8e768b55bfdd, 0x0a6c47d2dce1f4a0, 0x84597fcba0d7c026, 0x5e1513d181894cc5]),
];

fn hash<T: Scalar>(scene: &Scene) -> u64 {
    let mut sim = begin::<T, 16, 16>(scene);
    sim.run(60);
    sim.state_hash()
}

fn hashes(scene: &Scene) -> [u64; 4] {
    let mut constraint = *scene;
    constraint.solver.mode = Mode::Constraint;
    [
        hash::<f32>(scene),
        hash::<f32>(&constraint),
        hash::<Fixed>(scene),
        hash::<Fixed>(&constraint),
    ]
}

#[test]
fn v22_every_scene_has_the_recorded_bits() {
    let accept = std::env::var_os("CLOTH_ACCEPT").is_some();
    let mut table = String::new();
    let mut wrong = Vec::new();
    for named in scenes::ALL {
        let now = hashes(&named.scene);
        let [a, b, c, d] = now;
        let row = format!(
            "    (\"{}\", [0x{a:016x}, 0x{b:016x}, 0x{c:016x}, 0x{d:016x}]),\n",
            named.name
        );
        let known = GOLDEN.iter().find(|(name, ..)| *name == named.name);
        if known != Some(&(named.name, now)) {
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
