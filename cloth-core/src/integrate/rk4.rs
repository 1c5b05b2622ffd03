//! Fourth order Runge–Kutta.

use super::explicit::{accelerations, follow, moved, zip};
use super::{Damping, Scheme, stability};
use crate::cloth::Cloth;
use crate::force::Forces;
use crate::grid::Grid;
use crate::motion::Velocity;
use crate::observer::Phase;
use crate::scalar::Scalar;
use crate::tear::Tear;

/// The classic four stages, a_i = a(x_i, v_i):
///
/// x₁ = x, v₁ = v; x₂ = x + ½v₁, v₂ = v + ½a₁; x₃ = x + ½v₂, v₃ = v + ½a₂;
/// x₄ = x + v₃, v₄ = v + a₃;
/// x' = x + (v₁ + 2v₂ + 2v₃ + v₄)/6, v' = v + (a₁ + 2a₂ + 2a₃ + a₄)/6
///
/// with dt as the unit of time. Fourth order, four evaluations of the forces;
/// stable without damping for ω·dt < 2√2. Source: S2-4; its eqn 4.21 mixes up
/// velocities and accelerations.
///
/// Memory: 72 bytes a particle in `f32`.
#[derive(Clone, Debug, PartialEq)]
pub struct Rk4<T, const W: usize, const H: usize> {
    velocity: Grid<T, W, H>,
    /// Positions at the start of the substep.
    start: Grid<T, W, H>,
    /// Velocity of the present stage; between steps the positions before
    /// corrections.
    stage: Grid<T, W, H>,
    acceleration: Grid<T, W, H>,
    /// v₁ + 2v₂ + 2v₃ + v₄.
    velocities: Grid<T, W, H>,
    /// a₁ + 2a₂ + 2a₃ + a₄.
    accelerations: Grid<T, W, H>,
}

impl<T: Scalar, const W: usize, const H: usize> Rk4<T, W, H> {
    /// Evaluates the forces at the present stage, adds it to the sums with
    /// `weight`, and goes on to the next stage, `ahead` of the start.
    fn stage(
        &mut self,
        cloth: &mut Cloth<T, W, H>,
        forces: (&Forces<T>, &impl Tear<W, H>),
        rate: T,
        weight: T,
        ahead: T,
    ) {
        let (v, a) = (&mut self.stage, &mut self.acceleration);
        accelerations(cloth, v, forces, rate, a);
        zip(&mut self.velocities, [v, v, v], |s, v, _, _| s + weight * v);
        zip(&mut self.accelerations, [a, a, a], |s, a, _, _| {
            s + weight * a
        });
        let x = &mut cloth.position;
        zip(x, [&self.start, v, v], |_, x, v, _| moved(x, ahead, v));
        zip(v, [&self.velocity, a, a], |_, v, a, _| moved(v, ahead, a));
    }
}

impl<T: Scalar, const W: usize, const H: usize> Scheme<T, W, H> for Rk4<T, W, H> {
    type Motion = Velocity;
    const NAME: &'static str = "rk4";
    const EMPTY: Self = Self {
        velocity: Grid::ZERO,
        start: Grid::ZERO,
        stage: Grid::ZERO,
        acceleration: Grid::ZERO,
        velocities: Grid::ZERO,
        accelerations: Grid::ZERO,
    };

    const LIMIT: f64 = 2.0 * core::f64::consts::SQRT_2;

    fn is_stable(kappa: f64, drag: f64, rate: f64) -> bool {
        stability::taylor(kappa, drag + rate, 4)
    }

    fn kept(&self) -> &Grid<T, W, H> {
        &self.velocity
    }

    fn kept_mut(&mut self) -> &mut Grid<T, W, H> {
        &mut self.velocity
    }

    fn kept_and_start(&mut self) -> (&mut Grid<T, W, H>, Option<&Grid<T, W, H>>) {
        (&mut self.velocity, Some(&self.start))
    }

    fn advance(
        &mut self,
        cloth: &mut Cloth<T, W, H>,
        forces: &Forces<T>,
        damping: Damping<T>,
        tear: &impl Tear<W, H>,
        observe: &mut impl FnMut(Phase),
    ) {
        let [half, two, sixth] = [0.5, 2.0, 1.0 / 6.0].map(T::from_f64);
        self.start.clone_from(&cloth.position);
        self.stage.clone_from(&self.velocity);
        self.velocities = Grid::ZERO;
        self.accelerations = Grid::ZERO;
        for (weight, ahead) in [
            (T::ONE, half),
            (two, half),
            (two, T::ONE),
            (T::ONE, T::ZERO),
        ] {
            self.stage(cloth, (forces, tear), damping.rate, weight, ahead);
            observe(Phase::Springs);
        }
        let (v, start) = (&mut self.velocity, &self.start);
        let (vs, accs) = (&self.velocities, &self.accelerations);
        let x = &mut cloth.position;
        zip(x, [start, vs, vs], |_, x, v, _| moved(x, sixth, v));
        zip(v, [accs, accs, accs], |v, a, _, _| {
            (v + sixth * a).within(T::MAX_DISPLACEMENT)
        });
        observe(Phase::Integrate);
    }

    fn before_corrections(&mut self, cloth: &Cloth<T, W, H>) {
        self.stage.clone_from(&cloth.position);
    }

    fn after_corrections(&mut self, cloth: &Cloth<T, W, H>) {
        follow(&cloth.position, &self.stage, &mut self.velocity);
    }
}
