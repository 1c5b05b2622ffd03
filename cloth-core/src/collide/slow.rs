//! Contacts of a row of particles none of which is fast, for vector units.
//!
//! The same operations in the same order as for a single particle, so the same
//! bits; but both sides of each question are computed, and then one is taken.
//!
//! Particles that are inside are gathered: columns beside each other are in the same number of
//! many vectors, so hardly any vector is full of them. A contact is a chain of three roots and
//! three divisions. In three loops, one for each, no vector waits for the chain of another.

use super::{Shape, Surface, coulomb, keep, relative, start_of};
use crate::cloth::Mark;
use crate::extent::{Extent, Lanes};
use crate::grid::{Row, Vectors3};
use crate::lanes::{chunks, hidden_bits};
use crate::motion::Motion;
use crate::scalar::{Fineness, Scalar};
use crate::vector::{add, dot, each, scale, select, sub};

/// Vectors of particles whose contacts are resolved together.
const VECTORS: usize = 4;

/// Resolves the contacts of a row.
#[inline(always)]
pub(super) fn resolve<T: Scalar, M: Motion, S: Shape<T>, G: Extent>(
    shape: &S,
    surface: &Surface<T>,
    (x, kept, marks): (&mut Row<T, G>, &mut Row<T, G>, &mut [Mark]),
    unit: [T; 2],
) {
    let law = Law {
        shape: *shape,
        surface: *surface,
        unit,
    };
    let bits = hidden_bits();
    let (mut vector, mut inside) = (0, 0);
    let mut contacts = [Contacts::<T>::NONE; VECTORS];
    loop {
        let (mut places, mut count) = ([0; 8 * VECTORS], 0);
        while count < places.len() {
            if inside == 0 {
                match inside_of::<T, S, G>(&law.shape, x, marks, vector, bits) {
                    Some(is_in) => inside = is_in,
                    None => break,
                }
                vector += 1;
                continue;
            }
            places[count] = 8 * (vector - 1) + inside.trailing_zeros() as usize;
            inside &= inside - 1;
            count += 1;
        }
        if count == 0 {
            return;
        }
        let places = places.get(..count).unwrap_or_default();
        gather::<T, G>(&mut contacts, places, x, kept, marks);
        let some = contacts.get_mut(..count.div_ceil(8)).unwrap_or_default();
        for contacts in some.iter_mut() {
            contacts.meet::<M, S>(&law);
        }
        for contacts in some.iter_mut() {
            contacts.rub(&law.surface);
        }
        for contacts in some {
            contacts.leave::<M, S>(&law);
        }
        scatter::<T, G>(&contacts, places, x, kept, marks);
    }
}

/// Which particles of a vector are free and inside, a bit for each; `None` beyond the row.
#[inline(always)]
fn inside_of<T: Scalar, S: Shape<T>, G: Extent>(
    shape: &S,
    x: &Row<T, G>,
    marks: &[Mark],
    vector: usize,
    bits: &[u32; 8],
) -> Option<u32> {
    let ([x, y, z], marks) = (chunks::<_, 8>(x.lanes()), marks.as_chunks::<8>().0);
    let (x, y, z, marks) = (
        x.get(vector)?,
        y.get(vector)?,
        z.get(vector)?,
        marks.get(vector)?,
    );
    let mut inside = 0;
    for i in 0..8 {
        let is_in = marks[i].is_free() & !shape.clear_of([x[i], y[i], z[i]]);
        inside |= bits[i] & u32::from(is_in).wrapping_neg();
    }
    Some(inside)
}

/// What a row's particles may touch, and what one is in their remainders.
struct Law<T, S> {
    shape: S,
    surface: Surface<T>,
    unit: [T; 2],
}

/// Eight particles inside of a shape.
#[derive(Clone, Copy)]
struct Contacts<T> {
    position: [[T; 8]; 3],
    kept: [[T; 8]; 3],
    marks: [Mark; 8],
    /// Relative to the surface, with all that is known of it.
    velocity: [[T; 8]; 3],
    fineness: [Fineness; 8],
    /// The part of the velocity into the shape, and the rest of it.
    inward: [T; 8],
    slides: [[T; 8]; 3],
    /// The nearest point on the surface.
    out: [[T; 8]; 3],
    /// Where the particle was when the substep began.
    start: [[T; 8]; 3],
    /// Where friction leaves it: not where the start is, as a choice that is stored where it
    /// was loaded becomes a store by mask.
    end: [[T; 8]; 3],
    sticks: [u32; 8],
}

impl<T: Scalar> Contacts<T> {
    const NONE: Self = Self {
        position: [[T::ZERO; 8]; 3],
        kept: [[T::ZERO; 8]; 3],
        marks: [Mark::PINNED; 8],
        velocity: [[T::ZERO; 8]; 3],
        fineness: [0; 8],
        inward: [T::ZERO; 8],
        slides: [[T::ZERO; 8]; 3],
        out: [[T::ZERO; 8]; 3],
        start: [[T::ZERO; 8]; 3],
        end: [[T::ZERO; 8]; 3],
        sticks: [0; 8],
    };

