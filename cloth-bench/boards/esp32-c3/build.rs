//! What is measured, and the runtime's linker script. Here and not in `.cargo/config.toml`, where
//! `RUSTFLAGS` would replace it.

fn main() {
    println!("cargo:rustc-link-arg-bins=-Tlinkall.x");
    // What is measured: a number format and the side of the grid.
    println!("cargo:rerun-if-env-changed=CLOTH_IMAGE");
    let image = std::env::var("CLOTH_IMAGE").unwrap_or("f32-32".into());
    let (cloth, side) = image.split_once('-').expect("CLOTH_IMAGE is like f32-32");
    println!("cargo:rustc-cfg=cloth=\"{cloth}\"");
    println!("cargo:rustc-env=CLOTH_SIDE={side}");
}
