//! Contacts of a row of particles none of which is fast, for vector units.
//!
//! The same operations in the same order as for a single particle, so the same
//! bits; but both sides of each question are computed, and then one is taken.

use super::{Fine, Shape, Surface, coulomb, keep, relative, start_of};
use crate::cloth::Mark;
use crate::extent::{Extent, Lanes};
use crate::grid::{Row, chunks_mut};
use crate::motion::Motion;
use crate::scalar::Scalar;
use crate::vector::{Vector, add, dot, each, scale, select, sub};

/// Half of a vector.
const HALF: usize = 4;

/// Which numbers of the vectors of a row have a free particle that is inside.
#[inline(always)]
fn inside<T: Scalar, S: Shape<T>>(
    shape: &S,
    [x, y, z]: [&[[T; 8]]; 3],
    marks: &[[Mark; 8]],
) -> [bool; 8] {
    let mut inside = [0_u32; 8];
    for (((x, y), z), marks) in x.iter().zip(y).zip(z).zip(marks) {
        for i in 0..8 {
            let is_in = marks[i].is_free() & !shape.clear_of([x[i], y[i], z[i]]);
            inside[i] |= u32::from(is_in);
        }
    }
    let mut any = [false; 8];
    for i in 0..8 {
        any[i] = inside[i] != 0;
    }
    any
}

/// Resolves the contacts of a row, a vector of particles at a time. Columns beside each
/// other are in the same number of many vectors: so where few numbers are inside, the
/// halves of two vectors are one.
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
    let ([x, y, z], [kx, ky, kz]) = (chunks_mut(x.lanes_mut()), chunks_mut(kept.lanes_mut()));
    let marks = marks.as_chunks_mut::<8>().0;
    // In f64 a half is a register.
    let few = if T::HAS_WIDTHS {
        few(inside::<T, S>(&law.shape, [x, y, z], marks))
    } else {
        None
    };
    if let Some(first) = few.filter(|_| x.len().is_multiple_of(2)) {
        resolve_halves::<T, M, S>(&law, [x, y, z], [kx, ky, kz], marks, first);
        return;
    }
    let (x, kept) = (x.iter_mut().zip(y).zip(z), kx.iter_mut().zip(ky).zip(kz));
    for ((((x, y), z), ((kx, ky), kz)), marks) in x.zip(kept).zip(marks) {
        resolve_block::<T, M, S, 8>(&law, x, y, z, kx, ky, kz, marks);
    }
}

/// What a row's particles may touch, and what one is in their remainders.
struct Law<T, S> {
    shape: S,
    surface: Surface<T>,
    unit: [T; 2],
}

/// As [`resolve`], of four numbers of each vector from one on.
#[inline(always)]
fn resolve_halves<T: Scalar, M: Motion, S: Shape<T>>(
    law: &Law<T, S>,
    x: [&mut [[T; 8]]; 3],
    kept: [&mut [[T; 8]]; 3],
    marks: &mut [[Mark; 8]],
    first: usize,
) {
    let ([x, y, z], [kx, ky, kz]) = (chunks_mut::<_, 2>(x), chunks_mut::<_, 2>(kept));
    let (x, kept) = (x.iter_mut().zip(y).zip(z), kx.iter_mut().zip(ky).zip(kz));
    let marks = marks.as_chunks_mut::<2>().0;
    for ((((x, y), z), ((kx, ky), kz)), marks) in x.zip(kept).zip(marks) {
        let of = |pair: &[[T; 8]; 2]| halves(pair, first, T::ZERO);
        let (mut ax, mut ay, mut az) = (of(x), of(y), of(z));
        let (mut bx, mut by, mut bz) = (of(kx), of(ky), of(kz));
        let mut of_marks = halves(marks, first, Mark::PINNED);
        if resolve_block::<T, M, S, 8>(
            law,
            &mut ax,
            &mut ay,
            &mut az,
            &mut bx,
            &mut by,
            &mut bz,
            &mut of_marks,
        ) {
            put_halves(x, first, &ax);
            put_halves(y, first, &ay);
            put_halves(z, first, &az);
            put_halves(kx, first, &bx);
            put_halves(ky, first, &by);
            put_halves(kz, first, &bz);
            put_halves(marks, first, &of_marks);
        }
    }
}

