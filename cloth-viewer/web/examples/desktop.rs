//! What the page would say and show if it ran on this machine: reads what its script asks, a line
//! each, and prints the answers, each with a number for all pixels. `tests/web` compares.
//!
//! ```sh
//! echo '{"open":{"address":[["scene","flag"]],"size":[320,240]}}' |
//!     cargo run --release -p cloth-web --example desktop
//! ```

use cloth_web::{Ask, Page};
use std::io::{Error, stdin};

fn main() -> Result<(), Error> {
    let mut page = None;
    for line in stdin().lines() {
        let answer = match (serde_json::from_str(&line?)?, &mut page) {
            (Ask::Open { address, size }, page) => {
                let opened = Page::open(&address, size).map_err(Error::other)?;
                *page = Some(opened.0);
                continue;
            }
            (ask, Some(page)) => page.answer(ask),
            (_, None) => return Err(Error::other("nothing is open")),
        };
        let pixels = page.as_ref().map_or(&[][..], Page::pixels);
        // FNV-1a over words.
        let hash = (pixels.iter()).fold(0x811c_9dc5_u32, |hash, word| {
            (hash ^ word).wrapping_mul(0x0100_0193)
        });
        let state = answer.hash.map(|(hash, _)| hash).unwrap_or_default();
        println!("{hash} {state} {}", answer.message.unwrap_or_default());
    }
    Ok(())
}
