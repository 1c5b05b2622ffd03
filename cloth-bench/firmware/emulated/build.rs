//! Takes the machine from the table: its memory for the linker, its name and
//! clock for the program, which cloth that measures.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;

/// The columns of the table that matter here, as the table spells them.
struct Machine<'a> {
    target: &'a str,
    clock: &'a str,
    flash: (&'a str, &'a str),
    ram: (&'a str, &'a str),
    stack: &'a str,
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=../machines.txt");
    println!("cargo:rerun-if-env-changed=CLOTH_MACHINE");
    println!("cargo:rerun-if-env-changed=ICOUNT_SHIFT");
    let name = env::var("CLOTH_MACHINE").map_err(|_| "set CLOTH_MACHINE, or use `build`")?;
    let table = fs::read_to_string("../machines.txt")?;
    let machine = find(&table, &name).ok_or(format!("machines.txt has no machine {name}"))?;
    let target = env::var("TARGET")?;
    if machine.target != target {
        return Err(format!("{name} is built for {}, not for {target}", machine.target).into());
    }

    let out = env::var("OUT_DIR")?;
    fs::write(
        Path::new(&out).join("memory.x"),
        memory(&machine, target.starts_with("riscv")),
    )?;
    println!("cargo:rustc-link-search={out}");
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
    // Sections follow each other closely: nothing pages here.
    println!("cargo:rustc-link-arg-bins=--nmagic");
    println!("cargo:rustc-env=CLOTH_MACHINE={name}");
    println!("cargo:rustc-env=CLOCK_HZ={}", machine.clock);
    // What is measured: a number format, or another cloth, and the side of the grid.
    println!("cargo:rerun-if-env-changed=CLOTH_IMAGE");
    let image = env::var("CLOTH_IMAGE").unwrap_or("f32-8".into());
    let (cloth, side) = image.split_once('-').ok_or("CLOTH_IMAGE is like f32-8")?;
    println!("cargo:rustc-cfg=cloth=\"{cloth}\"");
    println!("cargo:rustc-env=CLOTH_SIDE={side}");
    let shift = env::var("ICOUNT_SHIFT").unwrap_or("6".into());
    println!("cargo:rustc-env=ICOUNT_SHIFT={shift}");
    Ok(())
}

fn find<'a>(table: &'a str, name: &str) -> Option<Machine<'a>> {
    let row = table
        .lines()
        .find(|line| line.split_whitespace().next() == Some(name))?;
    let mut columns = row.split_whitespace().skip(1);
    Some(Machine {
        target: columns.next()?,
        clock: columns.next()?,
        flash: columns.next()?.split_once(':')?,
        ram: columns.next()?.split_once(':')?,
        stack: columns.next()?,
    })
}

/// What the linker scripts of `cortex-m-rt` and `riscv-rt` include. The stack
/// has its own part of the RAM, so a grid that does not leave room for it fails
/// to link, and the linker says how many bytes are missing.
fn memory(machine: &Machine, riscv: bool) -> String {
    let (flash, flash_size) = machine.flash;
    let (ram, size) = machine.ram;
    let stack = machine.stack;
    // Below the RAM of the Arm machines there is nothing, so a stack that lies
    // there faults when it overflows instead of running over the statics. Below
    // the RAM of the RISC-V machine there is the program, which is worse, so the
    // stack is at the end.
    let (stack_start, ram_start) = if riscv {
        (format!("{ram} + {size} - {stack}"), ram.to_string())
    } else {
        (ram.to_string(), format!("{ram} + {stack}"))
    };
    let regions = format!(
        "MEMORY {{
  FLASH : ORIGIN = {flash}, LENGTH = {flash_size}
  STACK : ORIGIN = {stack_start}, LENGTH = {stack}
  RAM : ORIGIN = {ram_start}, LENGTH = {size} - {stack}
}}
"
    );
    let names = if riscv {
        "REGION_ALIAS(\"REGION_TEXT\", FLASH);
REGION_ALIAS(\"REGION_RODATA\", FLASH);
REGION_ALIAS(\"REGION_DATA\", RAM);
REGION_ALIAS(\"REGION_BSS\", RAM);
REGION_ALIAS(\"REGION_HEAP\", RAM);
REGION_ALIAS(\"REGION_STACK\", STACK);
"
    } else {
        "_stack_start = ORIGIN(STACK) + LENGTH(STACK);
_stack_end = ORIGIN(STACK);
"
    };
    regions + names
}
