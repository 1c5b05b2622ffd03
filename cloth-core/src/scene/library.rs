//! The documents' scenes. Made from `scenes/*.toml`; do not edit by hand.
#![cfg_attr(rustfmt, rustfmt_skip)]

use super::*;

/// Placeholder.
pub const FOUR_CORNERS_SPHERE: NamedScene = NamedScene { name: "four-corners-sphere", source: "", summary: "", scene: Scene::DEFAULT };
