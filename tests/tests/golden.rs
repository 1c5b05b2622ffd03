//! The bits of every scene after 60 steps at 16 × 16 in f32 and in fixed
//! point, in its own mode, in constraint mode, in PBD and in XPBD with tethers: the
//! same on every machine, in debug and release.
//!
//! After a change that is meant to change the motion, look at the scenes, then
//! print the new table with
//! `CLOTH_ACCEPT=1 cargo test -p cloth-tests --test golden -- --nocapture`
//! and put it in place of the one below.

use cloth_core::scene::TetherScene;
use cloth_core::{Fixed, Mode, Scalar, Scene, scenes};
use cloth_tests::begin;

/// Name; in f32 and then in fixed point: hash in the scene's own mode, hash in
/// constraint mode; then, again in both, hash in PBD, hash in XPBD with tethers.
#[rustfmt::skip]
const GOLDEN: &[(&str, [u64; 8])] = &[
    ("four-corners-sphere", [0x544d2aa22a8d2f6e, 0x6dca7801f6c23d3b, 0xae1ea98123c6fc45, 0x9cfaec15d00f057e, 0xcb35e3b5f2aa0dfa, 0xe7e28f90394fa979, 0xe99d48f2bccc16d1, 0x8fd81057cea330b6]),
    ("four-corners", [0x83e5fcd7c0d70066, 0xbfadcaef511af2a6, 0xa9c91e74570ba231, 0xbf430ba534037dd7, 0xe9592c2bcda2d547, 0x15d9ce66eda9610b, 0x3181f33f180cf386, 0x40f5d89ed4fa5d22]),
    ("edge-sphere", [0x9239c9013528040c, 0xf041128639defcff, 0x2cd817459cd219cf, 0x36a429c8a84bfcee, 0xb4fbd52668cb19fc, 0xc04fc2b072014259, 0x86198eb226b0fdf8, 0x73a103ba91d5b2d0]),
    ("drape-sphere", [0x6a7595c202f1bfcb, 0xa4b4f0a41739bf04, 0x7ecf3ef73ece85d3, 0xa22643040cd8dea9, 0x8bb38de43dbeecde, 0x2bd1325d1672a321, 0x93737e49efe5e350, 0x86194fd51291e0eb]),
    ("four-corners-wind", [0xf8ad5c8b27104980, 0x8f5f7bfbaaf6163c, 0x33a226fc594cd297, 0x97e99356d55ab6c2, 0xc1a034c1b049436e, 0x4e790aa562376d0a, 0x98c1e254179d954c, 0x102ab00a49271976]),
    ("sphere-approach", [0xaeca1c1603189ce9, 0x476e6707c68675e0, 0x82a333041b969a6c, 0xc3b999a44d2aae66, 0x06de2f51291d721d, 0x71c0c3b48be81580, 0xf65631dd0c29de57, 0xb3420ed73c9e034a]),
    ("string", [0x8345e01fe6102cd4, 0x5a4eda6d709d07ac, 0x62383fcca58d9b99, 0x0478bcc73c6b8a79, 0x671f2d0a6da416cd, 0x266f249d154846a5, 0xd512ee976bcd0953, 0xba431d4150264e0a]),
    ("super-elastic", [0xeefb93daec9dcbad, 0xe8ce6673f1b6c3d1, 0x8b1ed04e34a7e943, 0x9526ff909311861d, 0x5e79384cd85668d8, 0x2875ae5125cd67ec, 0x25560553d474dd3a, 0xc7c06211e3ccd426]),
    ("super-elastic-limited", [0x5c6358cbb2c09ae6, 0x0a3dd215f22411d7, 0x2b399219bd3f30ab, 0x81703573ef366363, 0x622f1e386177991f, 0x965cb8ddb403bcd1, 0x8b0b9305a805feb2, 0xd330dac07e3a2f15]),
    ("cross-wind", [0x0da50de6738753d4, 0x1f3bedc2b4377ef7, 0xa43455dfaf1fb5e9, 0x7160aeb6caa43880, 0xb8bc4449b324fe71, 0x3c15401ebcdc5301, 0x13a044de4d710f67, 0xb95100e0ec3bafb9]),
    ("sphere-wind", [0x1e857d4329da3a96, 0xcf0699f08c239ccc, 0x687c5619049af462, 0xbfce3df2bac67c40, 0x0033f14214adc331, 0xd4c1871a098020e3, 0x6c7f2d67e714bf3b, 0x51efe73f68090fed]),
    ("ball-and-floor", [0xafb47094a7c70e3b, 0x9decda979b16e1f5, 0xef3a0fafda0f0b5d, 0xb442c73ea834ebcd, 0xeb741fcca4765641, 0xcb827bf7f49c9408, 0x31108a81393570fb, 0x50755f1b17d91929]),
    ("flag", [0x54ee6f14c08065da, 0x3fc38156e89618be, 0xe9b35ec486ed398b, 0x622aa6df2366baf1, 0xbf9df6b1740acb0f, 0xb5ea50b0464e9d58, 0x702eee3b91ba045d, 0x63be831d7f94e5af]),
    ("pinned2", [0x4041698ea5e033e9, 0x653db7e284621c4c, 0xa56c0c5ff9809d30, 0x74f3607810c0af1c, 0x06a6e54bb791fd13, 0xd7e3dfb68624f848, 0x56e489d1deb81334, 0x98c5290096de8b12]),
    ("pinned4", [0x5ba8b2e0cca0d6af, 0x018d99b89f70b143, 0x99cc4181206c5d3e, 0x19a92f23c78d98ee, 0x4f14e552b240ac7f, 0x7887b44b322bbe88, 0xe9bea19bea1cecf6, 0x8111fe0719b490fa]),
    ("sphere", [0x4230d5a321406f4e, 0x9d5bed078a746851, 0xe5e6f34bef9c5787, 0x56a3ad64d31098b8, 0xe507a7317c999a79, 0x8cc810584fdf670c, 0xd56e6295d0592c79, 0x4bdb277a64096c30]),
    ("plane", [0xb0ad8e768b55bfdd, 0x0a6c47d2dce1f4a0, 0x84597fcba0d7c026, 0x5e1513d181894cc5, 0x99e308c2675d9b56, 0x9be62ac9f77f3469, 0x53a1d31ae0f83d8f, 0x9f7e1b886e806599]),
    ("self-collision", [0x67423afe7beb6e13, 0xaa53fc3b6737a136, 0xa67b7cb8fb17e6a1, 0x003af18cca7c08db, 0xacdfb84c6052acc9, 0x3dd10a6c15e6cb2c, 0x90609110705a1b6d, 0xbf1423d739d1ae32]),
    ("fold", [0xff2b9d96d892a880, 0x4f3a414bd1a24ef3, 0x33aaec27b8b4cd3f, 0x91ad0062704cd220, 0x78279fb40c7e72c5, 0xfd205f7c51c14777, 0x41286a30e1637398, 0xc871e6ba7faf7eba]),
    ("three-layers", [0xd9d2759f6a9db532, 0x8c63fe5ed62b9148, 0xc91002633ed5dc39, 0xf9318046625041ba, 0x6da3bf463f9dd9e6, 0xb923f93c7b9e88f6, 0x80958638ff3c2535, 0x82246c826653f1db]),
    ("bullet", [0x18bd1d3dbfdb6a9a, 0xfb42b081e0cc87d1, 0x14d695750877c4d4, 0x3e184e1b091da73b, 0xe92e8506ca54f18b, 0x9d4856ae10c855f5, 0x4a81bec3447e9f0c, 0x832d4cc84f006d83]),
    ("squeeze", [0xfba094701c19313c, 0x267bb210d66cfa3f, 0xaeb6a61009968fc5, 0x7e1e00cac7650db0, 0x192c74beac89c8aa, 0x176fcd2de4241aee, 0x7d319af51de1b88a, 0x02cbb969b1a45032]),
    ("incline", [0x9c301c081d743e83, 0x80f17c657b1164ee, 0xd731d53c3460edfe, 0xa56658683238a4a3, 0x2f3d3344643be26a, 0x99199f1e184e4b1c, 0xbe00362b3ac85bbc, 0x9ad2c321276469fc]),
    ("capsule", [0x783a35c2d0c56f8f, 0x512e2502deaa9447, 0x3db9fd812c2a8ffd, 0x49bcc362e324001c, 0xcc9659f378f83ac4, 0xef83894cfcc3b9ab, 0x7b110884c29cb281, 0x4100e1a6fc47a990]),
];

