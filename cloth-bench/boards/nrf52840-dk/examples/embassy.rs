//! A cloth in a task of embassy's, and on a display: a step a tick; while the picture goes out over I2C, and
//! between two ticks, the processor is another task's.
//!
//! ```sh
//! cargo run --release --example embassy
//! ```

#![no_std]
#![no_main]

use cloth_boards::cloth_core::{Const, Scene, Simulation, scenes};
use cloth_boards::cloth_display::demo::{Buttons, SIDE, camera, scene};
use cloth_boards::cloth_display::{Screen, Style, View};
use cloth_boards::ssd1306::{BANDS, COLUMNS, ROWS};
use cloth_boards::{Target, stop};
use cloth_nrf52840_dk::{Nrf52840, peripherals};
use core::fmt::Write;
use embassy_executor::Spawner;
use embassy_nrf::bind_interrupts;
use embassy_nrf::peripherals::TWISPI0;
use embassy_nrf::twim::{Config, Frequency, InterruptHandler, Twim};
use embassy_time::{Duration, Instant, Ticker};
use ssd1306::mode::{BufferedGraphicsModeAsync, DisplayConfigAsync};
use ssd1306::prelude::{DisplayRotation, DisplaySize128x64, I2CInterface};
use ssd1306::{I2CDisplayInterface, Ssd1306Async};
use static_cell::{ConstStaticCell, StaticCell};

/// The cloth, the view of it, and a band of the display.
struct Memory {
    cloth: Simulation<f32, Const<SIDE, SIDE>>,
    view: View<{ SIDE * SIDE }>,
    screen: Screen<COLUMNS, ROWS, BANDS>,
}

/// The board, which prints lines.
type Board = cloth_boards::Board<Nrf52840>;
type Display = Ssd1306Async<
    I2CInterface<Twim<'static>>,
    DisplaySize128x64,
    BufferedGraphicsModeAsync<DisplaySize128x64>,
>;

/// Ticks a second, and a step in each.
const RATE: u64 = 30;
/// Steps after which the example ends.
const STEPS: u32 = 60;
static SHOWN: &Scene = &scenes::EDGE_SPHERE.scene;

bind_interrupts!(struct Interrupts {
    TWISPI0 => InterruptHandler<TWISPI0>;
});

#[embassy_executor::main]
async fn main(spawner: Spawner) {
    static MEMORY: ConstStaticCell<Memory> = ConstStaticCell::new(Memory {
        cloth: Simulation::EMPTY,
        view: View::EMPTY,
        screen: Screen::EMPTY,
    });
    // The chip's I2C reads RAM alone; commands are in flash.
    static COPY: StaticCell<[u8; 32]> = StaticCell::new();
    let pins = peripherals();
    let board = Board::start();
    let mut config = Config::default();
    config.frequency = Frequency::K400;
    // The pins, as in the demo.
    let (clock, data) = (pins.P0_27, pins.P0_26);
    let copy = COPY.init([0; 32]);
    let bus = Twim::new(pins.TWISPI0, Interrupts, data, clock, config, copy);
    let display = Ssd1306Async::new(
        I2CDisplayInterface::new(bus),
        DisplaySize128x64,
        DisplayRotation::Rotate0,
    );
    let display = display.into_buffered_graphics_mode();
    spawner.spawn(swing(board, MEMORY.take(), display).expect("it is spawned once"));
    // What else the program does goes into tasks of its own.
}

#[embassy_executor::task]
async fn swing(mut board: Board, memory: &'static mut Memory, mut display: Display) {
    let Memory {
        cloth,
        view,
        screen,
    } = memory;
    cloth
        .reset(&scene(SHOWN, Buttons::default()))
        .expect("the scene is in range");
    display
        .init()
        .await
        .expect("a display answers at address 0x3c");
    let mut tick = Ticker::every(Duration::from_hz(RATE));
    for step in 1..=STEPS {
        let began = Instant::now();
        cloth.step();
        let took = began.elapsed();
        (view.take(cloth, &camera(SHOWN, step), screen.size())).expect("the view has room");
        (screen.draw(&mut display, view, Style::default())).expect("the display's memory answers");
        // Here, and until the next tick, the processor is free.
        display.flush().await.expect("the display answers");
        say(&mut board, step, took, cloth.state_hash());
        // Late ticks are made up for: the cloth keeps to the clock on average.
        tick.next().await;
    }
    board.print(r#"{"end":true}"#);
    stop(Ok(()))
}

/// Prints a line a second.
fn say(board: &mut Board, step: u32, took: Duration, hash: u64) {
    if u64::from(step) % RATE != 0 {
        return;
    }
    let (mut line, us) = (heapless::String::<64>::new(), took.as_micros());
    // Every number has room.
    let _ = write!(
        line,
        r#"{{"step":{step},"us":{us},"state_hash":"{hash:016x}"}}"#
    );
    board.print(&line);
}
