//! Tests of reading and writing scene files.

use super::*;
use crate::tests::test_folder;
use cloth_core::host::GridSize;
use cloth_core::scene::{Place, PositionalWindScene, WindScene};
use std::path::PathBuf;

const HEAD: &str = "name = \"n\"\nsource = \"s\"\nsummary = \"u\"\n";

fn error(text: &str) -> String {
    parse(text, "f.toml").unwrap_err().to_string()
}

/// Every value of each file is in the engine's copy, which has no other scene.
#[test]
fn the_engine_has_what_the_files_say() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scenes");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file = read(&path).unwrap();
        let own = scenes::ALL.iter().find(|scene| scene.name == file.name);
        let own = own.unwrap_or_else(|| panic!("not in scene/library.rs: {}", file.name));
        assert_eq!(SceneFile::from(own), file);
        assert_eq!(path.file_stem().unwrap().to_str(), Some(own.name));
        count += 1;
    }
    assert_eq!(count, scenes::ALL.len());
}

#[test]
fn writing_and_reading_gives_the_same() {
    let mut scene = scenes::SPHERE_APPROACH.scene;
    scene.forces.wind = Some(WindScene {
        velocity: [0.1, 1e-7, -3.0],
        coefficient: 1.0 / 3.0,
    });
    scene.forces.positional_wind = Some(PositionalWindScene {
        coefficient: 1e3,
        wave_number: 2.0,
        rate: 0.1,
    });
    scene.solver.steps_per_second = 1.0 / 3.0 + 1e5;
    let (across, down) = (0.3, 0.7);
    scene.pins.places.push(Place { across, down }).unwrap();
    let file = SceneFile {
        name: "a \"quoted\" name".to_owned(),
        source: "line\nbreak".to_owned(),
        summary: "ü\\".to_owned(),
        beside: Some("pinned2".to_owned()),
        fabric: None,
        scene,
    };
    let text = to_toml(&file);
    assert_eq!(parse(&text, "f.toml").unwrap(), file, "{text}");
}

/// What follows the three lines of the head, and how the error begins.
const FAULTS: &str = r#"
colour = 1
=> :4: colour: unknown key colour, expected one of name, source, summary, beside, cloth, pins, solver, springs, constraints, pbd, xpbd, tethers, limit, self-collision, tear, forces, colliders
[limit]
[[colliders]]
[colliders.plane]
point = [0,0,0]
normal = [0,1,0]
radius = 1
=> :9: colliders.plane.radius: unknown key radius
[cloth]
rows = 3
stiff = 1
=> :6: cloth.stiff: unknown key stiff, expected one of fabric, columns
[springs]

shear = "50"
=> :6: springs.shear: invalid type: string "50", expected a number
cloth.columns = -3
=> :4: cloth.columns: invalid value: integer -3, expected a whole number of 0 or more
forces.gravity = [0, 1]
=> :4: forces.gravity: invalid length 2, expected a list of 3 numbers
solver.mode = "fast"
=> :4: solver.mode: unknown value fast, expected one of hooke, constraint, pbd, xpbd
colliders = [{ cone = {} }]
=> :4: colliders.cone: unknown value cone, expected one of sphere, plane, capsule, box
colliders = [{ sphere = { radius = 1 } }]
=> :4: colliders.sphere: missing key center
colliders = [
  { sphere = { center = [0, 0, 0], radius = 1 } },
  { sphere = { center = [0, 0, 0], radius = 0 } },
]
=> :6: colliders.sphere.radius: 0 is out of range: allowed is 0.0001 to 1000 m
pins.places = [
{ across = 0, down = 0 },
{ across = 0, down = 2 },
]
=> :6: pins.places.down: 2 is out of range: allowed is 0 to 1
[cloth]
across = [0, 0, 1]
=> :4: cloth.down: 1 is out of range: allowed is at right angles to cloth.across (cosine -0.0001 to 0.0001)
forces.air-drag = nan
=> :4: forces.air-drag: NaN is out of range: allowed is 0 to 1e6 kg/s
beside = "nobody"
=> :4: beside: no scene of the library is named nobody: allowed are four-corners-sphere, four-corners, 
[cloth
=> :4: 
[cloth]
rows = 3
fabric = "wool"
=> :6: cloth.fabric: no fabric is named wool: allowed are silk, cotton, denim, rubber, leather
cloth = { fabric = 3 }
=> :4: cloth.fabric: a fabric is named by a string: allowed are silk, cotton, denim, rubber, leather
"#;

#[test]
fn faults_are_named_with_their_line_their_key_and_what_is_allowed() {
    let mut text = String::new();
    for line in FAULTS.trim_start().lines() {
        match line.strip_prefix("=> ") {
            None => text += &format!("{line}\n"),
            Some(expected) => {
                let found = error(&format!("{HEAD}{text}"));
                let begins = found.starts_with(&format!("f.toml{expected}"));
                assert!(begins, "{text}{expected}\n{found}");
                text.clear();
            }
        }
    }
    assert_eq!(error("name = \"n\"\n"), "f.toml:1: missing key source");
    let plane = "[[colliders]]\n[colliders.plane]\npoint = [0, 0, 0]\nnormal = [0, 1, 0]\n";
    let message = error(&format!("{HEAD}{}", plane.repeat(5)));
    assert!(message.contains(": colliders: ") && message.contains("at most 4"));
}

#[test]
fn unreadable_files_are_refused() {
    let folder = test_folder("scene-file");
    let path = folder.join("a.toml");
    let message = |path: &Path| read(path).unwrap_err().to_string();
    std::fs::write(&path, b"name = \"n\"\nsource = \"caf\xe9\"\n").unwrap();
    let expected = "a.toml:2: not a text file: scene files are TOML in UTF-8";
    assert!(message(&path).ends_with(expected));
    for path in [&folder.join("none.toml"), &folder] {
        assert!(message(path).contains(": cannot read the file: "));
    }
    let mut long = format!("{HEAD}#").into_bytes();
    long.resize(LARGEST as usize, b'#');
    std::fs::write(&path, &long).unwrap();
    assert_eq!(parse(HEAD, "").unwrap(), read(&path).unwrap());
    long.push(b'#');
    std::fs::write(&path, &long).unwrap();
    let expected = ": 1048577 bytes are too many: allowed are 1048576";
    assert!(message(&path).ends_with(expected));
}

#[test]
fn a_fabric_sets_what_the_file_does_not_say() {
    let text = format!(
        "{HEAD}[springs]\nstructural = 7\n[cloth]\nfabric = \"denim\"\ncolumns = 30\nwidth = 0.5\n\
         [xpbd]\nbend-neighbours = \"eight\"\n"
    );
    let file = parse(&text, "f.toml").unwrap();
    let denim = Fabric::named("denim").unwrap();
    assert_eq!(file.fabric, Some(denim));
    let mut expected = Scene::DEFAULT;
    (expected.cloth.columns, expected.cloth.width) = (30, 0.5);
    expected.xpbd.bend_neighbours = cloth_core::BendNeighbours::Eight;
    let own = GridSize::of(&expected);
    denim.apply(&mut expected, own);
    expected.springs.structural = 7.0;
    assert_eq!(file.scene, expected);
}
