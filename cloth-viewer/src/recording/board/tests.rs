//! Recordings of an emulated Cortex-M4F, and files that no board made.

use super::*;

/// What the images `recording-8` and `recording-fixed-8` print; `tests/firmware` makes them anew
/// and compares.
const F32: &str = include_str!("recorded/m4f-recording-8.txt");
const FIXED: &str = include_str!("recorded/m4f-recording-fixed-8.txt");

fn report(text: &str) -> Report {
    compare(&parse(text, "a.log").unwrap()).unwrap()
}

#[test]
fn a_board_comes_to_the_same_states() {
    for (text, format) in [(F32, Format::F32), (FIXED, Format::Fixed)] {
        let recording = parse(text, "a.log").unwrap();
        assert_eq!(recording.format, format);
        assert_eq!((recording.scene.name, recording.steps), ("tear", 60));
        let hands = recording.events.iter();
        let hands = hands.filter(|event| matches!(event.kind, EventKind::Hand { .. }));
        assert_eq!((recording.events.len(), hands.count()), (65, 4));
        let report = compare(&recording).unwrap();
        assert!(report.is_same(), "{report}");
        let words = "tear on m4f, 8×8: the same for 60 steps";
        assert_eq!(report.to_string(), words);
    }
}

/// A line of the recording, counted from 1.
fn line(text: &str, number: usize) -> &str {
    text.lines().nth(number - 1).unwrap()
}

#[test]
fn the_first_difference_is_named() {
    // The state of step 17 is line 2 + 17 + one hand.
    let state = line(F32, 20);
    assert!(state.contains("\"step\":17,"), "{state}");
    let (head, bits) = state.split_once("\"bits\":[\"").unwrap();
    let z = &bits[18..26];
    let bit = u32::from_str_radix(z, 16).unwrap();
    let other = format!("{:08x}", bit ^ 1);
    let changed = format!("{head}\"bits\":[\"{}{other}{}", &bits[..18], &bits[26..]);
    let report = report(&F32.replacen(state, &changed, 1));
    let what = What::Particle {
        at: [3, 4],
        axis: 2,
        board: bit ^ 1,
        here: bit,
    };
    assert_eq!(report.difference, Some(Difference { step: 17, what }));
    let words = format!(
        "tear on m4f, 8×8: first difference in step 17: \
         particle (3, 4), z: board 0x{other}, here 0x{z}"
    );
    assert_eq!(report.to_string(), words);
}

#[test]
fn a_hash_and_a_hand_count() {
    let state = line(F32, 5);
    let hash = state.split('"').nth(7).unwrap();
    let changed = F32.replacen(hash, "0123456789abcdef", 1);
    let words = report(&changed).to_string();
    let expected = format!("in step 3: the state's hash: board 0123456789abcdef, here {hash}");
    assert!(words.ends_with(&expected), "{words}");

    let slower = F32.replacen("[0.25,", "[0.125,", 1);
    assert_eq!(report(&slower).difference.unwrap().step, 11);
    let other = F32.replacen("\"mode\":\"constraint\"", "\"mode\":\"hooke\"", 1);
    assert_eq!(report(&other).difference.unwrap().step, 1);
}

#[test]
fn a_log_may_have_more_around_it() {
    let log = format!(
        "boot 1.2\r\n\r\n{}{{\"end\":true}}\nbye",
        F32.replace('\n', "\r\n")
    );
    assert!(report(&log).is_same());
    assert!(is_recording(&log));
    assert!(!is_recording("{\"cloth-tape\":1}"));
}

#[test]
fn states_may_be_recorded_more_seldom() {
    let mut lines: Vec<String> = Vec::new();
    for text in F32.lines() {
        let step = text.strip_prefix("{\"state\":{\"step\":");
        let step = step.map(|rest| rest.split(',').next().unwrap().parse::<u32>().unwrap());
        if step.is_none_or(|step| step.is_multiple_of(10)) {
            lines.push(text.to_owned());
        }
    }
    let text = lines.join("\n").replace("\"every\":1", "\"every\":10");
    let text = text.replace("\"lines\":65", "\"lines\":11");
    assert_eq!(
        report(&text).to_string(),
        "tear on m4f, 8×8: the same for 60 steps"
    );
}

#[track_caller]
fn refused(text: &str, line: usize, words: &[&str]) {
    let message = parse(text, "evil.log").unwrap_err().to_string();
    assert!(
        message.starts_with(&format!("evil.log:{line}: ")),
        "{message}"
    );
    for word in words {
        assert!(message.contains(word), "{message}");
    }
}

