//! The bits of every scene after 60 steps at 16 × 16 in f32 and in fixed
//! point, in its own mode, in constraint mode, in PBD and in XPBD with tethers: the
//! same on every machine, in debug and release, in vectors and in arrays.
//!
//! After a change that is meant to change the motion, look at the scenes, then
//! print the new table with
//! `CLOTH_ACCEPT=1 cargo test --release -p cloth-tests --test golden v22_every_scene -- --nocapture`
//! and put it in place of the one below.

use cloth_core::scene::TetherScene;
use cloth_core::{Fixed, Mode, Scalar, Scene, Verlet, WithAll, scenes};
use cloth_tests::{in_arrays, start};

/// Name; in f32 and then in fixed point: hash in the scene's own mode, hash in
/// constraint mode; then, again in both, hash in PBD, hash in XPBD with tethers.
#[rustfmt::skip]
const GOLDEN: &[(&str, [u64; 8])] = &[
    ("four-corners-sphere", [0x5520d5e35fdce6a2, 0x6493fdddcf5908aa, 0xd057278d8efcb89b, 0x1424b366c5c56e62, 0xa80139ecf82192df, 0x04cfb5c65e737eab, 0x2f9d6a7269fd7d8e, 0xbad9a00c5bd28c76]),
    ("four-corners", [0xc2468c25a9fdbd2b, 0xf89ada771309aa3c, 0x7e775c149a949f2b, 0x0b27b558b185c58a, 0x48aeab62b7496445, 0x0dc1c93ac74fbf9e, 0xe697eb30b04d416e, 0xc3e3ff9990691f4d]),
    ("edge-sphere", [0x7e4b8877422472de, 0x875fb8a0d3c85f8c, 0x7b3c8334a2858111, 0xe8b5d5f64efd82ae, 0x126c1ffa54512efc, 0xf75ae118675b2bee, 0x6bd97e25ddfcec6b, 0xa8e5cb81a720d071]),
    ("drape-sphere", [0xd089518716649267, 0x576c6fd8fd1cde24, 0x588ae699ba9e4ee2, 0x1004cad122eddd3e, 0x32ff90762c7c3bcc, 0xfe07f820d0cddcb8, 0xe186fc370a1af700, 0xf6729980a14ff397]),
    ("four-corners-wind", [0xa6441078bf547a68, 0x83bfbad85c012c7e, 0xdec1f19779d26b45, 0xf84491f31be8aa3a, 0xef01a1c69ff9bc9e, 0x9445c0d192cffaba, 0x4affe2a57e466617, 0x995682b6c9fca70b]),
    ("sphere-approach", [0xf40fe7edc9a4402f, 0x71ce69ebce333464, 0x7fdb5c35c3126f69, 0xd2f4a19e3290c752, 0x1b37670c416b338b, 0xa4932d3952caa1b8, 0x6c444a0dd9a46b9e, 0xfc83c559e10c81d7]),
    ("string", [0x8734b74d1c90da51, 0xdd4db1124e72b91f, 0x79e4e076349f1d1b, 0xb6fcdb43ef6b9de8, 0x7f35da6ed19d39f0, 0xcee1a3f0b42303cc, 0x49f6c4fd05c4ed39, 0xe36fe7c168f36868]),
    ("super-elastic", [0x393be6ccd0fc8500, 0x40267968ec10ec91, 0xbd65b1478b390cdc, 0x17db021eec6c4bab, 0x7db9936222a42404, 0x7721e1821534f171, 0xa998965e873dfad9, 0x8aacf393d4b81550]),
    ("super-elastic-limited", [0x44170643cdb45020, 0x40267968ec10ec91, 0x9491be8a24addb64, 0x17db021eec6c4bab, 0x7db9936222a42404, 0x7721e1821534f171, 0xa998965e873dfad9, 0x8aacf393d4b81550]),
    ("cross-wind", [0xbbd34a476acdc3b9, 0xc9eacf11eeacca4a, 0x2af90a71f1eebd55, 0xad71299f108e1bac, 0x463d9e5309666241, 0x0ae9afe4866e8c2f, 0xb3dbb7cbc8afdfd2, 0x51bcc690d28f3259]),
    ("sphere-wind", [0x1f5a1c4f42b41609, 0x1ee5894420c96263, 0x34743b461cc800ef, 0x19040d5cf8ebf485, 0x1ee5134814657bba, 0x2fb1d3d0cfabe670, 0xc680f0075fb8ab3a, 0x81a0a766b254051a]),
    ("ball-and-floor", [0x18f495ed6fab5291, 0x94807538eea8f9ee, 0xcfda1813114fdd7c, 0xf2769c0e4c991a1b, 0x24c41b0a6cc8bc29, 0x971cd4617f71af33, 0xc402a4a06d0021ff, 0x2045ae136b0235ff]),
    ("flag", [0x65f1aa0d75e5c73a, 0x0982b2af9a72321e, 0x2dce00e4e7ccc777, 0x5dfcd03bd56a4583, 0x1ba25bc0491d29c6, 0x42c0a3892478ac8d, 0xfd96ccae764deb58, 0x381c43616207b53d]),
    ("pinned2", [0x6737e09840b95f6d, 0xec339277734cdc10, 0x18bd9974ff9ed004, 0xe48755a3ba3a4df5, 0x01364769fdcc489c, 0xf08e87adff49838d, 0x0c73d63a95f657a6, 0x039b06d152c700c2]),
    ("pinned4", [0xc5dae2acc9844e73, 0x921be471337c7914, 0x79956b98a6e6c0eb, 0x309151c98ab83d6f, 0x4c8b520a39e2e2d9, 0x2f849e6ba7d2e796, 0x54e08d396e433d34, 0x0ba17c871df697bf]),
    ("sphere", [0x083772df24691a2d, 0xc1a02c14193298e9, 0x7105bc140899c26e, 0x0a04411189caf0b6, 0x0eb73144fbd19dbd, 0x2568ffd85da5fc49, 0xe5d4d471ca495336, 0x049b23102540d2a1]),
    ("plane", [0xcc1cc72240a8b441, 0x7fc290cc29bcbb4c, 0x7576f62966fd33ca, 0x82f6e197000b1d77, 0xd41cc1db8eb1f14b, 0x5b225d3294d9131c, 0xc66af23d55e0441d, 0x01af94f73b9cc3fb]),
    ("self-collision", [0xe4637341dd2a4c1c, 0xcb7f8975b5df5d54, 0xc6f6ef58a5b0b3de, 0x03ed152f0c9c90ed, 0xf1a6c09889945b11, 0x33c7e769df650665, 0x701f815950b3ff76, 0xde549c4bbb385c98]),
    ("fold", [0x7462c750ee7e0afd, 0x76cf9e94e00b7d5b, 0xc70a0f17697580d0, 0x04a5a5bf2ad67def, 0xb1d3d3918a360113, 0xdd2fb72b77bd8f22, 0x78e08adfb24c067a, 0xbf022e138fd48a6b]),
    ("three-layers", [0xd59bb02b5cbb092e, 0x8185bfdf19f21fd5, 0xcea138122072b6c2, 0x37a65c12889668ba, 0x7bc72ae57bffe2b7, 0x3bed25d6438434d6, 0xb88c81c0efdcb6e9, 0xaa240bdef3b2b07f]),
    ("bullet", [0x208e6c488a3c4db4, 0x7fd32c7bdc22b37e, 0x9ea40f9ce5cd70f1, 0x6728597292a72f1e, 0xe0832866fe4c2204, 0xbd12a21306ab6895, 0x30d189b0959dbfc6, 0xdda18a7e0a10072e]),
    ("squeeze", [0xc1dffe3d632c3dff, 0x52e2ccb7dd06bc9f, 0x4d788b709826611c, 0xb1d2809c4a0e39f2, 0x326c24920380e804, 0xcd5d696657f6ead7, 0x296d70533f079fc7, 0x777bee5277484903]),
    ("incline", [0xbdbd6106a0a1f487, 0x8782d37f4822a455, 0xbb37bd4dfcdd952c, 0xb54e295b19ac72ec, 0xa5596e2890a98fc5, 0xb0e71c3a3c36c55c, 0xd18ba4c2b2bb1c25, 0x931ccb5248c449da]),
    ("capsule", [0x9134e1e731867438, 0xe500599383fe52df, 0xcf2472576ed926f3, 0xad73a21b4837e9f6, 0xa3fe884761b13416, 0x0e52493a75e8adc9, 0x6ae3d75a54c10e9a, 0x86aa71b9dde10015]),
    ("tear", [0x3aebe95ce6cf8606, 0x0874cc5616a23561, 0x5373b4200dfc75b4, 0x4583db959a8db6a8, 0x7be168e959e9f966, 0x3aebe95ce6cf8606, 0x3edf22f8637161d6, 0x5373b4200dfc75b4]),
    ("drape", [0x8d1e6ba1e33b86c4, 0xd588360634008b09, 0x9730df867d9ba90d, 0x434267c114c18e2b, 0xc66e47f73627337f, 0xbbfdb1657dc2eb1c, 0x60c3d21c9062094d, 0x7c44ad0e056a0a87]),
];

