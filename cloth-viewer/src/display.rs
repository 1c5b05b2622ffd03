//! A board's display, simulated: what the boards' demo images draw, pixel by pixel, in a window or
//! in files.

use crate::cli::{Display, Plan};
use crate::error::Error;
use crate::export::Exporter;
use crate::headless::recorder::Recorder;
use crate::headless::{FOLDER, default_frames, print, written};
use cloth_core::host::{AnySimulation, start};
use cloth_core::{Dyn, Fixed, Scene, Simulation, Verlet, WithAll};
use cloth_display::demo::{self, Buttons};
use cloth_display::{Screen, Style, Tone, View};
use cloth_draw::look::Surface;
use cloth_draw::raster::Framebuffer;
use embedded_graphics_core::Pixel;
use embedded_graphics_core::pixelcolor::{BinaryColor, Rgb565, RgbColor};
use embedded_graphics_core::prelude::{DrawTarget, OriginDimensions, Size};
use std::convert::Infallible;
use std::io::Write;
use std::marker::PhantomData;

/// Most particles that are shown: 64 × 64 are more than any of the boards has memory for.
pub const MOST_PARTICLES: usize = 4096;

/// Shows a scene as a board with this display would; results go to `out`.
///
/// # Errors
/// A scene that cannot run on its grid, an output that cannot be written.
pub fn run(display: Display, plan: &Plan, out: &mut dyn Write) -> Result<(), Error> {
    let shown = match display {
        Display::St7789 => Shown::on::<Rgb565, 240, 10, 24>(),
        Display::Ssd1306 => Shown::on::<BinaryColor, 128, 8, 8>(),
    };
    let mut board = Board::new(plan, shown)?;
    if !plan.headless {
        match show(&mut board) {
            Err(Error::NoWindow(reason)) => eprintln!("{reason}: drawing to {FOLDER}/ instead"),
            shown => return shown,
        }
    }
    board.record(display, plan, out)?;
    if plan.hash {
        let hash = board.simulation.state_hash();
        print(out, format!("state-hash {hash:016x}"))?;
    }
    Ok(())
}

/// How a surface is drawn on a display.
///
/// # Errors
/// One that displays do not have.
pub fn look_of(surface: Surface) -> Result<Style, Error> {
    match surface {
        Surface::Phong => Ok(Style::Checkered),
        Surface::Flat => Ok(Style::Flat),
        Surface::None => Ok(Style::Wireframe),
        other => Err(Error::Usage(format!(
            "--view {}: with --display allowed are phong (checkered), flat and none (lines)",
            other.name()
        ))),
    }
}

/// Draws what a board's display shows into a picture.
type Draw = dyn FnMut(&View<MOST_PARTICLES>, Style, &mut Framebuffer) -> u32;

/// A display, what it shows, and the memory that the board draws it from, bytes.
struct Shown {
    draw: Box<Draw>,
    picture: Framebuffer,
    bytes: usize,
}

impl Shown {
    fn on<C: Colour + 'static, const W: usize, const ROWS: usize, const BANDS: usize>() -> Self {
        let mut screen = Box::new(Screen::<W, ROWS, BANDS>::EMPTY);
        let (width, height) = screen.size();
        Self {
            draw: Box::new(move |view, look, picture| {
                let colours = PhantomData::<C>;
                let Ok(sent) = screen.draw(&mut Paper { picture, colours }, view, look);
                sent
            }),
            picture: Framebuffer::new(width, height),
            bytes: Screen::<W, ROWS, BANDS>::BYTES,
        }
    }
}

/// A board with its display.
struct Board {
    simulation: Box<dyn AnySimulation>,
    scene: Scene,
    look: Style,
    view: Box<View<MOST_PARTICLES>>,
    shown: Shown,
    /// Steps so far.
    step: u32,
    held: Buttons,
}

impl Board {
    fn new(plan: &Plan, shown: Shown) -> Result<Self, Error> {
        let setup = &plan.setup;
        let scene = setup.file.scene;
        let simulation = start(&scene, setup.grid, setup.method, setup.format);
        Ok(Self {
            simulation: simulation?,
            scene,
            look: look_of(plan.look.surface)?,
            view: Box::new(View::EMPTY),
            shown,
            step: 0,
            held: Buttons::default(),
        })
    }

    /// A step with these buttons held.
    fn step(&mut self, held: Buttons) -> Result<(), Error> {
        if held.pulls_otherwise(self.held) {
            self.simulation.change(&demo::scene(&self.scene, held))?;
        }
        if held.next && !self.held.next {
            self.look = self.look.next();
        }
        self.held = held;
        self.simulation.step();
        self.step += 1;
        Ok(())
    }

