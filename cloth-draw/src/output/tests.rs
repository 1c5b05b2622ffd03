//! What the writers write and refuse, and that an unfinished file leaves nothing behind.

use super::*;
use crate::picture::Picture;
use crate::raster::Framebuffer;
use crate::texture::load;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

/// An empty folder of its own for one test.
fn test_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("cloth-draw-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Names of the files in a folder, in order.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

/// A picture of 60 × 30 pixels with a square of this colour at this column.
fn picture(column: usize, color: u32) -> Framebuffer {
    let mut frame = Framebuffer::new(60, 30);
    let rows = frame.pixels_mut().chunks_exact_mut(60).skip(4).take(20);
    rows.for_each(|row| row[column..column + 20].fill(color));
    frame
}

fn triangle() -> Picture<'static> {
    Picture {
        positions: &[[0.0, 0.5, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.25]],
        triangles: &[[0, 1, 2]],
        ..Picture::default()
    }
}

#[test]
fn a_sequence_holds_its_pictures_and_repeats_and_none_of_an_earlier_one() {
    let folder = test_folder("sequence").join("frames");
    for columns in [&[4, 8, 12][..], &[4, 8]] {
        let mut writer = SequenceWriter::create(&folder).unwrap();
        writer.repeat().unwrap();
        for column in columns {
            writer.push(&picture(*column, 0x00ff_8020)).unwrap();
            writer.repeat().unwrap();
        }
        assert_eq!(writer.finish().unwrap(), 2 * columns.len());
    }
    assert_eq!(names_in(&folder).len(), 4);
    for (number, column) in [4, 4, 8, 8].into_iter().enumerate() {
        let texture = load(folder.join(format!("frame-{number:05}.png"))).unwrap();
        let shown = picture(column, 0x00ff_8020);
        assert_eq!((texture.width, texture.height), shown.size());
        assert_eq!(texture.pixels, shown.pixels());
    }
}

/// All pictures of a GIF as they are seen, with the delay of each.
fn decoded(path: &Path) -> (Vec<Vec<u32>>, Vec<u16>) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(File::open(path).unwrap()).unwrap();
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut canvas = vec![0; width * height];
    let (mut pictures, mut delays) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let first = usize::from(frame.top) * width + usize::from(frame.left);
        for (i, rgba) in frame.buffer.chunks_exact(4).enumerate() {
            let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
            if rgba[3] > 0 {
                canvas[first + y * width + x] = u32::from_be_bytes([0, rgba[0], rgba[1], rgba[2]]);
            }
        }
        pictures.push(canvas.clone());
        delays.push(frame.delay);
    }
    (pictures, delays)
}

#[test]
fn a_gif_decodes_exactly_where_colours_are_few_and_closely_where_they_are_many() {
    let path = test_folder("gif").join("a.gif");
    let mut writer = GifWriter::create(&path, (60, 30), 30.0).unwrap();
    writer.repeat().unwrap();
    // Moves, stands still, and changes colour.
    let (yellow, green) = (0xff_ff00, 0x00_ff80);
    let shown = [(0, yellow), (5, yellow), (5, yellow), (9, green)];
    let mut shown = shown.map(|(x, color)| picture(x, color)).to_vec();
    shown.iter().for_each(|frame| writer.push(frame).unwrap());
    writer.repeat().unwrap();
    shown.push(shown[3].clone());
    assert!(!path.exists());
    assert_eq!(writer.finish().unwrap(), 5);
    let (found, delays) = decoded(&path);
    assert!(found.iter().eq(shown.iter().map(Framebuffer::pixels)));
    assert_eq!(delays, [3, 4, 3, 3, 4]);
    // Two squares of 128 × 128 colours; the second has hues that the first has not.
    let mut writer = GifWriter::create(&path, (128, 128), 10.0).unwrap();
    let mut frames = [0, 8].map(|shift| (Framebuffer::new(128, 128), shift));
    for (frame, shift) in &mut frames {
        for (i, pixel) in (0..).zip(frame.pixels_mut()) {
            *pixel = ((i % 128) * 2) << (8 + *shift) | (i / 128) << *shift;
        }
        writer.push(frame).unwrap();
    }
    writer.finish().unwrap();
    for (found, (frame, _)) in decoded(&path).0.iter().zip(&frames) {
        let errors = found.iter().zip(frame.pixels()).map(|(a, b)| {
            let [a, b] = [a, b].map(|color| color.to_be_bytes());
            let square = |i: usize| u32::from(a[i].abs_diff(b[i])).pow(2);
            square(1) + square(2) + square(3)
        });
        let mean = errors.clone().sum::<u32>() as f32 / found.len() as f32;
        // The best 255 colours for such a square would err by 86.
        assert!(mean < 130.0, "mean squared error {mean}");
        assert!(errors.max() < Some(45 * 45));
    }
}

