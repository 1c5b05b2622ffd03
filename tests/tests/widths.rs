//! The same bits from every form of the hot loops: no result depends on the width. And the compiler makes vectors
//! of them: their machine code holds packed square roots and divisions, in every width. A loop that is no
//! longer vectorised gives the same bits several times slower, so no other test sees it. In a release build, for
//! with debug assertions there is one form.
//!
//!     cargo test --release -p cloth-tests --test widths

use cloth_core::simd::{Width, use_at_most};
use cloth_core::{Phase, Verlet};
use cloth_tests::traces::{Mark, assert_same, cases, trace};
use cloth_tests::{empty, skip};
use std::process::Command;

/// In vectors and in `f32`, for only those loops have several forms. The width is the whole program's:
/// so all is one test.
#[test]
fn every_width_gives_the_bits_of_the_baseline() {
    for width in [Width::Avx2, Width::Avx512] {
        if Width::detected() < width {
            let needs = format!("a release and {width:?} (x86-64)");
            let run_it = "in a release on a processor that has it";
            skip("every_width", &needs, run_it);
            continue;
        }
        let mut limited = 0;
        let narrow = [[1, 1], [1, 9], [7, 5]];
        let wide = [[16, 16], [30, 30], [33, 17], [50, 50], [64, 64]];
        for [columns, rows] in narrow.into_iter().chain(wide) {
            for scene in cases(columns, rows, true) {
                let [expected, found] = [Width::Baseline, width].map(|width| {
                    use_at_most(width);
                    trace(&mut *empty::<f32, Verlet, _>(columns, rows), &scene, 20)
                });
                let what = format!("{columns} x {rows}, {:?}, {width:?}", scene.solver.mode);
                assert_same(&found, &expected, &what);
                // What the comparison rests on: a step tells at least of these phases.
                for phase in [Phase::Integrate, Phase::Collide] {
                    let told = |mark: &Mark| matches!(mark, Mark::State(p, _) if *p == phase);
                    assert!(found.iter().any(told), "{phase:?}");
                }
                let passes = found.iter().map(|mark| match mark {
                    Mark::Step([_, passes, ..]) => *passes,
                    Mark::State(..) => 0,
                });
                limited += passes.sum::<u64>();
            }
        }
        assert!(limited > 0, "the limit never acted");
        use_at_most(Width::Avx512);
    }
}

/// A hot loop: a name for the report, how many copies of it there are at least
/// (a loop that is not inlined into its copy of a width is in none), and what the
/// symbol of each contains. Symbols spell names after their length.
///
/// In rows of vectors (`Dyn`): that is what a host runs. Not `BlockDiagonal`, which is made
/// once a solution: its roots are scalar; nor contacts with colliders, which few particles have: these go one by one.
#[rustfmt::skip]
const LOOPS: [(&str, usize, &[&str]); 5] = [
    ("links", 3, &["4walk9walk_rows", "3Dyn"]),
    ("links between rows with pins", 3, &["6kernel12between_some", "3Dyn"]),
    ("links within rows with pins", 3, &["6kernel11within_some", "3Dyn"]),
    ("springs", 2, &["11SpringForce", "5apply", "tension", "3Dyn"]),
    ("normals", 1, &["14vertex_normals", "3Dyn"]),
];

/// A width, what the symbols of its functions contain, and its instructions and
/// registers. AVX-512 may do with half of its width.
#[rustfmt::skip]
const WIDTHS: [(&str, &str, &[&str], &[&str]); 3] = [
    ("baseline", "8baseline", &["sqrtps", "divps"], &["%xmm"]),
    ("AVX2", "14vectorize_avx2", &["vsqrtps", "vdivps"], &["%ymm"]),
    ("AVX-512", "16vectorize_avx512", &["vsqrtps", "vdivps"], &["%ymm", "%zmm"]),
];

/// The machine code of this program and of the library.
///
/// `tests/run` builds it in the same place with the same flags: then nothing is compiled here.
fn assembly() -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["test", "--release", "-p", "cloth-tests", "--test", "widths"])
        .args(["--no-default-features", "--no-run", "--message-format=json"])
        .args(["--target-dir", "target/packed"])
        .current_dir(root)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env("RUSTFLAGS", "--emit=asm -Csymbol-mangling-version=v0");
    let built = cargo.output().expect("cargo runs");
    let errors = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{errors}");
    // Cargo says which build is today's: older ones may be in the same folder. Loops that
    // the library has are not compiled again in the program.
    let said = String::from_utf8_lossy(&built.stdout);
    let starts = ["cloth_core-", "widths-"].map(|name| {
        let (_, hash) = said.rsplit_once(name).expect("cargo says what it built");
        let hash = hash.split(['"', '.']).next().unwrap_or_default();
        format!("{name}{hash}.")
    });
    let mut all = String::new();
    for entry in std::fs::read_dir(format!("{root}/target/packed/release/deps")).expect("a folder")
    {
        let path = entry.expect("the folder can be read").path();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        if file.ends_with(".s") && starts.iter().any(|start| file.starts_with(start)) {
            all += &std::fs::read_to_string(&path).expect("the assembly can be read");
        }
    }
    all
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

/// Scalar roots that the end of a row may have.
const ROW_END: usize = 3;

/// What is wrong with one function, if anything.
fn fault(body: &[&str], packed: &[&str], registers: &[&str]) -> Option<String> {
    let lacking = packed.iter().find(|i| count(body, i, registers) == 0);
    if let Some(instruction) = lacking {
        return Some(format!("no {instruction} on {registers:?}"));
    }
    let calls = |line: &&str| line.starts_with("call") && line.contains("sqrtf");
    if body.iter().any(calls) {
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
    (scalar > packed + ROW_END).then(|| format!("{scalar} scalar roots, {packed} packed"))
}

/// Vectors that are stored by mask with AVX2: 12 cycles each on a Zen 3, not 2. The compiler
/// makes one of a number that goes back to where it was loaded, unless something holds.
fn masked_stores(body: &[&str]) -> usize {
    let is = |line: &&&str| {
        let (instruction, operands) = line.split_once(char::is_whitespace).unwrap_or_default();
        instruction == "vmaskmovps" && operands.trim_start().starts_with('%') && line.ends_with(')')
    };
    body.iter().filter(is).count()
}

#[test]
fn hot_loops_are_vectors() {
    if !cfg!(all(target_arch = "x86_64", unix)) {
        return skip("hot_loops_are_vectors", "x86-64 under Unix", "there");
    }
    let assembly = assembly();
    let functions = functions(&assembly);
    let mut faults = Vec::new();
    for (name, least, parts) in LOOPS {
        for (width, marker, packed, registers) in WIDTHS {
            let mut copies = 0;
            for (symbol, body) in &functions {
                let is_copy = symbol.contains(marker) && parts.iter().all(|p| symbol.contains(p));
                // Sums of normals have no root, those of other formats have others.
                let is_root =
                    |l: &&str| ["sqrtps", "sqrtss", "sqrtf"].iter().any(|r| l.contains(r));
                if !is_copy || !body.iter().any(is_root) {
                    continue;
                }
                copies += 1;
                if let Some(fault) = fault(body, packed, registers) {
                    faults.push(format!("{name}, {width}: {fault}: {symbol}"));
                }
                let masked = masked_stores(body);
                if masked > 0 {
                    faults.push(format!("{name}, {width}: {masked} by mask: {symbol}"));
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
