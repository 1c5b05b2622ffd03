# What the scripts beside this file share. Sourced, not run.
# shellcheck shell=bash

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
base=${CARGO_TARGET_DIR:-$root/target}
case $base in /*) ;; *) base=$PWD/$base ;; esac

# QEMU gives every instruction 2^shift ns; the images are built for the same
# shift: see emulated/src/arm.rs for the choice.
export ICOUNT_SHIFT=${ICOUNT_SHIFT:-6}

# Ends with a message and the status that says: something is not installed.
missing() {
    echo "$(basename "$0"): $1" >&2
    exit 3
}

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
    local format side
    for format in f32 fixed; do
        for side in 8 16 24 32 50; do
            [ "$side" -gt "$largest" ] || printf '%s-%s ' "$format" "$side"
        done
    done
    echo minimal
}
