//! A thread that writes, so that the window need not wait.

use super::clock::Clock;
use crate::threads;
use cloth_draw::output::OutputError;
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Pictures that may wait to be written.
const QUEUE: usize = 8;

/// What takes pictures, one after the other.
pub(super) trait Sink<T>: Debug + Send {
    /// Takes a picture.
    fn push(&mut self, item: &T) -> Result<(), OutputError>;
    /// Takes the last picture again; must cost little, or it could never be made up for one that
    /// came too late.
    fn repeat(&mut self) -> Result<(), OutputError>;
    /// Completes what was taken.
    fn finish(self) -> Result<usize, OutputError>;
}

/// A recording that a thread of its own writes, at a fixed rate.
///
/// Where the thread falls behind, pictures are skipped, and those before them stay longer: the
/// recording keeps its time. Dropped, it is completed.
#[derive(Debug)]
pub(super) struct Worker<T> {
    path: PathBuf,
    /// `None` once it is finished.
    way: Option<Way<T>>,
    clock: Clock,
    /// Pictures that were due and found no room.
    owed: u32,
    skipped: u32,
}

/// How pictures are written.
#[derive(Debug)]
enum Way<T> {
    /// By this thread.
    Thread(SyncSender<(T, u32)>, JoinHandle<Result<usize, OutputError>>),
    /// At once, where there are no threads.
    Here(Box<dyn Taker<T>>),
}

impl<T: Send + 'static> Worker<T> {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system has none.
    pub(super) fn start(path: PathBuf, sink: impl Sink<T> + 'static) -> Result<Self, OutputError> {
        let taken = Taken {
            sink,
            is_empty: true,
        };
        let way = match threads::THERE {
            true => on_thread(&path, taken)?,
            false => Way::Here(Box::new(taken)),
        };
        Ok(Self {
            path,
            way: Some(way),
            clock: Clock::default(),
            owed: 0,
            skipped: 0,
        })
    }

    /// Time recorded, and pictures skipped because the thread could not keep up.
    pub(super) fn state(&self) -> (Duration, u32) {
        (self.clock.now(), self.skipped)
    }

    /// Takes a picture, `elapsed` after the one before. It is made only if it is needed.
    ///
    /// # Errors
    /// If the thread could not write an earlier one; the recording is then over.
    pub(super) fn push(
        &mut self,
        elapsed: Duration,
        item: impl FnOnce() -> T,
    ) -> Result<(), OutputError> {
        let due = self.clock.due(elapsed);
        let Some(way) = self.way.as_mut().filter(|_| due > 0) else {
            return Ok(());
        };
        let times = self.owed + due;
        let sender = match way {
            Way::Thread(sender, _) => sender,
            Way::Here(taker) => {
                let taken = taker.take(&item(), times);
                if taken.is_err() {
                    self.way = None;
                }
                return taken;
            }
        };
        match sender.try_send((item(), times)) {
            Ok(()) => {
                self.owed = 0;
                Ok(())
            }
            Err(TrySendError::Full(_)) => {
                self.owed += due;
                self.skipped += 1;
                Ok(())
            }
            // The thread ends early only with an error.
            Err(TrySendError::Disconnected(_)) => self.join().map(drop),
        }
    }

    /// Waits until all is written, and says where; `None` if there was no picture: nothing is
    /// left then.
    ///
    /// # Errors
    /// What the thread could not write.
    pub(super) fn finish(mut self) -> Result<Option<PathBuf>, OutputError> {
        let count = self.join()?;
        Ok((count > 0).then(|| self.path.clone()))
    }
}

impl<T> Worker<T> {
    fn join(&mut self) -> Result<usize, OutputError> {
        let done = match self.way.take() {
            None => return Ok(0),
            Some(Way::Here(taker)) => taker.finish(),
            Some(Way::Thread(sender, thread)) => {
                drop(sender);
                let failed = "the thread that writes it has failed";
                let refused = |_| Err(OutputError::refused(&self.path, failed));
                thread.join().unwrap_or_else(refused)
            }
        };
        if let Ok(0) = done {
            // A folder that is empty; a file is gone by itself.
            let _ = std::fs::remove_dir(&self.path);
        }
        done
    }
}