fn hash<T: Scalar>(scene: &Scene) -> u64 {
    let mut sim = begin::<T, 16, 16>(scene);
    sim.run(60);
    sim.state_hash()
}

fn hashes(scene: &Scene) -> [u64; 8] {
    let with = |mode| {
        let mut scene = *scene;
        scene.solver.mode = mode;
        scene.tethers = (mode == Mode::Xpbd).then_some(TetherScene::DEFAULT);
        scene
    };
    let constraint = with(Mode::Constraint);
    let (pbd, xpbd) = (with(Mode::Pbd), with(Mode::Xpbd));
    [
        hash::<f32>(scene),
        hash::<f32>(&constraint),
        hash::<Fixed>(scene),
        hash::<Fixed>(&constraint),
        hash::<f32>(&pbd),
        hash::<f32>(&xpbd),
        hash::<Fixed>(&pbd),
        hash::<Fixed>(&xpbd),
    ]
}

#[test]
fn v22_every_scene_has_the_recorded_bits() {
    let accept = std::env::var_os("CLOTH_ACCEPT").is_some();
    let mut table = String::new();
    let mut wrong = Vec::new();
    for named in scenes::ALL {
        let now = hashes(&named.scene);
        let hex = now.map(|hash| format!("0x{hash:016x}")).join(", ");
        let row = format!("    (\"{}\", [{hex}]),\n", named.name);
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
