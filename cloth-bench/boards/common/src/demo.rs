//! The demo: a cloth on the board's display, and buttons for wind, gravity and looks.

use cloth_core::{Const, Scalar, Simulation, scenes};
use cloth_display::demo::{Buttons, SIDE, camera, scene};
use cloth_display::{Screen, Style, Tone, View};
use core::fmt::Debug;
use embedded_graphics_core::draw_target::DrawTarget;

/// All memory of the demo, for a `static`: the cloth, the view of it, and a band of the display.
#[derive(Debug)]
pub struct Demo<T: Scalar, const W: usize, const ROWS: usize, const BANDS: usize> {
    cloth: Simulation<T, Const<SIDE, SIDE>>,
    view: View<{ SIDE * SIDE }>,
    screen: Screen<W, ROWS, BANDS>,
}

impl<T: Scalar, const W: usize, const ROWS: usize, const BANDS: usize> Demo<T, W, ROWS, BANDS> {
    /// All zeros: it takes no flash.
    pub const EMPTY: Self = Self {
        cloth: Simulation::EMPTY,
        view: View::EMPTY,
        screen: Screen::EMPTY,
    };

    /// Steps and draws for ever. `buttons` tells which are held; `begins` is told of each part of a
    /// picture as it begins, for displays that are sent all of a picture at once, and for pins that
    /// show what takes how long.
    ///
    /// # Panics
    /// If the display reports an error.
    pub fn run<D>(
        &mut self,
        display: &mut D,
        mut buttons: impl FnMut() -> Buttons,
        mut begins: impl FnMut(Part, &mut D),
    ) -> !
    where
        D: DrawTarget<Color: Tone, Error: Debug>,
    {
        let Self {
            cloth,
            view,
            screen,
        } = self;
        let shown = &scenes::EDGE_SPHERE.scene;
        let (mut before, mut look) = (Buttons::default(), Style::default());
        if let Err(error) = cloth.reset(&scene(shown, before)) {
            panic!("{error}");
        }
        let mut step = 0_u32;
        loop {
            step = step.wrapping_add(1);
            begins(Part::Step, display);
            let held = buttons();
            if held.pulls_otherwise(before)
                && let Err(error) = cloth.change(&scene(shown, held))
            {
                panic!("{error}");
            }
            if held.next && !before.next {
                look = look.next();
            }
            before = held;
            cloth.step();
            begins(Part::View, display);
            (view.take(cloth, &camera(shown, step), screen.size()))
                .expect("the view has room for the demo's cloth");
            begins(Part::Draw, display);
            (screen.draw(display, view, look)).expect("the display answers");
            begins(Part::End, display);
        }
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
