//! Holds what an emulated display shows against what is drawn here.
//!
//! `cargo run --release -p cloth-display --example emulated -- FOLDER KEPT.png PRESSES [calm] [f32]`
//!
//! FOLDER has the display's memory after each picture of a board's demo: N.rgb565 of a Pico's ST7789, as
//! `cloth-bench/firmware/rp2040js/run IMAGE.uf2 --display FOLDER PICTURES PRESSES` writes it, or N.ssd1306 of
//! `cloth-bench/firmware/unicorn/run BOARD IMAGE.elf --display …`. The buttons are held as they are there:
//! another style from every second picture on, so often, wind for some pictures and gravity to the right for
//! some, unless it is said to be calm. An ST7789's cloth is in fixed point, a Pico's, unless `f32` is said,
//! a Pico 2's. Each picture is to be, pixel by pixel, what is drawn of the same cloth here, and number 44 the
//! one in KEPT.png, as `cloth-viewer --display st7789 --frames 44 --out KEPT.png` draws it (or `--display ssd1306
//! --scalar f32`); `-` is no picture.
//!
//! `emulated -- state f32` (or `i12f20`) prints the state of the cloth in that picture.

#[path = "../tests/paper/mod.rs"]
mod paper;

use cloth_core::{Const, Fixed, Scalar, Simulation, scenes};
use cloth_display::demo::{Buttons, SIDE, camera, scene};
use cloth_display::{Screen, Style, Tone, View};
use embedded_graphics_core::pixelcolor::{BinaryColor, Rgb565, Rgb888, RgbColor};
use paper::FakeDisplay;
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

/// The picture that is kept.
const KEPT: u32 = 44;
/// Pictures that are shown while the button for wind is held, and that for gravity to the right. The next
/// picture is the first that knows of it.
const WIND: Range<u32> = 44..48;
const TILT: Range<u32> = 46..50;

/// The colour of a pixel in an ST7789's memory.
fn st7789(memory: &[u8], pixel: usize) -> Rgb565 {
    let [r, gb] = [memory[2 * pixel], memory[2 * pixel + 1]];
    Rgb565::new(r >> 3, (r & 7) << 3 | gb >> 5, gb & 31)
}

/// The colour of a pixel in an SSD1306's memory: a byte has eight rows of a column.
fn ssd1306(memory: &[u8], pixel: usize) -> BinaryColor {
    let (x, y) = (pixel % 128, pixel / 128);
    (memory[128 * (y / 8) + x] >> (y % 8) & 1 == 1).into()
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, kept, rest @ ..] = &arguments[..] else {
        return Err("say where the emulated pictures are, and the kept one".into());
    };
    if folder == "state" {
        let state = match kept.as_str() {
            "f32" => state::<f32>()?,
            _ => state::<Fixed>()?,
        };
        println!("{state:016x}");
        return Ok(ExitCode::SUCCESS);
    }
    let said = |word: &str| rest.iter().any(|said| said == word);
    let run = Emulation {
        folder: Path::new(folder),
        kept: Path::new(kept),
        presses: rest.first().map_or(Ok(0), |text| text.parse())?,
        is_calm: said("calm"),
    };
    let equal = if !run.folder.join("1.rgb565").exists() {
        run.compare::<f32, _, 128, 8, 8>("ssd1306", ssd1306)?
    } else if said("f32") {
        run.compare::<f32, _, 240, 10, 24>("rgb565", st7789)?
    } else {
        run.compare::<Fixed, _, 240, 10, 24>("rgb565", st7789)?
    };
    Ok(ExitCode::from(u8::from(!equal)))
}

/// The state of the cloth in the picture that is kept.
fn state<T: Scalar>() -> Result<u64, Box<dyn Error>> {
    let mut simulation = Simulation::<T, Const<SIDE, SIDE>>::EMPTY;
    simulation.reset(&scene(&scenes::EDGE_SPHERE.scene, Buttons::default()))?;
    simulation.run(KEPT);
    Ok(simulation.state_hash())
}

/// What an emulator was told to do.
struct Emulation<'a> {
    folder: &'a Path,
    kept: &'a Path,
    /// Of the button for the next style.
    presses: u32,
    /// The other buttons are left alone.
    is_calm: bool,
}

impl Emulation<'_> {
    /// Whether all pictures, and the kept one, are what is drawn here. `pixel` reads a display's memory.
    fn compare<T, C, const W: usize, const ROWS: usize, const BANDS: usize>(
        &self,
        ending: &str,
        pixel: fn(&[u8], usize) -> C,
    ) -> Result<bool, Box<dyn Error>>
    where
        T: Scalar,
        C: Tone + PartialEq + Into<Rgb888>,
    {
        let first = Style::default();
        let styles = [first, first.next(), first.next().next()];
        let library = &scenes::EDGE_SPHERE.scene;
        let mut simulation = Simulation::<T, Const<SIDE, SIDE>>::EMPTY;
        let mut view = View::<{ SIDE * SIDE }>::EMPTY;
        let mut screen = Screen::<W, ROWS, BANDS>::EMPTY;
        let black = C::tone(Rgb565::BLACK, 0, 0);
        let mut paper = FakeDisplay::new(screen.size(), black);
        simulation.reset(&scene(library, Buttons::default()))?;
        let (mut differ, mut before, mut is_kept) = (0, Buttons::default(), None);
        for step in 1_u32.. {
            let Ok(memory) = std::fs::read(self.folder.join(format!("{step}.{ending}"))) else {
                break;
            };
            let held = Buttons {
                wind: !self.is_calm && WIND.contains(&(step - 1)),
                tilt: !self.is_calm && TILT.contains(&(step - 1)),
                next: false,
            };
            if held.pulls_otherwise(before) {
                simulation.change(&scene(library, held))?;
                before = held;
            }
            simulation.step();
            view.take(&simulation, &camera(library, step), screen.size())?;
            let pressed = self.presses.min(step / 2) as usize;
            screen.draw(&mut paper, &view, styles[pressed % styles.len()])?;
            let (pixels, state) = (paper.pixels.len(), simulation.state_hash());
            let here = |i: &usize| pixel(&memory, *i) != paper.pixels[*i];
            let wrong = (0..pixels).filter(here).count();
            println!("picture {step}: {wrong} of {pixels} pixels differ, state {state:016x}");
            differ += wrong;
            if step == KEPT {
                is_kept = Some(self.is_kept(&paper.pixels)?);
            }
        }
        let is_kept =
            is_kept.ok_or_else(|| format!("no picture {KEPT} in {}", self.folder.display()))?;
        let word = if is_kept { "" } else { "not " };
        println!("picture {KEPT} is {word}that in {}", self.kept.display());
        Ok(differ == 0 && is_kept)
    }

    /// Whether the kept picture, if there is to be one, has these colours.
    fn is_kept<C: Copy + Into<Rgb888>>(&self, colours: &[C]) -> Result<bool, Box<dyn Error>> {
        if self.kept == Path::new("-") {
            return Ok(true);
        }
        let mut reader = png::Decoder::new(BufReader::new(File::open(self.kept)?)).read_info()?;
        let mut kept = vec![0; reader.output_buffer_size().ok_or("a picture too large")?];
        reader.next_frame(&mut kept)?;
        let colours = colours.iter().map(|&colour| colour.into());
        Ok(colours.flat_map(|c| [c.r(), c.g(), c.b()]).eq(kept))
    }
}
