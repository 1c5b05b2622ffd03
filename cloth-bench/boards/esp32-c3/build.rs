//! The runtime's linker script. Here and not in `.cargo/config.toml`, where `RUSTFLAGS` would replace it.

fn main() {
    println!("cargo:rustc-link-arg-bins=-Tlinkall.x");
}
