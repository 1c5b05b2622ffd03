//! What a display shows of a cloth, and what it is sent.

mod paper;

use cloth_core::{Const, Fixed, Scalar, Scene, Simulation, WithTearing, scenes};
use cloth_display::{Palette, Screen, Style, View, Viewpoint};
use embedded_graphics_core::pixelcolor::Rgb565;
use embedded_graphics_core::prelude::*;
use paper::FakeDisplay;

const STYLES: [Style; 3] = [Style::Wireframe, Style::Flat, Style::Checkered];
const ALL: u32 = 240 * 240;

type Cloth<T> = Simulation<T, Const<16, 16>>;
type Seen = View<256>;
type Whole = Screen<240, 10, 24>;

fn cloth<T: Scalar>(steps: u32) -> Cloth<T> {
    let mut simulation = Cloth::EMPTY;
    simulation.reset(&scenes::EDGE_SPHERE.scene).unwrap();
    simulation.run(steps);
    simulation
}

fn camera() -> Viewpoint {
    Viewpoint::about(&scenes::EDGE_SPHERE.scene)
}

fn taken<T: Scalar>(simulation: &Cloth<T>, camera: &Viewpoint, size: (usize, usize)) -> Seen {
    let mut view = Seen::EMPTY;
    view.take(simulation, camera, size).unwrap();
    view
}

/// A display in colour of 240 × 240 pixels.
fn display() -> FakeDisplay<Rgb565> {
    FakeDisplay::new((240, 240), Rgb565::new(0, 0, 0))
}

/// A whole picture in bands of ROWS rows.
fn banded<const ROWS: usize, const BANDS: usize>(view: &Seen, look: Style) -> Vec<Rgb565> {
    let mut paper = display();
    let mut screen = Screen::<240, ROWS, BANDS>::EMPTY;
    let sent = screen.draw(&mut paper, view, look);
    assert_eq!((sent, paper.rectangles), (Ok(ALL), BANDS));
    paper.pixels
}

fn picture(view: &Seen, look: Style) -> Vec<Rgb565> {
    banded::<10, 24>(view, look)
}

/// Pixels that are not the background.
fn drawn(picture: &[Rgb565]) -> usize {
    let background = Palette::COLOUR.background;
    picture
        .iter()
        .filter(|&&colour| colour != background)
        .count()
}

#[test]
fn bands_of_any_height_give_the_same_picture() {
    for look in STYLES {
        let view = taken(&cloth::<Fixed>(60), &camera(), (240, 240));
        let whole = banded::<240, 1>(&view, look);
        assert!(picture(&view, look) == whole, "{look:?}");
        assert!(banded::<16, 15>(&view, look) == whole, "{look:?}");
        assert!(banded::<1, 240>(&view, look) == whole, "{look:?}");
        assert!((5_000..30_000).contains(&drawn(&whole)), "{look:?}");
    }
}

#[test]
fn what_changed_makes_the_same_picture_as_all_of_it_and_of_what_rests_nothing_is_sent() {
    for look in STYLES {
        let (mut simulation, mut camera) = (cloth::<f32>(0), camera());
        let (mut screen, mut paper) = (Whole::EMPTY, display());
        for step in 0..40 {
            simulation.step();
            camera.turn(0.1, 0.02);
            let view = taken(&simulation, &camera, screen.size());
            paper.sent = 0;
            let sent = screen.draw(&mut paper, &view, look).unwrap();
            assert_eq!(sent, paper.sent);
            assert!(step == 0 || sent < ALL / 2, "{sent:?}");
            assert!(paper.pixels == picture(&view, look), "{look:?} {step}");
        }
        let again = taken(&simulation, &camera, screen.size());
        assert_eq!(screen.draw(&mut paper, &again, look), Ok(0));
        screen.forget();
        assert_eq!(screen.draw(&mut paper, &again, look), Ok(ALL));
    }
}

#[test]
fn what_a_display_refused_is_sent_again() {
    let (mut screen, mut paper) = (Whole::EMPTY, display());
    let simulation = cloth::<f32>(30);
    for (fails_in, turn) in [(7, 0.0), (12, 0.4), (30, 0.8)] {
        let mut camera = camera();
        camera.turn(turn, 0.0);
        let view = taken(&simulation, &camera, screen.size());
        paper.fails_in = fails_in;
        let first = screen.draw(&mut paper, &view, Style::Checkered);
        assert_eq!(first.is_err(), fails_in < 24);
        screen.draw(&mut paper, &view, Style::Checkered).unwrap();
        assert!(paper.pixels == picture(&view, Style::Checkered));
    }
}

