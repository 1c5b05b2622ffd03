//! The compiler makes vectors of the hot loops: their machine code holds packed
//! square roots and divisions, in every width. A loop that is no longer
//! vectorised gives the same bits several times slower, so no other test sees it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A hot loop: a name for the report, how many copies of it there are at least
/// (a loop that is not inlined into its copy of a width is in none), and what the
/// symbol of each contains. Symbols spell names after their length.
const LOOPS: [(&str, usize, &[&str]); 8] = [
    ("links between rows", 16, &["15project_between"]),
    ("links along a row", 40, &["7InPlace", "6within"]),
    ("springs between rows", 20, &["6spring", "6across"]),
    ("springs along a row", 8, &["6spring", "5along"]),
    ("normals", 2, &["14vertex_normals"]),
    (
        "contacts with balls",
        2,
        &["7collide11collide_row", "6Sphere"],
    ),
    (
        "contacts with capsules",
        2,
        &["7collide11collide_row", "7Capsule"],
    ),
    (
        "contacts with boxes",
        2,
        &["7collide11collide_row", "6Cuboid"],
    ),
];

/// A width, what the symbols of its functions contain, and its instructions and
/// registers. AVX-512 may do with half of its width.
const WIDTHS: [(&str, &str, &[&str], &[&str]); 3] = [
    ("baseline", "8baseline", &["sqrtps", "divps"], &["%xmm"]),
    (
        "AVX2",
        "14vectorize_avx2",
        &["vsqrtps", "vdivps"],
        &["%ymm"],
    ),
    (
        "AVX-512",
        "16vectorize_avx512",
        &["vsqrtps", "vdivps"],
        &["%ymm", "%zmm"],
    ),
];

/// The machine code of `cloth-core/examples/hot_loops.rs`, built for the machine
/// that a release build is for.
fn assembly() -> String {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packed");
    let examples = target.join("release").join("examples");
    // What an earlier compiler left there would be read too.
    let _ = std::fs::remove_dir_all(&examples);
    let built = Command::new(env!("CARGO"))
        .args([
            "rustc",
            "--release",
            "-p",
            "cloth-core",
            "--example",
            "hot_loops",
        ])
        .arg("--target-dir")
        .arg(&target)
        .args(["--", "--emit", "asm", "-C", "symbol-mangling-version=v0"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{errors}");
    let is_assembly = |p: &PathBuf| p.extension().is_some_and(|e| e == "s");
    let mut files = std::fs::read_dir(&examples)
        .expect("the example was built")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(is_assembly);
    let file = files.next().expect("the compiler wrote assembly");
    std::fs::read_to_string(file).expect("the assembly can be read")
}

/// The functions: symbol and body.
fn functions(assembly: &str) -> Vec<(&str, Vec<&str>)> {
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in assembly.lines() {
        match line.strip_suffix(':') {
            Some(symbol) if symbol.starts_with("_R") => all.push((symbol, Vec::new())),
            _ => {
                if let Some((_, body)) = all.last_mut() {
                    body.push(line.trim());
                }
            }
        }
    }
    all
}

/// How many lines of the body are this instruction on one of these registers.
fn count(body: &[&str], instruction: &str, registers: &[&str]) -> usize {
    let is = |line: &&&str| {
        let mut words = line.split_whitespace();
        words.next() == Some(instruction) && registers.iter().any(|r| line.contains(r))
    };
    body.iter().filter(is).count()
}

/// Scalar roots that the end of a row may have: three, but seven where the compiler
/// takes the last block of links that give way to pressure apart, at the baseline
/// alone. That is a known weakness, not what is wanted.
fn row_end(width: &str, symbol: &str) -> usize {
    match width == "baseline" && symbol.contains("Pliant") {
        true => 7,
        false => 3,
    }
}

/// What is wrong with one function, if anything.
fn fault(body: &[&str], packed: &[&str], registers: &[&str], row_end: usize) -> Option<String> {
    let lacking = packed.iter().find(|i| count(body, i, registers) == 0);
    if let Some(instruction) = lacking {
        return Some(format!("no {instruction} on {registers:?}"));
    }
    if body
        .iter()
        .any(|l| l.starts_with("call") && l.contains("sqrtf"))
    {
        return Some("calls sqrtf".to_owned());
    }
    // What is left over at the end of a row may be scalar, or a few more beside many
    // packed ones.
    let roots = |names: &[&str], registers: &[&str]| -> usize {
        names.iter().map(|name| count(body, name, registers)).sum()
    };
    let any = ["%xmm", "%ymm", "%zmm"];
    let scalar = roots(&["sqrtss", "vsqrtss"], &any);
    let packed = roots(&["sqrtps", "vsqrtps"], &any);
    (scalar > packed + row_end).then(|| format!("{scalar} scalar roots, {packed} packed"))
}

#[test]
fn hot_loops_are_vectors() {
    if !cfg!(all(target_arch = "x86_64", unix)) {
        return cloth_tests::skip("hot_loops_are_vectors", "x86-64 under Unix", "there");
    }
    let assembly = assembly();
    let functions = functions(&assembly);
    let mut faults = Vec::new();
    for (name, least, parts) in LOOPS {
        for (width, marker, packed, registers) in WIDTHS {
            // Its selections are too many for the baseline's: there a contact is
            // scalar.
            if name.starts_with("contacts") && width == "baseline" {
                continue;
            }
            let mut copies = 0;
            for (symbol, body) in &functions {
                let is_copy = symbol.contains(marker) && parts.iter().all(|p| symbol.contains(p));
                // Sums of normals have no root: only copies with any are looked at.
                let has_root = body.iter().any(|l| l.contains("sqrt"));
                if !is_copy || !has_root {
                    continue;
                }
                copies += 1;
                if let Some(fault) = fault(body, packed, registers, row_end(width, symbol)) {
                    faults.push(format!("{name}, {width}: {fault}: {symbol}"));
                }
            }
            println!("{name}, {width}: {copies} copies");
            if copies < least {
                faults.push(format!("{name}, {width}: {copies} copies, not {least}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
