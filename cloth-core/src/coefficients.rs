//! What a step needs of a scene, in the engine's units.

use crate::constraint::{PositionBased, StrainLimit, Tethers};
use crate::force::{AerodynamicWind, Forces, PositionalWind, SpringForce};
use crate::integrate::Loss;
use crate::scalar::Scalar;
use crate::scene::{Damping, LimitScene, Mode, Scene, Uses};
use crate::topology::BendNeighbours;
use crate::units::{Units, stiffnesses};
use crate::vector::{each, from_f64};

/// What a step needs of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Coefficients<T: Scalar> {
    pub(crate) forces: Forces<T>,
    /// No passes in Hooke mode.
    pub(crate) solver: PositionBased<T>,
    pub(crate) tethers: Option<Tethers<T>>,
    pub(crate) limit: Option<StrainLimit<T>>,
    pub(crate) damping: Loss<T>,
    /// How fast the positional wind's phase grows, 1/s.
    pub(crate) wind_rate: f64,
}

impl<T: Scalar> Coefficients<T> {
    /// Nothing acts and nothing moves: a value for a `static`, all bits zero.
    pub(crate) const NONE: Self = Self {
        forces: Forces::NONE,
        solver: PositionBased::OFF,
        tethers: None,
        limit: None,
        damping: Loss {
            keep: T::ZERO,
            rate: T::ZERO,
            motion: T::AT_REST,
        },
        wind_rate: 0.0,
    };

    /// Takes those of a scene that [`fits`](crate::fits::fits). In place, one after another: as
    /// a value of its own they would take a third of the smallest board's stack. What a known
    /// scene does not use is left out when the program is built. A function of its own: inlined into a
    /// larger one, a known scene's damping is computed on the board, by a kilobyte of `expm1`.
    #[inline(never)]
    pub(crate) fn set(&mut self, scene: &Scene, columns: usize, rows: usize, uses: Uses) {
        self.set_here(scene, columns, rows, uses);
    }

    /// As [`set`](Self::set), in the caller's frame: two do not fit into the stack of an M0 in fixed point.
    #[inline(always)]
    pub(crate) fn set_here(&mut self, scene: &Scene, columns: usize, rows: usize, uses: Uses) {
        let units = &Units::new(scene, columns, rows);
        let mode = scene.solver.mode;
        self.forces.gravity = from_f64(gravity(scene, units));
        if uses.forces {
            let hooke = mode == Mode::Hooke;
            self.forces.springs = hooke.then(|| {
                let (stiffness, damping) = spring_strengths(scene, units);
                SpringForce::new(stiffness, damping)
            });
            let drag = T::from_f64(drag_strength(scene, units));
            self.forces.drag = (scene.forces.air_drag > 0.0).then_some(drag);
            self.forces.wind = scene.forces.wind.map(|wind| AerodynamicWind {
                velocity: units.velocity(wind.velocity),
                coefficient: T::from_f64(wind.coefficient * wind_scale(units)),
            });
        }
        if uses.positional_wind {
            self.forces.positional_wind = positional_wind(scene, units, columns, rows);
            self.wind_rate = scene.forces.positional_wind.map_or(0.0, |wind| wind.rate);
        }
        self.solver = match mode {
            Mode::Constraint if uses.constraints => constraint_mode(scene),
            Mode::Pbd if uses.position_based => pbd(scene),
            Mode::Xpbd if uses.position_based => xpbd(scene, units),
            _ => PositionBased::OFF,
        };
        if uses.tethers {
            let tethers = scene.tethers.filter(|_| mode != Mode::Hooke);
            self.tethers = tethers.map(|tethers| Tethers::new(tethers.slack));
        }
        if uses.limit {
            let own = match mode {
                Mode::Pbd => scene.pbd.substeps.saturating_mul(scene.pbd.iterations),
                Mode::Xpbd => scene.xpbd.substeps.saturating_mul(scene.xpbd.iterations),
                Mode::Hooke | Mode::Constraint => u32::MAX,
            };
            let most = own.saturating_mul(LimitScene::PER_OWN_PASS);
            self.limit =
                (scene.limit).map(|limit| StrainLimit::new(limit.ratio, limit.passes.min(most)));
        }
        set_damping(&mut self.damping, scene, units, columns.max(rows));
    }
}