#[test]
fn first_lines_that_make_no_sense_are_refused() {
    refused("", 1, &["{\"cloth-board\":1,…}"]);
    for (from, to, words) in [
        (
            "\"cloth-board\":1",
            "\"cloth-board\":2",
            &["version 2", "allowed is 1"][..],
        ),
        (
            "\"tear\"",
            "\"tare\"",
            &["no scene \"tare\"", "four-corners-sphere"],
        ),
        ("[8,8]", "[0,8]", &["0×8", "1 to 4096"]),
        ("[8,8]", "[8,4097]", &["8×4097", "1 to 4096"]),
        ("\"f32\"", "\"f16\"", &["\"f16\"", "f32, i12f20"]),
        (
            "\"constraint\"",
            "\"magic\"",
            &["no mode", "hooke, constraint"],
        ),
        ("\"steps\":60", "\"steps\":0", &["1 to 1000000"]),
        ("\"steps\":60", "\"steps\":4294967295", &["1 to 1000000"]),
        ("\"steps\":60", "\"steps\":-1", &["-1"]),
        ("\"every\":1", "\"every\":7", &["no multiple"]),
        ("[3,4]", "[3,8]", &["(3, 8)"]),
        ("\"every\"", "\"evry\"", &["unknown key evry"]),
        (
            ",\"particles\":[[3,4],[5,2]]",
            "",
            &["missing key particles"],
        ),
    ] {
        let text = F32.replacen(from, to, 1);
        assert_ne!(text, F32, "{from}");
        refused(&text, 1, words);
    }
    let many = format!("\"particles\":[{}[5,2]]", "[3,4],".repeat(64));
    refused(
        &F32.replacen("\"particles\":[[3,4],[5,2]]", &many, 1),
        1,
        &["65 particles"],
    );
}

#[test]
fn lines_that_were_lost_or_damaged_are_named() {
    let without = |number| F32.replacen(&format!("{}\n", line(F32, number)), "", 1);
    refused(&without(11), 11, &["the state of step 9 is missing"]);
    // The hand before step 11 stands in line 13.
    refused(&without(13), 66, &["65 lines were written, here are 64"]);
    let end = line(F32, 67);
    refused(&F32.replacen(end, "", 1), 66, &["breaks off"]);
    refused(
        &F32.replacen(end, &end.replace("60", "59"), 1),
        67,
        &["announced are 60"],
    );
    refused(&F32.replacen(line(F32, 66), "", 1), 67, &["here are 59"]);
    let hand = line(F32, 13);
    let changed = |from, to| F32.replacen(hand, &hand.replace(from, to), 1);
    refused(
        &changed("11", "12"),
        13,
        &["before step 12", "allowed is 11"],
    );
    refused(&changed("[5,2]", "[5,9]"), 13, &["(5, 9)"]);
    refused(&changed("0.25", "1e999"), 13, &["column"]);
    refused(&changed("attach", "push"), 13, &["unknown value push"]);
    let early = F32.replacen(line(F32, 2), &format!("{hand}\n{}", line(F32, 2)), 1);
    refused(&early, 2, &["none before a state"]);
    let more = F32.replacen(
        end,
        &format!("{}\n{end}", line(F32, 66).replace(":60", ":61")),
        1,
    );
    refused(&more, 67, &["step 61: allowed are 60"]);
    let state = line(F32, 3);
    let changed = |from, to| F32.replacen(state, &state.replacen(from, to, 1), 1);
    refused(
        &changed("[\"bf", "[\"xf"),
        3,
        &["three times 8 hexadecimal"],
    );
    refused(&changed("[\"bf", "[\""), 3, &["three times 8"]);
    refused(&changed("\",\"3f", "\"],[\"3f"), 3, &["column"]);
    refused(&changed("\",\"3f", " 3f"), 3, &["particles: allowed are 2"]);
}

#[test]
fn too_many_hands_are_an_error_not_a_difference() {
    let hand = line(F32, 13);
    let hands: Vec<_> = (0..9)
        .map(|i| hand.replace("[5,2]", &format!("[{},6]", i % 8)))
        .collect();
    let nine: Vec<_> = hands.into_iter().take(8).collect();
    let text = F32.replacen(hand, &format!("{hand}\n{}", nine.join("\n")), 1);
    let text = text.replace("\"lines\":65", "\"lines\":73");
    let error = compare(&parse(&text, "a.log").unwrap()).unwrap_err();
    assert_eq!(error.line, 21, "{error}");
    assert!(error.to_string().contains("attached already"), "{error}");
}