    /// Velocities at the surface, and the way out.
    #[inline(always)]
    fn meet<M: Motion, S: Shape<T>>(&mut self, law: &Law<T, S>) {
        let (shape, surface, unit) = (&law.shape, &law.surface, law.unit);
        for i in 0..8 {
            let (position, kept) = (of(&self.position, i), of(&self.kept, i));
            let (velocity, fineness) =
                relative::<T, M>(position, kept, self.marks[i], surface, unit);
            let (distance, normal) = shape.distance(position);
            let inward = -dot(velocity, normal);
            let start = add(start_of::<T, M>(position, kept), surface.velocity);
            let out = sub(position, scale(normal, distance.least(T::ZERO)));
            put(&mut self.velocity, i, velocity);
            put(&mut self.slides, i, add(velocity, scale(normal, inward)));
            put(&mut self.out, i, out);
            put(&mut self.start, i, start);
            (self.fineness[i], self.inward[i]) = (fineness, inward);
        }
    }

    /// What friction leaves.
    #[inline(always)]
    fn rub(&mut self, surface: &Surface<T>) {
        for i in 0..8 {
            let (start, out) = (of(&self.start, i), of(&self.out, i));
            let slides = of(&self.slides, i);
            let (sticks, part) = coulomb(surface.friction, self.inward[i], slides);
            let lost = scale(slides, part);
            let coarse = each(lost, |v: T| v.coarser(self.fineness[i]));
            put(&mut self.end, i, select(sticks, start, sub(out, coarse)));
            put(&mut self.slides, i, sub(slides, lost));
            self.sticks[i] = u32::from(sticks);
        }
    }

    /// Where it ends on the surface, and with which velocity: what
    /// [`resolve`](super::resolve) says of a particle that is not fast.
    #[inline(always)]
    fn leave<M: Motion, S: Shape<T>>(&mut self, law: &Law<T, S>) {
        let (shape, surface, unit) = (&law.shape, &law.surface, law.unit);
        let near = T::roundings(unit);
        for i in 0..8 {
            let (end, slides) = (of(&self.end, i), of(&self.slides, i));
            let (sticks, leaves) = (self.sticks[i] != 0, self.inward[i] <= T::ZERO);
            let (distance, normal) = shape.distance(end);
            let is_on = sticks & (distance.within(near) == distance);
            let off = if is_on { T::ZERO } else { distance };
            let point = sub(end, scale(normal, off));
            let inward = (-dot(slides, normal)).most(T::ZERO);
            let slides = add(slides, scale(normal, inward));
            let velocity = select(sticks, [T::ZERO; 3], slides);
            let velocity = select(leaves, of(&self.velocity, i), velocity);
            let position = select(leaves, of(&self.out, i), point);
            let fine = (velocity, self.fineness[i]);
            let (kept, mark) = keep::<T, M>(position, self.marks[i], fine, surface, unit);
            put(&mut self.position, i, position);
            put(&mut self.kept, i, kept);
            self.marks[i] = mark;
        }
    }
}

/// Number i of three vectors.
#[inline(always)]
fn of<T: Copy>([x, y, z]: &[[T; 8]; 3], i: usize) -> [T; 3] {
    [x[i], y[i], z[i]]
}

/// Sets it.
#[inline(always)]
fn put<T>([x, y, z]: &mut [[T; 8]; 3], i: usize, value: [T; 3]) {
    [x[i], y[i], z[i]] = value;
}

/// Loads the particles in these places of a row.
#[inline(always)]
fn gather<T: Scalar, G: Extent>(
    contacts: &mut [Contacts<T>; VECTORS],
    places: &[usize],
    x: &Row<T, G>,
    kept: &Row<T, G>,
    marks: &[Mark],
) {
    for (contacts, places) in contacts.iter_mut().zip(places.chunks(8)) {
        for (i, &place) in places.iter().enumerate() {
            put(&mut contacts.position, i % 8, x.get(place));
            put(&mut contacts.kept, i % 8, kept.get(place));
            contacts.marks[i % 8] = marks.get(place).copied().unwrap_or(Mark::PINNED);
        }
    }
}

/// Puts them back.
#[inline(always)]
fn scatter<T: Scalar, G: Extent>(
    contacts: &[Contacts<T>; VECTORS],
    places: &[usize],
    x: &mut Row<T, G>,
    kept: &mut Row<T, G>,
    marks: &mut [Mark],
) {
    for (contacts, places) in contacts.iter().zip(places.chunks(8)) {
        for (i, &place) in places.iter().enumerate() {
            x.set(place, of(&contacts.position, i % 8));
            kept.set(place, of(&contacts.kept, i % 8));
            if let Some(mark) = marks.get_mut(place) {
                *mark = contacts.marks[i % 8];
            }
        }
    }
}
