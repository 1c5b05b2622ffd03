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
    ("four-corners-sphere", [0xfcef6dddc3b5140f, 0xddd943a0a4903a61, 0x66e72bd3da16718d, 0x39d9e3ce7ada27cc, 0x433193ddf17191fb, 0xf6c7cc0b18754695, 0x13e8d3fb9bff491f, 0xf8c6c659e06b68e9]),
    ("four-corners", [0xc2468c25a9fdbd2b, 0xf89ada771309aa3c, 0x7e775c149a949f2b, 0x0b27b558b185c58a, 0x48aeab62b7496445, 0x0dc1c93ac74fbf9e, 0xe697eb30b04d416e, 0xc3e3ff9990691f4d]),
    ("edge-sphere", [0x7e382861aec6c78e, 0x44fe0b0d3b5a6b40, 0xc2c7dcce765c5154, 0x2ed7f12fa4371bcf, 0xdf3f6c0a9de340da, 0x57977f1457272186, 0xee937ae0313ddd31, 0x2d4428ffc28d4956]),
    ("drape-sphere", [0x7ce3ef56c31dde98, 0x7d8bd9839a40e618, 0x05a3332342853305, 0xf70ea85145ee0ba7, 0xf22401e2a658de3f, 0x0ea83be0e4a9bf9d, 0x108829447d0a3379, 0x369cc10a2569c136]),
    ("four-corners-wind", [0xa6441078bf547a68, 0x83bfbad85c012c7e, 0xdec1f19779d26b45, 0xf84491f31be8aa3a, 0xef01a1c69ff9bc9e, 0x9445c0d192cffaba, 0x4affe2a57e466617, 0x995682b6c9fca70b]),
    ("sphere-approach", [0x93b721cf76f0c356, 0xc76472613067d564, 0x4d42cd080bdc0099, 0x5f4eef2a32771efa, 0x370e5136da2dd8bd, 0x4e905a90707309ae, 0xd519adbb950a0fc2, 0xe91d5976dee91bf3]),
    ("string", [0x8734b74d1c90da51, 0xdd4db1124e72b91f, 0x79e4e076349f1d1b, 0xb6fcdb43ef6b9de8, 0x7f35da6ed19d39f0, 0xcee1a3f0b42303cc, 0x49f6c4fd05c4ed39, 0xe36fe7c168f36868]),
    ("super-elastic", [0x393be6ccd0fc8500, 0x40267968ec10ec91, 0xbd65b1478b390cdc, 0x17db021eec6c4bab, 0x7db9936222a42404, 0x7721e1821534f171, 0xa998965e873dfad9, 0x8aacf393d4b81550]),
    ("super-elastic-limited", [0x44170643cdb45020, 0x40267968ec10ec91, 0x9491be8a24addb64, 0x17db021eec6c4bab, 0x7db9936222a42404, 0x7721e1821534f171, 0xa998965e873dfad9, 0x8aacf393d4b81550]),
    ("cross-wind", [0xbbd34a476acdc3b9, 0xc9eacf11eeacca4a, 0x2af90a71f1eebd55, 0xad71299f108e1bac, 0x463d9e5309666241, 0x0ae9afe4866e8c2f, 0xb3dbb7cbc8afdfd2, 0x51bcc690d28f3259]),
    ("sphere-wind", [0x91eb9218ad95d4c4, 0xa64caf925be0efe3, 0x3ccfe8618b1dec61, 0xb8b2241010bca445, 0xfa8d7fb1172d5e1c, 0x35cc1610094018a5, 0x7f0f714c8f6627c1, 0xb8f5d7291d089e2f]),
    ("ball-and-floor", [0x9f5a0feaf7f4d36f, 0xcb25caaa75c64ad2, 0x4cdc8d25f9452d47, 0xa472277bb7f66fb7, 0x2a9e1e347731fd16, 0x365ded1d6b1eda65, 0xb3dcc597df9af09c, 0xba052e7113cdd283]),
    ("flag", [0x78ebf4bc561aa8de, 0x5f448b69d35b189e, 0x0702f5a8653619d2, 0xd0c55750b4e4e8ee, 0x18cb7d07c3870148, 0xa95b361263cc3719, 0x19408e7a3e0c3ac7, 0x829844580e119a36]),
    ("pinned2", [0x6737e09840b95f6d, 0xec339277734cdc10, 0x18bd9974ff9ed004, 0xe48755a3ba3a4df5, 0x01364769fdcc489c, 0xf08e87adff49838d, 0x0c73d63a95f657a6, 0x039b06d152c700c2]),
    ("pinned4", [0xc5dae2acc9844e73, 0x921be471337c7914, 0x79956b98a6e6c0eb, 0x309151c98ab83d6f, 0x4c8b520a39e2e2d9, 0x2f849e6ba7d2e796, 0x54e08d396e433d34, 0x0ba17c871df697bf]),
    ("sphere", [0x488af73d79b9bda1, 0x8211d848b19553e4, 0xf038a6b85fd3debc, 0x18030617e68206af, 0xe34f61ef2d015131, 0x1b5da126d4a34d2f, 0x208c37172e9c8902, 0x16c28f7f37b1ecd2]),
    ("plane", [0xcc1cc72240a8b441, 0x7fc290cc29bcbb4c, 0x7576f62966fd33ca, 0x82f6e197000b1d77, 0xd41cc1db8eb1f14b, 0x5b225d3294d9131c, 0xc66af23d55e0441d, 0x01af94f73b9cc3fb]),
    ("self-collision", [0x97f8bf2ff9904b37, 0xcb7f8975b5df5d54, 0xd5dbf0587e1c87d2, 0x03ed152f0c9c90ed, 0xf1a6c09889945b11, 0x33c7e769df650665, 0x701f815950b3ff76, 0x936b0a41bb656489]),
    ("fold", [0x61e3a7471ed97b18, 0x86356927120d6cdd, 0xc70a0f17697580d0, 0xcce4f1358de75f40, 0xb9c40e318fdafec4, 0xf9b74de3bd075f0f, 0xf14212268209d9b3, 0x0bd2977bcf0a9bc4]),
    ("three-layers", [0xf5aa8c8338f03af4, 0x78fa62b104db70f3, 0x21eed72d5b384154, 0x49fee2a1d7bee749, 0x573c70d4f69acaf1, 0x47fa7162f1ad9cb9, 0x2499d09f1ed7ba3b, 0x44bb78bfe1dbb09a]),
    ("bullet", [0x629704fc799dd368, 0xe651fc10638e0b46, 0x62fb9ecfe3152f69, 0x5769fa5899ae486a, 0x751288405794b97f, 0x9fa3c5b4a495d573, 0x9d7f67a26b19d603, 0x8303277181fc26ea]),
    ("squeeze", [0x352465337a459ef6, 0x09d0f2494712aed8, 0x63b81a01b1f53068, 0xaf1673b84dd810b2, 0xf30a766ade727508, 0x9b77a502ac19e839, 0xd437a4b71adf7de8, 0x22fa01a64ffa79c0]),
    ("incline", [0x34aa00222c781854, 0x9bf283ad19af52d8, 0x0319c7d893f5fa85, 0x4d54874826278e92, 0xcd25c5258d72d53c, 0x46a84e0782d13797, 0x952d6400aa07371e, 0x8e9c4b27b7cc3024]),
    ("capsule", [0xa7b502afc2b7803b, 0x45643987912dd5ee, 0x32dc18aafcf3f8f5, 0xfe6e44ad3ce6671f, 0x6674270b7be95bdc, 0x76d5cfcdd7c0d72f, 0xa1cdb60c707af6b0, 0x74a6774130812065]),
    ("tear", [0xe275e38984a44538, 0x25944ecabedaa848, 0x6e3b100d59ee766e, 0xeb7e35f86d9d7222, 0xd623d8f374a0f506, 0xe275e38984a44538, 0xf22631224d301769, 0x6e3b100d59ee766e]),
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
