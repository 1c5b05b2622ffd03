//! Steps and pictures are made on a thread of their own: the window hears every click, however long
//! a picture takes.

use crate::app::App;
use crate::input::{Input, Inputs};
use crate::panel::Pointer;
use cloth_draw::raster::Framebuffer;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The window's title while time goes as fast as it should.
pub(super) const TITLE: &str = "cloth-viewer";
/// Time between two pictures, at least.
const BETWEEN: Duration = Duration::from_micros(16_600);
/// Time between two looks at what does not run and is left alone.
const ASLEEP: Duration = Duration::from_millis(200);

/// What is to be done for the next picture, and where to draw it.
struct Order {
    inputs: Vec<Input>,
    frame: Framebuffer,
}

/// What came of it.
pub(super) struct Made {
    pub(super) frame: Framebuffer,
    /// Whether anything was drawn: else the last picture is still right.
    drawn: bool,
    /// Whether the next picture may differ though nobody does anything.
    pub(super) running: bool,
    pub(super) over: bool,
    pub(super) pointer: Pointer,
    pub(super) title: String,
}

/// The thread, and what it has made.
pub(super) struct Studio {
    orders: Sender<Order>,
    done: Receiver<Made>,
    thread: JoinHandle<App>,
    inputs: Inputs,
    /// The picture that is shown, and how things are; before the first picture it has no pixels.
    pub(super) last: Made,
    /// Not there while the thread draws on it.
    spare: Option<Framebuffer>,
    asked: Option<Instant>,
}

impl Studio {
    pub(super) fn open(app: App) -> Self {
        let (orders, of_orders) = channel();
        let (to_done, done) = channel();
        Self {
            orders,
            done,
            thread: std::thread::spawn(move || work(app, &of_orders, &to_done)),
            inputs: Inputs::default(),
            last: Made {
                frame: Framebuffer::new(0, 0),
                drawn: false,
                running: true,
                over: false,
                pointer: Pointer::default(),
                title: TITLE.to_owned(),
            },
            spare: Some(Framebuffer::new(0, 0)),
            asked: None,
        }
    }

    /// Takes over what has been made; returns whether that is another picture.
    pub(super) fn look(&mut self) -> bool {
        match self.done.try_recv() {
            Ok(mut done) => {
                let drawn = done.drawn;
                if !drawn {
                    std::mem::swap(&mut done.frame, &mut self.last.frame);
                }
                let before = std::mem::replace(&mut self.last, done);
                self.spare = Some(before.frame);
                drawn
            }
            Err(TryRecvError::Empty) => false,
            // It has ended, by a panic: closing says so.
            Err(TryRecvError::Disconnected) => {
                self.last.over = true;
                false
            }
        }
    }

    /// Notes what was heard; returns whether the user did anything.
    pub(super) fn hear(&mut self, input: Input) -> bool {
        self.inputs.push(input)
    }

    /// Asks for the next picture when its time has come.
    pub(super) fn ask(&mut self, now: Instant) {
        let wait = match self.last.running || self.inputs.tell() {
            true => BETWEEN,
            false => ASLEEP,
        };
        let late = self.asked.is_none_or(|asked| now - asked >= wait);
        let due = late && !self.inputs.is_empty();
        if let Some(frame) = self.spare.take_if(|_| due) {
            let inputs = self.inputs.take();
            self.asked = Some(now);
            // Nobody listens only after a panic.
            let _ = self.orders.send(Order { inputs, frame });
        }
    }

    /// Ends the thread after what it is at.
    pub(super) fn close(self) -> App {
        drop(self.orders);
        match self.thread.join() {
            Ok(app) => app,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

/// Makes pictures as long as any are asked for.
fn work(mut app: App, orders: &Receiver<Order>, done: &Sender<Made>) -> App {
    for Order { inputs, mut frame } in orders {
        let drawn = app.picture(&inputs, &mut frame);
        let title = match app.behind() {
            Some(behind) => format!("{TITLE} · {behind}"),
            None => TITLE.to_owned(),
        };
        let answer = Made {
            frame,
            drawn,
            running: app.is_running(),
            over: app.is_over(),
            pointer: app.pointer(),
            title,
        };
        if done.send(answer).is_err() {
            break;
        }
    }
    app
}
