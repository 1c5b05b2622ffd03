//! How a scene is solved: time step, model, passes, damping; and what may come on top: tethers,
//! Provot's limit, contacts of the cloth with itself, tearing.

use crate::topology::BendNeighbours;

/// The model that holds the cloth together.
///
/// All but [`Hooke`](Self::Hooke) lose rotation, also without damping: what tension F holds on a
/// circle of radius l loses the part dt·F/(m·l) of its velocity a second, dt being the substep. A free
/// spin of ω decays by dω/dt = −dt·ω³, the amplitude of a pendulum by ½·dt·g/l a second. With
/// 8 substeps of 60 steps a second a spin of 2.6 rad/s keeps 88 % in 10 s, a pendulum of
/// 1 m 81 % in 10 swings; with 64 substeps 98 % and 97 %.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Mode {
    /// Springs that pull: physical, stable up to a time step that falls with
    /// stiffness.
    #[default]
    Hooke,
    /// Links that are put right by moving particles, as Jakobsen has it: stable
    /// at any step, its stiffness depends on the passes.
    Constraint,
    /// Position based dynamics (Müller 2007): as `Constraint`, with a stiffness
    /// that is corrected for the number of passes, and links that resist
    /// pressure less than tension.
    Pbd,
    /// Extended position based dynamics (Macklin 2016): links with a compliance
    /// in m/N, whatever the time step and the number of passes.
    Xpbd,
}

impl Mode {
    /// All modes, in the order in which a user steps through them.
    pub const ALL: [Self; 4] = [Self::Hooke, Self::Constraint, Self::Pbd, Self::Xpbd];

    /// The mode after this one, and the first after the last.
    pub const fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }

    /// The name that tables and logs print.
    pub const fn name(self) -> &'static str {
        ["hooke", "constraint", "pbd", "xpbd"][self as usize]
    }
}

/// How velocity is lost, apart from drag and springs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Damping {
    /// c in v' = −c·v, 1/s: a substep keeps exp(−c·dt), the same motion at
    /// every time step.
    Rate(f64),
    /// The fraction of its velocity that a particle loses in each substep, 0 to 1 (S1, S4): shorter
    /// substeps damp more.
    PerStep(f64),
}

/// Time step and model.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub struct SolverScene {
    /// The model to start with; it can be switched while running.
    pub mode: Mode,
    /// Steps a simulated second, 1 to 10⁹ Hz. Usually the frame rate.
    pub steps_per_second: f64,
    /// Substeps a step of Hooke mode, 1 to 1000.
    pub substeps: u32,
    /// Whether `substeps` are those of the scene's own columns and rows: a grid with shorter
    /// spacings then has as many more of them, by Courant's condition
    /// ([`Scene::substeps`](super::Scene::substeps)). Otherwise every grid has as many.
    pub courant: bool,
    /// Loss of velocity.
    pub damping: Damping,
}

impl SolverScene {
    /// Hooke mode, 60 steps a second of 16 substeps, damping 0.5/s.
    pub const DEFAULT: Self = Self {
        mode: Mode::Hooke,
        steps_per_second: 60.0,
        substeps: 16,
        courant: false,
        damping: Damping::Rate(0.5),
    };
}

impl Default for SolverScene {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Hooke mode's springs.
///
/// With Verlet stable while dt < 2/√(λ/m), λ ≈ 4·structural + 4·shear;
/// [`stable_dt`](crate::Simulation::stable_dt) tells the limit of the grid and
/// scheme in use. A scene's dt should stay below half of it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub struct SpringScene {
    /// Structural stiffness, N/m.
    pub structural: f64,
    /// Shear stiffness, N/m.
    pub shear: f64,
    /// Bend stiffness, N/m. S4: a fifth of the structural one.
    pub bend: f64,
    /// Damping along each spring, kg/s.
    pub damping: f64,
    /// Neighbours that bend springs reach.
    pub bend_neighbours: BendNeighbours,
    /// Divide each stiffness by the spring's rest length (stiffnesses are then
    /// in N): long springs are softer, as rods of one material are.
    pub per_length: bool,
}

impl SpringScene {
    /// 50 N/m structural and shear, 10 N/m bend, undamped, four neighbours.
    pub const DEFAULT: Self = Self {
        structural: 50.0,
        shear: 50.0,
        bend: 10.0,
        damping: 0.0,
        bend_neighbours: BendNeighbours::Four,
        per_length: false,
    };
}

impl Default for SpringScene {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Constraint mode's links.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub struct ConstraintScene {
    /// Substeps a step, 1 to 1000. More substeps, stiffer cloth; but what a
    /// pass moves becomes a velocity, the greater the shorter the substep, so
    /// many substeps of rigid links make a crumpled cloth restless.
    pub substeps: u32,
    /// Passes a substep, 1 to 1000. More passes, stiffer cloth.
    pub iterations: u32,
    /// Part of a structural link's error that a pass removes, 0 to 1.
    pub structural: f64,
    /// The same for shear links.
    pub shear: f64,
    /// The same for bend links.
    pub bend: f64,
    /// Neighbours that bend links reach.
    pub bend_neighbours: BendNeighbours,
}

impl ConstraintScene {
    /// Eight substeps of eight passes, structural and shear rigid, bend a tenth.
    pub const DEFAULT: Self = Self {
        substeps: 8,
        iterations: 8,
        structural: 1.0,
        shear: 1.0,
        bend: 0.1,
        bend_neighbours: BendNeighbours::Four,
    };
}

impl Default for ConstraintScene {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Position based dynamics: links of a stiffness.
///
/// Source: Müller, Heidelberger, Hennix, Ratcliff 2007.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
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
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
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
