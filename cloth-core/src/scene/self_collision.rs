//! Settings of the contacts of the cloth with itself.

use super::check::{FRICTION, SettingError, range};

/// Contacts of the cloth with itself. A simulation needs memory for them:
/// [`SelfCollision`](crate::SelfCollision).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(default, deny_unknown_fields, rename_all = "kebab-case")
)]
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

    /// Checks what does not depend on the grid.
    pub(super) fn validate(&self) -> Result<(), SettingError> {
        let thickness = self.thickness.unwrap_or(1.0);
        let allowed = "1e-6 to 1000 m";
        range("self-collision.thickness", thickness, 1e-6, 1000.0, allowed)?;
        range(
            "self-collision.friction",
            self.friction,
            0.0,
            100.0,
            FRICTION,
        )
    }
}

impl Default for SelfCollisionScene {
    fn default() -> Self {
        Self::DEFAULT
    }
}
