//! Files that nobody wrote with this program.

use super::*;
use crate::scene_file::SceneFile;
use crate::test_files::test_folder;
use cloth_core::host::{Format, GridSize, Method};
use cloth_core::scenes;
use std::fs;

/// The first two lines of a recording.
fn head() -> String {
    let path = test_folder("recording-head").join("a.tape");
    let grid = GridSize {
        columns: 8,
        rows: 8,
    };
    let setup = Setup {
        file: SceneFile::from(&scenes::TEAR),
        grid,
        method: Method::Verlet,
        format: Format::F32,
    };
    drop(Writer::create(&path, &setup).unwrap());
    let text = fs::read_to_string(&path).unwrap();
    let head: Vec<_> = text.lines().take(2).collect();
    head.join("\n") + "\n"
}

const END: &str = "{\"end\":{\"steps\":0,\"hash\":null}}\n";

#[track_caller]
fn refused(text: &str, line: usize, words: &[&str]) {
    let error = parse(text, "evil.tape").unwrap_err();
    assert_eq!(error.line, line, "{error}");
    let message = error.to_string();
    assert!(message.starts_with(&format!("evil.tape:{line}: ")));
    for word in words {
        assert!(message.contains(word), "{message}");
    }
}

#[test]
fn the_least_recording_is_read() {
    let text = format!("{}\r\n{END}\n", head());
    let recording = parse(&text, "a").unwrap();
    assert_eq!((recording.actions().count(), recording.end().steps), (1, 0));
}

#[test]
fn what_is_no_recording_is_refused() {
    let first = "its first line must be {\"cloth-tape\":1}";
    for text in [
        "",
        "\n\n",
        "name = \"tear\"\n",
        "[]",
        "{}",
        "{\"cloth-tape\"",
        "\0",
    ] {
        refused(text, 1, &[first]);
    }
    refused(
        "{\"cloth-tape\":2,\"new\":0}",
        1,
        &["version 2", "allowed is 1"],
    );
    refused("{\"cloth-tape\":1.5}", 1, &["version 1.5"]);
    refused(
        "{\"cloth-tape\":1,\"colour\":3}",
        1,
        &["unknown key colour"],
    );
    refused("{\"cloth-tape\":1}", 2, &["breaks off", "second line"]);
    refused("{\"cloth-tape\":1}\n{\"steps\":1}", 2, &["{\"start\":…}"]);
}

#[test]
fn starts_that_cannot_be_made_are_refused() {
    let head = head();
    let with = |from: &str, to: &str| {
        let text = head.replacen(from, to, 1) + END;
        assert!(!text.starts_with(&head), "{from}");
        text
    };
    refused(&with("[8,8]", "[8,4097]"), 2, &["8×4097", "1 to 4096"]);
    refused(&with("[8,8]", "[0,0]"), 2, &["0×0"]);
    refused(&with("[8,8]", "[8]"), 2, &["column"]);
    refused(&with("[8,8]", "[8,-8]"), 2, &["-8"]);
    refused(&with("[8,8]", "[8,18446744073709551616]"), 2, &["column"]);
    refused(
        &with("verlet", "magic"),
        2,
        &["no method \"magic\"", "verlet, "],
    );
    refused(
        &with("\"scene\"", "\"scalar\":\"f16\",\"scene\""),
        2,
        &["no number format \"f16\"", "f32, f64, fixed"],
    );
    let words = &["line", "of the scene: cloth.width", "out of range"];
    refused(&with("width = 1.0", "width = -1.0"), 2, words);
    refused(&with("width = 1.0", "width = nan"), 2, words);
    refused(
        &with("width = 1.0", "size = 1.0"),
        2,
        &["of the scene", "unknown key"],
    );
    refused(&with("\"scene\"", "\"scent\""), 2, &["unknown key scent"]);
}

