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
//! one in KEPT.png, which is written if there is none; `-` is no picture.
//!
//! `emulated -- state f32` (or `i12f20`) prints the state of the cloth in that picture.

#[path = "../tests/paper/mod.rs"]
mod paper;

use cloth_core::{Const, Fixed, Scalar, Simulation, scenes};
use cloth_display::demo::{Held, SIDE, camera, scene};
use cloth_display::{Screen, Style, Tone, View};
use embedded_graphics_core::pixelcolor::{BinaryColor, Rgb565, RgbColor};
use paper::FakeDisplay;
use std::error::Error;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

/// The picture that is kept.
const KEPT: u32 = 44;
/// Pictures that are shown while the button for wind is held, and that for gravity to the right.
const WIND: Range<u32> = 44..48;
const TILT: Range<u32> = 46..50;

/// A board's display, and the buttons as the emulator holds them.
struct Display<C> {
    size: (usize, usize),
    /// What its files end with, and the bytes in one.
    files: (&'static str, usize),
    /// The colour of the pixel at (x, y) in its memory.
    pixel: fn(&[u8], usize, usize) -> C,
    rgb: fn(C) -> [u8; 3],
    /// From the picture that is shown when a button is pressed to the first that knows of it.
    late: u32,
}

const ST7789: Display<Rgb565> = Display {
    size: (240, 240),
    files: ("rgb565", 2 * 240 * 240),
    pixel: |memory, x, y| {
        let at = 2 * (240 * y + x);
        let [r, gb] = [memory[at], memory[at + 1]];
        Rgb565::new(r >> 3, (r & 7) << 3 | gb >> 5, gb & 31)
    },
    rgb: |colour| {
        let channel = |value: u8, most: u16| ((u16::from(value) * 255 + most / 2) / most) as u8;
        [
            channel(colour.r(), 31),
            channel(colour.g(), 63),
            channel(colour.b(), 31),
        ]
    },
    late: 1,
};

const SSD1306: Display<BinaryColor> = Display {
    size: (128, 64),
    files: ("ssd1306", 128 * 64 / 8),
    pixel: |memory, x, y| (memory[128 * (y / 8) + x] >> (y % 8) & 1 == 1).into(),
    rgb: |colour| [if colour.is_on() { 255 } else { 0 }; 3],
    late: 1,
};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(folder), Some(kept)) = (arguments.next(), arguments.next()) else {
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
    let presses: u32 = arguments.next().map_or(Ok(0), |text| text.parse())?;
    let words: Vec<_> = arguments.collect();
    let said = |word: &str| words.iter().any(|said| said == word);
    let calm = said("calm");
    let (folder, kept) = (Path::new(&folder), Path::new(&kept));
    let how = (presses, calm);
    let equal = match (folder.join("1.rgb565").exists(), said("f32")) {
        (true, false) => compare::<Fixed, _, 240, 10, 24>(&ST7789, folder, kept, how)?,
        (true, true) => compare::<f32, _, 240, 10, 24>(&ST7789, folder, kept, how)?,
        (false, _) => compare::<f32, _, 128, 8, 8>(&SSD1306, folder, kept, how)?,
    };
    Ok(ExitCode::from(u8::from(!equal)))
}

/// The state of the cloth in the picture that is kept.
fn state<T: Scalar>() -> Result<u64, Box<dyn Error>> {
    let mut simulation = Simulation::<T, Const<SIDE, SIDE>>::EMPTY;
    simulation.reset(&scene(&scenes::EDGE_SPHERE.scene, Held::default()))?;
    simulation.run(KEPT);
    Ok(simulation.state_hash())
}

/// Whether all pictures, and the kept one, are what is drawn here.
fn compare<T, C, const W: usize, const ROWS: usize, const BANDS: usize>(
    display: &Display<C>,
    folder: &Path,
    kept: &Path,
    (presses, calm): (u32, bool),
) -> Result<bool, Box<dyn Error>>
where
    T: Scalar,
    C: Tone + PartialEq,
{
    let first = Style::default();
    let styles = [first, first.next(), first.next().next()];
    let library = &scenes::EDGE_SPHERE.scene;
    let mut simulation = Simulation::<T, Const<SIDE, SIDE>>::EMPTY;
    let mut view = View::<{ SIDE * SIDE }>::EMPTY;
    let mut screen = Screen::<W, ROWS, BANDS>::EMPTY;
    let (width, height) = display.size;
    let black = C::tone(Rgb565::new(0, 0, 0), 0, 0);
    let mut paper = FakeDisplay::new(screen.size(), black);
    simulation.reset(&scene(library, Held::default()))?;
    let is_none = kept == Path::new("-");
    let (mut differ, mut before, mut is_kept) = (0, Held::default(), None);
    for step in 1_u32.. {
        let file = folder.join(format!("{step}.{}", display.files.0));
        let Ok(memory) = std::fs::read(&file) else {
            break;
        };
        if memory.len() != display.files.1 {
            return Err(format!("{} has {} bytes", file.display(), memory.len()).into());
        }
        let shown = step.saturating_sub(display.late);
        let held = Held {
            wind: !calm && WIND.contains(&shown),
            tilt: !calm && TILT.contains(&shown),
            next: false,
        };
        if held.pulls_otherwise(before) {
            simulation.change(&scene(library, held))?;
            before = held;
        }
        simulation.step();
        view.take(&simulation, &camera(library, step), screen.size())?;
        let pressed = presses.min((step + 1).saturating_sub(display.late) / 2) as usize;
        screen.draw(&mut paper, &view, styles[pressed % styles.len()])?;
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let there = places.map(|(x, y)| (display.pixel)(&memory, x, y));
        let wrong = paper
            .pixels
            .iter()
            .zip(there)
            .filter(|(here, there)| *here != there);
        let wrong = wrong.count();
        let (pixels, state) = (width * height, simulation.state_hash());
        println!("picture {step}: {wrong} of {pixels} pixels differ, state {state:016x}");
        differ += wrong;
        if step == KEPT {
            let pixels: Vec<_> = paper
                .pixels
                .iter()
                .flat_map(|&c| (display.rgb)(c))
                .collect();
            if !is_none && !kept.exists() {
                write(kept, display.size, &pixels)?;
            }
            is_kept = Some(is_none || read(kept)? == pixels);
        }
    }
    let is_kept = is_kept.ok_or_else(|| format!("no picture {KEPT} in {}", folder.display()))?;
    let word = if is_kept { "" } else { "not " };
    println!("picture {KEPT} is {word}that in {}", kept.display());
    Ok(differ == 0 && is_kept)
}

fn read(path: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path)?)).read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("a picture too large")?];
    reader.next_frame(&mut pixels)?;
    Ok(pixels)
}

fn write(
    path: &Path,
    (width, height): (usize, usize),
    pixels: &[u8],
) -> Result<(), Box<dyn Error>> {
    let file = BufWriter::new(File::create(path)?);
    let mut encoder = png::Encoder::new(file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    Ok(writer.finish()?)
}
