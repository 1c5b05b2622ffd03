//! Optional parts of a scene: tethers, Provot's limit, contacts of the cloth with itself,
//! tearing.

/// Tethers: no particle further from a pin than the cloth between them is long.
/// They act in every mode but Hooke's. In PBD and XPBD the direction of the passes
/// alternates with them, and is fixed without.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct TetherScene {
    /// How much longer than the cloth a tether is, as a fraction of the cloth's length, 0 to 10.
    pub slack: f64,
}

/// Provot's limit on the length of springs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct LimitScene {
    /// Largest length over rest length, above 1.
    pub ratio: f64,
    /// Most passes a step, 1 to 1000, or one a substep where there are more of these; fewer
    /// where fewer suffice. In PBD and XPBD at most six for each pass of the mode's own, so that a
    /// step over its limit costs no more than four others.
    pub passes: u32,
}

impl LimitScene {
    /// Most passes in PBD and XPBD for each of the mode's own.
    pub(crate) const PER_OWN_PASS: u32 = 6;

    /// Provot's 110 %, at most 128 passes a step.
    pub const DEFAULT: Self = Self {
        ratio: 1.1,
        passes: 128,
    };
}

impl Default for LimitScene {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Contacts of the cloth with itself. A simulation needs memory for them:
/// [`SelfCollision`](crate::SelfCollision).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct SelfCollisionScene {
    /// Distance that particles keep from each other, m: a tenth of the rest
    /// spacing to twice that. Absent: the rest spacing of the grid, so that
    /// nothing slips through the mesh; below 0.71 of it particles do.
    pub thickness: Option<f64>,
    /// Coefficient of friction between layers, 0 to 100. Cotton on cotton: 0.3
    /// to 0.6.
    pub friction: f64,
}

impl SelfCollisionScene {
    /// As thick as the grid is wide, friction 0.3.
    pub const DEFAULT: Self = Self {
        thickness: None,
        friction: 0.3,
    };
}

impl Default for SelfCollisionScene {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Links that break. A simulation needs memory for them:
/// [`Tearing`](crate::Tearing).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct TearScene {
    /// The strain l/l₀ − 1 of structural and shear links from which on they break,
    /// 0.01 to 10, and below that of a limit. Absent: they break by cuts alone.
    pub strain: Option<f64>,
}
