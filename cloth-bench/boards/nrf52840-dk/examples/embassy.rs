//! A cloth in a task of embassy's: a step a tick, and between two steps the processor is
//! another task's, or a display's.
//!
//! ```sh
//! cargo run --release --example embassy
//! ```

#![no_std]
#![no_main]

use cloth_boards::Target;
use cloth_boards::cloth_core::{Const, Mode, Scene, Simulation, scenes};
use cloth_nrf52840_dk::{Nrf52840, start, stop};
use core::fmt::Write;
use embassy_executor::Spawner;
use embassy_time::{Duration, Instant, Ticker};
use static_cell::ConstStaticCell;

/// The cloth: 16 × 16 particles.
type Cloth = Simulation<f32, Const<16, 16>>;

/// The board, which prints lines.
type Board = cloth_boards::Probed<Nrf52840>;

/// Steps a second, one a tick.
const RATE: u64 = 60;

/// Steps after which the example ends.
const STEPS: u64 = 2 * RATE;

/// What is simulated: eight passes over all links, which this core has done before the next tick.
static SCENE: Scene = {
    let mut scene = scenes::FOUR_CORNERS_SPHERE.scene;
    scene.solver.mode = Mode::Constraint;
    scene.solver.steps_per_second = RATE as f64;
    scene.constraints.substeps = 2;
    scene.constraints.iterations = 4;
    scene
};

#[embassy_executor::main]
async fn main(spawner: Spawner) {
    static CLOTH: ConstStaticCell<Cloth> = ConstStaticCell::new(Cloth::EMPTY);
    let board = start();
    let cloth = CLOTH.take();
    cloth.reset(&SCENE).expect("the scene is in range");
    spawner.spawn(swing(board, cloth).expect("it is spawned once"));
    // What else the program does goes into tasks of its own.
}

#[embassy_executor::task]
async fn swing(mut board: Board, cloth: &'static mut Cloth) {
    let mut tick = Ticker::every(Duration::from_hz(RATE));
    for step in 1..=STEPS {
        let began = Instant::now();
        cloth.step();
        show(&mut board, cloth, step, began.elapsed()).await;
        // Late ticks are made up for: the cloth keeps to the clock on average.
        tick.next().await;
    }
    board.print(r#"{"end":true}"#);
    stop(Ok(()))
}

/// The place for a display: draw, and await its transfer, which leaves the processor free.
/// Here a line a second.
async fn show(board: &mut Board, cloth: &Cloth, step: u64, took: Duration) {
    if !step.is_multiple_of(RATE) {
        return;
    }
    let mut line = heapless::String::<64>::new();
    // Every number has room.
    let _ = write!(
        line,
        r#"{{"step":{step},"us":{},"state_hash":"{:016x}"}}"#,
        took.as_micros(),
        cloth.state_hash()
    );
    board.print(&line);
}
