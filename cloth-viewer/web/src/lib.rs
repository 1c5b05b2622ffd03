//! The viewer in a browser: [`App`] on one side, the page's script on the other.
//!
//! The script asks and is answered, both in JSON: [`Ask`] and [`Answer`]. It asks for a picture with
//! all that it has heard since the last one; pixels stay in this program's memory, where the script
//! reads them. Files are those of the memory that the script gives the program in place of a disk.
//!
//! [`App`]: cloth_viewer::app::App

mod ask;
mod page;
#[cfg(target_family = "wasm")]
mod ports;

pub use ask::{Answer, Ask, Told};
pub use page::Page;
