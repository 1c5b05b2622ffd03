//! The bits of every scene after 60 steps at 16 × 16 in f32 and in fixed
//! point, in its own mode, in constraint mode, in PBD and in XPBD with tethers: the
//! same on every machine, in debug and release, in vectors and in arrays.
//!
//! After a change that is meant to change the motion, look at the scenes, then
//! print the new table with
//! `CLOTH_ACCEPT=1 cargo test -p cloth-tests --test golden v22_every_scene -- --nocapture`
//! and put it in place of the one below.

use cloth_core::scene::TetherScene;
use cloth_core::{Fixed, Mode, Scalar, Scene, Verlet, scenes};
use cloth_tests::{begin, in_arrays};

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
    ("self-collision", [0x4287362fe0b9fbee, 0x10b66015c5ccc258, 0x39a92999b2853b9e, 0x82c0f75b3d934777, 0xe9cab55b10a7bffb, 0x38455efe72458e9a, 0x0e609a74bbb84c33, 0x9ec535e5b91fc092]),
    ("fold", [0xdbf527042cb02ed4, 0xa40f8d1a5d278548, 0x6a983d7e50a059b7, 0x00f51ee6090dfc37, 0x954168fd3f531a5f, 0x6da59db5bdcd4c93, 0x1cc973c579dc0ca8, 0xbd54f32fcc6e0ad8]),
    ("three-layers", [0x1877ad5ba7b916de, 0xdc7d027a74856934, 0x3353ae3515bb0c9b, 0x83ce13681f80aecc, 0xb9c4638dc269f368, 0x1b50ce3fde2f6a44, 0x8e0a01ad947b2d5c, 0x9a8c6ce176bc42ab]),
    ("bullet", [0x07ec44b02ece417a, 0x602a67162748a72a, 0xfe9f969b5394f178, 0x1c4855c04ae66d3c, 0x8271cc8b500364d0, 0x30b7e17088d83bbc, 0x1adb3114f4b408b5, 0x92d4acfe1a54a427]),
    ("squeeze", [0x2f959583da54a453, 0x2cc6d81468d52a18, 0x7a79a12c454f3b73, 0x9c6681fe3c26e382, 0x9d1cceceacca15db, 0xaa56b61b68b3c707, 0x0238f1550552df84, 0xa1b4aa4a88d28421]),
    ("incline", [0x9c301c081d743e83, 0x3010988b6147c6a2, 0xd731d53c3460edfe, 0x9cc2c7bce1bb55db, 0x39f5fcf17516f725, 0xa4aec84a83334968, 0xb4286f100f338a0d, 0xa90b6260e3fa92c5]),
    ("capsule", [0x783a35c2d0c56f8f, 0x75dfd66f06458799, 0x3db9fd812c2a8ffd, 0x67d4e7eb529bc34b, 0x1462d4ae9b013ceb, 0x14050f5921dffd46, 0x307fca9ccc867d2c, 0xb8b8ba6a971cf9c2]),
    ("tear", [0x5ec9f6cc6ec9ea89, 0x061fa7581423b912, 0xc5c792e6530f1cbc, 0x2bc2a0d082050b64, 0x9eedfec85a0909bd, 0x5ec9f6cc6ec9ea89, 0x7747759c055a7da0, 0xc5c792e6530f1cbc]),
];

/// In vectors.
fn hash<T: Scalar>(scene: &Scene) -> u64 {
    let mut sim = begin::<T, 16, 16>(scene);
    sim.run(60);
    sim.state_hash()
}

/// In arrays.
fn hash_in_arrays<T: Scalar>(scene: &Scene) -> u64 {
    let mut sim = in_arrays::<T, Verlet, 16, 16>();
    sim.reset(scene).expect("the scene is valid");
    sim.run(60);
    sim.state_hash()
}

/// By what gives the hash of a scene in f32, and in fixed point.
fn hashes(scene: &Scene, [float, fixed]: [fn(&Scene) -> u64; 2]) -> [u64; 8] {
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
        float(scene),
        float(&constraint),
        fixed(scene),
        fixed(&constraint),
        float(&pbd),
        float(&xpbd),
        fixed(&pbd),
        fixed(&xpbd),
    ]
}

#[test]
fn v22_every_scene_has_the_recorded_bits() {
    let accept = std::env::var_os("CLOTH_ACCEPT").is_some();
    let mut table = String::new();
    let mut wrong = Vec::new();
    for named in scenes::ALL {
        let now = hashes(&named.scene, [hash::<f32>, hash::<Fixed>]);
        let hex = now.map(|hash| format!("0x{hash:016x}")).join(", ");
        let row = format!("    (\"{}\", [{hex}]),\n", named.name);
        let known = GOLDEN.iter().find(|(name, ..)| *name == named.name);
        if known != Some(&(named.name, now)) {
            wrong.push(row.clone());
        }
        let arrays = [hash_in_arrays::<f32>, hash_in_arrays::<Fixed>];
        assert_eq!(hashes(&named.scene, arrays), now, "{}", named.name);
        table += &row;
    }
    if accept {
        println!("{table}");
        return;
    }
    assert!(
        wrong.is_empty() && GOLDEN.len() == scenes::ALL.len(),
        "these scenes moved otherwise than recorded; they now have\n{}\n\
         If that is meant: CLOTH_ACCEPT=1 cargo test -p cloth-tests --test golden v22_every_scene -- --nocapture \
         prints the whole table for tests/tests/golden.rs.",
        wrong.concat()
    );
}