/// In vectors.
fn hash<T: Scalar>(scene: &Scene) -> u64 {
    let mut sim = start::<T, Verlet, WithAll>(scene, 16, 16);
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
        scene.tethers = tethered.then_some(TetherScene::default());
        scene
    };
    let of = |a: &Scene, b: &Scene| [float(a), float(b), fixed(a), fixed(b)];
    let [a, b, c, d] = of(scene, &with(Mode::Constraint));
    let [e, f, g, h] = of(&with(Mode::Pbd), &with(Mode::Xpbd));
    [a, b, c, d, e, f, g, h]
}

#[test]
fn v22_every_scene_has_the_recorded_bits() {
    let (mut table, mut wrong) = (String::new(), String::new());
    for named in scenes::ALL {
        let now = hashes(&named.scene, [hash::<f32>, hash::<Fixed>]);
        let hex = now.map(|hash| format!("0x{hash:016x}")).join(", ");
        let row = format!("    (\"{}\", [{hex}]),\n", named.name);
        if !GOLDEN.contains(&(named.name, now)) {
            wrong += &row;
        }
        let arrays = [hash_in_arrays::<f32>, hash_in_arrays::<Fixed>];
        assert_eq!(hashes(&named.scene, arrays), now, "{}", named.name);
        table += &row;
    }
    if std::env::var_os("CLOTH_ACCEPT").is_some() {
        return println!("{table}");
    }
    assert!(
        wrong.is_empty() && GOLDEN.len() == scenes::ALL.len(),
        "these scenes moved otherwise than recorded; they now have\n{wrong}\n\
         If that is meant: CLOTH_ACCEPT=1 cargo test --release -p cloth-tests --test golden v22_every_scene -- --nocapture \
         prints the whole table for tests/tests/golden.rs."
    );
}
