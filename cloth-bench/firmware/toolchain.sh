# Which compiler builds for a target. Sourced, not run.
# shellcheck shell=bash

# Whether a compiler brings the target's `core`.
has_core() {
    local dir
    dir=$("$1" --print target-libdir --target "$2" 2>/dev/null) && ls "$dir"/libcore-*.rlib >/dev/null 2>&1
}

# Debian's compiler with its sources builds `core` itself. Its linker is there
# under another name.
debian_linker() {
    if command -v rust-lld; then return; fi
    local lld
    lld=$(ls /usr/bin/lld-[0-9]* 2>/dev/null | sort -V | tail -n 1)
    [ -n "$lld" ] && echo "$lld"
}
has_debian() {
    [ -x /usr/bin/rustc ] && [ -x /usr/bin/cargo ] && debian_linker >/dev/null &&
        [ -f "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock" ]
}
debian_packages="rustc-web cargo-web rust-web-src lld-22"

# Sets toolchain and toolchain_dir, or ends with the command that installs one.
choose_toolchain() {
    if command -v rustc >/dev/null && has_core rustc "$1"; then
        toolchain=plain
    elif has_debian; then
        toolchain=debian
    elif command -v apt-get >/dev/null; then
        missing "no compiler for $1; install one: apt-get install --no-install-recommends $debian_packages"
    elif command -v rustup >/dev/null; then
        missing "no compiler for $1; install one: rustup target add $1"
    else
        missing "no compiler for $1; install Rust from https://rustup.rs, then: rustup target add $1"
    fi
    toolchain_dir=$base/firmware-$toolchain
}

# build_firmware TARGET CARGO_OPTION...: in the current folder, for all that
# were chosen above.
build_firmware() {
    local target=$1
    shift
    export CARGO_TARGET_DIR=$toolchain_dir
    if [ "$toolchain" = plain ]; then
        cargo build --release --target "$target" "$@"
        return
    fi
    # The compiler asks for its linker by this name.
    mkdir -p "$toolchain_dir/bin"
    ln -sf "$(debian_linker)" "$toolchain_dir/bin/rust-lld"
    # An unstable option on a stable compiler: it is Debian's, and one version.
    PATH=$toolchain_dir/bin:$PATH RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc \
        /usr/bin/cargo build --release -Zbuild-std=core --target "$target" "$@"
}