impl<T> Drop for Worker<T> {
    fn drop(&mut self) {
        // Nobody is left to be told.
        let _ = self.join();
    }
}

/// A sink, and whether it has taken anything.
#[derive(Debug)]
struct Taken<S> {
    sink: S,
    is_empty: bool,
}

/// Writes what comes.
trait Taker<T>: Debug + Send {
    /// A picture that stands for several repeats the one before it, which was still to be seen at
    /// those times.
    fn take(&mut self, item: &T, times: u32) -> Result<(), OutputError>;
    /// Completes what was taken; returns how many pictures.
    fn finish(self: Box<Self>) -> Result<usize, OutputError>;
}

impl<T, S: Sink<T>> Taker<T> for Taken<S> {
    fn take(&mut self, item: &T, times: u32) -> Result<(), OutputError> {
        // The first has none before it and comes as itself.
        for _ in 1..times {
            self.sink.repeat()?;
        }
        self.sink.push(item)?;
        self.is_empty = false;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<usize, OutputError> {
        match self.is_empty {
            false => self.sink.finish(),
            true => Ok(0),
        }
    }
}

/// A thread that writes what comes.
fn on_thread<T: Send + 'static>(
    path: &Path,
    taken: impl Taker<T> + 'static,
) -> Result<Way<T>, OutputError> {
    let (sender, receiver): (_, Receiver<(T, u32)>) = sync_channel(QUEUE);
    let mut taker = Box::new(taken);
    let write = move || {
        while let Ok((item, times)) = receiver.recv() {
            taker.take(&item, times)?;
        }
        taker.finish()
    };
    let named = thread::Builder::new().name("recording".to_owned());
    match named.spawn(write) {
        Ok(thread) => Ok(Way::Thread(sender, thread)),
        Err(error) => Err(OutputError::io(path, error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};

    const TICK: Duration = Duration::from_millis(40);

    /// Writes nothing before its gate is open, and tells what it has written.
    #[derive(Debug)]
    struct Gated {
        gate: Receiver<()>,
        written: Sender<usize>,
        last: usize,
    }

    impl Sink<usize> for Gated {
        fn push(&mut self, item: &usize) -> Result<(), OutputError> {
            // An error says that the other end is gone: the gate is open.
            let _ = self.gate.recv();
            let _ = self.written.send(*item);
            self.last = *item;
            Ok(())
        }

        fn repeat(&mut self) -> Result<(), OutputError> {
            let _ = self.written.send(self.last);
            Ok(())
        }

        fn finish(self) -> Result<usize, OutputError> {
            Ok(7)
        }
    }

    /// Whoever feeds it never waits, and the recording still keeps its time.
    #[test]
    fn what_finds_no_room_is_made_up_for() {
        let (gate, closed) = channel();
        let (sender, written) = channel();
        let sink = Gated {
            gate: closed,
            written: sender,
            last: 0,
        };
        let mut worker = Worker::start(PathBuf::from("nowhere"), sink).unwrap();
        // With the gate closed this would wait for ever if it waited at all.
        for item in 0..30 {
            worker.push(TICK, || item).unwrap();
        }
        let (time, skipped) = worker.state();
        assert_eq!(time, 29 * TICK);
        // The thread may have taken one out of the queue.
        let taken = 30 - skipped as usize;
        assert!((QUEUE..=QUEUE + 1).contains(&taken), "{skipped}");
        drop(gate);
        let mut items: Vec<usize> = (0..taken).map(|_| written.recv().unwrap()).collect();
        worker.push(TICK, || 30).unwrap();
        assert_eq!(worker.finish().unwrap(), Some(PathBuf::from("nowhere")));
        items.extend(written.iter());
        let mut expected: Vec<usize> = (0..30).map(|i| i.min(taken - 1)).collect();
        expected.push(30);
        assert_eq!(items, expected);
    }
}
