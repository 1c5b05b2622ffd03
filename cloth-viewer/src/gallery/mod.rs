//! Every figure of the documents that shows a cloth, drawn anew by one command.

mod board;
mod drag;
mod list;
mod pointer;

use crate::action::{Action, Setup};
use crate::app::App;
use crate::cli::{Plan, find_scene};
use crate::error::Error;
use crate::framing::camera_for;
use crate::headless::{make_folder, print};
use crate::input::{Command, Input};
use crate::world::World;
use cloth_core::host::{Format, grid_for};
use cloth_draw::output::{OutputKind, check_output, save_png, save_text};
use cloth_draw::raster::Framebuffer;
use list::{FIGURES, Figure};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

/// Size of a figure in pixels; drawn at twice that.
const SIZE: (usize, usize) = (640, 400);
const ANIMATION: &str = "drag-and-tear.gif";
const BOTH: &str = "desktop-and-board.gif";
const PANEL: &str = "s2-5.31-panel.png";
const INDEX: &str = "README.md";

/// Draws all figures into a folder, with a page that lists them.
///
/// # Errors
/// If the folder cannot be written to.
pub fn write(folder: &Path, plan: &Plan, out: &mut dyn Write) -> Result<(), Error> {
    make_folder(folder)?;
    for figure in &FIGURES {
        let path = folder.join(format!("{}.png", figure.name));
        check_output(&path, OutputKind::Png)?;
        let picture = draw(figure, plan)?;
        save_png(&path, &picture)?;
        print(out, format_args!("{}", path.display()))?;
    }
    let path = folder.join(PANEL);
    save_png(&path, &panel(plan)?)?;
    print(out, format_args!("{}", path.display()))?;
    let path = folder.join(ANIMATION);
    drag::write(&path, plan)?;
    print(out, format_args!("{}", path.display()))?;
    let path = folder.join(BOTH);
    board::write(&path)?;
    print(out, format_args!("{}", path.display()))?;
    let path = folder.join(INDEX);
    save_text(&path, &index())?;
    print(out, format_args!("{}", path.display()))
}

fn setup(figure: &Figure) -> Result<Setup, Error> {
    let mut file = find_scene(figure.scene)?;
    (figure.tune)(&mut file.scene);
    Ok(Setup {
        grid: grid_for(&file.scene, None),
        method: figure.method,
        format: Format::F32,
        file,
    })
}

fn draw(figure: &Figure, plan: &Plan) -> Result<Framebuffer, Error> {
    let setup = setup(figure)?;
    let mut look = plan.look.clone();
    (figure.look)(&mut look);
    let mut world = World::new(setup)?;
    let camera = camera_for(world.cloths(), figure.from, SIZE);
    let steps = (figure.seconds * world.simulation().scene().solver.steps_per_second).round();
    for _ in 0..steps as u32 {
        world.apply(&Action::Step)?;
    }
    world.update();
    let mut large = Framebuffer::new(2 * SIZE.0, 2 * SIZE.1);
    let mut small = Framebuffer::default();
    world.cloths().draw(&look, &camera, &mut large);
    large.halve_into(&mut small);
    Ok(small)
}

/// S2's figure of its panel, with ours.
fn panel(plan: &Plan) -> Result<Framebuffer, Error> {
    const SIZE: (usize, usize) = (1280, 720);
    let plan = Plan {
        size: Some(SIZE),
        ..plan.clone()
    };
    let mut app = App::new(&plan)?;
    let mut frame = Framebuffer::new(SIZE.0, SIZE.1);
    let input = |commands: &[Command]| Input {
        size: SIZE,
        commands: commands.to_vec(),
        ..Input::default()
    };
    app.update(&input(&[Command::Plots]));
    for _ in 0..90 {
        app.update(&input(&[Command::Step]));
    }
    // What is laid out takes its final place in the second picture.
    for _ in 0..3 {
        app.draw(&mut frame);
        app.update(&input(&[]));
    }
    Ok(frame)
}

/// The page that lists all figures.
fn index() -> String {
    let mut text = String::from(
        "# The documents' figures\n\n\
         Drawn by `cargo run --release -- --gallery docs/gallery`.\n\n\
         ![Dragging and tearing](drag-and-tear.gif)\n\n\
         The scene `tear` on a desktop and on an emulated Cortex-M4F, with the hash of each state. A \n\
         board sends hashes and two particles; its cloth is drawn while its hash is the desktop's.\n\n\
         ![A desktop's and a board's cloth](desktop-and-board.gif)\n\n\
         | figure | picture |\n|---|---|\n",
    );
    let panel = ("s2-5.31-panel", "S2, 5.31", "the panel, with plots");
    let figures = FIGURES.iter().map(|f| (f.name, f.source, f.caption));
    for (name, source, caption) in figures.chain([panel]) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {source}: {caption} | ![{caption}]({name}.png) |");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_can_be_started_and_has_a_name_of_its_own() {
        for (i, figure) in FIGURES.iter().enumerate() {
            let mut setup = setup(figure).unwrap();
            assert_eq!(setup.file.scene.validate(), Ok(()), "{}", figure.name);
            setup.grid = grid_for(&setup.file.scene, Some(8));
            World::new(setup).unwrap();
            assert!(!FIGURES[..i].iter().any(|other| other.name == figure.name));
        }
    }

    #[test]
    fn the_page_lists_every_figure() {
        let text = index();
        assert_eq!(text.matches(".png)").count(), FIGURES.len() + 1);
    }
}
