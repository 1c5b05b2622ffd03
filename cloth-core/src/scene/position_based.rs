//! Settings of the position-based solvers, and of tethers.

use crate::topology::BendNeighbours;

/// Position based dynamics: links of a stiffness.
///
/// Source: Müller, Heidelberger, Hennix, Ratcliff 2007.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(default, deny_unknown_fields, rename_all = "kebab-case")
)]
pub struct PbdScene {
    /// Substeps a step, 1 to 1000. More substeps, stiffer cloth.
    pub substeps: u32,
    /// Passes a substep, 1 to 1000. Substeps of one pass are worth more than
    /// passes of one substep.
    pub iterations: u32,
    /// Part k of a structural link's error that a substep removes, 0 to 1: each
    /// of n passes takes 1 − (1 − k)^(1/n).
    pub structural: f64,
    /// The same for shear links.
    pub shear: f64,
    /// The same for bend links.
    pub bend: f64,
    /// Part of its stiffness that a link has against pressure, 0 to 1. Cloth
    /// buckles where it is pressed. With 1 a link that has been pressed together
    /// springs back within a substep, the faster the shorter the substep: a
    /// crumpled cloth then explodes.
    pub compression: f64,
    /// Neighbours that bend links reach.
    pub bend_neighbours: BendNeighbours,
}

impl PbdScene {
    /// Fifteen substeps of one pass, structural and shear rigid, bend a tenth,
    /// a tenth of all that against pressure.
    pub const DEFAULT: Self = Self {
        substeps: 15,
        iterations: 1,
        structural: 1.0,
        shear: 1.0,
        bend: 0.1,
        compression: 0.1,
        bend_neighbours: BendNeighbours::Four,
    };
}

impl Default for PbdScene {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Extended position based dynamics: links of a compliance.
///
/// Source: Macklin, Müller, Chentanez 2016; substeps of one pass: Macklin et
/// al. 2019.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(default, deny_unknown_fields, rename_all = "kebab-case")
)]
pub struct XpbdScene {
    /// Substeps a step, 1 to 1000. More substeps, closer to the compliance
    /// asked for.
    pub substeps: u32,
    /// Passes a substep, 1 to 1000. More than one needs
    /// [`WithMultipliers`](crate::WithMultipliers): a simulation that remembers each
    /// link's multiplier.
    pub iterations: u32,
    /// Compliance of structural links, m/N: one over the stiffness. 0 is rigid.
    pub structural: f64,
    /// Compliance of shear links, m/N.
    pub shear: f64,
    /// Compliance of bend links, m/N. Cotton: 0.01 to 1.
    pub bend: f64,
    /// Least compliance of any link against pressure, m/N: cloth buckles where
    /// it is pressed. With 0 a link that has been pressed together springs back
    /// the faster the shorter the substep, and a crumpled cloth explodes with
    /// many substeps.
    pub compression: f64,
    /// Damping along the links, N·s/m: what β is in Macklin's paper. It acts on
    /// links that have a compliance. More than 0 needs
    /// [`WithMultipliers`](crate::WithMultipliers).
    pub damping: f64,
    /// Neighbours that bend links reach.
    pub bend_neighbours: BendNeighbours,
}

impl XpbdScene {
    /// Fifteen substeps of one pass, structural and shear rigid, bend 0.1 m/N,
    /// compression 0.05 m/N, undamped.
    pub const DEFAULT: Self = Self {
        substeps: 15,
        iterations: 1,
        structural: 0.0,
        shear: 0.0,
        bend: 0.1,
        compression: 0.05,
        damping: 0.0,
        bend_neighbours: BendNeighbours::Four,
    };
}

impl Default for XpbdScene {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Tethers: no particle further from a pin than the cloth between them is long.
/// They act in every mode but Hooke's. In PBD and XPBD the direction of the passes
/// alternates with them, and is fixed without.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(default, deny_unknown_fields, rename_all = "kebab-case")
)]
pub struct TetherScene {
    /// How much longer than the cloth a tether is, as a part of its length, 0
    /// to 10.
    pub slack: f64,
}

impl TetherScene {
    /// No slack.
    pub const DEFAULT: Self = Self { slack: 0.0 };
}

impl Default for TetherScene {
    fn default() -> Self {
        Self::DEFAULT
    }
}
