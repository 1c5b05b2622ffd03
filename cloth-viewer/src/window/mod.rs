//! The window: minifb's keys, mouse and pixels on one side, [`App`] on the other, on a thread of its
//! own.

mod attention;
mod icon;
mod keys;
mod studio;

use crate::app::{App, SIZE};
use crate::cli::Plan;
use crate::cursor::Pointer;
use crate::error::Error;
use crate::input::Input;
use crate::keys::Keys;
use crate::recording;
use crate::stats::Stats;
use attention::Attention;
use cloth_draw::raster::Framebuffer;
use minifb::{CursorStyle, MouseButton, MouseMode, ScaleMode, Window, WindowOptions};
use std::cell::RefCell;
use std::thread::sleep;
use std::time::{Duration, Instant};
use studio::{Studio, TITLE};

/// minifb's wheel counts a notch when X11 reports its press, and again at its release.
const NOTCH: f32 = if cfg!(target_os = "linux") { 0.5 } else { 1.0 };

/// Opens a window and shows the scene until it is closed. Returns what steps and pictures cost.
///
/// # Errors
/// [`Error::NoWindow`] if there is no display; a scene that cannot run on its grid.
pub fn run(plan: &Plan) -> Result<Stats, Error> {
    if let Some(reason) = no_display() {
        return Err(Error::NoWindow(reason));
    }
    let app = match &plan.replay {
        Some(path) => App::replaying(plan, &recording::read(path)?)?,
        None => App::new(plan)?,
    };
    let (width, height) = plan.size.unwrap_or(SIZE);
    let options = WindowOptions {
        resize: true,
        scale_mode: ScaleMode::UpperLeft,
        ..WindowOptions::default()
    };
    let mut window = Window::new(TITLE, width, height, options)
        .map_err(|error| Error::NoWindow(format!("no window can be opened ({error})")))?;
    icon::set(&mut window);
    // It would wait after it has heard something, before that can be told.
    window.set_target_fps(0);
    let keys = keys::listen(&mut window);
    let mut studio = Studio::open(app);
    let shown = show(&mut window, &keys, &mut studio);
    let mut app = studio.close();
    shown?;
    for path in app.finish()? {
        eprintln!("in {}", path.display());
    }
    Ok(app.stats().clone())
}

/// Listens to the window and shows it pictures, until it is closed.
fn show(window: &mut Window, keys: &RefCell<Keys>, studio: &mut Studio) -> Result<(), Error> {
    let (mut title, mut last) = (String::from(TITLE), Instant::now());
    let (mut attention, mut active) = (Attention::default(), window.is_active());
    while window.is_open() && !studio.is_over() {
        let now = Instant::now();
        let fresh = studio.look();
        // The next picture is made while this one is shown.
        studio.ask(now);
        if studio.has_shown() && (fresh || attention.is_due_again(now)) {
            attention.showed(now);
            update_with(window, studio.shown())?;
        } else {
            window.update();
        }
        let told = studio.hear(read(window, keys, now - last));
        last = now;
        let was_active = std::mem::replace(&mut active, window.is_active());
        if told || active != was_active {
            attention.told(now);
        }
        // What was told after a rest is answered at once.
        studio.ask(now);
        if studio.title() != title {
            title = studio.title().to_owned();
            window.set_title(&title);
        }
        window.set_cursor_style(style(studio.pointer()));
        let due = now + attention.between(studio.is_running(), now);
        sleep(due.saturating_duration_since(Instant::now()));
    }
    Ok(())
}

/// Hears what has happened to the window, and shows a picture in it.
fn update_with(window: &mut Window, picture: &Framebuffer) -> Result<(), Error> {
    let (width, height) = picture.size();
    (window.update_with_buffer(picture.pixels(), width, height))
        .map_err(|error| Error::NoWindow(format!("the window is gone ({error})")))
}

/// minifb's name of a cursor.
fn style(pointer: Pointer) -> CursorStyle {
    match pointer {
        Pointer::Arrow => CursorStyle::Arrow,
        Pointer::Open => CursorStyle::OpenHand,
        Pointer::Closed => CursorStyle::ClosedHand,
        Pointer::Blade => CursorStyle::Crosshair,
        Pointer::Pan => CursorStyle::ResizeAll,
        Pointer::Text => CursorStyle::Ibeam,
        Pointer::Sideways => CursorStyle::ResizeLeftRight,
    }
}

/// Why there cannot be a window, as far as the environment tells.
pub(crate) fn no_display() -> Option<String> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let wayland = cfg!(feature = "wayland") && is_set("WAYLAND_DISPLAY");
    if is_set("DISPLAY") || wayland {
        None
    } else if is_set("WAYLAND_DISPLAY") {
        Some(
            "no X11 display (DISPLAY is not set); for Wayland build with --features wayland".into(),
        )
    } else {
        Some("no display (DISPLAY is not set)".into())
    }
}

/// What the user did since the last picture.
fn read(window: &Window, keys: &RefCell<Keys>, elapsed: Duration) -> Input {
    let mut input = Input {
        size: window.get_size(),
        cursor: window.get_mouse_pos(MouseMode::Pass),
        left: window.get_mouse_down(MouseButton::Left),
        right: window.get_mouse_down(MouseButton::Right),
        middle: window.get_mouse_down(MouseButton::Middle),
        wheel: window.get_scroll_wheel().map_or(0.0, |(_, y)| NOTCH * y),
        elapsed,
        ..Input::default()
    };
    keys::put(window, keys, &mut input);
    input
}
