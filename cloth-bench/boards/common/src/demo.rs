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

    /// Steps and draws for ever. `buttons` tells whether the one for wind and the one for the
    /// next look are held; `begins` is told of each part of a picture as it begins, for displays that
    /// are sent all of a picture at once, and for pins that show what takes how long.
    ///
    /// # Panics
    /// If the display reports an error.
    pub fn run<D>(
        &mut self,
        display: &mut D,
        mut buttons: impl FnMut() -> [bool; 2],
        mut begins: impl FnMut(Part, &mut D),
    ) -> !
    where
        D: DrawTarget<Color: Tone, Error: Debug>,
    {
        let shown = &scenes::EDGE_SPHERE.scene;
        let [mut wind, mut next] = [false; 2];
        let mut look = Look::default();
        if let Err(error) = self.simulation.reset(&scene(shown, wind)) {
            panic!("{error}");
        }
        for step in 1.. {
            let held = buttons();
            if held[0] != wind {
                wind = held[0];
                if let Err(error) = self.simulation.change(&scene(shown, wind)) {
                    panic!("{error}");
                }
            }
            if held[1] && !next {
                look = look.next();
            }
            next = held[1];
            begins(Part::Step, display);
            self.simulation.step();
            begins(Part::View, display);
            let (camera, size) = (camera(shown, step), self.screen.size());
            let taken = self.view.take(&self.simulation, &camera, size);
            taken.expect("the view has room for the demo's cloth");
            begins(Part::Draw, display);
            (self.screen.draw(display, &self.view, look)).expect("the display answers");
            begins(Part::End, display);
        }
        unreachable!("a u32 of steps lasts for years")
    }
}

/// A part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The cloth moves on.
    Step,
    /// Its particles are projected, and its cells get their light.
    View,
    /// Bands are drawn and sent.
    Draw,
    /// All are drawn, and handed over.
    End,
}
