//! Measures what drawing a picture of 1280 × 720 costs, for each surface, with one thread and with all.
//!
//! `cargo run --release -p cloth-draw --example raster_cost [-- FOLDER]` prints medians in ms of a cloth of
//! 128 × 128 particles over a ball. With a folder it also writes the pictures there.

use cloth_core::host::{Format, Method, grid_for, start};
use cloth_core::scenes;
use cloth_draw::camera::Camera;
use cloth_draw::look::{Look, Surface};
use cloth_draw::output::save_png;
use cloth_draw::picture::Picture;
use cloth_draw::raster::{Framebuffer, draw};
use cloth_draw::stage::Stage;
use std::error::Error;
use std::time::Instant;

/// Pictures that a median is taken of.
const PICTURES: usize = 31;

fn main() -> Result<(), Box<dyn Error>> {
    let scene = &scenes::FOUR_CORNERS_SPHERE.scene;
    let grid = grid_for(scene, Some(128));
    let mut simulation = start(scene, grid, Method::Verlet, Format::F32)?;
    for _ in 0..60 {
        simulation.step();
    }
    let stage = Stage::new(&mut *simulation)?;
    let (low, high) = stage.picture().bounds().ok_or("no cloth")?;
    let camera = Camera::framing(low, high);
    let mut frame = Framebuffer::new(1280, 720);
    let all = rayon::current_num_threads();
    println!("ms with 1 and with {all} threads");
    for surface in Surface::ALL {
        let look = Look {
            surface,
            springs: [surface == Surface::None; 3],
            ..Look::DEFAULT
        };
        let marks = stage.marks(&look);
        let picture = Picture {
            strains: &marks.strains,
            strain_range: marks.strain_range,
            ..stage.picture()
        };
        let mut median = |threads| -> Result<_, Box<dyn Error>> {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let mut times = pool.build()?.install(|| {
                [0; PICTURES].map(|_| {
                    let started = Instant::now();
                    draw(&[picture], &look, &camera, &mut frame);
                    started.elapsed().as_secs_f64() * 1e3
                })
            });
            times.sort_by(f64::total_cmp);
            Ok(times[PICTURES / 2])
        };
        let (one, many) = (median(1)?, median(all)?);
        println!("{:>8} {one:>8.2} {many:>8.2}", surface.name());
        if let Some(folder) = std::env::args().nth(1) {
            save_png(format!("{folder}/{}.png", surface.name()), &frame)?;
        }
    }
    Ok(())
}
