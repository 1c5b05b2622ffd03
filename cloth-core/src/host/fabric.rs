//! Fabrics: what they weigh, and what it costs to stretch, shear and bend them, as springs and
//! compliances of a scene.
//!
//! Where each figure comes from is in `docs/fabrics.md`.
//!
//! # From a sheet to its springs
//! On a grid of spacing h with structural springs of k_s, two shear springs of k_d in each cell,
//! and bend springs of k_b over two spacings, the energy by area of small strains is, counted
//! spring by spring,
//!
//! | strain | energy by area |
//! |---|---|
//! | ε along rows and ε' along columns | ½·C·(ε² + ε'²) + G·ε·ε', C = k_s + k_d + 4·k_b |
//! | shear γ | ½·G·γ², G = k_d |
//!
//! The shear stiffness itself is what couples rows and columns, as in every body of springs without
//! tension (Cauchy's relation). A strip with free sides narrows by G/C of its stretch; its tensile
//! stiffness is Y = C − G²/C, and so C = (Y + √(Y² + 4·G²))/2.
//!
//! Bend springs along the diagonals too ([`BendNeighbours::Eight`]), of k_b', add 4·k_b' to both C
//! and G.
//!
//! A cylinder of radius R costs ½·B/R² by area. A bend spring feels by how much the chord over two
//! links is shorter than they, so its energy goes with 1/R⁴ and is right at one radius alone: at
//! R = 2·h, the tightest fold that a grid shows well. With neighbours h apart on the circle the spring
//! is shorter by 2·h·δ, δ = 1 − √(1 − (h/2R)²), so k_b = B/(2·R·δ)² = 62·B/h². A bend of a larger radius R
//! costs (2·h/R)² of what the fabric's does.
//!
//! Bend springs take at most half of what stretch, or shear, needs. On a grid so fine that they would
//! take more, with spacings of a few thicknesses, the bend is softer.

use super::GridSize;
use crate::scene::{Scene, XpbdScene};
use crate::topology::BendNeighbours;
use core::f64::consts::SQRT_2;

/// A fabric as a sheet: linear, and the same along rows and along columns.
///
/// ```
/// use cloth_core::Scene;
/// use cloth_core::host::{Fabric, GridSize};
/// let mut scene = Scene::DEFAULT;
/// let denim = Fabric::named("denim").ok_or("no such fabric")?;
/// let grid = GridSize::of(&scene);
/// denim.apply(&mut scene, grid);
/// assert_eq!(scene.cloth.density, 0.324);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fabric {
    /// The name that it is chosen by.
    pub name: &'static str,
    /// What was measured, in a line.
    pub about: &'static str,
    /// Mass by area, kg/m².
    pub density: f64,
    /// Tensile stiffness of a strip with free sides, N/m: force by width and strain. Of a weave
    /// the mean of warp and weft, else Young's modulus times thickness.
    pub stretch: f64,
    /// Shear stiffness, N/m: force by width and angle.
    pub shear: f64,
    /// Bending stiffness, N·m: moment by width and curvature.
    pub bending: f64,
}

/// From the softest to bend to the stiffest: density, stretch, shear and bending.
static ALL: [Fabric; 5] = [
    fabric("silk", "charmeuse, 83 g/m²", [0.083, 718.0, 68.1, 8.1e-6]),
    fabric(
        "cotton",
        "a plain weave, 104 g/m²",
        [0.1036, 4330.0, 136.0, 2.74e-5],
    ),
    fabric(
        "denim",
        "of jeans, 11 oz, 1 % spandex",
        [0.324, 609.0, 26.7, 8.06e-5],
    ),
    fabric(
        "rubber",
        "a sheet of natural rubber, 1 mm",
        [0.95, 1500.0, 500.0, 1.67e-4],
    ),
    fabric("leather", "for garments, 0.8 mm", [0.744, 8e4, 3e4, 4.8e-3]),
];

const fn fabric(
    name: &'static str,
    about: &'static str,
    [density, stretch, shear, bending]: [f64; 4],
) -> Fabric {
    Fabric {
        name,
        about,
        density,
        stretch,
        shear,
        bending,
    }
}