#[test]
fn memory_is_what_is_said() {
    assert_eq!(Whole::BYTES, 240 * 10 * 4 + 24 * 16);
    assert_eq!(Screen::<128, 8, 8>::BYTES, 128 * 8 * 4 + 8 * 16);
    let words = 6 * size_of::<usize>();
    for (bytes, particles) in [(View::<1024>::BYTES, 1024), (View::<64>::BYTES, 64)] {
        assert_eq!(bytes - words, particles * 8 + 32 * 4 + 2 * 416 + 72 * 20);
    }
}

#[test]
fn what_is_torn_is_not_drawn() {
    type Torn = Simulation<f32, Const<16, 16>, cloth_core::Verlet, Scene, WithTearing>;
    let mut simulation = Torn::EMPTY;
    simulation.reset(&scenes::TEAR.scene).unwrap();
    let camera = Viewpoint::about(&scenes::TEAR.scene);
    let shown = |simulation: &Torn, look| {
        let mut view = Seen::EMPTY;
        view.take(simulation, &camera, (240, 240)).unwrap();
        drawn(&picture(&view, look))
    };
    let whole = STYLES.map(|look| shown(&simulation, look));
    for at in 4..12 {
        simulation.cut_particle(at, 8).unwrap();
    }
    for (look, whole) in STYLES.into_iter().zip(whole) {
        let torn = shown(&simulation, look);
        assert!(torn < whole && torn > whole / 2, "{look:?} {whole} {torn}");
    }
}

#[test]
fn no_cloth_and_no_camera_panics_and_what_is_out_of_sight_leaves_an_empty_picture() {
    let (huge, none) = (f32::MAX, f32::NAN);
    let wild = [0.0, -0.3, 1.6, 1e-7, 1e4, 3e9, huge, none, f32::INFINITY];
    let mut screen = Screen::<64, 16, 4>::EMPTY;
    let mut paper = display();
    for simulation in &[cloth::<Fixed>(20), Cloth::EMPTY] {
        for i in 0..wild.len().pow(3) {
            let angle = wild[i % 9];
            let camera = Viewpoint {
                target: [f64::from(wild[i / 9 % 9]), f64::from(angle), 0.3],
                yaw: angle,
                pitch: 0.5 * angle,
                distance: wild[i / 81],
                field_of_view: angle,
            };
            let view = taken(simulation, &camera, screen.size());
            for look in STYLES {
                screen.draw(&mut paper, &view, look).unwrap();
            }
        }
    }
    // Behind the camera, far away, and turned about a target far behind the cloth.
    let mut turned = camera();
    turned.target[2] -= 40.0;
    turned.yaw = 0.0;
    let far = [[0.0, 1.2, 1e4], [1e6, 0.0, 0.0], [0.0, -1e9, 0.0]];
    let far = far.map(|target| Viewpoint { target, ..camera() });
    for camera in far.into_iter().chain([turned]) {
        let view = taken(&cloth::<Fixed>(9), &camera, (240, 240));
        assert_eq!(drawn(&picture(&view, Style::Checkered)), 0, "{camera:?}");
    }
}

#[test]
fn a_cloth_that_does_not_fit_is_refused_and_strips_of_one_row_are_drawn() {
    let mut view = View::<100>::EMPTY;
    let refused = (view.take(&cloth::<f32>(1), &camera(), (240, 240))).unwrap_err();
    let expected = "a cloth of 16 × 16 particles does not fit into a view of 100";
    assert_eq!(refused.to_string(), expected);
    let mut string = Simulation::<f32, Const<1, 12>>::EMPTY;
    string.reset(&scenes::STRING.scene).unwrap();
    let camera = Viewpoint::about(string.scene());
    view.take(&string, &camera, (240, 240)).unwrap();
    let (mut screen, mut paper) = (Whole::EMPTY, display());
    screen.draw(&mut paper, &view, Style::Wireframe).unwrap();
    assert!(drawn(&paper.pixels) > 0);
}

