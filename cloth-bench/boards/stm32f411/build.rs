//! What is measured; `memory.x` and the runtime's linker script. Here and not in
//! `.cargo/config.toml`, where `RUSTFLAGS` would replace it.

fn main() {
    let folder = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    println!("cargo:rustc-link-search={folder}");
    println!("cargo:rerun-if-changed=memory.x");
    println!("cargo:rustc-link-arg=--nmagic");
    println!("cargo:rustc-link-arg=-Tlink.x");
    if std::env::var_os("CARGO_FEATURE_DEFMT").is_some() {
        println!("cargo:rustc-link-arg=-Tdefmt.x");
    }
    // What is measured: a number format and the side of the grid.
    println!("cargo:rerun-if-env-changed=CLOTH_IMAGE");
    let image = std::env::var("CLOTH_IMAGE").unwrap_or("f32-32".into());
    let (cloth, side) = image.split_once('-').expect("CLOTH_IMAGE is like f32-32");
    println!("cargo:rustc-cfg=cloth=\"{cloth}\"");
    println!("cargo:rustc-env=CLOTH_SIDE={side}");
}
