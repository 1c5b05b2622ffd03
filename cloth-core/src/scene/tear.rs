//! Settings of tearing.

use super::check::{SettingError, range};
use super::{LimitScene, TetherScene};

/// Links that break. A simulation needs memory for them:
/// [`Tearing`](crate::Tearing).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(default, deny_unknown_fields, rename_all = "kebab-case")
)]
pub struct TearScene {
    /// The strain l/l₀ − 1 of structural and shear links from which on they break,
    /// 0.01 to 10, and below that of a limit. Absent: they break by cuts alone.
    pub strain: Option<f64>,
}

impl TearScene {
    /// By cuts alone.
    pub const DEFAULT: Self = Self { strain: None };

    /// Checks the strain, and what tearing does not go together with.
    #[inline(never)]
    pub(super) fn validate(
        &self,
        limit: Option<&LimitScene>,
        tethers: Option<&TetherScene>,
    ) -> Result<(), SettingError> {
        if let Some(tethers) = tethers {
            return Err(SettingError {
                key: "tethers",
                value: tethers.slack,
                allowed: "none together with tear: they would hold what is torn off",
            });
        }
        let Some(strain) = self.strain else {
            return Ok(());
        };
        range("tear.strain", strain, 0.01, 10.0, "0.01 to 10")?;
        let most = limit.map_or(f64::INFINITY, |limit| limit.ratio - 1.0);
        if strain < most {
            return Ok(());
        }
        Err(SettingError {
            key: "tear.strain",
            value: strain,
            allowed: "less than limit.ratio − 1: no link would get as long as that",
        })
    }
}

impl Default for TearScene {
    fn default() -> Self {
        Self::DEFAULT
    }
}
