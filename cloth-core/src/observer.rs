//! The phases of a step, so that each one's cost can be measured.

/// A phase of a step, reported when it has ended.
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

/// Computes the hash of the state that a phase has left, when called. `None` of [`Phase::Springs`],
/// which leaves no state of its own.
pub type HashOfState<'a> = Option<&'a dyn Fn() -> u64>;

/// Told of each phase of a step when it has ended. Some phases end several times in a substep: a
/// clock read here then gives each run to its phase.
pub(crate) trait Observer: FnMut(Phase, HashOfState<'_>) {}

impl<F: FnMut(Phase, HashOfState<'_>)> Observer for F {}
