//! The window: minifb's keys, mouse and pixels on one side, [`App`] on the other, on a thread of its
//! own.

mod studio;

use crate::app::{App, SIZE};
use crate::cli::Plan;
use crate::error::Error;
use crate::input::Input;
use crate::keys::Keys;
use crate::panel::Pointer;
use crate::recording;
use crate::stats::Stats;
use cloth_draw::raster::Framebuffer;
use minifb::{
    CursorStyle, InputCallback, Key, MouseButton, MouseMode, ScaleMode, Window, WindowOptions,
};
use std::cell::RefCell;
use std::rc::Rc;
use std::thread::sleep;
use std::time::{Duration, Instant};
use studio::{Studio, TITLE};

/// minifb's wheel counts a notch when X11 reports its press, and again at its release.
const NOTCH: f32 = if cfg!(target_os = "linux") { 0.5 } else { 1.0 };
/// Time between two looks at the window while something happens: less than between two pictures, which are shown
/// at a look.
const AWAKE: Duration = Duration::from_micros(5_500);
/// The same while nothing does. Every look wakes the X server too. Not longer: a click may be as
/// short as 20 ms, and one that comes and goes between two looks is lost.
const ASLEEP: Duration = Duration::from_millis(16);
/// How long the window is awake after something was told.
const STAYS_AWAKE: Duration = Duration::from_secs(1);
/// How often a picture that stays is shown again: another window may have been over it. Asleep, less often: a window
/// that was over this one hardly goes without the cursor or the keyboard telling.
const AGAIN: Duration = Duration::from_millis(250);
const AGAIN_ASLEEP: Duration = Duration::from_secs(2);
/// The middle of `cargo run --release -- drape --frames 100 --size 120x120 --out icon.png`.
#[cfg(target_os = "linux")]
const ICON: &[u8] = include_bytes!("icon.png");

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
    // Other systems take it from a program's file.
    #[cfg(target_os = "linux")]
    if let Ok(icon) = minifb::Icon::try_from(&icon()?[..]) {
        window.set_icon(icon);
    }
    // Else minifb sleeps after it reads events, before they are handled.
    window.set_target_fps(0);
    let keys = Rc::<RefCell<Keys>>::default();
    window.set_input_callback(Box::new(Ear(keys.clone())));
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
    let (mut told_at, mut shown_at, mut active) = (last, last, window.is_active());
    while window.is_open() && !studio.last.over {
        let now = Instant::now();
        let fresh = studio.look();
        // The next picture is made while this one is shown.
        studio.ask(now);
        let awake = studio.last.running || now - told_at < STAYS_AWAKE;
        let (between, again) = match awake {
            true => (AWAKE, AGAIN),
            false => (ASLEEP, AGAIN_ASLEEP),
        };
        let frame = &studio.last.frame;
        if frame.width() > 0 && (fresh || now - shown_at >= again) {
            shown_at = now;
            update_with(window, frame)?;
        } else {
            window.update();
        }
        let told = studio.hear(read(window, keys, now - last));
        last = now;
        let was_active = std::mem::replace(&mut active, window.is_active());
        if told || active != was_active {
            told_at = now;
        }
        // What was told after a rest is answered at once.
        studio.ask(now);
        if studio.last.title != title {
            title.clone_from(&studio.last.title);
            window.set_title(&title);
        }
        window.set_cursor_style(style(studio.last.pointer));
        sleep((now + between).saturating_duration_since(Instant::now()));
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

/// The icon as `_NET_WM_ICON` has it: width, height, then `0xAARRGGBB` row by row from the top.
#[cfg(target_os = "linux")]
fn icon() -> Result<Vec<u64>, Error> {
    let picture = cloth_draw::texture::decode("icon.png".as_ref(), std::io::Cursor::new(ICON))?;
    let opaque = |pixel: &u32| u64::from(pixel | 0xff00_0000);
    let size = [picture.width as u64, picture.height as u64];
    let pixels = picture.pixels.iter().map(opaque);
    Ok(size.into_iter().chain(pixels).collect())
}

/// Tells [`Keys`] what the window hears. minifb's own `is_key_pressed` looks at the keyboard once a picture, so a key
/// that goes down and up between two of them is lost, which slow pictures make likely.
struct Ear(Rc<RefCell<Keys>>);

impl InputCallback for Ear {
    fn add_char(&mut self, character: u32) {
        if let Some(character) = char::from_u32(character) {
            self.0.borrow_mut().typed(character);
        }
    }

    fn set_key_state(&mut self, key: Key, down: bool) {
        let keys = &mut *self.0.borrow_mut();
        match key {
            Key::LeftShift | Key::RightShift => keys.shift(down),
            Key::LeftCtrl | Key::RightCtrl => keys.ctrl(down),
            _ => {
                if let Some(key) = named(key) {
                    keys.press(key, down);
                }
            }
        }
    }
}

/// egui's name of a key.
fn named(key: Key) -> Option<egui::Key> {
    match key {
        Key::NumPadEnter => Some(egui::Key::Enter),
        // Digits are `Key1` here and `1` there.
        _ => egui::Key::from_name(format!("{key:?}").trim_start_matches("Key")),
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
    let down = window.get_keys().into_iter().filter_map(named).collect();
    keys.borrow_mut().put(down, &mut input);
    input
}