#[test]
fn lines_that_are_no_acts_are_refused() {
    let head = head();
    for (line, words) in [
        ("{\"steps\":0}", &["0 steps", "allowed are 1 or more"][..]),
        ("{\"steps\":-1}", &["-1"]),
        ("{\"steps\":1.5}", &["1.5"]),
        ("{\"steps\":1000000001}", &["1000000000 in all"]),
        ("{\"steps\":18446744073709551615}", &["in all"]),
        ("{\"steps\":1e99}", &["column"]),
        ("{\"steps\":null}", &["column"]),
        ("{\"steps\":1,\"reset\":{}}", &["column"]),
        ("{\"reset\":{\"now\":1}}", &["unknown key now"]),
        ("{\"jump\":{}}", &["unknown value jump", "let-go"]),
        ("{\"method\":\"rk5\"}", &["no method", "rk4"]),
        ("{\"method\":\"rk4\"} {}", &["column"]),
        ("{\"pull\":{\"at\":[3,4],\"to\":[1,2,NaN]}}", &["column"]),
        ("{\"pull\":{\"at\":[3,4],\"to\":[1,2,null]}}", &["column"]),
        ("{\"pull\":{\"at\":[3,4],\"to\":[1,2,1e39]}}", &[]),
        ("{\"pull\":{\"at\":[3,4],\"to\":[1,2]}}", &["column"]),
        (
            "{\"pull\":{\"at\":[3,8],\"to\":[1,2,3]}}",
            &["(3, 8)", "rows 0 to 7"],
        ),
        ("{\"pull\":{\"at\":[3,4]}}", &["missing key to"]),
        ("{\"let-go\":{\"at\":[8,0],\"pinned\":true}}", &["(8, 0)"]),
        ("{\"pin\":{\"at\":[0,0],\"pinned\":1}}", &["column"]),
        ("{\"cut\":{\"at\":[0,99999999999]}}", &["99999999999"]),
        (
            "{\"push\":{\"collider\":1,\"center\":[0,0,0],\"velocity\":[0,0,0]}}",
            &["no collider 1", "has 1"],
        ),
        (
            "{\"push\":{\"collider\":0,\"center\":[0,0,1e999],\"velocity\":[0,0,0]}}",
            &["column"],
        ),
        (
            "{\"change\":{\"scene\":\"[cloth]\"}}",
            &["of the scene", "name"],
        ),
        (
            "{\"end\":{\"steps\":1,\"hash\":null}}",
            &["after 1 steps", "have 0"],
        ),
        (
            "{\"end\":{\"steps\":0,\"hash\":\"+23456789abcdef0\"}}",
            &["16 hexadecimal"],
        ),
        (
            "{\"end\":{\"steps\":0,\"hash\":\"0\"}}",
            &["16 hexadecimal"],
        ),
        ("\u{7}", &["column"]),
    ] {
        refused(&format!("{head}{line}\n{END}"), 3, words);
    }
    refused(
        &format!("{head}{{\"steps\":999999999}}\n{{\"steps\":2}}\n{END}"),
        4,
        &["in all"],
    );
}

#[test]
fn a_recording_ends_once() {
    let head = head();
    refused(&head, 2, &["breaks off", "{\"end\":…}"]);
    refused(&format!("{head}{{\"steps\":3}}\n"), 3, &["breaks off"]);
    refused(&format!("{head}{{\"ste"), 3, &["column"]);
    refused(&format!("{head}{END}{END}"), 4, &["nothing may follow"]);
}

/// Depth of JSON is bounded by its reader, and every other cut or changed byte is an error or not,
/// but never a panic.
#[test]
fn no_bytes_bring_it_down() {
    let deep = "[".repeat(100_000);
    refused(&format!("{}{{\"steps\":{deep}", head()), 3, &["column"]);
    let text = format!("{}{{\"cut\":{{\"at\":[1,2]}}}}\n{END}", head());
    for i in (0..text.len()).step_by(31) {
        assert!(parse(&text[..i], "a").is_err());
        for byte in *b"0-\"{}[]x\n" {
            let mut bytes = text.clone().into_bytes();
            bytes[i] = byte;
            let _ = parse(&String::from_utf8_lossy(&bytes), "a");
        }
    }
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = test_folder("recording-files");
    let message = |path: &Path| open(path).unwrap_err().to_string();
    assert!(message(&folder).contains("not a file"));
    assert!(message(&folder.join("none")).contains("cannot read"));
    let path = folder.join("latin1");
    fs::write(&path, b"{\"cloth-tape\":1}\n\xe4").unwrap();
    assert!(message(&path).contains("latin1:2: not a text file"));
    let path = folder.join("large");
    fs::File::create(&path)
        .unwrap()
        .set_len(MAX_BYTES + 1)
        .unwrap();
    assert!(message(&path).contains("too many"));
}
