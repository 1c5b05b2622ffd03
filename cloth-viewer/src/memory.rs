//! What memory a simulation has besides that of every cloth.

use cloth_core::{Mode, Scene};

/// Memory that a simulation has since a scene asked for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// For contacts of the cloth with itself.
    pub self_collision: bool,
    /// For broken links.
    pub tear: bool,
    /// For XPBD's multipliers.
    pub multipliers: bool,
}

impl Extras {
    /// What a scene asks for.
    #[must_use]
    pub fn of(scene: &Scene) -> Self {
        let xpbd = &scene.xpbd;
        Self {
            self_collision: scene.self_collision.is_some(),
            tear: scene.tear.is_some(),
            multipliers: scene.solver.mode == Mode::Xpbd
                && (xpbd.iterations > 1 || xpbd.damping > 0.0),
        }
    }
}
