//! When links break, which scenes may ask for it, and which links are too long.

use super::{Link, Tearing};
use crate::base::{Cloth, Extent, Scalar, any_pair, minus};
use crate::scene::{Mode, Scene, SettingError, refuse};
use core::f64::consts::SQRT_2;

/// The lengths (rest spacings) from which on structural and shear links break.
///
/// `None` where they do not: by cuts alone, or because the scene's mode gives them no
/// strength. Particles that no link joins may part as they like, and tear nothing.
///
/// Not stored: a substep has time for three products, and the scene is at hand.
pub(crate) fn longest<T: Scalar>(scene: &Scene) -> [Option<T>; 2] {
    let strain = scene.tear.and_then(|tear| tear.strain);
    let [structural, shear] = match scene.solver.mode {
        Mode::Hooke => [scene.springs.structural, scene.springs.shear],
        Mode::Constraint => [scene.constraints.structural, scene.constraints.shear],
        Mode::Pbd => [scene.pbd.structural, scene.pbd.shear],
        Mode::Xpbd => [1.0; 2],
    };
    let length = |rest: f64, strength: f64| match strength > 0.0 {
        true => strain.map(|strain| T::from_f64(rest * (1.0 + strain))),
        false => None,
    };
    [length(1.0, structural), length(SQRT_2, shear)]
}

/// Refuses a scene that tears where the simulation has no memory for that.
pub(crate) fn check(scene: &Scene, memory: bool) -> Result<(), SettingError> {
    match &scene.tear {
        Some(tear) if !memory => {
            let allowed = "none with this simulation; WithTearing has memory for it";
            refuse("tear", tear.strain.unwrap_or(0.0), allowed)
        }
        _ => Ok(()),
    }
}

/// Refuses tethers for a cloth that is torn already.
pub(crate) fn check_change(scene: &Scene, torn: bool) -> Result<(), SettingError> {
    match &scene.tethers {
        Some(tethers) if torn => {
            let allowed =
                "none for a torn cloth: they would hold what is torn off; a reset mends it";
            refuse("tethers", tethers.slack, allowed)
        }
        _ => Ok(()),
    }
}

/// Breaks the structural links of the first length and more, and the shear links of
/// the second. No particle moves meanwhile, so the order of the links does not matter.
pub(crate) fn break_long<T: Scalar, G: Extent>(
    tearing: &mut Tearing<G>,
    cloth: &Cloth<T, G>,
    [structural, shear]: [Option<T>; 2],
) {
    let mut torn = false;
    for row in 0..cloth.extent().rows() {
        torn |= mark::<T, G>(tearing, cloth, row, Link::Right, structural);
        torn |= mark::<T, G>(tearing, cloth, row, Link::Down, structural);
        torn |= mark::<T, G>(tearing, cloth, row, Link::DownRight, shear);
        torn |= mark::<T, G>(tearing, cloth, row, Link::DownLeft, shear);
    }
    if torn {
        tearing.follow();
    }
}

/// Breaks the links of one kind that begin in a row and are that long; whether any was whole.
fn mark<T: Scalar, G: Extent>(
    tearing: &mut Tearing<G>,
    cloth: &Cloth<T, G>,
    row: usize,
    link: Link,
    longest: Option<T>,
) -> bool {
    let ([left, right, down], extent) = (link.offsets(), cloth.extent());
    let (x, Some(longest)) = (&cloth.position, longest) else {
        return false;
    };
    let (Some(from), Some(to)) = (x.row_at(row), x.row_at(row + down)) else {
        return false;
    };
    let any = any_pair::<T, G>(
        extent,
        [from, to],
        [left, right],
        #[inline(always)]
        |a, b| T::reaches(minus(b, a), longest),
    );
    let (mut torn, columns) = (false, left..extent.columns().saturating_sub(right));
    for column in columns.filter(|_| any) {
        let d = minus(x.at(column + right - left, row + down), x.at(column, row));
        if T::reaches(d, longest) && !tearing.has(column, row, link as u8) {
            tearing.cut(column, row, link);
            torn = true;
        }
    }
    torn
}
