//! The viewer of `cloth-core`: scenes from files, a window, pictures without one.
//!
//! A picture goes one way: [`cli`] says what to do, [`scene_file`] what the scene is, [`world`] runs
//! it and holds what is seen of it, [`cloth_draw`] draws, and the [`window`] or a file takes it from
//! there. [`app`] is the window without the window: what keys and mouse do.

pub mod action;
pub mod app;
pub mod background;
mod breeze;
pub mod cli;
pub mod display;
pub mod error;
pub mod export;
pub mod framing;
pub mod headless;
pub mod input;
pub mod keys;
pub mod panel;
pub mod reach;
pub mod recording;
pub mod scene_file;
pub mod simulations;
pub mod stability;
pub mod stats;
#[cfg(test)]
mod tests;
pub mod timeline;
#[cfg(not(target_family = "wasm"))]
pub mod window;
pub mod world;

use cli::Cli;
use error::Error;
use std::io::Write;
#[cfg(not(target_family = "wasm"))]
use window::run as show;

/// The window of a browser is a package of its own, `web`.
#[cfg(target_family = "wasm")]
fn show(_: &cli::Plan) -> Result<stats::Stats, Error> {
    Err(Error::NoWindow("no window in this program".to_owned()))
}

/// Does what the command line says; results go to `out`, progress to standard error.
///
/// Without a display the scene is rendered to `cloth-out/`.
///
/// # Errors
/// Whatever keeps it from being done; nothing is left half-written then.
pub fn run(cli: Cli, out: &mut dyn Write) -> Result<(), Error> {
    if cli.list {
        return headless::print(out, cli::list().trim_end());
    }
    let plan = cli.plan()?;
    if let Some(path) = &plan.replay
        && plan.headless
    {
        return headless::replay(path, &plan, out);
    }
    if let Some(display) = plan.display {
        return display::run(display, &plan, out);
    }
    if plan.headless {
        return headless::run(&plan, out);
    }
    match show(&plan) {
        Ok(stats) => {
            if plan.stats {
                let _ = write!(out, "{stats}");
            }
            Ok(())
        }
        Err(Error::NoWindow(reason)) => {
            if let Some(path) = &plan.replay {
                eprintln!("{reason}: running the recording without one");
                return headless::replay(path, &plan, out);
            }
            eprintln!(
                "{reason}: rendering {} to cloth-out/ instead",
                plan.setup.file.name
            );
            headless::run_without_display(&plan, out)
        }
        Err(error) => Err(error),
    }
}
