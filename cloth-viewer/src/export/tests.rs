//! What a user saves, from the first picture to the files.

use super::*;
use crate::action::Action;
use crate::tests::setup;
use crate::tests::{names_in, test_folder};
use cloth_core::scenes;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::time::Instant;

const TICK: Duration = Duration::from_millis(40);

/// An exporter to an empty folder, for the scene `tear`.
fn exporter(name: &str) -> Exporter {
    let mut exporter = Exporter::new(test_folder(name).join("cloth-out"));
    exporter.set_scene("tear");
    exporter
}

/// A picture that is unlike every other of another number.
fn picture(number: usize, size: (usize, usize)) -> Framebuffer {
    let mut frame = Framebuffer::new(size.0, size.1);
    frame.pixels_mut()[number] = 0x00ff_ff00;
    frame
}

/// Pictures of a GIF and hundredths of a second, as its reader counts them.
fn gif_length(path: &Path) -> (usize, u32) {
    let mut decoder = gif::DecodeOptions::new()
        .read_info(File::open(path).unwrap())
        .unwrap();
    let (mut count, mut time) = (0, 0);
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        count += 1;
        time += u32::from(frame.delay);
    }
    (count, time)
}

/// A triangle, with a corner at this height.
fn triangle(z: f32) -> [[f32; 3]; 3] {
    [[0.0, 0.5, z], [1.0, 0.0, 0.0], [0.0, 0.0, -1.25]]
}

fn mesh(positions: &[[f32; 3]; 3]) -> Picture<'_> {
    Picture {
        positions,
        triangles: &[[0, 1, 2]],
        ..Picture::default()
    }
}

#[test]
fn single_files_get_numbers_and_replace_nothing() {
    let exporter = exporter("export-single");
    let first = exporter.screenshot(&picture(0, (64, 32))).unwrap();
    let bytes = fs::read(&first).unwrap();
    exporter.screenshot(&picture(9, (64, 32))).unwrap();
    exporter.save_obj(&mesh(&triangle(0.0))).unwrap();
    // A saved scene is the scene, with the values that a user changed.
    let mut file = SceneFile::from(&scenes::TEAR);
    file.scene.cloth.density *= 1.0 / 3.0;
    file.scene.forces.gravity[2] = -1e-7;
    file.scene.pins.top_left ^= true;
    let scene = exporter.save_scene(&file).unwrap();
    assert_eq!(scene_file::read(&scene).unwrap(), file);
    let names = "tear-001.png tear-002.png tear-003.obj tear-004.toml";
    assert_eq!(names_in(&exporter.folder).join(" "), names);
    assert_eq!(fs::read(&first).unwrap(), bytes);
    let file = BufReader::new(File::open(&first).unwrap());
    let info = png::Decoder::new(file).read_info().unwrap();
    assert_eq!(info.info().size(), (64, 32));
}

#[test]
fn a_gif_takes_as_long_as_what_was_seen_and_ends_with_the_windows_size() {
    let mut exporter = exporter("export-gif");
    let path = exporter.folder.join("tear-001.gif");
    let begun = exporter.toggle(Kind::Gif, (64, 32)).unwrap();
    assert_eq!(begun, format!("recording to {}", path.display()));
    assert!(exporter.wants_pictures() && !exporter.wants_shapes());
    // 60 pictures a second for 1.2 s, and a long one.
    for i in 0..73 {
        let elapsed = Duration::from_nanos(16_666_667);
        exporter.picture(&picture(i, (64, 32)), elapsed).unwrap();
        std::thread::sleep(Duration::from_millis(1));
    }
    let state = exporter.state();
    assert!(state.starts_with("recording GIF, 1.2 s"), "{state}");
    // Room in the queue for the last one.
    std::thread::sleep(Duration::from_millis(300));
    let late = Duration::from_millis(400);
    exporter.picture(&picture(0, (64, 32)), late).unwrap();
    let ended = exporter.picture(&picture(1, (66, 32)), TICK).unwrap();
    assert_eq!(ended, std::slice::from_ref(&path));
    // 1 at the start, 30 in 1.2 s, 10 in 0.4 s.
    assert_eq!(gif_length(&path), (41, 164));
    assert!(!exporter.wants_pictures() && exporter.state().is_empty());
    assert_eq!(names_in(&exporter.folder), ["tear-001.gif"]);
}

