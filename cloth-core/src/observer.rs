//! The phases of a step, so that each one's cost can be measured.

/// A part of a step. The engine reports a phase when it has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Springs, drag and wind: all forces but gravity.
    Springs,
    /// Integration, and moving pins and colliders.
    Integrate,
    /// Constraint mode's projections.
    Constraints,
    /// Provot's limit on the length of springs, and the tearing of those that are too
    /// long.
    Limit,
    /// Contacts of the cloth with itself.
    SelfCollide,
    /// Contacts with colliders.
    Collide,
}

impl Phase {
    /// All phases, in the order of a substep.
    pub const ALL: [Self; 6] = [
        Self::Springs,
        Self::Integrate,
        Self::Constraints,
        Self::Limit,
        Self::SelfCollide,
        Self::Collide,
    ];

    /// The name that tables and logs print.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Springs => "springs",
            Self::Integrate => "integrate",
            Self::Constraints => "constraints",
            Self::Limit => "limit",
            Self::SelfCollide => "self-collide",
            Self::Collide => "collide",
        }
    }
}

/// Hears of each phase of a step that has ended. A closure `FnMut(Phase)` is one.
///
/// ```
/// use cloth_core::{Const, Observer, Phase, Simulation, scenes};
///
/// /// Prints what a phase has left.
/// struct Trace(Vec<(Phase, u64)>);
///
/// impl Observer for Trace {
///     fn ended(&mut self, _phase: Phase) {}
///     fn state(&mut self, phase: Phase, hash: impl FnOnce() -> u64) {
///         self.0.push((phase, hash()));
///     }
/// }
///
/// let run = || {
///     let mut cloth = Simulation::<f32, Const<8, 8>>::EMPTY;
///     cloth.reset(&scenes::FOUR_CORNERS_SPHERE.scene)?;
///     let mut trace = Trace(Vec::new());
///     cloth.step_observed(&mut trace);
///     assert_eq!(trace.0.last().map(|last| last.1), Some(cloth.state_hash()));
///     Ok::<_, cloth_core::SettingError>(trace.0)
/// };
/// assert_eq!(run()?, run()?);
/// # Ok::<(), cloth_core::SettingError>(())
/// ```
pub trait Observer {
    /// A phase has ended. Some phases end several times in a substep: a clock
    /// read here gives every part of it to the phase it belongs to.
    fn ended(&mut self, phase: Phase);

    /// A phase has left the state with this hash; computed only when asked for.
    /// Springs leave no state of their own.
    fn state(&mut self, _phase: Phase, _hash: impl FnOnce() -> u64) {}
}

/// Nobody listens.
pub(crate) struct Nobody;

impl Observer for Nobody {
    fn ended(&mut self, _phase: Phase) {}
}

impl<F: FnMut(Phase)> Observer for F {
    fn ended(&mut self, phase: Phase) {
        self(phase);
    }
}
