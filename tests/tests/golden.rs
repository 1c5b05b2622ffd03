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
    ("four-corners-sphere", [0x544d2aa22a8d2f6e, 0x0d0a48949a7a1550, 0xae1ea98123c6fc45, 0x871f96f04af8162a, 0x913d5b6cffeeee8c, 0xbe06da8f596d09eb, 0xfed52e022d075f01, 0x5b700530e70835e1]),
    ("four-corners", [0x83e5fcd7c0d70066, 0x512aad0914a24f19, 0xa9c91e74570ba231, 0x117dfbf77dbca15f, 0x51f0a08d00fd3a2f, 0xe340fb616fc9bf70, 0x8e743767440820da, 0x4c090b7d7a3e0792]),
    ("edge-sphere", [0x9239c9013528040c, 0xd96f9de976f68485, 0x2cd817459cd219cf, 0x3229a86db9abc3f1, 0x72f732412b3e738b, 0x0e6a82399492ccee, 0xc3e32a033544fd87, 0x743f4990c709be3f]),
    ("drape-sphere", [0x6a7595c202f1bfcb, 0x7cf51140d4bf4d13, 0x7ecf3ef73ece85d3, 0x7a816c5e0803caea, 0x4e14b8b0ed620925, 0x548a1a22d681f8af, 0x0ab54060bc5db901, 0x99bf8cd274a416ac]),
    ("four-corners-wind", [0xf8ad5c8b27104980, 0xfa909ee0c29d74a9, 0x917b4cc3aa7f9843, 0x08da0f45b8322e07, 0xbb0839822c54d5d2, 0x6641f3dc5421220e, 0xc34a30d5552b60ba, 0x3586f9c617347b9f]),
    ("sphere-approach", [0xaeca1c1603189ce9, 0xa6608cd364a02345, 0x82a333041b969a6c, 0xef129c01b5f29b9d, 0xa80fc72a86b1b3ab, 0x409bbcb4c3204baa, 0x974df4655da214cf, 0x34eb511b490210c1]),
    ("string", [0x53a16aa8d64b9de8, 0x1d8dc101766e3600, 0x602ca77513aa84af, 0xdb62a349df6b0dbf, 0x65633055a840a8b5, 0x86feec0109f2eddb, 0xbcd3d05954df9ea2, 0x91721b4462e6b5eb]),
    ("super-elastic", [0xeefb93daec9dcbad, 0xbaa730d6221f9920, 0x8b1ed04e34a7e943, 0x39fbeb2e2c90849c, 0x100883633a64e684, 0x57788b0ab49d1efe, 0x5eb951ac713237fa, 0xc5bbd71d5af8282e]),
    ("super-elastic-limited", [0x306477bfef56adbc, 0x7beca702461ca6b1, 0x2ad6bda498cda6f8, 0x91aa8ad6197f52c8, 0x4117fa79c9ceac14, 0x71a48e842798e7ec, 0xf3058d6923831380, 0xa0d1cfc67806272b]),
    ("cross-wind", [0x0da50de6738753d4, 0xa312585f1348e550, 0xa43455dfaf1fb5e9, 0x948223728ddb47c3, 0x0622cb08189f2d62, 0xbc5ad18f31bfd50a, 0x54b5dac60345267d, 0x8467589737fa29c4]),
    ("sphere-wind", [0x1e857d4329da3a96, 0x645c6521610562e5, 0x687c5619049af462, 0x640260a3ece51ac7, 0x697ec3a027a59283, 0x9cdc8ccd22f8e9b5, 0x338a9cdf6def4ece, 0x9059d48b3669c4c4]),
    ("ball-and-floor", [0xafb47094a7c70e3b, 0x70c2451c2693fd4e, 0x9cb861384ee445fc, 0x5c0c818f15e7a2d6, 0x4cb2808b243adcc5, 0x99ef78bf8c718fd5, 0x95914ba06c55f270, 0x6029956f676e4aa6]),
    ("flag", [0x54ee6f14c08065da, 0x2cf96972be8eccd2, 0xe9b35ec486ed398b, 0xddac52b60d04160d, 0xb539fa3172743582, 0x5457d87364a31982, 0xac7e53485cb57465, 0xb003a0ffa950c418]),
    ("pinned2", [0x30a615f015bf799c, 0x5e5821358a178b18, 0xe99b0d2d03036f58, 0xe94918ee25a0d35f, 0xe3b572e9f39106b8, 0xa223a1cf48c0052e, 0x6691b7240e52d87a, 0x839a58540b7959ef]),
    ("pinned4", [0x82fa2a5a50dc1378, 0x980d8912d185869f, 0x1fab75b28b13b92a, 0x6482e1d658f1ca9b, 0xe12c634e60beb1c2, 0x72c04dafa61128bd, 0x762e3997f7daac2b, 0x4b60be047b62eaf3]),
    ("sphere", [0xae7457b50af8e2a8, 0xa50566e197627413, 0x6173a24ab6b9c8ba, 0xced28640806c730f, 0x401507346938aacf, 0x74e540e0074eae00, 0xdc179f0c3cbf2dae, 0x9f8339721c383053]),
    ("plane", [0xb0ad8e768b55bfdd, 0x5b3c339d1f7221dc, 0x9371fdc743e0ee60, 0xba1b7f73d92c1d9a, 0x8453643b9950cc50, 0xd6a2e48c7962d81e, 0xa5af453b2748f9da, 0x9630458827224ff5]),
    ("self-collision", [0x67423afe7beb6e13, 0xaa53fc3b6737a136, 0xa67b7cb8fb17e6a1, 0x003af18cca7c08db, 0xacdfb84c6052acc9, 0x3dd10a6c15e6cb2c, 0x90609110705a1b6d, 0xbf1423d739d1ae32]),
    ("fold", [0xff2b9d96d892a880, 0x4f3a414bd1a24ef3, 0x33aaec27b8b4cd3f, 0x91ad0062704cd220, 0x78279fb40c7e72c5, 0xfd205f7c51c14777, 0x41286a30e1637398, 0xc871e6ba7faf7eba]),
    ("three-layers", [0xd9d2759f6a9db532, 0x8c63fe5ed62b9148, 0xc91002633ed5dc39, 0xf9318046625041ba, 0x6da3bf463f9dd9e6, 0xb923f93c7b9e88f6, 0x80958638ff3c2535, 0x82246c826653f1db]),
    ("bullet", [0x18bd1d3dbfdb6a9a, 0xfb42b081e0cc87d1, 0x14d695750877c4d4, 0x3e184e1b091da73b, 0xe92e8506ca54f18b, 0x9d4856ae10c855f5, 0x4a81bec3447e9f0c, 0x832d4cc84f006d83]),
    ("squeeze", [0xfba094701c19313c, 0x267bb210d66cfa3f, 0xaeb6a61009968fc5, 0x7e1e00cac7650db0, 0x192c74beac89c8aa, 0x176fcd2de4241aee, 0x7d319af51de1b88a, 0x02cbb969b1a45032]),
    ("incline", [0x9c301c081d743e83, 0x80f17c657b1164ee, 0xd731d53c3460edfe, 0xa56658683238a4a3, 0x2f3d3344643be26a, 0x99199f1e184e4b1c, 0xbe00362b3ac85bbc, 0x9ad2c321276469fc]),
    ("capsule", [0x783a35c2d0c56f8f, 0x512e2502deaa9447, 0x3db9fd812c2a8ffd, 0x49bcc362e324001c, 0xcc9659f378f83ac4, 0xef83894cfcc3b9ab, 0x7b110884c29cb281, 0x4100e1a6fc47a990]),
    ("tear", [0x5ec9f6cc6ec9ea89, 0x061fa7581423b912, 0xc5c792e6530f1cbc, 0x2bc2a0d082050b64, 0x9eedfec85a0909bd, 0x5ec9f6cc6ec9ea89, 0x7747759c055a7da0, 0xc5c792e6530f1cbc]),
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
        let tethered = mode == Mode::Xpbd && scene.tear.is_none();
        scene.tethers = tethered.then_some(TetherScene::DEFAULT);
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