/// Also when the window is closed, and the exporter goes away without an end.
#[test]
fn what_is_recorded_is_completed() {
    for is_dropped in [false, true] {
        let mut exporter = exporter("export-all");
        let size = (48, 24);
        for kind in [Kind::Gif, Kind::Pngs, Kind::Objs] {
            exporter.toggle(kind, size).unwrap();
        }
        exporter.toggle_inputs(&setup("tear"), 0).unwrap();
        for i in 0..5 {
            exporter.picture(&picture(i, size), TICK).unwrap();
            // The fourth shape comes late: the one before it stays for two.
            let late = if i == 3 { 2 * TICK } else { TICK };
            exporter.shape(&mesh(&triangle(i as f32)), late).unwrap();
            exporter.apply(&Action::Step).unwrap();
        }
        let expected = "recording GIF, 0.2 s; PNG, 0.2 s; OBJ, 0.2 s; inputs, 5 steps";
        assert_eq!(exporter.state(), expected);
        let folder = exporter.folder.clone();
        let names = ["tear-001.gif", "tear-002", "tear-003", "tear-004.tape"];
        let hash = match is_dropped {
            true => None,
            false => {
                let found = exporter.finish(0xfeed).unwrap();
                assert_eq!(found, names.map(|name| folder.join(name)));
                assert!(exporter.finish(0).unwrap().is_empty());
                Some(0xfeed)
            }
        };
        drop(exporter);
        assert_eq!(names_in(&folder), names);
        assert_eq!(gif_length(&folder.join("tear-001.gif")), (5, 20));
        let numbered = |name: &str, ending: &str, count: usize| -> Vec<String> {
            let numbers = 0..count;
            numbers.map(|i| format!("{name}-{i:05}.{ending}")).collect()
        };
        let pictures = names_in(&folder.join("tear-002"));
        assert_eq!(pictures, numbered("frame", "png", 5));
        let shapes = folder.join("tear-003");
        assert_eq!(names_in(&shapes), numbered("shape", "obj", 6));
        for (number, z) in [0, 1, 2, 2, 3, 4].into_iter().enumerate() {
            let path = shapes.join(format!("shape-{number:05}.obj"));
            let text = fs::read_to_string(path).unwrap();
            assert!(text.starts_with(&format!("v 0 0.5 {z}\n")), "{text}");
        }
        let recording = recording::read(&folder.join("tear-004.tape")).unwrap();
        assert_eq!((recording.end.steps, recording.end.hash), (5, hash));
    }
}

#[test]
fn recordings_without_a_picture_leave_nothing() {
    let mut exporter = exporter("export-empty");
    for kind in [Kind::Gif, Kind::Pngs, Kind::Objs, Kind::Gif] {
        exporter.toggle(kind, (8, 8)).unwrap();
        let ended = exporter.toggle(kind, (8, 8)).unwrap();
        assert_eq!(ended, "nothing was recorded");
    }
    assert!(names_in(&exporter.folder).is_empty());
    assert!(exporter.toggle(Kind::Gif, (0, 8)).is_err());
    assert!(!exporter.wants_pictures());
}

#[test]
fn what_cannot_be_written_is_told_and_ends() {
    let mut exporter = exporter("export-fail");
    let folder = exporter.folder.clone();
    fs::write(&folder, "a file").unwrap();
    let error = exporter.screenshot(&picture(0, (8, 8))).unwrap_err();
    assert!(error.to_string().contains("cloth-out"), "{error}");
    fs::remove_file(&folder).unwrap();

    exporter.toggle(Kind::Objs, (0, 0)).unwrap();
    let nowhere = [[f32::NAN; 3]; 3];
    let until = Instant::now() + Duration::from_secs(10);
    let error = loop {
        if let Err(error) = exporter.shape(&mesh(&nowhere), TICK) {
            break error;
        }
        assert!(Instant::now() < until, "no error");
        std::thread::sleep(Duration::from_millis(1));
    };
    assert!(error.to_string().contains("not finite"), "{error}");
    assert!(!exporter.wants_shapes());

    exporter.toggle_inputs(&setup("tear"), 0).unwrap();
    exporter.apply(&Action::Step).unwrap();
    let outside = Action::Cut { column: 8, row: 0 };
    assert!(exporter.apply(&outside).is_err() && !exporter.is_recording_inputs());
    let recording = recording::read(&folder.join("tear-002.tape")).unwrap();
    assert_eq!(recording.end.steps, 1);
}
