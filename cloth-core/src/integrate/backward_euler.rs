//! Backward (implicit) Euler, linearised once a step.
//!
//! # Contacts
//! They are constraints of the linear system (Baraff and Witkin 1998, section 5).
//! A particle that touches a collider moves along its surface alone: its change is filtered
//! by S = I − nnᵀ, and the normal part is prescribed. One that sticks moves with the
//! collider: S = 0. What the filter takes from the residual is the force of the contact: it
//! tells which contacts pull and are let go, and how much friction there is.
//!
//! All that is decided when a substep begins, by the solution of the one before: so there
//! is one solution a substep. No memory is needed: which particles touch is noted in
//! their marks, whose remainders are free in methods that keep velocities; normals are
//! computed again where they are needed; forces are summed where the solution is prescribed.

use super::conjugate_gradient::solve;
use super::explicit::zip;
use super::implicit::{
    ImplicitState, Matrix, Symmetric, block_times, diagonal, invert, numbers, precondition,
    product, set_numbers, sides, total_forces,
};
use super::{Method, Substep};
use crate::base::{
    Cloth, Extent, Grid, Hold, Rows, Scalar, Vector, Vectors3, Velocity, add, dot, each, length,
    scale, sub,
};
use crate::collide::{EachSeen, Obstacles, Seen};
use crate::observer::Phase;
use crate::tear::Tear;

/// (M − dt·D − dt²·K)·Δv = dt·(f + dt·K·v), v' = v + Δv, x' = x + v'·dt, with
/// K and D the Jacobians of the spring forces.
///
/// First order and stable at any time step, which it pays for with energy: an
/// undamped oscillation decays by 1/√(1 + ω²dt²) a step. Pinned particles are
/// filtered out of every vector of the solution. Drag and damping are implicit,
/// winds are taken as they are at the start of the step. Sources: S2-6 with the
/// true Jacobian; Baraff and Witkin 1998.
///
/// What touches a collider or an obstacle when a substep begins, or is about to, is held by it
/// within the solution: it moves along the surface, with Coulomb's friction from the force of
/// the contact, or sticks to it. What pulls is let go. All this is decided by the last
/// solution, so a contact ends, and its friction changes, a substep late. What is missed is
/// left to the contacts after the solution; so are contacts of the cloth with itself.
///
/// Memory: 96 bytes a particle in `f32`, contacts included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackwardEuler;

impl Method for BackwardEuler {
    type Motion = Velocity;
    /// Its preconditioner is the inverse block of each particle.
    type State<T: Scalar, G: Extent> = ImplicitState<T, G, 6>;
    const NAME: &'static str = "backward-euler";
    const IS_IMPLICIT: bool = true;

    fn advance<T: Scalar, G: Extent>(
        state: &mut Self::State<T, G>,
        mut now: Substep<'_, T, G, impl Tear<G>>,
        colliders: &impl Obstacles<T>,
        observe: &mut impl FnMut(Phase),
    ) {
        let motion = [&state.velocity, &state.change, &state.residual];
        let (friction, gravity) = (&mut state.work[0], now.forces.gravity);
        let touches = find(colliders, now.cloth, motion, friction, gravity);

        total_forces(&mut now, &state.velocity, &mut state.residual);
        let Substep { cloth, scratch, .. } = now;
        let of = (now.forces, now.tear);
        let mut matrix = Matrix::new(cloth, of, now.damping.rate, scratch);
        let (v, b) = (&state.velocity, &mut state.residual);
        matrix.add_stiffness(product, v, b);
        matrix.sum(diagonal, (&mut state.inverse, 0));
        matrix.sum(sides, (&mut state.inverse, 3));
        let own = matrix.own;
        state.prepare(cloth, |[a, b, c, d, e, f]| {
            invert([a + own, b + own, c + own, d, e, f])
        });
        let velocity = &state.velocity;
        let contacts = touches.then_some(Contacts {
            colliders,
            cloth,
            velocity,
        });
        if let Some(contacts) = &contacts {
            zip(&mut state.residual, [&state.work[0]; 2], |b, f, _| b + f);
            contacts.constrain(&mut state.change, &mut state.inverse);
        }
        observe(Phase::Springs);

        state.report = solve(
            [&mut state.change, &mut state.residual],
            &mut state.work,
            &state.settings,
            |x, out| matrix.apply(product, x, out),
            |x, out| precondition(&state.inverse, x, out, block_times),
            |residual, taken| {
                if let Some(contacts) = &contacts {
                    contacts.filter(residual, taken);
                }
            },
        );
        if let Some(contacts) = &contacts {
            let (change, residual) = (&mut state.change, &mut state.residual);
            contacts.give_back(change, residual, &mut state.work[2]);
        }
        state.apply(cloth);
        if touches {
            // What has come to a surface goes along with it.
            let (v, landings) = (&mut state.velocity, &state.work[2]);
            zip(v, [landings; 2], |v, landing, _| v + landing);
        }
        observe(Phase::Integrate);
    }
}

