//! The demo: a cloth on the board's display, and buttons for wind, gravity and looks.

use cloth_core::{Const, Scalar, Scene, Simulation, scenes};
use cloth_display::demo::{Held, SIDE, camera, scene};
use cloth_display::{Look, Screen, Tone, View};
use core::fmt::Debug;
use embedded_graphics_core::draw_target::DrawTarget;

/// All memory of the demo, for a `static`: the cloth, the view of it, and a band of the display.
#[derive(Debug)]
pub struct Demo<T: Scalar, const W: usize, const ROWS: usize, const BANDS: usize> {
    simulation: Cloth<T>,
    view: Seen,
    screen: Screen<W, ROWS, BANDS>,
}

impl<T: Scalar, const W: usize, const ROWS: usize, const BANDS: usize> Demo<T, W, ROWS, BANDS> {
    /// All zeros: it takes no flash.
    pub const EMPTY: Self = Self {
        simulation: Simulation::EMPTY,
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
        mut buttons: impl FnMut() -> Held,
        mut begins: impl FnMut(Part, &mut D),
    ) -> !
    where
        D: DrawTarget<Color: Tone, Error: Debug>,
    {
        let mut play = Play::begin(&mut self.simulation);
        loop {
            begins(Part::Step, display);
            play.step(buttons());
            begins(Part::View, display);
            play.view(&mut self.view, self.screen.size());
            begins(Part::Draw, display);
            (self.screen.draw(display, &self.view, play.look)).expect("the display answers");
            begins(Part::End, display);
        }
    }
}

/// The demo's cloth.
pub(crate) type Cloth<T> = Simulation<T, Const<SIDE, SIDE>>;
/// It as a camera sees it.
pub(crate) type Seen = View<{ SIDE * SIDE }>;

/// The cloth while its user holds buttons.
#[derive(Debug)]
pub(crate) struct Play<'a, T: Scalar> {
    simulation: &'a mut Cloth<T>,
    step: u32,
    held: Held,
    pub(crate) look: Look,
}

impl<'a, T: Scalar> Play<'a, T> {
    const SHOWN: &'static Scene = &scenes::EDGE_SPHERE.scene;

    /// The cloth as the demo begins.
    pub(crate) fn begin(simulation: &'a mut Cloth<T>) -> Self {
        if let Err(error) = simulation.reset(&scene(Self::SHOWN, Held::default())) {
            panic!("{error}");
        }
        Self {
            simulation,
            step: 0,
            held: Held::default(),
            look: Look::default(),
        }
    }

    /// A step with these buttons held.
    pub(crate) fn step(&mut self, held: Held) {
        if held.pulls_otherwise(self.held) {
            if let Err(error) = self.simulation.change(&scene(Self::SHOWN, held)) {
                panic!("{error}");
            }
        }
        if held.next && !self.held.next {
            self.look = self.look.next();
        }
        self.held = held;
        self.simulation.step();
        self.step += 1;
    }

    /// What the camera sees now, on a screen of so many pixels.
    pub(crate) fn view(&self, view: &mut Seen, size: (usize, usize)) {
        let taken = view.take(self.simulation, &camera(Self::SHOWN, self.step), size);
        taken.expect("the view has room for the demo's cloth");
    }
}

/// A part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The cloth moves on.
    Step,
    /// Its particles are projected, and its cells get their light.
    View,
    /// Nothing, until the other core has drawn the picture before the last.
    Wait,
    /// Bands are drawn and sent.
    Draw,
    /// All are drawn, and handed over.
    End,
}