    fn draw(&mut self) -> Result<u32, Error> {
        let camera = demo::camera(&self.scene, self.step);
        let size = self.shown.picture.size();
        let (view, any) = (&mut self.view, self.simulation.as_any());
        type Cloth<T> = Simulation<T, Dyn, Verlet, Scene, WithAll>;
        let taken = if let Some(simulation) = any.downcast_ref::<Cloth<f32>>() {
            view.take(simulation, &camera, size)
        } else if let Some(simulation) = any.downcast_ref::<Cloth<Fixed>>() {
            view.take(simulation, &camera, size)
        } else {
            let format = self.simulation.format();
            return Err(Error::Usage(format!(
                "--scalar {format}: with --display allowed are f32 and fixed"
            )));
        };
        taken.map_err(|error| {
            Error::Usage(format!(
                "{error}: allowed are grids of up to {MOST_PARTICLES} particles, as 64x64"
            ))
        })?;
        let Shown { draw, picture, .. } = &mut self.shown;
        Ok(draw(&self.view, self.look, picture))
    }

    /// Writes what was asked for, or a picture of the end under a name of its own.
    fn record(&mut self, display: Display, plan: &Plan, out: &mut dyn Write) -> Result<(), Error> {
        let rate = self.scene.solver.steps_per_second;
        let frames = plan.frames.unwrap_or_else(|| default_frames(rate));
        let (width, height) = self.shown.picture.size();
        let mut recorder = None;
        if let Some((path, kind)) = &plan.out {
            let made = Recorder::create(path, *kind, (width, height), frames, rate)?;
            recorder = Some((path.clone(), made));
        }
        let mut pixels = 0;
        for frame in 0..=frames {
            if frame > 0 {
                self.step(Buttons::default())?;
            }
            pixels += u64::from(self.draw()?);
            if let Some((_, recorder)) = recorder.as_mut().filter(|(_, it)| it.wants(frame)) {
                recorder.push(&self.shown.picture)?;
            }
        }
        let (count, path) = match recorder {
            Some((path, recorder)) => (recorder.finish()?, path),
            None => {
                let mut names = Exporter::new(FOLDER);
                names.set_scene(&format!("{}-{}", plan.setup.file.name, display.name()));
                (1, names.screenshot(&self.shown.picture)?)
            }
        };
        print(out, written(count, (width, height), &path))?;
        let mean = pixels / (u64::from(frames) + 1);
        let (all, memory) = (width * height, self.shown.bytes);
        let sent = format!("{mean} of {all} pixels sent a picture");
        print(out, format!("{sent}, from {memory} bytes for a band"))
    }
}

/// Shows a board's display in a window until that is closed; Space, T and L are the board's buttons.
///
/// # Errors
/// [`Error::NoWindow`] where there is no display, or it is gone.
#[cfg(not(target_family = "wasm"))]
fn show(board: &mut Board) -> Result<(), Error> {
    use minifb::{Key, Scale, Window, WindowOptions};
    if let Some(reason) = crate::window::no_display() {
        return Err(Error::NoWindow(reason));
    }
    let (width, height) = board.shown.picture.size();
    let options = WindowOptions {
        scale: if width < 200 { Scale::X4 } else { Scale::X2 },
        ..WindowOptions::default()
    };
    let gone = |error| Error::NoWindow(format!("no window ({error})"));
    let title = "cloth on a display (Space: wind, T: tilt, L: look)";
    let mut window = Window::new(title, width, height, options).map_err(gone)?;
    window.set_target_fps(board.scene.solver.steps_per_second as usize);
    while window.is_open() && !window.is_key_down(Key::Escape) {
        board.step(Buttons {
            wind: window.is_key_down(Key::Space),
            tilt: window.is_key_down(Key::T),
            next: window.is_key_down(Key::L),
        })?;
        board.draw()?;
        let pixels = board.shown.picture.pixels();
        (window.update_with_buffer(pixels, width, height)).map_err(gone)?;
    }
    Ok(())
}

/// A browser has one window, the page's.
#[cfg(target_family = "wasm")]
fn show(_: &mut Board) -> Result<(), Error> {
    Err(Error::NoWindow("no window in this program".to_owned()))
}

/// A display's colour as a screen's, 0xRRGGBB.
trait Colour: Tone {
    fn rgb(self) -> u32;
}

impl Colour for Rgb565 {
    fn rgb(self) -> u32 {
        let channel = |value: u8, most: u32| (u32::from(value) * 255 + most / 2) / most;
        channel(self.r(), 31) << 16 | channel(self.g(), 63) << 8 | channel(self.b(), 31)
    }
}

impl Colour for BinaryColor {
    fn rgb(self) -> u32 {
        if self.is_on() { 0xffffff } else { 0 }
    }
}

/// A display in memory: its pixels, for files and windows.
struct Paper<'a, C> {
    picture: &'a mut Framebuffer,
    colours: PhantomData<C>,
}

impl<C> OriginDimensions for Paper<'_, C> {
    fn size(&self) -> Size {
        Size::new(self.picture.width() as u32, self.picture.height() as u32)
    }
}

impl<C: Colour> DrawTarget for Paper<'_, C> {
    type Color = C;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<C>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        let (width, height) = self.picture.size();
        for Pixel(at, colour) in pixels {
            let place = usize::try_from(at.x).ok().zip(usize::try_from(at.y).ok());
            if let Some((x, y)) = place.filter(|&(x, y)| x < width && y < height)
                && let Some(pixel) = self.picture.pixels_mut().get_mut(y * width + x)
            {
                *pixel = colour.rgb();
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