fn set_damping<T: Scalar>(damping: &mut Loss<T>, scene: &Scene, units: &Units, reach: usize) {
    let (loss, rate) = match scene.solver.damping {
        Damping::Rate(c) => (-libm::expm1(-c * units.dt), c * units.dt),
        // A loss of everything is an infinite rate: any large one will do.
        Damping::PerStep(d) => (d, -libm::log((1.0 - d).max(1e-300))),
    };
    damping.keep = T::from_f64(1.0 - loss);
    damping.rate = T::from_f64(rate);
    damping.motion = T::motion(gravity(scene, units), loss, reach as f64);
}

/// Displacement by gravity in a substep.
pub(crate) fn gravity(scene: &Scene, units: &Units) -> [f64; 3] {
    let scale = units.dt * units.dt / units.spacing;
    each(scene.forces.gravity, |g| g * scale)
}

/// Stiffness of the spring families, and their damping.
pub(crate) fn spring_strengths(scene: &Scene, units: &Units) -> ([f64; 4], f64) {
    let scale = units.dt * units.dt / units.mass;
    let damping = scene.springs.damping * units.dt / units.mass;
    (stiffnesses(scene, units).map(|k| k * scale), damping)
}

/// The coefficient of drag.
pub(crate) fn drag_strength(scene: &Scene, units: &Units) -> f64 {
    scene.forces.air_drag * units.dt / units.mass
}

fn positional_wind<T: Scalar>(
    scene: &Scene,
    units: &Units,
    columns: usize,
    rows: usize,
) -> Option<PositionalWind<T>> {
    scene.forces.positional_wind.map(|wind| PositionalWind {
        coefficient: T::from_f64(wind.coefficient * units.dt * units.dt / units.spacing),
        origin: T::from_f64(wind.wave_number * scene.cloth.start(columns, rows, 0, 0)[0]),
        across: T::from_f64(wind.wave_number * units.spacing * scene.cloth.across[0]),
        down: T::from_f64(wind.wave_number * units.spacing * scene.cloth.down[0]),
        phase: T::ZERO,
    })
}

/// The coefficient of wind, for one of 1 N·s/m³.
pub(crate) fn wind_scale(units: &Units) -> f64 {
    units.spacing * units.spacing * units.dt / units.mass
}

fn pbd<T: Scalar>(scene: &Scene) -> PositionBased<T> {
    let p = &scene.pbd;
    let stiffness = families([p.structural, p.shear, p.bend], p.bend_neighbours, 0.0);
    PositionBased::pbd(p.iterations, stiffness, p.compression)
}

fn xpbd<T: Scalar>(scene: &Scene, units: &Units) -> PositionBased<T> {
    let x = &scene.xpbd;
    let scale = units.mass / (units.dt * units.dt);
    let compliances = [x.structural, x.shear, x.bend].map(|compliance| compliance * scale);
    let compliances = families(compliances, x.bend_neighbours, f64::INFINITY);
    let damping = x.damping * units.dt / units.mass;
    PositionBased::xpbd(x.iterations, compliances, x.compression * scale, damping)
}

fn constraint_mode<T: Scalar>(scene: &Scene) -> PositionBased<T> {
    let c = &scene.constraints;
    let stiffness = families([c.structural, c.shear, c.bend], c.bend_neighbours, 0.0);
    PositionBased::even(c.iterations, stiffness)
}

/// With the value of bend links along the diagonals: that of other bend links, or `none` if there are none.
fn families([a, b, bend]: [f64; 3], neighbours: BendNeighbours, none: f64) -> [f64; 4] {
    match neighbours {
        BendNeighbours::Four => [a, b, bend, none],
        BendNeighbours::Eight => [a, b, bend, bend],
    }
}