/// The first of the four numbers that are inside, if no others are.
#[inline(always)]
fn few(inside: [bool; 8]) -> Option<usize> {
    let first = inside.iter().position(|&is| is).unwrap_or(0).min(HALF);
    let beyond = inside.iter().skip(first + HALF).any(|&is| is);
    (!beyond).then_some(first)
}

/// Four numbers of each of two vectors, from the same one on.
#[inline(always)]
fn halves<A: Copy>(of: &[[A; 8]; 2], first: usize, blank: A) -> [A; 8] {
    let mut halves = [blank; 8];
    let first = first.min(HALF);
    halves[..HALF].copy_from_slice(&of[0][first..first + HALF]);
    halves[HALF..].copy_from_slice(&of[1][first..first + HALF]);
    halves
}

/// Puts them back.
#[inline(always)]
fn put_halves<A: Copy>(to: &mut [[A; 8]; 2], first: usize, halves: &[A; 8]) {
    let first = first.min(HALF);
    to[0][first..first + HALF].copy_from_slice(&halves[..HALF]);
    to[1][first..first + HALF].copy_from_slice(&halves[HALF..]);
}

/// The contacts of L particles. Each array by itself: so the compiler knows that they are
/// apart. Says whether any of them may have moved.
#[inline(always)]
#[expect(clippy::too_many_arguments)]
fn resolve_block<T: Scalar, M: Motion, S: Shape<T>, const L: usize>(
    law: &Law<T, S>,
    x: &mut [T; L],
    y: &mut [T; L],
    z: &mut [T; L],
    kx: &mut [T; L],
    ky: &mut [T; L],
    kz: &mut [T; L],
    marks: &mut [Mark; L],
) -> bool {
    let (shape, surface, unit) = (&law.shape, &law.surface, law.unit);
    let near = T::roundings(unit);
    let mut any = false;
    for i in 0..L {
        any |= !shape.clear_of([x[i], y[i], z[i]]);
    }
    if !any {
        return false;
    }
    // Not stored where it was loaded: that would become a store by mask, which is slow.
    let (mut ax, mut ay, mut az) = (*x, *y, *z);
    let (mut bx, mut by, mut bz) = (*kx, *ky, *kz);
    let mut left = *marks;
    for i in 0..L {
        let (position, kept, mark) = ([x[i], y[i], z[i]], [kx[i], ky[i], kz[i]], marks[i]);
        let velocity = relative::<T, M>(position, kept, mark, surface, unit);
        let start = add(start_of::<T, M>(position, kept), surface.velocity);
        let touches = !shape.clear_of(position) & mark.is_free();
        let (after, velocity) = contact(shape, surface, (position, start), velocity, near);
        let (new_kept, new_mark) = keep::<T, M>(after, mark, velocity, surface, unit);
        [ax[i], ay[i], az[i]] = select(touches, after, position);
        [bx[i], by[i], bz[i]] = select(touches, new_kept, kept);
        left[i] = if touches { new_mark } else { mark };
    }
    (*x, *y, *z) = (ax, ay, az);
    (*kx, *ky, *kz) = (bx, by, bz);
    *marks = left;
    true
}

/// Position and relative velocity of a particle inside of the shape after contact: what
/// [`resolve`](super::resolve) says of one that is not fast.
#[inline(always)]
fn contact<T: Scalar, S: Shape<T>>(
    shape: &S,
    surface: &Surface<T>,
    (position, start): (Vector<T>, Vector<T>),
    (relative, fineness): Fine<T>,
    near: T,
) -> (Vector<T>, Fine<T>) {
    let coarser = |fine| each(fine, |v: T| v.coarser(fineness));
    let (distance, normal) = shape.distance(position);
    let inward = -dot(relative, normal);
    let leaves = inward <= T::ZERO;
    let out = sub(position, scale(normal, distance.least(T::ZERO)));
    let tangential = add(relative, scale(normal, inward));
    let (sticks, part) = coulomb(surface.friction, inward, tangential);
    let lost = scale(tangential, part);
    let end = select(sticks, start, sub(out, coarser(lost)));
    let (distance, normal) = shape.distance(end);
    let is_on = sticks & (distance.within(near) == distance);
    let off = if is_on { T::ZERO } else { distance };
    let point = sub(end, scale(normal, off));
    let slides = sub(tangential, lost);
    let inward = (-dot(slides, normal)).most(T::ZERO);
    let slides = add(slides, scale(normal, inward));
    let after = select(sticks, [T::ZERO; 3], slides);
    let after = select(leaves, relative, after);
    (select(leaves, out, point), (after, fineness))
}
