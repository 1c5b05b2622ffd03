# What the scripts beside this file share. Sourced, not run.
# shellcheck shell=bash

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# What follows changes folders.
case ${CARGO_TARGET_DIR:-/} in /*) ;; *) export CARGO_TARGET_DIR=$PWD/$CARGO_TARGET_DIR ;; esac
# shellcheck source=toolchain
. "$here/toolchain"

# QEMU gives every instruction 2^shift ns; the images are built for the same
# shift: see emulated/src/arm.rs for the choice.
export ICOUNT_SHIFT=${ICOUNT_SHIFT:-6}

# Prints the table without its comments.
table() { grep -v '^#' "$here/machines.txt"; }

# Sets the columns of one machine as variables.
machine() {
    # shellcheck disable=SC2034
    read -r name target clock flash ram stack largest options \
        < <(table | awk -v name="$1" '$1 == name') || {
        echo "$(basename "$0"): no machine $1; there are: $(table | awk '{ printf "%s ", $1 }')" >&2
        exit 2
    }
    # Some versions of QEMU multiply RISC-V's counter of instructions by 2^shift.
    case $target in riscv*) ICOUNT_SHIFT=0 ;; esac
}

# Prints the images that fit the machine that was read.
images() {
    local f32 fixed textbook kind side
    # Some have other limits for fixed point and the textbook: f32/fixed/textbook.
    IFS=/ read -r f32 fixed textbook <<<"$largest"
    fixed=${fixed:-$f32} textbook=${textbook:-$f32}
    for kind in f32 fixed textbook; do
        for side in 8 16 24 32 50 64 128; do
            [ "$side" -gt "${!kind}" ] || printf '%s ' "$kind-$side"
        done
    done
    # One shows what it takes: compiled to be small, `core` and all, which takes minutes.
    [ "$name" != m0 ] || printf 'minimal '
    # Contacts of the cloth with itself have the same bits everywhere; two show what they
    # cost, the one in `f32`, the other in fixed point.
    case $name in
    m4f | rp2040) echo folded-8 folded-16 folded-24 ;;
    *) echo folded-8 ;;
    esac
}
