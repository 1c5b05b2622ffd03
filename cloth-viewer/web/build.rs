//! How the page's program is linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").as_deref() != Ok("wasm") {
        return;
    }
    for argument in [
        // The page calls it once. Else each exported function would set up and tear down all of
        // the C library around itself.
        "--export=__wasm_call_ctors",
        // As a main thread has elsewhere, at most. It lies below all other memory, so what grows
        // beyond it traps.
        "-zstack-size=8388608",
    ] {
        println!("cargo::rustc-link-arg-cdylib={argument}");
    }
}
