//! What the panel looks like, as far as a test can tell.

use super::*;
use cloth_core::Mode;
use cloth_core::host::Fabric;
use cloth_core::scene::Damping;

const SIZES: [(usize, usize); 3] = [(800, 600), (1280, 720), (3840, 2160)];

/// A picture in which no two rows or columns are the same.
fn noise(size: (usize, usize), seed: u32) -> Framebuffer {
    let mut frame = Framebuffer::new(size.0, size.1);
    for (number, pixel) in (0_u32..).zip(frame.pixels_mut()) {
        *pixel = (number ^ seed).wrapping_mul(0x9e37_79b1) >> 8;
    }
    frame
}

#[test]
fn what_is_shown_again_is_the_same_over_another_picture() {
    for size in SIZES {
        for (panel, plots, help) in [
            (true, false, false),
            (true, true, true),
            (false, true, false),
        ] {
            let mut user = User::new("four-corners", size);
            (user.controls.panel, user.controls.plots) = (panel, plots);
            (user.controls.help, user.figures) = (help, "figures at the top");
            // egui learns sizes in its first pictures.
            (0..3).for_each(|_| user.show());
            user.show_over(noise(size, 2));
            let mut again = noise(size, 1);
            assert!(user.panel.show_again(&mut again));
            user.show_over(noise(size, 1));
            let mut pairs = again.pixels().iter().zip(user.frame.pixels());
            let apart = pairs.position(|(a, b)| a != b);
            assert_eq!(apart.map(|at| (at % size.0, at / size.0)), None, "{size:?}");
            let mut other = Framebuffer::new(size.0 - 1, size.1);
            assert!(!user.panel.show_again(&mut other));
        }
    }
}

/// A number that is wider than its place would push its row, and all after it, out of the panel.
#[test]
fn long_numbers_with_their_units_fit() {
    for mode in [Mode::Hooke, Mode::Xpbd] {
        for fabric in Fabric::all() {
            let mut user = User::new("four-corners", (1280, 1200));
            let scene = &mut user.controls.scene;
            scene.solver.mode = mode;
            fabric.apply(scene, GRID);
            scene.xpbd.damping = 0.001_234;
            scene.springs.damping = 0.001_234;
            scene.solver.damping = Damping::PerStep(0.001_234);
            (0..3).for_each(|_| user.show());
            let fields = user.panel.nodes().into_iter();
            let fields: Vec<_> = fields.filter(|n| n.role == Role::SpinButton).collect();
            assert!(fields.len() > 8);
            for field in fields {
                let [_, _, right, _] = field.rect;
                assert!(right <= 1280.0 - 8.0, "{}: {field:?}", fabric.name);
            }
        }
    }
}

#[test]
fn hidden_the_panel_draws_nothing_and_the_help_lists_every_key() {
    let mut user = User::new("four-corners", (800, 600));
    let empty = Framebuffer::new(800, 600);
    let mut drawn = |figures, help| {
        (user.controls.panel, user.controls.help, user.figures) = (false, help, figures);
        (0..2).for_each(|_| user.show());
        for (key, meaning) in help::KEYS {
            let listed = user.has(key, Role::Label) && user.has(meaning, Role::Label);
            assert_eq!(listed, help, "{key}");
        }
        let pairs = user.frame.pixels().iter().zip(empty.pixels());
        pairs.filter(|(a, b)| a != b).count()
    };
    assert_eq!(drawn("", false), 0);
    assert!((300..5000).contains(&drawn("60 fps", false)));
    assert!(drawn("60 fps", true) > 100_000);
}
