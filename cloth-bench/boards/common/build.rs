//! What is measured: a number format, or another cloth, and the side of the grid.

fn main() {
    println!("cargo:rerun-if-env-changed=CLOTH_IMAGE");
    let image = std::env::var("CLOTH_IMAGE").unwrap_or("f32-32".into());
    let (cloth, side) = image.split_once('-').expect("CLOTH_IMAGE is like f32-32");
    println!("cargo:rustc-cfg=cloth=\"{cloth}\"");
    println!("cargo:rustc-env=CLOTH_SIDE={side}");
}