#[test]
fn an_obj_file_says_what_was_given() {
    let path = test_folder("obj").join("a.obj");
    let normals = &[[0.0, 1.0, 0.0]; 3];
    let vn = "vn 0 1 0\n".repeat(3);
    // Three columns of one row, and one column of three.
    let across = "vt 0 1\nvt 0.5 1\nvt 1 1\n";
    let down = "vt 0 1\nvt 0 0.5\nvt 0 0\n";
    for (normals, columns, rest) in [
        (&[][..], 0, "f 1 2 3\n".to_owned()),
        (normals, 0, format!("{vn}f 1//1 2//2 3//3\n")),
        (&[], 3, format!("{across}f 1/1 2/2 3/3\n")),
        (normals, 1, format!("{down}{vn}f 1/1/1 2/2/2 3/3/3\n")),
    ] {
        let cloth = Picture {
            normals,
            columns,
            ..triangle()
        };
        save_obj(&path, &cloth).unwrap();
        let said = fs::read_to_string(&path).unwrap();
        assert_eq!(said, format!("v 0 0.5 0\nv 1 0 0\nv 0 0 -1.25\n{rest}"));
    }
}

#[test]
fn what_no_program_could_read_is_refused_and_leaves_nothing() {
    let folder = test_folder("refused");
    let refused = |written: Result<(), OutputError>, reason: &str| {
        let said = written.unwrap_err().to_string();
        assert!(said.contains("refused") && said.contains(reason), "{said}");
    };
    refused(save_png(folder.join("a.png"), &Framebuffer::new(0, 5)), "");
    let gif = |size| GifWriter::create(folder.join("a.gif"), size, f32::NAN);
    refused(gif((0, 8)).map(drop), "0 × 8 pixels");
    refused(gif((8, 70_000)).map(drop), "8 × 70000 pixels");
    refused(gif((8, 8)).unwrap().finish().map(drop), "no pictures");
    let mut writer = gif((60, 30)).unwrap();
    writer.push(&picture(0, 0)).unwrap();
    refused(writer.push(&Framebuffer::new(9, 8)), "size");
    drop(writer);
    let (whole, odd) = (triangle(), [[0.0; 3], [0.0, 0.0, f32::NAN], [0.0; 3]]);
    let (positions, triangles, normals) = (&odd[..], &[[0, 1, 3]], &odd[..1]);
    for (cloth, reason) in [
        (Picture { positions, ..whole }, "vertex 1"),
        (Picture { triangles, ..whole }, "vertex 3"),
        (Picture { normals, ..whole }, "3 positions, 1 normals"),
        (
            Picture {
                columns: 2,
                ..whole
            },
            "3 positions in rows of 2",
        ),
    ] {
        refused(save_obj(folder.join("a.obj"), &cloth), reason);
    }
    assert!(names_in(&folder).is_empty());
}

#[test]
fn a_file_appears_when_it_is_complete_and_leaves_nothing_when_given_up() {
    let folder = test_folder("atomic");
    let path = |name: &str| folder.join(name);
    let begun = |name: &str| {
        let mut file = AtomicFile::create(&path(name)).unwrap();
        file.write_all(b"new").unwrap();
        file
    };
    let text = |name: &str| fs::read_to_string(path(name)).unwrap();
    fs::write(path("a.txt"), "old").unwrap();
    drop(begun("a.txt"));
    let file = begun("a.txt");
    assert_eq!(text("a.txt"), "old");
    file.commit().unwrap();
    assert_eq!(text("a.txt"), "new");
    let folder_in_its_place = begun("b");
    fs::create_dir(path("b")).unwrap();
    assert!(folder_in_its_place.commit().is_err());
    let late = begun("c.txt");
    fs::write(path("c.txt"), "mine").unwrap();
    let refused = late.commit().unwrap_err().to_string();
    assert!(refused.contains("c.txt: it has appeared"), "{refused}");
    let refused = save_text(path("c.txt"), "x").unwrap_err().to_string();
    assert!(refused.contains("c.txt: it exists"), "{refused}");
    assert_eq!(text("c.txt"), "mine");
    copy(&path("a.txt"), &path("c.txt")).unwrap();
    assert_eq!(text("c.txt"), "new");
    #[cfg(unix)]
    {
        // Writing through a link keeps the link.
        std::os::unix::fs::symlink("c.txt", path("d.txt")).unwrap();
        fs::write(path("c.txt"), "old").unwrap();
        begun("d.txt").commit().unwrap();
        let link = fs::symlink_metadata(path("d.txt")).unwrap();
        assert!(link.is_symlink() && text("c.txt") == "new");
        fs::remove_file(path("d.txt")).unwrap();
    }
    assert_eq!(names_in(&folder), ["a.txt", "b", "c.txt"]);
}

