//! A step: substeps of integration, solving, contacts and the strain limit, in a fixed order.

use super::Simulation;
use super::colliders::AllColliders;
use crate::base::{Blank, Extent, Grid, Lanes, Motion, Scalar, each, sub};
use crate::collide::Obstacles;
use crate::constraint::{LimitWork, free_rows, largest_strain, pull_tethers};
use crate::extras::{Extras, Optional};
use crate::force::Forces;
use crate::integrate::{Method, State, Substep};
use crate::observer::{HashOfState, Observer, Phase};
use crate::rounding::remainder;
use crate::scene::KeepScene;
use crate::self_collide::SelfContact;
use core::ops::Range;

/// Most passes over the contacts of the cloth with itself in a substep.
const MOST_CONTACT_PASSES: u32 = 4;

impl<T: Scalar, G: Extent, M: Method, K: KeepScene, E: Extras> Simulation<T, G, M, K, E> {
    /// Advances by one step of the scene: `substeps` substeps of fixed length.
    pub fn step(&mut self) {
        self.step_observed(&mut |_, _| {});
    }

    /// As [`step`](Simulation::step); `observer` is told of every phase that has ended, so that a
    /// clock or a counter can be read, or the state's hash. Some phases end several times in a
    /// substep.
    ///
    /// ```
    /// use cloth_core::{Const, Simulation, scenes};
    ///
    /// let run = || {
    ///     let mut cloth = Simulation::<f32, Const<8, 8>>::EMPTY;
    ///     cloth.reset(&scenes::FOUR_CORNERS_SPHERE.scene)?;
    ///     let mut trace = Vec::new();
    ///     cloth.step_observed(&mut |phase, hash| trace.extend(hash.map(|hash| (phase, hash()))));
    ///     assert_eq!(trace.last().map(|last| last.1), Some(cloth.state_hash()));
    ///     Ok::<_, cloth_core::SettingError>(trace)
    /// };
    /// assert_eq!(run()?, run()?);
    /// # Ok::<(), cloth_core::SettingError>(())
    /// ```
    pub fn step_observed(&mut self, observer: &mut impl FnMut(Phase, HashOfState<'_>)) {
        self.step_all(&mut (), observer);
    }

    /// As [`step`](Simulation::step), with shapes of your own as colliders, after the scene's. They
    /// move on with every substep.
    ///
    /// ```
    /// use cloth_core::collide::{Obstacle, Shape};
    /// use cloth_core::{Const, Simulation, scenes};
    ///
    /// /// A ring about a vertical axis, in rest spacings.
    /// #[derive(Clone, Copy)]
    /// struct Torus {
    ///     ring: f32,
    ///     tube: f32,
    /// }
    ///
    /// impl Shape<f32> for Torus {
    ///     fn distance(&self, [x, y, z]: [f32; 3]) -> (f32, [f32; 3]) {
    ///         let flat = (x * x + z * z).sqrt().max(1e-6);
    ///         // From the nearest point of the circle inside of the tube.
    ///         let off = 1.0 - self.ring / flat;
    ///         let d = [x * off, y, z * off];
    ///         let length = (d[0] * d[0] + y * y + d[2] * d[2]).sqrt().max(1e-6);
    ///         (length - self.tube, d.map(|v| v / length))
    ///     }
    ///     // Faster particles are looked at along their path.
    ///     fn slow(&self) -> Option<f32> {
    ///         Some(0.25 * self.tube)
    ///     }
    /// }
    ///
    /// let mut sim = Simulation::<f32, Const<16, 16>>::EMPTY;
    /// sim.reset(&scenes::FOUR_CORNERS.scene)?;
    /// let spacings = 1.0 / sim.units().spacing as f32;
    /// let torus = Torus { ring: 0.5 * spacings, tube: 0.1 * spacings };
    /// let mut obstacle = Obstacle::fixed(torus, 0.3);
    /// obstacle.offset = sim.units().position([0.0, 1.0, 0.0]);
    /// for _ in 0..60 {
    ///     sim.step_with(&mut obstacle);
    /// }
    /// let places = (0..256).filter_map(|i| sim.position(i % 16, i / 16));
    /// let deepest = places.map(|place| obstacle.distance(sim.units().position(place)).0);
    /// assert!(deepest.fold(f32::INFINITY, f32::min) > -1e-3);
    /// # Ok::<(), cloth_core::SettingError>(())
    /// ```
    pub fn step_with(&mut self, obstacles: &mut (impl Obstacles<T> + ?Sized)) {
        self.step_all(obstacles, &mut |_, _| {});
    }

    fn step_all(
        &mut self,
        obstacles: &mut (impl Obstacles<T> + ?Sized),
        observer: &mut impl Observer,
    ) {
        if let Some(part) = self.placed.take() {
            part(self);
        }
        match &self.coefficients.limit {
            Some(limit) => self.limit.begin(limit),
            // Forgets the work of a limit that a change of the scene has removed.
            None => self.limit = LimitWork::NONE,
        }
        for following in (0..self.substeps).rev() {
            self.substep(following, obstacles, observer);
        }
        self.follow(obstacles);
    }

    /// Advances by `steps` steps.
    pub fn run(&mut self, steps: u32) {
        for _ in 0..steps {
            self.step();
        }
    }

    fn substep(
        &mut self,
        following: u32,
        obstacles: &mut (impl Obstacles<T> + ?Sized),
        observer: &mut impl Observer,
    ) {
        if const { K::USES.positional_wind } {
            self.set_wind_phase();
        }
        // First: a method may ask where they will be.
        self.move_colliders();
        obstacles.shift(&|surface| surface.velocity);
        self.integrate(obstacles, observer);
        self.ended(Phase::Integrate, observer);
        self.move_out(obstacles, observer);
        if const { K::USES.limit } {
            self.limit(following, obstacles, observer);
        }
        if const { K::USES.tear } {
            self.tear_up(observer);
        }
        self.time += self.units.dt;
    }

    /// Solves links, then contacts.
    #[inline(always)]
    fn move_out(&mut self, obstacles: &(impl Obstacles<T> + ?Sized), observer: &mut impl Observer) {
        if self.has_links() {
            self.solve(observer);
        }
        if const { K::USES.self_collision } && self.self_contact.is_on() {
            self.part_layers(obstacles, observer);
        } else {
            self.collide(obstacles);
            self.ended(Phase::Collide, observer);
        }
    }

    /// Contacts of the cloth with itself, and then with colliders. A layer that is stopped hard is
    /// pushed into the one behind it, so both are repeated while anything is fast.
    fn part_layers(
        &mut self,
        obstacles: &(impl Obstacles<T> + ?Sized),
        observer: &mut impl Observer,
    ) {
        for _ in 0..MOST_CONTACT_PASSES {
            let fast = self.self_collide(observer);
            self.collide(obstacles);
            self.ended(Phase::Collide, observer);
            if !fast {
                return;
            }
        }
    }

    // What follows is kept out of the substep's own frame: a step then takes as much stack as its
    // deepest phase, not as all phases together.

    #[inline(never)]
    fn integrate(
        &mut self,
        obstacles: &(impl Obstacles<T> + ?Sized),
        observer: &mut impl Observer,
    ) {
        let held = self.attached_positions();
        let gravity_alone = Forces {
            gravity: self.coefficients.forces.gravity,
            ..Forces::NONE
        };
        let forces = match const { K::USES.forces } {
            true => &self.coefficients.forces,
            false => &gravity_alone,
        };
        let mut damping = self.coefficients.damping;
        if M::Motion::HAS_PREVIOUS {
            damping.motion = T::dithered(damping.motion, self.cloth.rounding.next());
        }
        let mut ended = |phase| observer(phase, None);
        let around = AllColliders::<_, _, K> {
            colliders: &self.colliders,
            scene: &self.scene,
            units: &self.units,
            obstacles,
        };
        let now = Substep {
            cloth: &mut self.cloth,
            forces,
            tear: &self.tear,
            damping,
            scratch: &mut self.scratch,
        };
        M::advance(&mut self.state, now, &around, &mut ended);
        self.move_attachments(held);
    }

    /// Whether links are solved in this scene.
    fn has_links(&self) -> bool {
        let solves = const { K::USES.constraints || K::USES.position_based };
        solves && self.coefficients.solver.iterations > 0
    }

    /// Solves links. In constraint mode, where the cloth may touch itself, with contacts after each pass: many
    /// passes of rigid links between two contacts override these, and layers go
    /// through each other.
    #[inline(never)]
    fn solve(&mut self, observer: &mut impl Observer) {
        self.state.before_corrections(&self.cloth);
        let solver = &self.coefficients.solver;
        let passes = solver.iterations;
        let part = match const { K::USES.self_collision } && self.self_contact.is_on() {
            true if solver.is_even() => 1,
            // At least one, which the compiler must see: a step of none would be a path to a panic.
            _ => passes.max(1),
        };
        for first in (0..passes).step_by(part as usize) {
            if first > 0 {
                self.ended(Phase::Constraints, observer);
                self.state.after_corrections(&self.cloth);
                self.self_collide(observer);
                self.state.before_corrections(&self.cloth);
            }
            self.solve_links(first..first + part);
        }
        self.state.after_corrections(&self.cloth);
        self.ended(Phase::Constraints, observer);
    }

    /// Solves links in the passes of these numbers of a substep, and tethers after the last.
    #[inline(never)]
    fn solve_links(&mut self, passes: Range<u32>) {
        let (solver, tethers) = (&self.coefficients.solver, self.coefficients.tethers);
        let extent = self.cloth.extent();
        let mut parts = self.scratch.parts(extent);
        let mut local = Blank::BLANK;
        let free = free_rows(&self.cloth, &mut local, &mut parts);
        let ends = passes.end == solver.iterations;
        let (cloth, of, parts) = (&mut self.cloth, (free, &self.tear), &mut parts);
        if const { K::USES.constraints } && solver.is_even() {
            match const { K::USES.bend_diagonals } {
                true => solver.solve::<true, 4, G>(passes, cloth, None, of, parts, false),
                false => solver.solve::<true, 3, G>(passes, cloth, None, of, parts, false),
            }
        } else if const { K::USES.position_based } {
            let memory = self.links.get_mut().filter(|_| M::Motion::HAS_PREVIOUS);
            let memory = memory.map(|links| (self.state.motion(), links));
            let up = self.upwards;
            match const { K::USES.bend_diagonals } {
                true => solver.solve::<false, 4, G>(passes, cloth, memory, of, parts, up),
                false => solver.solve::<false, 3, G>(passes, cloth, memory, of, parts, up),
            }
        }
        let Some(ratio) = tethers.filter(|_| const { K::USES.tethers } && ends) else {
            return;
        };
        pull_tethers(ratio, cloth, free, parts);
        // The passes of the next substep begin at the other end: a pull travels as far up as down.
        // Without tethers the direction stays: each has an equilibrium of its own, and a cloth that
        // nothing else holds near its pins would swing between the two and gain energy.
        self.upwards ^= !solver.is_even() && solver.iterations % 2 == 1;
    }

    /// Shortens over-long links, with contacts last, so that at the end both hold.
    #[inline(never)]
    fn limit(
        &mut self,
        following: u32,
        obstacles: &(impl Obstacles<T> + ?Sized),
        observer: &mut impl Observer,
    ) {
        let Some(limit) = self.coefficients.limit else {
            return;
        };
        if !self.limit.looks(following) {
            return self.ended(Phase::Limit, observer);
        }
        // A pass of the limit costs up to two of the mode's own.
        let few = (self.coefficients.solver.iterations / 2).max(2);
        let passes = self.limit.passes_of(&limit, following, few);
        let mut strain = self.measure_links();
        let mut made = 0;
        while limit.wants(strain, made, passes) {
            let round = limit.round(made, passes);
            made += round;
            self.state.before_corrections(&self.cloth);
            for _ in 0..round {
                limit.pass(&mut self.cloth, &self.tear, &mut self.scratch);
            }
            self.state.after_corrections(&self.cloth);
            self.ended(Phase::Limit, observer);
            self.collide(obstacles);
            self.ended(Phase::Collide, observer);
            if limit.measures(made, passes) {
                strain = self.measure_links();
            }
        }
        let counts = [made, self.substeps, few];
        self.limit.end(&limit, counts, strain);
        self.ended(Phase::Limit, observer);
    }

    /// The largest strain.
    fn measure_links(&mut self) -> T {
        let parts = self.scratch.parts(self.cloth.extent());
        largest_strain(&self.cloth, &self.tear, parts.by_part)
    }

    pub(super) fn ended(&self, phase: Phase, observer: &mut impl Observer) {
        observer(phase, Some(&|| self.state_hash()));
    }

    /// θ of S0's wind for this substep.
    #[inline(never)]
    fn set_wind_phase(&mut self) {
        let turn = self.coefficients.wind_rate * self.time;
        if let Some(wind) = &mut self.coefficients.forces.positional_wind {
            wind.phase = T::from_f64(remainder(turn, core::f64::consts::TAU));
        }
    }

    /// Moves the origin to where the cloth's middle is, by whole spacings, once it is further
    /// away than the cloth is large: so positions stay as exact as they were.
    fn follow(&mut self, obstacles: &mut (impl Obstacles<T> + ?Sized)) {
        let (columns, rows) = self.size();
        let size = T::from_f64(columns.max(rows) as f64);
        let is_far = |place: &[T; 3]| place.iter().any(|&v| (v > size) | (v < -size));
        let middle = self.cloth.position.get(columns / 2, rows / 2);
        if middle.is_some_and(|place| is_far(&place)) {
            // A pinned particle, where there is one: a piece that tears off does not take the origin along.
            let held = self.first_pinned().or(middle);
            if let Some(place) = held.filter(is_far) {
                let way = self.move_origin(place);
                obstacles.shift(&|_| each(way, |v| -v));
            }
        }
    }

    /// Where the first pinned particle is.
    fn first_pinned(&self) -> Option<[T; 3]> {
        let (columns, rows) = self.size();
        let mut all = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let (column, row) = all.find(|&(column, row)| self.cloth.is_pinned(column, row))?;
        self.cloth.position.get(column, row)
    }

    /// Moves the origin by whole spacings to near a place, and says how far.
    #[inline(never)]
    fn move_origin(&mut self, place: [T; 3]) -> [T; 3] {
        let by = each(place, |v| libm::rint(v.to_f64()));
        let way = each(by, T::from_f64);
        self.units.origin = each([0, 1, 2], |i| {
            self.units.origin[i] + by[i] * self.units.spacing
        });
        shift(&mut self.cloth.position, way);
        if M::Motion::HAS_PREVIOUS {
            shift(self.state.motion_mut(), way);
        }
        for part in &mut self.colliders {
            part.place = each(sub(part.place, way), T::in_range);
        }
        way
    }
}

/// Counts positions from a point that lies `way` further.
fn shift<T: Scalar, G: Extent>(grid: &mut Grid<T, G>, way: [T; 3]) {
    for row in 0..grid.extent().rows() {
        for (lane, way) in grid.row_mut(row).lanes_mut().into_iter().zip(way) {
            for value in lane {
                *value = *value - way;
            }
        }
    }
}
