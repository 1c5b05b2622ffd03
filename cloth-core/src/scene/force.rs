//! Gravity, air and wind in SI units.

/// What acts on every particle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(default, deny_unknown_fields, rename_all = "kebab-case")
)]
pub struct ForceScene {
    /// Acceleration of gravity, m/s².
    pub gravity: [f64; 3],
    /// Air drag c of F = −c·v on each particle, kg/s.
    pub air_drag: f64,
    /// S0's wind as a field of forces; off when absent.
    pub positional_wind: Option<PositionalWindScene>,
    /// Wind on the triangles; off when absent.
    pub wind: Option<WindScene>,
}

impl ForceScene {
    /// Earth's gravity, still air without drag.
    pub const DEFAULT: Self = Self {
        gravity: [0.0, -9.8, 0.0],
        air_drag: 0.0,
        positional_wind: None,
        wind: None,
    };
}

impl Default for ForceScene {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// S0's wind: F = coefficient · (|sin(k·x₀ + θ)|, 0, ½ sin θ), θ = rate·t, with
/// x₀ the particle's x at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(deny_unknown_fields, rename_all = "kebab-case")
)]
pub struct PositionalWindScene {
    /// Force per kilogram of cloth, N/kg, so that it means the same at every
    /// grid size.
    pub coefficient: f64,
    /// Wave number k, rad/m. S0 has 1.
    pub wave_number: f64,
    /// How fast θ grows, rad/s.
    pub rate: f64,
}

/// Wind on each triangle: F = c (N·v_rel) N̂, N the triangle's area vector.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(deny_unknown_fields, rename_all = "kebab-case")
)]
pub struct WindScene {
    /// Velocity of the air, m/s.
    pub velocity: [f64; 3],
    /// c, N·s/m³. About 1 for light cloth in a breeze.
    pub coefficient: f64,
}
