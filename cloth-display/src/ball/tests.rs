//! Spheres against rays in floating point.

extern crate std;
use super::*;
use std::vec::Vec;

const SIZE: usize = 120;
const SIGHT: Sight = Sight::STRAIGHT;

fn drawn(ball: &Ball) -> Band<SIZE, SIZE> {
    let mut band = Band::EMPTY;
    band.clear(0, 0);
    ball.draw(&mut band, &[1; LEVELS]);
    band
}

/// One over the depth where the ray through a pixel meets a sphere, and how sure it is that
/// it does.
fn meets([x, y, z]: [f64; 3], radius: f64, pixel: [usize; 2]) -> (f64, f64) {
    let ray = [
        (pixel[0] as f64 - 59.5) / 140.0,
        (59.5 - pixel[1] as f64) / 140.0,
    ];
    let a = ray[0] * ray[0] + ray[1] * ray[1] + 1.0;
    let b = ray[0] * x + ray[1] * y + z;
    let c = x * x + y * y + z * z - radius * radius;
    let delta = b * b - a * c;
    let depth = (b - libm::sqrt(delta.max(0.0))) / a;
    (65_536.0 * 1024.0 / depth, delta / (radius * radius))
}

#[test]
fn pixels_and_depths_are_those_of_rays() {
    let cases = [
        ([0.0, 0.0, 8192.0], 2000.0),
        ([1500.0, -900.0, 7000.0], 1200.0),
        ([-2500.0, 2000.0, 6000.0], 1500.0),
        ([300.0, 100.0, 3000.0], 1800.0),
        ([0.0, 700.0, 20_000.0], 300.0),
    ];
    for (centre, radius) in cases {
        let ball = Ball::new(centre, radius, &SIGHT).unwrap();
        let band = drawn(&ball);
        let all = band.clip([0, 0], [119, 119]).unwrap();
        let pixels: Vec<_> = band.colours(all).collect();
        assert!(pixels.iter().any(|(_, colour)| *colour == 1));
        for (pixel, colour) in pixels {
            let (_, delta) = meets(centre, radius, pixel);
            if delta.abs() > 2e-3 {
                assert_eq!(colour == 1, delta > 0.0, "{pixel:?} {delta}");
            }
        }
        let mut rows = band.clone();
        for y in 0..SIZE as u16 {
            let (colours, nears) = rows.row_mut(all, y);
            for (x, (&colour, &near)) in colours.iter().zip(nears.iter()).enumerate() {
                let (exact, delta) = meets(centre, radius, [x, y.into()]);
                if colour == 1 && delta > 0.01 {
                    let error = f64::from(near) - exact;
                    assert!(error.abs() < 3.0 + 5e-3 * exact, "{near} {exact}");
                }
            }
        }
    }
}

#[test]
fn what_is_behind_or_holds_the_eye_or_is_nowhere_is_left_out() {
    for centre in [
        [0.0, 0.0, -5000.0],
        [0.0; 3],
        [f64::NAN; 3],
        [f64::INFINITY; 3],
    ] {
        assert_eq!(Ball::new(centre, 1000.0, &SIGHT), None);
    }
    for radius in [f64::NAN, 0.0, -1.0, 1e9] {
        assert_eq!(Ball::new([0.0, 0.0, 8192.0], radius, &SIGHT), None);
    }
    assert_eq!(Ball::new([90_000.0, 0.0, 5000.0], 1000.0, &SIGHT), None);
    assert_eq!(Ball::new([0.0, 0.0, 8192.0], 1e-6, &SIGHT), None);
    // Tiny ones, and huge ones from very near and aside.
    for radius in [4.0, 10.0, 40.0] {
        drawn(&Ball::new([0.0, 0.0, 8192.0], radius, &SIGHT).unwrap());
    }
    let sight = Sight {
        focal: 10 * SUBPIXELS,
        near: 1,
        ..SIGHT
    };
    for centre in [
        [0.0, 0.0, 110.0],
        [300.0, 0.0, 140.0],
        [90.0, -400.0, 150.0],
    ] {
        if let Some(ball) = Ball::new(centre, 100.0, &sight) {
            drawn(&ball);
        }
    }
}