/// A contact ends where the particle is so far away, rest spacings: it is another collider
/// that has this number now.
const FAR: f64 = 0.125;
/// A particle has turned round if it moved the other way before, faster than this fraction of its
/// present speed. Slower is rounding: such a particle has just started to move.
const TURNED: f64 = 1.0 / 16.0;

/// Notes which particles touch a collider in this substep, and how they are held. A contact of
/// the last substep goes on unless its force in the last solution was a pull; another begins
/// where the velocity, changed as it was last, leads into a collider. Writes the friction of
/// particles that slide. Returns whether any particle touches.
fn find<T: Scalar, G: Extent>(
    colliders: &impl Obstacles<T>,
    cloth: &mut Cloth<T, G>,
    motion: [&Grid<T, G>; 3],
    friction: &mut Grid<T, G>,
    gravity: Vector<T>,
) -> bool {
    friction.clear();
    let near = T::roundings(cloth.unit);
    let count = each_collider(colliders, |this, seen| {
        for row in 0..cloth.extent().rows() {
            let x = cloth.position.row(row);
            let [v, c, r] = each(motion, |grid| grid.row(row));
            for (i, mark) in cloth.marks.values_mut(row).iter_mut().enumerate() {
                let known = match mark.contact() {
                    Some((number, hold)) if number == this => Some(hold),
                    None if mark.is_free() => None,
                    _ => continue,
                };
                let touch = touch(seen, x.get(i), near);
                let known = known.filter(|_| touch.gap < T::constant(FAR));
                let (hold, force) = match known {
                    Some(hold) => touch.goes_on(hold, [v.get(i), c.get(i), r.get(i)]),
                    None => touch.begins([v.get(i), c.get(i)], gravity),
                };
                friction.row_mut(row).set(i, force);
                *mark = mark.with_contact(hold.map(|hold| (this, hold)));
            }
        }
    });
    let mut any = false;
    for row in 0..cloth.extent().rows() {
        for mark in cloth.marks.values_mut(row) {
            // Its collider is gone.
            if mark.contact().is_some_and(|(number, _)| number >= count) {
                *mark = mark.with_contact(None);
            }
            any |= mark.contact().is_some();
        }
    }
    any
}

/// Calls `visit` with the number of each collider, and the collider; returns how many there are.
fn each_collider<T: Scalar>(
    colliders: &impl Obstacles<T>,
    visit: impl FnMut(i32, &Seen<'_, T>),
) -> i32 {
    let mut each = EachSeen { visit, number: 0 };
    colliders.show(&mut each);
    each.number
}

/// The particles that touch colliders, by their marks.
struct Contacts<'a, T: Scalar, G: Extent, O> {
    colliders: &'a O,
    cloth: &'a Cloth<T, G>,
    velocity: &'a Grid<T, G>,
}

