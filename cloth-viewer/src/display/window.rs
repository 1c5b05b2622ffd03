//! The window of a display that is simulated.

use super::Board;
use super::paper::Shown;
use crate::error::Error;
use crate::window::no_display;
use cloth_display::demo::Held;
use cloth_draw::raster::Framebuffer;
use minifb::{Key, Scale, Window, WindowOptions};

/// Shows a board's display in a window until that is closed; Space, T and L are the board's buttons.
///
/// # Errors
/// [`Error::NoWindow`] where there is no display, or it is gone.
pub fn show<C: Shown, const W: usize, const ROWS: usize, const BANDS: usize>(
    board: &mut Board<C, W, ROWS, BANDS>,
) -> Result<(), Error> {
    if let Some(reason) = no_display() {
        return Err(Error::NoWindow(reason));
    }
    let (width, height) = board.screen.size();
    let options = WindowOptions {
        scale: if width < 200 { Scale::X4 } else { Scale::X2 },
        ..WindowOptions::default()
    };
    let gone = |error| Error::NoWindow(format!("no window ({error})"));
    let mut window = Window::new(
        "cloth on a display (Space: wind, T: tilt, L: look)",
        width,
        height,
        options,
    )
    .map_err(gone)?;
    window.set_target_fps(board.scene.solver.steps_per_second as usize);
    while window.is_open() && !window.is_key_down(Key::Escape) {
        board.step(Held {
            wind: window.is_key_down(Key::Space),
            tilt: window.is_key_down(Key::T),
            next: window.is_key_down(Key::L),
        })?;
        board.draw()?;
        let picture: &Framebuffer = board.paper.picture();
        (window.update_with_buffer(picture.pixels(), width, height)).map_err(gone)?;
    }
    Ok(())
}
