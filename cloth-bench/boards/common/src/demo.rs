//! The demo: a cloth on the board's display, and wind while the button is held.

use cloth_core::{Const, Scalar, Simulation, scenes};
use cloth_display::demo::{SIDE, camera, scene};
use cloth_display::{Look, Screen, Tone, View};
use core::fmt::Debug;
use embedded_graphics_core::draw_target::DrawTarget;

/// All memory of the demo, for a `static`: the cloth, the view of it, and a band of the display.
#[derive(Debug)]
pub struct Demo<T: Scalar, const W: usize, const ROWS: usize, const BANDS: usize> {
    simulation: Simulation<T, Const<SIDE, SIDE>>,
    view: View<{ SIDE * SIDE }>,
    screen: Screen<W, ROWS, BANDS>,
}

impl<T: Scalar, const W: usize, const ROWS: usize, const BANDS: usize> Demo<T, W, ROWS, BANDS> {
    /// All zeros: it takes no flash.
    pub const EMPTY: Self = Self {
        simulation: Simulation::EMPTY,
        view: View::EMPTY,
        screen: Screen::EMPTY,
    };

    /// Steps and draws for ever. `is_held` reads the button; `shown` is called after each
    /// picture, for displays that are sent all of it at once.
    ///
    /// # Panics
    /// If the display reports an error.
    pub fn run<D>(
        &mut self,
        display: &mut D,
        mut is_held: impl FnMut() -> bool,
        mut shown: impl FnMut(&mut D),
    ) -> !
    where
        D: DrawTarget<Color: Tone, Error: Debug>,
    {
        let shown_scene = &scenes::EDGE_SPHERE.scene;
        let mut wind = false;
        if let Err(error) = self.simulation.reset(&scene(shown_scene, wind)) {
            panic!("{error}");
        }
        for step in 1.. {
            if is_held() != wind {
                wind = !wind;
                if let Err(error) = self.simulation.change(&scene(shown_scene, wind)) {
                    panic!("{error}");
                }
            }
            self.simulation.step();
            let camera = camera(shown_scene, step);
            let taken = self
                .view
                .take(&self.simulation, &camera, self.screen.size());
            taken.expect("the view has room for the demo's cloth");
            (self.screen.draw(display, &self.view, Look::Checkered)).expect("the display answers");
            shown(display);
        }
        unreachable!("a u32 of steps lasts for years")
    }
}