/// Of a flat cloth that runs past the eye each cell is drawn whole if all its corners are far enough
/// away, else not at all, in the colour of its front or back: by rays, in floating point.
#[test]
fn cells_with_a_corner_too_near_are_left_out_whole() {
    let mut scene = scenes::FOUR_CORNERS.scene;
    scene.forces.gravity = [0.0; 3];
    let mut simulation = Cloth::<f32>::EMPTY;
    simulation.reset(&scene).unwrap();
    let [x, y, z] = scene.cloth.center;
    let corner = |at: usize| simulation.position(at % 16, at / 16).unwrap();
    let ([x0, _, z0], [x1, _, z1]) = (corner(0), corner(255));
    // Columns run along x and rows along z: the front is where both run right and down.
    for side in [1.0, -1.0] {
        let camera = Viewpoint {
            target: [x, y - 0.08 * side, z],
            yaw: 0.0,
            pitch: 0.1 * side as f32,
            distance: 0.5,
            field_of_view: 1.2,
        };
        let picture = picture(&taken(&simulation, &camera, (240, 240)), Style::Flat);
        let ((sin, cos), focal) = ((0.1 * side).sin_cos(), 120.0 / 0.6_f64.tan());
        let eye = [x, camera.target[1] + 0.5 * sin, z + 0.5 * cos];
        let depth = |at| sin * (eye[1] - corner(at)[1]) + cos * (eye[2] - corner(at)[2]);
        let mut counts = [0; 3];
        for (pixel, &colour) in picture.iter().enumerate() {
            let [h, v] =
                [(pixel % 240) as f64 - 119.5, 119.5 - (pixel / 240) as f64].map(|v| v / focal);
            let ray = [h, v * cos - sin, -v * sin - cos];
            if ray[1].abs() < 0.1 {
                // Near the horizon a pixel covers many cells.
                continue;
            }
            // Where it meets the cloth's plane, in cells.
            let along = (y - eye[1]) / ray[1];
            let at = [(0, x0, x1), (2, z0, z1)]
                .map(|(i, from, to)| (eye[i] + along * ray[i] - from) / (to - from) * 15.0);
            let is_drawn = colour != Palette::COLOUR.background;
            if along < 0.0 || at.iter().any(|v| !(-0.1..15.1).contains(v)) {
                assert!(!is_drawn, "{pixel}");
                counts[0] += 1;
            } else if at.iter().all(|v| (0.1..0.9).contains(&v.rem_euclid(1.0))) {
                let first = at[1] as usize * 16 + at[0] as usize;
                let depths = [0, 1, 16, 17].map(|k| depth(first + k));
                let nearest = depths.into_iter().fold(f64::MAX, f64::min);
                assert_eq!(is_drawn, nearest > 0.5 / 8.0, "{pixel} {at:?} {nearest}");
                assert!(
                    !is_drawn || (colour.r() > colour.b()) == (eye[1] > y),
                    "{pixel}"
                );
                counts[1 + usize::from(is_drawn)] += 1;
            }
        }
        assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
    }
}

/// Hashes of a picture of 32 × 32 particles after 21 steps, one for each look.
fn hashes<T: Scalar>() -> [u32; 3] {
    let scene = &scenes::EDGE_SPHERE.scene;
    let mut simulation = Simulation::<T, Const<32, 32>>::EMPTY;
    simulation.reset(scene).unwrap();
    simulation.run(21);
    let mut camera = Viewpoint::about(scene);
    camera.distance *= 0.82;
    let mut view = View::<1024>::EMPTY;
    view.take(&simulation, &camera, (240, 240)).unwrap();
    STYLES.map(|look| {
        // In the order in which bands are sent, which is that of the pixels.
        let (mut screen, mut paper) = (Whole::EMPTY, display());
        screen.draw(&mut paper, &view, look).unwrap();
        paper.pixels.iter().fold(0_u32, |hash, colour| {
            (hash.rotate_left(5) ^ u32::from(colour.into_storage())).wrapping_mul(0x9e37_79b1)
        })
    })
}

/// Those of surfaces, the second and third, were printed by images for a Cortex-M0 (without floating
/// point) and a Cortex-M4F under QEMU. Wireframes, where the ball is seen, are kept as drawn here: the
/// RP2040's of the demo are compared by `tests/boards`.
#[test]
fn the_pixels_are_those_of_small_cores() {
    assert_eq!(hashes::<Fixed>(), [0x6de6_acce, 0x23a1_6370, 0x6d57_1244]);
    assert_eq!(hashes::<f32>(), [0xd491_0cfc, 0x046f_de05, 0xb34b_1750]);
}