impl Fabric {
    /// Every fabric, from the softest to bend to the stiffest.
    pub fn all() -> &'static [Self] {
        &ALL
    }

    /// The fabric of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|fabric| fabric.name == name)
    }

    /// The fabric that a scene has on a grid: all that fabrics set is as that one sets it.
    pub fn of(scene: &Scene, grid: GridSize) -> Option<&'static Self> {
        ALL.iter().find(|fabric| {
            let (mut now, mut made) = (*scene, *scene);
            fabric.apply(&mut made, grid);
            Self::values(&mut now) == Self::values(&mut made)
        })
    }

    /// What fabrics set, by its keys in a scene file: density, springs and XPBD's compliances.
    /// Stiffness of constraint mode and PBD has no unit and depends on passes and substeps: it
    /// stays.
    pub fn values(scene: &mut Scene) -> [(&'static str, &mut f64); 8] {
        let (springs, xpbd) = (&mut scene.springs, &mut scene.xpbd);
        [
            ("cloth.density", &mut scene.cloth.density),
            ("springs.structural", &mut springs.structural),
            ("springs.shear", &mut springs.shear),
            ("springs.bend", &mut springs.bend),
            ("xpbd.structural", &mut xpbd.structural),
            ("xpbd.shear", &mut xpbd.shear),
            ("xpbd.bend", &mut xpbd.bend),
            ("xpbd.compression", &mut xpbd.compression),
        ]
    }

    /// Makes the cloth of a scene one of this fabric, on a grid of this size.
    pub fn apply(&self, scene: &mut Scene, grid: GridSize) {
        let spacing = scene.cloth.spacing(grid.columns, grid.rows);
        scene.cloth.density = self.density;
        let (springs, xpbd) = (&mut scene.springs, &mut scene.xpbd);
        // A stiffness in N is shared out over the rest length: it is less along a diagonal.
        let diagonal = if springs.per_length {
            1.0 / SQRT_2
        } else {
            1.0
        };
        let [structural, shear, bend] = self.links(spacing, springs.bend_neighbours, diagonal);
        let rest = |spacings: f64| match springs.per_length {
            true => spacings * spacing,
            false => 1.0,
        };
        let (along, across, over) = (rest(1.0), rest(SQRT_2), rest(2.0));
        springs.structural = structural * along;
        springs.shear = shear * across;
        springs.bend = bend * over;
        let [structural, shear, bend] = self.links(spacing, xpbd.bend_neighbours, 1.0);
        (xpbd.structural, xpbd.shear, xpbd.bend) = (1.0 / structural, 1.0 / shear, 1.0 / bend);
        // A bend presses its links together: they must not be softer then.
        xpbd.compression = XpbdScene::DEFAULT.compression.min(xpbd.bend);
    }

    /// Stiffness of structural, shear and bend links on a grid of this spacing (m), N/m. Bend links
    /// along the diagonals, if there are any, have the part `diagonal` of the others' stiffness.
    fn links(&self, spacing: f64, neighbours: BendNeighbours, diagonal: f64) -> [f64; 3] {
        let (y, g) = (self.stretch, self.shear);
        let c = 0.5 * (y + libm::sqrt(y * y + 4.0 * g * g));
        let diagonal = match neighbours {
            BendNeighbours::Four => 0.0,
            BendNeighbours::Eight => diagonal,
        };
        let mut bend = self.bending * stiffness_by_bending(spacing, diagonal);
        bend = bend.min((c - g) / 8.0);
        if diagonal > 0.0 {
            bend = bend.min(g / (8.0 * diagonal));
        }
        [c - g - 4.0 * bend, g - 4.0 * diagonal * bend, bend]
    }

    /// Changes a scene from one grid to another, with the fabric that it has on the first, or else with
    /// `or`: each value that is the fabric's on the first grid becomes the fabric's on the second, and
    /// the others stay.
    pub fn change_grid(scene: &mut Scene, or: Option<&Self>, from: GridSize, to: GridSize) {
        let Some(fabric) = Self::of(scene, from).or(or) else {
            return;
        };
        let (mut before, mut after) = (*scene, *scene);
        fabric.apply(&mut before, from);
        fabric.apply(&mut after, to);
        let (before, after) = (Self::values(&mut before), Self::values(&mut after));
        for (i, (_, value)) in Self::values(scene).into_iter().enumerate() {
            if *value == *before[i].1 {
                *value = *after[i].1;
            }
        }
    }
}

/// Stiffness of bend links by the bending stiffness that they give a sheet at a radius of two
/// spacings, 1/m².
fn stiffness_by_bending(spacing: f64, diagonal: f64) -> f64 {
    let radius = 2.0 * spacing;
    // How much shorter a bend link is across the fold, and one along a diagonal, in parts of 2·h.
    let chord = libm::sqrt(1.0 - 0.25 * 0.25);
    let across = 1.0 - chord;
    let askew = SQRT_2 - libm::sqrt(chord * chord + 1.0);
    // A cell has one of the first and two of the others.
    let squares = across * across + 2.0 * diagonal * askew * askew;
    1.0 / (4.0 * radius * radius * squares)
}
