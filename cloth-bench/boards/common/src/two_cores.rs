//! The demo on two cores: one moves the cloth, the other draws it meanwhile.
//!
//! What goes between them are two views, each owned by one of the cores at a time: so nothing is shared.

use crate::demo::{Cloth, Part, Play, Seen};
use cloth_core::{Scalar, Simulation};
use cloth_display::demo::Held;
use cloth_display::{Look, Screen, Tone, View};
use core::fmt::{self, Debug, Formatter};
use embedded_graphics_core::draw_target::DrawTarget;
use heapless::spsc::{Consumer, Producer, Queue};

/// A view to be drawn, and in which look.
type Picture = (&'static mut Seen, Look);
/// Places for two views: a queue has one less than it is long.
const PLACES: usize = 3;

/// All memory of the demo on two cores, for a `static`.
pub struct TwoCores<T: Scalar, const W: usize, const ROWS: usize, const BANDS: usize> {
    simulation: Cloth<T>,
    views: [Seen; 2],
    screen: Screen<W, ROWS, BANDS>,
    taken: Queue<Picture, PLACES>,
    drawn: Queue<&'static mut Seen, PLACES>,
}

/// What the first core does: it moves the cloth and takes views of it.
pub struct Mover<T: Scalar> {
    simulation: &'static mut Cloth<T>,
    size: (usize, usize),
    taken: Producer<'static, Picture>,
    drawn: Consumer<'static, &'static mut Seen>,
}

/// What the second core does: it draws.
pub struct Drawer<const W: usize, const ROWS: usize, const BANDS: usize> {
    screen: &'static mut Screen<W, ROWS, BANDS>,
    taken: Consumer<'static, Picture>,
    drawn: Producer<'static, &'static mut Seen>,
}

impl<T: Scalar, const W: usize, const ROWS: usize, const BANDS: usize> TwoCores<T, W, ROWS, BANDS> {
    /// All zeros: it takes no flash.
    pub const EMPTY: Self = Self {
        simulation: Simulation::EMPTY,
        views: [View::EMPTY; 2],
        screen: Screen::EMPTY,
        taken: Queue::new(),
        drawn: Queue::new(),
    };

    /// What each core needs.
    pub fn split(&'static mut self) -> (Mover<T>, Drawer<W, ROWS, BANDS>) {
        let (taken, to_draw) = self.taken.split();
        let (mut drawn, free) = self.drawn.split();
        for view in &mut self.views {
            send(&mut drawn, view);
        }
        let mover = Mover {
            simulation: &mut self.simulation,
            size: self.screen.size(),
            taken,
            drawn: free,
        };
        let drawer = Drawer {
            screen: &mut self.screen,
            taken: to_draw,
            drawn,
        };
        (mover, drawer)
    }
}

impl<T: Scalar> Mover<T> {
    /// Moves the cloth for ever, at most two pictures ahead of what is shown. `buttons` and `begins`
    /// as for [`Demo::run`](crate::Demo::run).
    pub fn run(self, mut buttons: impl FnMut() -> Held, mut begins: impl FnMut(Part)) -> ! {
        let Self {
            simulation,
            size,
            mut taken,
            mut drawn,
        } = self;
        let mut play = Play::begin(simulation);
        loop {
            begins(Part::Step);
            play.step(buttons());
            begins(Part::Wait);
            let view = receive(&mut drawn);
            begins(Part::View);
            play.view(view, size);
            begins(Part::Wait);
            send(&mut taken, (view, play.look));
        }
    }
}

impl<const W: usize, const ROWS: usize, const BANDS: usize> Drawer<W, ROWS, BANDS> {
    /// Draws for ever.
    ///
    /// # Panics
    /// If the display reports an error.
    pub fn run<D>(self, display: &mut D, mut begins: impl FnMut(Part)) -> !
    where
        D: DrawTarget<Color: Tone, Error: Debug>,
    {
        let Self {
            screen,
            mut taken,
            mut drawn,
        } = self;
        loop {
            let (view, look) = receive(&mut taken);
            begins(Part::Draw);
            (screen.draw(display, view, look)).expect("the display answers");
            begins(Part::End);
            send(&mut drawn, view);
        }
    }
}

/// Waits for what the other core sends.
fn receive<A>(queue: &mut Consumer<'static, A>) -> A {
    loop {
        if let Some(sent) = queue.dequeue() {
            return sent;
        }
    }
}

/// There are no more views than places.
fn send<A>(queue: &mut Producer<'static, A>, what: A) {
    let Ok(()) = queue.enqueue(what) else {
        unreachable!("a queue has room for both views")
    };
}

impl<T: Scalar, const W: usize, const ROWS: usize, const BANDS: usize> Debug
    for TwoCores<T, W, ROWS, BANDS>
{
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("TwoCores").finish_non_exhaustive()
    }
}

impl<T: Scalar> Debug for Mover<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mover").finish_non_exhaustive()
    }
}

impl<const W: usize, const ROWS: usize, const BANDS: usize> Debug for Drawer<W, ROWS, BANDS> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drawer").finish_non_exhaustive()
    }
}