impl<T: Scalar, G: Extent, O: Obstacles<T>> Contacts<'_, T, G, O> {
    /// Calls `visit` with each contact, its row and its place.
    fn each(&self, mut visit: impl FnMut(&Touch<T>, Hold, usize, usize)) {
        let (cloth, near) = (self.cloth, T::roundings(self.cloth.unit));
        each_collider(self.colliders, |this, seen| {
            for row in 0..cloth.extent().rows() {
                let x = cloth.position.row(row);
                for (i, mark) in cloth.marks.values(row).iter().enumerate() {
                    if let Some((number, hold)) = mark.contact()
                        && number == this
                    {
                        visit(&touch(seen, x.get(i), near), hold, row, i);
                    }
                }
            }
        });
    }

    /// Filters the inverse blocks of the particles in contact, and puts what is prescribed into
    /// the first guess.
    fn constrain(&self, change: &mut Grid<T, G>, inverse: &mut Rows<T, G, 6>) {
        self.each(|touch, hold, row, i| {
            let (inverse, change) = (inverse.row_mut(row), change.row_mut(row));
            let filtered = without(numbers::<T, G, 6>(inverse, i), touch.normal);
            set_numbers::<T, G, 6>(inverse, i, filtered);
            let lacks = touch.lacks(hold, self.velocity.row(row).get(i), change.get(i));
            change.set(i, add(change.get(i), lacks));
        });
    }

    /// Takes from a residual what contacts hold, and adds it to `forces`.
    fn filter(&self, residual: &mut Grid<T, G>, forces: &mut Grid<T, G>) {
        self.each(|touch, hold, row, i| {
            let (residual, forces) = (residual.row_mut(row), forces.row_mut(row));
            let taken = touch.held(hold, residual.get(i));
            residual.set(i, sub(residual.get(i), taken));
            forces.set(i, add(forces.get(i), taken));
        });
    }

    /// Gives the residual back what contacts have taken from it: the solution has it added to what
    /// is prescribed. Writes the part of each velocity that leads to the surface in this substep,
    /// turned round: added to the velocities after the move, it leaves particles that have come to
    /// a surface going along with it.
    fn give_back(
        &self,
        change: &mut Grid<T, G>,
        residual: &mut Grid<T, G>,
        landings: &mut Grid<T, G>,
    ) {
        landings.clear();
        self.each(|touch, hold, row, i| {
            let (residual, change) = (residual.row_mut(row), change.row_mut(row));
            let lacks = touch.lacks(hold, self.velocity.row(row).get(i), change.get(i));
            change.set(i, add(change.get(i), lacks));
            residual.set(i, sub(residual.get(i), lacks));
            landings.row_mut(row).set(i, scale(touch.normal, touch.gap));
        });
    }
}

/// The inverse B of a block among the directions at right angles to n:
/// B − B·n·nᵀ·B/(nᵀ·B·n).
fn without<T: Scalar>(of: Symmetric<T>, n: Vector<T>) -> Symmetric<T> {
    let w = block_times(of, n);
    let size = dot(n, w);
    if size.most(T::ZERO) <= T::ZERO {
        return [T::ZERO; 6];
    }
    let [a, b, c] = each(w, |w| w / size);
    let ([x, y, z], [xx, yy, zz, xy, yz, zx]) = (w, of);
    let [xx, yy, zz] = [xx - a * x, yy - b * y, zz - c * z];
    [xx, yy, zz, xy - a * y, yz - b * z, zx - c * x]
}

/// A particle and a collider that it may touch.
struct Touch<'a, T> {
    /// How far the particle is outside of the collider when the substep begins: the part of its path that
    /// leads to the surface. Zero inside: the contacts after the solution give such a particle no velocity.
    gap: T,
    normal: Vector<T>,
    seen: &'a Seen<'a, T>,
    position: Vector<T>,
}

