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
    ("four-corners-sphere", [0xfcef6dddc3b5140f, 0xddd943a0a4903a61, 0x782be37e0e098a20, 0x7e634e2b3697d300, 0x433193ddf17191fb, 0xf6c7cc0b18754695, 0x0a5822e74825fe99, 0xcf645967a4aeba06]),
    ("four-corners", [0xc2468c25a9fdbd2b, 0xf89ada771309aa3c, 0xd2b1397a948c06dd, 0xfc3b2edcbd30026e, 0x48aeab62b7496445, 0x0dc1c93ac74fbf9e, 0x8291e73a0d6052c2, 0xe3c51c6d38a908ca]),
    ("edge-sphere", [0x7e382861aec6c78e, 0x44fe0b0d3b5a6b40, 0xa91b3145837025eb, 0x82ca1993dcad94cf, 0xdf3f6c0a9de340da, 0x57977f1457272186, 0xaacd8bb3057e6030, 0x40c2e0b71e9c6b97]),
    ("drape-sphere", [0x7ce3ef56c31dde98, 0x7d8bd9839a40e618, 0x6201d35da6279012, 0x47e45a6f898fb03e, 0xf22401e2a658de3f, 0x0ea83be0e4a9bf9d, 0x612a2f897ecebe71, 0x640c8f2de6ca90c1]),
    ("four-corners-wind", [0xa6441078bf547a68, 0x83bfbad85c012c7e, 0x8e347f3a09eb1249, 0xbd01ee50ce54a34d, 0xef01a1c69ff9bc9e, 0x9445c0d192cffaba, 0xee7f61e880f70536, 0x040f7cc15e2036a5]),
    ("sphere-approach", [0xd486fc19b96abd90, 0xec99ae3b276551a1, 0x6fec36b5a4b91c1d, 0x3249a182154c356b, 0x3006ff4ac514d719, 0xb853553354e78a6d, 0x0714e839d372b5d2, 0x9fe64cdccc617dde]),
    ("string", [0x8734b74d1c90da51, 0xdd4db1124e72b91f, 0x7de5ff37b4a9eed9, 0x117bcbf75e4277ac, 0x7f35da6ed19d39f0, 0xcee1a3f0b42303cc, 0xefa02349d05919eb, 0x21041f51b9245d2f]),
    ("super-elastic", [0x393be6ccd0fc8500, 0x40267968ec10ec91, 0xbd65b1478b390cdc, 0x17db021eec6c4bab, 0x7db9936222a42404, 0x7721e1821534f171, 0xa998965e873dfad9, 0x8aacf393d4b81550]),
    ("super-elastic-limited", [0x44170643cdb45020, 0x40267968ec10ec91, 0x9491be8a24addb64, 0x17db021eec6c4bab, 0x7db9936222a42404, 0x7721e1821534f171, 0xa998965e873dfad9, 0x8aacf393d4b81550]),
    ("cross-wind", [0xbbd34a476acdc3b9, 0xc9eacf11eeacca4a, 0xe98099f7bb4020d1, 0x8a31ad4d1d63cf39, 0x463d9e5309666241, 0x0ae9afe4866e8c2f, 0x849978b6b7b68c6f, 0x84d26288789f6b82]),
    ("sphere-wind", [0x91eb9218ad95d4c4, 0xa64caf925be0efe3, 0xa5dcc9d9ed257139, 0x0049d938ea94d17d, 0xfa8d7fb1172d5e1c, 0x35cc1610094018a5, 0x1051e69125554f31, 0xd197888f3ebaa296]),
    ("ball-and-floor", [0x9f5a0feaf7f4d36f, 0xcb25caaa75c64ad2, 0xe3c91df70ad38e7e, 0xa171d407341c88d1, 0x2a9e1e347731fd16, 0x365ded1d6b1eda65, 0x0a6a9c073f9201c8, 0xcf0d8036b687b34f]),
    ("flag", [0x78ebf4bc561aa8de, 0x5f448b69d35b189e, 0x598e08871fc049aa, 0x325797196dbd4a97, 0x18cb7d07c3870148, 0xa95b361263cc3719, 0xe873bc556f5caa5d, 0x5354268f4db54a45]),
    ("pinned2", [0x6737e09840b95f6d, 0xec339277734cdc10, 0x68c9fa9c3edfd035, 0xdec83af07340734b, 0x01364769fdcc489c, 0xf08e87adff49838d, 0x36ac3fe14aa8ca6f, 0x3ab82a11896590b6]),
    ("pinned4", [0xc5dae2acc9844e73, 0x921be471337c7914, 0xd55be0dc25fda45a, 0x0ee94d508e5d7312, 0x4c8b520a39e2e2d9, 0x2f849e6ba7d2e796, 0xe028895d654d3e98, 0xca16ab0c4a7ab4e9]),
    ("sphere", [0x488af73d79b9bda1, 0x8211d848b19553e4, 0x77958b3fecea6c10, 0x7295b51fc1e3ab52, 0xe34f61ef2d015131, 0x1b5da126d4a34d2f, 0xc35780a6cd8f7783, 0xd7fdc7fb77cdcb9f]),
    ("plane", [0xcc1cc72240a8b441, 0x7fc290cc29bcbb4c, 0x7504c55db38cfeb7, 0x4c2c0724b1ca370e, 0xd41cc1db8eb1f14b, 0x5b225d3294d9131c, 0xe421f3cabaf98334, 0x355c7d393189d4d7]),
    ("self-collision", [0x943d18974da3d9d9, 0xcb7f8975b5df5d54, 0xcce4f35194a8f88b, 0x0245bccf1a002ecd, 0xe235d309151541df, 0x80ffbbc214ff37b2, 0x548a5e8524cb957f, 0x822a886c4255b9de]),
    ("fold", [0x4a59efed2ccbbe4e, 0x564f97503c3af321, 0xa74bcaad7c287a7b, 0x28f5f09ab43391b5, 0x26937cf7ca38513c, 0x6ea90b282eaeaf52, 0xbdf07f53c31951c2, 0x64004265eda6e75d]),
    ("three-layers", [0xf867d6bc6c2564a7, 0x38d7434462cb7153, 0x9a8cf5bf95b0b1d8, 0xec747516bf7300b0, 0x796f4409b76607de, 0x948b4201b1f286ea, 0xb28e752c49d8d0d2, 0xb4bf22b8c7b84edf]),
    ("bullet", [0x629704fc799dd368, 0xe651fc10638e0b46, 0x0fb20d43784871b0, 0xba0cbaab623439f3, 0x5665230ecd5d2e06, 0xf14ea2bc930591d3, 0x0515c71cd771c4e9, 0x1278dd597276b21a]),
    ("squeeze", [0x00e280fb6d78af96, 0xdfcb66eab9eb939a, 0xa6cab0b801d82c3b, 0x271f4e0a48ec7e58, 0xda1dd508e2a82e93, 0x846dbf88ad51111b, 0x347ca638e0b1211d, 0xa00b786da0111959]),
    ("incline", [0x34aa00222c781854, 0x9bf283ad19af52d8, 0xaf2162e952b6a5de, 0xf32496b18b64f66e, 0xcd25c5258d72d53c, 0x46a84e0782d13797, 0xb4e82ecbeee5ca94, 0x0e3c639b4ce42aca]),
    ("capsule", [0xa7b502afc2b7803b, 0x45643987912dd5ee, 0x51ee2c56f5565b0c, 0xe84bcb2ece79cbcc, 0x6674270b7be95bdc, 0x76d5cfcdd7c0d72f, 0xbe86075d3d9e9bda, 0xc392801fac1c4574]),
    ("tear", [0xc8ec25e5d817e412, 0x25944ecabedaa848, 0xd1918800d5949d7f, 0xba43b9513b76c393, 0x894926b4472fdb55, 0xc8ec25e5d817e412, 0x5c0ca12a4e5f8fa1, 0xd1918800d5949d7f]),
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
