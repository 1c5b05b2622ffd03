//! The three functions that the page's script calls.
//!
//! A linker finds them by their names, and giving a function a name of its own counts as unsafe:
//! another function could have it. There is no other unsafe code: memory that the script writes to
//! is a `Vec`'s. `wasm-bindgen` would hide the same attributes in what its macros write, for a
//! program that has to be installed in just its version, and does not know this target.
#![allow(unsafe_code)]

use crate::ask::{Answer, Ask};
use crate::page::Page;
use rayon::ThreadPoolBuilder;
use std::cell::RefCell;

thread_local! {
    static PAGE: RefCell<Option<Page>> = const { RefCell::new(None) };
    static MAIL: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Room for what is to be asked, so many bytes; where it is.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    MAIL.with_borrow_mut(|mail| {
        mail.clear();
        mail.resize(bytes, 0);
        mail.as_mut_ptr()
    })
}

/// Answers what is there; how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let asked = MAIL.with_borrow(|mail| serde_json::from_slice(mail));
    let answer = match asked {
        Ok(ask) => PAGE.with_borrow_mut(|page| answer(page, ask)),
        Err(error) => refusal(error.to_string()),
    };
    let text = serde_json::to_vec(&answer).unwrap_or_default();
    MAIL.with_borrow_mut(|mail| {
        *mail = text;
        mail.len()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn said() -> *const u8 {
    MAIL.with_borrow(|mail| mail.as_ptr())
}

fn answer(page: &mut Option<Page>, ask: Ask) -> Answer {
    match (page.as_mut(), ask) {
        (Some(page), ask) => page.answer(ask),
        (None, Ask::Open { address, size }) => {
            let alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread();
            if let Err(error) = alone.build_global() {
                return refusal(error.to_string());
            }
            match Page::open(&address, size) {
                Ok((new, message)) => page.insert(new).state(message),
                Err(reason) => refusal(reason),
            }
        }
        (None, _) => refusal("nothing is open yet".to_owned()),
    }
}

fn refusal(reason: String) -> Answer {
    Answer {
        message: Some(reason),
        ..Answer::default()
    }
}