#[test]
fn a_file_is_left_over_when_nobody_writes_it() {
    let folder = test_folder("left-over");
    let [path, hidden] = ["a.gif", ".a.gif.cloth.partial"].map(|name| folder.join(name));
    assert_eq!(finished_name(".a.gif.cloth.partial"), Some("a.gif"));
    for name in ["a.gif", ".a.gif.partial", "a.gif.cloth.partial"] {
        assert_eq!(finished_name(name), None, "{name}");
    }
    let kind = || left_over(&hidden).err().map(|error| error.kind());
    assert_eq!(kind(), Some(ErrorKind::NotFound));
    let writer = AtomicFile::create(&path).unwrap();
    assert_eq!(kind(), Some(ErrorKind::ResourceBusy));
    let second = AtomicFile::create(&path).unwrap_err();
    assert_eq!(second.kind(), ErrorKind::ResourceBusy);
    drop(writer);
    // As a killed program leaves it.
    fs::write(&hidden, "half").unwrap();
    let left = left_over(&hidden).unwrap();
    assert_eq!(io::read_to_string(&left).unwrap(), "half");
    assert!(AtomicFile::create(&path).is_err());
    drop(left);
    AtomicFile::create(&path).unwrap().commit().unwrap();
    assert_eq!(names_in(&folder), ["a.gif"]);
    assert_eq!(fs::read(&path).unwrap(), b"");
}

/// Another program may look between the creation of a file and its lock, take it for left over,
/// and be slow to remove it.
#[test]
fn looking_for_left_over_files_stops_nobody_from_writing() {
    let folder = test_folder("atomic-looked-at");
    let [path, hidden] = ["a.txt", ".a.txt.cloth.partial"].map(|name| folder.join(name));
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Relaxed) {
                if let Ok(_left) = left_over(&hidden) {
                    thread::yield_now();
                    fs::remove_file(&hidden).unwrap();
                }
            }
        });
        let begun = (0..2000).all(|_| AtomicFile::create(&path).is_ok());
        done.store(true, Relaxed);
        assert!(begun);
    });
}

/// Why an output is refused, a message that names the path; nothing where it is not.
fn refusal(path: &Path, kind: OutputKind) -> String {
    let message = check_output(path, kind)
        .err()
        .map(|error| error.to_string());
    assert!(
        message
            .iter()
            .all(|said| said.contains(&*path.to_string_lossy()))
    );
    message.unwrap_or_default()
}

#[test]
fn what_can_be_written_is_accepted_and_what_is_in_the_way_refused_and_untouched() {
    use OutputKind::{Gif, Obj, Png, Sequence};
    let folder = test_folder("check");
    fs::write(folder.join("scene.toml"), "precious").unwrap();
    fs::write(folder.join("old.PNG"), "earlier picture").unwrap();
    for (name, kind, reason) in [
        ("old.PNG", Png, ""),
        ("new.gif", Gif, ""),
        ("frames", Sequence, ""),
        ("scene.toml", Png, "not a .png"),
        ("scene.toml", Sequence, "a folder is needed"),
        ("scene.toml/a.png", Png, "not a folder"),
        ("scene.toml/frames", Sequence, "not a folder"),
        (".", Gif, "it is a folder"),
        ("none/a.gif", Gif, "does not exist"),
        ("new/", Png, "folder"),
        #[cfg(unix)]
        ("/dev/null", Png, "regular"),
    ] {
        let found = refusal(&folder.join(name), kind);
        assert_eq!(found.is_empty(), reason.is_empty(), "{name} {found}");
        assert!(found.contains(reason), "{name} {found}");
    }
    assert_eq!(refusal("in-the-current-folder.obj".as_ref(), Obj), "");
    assert!(refusal("".as_ref(), Png).contains("empty"));
    assert_eq!(fs::read(folder.join("scene.toml")).unwrap(), b"precious");
    assert_eq!(names_in(&folder), ["old.PNG", "scene.toml"]);
}

#[test]
fn a_sequence_folder_may_hold_an_earlier_sequence_only() {
    let folder = test_folder("check-sequence");
    let refusal = || refusal(&folder, OutputKind::Sequence);
    assert_eq!(refusal(), "");
    fs::write(folder.join("frame-00017.png"), "").unwrap();
    assert_eq!(refusal(), "");
    // What a killed program left is ours to remove; what is being written is not.
    let left = folder.join(".frame-00018.png.cloth.partial");
    fs::write(&left, "half").unwrap();
    assert_eq!(refusal(), "");
    assert_eq!(names_in(&folder), ["frame-00017.png"]);
    let writer = AtomicFile::create(&folder.join("frame-00018.png")).unwrap();
    assert!(refusal().contains("another program") && left.exists());
    drop(writer);
    for name in ["1", "+0001", "", "00001x"].map(|number| format!("frame-{number}.png")) {
        let other = folder.join(&name);
        fs::write(&other, "").unwrap();
        assert!(refusal().contains(&name));
        fs::remove_file(other).unwrap();
    }
}
