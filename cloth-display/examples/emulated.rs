//! Holds what an emulated display shows against what is drawn here.
//!
//! `cargo run --release -p cloth-display --example emulated -- FOLDER KEPT.png PRESSES`
//!
//! FOLDER has the display's memory after each picture of the Pico's demo, as
//! `cloth-bench/firmware/rp2040js/run IMAGE.uf2 --display FOLDER PICTURES PRESSES` writes it:
//! another look from every second picture on, so often. Each is to be,
//! pixel by pixel, what is drawn of the same cloth here, and the last one the picture in KEPT.png,
//! which is written if there is none.

#[path = "../tests/paper/mod.rs"]
mod paper;

use cloth_core::{Const, Fixed, Simulation, scenes};
use cloth_display::demo::{SIDE, camera, scene};
use cloth_display::{Look, Screen, View};
use embedded_graphics_core::pixelcolor::{IntoStorage, Rgb565, RgbColor};
use paper::Paper;
use std::error::Error;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;
use std::process::ExitCode;

const SIZE: usize = 240;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(folder), Some(kept)) = (arguments.next(), arguments.next()) else {
        return Err("say where the emulated pictures are, and the kept one".into());
    };
    let presses: u32 = arguments.next().map_or(Ok(0), |text| text.parse())?;
    let mut looks = [Look::default(); 3];
    looks[1] = looks[0].next();
    looks[2] = looks[1].next();
    let shown = &scenes::EDGE_SPHERE.scene;
    let mut simulation = Simulation::<Fixed, Const<SIDE, SIDE>>::EMPTY;
    let mut view = View::<{ SIDE * SIDE }>::EMPTY;
    let mut screen = Screen::<SIZE, 10, 24>::EMPTY;
    let mut paper = Paper::new(screen.size(), Rgb565::new(0, 0, 0));
    simulation.reset(&scene(shown, false))?;
    let (mut count, mut differ) = (0, 0);
    for step in 1.. {
        let Ok(emulated) = std::fs::read(Path::new(&folder).join(format!("{step}.rgb565"))) else {
            break;
        };
        simulation.step();
        view.take(&simulation, &camera(shown, step), screen.size())?;
        // A press is seen by the third picture after the one that is shown then: one is being
        // drawn, and one waits.
        let pressed = presses.min(step.saturating_sub(2) / 2) as usize;
        screen.draw(&mut paper, &view, looks[pressed % looks.len()])?;
        let here = paper
            .pixels
            .iter()
            .map(|pixel| pixel.into_storage().to_be_bytes());
        let (emulated, rest) = emulated.as_chunks::<2>();
        if emulated.len() != SIZE * SIZE || !rest.is_empty() {
            return Err(format!("{step}.rgb565 has {} pixels", emulated.len()).into());
        }
        let wrong = here
            .zip(emulated)
            .filter(|(here, there)| here != *there)
            .count();
        println!("picture {step}: {wrong} of {} pixels differ", SIZE * SIZE);
        differ += wrong;
        count = step;
    }
    if count == 0 {
        return Err(format!("no pictures in {folder}").into());
    }
    let last: Vec<_> = paper.pixels.iter().flat_map(|&pixel| rgb(pixel)).collect();
    let kept = Path::new(&kept);
    if !kept.exists() {
        write(kept, &last)?;
    }
    let is_kept = read(kept)? == last;
    println!(
        "picture {count} is {}that in {}",
        if is_kept { "" } else { "not " },
        kept.display()
    );
    Ok(ExitCode::from(u8::from(differ > 0 || !is_kept)))
}

/// A colour with 8 bits a channel.
fn rgb(colour: Rgb565) -> [u8; 3] {
    let channel = |value: u8, most: u16| ((u16::from(value) * 255 + most / 2) / most) as u8;
    [
        channel(colour.r(), 31),
        channel(colour.g(), 63),
        channel(colour.b(), 31),
    ]
}

fn read(path: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path)?)).read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("a picture too large")?];
    reader.next_frame(&mut pixels)?;
    Ok(pixels)
}

fn write(path: &Path, pixels: &[u8]) -> Result<(), Box<dyn Error>> {
    let mut encoder = png::Encoder::new(
        BufWriter::new(File::create(path)?),
        SIZE as u32,
        SIZE as u32,
    );
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    Ok(writer.finish()?)
}