impl<T: Scalar> Touch<'_, T> {
    /// The part of a vector along the surface.
    fn along(&self, v: Vector<T>) -> Vector<T> {
        sub(v, self.held(Hold::Slides, v))
    }

    /// What a velocity and its change lack of what the contact prescribes.
    fn lacks(&self, hold: Hold, velocity: Vector<T>, change: Vector<T>) -> Vector<T> {
        let lands = sub(self.seen.surface.velocity, scale(self.normal, self.gap));
        self.held(hold, sub(lands, add(velocity, change)))
    }

    /// The part of a vector that the contact holds: all of it, or that across the surface.
    fn held(&self, hold: Hold, v: Vector<T>) -> Vector<T> {
        match hold {
            Hold::Sticks => v,
            Hold::Slides => scale(self.normal, dot(v, self.normal)),
        }
    }

    /// How a contact begins, with its friction, if the velocity and its change lead into the
    /// collider. Its force is not known yet: friction is at most that of the own weight.
    fn begins(
        &self,
        [velocity, change]: [Vector<T>; 2],
        gravity: Vector<T>,
    ) -> (Option<Hold>, Vector<T>) {
        // A particle that has never moved falls.
        let rests = change == [T::ZERO; 3];
        let after = add(velocity, if rests { gravity } else { change });
        if (self.seen.is_clear)(add(self.position, after)) {
            return (None, [T::ZERO; 3]);
        }
        let slides = self.along(sub(velocity, self.seen.surface.velocity));
        let inward = -dot(sub(after, self.seen.surface.velocity), self.normal) - self.gap;
        let force = inward.least(length(gravity)).most(T::ZERO);
        let grip = self.seen.surface.friction * force;
        self.holds(length(slides) <= grip, slides, grip)
    }

    /// How a contact goes on, with its friction: from how it held, the velocity and its last change,
    /// and the residual that the last solution has left to the contact.
    fn goes_on(
        &self,
        hold: Hold,
        [velocity, change, residual]: [Vector<T>; 3],
    ) -> (Option<Hold>, Vector<T>) {
        // NaN is no force.
        let force = (-dot(residual, self.normal)).most(-T::ONE);
        let force = force.least(T::MAX_DISPLACEMENT);
        let relative = sub(velocity, self.seen.surface.velocity);
        // A particle that leaves faster than the force can stop it within a substep is let go.
        if force < dot(relative, self.normal).most(T::ZERO) {
            return (None, [T::ZERO; 3]);
        }
        let grip = self.seen.surface.friction * force;
        let slides = self.along(relative);
        match hold {
            Hold::Sticks => {
                let asked = self.along(residual);
                self.holds(length(asked) <= grip, asked, grip)
            }
            // Friction that has turned the motion round, or is about to, stops it.
            Hold::Slides => {
                let speed = dot(slides, slides);
                let along = dot(change, slides);
                let turns = speed - along < T::constant(-TURNED) * speed || speed + along < T::ZERO;
                self.holds(turns && length(slides) <= grip, slides, grip)
            }
        }
    }

    /// A contact that sticks, or slides with friction against a direction.
    fn holds(&self, sticks: bool, against: Vector<T>, grip: T) -> (Option<Hold>, Vector<T>) {
        let size = length(against);
        match sticks {
            true if grip > T::ZERO => (Some(Hold::Sticks), [T::ZERO; 3]),
            _ if size > T::ZERO => (Some(Hold::Slides), each(against, |v| -(v / size) * grip)),
            _ => (Some(Hold::Slides), [T::ZERO; 3]),
        }
    }
}

/// How a particle lies to a collider, whose surface rounding moves it off by up to `near`.
fn touch<'a, T: Scalar>(seen: &'a Seen<'a, T>, position: Vector<T>, near: T) -> Touch<'a, T> {
    // The collider is where it will be when the substep ends.
    let (distance, normal) = (seen.distance)(position);
    let gap = distance + dot(normal, seen.surface.velocity);
    Touch {
        gap: if gap > near { gap } else { T::ZERO },
        normal,
        seen,
        position,
    }
}
