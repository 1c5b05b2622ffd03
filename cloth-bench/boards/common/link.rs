//! Build script of the Cortex-M boards: their `memory.x` and the runtime's
//! linker script. Here and not in `.cargo/config.toml`, where `RUSTFLAGS` would
//! replace it.

fn main() {
    let board = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    println!("cargo:rustc-link-search={board}");
    println!("cargo:rerun-if-changed=memory.x");
    println!("cargo:rustc-link-arg=--nmagic");
    println!("cargo:rustc-link-arg=-Tlink.x");
}
