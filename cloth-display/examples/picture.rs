//! Writes the pixels that a board's display would show to PNG files.
//!
//! `cargo run --release -p cloth-display --example picture -- FOLDER`
//!
//! 32 × 32 particles that hang from an edge over a ball, after a second and a half, in fixed
//! point: each look on 240 × 240 pixels in colour, and on 128 × 64 in two colours (enlarged
//! four times), and one from below. Prints what drawing sent while the cloth fell.

#[path = "../tests/paper/mod.rs"]
mod paper;

use cloth_core::{Const, Fixed, Simulation, scenes};
use cloth_display::{Camera, Look, Screen, Tone, View};
use embedded_graphics_core::pixelcolor::{BinaryColor, Rgb565, RgbColor};
use paper::Paper;
use std::error::Error;
use std::path::Path;

type Cloth = Simulation<Fixed, Const<32, 32>>;

const LOOKS: [(Look, &str); 3] = [
    (Look::Wireframe, "wireframe"),
    (Look::Flat, "flat"),
    (Look::Checkered, "checkered"),
];
const STEPS: u32 = 90;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("say where to: a folder")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let scene = &scenes::EDGE_SPHERE.scene;
    let mut camera = Camera::about(scene);
    camera.distance *= 0.82;
    println!(
        "screen {} bytes, view {} bytes",
        Screen::<240, 10, 24>::BYTES,
        View::<1024>::BYTES
    );
    for (look, name) in LOOKS {
        let (mut large, mut small) = (Screen::<240, 10, 24>::EMPTY, Screen::<128, 8, 8>::EMPTY);
        let file = folder.join(format!("{name}-240x240.png"));
        let black = Rgb565::new(0, 0, 0);
        film(&mut large, black, &camera, look)
            .and_then(|paper| write(&file, &paper, (240, 240), 1, in_colour))?;
        let file = folder.join(format!("{name}-128x64.png"));
        let colours = |colour: BinaryColor| {
            if colour.is_on() {
                [200, 230, 255]
            } else {
                [0; 3]
            }
        };
        film(&mut small, BinaryColor::Off, &camera, look)
            .and_then(|paper| write(&file, &paper, (128, 64), 4, colours))?;
    }
    // The back of the cloth and the ball that it hangs over, from below.
    camera.turn(2.6, -0.9);
    let file = folder.join("below-240x240.png");
    let mut screen = Screen::<240, 10, 24>::EMPTY;
    let paper = film(&mut screen, Rgb565::new(0, 0, 0), &camera, Look::Checkered)?;
    write(&file, &paper, (240, 240), 1, in_colour)?;
    Ok(())
}

/// A colour with 8 bits a channel.
fn in_colour(colour: Rgb565) -> [u8; 3] {
    let channel = |value: u8, most: u16| (u16::from(value) * 255 / most) as u8;
    [
        channel(colour.r(), 31),
        channel(colour.g(), 63),
        channel(colour.b(), 31),
    ]
}

/// What a display shows after so many steps, each of which was drawn.
fn film<C: Tone, const W: usize, const ROWS: usize, const BANDS: usize>(
    screen: &mut Screen<W, ROWS, BANDS>,
    colour: C,
    camera: &Camera,
    look: Look,
) -> Result<Paper<C>, Box<dyn Error>> {
    let mut view = View::<1024>::EMPTY;
    let mut paper = Paper::new(screen.size(), colour);
    let mut simulation = Cloth::EMPTY;
    simulation.reset(&scenes::EDGE_SPHERE.scene)?;
    let mut most = 0;
    for step in 0..STEPS {
        simulation.step();
        view.take(&simulation, camera, screen.size())?;
        let sent = screen.draw(&mut paper, &view, look)?;
        most = if step == 0 { 0 } else { most.max(sent.pixels) };
    }
    let all = screen.size().0 * screen.size().1;
    let mean = paper.sent / STEPS;
    println!(
        "{look:?} {:?}: of {all} pixels {mean} sent a picture, at most {most}",
        screen.size()
    );
    Ok(paper)
}

/// Writes a picture with pixels of `scale` × `scale` as an RGB file.
fn write<C: Tone>(
    file: &Path,
    paper: &Paper<C>,
    (width, height): (usize, usize),
    scale: usize,
    colours: impl Fn(C) -> [u8; 3],
) -> Result<(), Box<dyn Error>> {
    let (wide, high) = (width * scale, height * scale);
    let places = (0..high).flat_map(|y| (0..wide).map(move |x| (x / scale, y / scale)));
    let bytes: Vec<u8> = places
        .flat_map(|(x, y)| colours(paper.pixels[y * width + x]))
        .collect();
    let file = std::io::BufWriter::new(std::fs::File::create(file)?);
    let mut encoder = png::Encoder::new(file, wide as u32, high as u32);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    Ok(writer.finish()?)
}
